//! What a ship brings into battle, worked out once from its cards so that the round loop looks nothing up.

use super::effects::{Effect, When, Word, WordSet, effects_of, effects_of_pilot};
use crate::battle::engagement::SquadShip;
use crate::catalog::{Action, Arc, BaseSize, Bearing, Bits, Difficulty, Requirement, Slot, catalog};
use crate::geometry::{Base, Hand, Pose, Template, Vec2, turn};
use crate::ids::{ShipClassId, UpgradeId};

/// The longest dial has eighteen entries.
pub const MAX_DIAL: usize = 18;
/// The primary weapon and the secondary weapons of the fullest upgrade bar.
pub const MAX_WEAPONS: usize = 8;
pub const MAX_BOMBS: usize = 4;
pub const MAX_EFFECTS: usize = 24;

/// Unlimited use.
pub const NO_LIMIT: u8 = u8::MAX;

/// One ship's cards as numbers and words.
#[derive(Debug, Clone, Copy)]
pub struct Loadout {
    pub class: ShipClassId,
    pub size: BaseSize,
    pub base: Base,
    pub attack: u8,
    pub agility: u8,
    pub hull: u8,
    pub shields: u8,
    pub skill: u8,
    pub arcs: Bits,
    pub actions: Bits,
    /// What the ship's own cards say, weapons not included.
    pub words: WordSet,
    /// The same without elite upgrades, for an injured pilot.
    pub words_without_elite: WordSet,
    /// What the astromech says: gone when it is discarded for a damage card.
    pub astromech_words: WordSet,
    /// Pilot skill that elite upgrades add.
    pub elite_skill: i8,
    pub points: u16,
    /// XP that the pilot may spend on rerolls.
    pub xp: u8,
    pub unique_pilot: bool,
    n_dial: u8,
    n_weapons: u8,
    n_bombs: u8,
    n_effects: u8,
    dial: [DialEntry; MAX_DIAL],
    weapons: [WeaponCard; MAX_WEAPONS],
    bombs: [BombCard; MAX_BOMBS],
    effects: [CarriedEffect; MAX_EFFECTS],
}

/// What a maneuver does at its end, besides the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flip {
    No,
    /// Koiogran turn and Segnor's Loop.
    Around,
    /// Tallon Roll: a further quarter turn to that side.
    Quarter(Hand),
}

/// One entry of the dial with its template and its end pose in the ship's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DialEntry {
    pub speed: u8,
    pub bearing: Bearing,
    pub difficulty: Difficulty,
    /// The colour without the astromech.
    pub printed: Difficulty,
    pub template: Template,
    pub flip: Flip,
    /// Where it ends with nothing in the way, flip included.
    pub end: Pose,
    /// A circle around the whole strip of the template, in the ship's frame.
    pub strip: (Vec2, f64),
}

impl DialEntry {
    pub fn new(speed: u8, bearing: Bearing, difficulty: Difficulty, base: Base) -> DialEntry {
        let (template, flip) = template_of(bearing, speed);
        let end = template.end(base);
        let end = match flip {
            Flip::No => end,
            Flip::Around => end.turned(turn::AROUND),
            Flip::Quarter(Hand::Left) => end.turned(turn::LEFT_90),
            Flip::Quarter(Hand::Right) => end.turned(turn::RIGHT_90),
        };
        let strip = template.strip_circle(base);
        DialEntry { speed, bearing, difficulty, printed: difficulty, template, flip, end, strip }
    }

    pub fn is_straight(&self) -> bool {
        self.bearing == Bearing::Straight
    }

    pub fn is_turn(&self) -> bool {
        matches!(self.bearing, Bearing::TurnLeft | Bearing::TurnRight)
    }
}

