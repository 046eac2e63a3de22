//! Missions in plain words, for players: set-up, roles, victory, rewards.

mod phrases;
mod rules;
mod squads;

use super::*;
use phrases::{and, each, sentence};

/// One part of a mission's description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    pub heading: &'static str,
    pub lines: Vec<String>,
}

impl Mission {
    /// The mission told section by section, in the order in which a player needs it; empty sections are left out.
    pub fn sections(&self) -> Vec<Section> {
        let sections = [
            ("Squads", self.squad_lines()),
            ("Initiative", vec![self.initiative_line()]),
            ("Set-up", self.setup.iter().map(rules::setup_step).collect()),
            ("Roles", self.roles.iter().map(squads::role_line).collect()),
            ("Tokens", self.tokens.iter().map(rules::token_line).collect()),
            ("Actions", self.actions.iter().map(rules::action_line).collect()),
            ("Arrivals", self.arrival_lines()),
            ("Special rules", self.special.iter().map(rules::special_line).collect()),
            ("Victory", self.victory_lines()),
            ("Rewards", self.reward_lines()),
            ("Rulings", self.rulings.clone()),
        ];
        let told = sections.into_iter().filter(|(_, lines)| !lines.is_empty());
        told.map(|(heading, lines)| Section { heading, lines }).collect()
    }

    fn initiative_line(&self) -> String {
        let Initiative { rule, dice, reroll } = self.initiative;
        let dice = dice.unwrap_or(0);
        let mut line = match rule {
            InitiativeRule::SmallerSquadChooses => {
                format!(
                    "the side with fewer squad points chooses; on a tie each rolls {dice} attack dice and most focus results chooses"
                )
            }
            InitiativeRule::SmallerFirstGroupChooses => {
                format!(
                    "the side whose first group has fewer squad points chooses; on a tie each rolls {dice} attack dice and most focus results chooses"
                )
            }
            InitiativeRule::Dice => {
                format!("each side rolls {dice} attack dice; most focus results has initiative")
            }
            InitiativeRule::AttackerChooses => "the attacker chooses".to_string(),
            InitiativeRule::DefenderChooses => "the defender chooses".to_string(),
        };
        if let Some(side) = reroll {
            line += &format!("; the {} may have it rolled again", side.name());
        }
        sentence(&line)
    }

    fn arrival_lines(&self) -> Vec<String> {
        let waves = self.waves.iter().map(rules::wave_line);
        waves.chain(self.reinforcements.iter().map(rules::reinforcement_line)).collect()
    }

    fn victory_lines(&self) -> Vec<String> {
        let VictoryRules { attacker, defender, decided, both, ends, map_control } = &self.victory;
        let words = |wins: &[Win]| wins.iter().map(rules::win_words).collect::<Vec<_>>().join(", or ");
        let mut lines = match attacker == defender {
            true => vec![sentence(&format!("a side wins {}", words(attacker)))],
            false => vec![
                sentence(&format!("the attacker wins {}", words(attacker))),
                sentence(&format!("the defender wins {}", words(defender))),
            ],
        };
        // Where one side wins by the other's failure, there is nothing between them.
        if !attacker.contains(&Win::Otherwise) && !defender.contains(&Win::Otherwise) {
            let met = if *decided == Decided::First { "at the same time" } else { "at the end" };
            lines.push(match both {
                BothMet::Draw => {
                    sentence(&format!("if both meet a condition {met}, or neither does, it is a draw"))
                }
                BothMet::EachForItself => {
                    "Each side wins or loses by itself: both may win, and both may lose.".to_string()
                }
                other => sentence(&format!(
                    "if both meet a condition {met}: {}; if neither does: a draw",
                    other.label()
                )),
            });
        }
        if *decided == Decided::First {
            lines.push(sentence(decided.label()));
        }
        lines.push(sentence(&format!("the battle ends {}", ends.label())));
        if *map_control != MapControl::LastOnBoard {
            lines.push(sentence(&format!("the map is controlled by {}", map_control.label())));
        }
        lines
    }

    fn reward_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .rewards
            .iter()
            .map(|reward| {
                sentence(&format!(
                    "{} gets {}, {}",
                    each(reward.who),
                    reward.reward.label(),
                    reward.earned.label()
                ))
            })
            .collect();
        if self.experience.without_attacks {
            lines.push("Taking part earns XP even if nobody attacks.".to_string());
        }
        if self.experience.prisoners_earn_none {
            lines.push("The prisoners themselves earn no XP.".to_string());
        }
        lines
    }

    /// What sets the mission apart, in a few words for a list.
    pub fn special_words(&self) -> String {
        let mut words = Vec::new();
        match self.feature() {
            Feature::Used => {}
            Feature::Ignored => words.push("own terrain".to_string()),
            Feature::Rolled => words.push("terrain rolled".to_string()),
            Feature::EffectsOnly => words.push("no obstacles".to_string()),
        }
        if self.area == Area::SixByThree {
            words.push("6'×3'".to_string());
        }
        words.extend(self.roles.iter().map(|rule| rule.role.label().to_string()));
        words.extend(self.tokens.iter().map(|rule| match self.token_count(rule.token) {
            0 | 1 => rule.token.label().to_string(),
            n => format!("{n} {}s", rule.token.label()),
        }));
        if !self.waves.is_empty() {
            words.push("waves".to_string());
        }
        words.extend(self.reinforcements.iter().map(|rule| format!("reinforcements for {}", rule.who.key())));
        words.dedup();
        words.join(", ")
    }

    /// The restrictions of both squads, in a few words for a list.
    pub fn restriction_words(&self) -> String {
        let both = &self.restrictions;
        let attacker = squads::restriction_list(&both.attacker).join(", ");
        let defender = squads::restriction_list(&both.defender).join(", ");
        match (attacker.is_empty(), defender.is_empty()) {
            (true, true) => String::new(),
            _ if attacker == defender => attacker,
            (false, true) => format!("attacker: {attacker}"),
            (true, false) => format!("defender: {defender}"),
            (false, false) => format!("attacker: {attacker}; defender: {defender}"),
        }
    }

    fn squad_lines(&self) -> Vec<String> {
        let mut lines = vec![sentence(&self.size.in_words())];
        if self.size.open {
            lines.push(
                "The rulebook leaves the size open; these numbers are a proposal to be varied.".to_string(),
            );
        }
        for side in Side::BOTH {
            let list = squads::restriction_list(self.restrictions(side));
            if !list.is_empty() {
                lines.push(sentence(&format!("{} squad: {}", side.name(), and(&list))));
            }
        }
        lines
    }
}
