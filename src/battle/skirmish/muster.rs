//! From an engagement to units: ships with their cards, huge ships by section.

use super::gear::{Gear, GearSet, card_effect};
use super::parameters::{Added, ClassParameters, Parameters, Thousandths};
use super::state::{HugeState, MAX_MOUNTS, MAX_UNITS, Mount, Origin, Place, Task, Unit};
use crate::battle::attack::{DamageCard, DamageCards, Toughness};
use crate::battle::engagement::{HugeShipInBattle, Squad, SquadShip};
use crate::catalog::{Action, Arc, BaseSize, ShipClass, Slot, Upgrade, catalog};
use crate::ids::{Faction, ShipClassId, UpgradeId};

/// No card raises pilot skill above this.
const MOST_SKILL: i16 = 12;

/// A unit without anything, to be filled.
pub fn blank_unit(class: ShipClassId, size: BaseSize, odds: ClassParameters) -> Unit {
    Unit {
        origin: Origin::Token(0),
        class,
        size,
        points: 0,
        group: 0,
        roles: 0,
        crew_icons: 0,
        is_tie_fighter: false,
        skill: 0,
        attack: 0,
        attack_range: (1, 3),
        agility: 0,
        max_shields: 0,
        actions: 0,
        gear: GearSet::default(),
        elite_gear: GearSet::default(),
        has_astromech: false,
        mounts: [Mount { card: UpgradeId(0), left: 0, spent: 0 }; MAX_MOUNTS],
        n_mounts: 0,
        odds,
        is_turret: false,
        token_damage: None,
        is_untouchable: false,
        toughness: Toughness::default(),
        cards: DamageCards::default(),
        place: Place::Reserve,
        task: Task::Fight,
        entered: 0,
        fled_in: 0,
        focus: 0,
        evade: 0,
        stress: 0,
        ion: 0,
        tractor: 0,
        tracking: 0,
        reinforced: false,
        is_cloaked: false,
        lock: None,
        xp_left: 0,
        xp_spent: 0,
        cargo: 0,
        prisoners: 0,
        docked_rounds: 0,
        skill_now: 0,
        agility_now: 0,
        in_arc: 0,
        in_range: 0,
        range: 3,
        is_drifting: false,
        is_breached: false,
        may_act: false,
        may_attack: false,
        has_fired: false,
        is_focused: false,
        marksman: false,
        c3po_used: false,
        captive_used: false,
        in_place: false,
        objective_done: false,
        extra_attacks: 0,
        hits_are_crits: false,
        all_green: false,
        keeps_green: false,
        hidden_in: 0,
        carrying: 0,
        no_secondary_weapons: false,
        guidance_used: false,
        is_alone: false,
        pilot_wounded: false,
        was_damaged: false,
        killed: None,
        small_kills: 0,
        large_kills: 0,
        sections_crippled: 0,
        huge_kills: 0,
    }
}

