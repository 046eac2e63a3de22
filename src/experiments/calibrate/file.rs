//! The parameter file as a person reads it: every number with what it means, and whether it was measured or assumed.

use std::fmt::Write;

use super::measure::Measured;
use crate::battle::skirmish::parameters::{Added, MissionParameters, Thousandths};
use crate::catalog::catalog;

/// How a file was made.
#[derive(Debug, Clone)]
pub struct Provenance {
    pub command: String,
    pub battles: u64,
    pub ship_rounds: u64,
}

fn number(share: Thousandths) -> String {
    format!("{}.{:03}", share.0 / 1000, share.0 % 1000)
}

fn list(shares: &[Thousandths]) -> String {
    let numbers: Vec<String> = shares.iter().map(|share| number(*share)).collect();
    format!("[{}]", numbers.join(", "))
}

/// The whole file.
pub fn render(measured: &Measured, made: &Provenance) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, measured, made);
    text
}

fn write_all(out: &mut String, measured: &Measured, made: &Provenance) -> std::fmt::Result {
    let all = &measured.parameters;
    let melee = &all.melee;
    writeln!(
        out,
        "# What the board would decide, for the skirmish model: one file, all of it.\n#\n\
         # Written by: {}\n\
         # from {} battles on the board flown by tactician pilots, {} ships seen at the start of a Combat phase.\n\
         # Measured are frequencies on the board, never win rates; the same command writes the same file. What was not measured stands\n\
         # under a comment that says `assumed`, or has one at the end of its line.\n#\n\
         # Chances and shares are in 0..1 (shares of the usual in 0..2) and are used to three digits; a chance is per ship and round\n\
         # unless something else is said.\n\ncalibrated = true\n",
        made.command, made.battles, made.ship_rounds
    )?;
    writeln!(
        out,
        "[melee]\n# Share of a class's shots by rounds since the ship came to the board; the last is for all later ones."
    )?;
    writeln!(out, "approach = {}", list(&melee.approach))?;
    writeln!(
        out,
        "# The same by number of enemies on the board; the last is for all more.\nfoes = {}",
        list(&melee.foes)
    )?;
    writeln!(
        out,
        "# Share of attacks at range 1, 2 and 3, by rounds since the ship came to the board.\nranges = ["
    )?;
    for shares in &melee.ranges {
        writeln!(out, "    {},", list(shares))?;
    }
    writeln!(
        out,
        "]\n# Some enemy is within range 3 in any direction though none is in arc, by rounds: what turrets need; and the share of it by\n# number of enemies."
    )?;
    writeln!(out, "any_direction = {}\nany_foes = {}", list(&melee.any_direction), list(&melee.any_foes))?;
    writeln!(
        out,
        "# A ship with a shot could also have chosen each further enemy, in its arc and in any direction."
    )?;
    writeln!(out, "choice = {}\nany_choice = {}", number(melee.choice), number(melee.any_choice))?;
    writeln!(
        out,
        "# The target does not have its attacker in its own firing arc.\nflank = {}",
        number(melee.flank)
    )?;
    writeln!(
        out,
        "# An enemy was within range 3 when the ship had moved, though none is in the Combat phase: it could be locked.\nlock_reach = {}",
        number(melee.lock_reach)
    )?;
    writeln!(
        out,
        "# A given other ship is at range 1 of a ship: blasts, bombs, orders, collisions.\nnear = {}",
        number(melee.near)
    )?;
    writeln!(
        out,
        "# No friend is within range 2 (as long as there are friends).\nalone = {}",
        number(melee.alone)
    )?;
    writeln!(
        out,
        "# A chaser is where a dropped bomb or mine goes off (assumed).\nbomb = {}",
        number(melee.bomb)
    )?;
    writeln!(out, "# A maneuver of speed 3 or more.\nfast = {}", number(melee.fast))?;
    writeln!(
        out,
        "# A pilot with higher skill moves later and shoots first: his shots grow by this share for each point of skill above the\n# enemies' mean.\nskill_edge = {}\n",
        number(melee.skill_edge)
    )?;
    writeln!(
        out,
        "[flight]\n# A side that has broken off: shares of the usual shots (front arc) and of the usual exposure of its ships."
    )?;
    writeln!(out, "shots = {}\nexposure = {}", number(all.flight.shots), number(all.flight.exposure))?;
    writeln!(
        out,
        "# Once the mission is decided, a side stays to hold the field only above this share of the enemy's strength (the board's own rule).\nstay_ratio = {}\n",
        number(all.flight.stay_ratio)
    )?;
    writeln!(
        out,
        "[ion]\n# An ionised ship drifts: shares of the usual shots and exposure (assumed).\nshots = {}\nexposure = {}\n",
        number(all.ion.shots),
        number(all.ion.exposure)
    )?;
    write_classes(out, measured)?;
    let added = |added: Added| format!("{{ shots = {:?}, exposure = {:?} }}", added.shots, added.exposure);
    writeln!(
        out,
        "[action]\n# What a boost or barrel roll that a card adds does to shots and exposure (assumed).\nboost = {}\nbarrel-roll = {}\n",
        added(all.action.boost),
        added(all.action.barrel_roll)
    )?;
    writeln!(
        out,
        "[terrain]\n# obstructed: an attack is. asteroid, debris, mine: a maneuver runs into one."
    )?;
    let width = all.terrain.keys().map(|terrain| terrain.key().len()).max().unwrap_or(0);
    for (terrain, row) in &all.terrain {
        let assumed = if measured.terrains.contains(terrain) { "" } else { " # assumed" };
        writeln!(
            out,
            "{:width$} = {{ obstructed = {}, asteroid = {}, debris = {}, mine = {} }}{assumed}",
            terrain.key(),
            number(row.obstructed),
            number(row.asteroid),
            number(row.debris),
            number(row.mine)
        )?;
    }
    let feature = &all.feature;
    writeln!(
        out,
        "\n[feature]\n# All assumed. A ship has the flare edge in its arc.\nflare_in_arc = {}\n\
         # A lock is out of range 3 at the end of a round and is lost in a dust cloud; its line crosses the planetary ring.\n\
         lock_out_of_range = {}\nlock_across_ring = {}\n\
         # Each obstacle that a mission itself brings: a shot is obstructed by it, a ship runs into it.\nown_obstructed = {}\nown_hit = {}\n",
        number(feature.flare_in_arc),
        number(feature.lock_out_of_range),
        number(feature.lock_across_ring),
        number(feature.own_obstructed),
        number(feature.own_hit)
    )?;
    write_objective(out, measured)?;
    writeln!(
        out,
        "[token]\n# Way to the edge over which it flees, and how far a move takes it besides 40 mm for each point of speed (assumed)."
    )?;
    for (token, path) in &all.token {
        let name =
            toml::Value::try_from(token).map_or(String::new(), |value| value.as_str().unwrap_or("").into());
        writeln!(out, "{name} = {{ path_mm = {}, base_mm = {} }}", path.path_mm, path.base_mm)?;
    }
    writeln!(
        out,
        "\n[huge]\n# Energy that a maneuver brings, and bands 1 to 5 at which a huge ship shoots (assumed).\nenergy_gain = {}\nranges = {}\n",
        all.huge.energy_gain,
        list(&all.huge.ranges)
    )?;
    writeln!(
        out,
        "# Missions where the board differs from [melee] and [objective]; any key of theirs may stand here."
    )?;
    for (key, own) in &all.mission {
        write_mission(out, measured, key, own)?;
    }
    Ok(())
}

