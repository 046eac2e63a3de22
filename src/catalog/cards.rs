//! What a card says: plain rows, read once from the CSV files beside this file.

use serde::{Deserialize, Serialize};

use crate::ids::{Faction, PilotCardId, ShipClassId, UpgradeId};

/// Declares a fieldless enum whose variants have a key for data files and a name for people.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $key:literal / $label:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $(#[serde(rename = $key)] $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word that data files use.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            /// The words that people read.
            pub const fn label(self) -> &'static str {
                match self { $($name::$variant => $label),+ }
            }

            pub fn from_key(key: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|word| word.key() == key)
            }

            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

pub(crate) use vocabulary;

vocabulary!(
    /// How large the base is.
    BaseSize { Small = "small" / "small", Large = "large" / "large", Huge = "huge" / "huge" }
);

vocabulary!(
    /// Where a primary weapon can shoot.
    Arc {
        Front = "front" / "front",
        RearAuxiliary = "rear-auxiliary" / "rear auxiliary",
        // The VCX-100 shoots astern only with a docked Attack Shuttle and the Ghost title.
        RearConditional = "rear-conditional" / "rear (conditional)",
        Front180Auxiliary = "front-180-auxiliary" / "180 degrees auxiliary",
        Turret = "turret" / "turret",
        MobileQuadrant = "mobile-quadrant" / "mobile quadrant",
    }
);

vocabulary!(
    /// An icon of the action bar.
    Action {
        Focus = "focus" / "focus",
        Evade = "evade" / "evade",
        TargetLock = "target-lock" / "target lock",
        BarrelRoll = "barrel-roll" / "barrel roll",
        Boost = "boost" / "boost",
        Cloak = "cloak" / "cloak",
        Slam = "slam" / "SLAM",
        Coordinate = "coordinate" / "coordinate",
        RotateArc = "rotate-arc" / "rotate arc",
        Recover = "recover" / "recover",
        Reinforce = "reinforce" / "reinforce",
        Jam = "jam" / "jam",
    }
);

vocabulary!(
    /// An icon of the upgrade bar.
    Slot {
        Elite = "elite" / "elite",
        Astromech = "astromech" / "astromech",
        SalvagedAstromech = "salvaged-astromech" / "salvaged astromech",
        Torpedo = "torpedo" / "torpedo",
        Missile = "missile" / "missile",
        Bomb = "bomb" / "bomb",
        Cannon = "cannon" / "cannon",
        Turret = "turret" / "turret",
        Crew = "crew" / "crew",
        System = "system" / "system",
        Tech = "tech" / "tech",
        Illicit = "illicit" / "illicit",
        Modification = "modification" / "modification",
        Title = "title" / "title",
        Hardpoint = "hardpoint" / "hardpoint",
        Cargo = "cargo" / "cargo",
        Team = "team" / "team",
    }
);

vocabulary!(
    /// The shape of a maneuver.
    Bearing {
        Straight = "straight" / "straight",
        BankLeft = "bank-left" / "left bank",
        BankRight = "bank-right" / "right bank",
        TurnLeft = "turn-left" / "left turn",
        TurnRight = "turn-right" / "right turn",
        Koiogran = "koiogran" / "Koiogran turn",
        SegnorsLoopLeft = "segnors-loop-left" / "left Segnor's Loop",
        SegnorsLoopRight = "segnors-loop-right" / "right Segnor's Loop",
        TallonRollLeft = "tallon-roll-left" / "left Tallon Roll",
        TallonRollRight = "tallon-roll-right" / "right Tallon Roll",
        Stationary = "stationary" / "stationary",
        ReverseStraight = "reverse-straight" / "reverse straight",
        ReverseBankLeft = "reverse-bank-left" / "reverse left bank",
        ReverseBankRight = "reverse-bank-right" / "reverse right bank",
    }
);

vocabulary!(
    /// The colour of a maneuver. Huge ships have none and count as white.
    Difficulty { Green = "green" / "green", White = "white" / "white", Red = "red" / "red" }
);

vocabulary!(
    /// How the campaign treats an upgrade.
    UpgradeKind {
        Elite = "elite" / "elite",
        TimeIntensive = "time-intensive" / "time intensive",
        NonTimeIntensive = "non-time-intensive" / "non-time intensive",
        Title = "title" / "title",
        HugeShip = "huge-ship" / "huge ship",
    }
);

