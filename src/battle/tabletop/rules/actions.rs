//! Rule: Actions. (Rules Reference, "Actions", "Free actions", and each action's heading)
//!
//! A ship takes one action of its bar, of a card, of a face-up damage card or of the mission; an action of one name
//! once a round; none at all while it is stressed.

use crate::battle::attack::DamageCard;
use crate::battle::engagement::DamageDeckKind;
use crate::battle::tabletop::event::BattleEvent;
use crate::battle::tabletop::event::{ActionTaken, MoveKind};
use crate::catalog::{Action, Difficulty};
use crate::chance::{AttackFace, Chance};
use crate::events::Sink;
use crate::geometry::{Hand, Pose, Template, strip_overlaps_polygon};

use super::super::battle::{Battle, View};
use super::super::effects::Word;
use super::super::few::{Few, bits};
use super::super::missions;
use super::super::state::Leaving;
use super::range::{at_range, ships_at_range};
use super::reposition::{ROLL_LENGTH, ROLL_SHARES, forward, polygons_overlap, roll_strip, sideways};
use super::skill::pilot_skill;
use super::{bombs, critical_damage, end_phase, maneuver, obstacles, stress, target_lock, touching};

/// Friends whom coordinate and squad leaders reach.
const FRIEND_RANGE: u8 = 2;

/// One thing that a ship could do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionChoice {
    Focus,
    Evade,
    TargetLock(u8),
    BarrelRoll(Hand, i8),
    /// 0 straight, 1 left bank, 2 right bank.
    Boost(u8),
    Cloak,
    /// An entry of the dial of the speed just flown.
    Slam(u8),
    Coordinate(u8),
    RotateArc(u8),
    /// Cards.
    Mark,
    Expose,
    ForFriend(u8),
    FocusFriends,
    Sabotage(u8),
    DropMine(u8),
    Repair(DamageCard),
    /// A mission's rule and the token or ship acted on.
    Mission {
        rule: u8,
        on: u8,
    },
}

/// An action and where the ship would stand after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionOption {
    pub choice: ActionChoice,
    pub end: Pose,
}

/// More than any ship can do at once; what does not fit is left out from the end.
pub const MAX_ACTIONS: usize = 64;
pub type Options = Few<ActionOption, MAX_ACTIONS>;

/// Which actions are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds {
    pub bar: bool,
    pub cards: bool,
    pub roll_only: bool,
    /// Boosts beside the rolls.
    pub boosts: bool,
}

impl Kinds {
    pub const FULL: Kinds = Kinds { bar: true, cards: true, roll_only: false, boosts: false };
    pub const BAR: Kinds = Kinds { cards: false, ..Kinds::FULL };
    pub const ROLL_ONLY: Kinds = Kinds { bar: false, cards: false, roll_only: true, boosts: false };
    pub const ROLL_OR_BOOST: Kinds = Kinds { boosts: true, ..Kinds::ROLL_ONLY };
}

/// Bits of `actions_taken` for actions that are not on a bar.
const MARK_BIT: u32 = 16;
const EXPOSE_BIT: u32 = 17;
const FRIEND_BIT: u32 = 18;
const FOCUS_FRIENDS_BIT: u32 = 19;
const SABOTAGE_BIT: u32 = 20;
const MINE_BIT: u32 = 21;
const REPAIR_BIT: u32 = 22;

