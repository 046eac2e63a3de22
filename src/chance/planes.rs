//! Sixty-four dice at once: three words are the three bit planes of 64 eight-sided dice, and faces are counted
//! with a few logic operations and population counts.
//!
//! For procedures simple enough to be written as logic on planes. Bit `i` of each plane belongs to die `i`.

use super::Seeded;

/// Sixty-four red dice. A die that shows none of the three is blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackPlanes {
    pub hit: u64,
    pub crit: u64,
    pub focus: u64,
}

/// Sixty-four green dice. A die that shows neither is blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefensePlanes {
    pub evade: u64,
    pub focus: u64,
}

impl AttackPlanes {
    #[inline]
    pub fn roll(stream: &mut Seeded) -> AttackPlanes {
        let (high, middle, low) = (stream.word(), stream.word(), stream.word());
        // Three bits below 3: hit; 3: crit; 4 and 5: focus; 6 and 7: blank. As in `AttackFace::FACES`.
        AttackPlanes { hit: !high & !(middle & low), crit: !high & middle & low, focus: high & !middle }
    }
}

impl DefensePlanes {
    #[inline]
    pub fn roll(stream: &mut Seeded) -> DefensePlanes {
        let (high, middle, low) = (stream.word(), stream.word(), stream.word());
        DefensePlanes { evade: !high & !(middle & low), focus: high & !middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{AttackFace, DefenseFace, Luck, Purpose};

    /// Bit by bit, the planes show the face that the die's three bits name.
    #[test]
    fn planes_agree_with_the_faces() {
        let mut stream = Luck::new(3, 0).stream(Purpose::Roll, 0);
        for _ in 0..4 {
            let mut words = stream.clone();
            let words = [words.word(), words.word(), words.word()];
            let (red, green) = (AttackPlanes::roll(&mut stream.clone()), DefensePlanes::roll(&mut stream));
            for die in 0..64 {
                let bit = |word: u64| (word >> die & 1) as usize;
                let eighth = bit(words[0]) << 2 | bit(words[1]) << 1 | bit(words[2]);
                let shown = match [red.hit, red.crit, red.focus].map(bit) {
                    [1, 0, 0] => AttackFace::Hit,
                    [0, 1, 0] => AttackFace::Crit,
                    [0, 0, 1] => AttackFace::Focus,
                    other => {
                        assert_eq!(other, [0, 0, 0], "a die shows one face");
                        AttackFace::Blank
                    }
                };
                assert_eq!(shown, AttackFace::FACES[eighth]);
                let shown = match [green.evade, green.focus].map(bit) {
                    [1, 0] => DefenseFace::Evade,
                    [0, 1] => DefenseFace::Focus,
                    other => {
                        assert_eq!(other, [0, 0], "a die shows one face");
                        DefenseFace::Blank
                    }
                };
                assert_eq!(shown, DefenseFace::FACES[eighth]);
            }
        }
    }

    #[test]
    fn planes_show_each_face_as_often_as_the_die_does() {
        let mut stream = Luck::new(1, 0).stream(Purpose::Roll, 0);
        let (mut hit, mut crit, mut focus, mut evade, mut eye) = (0, 0, 0, 0, 0);
        const ROLLS: u32 = 4000;
        for _ in 0..ROLLS {
            let red = AttackPlanes::roll(&mut stream);
            assert_eq!(red.hit & red.crit | red.hit & red.focus | red.crit & red.focus, 0);
            hit += red.hit.count_ones();
            crit += red.crit.count_ones();
            focus += red.focus.count_ones();
            let green = DefensePlanes::roll(&mut stream);
            assert_eq!(green.evade & green.focus, 0);
            evade += green.evade.count_ones();
            eye += green.focus.count_ones();
        }
        let n = f64::from(64 * ROLLS);
        for (count, p) in [(hit, 0.375), (crit, 0.125), (focus, 0.25), (evade, 0.375), (eye, 0.25)] {
            let error = (n * p * (1.0 - p)).sqrt();
            assert!((f64::from(count) - n * p).abs() < 5.0 * error, "{count} of {n} at {p}");
        }
    }
}
