//! Is it fair? An equivalence verdict, not a test that calls everything fair until the sample is large.

use serde::Serialize;

use super::Estimate;

/// What counts as fair, and how much may be missing from it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Parity {
    /// The fair value: one half between two factions.
    pub fair: f64,
    /// A lean up to this is not worth a rule.
    pub margin: f64,
}

impl Parity {
    /// An even share among `parties`, give or take five points of a hundred.
    pub fn among(parties: usize) -> Parity {
        Parity { fair: 1.0 / parties.max(1) as f64, margin: 0.05 }
    }

    /// Confidence interval inclusion: with a 95 % interval the error of calling a true bias at the margin balanced is at
    /// most 2.5 % (Schuirmann 1987, J. Pharmacokinet. Biopharm. 15, 657–680, uses 90 % for 5 %).
    pub fn verdict(&self, estimate: &Estimate) -> Verdict {
        if !estimate.is_known() {
            return Verdict::Undecided { further: None };
        }
        if self.fair - self.margin <= estimate.low && estimate.high <= self.fair + self.margin {
            Verdict::Balanced
        } else if self.fair < estimate.low {
            Verdict::Biased { upwards: true }
        } else if estimate.high < self.fair {
            Verdict::Biased { upwards: false }
        } else {
            Verdict::Undecided { further: Some(self.further(estimate)) }
        }
    }

    /// The same for one of several parties whose shares are judged together. Where more than two of them could each be called
    /// biased, an error anywhere would call the game unfair, so a bias must stand at the confidence that Bonferroni asks for:
    /// `strict` is the interval at 1 − α / parties. Balanced means that all are, which needs no correction.
    pub fn verdict_among(&self, estimate: &Estimate, strict: &Estimate, parties: usize) -> Verdict {
        match self.verdict(estimate) {
            Verdict::Biased { .. } if 2 < parties && strict.contains(self.fair) => {
                Verdict::Undecided { further: Some(self.further(strict)) }
            }
            verdict => verdict,
        }
    }

    /// Replications beyond those made after which a verdict would be reached in nine of ten cases, were the present value the true one. The
    /// half-width of 1.96 standard errors, and the 1.645 by which the next value may miss the true one, must then fit between the value and
    /// the border of the nearer verdict.
    fn further(&self, estimate: &Estimate) -> u64 {
        let lean = (estimate.value - self.fair).abs();
        let wanted = lean.max(self.margin - lean) * 1.96 / (1.96 + 1.645);
        let factor = (estimate.half_width() / wanted).powi(2);
        // Wilson's interval shrinks as if four more had been made, and a few are added since it is not symmetric.
        let needed = ((estimate.n + 4) as f64 * factor * 1.03).ceil();
        (needed.min(1e15) as u64).saturating_sub(estimate.n).max(1)
    }
}

/// The answer to "is it fair?"
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole interval lies within the margin.
    Balanced,
    /// The interval excludes the fair value and leaves the margin.
    Biased { upwards: bool },
    /// Neither yet; `further` replications would probably decide it.
    Undecided { further: Option<u64> },
}

impl Verdict {
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Balanced => "balanced",
            Verdict::Biased { .. } => "biased",
            Verdict::Undecided { .. } => "undecided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::wilson;
    use crate::chance::{Luck, Purpose};

    #[test]
    fn verdicts_follow_the_interval() {
        let parity = Parity::among(2);
        // 5,100 of 10,000: 0.500 to 0.520, inside 0.45..0.55.
        assert_eq!(parity.verdict(&wilson(5100, 10_000, 0.95)), Verdict::Balanced);
        // Measurably off (0.510 to 0.530) but within the margin: balanced all the same.
        assert_eq!(parity.verdict(&wilson(5200, 10_000, 0.95)), Verdict::Balanced);
        // 0.539 to 0.601 and mirrored.
        assert_eq!(parity.verdict(&wilson(570, 1000, 0.95)), Verdict::Biased { upwards: true });
        assert_eq!(parity.verdict(&wilson(430, 1000, 0.95)), Verdict::Biased { upwards: false });
        assert_eq!(parity.verdict(&wilson(0, 0, 0.95)), Verdict::Undecided { further: None });
    }

    /// 53 of 100: half-width about 0.096; the lean 0.03 exceeds margin − lean = 0.02, so the half-width must fall to 0.544 × 0.03:
    /// about 104 × (0.0963 / 0.0163)² × 1.03 = 3,740 in all.
    #[test]
    fn undecided_says_how_many_more_would_decide() {
        let parity = Parity::among(2);
        let Verdict::Undecided { further: Some(further) } = parity.verdict(&wilson(53, 100, 0.95)) else {
            panic!("53 of 100 decides nothing");
        };
        assert!((3550..=3700).contains(&further), "{further}");
    }

    /// A run of the number that was asked for is decided in nine of ten cases or more, wherever the first one stood.
    #[test]
    fn so_many_more_decide_nine_times_in_ten() {
        let parity = Parity::among(2);
        for wins in [50, 51, 53, 55, 57] {
            let Verdict::Undecided { further: Some(further) } = parity.verdict(&wilson(wins, 100, 0.95))
            else {
                panic!("{wins} of 100 decides nothing");
            };
            let (n, truth) = (100 + further, wins as f64 / 100.0);
            let mut decided = 0;
            for sample in 0..300 {
                let mut stream = Luck::new(43, sample).stream(Purpose::Soak, wins);
                let won = (0..n).filter(|_| stream.unit() < truth).count() as u64;
                decided += u32::from(parity.verdict(&wilson(won, n, 0.95)).name() != "undecided");
            }
            // 270 with a standard error of 5.2.
            assert!(255 <= decided, "{wins}: {decided} of 300 after {n}");
        }
    }

    /// 364 of 1,000: the interval at 95 % begins at 0.335 and excludes a third; at 98.3 % it begins at 0.328 and does not.
    #[test]
    fn a_bias_among_three_must_stand_for_the_family() {
        let parity = Parity::among(3);
        let verdict = |wins, parties| {
            let (plain, strict) = (wilson(wins, 1000, 0.95), wilson(wins, 1000, 1.0 - 0.05 / 3.0));
            parity.verdict_among(&plain, &strict, parties)
        };
        assert_eq!(verdict(364, 2), Verdict::Biased { upwards: true });
        assert!(matches!(verdict(364, 3), Verdict::Undecided { further: Some(_) }));
        assert_eq!(verdict(400, 3), Verdict::Biased { upwards: true });
    }

    #[test]
    fn three_factions_share_by_three() {
        assert_eq!(Parity::among(3).verdict(&wilson(3333, 10_000, 0.95)), Verdict::Balanced);
    }
}