fn taken_bit(choice: ActionChoice) -> u32 {
    match choice {
        ActionChoice::Focus => Action::Focus.index() as u32,
        ActionChoice::Evade => Action::Evade.index() as u32,
        ActionChoice::TargetLock(_) => Action::TargetLock.index() as u32,
        ActionChoice::BarrelRoll(..) => Action::BarrelRoll.index() as u32,
        ActionChoice::Boost(_) => Action::Boost.index() as u32,
        ActionChoice::Cloak => Action::Cloak.index() as u32,
        ActionChoice::Slam(_) => Action::Slam.index() as u32,
        ActionChoice::Coordinate(_) => Action::Coordinate.index() as u32,
        ActionChoice::RotateArc(_) => Action::RotateArc.index() as u32,
        ActionChoice::Mark => MARK_BIT,
        ActionChoice::Expose => EXPOSE_BIT,
        ActionChoice::ForFriend(_) => FRIEND_BIT,
        ActionChoice::FocusFriends => FOCUS_FRIENDS_BIT,
        ActionChoice::Sabotage(_) => SABOTAGE_BIT,
        ActionChoice::DropMine(_) => MINE_BIT,
        ActionChoice::Repair(_) => REPAIR_BIT,
        // Mission actions keep their own count: some may be repeated.
        ActionChoice::Mission { .. } => 31,
    }
}

/// Everything that a ship may do now.
pub fn options(view: View<'_>, ship: usize, kinds: Kinds, free: bool) -> Options {
    let (state, loadout) = (view.ship(ship), view.loadout(ship));
    let here = state.pose;
    let mut options = Options::new_with(ActionOption { choice: ActionChoice::Focus, end: here });
    if !state.is_active() || state.leaving == Leaving::Fleeing {
        return options;
    }
    let stressed = 0 < state.stress;
    if kinds.cards {
        missions::action_options(view, ship, stressed, &mut options);
    }
    if stressed {
        return options;
    }
    let fresh = |bit: u32| state.marks.actions_taken >> bit & 1 == 0;
    let sensors_down = 0 < state.cards.face_up(DamageCard::DamagedSensorArray);
    let later_deck = view.table.switches.damage_deck == DamageDeckKind::ForceAwakens;
    let on_bar = |action: Action| loadout.has_action(action) && fresh(action.index() as u32);
    let mut add = |choice, end| {
        options.push(ActionOption { choice, end });
    };
    if kinds.bar && !sensors_down {
        if on_bar(Action::Focus) {
            add(ActionChoice::Focus, here);
        }
        if on_bar(Action::Evade) {
            add(ActionChoice::Evade, here);
        }
        if on_bar(Action::TargetLock) {
            for foe in bits(
                view.state.mask(|other| other.side != state.side && other.is_on_board() && other.targetable),
            ) {
                if usize::from(state.lock) != foe && target_lock::may_lock(view, ship, foe) {
                    add(ActionChoice::TargetLock(foe as u8), here);
                }
            }
        }
        if on_bar(Action::Cloak) && !state.cloaked {
            add(ActionChoice::Cloak, here);
        }
        // Never as a free action.
        if on_bar(Action::Slam) && !free {
            for (i, entry) in loadout.dial().iter().enumerate() {
                if entry.speed == state.marks.speed_flown {
                    let (end, _) = maneuver::foresee(view, ship, entry);
                    add(ActionChoice::Slam(i as u8), end);
                }
            }
        }
        if on_bar(Action::Coordinate) {
            for friend in bits(ships_at_range(view, ship, view.state.fleet(state.side), FRIEND_RANGE)) {
                add(ActionChoice::Coordinate(friend as u8), here);
            }
        }
        if on_bar(Action::RotateArc) {
            for quadrant in (0..4).filter(|quadrant| *quadrant != state.arc) {
                add(ActionChoice::RotateArc(quadrant), here);
            }
        }
    }
    if (kinds.boosts && fresh(Action::Boost.index() as u32))
        || (kinds.bar && !sensors_down && on_bar(Action::Boost))
    {
        for (i, template) in BOOSTS.into_iter().enumerate() {
            if let Some(end) = forward(view, ship, template) {
                add(ActionChoice::Boost(i as u8), end);
            }
        }
    }
    if (kinds.roll_only && fresh(Action::BarrelRoll.index() as u32))
        || (kinds.bar && !sensors_down && on_bar(Action::BarrelRoll))
    {
        for hand in Hand::BOTH {
            for share in ROLL_SHARES {
                if let Some(end) = sideways(view, ship, ROLL_LENGTH, hand, share) {
                    add(ActionChoice::BarrelRoll(hand, share as i8), end);
                }
            }
        }
    }
    if kinds.cards {
        if fresh(REPAIR_BIT) {
            for (card, _) in critical_damage::repairs(view.table.switches.damage_deck, &state.cards) {
                add(ActionChoice::Repair(card), here);
            }
        }
        // In the later deck a damaged array leaves nothing but repairs.
        if !(sensors_down && later_deck) {
            card_options(view, ship, &fresh, &mut add);
        }
    }
    options
}

