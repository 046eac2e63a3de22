//! Rule: In the squad. (Squadbuilding and "In the Squad" Rules Guide, "General questions")
//!
//! Who is in which squad through defeat, replacement and change of sides, who is an ally, and which cost counts
//! for what.

use super::abilities::{Abilities, BearerMustBe, Reads};
use super::characters::{Benefit, Character, Characters};
use super::squad::{Brief, Violation, build_cost, check_addition};
use super::switches::{AddedScore, Switches};

/// Index of a piece.
pub type PieceId = usize;

/// What became of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    OnBoard,
    /// Carried, mounted or otherwise off the grid for now.
    OffGrid,
    Defeated,
    /// No longer in any squad.
    Replaced,
}

/// How a character came into its squad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Built,
    Reinforcements,
    /// Reserves, Local Reserves, Queen Allana Solo and other late additions.
    Reserves,
    Bribery,
    Replacement,
    /// Added where another was defeated, as by Rakghoul Disease.
    DefeatAndAdd,
}

/// What a cost is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostFor {
    /// Squadbuilding, deferred squadbuilding included.
    Squadbuilding,
    /// Points for defeating it.
    Scoring,
    /// Whether it may score gambit.
    Gambit,
    /// Any other comparison during the skirmish.
    Comparison,
}

/// One character on its way through a skirmish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Row of the list of characters.
    pub character: usize,
    /// The squad that contains it now.
    pub squad: usize,
    pub status: Status,
    pub origin: Origin,
    /// Rapport-adjusted cost when it was added.
    pub cost_when_added: u16,
    /// Abilities gained on the way, by key.
    pub gained: Vec<String>,
}

/// Every squad of a skirmish.
#[derive(Debug, Clone)]
pub struct Membership<'d> {
    characters: &'d Characters,
    abilities: &'d Abilities,
    switches: Switches,
    briefs: Vec<Brief>,
    /// Squads with the same number are team-mates.
    teams: Vec<usize>,
    pieces: Vec<Piece>,
}

