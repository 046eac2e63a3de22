//! Loading rules: the rule set, then house rules upon it, from left to right.

use std::path::Path;

use super::builtin::Kind;
use super::document::Node;
use super::rule_set::RuleSet;
use crate::error::Result;

/// The rulebook as written.
pub const DEFAULT_RULE_SET: &str = "gcw-6.2.4";

/// The rulebook's rules.
pub fn rulebook() -> Result<RuleSet> {
    load_rule_set::<&str>(DEFAULT_RULE_SET, &[])
}

/// Reads the rule set `base` and lays house rules upon it; later ones win. Names are those of built-in files or paths.
pub fn load_rule_set<S: AsRef<str>>(base: &str, house_rules: &[S]) -> Result<RuleSet> {
    RuleSet::from_document(&load_document(base, house_rules, None)?)
}

/// The same before it is typed, with the place of every value; paths are relative to `beside`.
pub fn load_document<S: AsRef<str>>(base: &str, house_rules: &[S], beside: Option<&Path>) -> Result<Node> {
    let mut document = Node::parse(&Kind::RuleSet.find(base, beside)?)?;
    for name in house_rules {
        let source = Kind::HouseRules.find(name.as_ref(), beside)?;
        document.merge(Node::parse(&source)?);
    }
    Ok(document)
}

/// Rules as a command line names them: files from left to right, of which the first may be a whole rule set. Without
/// one, the rulebook stands below.
pub fn load_stack(files: &[String]) -> Result<Node> {
    let first_is_base = files.first().is_some_and(|name| {
        Kind::RuleSet.built_in().iter().any(|file| file.name == name) || is_whole_rule_set(name)
    });
    match first_is_base {
        true => load_document(&files[0], &files[1..], None),
        false => load_document(DEFAULT_RULE_SET, files, None),
    }
}

/// A file with the chapters of a rule set is one; a house-rule file says only a little.
fn is_whole_rule_set(name: &str) -> bool {
    let Ok(source) = Kind::RuleSet.find(name, None) else { return false };
    let Ok(document) = Node::parse(&source) else { return false };
    ["about", "fleet", "income", "map", "rulings"].iter().all(|chapter| document.get(chapter).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::document::Source;
    use super::*;

    fn refused(house_rule: &str) -> String {
        let mut document = load_document::<&str>(DEFAULT_RULE_SET, &[], None).unwrap();
        document.merge(Node::parse(&Source::new("house.toml", house_rule)).unwrap());
        RuleSet::from_document(&document).unwrap_err().to_string()
    }

    #[test]
    fn later_house_rules_win_over_earlier_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        std::fs::write(path("a.toml"), "[income]\nlost_target = -15\nautomatic = 10\n").unwrap();
        std::fs::write(path("b.toml"), "income.lost_target = -5\n").unwrap();
        let rules = load_rule_set(DEFAULT_RULE_SET, &[path("a.toml"), path("b.toml")]).unwrap();
        assert_eq!((rules.income.lost_target, rules.income.automatic), (-5, 10));
        let rules = load_rule_set(DEFAULT_RULE_SET, &[path("b.toml"), path("a.toml")]).unwrap();
        assert_eq!((rules.income.lost_target, rules.income.automatic), (-15, 10));
    }

    #[test]
    fn unknown_key_of_a_house_rule_points_into_that_file() {
        let error = refused("[income]\nlost_targt = -15\n");
        assert!(error.starts_with("house.toml:2:1: income.lost_targt: unknown key"), "{error}");
        assert!(error.contains("did you mean `lost_target`?\n  | lost_targt = -15\n  | ^"), "{error}");
    }

    #[test]
    fn unknown_chapter_is_refused() {
        let error = refused("[incom]\nlost_target = -15\n");
        assert!(error.starts_with("house.toml:1:2: incom: unknown key"), "{error}");
        assert!(error.contains("did you mean `income`?"), "{error}");
    }

    #[test]
    fn wrong_type_is_refused() {
        let error = refused("income.lost_target = \"much\"\n");
        assert!(
            error.starts_with("house.toml:1:22: income.lost_target = \"much\": must be a whole number"),
            "{error}"
        );
        let error = refused("income = 7\n");
        assert!(
            error.starts_with("house.toml:1:10: income = 7: must be a table, not a whole number"),
            "{error}"
        );
        let error = refused("judgment.allowed = 1\n");
        assert!(error.contains("must be true or false, not a whole number"), "{error}");
    }

    #[test]
    fn value_out_of_range_is_refused() {
        let error = refused("[ships]\nrepair_turns = -1\n");
        assert!(
            error.starts_with("house.toml:2:16: ships.repair_turns = -1: must be in 0 to 10\n"),
            "{error}"
        );
    }

    #[test]
    fn unknown_ship_pilot_and_upgrade_bring_the_nearest() {
        let error = refused("fleet.captured_tie.ship = \"Captured TIE Figter\"\n");
        assert!(error.starts_with("house.toml:1:27: fleet.captured_tie.ship"), "{error}");
        assert!(error.contains("did you mean `Captured TIE Fighter`?"), "{error}");
        let error = refused("battle.reinforcements.rebel.pilot = \"Bandit Squadron Pilto\"\n");
        assert!(error.contains("did you mean `Bandit Squadron Pilot`?"), "{error}");
        let error = refused("upgrades.ordnance_also = [\"Glitterstim\", \"Glitterstimm\"]\n");
        assert!(error.starts_with("house.toml:1:42: upgrades.ordnance_also.1 = \"Glitterstimm\""), "{error}");
    }

    #[test]
    fn unknown_word_lists_the_allowed_ones() {
        let error = refused("rulings.trade_station = \"value\"\n");
        assert!(error.contains("allowed: `value-and-extra`, `value-only`"), "{error}");
        let error = refused("map.first_target = \"trade-route\"\n");
        assert!(error.contains("`settled-world`"), "{error}");
    }

    #[test]
    fn missing_file_and_unknown_name_are_refused() {
        let missing = load_rule_set(DEFAULT_RULE_SET, &["nowhere/house.toml"]).unwrap_err().to_string();
        assert!(missing.starts_with("nowhere/house.toml: cannot read:"), "{missing}");
        let unknown = load_rule_set(DEFAULT_RULE_SET, &["gentle-snowbal"]).unwrap_err().to_string();
        assert!(
            unknown.starts_with("unknown house rules `gentle-snowbal` (built in: gentle-snowball, "),
            "{unknown}"
        );
        assert!(unknown.ends_with("; did you mean `gentle-snowball`?"), "{unknown}");
        assert!(load_rule_set::<&str>("gcw-6.2.3", &[]).unwrap_err().to_string().contains("gcw-6.2.4"));
    }

    #[test]
    fn every_built_in_house_rule_is_read_and_changes_something() {
        let rulebook = load_rule_set::<&str>(DEFAULT_RULE_SET, &[]).unwrap();
        for file in Kind::HouseRules.built_in() {
            let rules =
                load_rule_set(DEFAULT_RULE_SET, &[file.name]).unwrap_or_else(|error| panic!("{error}"));
            assert_ne!(rules, rulebook, "{}", file.name);
        }
    }
}
