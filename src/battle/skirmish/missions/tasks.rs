//! Which ship goes for what: decided anew each round, by fixed rules.
//!
//! First: a side that has broken off runs. Second: who carries what wins runs home. Third: ships of a role do what the
//! role is for; of the others the cheapest go for tokens, as many as the share says. Fourth: all others fight.

use crate::battle::skirmish::state::{Battle, Origin, Place, Task, TokenPlace, Unit, UnitRef};
use crate::chance::Chance;
use crate::config::mission::{
    ActedOn, ActionRule, Docking, Effect, FledWith, Moment, Reach, Special, TokenKind, Win,
};
use crate::ids::Side;

impl<C: Chance> Battle<'_, C> {
    pub fn assign_tasks(&mut self, side: Side) {
        for at in self.refs(side) {
            let unit = *self.unit(at);
            if unit.is_on_board() && unit.is_ship() && !unit.is_huge() && unit.task != Task::Docked {
                let runs = self.runs(at, &unit);
                let unit = self.unit_mut(at);
                unit.task = if runs { Task::Run } else { Task::Fight };
                (unit.in_place, unit.objective_done) = (false, false);
            }
        }
        for rule in 0..self.mission.actions.len() {
            self.assign_rule(side, rule);
        }
    }

    /// Sends ships after one action of the mission.
    fn assign_rule(&mut self, side: Side, number: usize) {
        let mission = self.mission;
        let rule = &mission.actions[number];
        if !rule.by.includes(side) || !is_flown_for(rule) || !self.is_useful(side, rule) {
            return;
        }
        let mut able = self.set_of(side, |unit| {
            unit.place == Place::Board && unit.task == Task::Fight && may_do(rule, unit)
        });
        if rule.on == ActedOn::Itself {
            // Only who carries something has something to do.
            for at in self.refs(side) {
                if self.target_token(side, Some(at), rule).is_none() {
                    able &= !(1 << at.index);
                }
            }
        }
        let n_able = able.count_ones();
        let wanted = match rule.role.is_some() || rule.size.is_some() {
            true => n_able,
            false => (n_able * u32::from(self.objective.share.0)).div_ceil(1000).max(1),
        };
        for _ in 0..wanted {
            // The cheapest first; the first of the list among equals.
            let next = self
                .refs(side)
                .filter(|at| able >> at.index & 1 == 1 && self.unit(*at).task == Task::Fight)
                .min_by_key(|at| (self.unit(*at).points, at.index));
            let Some(at) = next else { return };
            let in_place = self.objective.from_round <= self.round && self.draw_reach(rule);
            let unit = self.unit_mut(at);
            unit.task = Task::Objective(number as u8);
            unit.in_place = in_place;
        }
    }

    fn draw_reach(&mut self, rule: &ActionRule) -> bool {
        let band = usize::from(rule.range.unwrap_or(1).clamp(1, 3)) - 1;
        let odds = match rule.reach {
            Reach::Range => self.objective.range[band],
            Reach::RangeInArc => self.objective.range_in_arc[band],
            Reach::Overlapping => self.objective.overlapping,
            Reach::OverlappingOrTouching => self.objective.overlapping_or_touching,
            Reach::BetweenTwoShips => self.objective.between_two_ships,
            Reach::Touching => self.objective.touching,
            // A docked ship is there; and anywhere is everywhere, but a token is not dropped at any place.
            Reach::Docked => return true,
            Reach::Anywhere => self.objective.overlapping,
        };
        odds.happens(&mut self.luck.board)
    }

    /// Whether the action could still change anything.
    fn is_useful(&self, side: Side, rule: &ActionRule) -> bool {
        if rule.on == ActedOn::FoeShip && rule.token.is_none() {
            // Docking with the other side's transport.
            return !self.is_exchanged && self.partner(side, rule).is_some();
        }
        match rule.effect {
            Effect::DockShips => {
                self.token_on_board(rule.token).is_some()
                    && self.prisoners.iter().any(|prisoner| !prisoner.is_gone())
            }
            Effect::Track => {
                2 <= self.ships_on_board(side)
                    && self
                        .token_on_board(rule.token)
                        .is_some_and(|token| self.tokens[token].tracking < rule.amount)
            }
            Effect::Board => {
                self.refs(side).any(|at| may_do(rule, self.unit(at)) && 0 < self.unit(at).tracking)
                    && self.target_token(side, None, rule).is_some()
            }
            _ => self.target_token(side, None, rule).is_some(),
        }
    }

    /// The other side's ship that can be docked with.
    pub fn partner(&self, side: Side, rule: &ActionRule) -> Option<UnitRef> {
        self.refs(side.foe()).find(|at| {
            let unit = self.unit(*at);
            unit.place == Place::Board && rule.role.is_none_or(|role| unit.has_role(role)) && unit.is_ship()
        })
    }

    pub fn token_on_board(&self, kind: Option<TokenKind>) -> Option<usize> {
        self.tokens.iter().position(|token| Some(token.kind) == kind && token.place == TokenPlace::Board)
    }

    /// The token that the action would be done to; `by` is the ship, where it matters.
    pub fn target_token(&self, side: Side, by: Option<UnitRef>, rule: &ActionRule) -> Option<usize> {
        let suits = |at: usize| {
            let token = &self.tokens[at];
            let there = match (rule.on, token.place) {
                (ActedOn::Token, TokenPlace::Board) => true,
                (ActedOn::FoeShip, TokenPlace::With(ship)) => {
                    ship.side != side && self.unit(ship).is_on_board()
                }
                (ActedOn::Itself, TokenPlace::With(ship)) => {
                    by.is_none_or(|by| by == ship) && ship.side == side
                }
                _ => false,
            };
            let is_open = match rule.effect {
                Effect::RevealToken | Effect::Activate => !token.is_revealed,
                Effect::TakeCargo => 0 < token.cargo,
                Effect::RevealAndTake => true,
                Effect::GiveEvade => token.unit.is_some_and(|unit| self.unit(unit).is_on_board()),
                Effect::TakeToken if rule.face.is_some() => token.is_revealed && token.face == rule.face,
                _ => true,
            };
            let again = !rule.once_per_target || token.done_by == 0;
            Some(token.kind) == rule.token && there && is_open && again
        };
        // Tokens that are known to be worth most come first.
        let known =
            |at: &usize| (self.tokens[*at].is_revealed, self.tokens[*at].value, std::cmp::Reverse(*at));
        (0..self.tokens.len()).filter(|at| suits(*at)).max_by_key(known)
    }

    pub fn docking(&self) -> Option<&Docking> {
        self.mission.special.iter().find_map(|special| match special {
            Special::Docking(docking) => Some(docking),
            _ => None,
        })
    }

    /// Whether the ship runs for the edge in this round.
    fn runs(&self, at: UnitRef, unit: &Unit) -> bool {
        if !self.may_flee(at) {
            return false;
        }
        if self.sides[at.side.index()].is_retreating || self.goes_home(at, unit) {
            return true;
        }
        let share = self.engagement.squads[at.side.index()].retreat.hull_share;
        let hull_left = f64::from(unit.toughness.hull.saturating_sub(unit.toughness.damage));
        let is_broken = hull_left < share * f64::from(unit.toughness.hull);
        is_broken && !self.is_wanted(at)
    }

    /// A ship that wins or earns something by leaving.
    fn goes_home(&self, at: UnitRef, unit: &Unit) -> bool {
        if 0 < unit.cargo {
            let is_full = self.objective.cargo_load <= unit.cargo;
            let is_all = self.tokens.iter().all(|token| token.cargo == 0);
            return is_full || is_all;
        }
        if unit.prisoners != 0 {
            return true;
        }
        self.mission.wins(at.side).iter().any(|win| match win {
            Win::FledWith(with) => self.is_laden(at, with),
            Win::OwnRoleFled(rule) => unit.has_role(rule.role) && u16::from(rule.from_round) <= self.round,
            Win::ExchangedAndFled(_) => self.is_exchanged || self.is_exchange_off(),
            Win::TrackingRoll(roll) => {
                let total = self.total_tracking(at.side);
                let is_done = self.tokens.iter().all(|token| token.done_by != 0);
                0 < unit.tracking && (roll.reach <= total + 1 || is_done)
            }
            // The foe's commander is lost: the own one cannot be lost any more once he is away.
            Win::FoeRoleDestroyed(role) => {
                let mut theirs =
                    self.units[at.side.foe().index()].iter().filter(|foe| foe.has_role(*role)).peekable();
                unit.has_role(*role)
                    && theirs.peek().is_some()
                    && theirs.all(|foe| foe.place == Place::Destroyed)
            }
            // Where the foe must destroy more: something is destroyed, no more is lost, and the foe is stronger.
            Win::Otherwise => {
                let lost = |side: Side| self.sides[side.index()].points_lost;
                self.mission.wins(at.side.foe()).contains(&Win::MostPointsDestroyed)
                    && 0 < lost(at.side.foe())
                    && lost(at.side) <= lost(at.side.foe())
                    && self.is_outgunned(at.side)
            }
            Win::FledWorthMoreThanLost => {
                let state = &self.sides[at.side.index()];
                let left: u16 = self.points_on_board(at.side);
                state.points_lost < state.points_fled + left && self.is_outgunned(at.side)
            }
            _ => false,
        })
    }

    /// The ship carries what it takes.
    pub fn is_laden(&self, at: UnitRef, with: &FledWith) -> bool {
        let aboard = |kind: TokenKind| {
            self.tokens
                .iter()
                .filter(move |token| token.kind == kind && token.place == TokenPlace::Aboard(at))
        };
        let count = aboard(with.token).count() as u8;
        let value: u8 = aboard(with.token).map(|token| token.value).sum();
        // What was lost with the ship that had taken it was taken all the same; who left before the last was taken has
        // left too early.
        let unit = self.unit(at);
        let by = if unit.place == Place::Fled { unit.fled_in } else { self.round };
        let all_taken = || {
            let mut tokens = self.tokens.iter().filter(|token| token.kind == with.token);
            tokens.all(|token| {
                !matches!(token.place, TokenPlace::Board | TokenPlace::With(_)) && token.taken_in <= by
            })
        };
        0 < count
            && with.count <= count
            && with.value <= value
            && (!with.after_all_taken || all_taken())
            && with.role.is_none_or(|role| self.unit(at).has_role(role))
    }

    /// No exchange can happen any more: a transport is gone.
    pub fn is_exchange_off(&self) -> bool {
        let docks = |rule: &&ActionRule| rule.effect == Effect::ExchangePrisoners;
        self.mission.actions.iter().find(docks).is_some_and(|rule| {
            Side::BOTH
                .into_iter()
                .any(|side| self.partner(side, rule).is_none() && self.docked(side.foe()).is_none())
        })
    }

    /// A docked ship of the side.
    pub fn docked(&self, side: Side) -> Option<UnitRef> {
        self.refs(side).find(|at| self.unit(*at).is_on_board() && self.unit(*at).task == Task::Docked)
    }

    pub fn total_tracking(&self, side: Side) -> u8 {
        let lives = |unit: &&Unit| unit.is_on_board() || unit.place == Place::Fled;
        self.units[side.index()].iter().filter(lives).map(|unit| unit.tracking).sum()
    }

    pub fn points_on_board(&self, side: Side) -> u16 {
        self.units[side.index()].iter().filter(|unit| unit.is_on_board()).map(|unit| unit.points).sum()
    }

    /// Whether anything keeps the ship from fleeing: a role's handicap, or a network.
    pub fn may_flee(&self, at: UnitRef) -> bool {
        let unit = self.unit(at);
        let is_held = self.mission.roles(at.side).any(|rule| {
            unit.has_role(rule.role)
                && rule.handicap.is_some_and(|handicap| {
                    !handicap.may_flee && self.round < u16::from(handicap.until_round)
                })
        });
        !is_held && !self.network_holds()
    }

    /// A network of tokens that forbids fleeing is on and at least one of its tokens is left.
    pub fn network_holds(&self) -> bool {
        self.network_is_on
            && self.mission.special.iter().any(|special| match special {
                Special::NoFleeing(rule) => self.token_on_board(Some(rule.token)).is_some(),
                _ => false,
            })
    }
}

/// Actions that a ship must fly somewhere for; the others happen at their moment.
fn is_flown_for(rule: &ActionRule) -> bool {
    !matches!(
        rule.effect,
        Effect::Explode | Effect::JumpToToken | Effect::ExtractPrisoners | Effect::ExchangePrisoners
    )
}

/// Whether the unit is one that the action is for.
pub fn may_do(rule: &ActionRule, unit: &Unit) -> bool {
    let is_flying = unit.is_ship() && !matches!(unit.origin, Origin::Huge { .. });
    let has_operative = rule.effect != Effect::Board || 0 < unit.tracking;
    is_flying
        && has_operative
        && rule.role.is_none_or(|role| unit.has_role(role))
        && rule.size.is_none_or(|size| unit.size == size)
}

/// Moments at which an action happens by itself, without an action or an attack given up for it.
pub fn is_at(rule: &ActionRule, moment: Moment) -> bool {
    rule.when.contains(&moment)
}
