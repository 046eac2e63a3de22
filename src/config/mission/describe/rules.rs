//! Set-up, tokens, actions, arrivals, special rules and victory in words.

use super::phrases::{
    Reading, a, and, counted, each, moments, place_words, plural, sentence, zone_words, zones_words,
};
use super::*;

pub(super) fn setup_step(step: &SetupStep) -> String {
    let line = match step {
        SetupStep::Terrain(step) => terrain(step),
        SetupStep::Obstacles(step) => {
            let kind = if step.unique {
                format!("different {}", plural(step.kind.label()))
            } else {
                plural(step.kind.label())
            };
            let where_ = with_comma(&zone_words(&step.zone));
            format!("{} {kind}, placed by {}{where_}", step.count, step.by.label())
        }
        SetupStep::MoveObstacles(step) => {
            let then = if step.then_chooses_edge { ", then chooses the starting edge" } else { "" };
            format!(
                "the {} may move up to {} obstacles by no more than Range {}{then}",
                step.by.name(),
                step.up_to,
                step.range
            )
        }
        SetupStep::Tokens(step) => tokens_step(step),
        SetupStep::Ships(step) => ships_step(step),
        SetupStep::HugeShips(step) => {
            let facing = facing_words(step.facing);
            format!("huge ships of {}{}{facing}", step.who.label(), with_comma(&zone_words(&step.zone)))
        }
    };
    sentence(&line)
}

fn with_comma(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(", {text}") }
}

fn facing_words(facing: Facing) -> String {
    if facing == Facing::Free { String::new() } else { format!(", facing {}", facing.label()) }
}

fn terrain(step: &TerrainStep) -> String {
    let mut line = format!("unusual feature: {}", step.feature.label());
    if step.by != Placer::Feature {
        line += &format!(", its obstacles placed by {}", step.by.label());
    }
    if step.doubled {
        line += ", twice the number of obstacles";
    }
    let zone = zone_words(&step.zone);
    if !zone.is_empty() {
        line += &format!("; obstacles {zone}");
    }
    if step.edges_free {
        line += "; no limit to the edges";
    }
    line
}

fn tokens_step(step: &TokensStep) -> String {
    let mut line = counted(step.count, step.token.label());
    if step.hidden {
        line += ", face down,";
    }
    if step.on != On::Board {
        line += &format!(" on {}", step.on.label());
    }
    if step.by != Placer::Nobody {
        line += &format!(", placed by {}", step.by.label());
    }
    line += &with_comma(&zone_words(&step.zone));
    if step.one_each {
        line += ", one each";
    }
    line + &facing_words(step.facing)
}

fn ships_step(step: &ShipsStep) -> String {
    let mut line = format!("ships of {}", step.who.label());
    if let Some(group) = step.group {
        line += &format!(", group {group} only");
    }
    if let Some(role) = step.without_role {
        line += &format!(", except the {} ship", role.label());
    }
    if step.order != Order::AtOnce {
        line += &format!(", {}", step.order.label());
    }
    line += &format!(": {}", zones_words(&step.zones));
    if step.alternate_zones {
        line += ", in turns";
    }
    if 0 < step.ships_per_zone {
        line += &format!("; at least {} in each zone if possible", counted(step.ships_per_zone, "ship"));
    }
    if 0 < step.points_per_zone {
        line += &format!("; at least {} points in each zone", step.points_per_zone);
    }
    line += &facing_words(step.facing);
    if 0 < step.stress {
        line += &format!(", with {} each", counted(step.stress, "stress token"));
    }
    line
}

pub(super) fn token_line(rule: &TokenRule) -> String {
    let mut line = format!("{}: counts as {}", rule.token.label(), rule.counts_as.label());
    match rule.target {
        None => line += ", cannot be attacked",
        Some(target) => {
            line += &format!(", can be attacked: agility {}", target.agility);
            if let Some(agility) = target.face_up_agility {
                line += &format!(" ({agility} face up)");
            }
            match target.hull {
                Some(hull) => line += &format!(", hull {hull}"),
                None => line += ", cannot be damaged",
            }
            if 0 < target.shields {
                line += &format!(", shields {}", target.shields);
            }
            if target.damage != DamageRule::Tokens {
                line += &format!(", {}", target.damage.label());
            }
            if target.not_when_overlapping {
                line += ", not by a ship that overlaps it";
            }
        }
    }
    if 0 < rule.cargo {
        line += &format!("; holds {} of cargo", counted(rule.cargo, "unit"));
    }
    if !rule.values.is_empty() {
        let values: Vec<String> = rule.values.iter().map(u8::to_string).collect();
        line += &format!("; worth {}", and(&values));
    }
    if !rule.faces.is_empty() {
        let faces: Vec<String> =
            rule.faces.iter().map(|face| format!("{} {}", face.count, face.face.label())).collect();
        line += &format!("; {}", and(&faces));
    }
    if let Some(round) = rule.revealed_in_round {
        line += &format!("; turned up at the start of round {round}");
    }
    if rule.carrier_destroyed == CarrierDestroyed::StillTaken {
        line += "; once taken it stays taken, even if its ship is lost";
    }
    if let Some(moves) = &rule.moves {
        line += &format!("; {}", moves_words(moves));
    }
    sentence(&line)
}

