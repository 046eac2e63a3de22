//! Rule: Squadbuilding. (Squadbuilding and "In the Squad" Rules Guide, "What is squadbuilding?")
//!
//! Costs with Rapport, and what a squad may hold: Unique, Rival, faction with Affinity, build total, format. The
//! same rules hold for deferred squadbuilding.

use serde::Deserialize;

use super::characters::{Character, Faction};

/// Lowest cost that Rapport can lead to.
const LEAST_COST: u16 = 1;

/// Build totals of the floor rules.
pub const STANDARD_TOTALS: [u16; 3] = [100, 150, 200];

/// Most characters before the first initiative roll under the optional rules of 2023.
pub const CHARACTERS_2023: usize = 16;

/// How a squad is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// One of the standard build totals
    #[default]
    Standard,
    /// Any build total
    Free,
    /// A sealed booster: squadbuilding restrictions are ignored
    OutOfTheBox,
}

impl Format {
    pub const fn word(self) -> &'static str {
        match self {
            Format::Standard => "standard",
            Format::Free => "free",
            Format::OutOfTheBox => "out-of-the-box",
        }
    }
}

/// What a squad is built to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brief {
    pub format: Format,
    pub build_total: u16,
    pub faction: Faction,
    /// The optional tournament rules of 2023 are in force.
    pub tournament_2023: bool,
}

/// A rule that a squad breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub rule: &'static str,
    pub text: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.rule, self.text)
    }
}

/// The discounts that apply to a character in a squad with the given others, each with its giver's name.
///
/// The same Rapport does not add to itself, different ones do: two copies of a giver count once.
pub fn rapport<'a>(character: &'a Character, others: &[&'a Character]) -> Vec<(&'a str, u16)> {
    let mut found: Vec<(&str, usize, u16)> = Vec::new();
    for giver in others {
        for (index, rapport) in giver.rapport.iter().enumerate() {
            let applies = rapport.who.as_ref().is_some_and(|who| who.matches(character));
            if applies && !found.iter().any(|(name, at, _)| *name == giver.name && *at == index) {
                found.push((&giver.name, index, rapport.discount));
            }
        }
    }
    for (index, rapport) in character.rapport.iter().enumerate() {
        let with = rapport.with.as_ref();
        if with.is_some_and(|with| others.iter().any(|other| with.matches(other))) {
            found.push((&character.name, index, rapport.discount));
        }
    }
    found.into_iter().map(|(name, _, discount)| (name, discount)).collect()
}

/// The Rapport-adjusted cost of a character in a squad with the given others.
pub fn build_cost(character: &Character, others: &[&Character]) -> u16 {
    let discount: u16 = rapport(character, others).iter().map(|(_, discount)| discount).sum();
    let printed = character.cost.unwrap_or(0);
    if discount == 0 { printed } else { printed.saturating_sub(discount).max(LEAST_COST) }
}

/// The others of a list.
pub fn others<'a>(members: &[&'a Character], index: usize) -> Vec<&'a Character> {
    members.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, other)| *other).collect()
}

/// Every rule that a squad breaks, empty for a legal one.
pub fn check_squad(members: &[&Character], brief: &Brief) -> Vec<Violation> {
    let mut violations = Vec::new();
    // Squadbuilding restrictions are ignored in Out of the Box and its variants.
    if brief.format == Format::OutOfTheBox {
        return violations;
    }
    if brief.format == Format::Standard && !STANDARD_TOTALS.contains(&brief.build_total) {
        let text = format!("a build total of {} is not one of {STANDARD_TOTALS:?}", brief.build_total);
        violations.push(Violation { rule: "Format", text });
    }
    let costs =
        (0..members.len()).map(|index| u32::from(build_cost(members[index], &others(members, index))));
    let total: u32 = costs.sum();
    if u32::from(brief.build_total) < total {
        let text = format!(
            "the squad costs {total}, which is {} over {}",
            total - u32::from(brief.build_total),
            brief.build_total
        );
        violations.push(Violation { rule: "Build total", text });
    }
    for (index, member) in members.iter().enumerate() {
        violations.extend(faction(member, &others(members, index), brief.faction));
        for other in &members[index + 1..] {
            violations.extend(unique(member, other));
            violations.extend(rival(member, other));
        }
        violations.extend(squad_size(member, members.len()));
    }
    if brief.tournament_2023 && CHARACTERS_2023 < members.len() {
        let text = format!("{} characters, and at most {CHARACTERS_2023} are allowed", members.len());
        violations.push(Violation { rule: "Character limit (2023)", text });
    }
    violations
}

