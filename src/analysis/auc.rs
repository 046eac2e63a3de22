//! How well a score tells winners from losers: the area under the ROC curve.

use super::estimate::{Estimate, Method, z_two_sided};

/// Area under the ROC curve of a score, with DeLong's interval on the logit scale.
///
/// Source: DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44, 837–845; computed by midranks after Sun & Xu (2014), IEEE
/// Signal Process. Lett. 21, 1389–1393. The logit keeps the interval within 0..1. Assumes independent cases.
/// 0.5: the score says nothing; 1: it always tells.
pub fn area_under_curve(scores: &[f64], won: &[bool], confidence: f64) -> Estimate {
    debug_assert_eq!(scores.len(), won.len(), "one answer for each score");
    let unknown = Estimate::unknown(0.0, 1.0, Method::DeLong);
    let winners: Vec<f64> =
        scores.iter().zip(won).filter(|(_, won)| **won).map(|(score, _)| *score).collect();
    let losers: Vec<f64> =
        scores.iter().zip(won).filter(|(_, won)| !**won).map(|(score, _)| *score).collect();
    let (m, n) = (winners.len() as f64, losers.len() as f64);
    if winners.len() < 2 || losers.len() < 2 {
        return unknown;
    }
    let all: Vec<f64> = winners.iter().chain(&losers).copied().collect();
    let ranks = midranks(&all);
    let (winner_ranks, loser_ranks) = (midranks(&winners), midranks(&losers));
    // Share of losers below each winner, and of winners above each loser; ties count half.
    let below: Vec<f64> = (0..winners.len()).map(|i| (ranks[i] - winner_ranks[i]) / n).collect();
    let above: Vec<f64> =
        (0..losers.len()).map(|j| 1.0 - (ranks[winners.len() + j] - loser_ranks[j]) / m).collect();
    let area = below.iter().sum::<f64>() / m;
    let spread = |values: &[f64]| {
        let squares: f64 = values.iter().map(|value| (value - area).powi(2)).sum();
        squares / (values.len() as f64 - 1.0)
    };
    let error = (spread(&below) / m + spread(&above) / n).sqrt();
    let (low, high) = if 0.0 < area && area < 1.0 {
        let logit = (area / (1.0 - area)).ln();
        let half = z_two_sided(confidence) * error / (area * (1.0 - area));
        (logistic(logit - half), logistic(logit + half))
    } else {
        // No overlap at all: the rule of three bounds what was not seen.
        let doubt = 3.0 / m.min(n);
        ((area - doubt).max(0.0), (area + doubt).min(1.0))
    };
    Estimate { value: area, low, high, n: scores.len() as u64, method: Method::DeLong, confidence }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Ranks from 1; equal values share the mean of theirs.
fn midranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    while first < order.len() {
        let mut last = first;
        while last + 1 < order.len() && values[order[last + 1]] == values[order[first]] {
            last += 1;
        }
        for &i in &order[first..=last] {
            ranks[i] = (first + last) as f64 / 2.0 + 1.0;
        }
        first = last + 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Luck, Purpose};

    /// Hanley & McNeil (1982), Radiology 143, 29–36, Table I: ratings of 58 normal and 51 abnormal scans; W = 0.893.
    #[test]
    fn scan_ratings_have_the_published_area() {
        let (mut scores, mut abnormal) = (Vec::new(), Vec::new());
        for (rating, normals, abnormals) in [(1, 33, 3), (2, 6, 2), (3, 6, 2), (4, 11, 11), (5, 2, 33)] {
            for (count, answer) in [(normals, false), (abnormals, true)] {
                scores.extend(std::iter::repeat_n(f64::from(rating), count));
                abnormal.extend(std::iter::repeat_n(answer, count));
            }
        }
        let area = area_under_curve(&scores, &abnormal, 0.95);
        assert!((area.value - 0.893).abs() < 5e-4, "{}", area.value);
        assert!(area.low < 0.85 && 0.93 < area.high);
    }

    /// Winners 3, 1 and losers 2, 0: three of four pairs in order. Below: 1, ½; above: ½, 1: spread ⅛ each, error √(1/16 + 1/16).
    #[test]
    fn a_small_area_by_hand() {
        let area = area_under_curve(&[3.0, 1.0, 2.0, 0.0], &[true, true, false, false], 0.95);
        assert_eq!(area.value, 0.75);
        let half = 1.959_963_984_540_054 * 0.125_f64.sqrt() / 0.1875;
        assert!((area.low - logistic(3.0_f64.ln() - half)).abs() < 1e-12);
        assert!(!area_under_curve(&[1.0], &[true], 0.95).is_known());
    }

    /// Scores uniform on 0..1 for losers and on 0.5..1.5 for winners: P(winner > loser) = 1 − ½ · ½² = 0.875.
    #[test]
    fn areas_cover_as_often_as_they_say() {
        let mut covered = 0;
        for sample in 0..1000 {
            let mut stream = Luck::new(31, sample).stream(Purpose::Soak, 8);
            let won: Vec<bool> = (0..80).map(|_| stream.unit() < 0.5).collect();
            let scores: Vec<f64> =
                won.iter().map(|won| stream.unit() + 0.5 * f64::from(u8::from(*won))).collect();
            covered += u32::from(area_under_curve(&scores, &won, 0.95).contains(0.875));
        }
        // 950 with a standard error of 6.9.
        assert!((922..=985).contains(&covered), "{covered}");
    }
}
