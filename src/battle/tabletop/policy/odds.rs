//! What two ships would do to each other, by range and arc: looked up once for a decision that weighs many poses.

use crate::catalog::Requirement;

use super::super::battle::View;
use super::super::effects::Word;
use super::super::loadout::{NO_LIMIT, WeaponCard, WeaponClass};
use super::super::rules::agility::agility;
use super::expect::{EVADE, FOCUS, LOCK, expected_damage, hit_chance};
use super::sight::Sight;

/// What is used up is worth a little less than what is not.
const SPENT: f32 = 0.9;
/// What a token that a hit leaves is worth, in damage: ion takes the next maneuver, a tractor beam agility.
const ION_WORTH: f32 = 0.5;
const TRACTOR_WORTH: f32 = 0.4;
const STRESS_WORTH: f32 = 0.2;
/// A face-up card past shields.
const CARD_WORTH: f32 = 1.3;

/// Tokens that a ship attacks with: those beside it once it has moved, before that a focus token unless it is stressed.
pub fn attack_tokens(view: View<'_>, ship: usize) -> usize {
    let state = view.ship(ship);
    let focus = if state.marks.activated { 0 < state.focus } else { state.stress == 0 };
    if focus { FOCUS } else { 0 }
}

/// The same for its defense.
pub fn defense_tokens(view: View<'_>, ship: usize) -> usize {
    let state = view.ship(ship);
    let evade = if state.marks.activated && 0 < state.evade { EVADE } else { 0 };
    attack_tokens(view, ship) | evade
}

/// Expected damage of one use of a weapon, tokens that a hit leaves counted as damage.
pub fn blow(card: &WeaponCard, dice: (u8, u8), tokens: (usize, usize)) -> f32 {
    let expected = || expected_damage(dice.0, tokens.0, dice.1, tokens.1);
    let hit = || hit_chance(dice.0, tokens.0, dice.1, tokens.1);
    let side = |word: Word, worth: f32| if card.words.has(word) { worth } else { 0.0 };
    let beside = side(Word::IonToken, ION_WORTH)
        + side(Word::TractorToken, TRACTOR_WORTH)
        + side(Word::StressIfUnstressed, STRESS_WORTH);
    let once = match card.fixed_damage {
        Some(damage) => (f32::from(damage) + beside) * hit(),
        None if card.words.has(Word::FaceUpCardInstead) => CARD_WORTH * hit(),
        None if 0.0 < beside => expected() + beside * hit(),
        None => expected(),
    };
    once * f32::from(card.attacks.max(1))
}

/// Expected damage of the best weapon that is ready, by range band, out of arc and in arc.
#[derive(Debug, Clone, Copy, Default)]
pub struct Exchange {
    by: [[f32; 4]; 2],
}

impl Exchange {
    /// `tokens`: of the attacker and of the defender, as in [`expected_damage`]; a lock on the target is among them.
    pub fn new(view: View<'_>, attacker: usize, target: usize, tokens: (usize, usize)) -> Exchange {
        let mut exchange = Exchange::default();
        let agility = agility(view, target) as u8;
        let (loadout, state) = (view.loadout(attacker), view.ship(attacker));
        for (weapon, charges) in loadout.weapons().iter().zip(state.charges) {
            let needs = match weapon.requires {
                Requirement::Nothing => 0,
                Requirement::Focus => FOCUS,
                Requirement::TargetLock => LOCK,
                Requirement::Energy => continue,
            };
            if tokens.0 & needs != needs || charges == 0 || weapon.attack == 0 {
                continue;
            }
            let kept = if weapon.spends_requirement { tokens.0 & !needs } else { tokens.0 };
            let worth = if charges == NO_LIMIT { 1.0 } else { SPENT };
            let primary = weapon.class == WeaponClass::Primary;
            for band in weapon.range_min.max(1)..=weapon.range_max.min(3) {
                let close = u8::from(primary && band == 1);
                let far = u8::from(primary && band == 3);
                let damage = worth * blow(weapon, (weapon.attack + close, agility + far), (kept, tokens.1));
                let arcs = if weapon.any_direction { &mut exchange.by[..] } else { &mut exchange.by[1..] };
                for by_band in arcs {
                    let best = &mut by_band[usize::from(band)];
                    *best = best.max(damage);
                }
            }
        }
        exchange
    }

    /// What a look is worth; nothing where it does not reach.
    #[inline]
    pub fn at(&self, sight: Sight) -> f32 {
        self.by[usize::from(sight.in_arc)][usize::from(sight.band & 3)]
    }
}

/// What the own ship and one enemy would do to each other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Odds {
    /// Without and with a focus token of the own ship.
    pub given: [Exchange; 2],
    pub taken: [Exchange; 2],
    /// A focus token on the attack and the lock that the ship has on this enemy.
    pub lock: usize,
    pub foe_defense: usize,
}

impl Odds {
    pub fn new(view: View<'_>, ship: usize, foe: usize) -> Odds {
        let locked = |from: usize, on: usize| if usize::from(view.ship(from).lock) == on { LOCK } else { 0 };
        let (lock, foe_defense) = (locked(ship, foe), defense_tokens(view, foe));
        let given = [0, FOCUS].map(|tokens| Exchange::new(view, ship, foe, (tokens | lock, foe_defense)));
        let taken = if view.ship(foe).inert {
            [Exchange::default(); 2]
        } else {
            let attack = attack_tokens(view, foe) | locked(foe, ship);
            [0, FOCUS].map(|tokens| Exchange::new(view, foe, ship, (attack, tokens)))
        };
        Odds { given, taken, lock, foe_defense }
    }
}
