//! Upgrades in the skirmish model: which card does what, as one table.
//!
//! Cards whose numbers stand in the catalog (skill, attack, agility, hull, shields, actions, slots) need no row. A card
//! without a row, without numbers and without a weapon has no effect here; the outcome lists it.

use std::sync::OnceLock;

use crate::catalog::{Requirement, Upgrade, catalog};
use crate::ids::UpgradeId;

/// Declares the effects as bits of a set.
macro_rules! gear {
    ($($(#[$doc:meta])* $name:ident = [$($key:literal),+]),+ $(,)?) => {
        /// A lasting effect of a card; what it does stands where the rule is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Gear { $($(#[$doc])* $name),+ }

        /// Effect and the keys of the cards that have it.
        const GEAR: &[(Gear, &[&str])] = &[$((Gear::$name, &[$($key),+])),+];
    };
}

gear!(
    // Attack dice.
    Predator = ["predator"],
    Expertise = ["expertise"],
    Marksmanship = ["marksmanship"],
    LoneWolf = ["lone-wolf"],
    Juke = ["juke"],
    CrackShot = ["crack-shot"],
    Opportunist = ["opportunist"],
    Outmaneuver = ["outmaneuver"],
    TrickShot = ["trick-shot"],
    MercenaryCopilot = ["mercenary-copilot"],
    AccuracyCorrector = ["accuracy-corrector"],
    AdvancedTargetingComputer = ["advanced-targeting-computer"],
    WeaponsGuidance = ["weapons-guidance"],
    GuidanceChips = ["guidance-chips"],
    FrontDie = ["alliance-overhaul", "special-ops-training"],
    Glitterstim = ["glitterstim"],
    /// A focus token stands in for the lock that ordnance needs.
    Deadeye = ["deadeye"],
    /// A second primary attack after a miss.
    Gunner = ["gunner"],
    LukeSkywalker = ["luke-skywalker"],
    // After an attack.
    FireControlSystem = ["fire-control-system"],
    R4Agromech = ["r4-agromech"],
    Tactician = ["tactician"],
    Ruthlessness = ["ruthlessness"],
    MunitionsFailsafe = ["munitions-failsafe"],
    /// A primary attack after a cheap cannon.
    TieD = ["tie-d"],
    /// The turret after the primary.
    BtlA4 = ["btl-a4-y-wing"],
    /// The cannon in any direction, no primary.
    Outrider = ["outrider"],
    // Defense.
    Autothrusters = ["autothrusters"],
    SensorJammer = ["sensor-jammer"],
    C3po = ["c-3po"],
    FlightInstructor = ["flight-instructor"],
    ConcordDawnProtector = ["concord-dawn-protector"],
    RebelCaptive = ["rebel-captive"],
    /// The extra agility goes with the first hit.
    StealthDevice = ["stealth-device"],
    Countermeasures = ["countermeasures"],
    // Damage.
    Determination = ["determination"],
    IntegratedAstromech = ["integrated-astromech"],
    SalvagedAstromech = ["salvaged-astromech"],
    ChewbaccaCrew = ["chewbacca"],
    R2D2Astromech = ["r2-d2-astromech"],
    R2D2Crew = ["r2-d2-crew"],
    R5Astromech = ["r5-astromech"],
    R5P9 = ["r5-p9"],
    DeadMansSwitch = ["dead-mans-switch"],
    // Actions and stress.
    PushTheLimit = ["push-the-limit"],
    SquadLeader = ["squad-leader"],
    FleetOfficer = ["fleet-officer"],
    ReconSpecialist = ["recon-specialist"],
    K4SecurityDroid = ["k4-security-droid"],
    OutlawTech = ["outlaw-tech"],
    AdvancedSensors = ["advanced-sensors"],
    /// Speed 3 to 5 brings an evade token.
    TieX7 = ["tie-x7"],
    MoldyCrow = ["moldy-crow"],
    CommRelay = ["comm-relay"],
    AdvancedCloakingDevice = ["advanced-cloaking-device"],
    /// More of the dial is green.
    GreenerDial = ["r2-astromech", "unhinged-astromech", "twin-ion-engine-mk-ii"],
    SwarmTactics = ["swarm-tactics"],
    ExtraMunitions = ["extra-munitions"],
);

/// The lasting effects of one ship, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GearSet(u128);

const _: () = assert!(GEAR.len() <= 128);

impl GearSet {
    pub const fn has(self, gear: Gear) -> bool {
        self.0 >> gear as u8 & 1 == 1
    }

    pub fn add(&mut self, gear: Gear) {
        self.0 |= 1 << gear as u8;
    }

    pub fn remove(&mut self, gear: Gear) {
        self.0 &= !(1 << gear as u8);
    }

    pub fn take_away(&mut self, other: GearSet) {
        self.0 &= !other.0;
    }

    pub fn join(&mut self, other: GearSet) {
        self.0 |= other.0;
    }
}

/// What a weapon does beyond its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeaponText {
    Plain,
    /// One hit becomes a crit.
    HitToCrit,
    /// Rolled crits count as hits.
    NoRolledCrits,
    /// Dice do not cancel hits.
    HitsPassDice,
    /// A hit is exactly one damage and so many ion tokens.
    Ion(u8),
    /// Full damage, and an ion token on the target and on ships near it.
    IonBlast,
    /// A hit is exactly one damage, and a stress token for a target that has none.
    Flechette,
    /// Stress for a target with hull 4 or less, hit or not.
    FlechetteTorpedo,
    /// A hit is a tractor beam token and no damage.
    Tractor,
    /// A hit is exactly one damage.
    OneDamage,
    BlankToHit,
    FocusToCrit,
    BlanksToFocus,
    /// After a hit one more shield goes.
    StripShield,
    /// One damage to each other ship near the target.
    Blast,
    NoEvadeTokens,
    /// A hit is one face-up card past the shields.
    FaceUpCard,
    /// Dice equal to the own agility are added, three at most.
    AgilityDice,
    /// A hit gives friends a lock, and no damage.
    Tracer,
    /// One more die at range 1.
    DieAtRangeOne,
    /// A hit is one critical damage and an ion token.
    IonBattery,
    /// On a miss 1 more energy repeats the attack.
    RepeatOnMiss,
    /// The defender's agility counts twice; one focus becomes a hit.
    Turbolaser,
}

/// The text of every weapon of the rulebook's date that has one.
#[rustfmt::skip]
const WEAPON_TEXTS: &[(&str, WeaponText)] = &[
    ("mangler-cannon",            WeaponText::HitToCrit),
    ("autoblaster",               WeaponText::HitsPassDice),
    ("flechette-cannon",          WeaponText::Flechette),
    ("heavy-laser-cannon",        WeaponText::NoRolledCrits),
    ("ion-cannon",                WeaponText::Ion(1)),
    ("tractor-beam",              WeaponText::Tractor),
    ("autoblaster-turret",        WeaponText::HitsPassDice),
    ("blaster-turret",            WeaponText::Plain),
    ("dorsal-turret",             WeaponText::DieAtRangeOne),
    ("ion-cannon-turret",         WeaponText::Ion(1)),
    ("twin-laser-turret",         WeaponText::OneDamage),
    ("hot-shot-blaster",          WeaponText::Plain),
    ("advanced-homing-missiles",  WeaponText::FaceUpCard),
    ("assault-missiles",          WeaponText::Blast),
    ("cluster-missiles",          WeaponText::Plain),
    ("concussion-missiles",       WeaponText::BlankToHit),
    ("homing-missiles",           WeaponText::NoEvadeTokens),
    ("ion-pulse-missiles",        WeaponText::Ion(2)),
    ("proton-rockets",            WeaponText::AgilityDice),
    ("xx-23-s-thread-tracers",    WeaponText::Tracer),
    ("advanced-proton-torpedoes", WeaponText::BlanksToFocus),
    ("flechette-torpedoes",       WeaponText::FlechetteTorpedo),
    ("ion-torpedoes",             WeaponText::IonBlast),
    ("plasma-torpedoes",          WeaponText::StripShield),
    ("proton-torpedoes",          WeaponText::FocusToCrit),
    ("dual-laser-turret",         WeaponText::Plain),
    ("heavy-laser-turret",        WeaponText::Plain),
    ("ion-cannon-battery",        WeaponText::IonBattery),
    ("quad-laser-cannons",        WeaponText::RepeatOnMiss),
    ("single-turbolasers",        WeaponText::Turbolaser),
];

/// What a dropped bomb or mine does to the ship that it catches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bomb {
    pub damage: u8,
    pub face_up: u8,
    pub ion: u8,
    pub stress: u8,
    /// Attack dice of which hits and crits are damage (`single`: one damage each, crits too).
    pub dice: u8,
    pub single: bool,
}

