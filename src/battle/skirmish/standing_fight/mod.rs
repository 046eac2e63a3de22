//! Static mode: every ship always has a shot, at one fixed range; nobody moves, acts or flees.
//!
//! The rules, so that anybody can compute the chain anew:
//! 1. A round goes through pilot skills from the highest down. At each skill the ships of the side with initiative
//!    fire first, in list order. A coin decides initiative, once a battle.
//! 2. A ship fires its primary weapon at the first foe of the list that is not destroyed, so a squad's fire meets on one target.
//! 3. A ship destroyed by a foe of its own pilot skill before it had its turn still fires, then is removed.
//! 4. With a focus flag each ship of that side gets a focus token at the start of the round. It is spent on the first roll that
//!    it helps: an attack roll with a focus result, or a defense roll whose focus results cancel something more.
//! 5. The battle ends with the round in which a side has no ship left. Both gone: a draw.
//! 6. With damage cards, the texts that need no board count: see [`cards`].

pub mod cards;
pub mod exact;

use crate::battle::attack::{
    Attack, DamageDeck, RangeBand, Toughness, WeaponKind, attack, range_combat_bonus,
};
use crate::battle::engagement::DamageDeckKind;
use crate::chance::Chance;
use crate::ids::Side;

use cards::CardDamage;

/// What a ship is in a fight without movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StandingShip {
    pub skill: u8,
    pub attack: u8,
    pub agility: u8,
    pub hull: u8,
    pub shields: u8,
}

/// The whole set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingFight {
    /// Attacker, defender.
    pub squads: [Vec<StandingShip>; 2],
    pub range: RangeBand,
    /// Each ship of that side gets a focus token each round.
    pub focus: [bool; 2],
    pub damage: DamageText,
}

/// How crits on the hull are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamageText {
    /// A crit is one damage with no card text.
    Plain,
    Cards(DamageDeckKind),
}

/// A fight that nobody can win would never end; this many rounds without a decision are a draw. With the dice of any
/// real ship the chance to get there is below 1e-100.
pub const ROUND_LIMIT: u32 = 10_000;

/// How the fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StandingEnd {
    pub winner: Option<Side>,
    pub rounds: u32,
}

/// A ship as it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    pub(crate) toughness: Toughness,
    pub(crate) skill: u8,
    pub(crate) focus_token: bool,
    /// Had its turn to fire this round.
    pub(crate) fired: bool,
    /// Off the board. A destroyed ship that may still fire is not yet off it.
    pub(crate) removed: bool,
    pub(crate) cards: CardDamage,
}

/// Ships on the board; made once per thread of work and reset for each fight, so that no trial allocates.
#[derive(Debug, Clone)]
pub struct Field {
    pub(crate) ships: [Vec<Standing>; 2],
    pub(crate) decks: [DamageDeck; 2],
}

impl Field {
    pub fn new(fight: &StandingFight) -> Field {
        let kind = match fight.damage {
            DamageText::Plain => DamageDeckKind::Original,
            DamageText::Cards(kind) => kind,
        };
        let stand = |ship: &StandingShip| Standing {
            toughness: Toughness { shields: ship.shields, hull: ship.hull, damage: 0 },
            skill: ship.skill,
            focus_token: false,
            fired: false,
            removed: false,
            cards: CardDamage::default(),
        };
        let ships = [0, 1].map(|side: usize| fight.squads[side].iter().map(stand).collect());
        Field { ships, decks: [DamageDeck::new(kind); 2] }
    }

    fn is_empty(&self, side: Side) -> bool {
        self.ships[side.index()].iter().all(|ship| ship.removed)
    }

    /// Takes a destroyed ship off the board, unless it is its turn at this pilot skill too and still to come.
    fn remove_if_done(&mut self, side: Side, index: usize, skill: u8) {
        let ship = &mut self.ships[side.index()][index];
        let may_still_fire = !ship.fired && ship.skill == skill;
        if ship.toughness.is_destroyed() && !may_still_fire {
            ship.removed = true;
            self.decks[side.index()].discard(ship.cards.on_ship());
        }
    }