/// A ship of a squad.
pub fn ship_unit(
    ship: &SquadShip,
    origin: Origin,
    faction: Faction,
    judgment: bool,
    odds: &[ClassParameters],
    parameters: &Parameters,
) -> Unit {
    let cards = catalog();
    let class = cards.ship(ship.class);
    let mut unit = blank_unit(ship.class, class.size, odds[ship.class.index()]);
    unit.origin = origin;
    unit.points = ship.points;
    unit.group = ship.group;
    unit.is_tie_fighter = class.key == "tie-fighter" || class.key == "captured-tie-fighter";
    unit.actions = class.actions;
    unit.is_turret = class.has_arc(Arc::Turret);
    if let Some(role) = ship.role {
        unit.roles |= 1 << role.index();
    }
    unit.xp_left = if judgment { ship.pilot.xp_to_spend } else { 0 };

    let mut bonus = [0_i16; 5];
    let mut crew_icons = crew_slots(class, faction);
    for card in ship.upgrades.iter().chain(&ship.pilot.abilities).map(|id| cards.upgrade(*id)) {
        let extra = card.bonus;
        for (sum, more) in
            bonus.iter_mut().zip([extra.skill, extra.attack, extra.agility, extra.hull, extra.shields])
        {
            *sum += i16::from(more);
        }
        unit.actions |= card.grants_actions;
        crew_icons = crew_icons_after(crew_icons, card);
        add_card(&mut unit, card.id);
        unit.has_astromech |= matches!(card.slot, Slot::Astromech | Slot::SalvagedAstromech);
        if card.slot == Slot::Elite {
            unit.elite_gear.join(card_effect(card.id).gear);
        }
    }
    for spare in &ship.munitions_tokens {
        if let Some(mount) = unit.mounts.iter_mut().find(|mount| mount.card == *spare && 0 < mount.left) {
            mount.left += 1;
        }
    }
    let plus = |value: u8, more: i16, most: i16| (i16::from(value) + more).clamp(0, most) as u8;
    unit.skill = plus(ship.pilot.skill, bonus[0], MOST_SKILL);
    unit.attack = plus(class.attack, bonus[1], 10);
    unit.agility = plus(class.agility, bonus[2], 10);
    let hull = plus(class.hull, bonus[3], 100).max(1);
    unit.max_shields = plus(class.shields, bonus[4], 100);
    unit.toughness = Toughness { shields: unit.max_shields, hull, damage: 0 };
    unit.crew_icons = crew_icons;
    add_actions(&mut unit, class, parameters);
    unit
}

/// Crew icons of the printed bar.
pub fn crew_slots(class: &ShipClass, faction: Faction) -> u8 {
    let of_faction = &class.slots[faction.index()];
    // A captured ship has the bar of the faction that made it.
    let slots = if of_faction.is_empty() {
        class.slots.iter().max_by_key(|slots| slots.len())
    } else {
        Some(of_faction)
    };
    slots.map_or(0, |slots| slots.iter().filter(|slot| **slot == Slot::Crew).count() as u8)
}

fn crew_icons_after(icons: u8, card: &Upgrade) -> u8 {
    let granted = card.grants_slots.iter().filter(|slot| **slot == Slot::Crew).count() as u8;
    let kept = if card.removes_slots.contains(&Slot::Crew) { 0 } else { icons };
    kept + granted
}

/// Puts a card's lasting effect, weapon or bomb on the unit.
fn add_card(unit: &mut Unit, card: UpgradeId) {
    let effect = card_effect(card);
    unit.gear.join(effect.gear);
    if (effect.weapon.is_some() || effect.bomb.is_some()) && usize::from(unit.n_mounts) < MAX_MOUNTS {
        unit.mounts[usize::from(unit.n_mounts)] = Mount { card, left: 1, spent: 0 };
        unit.n_mounts += 1;
    }
}

/// Boosts and rolls that cards add make a ship harder to catch.
fn add_actions(unit: &mut Unit, class: &ShipClass, parameters: &Parameters) {
    let mut apply = |added: Added| {
        let shift = |share: Thousandths, by: f64| {
            Thousandths((i32::from(share.0) + (by * 1000.0).round() as i32).clamp(0, 2000) as u16)
        };
        unit.odds.shots = shift(unit.odds.shots, added.shots);
        unit.odds.exposure = shift(unit.odds.exposure, added.exposure);
    };
    let gained = unit.actions & !class.actions;
    if gained >> Action::Boost.index() & 1 == 1 {
        apply(parameters.action.boost);
    }
    if gained >> Action::BarrelRoll.index() & 1 == 1 {
        apply(parameters.action.barrel_roll);
    }
    if unit.gear.has(Gear::GreenerDial) {
        unit.odds.green = Thousandths(unit.odds.green.0.midpoint(1000));
    }
}

