//! From events to steps that a player on a page can show one after the other.

use serde_json::{Value, json};

use super::colours::colours;
use super::words;
use crate::battle::engagement::Engagement;
use crate::battle::tabletop::event::{ActionTaken, BattleEvent, DiceStage};
use crate::catalog::{Arc, catalog};
use crate::config::mission::{self, TokenKind};
use crate::geometry::{Pose, TokenShape, token_shape};
use crate::ids::{ShipClassId, Side};

/// Points of a template's path that are sent to the page.
const PATH_POINTS: u32 = 10;
const MOST_SHIPS: usize = 64;

/// A battle as data for the page.
pub struct Script {
    pub title: String,
    pub json: Value,
}

/// Tells a battle. Ship numbers are those of the table: the attacker's squad, the defender's, then the rest.
pub fn script(engagement: &Engagement, events: &[BattleEvent], remark: &str) -> Script {
    let mission = mission::find(&engagement.mission);
    let title = mission.as_ref().map_or_else(|_| engagement.mission.clone(), |mission| mission.title.clone());
    let task = |rule: u8| {
        let action = mission.as_ref().ok()?.actions.get(usize::from(rule))?;
        Some(action.action.label())
    };
    let mut names = vec![String::new(); MOST_SHIPS];
    let mut ships = vec![Value::Null; MOST_SHIPS];
    let mut steps = Vec::new();
    let mut board = [914.4, 914.4];
    let mut dial = String::new();
    // Dice that were not changed are not told twice.
    let mut rolled = ([0_u8; 4], [0_u8; 3]);
    for event in events {
        let name = |ship: u8| names.get(usize::from(ship)).cloned().unwrap_or_default();
        let step = match *event {
            BattleEvent::BattleBegan { board: b } => {
                board = [b.width, b.height];
                continue;
            }
            BattleEvent::Initiative { side } => {
                json!({"k": "say", "text": format!("Initiative: {}.", words::side(side))})
            }
            BattleEvent::ObstaclePlaced { obstacle, shape, pose } => json!({
                "k": "rock", "i": obstacle, "shape": outline(shape, pose), "kind": kind_of(shape),
            }),
            BattleEvent::NoRoomFor { .. } => {
                json!({"k": "say", "text": "No legal place is left for an obstacle: it stays in the box."})
            }
            BattleEvent::NoRoomForShip { ship } => {
                json!({"k": "say", "text": format!("No legal place is left for {}: it does not come.", name(ship))})
            }
            BattleEvent::OrderRevealed { ship, order } => {
                json!({"k": "say", "text": format!("Order for {}: {}.", name(ship), order.label())})
            }
            BattleEvent::ObstacleRemoved { obstacle } => json!({"k": "rockgone", "i": obstacle}),
            BattleEvent::ZonePlaced { corners } => json!({
                "k": "zone", "shape": corners.map(|corner| [round(corner.x), round(corner.y)]),
            }),
            BattleEvent::TokenPlaced { token, kind, pose } => json!({
                "k": "token", "i": token, "name": token_name(kind), "at": at(pose),
            }),
            BattleEvent::TokenRemoved { token } => json!({"k": "tokengone", "i": token}),
            BattleEvent::TokenTaken { token, ship } => json!({
                "k": "tokengone", "i": token, "text": format!("{} takes a token aboard.", name(ship)),
            }),
            BattleEvent::TokenFled { token } => {
                json!({"k": "tokengone", "i": token, "text": "A token leaves the board."})
            }
            BattleEvent::ShipEntered { ship, side, class, base, pose, skill, hull, shields } => {
                let pilot = pilot_name(engagement, usize::from(ship), class);
                let called = ship_name(engagement, usize::from(ship), class);
                if let Some(place) = names.get_mut(usize::from(ship)) {
                    *place = called.clone();
                    ships[usize::from(ship)] = json!({
                        "name": called, "pilot": pilot, "tag": tag(ship), "class": catalog().ship(class).name,
                        "side": side.index(),
                        "base": [base.half_length, base.half_width], "skill": skill,
                        "hull": hull, "shields": shields, "arcs": arcs(class),
                    });
                }
                let text = format!("{called} (skill {skill}) enters for {}.", words::side(side));
                json!({"k": "enter", "i": ship, "at": at(pose), "text": text})
            }
            BattleEvent::RoundBegan { round } => {
                json!({"k": "round", "n": round, "text": format!("Round {round}")})
            }
            BattleEvent::PhaseBegan { phase } => json!({"k": "phase", "text": words::phase(phase)}),
            BattleEvent::DialRevealed { bearing, speed, difficulty, .. } => {
                dial = format!("a {} {speed} {}", difficulty.label(), bearing.label());
                continue;
            }
            BattleEvent::Moved { ship, kind, template, start, parameter, end } => {
                let what = std::mem::take(&mut dial);
                let text = format!("{} {} {what}", name(ship), words::moved(kind));
                let path: Vec<Value> = match (template, base_of(&ships, ship)) {
                    (Some(template), Some(base)) => (0..=PATH_POINTS)
                        .map(|i| f64::from(i) / f64::from(PATH_POINTS) * parameter)
                        .map(|parameter| at(start.then(template.at(base, parameter))))
                        .collect(),
                    _ => vec![at(start)],
                };
                json!({"k": "move", "i": ship, "path": path, "at": at(end), "text": sentence(&text)})
            }
            BattleEvent::TokenMoved { token, start, end, .. } => {
                json!({"k": "tokenmove", "i": token, "path": [at(start)], "at": at(end)})
            }
            BattleEvent::Replaced { ship, pose } => json!({
                "k": "move", "i": ship, "path": [at(pose)], "at": at(pose),
                "text": format!("{} jumps elsewhere.", name(ship)),
            }),
            BattleEvent::Bumped { ship, into } => {
                let whom: Vec<String> = (0..32).filter(|i| into >> i & 1 == 1).map(name).collect();
                json!({"k": "say", "i": ship, "text": format!("{} bumps into {}.", name(ship), whom.join(" and "))})
            }
            BattleEvent::Action { ship, action } => {
                let text = format!("{} {}.", name(ship), words::action(action, &name, &task));
                match action {
                    ActionTaken::RotateArc { quadrant } => {
                        json!({"k": "arc", "i": ship, "q": quadrant, "text": text})
                    }
                    _ => json!({"k": "say", "i": ship, "text": text}),
                }
            }
            BattleEvent::Tokens { ship, tokens } => json!({
                "k": "tokens", "i": ship,
                "t": [tokens.focus, tokens.evade, tokens.stress, tokens.ion, tokens.tractor, tokens.tracking, tokens.cargo],
                "cloaked": tokens.cloaked,
            }),
            BattleEvent::LockAcquired { ship, target } => json!({"k": "lock", "i": ship, "on": target}),
            BattleEvent::LockLost { ship } => json!({"k": "lock", "i": ship, "on": null}),
            BattleEvent::DieRolled { ship, face } => {
                let face = ["a hit", "a critical hit", "a focus", "a blank"][usize::from(face) % 4];
                json!({"k": "say", "i": ship, "text": format!("{} rolls {face}.", name(ship))})
            }
            BattleEvent::AttackDeclared { attacker, target, card, range, obstructed } => {
                let weapon =
                    card.map_or(String::new(), |card| format!(" with {}", catalog().upgrade(card).name));
                let through = if obstructed { ", obstructed" } else { "" };
                let text =
                    format!("{} attacks {} at range {range}{weapon}{through}.", name(attacker), name(target));
                json!({"k": "attack", "i": attacker, "on": target, "range": range, "text": text})
            }
            BattleEvent::AttackDice { stage, faces } => {
                if stage == DiceStage::Modified && rolled.0 == faces {
                    continue;
                }
                rolled.0 = faces;
                let shown = words::faces(&faces, &["hit", "crit", "focus", "blank"]);
                json!({"k": "dice", "red": faces, "text": format!("  {}: {shown}", stage_name(stage, "attack"))})
            }
            BattleEvent::DefenseDice { stage, faces, added } => {
                if stage == DiceStage::Modified && rolled.1 == faces && added == 0 {
                    continue;
                }
                rolled.1 = faces;
                let mut shown = words::faces(&faces, &["evade", "focus", "blank"]);
                if 0 < added {
                    shown.push_str(&format!(" and {added} from tokens or cards"));
                }
                json!({
                    "k": "dice", "green": faces, "added": added,
                    "text": format!("  {}: {shown}", stage_name(stage, "defense")),
                })
            }
            BattleEvent::AttackResolved { attacker, target, hits, crits } => {
                let text = match (hits, crits) {
                    (0, 0) => "  Missed.".to_string(),
                    _ => format!(
                        "  {} is hit: {}.",
                        name(target),
                        words::faces(&[hits, crits], &["damage", "critical"])
                    ),
                };
                json!({"k": "hit", "i": attacker, "on": target, "n": hits + crits, "text": text})
            }
            BattleEvent::Shields { ship, shields } => json!({"k": "shields", "i": ship, "n": shields}),
            BattleEvent::DamageDealt { ship, card, face_up } => {
                let text = if face_up {
                    format!("  {} suffers {}.", name(ship), card.title())
                } else {
                    format!("  {} takes a damage card.", name(ship))
                };
                let mut step = json!({"k": "damage", "i": ship, "n": 1, "text": text});
                if face_up {
                    (step["n"], step["card"]) = (card.counts().into(), card.title().into());
                }
                step
            }
            BattleEvent::CardFlipped { ship, card, face_up } => {
                let (way, sign) = if face_up { ("up", 1) } else { ("down", -1) };
                let text = format!("  {} of {} turns face {way}.", card.title(), name(ship));
                let counts = sign * (i64::from(card.counts()) - 1);
                json!({"k": "flip", "i": ship, "card": card.title(), "up": face_up, "n": counts, "text": text})
            }
            BattleEvent::BombDropped { ship, .. } => {
                json!({"k": "say", "i": ship, "text": format!("{} drops a bomb.", name(ship))})
            }
            BattleEvent::BombWentOff { obstacle } => {
                json!({"k": "rockgone", "i": obstacle, "text": "A bomb goes off."})
            }
            BattleEvent::FleeDeclared { ship, forced } => {
                let how = if forced { "is carried off the board" } else { "breaks off" };
                json!({"k": "say", "i": ship, "text": format!("{} {how}.", name(ship))})
            }
            BattleEvent::Fled { ship } => {
                json!({"k": "gone", "i": ship, "text": format!("{} has escaped.", name(ship))})
            }
            BattleEvent::Destroyed { ship, by, .. } => {
                let by = by.map_or(String::new(), |by| format!(" by {}", name(by)));
                json!({"k": "boom", "i": ship, "text": format!("{} is destroyed{by}.", name(ship))})
            }
            BattleEvent::ObjectiveMet { side } => {
                json!({"k": "say", "text": format!("The objective is met by {}.", words::side(side))})
            }
            BattleEvent::BattleEnded { winner, map_control, rounds } => {
                let who =
                    winner.map_or("A draw".to_string(), |side| sentence_start(words::side(side)) + " wins");
                let holds = map_control.map_or("nobody", words::side);
                json!({"k": "end", "text": format!("{who} after {rounds} rounds; {holds} controls the map.")})
            }
        };
        steps.push(step);
    }
    let used = ships.iter().rposition(|ship| !ship.is_null()).map_or(0, |last| last + 1);
    ships.truncate(used);
    let colours = colours(Side::BOTH.map(|side| engagement.squad(side).faction));
    let json = json!({
        "title": title, "remark": remark, "board": board, "terrain": engagement.terrain.name(),
        "sides": Side::BOTH.map(|side| json!({
            "role": side.name(), "faction": engagement.squad(side).faction.name(),
            "paper": colours[side.index()].paper, "night": colours[side.index()].night,
        })),
        "ships": ships, "steps": steps,
    });
    Script { title, json }
}

