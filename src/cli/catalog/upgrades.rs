//! `canto catalog upgrades`.

use serde_json::json;

use super::{Filter, Listing, Record};
use crate::catalog::{BaseSize, Upgrade, Weapon, catalog};

/// One row per card.
pub fn list(filter: &Filter) -> Listing {
    let mut listing = Listing::new(["upgrade", "slot", "points", "fleet", "for", "weapon", "effect"]);
    for upgrade in &catalog().upgrades {
        if filter.faction.is_some_and(|faction| upgrade.faction.is_some_and(|owner| owner != faction))
            || !filter.matches(upgrade.key, upgrade.name, &upgrade.aliases)
        {
            continue;
        }
        let fleet = match (upgrade.fleet_cost, upgrade.copies_per_purchase) {
            (None, _) => "–".to_string(),
            (Some(cost), 1) => cost.to_string(),
            (Some(cost), copies) => format!("{cost} for {copies}"),
        };
        listing.push(
            [
                upgrade.name.to_string(),
                upgrade.slot.label().to_string(),
                upgrade.points.to_string(),
                fleet,
                upgrade_carriers(upgrade),
                upgrade.weapon.map(weapon_words).unwrap_or_default(),
                upgrade.effect.to_string(),
            ],
            upgrade_record(upgrade),
        );
    }
    listing
}

fn upgrade_record(upgrade: &Upgrade) -> Record {
    let sizes: Vec<BaseSize> =
        BaseSize::ALL.iter().copied().filter(|size| upgrade.sizes >> size.index() & 1 == 1).collect();
    let ships = upgrade
        .ships
        .as_ref()
        .map(|ships| ships.iter().map(|id| catalog().ship(*id).key).collect::<Vec<_>>());
    let weapon = upgrade.weapon.map(|weapon| {
        json!({
            "attack": weapon.attack,
            "range_min": weapon.range_min,
            "range_max": weapon.range_max,
            "any_direction": weapon.any_direction,
            "requires": weapon.requires,
            "spends_requirement": weapon.spends_requirement,
            "one_shot": weapon.one_shot,
            "attacks": weapon.attacks,
            "energy_cost": weapon.energy_cost,
        })
    });
    Record(vec![
        ("key", json!(upgrade.key)),
        ("name", json!(upgrade.name)),
        ("aliases", json!(upgrade.aliases)),
        ("slot", json!(upgrade.slot)),
        ("kind", json!(upgrade.kind)),
        ("points", json!(upgrade.points)),
        ("fleet_cost", json!(upgrade.fleet_cost)),
        ("copies_per_purchase", json!(upgrade.copies_per_purchase)),
        ("faction", json!(upgrade.faction)),
        ("ships", json!(ships)),
        ("sizes", json!(sizes)),
        ("unique", json!(upgrade.unique)),
        ("limited", json!(upgrade.limited)),
        ("huge_ship_only", json!(upgrade.huge_ship_only)),
        ("expendable", json!(upgrade.expendable)),
        ("in_era", json!(upgrade.in_era)),
        ("weapon", json!(weapon)),
        ("effect", json!(upgrade.effect)),
        ("campaign_note", json!(upgrade.campaign_note)),
    ])
}

/// Who may carry the card; empty: everyone with the slot.
fn upgrade_carriers(upgrade: &Upgrade) -> String {
    let mut carriers = Vec::new();
    carriers.extend(upgrade.faction.map(|faction| faction.name().to_string()));
    match upgrade.ships.as_deref() {
        None => {}
        Some([]) => carriers.push("ships outside the campaign".to_string()),
        Some(ships) if 3 < ships.len() => carriers.push(format!("{} classes", ships.len())),
        Some(ships) => carriers.extend(ships.iter().map(|id| catalog().ship(*id).name.to_string())),
    }
    let sizes = BaseSize::ALL.iter().filter(|size| upgrade.sizes >> size.index() & 1 == 1);
    carriers.extend(sizes.map(|size| format!("{} ships", size.label())));
    if upgrade.huge_ship_only && upgrade.sizes == 0 && upgrade.ships.is_none() {
        carriers.push("huge ships".to_string());
    }
    if upgrade.unique {
        carriers.push("unique".to_string());
    }
    if !upgrade.in_era {
        carriers.push("later card".to_string());
    }
    carriers.join(", ")
}

fn weapon_words(weapon: Weapon) -> String {
    let range = match weapon.range_min == weapon.range_max {
        true => weapon.range_min.to_string(),
        false => format!("{}-{}", weapon.range_min, weapon.range_max),
    };
    let times = if weapon.attacks == 1 { String::new() } else { format!("{} × ", weapon.attacks) };
    format!("range {range}: {times}{} dice", weapon.attack)
}