/// The sections of a huge ship, with the damage that they bring along.
pub fn huge_units(
    huge: &HugeShipInBattle,
    number: u8,
    first_index: usize,
    odds: &[ClassParameters],
) -> (Vec<Unit>, HugeState) {
    let cards = catalog();
    let class = cards.ship(huge.class);
    let sections = class.huge.as_ref().map_or(&[][..], |huge| &huge.sections[..]);
    let is_capital = class.huge.as_ref().is_some_and(|huge| huge.capital);
    let mut state = HugeState {
        sections: [None; 2],
        energy: 0,
        max_energy: 0,
        is_capital,
        points: sections.iter().map(|section| u16::from(section.printed_cost)).sum(),
    };
    let mut units = Vec::with_capacity(sections.len());
    for (at, section) in sections.iter().enumerate().take(2) {
        let mut unit = blank_unit(huge.class, BaseSize::Huge, odds[huge.class.index()]);
        unit.origin = Origin::Huge { ship: number, section: at as u8 };
        unit.points = u16::from(section.printed_cost);
        unit.skill = section.pilot_skill;
        unit.attack = section.attack;
        unit.attack_range = section.attack_range;
        unit.agility = section.agility;
        unit.actions = section.actions;
        unit.is_turret = section.primary_is_turret;
        unit.max_shields = section.shields;
        unit.toughness = Toughness { shields: section.shields, hull: section.hull, damage: 0 };
        state.max_energy += section.energy;
        if huge.crippled[at] {
            unit.place = Place::Crippled;
            unit.attack = section.crippled.map_or(0, |crippled| crippled.attack);
        }
        for _ in 0..huge.face_down[at] {
            unit.cards.add_face_down(DamageCard::ThrustControlFire);
        }
        for _ in 0..huge.face_up[at] {
            unit.cards.add_face_up(DamageCard::ThrustControlFire);
        }
        unit.toughness.damage = unit.cards.damage();
        state.sections[at] = u8::try_from(first_index + at).ok();
        units.push(unit);
    }
    share_out_upgrades(huge, &mut units, &mut state);
    (units, state)
}

/// Hardpoints go to the sections that carry them; numbers that a card adds to hull and shields to the first.
fn share_out_upgrades(huge: &HugeShipInBattle, units: &mut [Unit], state: &mut HugeState) {
    let sections = catalog().sections_of(huge.class, &huge.upgrades);
    for (card, section) in huge.upgrades.iter().map(|id| catalog().upgrade(*id)).zip(sections) {
        if card.slot == Slot::Title {
            state.max_energy = state.max_energy.saturating_add_signed(card.energy);
        }
        let section = section.filter(|_| card_effect(card.id).weapon.is_some());
        let Some(unit) = units.get_mut(section.unwrap_or(0)) else { return };
        add_card(unit, card.id);
        let first = &mut units[0];
        first.toughness.hull = first.toughness.hull.saturating_add_signed(card.bonus.hull);
        first.max_shields = first.max_shields.saturating_add_signed(card.bonus.shields);
        first.toughness.shields = first.max_shields;
    }
    state.energy = state.max_energy;
}

/// All units of a side in order: squad, reinforcements, huge ships; no more than fit.
pub fn side_units(
    squad: &Squad,
    judgment: bool,
    odds: &[ClassParameters],
    parameters: &Parameters,
    tokens: usize,
) -> (Vec<Unit>, Vec<HugeState>) {
    let sections = 2 * squad.huge_ships.len();
    let mut units = Vec::with_capacity(squad.ships.len() + squad.reinforcements.len() + sections + tokens);
    for (number, ship) in squad.ships.iter().enumerate() {
        let origin = Origin::Squad(number as u16);
        units.push(ship_unit(ship, origin, squad.faction, judgment, odds, parameters));
    }
    let mut huge_states = Vec::with_capacity(squad.huge_ships.len());
    for (number, huge) in squad.huge_ships.iter().enumerate() {
        let (sections, state) = huge_units(huge, number as u8, units.len(), odds);
        units.extend(sections);
        huge_states.push(state);
    }
    for (number, docked) in squad.docked.iter().enumerate() {
        let origin = Origin::Docked(number as u16);
        units.push(ship_unit(&docked.fighter, origin, squad.faction, judgment, odds, parameters));
    }
    // Stock ships come last: with a full board some of them have no place.
    for (number, ship) in squad.reinforcements.iter().enumerate() {
        if MAX_UNITS <= units.len() + tokens {
            break;
        }
        let origin = Origin::Reinforcement(number as u16);
        units.push(ship_unit(ship, origin, squad.faction, judgment, odds, parameters));
    }
    units.truncate(MAX_UNITS - tokens);
    (units, huge_states)
}
