//! The generator: one `u64` seed, split by hashing into independent named streams.
//!
//! A stream depends on (seed, replication, purpose, key) and on nothing else, so replication 17 plays alone,
//! and two rule sets meet the same luck wherever the rules do not differ.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Dxsm;

use super::{AttackFace, Chance, DefenseFace};

/// What a stream of luck is for. The numbers are part of every result: never renumber, only add.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Purpose {
    /// `canto roll`; key: chunk of trials.
    Roll = 1,
    /// Campaign map; key: strategic target.
    Map = 2,
    /// Scenario and squad-size tables; key: turn and battle.
    Scenario = 3,
    /// Who attacks where a coin decides; key: turn and battle.
    Targets = 4,
    /// The dice of one battle; key: turn and battle.
    Battle = 5,
    /// Ejection, escape and the like; key: turn and person.
    Casualty = 6,
    /// What a doctrine leaves to chance; key: turn and player.
    Doctrine = 7,
    /// What a pilot leaves to chance; key: battle and side.
    Policy = 8,
    /// Placing obstacles and ships; key: battle.
    Placement = 9,
    /// Unexplored worlds, crashed ships, loot tables; key: turn and target.
    Exploration = 10,
    /// Miniatures initiative; key: chunk of trials.
    MiniaturesInitiative = 11,
    /// Miniatures pre-game; key: skirmish.
    MiniaturesPregame = 12,
    /// Bootstrap resampling in the analysis; key: metric.
    Bootstrap = 13,
    /// Sampling designs of sweeps and sensitivity; key: block.
    Design = 14,
    /// Random battles of soaks and calibration; key: battle.
    Soak = 15,
    /// Damage decks; key: battle and side.
    DamageDeck = 16,
    /// What a pilot spends XP on where a set-up leaves it to the lot; key: person.
    Training = 17,
}

/// The luck of one replication: hands out streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Luck {
    pub seed: u64,
    pub replication: u64,
}

impl Luck {
    pub const fn new(seed: u64, replication: u64) -> Luck {
        Luck { seed, replication }
    }

    /// The stream for one purpose and key. Two calls with the same words give the same stream.
    pub fn stream(self, purpose: Purpose, key: u64) -> Seeded {
        let mut state = 0x9E37_79B9_7F4A_7C15;
        for word in [self.seed, self.replication, purpose as u64, key] {
            state = mix(state ^ mix(word.wrapping_add(0x632B_E59B_D9B4_E019)));
        }
        let mut bytes = [0; 32];
        for quarter in bytes.chunks_exact_mut(8) {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            quarter.copy_from_slice(&mix(state).to_le_bytes());
        }
        Seeded { generator: Pcg64Dxsm::from_seed(bytes), bits: 0, eighths_left: 0 }
    }

    /// Joins two small numbers into one key, such as turn and battle.
    pub const fn key(major: u64, minor: u64) -> u64 {
        (major << 32) | minor
    }
}

/// SplitMix64's finalizer (Steele, Lea, Flood 2014): every input bit reaches every output bit.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// One stream of luck: PCG underneath, eight-sided dice cut three bits at a time.
#[derive(Debug, Clone)]
pub struct Seeded {
    generator: Pcg64Dxsm,
    bits: u64,
    eighths_left: u32,
}

impl Seeded {
    /// A raw word, for bit planes and resampling. Does not touch the bits kept for dice.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number in 0..1 with 53 random bits, for sampling designs and softmax choices.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Three random bits. A word gives 21 of them, the 64th bit is left.
    #[inline]
    fn eighth(&mut self) -> usize {
        if self.eighths_left == 0 {
            self.bits = self.generator.next_u64();
            self.eighths_left = 21;
        }
        let eighth = self.bits & 7;
        self.bits >>= 3;
        self.eighths_left -= 1;
        eighth as usize
    }
}

impl Chance for Seeded {
    #[inline]
    fn attack_die(&mut self) -> AttackFace {
        AttackFace::FACES[self.eighth()]
    }

    #[inline]
    fn defense_die(&mut self) -> DefenseFace {
        DefenseFace::FACES[self.eighth()]
    }