const NO_BOMB: Bomb = Bomb { damage: 0, face_up: 0, ion: 0, stress: 0, dice: 0, single: false };

#[rustfmt::skip]
const BOMBS: &[(&str, Bomb)] = &[
    ("seismic-charges",    Bomb { damage: 1, ..NO_BOMB }),
    ("proton-bombs",       Bomb { face_up: 1, ..NO_BOMB }),
    ("ion-bombs",          Bomb { ion: 2, ..NO_BOMB }),
    ("thermal-detonators", Bomb { damage: 1, stress: 1, ..NO_BOMB }),
    ("conner-net",         Bomb { damage: 1, ion: 2, ..NO_BOMB }),
    ("proximity-mines",    Bomb { dice: 3, ..NO_BOMB }),
    // Three tokens of two dice; a ship that flies over them touches two, as a rule.
    ("cluster-mines",      Bomb { dice: 4, single: true, ..NO_BOMB }),
];

/// A weapon of a card as the model uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeaponCard {
    pub dice: u8,
    pub range_min: u8,
    pub range_max: u8,
    pub any_direction: bool,
    pub requires: Requirement,
    pub spends: bool,
    pub attacks: u8,
    pub energy: u8,
    pub text: WeaponText,
    /// Torpedo or missile.
    pub is_ordnance: bool,
    /// A cannon of 3 points or less.
    pub is_cheap_cannon: bool,
    pub is_cannon: bool,
    pub is_turret: bool,
    /// Fires until it is used up.
    pub one_shot: bool,
}

