//! Rule: Battle Reinforcements. (Campaign, "Battle Reinforcements"; waves of the single scenarios)

use crate::battle::skirmish::state::TokenPlace;
use crate::battle::skirmish::state::{Battle, Origin, Place, UnitRef};
use crate::chance::Chance;
use crate::config::mission::{Forces, LossCounted, Moment, TokenKind, Wave};
use crate::ids::Side;

impl<C: Chance> Battle<'_, C> {
    /// Waves of the squads that come at this moment.
    pub fn waves_at(&mut self, moment: Moment) {
        let mission = self.mission;
        for wave in &mission.waves {
            if wave.when != moment || u16::from(wave.round) != self.round {
                continue;
            }
            for side in Side::BOTH.into_iter().filter(|side| wave.who.includes(*side)) {
                self.bring_wave(side, wave);
            }
            if let Some(token) = wave.removes_token {
                self.remove_scope(token, wave.removes_all);
            }
        }
    }

    fn bring_wave(&mut self, side: Side, wave: &Wave) {
        let waiting = |battle: &Self, at: UnitRef| {
            let unit = battle.unit(at);
            matches!(unit.origin, Origin::Squad(_)) && unit.place == Place::Reserve
        };
        let group = match wave.forces {
            Forces::CheapestGroup => {
                let points = |group: u8| -> u16 {
                    let ships =
                        self.refs(side).filter(|at| waiting(self, *at) && self.unit(*at).group == group);
                    ships.map(|at| self.unit(at).points).sum()
                };
                let groups = self.refs(side).filter(|at| waiting(self, *at)).map(|at| self.unit(at).group);
                groups.min_by_key(|group| (points(*group), *group))
            }
            Forces::Remaining | Forces::Role => None,
        };
        for at in self.refs(side) {
            let unit = self.unit(at);
            let comes = waiting(self, at)
                && group.is_none_or(|group| unit.group == group)
                && (wave.forces != Forces::Role || wave.role.is_some_and(|role| unit.has_role(role)));
            if comes {
                let round = self.round;
                let unit = self.unit_mut(at);
                (unit.place, unit.entered) = (Place::Board, round + 1);
            }
        }
    }

    fn remove_scope(&mut self, kind: TokenKind, all: bool) {
        // Each side used one of its own: two tokens, or all that are left.
        let n = if all { usize::MAX } else { 2 };
        let there =
            self.tokens.iter_mut().filter(|token| token.kind == kind && token.place == TokenPlace::Board);
        for token in there.take(n) {
            token.place = TokenPlace::Removed;
        }
    }

    /// Ships of the squad that a later wave will bring.
    pub fn has_ships_to_come(&self, side: Side) -> bool {
        let mut waiting = self.units[side.index()]
            .iter()
            .filter(|unit| matches!(unit.origin, Origin::Squad(_)) && unit.place == Place::Reserve);
        waiting.any(|unit| {
            self.mission.waves.iter().any(|wave| {
                let is_theirs =
                    wave.forces != Forces::Role || wave.role.is_some_and(|role| unit.has_role(role));
                wave.who.includes(side) && self.round <= u16::from(wave.round) && is_theirs
            })
        })
    }

    /// Stock ships called in for this round's losses, as long as there are some.
    pub fn reinforcements_at(&mut self, moment: Moment) {
        for side in Side::BOTH {
            let mission = self.mission;
            let Some(rule) = mission.reinforcements(side).filter(|rule| rule.when == moment) else {
                continue;
            };
            let state = self.sides[side.index()];
            if state.is_retreating {
                continue;
            }
            let lost = state.destroyed_from(rule.min_skill);
            let gone = if rule.per == LossCounted::DestroyedOrFled { state.fled_now } else { 0 };
            for _ in 0..(lost + gone).saturating_mul(rule.ships) {
                let next = self.refs(side).find(|at| {
                    let unit = self.unit(*at);
                    matches!(unit.origin, Origin::Reinforcement(_)) && unit.place == Place::Reserve
                });
                let Some(at) = next else { break };
                let round = self.round;
                let unit = self.unit_mut(at);
                (unit.place, unit.entered) = (Place::Board, round + 1);
            }
        }
    }
}