const BOOSTS: [Template; 3] =
    [Template::straight(1), Template::bank(Hand::Left, 1), Template::bank(Hand::Right, 1)];

/// Actions that cards give.
fn card_options(
    view: View<'_>,
    ship: usize,
    fresh: &impl Fn(u32) -> bool,
    add: &mut impl FnMut(ActionChoice, Pose),
) {
    let state = view.ship(ship);
    let here = state.pose;
    if view.has(ship, Word::ActionMarked) && fresh(MARK_BIT) {
        add(ActionChoice::Mark, here);
    }
    if view.has(ship, Word::ActionExpose) && fresh(EXPOSE_BIT) {
        add(ActionChoice::Expose, here);
    }
    let friends = view.state.fleet(state.side) & !(1 << ship);
    if view.has(ship, Word::ActionForFriend) && fresh(FRIEND_BIT) {
        let own = pilot_skill(view, ship);
        for friend in bits(ships_at_range(view, ship, friends, FRIEND_RANGE)) {
            if pilot_skill(view, friend) < own {
                add(ActionChoice::ForFriend(friend as u8), here);
            }
        }
    }
    if view.has(ship, Word::ActionFocusFriends)
        && fresh(FOCUS_FRIENDS_BIT)
        && ships_at_range(view, ship, friends, FRIEND_RANGE) != 0
    {
        add(ActionChoice::FocusFriends, here);
    }
    if view.has(ship, Word::ActionSabotage) && fresh(SABOTAGE_BIT) {
        for foe in bits(view.foes(state.side)) {
            if 0 < view.ship(foe).cards.n_face_down() && at_range(view, ship, foe, 1) {
                add(ActionChoice::Sabotage(foe as u8), here);
            }
        }
    }
    for (i, bomb) in view.loadout(ship).bombs().iter().enumerate() {
        if bomb.is_mine() && 0 < state.bombs[i] && fresh(MINE_BIT) {
            add(ActionChoice::DropMine(i as u8), here);
        }
    }
}

/// The Perform Action step, with what may follow it.
pub fn action_step<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let options = options(battle.view(), ship, Kinds::FULL, false);
    if !choose_and_take(battle, ship, &options) {
        return;
    }
    for _ in 0..missions::free_actions(battle.view(), ship) {
        free_action(battle, ship, Kinds::FULL);
    }
}

/// A free action, where the ship may take one; says whether it did.
pub fn free_action<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    kinds: Kinds,
) -> bool {
    let options = options(battle.view(), ship, kinds, true);
    choose_and_take(battle, ship, &options)
}

fn choose_and_take<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    options: &Options,
) -> bool {
    if options.is_empty() {
        return false;
    }
    let side = battle.ship(ship).side;
    let choice = battle.ask(side, |policy, view| policy.action(view, ship, options));
    let Some(option) = choice.and_then(|choice| options.get(choice).copied()) else { return false };
    take(battle, ship, option);
    push_the_limit(battle, ship);
    true
}

