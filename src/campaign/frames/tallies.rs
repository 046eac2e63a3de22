//! Sums over a campaign and over a turn, by faction.

use super::*;

/// What the `factions` frame tells of one faction.
#[derive(Debug, Clone, Copy, Default)]
pub struct FactionTally {
    pub score_total: i32,
    pub income_total: i32,
    pub spent_total: i32,
    pub last: Standing,
    pub targets_captured: u32,
    pub targets_lost: u32,
    pub battles_won: u32,
    pub battles_lost: u32,
    pub battles_drawn: u32,
    pub ships_lost: u32,
    pub ships_captured: u32,
    pub killed: u32,
    pub captured: u32,
    pub escaped: u32,
    pub home: u32,
    pub xp_earned: u32,
    pub xp_spent: u32,
    pub huge_ships_lost: u32,
    pub located: u32,
}

impl FactionTally {
    pub fn earn(&mut self, source: PointSource, amount: i32) {
        if !matches!(source, PointSource::Starting | PointSource::Transfer) {
            self.income_total += amount;
        }
    }

    pub fn spend(&mut self, use_: PointUse, amount: i32) {
        if use_ != PointUse::Transfer {
            self.spent_total += amount;
        }
    }

    pub fn cells(
        &self,
        replication: u32,
        seat: u32,
        faction: Faction,
        players: u32,
        won: bool,
    ) -> [Cell; 27] {
        [
            replication.into(),
            seat.into(),
            faction.name().into(),
            players.into(),
            won.into(),
            self.score_total.into(),
            self.income_total.into(),
            self.spent_total.into(),
            self.last.balance.into(),
            self.last.fleet_value.into(),
            self.last.targets.into(),
            self.targets_captured.into(),
            self.targets_lost.into(),
            self.battles_won.into(),
            self.battles_lost.into(),
            self.battles_drawn.into(),
            self.ships_lost.into(),
            self.ships_captured.into(),
            self.killed.into(),
            self.captured.into(),
            self.escaped.into(),
            self.home.into(),
            self.xp_earned.into(),
            self.xp_spent.into(),
            self.huge_ships_lost.into(),
            self.last.huge_ships.into(),
            self.located.into(),
        ]
    }
}

/// What the `turns` frame tells of one faction in one turn.
#[derive(Debug, Clone, Copy, Default)]
pub struct TurnTally {
    pub score: Score,
    pub score_total: i32,
    pub paid: i32,
    pub other_income: i32,
    pub spent_ships: i32,
    pub spent_pilots: i32,
    pub spent_upgrades: i32,
    pub spent_huge: i32,
    pub spent_other: i32,
    pub attacks: u32,
    pub battles_won: u32,
    pub battles_lost: u32,
}

impl TurnTally {
    pub fn earn(&mut self, source: PointSource, amount: i32) {
        match source {
            PointSource::Income => self.paid += amount,
            PointSource::Starting | PointSource::Transfer => {}
            _ => self.other_income += amount,
        }
    }

    pub fn spend(&mut self, use_: PointUse, amount: i32) {
        match use_ {
            PointUse::Ship => self.spent_ships += amount,
            PointUse::Pilot => self.spent_pilots += amount,
            PointUse::Crew | PointUse::Equipment | PointUse::Ordnance | PointUse::Title => {
                self.spent_upgrades += amount;
            }
            PointUse::HugeShip => self.spent_huge += amount,
            PointUse::Pirates | PointUse::Containers => self.other_income -= amount,
            PointUse::Transfer => {}
            PointUse::HiddenOutpost
            | PointUse::Contract
            | PointUse::BlackMarket
            | PointUse::Ransom
            | PointUse::BetterOffer => self.spent_other += amount,
        }
    }
}