fn moves_words(moves: &TokenMoves) -> String {
    let maneuver = |maneuver: &TokenManeuver| format!("{} {}", maneuver.shape.label(), maneuver.speed);
    let list: Vec<String> = moves.maneuvers.iter().map(maneuver).collect();
    let may = if moves.may_stay { "may move" } else { "moves" };
    let mut words = format!("the {} {may} it {}: {}", moves.by.name(), moves.when.label(), list.join(" or "));
    if moves.costs_tracking_token {
        words += ", for one of its tracking tokens";
    }
    if let Some(faster) = moves.faster {
        words += &format!(
            ", 1 faster for each {} ship within Range {} (up to {})",
            faster.role.label(),
            faster.range,
            faster.max_ships
        );
    }
    if let Some(slowed) = &moves.slowed {
        words += &format!(", only {} after running into an obstacle or a mine", maneuver(slowed));
    }
    if let Some(edge) = moves.flees_over {
        words += &format!(", flees over {}", place_words(edge, Reading::One));
    }
    words
}

pub(super) fn action_line(rule: &ActionRule) -> String {
    let mut who = match rule.by {
        Who::Both => "any ship".to_string(),
        side => format!("{} ship", side.key()),
    };
    if let Some(size) = rule.size {
        who = format!("{} {who}", size.label());
    }
    if let Some(role) = rule.role {
        who = format!("{} ship", role.label());
    }
    let target = match (rule.on, rule.token) {
        (ActedOn::Token, Some(token)) => format!(" on {}", a(token.label())),
        (ActedOn::FoeShip, Some(token)) => format!(" on an enemy ship with {}", a(token.label())),
        (ActedOn::FoeShip, None) => " on an enemy ship".to_string(),
        _ => String::new(),
    };
    let mut line = format!("{} ({who}, {}){target}", rule.action.label(), moments(&rule.when));
    if let Some(face) = rule.face {
        line += &format!(" ({})", face.label());
    }
    match (rule.reach, rule.range.unwrap_or(0)) {
        (Reach::Anywhere, _) => {}
        (Reach::Range, range) => line += &format!(", within Range {range}"),
        (Reach::RangeInArc, range) => line += &format!(", within Range {range} and in arc"),
        (Reach::BetweenTwoShips, range) => {
            line += &format!(" on a line between two friendly ships within Range {range} of each other");
        }
        (reach, _) => line += &format!(", {}", reach.label()),
    }
    line += ": ";
    if let Some(roll) = rule.roll {
        line += &format!("rolls {}, ", roll_words(roll));
    }
    line += rule.effect.label();
    if let Some(range) = rule.effect_range {
        line += &format!(" (Range {range})");
    }
    if 1 < rule.amount {
        line += &format!(" ({})", rule.amount);
    }
    let remarks = [
        (0 < rule.tracking_on_failure, "a failure gives the ship a tracking token"),
        (0 < rule.damage_to_target, "the target is dealt a face-up damage card"),
        (rule.repeatable, "more than once a round"),
        (rule.while_stressed, "even while stressed"),
        (rule.once_per_target, "each target only once"),
        (rule.despite_obstacle, "an obstacle below does not forbid it"),
        (rule.ignores_obstacle, "without the effect of the obstacle below"),
    ];
    for (_, remark) in remarks.into_iter().filter(|(holds, _)| *holds) {
        line += &format!("; {remark}");
    }
    if let Some(agility) = rule.agility_meanwhile {
        line += &format!("; agility {agility} meanwhile");
    }
    if let Some(range) = rule.beyond_edges {
        line += &format!("; only beyond Range {range} of all edges");
    }
    sentence(&line)
}

