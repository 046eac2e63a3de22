//! Rule: Finding and Attacking Huge Ships. (Campaign, "Finding and Attacking Huge Ships")
//!
//! A successful search lets a faction attack one huge ship on a later turn, and the enemy tells of one card on
//! his capital ship. A huge ship that survives an attack must be found again.

use crate::battle::outcome::HugeShipFate;
use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::rules::huge_ship_damage_and_repairs;
use crate::config::LocationChoice;
use crate::events::CampaignEvent;
use crate::ids::{BattleId, Faction, HugeShipId};

/// A search succeeded.
pub fn locate(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>], by: Faction, of: Faction) {
    let rules = &context.book.rules.huge_ships.locating;
    context.state.team_mut(by).located_this_turn[of.index()] += rules.located_per_success;
    if context.book.rules.rulings.location_choice == LocationChoice::AtSuccess {
        // The ship is chosen now: a support ship while there is one, since the capital ship comes last.
        let unfound = |capital: bool| {
            let mut ships = context.state.huge_ships_of(of);
            let found = ships.find(|ship| ship.capital == capital && ship.found_by >> by.index() & 1 == 0);
            found.map(|ship| ship.id)
        };
        if let Some(ship) = unfound(false).or_else(|| unfound(true)) {
            context.state.huge_ship_mut(ship).found_by |= 1 << by.index();
        }
    }
    context.emit(CampaignEvent::HugeShipLocated { by, of });
    for _ in 0..rules.revealed_upgrades {
        reveal(context, doctrines, of);
    }
}

/// The enemy tells of one card on his capital ship that he has not told of yet.
fn reveal(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>], of: Faction) {
    let capital = context.state.huge_ships_of(of).find(|ship| ship.capital).map(|ship| ship.id);
    let Some(ship) = capital else { return };
    let huge_ship = *context.state.huge_ship(ship);
    let secret: Vec<usize> =
        (0..huge_ship.upgrades.len()).filter(|place| huge_ship.revealed >> place & 1 == 0).collect();
    if secret.is_empty() {
        return;
    }
    let leader = context.leader(of);
    let mut chance = context.decision(leader, Decision::RevealCard, huge_ship.revealed.count_ones().into());
    let wish = doctrines[leader.index()].reveal_card(&context.view(leader), ship, &secret, &mut chance);
    let place = if secret.contains(&wish) { wish } else { secret[0] };
    context.state.huge_ship_mut(ship).revealed |= 1 << place;
    if let Some(upgrade) = huge_ship.upgrades.get(place) {
        context.emit(CampaignEvent::HugeShipCardRevealed { ship, upgrade });
    }
}

/// An attack on a huge ship is declared and fought: the knowledge of its place is used up.
pub fn use_location(context: &mut Context<'_>, by: Faction, ship: HugeShipId) {
    let of = context.state.huge_ship(ship).faction;
    let destroyed = context.state.huge_ship(ship).is_destroyed();
    if destroyed || context.book.rules.huge_ships.locating.relocates_after_attack {
        let located = &mut context.state.team_mut(by).located[of.index()];
        *located = located.saturating_sub(1);
        context.state.huge_ship_mut(ship).found_by &= !(1 << by.index());
    }
}

/// A new turn: what was found last turn can be attacked.
pub fn pass_on_locations(context: &mut Context<'_>) {
    for team in &mut context.state.teams {
        for foe in 0..team.located.len() {
            team.located[foe] += std::mem::take(&mut team.located_this_turn[foe]);
        }
    }
}

/// What became of a huge ship in battle: lost, or repaired as far as its crew can.
pub fn settle(context: &mut Context<'_>, ship: HugeShipId, fate: &HugeShipFate, battle: BattleId) {
    let turn = context.state.turn;
    let class = context.state.huge_ship(ship).class;
    let mut hulls = [0; 2];
    let sections = context.book.catalog.ship(class).huge.iter().flat_map(|huge| &huge.sections);
    for (hull, section) in hulls.iter_mut().zip(sections) {
        *hull = section.hull;
    }
    let rules = &context.book.rules;
    let crippled_before = context.state.huge_ship(ship).crippled;
    let huge_ship = context.state.huge_ship_mut(ship);
    huge_ship.battles += 1;
    huge_ship.face_down = fate.face_down;
    huge_ship.face_up = fate.face_up;
    huge_ship.crippled = fate.crippled;
    if fate.destroyed {
        huge_ship.destroyed_turn = turn;
        context.emit(CampaignEvent::HugeShipDestroyed { ship, battle });
        huge_ship_damage_and_repairs::lose_upgrades(context, ship, |_| true);
        return;
    }
    // What a section carried when it was crippled is discarded; it can be bought again.
    let newly = [0, 1].map(|section: usize| fate.crippled[section] && !crippled_before[section]);
    huge_ship_damage_and_repairs::lose_upgrades(context, ship, |section| {
        section.is_some_and(|section| newly[section])
    });
    let huge_ship = context.state.huge_ship_mut(ship);
    huge_ship_damage_and_repairs::repair(
        huge_ship,
        hulls,
        &rules.huge_ships.repair,
        rules.rulings.huge_ship_repair,
    );
    let damage = huge_ship.face_down.iter().sum::<u8>() + huge_ship.face_up.iter().sum::<u8>();
    let crippled = huge_ship.crippled.iter().filter(|crippled| **crippled).count() as u8;
    context.emit(CampaignEvent::HugeShipDamaged { ship, damage, crippled });
}
