//! Why a faction is favoured: score and battles, as far as the intervals tell the factions apart.

use crate::analysis::Estimate;
use crate::analysis::answers::Answers;
use crate::analysis::economy::ALL_SOURCES;
use crate::analysis::words::{share, value};
use crate::report::names::faction_words;

/// Sentences that go with the favour of `faction`; connections, not yet causes.
pub fn why(answers: &Answers, faction: &str) -> Vec<String> {
    [score(answers, faction), attacks(answers, faction)].into_iter().flatten().collect()
}

fn score(answers: &Answers, faction: &str) -> Option<String> {
    let report = &answers.economy;
    let place = report.factions.iter().position(|name| name == faction)?;
    let rows = report.advantages.get(place)?;
    let (_, all) = rows.iter().find(|(source, _)| source == ALL_SOURCES)?;
    if !all.is_known() || all.contains(0.0) {
        return Some("Their scores do not differ beyond doubt.".into());
    }
    let upwards = 0.0 < all.value;
    let parts = rows.iter().filter(|(source, ahead)| {
        source != ALL_SOURCES && !ahead.contains(0.0) && (0.0 < ahead.value) == upwards
    });
    let most = parts.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()));
    let size = |estimate: &Estimate| {
        value(&if estimate.value < 0.0 { estimate.scaled(-1.0, 0.0) } else { *estimate })
    };
    let word = if upwards { "more" } else { "less" };
    let mut sentence =
        format!("**Score:** {} Fleet Points {word} than the others over a campaign", size(all));
    if let Some((source, ahead)) = most {
        sentence.push_str(&format!(", the largest part by: {} ({})", source.to_lowercase(), size(ahead)));
    }
    sentence.push('.');
    Some(sentence)
}

fn attacks(answers: &Answers, faction: &str) -> Option<String> {
    let rates = &answers.scenarios.by_attacker;
    let (_, mine) = rates.iter().find(|(name, rate)| name == faction && rate.is_known())?;
    let others: Vec<String> = rates
        .iter()
        .filter(|(name, rate)| name != faction && rate.is_known())
        .map(|(name, rate)| format!("{} {}", faction_words(name), share(rate)))
        .collect();
    if others.is_empty() {
        return None;
    }
    let apart =
        rates.iter().any(|(name, rate)| name != faction && (rate.high < mine.low || mine.high < rate.low));
    let doubt = if apart { "" } else { "; the intervals overlap" };
    Some(format!(
        "**Attacks:** {} win {} of the battles in which they attack, {}{doubt}.",
        faction_words(faction),
        share(mine),
        crate::analysis::words::list(&others)
    ))
}
