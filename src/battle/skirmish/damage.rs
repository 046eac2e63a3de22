//! Rule: Critical damage. (Rules Reference, "Damage"; facts on the damage decks)
//!
//! | face-up card | effect without a board |
//! | --- | --- |
//! | Direct Hit! | counts as two |
//! | Blinded Pilot | original: the next attack rolls no dice; Force Awakens: no attack; then face down |
//! | Damaged Cockpit | pilot skill 0 from the next round on |
//! | Injured Pilot | elite upgrades and abilities stop |
//! | Stunned Pilot | 1 damage after a collision or an obstacle |
//! | Console Fire | a die at the start of combat, hit: 1 damage; an action puts it out |
//! | Damaged Sensor Array | the only action is a die, hit (Force Awakens: or crit): face down |
//! | Minor, Major Explosion | a die at once, hit: 1 damage, 1 critical damage; face down |
//! | Minor Hull Breach | a die after a red maneuver, hit: 1 damage |
//! | Major Hull Breach | from the next round on all cards come face up; an action turns it |
//! | Munitions Failure | one secondary weapon is lost, the last in the list; face down |
//! | Loose Stabilizer | maneuvers that are not green stress; an action turns it |
//! | Structural Damage | agility −1; an action and a die turn it |
//! | Thrust Control Fire | 1 stress; face down |
//! | Weapon Malfunction, Weapons Failure | one die fewer; an action and a die turn it |
//!
//! Deviation: Damaged Engine and Shaken Pilot only forbid or colour maneuvers, which are not flown here.

use super::gear::Gear;
use super::state::{Battle, Killed, Origin, Place, TokenPlace, Unit, UnitRef};
use crate::battle::attack::{CardType, DamageCard};
use crate::battle::engagement::DamageDeckKind;
use crate::catalog::BaseSize;
use crate::chance::{AttackFace, Chance};
use crate::config::mission::{CarrierDestroyed, DamageRule};

/// Who deals damage, and whether by something that deals ion tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blow {
    pub by: UnitRef,
    pub is_ion: bool,
}

