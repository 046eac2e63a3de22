//! Fair costs from made-up fights whose truth is known.

use super::*;
use crate::chance::{Luck, Purpose};

/// Ratios of squad points that whole numbers of ships allow near equality.
const RATIOS: [f64; 4] = [-0.22, -0.06, 0.07, 0.2];

/// Three classes in a ring: the first beats the second, the second the third, the third loses less than it should to the first.
fn truth() -> Curves {
    Curves { classes: 3, offsets: vec![0.8, 0.3, 0.6], slopes: vec![6.0, 8.0, 9.0] }
}

/// Fights by the curves, `n` in both seats of each contest; the two seats share part of their luck.
fn made_up(curves: &Curves, n: usize, sample: u64) -> Fights {
    let mut stream = Luck::new(41, sample).stream(Purpose::Soak, 11);
    let mut fights = Fights { classes: curves.classes, ..Fights::default() };
    for pair in pairs(curves.classes) {
        for log_ratio in RATIOS {
            let contest = fights.contests.len() as u32;
            fights.contests.push(Contest { pair, log_ratio });
            let p = chance(curves.log_odds(pair.0, pair.1, log_ratio));
            for _ in 0..n {
                let first = stream.unit();
                // Luck that favours a seat helps one class in one fight and the other in the next.
                let second = if stream.unit() < 0.3 { 1.0 - first } else { stream.unit() };
                let quarters = 2 * (u8::from(first < p) + u8::from(second < p));
                fights.units.push(Unit { contest, quarters });
            }
        }
    }
    fights
}

#[test]
fn pairs_are_numbered_in_their_order() {
    for classes in 2..7 {
        for (i, pair) in pairs(classes).enumerate() {
            assert_eq!(pair_index(classes, pair), i);
        }
    }
}

/// Two classes with log odds ln 2 at equal points and slope 5: even at −ln 2 / 5, so the fair cost is 2^(1/5) of the printed one, and
/// the other class's is its inverse.
#[test]
fn two_classes_have_inverse_efficiencies() {
    let curves = Curves { classes: 2, offsets: vec![2_f64.ln()], slopes: vec![5.0] };
    assert!((curves.efficiency(0) - 2_f64.powf(0.2)).abs() < 1e-12);
    assert!((curves.efficiency(0) * curves.efficiency(1) - 1.0).abs() < 1e-12);
    assert!((curves.even((0, 1), 1.0) + 2_f64.ln() / 5.0).abs() < 1e-12);
    assert_eq!(curves.even((0, 1), 0.1), -0.1);
    // More points that do not help: no cost is fair.
    let useless = Curves { classes: 2, offsets: vec![1.0], slopes: vec![0.0] };
    assert!(useless.efficiency(0).is_nan());
}

#[test]
fn known_strengths_are_recovered() {
    let truth = truth();
    let found = made_up(&truth, 4000, 0).curves().unwrap();
    for class in 0..3 {
        let (found, true_value) = (found.efficiency(class), truth.efficiency(class));
        assert!((found / true_value - 1.0).abs() < 0.01, "{class}: {found} is not {true_value}");
    }
}

#[test]
fn the_matrix_mirrors_and_draws_count_half() {
    let mut fights = made_up(&truth(), 60, 3);
    // All draws between the first two.
    for unit in &mut fights.units {
        if fights.contests[unit.contest as usize].pair == (0, 1) {
            unit.quarters = 2;
        }
    }
    let resampling = Resampling { resamples: 50, ..Resampling::new(1) };
    let found = fights.fair_costs(resampling).unwrap();
    // Nearly: the shared slope tilts what is flat by a hair, since the ratios are not quite symmetric.
    assert!((found.win_rates[0][1].value - 0.5).abs() < 1e-3, "{}", found.win_rates[0][1].value);
    for (class, foe) in pairs(3) {
        let (there, back) = (&found.win_rates[class][foe], &found.win_rates[foe][class]);
        assert!((there.value + back.value - 1.0).abs() < 1e-12);
        assert!((there.low + back.high - 1.0).abs() < 1e-12);
        assert_eq!(there.n, 2 * 60 * RATIOS.len() as u64);
    }
    assert_eq!(found.win_rates[1][1], Estimate::exact(0.5));
}

#[test]
fn fair_costs_beyond_what_was_fought_are_named() {
    // The first class is worth twice its points: far outside of ±22 %.
    let strong = Curves { classes: 3, offsets: vec![5.0, 5.0, 0.0], slopes: vec![7.0; 3] };
    let resampling = Resampling { resamples: 20, ..Resampling::new(1) };
    let found = made_up(&strong, 200, 5).fair_costs(resampling).unwrap();
    assert_eq!(found.extrapolated[0], [1, 2]);
    let near = made_up(&truth(), 200, 5).fair_costs(resampling).unwrap();
    assert!(near.extrapolated.iter().all(Vec::is_empty), "{:?}", near.extrapolated);
}

/// A curve that is not there: at one ratio the first class always loses, at its neighbours it always wins.
#[test]
fn a_curve_that_does_not_fit_is_said_and_widens() {
    let resampling = Resampling { resamples: 20, ..Resampling::new(1) };
    let well = made_up(&truth(), 60, 8);
    assert!(0.01 < well.fair_costs(resampling).unwrap().fit.p_value);
    let mut badly = well.clone();
    for unit in &mut badly.units {
        if unit.contest == 1 {
            unit.quarters = 0;
        }
    }
    let found = badly.fair_costs(resampling).unwrap();
    assert!(found.fit.p_value < 1e-6 && 1.5 < found.fit.widened, "{:?}", found.fit);
    assert_eq!(found.fit.worst.unwrap().0, 1);
}

/// 120 made-up round robins of 3 classes: the intervals hold the true efficiency about as often as they say.
#[test]
fn intervals_cover_as_often_as_they_say() {
    let truth = truth();
    let mut covered = 0;
    for sample in 0..120 {
        let resampling = Resampling { resamples: 120, ..Resampling::new(sample) };
        let found = made_up(&truth, 40, sample).fair_costs(resampling).unwrap();
        covered += (0..3).filter(|class| found.efficiency[*class].contains(truth.efficiency(*class))).count();
    }
    // 360 × 0.95 = 342; the three of a sample hang together, so at worst a standard error of √120 × 3 × 0.218 = 7.2; widening and
    // few resamples shift it by some.
    assert!((324..=358).contains(&covered), "{covered} of 360");
}
