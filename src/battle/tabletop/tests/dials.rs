//! Every entry of every dial is flown: all small and large ships, all bearings.

use super::stage::{self, EAST, Puppet};
use crate::battle::engagement::{SquadPilot, SquadShip};
use crate::battle::tabletop::rules::{activation, planning};
use crate::catalog::{BaseSize, Bearing, Difficulty, ShipClass, catalog};

/// One ship of a class with the first pilot that flies it.
fn flown(class: &ShipClass) -> SquadShip {
    let pilot = catalog().pilots_for(class.id).next().expect("somebody flies it");
    SquadShip {
        class: class.id,
        pilot: SquadPilot {
            card: pilot.id,
            skill: pilot.skill,
            unique: pilot.unique,
            abilities: Vec::new(),
            xp_to_spend: 0,
        },
        upgrades: Vec::new(),
        munitions_tokens: Vec::new(),
        points: 20,
        group: 0,
        role: None,
    }
}

/// Where the printed template ends, from its radius and angle: forward, to the left, and the turn in degrees.
fn by_the_table(half: f64, bearing: Bearing, speed: u8) -> (f64, f64, f64) {
    use Bearing::*;
    let place = usize::from(speed.max(1)) - 1;
    let straight = 40.0 * f64::from(speed) + 2.0 * half;
    let curve = |radius: f64, degrees: f64| {
        let a = degrees.to_radians();
        (half + radius * a.sin() + half * a.cos(), radius * (1.0 - a.cos()) + half * a.sin(), degrees)
    };
    let bank = || curve([80.0, 130.0, 180.0][place], 45.0);
    let turn = || curve([35.0, 62.5, 90.0][place], 90.0);
    let right = |(x, y, a): (f64, f64, f64)| (x, -y, -a);
    let further = |(x, y, a): (f64, f64, f64), more: f64| (x, y, a + more);
    match bearing {
        Straight => (straight, 0.0, 0.0),
        BankLeft => bank(),
        BankRight => right(bank()),
        TurnLeft => turn(),
        TurnRight => right(turn()),
        Koiogran => (straight, 0.0, 180.0),
        SegnorsLoopLeft => further(bank(), 180.0),
        SegnorsLoopRight => further(right(bank()), 180.0),
        TallonRollLeft => further(turn(), 90.0),
        TallonRollRight => further(right(turn()), -90.0),
        Stationary => (0.0, 0.0, 0.0),
        ReverseStraight => (-straight, 0.0, 0.0),
        // Behind to that side, the nose turned the other way.
        ReverseBankLeft => (-bank().0, bank().1, -45.0),
        ReverseBankRight => (-bank().0, -bank().1, 45.0),
    }
}

#[test]
fn every_entry_of_every_dial_ends_where_its_template_says() {
    let (mut ships, mut entries, mut bearings) = (0, 0, 0_u32);
    for class in catalog().ships.iter().filter(|class| class.size != BaseSize::Huge) {
        ships += 1;
        for printed in &class.dial {
            let mut set = stage::set("Academy Pilot", "Academy Pilot");
            set.engagement.squads[0].ships = vec![flown(class)];
            let puppet = Puppet {
                fly: vec![(0, printed.bearing, printed.speed)],
                holds_fire: true,
                ..Puppet::default()
            };
            set.puppets(puppet, Puppet::default()).play(|battle| {
                stage::put(battle, 0, 450.0, 450.0, EAST);
                // The foe stays in reserve: nobody is in the way.
                planning::planning(battle);
                activation::activation(battle);
                let (x, y, degrees) =
                    by_the_table(battle.ship(0).base.half_length, printed.bearing, printed.speed);
                let pose = battle.ship(0).pose;
                let turned = (degrees.to_radians().cos(), degrees.to_radians().sin());
                let off = (pose.position.x - 450.0 - x).abs()
                    + (pose.position.y - 450.0 - y).abs()
                    + (pose.heading.x - turned.0).abs()
                    + (pose.heading.y - turned.1).abs();
                assert!(off < 1e-9, "{} {:?} {}: {pose:?}", class.name, printed.bearing, printed.speed);
                let red = printed.difficulty == Difficulty::Red;
                assert_eq!(battle.ship(0).stress, u8::from(red), "{} {:?}", class.name, printed.bearing);
            });
            entries += 1;
            bearings |= 1 << printed.bearing as u32;
        }
    }
    // Fourteen bearings: a stop, five plain, Koiogran, two loops, two rolls, three reverse.
    assert_eq!((ships, bearings.count_ones()), (42, 14), "{entries} entries");
}
