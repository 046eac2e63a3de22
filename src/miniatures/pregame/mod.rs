//! Rule: Beginning of game. (Pre-Game and Pre-Round Procedures, "Beginning of game")
//!
//! The eleven steps in the guide's order, told as a log: what happened in which step, and why.

mod additions;
mod after_setup;
mod file;
mod map_roll;
#[cfg(test)]
mod tests;

use serde::Serialize;

use super::abilities::{Ability, Does};
use super::contest::MAX_PLAYERS;
use super::membership::{Membership, Origin, PieceId, Status};
use crate::chance::Chance;
pub use file::{Choice, PregameSetup, SetupWish, Sitter, Use};

/// One thing that happened before the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The guide's step, with the letter of a part: "9b".
    pub step: String,
    /// Who did it; nothing where it concerns all.
    pub player: Option<String>,
    pub what: String,
    pub why: String,
}

/// The log of a pre-game and where it leads.
#[derive(Debug, Clone)]
pub struct Pregame<'s> {
    setup: &'s PregameSetup,
    pub squads: Membership<'s>,
    pub log: Vec<Entry>,
    /// Players from the highest map roll down.
    pub ranking: Vec<usize>,
    /// Players in the order in which they set up.
    pub order: Vec<usize>,
    pub map: String,
}

/// A use that has been announced: which player, which use of his, who bears it.
#[derive(Debug, Clone, Copy)]
struct Announced {
    player: usize,
    use_index: usize,
    bearer: PieceId,
}

/// Plays all eleven steps.
pub fn pregame<'s, C: Chance>(chance: &mut C, setup: &'s PregameSetup) -> Pregame<'s> {
    let cards = &setup.cards;
    let squads = Membership::new(&cards.characters, &cards.abilities, cards.switches, setup.briefs.clone());
    let mut game = Pregame {
        setup,
        squads,
        log: Vec::new(),
        ranking: Vec::new(),
        order: Vec::new(),
        map: String::new(),
    };
    // 1. Players reveal their squads.
    game.reveal();
    // 2. and 3. Deferred squadbuilding after seeing the others' squads: decided, then added.
    game.additions(chance, "2", "3");
    // 4. Other abilities that trigger after seeing the others' squads.
    game.after_reveal(chance);
    // 5. Players roll for the map.
    game.map_roll(chance);
    // 6. The map and the setup order are chosen.
    game.choose_order();
    // 7. and 8. Players set up one after the other.
    for position in 0..game.order.len() {
        game.set_up(position);
    }
    // 9. Abilities that trigger after setup.
    game.after_setup();
    // 10. Abilities immediately before the first initiative roll.
    game.before_first_initiative();
    // 11. The door check.
    game.note(
        "11",
        None,
        "doors are checked",
        "once before the first initiative roll, and never before a round",
    );
    game
}

