//! A duel with damage cards, computed without the model's code: every card text that counts in static mode.
//!
//! Face-down cards need no identity: of the cards not yet seen each is equally likely to be the next face-up one.

use std::collections::BTreeMap;

use super::*;

/// Cards of the original deck by what they do here.
#[rustfmt::skip]
const KINDS: [f64; 8] = [
    7.0,  // Direct Hit!
    2.0,  // Blinded Pilot
    2.0,  // Damaged Cockpit
    2.0,  // Console Fire
    2.0,  // Minor Explosion
    2.0,  // Structural Damage
    2.0,  // Weapon Malfunction
    14.0, // seven titles without effect
];
const DIRECT: usize = 0;
const BLINDED: usize = 1;
const COCKPIT: usize = 2;
const FIRE: usize = 3;
const EXPLOSION: usize = 4;
const STRUCTURE: usize = 5;
const WEAPON: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Hull {
    shields: u8,
    damage: u8,
    /// Face-up cards seen, by kind.
    seen: [u8; 8],
    blinded: bool,
}

type Odds<T> = BTreeMap<T, f64>;

fn then<A: Ord, B: Ord>(odds: Odds<A>, next: impl Fn(A) -> Odds<B>) -> Odds<B> {
    let mut all = Odds::new();
    for (state, p) in odds {
        for (to, q) in next(state) {
            *all.entry(to).or_insert(0.0) += p * q;
        }
    }
    all
}

/// Hits and crits that get through; each die by itself.
fn shot(red: u8, green: u8) -> Odds<(u8, u8)> {
    let mut rolled = Odds::from([((0, 0, 0), 1.0)]);
    for _ in 0..red {
        rolled = then(rolled, |(h, c, e)| {
            Odds::from([((h + 1, c, e), 0.375), ((h, c + 1, e), 0.125), ((h, c, e), 0.5)])
        });
    }
    for _ in 0..green {
        rolled = then(rolled, |(h, c, e)| Odds::from([((h, c, e + 1), 0.375), ((h, c, e), 0.625)]));
    }
    then(rolled, |(h, c, e): (u8, u8, u8)| {
        Odds::from([((h.saturating_sub(e), c.saturating_sub(e.saturating_sub(h))), 1.0)])
    })
}

fn hurt(hull: Hull, hits: u8, crits: u8) -> Odds<Hull> {
    let mut hull = hull;
    for _ in 0..hits {
        match hull.shields {
            0 => hull.damage += 1,
            _ => hull.shields -= 1,
        }
    }
    let mut odds = Odds::from([(hull, 1.0)]);
    for _ in 0..crits {
        odds = then(odds, |hull| match hull.shields {
            0 => face_up(hull),
            _ => Odds::from([(Hull { shields: hull.shields - 1, ..hull }, 1.0)]),
        });
    }
    odds
}

fn face_up(hull: Hull) -> Odds<Hull> {
    let unseen = 33.0 - f64::from(hull.seen.iter().sum::<u8>());
    let mut odds = Odds::new();
    for (kind, cards) in KINDS.into_iter().enumerate() {
        let p = (cards - f64::from(hull.seen[kind])) / unseen;
        if p <= 0.0 {
            continue;
        }
        let mut to = hull;
        to.seen[kind] += 1;
        to.damage += if kind == DIRECT { 2 } else { 1 };
        to.blinded |= kind == BLINDED;
        if kind == EXPLOSION {
            *odds.entry(Hull { damage: to.damage + 1, ..to }).or_insert(0.0) += 0.375 * p;
            *odds.entry(to).or_insert(0.0) += 0.625 * p;
        } else {
            *odds.entry(to).or_insert(0.0) += p;
        }
    }
    odds
}

/// (attacker, defender, draw) of a duel, `first` (0 or 1) having initiative.
fn duel(ships: [StandingShip; 2], first: usize) -> [f64; 3] {
    let fresh = ships.map(|ship| Hull { shields: ship.shields, damage: 0, seen: [0; 8], blinded: false });
    let lives = |duel: &[Hull; 2], side: usize| duel[side].damage < ships[side].hull;
    // Damage only grows and a blinded pilot only sees again, so each state is met in order and left once.
    let progress = |duel: &[Hull; 2]| -> u32 {
        let lost =
            |side: usize| u32::from(ships[side].shields - duel[side].shields) + u32::from(duel[side].damage);
        2 * (lost(0) + lost(1)) + u32::from(!duel[0].blinded) + u32::from(!duel[1].blinded)
    };
    let mut open = Odds::from([((progress(&fresh), fresh), 1.0)]);
    let mut ends = [0.0; 3];
    while let Some(((_, duel), inflow)) = open.pop_first() {
        match (lives(&duel, 0), lives(&duel, 1)) {
            (true, true) => {
                let next = round(ships, duel, first);
                let visits = inflow / (1.0 - next.get(&duel).copied().unwrap_or(0.0));
                for (to, p) in next.into_iter().filter(|(to, _)| *to != duel) {
                    *open.entry((progress(&to), to)).or_insert(0.0) += visits * p;
                }
            }
            (true, false) => ends[0] += inflow,
            (false, true) => ends[1] += inflow,
            (false, false) => ends[2] += inflow,
        }
    }
    ends
}

