//! Rule: Battle Completion. (Campaign, "Battle Completion"; "Victory Conditions" of each scenario)

use crate::battle::skirmish::state::{Battle, Origin, Place, Task, TokenPlace, Unit, UnitRef};
use crate::chance::Chance;
use crate::config::mission::{BothMet, Decided, Effect, Ends, MapControl, SquadRole, TokenKind, Win};
use crate::ids::Side;

/// How the battle is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub winner: Option<Side>,
    /// Each side for itself: both won, or both lost.
    pub both: Option<bool>,
    pub map_control: Option<Side>,
}

impl<C: Chance> Battle<'_, C> {
    /// Notes who has met a condition, at the end of each round.
    pub fn note_victories(&mut self) {
        for side in Side::BOTH {
            let mission = self.mission;
            let met = mission.wins(side).iter().any(|win| self.is_met(side, *win));
            let round = self.round;
            let state = &mut self.sides[side.index()];
            if met && !state.met {
                (state.met, state.met_in) = (true, round);
            }
            if self.control.is_none() && self.is_gone(side.foe()) && 0 < self.ships_on_board(side) {
                self.control = Some(side);
            }
        }
    }

    /// A mission whose first condition decides is decided.
    pub fn is_decided(&self) -> bool {
        self.mission.victory.decided == Decided::First && self.sides.iter().any(|side| side.met)
    }

    /// No ship on the board and none to come.
    pub fn is_gone(&self, side: Side) -> bool {
        self.ships_on_board(side) == 0 && !self.has_ships_to_come(side)
    }

    pub fn is_over(&self) -> bool {
        if self.mission.victory.ends == Ends::AtOnce && self.sides.iter().any(|side| side.met) {
            return true;
        }
        match Side::BOTH.map(|side| self.is_gone(side)) {
            [false, false] => false,
            [true, true] => self.is_decided() || !self.tokens_still_move(),
            [attacker_gone, _] => {
                let alone = if attacker_gone { Side::Defender } else { Side::Attacker };
                self.is_decided() || !(self.tokens_still_move() || self.has_work_left(alone))
            }
        }
    }

    /// A token that moves by itself may still decide something.
    fn tokens_still_move(&self) -> bool {
        self.mission.tokens.iter().any(|rule| {
            let moves = rule.moves.as_ref().is_some_and(|moves| !moves.costs_tracking_token);
            moves && self.matters(rule.token) && self.token_on_board(Some(rule.token)).is_some()
        })
    }

    /// Whether a victory condition speaks of the token.
    fn matters(&self, kind: TokenKind) -> bool {
        Side::BOTH.into_iter().flat_map(|side| self.mission.wins(side)).any(|win| match win {
            Win::TokensFled(rule) => rule.token == kind,
            Win::TokenDestroyed(token) => *token == kind,
            Win::PrisonersReturned(_) => kind == TokenKind::PrisonerTransport,
            _ => false,
        })
    }

    /// A side that has the board to itself finishes what it came for: it has time.
    fn has_work_left(&self, side: Side) -> bool {
        if self.sides[side.index()].met {
            return false;
        }
        self.mission.wins(side).iter().any(|win| match *win {
            Win::FledWith(with) => {
                let may_take = |at: UnitRef| {
                    let unit = self.unit(at);
                    unit.is_on_board() && with.role.is_none_or(|role| unit.has_role(role))
                };
                let open = |token: &&crate::battle::skirmish::state::Token| {
                    token.kind == with.token
                        && matches!(token.place, TokenPlace::Board | TokenPlace::Aboard(_))
                };
                let value: u8 = self.tokens.iter().filter(open).map(|token| token.value).sum();
                let count = self.tokens.iter().filter(open).count() as u8;
                self.refs(side).any(may_take) && with.count.max(1) <= count && with.value <= value
            }
            Win::TokensTaken(rule) => {
                let open = self.tokens.iter().filter(|token| token.kind == rule.token);
                let reachable =
                    open.filter(|token| token.was_taken || token.place == TokenPlace::Board).count();
                usize::from(rule.count) <= reachable && self.can_act_on(side, rule.token)
            }
            Win::TokensRemoved(kind) => self.can_act_on(side, kind),
            Win::TokenDestroyed(kind) => self.token_on_board(Some(kind)).is_some(),
            Win::TokensFled(rule) => {
                // A token that must be towed, with two ships to do it.
                self.token_on_board(Some(rule.token)).is_some()
                    && 2 <= self.ships_on_board(side)
                    && self
                        .mission
                        .actions
                        .iter()
                        .any(|action| action.effect == Effect::Track && action.by.includes(side))
            }
            Win::OwnRoleFled(rule) => self.role_on_board(side, rule.role),
            Win::ExchangedAndFled(role) => self.is_exchanged && self.role_on_board(side, role),
            Win::PrisonersReturned(_) => {
                self.units[side.index()].iter().any(|unit| unit.is_on_board() && unit.prisoners != 0)
            }
            Win::MostCargoSecured => {
                self.units[side.index()].iter().any(|unit| unit.is_on_board())
                    && (self.tokens.iter().any(|token| 0 < token.cargo)
                        || self.units[side.index()].iter().any(|unit| 0 < unit.cargo))
            }
            Win::TokensActive(rule) => self.may_place(side, rule.token) || self.arming(rule.token),
            Win::TokensCovered(rule) => self.may_place(side, rule.by),
            Win::TrackingRoll(_) => {
                let open =
                    self.tokens.iter().any(|token| token.done_by == 0 && token.place == TokenPlace::Board);
                self.ships_on_board(side) != 0
                    && (open || 0 < self.total_tracking(side))
                    && !self.has_fled_tracked(side)
            }
            _ => false,
        })
    }

    fn role_on_board(&self, side: Side, role: SquadRole) -> bool {
        self.units[side.index()].iter().any(|unit| unit.has_role(role) && unit.is_on_board())
    }

    fn can_act_on(&self, side: Side, kind: TokenKind) -> bool {
        self.token_on_board(Some(kind)).is_some()
            && self.mission.actions.iter().any(|rule| {
                rule.by.includes(side)
                    && rule.token == Some(kind)
                    && self
                        .refs(side)
                        .any(|at| self.unit(at).is_on_board() && super::tasks::may_do(rule, self.unit(at)))
            })
    }

    fn may_place(&self, side: Side, kind: TokenKind) -> bool {
        self.tokens.iter().any(|token| match token.place {
            TokenPlace::With(ship) => {
                token.kind == kind && ship.side == side && self.unit(ship).is_on_board()
            }
            _ => false,
        })
    }

    fn arming(&self, kind: TokenKind) -> bool {
        self.tokens
            .iter()
            .any(|token| token.kind == kind && token.place == TokenPlace::Board && !token.is_active)
    }

    fn has_fled_tracked(&self, side: Side) -> bool {
        self.units[side.index()]
            .iter()
            .any(|unit| unit.place == Place::Fled && 0 < unit.tracking && unit.is_ship())
    }

    /// Whether a condition holds now. `Otherwise` never does before the end, nor does a roll after the battle.
    fn is_met(&self, side: Side, win: Win) -> bool {
        let foes = &self.units[side.foe().index()];
        let own = &self.units[side.index()];
        let any = |units: &[Unit], role: SquadRole, place: Place| {
            units.iter().any(|unit| unit.has_role(role) && unit.place == place)
        };
        let huge = |capital: bool, destroyed: bool| self.is_huge_gone(side.foe(), capital, destroyed);
        match win {
            Win::Otherwise | Win::TrackingRoll(_) => false,
            Win::LastOnBoard => self.is_gone(side.foe()) && !self.is_gone(side),
            Win::FoesGone => self.is_gone(side.foe()),
            Win::FoesDestroyed => {
                let fought = |unit: &&Unit| unit.is_ship() && unit.place != Place::Reserve;
                self.is_gone(side.foe())
                    && foes
                        .iter()
                        .filter(fought)
                        .all(|unit| matches!(unit.place, Place::Destroyed | Place::Crippled))
            }
            Win::FledWorthMoreThanLost => {
                // Looked at when nobody of the side is left to be lost, or the foes are gone.
                let state = &self.sides[side.index()];
                let safe =
                    state.points_fled + if self.is_gone(side.foe()) { self.points_on_board(side) } else { 0 };
                (self.is_gone(side) || self.is_gone(side.foe())) && state.points_lost < safe
            }
            Win::MostPointsDestroyed => {
                self.sides[side.index()].points_lost < self.sides[side.foe().index()].points_lost
            }
            Win::MostCargoSecured => {
                self.sides[side.foe().index()].cargo_secured < self.sides[side.index()].cargo_secured
            }
            Win::FoeRoleDestroyed(role) => any(foes, role, Place::Destroyed),
            Win::FoeRoleFled(role) => any(foes, role, Place::Fled),
            Win::FoeRoleFledFirst(role) => {
                let was_there = |unit: &Unit, round: u16| match unit.place {
                    Place::Fled => round < unit.fled_in,
                    Place::Destroyed => unit.killed.is_some_and(|killed| round < killed.round),
                    _ => unit.is_on_board(),
                };
                foes.iter().any(|foe| {
                    foe.has_role(role)
                        && foe.place == Place::Fled
                        && own.iter().any(|unit| unit.has_role(role) && was_there(unit, foe.fled_in))
                })
            }
            Win::OwnRoleFled(rule) => {
                let in_time = |unit: &&Unit| u16::from(rule.from_round) <= unit.fled_in;
                own.iter().filter(in_time).any(|unit| unit.has_role(rule.role) && unit.place == Place::Fled)
            }
            Win::TokenDestroyed(kind) => self.count_tokens(kind, |place| place == TokenPlace::Destroyed) != 0,
            Win::TokensFled(rule) => {
                usize::from(rule.count) <= self.count_tokens(rule.token, |place| place == TokenPlace::Fled)
            }
            Win::TokensTaken(rule) => {
                let taken = self.tokens.iter().filter(|token| token.kind == rule.token && token.was_taken);
                usize::from(rule.count) <= taken.count()
            }
            Win::TokensRemoved(kind) => {
                let left =
                    |place| matches!(place, TokenPlace::Board | TokenPlace::Aboard(_) | TokenPlace::With(_));
                self.count_tokens(kind, left) == 0
            }
            Win::FledWith(with) => self.refs(side).any(|at| {
                self.unit(at).place == Place::Fled && self.unit(at).is_ship() && self.is_laden(at, &with)
            }),
            Win::TokensActive(rule) => {
                let active = self.tokens.iter().filter(|token| {
                    token.kind == rule.token && token.is_active && token.place == TokenPlace::Board
                });
                usize::from(rule.count) <= active.count()
            }
            Win::TokensCovered(rule) => {
                let bases = self.count_tokens(rule.bases, |_| true);
                let on_board = |place| place == TokenPlace::Board;
                0 < bases && bases <= self.count_tokens(rule.by, on_board)
            }
            Win::NotTakenBy(rule) => {
                let taken = self.tokens.iter().any(|token| token.kind == rule.token && token.was_taken);
                u16::from(rule.round) <= self.round && !taken && !self.sides[side.foe().index()].met
            }
            Win::PrisonersReturned(n) => {
                let home =
                    self.prisoners.iter().filter(|prisoner| prisoner.of == side && prisoner.is_returned);
                usize::from(n) <= home.count()
            }
            Win::ExchangedAndFled(role) => self.is_exchanged && any(own, role, Place::Fled),
            Win::FoeSupportShipDestroyed => huge(false, true),
            Win::FoeSupportShipFled => huge(false, false),
            Win::FoeCapitalShipDestroyed => huge(true, true),
            Win::FoeCapitalShipFled => huge(true, false),
        }
    }

    fn count_tokens(&self, kind: TokenKind, place: impl Fn(TokenPlace) -> bool) -> usize {
        self.tokens.iter().filter(|token| token.kind == kind && place(token.place)).count()
    }

    fn is_huge_gone(&self, side: Side, capital: bool, destroyed: bool) -> bool {
        let place = if destroyed { Place::Destroyed } else { Place::Fled };
        self.units[side.index()].iter().any(|unit| match unit.origin {
            Origin::Huge { ship, .. } => {
                self.huge[side.index()][usize::from(ship)].is_capital == capital && unit.place == place
            }
            _ => false,
        })
    }

    /// The judgment after the last round. `capped`: the battle was called off.
    pub fn judge(&mut self, capped: bool) -> Verdict {
        self.bring_the_rest_home(capped);
        let mission = self.mission;
        if mission.victory.decided == Decided::AtEnd {
            for side in Side::BOTH {
                self.sides[side.index()].met = mission.wins(side).iter().any(|win| self.is_met(side, *win));
            }
        }
        for side in Side::BOTH {
            let rolled = mission.wins(side).iter().any(|win| match win {
                Win::TrackingRoll(roll) => {
                    let die = self.luck.dice.number(u32::from(roll.sides)) as u8;
                    self.has_fled_tracked(side) && roll.reach <= die + self.total_tracking(side)
                }
                _ => false,
            });
            self.sides[side.index()].met |= rolled;
        }
        let met = [self.sides[0].met, self.sides[1].met];
        let mut both = None;
        let winner = match met {
            [true, false] => Some(Side::Attacker),
            [false, true] => Some(Side::Defender),
            [true, true] => match mission.victory.decided {
                Decided::First if self.sides[0].met_in != self.sides[1].met_in => {
                    Some(if self.sides[0].met_in < self.sides[1].met_in {
                        Side::Attacker
                    } else {
                        Side::Defender
                    })
                }
                _ => match mission.victory.both {
                    BothMet::Draw | BothMet::EachForItself => None,
                    BothMet::Attacker => Some(Side::Attacker),
                    BothMet::Defender => Some(Side::Defender),
                },
            },
            [false, false] => {
                Side::BOTH.into_iter().find(|side| mission.wins(*side).contains(&Win::Otherwise))
            }
        };
        if mission.victory.both == BothMet::EachForItself && met[0] == met[1] {
            both = Some(met[0]);
        }
        let map_control = match mission.victory.map_control {
            _ if capped => None,
            MapControl::LastOnBoard => self.control,
            MapControl::Winner => winner,
            MapControl::Nobody => None,
        };
        Verdict { winner, both, map_control }
    }

    /// Prisoners aboard ships that hold the board, or leave when a battle is called off, come home too.
    fn bring_the_rest_home(&mut self, capped: bool) {
        for side in Side::BOTH {
            if !capped && self.control != Some(side) {
                continue;
            }
            for at in self.refs(side) {
                if self.unit(at).is_on_board() {
                    let aboard = std::mem::take(&mut self.unit_mut(at).prisoners);
                    for (number, prisoner) in self.prisoners.iter_mut().enumerate() {
                        prisoner.is_returned |= aboard >> number & 1 == 1;
                    }
                }
            }
        }
    }

    /// Units of `side` that the other side is after, or that block its way home.
    pub fn find_wanted(&mut self) {
        if self.is_decided() {
            self.wanted = [0; 2];
            return;
        }
        for side in Side::BOTH {
            let hunter = side.foe();
            let mission = self.mission;
            let mut wanted = 0;
            for at in self.refs(side) {
                let unit = self.unit(at);
                let kind = match unit.origin {
                    Origin::Token(number) => Some(self.tokens[usize::from(number)].kind),
                    _ => None,
                };
                let is_wanted = mission.wins(hunter).iter().any(|win| match win {
                    Win::FoeRoleDestroyed(role) => unit.has_role(*role),
                    Win::TokenDestroyed(token) => kind == Some(*token),
                    Win::FoeSupportShipDestroyed => self.is_huge_of(side, unit, false),
                    Win::FoeCapitalShipDestroyed => self.is_huge_of(side, unit, true),
                    _ => false,
                }) || mission.wins(side).iter().any(|win| match win {
                    Win::TokensActive(rule) => kind == Some(rule.token),
                    Win::FledWith(rule) => rule.role.is_some_and(|role| unit.has_role(role)),
                    Win::OwnRoleFled(rule) => unit.has_role(rule.role),
                    _ => false,
                }) || (kind.is_some() && self.holds_back(hunter, kind));
                wanted |= u128::from(is_wanted) << at.index;
            }
            self.wanted[side.index()] = wanted;
        }
    }

    fn is_huge_of(&self, side: Side, unit: &Unit, capital: bool) -> bool {
        match unit.origin {
            Origin::Huge { ship, .. } => self.huge[side.index()][usize::from(ship)].is_capital == capital,
            _ => false,
        }
    }

    /// Tokens of a network that keeps an outgunned side from leaving.
    fn holds_back(&self, hunter: Side, kind: Option<TokenKind>) -> bool {
        use crate::config::mission::Special;
        let network = self.mission.special.iter().any(|special| match special {
            Special::NoFleeing(rule) => kind == Some(rule.token) && rule.switched_by != Some(hunter),
            _ => false,
        });
        network && self.network_is_on && self.is_outgunned(hunter)
    }

    pub fn is_wanted(&self, at: UnitRef) -> bool {
        self.wanted[at.side.index()] >> at.index & 1 == 1
    }

    /// Weight of a target that carries something off.
    pub fn carries(&self, at: UnitRef) -> f64 {
        let unit = self.unit(at);
        let laden = 0 < unit.cargo || unit.prisoners != 0 || 0 < unit.carrying;
        if laden || unit.task == Task::Docked { 1.5 } else { 1.0 }
    }
}