fn roll_words(roll: Roll) -> String {
    let mut dice = Vec::new();
    if 0 < roll.attack_dice {
        dice.push(counted(roll.attack_dice, "attack die").replace("dies", "dice"));
    }
    if let Some(per) = roll.per {
        let die = if per.dice == 1 { "die" } else { "dice" };
        dice.push(format!("{} attack {die} for each {}", per.dice, per.each.label()));
    }
    if 0 < roll.defense_dice {
        dice.push(format!("{} defense dice", roll.defense_dice));
    }
    let mut words = and(&dice);
    if 0 < roll.crits_per_tracking {
        words += &format!(", adds {} for each tracking token", counted(roll.crits_per_tracking, "critical"));
    }
    words
        + match roll.success {
            Success::MoreCritsThanEvades => " and with more criticals than evades",
            Success::AnyHitOrCrit => " and with any hit or critical",
            Success::EachHitOrCrit => " and for each hit (at random) or critical (of choice)",
            Success::Damage => " and with hits and criticals as damage",
        }
}

pub(super) fn wave_line(wave: &Wave) -> String {
    let forces = match wave.role {
        Some(role) => format!("the {} ship", role.label()),
        None => wave.forces.label().to_string(),
    };
    let mut line = format!(
        "round {}, {}: {forces} of {}, {}",
        wave.round,
        wave.when.label(),
        each(wave.who),
        zones_words(&wave.zones)
    );
    if wave.who == Who::Both {
        line += &format!("; {}", wave.first.label());
    }
    if 0 < wave.ships_per_zone {
        line += &format!("; at least {} in each zone if possible", counted(wave.ships_per_zone, "ship"));
    }
    if let Some(token) = wave.removes_token {
        let which = if wave.removes_all {
            format!("all {} left are", plural(token.label()))
        } else {
            format!("that {} is", token.label())
        };
        line += &format!("; then {which} removed");
    }
    sentence(&line)
}

pub(super) fn reinforcement_line(rule: &Reinforcements) -> String {
    let mut line = format!(
        "{} may call {} for {}, {}",
        each(rule.who),
        counted(rule.ships, "reinforcement"),
        rule.per.label(),
        rule.when.label()
    );
    if 0 < rule.min_skill {
        line += &format!(", if its pilot skill was {} or more", rule.min_skill);
    }
    line += &match rule.entry {
        Entry::FarthestEdge => format!(", {}", rule.entry.label()),
        Entry::Zone => format!(", {}", zone_words(&rule.zone)),
        Entry::ZoneOfFoesChoice => format!(", {}, where the enemy chooses", zone_words(&rule.zone)),
    };
    sentence(&line)
}

pub(super) fn special_line(special: &Special) -> String {
    let line = match special {
        Special::FreeActions(rule) => {
            format!(
                "{} ships of {} have {} in their action step",
                rule.size.label(),
                rule.who.label(),
                counted(rule.actions, "free action")
            )
        }
        Special::DebrisOnKill(rule) => format!(
            "a kill by a {} ship of {} leaves {} over the wreck",
            rule.size.label(),
            rule.who.label(),
            counted(rule.clouds, "debris cloud")
        ),
        Special::Jamming(rule) => format!(
            "{}, ships of {} at Range {} of a {} get {}",
            rule.when.label(),
            rule.who.label(),
            rule.range,
            rule.token.label(),
            counted(rule.stress, "stress token")
        ),
        Special::NoFleeing(rule) => {
            let switched = rule.switched_by.map_or(String::new(), |side| {
                let now = if rule.active { "on" } else { "off" };
                format!("; the {} may switch them at the start of a round while he has a ship on the board ({now} at first)", side.name())
            });
            format!("no ship may flee while a {} is active, or it is destroyed{switched}", rule.token.label())
        }
        Special::Explosives(rule) => {
            let then = if rule.removes_obstacles { ", and their obstacles are removed" } else { "" };
            format!(
                "when a {} is taken, ships at Range {} of one with {} suffer {} damage and {}{then}",
                rule.token.label(),
                rule.range,
                rule.face.label(),
                rule.damage,
                counted(rule.stress, "stress token")
            )
        }
        Special::Functions(rule) => {
            let list: Vec<String> =
                rule.functions.iter().map(|function| function.label().to_string()).collect();
            format!(
                "{}s turned up give the {} ship, one each: {} (attacks +{}, primary weapon +{}, agility +{}, hull +{})",
                rule.token.label(),
                rule.role.label(),
                and(&list),
                rule.extra_attacks,
                rule.weapon,
                rule.agility,
                rule.hull
            )
        }
        Special::Orders(rule) => {
            let list: Vec<String> = rule.orders.iter().map(|order| order.label().to_string()).collect();
            format!(
                "at the start of a round the {} gives one of its orders to itself or a friend at Range 1-{}, each once: {} (agility +{}, pilot skill {})",
                rule.role.label(),
                rule.range,
                and(&list),
                rule.agility,
                rule.skill
            )
        }
        Special::SecureAndReturn(rule) => format!(
            "ships of {} that flee secure their cargo and may come back {}, {}",
            rule.who.label(),
            rule.when.label(),
            zone_words(&rule.zone)
        ),
        Special::DumpOnFlight(rule) => {
            format!(
                "the {} of a ship that flees goes to the {} ship",
                rule.token.label(),
                rule.to_role.label()
            )
        }
        Special::Docking(rule) => {
            let not = |may: bool| if may { "may" } else { "cannot" };
            let mut line =
                format!("docked ships {} attack and {} act", not(rule.may_attack), not(rule.may_act));
            if let Some(agility) = rule.agility {
                line += &format!(", have agility {agility}");
            }
            if 0 < rule.rounds {
                line += &format!(", stay so for {}", counted(rule.rounds, "whole round"));
            }
            if rule.by_consent {
                line += ", and dock only if both sides agree";
            }
            line
        }
        Special::Arming(rule) => format!(
            "a {} on the board gets {}, loses one in each End phase, and is active when there is none to lose",
            rule.token.label(),
            counted(rule.tracking, "tracking token")
        ),
        Special::Truce(rule) => {
            format!(
                "any attack, in the widest sense, before the {} loses the mission for both",
                rule.until.label()
            )
        }
    };
    sentence(&line)
}

