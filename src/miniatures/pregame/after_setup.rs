//! Rule: Abilities after setup. (Pre-game, step 9)

use super::{Announced, Choice, Pregame};
use crate::miniatures::abilities::Does;
use crate::miniatures::membership::{CostFor, PieceId, Status};

impl Pregame<'_> {
    /// Step 9 with its four parts.
    pub(super) fn after_setup(&mut self) {
        // a. All players simultaneously reveal all decisions, except those that require movement.
        let changes = self.announced("9a", |ability, used| match ability.does {
            Does::Bribe => used.choices.iter().any(|choice| matches!(choice, Choice::Take(_))),
            does => does == Does::Replace,
        });
        let others = self.announced("9a", |ability, _| ability.does == Does::AfterSetup);
        for used in changes.iter().chain(&others) {
            let what = format!("reveals {}: {}", self.ability_name(used), self.wish_in_words(used));
            self.note("9a", Some(used.player), what, "all reveal simultaneously");
        }
        // b. First, what changes squads, in setup order and in each player's own order.
        let before: Vec<(usize, Vec<String>)> = (0..self.squads.pieces().len())
            .map(|id| (self.squads.piece(id).squad, self.squads.abilities_of(id)))
            .collect();
        for player in self.order.clone() {
            for used in changes.iter().filter(|used| used.player == player) {
                self.change_squads(used, &before);
            }
        }
        // c. Abilities that arrived too late for their own step are resolved at once.
        self.catch_up(&before);
        // d. Finally everything else, movement included, in setup order.
        let moves = self.announced("9d", |ability, _| ability.does == Does::AfterSetupMove);
        for player in self.order.clone() {
            for used in others.iter().chain(&moves).filter(|used| used.player == player) {
                let what = format!("resolves {}: {}", self.ability_name(used), self.said(used));
                self.note("9d", Some(player), what, "in setup order, the player's own order within");
            }
            let waits = self
                .squads
                .members(player)
                .any(|id| self.squads.abilities_of(id).iter().any(|key| self.ability(key).first_round_only));
            if waits {
                let what = "keeps Battle Ready and its like";
                self.note("9d", Some(player), what, "resolved after the first round's initiative, not now");
            }
        }
    }

    fn wish_in_words(&self, used: &Announced) -> String {
        let choices = &self.setup.players[used.player].uses[used.use_index].choices;
        let wish = choices.iter().find_map(|choice| match choice {
            Choice::Take(row) => Some(format!("takes {}", self.name(*row))),
            Choice::Replace { old: Some(old), with, .. } => {
                Some(format!("replaces {} by {}", self.name(*old), self.name(*with)))
            }
            Choice::Replace { old: None, with, .. } => {
                Some(format!("replaces its bearer by {}", self.name(*with)))
            }
            Choice::Says(says) => Some(says.clone()),
            Choice::Bring(_) => None,
        });
        wish.unwrap_or_else(|| "as its owner chooses".into())
    }

    /// The first choice that can still be carried out.
    ///
    /// Ruling A27: after each that cannot, the player alone returns to (a) and makes another; every return
    /// removes a choice, and no choice at all is always allowed.
    fn change_squads(&mut self, used: &Announced, before: &[(usize, Vec<String>)]) {
        let choices = self.setup.players[used.player].uses[used.use_index].choices.clone();
        let name = self.ability_name(used);
        if !self.squads.is_in_squad(used.bearer, used.player) || !self.stands(used.bearer) {
            let why = "its bearer is no longer in the squad";
            return self.note("9b", Some(used.player), format!("cannot use {name}"), why);
        }
        for choice in &choices {
            let done = match choice {
                Choice::Take(row) => self.take(used, *row, before),
                Choice::Replace { old, with, keeps } => self.replace(used, *old, *with, keeps.as_deref()),
                Choice::Bring(_) | Choice::Says(_) => continue,
            };
            match done {
                Ok((what, why)) => return self.note("9b", Some(used.player), what, why),
                Err((what, problem)) => {
                    let why = format!("{problem}; the player returns to (a) and chooses again");
                    self.note("9b", Some(used.player), what, why);
                }
            }
        }
        self.note("9b", Some(used.player), format!("does not use {name}"), "no choice is left");
    }

    fn stands(&self, id: PieceId) -> bool {
        self.squads.piece(id).status == Status::OnBoard
    }

    /// The second half of Bribery. Earlier players in setup order have the first chance: a character that has
    /// changed squads since (a) cannot be had any more.
    fn take(
        &mut self,
        used: &Announced,
        row: usize,
        before: &[(usize, Vec<String>)],
    ) -> Result<(String, String), (String, String)> {
        let target = self.name(row);
        let failed = |problem: String| Err((format!("cannot take {target}"), problem));
        let key = &self.setup.players[used.player].uses[used.use_index].ability;
        let found = (0..self.squads.pieces().len()).find(|id| {
            let piece = self.squads.piece(*id);
            let stayed = before.get(*id).is_some_and(|(squad, _)| *squad == piece.squad);
            piece.character == row && piece.squad != used.player && piece.status == Status::OnBoard && stayed
        });
        let Some(id) = found else {
            return failed("it is no longer where it was in (a)".into());
        };
        let own = self.squads.character(used.bearer).ability_number(key);
        let limit = u16::from(own.or(self.ability(key).number).unwrap_or(0).unsigned_abs());
        let cost = self.squads.cost(id, CostFor::Squadbuilding);
        if limit < cost {
            return failed(format!("it costs {cost}, and the bribe is {limit}"));
        }
        // Ruling A34: a bribed character is of another faction by nature; Unique and Rival hold.
        let violations = self.squads.may_add(used.player, row);
        if let Some(violation) = violations.iter().find(|violation| violation.rule != "Faction") {
            return failed(violation.to_string());
        }
        let loser = self.setup.players[self.squads.piece(id).squad].name.clone();
        self.squads.change_sides(id, used.player);
        Ok((format!("takes {target} from {loser}"), format!("Bribery: {cost} of {limit} points")))
    }

    /// Versatility and Admiral Gilad Pellaeon: the old one is removed, then the new one is added.
    fn replace(
        &mut self,
        used: &Announced,
        old: Option<usize>,
        with: usize,
        keeps: Option<&str>,
    ) -> Result<(String, String), (String, String)> {
        let newcomer = self.name(with);
        let failed = |problem: String| Err((format!("cannot bring in {newcomer}"), problem));
        let old_id = match old {
            None => used.bearer,
            Some(row) => {
                let mut own = self.squads.members(used.player);
                let found = own.find(|id| self.squads.piece(*id).character == row && self.stands(*id));
                match found {
                    Some(id) => id,
                    None => return failed(format!("{} is no longer in the squad", self.name(row))),
                }
            }
        };
        let bearer = self.squads.character(used.bearer);
        let old_name = self.squads.character(old_id).name.clone();
        let is_versatility = old.is_none();
        let characters = &self.setup.cards.characters;
        if is_versatility && !characters.get(with).is_same_person(bearer) {
            return failed(format!("it does not count as {old_name}"));
        }
        if let Some(key) = keeps.filter(|key| !bearer.ability_keys().any(|own| own == *key)) {
            return failed(format!("{old_name} has no ability `{key}` to hand over"));
        }
        let old_cost = self.squads.cost(old_id, CostFor::Squadbuilding);
        let before = self.squads.clone();
        let id = match self.squads.replace(old_id, with) {
            Ok(id) => id,
            Err(violations) => return failed(violations[0].to_string()),
        };
        let cost = self.squads.cost(id, CostFor::Squadbuilding);
        if old_cost < cost {
            self.squads = before;
            return failed(format!("it costs {cost}, more than the {old_cost} of {old_name}"));
        }
        if let Some(key) = keeps {
            self.squads.gain(id, key);
        }
        let key = &self.setup.players[used.player].uses[used.use_index].ability;
        let gap = self.ability(key).number.map(|gap| u16::from(gap.unsigned_abs()));
        let inherits = is_versatility && bearer.commander && gap.is_some_and(|gap| cost + gap <= old_cost);
        let also = if inherits { "; it takes over the commander effect" } else { "" };
        let why =
            format!("{}: {cost} for {old_cost} points, Rapport-adjusted{also}", self.ability_name(used));
        Ok((format!("replaces {old_name} by {newcomer}"), why))
    }

    /// Part c: what characters gained in part b and would have resolved before, in setup order.
    ///
    /// Ruling A28: only abilities that are new to the player or to the character.
    fn catch_up(&mut self, before: &[(usize, Vec<String>)]) {
        for player in self.order.clone() {
            let members: Vec<PieceId> = self.squads.members(player).filter(|id| self.stands(*id)).collect();
            for id in members {
                let known = before.get(id).filter(|(squad, _)| *squad == player).map(|(_, keys)| keys);
                let gained: Vec<String> = self
                    .squads
                    .abilities_of(id)
                    .into_iter()
                    .filter(|key| known.is_none_or(|known| !known.contains(key)))
                    .collect();
                let who = self.squads.character(id).name.clone();
                for key in gained {
                    let ability = self.ability(&key).clone();
                    let late = matches!(ability.does, Does::AfterReveal | Does::DuringSetup);
                    let what = if late {
                        format!("{who} gains {} and resolves it at once", ability.name)
                    } else {
                        format!("{who} gains {}", ability.name)
                    };
                    let why = if late {
                        "it would have been resolved before this point"
                    } else {
                        "conferred in 9b"
                    };
                    self.note("9c", Some(player), what, why);
                }
            }
        }
    }
}
