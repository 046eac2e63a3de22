//! What a ship and a card are worth in a fight, as a player judges it: exact attack tables, then judgment.
//!
//! The worth of a ship is the root of (damage dealt a round) x (attacks survived). By Lanchester's square law a
//! side's strength is the product of its fire and its staying power, so that roots add up over ships. All numbers
//! are thousandths of an X-wing flown by a pilot of skill [`REFERENCE_SKILL`].
//!
//! Nothing here is a rule: a wrong judgment makes a worse player, never an illegal one.

use std::sync::OnceLock;

use crate::battle::attack::AttackRoll;
use crate::catalog::{Action, Arc, BaseSize, Bearer, Misfit, ShipClass, Slot, Upgrade, catalog};
use crate::ids::{Faction, ShipClassId, UpgradeId};
use crate::procedures::Procedure;

/// The skill at which the worth of a bare ship is stated.
pub const REFERENCE_SKILL: u8 = 3;

/// Everything that a doctrine thinks of ships and cards before its own weights.
#[derive(Debug)]
pub struct Worth {
    ships: Vec<i32>,
    /// By class, then card.
    gains: Vec<i32>,
    /// By class, faction of the bar, then card: faction, class and base size allow it.
    permitted: Vec<bool>,
    /// By class and faction of the bar: the elite cards worth a thought, by points.
    elites: Vec<Vec<UpgradeId>>,
    n_upgrades: usize,
}

/// Elite cards of one price that are kept in mind: the best two, since one of them may be unique.
const ELITES_OF_A_PRICE: usize = 2;

/// The judgments on the built-in catalog.
pub fn worth() -> &'static Worth {
    static WORTH: OnceLock<Worth> = OnceLock::new();
    WORTH.get_or_init(build)
}

impl Worth {
    /// A ship of the class with nothing on it.
    pub fn ship(&self, class: ShipClassId) -> i32 {
        self.ships[class.index()]
    }

    /// How much a card adds to a ship of the class.
    pub fn gain(&self, class: ShipClassId, card: UpgradeId) -> i32 {
        self.gains[class.index() * self.n_upgrades + card.index()]
    }

    /// Whether faction, class and base size allow the card; slots are another matter.
    pub fn permits(&self, class: ShipClassId, bar: Faction, card: UpgradeId) -> bool {
        self.permitted[bar_index(class, bar) * self.n_upgrades + card.index()]
    }

    /// The elite cards that a pilot of the class would think of: of each price the best.
    pub fn elites(&self, class: ShipClassId, bar: Faction) -> &[UpgradeId] {
        &self.elites[bar_index(class, bar)]
    }
}

/// Place of a class with the bar of a faction in tables that have one row for each.
pub fn bar_index(class: ShipClassId, bar: Faction) -> usize {
    class.index() * Faction::ALL.len() + bar.index()
}

/// Agility of the ships that one meets, and how often.
const FOES_AGILITY: [f64; 4] = [0.08, 0.27, 0.35, 0.30];
/// Attack dice that one is shot at with, from two dice on.
const FOES_ATTACK: [f64; 3] = [0.40, 0.50, 0.10];
/// Shares of attacks at range 1, 2 and 3.
const RANGES: [f64; 3] = [0.25, 0.50, 0.25];
/// Share of attacks for which the attacker has a focus token, or a lock instead.
const ATTACKER_FOCUS: f64 = 0.6;
/// Share of attacks for which the defender has a focus token left.
const DEFENDER_FOCUS: f64 = 0.5;
/// Share of attacks for which a ship that can evade has an evade token left.
const DEFENDER_EVADE: f64 = 0.3;
/// How much more often a ship finds a target: a turret, an arc that turns, a second arc.
const TURRET: f64 = 1.35;
const MOBILE_ARC: f64 = 1.25;
const SECOND_ARC: f64 = 1.12;
/// What boost and barrel roll each add to both sides of the product.
const REPOSITION: f64 = 1.04;
/// A cloaked ship is hard to hit while it does not shoot.
const CLOAK: f64 = 1.25;
/// Shots that a ship gets off in a battle, over which a one-shot weapon is spread.
const SHOTS_IN_A_BATTLE: f64 = 5.0;
/// Share of the one-shot weapons that are fired at all, in arc, in range and with what they need.
const ORDNANCE_FIRED: f64 = 0.7;
/// What a point spent on a card without a judgment is worth on each side of the product, in percent.
const UNKNOWN_CARD: f64 = 0.8;
/// The extra agility of a Stealth Device lasts until the first hit.
const STEALTH_LASTS: f64 = 0.35;

