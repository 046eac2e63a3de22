//! What the mission's own actions do. Places are drawn by the tasks; dice are the rulebook's.

use super::tasks::{is_at, may_do};
use crate::battle::skirmish::damage::Blow;
use crate::battle::skirmish::state::{Battle, Task, TokenPlace, UnitRef};
use crate::chance::Chance;
use crate::config::mission::{
    ActedOn, ActionRule, DiePer, Effect, Face, Moment, Roll, Special, Success, TokenKind,
};
use crate::ids::Side;
use crate::procedures::extraction::extraction;
use crate::procedures::slicer_theft::slicer_theft;
use crate::procedures::steal::{StealDice, steal};

impl<C: Chance> Battle<'_, C> {
    /// The objective of a ship at this moment; true where the action was done.
    pub fn objective_action(&mut self, at: UnitRef, moment: Moment) -> bool {
        let unit = *self.unit(at);
        let Task::Objective(number) = unit.task else { return false };
        let mission = self.mission;
        let rule = &mission.actions[usize::from(number)];
        let again = rule.repeatable || !unit.objective_done;
        let able = moment != Moment::Action || unit.may_act || rule.while_stressed;
        if !unit.in_place || !is_at(rule, moment) || !again || !able {
            return false;
        }
        let done = self.do_action(at, rule);
        self.unit_mut(at).objective_done |= done;
        done
    }

    /// A stressed ship may still do its objective where the mission says so.
    pub fn is_done_while_stressed(&self, at: UnitRef) -> bool {
        let Task::Objective(number) = self.unit(at).task else { return false };
        self.mission.actions[usize::from(number)].while_stressed
    }

    /// Actions that happen at a moment of the round.
    pub fn actions_at(&mut self, moment: Moment) {
        for at in self.all_ships_on_board() {
            if self.unit(at).is_on_board() {
                self.objective_action(at, moment);
            }
        }
        let mission = self.mission;
        for rule in mission.actions.iter().filter(|rule| is_at(rule, moment)) {
            match rule.effect {
                Effect::ExtractPrisoners => self.extract_prisoners(rule),
                Effect::ExchangePrisoners => self.exchange_prisoners(rule),
                Effect::Explode => self.detonate(rule),
                Effect::JumpToToken => self.jump(rule),
                _ => {}
            }
        }
    }

    fn do_action(&mut self, at: UnitRef, rule: &ActionRule) -> bool {
        if rule.effect == Effect::DockShips {
            return self.dock(at, rule);
        }
        let Some(target) = self.target_token(at.side, Some(at), rule) else { return false };
        if let Some(roll) = rule.roll
            && !self.roll_action(at, target, roll)
        {
            self.unit_mut(at).tracking += rule.tracking_on_failure;
            return true;
        }
        let carrier = match self.tokens[target].place {
            TokenPlace::With(ship) => Some(ship),
            _ => None,
        };
        match rule.effect {
            Effect::TakeCargo => {
                let taken = self.tokens[target].cargo.min(rule.amount);
                self.tokens[target].cargo -= taken;
                self.unit_mut(at).cargo += taken;
            }
            Effect::TakeToken => self.take_token(at, target),
            Effect::RevealAndTake => {
                self.tokens[target].is_revealed = true;
                match rule.face.is_none_or(|face| self.tokens[target].face == Some(face)) {
                    true => self.take_token(at, target),
                    false => self.tokens[target].place = TokenPlace::Removed,
                }
            }
            Effect::RevealToken => self.tokens[target].is_revealed = true,
            Effect::RemoveToken => self.tokens[target].place = TokenPlace::Removed,
            Effect::MarkBoth => {
                self.tokens[target].done_by |= 1 << at.index;
                self.tokens[target].tracking += 1;
                self.unit_mut(at).tracking += 1;
            }
            Effect::Track => self.tokens[target].tracking += rule.amount,
            Effect::PlaceToken => self.place_token(target),
            Effect::GiveEvade => {
                if let Some(unit) = self.tokens[target].unit {
                    self.unit_mut(unit).evade += rule.amount;
                }
            }
            Effect::Activate => self.set_function(target, true),
            Effect::Board => self.board_facility(at, target, rule),
            Effect::DockShips
            | Effect::ExtractPrisoners
            | Effect::ExchangePrisoners
            | Effect::Explode
            | Effect::JumpToToken => return false,
        }
        if let Some(ship) = carrier.filter(|ship| rule.on == ActedOn::FoeShip && ship.side != at.side) {
            self.suffer_face_up(ship, rule.damage_to_target, Some(Blow { by: at, is_ion: false }));
        }
        true
    }

    /// The dice of an action.
    fn roll_action(&mut self, at: UnitRef, target: usize, roll: Roll) -> bool {
        let carrier = match self.tokens[target].place {
            TokenPlace::With(ship) => Some(ship),
            _ => None,
        };
        let per = roll.per.map_or(0, |per| {
            let each = match per.each {
                DiePer::TractorToken => carrier.map_or(0, |ship| self.unit(ship).tractor),
                DiePer::CrewIcon => self.unit(at).crew_icons,
            };
            per.dice * each
        });
        match roll.success {
            Success::MoreCritsThanEvades => {
                let dice = StealDice { attack: roll.attack_dice + per, defense: roll.defense_dice };
                let crits = self.unit(at).tracking.saturating_mul(roll.crits_per_tracking);
                steal(&mut self.luck.dice, dice, crits)
            }
            Success::AnyHitOrCrit => slicer_theft(&mut self.luck.dice, roll.attack_dice, per),
            Success::EachHitOrCrit | Success::Damage => true,
        }
    }

    fn take_token(&mut self, at: UnitRef, target: usize) {
        let round = self.round;
        let token = &mut self.tokens[target];
        (token.place, token.was_taken, token.is_revealed) = (TokenPlace::Aboard(at), true, true);
        token.taken_in = round;
        let (kind, face) = (token.kind, token.face);
        self.unit_mut(at).carrying += 1;
        self.set_off_explosives(kind, face);
    }

    /// A carried token goes to the board below the ship: onto an open base, where bases are what matters.
    fn place_token(&mut self, target: usize) {
        let token = &mut self.tokens[target];
        token.place = TokenPlace::Board;
        let arming = self.mission.special.iter().find_map(|special| match special {
            Special::Arming(rule) if rule.token == token.kind => Some(rule.tracking),
            _ => None,
        });
        token.tracking = arming.unwrap_or(0);
        token.is_active = arming.is_none();
        if let Some(unit) = token.unit {
            let round = self.round;
            let unit = self.unit_mut(unit);
            (unit.place, unit.entered) = (super::super::state::Place::Board, round);
        }
    }

    /// Docks with a token, or with the other side's transport.
    fn dock(&mut self, at: UnitRef, rule: &ActionRule) -> bool {
        let other = match rule.on {
            ActedOn::FoeShip => match self.partner(at.side, rule) {
                Some(other) => Some(other),
                None => return false,
            },
            _ => None,
        };
        for ship in [Some(at), other].into_iter().flatten() {
            let unit = self.unit_mut(ship);
            (unit.task, unit.docked_rounds) = (Task::Docked, 0);
        }
        true
    }

    /// Rule: extraction, at the end of each round that a rescue ship is docked.
    fn extract_prisoners(&mut self, rule: &ActionRule) {
        let Some(per) = rule.roll.and_then(|roll| roll.per) else { return };
        for at in self.all_ships_on_board() {
            let unit = *self.unit(at);
            if !rule.by.includes(at.side) || unit.task != Task::Docked || !may_do(rule, &unit) {
                continue;
            }
            let found = extraction(&mut self.luck.dice, per.dice, unit.crew_icons);
            for _ in 0..found.chosen {
                // Of his choice: unique persons first, then by skill.
                let best = self.open_prisoners(at.side).max_by_key(|number| {
                    let prisoner = &self.prisoners[*number];
                    (prisoner.unique, prisoner.skill, std::cmp::Reverse(*number))
                });
                self.bring_aboard(at, best);
            }
            for _ in 0..found.random {
                let open = self.open_prisoners(at.side).count();
                if 0 < open {
                    let place = self.luck.board.pick(open);
                    let lucky = self.open_prisoners(at.side).nth(place);
                    self.bring_aboard(at, lucky);
                }
            }
            // Docked to the next maneuver only.
            self.unit_mut(at).task = Task::Fight;
        }
    }

    fn open_prisoners(&self, of: Side) -> impl Iterator<Item = usize> {
        let is_open = move |number: &usize| {
            let prisoner = &self.prisoners[*number];
            prisoner.of == of && !prisoner.is_gone()
        };
        (0..self.prisoners.len()).filter(is_open)
    }

    fn bring_aboard(&mut self, at: UnitRef, number: Option<usize>) {
        if let Some(number) = number {
            self.prisoners[number].is_aboard = true;
            self.unit_mut(at).prisoners |= 1 << number;
        }
    }

    /// Rule: the exchange, after transports lay docked a whole round.
    fn exchange_prisoners(&mut self, rule: &ActionRule) {
        let needed = self.docking().map_or(0, |docking| docking.rounds);
        let [Some(a), Some(b)] = Side::BOTH.map(|side| self.docked(side)) else { return };
        debug_assert!(rule.effect == Effect::ExchangePrisoners);
        if self.unit(a).docked_rounds < needed {
            for at in [a, b] {
                self.unit_mut(at).docked_rounds += 1;
            }
            return;
        }
        for number in 0..self.prisoners.len() {
            let home = if self.prisoners[number].of == a.side { a } else { b };
            self.bring_aboard(home, Some(number));
        }
        self.is_exchanged = true;
        for at in [a, b] {
            self.unit_mut(at).task = Task::Run;
        }
    }

    /// The defender sets off each mine that catches more foes than friends.
    fn detonate(&mut self, rule: &ActionRule) {
        for token in 0..self.tokens.len() {
            let is_there =
                Some(self.tokens[token].kind) == rule.token && self.tokens[token].place == TokenPlace::Board;
            if !is_there {
                continue;
            }
            let mut caught = [0_u128; 2];
            for at in self.all_ships_on_board() {
                if self.round >= self.objective.from_round
                    && self.objective.token_near.happens(&mut self.luck.board)
                {
                    caught[at.side.index()] |= 1 << at.index;
                }
            }
            let owner = if rule.by.includes(Side::Defender) { Side::Defender } else { Side::Attacker };
            if caught[owner.foe().index()].count_ones() <= caught[owner.index()].count_ones() {
                continue;
            }
            self.tokens[token].place = TokenPlace::Removed;
            if let Some(unit) = self.tokens[token].unit {
                self.unit_mut(unit).place = super::super::state::Place::Fled;
            }
            let (hits, crits) = self.roll_blast(rule.roll.map_or(0, |roll| roll.attack_dice));
            for side in Side::BOTH {
                for index in super::super::state::members(caught[side.index()]) {
                    self.suffer(UnitRef { side, index }, hits, crits, None);
                }
            }
        }
    }

    /// A ship that was hit jumps away: its tokens are gone, and it is hard to catch in the next round.
    fn jump(&mut self, rule: &ActionRule) {
        for at in self.all_ships_on_board() {
            let unit = *self.unit(at);
            let is_hurt = u32::from(unit.toughness.hit_points_left())
                < u32::from(self.full[at.side.index()][usize::from(at.index)]);
            if !rule.by.includes(at.side) || !is_hurt || unit.place != super::super::state::Place::Board {
                continue;
            }
            let Some(token) = self.token_on_board(rule.token) else { return };
            self.tokens[token].place = TokenPlace::Removed;
            let round = self.round;
            let unit = self.unit_mut(at);
            (unit.focus, unit.evade, unit.stress, unit.ion, unit.tractor) = (0, 0, 0, 0, 0);
            (unit.lock, unit.is_cloaked) = (None, false);
            unit.hidden_in = round + 1;
        }
    }

    /// An operative goes aboard a facility, which is destroyed; meanwhile the ship cannot dodge.
    fn board_facility(&mut self, at: UnitRef, target: usize, rule: &ActionRule) {
        let unit = self.unit_mut(at);
        unit.tracking = unit.tracking.saturating_sub(1);
        if let Some(agility) = rule.agility_meanwhile {
            unit.agility_now += agility as i8 - unit.agility as i8;
        }
        self.destroy_facility(target);
    }
}

/// Explosives beside a token that is taken; used by the special rules.
pub fn sets_off(special: &Special, kind: TokenKind, face: Option<Face>) -> bool {
    matches!(special, Special::Explosives(rule) if rule.token == kind && face != Some(rule.face))
}