/// Whether a character may be added to a squad that holds the others: deferred squadbuilding. The build total
/// was spent before; the ability that adds has its own limit.
pub fn check_addition(newcomer: &Character, members: &[&Character], brief: &Brief) -> Vec<Violation> {
    if brief.format == Format::OutOfTheBox {
        return Vec::new();
    }
    let mut violations: Vec<Violation> = faction(newcomer, members, brief.faction).into_iter().collect();
    let size = members.len() + 1;
    violations.extend(squad_size(newcomer, size));
    for member in members {
        violations.extend(squad_size(member, size));
        violations.extend(unique(newcomer, member));
        violations.extend(rival(newcomer, member));
    }
    violations
}

/// One faction and Fringe, with the exceptions of Affinity in both directions.
fn faction(member: &Character, others: &[&Character], main: Faction) -> Option<Violation> {
    let fits = member.faction.is_none_or(|own| own == main || own == Faction::Fringe)
        || member.affinity.contains(&main)
        || others.iter().any(|other| other.affinity_for.iter().any(|who| who.matches(member)));
    let own = member.faction.map_or("unknown", Faction::word);
    (!fits).then(|| Violation {
        rule: "Faction",
        text: format!(
            "{} is {own}, and no Affinity lets it into a squad that is {}",
            member.name,
            main.word()
        ),
    })
}

/// At most one of each identity, whatever names it counts as.
fn unique(one: &Character, other: &Character) -> Option<Violation> {
    let clash = (one.unique || other.unique) && one.is_same_person(other);
    let text = if one.name == other.name {
        format!("{} is in the squad twice", one.name)
    } else {
        format!("{} and {} count as the same person", one.name, other.name)
    };
    clash.then_some(Violation { rule: "Unique", text })
}

/// Who must stand with a given number of others (The Father), when the squad is built and when it grows.
fn squad_size(member: &Character, size: usize) -> Option<Violation> {
    let wanted = member.squad_size.filter(|wanted| *wanted != size)?;
    let text = format!("{} needs a squad of exactly {wanted} characters, not {size}", member.name);
    Some(Violation { rule: "Squad must contain", text })
}