vocabulary!(
    /// What a secondary weapon needs before it may fire.
    Requirement {
        Nothing = "nothing" / "nothing",
        TargetLock = "target-lock" / "a target lock",
        Focus = "focus" / "a focus token",
        Energy = "energy" / "energy",
    }
);

/// One entry of a dial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Maneuver {
    pub speed: u8,
    pub bearing: Bearing,
    pub difficulty: Difficulty,
    /// Energy that a huge ship gains; 0 for the others.
    pub energy: u8,
}

/// A set of small enums as bits, indexed by `index()`.
pub type Bits = u32;

/// One ship class: a small, large or huge ship of the campaign's tables.
#[derive(Debug, Clone)]
pub struct ShipClass {
    pub id: ShipClassId,
    pub key: &'static str,
    pub name: &'static str,
    /// Other spellings that the rulebook and squad files use.
    pub aliases: Vec<&'static str>,
    pub size: BaseSize,
    /// Which factions may own the class; huge ships have factions but no base cost.
    pub factions: [bool; 3],
    pub attack: u8,
    pub agility: u8,
    pub hull: u8,
    pub shields: u8,
    /// Bit `Arc::index()`.
    pub arcs: Bits,
    /// Bit `Action::index()`.
    pub actions: Bits,
    /// Fleet Points of the bare hull by faction; `None` where the faction cannot buy it.
    pub base_cost: [Option<u8>; 3],
    /// Upgrade bar by faction, without elite, modification and title.
    pub slots: [Vec<Slot>; 3],
    pub dial: Vec<Maneuver>,
    /// What only huge ships have.
    pub huge: Option<HugeShip>,
}

impl ShipClass {
    pub fn has_arc(&self, arc: Arc) -> bool {
        self.arcs >> arc.index() & 1 == 1
    }

    pub fn has_action(&self, action: Action) -> bool {
        self.actions >> action.index() & 1 == 1
    }
}

/// The cards and the campaign numbers of a huge ship.
#[derive(Debug, Clone)]
pub struct HugeShip {
    /// True for CR-90 and Raider, false for GR-75 and Gozanti.
    pub capital: bool,
    pub length_mm: f64,
    pub width_mm: f64,
    /// One card for a support ship, fore and aft for a capital ship.
    pub sections: Vec<HugeSection>,
}

/// One card of a huge ship, with its crippled side.
#[derive(Debug, Clone)]
pub struct HugeSection {
    pub section: &'static str,
    pub pilot_skill: u8,
    pub printed_cost: u8,
    /// 0 where the section has no primary weapon.
    pub attack: u8,
    pub attack_range: (u8, u8),
    pub agility: u8,
    pub hull: u8,
    pub shields: u8,
    pub energy: u8,
    pub actions: Bits,
    pub slots: Vec<Slot>,
    /// Attack, agility, hull, shields, energy when crippled; `None` for one-card ships.
    pub crippled: Option<CrippledSection>,
    /// Where the section's weapons point; `None` where it has none.
    pub arc: Option<SectionArc>,
    /// The primary weapon shoots in any direction, whatever `arc` says of the hardpoints.
    pub primary_is_turret: bool,
    /// A short note in own words on what the card adds.
    pub effect: &'static str,
}

vocabulary!(
    /// How a section's firing arc lies.
    SectionArcKind { Forward = "forward" / "forward", Broadside = "broadside" / "port and starboard" }
);

/// A firing arc of a huge ship's section: bearings off the bow, the same to port and to starboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionArc {
    pub kind: SectionArcKind,
    /// Degrees off the bow where the arc begins; 0 for a forward arc.
    pub from_deg: u16,
    /// Degrees off the bow where it ends: the half angle of a forward arc.
    pub to_deg: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrippledSection {
    pub attack: u8,
    pub agility: u8,
    pub hull: u8,
    pub shields: u8,
    pub energy: u8,
}

