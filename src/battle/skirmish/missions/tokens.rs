//! Tokens that move by themselves, and what happens when a ship leaves with or without them.

use crate::battle::skirmish::state::{Battle, Place, TokenPlace, UnitRef};
use crate::chance::Chance;
use crate::config::mission::{CountsAs, Moment, MoveShape, Special, TokenMoves};

/// A straight template is this long for each point of speed.
const MM_PER_SPEED: i32 = 40;

impl<C: Chance> Battle<'_, C> {
    /// Turns up tokens whose round has come.
    pub fn reveal_tokens(&mut self) {
        let mission = self.mission;
        for rule in &mission.tokens {
            if rule.revealed_in_round.is_some_and(|round| u16::from(round) <= self.round) {
                for token in self.tokens.iter_mut().filter(|token| token.kind == rule.token) {
                    token.is_revealed = true;
                }
            }
        }
    }

    /// Tokens that move at this moment.
    pub fn move_tokens(&mut self, moment: Moment) {
        let mission = self.mission;
        for rule in &mission.tokens {
            let Some(moves) = rule.moves.as_ref().filter(|moves| moves.when == moment) else { continue };
            for token in 0..self.tokens.len() {
                if self.tokens[token].kind == rule.token && self.tokens[token].place == TokenPlace::Board {
                    self.move_token(token, moves);
                }
            }
        }
    }

    fn move_token(&mut self, at: usize, moves: &TokenMoves) {
        let mut token = self.tokens[at];
        if moves.costs_tracking_token {
            if token.tracking == 0 {
                return;
            }
            token.tracking -= 1;
        }
        let straight = moves.maneuvers.iter().filter(|maneuver| maneuver.shape == MoveShape::Straight);
        let mut speed = straight.map(|maneuver| maneuver.speed).max().unwrap_or(1);
        if let Some(faster) = moves.faster {
            let guards = self.set_of(moves.by, |unit| unit.is_on_board() && unit.has_role(faster.role));
            let near =
                (0..guards.count_ones()).filter(|_| self.objective.guard_near.happens(&mut self.luck.board));
            speed += (near.count() as u8).min(faster.max_ships);
        }
        if let Some(slowed) = moves.slowed {
            if 0 < token.tracking {
                token.tracking -= 1;
                speed = slowed.speed;
            } else if self.objective.token_hits_obstacle.happens(&mut self.luck.board) {
                token.tracking += 1;
            }
        }
        let path = self.parameters.token_path(token.kind);
        token.way_left_mm -= i32::from(speed) * MM_PER_SPEED + i32::from(path.base_mm);
        if token.way_left_mm <= 0 && moves.flees_over.is_some() {
            let flies_as_ship =
                self.mission.token(token.kind).map(|rule| rule.counts_as) == Some(CountsAs::Ship);
            match token.unit {
                // Over the edge, but it can still be shot at in this round.
                Some(unit) if flies_as_ship => self.unit_mut(unit).place = Place::AtEdge,
                Some(unit) => (self.unit_mut(unit).place, token.place) = (Place::Fled, TokenPlace::Fled),
                None => token.place = TokenPlace::Fled,
            }
        }
        self.tokens[at] = token;
    }

    /// End of the round: tokens that count as ships and lie over the edge are away.
    pub fn tokens_leave(&mut self) {
        for at in 0..self.tokens.len() {
            let Some(unit) = self.tokens[at].unit else { continue };
            if self.unit(unit).place == Place::AtEdge {
                self.unit_mut(unit).place = Place::Fled;
                self.tokens[at].place = TokenPlace::Fled;
            }
        }
    }

    /// A ship has left the board: cargo is secured, people are home, tokens stay with it or are dumped.
    pub fn leave_board(&mut self, at: UnitRef) {
        let unit = *self.unit(at);
        let returns = self.mission.special.iter().any(|special| match special {
            Special::SecureAndReturn(rule) => rule.who.includes(at.side),
            _ => false,
        });
        let is_retreating = self.sides[at.side.index()].is_retreating;
        let round = self.round;
        let side = &mut self.sides[at.side.index()];
        if returns && 0 < unit.cargo {
            side.cargo_secured += unit.cargo;
        }
        let comes_back = returns && 0 < unit.cargo && !is_retreating;
        if !comes_back {
            side.points_fled += unit.points;
            side.fled_now += 1;
        }
        for (number, prisoner) in self.prisoners.iter_mut().enumerate() {
            if unit.prisoners >> number & 1 == 1 {
                (prisoner.is_aboard, prisoner.is_returned) = (false, true);
            }
        }
        self.dump_on_flight(at);
        let unit = self.unit_mut(at);
        (unit.cargo, unit.prisoners) = (0, 0);
        if comes_back {
            (unit.place, unit.entered) = (Place::Board, round + 1);
            (unit.stress, unit.ion, unit.lock) = (0, 0, None);
        } else {
            (unit.place, unit.fled_in) = (Place::Fled, round);
        }
    }

    /// Tokens that a fleeing ship was dealt go to the foe's ship of a role, or are lost.
    fn dump_on_flight(&mut self, at: UnitRef) {
        let mission = self.mission;
        for special in &mission.special {
            let Special::DumpOnFlight(rule) = special else { continue };
            let to = self
                .refs(at.side.foe())
                .find(|to| self.unit(*to).has_role(rule.to_role) && self.unit(*to).is_on_board());
            for token in self.tokens.iter_mut() {
                if token.kind == rule.token && token.place == TokenPlace::With(at) {
                    token.was_taken = to.is_some();
                    token.place = to.map_or(TokenPlace::Removed, TokenPlace::Aboard);
                }
            }
        }
    }
}