/// Reads after "the attacker wins".
pub(super) fn win_words(win: &Win) -> String {
    match win {
        Win::LastOnBoard => "by being the only side with a ship on the board".to_string(),
        Win::Otherwise => "if the other side does not".to_string(),
        Win::FoesGone => "if no enemy ship is left on the board".to_string(),
        Win::FoesDestroyed => "by destroying every enemy ship".to_string(),
        Win::FledWorthMoreThanLost => "if ships worth more points got away than were lost".to_string(),
        Win::MostPointsDestroyed => "by destroying more squad points".to_string(),
        Win::MostCargoSecured => "by securing more cargo".to_string(),
        Win::FoeRoleDestroyed(role) => format!("if the enemy's {} ship is destroyed", role.label()),
        Win::FoeRoleFled(role) => format!("if the enemy's {} ship flees", role.label()),
        Win::FoeRoleFledFirst(role) => {
            format!("if the enemy's {} ship flees while the own one is on the board", role.label())
        }
        Win::OwnRoleFled(win) => format!(
            "if its {} ship flees over {} in round {} or later",
            win.role.label(),
            place_words(win.over, Reading::One),
            win.from_round
        ),
        Win::TokenDestroyed(token) => format!("if the {} is destroyed", token.label()),
        Win::TokensFled(win) => {
            format!("if {} over {}", flee(win.count, win.token), place_words(win.over, Reading::One))
        }
        Win::TokensTaken(win) => format!("by taking {}", counted(win.count, win.token.label())),
        Win::TokensRemoved(token) => format!("by removing every {}", token.label()),
        Win::FledWith(win) => {
            let ship = win.role.map_or("a ship".to_string(), |role| format!("the {} ship", role.label()));
            let load = match win.value {
                0 => counted(win.count, win.token.label()),
                value => format!("{} worth {value} or more", plural(win.token.label())),
            };
            let after = if win.after_all_taken { " after all have been taken" } else { "" };
            format!("if {ship} flees with {load}{after}")
        }
        Win::TokensActive(win) => format!("if {} have become active", counted(win.count, win.token.label())),
        Win::TokensCovered(win) => format!("if every {} has a {} on it", win.bases.label(), win.by.label()),
        Win::NotTakenBy(win) => {
            format!("if nobody has taken the {} by the end of round {}", win.token.label(), win.round)
        }
        Win::TrackingRoll(win) => format!(
            "if a ship fled with a tracking token and a die of {} plus the tracking tokens of surviving ships is {} or more",
            win.sides, win.reach
        ),
        Win::PrisonersReturned(n) => format!("if {} brought home", was(counted(*n, "prisoner"), *n)),
        Win::ExchangedAndFled(role) => {
            format!("if the exchange is made and its {} flees over its own edge", role.label())
        }
        Win::FoeSupportShipDestroyed => "if the enemy's support ship is destroyed".to_string(),
        Win::FoeSupportShipFled => "if the enemy's support ship flees".to_string(),
        Win::FoeCapitalShipDestroyed => "if the enemy's capital ship is destroyed".to_string(),
        Win::FoeCapitalShipFled => "if the enemy's capital ship flees".to_string(),
    }
}

fn flee(count: u8, token: TokenKind) -> String {
    match count {
        1 => format!("the {} flees", token.label()),
        n => format!("{n} {} flee", plural(token.label())),
    }
}

fn was(words: String, n: u8) -> String {
    if n == 1 { format!("{words} is") } else { format!("{words} are") }
}