    /// Lemire's multiply-and-reject (2019): exactly uniform.
    #[inline]
    fn number(&mut self, n: u32) -> u32 {
        debug_assert!(0 < n, "a random number from 1 to 0 does not exist");
        let n = u64::from(n);
        loop {
            let product = u128::from(self.word()) * u128::from(n);
            let low = product as u64;
            if n <= low || n.wrapping_neg() % n <= low {
                return (product >> 64) as u32 + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results depend on these values; a change here is a change of every published number.
    #[test]
    fn generator_gives_its_golden_values() {
        let mut stream = Luck::new(42, 7).stream(Purpose::Roll, 3);
        let words: Vec<u64> = (0..4).map(|_| stream.word()).collect();
        assert_eq!(words, GOLDEN_WORDS);
        let mut stream = Luck::new(42, 7).stream(Purpose::Roll, 3);
        let numbers: Vec<u32> = (0..8).map(|_| stream.number(34)).collect();
        assert_eq!(numbers, GOLDEN_NUMBERS);
    }

    /// A word gives 21 dice from its low end, and the 64th bit is left; dice take a word of their own when they need one.
    #[test]
    fn dice_are_cut_three_bits_at_a_time() {
        let start = || Luck::new(42, 7).stream(Purpose::Roll, 3);
        let mut words = start();
        let words: Vec<u64> = (0..4).map(|_| words.word()).collect();
        let eighth = |i: usize| (words[i / 21] >> (3 * (i % 21)) & 7) as usize;
        let (mut red, mut green) = (start(), start());
        for i in 0..84 {
            assert_eq!(red.attack_die(), AttackFace::FACES[eighth(i)], "red die {i}");
            assert_eq!(green.defense_die(), DefenseFace::FACES[eighth(i)], "green die {i}");
        }
        // The first eight, written out: the low 24 bits of the first golden word.
        use AttackFace::{Crit, Focus, Hit};
        let mut red = start();
        assert_eq!([(); 8].map(|()| red.attack_die()), [Hit, Focus, Crit, Hit, Focus, Focus, Focus, Focus]);
    }

    #[test]
    fn d20_two_d6_and_units_are_what_the_words_say() {
        let start = || Luck::new(42, 7).stream(Purpose::Roll, 3);
        // Highest parts of word times sides: 1219656429352669928 / 2^64 is 0.066, 18043411977625383421 / 2^64 is 0.978.
        assert_eq!(start().d20(), 2);
        assert_eq!(start().two_d6(), 1 + 6);
        let unit = start().unit();
        assert!((unit - GOLDEN_WORDS[0] as f64 / 18_446_744_073_709_551_616.0).abs() < 1e-15, "{unit}");
        assert_eq!(start().pick(34), 2);
    }

    /// A purpose's number is part of every published result.
    #[test]
    fn purposes_keep_their_numbers() {
        use Purpose::*;
        let numbered = [
            Roll,
            Map,
            Scenario,
            Targets,
            Battle,
            Casualty,
            Doctrine,
            Policy,
            Placement,
            Exploration,
            MiniaturesInitiative,
            MiniaturesPregame,
            Bootstrap,
            Design,
            Soak,
            DamageDeck,
        ];
        assert!(numbered.iter().zip(1..).all(|(purpose, number)| *purpose as u64 == number));
        assert_eq!(Luck::key(3, 5), 3 << 32 | 5);
    }

    const GOLDEN_WORDS: [u64; 4] =
        [1219656429352669928, 18043411977625383421, 8539522624335833121, 13612153976818206729];
    const GOLDEN_NUMBERS: [u32; 8] = [3, 34, 16, 26, 34, 28, 8, 27];

    #[test]
    fn streams_differ_in_every_word_of_their_name() {
        let first =
            |seed, replication, purpose, key| Luck::new(seed, replication).stream(purpose, key).word();
        let base = first(1, 2, Purpose::Map, 3);
        assert_ne!(base, first(2, 2, Purpose::Map, 3));
        assert_ne!(base, first(1, 3, Purpose::Map, 3));
        assert_ne!(base, first(1, 2, Purpose::Scenario, 3));
        assert_ne!(base, first(1, 2, Purpose::Map, 4));
    }

    /// Neighbouring streams must not resemble each other: the bits of 4,096 first words, counted by column and
    /// by difference to the neighbour, stay within five standard errors of one half.
    #[test]
    fn neighbouring_streams_are_unrelated() {
        let words: Vec<u64> = (0..4096).map(|i| Luck::new(1, i).stream(Purpose::Battle, 0).word()).collect();
        let limit = 5.0 * (4096.0_f64).sqrt() / 2.0;
        for bit in 0..64 {
            let ones = words.iter().filter(|word| *word >> bit & 1 == 1).count() as f64;
            assert!((ones - 2048.0).abs() <= limit, "bit {bit}: {ones}");
            let flips = words.windows(2).filter(|pair| (pair[0] ^ pair[1]) >> bit & 1 == 1).count() as f64;
            assert!((flips - 2047.5).abs() <= limit, "flip of bit {bit}: {flips}");
        }
    }

    #[test]
    fn number_reaches_both_ends_and_nothing_else() {
        let mut stream = Luck::new(5, 0).stream(Purpose::Map, 0);
        let mut seen = [0_u32; 6];
        for _ in 0..6000 {
            seen[stream.number(6) as usize - 1] += 1;
        }
        // Each count is binomial(6000, 1/6): standard error 28.9; five of them either way.
        assert!(seen.iter().all(|&n| (855..=1145).contains(&n)), "{seen:?}");
    }
}