/// Once a round after an action: a free action of the bar, then stress.
fn push_the_limit<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let state = battle.ship(ship);
    if !state.is_active() || state.marks.extra_action_used || !battle.has(ship, Word::ActionThenStress) {
        return;
    }
    let options = options(battle.view(), ship, Kinds::BAR, true);
    if options.is_empty() || !battle.wants(ship, Word::ActionThenStress) {
        return;
    }
    let side = battle.ship(ship).side;
    let choice = battle.ask(side, |policy, view| policy.action(view, ship, &options));
    if let Some(option) = choice.and_then(|choice| options.get(choice).copied()) {
        battle.ship_mut(ship).marks.extra_action_used = true;
        take(battle, ship, option);
        battle.give_stress(ship, 1);
    }
}

/// Does what was chosen.
fn take<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, option: ActionOption) {
    battle.ship_mut(ship).marks.actions_taken |= 1 << taken_bit(option.choice);
    match option.choice {
        ActionChoice::Focus => {
            tell(battle, ship, ActionTaken::Focus);
            let extra = u8::from(battle.has(ship, Word::ExtraFocus));
            battle.give_focus(ship, 1 + extra);
        }
        ActionChoice::Evade => {
            tell(battle, ship, ActionTaken::Evade);
            battle.give_evade(ship, 1);
        }
        ActionChoice::TargetLock(target) => {
            tell(battle, ship, ActionTaken::TargetLock { target });
            battle.lock(ship, usize::from(target));
        }
        ActionChoice::BarrelRoll(..) => {
            tell(battle, ship, ActionTaken::BarrelRoll);
            set_down(battle, ship, MoveKind::BarrelRoll, None, option.end);
        }
        ActionChoice::Boost(which) => {
            tell(battle, ship, ActionTaken::Boost);
            set_down(battle, ship, MoveKind::Boost, Some(BOOSTS[usize::from(which) % 3]), option.end);
        }
        ActionChoice::Cloak => cloak(battle, ship),
        ActionChoice::Slam(dial) => slam(battle, ship, usize::from(dial)),
        ActionChoice::Coordinate(friend) => {
            tell(battle, ship, ActionTaken::Coordinate { friend });
            free_action(battle, usize::from(friend), Kinds::FULL);
        }
        ActionChoice::RotateArc(quadrant) => {
            tell(battle, ship, ActionTaken::RotateArc { quadrant });
            battle.ship_mut(ship).arc = quadrant;
        }
        ActionChoice::Mark => {
            tell_card(battle, ship, Word::ActionMarked);
            battle.ship_mut(ship).marks.marked = true;
        }
        ActionChoice::Expose => {
            tell_card(battle, ship, Word::ActionExpose);
            battle.ship_mut(ship).marks.exposed = true;
        }
        ActionChoice::ForFriend(friend) => {
            tell_card(battle, ship, Word::ActionForFriend);
            free_action(battle, usize::from(friend), Kinds::FULL);
        }
        ActionChoice::FocusFriends => focus_friends(battle, ship),
        ActionChoice::Sabotage(foe) => {
            tell_card(battle, ship, Word::ActionSabotage);
            if matches!(battle.attack_die(ship), AttackFace::Hit | AttackFace::Crit) {
                end_phase::turn_card_up(battle, usize::from(foe));
            }
        }
        ActionChoice::DropMine(bomb) => {
            let card = battle.loadout(ship).bombs()[usize::from(bomb)].card;
            tell(battle, ship, ActionTaken::Card { card });
            bombs::drop_bomb(battle, ship, usize::from(bomb));
        }
        ActionChoice::Repair(card) => {
            let repaired = critical_damage::repair(battle, ship, card);
            tell(battle, ship, ActionTaken::Repair { card, repaired });
        }
        ActionChoice::Mission { rule, on } => missions::take_action(battle, ship, rule, on),
    }
}

/// A free cloak action that a card gives: not under stress, not twice a round.
pub fn may_cloak_freely(view: View<'_>, ship: usize) -> bool {
    let state = view.ship(ship);
    !state.cloaked && state.stress == 0 && state.marks.actions_taken >> Action::Cloak.index() & 1 == 0
}

