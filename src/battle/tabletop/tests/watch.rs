//! Somebody who knows the rules looks on: follows the event log with a table of his own and complains at the first
//! thing that the rules do not allow.

use crate::battle::attack::DamageCard;
use crate::battle::tabletop::battle::{Battle, Table};
use crate::battle::tabletop::effects::Word;
use crate::battle::tabletop::event::{ActionTaken, BattleEvent, MoveKind, Phase, TokenCounts};
use crate::battle::tabletop::state::{Leaving, NONE, Status};
use crate::chance::Chance;
use crate::config::mission::Special;
use crate::events::Sink;
use crate::geometry::{Base, Pose, overlap_base_base};
use crate::ids::Side;

/// More tokens of a kind than any battle has seen.
const MANY_TOKENS: u8 = 24;

/// What the onlooker knows of a ship.
#[derive(Debug, Clone, Copy)]
struct Seen {
    side: Side,
    base: Base,
    pose: Pose,
    skill: u8,
    shields: u8,
    stress: u8,
    cloaked: bool,
    disabled: bool,
    fleeing: bool,
    moves: u8,
    actions: u8,
    granted: u8,
    attacks: u8,
}

pub struct Watch {
    pub events: u64,
    last: Option<BattleEvent>,
    phase: Phase,
    initiative: Side,
    ships: [Option<Seen>; 32],
    /// The ship that stands for a mission's token, and the token placed last.
    token_ships: [u8; 32],
    placed: Option<(u8, Pose)>,
    /// Attacks a round and actions a round, by what the ship's cards allow.
    attacks_allowed: [u8; 32],
    actions_allowed: [u8; 32],
    /// Somebody may fight at another skill than his own.
    lends_skill: bool,
    /// Ships that move at skill 0, and ships with cards that changed their skill, as masks.
    moves_at_zero: u32,
    odd_skill: u32,
    mission_actions: bool,
    /// Skill and side of whoever moved or fired last in this phase.
    last_mover: Option<(u8, Side)>,
    last_shooter: Option<(u8, Side, u8)>,
}

impl Watch {
    pub fn new(table: &Table<'_>) -> Watch {
        let mut watch = Watch {
            events: 0,
            last: None,
            phase: Phase::SetUp,
            initiative: Side::Attacker,
            ships: [None; 32],
            token_ships: [NONE; 32],
            placed: None,
            attacks_allowed: [1; 32],
            actions_allowed: [1; 32],
            lends_skill: table.mission.special.iter().any(|rule| matches!(rule, Special::Orders(_))),
            moves_at_zero: 0,
            odd_skill: 0,
            mission_actions: !table.mission.actions.is_empty() || !table.mission.special.is_empty(),
            last_mover: None,
            last_shooter: None,
        };
        for (i, loadout) in table.loadouts.iter().enumerate() {
            let says = |word: Word| u8::from(loadout.words.has(word));
            let one_use = loadout.weapons().iter().map(|weapon| weapon.attacks).max().unwrap_or(1).max(1);
            let uses = 1
                + says(Word::TurretAfterPrimary)
                + says(Word::PrimaryAfterCannon)
                + says(Word::RearAttackToo)
                + says(Word::AttackAgainAfterMiss).max(says(Word::AttackAgainWithFocus));
            watch.attacks_allowed[i] = one_use * uses;
            watch.actions_allowed[i] = 1
                + says(Word::ActionThenStress)
                + says(Word::RollOnGreenReveal)
                + says(Word::FocusAfterGreen)
                + says(Word::MoveBeforeReveal)
                + says(Word::CloakAfterAttack);
            watch.lends_skill |= loadout.words.has(Word::LendSkill);
            watch.moves_at_zero |= u32::from(says(Word::ActivatesAtZero)) << i;
        }
        watch
    }

    fn ship(&mut self, ship: u8) -> &mut Seen {
        let (phase, last) = (self.phase, self.last);
        let seen = self.ships[usize::from(ship)].as_mut();
        seen.unwrap_or_else(|| panic!("ship {ship} is not there: {last:?} in {phase:?}"))
    }

    /// Nobody stands on anybody else.
    fn stands_free(&self, ship: u8, event: &BattleEvent) {
        let own = self.ships[usize::from(ship)].expect("there");
        for (i, other) in self.ships.iter().enumerate().filter(|(i, _)| *i != usize::from(ship)) {
            if let Some(other) = other {
                let over = overlap_base_base(own.base, other.base, own.pose.relative(other.pose));
                assert!(!over, "ship {ship} stands on ship {i} after {event:?}");
            }
        }
    }

    /// Lowest skill first, of equals the side with initiative.
    fn check_mover(&mut self, ship: u8, event: &BattleEvent) {
        let seen = *self.ship(ship);
        assert_eq!(self.phase, Phase::Activation, "{event:?}");
        assert!(seen.moves == 0, "ship {ship} flies two maneuvers: {event:?}");
        self.ship(ship).moves += 1;
        if (self.odd_skill | self.moves_at_zero) >> ship & 1 == 1 {
            return;
        }
        if let Some((skill, side)) = self.last_mover {
            assert!(skill <= seen.skill, "skill {} moves after {skill}: {event:?}", seen.skill);
            let tie = skill == seen.skill && side != seen.side;
            assert!(!tie || side == self.initiative, "initiative is broken by {event:?}");
        }
        self.last_mover = Some((seen.skill, seen.side));
    }

