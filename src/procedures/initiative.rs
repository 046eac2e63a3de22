//! Rule: Initiative. (Campaign, "Initiative" of each scenario; "Observation Post")
//!
//! Three attack dice each; the one with more focus results gets initiative, or gets to choose. The attacker of
//! an Assassination may reroll once, and so may each side once per Observation Post it controls.

use super::{Procedure, binomial};
use crate::chance::{AttackFace, Chance};
use crate::ids::Side;

/// What a reroll of initiative rolls again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RerollScope {
    /// The reroller's own dice; the other's stay on the table.
    Own,
    /// The whole contest, both players' dice.
    Both,
}

/// The terms of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contest {
    /// Dice for each player.
    pub dice: u8,
    /// How often each side may reroll; index is the side.
    pub rerolls: [u8; 2],
    pub scope: RerollScope,
}

/// One roll of both players: who has more focus results, `None` on a tie.
pub fn initiative_roll(chance: &mut impl Chance, dice: u8) -> Option<Side> {
    let attacker = focus_results(chance, dice);
    let defender = focus_results(chance, dice);
    leader([attacker, defender])
}

/// Rolls until somebody has initiative.
///
/// Ruling: a tie is rolled again by both and uses up no right to reroll. A right is used by the player who is
/// behind, as long as he has one; the other may answer with his own.
pub fn initiative(chance: &mut impl Chance, contest: Contest) -> Side {
    let mut rerolls = contest.rerolls;
    let mut focus = [0; 2];
    loop {
        focus = match leader(focus) {
            None => [focus_results(chance, contest.dice), focus_results(chance, contest.dice)],
            Some(winner) => {
                let behind = winner.foe();
                if rerolls[behind.index()] == 0 {
                    return winner;
                }
                rerolls[behind.index()] -= 1;
                match contest.scope {
                    RerollScope::Both => [0; 2],
                    RerollScope::Own => {
                        let mut again = focus;
                        again[behind.index()] = focus_results(chance, contest.dice);
                        again
                    }
                }
            }
        };
    }
}

fn focus_results(chance: &mut impl Chance, dice: u8) -> u8 {
    (0..dice).filter(|_| chance.attack_die() == AttackFace::Focus).count() as u8
}

fn leader([attacker, defender]: [u8; 2]) -> Option<Side> {
    match attacker.cmp(&defender) {
        std::cmp::Ordering::Greater => Some(Side::Attacker),
        std::cmp::Ordering::Less => Some(Side::Defender),
        std::cmp::Ordering::Equal => None,
    }
}

/// One roll without rerolling a tie.
#[derive(Debug, Clone, Copy)]
pub struct InitiativeSingle {
    pub dice: u8,
}

impl Procedure for InitiativeSingle {
    fn outcomes(&self) -> Vec<String> {
        ["attacker", "defender", "tie"].map(String::from).to_vec()
    }

    fn exact(&self) -> Vec<f64> {
        let focus = binomial(usize::from(self.dice), AttackFace::Focus.probability());
        let tie: f64 = focus.iter().map(|p| p * p).sum();
        vec![(1.0 - tie) / 2.0, (1.0 - tie) / 2.0, tie]
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        match initiative_roll(chance, self.dice) {
            Some(side) => side.index(),
            None => 2,
        }
    }
}

impl Procedure for Contest {
    fn outcomes(&self) -> Vec<String> {
        ["attacker", "defender"].map(String::from).to_vec()
    }

    fn exact(&self) -> Vec<f64> {
        let focus = binomial(usize::from(self.dice), AttackFace::Focus.probability());
        let attacker = self.attacker_wins(&focus);
        vec![attacker, 1.0 - attacker]
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        initiative(chance, *self).index()
    }
}

/// The attacker's chance with certain rights to reroll left on both sides.
#[derive(Debug, Clone, Default)]
struct Prospect {
    /// Before the roll of both.
    rolling: f64,
    /// With dice on the table; the index is the attacker's count times the number of counts plus the defender's.
    shown: Vec<f64>,
}

impl Contest {
    /// Rights are only ever used up, so prospects with fewer of them are known when those with more are asked for.
    fn attacker_wins(&self, focus: &[f64]) -> f64 {
        let counts = focus.len();
        let [most_attacker, most_defender] = self.rerolls.map(usize::from);
        let mut known: Vec<Vec<Prospect>> = Vec::with_capacity(most_attacker + 1);
        for attacker_rights in 0..=most_attacker {
            known.push(Vec::with_capacity(most_defender + 1));
            for defender_rights in 0..=most_defender {
                let mut shown = vec![0.0; counts * counts];
                for (place, value) in shown.iter_mut().enumerate() {
                    let results = [place / counts, place % counts];
                    *value = match leader(results.map(|count| count as u8)) {
                        // Solved for below.
                        None => 0.0,
                        Some(Side::Attacker) if defender_rights == 0 => 1.0,
                        Some(Side::Defender) if attacker_rights == 0 => 0.0,
                        Some(Side::Attacker) => {
                            let after = &known[attacker_rights][defender_rights - 1];
                            self.after_reroll(focus, after, |count| results[0] * counts + count)
                        }
                        Some(Side::Defender) => {
                            let after = &known[attacker_rights - 1][defender_rights];
                            self.after_reroll(focus, after, |count| count * counts + results[1])
                        }
                    };
                }
                // A tie is rolled again with all rights: v = decided + tie * v, so v = decided / (1 - tie).
                let tie: f64 = focus.iter().map(|p| p * p).sum();
                let weight = |place: usize| focus[place / counts] * focus[place % counts];
                let decided: f64 = shown.iter().enumerate().map(|(place, value)| weight(place) * value).sum();
                let rolling = decided / (1.0 - tie);
                for count in 0..counts {
                    shown[count * counts + count] = rolling;
                }
                known[attacker_rights].push(Prospect { rolling, shown });
            }
        }
        known[most_attacker][most_defender].rolling
    }

