//! Who commands: one small file for each doctrine.
//!
//! `random-legal` draws everything by lot. The others share one way of planning ([`planner`]) and differ in what
//! they care for: weights and a few habits ([`style`]). Shared machinery:
//! 1. [`worth`] judges ships and cards, [`weights`] says what a doctrine makes of it,
//! 2. [`stock`], [`squad_search`], [`outfit`] and [`squad_builder`] build squads,
//! 3. [`wish_list`], [`fleet`], [`gear`], [`purchases`], [`training`] and [`huge_ships`] spend points and XP,
//! 4. [`targets`], [`defence`], [`dealings`] and [`strength`] choose battles and partners.

mod ace_builder;
mod aggressive;
mod balanced;
mod dealings;
mod defence;
mod economist;
mod fleet;
mod gear;
mod huge_ships;
mod limits;
mod outfit;
mod planner;
mod purchases;
mod random_legal;
mod squad_builder;
mod squad_search;
mod stock;
mod strength;
mod style;
mod swarm;
mod targets;
mod training;
mod weights;
mod wish_list;
mod worth;

use crate::config::DoctrineName;

use super::doctrine::Doctrine;

pub use planner::Planner;
pub use random_legal::RandomLegal;

/// The doctrine that a set-up names.
pub fn by_name(name: DoctrineName) -> Box<dyn Doctrine> {
    match name {
        DoctrineName::RandomLegal => Box::new(RandomLegal::default()),
        DoctrineName::Balanced => Box::new(Planner::new(&balanced::Balanced)),
        DoctrineName::Aggressive => Box::new(Planner::new(&aggressive::Aggressive)),
        DoctrineName::Economist => Box::new(Planner::new(&economist::Economist)),
        DoctrineName::AceBuilder => Box::new(Planner::new(&ace_builder::AceBuilder)),
        DoctrineName::Swarm => Box::new(Planner::new(&swarm::Swarm)),
    }
}

/// What a doctrine is, in one line: a verdict holds for play of that skill.
pub const fn description(name: DoctrineName) -> &'static str {
    match name {
        DoctrineName::Balanced => {
            "a sound player: free targets first, battles where they pay, losses replaced"
        }
        DoctrineName::Aggressive => "attacks what the enemy holds, hunts huge ships early, seldom breaks off",
        DoctrineName::Economist => "income first: free targets, few battles, breaks off to save ships",
        DoctrineName::AceBuilder => "few but excellent pilots: skill, elite cards, abilities, fitted ships",
        DoctrineName::Swarm => "many cheap ships with plain pilots, fighters in reserve, hardly a card",
        DoctrineName::RandomLegal => "every choice by lot among what the rules allow: the baseline",
    }
}

#[cfg(test)]
mod tests;
