//! Rule: Pilot Escape Attempts. (Campaign, "Pilot Escape Attempts")

use super::Procedure;
use crate::chance::{AttackFace, Chance};

/// What an attempt came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Escape {
    Escaped,
    Killed,
    Held,
}

impl Escape {
    pub const ALL: [Escape; 3] = [Escape::Escaped, Escape::Killed, Escape::Held];

    pub const fn name(self) -> &'static str {
        match self {
            Escape::Escaped => "escaped",
            Escape::Killed => "killed",
            Escape::Held => "held",
        }
    }
}

/// How many dice each side rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EscapeDice {
    /// The prisoner's: a crit on any of them frees him.
    pub prisoner: u8,
    /// The guards': a crit on any of them kills him, if he is not free.
    pub guards: u8,
}

/// One attempt, which costs the prisoner its XP whatever comes of it.
pub fn escape_attempt(chance: &mut impl Chance, dice: EscapeDice) -> Escape {
    if any_crit(chance, dice.prisoner) {
        Escape::Escaped
    } else if any_crit(chance, dice.guards) {
        Escape::Killed
    } else {
        Escape::Held
    }
}

/// All the dice are rolled, as at the table, also after the first crit.
fn any_crit(chance: &mut impl Chance, dice: u8) -> bool {
    (0..dice).fold(false, |found, _| (chance.attack_die() == AttackFace::Crit) | found)
}

/// A run of attempts, one a turn, until free, dead or out of XP.
#[derive(Debug, Clone, Copy)]
pub struct EscapeRoll {
    pub dice: EscapeDice,
    pub attempts: u32,
}

impl Procedure for EscapeRoll {
    fn outcomes(&self) -> Vec<String> {
        Escape::ALL.map(|outcome| outcome.name().to_string()).to_vec()
    }

    /// One attempt: escaped e, killed k, held h. A run of n: e and k times (1 - h^n) / (1 - h), held h^n.
    fn exact(&self) -> Vec<f64> {
        let no_crit = 1.0 - AttackFace::Crit.probability();
        let escaped = 1.0 - no_crit.powi(i32::from(self.dice.prisoner));
        let killed = (1.0 - escaped) * (1.0 - no_crit.powi(i32::from(self.dice.guards)));
        let held = 1.0 - escaped - killed;
        let still_held = held.powi(self.attempts as i32);
        let share = if held < 1.0 { (1.0 - still_held) / (1.0 - held) } else { 0.0 };
        vec![escaped * share, killed * share, still_held]
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        let attempt = |_| escape_attempt(chance, self.dice);
        (0..self.attempts).map(attempt).find(|result| *result != Escape::Held).unwrap_or(Escape::Held)
            as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;
    use crate::procedures::tests::{check, check_simulation};
    use AttackFace::{Blank, Crit, Hit};

    const GENERIC: EscapeDice = EscapeDice { prisoner: 1, guards: 1 };
    const UNIQUE: EscapeDice = EscapeDice { prisoner: 2, guards: 1 };

    #[test]
    fn escape_needs_a_crit_and_fails_deadly_on_a_second_one() {
        let attempt = |dice, faces: &[AttackFace]| {
            let mut chance = Scripted::attack(faces.iter().copied());
            let result = escape_attempt(&mut chance, dice);
            chance.assert_exhausted();
            result
        };
        assert_eq!(attempt(GENERIC, &[Crit]), Escape::Escaped);
        assert_eq!(attempt(GENERIC, &[Hit, Crit]), Escape::Killed);
        assert_eq!(attempt(GENERIC, &[Hit, Hit]), Escape::Held);
        assert_eq!(attempt(UNIQUE, &[Crit, Blank]), Escape::Escaped);
        assert_eq!(attempt(UNIQUE, &[Blank, Crit]), Escape::Escaped);
        assert_eq!(attempt(UNIQUE, &[Blank, Hit, Crit]), Escape::Killed);
    }

    #[test]
    fn escape_probabilities_equal_enumeration() {
        // Generic: 8/64 escape, 56/64 * 1/8 = 7/64 killed. Unique: 15/64 escape, 49/64 * 1/8 killed.
        let generic = EscapeRoll { dice: GENERIC, attempts: 1 };
        assert!((generic.exact()[0] - 0.125).abs() < 1e-15);
        assert!((generic.exact()[1] - 7.0 / 64.0).abs() < 1e-15);
        let unique = EscapeRoll { dice: UNIQUE, attempts: 1 };
        assert!((unique.exact()[0] - 15.0 / 64.0).abs() < 1e-15);
        assert!((unique.exact()[1] - 49.0 / 512.0).abs() < 1e-15);
        for attempts in 1..=3 {
            check(&EscapeRoll { dice: GENERIC, attempts });
            check(&EscapeRoll { dice: UNIQUE, attempts });
        }
        check_simulation(&EscapeRoll { dice: UNIQUE, attempts: 40 });
    }
}
