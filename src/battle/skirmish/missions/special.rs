//! Special rules that are neither actions nor conditions.

use super::special_actions::sets_off;
use crate::battle::skirmish::state::{Battle, Place, TokenPlace, UnitRef};
use crate::chance::Chance;
use crate::config::mission::{Face, Function, Functions, Moment, OrderKind, Special, TokenKind};
use crate::ids::Side;

impl<C: Chance> Battle<'_, C> {
    /// Start of the round: commanders give orders, networks are switched.
    pub fn special_start_of_round(&mut self) {
        let mission = self.mission;
        for special in &mission.special {
            match special {
                Special::Orders(orders) => {
                    for side in Side::BOTH {
                        self.give_order(side, orders);
                    }
                }
                Special::NoFleeing(rule) => {
                    if let Some(owner) = rule.switched_by
                        && self.sides[owner.index()].is_retreating
                        && 0 < self.ships_on_board(owner)
                    {
                        // He opens the way when he wants to leave himself.
                        self.network_is_on = false;
                    }
                }
                Special::Truce(_) => {
                    for side in &mut self.sides {
                        side.holds_fire = true;
                    }
                }
                _ => {}
            }
        }
    }

    /// From the second round on the commander uses one order a round, on himself, in the order of the list.
    fn give_order(&mut self, side: Side, orders: &crate::config::mission::Orders) {
        let used = usize::from(self.sides[side.index()].orders_used);
        let commander =
            self.refs(side).find(|at| self.unit(*at).has_role(orders.role) && self.unit(*at).is_on_board());
        let (Some(at), Some(order), true) = (commander, orders.orders.get(used), 2 <= self.round) else {
            return;
        };
        self.sides[side.index()].orders_used += 1;
        let unit = self.unit_mut(at);
        match order {
            OrderKind::Agility => unit.agility_now += orders.agility as i8,
            OrderKind::Skill => unit.skill_now = orders.skill,
            OrderKind::GreenManeuvers => unit.all_green = true,
        }
    }

    /// Start of combat: satellites jam ships near them.
    pub fn special_start_of_combat(&mut self) {
        let mission = self.mission;
        for special in &mission.special {
            let Special::Jamming(rule) = special else { continue };
            if rule.when != Moment::StartOfCombat {
                continue;
            }
            for token in 0..self.tokens.len() {
                if self.tokens[token].kind != rule.token || self.tokens[token].place != TokenPlace::Board {
                    continue;
                }
                for at in self.all_ships_on_board() {
                    let near =
                        rule.who.includes(at.side) && self.objective.token_near.happens(&mut self.luck.board);
                    self.unit_mut(at).stress += if near { rule.stress } else { 0 };
                }
            }
        }
    }

    /// End phase: placed tokens count down until they are active.
    pub fn special_end_phase(&mut self) {
        let mission = self.mission;
        for special in &mission.special {
            let Special::Arming(rule) = special else { continue };
            for token in self.tokens.iter_mut().filter(|token| token.kind == rule.token) {
                if token.place == TokenPlace::Board && !token.is_active {
                    match token.tracking {
                        0 => token.is_active = true,
                        _ => token.tracking -= 1,
                    }
                }
            }
        }
    }

    /// Taking one token sets off explosives: each ship near one of them suffers once.
    pub fn set_off_explosives(&mut self, kind: TokenKind, face: Option<Face>) {
        let mission = self.mission;
        for special in mission.special.iter().filter(|special| sets_off(special, kind, face)) {
            let Special::Explosives(rule) = special else { continue };
            let is_charge = |token: &&mut crate::battle::skirmish::state::Token| {
                token.kind == rule.token && token.face == Some(rule.face) && token.place == TokenPlace::Board
            };
            let mut charges = 0;
            for token in self.tokens.iter_mut().filter(is_charge) {
                token.place = TokenPlace::Removed;
                charges += 1;
            }
            for at in self.all_ships_on_board() {
                let near = (0..charges).any(|_| self.objective.token_near.happens(&mut self.luck.board));
                if near {
                    self.unit_mut(at).stress += rule.stress;
                    self.suffer(at, rule.damage, 0, None);
                }
            }
        }
    }

    fn functions(&self) -> Option<&Functions> {
        self.mission.special.iter().find_map(|special| match special {
            Special::Functions(functions) => Some(functions),
            _ => None,
        })
    }

    /// Turns a facility's function on or off for the ship of its role.
    pub fn set_function(&mut self, token: usize, on: bool) {
        let mission = self.mission;
        if self.tokens[token].is_active == on {
            return;
        }
        (self.tokens[token].is_active, self.tokens[token].is_revealed) = (on, true);
        let kind = self.tokens[token].kind;
        if let Some(target) = mission.token(kind).and_then(|rule| rule.target)
            && let (Some(unit), Some(agility)) = (self.tokens[token].unit, target.face_up_agility)
        {
            self.unit_mut(unit).agility = agility;
        }
        let Some(functions) = self.functions() else { return };
        let (role, weapon, agility, hull, attacks) =
            (functions.role, functions.weapon, functions.agility, functions.hull, functions.extra_attacks);
        let Some(&function) = functions.functions.get(usize::from(self.tokens[token].number)) else { return };
        let holder =
            Side::BOTH.into_iter().flat_map(|side| self.refs(side)).find(|at| self.unit(*at).has_role(role));
        let Some(holder) = holder else { return };
        let add = |value: u8, by: u8| if on { value + by } else { value.saturating_sub(by) };
        let unit = self.unit_mut(holder);
        match function {
            Function::HitsToCrits => unit.hits_are_crits = on,
            Function::ExtraAttack => unit.extra_attacks = add(unit.extra_attacks, attacks),
            Function::StrongerWeapon => {
                unit.attack = add(unit.attack, weapon);
                unit.agility = add(unit.agility, agility);
            }
            Function::MoreHull => unit.toughness.hull = add(unit.toughness.hull, hull),
            Function::NoSecondaryWeapons => unit.no_secondary_weapons = on,
            Function::GreenManeuvers => unit.keeps_green = on,
        }
        if !on {
            // Hull that is gone may have been all that was left.
            self.remove_if_done(holder);
        }
    }

    /// A facility is gone, and what it did with it; the asteroid stays.
    pub fn destroy_facility(&mut self, token: usize) {
        self.set_function(token, false);
        self.tokens[token].place = TokenPlace::Destroyed;
        if let Some(unit) = self.tokens[token].unit {
            self.unit_mut(unit).place = Place::Destroyed;
        }
    }

    /// Roles that move to another ship when theirs is destroyed.
    pub fn pass_on_roles(&mut self, lost: UnitRef) {
        use crate::config::mission::PassesOn;
        let mission = self.mission;
        let roles = self.unit(lost).roles;
        for rule in mission.roles(lost.side) {
            let bit = 1_u16 << rule.role.index();
            if roles & bit == 0 || rule.passes_on == PassesOn::Never {
                continue;
            }
            let heir = self
                .refs(lost.side)
                .filter(|at| {
                    let unit = self.unit(*at);
                    unit.place == Place::Board && unit.is_ship() && !unit.is_huge() && unit.roles & bit == 0
                })
                .max_by_key(|at| (self.unit(*at).toughness.hit_points_left(), std::cmp::Reverse(at.index)));
            if let Some(heir) = heir {
                self.unit_mut(heir).roles |= bit;
            }
        }
    }
}