/// The pilot for ships of the squads, the class for all others.
fn pilot_name(engagement: &Engagement, ship: usize, class: ShipClassId) -> &'static str {
    let mut squad = engagement.squads.iter().flat_map(|squad| &squad.ships);
    squad.nth(ship).map_or(catalog().ship(class).name, |flown| catalog().pilot(flown.pilot.card).name)
}

/// The pilot, with the number on the base where several have the same card: the log has no other way to tell them apart.
fn ship_name(engagement: &Engagement, ship: usize, class: ShipClassId) -> String {
    let squad: Vec<_> = engagement.squads.iter().flat_map(|squad| &squad.ships).collect();
    let pilot = pilot_name(engagement, ship, class);
    let alike =
        |flown: &crate::battle::SquadShip| squad.iter().filter(|o| o.pilot.card == flown.pilot.card).count();
    match squad.get(ship) {
        Some(flown) if 1 < alike(flown) => format!("{pilot} {}", tag(ship as u8)),
        _ => pilot.to_string(),
    }
}

/// The number that stands on a ship's base: the attacker's squad from 1, on with the defender's, then the rest, so that no
/// number is there twice.
fn tag(ship: u8) -> u8 {
    ship + 1
}

fn arcs(class: ShipClassId) -> Vec<&'static str> {
    let class = catalog().ship(class);
    [Arc::Front, Arc::RearAuxiliary, Arc::Front180Auxiliary, Arc::Turret, Arc::MobileQuadrant]
        .into_iter()
        .filter(|arc| class.has_arc(*arc))
        .map(Arc::key)
        .collect()
}