    /// Highest skill first, of equals the side with initiative; only as many attacks as the cards allow.
    fn check_shooter(&mut self, ship: u8, target: u8, range: u8, event: &BattleEvent) {
        let (seen, foe) = (*self.ship(ship), *self.ship(target));
        assert_eq!(self.phase, Phase::Combat, "{event:?}");
        assert!(seen.side != foe.side && (1..=3).contains(&range), "{event:?}");
        assert!(!seen.cloaked && !seen.disabled && !seen.fleeing, "ship {ship} may not attack: {event:?}");
        self.ship(ship).attacks += 1;
        let allowed = self.attacks_allowed[usize::from(ship)];
        assert!(seen.attacks < allowed, "more than {allowed} attacks of ship {ship}: {event:?}");
        if self.odd_skill >> ship & 1 == 1 || self.lends_skill {
            return;
        }
        if let Some((skill, side, last)) = self.last_shooter
            && last != ship
        {
            assert!(seen.skill <= skill, "skill {} fires after {skill}: {event:?}", seen.skill);
            let tie = skill == seen.skill && side != seen.side;
            assert!(!tie || side == self.initiative, "initiative is broken by {event:?}");
            assert_eq!(seen.attacks, 0, "ship {ship} has its chance twice: {event:?}");
        }
        self.last_shooter = Some((seen.skill, seen.side, ship));
    }

    fn check_action(&mut self, ship: u8, action: ActionTaken, event: &BattleEvent) {
        let seen = *self.ship(ship);
        let mission = matches!(action, ActionTaken::Mission { .. });
        assert!(mission || seen.stress == 0, "a stressed ship acts: {event:?}");
        assert!(!seen.fleeing, "a fleeing ship acts: {event:?}");
        if !mission && !self.mission_actions {
            let allowed = self.actions_allowed[usize::from(ship)] + seen.granted;
            assert!(seen.actions < allowed, "more than {allowed} actions of ship {ship}: {event:?}");
        }
        self.ship(ship).actions += 1;
        match action {
            ActionTaken::Coordinate { friend } => self.ship(friend).granted += 1,
            // A card may give a friend an action: the log does not say whom.
            ActionTaken::Card { .. } => {
                self.ships.iter_mut().flatten().filter(|other| other.side == seen.side).for_each(|other| {
                    other.granted += 1;
                });
            }
            _ => {}
        }
    }

    fn tokens(&mut self, ship: u8, tokens: TokenCounts, event: &BattleEvent) {
        let counts = [
            tokens.focus,
            tokens.evade,
            tokens.stress,
            tokens.ion,
            tokens.tractor,
            tokens.tracking,
            tokens.cargo,
        ];
        assert!(counts.iter().all(|count| *count <= MANY_TOKENS), "{event:?}");
        let seen = self.ship(ship);
        (seen.stress, seen.cloaked, seen.disabled) = (tokens.stress, tokens.cloaked, tokens.weapons_disabled);
    }
}

