//! The three findings that matter: the strongest of each topic, the strongest of all first.

use super::front::early_turn;
use crate::analysis::answers::Answers;
use crate::analysis::costs::Kind;
use crate::analysis::discovery::FALSE_DISCOVERY_RATE;
use crate::analysis::scenarios::Mission;
use crate::analysis::warnings::THIN_MISSION;
use crate::analysis::words::{share, thousands, value};
use crate::report::names::{class_name, mission_name, pilot_name, upgrade_name};

/// A sentence with how far it is from "nothing to see here", on a common scale of 0 to 1.
struct Finding {
    weight: f64,
    sentence: String,
}

pub fn findings(answers: &Answers) -> Vec<String> {
    let mut found: Vec<Finding> = [
        snowball(answers),
        mission(answers),
        worth(answers),
        economy(answers),
        survival(answers),
        ending(answers),
    ]
    .into_iter()
    .flatten()
    .collect();
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    found.into_iter().take(3).map(|finding| finding.sentence).collect()
}

fn snowball(answers: &Answers) -> Option<Finding> {
    let early = early_turn(answers).filter(|early| early.leader_wins.is_known())?;
    let wins = &early.leader_wins;
    // A lead foretells the winner also where it only shows who is stronger.
    let words = if 0.75 <= wins.low {
        "An early lead all but tells the winner"
    } else if 0.6 <= wins.low {
        "An early lead foretells the winner"
    } else {
        "An early lead tells little of the end"
    };
    let sentence = format!(
        "**{words}:** whoever leads after turn {} wins {} of the campaigns; {} of the winners were behind at half-time.",
        early.turn,
        share(wins),
        share(&answers.snowball.comebacks)
    );
    Some(Finding { weight: 2.0 * (wins.value - 0.5).abs(), sentence })
}

fn mission(answers: &Answers) -> Option<Finding> {
    // A mission that is hardly ever played may be as lopsided as it likes: what counts are the battles that it decides beforehand.
    let off = |m: &&Mission| (m.attacker_wins.value - 0.5).abs();
    let decided = |m: &&Mission| off(m) * m.battles as f64;
    let candidates = answers
        .scenarios
        .missions
        .iter()
        .filter(|mission| THIN_MISSION <= mission.battles && mission.q_value <= FALSE_DISCOVERY_RATE);
    let worst = candidates.max_by(|a, b| decided(a).total_cmp(&decided(b)))?;
    let favoured = if worst.attacker_wins.value < 0.5 { "defender" } else { "attacker" };
    let sentence = format!(
        "**{} is the mission whose lean weighs most:** the attacker wins {} of {} battles, so it favours the {favoured}.",
        mission_name(&worst.mission),
        share(&worst.attacker_wins),
        thousands(worst.battles)
    );
    Some(Finding { weight: 1.6 * off(&worst), sentence })
}

/// The item that is furthest from its price for sure.
fn worth(answers: &Answers) -> Option<Finding> {
    let priced = answers.costs.iter().flat_map(|report| report.items.iter().map(|item| (report.kind, item)));
    let sure = priced.filter_map(|(kind, item)| {
        let surplus = item.surplus.filter(|_| item.mispriced().is_some())?;
        // What is certain of it: the end of the interval nearer to zero.
        let certain = surplus.low.abs().min(surplus.high.abs());
        Some((kind, item, surplus, certain))
    });
    let (kind, item, surplus, certain) = sure.max_by(|a, b| a.3.total_cmp(&b.3))?;
    let name = match kind {
        Kind::Class => class_name(&item.key),
        Kind::Pilot => pilot_name(&item.key),
        Kind::Upgrade => upgrade_name(&item.key),
    };
    let sentence = if 0.0 < surplus.value {
        format!("**{name} is underpriced:** it is worth {} squad points more than it costs.", value(&surplus))
    } else {
        format!(
            "**{name} is overpriced:** it is worth {} squad points less than it costs.",
            value(&surplus.scaled(-1.0, 0.0))
        )
    };
    Some(Finding { weight: (certain / 12.0).min(0.7), sentence })
}

fn economy(answers: &Answers) -> Option<Finding> {
    let known = answers.economy.differences.iter().filter(|difference| difference.is_share_of_the_spread());
    let largest = known.max_by(|a, b| a.share.value.total_cmp(&b.share.value))?;
    let lost = answers.economy.differences.iter().find(|difference| difference.source == "A lost target")?;
    let mut sentence = format!(
        "**What sets winner and loser apart is {}:** {} of the spread of their scores",
        largest.source.to_lowercase(),
        share(&largest.share)
    );
    if largest.source != lost.source && lost.is_share_of_the_spread() {
        sentence.push_str(&format!("; the penalty for a lost target makes up {}", share(&lost.share)));
    }
    sentence.push('.');
    (0.0 < largest.share.low).then_some(Finding { weight: 0.5 * largest.share.value.min(1.0), sentence })
}

fn survival(answers: &Answers) -> Option<Finding> {
    let curves = &answers.pilots.survival_by_skill;
    let (first, last) = (curves.first()?, curves.last()?);
    let (novice, veteran) = (first.alive?, last.alive?);
    let sentence = format!(
        "**Skilled pilots live longer:** {} of those hired at {} live through six turns, against {} at {}.",
        share(&veteran),
        last.label.to_lowercase(),
        share(&novice),
        first.label.to_lowercase()
    );
    (novice.high < veteran.low).then_some(Finding { weight: 0.8 * (veteran.value - novice.value), sentence })
}

fn ending(answers: &Answers) -> Option<Finding> {
    let (_, cap) = answers.parity.end_reasons.iter().find(|(reason, _)| reason == "turn-cap")?;
    let sentence =
        format!("**Many campaigns do not end by themselves:** the turn cap ends {} of them.", share(cap));
    (0.2 < cap.value).then_some(Finding { weight: 0.6 * cap.value, sentence })
}
