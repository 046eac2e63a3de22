//! Things that change hands besides purchases: free choices of upgrades and trade between Squadrons.

use crate::events::words::UpgradeOrigin;
use crate::ids::{HullId, PersonId, PlayerId, UpgradeId};

/// Upgrades that a player may choose for nothing, up to some points.
#[derive(Debug, Clone, Copy)]
pub struct FreeChoice<'a> {
    pub origin: UpgradeOrigin,
    /// Points left to choose for.
    pub points_left: u16,
    /// What may be chosen now: legal for the faction, and affordable.
    pub options: &'a [FreeOption],
}

/// One card of a free choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeOption {
    pub upgrade: UpgradeId,
    pub points: u16,
    /// Fleet Points to be paid on top, where one card dearer than the allowance may be taken.
    pub extra: u16,
}

/// Something that one Squadron can hand to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asset {
    Hull(HullId),
    /// A crew member, or between team mates also a pilot.
    Person(PersonId),
    /// One copy out of the store.
    Upgrade(UpgradeId),
    /// A prisoner of war whom the faction holds.
    Prisoner(PersonId),
}

/// An offer on the black market.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub seller: PlayerId,
    pub buyer: PlayerId,
    pub asset: Asset,
    pub price: u16,
}
