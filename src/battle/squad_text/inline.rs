//! Squads in one line: `2 Gold Squadron Pilot + Ion Cannon Turret + R2 Astromech, Horton Salm`.
//!
//! Ships are separated by commas. Each is a number (`2` or `2x`, else one), the pilot, ` in ` and a ship class
//! where it is not the one on the card, and upgrades with ` + ` before each. A faction and a colon may stand
//! first, for pilots who have cards in two: `scum: Boba Fett`.

use super::{Fault, Part, SquadText, WrittenShip, WrittenUpgrade, build};
use crate::error::{Error, Result};
use crate::ids::Faction;

/// Reads a squad in one line.
pub fn parse_inline(text: &str) -> Result<SquadText> {
    let (faction, list) = match text.split_once(':') {
        Some((word, list)) => (Some(faction(text, word)?), list),
        None => (None, text),
    };
    let parts: Vec<&str> = list.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let mut ships = Vec::with_capacity(parts.len());
    for part in &parts {
        ships.push(ship(part).map_err(|problem| complain(text, part, &problem))?);
    }
    build(String::new(), faction, &ships).map_err(|fault| {
        let culprit = culprit(&fault, &ships);
        complain(text, &culprit, &fault.problem)
    })
}

fn faction(text: &str, word: &str) -> Result<Faction> {
    Faction::from_key(&word.trim().to_lowercase())
        .ok_or_else(|| complain(text, word.trim(), "not a faction; allowed: rebel, imperial, scum"))
}

fn ship(part: &str) -> Result<WrittenShip, String> {
    let mut pieces = part.split(" + ").map(str::trim);
    let head = pieces.next().unwrap_or("");
    let (count, head) = count_and_rest(head)?;
    let (pilot, ship) = match head.split_once(" in ") {
        Some((pilot, ship)) => (pilot, Some(ship.trim().to_string())),
        None => (head, None),
    };
    if pilot.trim().is_empty() {
        return Err("a pilot's name is missing".to_string());
    }
    let upgrades = pieces.map(|name| WrittenUpgrade { name: name.to_string(), slot: None }).collect();
    Ok(WrittenShip { pilot: pilot.trim().to_string(), ship, upgrades, count })
}

/// Takes a leading `4 ` or `4x ` off; `4-LOM` is a name.
fn count_and_rest(head: &str) -> Result<(usize, &str), String> {
    let Some((first, rest)) = head.split_once(' ') else { return Ok((1, head)) };
    let digits = first.strip_suffix(['x', 'X']).unwrap_or(first);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok((1, head));
    }
    match digits.parse() {
        Ok(count) if 0 < count && count <= super::MAX_SHIPS => Ok((count, rest.trim())),
        _ => Err(format!("the number of ships must be in 1..={}", super::MAX_SHIPS)),
    }
}

/// The words that a fault is about.
fn culprit(fault: &Fault, ships: &[WrittenShip]) -> String {
    match fault.part {
        Part::Squad => String::new(),
        Part::Pilot(i) => ships[i].pilot.clone(),
        Part::Ship(i) => ships[i].ship.clone().unwrap_or_default(),
        Part::Upgrade(i, j) => ships[i].upgrades[j].name.clone(),
    }
}

