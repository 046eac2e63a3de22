//! Sensitivities of made-up games whose truth is known.

use std::collections::BTreeSet;

use super::*;
use crate::analysis::Estimate;

/// Campaigns at each point.
const REPLICATIONS: u32 = 4;

/// What each replication says at a point.
fn observed(value: impl FnMut(u32) -> f64) -> Result<Observations> {
    let values: Vec<f64> = (0..REPLICATIONS).map(value).collect();
    Ok(Observations {
        replications: (0..REPLICATIONS).collect(),
        values: vec![values.into_iter().map(|value| (value, 1.0)).collect()],
    })
}

/// Luck of mean 0 and deviation 1 in one replication, as another one for every key.
fn luck_of(seed: u64, replication: u32, key: u64) -> f64 {
    let unit = Luck::new(seed, u64::from(replication)).stream(Purpose::Soak, key).unit();
    12.0_f64.sqrt() * (unit - 0.5)
}

/// y = 4 x₀ + 2 x₁ + 0 x₂ + 0 x₃ in every replication alike: first-order shares 16 : 4, that is 0.8 and 0.2.
#[test]
fn a_plane_without_luck_has_its_known_shares() {
    let mut play = |point: &Point, _: u64| observed(|_| 4.0 * point[0] + 2.0 * point[1]);
    let plan = Plan { knobs: 4, walks: 6, levels: 4, samples: 2000, keep: 3 };
    let found = analyse(&plan, 1, 3, &mut play).unwrap().remove(0);
    for (knob, effect) in [4.0, 2.0, 0.0, 0.0].into_iter().enumerate() {
        assert!((found[knob].0.effect.value - effect).abs() < 1e-9, "knob {knob}");
        assert!((found[knob].0.strength.value - effect).abs() < 1e-9, "knob {knob}");
    }
    let shares =
        |knob: usize| found[knob].1.as_ref().map(|indices| (indices.first.value, indices.total.value));
    for (knob, share) in [(0, 0.8), (1, 0.2), (2, 0.0)] {
        let (first, total) = shares(knob).unwrap();
        assert!((first - share).abs() < 0.08 && (total - share).abs() < 0.08, "knob {knob}: {first} {total}");
    }
    assert_eq!(shares(3), None, "the screening left it out");
}

/// Each measure has its strongest knob, but only that of the second is strong beyond doubt.
#[test]
fn of_the_strongest_knobs_the_surer_goes_on() {
    let knob = |strength: f64, low: f64| {
        let estimate = Estimate::exact(strength);
        Elementary { strength: Estimate { low, ..estimate }, effect: estimate, spread: 0.0 }
    };
    let screened = [
        vec![knob(2.0, 0.0), knob(0.0, 0.0), knob(1.0, 0.0)],
        vec![knob(0.0, 0.0), knob(5.0, 4.0), knob(1.0, 0.5)],
    ];
    assert_eq!([1, 2, 3].map(|keep| strongest(&screened, keep)), [vec![1], vec![0, 1], vec![0, 1, 2]]);
    // What is not known is not strong.
    let mut knobs = [knob(f64::NAN, 0.0), knob(0.0, 0.0), knob(3.0, 1.0)];
    knobs.sort_by(strongest_first);
    assert!(knobs[0].strength.value == 3.0 && knobs[2].strength.value.is_nan());
}

#[test]
fn only_the_points_of_one_walk_or_row_share_their_luck() {
    let seeds = |seed: u64| {
        let mut seeds = Vec::new();
        let mut play = |point: &Point, luck: u64| {
            seeds.push(luck);
            observed(|_| point[0])
        };
        let plan = Plan { knobs: 2, walks: 5, levels: 2, samples: 8, keep: 2 };
        analyse(&plan, 1, seed, &mut play).unwrap();
        seeds
    };
    // Five walks of three points, eight rows of four.
    let found = seeds(1);
    assert_eq!(found.len(), 5 * 3 + 8 * 4);
    let (walks, rows) = found.split_at(15);
    let shared = |group: &[u64]| group.iter().all(|seed| *seed == group[0]);
    assert!(walks.chunks(3).all(shared) && rows.chunks(4).all(shared));
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 5 + 8, "each another luck");
    assert_eq!(found, seeds(1));
    assert!(seeds(2).iter().all(|seed| !found.contains(seed)));
}

