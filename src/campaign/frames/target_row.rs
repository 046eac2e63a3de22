//! One row of the `targets` frame: a place on the map, who held it how long, and what was found there.

use super::*;
use crate::config::{Discovery, TargetCategory};

#[derive(Debug)]
pub struct TargetRow {
    category: TargetCategory,
    pub type_: TargetType,
    hidden: bool,
    value: i16,
    owner: Option<Faction>,
    taken: u32,
    /// Turns held, by faction.
    turns: [u32; 3],
    discovery: Option<(Discovery, Faction, u16, i32)>,
}

impl TargetRow {
    pub fn new(category: TargetCategory, type_: TargetType, hidden: bool, value: i16) -> TargetRow {
        TargetRow { category, type_, hidden, value, owner: None, taken: 0, turns: [0; 3], discovery: None }
    }

    pub fn taken(&mut self, by: Faction) {
        self.owner = Some(by);
        self.taken += 1;
    }

    pub fn given_up(&mut self) {
        self.owner = None;
    }

    /// The Trade Route belongs to its winner for one income only.
    pub fn route_won(&mut self, by: Faction) {
        self.taken += 1;
        self.turns[by.index()] += 1;
    }

    pub fn explored(&mut self, discovery: Discovery, by: Faction, turn: u16, amount: i32) {
        self.discovery = Some((discovery, by, turn, amount));
    }

    /// A turn has ended.
    pub fn count_turn(&mut self) {
        if let Some(owner) = self.owner {
            self.turns[owner.index()] += 1;
        }
    }

    pub fn cells(&self, replication: u32, number: u32) -> [Cell; 14] {
        let found = self.discovery;
        let held = |faction: Faction| self.turns[faction.index()].into();
        [
            replication.into(),
            number.into(),
            self.category.key().into(),
            self.type_.key().into(),
            self.hidden.into(),
            i32::from(self.value).into(),
            self.taken.into(),
            held(Faction::Rebel),
            held(Faction::Imperial),
            held(Faction::Scum),
            found.map(|(discovery, ..)| discovery.key()).into(),
            found.map(|(_, by, ..)| by.name()).into(),
            found.map_or(Cell::Null, |(_, _, turn, _)| turn.into()),
            found.map_or(Cell::Null, |(.., amount)| amount.into()),
        ]
    }
}
