//! The battle as it stands: flat, `Copy`, no strings, nothing allocated once it has begun.

use super::gear::GearSet;
use super::parameters::{ClassParameters, Melee, Objective, Parameters, TerrainParameters};
use crate::battle::attack::{DamageCards, DamageDeck, Toughness};
use crate::battle::engagement::Engagement;
use crate::catalog::{BaseSize, Bits};
use crate::chance::Chance;
use crate::config::mission::{DamageRule, Face, Mission, SquadRole, TokenKind};
use crate::ids::{ShipClassId, Side, Terrain, UpgradeId};

/// Units of one side are bits of a word.
pub const MAX_UNITS: usize = 128;

/// A set of units of one side.
pub type UnitSet = u128;

/// Weapons and bombs that one unit can carry.
pub const MAX_MOUNTS: usize = 8;

/// A unit by side and place in that side's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitRef {
    pub side: Side,
    pub index: u8,
}

/// Where a unit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Squad(u16),
    Reinforcement(u16),
    /// A fighter that waits aboard a ship of its squad.
    Docked(u16),
    /// A section of a huge ship.
    Huge {
        ship: u8,
        section: u8,
    },
    /// A token that can be attacked.
    Token(u8),
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Not yet on the board.
    Reserve,
    Board,
    /// On the edge, facing away: gone at the end of the round if it lives.
    AtEdge,
    Fled,
    Destroyed,
    /// A crippled section: there, but neither a target nor a threat of its own.
    Crippled,
}

/// What a unit is about in this round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    Fight,
    /// Goes for the action with this number in the mission.
    Objective(u8),
    /// Runs for the edge.
    Run,
    /// Docked with another ship or token.
    Docked,
}

/// One weapon or bomb with its shots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mount {
    pub card: UpgradeId,
    /// Copies left; weapons that are not used up have one for ever.
    pub left: u8,
    /// Copies used up or lost.
    pub spent: u8,
}

/// Who or what destroyed a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Killed {
    pub by: Option<UnitRef>,
    pub round: u16,
    /// By a weapon or effect that deals ion tokens.
    pub ion: bool,
}

/// A ship, a section of a huge ship, or a token that can be attacked.
#[derive(Debug, Clone, Copy)]
pub struct Unit {
    pub origin: Origin,
    pub class: ShipClassId,
    pub size: BaseSize,
    pub points: u16,
    pub group: u8,
    /// Bit `SquadRole::index()`.
    pub roles: u16,
    pub crew_icons: u8,
    pub is_tie_fighter: bool,

    // What cards say.
    pub skill: u8,
    pub attack: u8,
    pub attack_range: (u8, u8),
    pub agility: u8,
    pub max_shields: u8,
    pub actions: Bits,
    pub gear: GearSet,
    /// Those of its effects that come from elite cards.
    pub elite_gear: GearSet,
    pub has_astromech: bool,
    pub mounts: [Mount; MAX_MOUNTS],
    pub n_mounts: u8,
    pub odds: ClassParameters,
    /// The primary weapon shoots in any direction.
    pub is_turret: bool,
    /// Tokens take damage by their own rule and draw no cards.
    pub token_damage: Option<DamageRule>,
    /// Cannot be damaged.
    pub is_untouchable: bool,

    // How it is.
    pub toughness: Toughness,
    pub cards: DamageCards,
    pub place: Place,
    pub task: Task,
    /// Round in which it came to the board, and in which it left it for good.
    pub entered: u16,
    pub fled_in: u16,
    pub focus: u8,
    pub evade: u8,
    pub stress: u8,
    pub ion: u8,
    pub tractor: u8,
    pub tracking: u8,
    pub reinforced: bool,
    pub is_cloaked: bool,
    pub lock: Option<u8>,
    pub xp_left: u8,
    pub xp_spent: u8,
    pub cargo: u8,
    /// Persons aboard, bits of the mission's list of prisoners.
    pub prisoners: u64,
    pub docked_rounds: u8,