/// A free focus action that a card gives, under the same conditions.
pub fn free_focus<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    let state = battle.ship(ship);
    let end = state.pose;
    if state.stress == 0 && state.marks.actions_taken >> Action::Focus.index() & 1 == 0 {
        take(battle, ship, ActionOption { choice: ActionChoice::Focus, end });
    }
}

/// The cloak action, of the bar or of a card.
pub fn cloak<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    battle.ship_mut(ship).marks.actions_taken |= 1 << Action::Cloak.index();
    tell(battle, ship, ActionTaken::Cloak);
    battle.ship_mut(ship).cloaked = true;
    battle.show_tokens(ship);
}

fn tell<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, action: ActionTaken) {
    battle.emit(BattleEvent::Action { ship: ship as u8, action });
}

fn tell_card<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, word: Word) {
    let card =
        battle.loadout(ship).effects().iter().find(|carried| carried.effect.word == word).map(|row| row.card);
    if let Some(card) = card {
        tell(battle, ship, ActionTaken::Card { card });
    }
}

/// Boost and barrel roll are no maneuvers: no bump, no stress check.
fn set_down<C: Chance, S: Sink<BattleEvent>>(
    battle: &mut Battle<'_, C, S>,
    ship: usize,
    kind: MoveKind,
    template: Option<Template>,
    end: Pose,
) {
    let start = battle.ship(ship).pose;
    battle.ship_mut(ship).pose = end;
    let parameter = crate::geometry::PATH_END;
    battle.emit(BattleEvent::Moved { ship: ship as u8, kind, template, start, parameter, end });
    touching::moved_away(battle, ship);
    let base = battle.ship(ship).base;
    let crossed = match template {
        Some(template) => obstacles::mines_crossed(battle, |mine| {
            strip_overlaps_polygon(template, base, start, parameter, mine)
        }),
        None => {
            let strip = roll_strip(base, ROLL_LENGTH, start, end);
            obstacles::mines_crossed(battle, |mine| polygons_overlap(&strip, mine))
        }
    };
    obstacles::overlapped_without_maneuver(battle, ship, crossed);
}

/// SLAM: a second maneuver of the speed just flown, then no attacks.
fn slam<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize, dial: usize) {
    tell(battle, ship, ActionTaken::Slam);
    let entry = battle.loadout(ship).dial()[dial];
    let color = maneuver::difficulty(battle.view(), ship, &entry);
    let met = maneuver::execute(battle, ship, &entry, MoveKind::Slam);
    if !battle.ship(ship).is_on_board() {
        return;
    }
    stress::check_pilot_stress(battle, ship, if color == Difficulty::Red { Difficulty::Red } else { color });
    obstacles::before_action(battle, ship, &met);
    obstacles::damage_dice(battle, ship, &met, false);
    obstacles::damage_dice(battle, ship, &met, true);
    if battle.ship(ship).is_on_board() {
        battle.ship_mut(ship).weapons_disabled = true;
        battle.show_tokens(ship);
    }
}

/// Two friends get a focus token each, the ship stress.
fn focus_friends<C: Chance, S: Sink<BattleEvent>>(battle: &mut Battle<'_, C, S>, ship: usize) {
    tell_card(battle, ship, Word::ActionFocusFriends);
    let view = battle.view();
    let friends = ships_at_range(view, ship, view.state.fleet(view.ship(ship).side), FRIEND_RANGE);
    // Those with fewest tokens first.
    let mut order: Few<(u8, u8), 32> = Few::new();
    bits(friends).for_each(|friend| {
        order.push((view.ship(friend).focus, friend as u8));
    });
    order.sort_unstable();
    let order = order;
    for (_, friend) in order.iter().take(2) {
        battle.give_focus(usize::from(*friend), 1);
    }
    battle.give_stress(ship, 1);
}