/// One pilot card, generic or unique.
#[derive(Debug, Clone)]
pub struct PilotCard {
    pub id: PilotCardId,
    pub key: &'static str,
    pub name: &'static str,
    pub aliases: Vec<&'static str>,
    pub faction: Faction,
    /// The classes the card qualifies for; the first is the one on the card.
    pub ships: Vec<ShipClassId>,
    /// As the campaign plays it; rulings on misprints are in `src/RULES.md`.
    pub skill: u8,
    /// The skill that the rulebook's own table prints; differs from `skill` for two misprints.
    pub table_skill: u8,
    /// Fleet Points and squad points of the pilot without the ship.
    pub cost: u8,
    /// Squad points printed on the card, ship included; `None` where no such card exists.
    pub printed_cost: Option<u8>,
    pub elite_slot: bool,
    pub unique: bool,
    /// The person on the card: two cards of one person share it ("Boba Fett").
    pub character: &'static str,
    pub droid: bool,
    /// A unique crew card of the same person exists.
    pub has_crew_card: bool,
    /// The rulebook's stand-in Rebel generics, in play only by the organizer's choice.
    pub optional: bool,
    /// A generic of pilot skill 5 or more, which the faction limit counts.
    pub high_skill_generic: bool,
    /// One of the five of which a faction may have only one.
    pub one_of_five: bool,
    /// Released by the date of the rulebook (wave 10).
    pub in_era: bool,
    /// Listed in the rulebook's pilot tables (generics) or unique.
    pub in_tables: bool,
    /// Can be bought; false for the Nashtah Pup Pilot, who comes with the Hound's Tooth.
    pub for_sale: bool,
}

/// One upgrade card.
#[derive(Debug, Clone)]
pub struct Upgrade {
    pub id: UpgradeId,
    pub key: &'static str,
    pub name: &'static str,
    pub aliases: Vec<&'static str>,
    pub slot: Slot,
    pub kind: UpgradeKind,
    /// Squad points; negative for Chardaan Refit and TIE/x7.
    pub points: i8,
    /// Fleet Points for one purchase; `None` where it cannot or need not be bought.
    pub fleet_cost: Option<u8>,
    /// 3 for ordnance and Glitterstim, else 1.
    pub copies_per_purchase: u8,
    pub unique: bool,
    pub limited: bool,
    pub huge_ship_only: bool,
    pub faction: Option<Faction>,
    /// The classes that may carry it; `None`: any.
    pub ships: Option<Vec<ShipClassId>>,
    /// Bit `BaseSize::index()`; 0: any but huge unless `huge_ship_only`.
    pub sizes: Bits,
    /// Torpedo, missile, bomb or Glitterstim: used up in battle and bought by threes.
    pub expendable: bool,
    pub droid: bool,
    /// The person also has a pilot card, so only that commander may use the crew card.
    pub character_has_pilot_card: bool,
    pub weapon: Option<Weapon>,
    /// Extra slots that the card gives.
    pub grants_slots: Vec<Slot>,
    /// The owner picks one of these as a further extra slot.
    pub grants_one_of: Vec<Slot>,
    /// Every slot of these kinds is lost.
    pub removes_slots: Vec<Slot>,
    /// How many icons of its slot the card fills: 2 for a double-sized one, 0 for a pilot's title, else 1.
    pub slots_filled: u8,
    /// A title that belongs to the pilot, beside the title of the ship.
    pub pilot_title: bool,
    /// The lowest pilot skill that may carry it; 0: any.
    pub min_skill: u8,
    /// Other cards that become cheaper, to a minimum of 0.
    pub discount: Option<SlotPoints>,
    /// No card of that slot may cost more points than that.
    pub dearest: Option<SlotPoints>,
    /// Only for ships with that icon on their action bar.
    pub needs_action: Option<Action>,
    /// What the card adds to a huge ship's energy (titles), or the energy that it can hold (others).
    pub energy: i8,
    /// The other side of a two-sided card, which is a row of its own.
    pub other_side: Option<UpgradeId>,
    /// Extra actions that the card gives, bit `Action::index()`.
    pub grants_actions: Bits,
    /// Skill, attack, agility, hull, shields that the card adds.
    pub bonus: StatBonus,
    /// A short note on the effect in own words, for `canto catalog upgrades`.
    pub effect: &'static str,
    /// What the campaign rulebook changes about the card, in own words; empty: nothing.
    pub campaign_note: &'static str,
    pub in_era: bool,
}

/// Points that concern the cards of one slot on the same ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotPoints {
    /// Cards of this slot; `None`: every other card.
    pub slot: Option<Slot>,
    pub points: u8,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatBonus {
    pub skill: i8,
    pub attack: i8,
    pub agility: i8,
    pub hull: i8,
    pub shields: i8,
}

/// The weapon block of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weapon {
    pub attack: u8,
    pub range_min: u8,
    pub range_max: u8,
    /// Any direction, else the front arc (huge ships: the section's arc).
    pub any_direction: bool,
    pub requires: Requirement,
    pub spends_requirement: bool,
    pub one_shot: bool,
    pub attacks: u8,
    pub energy_cost: u8,
}