    /// The prospect after a reroll: of one's own dice, whose new count leads to a place among the results, or of all.
    fn after_reroll(&self, focus: &[f64], after: &Prospect, place: impl Fn(usize) -> usize) -> f64 {
        match self.scope {
            RerollScope::Both => after.rolling,
            RerollScope::Own => {
                focus.iter().enumerate().map(|(count, p)| p * after.shown[place(count)]).sum()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Scripted, enumerate};
    use crate::procedures::tests::{check, check_simulation};
    use AttackFace::{Blank, Focus, Hit};

    fn contest(rerolls: [u8; 2], scope: RerollScope) -> Contest {
        Contest { dice: 3, rerolls, scope }
    }

    #[test]
    fn initiative_goes_to_more_focus_results_and_a_tie_is_rolled_again() {
        let mut chance = Scripted::attack([Focus, Hit, Hit, Focus, Blank, Blank])
            .and_attack([Focus, Hit, Hit, Focus, Focus, Blank]);
        assert_eq!(initiative(&mut chance, contest([0, 0], RerollScope::Own)), Side::Defender);
        chance.assert_exhausted();
    }

    #[test]
    fn initiative_reroll_rolls_the_loser_s_own_dice() {
        // Attacker 0, defender 1; the attacker rolls two focus results against the one that stays.
        let mut chance = Scripted::attack([Hit, Hit, Hit, Focus, Blank, Blank, Focus, Focus, Hit]);
        assert_eq!(initiative(&mut chance, contest([1, 0], RerollScope::Own)), Side::Attacker);
        chance.assert_exhausted();
    }

    #[test]
    fn initiative_reroll_of_both_rolls_all_six_dice_again() {
        let mut chance = Scripted::attack([Hit, Hit, Hit, Focus, Blank, Blank])
            .and_attack([Focus, Focus, Hit, Focus, Hit, Hit]);
        assert_eq!(initiative(&mut chance, contest([1, 0], RerollScope::Both)), Side::Attacker);
        chance.assert_exhausted();
    }

    #[test]
    fn initiative_observation_posts_answer_each_other() {
        // Attacker behind, rerolls ahead; defender behind, rerolls level: both roll again, attacker ahead.
        let mut chance = Scripted::attack([Hit, Hit, Hit, Focus, Blank, Blank])
            .and_attack([Focus, Focus, Hit])
            .and_attack([Focus, Focus, Hit])
            .and_attack([Focus, Hit, Hit, Hit, Hit, Hit]);
        assert_eq!(initiative(&mut chance, contest([1, 1], RerollScope::Own)), Side::Attacker);
        chance.assert_exhausted();
    }

    #[test]
    fn initiative_single_roll_equals_enumeration() {
        check(&InitiativeSingle { dice: 3 });
        // Focus results 0 to 3 come 27, 27, 9, 1 times in 64: a tie in (27² + 27² + 9² + 1²) / 64² = 1540 / 4096.
        assert!((InitiativeSingle { dice: 3 }.exact()[2] - 1540.0 / 4096.0).abs() < 1e-15);
    }

    #[test]
    fn initiative_contest_without_rerolls_is_fair_and_rerolling_all_gives_three_quarters() {
        assert!((contest([0, 0], RerollScope::Own).exact()[0] - 0.5).abs() < 1e-15);
        assert!((contest([1, 0], RerollScope::Both).exact()[0] - 0.75).abs() < 1e-15);
        // Who rolls all again as often as he likes and never loses a right to a tie: all but 2^-(n + 1).
        assert!((contest([9, 0], RerollScope::Both).exact()[0] - 1023.0 / 1024.0).abs() < 1e-15);
        for scope in [RerollScope::Own, RerollScope::Both] {
            // Equal rights are fair, and swapping the sides swaps the chances, however many rights there are.
            assert!((contest([9, 9], scope).exact()[0] - 0.5).abs() < 1e-14);
            let (one, other) = (contest([8, 3], scope).exact()[0], contest([3, 8], scope).exact()[0]);
            assert!((one + other - 1.0).abs() < 1e-14);
            assert!(contest([8, 4], scope).exact()[0] < one && one < contest([9, 3], scope).exact()[0]);
        }
        for rerolls in [[1, 0], [0, 1], [1, 1], [2, 1]] {
            check_simulation(&contest(rerolls, RerollScope::Own));
            check_simulation(&contest(rerolls, RerollScope::Both));
        }
    }

    /// The exact value by another way: one roll of both and the reroll are walked out, and the two ties closed by hand.
    #[test]
    fn initiative_with_the_attacker_s_reroll_equals_enumeration() {
        let exact = contest([1, 0], RerollScope::Own).exact()[0];
        // One pass without ties: 0 tie, 1 attacker, 2 defender, 3 tie after the reroll.
        let pass = enumerate(|chance| {
            let mut dice = || focus_results(chance, 3);
            let (attacker, defender) = (dice(), dice());
            match leader([attacker, defender]) {
                None => 0,
                Some(Side::Attacker) => 1,
                Some(Side::Defender) => match leader([dice(), defender]) {
                    Some(Side::Attacker) => 1,
                    Some(Side::Defender) => 2,
                    None => 3,
                },
            }
        });
        // After the reroll a tie is an even contest; a tie before it starts over with the right in hand.
        let closed = (pass[&1] + pass[&3] / 2.0) / (1.0 - pass[&0]);
        assert!((exact - closed).abs() < 1e-12, "{exact} {closed}");
    }
}
