//! What `canto roll` rolls, as people say it: a title, and names for outcomes that are bare numbers.

use super::outcomes::People;
use super::roll::{DieName, Kind, Scope};
use crate::analysis::words::list;

/// Title and names of the outcomes. `outcomes` are the procedure's own words.
pub fn people(kind: &Kind, outcomes: &[String]) -> People {
    let label = |outcome: &String| match outcome.parse::<u64>() {
        Ok(n) => unit(kind, n).map_or_else(|| outcome.clone(), |unit| format!("{n} {unit}")),
        Err(_) => outcome.clone(),
    };
    People { title: title(kind), labels: outcomes.iter().map(label).collect() }
}

/// What `n` counts; nothing for the numbers on a die.
fn unit(kind: &Kind, n: u64) -> Option<&'static str> {
    Some(match kind {
        Kind::Attack { .. } | Kind::MineDetonation => "damage",
        Kind::Extraction { .. } if n == 1 => "prisoner",
        Kind::Extraction { .. } => "prisoners",
        Kind::Steal { .. } if n == 1 => "try",
        Kind::Steal { .. } => "tries",
        _ => return None,
    })
}

fn title(kind: &Kind) -> String {
    match kind {
        Kind::Ejection { reroll: false, .. } => "A pilot ejects".into(),
        Kind::Ejection { reroll_wounds: false, .. } => "A pilot ejects and rerolls a death".into(),
        Kind::Ejection { .. } => "A pilot ejects and rerolls a death or a wound".into(),
        Kind::Escape { unique, attempts } => {
            let who = if *unique { "A unique prisoner" } else { "A prisoner" };
            let often = if *attempts == 1 { String::new() } else { format!(" up to {attempts} times") };
            format!("{who} tries to escape{often}")
        }
        Kind::Initiative { single: true, .. } => "Initiative in a single roll, ties included".into(),
        Kind::Initiative { attacker_reroll, attacker_posts, defender_posts, reroll_scope, .. } => {
            initiative([u8::from(*attacker_reroll) + attacker_posts, *defender_posts], *reroll_scope)
        }
        Kind::Steal { tokens, until_success: false } => {
            format!("STEAL with {}", counted(*tokens, "tracking token"))
        }
        Kind::Steal { tokens, .. } => {
            format!("STEAL until it succeeds, from {} on", counted(*tokens, "tracking token"))
        }
        Kind::Extraction { crew_icons, prisoners } => format!(
            "Extraction by a ship with {}, {} aboard the transport",
            counted(*crew_icons, "crew icon"),
            counted(*prisoners, "prisoner")
        ),
        Kind::SlicerTheft { tractor_tokens } => {
            format!("SLICER theft from a target with {}", counted(*tractor_tokens, "tractor beam token"))
        }
        Kind::MineDetonation => "A mine goes off".into(),
        Kind::Attack { .. } => attack(kind),
        Kind::Die { die, sides } => match die {
            DieName::Attack => "One attack die".into(),
            DieName::Defense => "One defense die".into(),
            DieName::D6 => "One six-sided die".into(),
            DieName::TwoD6 => "The sum of two six-sided dice".into(),
            DieName::D20 => "One twenty-sided die".into(),
            DieName::Number => format!("A random number from 1 to {}", sides.unwrap_or(34)),
        },
    }
}

fn initiative(rerolls: [u8; 2], scope: Option<Scope>) -> String {
    let has = |who: &str, n: u8| (0 < n).then(|| format!("{} for the {who}", counted(n, "reroll")));
    let said: Vec<String> =
        [has("attacker", rerolls[0]), has("defender", rerolls[1])].into_iter().flatten().collect();
    if said.is_empty() {
        return "Initiative".into();
    }
    let of = match scope {
        None => "",
        Some(Scope::Own) => ", of one's own dice",
        Some(Scope::Both) => ", of both players' dice",
    };
    format!("Initiative with {}{of}", list(&said))
}

fn attack(kind: &Kind) -> String {
    let Kind::Attack {
        attack,
        agility,
        attacker_focus,
        attacker_lock,
        defender_focus,
        defender_evade,
        range,
        secondary,
        obstructed,
    } = kind
    else {
        return String::new();
    };
    let with = |tokens: [(bool, &str); 2]| {
        let spent: Vec<String> =
            tokens.into_iter().filter(|(spent, _)| *spent).map(|(_, name)| name.to_string()).collect();
        if spent.is_empty() { String::new() } else { format!(" with {}", list(&spent)) }
    };
    let dice = if *attack == 1 { "attack die" } else { "attack dice" };
    let mut text = format!(
        "{attack} {dice}{} against agility {agility}{}",
        with([(*attacker_lock, "target lock"), (*attacker_focus, "focus")]),
        with([(*defender_focus, "focus"), (*defender_evade, "evade")])
    );
    if let Some(range) = range {
        text.push_str(&format!(" at range {range}"));
    }
    if *secondary {
        text.push_str(", secondary weapon");
    }
    if *obstructed {
        text.push_str(", obstructed");
    }
    text
}

fn counted(n: u8, noun: &str) -> String {
    match n {
        0 => format!("no {noun}s"),
        1 => format!("one {noun}"),
        n => format!("{n} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_told_in_sentences() {
        let attack = Kind::Attack {
            attack: 3,
            agility: 2,
            attacker_focus: true,
            attacker_lock: false,
            defender_focus: false,
            defender_evade: false,
            range: None,
            secondary: false,
            obstructed: false,
        };
        let said = people(&attack, &["0".into(), "1".into(), "2".into()]);
        assert_eq!(said.title, "3 attack dice with focus against agility 2");
        assert_eq!(said.labels, ["0 damage", "1 damage", "2 damage"]);
        let all = Kind::Attack {
            attack: 1,
            agility: 3,
            attacker_focus: true,
            attacker_lock: true,
            defender_focus: true,
            defender_evade: true,
            range: Some(3),
            secondary: true,
            obstructed: true,
        };
        assert_eq!(
            title(&all),
            "1 attack die with target lock and focus against agility 3 with focus and evade at range 3, secondary weapon, obstructed"
        );
        let ejection = |reroll_wounds| Kind::Ejection { reroll: true, reroll_wounds };
        assert_eq!(title(&ejection(false)), "A pilot ejects and rerolls a death");
        assert_eq!(title(&ejection(true)), "A pilot ejects and rerolls a death or a wound");
        assert_eq!(
            title(&Kind::Escape { unique: true, attempts: 3 }),
            "A unique prisoner tries to escape up to 3 times"
        );
        let steal = Kind::Steal { tokens: 1, until_success: true };
        let said = people(&steal, &["1".into(), "2".into()]);
        assert_eq!(said.title, "STEAL until it succeeds, from one tracking token on");
        assert_eq!(said.labels, ["1 try", "2 tries"]);
        assert_eq!(
            initiative([2, 1], None),
            "Initiative with 2 rerolls for the attacker and one reroll for the defender"
        );
        let number = Kind::Die { die: DieName::Number, sides: None };
        assert_eq!(people(&number, &["7".into()]).labels, ["7"]);
    }
}
