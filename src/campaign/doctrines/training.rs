//! What pilots do with their XP, and who goes to the training installation.

use crate::campaign::market::Market;
use crate::campaign::rules::pilot_improvements::{Improvement, skill_jump};
use crate::campaign::state::PersonFate;
use crate::catalog::Slot;
use crate::events::words::Programme;
use crate::ids::{PersonId, ShipClassId, UpgradeId};

use super::planner::Planner;
use super::style::XpWish;
use super::worth::worth;

impl Planner {
    /// Prisoners try to get away, pilots improve.
    pub(super) fn spend_xp(&mut self, market: &mut Market<'_, '_>) {
        let view = market.view();
        let earners = view.persons().filter(|who| who.is_pilot() && 0 < who.xp());
        let pilots: Vec<PersonId> = earners.map(|who| who.id).collect();
        let turn = view.turn();
        for pilot in pilots {
            match market.view().person(pilot).fate {
                PersonFate::Captive(_) if self.may_spend(market, pilot, Programme::Escapes) => {
                    self.consider_escape(market, pilot);
                }
                PersonFate::OnRoster => {
                    if market.view().person(pilot).programme.is_none() {
                        self.man_orphaned_ship(market, pilot);
                    }
                    self.improve_pilot(market, pilot);
                }
                PersonFate::Captive(_) => {}
                PersonFate::Dead | PersonFate::ShippedOff => {}
            }
        }
        self.train_somebody(market, turn);
    }

    /// The doctrine's own pilots spend XP on whatever is best; one with a programme only on that.
    fn may_spend(&self, market: &Market<'_, '_>, pilot: PersonId, on: Programme) -> bool {
        market.view().person(pilot).programme.is_none_or(|programme| programme == on)
    }

    /// A prisoner does nobody any good. A commander waits for the rescue when one is likely to succeed.
    fn consider_escape(&self, market: &mut Market<'_, '_>, pilot: PersonId) {
        // Refused where he has tried this turn; there is no other reason.
        let _ = market.attempt_escape(pilot);
    }

    /// Spends XP down to what is kept for the ejection die, in the order of the doctrine's wishes.
    fn improve_pilot(&self, market: &mut Market<'_, '_>, pilot: PersonId) {
        for _ in 0..8 {
            let Some(improvement) = self.next_improvement(market, pilot) else { return };
            if market.improve(pilot, improvement).is_err() {
                return;
            }
        }
    }

    fn next_improvement(&self, market: &Market<'_, '_>, pilot: PersonId) -> Option<Improvement> {
        let view = market.view();
        let who = view.person(pilot);
        let (wishes, kept) = match who.programme {
            None => (self.style.xp_wishes(), self.weights.keep_xp),
            Some(programme) => (wishes_of(programme), 0),
        };
        let left = who.xp().checked_sub(kept)?;
        for wish in wishes {
            let improvement = match wish {
                XpWish::SkillJump => skill_jump(view.book, who).map(|_| Improvement::Skill),
                XpWish::SkillTo(most) => {
                    (who.skill < (*most).min(self.weights.most_skill)).then_some(Improvement::Skill)
                }
                XpWish::EliteSlot => (!who.unique || who.elite_slots == 0).then_some(Improvement::EliteSlot),
                XpWish::Ability => self.best_ability(market, pilot, left),
            };
            let Some(improvement) = improvement else { continue };
            match market.improvement_terms(pilot, improvement) {
                Ok(terms) if terms.xp <= left => return Some(improvement),
                // He has set his mind on it and saves for it, unless something forbids it.
                Ok(_) | Err(crate::campaign::Refusal::NotEnoughXp) => return None,
                Err(_) => {}
            }
        }
        None
    }

    /// The elite or crew card that would do most for the pilot in his ship.
    fn best_ability(&self, market: &Market<'_, '_>, pilot: PersonId, xp: u16) -> Option<Improvement> {
        let view = market.view();
        let who = view.person(pilot);
        let class = view.book.catalog.pilot(who.card()?).ships[0];
        let mut best: Option<(i32, UpgradeId, Slot)> = None;
        for card in view.book.catalog.upgrades.iter() {
            if !matches!(card.slot, Slot::Elite | Slot::Crew) || card.points <= 0 || 3 < card.points {
                continue;
            }
            let gain = worth().gain(class, card.id);
            let improvement = ability(card.slot, card.id);
            if best.is_none_or(|(most, _, _)| most < gain) && u16::from(card.points as u8) <= xp.max(3) {
                let open = market.improvement_terms(pilot, improvement);
                if matches!(open, Ok(_) | Err(crate::campaign::Refusal::NotEnoughXp)) {
                    best = Some((gain, card.id, card.slot));
                }
            }
        }
        best.map(|(_, card, slot)| ability(slot, card))
    }

    /// A ship that nobody can fly, and for which no pilot can be bought, is worth a qualification.
    fn man_orphaned_ship(&self, market: &mut Market<'_, '_>, pilot: PersonId) {
        let view = market.view();
        let cannot_buy = |class: ShipClassId| {
            self.wishes.pilot_for(class).is_none_or(|card| market.pilot_price(card).is_err())
        };
        let orphan = view.hulls().find(|hull| {
            let flown = view.persons().any(|who| {
                who.is_pilot() && who.fate == PersonFate::OnRoster && who.qualifications.has(hull.class)
            });
            !flown && cannot_buy(hull.class)
        });
        let Some(class) = orphan.map(|hull| hull.class) else { return };
        if !view.person(pilot).commander {
            // Refused while he is too green or has too few XP; another one may be fit.
            let _ = market.improve(pilot, Improvement::Qualification(class));
        }
    }

    /// Somebody who has no ship this turn may as well train.
    fn train_somebody(&self, market: &mut Market<'_, '_>, turn: u16) {
        let view = market.view();
        let ready = view.hulls().filter(|hull| hull.is_available(turn)).count();
        let fit = || view.persons().filter(|who| who.is_pilot() && who.is_fit(turn));
        if fit().count() <= ready {
            return;
        }
        let idle = fit().filter(|who| who.skill < self.weights.most_skill);
        let Some(pilot) = idle.min_by_key(|who| (who.skill, who.id)).map(|who| who.id) else { return };
        // Refused where the faction holds no installation.
        let _ = market.train(pilot);
    }
}

/// What a pilot with a programme wishes for, as long as it lasts.
const fn wishes_of(programme: Programme) -> &'static [XpWish] {
    match programme {
        Programme::Skill => &[XpWish::SkillJump, XpWish::SkillTo(9)],
        Programme::EliteSlots => &[XpWish::EliteSlot],
        Programme::Abilities => &[XpWish::Ability],
        Programme::Nothing | Programme::Rerolls | Programme::Escapes => &[],
    }
}

fn ability(slot: Slot, card: UpgradeId) -> Improvement {
    if slot == Slot::Elite { Improvement::EliteAbility(card) } else { Improvement::CrewAbility(card) }
}