    // This round.
    pub skill_now: u8,
    pub agility_now: i8,
    /// Foes in its firing arc, and foes in range in any direction.
    pub in_arc: UnitSet,
    pub in_range: UnitSet,
    pub range: u8,
    pub is_drifting: bool,
    /// A Major Hull Breach of an earlier round.
    pub is_breached: bool,
    pub may_act: bool,
    pub may_attack: bool,
    pub has_fired: bool,
    /// Glitterstim or the like: focus results count without a token.
    pub is_focused: bool,
    pub marksman: bool,
    pub c3po_used: bool,
    pub captive_used: bool,
    /// The ship is where its objective needs it.
    pub in_place: bool,
    /// It did its objective's action in this round.
    pub objective_done: bool,
    /// What a mission adds: attacks a round, crits for hits, green maneuvers, no secondary weapons against it.
    pub extra_attacks: u8,
    pub hits_are_crits: bool,
    pub all_green: bool,
    pub keeps_green: bool,
    /// A jump hides it from most in this round.
    pub hidden_in: u16,
    /// Tokens taken aboard.
    pub carrying: u8,
    pub no_secondary_weapons: bool,
    pub guidance_used: bool,
    pub is_alone: bool,

    // What is told of it afterwards.
    pub pilot_wounded: bool,
    pub was_damaged: bool,
    pub killed: Option<Killed>,
    pub small_kills: u8,
    pub large_kills: u8,
    pub sections_crippled: u8,
    pub huge_kills: u8,
}

const _: () = assert!(size_of::<Unit>() <= 304);

impl Unit {
    pub fn is_on_board(&self) -> bool {
        matches!(self.place, Place::Board | Place::AtEdge)
    }

    /// A squad ship, reinforcement or huge ship, not a token.
    pub fn is_ship(&self) -> bool {
        !matches!(self.origin, Origin::Token(_))
    }

    pub fn is_huge(&self) -> bool {
        matches!(self.origin, Origin::Huge { .. })
    }

    pub fn has_role(&self, role: SquadRole) -> bool {
        self.roles >> role.index() & 1 == 1
    }

    pub fn mounts(&self) -> &[Mount] {
        &self.mounts[..usize::from(self.n_mounts)]
    }

    pub fn has_action(&self, action: crate::catalog::Action) -> bool {
        self.actions >> action.index() & 1 == 1
    }

    /// Points that are left of it: its share of hit points.
    pub fn strength(&self, full_hit_points: u32) -> u32 {
        u32::from(self.points) * u32::from(self.toughness.hit_points_left()) * 100 / full_hit_points.max(1)
    }
}

/// Where a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPlace {
    /// On the board, to be reached.
    Board,
    /// With the ship that it was dealt to at set-up.
    With(UnitRef),
    /// Taken aboard by a ship.
    Aboard(UnitRef),
    Fled,
    Removed,
    Destroyed,
}

/// A token of the mission.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub kind: TokenKind,
    pub place: TokenPlace,
    pub face: Option<Face>,
    pub is_revealed: bool,
    pub value: u8,
    pub cargo: u8,
    pub tracking: u8,
    pub way_left_mm: i32,
    pub is_active: bool,
    /// It was taken aboard at some time.
    pub was_taken: bool,
    /// The round in which it was taken aboard, if it was.
    pub taken_in: u16,
    /// The unit that stands for it where it can be attacked.
    pub unit: Option<UnitRef>,
    /// Ships of each side that did a once-per-target action to it.
    pub done_by: UnitSet,
    pub number: u8,
}

/// What a huge ship keeps in common for its sections.
#[derive(Debug, Clone, Copy)]
pub struct HugeState {
    pub sections: [Option<u8>; 2],
    pub energy: u8,
    pub max_energy: u8,
    pub is_capital: bool,
    pub points: u16,
}

/// What a side is about.
#[derive(Debug, Clone, Copy, Default)]
pub struct SideState {
    /// The side has broken off: all its ships run.
    pub is_retreating: bool,
    /// Fire is held until a truce is over.
    pub holds_fire: bool,
    /// Ships destroyed in this round, by pilot skill (the last place counts all higher ones), and fled for good.
    pub destroyed_now: [u8; 13],
    pub fled_now: u8,
    pub cargo_secured: u8,
    pub points_lost: u16,
    pub points_fled: u16,
    pub orders_used: u8,
    pub met: bool,
    /// Round in which a victory condition was first met.
    pub met_in: u16,
}

impl SideState {
    /// Notes a destroyed ship for reinforcements.
    pub fn note_loss(&mut self, skill: u8) {
        let place = usize::from(skill).min(self.destroyed_now.len() - 1);
        self.destroyed_now[place] += 1;
    }

