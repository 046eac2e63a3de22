//! What a battle model answers: who won, who controls the map, and what became of everyone.

pub use crate::ids::Model;
use crate::ids::{Side, UpgradeId};

/// The result of one battle.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// `None` is a draw. Prisoner Exchange can have two winners or two losers: see `both`.
    pub winner: Option<Side>,
    /// Prisoner Exchange: both won (`Some(true)`) or both lost (`Some(false)`).
    pub both: Option<bool>,
    /// Who is left on the board at the end; `None`: nobody, so that ejected personnel die.
    pub map_control: Option<Side>,
    pub rounds: u16,
    /// The round cap ended the battle.
    pub capped: bool,
    /// Fate of each ship of `Squad::ships`, in order, by side.
    pub ships: [Vec<ShipFate>; 2],
    /// Fate of those of `Squad::reinforcements` that came, in order, by side.
    pub reinforcements: [Vec<ShipFate>; 2],
    /// Fate of each of `Squad::docked`, in order, by side; `InReserve` where it was never deployed.
    pub docked: [Vec<ShipFate>; 2],
    pub huge_ships: [Vec<HugeShipFate>; 2],
    /// Units of cargo secured (Asset Recovery), by side.
    pub cargo_secured: [u8; 2],
    /// Containers stolen and brought home, by index into the defender's `containers`.
    pub containers_stolen: Vec<u8>,
    /// Containers stolen whose carrier was destroyed, so that their contents are lost to both sides.
    pub containers_lost: Vec<u8>,
    /// Containers that left over the far edge.
    pub containers_fled: u8,
    /// Persons that came home, by the campaign's numbers.
    pub prisoners_returned: Vec<u32>,
    /// Rescued persons whose rescue ship was lost: each gets an ejection roll.
    pub prisoners_in_lost_ships: Vec<u32>,
    /// Points of ships destroyed, by the side that lost them.
    pub points_lost: [u16; 2],
    /// Which model played it.
    pub model: Model,
    /// Cards carried whose text has no effect yet in that model.
    pub cards_without_effect: Vec<UpgradeId>,
    /// A good-faith effort was made, so that XP is earned.
    pub good_faith: bool,
}

/// What became of one ship and its pilot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShipFate {
    pub end: ShipEnd,
    /// Took at least one damage card and survived, so it sits out one turn.
    pub damaged: bool,
    /// The pilot got a face-up Pilot damage card, so he sits out one turn.
    pub pilot_wounded: bool,
    /// Expendable upgrades used up, and weapons of any kind lost to a damage card, one entry per copy.
    pub ordnance_spent: Vec<UpgradeId>,
    /// XP spent on tactical judgment.
    pub xp_spent: u8,
    /// Ships this pilot destroyed.
    pub small_kills: u8,
    pub large_kills: u8,
    /// Sections of huge ships crippled and huge ships destroyed by this pilot.
    pub sections_crippled: u8,
    pub huge_kills: u8,
}

impl ShipFate {
    /// Of a ship that never entered the board.
    pub const IN_RESERVE: ShipFate = ShipFate {
        end: ShipEnd::InReserve,
        damaged: false,
        pilot_wounded: false,
        ordnance_spent: Vec::new(),
        xp_spent: 0,
        small_kills: 0,
        large_kills: 0,
        sections_crippled: 0,
        huge_kills: 0,
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShipEnd {
    /// Still on the board when the battle ended.
    Present,
    /// Left over the board edge.
    Fled,
    /// Destroyed; `by` is the foe's ship index (`None`: an obstacle, a mine, its own doing), where indices past
    /// the squad's ships count its reinforcements. `ion_kill`: by a weapon that deals ion tokens.
    Destroyed { by: Option<u16>, round: u16, ion_kill: bool },
    /// Never entered the board.
    InReserve,
}

/// What became of a huge ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HugeShipFate {
    pub destroyed: bool,
    pub fled: bool,
    /// Damage by section at the end of the battle, before repairs.
    pub face_down: [u8; 2],
    pub face_up: [u8; 2],
    pub crippled: [bool; 2],
}
