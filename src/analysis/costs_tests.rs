//! Fair costs from made-up battles whose truth is known.

use super::*;
use crate::analysis::synthetic::{POINT_WORTH, write_run};
use crate::chance::{Luck, Purpose};

#[test]
fn classes_are_worth_what_was_planted() {
    let folder = tempfile::tempdir().unwrap();
    write_run(folder.path(), 500, 10);
    let report = costs(&Run::open(folder.path()).unwrap(), Kind::Class).unwrap();
    // As many copies of each, so a flown point is worth (69 + 1) / 69 of a planted one; within four standard errors.
    let point = report.point.unwrap();
    let planted = POINT_WORTH * 70.0 / 69.0;
    assert!((point.value - planted).abs() <= 2.0 * point.half_width(), "{point}");
    let surplus = |key: &str| report.items.iter().find(|item| item.key == key).unwrap().surplus.unwrap();
    // Priced against each other: what was flown costs in all what it did. Planted 4, 0, 0, −3.
    let flown: f64 =
        ["x-wing", "y-wing", "tie-fighter", "tie-interceptor"].iter().map(|key| surplus(key).value).sum();
    assert!(flown.abs() < 2.0, "{flown}");
    assert_eq!(report.items[0].key, "x-wing");
    assert_eq!(report.items[3].key, "tie-interceptor");
    let found = report.items.iter().find(|item| item.key == "x-wing").unwrap();
    assert_eq!((found.printed, found.fair.map(|fair| fair.value > 21.0)), (Some(21.0), Some(true)));
    let verdict = |key: &str| report.items.iter().find(|item| item.key == key).unwrap().mispriced();
    assert_eq!(verdict("x-wing"), Some(Ordering::Greater));
    assert_eq!(verdict("tie-interceptor"), Some(Ordering::Less));
    let apart = surplus("x-wing").value - surplus("tie-interceptor").value;
    assert!((4.5..=9.5).contains(&apart), "{apart}");
    assert!(report.items.iter().all(|item| !item.thin && item.exchange.is_known()));
}

/// Hera Syndulla's card for the Attack Shuttle costs 22, but it is no VCX-100 because she flies that, too.
#[test]
fn a_class_costs_what_the_cheapest_card_of_its_own_costs() {
    for (class, cost) in
        [("vcx-100", 35.0), ("attack-shuttle", 18.0), ("tie-defender", 30.0), ("u-wing", 23.0)]
    {
        assert_eq!(printed(Kind::Class, class), Some(cost), "{class}");
    }
}

#[test]
fn squads_are_read_as_they_are_written() {
    let found: Vec<(&str, i8)> = contents("x-wing*2+y-wing*1").collect();
    assert_eq!(found, [("x-wing", 2), ("y-wing", 1)]);
    assert_eq!(contents("").count(), 0);
    assert_eq!(contents("a-wing").collect::<Vec<_>>(), [("a-wing", 1)]);
}

#[test]
fn items_that_never_appear_leave_an_empty_report() {
    let folder = tempfile::tempdir().unwrap();
    write_run(folder.path(), 20, 11);
    let report = costs(&Run::open(folder.path()).unwrap(), Kind::Upgrade).unwrap();
    assert!(report.items.is_empty() && 0 < report.battles);
}

/// Classes of two factions, three each, with the points that a copy is planted to be worth beyond its printed cost.
const PLANTED: [(&str, f64); 6] = [
    ("x-wing", 4.0),
    ("y-wing", 0.0),
    ("a-wing", -3.0),
    ("tie-fighter", 0.0),
    ("tie-interceptor", -3.0),
    ("tie-bomber", 2.0),
];
/// Log odds of a point of ships, and of a point of skill and equipment.
const SHIP_POINT: f64 = 0.05;
const OTHER_POINT: f64 = 0.02;

fn planted_costs() -> [f64; 6] {
    PLANTED.map(|(key, _)| printed(Kind::Class, key).unwrap())
}

/// Sixty campaigns of twelve battles. The attackers of a campaign share a commander whom no column knows.
fn planted(sample: u64) -> Gathered {
    let mut stream = Luck::new(39, sample).stream(Purpose::Soak, 31);
    let costs = planted_costs();
    let mut gathered = Gathered { appearances: vec![0; 6], copies: vec![0; 6], ..Gathered::default() };
    for mission in ["ambush", "cargo-scan"] {
        number(&mut gathered.missions, mission);
    }
    for (key, _) in PLANTED {
        number(&mut gathered.items, key);
    }
    for campaign in 0..60 {
        // Uniform on a width of √12 / 2: a standard deviation of one half.
        let commander = 3.0_f64.sqrt() * (stream.unit() - 0.5);
        for _ in 0..12 {
            let mission = usize::from(stream.unit() < 0.5);
            let attacker = usize::from(stream.unit() < 0.5);
            let mut odds = [-0.5, 0.2][mission] + commander;
            let (mut points, mut net) = (0.0_f64, Vec::new());
            for (faction, sign) in [(attacker, 1_i8), (1 - attacker, -1)] {
                let mut squad = [0_i8; 3].map(|_| (3.0 * stream.unit()) as i8);
                if squad == [0; 3] {
                    squad[0] = 1;
                }
                let other = f64::from(sign) * (11.0 * stream.unit()).floor();
                points += other;
                odds += OTHER_POINT * other;
                for (place, count) in squad.into_iter().enumerate().filter(|&(_, count)| 0 < count) {
                    let item = 3 * faction + place;
                    gathered.appearances[item] += 1;
                    gathered.copies[item] += u64::from(count.unsigned_abs());
                    net.push((item as u16, sign * count));
                    let more = f64::from(sign * count);
                    points += more * costs[item];
                    odds += SHIP_POINT * more * (costs[item] + PLANTED[item].1);
                }
            }
            let attacker_won = stream.unit() < 1.0 / (1.0 + (-odds).exp());
            let (mission, points) = (mission as u16, points as f32);
            gathered.battles.push(Battle { campaign, mission, points, skill: None, net, attacker_won });
        }
    }
    gathered.close();
    gathered
}

/// What is mispriced as well as what is not. Intervals around values that the data's own prior shrinks would miss the truth of every third
/// mispriced item here.
#[test]
fn intervals_of_mispriced_items_hold_the_truth_as_often_as_they_say() {
    let costs = planted_costs();
    let mut covered = [0_u32; 6];
    for sample in 0..400 {
        let gathered = planted(sample);
        // Priced against each other: what was flown costs in all what it did.
        let flown: f64 = (0..6).map(|i| gathered.copies[i] as f64 * costs[i]).sum();
        let worth: f64 = (0..6).map(|i| gathered.copies[i] as f64 * (costs[i] + PLANTED[i].1)).sum();
        for item in &gathered.report(Kind::Class).items {
            let i = usize::from(gathered.items[&item.key]);
            let truth = (costs[i] + PLANTED[i].1) * flown / worth;
            covered[i] += u32::from(item.fair.is_some_and(|fair| fair.contains(truth)));
        }
    }
    // 380 with a standard error of √(400 × 0.95 × 0.05) = 4.36; four of them to either side.
    assert!(covered.iter().all(|count| (363..=397).contains(count)), "{covered:?}");
}