/// y = 4 x₀ + luck that knob 1 stirs and does nothing else: one answer has luck of variance 2²/4 = 1, the truth one of 16/12.
/// Points that agree in knob 1 have the same luck.
#[test]
fn luck_that_a_knob_stirs_is_no_influence_of_it() {
    let mut play = |point: &Point, seed: u64| {
        observed(|replication| 4.0 * point[0] + 2.0 * luck_of(seed, replication, point[1].to_bits()))
    };
    let plan = Plan { knobs: 2, walks: 100, levels: 4, samples: 2000, keep: 2 };
    let found = analyse(&plan, 1, 7, &mut play).unwrap().remove(0);
    let [(steady, steady_shares), (stirring, stirring_shares)] = &found[..] else { panic!("two knobs") };
    // No step of knob 0 changes the luck. A step of knob 1 is 2/3 of its range, so that luck has the variance 2 × 9/4 = 4.5 and the mean absolute
    // effect is 1.69; its square without luck has about the deviation √2 × 4.5 / √100 = 0.64, twice that is 1.13².
    assert!((steady.strength.value - 4.0).abs() < 1e-9 && steady.spread < 1e-6);
    assert!(stirring.strength.value < 1.13, "{}", stirring.strength);
    assert!(stirring.effect.contains(0.0));
    // Four standard errors, from a simulation: 0.027 and 0.05 of knob 0, 0.05 and 0.027 of knob 1.
    let (steady, stirring) = (steady_shares.as_ref().unwrap(), stirring_shares.as_ref().unwrap());
    for (found, truth, within) in [
        (steady.first, 1.0, 0.11),
        (steady.total, 1.0, 0.2),
        (stirring.first, 0.0, 0.2),
        (stirring.total, 0.0, 0.11),
    ] {
        assert!((found.value - truth).abs() < within, "{found} is not {truth}");
    }
}

/// y = 4 x₀ + 4 x₀ x₁ with luck, half of it common to the walk and half stirred by knob 1. Where one knob moves, the other is on average
/// in the middle: mean effects 4 + 4/2 = 6 and 4/2 = 2. With four levels, and with two, on which walks of two knobs often coincide.
#[test]
fn mean_effects_are_covered_as_often_as_they_say() {
    const SAMPLES: u64 = 400;
    for levels in [2, 4] {
        let mut covered = [0; 2];
        for sample in 0..SAMPLES {
            let mut play = |point: &Point, seed: u64| {
                let truth = 4.0 * point[0] + 4.0 * point[0] * point[1];
                let luck = |replication| {
                    luck_of(seed, replication, 0) + luck_of(seed, replication, point[1].to_bits())
                };
                observed(|replication| truth + 4.0 * luck(replication))
            };
            let plan = Plan { knobs: 2, walks: 10, levels, samples: 0, keep: 2 };
            let found = analyse(&plan, 1, sample, &mut play).unwrap().remove(0);
            for (covered, (knob, truth)) in covered.iter_mut().zip(found.iter().zip([6.0, 2.0])) {
                *covered += u32::from(knob.0.effect.contains(truth));
            }
        }
        // 400 × 0.95 = 380 with a standard error of 4.4; four of them either way.
        assert!(covered.iter().all(|covered| (362..=398).contains(covered)), "{levels}: {covered:?}");
    }
}

/// y = 4 (x₀ − ½) (x₁ − ½) + x₀, with luck common to the row and luck that knob 1 stirs, another in each quarter of its range. The
/// variances are 16/144 = 1/9 of the product and 1/12 of the rest, 7/36 together: knob 0 has 3/7 by itself and all with knob 1, knob 1
/// nothing by itself and 4/7 in all.
#[test]
fn shares_are_covered_nearly_as_often_as_they_say() {
    const SAMPLES: u64 = 200;
    let mut covered = [0; 4];
    for sample in 0..SAMPLES {
        let mut play = |point: &Point, seed: u64| {
            let truth = 4.0 * (point[0] - 0.5) * (point[1] - 0.5) + point[0];
            let quarter = 1 + (4.0 * point[1]) as u64;
            let luck = |replication| luck_of(seed, replication, 0) + luck_of(seed, replication, quarter);
            observed(|replication| truth + 0.6 * luck(replication))
        };
        let plan = Plan { knobs: 2, walks: 2, levels: 2, samples: 60, keep: 2 };
        let resampling = Resampling { seed: sample, resamples: 200, confidence: 0.95 };
        let found = sobol(&plan, &[0, 1], 1, sample, resampling, &mut play).unwrap().remove(0);
        let intervals = found.iter().flat_map(|indices| [indices.first, indices.total]);
        for (covered, (interval, truth)) in
            covered.iter_mut().zip(intervals.zip([3.0 / 7.0, 1.0, 0.0, 4.0 / 7.0]))
        {
            *covered += u32::from(interval.is_known() && interval.contains(truth));
        }
    }
    // Percentile intervals of ratios cover a little less than they say: 200 × 0.93 = 186 with a standard error of 3.6; four of them
    // below; above there is no room.
    assert!(covered.iter().all(|covered| 172 <= *covered), "{covered:?}");
}