/// The template of a bearing and what happens at its end.
pub fn template_of(bearing: Bearing, speed: u8) -> (Template, Flip) {
    use Hand::{Left, Right};
    match bearing {
        Bearing::Straight => (Template::straight(speed), Flip::No),
        Bearing::BankLeft => (Template::bank(Left, speed), Flip::No),
        Bearing::BankRight => (Template::bank(Right, speed), Flip::No),
        Bearing::TurnLeft => (Template::turn(Left, speed), Flip::No),
        Bearing::TurnRight => (Template::turn(Right, speed), Flip::No),
        Bearing::Koiogran => (Template::straight(speed), Flip::Around),
        Bearing::SegnorsLoopLeft => (Template::bank(Left, speed), Flip::Around),
        Bearing::SegnorsLoopRight => (Template::bank(Right, speed), Flip::Around),
        Bearing::TallonRollLeft => (Template::turn(Left, speed), Flip::Quarter(Left)),
        Bearing::TallonRollRight => (Template::turn(Right, speed), Flip::Quarter(Right)),
        Bearing::Stationary => (Template::STATIONARY, Flip::No),
        Bearing::ReverseStraight => (Template { reverse: true, ..Template::straight(speed) }, Flip::No),
        Bearing::ReverseBankLeft => (Template { reverse: true, ..Template::bank(Left, speed) }, Flip::No),
        Bearing::ReverseBankRight => (Template { reverse: true, ..Template::bank(Right, speed) }, Flip::No),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeaponClass {
    Primary,
    Torpedo,
    Missile,
    Cannon,
    Turret,
    /// An illicit blaster and the like.
    Other,
}

impl WeaponClass {
    pub const fn is_ordnance(self) -> bool {
        matches!(self, WeaponClass::Torpedo | WeaponClass::Missile)
    }
}

/// A weapon; index 0 of a loadout is the primary weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeaponCard {
    pub card: Option<UpgradeId>,
    pub class: WeaponClass,
    pub attack: u8,
    pub range_min: u8,
    pub range_max: u8,
    pub any_direction: bool,
    pub requires: Requirement,
    pub spends_requirement: bool,
    /// Uses at the start; `NO_LIMIT` for what is not used up.
    pub charges: u8,
    pub attacks: u8,
    pub points: i8,
    /// Damage of a hit in place of the dice results, where the card says so.
    pub fixed_damage: Option<u8>,
    /// The words of its own card.
    pub words: WordSet,
}

/// A bomb or a mine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BombCard {
    pub card: UpgradeId,
    pub word: Word,
    pub amount: u8,
    pub charges: u8,
}

impl BombCard {
    /// Mines are dropped by an action and wait; bombs are dropped when the dial is revealed and go off at once.
    pub fn is_mine(&self) -> bool {
        matches!(self.word, Word::MineDice | Word::MineCluster | Word::MineNet)
    }
}

/// An effect and the weapon whose card says it (`ANY_WEAPON` for other cards).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedEffect {
    pub effect: Effect,
    pub weapon: u8,
    pub card: UpgradeId,
    pub elite: bool,
}

pub const ANY_WEAPON: u8 = u8::MAX;

const NO_EFFECT: CarriedEffect = CarriedEffect {
    effect: Effect { word: Word::CatalogNumbers, when: When::Always, amount: 0 },
    weapon: ANY_WEAPON,
    card: UpgradeId(u16::MAX),
    elite: false,
};

impl Loadout {
    /// Reads the cards of a ship of the squad.
    pub fn new(ship: &SquadShip) -> Loadout {
        let cards = catalog();
        let class = cards.ship(ship.class);
        let mut loadout = Loadout::bare(ship.class);
        loadout.points = ship.points;
        loadout.xp = ship.pilot.xp_to_spend;
        loadout.unique_pilot = ship.pilot.unique;
        let mut bonus = [i16::from(ship.pilot.skill), 0, 0, 0, 0];
        for id in ship.upgrades.iter().chain(&ship.pilot.abilities) {
            let card = cards.upgrade(*id);
            let b = card.bonus;
            for (sum, add) in bonus.iter_mut().zip([b.skill, b.attack, b.agility, b.hull, b.shields]) {
                *sum += i16::from(add);
            }
            loadout.actions |= card.grants_actions;
            if card.slot == Slot::Elite {
                loadout.elite_skill += b.skill;
            }
            loadout.add_card(*id, ship.munitions_tokens.iter().filter(|token| *token == id).count() as u8);
        }
        for effect in effects_of_pilot(ship.pilot.card) {
            loadout.add_ability(*effect);
        }
        let at_least = |value: i16, least: i16| u8::try_from(value.max(least)).unwrap_or(u8::MAX);
        loadout.skill = at_least(bonus[0], 0).min(12);
        loadout.attack = at_least(i16::from(class.attack) + bonus[1], 0);
        loadout.agility = at_least(i16::from(class.agility) + bonus[2], 0);
        loadout.hull = at_least(i16::from(class.hull) + bonus[3], 1);
        loadout.shields = at_least(i16::from(class.shields) + bonus[4], 0);
        loadout.weapons[0].attack = loadout.attack;
        let has_astromech = ship.upgrades.iter().any(|id| cards.upgrade(*id).slot == Slot::Astromech);
        if !has_astromech {
            loadout.words.remove(Word::CancelCardOnce);
            loadout.words_without_elite.remove(Word::CancelCardOnce);
        }
        loadout.recolor_dial();
        loadout
    }