/// Weapons that do no damage of their own; what they do else is judged.
const HARMLESS: [&str; 3] = ["tractor-beam", "xx-23-s-thread-tracers", "seismic-torpedo"];
/// Cards that are of use only where torpedoes or missiles are carried.
const FOR_ORDNANCE: [&str; 3] = ["guidance-chips", "munitions-failsafe", "long-range-scanners"];

/// Fire and staying power of one ship.
#[derive(Debug, Clone, Copy)]
struct Fighter {
    /// Damage dealt a round.
    offence: f64,
    /// Attacks survived.
    toughness: f64,
}

impl Fighter {
    fn worth(self) -> f64 {
        (self.offence * self.toughness).sqrt()
    }
}

/// Expected damage of one attack, by dice and tokens.
struct Damage {
    /// Attack dice, defense dice, then bits: attacker's focus, defender's focus, defender's evade.
    expected: [[[f64; 8]; 8]; 10],
}

impl Damage {
    fn new() -> Damage {
        let mut expected = [[[0.0; 8]; 8]; 10];
        for (attack_dice, by_defense) in expected.iter_mut().enumerate() {
            for (defense_dice, by_tokens) in by_defense.iter_mut().enumerate() {
                for (tokens, mean) in by_tokens.iter_mut().enumerate() {
                    let roll = AttackRoll {
                        attack_dice: attack_dice as u8,
                        defense_dice: defense_dice as u8,
                        attacker_focus: tokens & 1 == 1,
                        attacker_lock: false,
                        defender_focus: tokens >> 1 & 1 == 1,
                        defender_evade: tokens >> 2 & 1 == 1,
                    };
                    let exact = roll.exact();
                    *mean = exact.iter().enumerate().map(|(damage, p)| damage as f64 * p).sum();
                }
            }
        }
        Damage { expected }
    }

    /// The mean over tokens; `evade` is the share of attacks against an evade token.
    fn mean(&self, attack: u8, defense: u8, evade: f64) -> f64 {
        let by_tokens = &self.expected[usize::from(attack).min(9)][usize::from(defense).min(7)];
        let share = |on: bool, p: f64| if on { p } else { 1.0 - p };
        let tokens = by_tokens.iter().enumerate().map(|(tokens, mean)| {
            mean * share(tokens & 1 == 1, ATTACKER_FOCUS)
                * share(tokens >> 1 & 1 == 1, DEFENDER_FOCUS)
                * share(tokens >> 2 & 1 == 1, evade)
        });
        tokens.sum()
    }

    /// Damage a shot of so many dice against the ships that one meets, over the ranges of a primary weapon.
    fn primary(&self, attack: u8) -> f64 {
        self.against_foes(|agility, range| {
            self.mean(attack + u8::from(range == 1), agility + u8::from(range == 3), 0.15)
        })
    }

    /// A secondary weapon has no range bonus and shoots at some ranges only.
    fn secondary(&self, attack: u8, ranges: (u8, u8), at_most: Option<f64>) -> f64 {
        self.against_foes(|agility, range| {
            if range < ranges.0 || ranges.1 < range {
                return 0.0;
            }
            let damage = self.mean(attack, agility, 0.15);
            at_most.map_or(damage, |most| damage.min(most))
        })
    }

