//! Events in the words of a player.

use crate::battle::tabletop::event::{ActionTaken, MoveKind, Phase};
use crate::catalog::catalog;
use crate::ids::Side;

pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "Set-up",
        Phase::Planning => "Planning",
        Phase::Activation => "Activation",
        Phase::Combat => "Combat",
        Phase::End => "End",
    }
}

pub fn side(side: Side) -> &'static str {
    match side {
        Side::Attacker => "the attacker",
        Side::Defender => "the defender",
    }
}

pub fn moved(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Maneuver => "flies",
        MoveKind::Ion => "drifts, ionized",
        MoveKind::Boost => "boosts",
        MoveKind::BarrelRoll => "rolls aside",
        MoveKind::Decloak => "decloaks",
        MoveKind::Slam => "flies a SLAM",
        MoveKind::Tractor => "is dragged by a tractor beam",
        MoveKind::Token => "moves",
    }
}

/// What an action was; `name` tells a ship's name, `task` what the mission calls one of its own actions.
pub fn action(
    action: ActionTaken,
    name: &dyn Fn(u8) -> String,
    task: &dyn Fn(u8) -> Option<&'static str>,
) -> String {
    match action {
        ActionTaken::Focus => "focuses".into(),
        ActionTaken::Evade => "takes an evade token".into(),
        ActionTaken::TargetLock { target } => format!("locks {}", name(target)),
        ActionTaken::BarrelRoll => "performs a barrel roll".into(),
        ActionTaken::Boost => "performs a boost".into(),
        ActionTaken::Cloak => "cloaks".into(),
        ActionTaken::Slam => "performs a SLAM".into(),
        ActionTaken::Coordinate { friend } => format!("coordinates {}", name(friend)),
        ActionTaken::RotateArc { quadrant } => {
            let to = ["front", "left", "rear", "right"][usize::from(quadrant) % 4];
            format!("turns its arc to the {to}")
        }
        ActionTaken::Card { card } => format!("uses {}", catalog().upgrade(card).name),
        ActionTaken::Repair { card, repaired } => {
            let outcome = if repaired { "done" } else { "in vain" };
            format!("works on {}: {outcome}", card.title())
        }
        ActionTaken::Mission { rule, success, .. } => {
            let outcome = if success { "succeeds" } else { "fails" };
            match task(rule) {
                Some(task) => format!("{outcome} at the mission's task: {task}"),
                None => format!("{outcome} at the mission's task"),
            }
        }
    }
}

/// Faces with their counts, those that show up only.
pub fn faces(counts: &[u8], names: &[&str]) -> String {
    let shown: Vec<String> = counts
        .iter()
        .zip(names)
        .filter(|(count, _)| 0 < **count)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    if shown.is_empty() { "no dice".into() } else { shown.join(", ") }
}