    /// A class without pilot and cards: also the token ships of missions.
    pub fn bare(class_id: ShipClassId) -> Loadout {
        let class = catalog().ship(class_id);
        let base = match class.size {
            BaseSize::Small => Base::SMALL,
            BaseSize::Large => Base::LARGE,
            BaseSize::Huge => match &class.huge {
                Some(huge) if !huge.capital => Base::HUGE_SHORT,
                _ => Base::HUGE_LONG,
            },
        };
        let turret = class.has_arc(Arc::Turret);
        let primary = WeaponCard {
            card: None,
            class: WeaponClass::Primary,
            attack: class.attack,
            range_min: 1,
            range_max: 3,
            any_direction: turret,
            requires: Requirement::Nothing,
            spends_requirement: false,
            charges: NO_LIMIT,
            attacks: 1,
            points: 0,
            fixed_damage: None,
            words: WordSet::default(),
        };
        let mut loadout = Loadout {
            class: class_id,
            size: class.size,
            base,
            attack: class.attack,
            agility: class.agility,
            hull: class.hull,
            shields: class.shields,
            skill: 0,
            arcs: class.arcs,
            actions: class.actions,
            words: WordSet::default(),
            words_without_elite: WordSet::default(),
            astromech_words: WordSet::default(),
            elite_skill: 0,
            points: 0,
            xp: 0,
            unique_pilot: false,
            n_dial: 0,
            n_weapons: 1,
            n_bombs: 0,
            n_effects: 0,
            dial: [DialEntry::new(0, Bearing::Stationary, Difficulty::White, base); MAX_DIAL],
            weapons: [primary; MAX_WEAPONS],
            bombs: [BombCard { card: UpgradeId(u16::MAX), word: Word::BombDamage, amount: 0, charges: 0 };
                MAX_BOMBS],
            effects: [NO_EFFECT; MAX_EFFECTS],
        };
        for entry in class.dial.iter().take(MAX_DIAL) {
            loadout.dial[usize::from(loadout.n_dial)] =
                DialEntry::new(entry.speed, entry.bearing, entry.difficulty, base);
            loadout.n_dial += 1;
        }
        loadout
    }