fn round(ships: [StandingShip; 2], duel: [Hull; 2], first: usize) -> Odds<[Hull; 2]> {
    let skill =
        |duel: &[Hull; 2], side: usize| if 0 < duel[side].seen[COCKPIT] { 0 } else { ships[side].skill };
    let skills = [skill(&duel, 0), skill(&duel, 1)];
    let lives = |duel: &[Hull; 2], side: usize| duel[side].damage < ships[side].hull;
    let mut odds = Odds::from([(duel, 1.0)]);
    for side in [first, 1 - first] {
        for _ in 0..duel[side].seen[FIRE] {
            odds = then(odds, |duel| {
                let mut burnt = duel;
                burnt[side].damage += 1;
                Odds::from([(burnt, 0.375), (duel, 0.625)])
            });
        }
    }
    // A console fire kills before anybody fires.
    let fire = |before: [Hull; 2], duel: [Hull; 2], side: usize| -> Odds<[Hull; 2]> {
        let foe = 1 - side;
        if !lives(&before, side) || !lives(&duel, foe) {
            return Odds::from([(duel, 1.0)]);
        }
        let mut duel = duel;
        let dice = ships[side].attack.saturating_sub(duel[side].seen[WEAPON]);
        let dice = if duel[side].blinded { 0 } else { dice };
        duel[side].blinded = false;
        let agility = ships[foe].agility.saturating_sub(duel[foe].seen[STRUCTURE]);
        then(shot(dice, agility), |(hits, crits)| {
            then(hurt(duel[foe], hits, crits), |hull| {
                let mut to = duel;
                to[foe] = hull;
                Odds::from([(to, 1.0)])
            })
        })
    };
    let after = then(odds, |start| {
        if skills[0] == skills[1] {
            let half = fire(start, start, first);
            // Who is doomed still fires, with what the damage did to him.
            then(half, |duel| fire(start, duel, 1 - first))
        } else {
            let quick = usize::from(skills[0] < skills[1]);
            then(fire(start, start, quick), |duel| fire(duel, duel, 1 - quick))
        }
    });
    // A wreck is a wreck, whatever lies on it.
    then(after, |mut duel| {
        for side in 0..2 {
            if !lives(&duel, side) {
                duel[side] = Hull { shields: 0, damage: u8::MAX, seen: [0; 8], blinded: false };
            }
        }
        Odds::from([(duel, 1.0)])
    })
}

#[test]
fn duels_with_damage_cards_agree_with_the_card_oracle() {
    // Two hull points keep the number of states small.
    let small = StandingShip { hull: 2, ..TIE };
    let skilled = StandingShip { skill: 3, ..small };
    let shielded = StandingShip { hull: 2, shields: 1, ..X_WING };
    let mut gap = 0.0;
    for ships in [[small, small], [skilled, small], [shielded, small]] {
        let (one, two) = (duel(ships, 0), duel(ships, 1));
        let exact = [0, 1, 2].map(|end: usize| (one[end] + two[end]) / 2.0);
        assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-8);
        let fight = StandingFight {
            squads: ships.map(|ship| vec![ship]),
            range: RangeBand::Two,
            focus: [false; 2],
            damage: DamageText::Cards(DamageDeckKind::Original),
        };
        const TRIALS: u64 = 30_000;
        let (shares, _, _) = simulate(&fight, TRIALS);
        for (share, p) in shares.into_iter().zip(exact) {
            let limit = 4.0 * (p * (1.0 - p) / TRIALS as f64).sqrt();
            assert!((share - p).abs() <= limit, "{ships:?}: {shares:?} {exact:?}");
        }
        // The cards matter: without their text the chances lie elsewhere.
        let plain = plain(fight.squads[0].clone(), fight.squads[1].clone());
        let without = super::super::exact::exact(&plain).expect("small");
        gap = f64::max(gap, (without.draw - exact[2]).abs() + (without.attacker - exact[0]).abs());
    }
    assert!(0.004 < gap, "{gap}");
}
