//! Fits whose coefficients are known, and intervals that must hold the truth.

use super::*;
use crate::chance::{Luck, Purpose};

/// The O-ring data of Dalal, Fowlkes & Hoadley (1989), J. Am. Stat. Assoc. 84, 945–957: temperature and distress of 23
/// flights. Maximum likelihood 15.0429 − 0.2322 t, standard errors 7.3786 and 0.1082.
#[test]
fn o_rings_have_the_published_coefficients() {
    #[rustfmt::skip]
    let flights = [
        (66, 0), (70, 1), (69, 0), (68, 0), (67, 0), (72, 0), (73, 0), (70, 0), (57, 1), (63, 1), (70, 1), (78, 0),
        (67, 0), (53, 1), (67, 0), (75, 0), (70, 0), (81, 0), (76, 0), (79, 0), (75, 1), (76, 0), (58, 1),
    ];
    let mut design = Design::new();
    for (temperature, distress) in flights {
        design.push([(0, 1.0), (1, f64::from(temperature))], distress == 1);
    }
    let fitted = fit(&design, &[0.0, 0.0]).unwrap();
    assert!((fitted.coefficients[0] - 15.0429).abs() < 1e-4);
    assert!((fitted.coefficients[1] + 0.2322).abs() < 5e-5);
    assert!((fitted.covariance.get(0, 0).sqrt() - 7.3786).abs() < 1e-4);
    assert!((fitted.covariance.get(1, 1).sqrt() - 0.1082).abs() < 5e-5);
}

/// Seven of ten in one row is seven rows of yes and three of no: log odds ln(7/3), variance 1/7 + 1/3.
#[test]
fn a_row_of_trials_is_as_good_as_as_many_rows() {
    let mut together = Design::new();
    together.push_trials([(0, 1.0)], 7, 10);
    let fitted = fit(&together, &[0.0]).unwrap();
    assert!((fitted.coefficients[0] - (7.0_f64 / 3.0).ln()).abs() < 1e-9);
    assert!((fitted.covariance.get(0, 0) - (1.0 / 7.0 + 1.0 / 3.0)).abs() < 1e-9);
}

#[test]
fn separated_data_are_refused_without_penalty_and_fitted_with_one() {
    let mut design = Design::new();
    for i in 0..20 {
        design.push([(0, 1.0), (1, f64::from(i) - 9.5)], 10 <= i);
    }
    assert!(fit(&design, &[0.0, 0.0]).is_none());
    let fitted = fit(&design, &[0.0, 1.0]).unwrap();
    assert!(0.0 < fitted.coefficients[1] && fitted.coefficients[1] < 5.0);
    assert!(fit(&Design::new(), &[1.0]).is_none());
}

/// A unit worth 0.3 log odds where a point is worth 0.1: three points. The interval of the ratio holds 3 in about 95 % of
/// 200 samples of 1,500 battles.
#[test]
fn ratios_cover_as_often_as_they_say() {
    let mut covered = 0;
    for sample in 0..200 {
        let mut stream = Luck::new(29, sample).stream(Purpose::Soak, 7);
        let mut design = Design::new();
        for _ in 0..1500 {
            let points = 20.0 * (stream.unit() - 0.5);
            let units = (3.0 * stream.unit()).floor() - 1.0;
            let odds = 0.1 * points + 0.3 * units;
            let won = stream.unit() < 1.0 / (1.0 + (-odds).exp());
            design.push([(0, points), (1, units)], won);
        }
        let fitted = fit(&design, &[0.0, 1.0]).unwrap();
        covered += u32::from(fitted.ratio(1, 0, 0.95).contains(3.0));
    }
    // 190 with a standard error of 3.1.
    assert!((178..=199).contains(&covered), "{covered}");
}

