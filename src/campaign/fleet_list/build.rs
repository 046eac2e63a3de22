//! A Squadron as a doctrine would assemble it, together with its faction's huge ships.

use super::check::table;
use super::{Entry, FleetList, Item};
use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::doctrines;
use crate::campaign::market::Market;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::rules::equipping_huge_ships;
use crate::chance::Luck;
use crate::config::DoctrineName;
use crate::events::CampaignEvent;
use crate::ids::{Faction, PlayerId};

/// For whom a Squadron is assembled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    pub faction: Faction,
    pub doctrine: DoctrineName,
    /// Players of the faction; those before the seat have claimed their names already.
    pub players: u8,
    /// Whose Squadron it is; the first player leads and equips the huge ships.
    pub seat: PlayerId,
    /// Fleet Points, where they are not the rule set's.
    pub points: Option<u16>,
}

/// What the doctrine buys, and the Fleet Points that it leaves.
pub fn build(book: &Rulebook, order: Order, luck: Luck) -> (FleetList, i32) {
    let mut state = table(book, order.faction, order.players);
    let points = order.points.unwrap_or(book.rules.fleet.starting_fleet_points);
    let mut events: Vec<CampaignEvent> = Vec::new();
    let mut context = Context { state: &mut state, book, luck, sink: &mut events };
    let mut minds: Vec<Box<dyn Doctrine>> =
        (0..order.players).map(|_| doctrines::by_name(order.doctrine)).collect();
    minds.iter_mut().for_each(|mind| mind.begin());
    equipping_huge_ships::equip_all(&mut context, &mut minds, &[order.faction]);
    for (seat, mind) in minds.iter_mut().enumerate() {
        let player = PlayerId(seat as u8);
        context.state.player_mut(player).balance = i32::from(points);
        let mut chance = context.decision(player, Decision::AssembleSquadron, 0);
        mind.assemble_squadron(&mut Market::new(&mut context, player), &mut chance);
        if player == order.seat {
            break;
        }
    }
    let title = format!("{} Squadron, {} doctrine", order.faction.name(), order.doctrine.label());
    let mut list = FleetList::of_player(&state, book, order.seat, &title);
    list.points = order.points;
    if order.seat == PlayerId(0) {
        list.entries.extend(state.huge_ships_of(order.faction).map(|ship| Entry {
            count: 1,
            item: Item::HugeShip { class: ship.class, upgrades: ship.upgrades.iter().collect() },
        }));
    }
    (list, state.player(order.seat).balance)
}

#[cfg(test)]
mod tests {
    use super::super::{check, read};
    use super::*;
    use crate::config::RuleSet;

    /// What a doctrine buys is legal, survives its file and costs exactly what was paid.
    #[test]
    fn what_a_doctrine_builds_is_legal_and_costs_what_it_paid() {
        let book = Rulebook::new(RuleSet::rulebook()).expect("the rule set is sound");
        for &doctrine in DoctrineName::ALL {
            for faction in Faction::ALL {
                for (seed, players, seat, points) in
                    [(1, 1, 0, None), (2, 2, 1, None), (3, 4, 0, Some(450)), (4, 3, 2, Some(120))]
                {
                    let order = Order { faction, doctrine, players, seat: PlayerId(seat), points };
                    let (list, left) = build(&book, order, Luck::new(seed, 0));
                    let text = list.to_toml();
                    let again = read("built.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert_eq!(again, list, "{text}");
                    let checked = check(&book, &again);
                    assert!(checked.is_legal(), "{:?}\n{text}", checked.broken);
                    assert_eq!(checked.total as i32 + left, checked.points as i32, "{text}");
                    assert_eq!(
                        build(&book, order, Luck::new(seed, 0)).0,
                        list,
                        "the same seed, the same list"
                    );
                }
            }
        }
    }
}
