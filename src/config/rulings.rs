//! How unclear or contradictory text is read. `src/RULES.md` argues each.

use serde::{Deserialize, Serialize};

use crate::catalog::vocabulary;
use crate::procedures::initiative::RerollScope;

vocabulary!(
    /// Which turn's battles a score counts.
    BattlesInScore {
        SameTurn = "same-turn" / "won and lost in the turn just played",
        WinsATurnLater = "wins-a-turn-later" / "lost in the turn just played, won in the one before",
    }
);

vocabulary!(
    TradeStation {
        ValueAndExtra = "value-and-extra" / "its value and the extra points",
        ValueOnly = "value-only" / "its value only",
    }
);

vocabulary!(
    LargeShipsAtStart {
        FactionLimit = "faction-limit" / "only the faction's limit",
        OneEach = "one-each" / "a limit for each player too",
    }
);

vocabulary!(
    /// Three ordinary factions at one uncontrolled target.
    ThreeAtUncontrolled {
        RandomPair = "random-pair" / "two of them, drawn by lot, fight",
        Nobody = "nobody" / "nobody gets it",
    }
);

vocabulary!(
    /// Two ordinary factions at a target of the third.
    TwoAtOwner {
        RandomAttacker = "random-attacker" / "one of them, drawn by lot, fights the owner",
        OwnerWithdraws = "owner-withdraws" / "they fight each other for it",
    }
);

vocabulary!(
    /// Step 3 of a huge ship's repair.
    HugeShipRepair {
        ReductionDown = "reduction-down" / "take off half, rounded down",
        RemainderDownKeepOne = "remainder-down-keep-one" / "leave half, rounded down, but at least one",
        RemainderDown = "remainder-down" / "leave half, rounded down",
    }
);

impl HugeShipRepair {
    /// Face-down cards left of so many.
    pub fn left(self, cards: u8, divisor: u8) -> u8 {
        match self {
            HugeShipRepair::ReductionDown => cards - cards / divisor,
            HugeShipRepair::RemainderDownKeepOne => (cards / divisor).max(cards.min(1)),
            HugeShipRepair::RemainderDown => cards / divisor,
        }
    }
}

vocabulary!(
    ZeroCostTitles {
        AllGeneric = "all-generic" / "all generic titles of no cost",
        ListedOnly = "listed-only" / "those of the errata",
    }
);

vocabulary!(
    TitlesBoundAt {
        TitlePurchase = "title-purchase" / "any eligible ship when the title is bought",
        ShipPurchase = "ship-purchase" / "the ship that is bought with it",
    }
);

vocabulary!(
    ChardaanRefitReward {
        AssignableLater = "assignable-later" / "a title to assign later",
        Worthless = "worthless" / "worthless",
    }
);

vocabulary!(
    SpecialTerrain { Rolled = "rolled" / "rolled", None = "none" / "none" }
);

vocabulary!(
    VipShareOf { Size = "size" / "the size allowed", Squad = "squad" / "the squad brought" }
);

vocabulary!(
    ContractTarget {
        Scum = "scum" / "Scum",
        Employer = "employer" / "the employer",
        Uncontrolled = "uncontrolled" / "nobody",
    }
);

vocabulary!(
    ExchangeAttack { Both = "both" / "both factions", Proposer = "proposer" / "the one that proposes it" }
);

vocabulary!(
    LocationChoice { AtAttack = "at-attack" / "at the attack", AtSuccess = "at-success" / "at the success" }
);

vocabulary!(
    BeyondTable { Continue = "continue" / "goes on in the same steps", LastRow = "last-row" / "stays at its last row" }
);

vocabulary!(
    Elimination {
        HugeShips = "huge-ships" / "all its huge ships are destroyed",
        NoSquad = "no-squad" / "it has no pilot with a ship",
    }
);

vocabulary!(
    UnmodifiedPoints { Gross = "gross" / "plus factors of the scores", Awards = "awards" / "scores as paid" }
);