/// Battles of a campaign share a commander whose skill is not in the table, and the squads of a campaign are alike. Intervals for
/// independent battles hold the true worth of a unit, 0, too seldom; those by campaign as often as they say.
#[test]
fn clustered_intervals_cover_where_plain_ones_do_not() {
    let (mut clustered, mut plain) = (0, 0);
    for sample in 0..300 {
        let mut stream = Luck::new(33, sample).stream(Purpose::Soak, 27);
        let mut design = Design::new();
        for _ in 0..100 {
            design.begin_cluster();
            let skill = 3.0 * (stream.unit() - 0.5);
            let units = (3.0 * stream.unit()).floor() - 1.0;
            for _ in 0..12 {
                let won = stream.unit() < 1.0 / (1.0 + (-skill).exp());
                design.push([(0, 1.0), (1, units)], won);
            }
        }
        let penalties = [0.0, 0.5];
        let fitted = fit(&design, &penalties).unwrap();
        plain += u32::from(fitted.coefficient(1, 0.95).contains(0.0));
        let fitted = fitted.clustered(&design, &penalties);
        clustered += u32::from(fitted.coefficient(1, 0.95).contains(0.0));
    }
    // 285 of 300 with a standard error of 3.8.
    assert!((270..=299).contains(&clustered), "{clustered}");
    assert!(plain < 255, "{plain}");
}

/// Rows that are clusters of their own, of a model that holds: nearly the model's own covariance.
#[test]
fn clusters_of_one_row_change_little() {
    let mut stream = Luck::new(35, 0).stream(Purpose::Soak, 28);
    let mut design = Design::new();
    for _ in 0..4000 {
        design.begin_cluster();
        let x = stream.unit() - 0.5;
        design.push([(0, 1.0), (1, x)], stream.unit() < 1.0 / (1.0 + (-x).exp()));
    }
    let plain = fit(&design, &[0.0, 1.0]).unwrap();
    let clustered = plain.clone().clustered(&design, &[0.0, 1.0]);
    for i in 0..2 {
        let ratio = clustered.covariance.get(i, i) / plain.covariance.get(i, i);
        assert!((0.93..=1.07).contains(&ratio), "{ratio}");
    }
}

/// An intercept, and two clusters of four rows with three and one of yes: log odds 0, scores 1 and −1, information 8/4 = 2. Without a penalty
/// and with one column (N − 1) / (N − p) is 1: variance 2/1 × (1 + 1) / 2² = 1, and Student's t with one degree of freedom is 12.7062.
#[test]
fn two_clusters_by_hand() {
    let mut design = Design::new();
    for yes in [3, 1] {
        design.begin_cluster();
        for row in 0..4 {
            design.push([(0, 1.0)], row < yes);
        }
    }
    let fitted = fit(&design, &[0.0]).unwrap().clustered(&design, &[0.0]);
    assert!((fitted.covariance.get(0, 0) - 1.0).abs() < 1e-12);
    let estimate = fitted.coefficient(0, 0.95);
    assert!(estimate.value.abs() < 1e-12 && (estimate.high - 12.7062).abs() < 1e-2, "{estimate}");
}

/// Four clusters of four rows with an intercept and a column that does not matter. It takes up a row where it is free, so the factor is
/// 4/3 × 15/14, and none where its penalty holds it: 4/3 × 15/15.
#[test]
fn columns_count_as_far_as_the_data_decide_them() {
    let mut design = Design::new();
    for (yes, x) in [(3, 1.0), (1, 1.0), (3, -1.0), (1, -1.0)] {
        design.begin_cluster();
        for row in 0..4 {
            design.push([(0, 1.0), (1, x)], row < yes);
        }
    }
    for (penalty, factor) in [(0.0, 4.0 / 3.0 * 15.0 / 14.0), (1e12, 4.0 / 3.0)] {
        let fitted = fit(&design, &[0.0, penalty]).unwrap().clustered(&design, &[0.0, penalty]);
        // Scores ±1 for the intercept, information 16/4 = 4: 4 / 4² without the factor.
        let found = fitted.covariance.get(0, 0) / 0.25;
        assert!((found - factor).abs() < 1e-9, "{found} is not {factor}");
    }
}
