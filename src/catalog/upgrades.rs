//! Upgrade cards: `upgrades.csv`, sorted by slot and name.

use super::cards::*;
use super::csv::{Row, Sheet};
use super::ships;
use crate::ids::{Faction, UpgradeId};

const FLAGS: [&str; 9] = [
    "unique",
    "limited",
    "huge-only",
    "droid",
    "has-pilot-card",
    "expendable",
    "one-shot",
    "pilot-title",
    "later",
];

/// Every upgrade card in the order of the file.
pub fn load(classes: &[ShipClass]) -> Vec<Upgrade> {
    let sheet = Sheet::parse("upgrades.csv", include_str!("upgrades.csv"));
    let keys: Vec<&str> = sheet.rows().map(|row| row.text("key")).collect();
    sheet.rows().enumerate().map(|(i, row)| upgrade(i, &row, classes, &keys)).collect()
}

fn upgrade(i: usize, row: &Row<'_>, classes: &[ShipClass], keys: &[&str]) -> Upgrade {
    let flags = row.flags(&FLAGS);
    let grants = Grants::read(row);
    let by_key = |key: &str| keys.iter().position(|other| *other == key).map(|i| UpgradeId(i as u16));
    Upgrade {
        id: UpgradeId(i as u16),
        key: row.text("key"),
        name: row.text("name"),
        aliases: row.names("aliases"),
        slot: row.word("slot", Slot::from_key),
        kind: row.word("kind", UpgradeKind::from_key),
        points: row.number("points"),
        fleet_cost: row.maybe("fleet_cost"),
        copies_per_purchase: row.number("copies"),
        unique: flags.has("unique"),
        limited: flags.has("limited"),
        huge_ship_only: flags.has("huge-only"),
        faction: (!row.text("faction").is_empty()).then(|| row.word("faction", Faction::from_key)),
        ships: match row.text("ships") {
            "" => None,
            // Made for a class that the campaign does not have.
            "none-here" => Some(Vec::new()),
            _ => Some(row.words("ships", |key| ships::by_key(classes, key))),
        },
        sizes: row.bits("sizes", |key| BaseSize::from_key(key).map(BaseSize::index)),
        expendable: flags.has("expendable"),
        droid: flags.has("droid"),
        character_has_pilot_card: flags.has("has-pilot-card"),
        weapon: weapon(row, flags.has("one-shot")),
        grants_slots: grants.slots,
        grants_one_of: grants.one_of,
        removes_slots: row.words("removes", Slot::from_key),
        slots_filled: row.maybe("fills").unwrap_or(1),
        pilot_title: flags.has("pilot-title"),
        min_skill: row.number_or_zero("min_skill"),
        discount: slot_points(row, "discount"),
        dearest: slot_points(row, "dearest"),
        needs_action: (!row.text("needs_action").is_empty())
            .then(|| row.word("needs_action", Action::from_key)),
        energy: row.number_or_zero("energy"),
        other_side: (!row.text("other_side").is_empty()).then(|| row.word("other_side", by_key)),
        grants_actions: grants.actions,
        bonus: grants.bonus,
        effect: row.text("effect"),
        campaign_note: row.text("campaign_note"),
        in_era: !flags.has("later"),
    }
}

/// What the `grants` column says: `slot:crew`, `one-of:cannon`, `action:boost`, `hull+1`.
#[derive(Default)]
struct Grants {
    slots: Vec<Slot>,
    one_of: Vec<Slot>,
    actions: Bits,
    bonus: StatBonus,
}

impl Grants {
    fn read(row: &Row<'_>) -> Grants {
        let mut grants = Grants::default();
        for word in row.text("grants").split_whitespace() {
            if grants.add(word).is_none() {
                row.stop("grants", "must be slot:KEY, one-of:KEY, action:KEY or STAT+N");
            }
        }
        grants
    }

    fn add(&mut self, word: &str) -> Option<()> {
        if let Some((kind, key)) = word.split_once(':') {
            match kind {
                "slot" => self.slots.push(Slot::from_key(key)?),
                "one-of" => self.one_of.push(Slot::from_key(key)?),
                "action" => self.actions |= 1 << Action::from_key(key)?.index(),
                _ => return None,
            }
            return Some(());
        }
        let (stat, amount) = word.split_at(word.find(['+', '-'])?);
        let amount = amount.parse().ok()?;
        match stat {
            "skill" => self.bonus.skill = amount,
            "attack" => self.bonus.attack = amount,
            "agility" => self.bonus.agility = amount,
            "hull" => self.bonus.hull = amount,
            "shields" => self.bonus.shields = amount,
            _ => return None,
        }
        Some(())
    }
}

fn weapon(row: &Row<'_>, one_shot: bool) -> Option<Weapon> {
    let attack = row.maybe("dice")?;
    let (range_min, range_max) = row.range("range");
    Some(Weapon {
        attack,
        range_min,
        range_max,
        any_direction: match row.text("arc") {
            "any" => true,
            "front" | "section" => false,
            _ => row.stop("arc", "must be any, front or section"),
        },
        requires: if row.text("needs").is_empty() {
            Requirement::Nothing
        } else {
            row.word("needs", Requirement::from_key)
        },
        spends_requirement: row.yes("spends"),
        one_shot,
        attacks: row.number("attacks"),
        energy_cost: row.number_or_zero("energy_cost"),
    })
}

/// `system 4` concerns cards of that slot, `any 1` every other card.
fn slot_points(row: &Row<'_>, column: &str) -> Option<SlotPoints> {
    let (slot, points) = row.text(column).split_once(' ')?;
    let slot = match slot {
        "any" => None,
        key => Some(Slot::from_key(key).unwrap_or_else(|| row.stop(column, "not a slot"))),
    };
    let points = points.parse().unwrap_or_else(|_| row.stop(column, "not a number of points"));
    Some(SlotPoints { slot, points })
}
