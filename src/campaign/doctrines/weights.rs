//! What a doctrine cares for, in numbers. A doctrine is a set of these and a few habits ([`super::style::Style`]).

/// How a doctrine judges squads, fleets, purchases, training and targets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    // ---- squads ----
    /// Percent of a ship's worth that one step of pilot skill adds.
    pub skill: i32,
    /// Percent of a ship's worth that the ability of a unique pilot adds.
    pub unique: i32,
    /// Worth of one more ship for its own sake, in thousandths of an X-wing.
    pub numbers: i32,
    /// Percent at which cards are valued.
    pub gadgets: i32,
    /// Percent at which ordnance is valued, which is gone when it is fired.
    pub ordnance: i32,
    /// Stock fighters that are kept back where they may be called in.
    pub reserve: u8,

    // ---- fleets ----
    /// Worth of an elite slot when a pilot is bought, in thousandths of an X-wing.
    pub elite_slot: i32,
    /// Stock fighters with pilots that a Squadron wants to have for reinforcements.
    pub stock_fighters: u8,
    /// Large ships that a Squadron wants to have.
    pub large_ships: u8,
    /// Percent by which a class is valued less for every ship of it that is there already.
    pub variety: i32,
    /// Pilots for every ten ships.
    pub pilots_per_ten_ships: u8,
    /// Fleet Points that the commander may cost, without ship.
    pub commander: u16,
    /// Percent of the starting points that are spent on cards.
    pub gear: i32,
    /// Fleet Points that are kept in hand.
    pub savings: i32,
    /// Percent of what is left of a turn's points that goes to huge ships.
    pub huge_ships: i32,

    // ---- XP ----
    /// XP that every pilot keeps for his ejection die.
    pub keep_xp: u16,
    /// XP that a pilot may spend in one battle on rolling a die again.
    pub judgment: u8,
    /// Skill at which pilots stop to improve it.
    pub most_skill: u8,

    // ---- targets ----
    /// Turns for which the income of a target is counted.
    pub horizon: i32,
    /// Fleet Points that a battle is expected to cost the attacker.
    pub caution: i32,
    /// Own strength in percent of the enemy's from which huge ships are looked for.
    pub hunt_from: i32,
    /// Squad points at hand in percent of the size below which a target is ceded.
    pub cede_below: i32,
    /// Break off below this share of the foe's strength.
    pub retreat_strength: f64,
    /// A ship leaves with less than this share of its hull.
    pub retreat_hull: f64,
}

impl Weights {
    /// What the other doctrines differ from.
    pub const BALANCED: Weights = Weights {
        skill: 4,
        unique: 8,
        numbers: 0,
        gadgets: 100,
        ordnance: 80,
        reserve: 3,
        elite_slot: 30,
        stock_fighters: 3,
        large_ships: 1,
        variety: 4,
        pilots_per_ten_ships: 12,
        commander: 11,
        gear: 6,
        savings: 5,
        huge_ships: 20,
        keep_xp: 1,
        judgment: 1,
        most_skill: 7,
        horizon: 5,
        caution: 18,
        hunt_from: 110,
        cede_below: 40,
        retreat_strength: 0.35,
        retreat_hull: 0.0,
    };
}
