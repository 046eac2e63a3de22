//! Rule: Pilot Improvements. (Campaign, "Pilot Improvements"; "Pilot Ship Qualifications")
//!
//! Five things that XP buy in the Purchase Reinforcements phase, with the special exceptions.

use crate::campaign::context::Context;
use crate::campaign::refusal::Refusal;
use crate::campaign::rulebook::Rulebook;
use crate::campaign::state::{Person, PersonFate, Standpoint, Team};
use crate::catalog::{BaseSize, Slot};
use crate::config::SkillJump;
use crate::events::CampaignEvent;
use crate::events::words::{SitsOut, XpUse};
use crate::ids::{Faction, PersonId, PlayerId, ShipClassId, UpgradeId};

/// What a pilot spends XP on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Improvement {
    /// Gain a ship qualification.
    Qualification(ShipClassId),
    /// Improve pilot skill, by the larger step of a special exception where one is open to him.
    Skill,
    /// Improve pilot skill by the ordinary step, although a larger one is open.
    SkillByOne,
    /// Add an elite upgrade slot.
    EliteSlot,
    /// Add an elite upgrade card as pilot ability.
    EliteAbility(UpgradeId),
    /// Add a generic crew card as pilot ability.
    CrewAbility(UpgradeId),
}

/// What an improvement costs and does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub xp: u16,
    /// Squad points that the pilot then costs more.
    pub points: i16,
    /// Skill afterwards.
    pub skill: u8,
    /// Campaign turns that he sits out.
    pub turns: u16,
}

/// A pilot spends XP.
pub fn improve(
    context: &mut Context<'_>,
    player: PlayerId,
    pilot: PersonId,
    improvement: Improvement,
) -> Result<(), Refusal> {
    let who = *context.state.person(pilot);
    let terms = terms(context, player, &who, improvement)?;
    if !context.spend_xp(pilot, xp_use(improvement), terms.xp) {
        return Err(Refusal::NotEnoughXp);
    }
    apply(context, pilot, improvement, terms);
    Ok(())
}

/// What an improvement would cost this pilot now, if it is open to him.
pub fn terms(
    context: &Context<'_>,
    player: PlayerId,
    who: &Person,
    improvement: Improvement,
) -> Result<Terms, Refusal> {
    let book = context.book;
    if who.owner != player || who.fate != PersonFate::OnRoster || !who.is_pilot() {
        return Err(Refusal::NotOwned);
    }
    let team = context.state.team(context.state.player(player).faction);
    let cards = team.cards();
    let terms = match improvement {
        Improvement::Qualification(class) => qualification(book, who, team, class, context.now())?,
        Improvement::Skill => skill(book, who, true)?,
        Improvement::SkillByOne => skill(book, who, false)?,
        Improvement::EliteSlot => elite_slot(book, who)?,
        Improvement::EliteAbility(card) => ability(book, who, cards, card, Slot::Elite)?,
        Improvement::CrewAbility(card) => ability(book, who, cards, card, Slot::Crew)?,
    };
    if who.xp() < terms.xp { Err(Refusal::NotEnoughXp) } else { Ok(terms) }
}

fn xp_use(improvement: Improvement) -> XpUse {
    match improvement {
        Improvement::Qualification(_) => XpUse::Qualification,
        Improvement::Skill | Improvement::SkillByOne => XpUse::Skill,
        Improvement::EliteSlot => XpUse::EliteSlot,
        Improvement::EliteAbility(_) => XpUse::EliteAbility,
        Improvement::CrewAbility(_) => XpUse::CrewAbility,
    }
}

/// Carries an improvement out, paid with XP or earned in military training.
pub(super) fn apply(context: &mut Context<'_>, pilot: PersonId, improvement: Improvement, terms: Terms) {
    let ready_turn = context.now() + terms.turns;
    let who = context.state.person_mut(pilot);
    who.points += terms.points;
    if 0 < terms.turns {
        who.ready_turn = who.ready_turn.max(ready_turn);
        who.sits_out = SitsOut::Qualifying;
    }
    match improvement {
        Improvement::Qualification(class) => {
            who.qualifications.add(class);
            let ready_turn = who.ready_turn;
            context.emit(CampaignEvent::Qualified { person: pilot, class, ready_turn });
        }
        Improvement::Skill | Improvement::SkillByOne => {
            let from = who.skill;
            who.skill = terms.skill;
            who.skill_improved = true;
            context.emit(CampaignEvent::SkillImproved { person: pilot, from, to: terms.skill });
        }
        Improvement::EliteSlot => {
            who.elite_slots += 1;
            context.emit(CampaignEvent::EliteSlotGained { person: pilot });
        }
        Improvement::EliteAbility(upgrade) | Improvement::CrewAbility(upgrade) => {
            who.ability = Some(upgrade);
            context.emit(CampaignEvent::AbilityGained { person: pilot, upgrade });
        }
    }
}

