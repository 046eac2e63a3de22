//! Rule: Pilot Recovery, Wounding and Death. (Campaign, "Pilot Recovery, Wounding and Death")
//!
//! The die that is rolled for everyone aboard a destroyed ship.

use super::Procedure;
use crate::chance::planes::AttackPlanes;
use crate::chance::{AttackFace, Chance, Seeded};

/// What the ejection die did to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ejection {
    Killed,
    Wounded,
    Safe,
}

impl Ejection {
    pub const ALL: [Ejection; 3] = [Ejection::Killed, Ejection::Wounded, Ejection::Safe];

    pub const fn name(self) -> &'static str {
        match self {
            Ejection::Killed => "killed",
            Ejection::Wounded => "wounded",
            Ejection::Safe => "safe",
        }
    }
}

/// Which face does what. The rule set names the faces; these are the rulebook's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EjectionFaces {
    pub killed: AttackFace,
    pub wounded: AttackFace,
}

impl Default for EjectionFaces {
    fn default() -> EjectionFaces {
        EjectionFaces { killed: AttackFace::Crit, wounded: AttackFace::Hit }
    }
}

impl EjectionFaces {
    pub fn read(self, face: AttackFace) -> Ejection {
        if face == self.killed {
            Ejection::Killed
        } else if face == self.wounded {
            Ejection::Wounded
        } else {
            Ejection::Safe
        }
    }
}

/// When a pilot with an XP to spend rolls the die again (tactical judgment: one die, once).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EjectionReroll {
    Never,
    /// Only a death. No other use makes a death less likely: this is the best one unless a wound is worth more
    /// than a fifth of a death, since a wound rolled again kills 1 in 8 and spares 5 in 8.
    Killed,
    /// A death or a wound.
    KilledOrWounded,
}

/// Rolls the ejection die; the second value tells whether the XP for the reroll was spent.
pub fn ejection(chance: &mut impl Chance, faces: EjectionFaces, reroll: EjectionReroll) -> (Ejection, bool) {
    let first = faces.read(chance.attack_die());
    let again = match reroll {
        EjectionReroll::Never => false,
        EjectionReroll::Killed => first == Ejection::Killed,
        EjectionReroll::KilledOrWounded => first != Ejection::Safe,
    };
    if again { (faces.read(chance.attack_die()), true) } else { (first, false) }
}

/// One person's ejection as a procedure of `canto roll`.
#[derive(Debug, Clone, Copy)]
pub struct EjectionRoll {
    pub faces: EjectionFaces,
    pub reroll: EjectionReroll,
}

impl Procedure for EjectionRoll {
    fn outcomes(&self) -> Vec<String> {
        Ejection::ALL.map(|outcome| outcome.name().to_string()).to_vec()
    }

    fn exact(&self) -> Vec<f64> {
        let mut once = [0.0; 3];
        for face in AttackFace::ALL {
            once[self.faces.read(face) as usize] += face.probability();
        }
        let [killed, wounded, safe] = once;
        let again = match self.reroll {
            EjectionReroll::Never => 0.0,
            EjectionReroll::Killed => killed,
            EjectionReroll::KilledOrWounded => killed + wounded,
        };
        let kept = match self.reroll {
            EjectionReroll::Never => once,
            EjectionReroll::Killed => [0.0, wounded, safe],
            EjectionReroll::KilledOrWounded => [0.0, 0.0, safe],
        };
        (0..3).map(|i| kept[i] + again * once[i]).collect()
    }

    fn trial(&self, chance: &mut impl Chance) -> usize {
        ejection(chance, self.faces, self.reroll).0 as usize
    }

    /// Sixty-four persons at once.
    fn trials(&self, stream: &mut Seeded, trials: u64, tally: &mut [u64]) {
        let (mut killed_total, mut wounded_total) = (0, 0);
        let mut left = trials;
        while 0 < left {
            let mask = if 64 <= left { u64::MAX } else { (1 << left) - 1 };
            let (mut killed, mut wounded) = self.planes(AttackPlanes::roll(stream));
            let again = match self.reroll {
                EjectionReroll::Never => 0,
                EjectionReroll::Killed => killed,
                EjectionReroll::KilledOrWounded => killed | wounded,
            };
            if again != 0 {
                let (killed_again, wounded_again) = self.planes(AttackPlanes::roll(stream));
                killed = killed & !again | killed_again & again;
                wounded = wounded & !again | wounded_again & again;
            }
            killed_total += u64::from((killed & mask).count_ones());
            wounded_total += u64::from((wounded & mask).count_ones());
            left -= left.min(64);
        }
        tally[Ejection::Killed as usize] += killed_total;
        tally[Ejection::Wounded as usize] += wounded_total;
        tally[Ejection::Safe as usize] += trials - killed_total - wounded_total;
    }
}