/// Rulings: how unclear or contradictory text is read; argued in src/RULES.md.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// Highest number drawn for the scenario table: 32 as the text says, 34 as the table is printed.
    pub scenario_draw_to: u16,
    /// "same-turn": battles won and lost of the turn just played; "wins-a-turn-later": wins of the turn
    /// before that.
    pub battles_in_score: BattlesInScore,
    /// "value-and-extra": its value and 6 more; "value-only": the 6 of the text is its value.
    pub trade_station: TradeStation,
    /// "faction-limit": only the faction's total counts; "one-each": also
    /// fleet.large_ships.start_limit_per_player.
    pub large_ships_at_start: LargeShipsAtStart,
    /// Three ordinary factions at one uncontrolled target: "random-pair" fights and the third goes home;
    /// "nobody": no battle, no capture.
    pub three_at_uncontrolled: ThreeAtUncontrolled,
    /// Two factions at a third one's target: "random-attacker" fights the owner; "owner-withdraws": the two
    /// fight for it.
    pub two_at_owner: TwoAtOwner,
    /// What a reroll of initiative rerolls: the "own" dice of the player who has the right, or the dice of
    /// "both".
    pub initiative_reroll: RerollScope,
    /// Step 3: "reduction-down" takes off half rounded down; "remainder-down-keep-one" and "remainder-down"
    /// round what is left.
    pub huge_ship_repair: HugeShipRepair,
    /// Generics who trained to high skill count against the limit of high-skill generics.
    pub trained_pilots_are_high_skill: bool,
    /// A commander bought during the campaign has the XP of a starting one.
    pub replacement_commander_start_xp: bool,
    /// The Outer Rim Smuggler needs the usual skill to qualify on the other YT-1300.
    pub smuggler_needs_minimum_skill: bool,
    /// Crew wounded at ejection sit out like pilots.
    pub wounded_crew_sit_out: bool,
    /// Droid pilots earn XP in battles that they survive.
    pub droid_pilots_earn_xp: bool,
    /// Captured crew, who have no XP, may try to escape without paying.
    pub crew_prisoners_escape: bool,
    /// Generic titles of 0 SP that cost upgrades.titles.zero_cost_generic: "all-generic" or "listed-only"
    /// (those of the errata).
    pub zero_cost_titles: ZeroCostTitles,
    /// A title is assigned when it is bought, or only with its ship: "title-purchase" or "ship-purchase".
    pub titles_bound_at: TitlesBoundAt,
    /// A Chardaan Refit won as cargo: "assignable-later" or "worthless".
    pub chardaan_refit_reward: ChardaanRefitReward,
    /// Skill of the Lothal Rebel: 3 as on the card, 4 as in the table.
    pub lothal_rebel_skill: u8,
    /// Skill of the Zeta Specialist: 3 as on the card, 2 as in the table.
    pub zeta_specialist_skill: u8,
    /// FP and SP of the Baron of the Empire: 4 as in the table, 5 as the card less the ship.
    pub baron_of_the_empire_cost: u8,
    /// FP and SP of a captured TIE Fighter: 11 as in the table, 10 by the formula.
    pub captured_tie_cost: u8,
    /// FP and SP of the Rogue Squadron Pilot: 5 as in the table, 6 as in the old restrictions.
    pub rogue_squadron_cost: u8,
    /// Generic pilots that the tables leave out may be bought (Omega Specialist).
    pub generics_outside_tables: bool,
    /// Winning the trade route counts as capturing a new target.
    pub trade_route_capture_bonus: bool,
    /// A target that nobody held and nobody else came to counts as captured.
    pub uncontested_capture_bonus: bool,
    /// Battles away from strategic targets count as won and lost in the score.
    pub special_battles_score: bool,
    /// A battle that a player did not come to counts as lost and won in the score.
    pub no_show_counts_as_battle: bool,
    /// A ceded target counts as a battle lost and won in the score.
    pub ceding_counts_as_battle: bool,
    /// Two commerce hubs, chop shops, munitions depots, scrapyards or trade stations do twice as much.
    pub special_places_add_up: bool,
    /// Points from depots and stashes buy ordnance by the pack, like Fleet Points.
    pub free_points_buy_packs: bool,
    /// Pirates and unpaid containers can take a player below 0 FP.
    pub debt_allowed: bool,
    /// An outpost found on an unexplored world has that world's space terrain.
    pub lost_outpost_keeps_feature: bool,
    /// Space terrain of battles away from strategic targets: "rolled" or "none".
    pub special_terrain: SpecialTerrain,
    /// VIP Escort's share is of the "size" allowed or of the "squad" brought.
    pub vip_share_of: VipShareOf,
    /// Who controls a target that Scum took on a contract: "scum", "employer" or "uncontrolled".
    pub contract_target_goes_to: ContractTarget,
    /// Scum that wins the trade route also gets its ordinary income.
    pub scum_trade_route_income: bool,
    /// Prisoner Exchange takes the place of an attack of "both" factions or of the "proposer" only.
    pub exchange_uses_attack_of: ExchangeAttack,
    /// Which huge ship was found is chosen "at-attack" or "at-success".
    pub location_choice: LocationChoice,
    /// More players than the table has: "continue" its steps or stay at its "last-row".
    pub support_ships_beyond_table: BeyondTable,
    /// When a faction is eliminated: all its "huge-ships" destroyed, or "no-squad": no pilot with a ship
    /// left.
    pub elimination: Elimination,
    /// "gross": the plus factors of every score, without deductions; "awards": scores as paid.
    pub unmodified_fleet_points: UnmodifiedPoints,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repair_takes_off_half_rounded_down_so_that_one_card_stays() {
        // 1 card: half is 0.5, so none goes; 3 cards: one goes; 4 cards: two go.
        let left = |cards| HugeShipRepair::ReductionDown.left(cards, 2);
        assert_eq!([0, 1, 2, 3, 4, 5].map(left), [0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn other_readings_round_what_is_left() {
        let keep_one = |cards| HugeShipRepair::RemainderDownKeepOne.left(cards, 2);
        assert_eq!([0, 1, 2, 3, 4, 5].map(keep_one), [0, 1, 1, 1, 2, 2]);
        let down = |cards| HugeShipRepair::RemainderDown.left(cards, 2);
        assert_eq!([0, 1, 2, 3, 4, 5].map(down), [0, 0, 1, 1, 2, 2]);
    }
}