    fn add_card(&mut self, id: UpgradeId, munitions: u8) {
        let card = catalog().upgrade(id);
        let effects = effects_of(id);
        let mut weapon_index = ANY_WEAPON;
        if let Some(weapon) = card.weapon
            && usize::from(self.n_weapons) < MAX_WEAPONS
            && card.slot != Slot::Elite
        {
            weapon_index = self.n_weapons;
            let mut words = WordSet::default();
            effects.iter().for_each(|effect| words.insert(effect.word));
            self.weapons[usize::from(weapon_index)] = WeaponCard {
                card: Some(id),
                class: match card.slot {
                    Slot::Torpedo => WeaponClass::Torpedo,
                    Slot::Missile => WeaponClass::Missile,
                    Slot::Cannon => WeaponClass::Cannon,
                    Slot::Turret => WeaponClass::Turret,
                    _ => WeaponClass::Other,
                },
                attack: weapon.attack,
                range_min: weapon.range_min,
                range_max: weapon.range_max,
                any_direction: weapon.any_direction,
                requires: weapon.requires,
                spends_requirement: weapon.spends_requirement,
                charges: if weapon.one_shot { 1 + munitions } else { NO_LIMIT },
                attacks: weapon.attacks,
                points: card.points,
                fixed_damage: effects
                    .iter()
                    .find(|effect| effect.word == Word::DamageInstead)
                    .map(|effect| effect.amount),
                words,
            };
            self.n_weapons += 1;
        }
        for effect in effects {
            if card.slot == Slot::Bomb {
                if usize::from(self.n_bombs) < MAX_BOMBS {
                    self.bombs[usize::from(self.n_bombs)] = BombCard {
                        card: id,
                        word: effect.word,
                        amount: effect.amount,
                        charges: 1 + munitions,
                    };
                    self.n_bombs += 1;
                }
                continue;
            }
            if usize::from(self.n_effects) < MAX_EFFECTS && effect.word != Word::CatalogNumbers {
                self.effects[usize::from(self.n_effects)] = CarriedEffect {
                    effect: *effect,
                    weapon: weapon_index,
                    card: id,
                    elite: card.slot == Slot::Elite,
                };
                self.n_effects += 1;
            }
            if weapon_index == ANY_WEAPON {
                self.words.insert(effect.word);
                if card.slot != Slot::Elite {
                    self.words_without_elite.insert(effect.word);
                }
                if card.slot == Slot::Astromech {
                    self.astromech_words.insert(effect.word);
                }
            }
        }
    }

    /// A pilot's own ability: gone, as elite upgrades are, while he is injured.
    fn add_ability(&mut self, effect: Effect) {
        if usize::from(self.n_effects) < MAX_EFFECTS {
            self.effects[usize::from(self.n_effects)] = CarriedEffect { effect, elite: true, ..NO_EFFECT };
            self.n_effects += 1;
            self.words.insert(effect.word);
        }
    }

    /// Cards that turn maneuvers green.
    fn recolor_dial(&mut self) {
        let mut green_speeds = 0_u32;
        for carried in self.effects() {
            if carried.effect.word == Word::GreenAtSpeed {
                green_speeds |= 1 << carried.effect.amount;
            }
        }
        let banks = self.words.has(Word::GreenBanks);
        for entry in &mut self.dial[..usize::from(self.n_dial)] {
            let bank = matches!(entry.bearing, Bearing::BankLeft | Bearing::BankRight);
            if banks && bank {
                (entry.difficulty, entry.printed) = (Difficulty::Green, Difficulty::Green);
            }
            if green_speeds >> entry.speed & 1 == 1 {
                entry.difficulty = Difficulty::Green;
            }
        }
    }

    #[inline]
    pub fn dial(&self) -> &[DialEntry] {
        &self.dial[..usize::from(self.n_dial)]
    }

    #[inline]
    pub fn weapons(&self) -> &[WeaponCard] {
        &self.weapons[..usize::from(self.n_weapons)]
    }

    #[inline]
    pub fn bombs(&self) -> &[BombCard] {
        &self.bombs[..usize::from(self.n_bombs)]
    }

    #[inline]
    pub fn effects(&self) -> &[CarriedEffect] {
        &self.effects[..usize::from(self.n_effects)]
    }

    #[inline]
    pub fn has_action(&self, action: Action) -> bool {
        self.actions >> action.index() & 1 == 1
    }

    #[inline]
    pub fn has_arc(&self, arc: Arc) -> bool {
        self.arcs >> arc.index() & 1 == 1
    }

    #[inline]
    pub fn is_large(&self) -> bool {
        self.size != BaseSize::Small
    }

    /// The amount of a word of the ship's own cards; 0 where none says it.
    pub fn amount(&self, word: Word) -> u8 {
        if !self.words.has(word) {
            return 0;
        }
        self.effects()
            .iter()
            .find(|carried| carried.effect.word == word)
            .map_or(0, |carried| carried.effect.amount)
    }
}
