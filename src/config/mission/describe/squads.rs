//! Sizes, restrictions, roles and what is wrong with a squad, in words.

use super::phrases::{a, and, counted, each, sentence};
use super::*;

impl Size {
    /// For a list: `100`, `90 / 150` (attacker / defender), `75, 100, 125 (2D6)`.
    pub fn in_short(&self) -> String {
        match self.fixed() {
            Some([attacker, defender]) if attacker == defender => attacker.to_string(),
            Some([attacker, defender]) => format!("{attacker} / {defender}"),
            None => {
                let points: Vec<String> = self.rolled.iter().map(|row| row.points.to_string()).collect();
                format!("{} (2D6)", points.join(", "))
            }
        }
    }

    pub(super) fn in_words(&self) -> String {
        match self.fixed() {
            Some([attacker, defender]) if attacker == defender => format!("{attacker} squad points each"),
            Some([attacker, defender]) => {
                format!("{attacker} squad points for the attacker, {defender} for the defender")
            }
            None => {
                let row = |row: &SizeRow| format!("{}-{}: {}", row.from, row.to, row.points);
                let rows: Vec<String> = self.rolled.iter().map(row).collect();
                format!("squad points each by 2D6: {}", rows.join(", "))
            }
        }
    }
}

fn count_words(count: &Count, noun: &str) -> String {
    if !count.among.is_empty() {
        let mut numbers: Vec<String> = count.among.iter().map(u8::to_string).collect();
        let last = numbers.pop().unwrap_or_default();
        let list = if numbers.is_empty() { last } else { format!("{} or {last}", numbers.join(", ")) };
        return format!("{list} {noun}s");
    }
    match (count.min, count.max) {
        (_, Some(0)) => format!("no {noun}s"),
        (Some(min), Some(max)) if min == max => counted(max, noun),
        (Some(min), Some(max)) => format!("{min} to {}", counted(max, noun)),
        (Some(min), None) => format!("at least {}", counted(min, noun)),
        (None, Some(max)) => format!("at most {}", counted(max, noun)),
        (None, None) => format!("any {noun}s"),
    }
}

/// The restrictions of one side, a phrase each.
pub(super) fn restriction_list(restrictions: &Restrictions) -> Vec<String> {
    let counts = [
        (&restrictions.ships, "ship"),
        (&restrictions.large_ships, "large ship"),
        (&restrictions.small_ships, "small ship"),
        (&restrictions.huge_ships, "huge ship"),
    ];
    let mut list: Vec<String> = Vec::new();
    list.extend(counts.into_iter().filter_map(|(count, noun)| Some(count_words(count.as_ref()?, noun))));
    let each = [(restrictions.small_ship_points, "small"), (restrictions.large_ship_points, "large")];
    let points =
        |(points, size): (Option<u16>, &str)| Some(format!("each {size} ship at most {} points", points?));
    list.extend(each.into_iter().filter_map(points));
    let same =
        [(restrictions.small_ships_of_one_class, "small"), (restrictions.large_ships_of_one_class, "large")];
    let class =
        |(most, size): (Option<u8>, &str)| Some(format!("at most {} {size} ships of one class", most?));
    list.extend(same.into_iter().filter_map(class));
    let huge = [(restrictions.support_ship, "support"), (restrictions.capital_ship, "capital")];
    let takes_part =
        |(presence, kind): (Option<Presence>, &str)| Some(format!("a {kind} ship {}", presence?.label()));
    list.extend(huge.into_iter().filter_map(takes_part));
    list.extend(restrictions.groups.as_ref().map(groups_words));
    list
}

fn groups_words(groups: &Groups) -> String {
    let mut words = format!("divided into {} groups by {}", groups.count, groups.divided.label());
    if let Some(points) = groups.points {
        words += &format!(", each at most {points} points");
    }
    if let Some(points) = groups.first_points {
        words += &format!(", the first at most {points} points");
    }
    if let Some(points) = groups.even_within {
        words += &format!(", not more than {points} points apart");
    }
    words
}