    /// Ships of at least this skill destroyed in this round.
    pub fn destroyed_from(&self, min_skill: u8) -> u8 {
        self.destroyed_now.iter().skip(usize::from(min_skill)).sum()
    }
}

/// The luck of a battle, in streams that do not disturb each other.
#[derive(Debug, Clone)]
pub struct Streams<C> {
    /// Attack, defense and other dice.
    pub dice: C,
    /// What the board would decide.
    pub board: C,
    pub decks: [C; 2],
}

/// One battle.
#[derive(Debug, Clone)]
pub struct Battle<'a, C> {
    pub mission: &'a Mission,
    pub engagement: &'a Engagement,
    pub parameters: &'a Parameters,
    pub melee: Melee,
    pub objective: Objective,
    pub terrain: Terrain,
    pub obstacles: TerrainParameters,
    pub luck: Streams<C>,
    pub units: [Vec<Unit>; 2],
    pub tokens: Vec<Token>,
    pub huge: [Vec<HugeState>; 2],
    /// Full hit points by unit, to see shares.
    pub full: [Vec<u8>; 2],
    pub decks: [DamageDeck; 2],
    pub sides: [SideState; 2],
    pub initiative: Side,
    pub round: u16,
    pub attacks_made: u32,
    /// The exchange of prisoners was made.
    pub is_exchanged: bool,
    /// A token network that forbids fleeing is on.
    pub network_is_on: bool,
    /// Prisoners that a mission carries: who holds them and where they are.
    pub prisoners: Vec<Prisoner>,
    /// By side: units that the other side is after.
    pub wanted: [UnitSet; 2],
    /// Who controls the map, once one side has nobody left.
    pub control: Option<Side>,
    /// The pilot skill that fires now.
    pub firing_skill: Option<u8>,
    /// Scratch for ordering units, so that no round allocates.
    pub order_scratch: Vec<UnitRef>,
}

/// A captured person in a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prisoner {
    pub person: u32,
    pub skill: u8,
    pub unique: bool,
    /// Side that wants him back.
    pub of: Side,
    pub is_returned: bool,
    pub is_in_lost_ship: bool,
    /// Extracted to a ship.
    pub is_aboard: bool,
}

impl Prisoner {
    /// No longer in the hands of his guards.
    pub fn is_gone(&self) -> bool {
        self.is_returned || self.is_in_lost_ship || self.is_aboard
    }
}

impl<C: Chance> Battle<'_, C> {
    /// Can be shot at: there, not doomed, and worth it where it is a token.
    pub fn is_target(&self, at: UnitRef) -> bool {
        let unit = self.unit(at);
        unit.is_on_board()
            && !unit.toughness.is_destroyed()
            && !unit.is_untouchable
            && (unit.is_ship() || self.is_wanted(at))
    }

    pub fn unit(&self, at: UnitRef) -> &Unit {
        &self.units[at.side.index()][usize::from(at.index)]
    }

    pub fn unit_mut(&mut self, at: UnitRef) -> &mut Unit {
        &mut self.units[at.side.index()][usize::from(at.index)]
    }

    /// Every unit of a side by reference.
    pub fn refs(&self, side: Side) -> impl Iterator<Item = UnitRef> + use<C> {
        let n = self.units[side.index()].len() as u8;
        (0..n).map(move |index| UnitRef { side, index })
    }

    /// Ships of a side on the board, tokens not counted.
    pub fn ships_on_board(&self, side: Side) -> usize {
        let units = &self.units[side.index()];
        units.iter().filter(|unit| unit.is_ship() && unit.is_on_board()).count()
    }

    /// The set of a side's units that hold.
    pub fn set_of(&self, side: Side, holds: impl Fn(&Unit) -> bool) -> UnitSet {
        let units = self.units[side.index()].iter().enumerate();
        units.filter(|(_, unit)| holds(unit)).fold(0, |set, (index, _)| set | 1 << index)
    }
}

/// Walks the members of a set in order.
pub fn members(mut set: UnitSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_walk_a_set_in_order() {
        assert_eq!(members(1 << 3 | 1 | 1 << 127).collect::<Vec<u8>>(), [0, 3, 127]);
        assert_eq!(members(0).next(), None);
    }
}