    fn against_foes(&self, damage: impl Fn(u8, u8) -> f64) -> f64 {
        let mut sum = 0.0;
        for (agility, often) in FOES_AGILITY.iter().enumerate() {
            for (range, share) in RANGES.iter().enumerate() {
                sum += often * share * damage(agility as u8, range as u8 + 1);
            }
        }
        sum
    }

    /// Attacks that a ship survives.
    fn survived(&self, agility: u8, hit_points: u8, evades: bool) -> f64 {
        let evade = if evades { DEFENDER_EVADE } else { 0.0 };
        let mut damage = 0.0;
        for (more, often) in FOES_ATTACK.iter().enumerate() {
            for (range, share) in RANGES.iter().enumerate() {
                let (attack, defense) =
                    (more as u8 + 2 + u8::from(range == 0), agility + u8::from(range == 2));
                damage += often * share * self.mean(attack, defense, evade);
            }
        }
        f64::from(hit_points) / damage
    }
}

fn build() -> Worth {
    let (catalog, damage) = (catalog(), Damage::new());
    let judgments = judgments();
    let n_upgrades = catalog.upgrades.len();
    let x_wing = catalog.find_ship("X-wing").expect("the catalog has an X-wing");
    let scale = 1000.0 / fighter(&damage, catalog.ship(x_wing)).worth();
    let mut worth =
        Worth { ships: Vec::new(), gains: Vec::new(), permitted: Vec::new(), elites: Vec::new(), n_upgrades };
    for class in &catalog.ships {
        let flies = class.size != BaseSize::Huge;
        let bare = fighter(&damage, class);
        let bare_worth = if flies { bare.worth() } else { 0.0 };
        worth.ships.push((bare_worth * scale).round() as i32);
        for card in &catalog.upgrades {
            let better = with_card(&damage, class, bare, card, judgments[card.id.index()]);
            let gain = if flies { better.worth() - bare_worth } else { 0.0 };
            worth.gains.push((gain * scale).round() as i32);
        }
        for faction in Faction::ALL {
            let bearer = Bearer { class: class.id, faction, skill: u8::MAX, elite_slots: 2 };
            let owns = class.factions[faction.index()];
            let permits = |card: &Upgrade| {
                let misfit = catalog.first_misfit(bearer, &[card.id]);
                owns && !matches!(misfit, Some((_, Misfit::Forbidden)))
            };
            worth.permitted.extend(catalog.upgrades.iter().map(permits));
            let elites = best_elites(&worth, class.id, faction);
            worth.elites.push(elites);
        }
    }
    worth
}

/// Of each price the elite cards that add most, cheapest first. Cards whose gain comes from a slot or an action
/// that they give are left out: their worth depends on what is put there.
fn best_elites(worth: &Worth, class: ShipClassId, bar: Faction) -> Vec<UpgradeId> {
    let cards = catalog().upgrades.iter().filter(|card| {
        card.slot == Slot::Elite
            && card.in_era
            && card.grants_slots.is_empty()
            && worth.permits(class, bar, card.id)
            && 0 < worth.gain(class, card.id)
    });
    let mut elites: Vec<&Upgrade> = cards.collect();
    elites.sort_by_key(|card| (card.points, -worth.gain(class, card.id), card.id));
    let mut best: Vec<UpgradeId> = Vec::new();
    for of_a_price in elites.chunk_by(|a, b| a.points == b.points) {
        best.extend(of_a_price.iter().take(ELITES_OF_A_PRICE).map(|card| card.id));
    }
    best
}

/// A bare ship.
fn fighter(damage: &Damage, class: &ShipClass) -> Fighter {
    fighter_of(damage, class, class.attack, class.agility, class.hull + class.shields)
}