impl Pregame<'_> {
    fn note(&mut self, step: &str, player: Option<usize>, what: impl Into<String>, why: impl Into<String>) {
        let player = player.map(|player| self.setup.players[player].name.clone());
        self.log.push(Entry { step: step.to_string(), player, what: what.into(), why: why.into() });
    }

    fn name(&self, row: usize) -> String {
        self.setup.cards.characters.get(row).name.clone()
    }

    fn names(&self, rows: &[usize]) -> String {
        let names: Vec<String> = rows.iter().map(|row| self.name(*row)).collect();
        names.join(", ")
    }

    fn ability(&self, key: &str) -> &Ability {
        self.setup.cards.abilities.find(key).expect("abilities of a checked file are known")
    }

    /// Step 1.
    fn reveal(&mut self) {
        for player in 0..self.setup.players.len() {
            let rows = self.setup.players[player].squad.clone();
            let ids = self.squads.build(player, &rows);
            let total: u32 = ids.iter().map(|id| u32::from(self.squads.piece(*id).cost_when_added)).sum();
            let what = format!("reveals {}", self.names(&rows));
            self.note("1", Some(player), what, format!("{total} points, a legal squad"));
        }
    }

    /// The member of a player's squad that has an ability, on the board: the named one or the first.
    fn bearer(&self, player: usize, announced: &Use) -> Option<PieceId> {
        self.squads.members(player).find(|id| {
            let piece = self.squads.piece(*id);
            let named = announced.bearer.is_none_or(|row| row == piece.character);
            named
                && piece.status == Status::OnBoard
                && self.squads.abilities_of(*id).contains(&announced.ability)
        })
    }

    /// Who uses what of one kind, in the file's order; uses without a bearer are told and dropped.
    fn announced(&mut self, step: &str, wanted: impl Fn(&Ability, &Use) -> bool) -> Vec<Announced> {
        let mut found = Vec::new();
        for player in 0..self.setup.players.len() {
            for use_index in 0..self.setup.players[player].uses.len() {
                let announced = &self.setup.players[player].uses[use_index];
                let ability = self.ability(&announced.ability);
                if !wanted(ability, announced) {
                    continue;
                }
                let name = ability.name.clone();
                match self.bearer(player, announced) {
                    Some(bearer) => found.push(Announced { player, use_index, bearer }),
                    None => self.note(
                        step,
                        Some(player),
                        format!("cannot use {name}"),
                        "no character on the board in the squad has it",
                    ),
                }
            }
        }
        found
    }

    /// What a player does in the words of the file.
    fn said(&self, announced: &Announced) -> String {
        let used = &self.setup.players[announced.player].uses[announced.use_index];
        match used.choices.first() {
            Some(Choice::Says(says)) => says.clone(),
            _ => "as its owner chooses".into(),
        }
    }

    /// Step 4.
    fn after_reveal<C: Chance>(&mut self, chance: &mut C) {
        let mut uses = self.announced("4", |ability, _| ability.does == Does::AfterReveal);
        self.shuffle_players(chance, "4", &mut uses);
        for used in uses {
            let name = self.ability_name(&used);
            let what = format!("resolves {name}: {}", self.said(&used));
            self.note(
                "4",
                Some(used.player),
                what,
                "decided after seeing the other squads, revealed together",
            );
        }
    }

    fn ability_name(&self, used: &Announced) -> String {
        let key = &self.setup.players[used.player].uses[used.use_index].ability;
        self.ability(key).name.clone()
    }

    /// Puts uses in a random order of players where more than one player has any.
    fn shuffle_players<C: Chance>(&mut self, chance: &mut C, step: &str, uses: &mut [Announced]) {
        let mut players: Vec<usize> = Vec::new();
        for used in uses.iter() {
            if !players.contains(&used.player) {
                players.push(used.player);
            }
        }
        if players.len() < 2 {
            return;
        }
        chance.shuffle(&mut players);
        let names: Vec<&str> =
            players.iter().map(|player| self.setup.players[*player].name.as_str()).collect();
        let what = format!("order: {}", names.join(", "));
        self.note(step, None, what, "normally order does not matter; if it does, it is random");
        let place = |player: usize| players.iter().position(|other| *other == player);
        uses.sort_by_key(|used| place(used.player));
    }

    /// Step 7 for one position, and step 8: the next one follows.
    fn set_up(&mut self, position: usize) {
        let player = self.order[position];
        let area = self.setup.players[player].area.clone();
        let why = format!("position {} of {} in the setup order", position + 1, self.order.len());
        self.note("7", Some(player), format!("sets up in {area}"), why);
        let uses = self.announced("7", |ability, _| ability.does == Does::DuringSetup);
        for used in uses.into_iter().filter(|used| used.player == player) {
            let what = format!("resolves {}: {}", self.ability_name(&used), self.said(&used));
            self.note("7", Some(player), what, "triggers during setup; the player chooses the order");
        }
        if position + 1 < self.order.len() {
            let next = self.setup.players[self.order[position + 1]].name.clone();
            self.note("8", None, format!("{next} sets up next"), "a player has not yet set up");
        }
    }

    /// Names of everybody in a player's squad, with how they came there.
    pub fn roster(&self, player: usize) -> Vec<(String, Origin)> {
        let members = self.squads.members(player);
        members.map(|id| (self.squads.character(id).name.clone(), self.squads.piece(id).origin)).collect()
    }

    pub fn player_name(&self, player: usize) -> &str {
        &self.setup.players[player].name
    }

    pub fn n_players(&self) -> usize {
        debug_assert!(self.setup.players.len() <= MAX_PLAYERS, "checked when the file was read");
        self.setup.players.len()
    }
}