/// Neither may stand beside those the other's Rival names.
fn rival(one: &Character, other: &Character) -> Option<Violation> {
    let refuses = |a: &Character, b: &Character| a.rival.iter().any(|who| who.matches(b));
    let clash = refuses(one, other) || refuses(other, one);
    clash.then(|| Violation {
        rule: "Rival",
        text: format!("{} and {} may not be in one squad", one.name, other.name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::miniatures::selector::Selector;

    fn character(name: &str, cost: u16) -> Character {
        Character {
            name: name.into(),
            cost: Some(cost),
            faction: Some(Faction::Rebel),
            ..Character::default()
        }
    }

    fn brief(build_total: u16) -> Brief {
        Brief { format: Format::Standard, build_total, faction: Faction::Rebel, tournament_2023: false }
    }

    fn selector(text: &str) -> Selector {
        Selector::try_from(text.to_string()).unwrap()
    }

    fn rapport_for(text: &str, discount: u16) -> crate::miniatures::characters::Rapport {
        crate::miniatures::characters::Rapport { who: Some(selector(text)), with: None, discount }
    }

    fn rules(members: &[&Character], brief: &Brief) -> Vec<&'static str> {
        check_squad(members, brief).iter().map(|violation| violation.rule).collect()
    }

    #[test]
    fn rapport_does_not_add_to_itself_and_never_leads_below_one() {
        let giver = Character { rapport: vec![rapport_for("word: Trooper", 2)], ..character("Sergeant", 20) };
        let other = Character { rapport: vec![rapport_for("word: Trooper", 3)], ..character("Captain", 25) };
        let trooper = character("Trooper", 8);
        assert_eq!(build_cost(&trooper, &[&giver]), 6);
        assert_eq!(build_cost(&trooper, &[&giver, &giver]), 6);
        assert_eq!(build_cost(&trooper, &[&giver, &other]), 3);
        assert_eq!(build_cost(&character("Trooper", 4), &[&giver, &other]), 1);
        // A cost of 0 without Rapport stays 0.
        assert_eq!(build_cost(&character("Rakghoul", 0), &[&giver]), 0);
    }

    #[test]
    fn each_rule_is_named_when_broken() {
        let [a, b] = [character("A", 60), character("B", 50)];
        assert_eq!(rules(&[&a, &b], &brief(150)), [""; 0]);
        assert_eq!(rules(&[&a, &b], &brief(100)), ["Build total"]);
        assert_eq!(rules(&[&a], &brief(120)), ["Format"]);
        let sith = Character { faction: Some(Faction::Sith), ..character("S", 5) };
        assert_eq!(rules(&[&sith], &brief(100)), ["Faction"]);
        let one = Character { unique: true, ..character("U", 5) };
        assert_eq!(rules(&[&one, &one], &brief(100)), ["Unique"]);
        let alias = Character { unique: true, counts_as: vec!["U".into()], ..character("Alias", 5) };
        assert_eq!(rules(&[&one, &alias], &brief(100)), ["Unique"]);
        let rival = Character { rival: vec![selector("name: A")], ..character("R", 5) };
        assert_eq!(rules(&[&a, &rival], &brief(100)), ["Rival"]);
        let alone = Character { squad_size: Some(3), ..character("F", 5) };
        assert_eq!(rules(&[&alone], &brief(100)), ["Squad must contain"]);
        // It holds for additions too: the squad of three is full, but a place that fell free may be filled.
        let added = |members: &[&Character]| check_addition(&character("T", 1), members, &brief(100));
        assert_eq!(added(&[&alone, &a, &b])[0].rule, "Squad must contain");
        assert!(added(&[&alone, &a]).is_empty());
        let trooper = character("Trooper", 1);
        let many = vec![&trooper; 17];
        assert!(rules(&many, &brief(100)).is_empty());
        assert_eq!(rules(&many, &Brief { tournament_2023: true, ..brief(100) }), ["Character limit (2023)"]);
    }

    #[test]
    fn affinity_opens_a_squad_in_both_directions() {
        let sith = Character { faction: Some(Faction::Sith), ..character("S", 5) };
        let joiner = Character { affinity: vec![Faction::Rebel], ..sith.clone() };
        assert!(rules(&[&joiner], &brief(100)).is_empty());
        let host = Character { affinity_for: vec![selector("faction: sith")], ..character("H", 5) };
        assert!(rules(&[&sith, &host], &brief(100)).is_empty());
        let fringe = Character { faction: Some(Faction::Fringe), ..character("X", 5) };
        assert!(rules(&[&fringe], &brief(100)).is_empty());
    }

    #[test]
    fn out_of_the_box_ignores_every_restriction() {
        let one = Character { unique: true, faction: Some(Faction::Sith), ..character("U", 500) };
        let open = Brief { format: Format::OutOfTheBox, ..brief(7) };
        assert!(rules(&[&one, &one], &open).is_empty());
        assert!(check_addition(&one, &[&one], &open).is_empty());
        assert!(!check_addition(&one, &[&one], &brief(100)).is_empty());
    }
}