/// What the model makes of one upgrade card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardEffect {
    pub gear: GearSet,
    pub weapon: Option<WeaponCard>,
    pub bomb: Option<Bomb>,
    /// Used up in battle and struck from the Squadron.
    pub expendable: bool,
    /// The card does something in this model.
    pub counts: bool,
}

/// The effect of a card, by its row.
pub fn card_effect(id: UpgradeId) -> &'static CardEffect {
    static EFFECTS: OnceLock<Vec<CardEffect>> = OnceLock::new();
    &EFFECTS.get_or_init(|| catalog().upgrades.iter().map(effect_of).collect())[id.index()]
}

fn effect_of(card: &Upgrade) -> CardEffect {
    use crate::catalog::Slot;
    let mut gear = GearSet::default();
    for (effect, keys) in GEAR {
        if keys.contains(&card.key) {
            gear.add(*effect);
        }
    }
    let text = WEAPON_TEXTS.iter().find(|(key, _)| *key == card.key).map(|(_, text)| *text);
    let weapon = match (card.weapon, text) {
        (Some(weapon), Some(text)) => Some(WeaponCard {
            dice: weapon.attack,
            range_min: weapon.range_min,
            range_max: weapon.range_max,
            any_direction: weapon.any_direction,
            requires: weapon.requires,
            spends: weapon.spends_requirement,
            attacks: weapon.attacks,
            energy: weapon.energy_cost,
            text,
            is_ordnance: matches!(card.slot, Slot::Torpedo | Slot::Missile),
            is_cheap_cannon: card.slot == Slot::Cannon && card.points <= 3,
            is_cannon: card.slot == Slot::Cannon,
            is_turret: card.slot == Slot::Turret,
            one_shot: weapon.one_shot,
        }),
        _ => None,
    };
    let bomb = BOMBS.iter().find(|(key, _)| *key == card.key).map(|(_, bomb)| *bomb);
    let numbers =
        card.bonus != Default::default() || card.grants_actions != 0 || !card.grants_slots.is_empty();
    let counts = numbers
        || gear != GearSet::default()
        || weapon.is_some()
        || bomb.is_some()
        || !card.grants_one_of.is_empty()
        || card.discount.is_some();
    CardEffect { gear, weapon, bomb, expendable: card.expendable, counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_card() {
        let known = |key: &str| catalog().upgrades.iter().any(|card| card.key == key);
        let gear = GEAR.iter().flat_map(|(_, keys)| keys.iter().copied());
        let weapons = WEAPON_TEXTS.iter().map(|(key, _)| *key);
        let bombs = BOMBS.iter().map(|(key, _)| *key);
        for key in gear.chain(weapons).chain(bombs) {
            assert!(known(key), "{key}");
        }
    }

    #[test]
    fn every_weapon_of_the_rulebooks_date_is_played_but_one() {
        for card in catalog().upgrades.iter().filter(|card| card.weapon.is_some() && card.in_era) {
            // Snap Shot fires in the Activation phase, when somebody ends a maneuver: nobody does here.
            assert_eq!(card_effect(card.id).weapon.is_some(), card.key != "snap-shot", "{}", card.key);
        }
    }

    #[test]
    fn sets_hold_what_was_added() {
        let mut set = GearSet::default();
        set.add(Gear::Predator);
        set.add(Gear::ExtraMunitions);
        assert!(set.has(Gear::Predator) && set.has(Gear::ExtraMunitions) && !set.has(Gear::Juke));
        set.remove(Gear::Predator);
        assert!(!set.has(Gear::Predator));
    }
}