/// Gain a ship qualification: at least some skill, and a turn of training.
fn qualification(
    book: &Rulebook,
    who: &Person,
    team: &Team,
    class: ShipClassId,
    now: u16,
) -> Result<Terms, Refusal> {
    let (rule, special) = (&book.rules.improvements.qualification, &book.rules.improvements.special);
    let ship = book.catalog.ship(class);
    if who.qualifications.has(class) {
        return Err(Refusal::AlreadyQualified);
    }
    // Mine Now: Scum beside the conflict may learn to fly ships of the other factions.
    let mine_now = team.standpoint == Standpoint::Fringe && book.rules.scum.black_market.mine_now_allowed;
    if ship.size == BaseSize::Huge || !ship.factions[team.cards().index()] && !mine_now {
        return Err(Refusal::CannotQualify);
    }
    // An Outer Rim Smuggler learns the better YT-1300 for less and without sitting out.
    let smuggler = who.card() == Some(special.smuggler) && class == special.smuggler_ship;
    let needs_skill = !smuggler || book.rules.rulings.smuggler_needs_minimum_skill;
    if needs_skill && who.skill < rule.minimum_skill {
        return Err(Refusal::SkillTooLow);
    }
    let (xp, turns) = match (smuggler, ship.size) {
        (true, _) => (special.smuggler_xp, special.smuggler_training_turns),
        (false, BaseSize::Large) => (rule.large_ship_xp, rule.training_turns),
        (false, _) => (rule.small_ship_xp, rule.training_turns),
    };
    // A wounded pilot cannot train at the same time.
    if 0 < turns && now < who.ready_turn {
        return Err(Refusal::Busy);
    }
    Ok(Terms { xp: xp.into(), points: rule.points.into(), skill: who.skill, turns: turns.into() })
}

/// Improve pilot skill, to a maximum.
pub(super) fn skill(book: &Rulebook, who: &Person, with_jump: bool) -> Result<Terms, Refusal> {
    let rule = &book.rules.improvements.skill;
    if rule.maximum <= who.skill {
        return Err(Refusal::SkillAtMaximum);
    }
    let terms = match skill_jump(book, who) {
        Some(jump) if with_jump || jump.compulsory => {
            Terms { xp: jump.xp.into(), points: jump.points.into(), skill: jump.to, turns: 0 }
        }
        _ => Terms { xp: rule.xp.into(), points: rule.points.into(), skill: who.skill + rule.step, turns: 0 },
    };
    Ok(Terms { skill: terms.skill.min(rule.maximum), ..terms })
}

/// The special exception that is open to a pilot at his present skill.
pub fn skill_jump(book: &Rulebook, who: &Person) -> Option<SkillJump> {
    let card = who.card()?;
    let origin = book.catalog.pilot(card).ships[0];
    let open = |jump: &&SkillJump| {
        jump.pilot.is_none_or(|pilot| pilot == card)
            && jump.ship.is_none_or(|ship| ship == origin)
            && jump.from == who.skill
            && !(jump.first_only && who.skill_improved)
    };
    book.rules.improvements.skill_jumps.values().find(open).copied()
}

/// Add an elite slot. The Test Pilot title's slot comes on top of it.
fn elite_slot(book: &Rulebook, who: &Person) -> Result<Terms, Refusal> {
    let rule = &book.rules.improvements.elite_slot;
    if rule.maximum_slots <= who.elite_slots {
        return Err(Refusal::HasEliteSlot);
    }
    if who.skill < rule.minimum_skill {
        return Err(Refusal::SkillTooLow);
    }
    Ok(Terms { xp: rule.xp.into(), points: rule.points.into(), skill: who.skill, turns: 0 })
}

/// Add an elite or a generic crew card as pilot ability. A unique pilot has his own already.
fn ability(
    book: &Rulebook,
    who: &Person,
    cards: Faction,
    card: UpgradeId,
    slot: Slot,
) -> Result<Terms, Refusal> {
    let improvements = &book.rules.improvements;
    let rule = if slot == Slot::Elite { &improvements.elite_ability } else { &improvements.crew_ability };
    let upgrade = book.catalog.upgrade(card);
    if upgrade.slot != slot || upgrade.huge_ship_only || !book.in_era(upgrade.in_era) {
        return Err(Refusal::DoesNotFit);
    }
    if slot == Slot::Crew && upgrade.unique {
        return Err(Refusal::NotGeneric);
    }
    let held = u8::from(who.unique) + u8::from(who.ability.is_some());
    if improvements.special.abilities_per_pilot <= held || who.ability.is_some() {
        return Err(Refusal::HasAbility);
    }
    if who.skill < rule.minimum_skill {
        return Err(Refusal::SkillTooLow);
    }
    let foreign = upgrade.faction.is_some_and(|faction| faction != cards);
    if foreign && improvements.special.abilities_are_faction_bound {
        return Err(Refusal::WrongFaction);
    }
    let points = book.upgrade(card).squad_points as i8;
    Ok(Terms { xp: rule.xp(points).into(), points: rule.points(points).into(), skill: who.skill, turns: 0 })
}

/// Elite slots of a pilot, those of the Test Pilot title included.
pub fn elite_slots(book: &Rulebook, who: &Person) -> u8 {
    match who.title {
        // The title gives one more, up to two.
        Some(_) => (who.elite_slots + 1).min(book.rules.improvements.special.test_pilot_elite_slots),
        None => who.elite_slots,
    }
}