fn base_of(ships: &[Value], ship: u8) -> Option<crate::geometry::Base> {
    let base = ships.get(usize::from(ship))?.get("base")?;
    Some(crate::geometry::Base { half_length: base[0].as_f64()?, half_width: base[1].as_f64()? })
}

fn outline(shape: TokenShape, pose: Pose) -> Vec<[f64; 2]> {
    let points = token_shape(shape);
    points.corners().iter().map(|point| pose.point(*point)).map(|p| [round(p.x), round(p.y)]).collect()
}

fn kind_of(shape: TokenShape) -> &'static str {
    match shape {
        TokenShape::Asteroid(_) | TokenShape::Derelict => "rock",
        TokenShape::Debris(_) => "debris",
        _ => "mine",
    }
}

fn token_name(kind: u8) -> &'static str {
    TokenKind::ALL.get(usize::from(kind)).map_or("token", |kind| kind.label())
}

/// x, y, and the heading as a unit vector.
fn at(pose: Pose) -> Value {
    let heading = pose.heading;
    json!([
        round(pose.position.x),
        round(pose.position.y),
        (heading.x * 1e4).round() / 1e4,
        (heading.y * 1e4).round() / 1e4
    ])
}

fn round(millimetres: f64) -> f64 {
    (millimetres * 10.0).round() / 10.0
}

fn stage_name(stage: DiceStage, dice: &str) -> String {
    match stage {
        DiceStage::Rolled => sentence_start(dice) + " dice",
        DiceStage::Modified => format!("{} dice after changes", sentence_start(dice)),
    }
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end())
}

fn sentence_start(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