fn complain(text: &str, culprit: &str, problem: &str) -> Error {
    match culprit.is_empty() {
        true => Error::usage(format!("squad \"{text}\": {problem}")),
        false => Error::usage(format!("squad \"{text}\": `{culprit}`: {problem}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::catalog;

    fn fault(text: &str) -> String {
        parse_inline(text).expect_err(text).to_string()
    }

    #[test]
    fn a_number_and_a_pilot_are_enough() {
        // X-wing 19 + Rookie Pilot 2 = 21 each.
        for text in ["4 Rookie Pilot", "4x Rookie Pilot", "rebel: 4 rookiepilot", "4 rookie-pilot,"] {
            let squad = parse_inline(text).expect(text);
            assert_eq!((squad.faction, squad.ships.len(), squad.points()), (Faction::Rebel, 4, 84));
        }
    }

    #[test]
    fn upgrades_are_added_to_the_points_of_each_ship() {
        let text = "2 Gold Squadron Pilot + Ion Cannon Turret + R2 Astromech, Horton Salm";
        let squad = parse_inline(text).expect(text);
        // Y-wing 16 + pilot 2 + turret 5 + astromech 1 = 24; Horton Salm is a 25-point card.
        let points: Vec<u16> = squad.ships.iter().map(|ship| ship.points).collect();
        assert_eq!(points, [24, 24, 25]);
        assert_eq!(squad.ships[2].pilot.skill, 8);
        assert!(squad.ships[2].pilot.unique);
    }

    #[test]
    fn a_discount_and_a_negative_cost_count() {
        // TIE Advanced 19 + Tempest 2 + TIE/x1 0 + Advanced Targeting Computer 5 - 4 = 22.
        let squad =
            parse_inline("Tempest Squadron Pilot + TIE/x1 + Advanced Targeting Computer").expect("x1");
        assert_eq!(squad.points(), 22);
        // A-wing 16 + Prototype Pilot 1 - 2 = 15.
        assert_eq!(parse_inline("Prototype Pilot + Chardaan Refit").expect("refit").points(), 15);
    }

    #[test]
    fn another_class_may_be_flown_and_settles_a_shared_name() {
        let squad = parse_inline("Academy Pilot in TIE Interceptor").expect("retrained");
        // TIE Interceptor 17 + Academy Pilot 1.
        assert_eq!(squad.points(), 18);
        let sabine = parse_inline("Sabine Wren in Captured TIE Fighter").expect("one card");
        assert_eq!(catalog().pilot(sabine.ships[0].pilot.card).key, "sabine-wren-captured-tie-fighter");
        assert_eq!(sabine.points(), 15);
    }

    #[test]
    fn the_other_pilots_settle_the_faction() {
        // Boba Fett flies for the Empire and for Scum; Cartel Spacers are Scum.
        assert_eq!(parse_inline("Boba Fett, 2 Cartel Spacer").expect("Scum").faction, Faction::Scum);
        assert_eq!(parse_inline("imperial: Boba Fett").expect("Empire").faction, Faction::Imperial);
        assert!(fault("Boba Fett").contains("say which faction: imperial or scum"));
        assert!(
            fault("Rookie Pilot, Academy Pilot").contains("`Academy Pilot`: a card of the Imperial side")
        );
    }

    #[test]
    fn extra_munitions_put_a_token_on_each_piece_of_ordnance() {
        let squad =
            parse_inline("Scimitar Squadron Pilot + Extra Munitions + Proton Torpedoes + Seismic Charges")
                .expect("a bomber");
        assert_eq!(squad.ships[0].munitions_tokens.len(), 2);
        // TIE Bomber 14 + pilot 2 + 2 + 4 + 2.
        assert_eq!(squad.points(), 24);
    }

    #[test]
    fn a_wrong_name_brings_the_nearest() {
        assert!(fault("4 Rooky Pilot").contains("did you mean `Rookie Pilot`?"));
        assert!(fault("Rookie Pilot + R2 Astromach").contains("did you mean `R2 Astromech`?"));
        assert!(fault("Rookie Pilot in X-wang").contains("did you mean `X-wing`?"));
    }

    #[test]
    fn what_the_game_forbids_is_refused() {
        assert!(fault("2 Horton Salm").contains("Horton Salm is unique"));
        assert!(fault("Rookie Pilot + Ion Cannon Turret").contains("no free slot of its kind is left"));
        assert!(fault("Academy Pilot + Push the Limit").contains("no free slot"));
        assert!(fault("Rookie Pilot in TIE Fighter").contains("Rebel players cannot buy this ship"));
        assert!(fault("").contains("no ship"));
        assert!(fault("0 Rookie Pilot").contains("1..=64"));
        assert!(fault("999999999999999999999 Rookie Pilot").contains("1..=64"));
        assert!(fault("60 Rookie Pilot, 5 Rookie Pilot").contains("at most 64"));
        assert!(fault("hutt: Rookie Pilot").contains("not a faction"));
    }
}