impl Sink<BattleEvent> for Watch {
    fn event(&mut self, event: &BattleEvent) {
        self.events += 1;
        self.last = Some(*event);
        match *event {
            BattleEvent::ShipEntered { ship, side, base, pose, skill, shields, .. } => {
                assert!(pose.is_finite(), "{event:?}");
                let fresh = Seen {
                    side,
                    base,
                    pose,
                    skill,
                    shields,
                    stress: 0,
                    cloaked: false,
                    disabled: false,
                    fleeing: false,
                    moves: 0,
                    actions: 0,
                    granted: 0,
                    attacks: 0,
                };
                // A ship that jumps is set down anew and keeps what it did in this round.
                let seen = self.ships[usize::from(ship)].get_or_insert(fresh);
                seen.pose = pose;
                self.stands_free(ship, event);
                if let Some((token, _)) = self.placed.take().filter(|(_, at)| *at == pose) {
                    self.token_ships[usize::from(token)] = ship;
                }
            }
            BattleEvent::TokenPlaced { token, pose, .. } => self.placed = Some((token, pose)),
            BattleEvent::TokenMoved { token, end, .. } => {
                let ship = self.token_ships[usize::from(token)];
                if ship != NONE {
                    self.ship(ship).pose = end;
                    self.stands_free(ship, event);
                }
            }
            BattleEvent::TokenRemoved { token } | BattleEvent::TokenFled { token } => {
                let ship = std::mem::replace(&mut self.token_ships[usize::from(token)], NONE);
                if ship != NONE {
                    self.ships[usize::from(ship)] = None;
                }
            }
            BattleEvent::Initiative { side } => self.initiative = side,
            BattleEvent::RoundBegan { .. } => {
                for seen in self.ships.iter_mut().flatten() {
                    (seen.moves, seen.actions, seen.granted, seen.attacks) = (0, 0, 0, 0);
                }
            }
            BattleEvent::PhaseBegan { phase } => {
                self.phase = phase;
                (self.last_mover, self.last_shooter) = (None, None);
            }
            BattleEvent::Moved { ship, kind, start, end, parameter, .. } => {
                assert!(
                    start.is_finite() && end.is_finite() && (0.0..=3.0).contains(&parameter),
                    "{event:?}"
                );
                assert!((end.heading.length() - 1.0).abs() < 1e-9, "{event:?}");
                assert_eq!(self.ship(ship).pose, start, "a move begins where the ship stands: {event:?}");
                self.ship(ship).pose = end;
                self.stands_free(ship, event);
                if matches!(kind, MoveKind::Maneuver | MoveKind::Ion) {
                    self.check_mover(ship, event);
                }
            }
            BattleEvent::Replaced { ship, pose } => {
                self.ship(ship).pose = pose;
                self.stands_free(ship, event);
            }
            BattleEvent::Action { ship, action } => self.check_action(ship, action, event),
            BattleEvent::Tokens { ship, tokens } => self.tokens(ship, tokens, event),
            BattleEvent::LockAcquired { ship, target } => {
                let (own, foe) = (*self.ship(ship), *self.ship(target));
                assert_ne!(own.side, foe.side, "{event:?}");
            }
            BattleEvent::AttackDeclared { attacker, target, range, .. } => {
                self.check_shooter(attacker, target, range, event);
            }
            BattleEvent::Shields { ship, shields } => {
                assert!(shields <= self.ship(ship).shields, "{event:?}");
            }
            BattleEvent::DamageDealt { ship, card, face_up: true }
            | BattleEvent::CardFlipped { ship, card, face_up: true } => {
                let odd = matches!(card, DamageCard::DamagedCockpit | DamageCard::InjuredPilot);
                self.odd_skill |= u32::from(odd) << ship;
            }
            BattleEvent::FleeDeclared { ship, .. } => self.ship(ship).fleeing = true,
            BattleEvent::Fled { ship } | BattleEvent::Destroyed { ship, .. } => {
                assert!(self.ships[usize::from(ship)].take().is_some(), "{event:?}");
            }
            _ => {}
        }
    }
}

/// What must hold between rounds, whatever happened.
pub fn check<C: Chance, S: Sink<BattleEvent>>(battle: &Battle<'_, C, S>) {
    let state = &battle.state;
    let mut on_ships = [0_u32; 2];
    for (i, ship) in state.ships().iter().enumerate() {
        let loadout = battle.loadout(i);
        assert!(ship.pose.is_finite(), "ship {i}: {:?}", ship.pose);
        if ship.status == Status::Destroyed {
            assert!(
                ship.inert || loadout.hull <= ship.damage || ship.fate.by.is_none(),
                "ship {i} died unhurt"
            );
            continue;
        }
        on_ships[ship.side.index()] += u32::from(ship.cards.n_face_up() + ship.cards.n_face_down());
        if ship.status != Status::OnBoard {
            continue;
        }
        assert!(ship.shields <= loadout.shields, "ship {i} has {} shields", ship.shields);
        assert!(ship.damage < loadout.hull, "ship {i} has {} damage", ship.damage);
        assert!(ship.counts_damage || ship.damage == ship.cards.damage(), "ship {i} miscounts its cards");
        assert!(ship.focus <= MANY_TOKENS && ship.evade <= MANY_TOKENS && ship.stress <= MANY_TOKENS);
        assert!(ship.tractor == 0 && !ship.weapons_disabled, "the End phase left tokens on ship {i}");
        if !ship.inert {
            let inside = battle.table.board.holds(ship.base, ship.pose);
            assert!(inside || ship.leaving == Leaving::MustReturn, "ship {i} is outside: {:?}", ship.pose);
        }
        assert!(
            ship.lock == NONE || state.ships[usize::from(ship.lock)].is_on_board(),
            "ship {i} locks a ghost"
        );
        for (weapon, card) in loadout.weapons().iter().enumerate() {
            assert!(ship.charges[weapon] <= card.charges, "ship {i} found ordnance");
        }
        for other in 0..i {
            let there = &state.ships[other];
            let touches = ship.touching >> other & 1;
            assert_eq!(touches, there.touching >> i & 1, "ships {i} and {other} disagree about touching");
            let over = there.is_on_board()
                && overlap_base_base(ship.base, there.base, ship.pose.relative(there.pose));
            assert!(!over, "ships {i} and {other} overlap");
        }
    }
    // Cards are on ships, in the deck or among the discards. A deck is opened anew only when all are on ships.
    for side in Side::BOTH {
        let cards = on_ships[side.index()] + state.decks[side.index()].cards_in_the_box();
        assert!(cards.is_multiple_of(33) && 0 < cards, "{cards} damage cards of the {}", side.name());
    }
}