fn write_classes(out: &mut String, measured: &Measured) -> std::fmt::Result {
    writeln!(
        out,
        "[class]\n\
         # shots: some enemy is in a firing arc in the sixth round or later with four enemies on the board.\n\
         # exposure: how often a given enemy has the ship in arc, against the mean ship.\n\
         # red: an unstressed ship flies a red maneuver. green: a stressed ship flies a green one. bump: a maneuver ends in a collision.\n\
         # flee: a ship of a side that has broken off gets to the edge in a round.\n\
         # At the end of each line: the ships seen behind shots and exposure."
    )?;
    let width = measured.parameters.class.keys().map(String::len).max().unwrap_or(0);
    for ship in &catalog().ships {
        let Some(row) = measured.parameters.class.get(ship.key) else { continue };
        let source = measured.classes.get(ship.key).map_or("assumed".to_string(), |seen| seen.to_string());
        writeln!(
            out,
            "{:width$} = {{ shots = {}, exposure = {}, red = {}, green = {}, bump = {}, flee = {} }} # {source}",
            ship.key,
            number(row.shots),
            number(row.exposure),
            number(row.red),
            number(row.green),
            number(row.bump),
            number(row.flee)
        )?;
    }
    writeln!(out)
}

fn write_objective(out: &mut String, measured: &Measured) -> std::fmt::Result {
    let goal = &measured.parameters.objective;
    writeln!(
        out,
        "[objective]\n# For missions that were not measured: all assumed. First round in which a ship can reach a token.\nfrom_round = {}\n\
         # A ship that flies for it is where the action needs it: at range 1, 2, 3 of the target; the same in arc; overlapping it;\n\
         # overlapping it or touching who does; two ships with the target between them; in collision with it.",
        goal.from_round
    )?;
    writeln!(out, "range = {}\nrange_in_arc = {}", list(&goal.range), list(&goal.range_in_arc))?;
    writeln!(
        out,
        "overlapping = {}\noverlapping_or_touching = {}\nbetween_two_ships = {}\ntouching = {}",
        number(goal.overlapping),
        number(goal.overlapping_or_touching),
        number(goal.between_two_ships),
        number(goal.touching)
    )?;
    writeln!(
        out,
        "# Share of the ships that may go for tokens who do, and their share of the usual shots.\nshare = {}\nshots = {}",
        number(goal.share),
        number(goal.shots)
    )?;
    writeln!(
        out,
        "# A ship is at range 1 of a given token by chance: mines, explosives, jamming.\ntoken_near = {}",
        number(goal.token_near)
    )?;
    writeln!(out, "# A ship that guards a token is near it.\nguard_near = {}", number(goal.guard_near))?;
    writeln!(
        out,
        "# Cargo that a ship fills up with before it runs for the edge.\ncargo_load = {}",
        goal.cargo_load
    )?;
    writeln!(
        out,
        "# A moving token runs into an obstacle.\ntoken_hits_obstacle = {}\n",
        number(goal.token_hits_obstacle)
    )
}