fn fighter_of(damage: &Damage, class: &ShipClass, attack: u8, agility: u8, hit_points: u8) -> Fighter {
    let arc = if class.has_arc(Arc::Turret) {
        TURRET
    } else if class.has_arc(Arc::MobileQuadrant) {
        MOBILE_ARC
    } else if class.has_arc(Arc::RearAuxiliary) || class.has_arc(Arc::Front180Auxiliary) {
        SECOND_ARC
    } else {
        1.0
    };
    let mut handling = 1.0;
    for action in [Action::Boost, Action::BarrelRoll] {
        if class.has_action(action) {
            handling *= REPOSITION;
        }
    }
    let cloak = if class.has_action(Action::Cloak) { CLOAK } else { 1.0 };
    Fighter {
        offence: damage.primary(attack) * arc * handling,
        toughness: damage.survived(agility, hit_points, class.has_action(Action::Evade)) * handling * cloak,
    }
}

/// The ship with one card on it.
fn with_card(
    damage: &Damage,
    class: &ShipClass,
    bare: Fighter,
    card: &Upgrade,
    judged: Option<(f64, f64)>,
) -> Fighter {
    let mut better = bare;
    let loads = |slot: &Slot| class.slots.iter().any(|bar| bar.contains(slot));
    if FOR_ORDNANCE.contains(&card.key) && ![Slot::Torpedo, Slot::Missile].iter().any(loads) {
        return bare;
    }
    let bonus = card.bonus;
    if bonus.attack != 0 || bonus.agility != 0 || bonus.hull != 0 || bonus.shields != 0 {
        let add = |value: u8, more: i8| value.saturating_add_signed(more);
        let hit_points = add(add(class.hull, bonus.hull), bonus.shields).saturating_add(class.shields);
        let agility = add(class.agility, bonus.agility);
        let changed = fighter_of(damage, class, add(class.attack, bonus.attack), agility, hit_points);
        let lasts = if card.key == "stealth-device" { STEALTH_LASTS } else { 1.0 };
        better.offence += changed.offence - bare.offence;
        better.toughness += (changed.toughness - bare.toughness) * lasts;
    }
    better.offence += weapon_gain(damage, class, bare, card);
    if bonus.skill != 0 {
        // Two steps of skill are worth about as much as one card point spent well.
        let share = 1.0 + 0.015 * f64::from(bonus.skill);
        better.offence *= share;
        better.toughness *= share;
    }
    let has_numbers = card.weapon.is_some() || bonus != Default::default();
    let unknown = UNKNOWN_CARD * f64::from(card.points.max(0));
    let (offence, toughness) = judged.unwrap_or(if has_numbers { (0.0, 0.0) } else { (unknown, unknown) });
    better.offence *= 1.0 + offence / 100.0;
    better.toughness *= 1.0 + toughness / 100.0;
    better
}

/// Damage a round that a secondary weapon adds.
fn weapon_gain(damage: &Damage, class: &ShipClass, bare: Fighter, card: &Upgrade) -> f64 {
    let Some(weapon) = card.weapon.filter(|_| !HARMLESS.contains(&card.key)) else { return 0.0 };
    // Weapons of which one hit does one damage, whatever else it does.
    let at_most = match card.key {
        "twin-laser-turret" => Some(1.0),
        _ if card.effect.contains("exactly 1 damage") => Some(1.0),
        _ => None,
    };
    let ranges = (weapon.range_min, weapon.range_max);
    let shot = damage.secondary(weapon.attack, ranges, at_most) * f64::from(weapon.attacks.max(1));
    let primary_shot = damage.primary(class.attack);
    if weapon.one_shot {
        // Fired once, in place of a shot of the primary weapon, at a range that suits it.
        let in_range: f64 =
            (ranges.0..=ranges.1).map(|range| RANGES[usize::from(range.clamp(1, 3)) - 1]).sum();
        let better = (shot / in_range - primary_shot).max(0.1);
        return better * ORDNANCE_FIRED / SHOTS_IN_A_BATTLE;
    }
    // Used where it is better than the primary weapon: out of its arc, or in its own range.
    let wider = if weapon.any_direction && card.slot == Slot::Turret { TURRET } else { 1.0 };
    let mut sum = 0.0;
    for (range, share) in RANGES.iter().enumerate() {
        let range = range as u8 + 1;
        let fires = ranges.0 <= range && range <= ranges.1;
        let own = damage.against_foes(|agility, at| {
            let hit = damage.mean(class.attack + u8::from(range == 1), agility + u8::from(range == 3), 0.15);
            if at == range { hit } else { 0.0 }
        }) / share;
        let other = damage.secondary(weapon.attack, (range, range), at_most) / share
            * f64::from(weapon.attacks.max(1))
            * wider;
        let shot = if fires && own < other { other } else { own };
        sum += share * shot;
    }
    let before = primary_shot;
    (sum - before).max(0.0) * (bare.offence / before)
}

