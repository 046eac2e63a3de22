//! The tests' double: rolls what the test wrote down, and must be used up.

use std::collections::VecDeque;

use super::{AttackFace, Chance, DefenseFace};

/// Dice in the order in which the rule will roll them. A missing or a left-over roll is a bug.
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    pub attack: VecDeque<AttackFace>,
    pub defense: VecDeque<DefenseFace>,
    /// D6, D20 and "random number" draws, in order.
    pub numbers: VecDeque<u32>,
}

impl Scripted {
    pub fn attack(faces: impl IntoIterator<Item = AttackFace>) -> Scripted {
        Scripted { attack: faces.into_iter().collect(), ..Scripted::default() }
    }

    pub fn defense(faces: impl IntoIterator<Item = DefenseFace>) -> Scripted {
        Scripted { defense: faces.into_iter().collect(), ..Scripted::default() }
    }

    pub fn numbers(numbers: impl IntoIterator<Item = u32>) -> Scripted {
        Scripted { numbers: numbers.into_iter().collect(), ..Scripted::default() }
    }

    pub fn and_attack(mut self, faces: impl IntoIterator<Item = AttackFace>) -> Scripted {
        self.attack.extend(faces);
        self
    }

    pub fn and_defense(mut self, faces: impl IntoIterator<Item = DefenseFace>) -> Scripted {
        self.defense.extend(faces);
        self
    }

    pub fn and_numbers(mut self, numbers: impl IntoIterator<Item = u32>) -> Scripted {
        self.numbers.extend(numbers);
        self
    }

    #[track_caller]
    pub fn assert_exhausted(&self) {
        assert!(
            self.attack.is_empty() && self.defense.is_empty() && self.numbers.is_empty(),
            "rolls left over: {self:?}"
        );
    }
}

impl Chance for Scripted {
    #[track_caller]
    fn attack_die(&mut self) -> AttackFace {
        self.attack.pop_front().expect("the rule rolled an attack die more than the script has")
    }

    #[track_caller]
    fn defense_die(&mut self) -> DefenseFace {
        self.defense.pop_front().expect("the rule rolled a defense die more than the script has")
    }

    #[track_caller]
    fn number(&mut self, n: u32) -> u32 {
        let number = self.numbers.pop_front().expect("the rule drew a number more than the script has");
        assert!((1..=n).contains(&number), "the script says {number} where the rule draws from 1 to {n}");
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripted_rolls_in_order_and_is_used_up() {
        let mut chance = Scripted::attack([AttackFace::Crit, AttackFace::Hit]).and_numbers([6, 1, 20]);
        assert_eq!(chance.attack_die(), AttackFace::Crit);
        assert_eq!(chance.attack_die(), AttackFace::Hit);
        assert_eq!(chance.two_d6(), 7);
        assert_eq!(chance.d20(), 20);
        chance.assert_exhausted();
    }

    #[test]
    #[should_panic(expected = "rolls left over")]
    fn scripted_complains_of_a_number_left_over() {
        Scripted::numbers([3]).assert_exhausted();
    }

    #[test]
    #[should_panic(expected = "rolls left over")]
    fn scripted_complains_of_an_attack_die_left_over() {
        Scripted::attack([AttackFace::Hit]).assert_exhausted();
    }

    #[test]
    #[should_panic(expected = "rolls left over")]
    fn scripted_complains_of_a_defense_die_left_over() {
        Scripted::defense([DefenseFace::Evade]).assert_exhausted();
    }

    #[test]
    #[should_panic(expected = "an attack die more than the script has")]
    fn scripted_complains_of_a_roll_too_many() {
        Scripted::numbers([3]).attack_die();
    }

    #[test]
    #[should_panic(expected = "the script says 7 where the rule draws from 1 to 6")]
    fn scripted_complains_of_a_number_that_cannot_come() {
        Scripted::numbers([7]).d6();
    }
}
