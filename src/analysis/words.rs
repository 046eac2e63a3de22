//! Numbers in words.

use super::Estimate;
use super::estimate::digits_for;

/// A number with a real minus and commas between thousands.
pub fn number(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_string(), thousands);
    let is_zero = text.bytes().all(|byte| byte == b'0' || byte == b'.');
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// 1234567 reads 1,234,567.
pub fn thousands(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if 0 < i && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 campaign`, `1,000 campaigns`.
pub fn count(n: u64, thing: &str) -> String {
    format!("{} {thing}{}", thousands(n), if n == 1 { "" } else { "s" })
}

/// `53 % (50 to 56)`: a share with its interval, for a sentence.
pub fn share(estimate: &Estimate) -> String {
    between(estimate, 100.0, " %")
}

/// `12.3 (11.8 to 12.8)`: a number with its interval, for a sentence.
pub fn value(estimate: &Estimate) -> String {
    between(estimate, 1.0, "")
}

fn between(estimate: &Estimate, factor: f64, unit: &str) -> String {
    if !estimate.is_known() {
        return "unknown".into();
    }
    // What never varied has no interval, only what digits it needs.
    if estimate.low == estimate.high {
        let text = number(factor * estimate.value, 3);
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        return format!("{text}{unit}");
    }
    // One digit less than in tables: a sentence is read, not computed with.
    let digits = digits_for(10.0 * factor * estimate.half_width());
    let write = |value: f64| number(factor * value, digits);
    format!("{}{unit} ({} to {})", write(estimate.value), write(estimate.low), write(estimate.high))
}

/// A p-value or an adjusted one as tables print it.
pub fn p_value(value: f64) -> String {
    match value {
        value if value.is_nan() => "–".into(),
        value if value < 0.001 => "<0.001".into(),
        value => format!("{value:.3}"),
    }
}

/// The same in a sentence: `p = 0.031`, `q < 0.001`.
pub fn p_equals(letter: &str, value: f64) -> String {
    match value {
        value if value.is_nan() => format!("{letter} unknown"),
        value if value < 0.001 => format!("{letter} < 0.001"),
        value => format!("{letter} = {value:.3}"),
    }
}

/// A name as it stands inside a sentence: without its capital, unless it is that of a faction.
pub fn in_sentence(name: &str) -> String {
    let kept = ["Rebel", "Imperial", "Scum"].iter().any(|faction| name.starts_with(faction));
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !kept => first.to_lowercase().chain(letters).collect(),
        _ => name.to_string(),
    }
}

/// A name at the beginning of a sentence.
pub fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words in a row: `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::wilson;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(number(-1234.567, 1), "−1,234.6");
        assert_eq!(number(-0.004, 2), "0.00");
        assert_eq!(thousands(1_000_000), "1,000,000");
        assert_eq!(
            (count(1, "campaign"), count(2000, "campaign")),
            ("1 campaign".into(), "2,000 campaigns".into())
        );
        assert_eq!(share(&wilson(532, 1000, 0.95)), "53 % (50 to 56)");
        assert_eq!(value(&Estimate::exact(3.0)), "3");
        assert_eq!(
            (share(&Estimate::exact(0.125)), value(&Estimate::exact(0.0))),
            ("12.5 %".into(), "0".into())
        );
        assert_eq!((p_equals("p", 0.0), p_equals("q", 0.0312)), ("p < 0.001".into(), "q = 0.031".into()));
        assert_eq!(list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }

    #[test]
    fn names_fit_their_place_in_a_sentence() {
        assert_eq!(in_sentence("Attacker's win rate"), "attacker's win rate");
        assert_eq!(in_sentence("Rebel XP earned"), "Rebel XP earned");
        assert_eq!(capitalized("attacker's squad points"), "Attacker's squad points");
        assert_eq!(capitalized("FP for a lost target"), "FP for a lost target");
    }
}