fn write_mission(
    out: &mut String,
    measured: &Measured,
    key: &str,
    own: &MissionParameters,
) -> std::fmt::Result {
    let seen = measured.missions.get(key);
    let source = seen.map_or("assumed".to_string(), |seen| format!("{seen} ships seen"));
    writeln!(out, "\n[mission.{key}] # {source}")?;
    if let Some(approach) = &own.approach {
        writeln!(out, "approach = {}", list(approach))?;
    }
    if let Some(any) = &own.any_direction {
        writeln!(out, "any_direction = {}", list(any))?;
    }
    if let Some(choice) = own.choice {
        writeln!(out, "choice = {} # assumed", number(choice))?;
    }
    let goal = &own.objective;
    if *goal == Default::default() {
        return Ok(());
    }
    let source =
        if measured.objectives.contains(key) { "first time done, by ships that could" } else { "assumed" };
    writeln!(out, "[mission.{key}.objective] # {source}")?;
    if let Some(round) = goal.from_round {
        writeln!(out, "from_round = {round}")?;
    }
    for (name, bands) in [("range", &goal.range), ("range_in_arc", &goal.range_in_arc)] {
        if let Some(bands) = bands {
            writeln!(out, "{name} = {}", list(bands))?;
        }
    }
    for (name, share) in [
        ("overlapping", goal.overlapping),
        ("overlapping_or_touching", goal.overlapping_or_touching),
        ("between_two_ships", goal.between_two_ships),
        ("touching", goal.touching),
        ("share", goal.share),
    ] {
        if let Some(share) = share {
            writeln!(out, "{name} = {}", number(share))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::skirmish::parameters::{Parameters, parameters};

    #[test]
    fn a_written_file_reads_back_as_it_was() {
        let measured = Measured {
            parameters: Parameters { calibrated: true, ..parameters().clone() },
            classes: Default::default(),
            terrains: Default::default(),
            missions: Default::default(),
            objectives: Default::default(),
        };
        let made = Provenance { command: "canto calibrate --seed 1".into(), battles: 2, ship_rounds: 3 };
        let text = render(&measured, &made);
        let read: Parameters = toml::from_str(&text).expect("well formed");
        assert_eq!(read, measured.parameters);
        assert!(text.contains("# Written by: canto calibrate --seed 1\n"), "{text}");
        // Nothing was measured: every class says so.
        assert_eq!(text.matches("flee = ").count(), text.matches("} # assumed").count() - read.terrain.len());
    }
}