impl<C: Chance> Battle<'_, C> {
    /// Shields first, then cards; destroyed at as many cards as hull.
    pub fn suffer(&mut self, at: UnitRef, hits: u8, crits: u8, blow: Option<Blow>) {
        let mut unit = *self.unit(at);
        if hits + crits == 0 || !unit.is_on_board() || unit.is_untouchable || unit.toughness.is_destroyed() {
            return;
        }
        match unit.token_damage {
            Some(rule) => suffer_as_token(&mut unit, rule, hits, crits),
            None => {
                let dealt = unit.toughness.suffer(hits, crits);
                for _ in 0..dealt.face_down {
                    let face_up = 0 < unit.cards.face_up(DamageCard::MajorHullBreach) && unit.is_breached;
                    self.deal_card(at, &mut unit, face_up);
                }
                for _ in 0..dealt.face_up {
                    self.deal_card(at, &mut unit, true);
                }
            }
        }
        *self.unit_mut(at) = unit;
        self.check_destroyed(at, blow);
    }

    /// Cards dealt face up whatever the shields.
    pub fn suffer_face_up(&mut self, at: UnitRef, cards: u8, blow: Option<Blow>) {
        let mut unit = *self.unit(at);
        if !unit.is_on_board() || unit.token_damage.is_some() || unit.toughness.is_destroyed() {
            return;
        }
        for _ in 0..cards {
            self.deal_card(at, &mut unit, true);
        }
        *self.unit_mut(at) = unit;
        self.check_destroyed(at, blow);
    }

    /// One damage card.
    fn deal_card(&mut self, at: UnitRef, unit: &mut Unit, face_up: bool) {
        if let Origin::Huge { section, .. } = unit.origin {
            unit.was_damaged = true;
            self.deal_huge_card(unit, section, face_up);
            return;
        }
        let side = at.side.index();
        let card = self.decks[side].draw(&mut self.luck.decks[side]);
        if self.is_averted(at, unit, card, face_up) {
            self.decks[side].discard_card(card);
            return;
        }
        unit.was_damaged = true;
        if face_up {
            unit.cards.add_face_up(card);
            unit.toughness.damage = unit.cards.damage();
            unit.pilot_wounded |= card.card_type() == CardType::Pilot;
            self.resolve_face_up(at, unit, card);
        } else {
            unit.cards.add_face_down(card);
            unit.toughness.damage = unit.cards.damage();
        }
    }

    /// Upgrades that take a card away before it counts.
    fn is_averted(&self, at: UnitRef, unit: &mut Unit, card: DamageCard, face_up: bool) -> bool {
        debug_assert!(usize::from(at.index) < self.units[at.side.index()].len());
        if face_up && card.card_type() == CardType::Pilot && unit.gear.has(Gear::Determination) {
            return true;
        }
        if face_up && card.card_type() == CardType::Ship && unit.gear.has(Gear::SalvagedAstromech) {
            unit.gear.remove(Gear::SalvagedAstromech);
            return true;
        }
        if unit.gear.has(Gear::ChewbaccaCrew) {
            unit.gear.remove(Gear::ChewbaccaCrew);
            unit.toughness.shields = (unit.toughness.shields + 1).min(unit.max_shields);
            return true;
        }
        let counts = if face_up { card.counts() } else { 1 };
        let is_last = unit.toughness.hull <= unit.toughness.damage + counts;
        if is_last && unit.gear.has(Gear::IntegratedAstromech) && unit.has_astromech {
            // The droid is spent, and with it whatever it did.
            unit.has_astromech = false;
            for gear in [Gear::R2D2Astromech, Gear::R5Astromech, Gear::R5P9] {
                unit.gear.remove(gear);
            }
            return true;
        }
        false
    }

    fn resolve_face_up(&mut self, at: UnitRef, unit: &mut Unit, card: DamageCard) {
        match card {
            DamageCard::InjuredPilot => unit.gear.take_away(unit.elite_gear),
            DamageCard::MinorExplosion | DamageCard::MajorExplosion => {
                unit.cards.flip_down(card);
                if self.luck.dice.attack_die() == AttackFace::Hit {
                    let (hits, crits) = if card == DamageCard::MinorExplosion { (1, 0) } else { (0, 1) };
                    let dealt = unit.toughness.suffer(hits, crits);
                    if 0 < dealt.face_down + dealt.face_up {
                        self.deal_card(at, unit, 0 < dealt.face_up);
                    }
                }
            }
            DamageCard::MunitionsFailure => {
                unit.cards.flip_down(card);
                let lost = unit.mounts[..usize::from(unit.n_mounts)].iter_mut().rfind(|mount| 0 < mount.left);
                if let Some(mount) = lost {
                    mount.spent += mount.left;
                    mount.left = 0;
                }
            }
            DamageCard::ThrustControlFire => {
                unit.cards.flip_down(card);
                unit.stress += 1;
            }
            _ => {}
        }
    }

    /// A ship whose cards reach its hull is destroyed; one that is still to fire at this very skill fires first.
    fn check_destroyed(&mut self, at: UnitRef, blow: Option<Blow>) {
        let round = self.round;
        let unit = self.unit_mut(at);
        if !unit.toughness.is_destroyed() {
            return;
        }
        if unit.killed.is_none() {
            // Who is caught in a friend's blast was killed by nobody.
            let blow = blow.filter(|blow| blow.by.side != at.side);
            let by = blow.map(|blow| blow.by);
            let killed = Killed { by, round, ion: blow.is_some_and(|blow| blow.is_ion) };
            unit.killed = Some(killed);
        }
        self.remove_if_done(at);
    }

    /// Takes a destroyed ship off the board unless its turn at this pilot skill is still to come.
    pub fn remove_if_done(&mut self, at: UnitRef) {
        let unit = *self.unit(at);
        let may_still_fire = self.firing_skill == Some(unit.skill_now) && !unit.has_fired;
        if !unit.is_on_board() || !unit.toughness.is_destroyed() || may_still_fire {
            return;
        }
        if let Origin::Huge { ship, .. } = unit.origin {
            self.cripple_or_destroy(at, ship);
            return;
        }
        self.remove_destroyed(at);
    }

    fn remove_destroyed(&mut self, at: UnitRef) {
        let unit = *self.unit(at);
        self.unit_mut(at).place = Place::Destroyed;
        if let Origin::Token(number) = unit.origin {
            self.tokens[usize::from(number)].place = TokenPlace::Destroyed;
            return;
        }
        self.decks[at.side.index()].discard(&unit.cards);
        let side = &mut self.sides[at.side.index()];
        side.points_lost += unit.points;
        side.note_loss(unit.skill);
        if let Some(killer) = unit.killed.and_then(|killed| killed.by) {
            let killer = self.unit_mut(killer);
            match unit.size {
                BaseSize::Small => killer.small_kills = killer.small_kills.saturating_add(1),
                BaseSize::Large | BaseSize::Huge => killer.large_kills = killer.large_kills.saturating_add(1),
            }
        }
        self.lose_what_is_aboard(at);
        self.pass_on_roles(at);
        if unit.gear.has(Gear::DeadMansSwitch) {
            self.blast_near(at, 1, 0, None);
        }
    }

    /// Tokens, cargo and persons of a destroyed ship.
    fn lose_what_is_aboard(&mut self, at: UnitRef) {
        for token in &mut self.tokens {
            match token.place {
                TokenPlace::With(ship) if ship == at => token.place = TokenPlace::Removed,
                TokenPlace::Aboard(ship) if ship == at => {
                    let rule = self.mission.token(token.kind);
                    let counts =
                        rule.is_some_and(|rule| rule.carrier_destroyed == CarrierDestroyed::StillTaken);
                    token.was_taken &= counts;
                    token.place = TokenPlace::Destroyed;
                }
                _ => {}
            }
        }
        let unit = self.unit_mut(at);
        let aboard = std::mem::take(&mut unit.prisoners);
        unit.cargo = 0;
        for (number, prisoner) in self.prisoners.iter_mut().enumerate() {
            if aboard >> number & 1 == 1 {
                (prisoner.is_aboard, prisoner.is_in_lost_ship) = (false, true);
            }
        }
    }

    /// Every ship near this one suffers; friends and foes alike.
    pub fn blast_near(&mut self, center: UnitRef, hits: u8, crits: u8, blow: Option<Blow>) {
        for at in self.all_ships_on_board() {
            let is_huge = self.unit(at).is_huge();
            if at != center && !is_huge && self.melee.near.happens(&mut self.luck.board) {
                self.suffer(at, hits, crits, blow);
            }
        }
    }

    /// Start of the round: what face-up cards of earlier rounds do from now on.
    pub fn cards_at_start_of_round(&mut self, unit: &mut Unit) {
        unit.is_breached = 0 < unit.cards.face_up(DamageCard::MajorHullBreach);
        if 0 < unit.cards.face_up(DamageCard::DamagedCockpit) {
            unit.skill_now = 0;
        }
    }

    /// Start of combat: consoles burn.
    pub fn console_fires(&mut self) {
        for at in self.all_ships_on_board() {
            for _ in 0..self.unit(at).cards.face_up(DamageCard::ConsoleFire) {
                if self.luck.dice.attack_die() == AttackFace::Hit {
                    self.suffer(at, 1, 0, None);
                }
            }
        }
    }

    /// An action spent on a damage card: the first of these that lies face up. True where there was one.
    pub fn repair_action(&mut self, at: UnitRef, cards: &[DamageCard]) -> bool {
        let on_ship = self.unit(at).cards;
        let Some(&card) = cards.iter().find(|card| 0 < on_ship.face_up(**card)) else { return false };
        let is_original = self.engagement.switches.damage_deck == DamageDeckKind::Original;
        let is_repaired = match card {
            DamageCard::ConsoleFire | DamageCard::MajorHullBreach | DamageCard::LooseStabilizer => true,
            DamageCard::WeaponMalfunction | DamageCard::WeaponsFailure => {
                matches!(self.luck.dice.attack_die(), AttackFace::Hit | AttackFace::Crit)
            }
            _ => {
                let face = self.luck.dice.attack_die();
                face == AttackFace::Hit || (!is_original && face == AttackFace::Crit)
            }
        };
        if is_repaired {
            let unit = self.unit_mut(at);
            unit.cards.flip_down(card);
            unit.toughness.damage = unit.cards.damage();
        }
        true
    }
}