    /// The first foe of the list that is not destroyed.
    fn target(&self, of: Side) -> Option<usize> {
        self.ships[of.foe().index()].iter().position(|ship| !ship.removed && !ship.toughness.is_destroyed())
    }
}

impl StandingFight {
    /// Fights to the end, from a fresh copy of `start`.
    pub fn fight<C: Chance>(&self, chance: &mut C, start: &Field, field: &mut Field) -> StandingEnd {
        for side in 0..2 {
            field.ships[side].copy_from_slice(&start.ships[side]);
        }
        field.decks = start.decks;
        let first = if chance.number(2) == 1 { Side::Attacker } else { Side::Defender };
        for rounds in 1..=ROUND_LIMIT {
            self.round(chance, field, first);
            match (field.is_empty(Side::Attacker), field.is_empty(Side::Defender)) {
                (false, false) => {}
                (true, true) => return StandingEnd { winner: None, rounds },
                (true, false) => return StandingEnd { winner: Some(Side::Defender), rounds },
                (false, true) => return StandingEnd { winner: Some(Side::Attacker), rounds },
            }
        }
        StandingEnd { winner: None, rounds: ROUND_LIMIT }
    }

    /// One round; `first` has initiative.
    pub(crate) fn round<C: Chance>(&self, chance: &mut C, field: &mut Field, first: Side) {
        for side in Side::BOTH {
            for ship in &mut field.ships[side.index()] {
                ship.focus_token = self.focus[side.index()];
                ship.fired = false;
            }
        }
        if let DamageText::Cards(_) = self.damage {
            cards::start_of_combat(chance, field, first);
        }
        let mut step = next_skill(field, u8::MAX);
        while let Some(skill) = step {
            for side in [first, first.foe()] {
                for index in 0..field.ships[side.index()].len() {
                    let ship = field.ships[side.index()][index];
                    if ship.removed || ship.fired || ship.skill != skill {
                        continue;
                    }
                    if let Some(target) = field.target(side) {
                        self.shoot(chance, field, (side, index), target, skill);
                    }
                    field.ships[side.index()][index].fired = true;
                    field.remove_if_done(side, index, skill);
                }
            }
            step = next_skill(field, skill);
        }
    }

    fn shoot<C: Chance>(
        &self,
        chance: &mut C,
        field: &mut Field,
        (side, index): (Side, usize),
        target: usize,
        skill: u8,
    ) {
        let bonus = range_combat_bonus(WeaponKind::Primary, self.range);
        let mut shooter = field.ships[side.index()][index];
        let mut victim = field.ships[side.foe().index()][target];
        let weapon = self.squads[side.index()][index].attack;
        let agility = self.squads[side.foe().index()][target].agility;
        let mut what = Attack {
            attack_dice: shooter.cards.attack_dice(weapon + bonus.attack_dice),
            defense_dice: victim.cards.agility(agility) + bonus.defense_dice,
            ..Attack::default()
        };
        what.attacker.focus_token = shooter.focus_token;
        what.defender.focus_token = victim.focus_token;
        let result = attack(chance, &what);
        shooter.focus_token &= !result.attacker_focus_spent;
        shooter.cards.after_attack();
        victim.focus_token &= !result.defender_focus_spent;

        let deck = &mut field.decks[side.foe().index()];
        match self.damage {
            DamageText::Plain => {
                let dealt = victim.toughness.suffer(result.hits, result.crits);
                victim.toughness.damage += dealt.face_down + dealt.face_up;
            }
            DamageText::Cards(_) => cards::suffer(chance, deck, &mut victim, result.hits, result.crits),
        }
        field.ships[side.index()][index] = shooter;
        field.ships[side.foe().index()][target] = victim;
        field.remove_if_done(side.foe(), target, skill);
    }
}

/// The highest pilot skill below `above` of a ship that has not fired.
fn next_skill(field: &Field, above: u8) -> Option<u8> {
    let ships = field.ships.iter().flatten();
    ships.filter(|ship| !ship.removed && !ship.fired && ship.skill < above).map(|ship| ship.skill).max()
}

#[cfg(test)]
mod tests;