impl<'d> Membership<'d> {
    /// Empty squads, each a team of its own.
    pub fn new(
        characters: &'d Characters,
        abilities: &'d Abilities,
        switches: Switches,
        briefs: Vec<Brief>,
    ) -> Membership<'d> {
        let teams = (0..briefs.len()).collect();
        Membership { characters, abilities, switches, briefs, teams, pieces: Vec::new() }
    }

    pub fn set_teams(&mut self, teams: Vec<usize>) {
        debug_assert_eq!(teams.len(), self.briefs.len(), "one team for each squad");
        self.teams = teams;
    }

    /// Builds a squad: all members are there before anybody's Rapport is looked at.
    pub fn build(&mut self, squad: usize, members: &[usize]) -> Vec<PieceId> {
        let first = self.pieces.len();
        for character in members {
            self.pieces.push(Piece {
                character: *character,
                squad,
                status: Status::OnBoard,
                origin: Origin::Built,
                cost_when_added: 0,
                gained: Vec::new(),
            });
        }
        for id in first..self.pieces.len() {
            self.pieces[id].cost_when_added = self.rapport_cost(id);
        }
        (first..self.pieces.len()).collect()
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id]
    }

    pub fn character(&self, id: PieceId) -> &'d Character {
        self.characters.get(self.pieces[id].character)
    }

    // What happens to characters.

    /// A defeated character stays in the squad.
    pub fn defeat(&mut self, id: PieceId) {
        self.pieces[id].status = Status::Defeated;
    }

    pub fn leave_grid(&mut self, id: PieceId) {
        self.pieces[id].status = Status::OffGrid;
    }

    pub fn return_to_grid(&mut self, id: PieceId) {
        self.pieces[id].status = Status::OnBoard;
    }

    /// The old squad no longer contains the character, the new one does (Betrayal, Bribery).
    pub fn change_sides(&mut self, id: PieceId, squad: usize) {
        self.pieces[id].squad = squad;
    }

    /// The old character leaves the squad, the new one is in it (Versatility, Pellaeon).
    pub fn replace(&mut self, old: PieceId, newcomer: usize) -> Result<PieceId, Vec<Violation>> {
        let squad = self.pieces[old].squad;
        let before = self.pieces[old].status;
        self.pieces[old].status = Status::Replaced;
        let added = self.add(squad, newcomer, Origin::Replacement);
        if added.is_err() {
            self.pieces[old].status = before;
        }
        added
    }

    /// Deferred squadbuilding: legal under Unique, Rival and faction against everybody in the squad, defeated
    /// members included.
    pub fn add(&mut self, squad: usize, newcomer: usize, origin: Origin) -> Result<PieceId, Vec<Violation>> {
        let violations = self.may_add(squad, newcomer);
        if !violations.is_empty() {
            return Err(violations);
        }
        Ok(self.put(squad, newcomer, origin))
    }

    pub fn may_add(&self, squad: usize, newcomer: usize) -> Vec<Violation> {
        let members: Vec<&Character> = self.members(squad).map(|id| self.character(id)).collect();
        check_addition(self.characters.get(newcomer), &members, &self.briefs[squad])
    }

    /// The victim is defeated and stays in its own squad; a new character joins the other one, without any
    /// squadbuilding (Rakghoul Disease).
    pub fn defeat_and_add(&mut self, victim: PieceId, squad: usize, newcomer: usize) -> PieceId {
        self.defeat(victim);
        self.put(squad, newcomer, Origin::DefeatAndAdd)
    }

    fn put(&mut self, squad: usize, newcomer: usize, origin: Origin) -> PieceId {
        let id = self.pieces.len();
        let status = Status::OnBoard;
        self.pieces.push(Piece {
            character: newcomer,
            squad,
            status,
            origin,
            cost_when_added: 0,
            gained: Vec::new(),
        });
        self.pieces[id].cost_when_added = self.rapport_cost(id);
        id
    }

    /// An ability handed over for good (Versatility).
    pub fn gain(&mut self, id: PieceId, ability: &str) {
        self.pieces[id].gained.push(ability.to_string());
    }

    // Questions.

    /// The character is in the squad, which is the same as: the squad contains it. Defeat does not change that.
    pub fn is_in_squad(&self, id: PieceId, squad: usize) -> bool {
        self.pieces[id].squad == squad && self.pieces[id].status != Status::Replaced
    }

    pub fn members(&self, squad: usize) -> impl Iterator<Item = PieceId> {
        (0..self.pieces.len()).filter(move |id| self.is_in_squad(*id, squad))
    }

    /// On the board, for questions about allies (ruling A31).
    fn is_on_board(&self, id: PieceId) -> bool {
        match self.pieces[id].status {
            Status::OnBoard => true,
            Status::OffGrid => self.switches.offgrid_is_ally,
            Status::Defeated | Status::Replaced => false,
        }
    }

    /// `other` is an ally of `id`: another character of the own or a team-mate's squad, on the board.
    pub fn is_ally(&self, id: PieceId, other: PieceId) -> bool {
        let team = |id: PieceId| self.teams[self.pieces[id].squad];
        id != other && team(id) == team(other) && self.is_on_board(other)
    }

    fn rapport_cost(&self, id: PieceId) -> u16 {
        let others: Vec<&Character> = self
            .members(self.pieces[id].squad)
            .filter(|other| *other != id)
            .map(|other| self.character(other))
            .collect();
        build_cost(self.character(id), &others)
    }

    /// Which cost counts.
    pub fn cost(&self, id: PieceId, cost_for: CostFor) -> u16 {
        let piece = &self.pieces[id];
        // Ruling A30: the adjusted cost is frozen when the character is added.
        let adjusted =
            || if self.switches.rapport_freeze { piece.cost_when_added } else { self.rapport_cost(id) };
        match cost_for {
            CostFor::Comparison => self.character(id).cost.unwrap_or(0),
            CostFor::Squadbuilding => adjusted(),
            // The cost of adding it; ruling A29 for what was added later.
            CostFor::Scoring | CostFor::Gambit => match (piece.origin, self.switches.added_score) {
                (Origin::Reinforcements, _) => 0,
                (Origin::Reserves | Origin::DefeatAndAdd, AddedScore::Zero) => 0,
                _ => adjusted(),
            },
        }
    }

    /// Whether the character may score gambit, by its cost (ruling A32).
    pub fn is_worth_gambit(&self, id: PieceId) -> bool {
        self.is_on_board(id) && self.switches.gambit_min_cost <= self.cost(id, CostFor::Gambit)
    }

    /// Whether a continuous benefit of a character works now.
    pub fn is_active(&self, bearer: PieceId, benefit: &Benefit) -> bool {
        let Some(ability) = self.abilities.find(&benefit.ability) else { return false };
        let there = match (ability.bearer, self.pieces[bearer].status) {
            (BearerMustBe::Lasts, _) => true,
            (BearerMustBe::InSquad, status) => status != Status::Replaced,
            (BearerMustBe::OnBoard, status) => matches!(status, Status::OnBoard | Status::OffGrid),
        };
        let squad = self.pieces[bearer].squad;
        let looked_at: Vec<&Character> = match ability.reads {
            Reads::Squad | Reads::Nothing => {
                self.members(squad).filter(|id| *id != bearer).map(|id| self.character(id)).collect()
            }
            Reads::Allies => {
                let allies = (0..self.pieces.len()).filter(|id| self.is_ally(bearer, *id));
                allies.map(|id| self.character(id)).collect()
            }
        };
        there && benefit.when.holds(self.character(bearer), &looked_at)
    }

    /// The first benefit of a character with this ability, if it has one.
    pub fn benefit(&self, bearer: PieceId, ability: &str) -> Option<&'d Benefit> {
        self.character(bearer).benefits.iter().find(|benefit| benefit.ability == ability)
    }

    /// Whether the named benefit of a character works now; a character without it has none that works.
    pub fn is_benefit_active(&self, bearer: PieceId, ability: &str) -> bool {
        self.benefit(bearer, ability).is_some_and(|benefit| self.is_active(bearer, benefit))
    }

    /// Who has a working benefit now: the bearer, or the members on the board that it names, later joiners too.
    pub fn beneficiaries(&self, bearer: PieceId, benefit: &Benefit) -> Vec<PieceId> {
        if !self.is_active(bearer, benefit) {
            return Vec::new();
        }
        match &benefit.grants_to {
            None => vec![bearer],
            Some(who) => self
                .members(self.pieces[bearer].squad)
                .filter(|id| *id != bearer && self.is_on_board(*id) && who.matches(self.character(*id)))
                .collect(),
        }
    }

    /// Keys of all abilities a character has now: its own, gained ones, and those that working benefits grant.
    pub fn abilities_of(&self, id: PieceId) -> Vec<String> {
        let mut keys: Vec<String> = self.character(id).ability_keys().map(str::to_string).collect();
        keys.extend(self.pieces[id].gained.iter().cloned());
        for bearer in self.members(self.pieces[id].squad) {
            for benefit in &self.character(bearer).benefits {
                if let Some(granted) = &benefit.grants
                    && self.beneficiaries(bearer, benefit).contains(&id)
                    && !keys.contains(granted)
                {
                    keys.push(granted.clone());
                }
            }
        }
        keys
    }
}