/// The judgments on cards whose effect is not in their numbers: percent more fire, percent more staying power.
fn judgments() -> Vec<Option<(f64, f64)>> {
    let catalog = catalog();
    let mut judged = vec![None; catalog.upgrades.len()];
    for line in include_str!("card_judgments.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let card = catalog.upgrades.iter().find(|card| card.key == cells[0]);
        let card = card.unwrap_or_else(|| panic!("card_judgments.csv: no card `{}`", cells[0]));
        let percent = |cell: &str| cell.parse::<f64>().unwrap_or_else(|_| panic!("`{line}`: not a number"));
        judged[card.id.index()] = Some((percent(cells[1]), percent(cells[2])));
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::testing::{ship, upgrade};

    #[test]
    fn worth_orders_ships_as_their_prices_do() {
        let of = |name: &str| worth().ship(ship(name));
        assert_eq!(of("X-wing"), 1000);
        assert!(of("TIE Fighter") < of("TIE Interceptor"));
        assert!(of("TIE Interceptor") < of("TIE Defender"));
        assert!(of("Z-95 Headhunter") < of("X-wing"));
        assert!(of("X-wing") < of("T-70"));
        assert!(of("YT-1300 (ORS stats)") < of("YT-1300 (MF stats)"));
        // Worth a point stays within a factor of two for everything that fights.
        for class in catalog().ships.iter().filter(|class| class.size != BaseSize::Huge) {
            let price = class.base_cost.iter().flatten().max().copied().unwrap_or(1);
            let per_point = worth().ship(class.id) / i32::from(price);
            assert!((25..=80).contains(&per_point), "{}: {per_point} a point", class.name);
        }
    }

    #[test]
    fn cards_that_add_numbers_are_worth_what_the_attack_tables_say() {
        // One more hit point on five: toughness x 6/5, so worth x sqrt(6/5) = 1.0954.
        let gain = worth().gain(ship("X-wing"), upgrade("shield-upgrade"));
        assert_eq!(gain, 95);
        let gain = |class: &str, card: &str| worth().gain(ship(class), upgrade(card));
        assert!(0 < gain("X-wing", "proton-torpedoes"));
        assert!(gain("TIE Fighter", "shield-upgrade") < gain("VT-49 Decimator", "gunner"));
        assert!(gain("Y-wing", "ion-cannon-turret") < gain("Y-wing", "twin-laser-turret"));
    }

    #[test]
    fn permission_follows_class_faction_and_size() {
        let permits = |class: &str, bar, card: &str| worth().permits(ship(class), bar, upgrade(card));
        assert!(permits("A-wing", Faction::Rebel, "chardaan-refit"));
        assert!(!permits("X-wing", Faction::Rebel, "chardaan-refit"));
        assert!(permits("YT-2400", Faction::Rebel, "gunner"));
        assert!(!permits("TIE Fighter", Faction::Imperial, "luke-skywalker"));
    }
}