pub(super) fn role_line(rule: &RoleRule) -> String {
    let number = match (rule.min, rule.max) {
        (min, max) if min == max => counted(max, "ship"),
        (0, max) => format!("up to {}", counted(max, "ship")),
        (min, max) => format!("{min} to {}", counted(max, "ship")),
    };
    let owner = each(rule.who);
    let mut line = match rule.chosen {
        Chosen::AllEligible => format!("{}: every ship of {owner} that qualifies", rule.role.label()),
        chosen => format!("{}: {number} of {owner}, chosen {}", rule.role.label(), chosen.label()),
    };
    let mut needs: Vec<String> = rule.eligible.iter().map(|word| word.label().to_string()).collect();
    needs.extend(
        rule.barred.iter().map(|class| format!("not {}", a(crate::catalog::catalog().ship(*class).name))),
    );
    if !needs.is_empty() {
        line += &format!(" ({})", and(&needs));
    }
    if rule.chosen == Chosen::AllEligible && 0 < rule.min {
        line += &format!("; at least {} must", counted(rule.min, "ship"));
    }
    if 0 < rule.tokens {
        line += &format!("; carries {}", counted(rule.tokens, "token"));
    }
    if let Some(cost) = rule.cost {
        line += &format!(
            "; ship and pilot cost {} times their points, it has {} elite slots, and its upgrades cost {} points less in all (not below 0)",
            cost.base_factor, cost.elite_slots, cost.upgrade_reduction
        );
    }
    if let Some(handicap) = rule.handicap {
        let flee = if handicap.may_flee { "" } else { " and may not flee" };
        let speeds = match handicap.min_speed {
            0 => format!("no faster than speed {}", handicap.max_speed),
            min => format!("at speed {min} to {}", handicap.max_speed),
        };
        line += &format!("; flies {speeds}{flee} until the start of round {}", handicap.until_round);
    }
    if rule.passes_on != PassesOn::Never {
        line += &format!("; {}", rule.passes_on.label());
    }
    sentence(&line)
}

impl Violation {
    /// What is wrong, for the owner of the squad.
    pub fn in_words(&self, mission: &Mission, side: Side) -> String {
        let restrictions = mission.restrictions(side);
        let allowed = |count: &Option<Count>, noun: &str| {
            count
                .as_ref()
                .map_or(String::new(), |count| format!("; the mission wants {}", count_words(count, noun)))
        };
        match *self {
            Violation::TooManyPoints { points, allowed } => {
                format!("{points} squad points, {allowed} are allowed")
            }
            Violation::Ships { found } => {
                format!("{}{}", counted(found as u32, "ship"), allowed(&restrictions.ships, "ship"))
            }
            Violation::SmallShips { found } => {
                format!(
                    "{}{}",
                    counted(found as u32, "small ship"),
                    allowed(&restrictions.small_ships, "small ship")
                )
            }
            Violation::LargeShips { found } => {
                format!(
                    "{}{}",
                    counted(found as u32, "large ship"),
                    allowed(&restrictions.large_ships, "large ship")
                )
            }
            Violation::HugeShips { found } => {
                format!(
                    "{}{}",
                    counted(found as u32, "huge ship"),
                    allowed(&restrictions.huge_ships, "huge ship")
                )
            }
            Violation::SupportShipMissing => "a support ship must take part".to_string(),
            Violation::SupportShipForbidden => "no support ship may take part".to_string(),
            Violation::CapitalShipMissing => "the capital ship must take part".to_string(),
            Violation::CapitalShipForbidden => "no capital ship may take part".to_string(),
            Violation::ShipTooDear { ship, points, allowed } => {
                format!("ship {} costs {points} points, {allowed} are allowed", ship + 1)
            }
            Violation::TooManyOfOneClass { ship, found, allowed } => {
                format!("{found} ships of the class of ship {}, {allowed} are allowed", ship + 1)
            }
            Violation::NoSuchGroup { ship, groups } => {
                format!("ship {} is in a group that does not exist; there are {groups}", ship + 1)
            }
            Violation::GroupEmpty { group } => format!("group {} has no ship", group + 1),
            Violation::GroupTooDear { group, points, allowed } => {
                format!("group {} costs {points} points, {allowed} are allowed", group + 1)
            }
            Violation::GroupsUneven { difference, allowed } => {
                format!("the groups are {difference} points apart, {allowed} are allowed")
            }
            Violation::RoleMissing { role, needed } => {
                format!("the squad needs {} for the role {}", counted(needed, "ship"), role.label())
            }
            Violation::RoleTooOften { role, allowed } => {
                format!("too many ships have the role {}; {allowed} may", role.label())
            }
            Violation::RoleUnknown { ship, role } => {
                format!("ship {} has the role {}, which this side does not have here", ship + 1, role.label())
            }
            Violation::NotEligible { ship, role, lacks } => {
                format!("ship {} cannot be {}: it must be {}", ship + 1, role.label(), lacks.label())
            }
            Violation::ClassBarred { ship, role } => {
                format!("ship {} cannot be {}: its class is barred", ship + 1, role.label())
            }
        }
    }
}
