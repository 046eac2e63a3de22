//! A ship of a Squadron: the hull with what is fixed to it. Pilots, crew and quickly mounted hardware are not.

use crate::events::words::{HullFate, HullOrigin};
use crate::ids::{HullId, PlayerId, ShipClassId, UpgradeId};

use super::short_list::ShortList;

/// Time-intensive upgrades and titles: what stays on the hull between battles.
pub type Installed = ShortList<UpgradeId, 8>;

/// One ship.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hull {
    pub id: HullId,
    pub class: ShipClassId,
    pub owner: PlayerId,
    pub origin: HullOrigin,
    pub fate: HullFate,
    /// Has damage cards; cleared when the repair is over.
    pub damaged: bool,
    /// First turn in which it may fly again; it sits out the turns before.
    pub ready_turn: u16,
    /// First turn after the fitting or removal of an upgrade, which a faster repair does not shorten.
    pub fitting_until: u16,
    /// Last turn in which it was part of a squad (0: never), since an asset is used once a turn.
    pub used_turn: u16,
    pub acquired_turn: u16,
    /// Turn of destruction; 0 while in service.
    pub lost_turn: u16,
    pub installed: Installed,
    pub battles: u16,
    pub kills: u16,
    pub times_damaged: u8,
    /// Turns spent in repair or refit.
    pub turns_idle: u16,
    /// Taken from its first owner by an ion kill.
    pub captured: bool,
}

const _: () = assert!(size_of::<Hull>() <= 72, "hulls are copied a lot");

impl Hull {
    /// May be put into a squad this turn.
    pub fn is_available(&self, turn: u16) -> bool {
        self.fate == HullFate::InService && self.ready_turn <= turn && self.used_turn != turn
    }

    pub fn in_service(&self) -> bool {
        self.fate == HullFate::InService
    }
}