impl EjectionRoll {
    /// Who is killed and who is wounded among 64 dice.
    #[inline]
    fn planes(&self, dice: AttackPlanes) -> (u64, u64) {
        let showing = |face| match face {
            AttackFace::Hit => dice.hit,
            AttackFace::Crit => dice.crit,
            AttackFace::Focus => dice.focus,
            AttackFace::Blank => !(dice.hit | dice.crit | dice.focus),
        };
        // One face may be named twice; it kills.
        let killed = showing(self.faces.killed);
        (killed, showing(self.faces.wounded) & !killed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose, Scripted};
    use crate::procedures::tests::check;

    #[test]
    fn ejection_reads_each_face() {
        let read = |face| {
            let mut chance = Scripted::attack([face]);
            let result = ejection(&mut chance, EjectionFaces::default(), EjectionReroll::Never);
            chance.assert_exhausted();
            result
        };
        assert_eq!(read(AttackFace::Crit), (Ejection::Killed, false));
        assert_eq!(read(AttackFace::Hit), (Ejection::Wounded, false));
        assert_eq!(read(AttackFace::Focus), (Ejection::Safe, false));
        assert_eq!(read(AttackFace::Blank), (Ejection::Safe, false));
    }

    #[test]
    fn ejection_rerolls_a_death_once_and_keeps_the_second_die() {
        let mut chance = Scripted::attack([AttackFace::Crit, AttackFace::Crit]);
        let result = ejection(&mut chance, EjectionFaces::default(), EjectionReroll::Killed);
        assert_eq!(result, (Ejection::Killed, true));
        chance.assert_exhausted();
    }

    /// The last word of dice is cut: dice beyond the trials asked for do not count.
    #[test]
    fn ejection_counts_no_more_trials_than_asked_for() {
        let roll = EjectionRoll { faces: EjectionFaces::default(), reroll: EjectionReroll::KilledOrWounded };
        let mut stream = Luck::new(2, 0).stream(Purpose::Roll, 0);
        let mut total = [0_u64; 3];
        for trials in [0, 1, 2, 63, 64, 65].into_iter().cycle().take(6000) {
            let mut tally = [0; 3];
            roll.trials(&mut stream, trials, &mut tally);
            assert_eq!(tally.iter().sum::<u64>(), trials);
            total.iter_mut().zip(tally).for_each(|(sum, count)| *sum += count);
        }
        // 1000 times 195 trials: 1/16, 3/16 and 3/4, within five standard errors.
        for (count, p) in total.into_iter().zip([1.0 / 16.0, 3.0 / 16.0, 0.75_f64]) {
            let (mean, error) = (195_000.0 * p, (195_000.0 * p * (1.0 - p)).sqrt());
            assert!((count as f64 - mean).abs() < 5.0 * error, "{total:?}");
        }
    }

    /// Bit planes and one die at a time are two ways to the same distribution, also for faces of a house rule.
    #[test]
    fn ejection_follows_the_faces_that_the_rules_name() {
        for killed in AttackFace::ALL {
            for wounded in AttackFace::ALL {
                for reroll in [EjectionReroll::Never, EjectionReroll::Killed, EjectionReroll::KilledOrWounded]
                {
                    check(&EjectionRoll { faces: EjectionFaces { killed, wounded }, reroll });
                }
            }
        }
    }

    #[test]
    fn ejection_probabilities_equal_enumeration() {
        for (reroll, expected) in [
            (EjectionReroll::Never, [8.0, 24.0, 32.0]),
            // Killed twice 1/64; wounded 24/64 + 8/64 * 24/64; safe 32/64 + 8/64 * 32/64.
            (EjectionReroll::Killed, [1.0, 27.0, 36.0]),
            // 32/64 roll again: killed 4/64, wounded 12/64, safe 32/64 + 16/64.
            (EjectionReroll::KilledOrWounded, [4.0, 12.0, 48.0]),
        ] {
            let roll = EjectionRoll { faces: EjectionFaces::default(), reroll };
            for (p, q) in roll.exact().iter().zip(expected) {
                assert!((p - q / 64.0).abs() < 1e-15);
            }
            check(&roll);
        }
    }
}