/// Damage on a token is counted, not dealt.
fn suffer_as_token(unit: &mut Unit, rule: DamageRule, hits: u8, crits: u8) {
    let (hits, crits) = match rule {
        DamageRule::Tokens | DamageRule::CritsAreHits => (hits + crits, 0),
        DamageRule::CritsOnly => (0, crits),
    };
    let dealt = unit.toughness.suffer(hits, crits);
    unit.toughness.damage = unit.toughness.damage.saturating_add(dealt.face_down + dealt.face_up);
}

impl Unit {
    /// Attack dice of the primary or another weapon after damage cards.
    pub fn dice_after_damage(&self, dice: u8, is_primary: bool) -> u8 {
        let malfunctions = if is_primary { self.cards.face_up(DamageCard::WeaponMalfunction) } else { 0 };
        dice.saturating_sub(malfunctions + self.cards.face_up(DamageCard::WeaponsFailure))
    }

    /// Agility after damage cards, tractor beams, cloaks and orders.
    pub fn agility_after_damage(&self) -> u8 {
        let fewer = self.cards.face_up(DamageCard::StructuralDamage) + self.tractor;
        let base = i16::from(self.agility) - i16::from(fewer) + i16::from(self.agility_now);
        let cloaked = if self.is_cloaked { 2 } else { 0 };
        (base + cloaked).max(0) as u8
    }

    /// A blinded pilot: no dice (original), no attack (Force Awakens). He sees again afterwards.
    pub fn is_blinded(&self) -> bool {
        0 < self.cards.face_up(DamageCard::BlindedPilot)
    }
}
