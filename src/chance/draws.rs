//! The named draws, and the faces of the dice.

use serde::{Deserialize, Serialize};

/// A face of the red die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum AttackFace {
    Hit,
    Crit,
    Focus,
    Blank,
}

/// A face of the green die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum DefenseFace {
    Evade,
    Focus,
    Blank,
}

impl AttackFace {
    /// The eight faces of the red die; the index is three random bits.
    #[rustfmt::skip]
    pub const FACES: [AttackFace; 8] = [
        AttackFace::Hit,   AttackFace::Hit,   AttackFace::Hit,   // 3 of 8
        AttackFace::Crit,                                        // 1 of 8
        AttackFace::Focus, AttackFace::Focus,                    // 2 of 8
        AttackFace::Blank, AttackFace::Blank,                    // 2 of 8
    ];

    pub const ALL: [AttackFace; 4] =
        [AttackFace::Hit, AttackFace::Crit, AttackFace::Focus, AttackFace::Blank];

    /// How many of the eight faces show this.
    pub const fn count(self) -> u32 {
        let mut found = 0;
        let mut face = 0;
        while face < 8 {
            if Self::FACES[face] as u8 == self as u8 {
                found += 1;
            }
            face += 1;
        }
        found
    }

    pub fn probability(self) -> f64 {
        f64::from(self.count()) / 8.0
    }
}

impl DefenseFace {
    /// The eight faces of the green die; the index is three random bits.
    #[rustfmt::skip]
    pub const FACES: [DefenseFace; 8] = [
        DefenseFace::Evade, DefenseFace::Evade, DefenseFace::Evade, // 3 of 8
        DefenseFace::Blank,                                         // 1 of 8, and two more below
        DefenseFace::Focus, DefenseFace::Focus,                     // 2 of 8
        DefenseFace::Blank, DefenseFace::Blank,
    ];

    pub const ALL: [DefenseFace; 3] = [DefenseFace::Evade, DefenseFace::Focus, DefenseFace::Blank];

    /// How many of the eight faces show this.
    pub const fn count(self) -> u32 {
        let mut found = 0;
        let mut face = 0;
        while face < 8 {
            if Self::FACES[face] as u8 == self as u8 {
                found += 1;
            }
            face += 1;
        }
        found
    }

    pub fn probability(self) -> f64 {
        f64::from(self.count()) / 8.0
    }
}

/// Where a rule gets its luck from. `src/RULES.md` lists every place that draws.
pub trait Chance {
    /// One red die.
    fn attack_die(&mut self) -> AttackFace;

    /// One green die.
    fn defense_die(&mut self) -> DefenseFace;

    /// A random number from 1 to `n`, as the rulebook's random-number tables ask for.
    fn number(&mut self, n: u32) -> u32;

    /// A six-sided die.
    fn d6(&mut self) -> u8 {
        self.number(6) as u8
    }

    /// Two six-sided dice added up.
    fn two_d6(&mut self) -> u8 {
        self.d6() + self.d6()
    }

    /// A twenty-sided die.
    fn d20(&mut self) -> u8 {
        self.number(20) as u8
    }

    /// An index below `n`, for a choice among equals.
    fn pick(&mut self, n: usize) -> usize {
        self.number(n as u32) as usize - 1
    }

    /// Yes with this probability, for mixed strategies; good to one part in 2³⁰.
    fn likely(&mut self, probability: f64) -> bool {
        const PARTS: u32 = 1 << 30;
        f64::from(self.number(PARTS)) <= (probability * f64::from(PARTS)).round()
    }

    /// Puts a slice in random order (Fisher–Yates, from the last place down).
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..items.len()).rev() {
            let other = self.pick(last + 1);
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Scripted, enumerate};

    #[test]
    fn picks_and_likelihoods_hold_at_their_ends() {
        let mut chance = Scripted::numbers([1, 5, 1, 1 << 30, 1 << 29, (1 << 29) + 1]);
        assert_eq!((chance.pick(5), chance.pick(5)), (0, 4));
        // The least number is not likely at 0, the greatest is at 1, and one half is one half.
        assert!(!chance.likely(0.0) && chance.likely(1.0));
        assert!(chance.likely(0.5) && !chance.likely(0.5));
        chance.assert_exhausted();
    }

    #[test]
    fn shuffling_makes_every_order_equally_likely() {
        let orders = enumerate(|chance| {
            let mut items = [1, 2, 3, 4];
            chance.shuffle(&mut items);
            items
        });
        assert_eq!(orders.len(), 24);
        assert!(orders.values().all(|p| (p - 1.0 / 24.0).abs() < 1e-15));
    }

    #[test]
    fn faces_are_counted_as_printed() {
        assert_eq!(AttackFace::ALL.map(AttackFace::count), [3, 1, 2, 2]);
        assert_eq!(DefenseFace::ALL.map(DefenseFace::count), [3, 2, 3]);
    }
}
