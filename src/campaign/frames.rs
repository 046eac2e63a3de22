//! The frames of a run, filled from events and from nothing else.

use std::fmt::Write;
use std::sync::Arc;

use crate::catalog::catalog;
use crate::config::TargetType;
use crate::events::campaign::{BattleCard, BattleResult, HullRecord, PersonRecord, Score, Standing};
use crate::events::words::*;
use crate::events::{CampaignEvent, Post, Sink};
use crate::frames::columns::{BATTLES, CAMPAIGNS, FACTIONS, PILOTS, PURCHASES, SHIPS, TARGETS, TURNS};
use crate::frames::{Cell, Frame};
use crate::ids::{BattleId, Faction, Model, PilotCardId, PlayerId, ShipClassId, Side, UpgradeId};

use super::tally::RunTally;

mod battle_row;
mod tallies;
mod target_row;

use battle_row::BattleRow;
use tallies::{FactionTally, TurnTally};
use target_row::TargetRow;

/// All frames of some campaigns, in the order in which they were played.
#[derive(Debug)]
pub struct CampaignFrames {
    pub campaigns: Frame,
    pub factions: Frame,
    pub turns: Frame,
    pub battles: Frame,
    pub pilots: Frame,
    pub ships: Frame,
    pub purchases: Frame,
    pub targets: Frame,
    /// Model that the set-up asks for.
    model: Model,
    one: OneCampaign,
}

/// What must be remembered of the campaign that is being told.
#[derive(Debug, Default)]
struct OneCampaign {
    replication: u32,
    turn: u16,
    /// Faction by player.
    seats: Vec<Faction>,
    /// Factions in set-up order.
    factions: Vec<Faction>,
    targets: Vec<TargetRow>,
    target_value: i32,
    tallies: [FactionTally; 3],
    turn_tallies: [TurnTally; 3],
    /// First owner and first class of every hull, first owner of every person.
    hulls: Vec<(PlayerId, ShipClassId)>,
    persons: Vec<PlayerId>,
    huge_ships: Vec<Faction>,
    /// Battles of the turn, with the number of the first.
    battles: Vec<BattleRow>,
    battles_before: u16,
    fought: u32,
    fallbacks: u32,
    winner: Option<Faction>,
    end_reason: &'static str,
    turns: u16,
    leader: Option<Faction>,
    lead_changes: u32,
    values: [i32; 3],
}

impl CampaignFrames {
    pub fn new(model: Model) -> CampaignFrames {
        CampaignFrames {
            campaigns: Frame::new(&CAMPAIGNS),
            factions: Frame::new(&FACTIONS),
            turns: Frame::new(&TURNS),
            battles: Frame::new(&BATTLES),
            pilots: Frame::new(&PILOTS),
            ships: Frame::new(&SHIPS),
            purchases: Frame::new(&PURCHASES),
            targets: Frame::new(&TARGETS),
            model,
            one: OneCampaign::default(),
        }
    }

    /// The next events are those of this replication.
    pub fn begin(&mut self, replication: u64) {
        let one = &mut self.one;
        // The lists keep their memory from one campaign to the next.
        *one = OneCampaign {
            replication: replication as u32,
            seats: emptied(std::mem::take(&mut one.seats)),
            factions: emptied(std::mem::take(&mut one.factions)),
            targets: emptied(std::mem::take(&mut one.targets)),
            hulls: emptied(std::mem::take(&mut one.hulls)),
            persons: emptied(std::mem::take(&mut one.persons)),
            huge_ships: emptied(std::mem::take(&mut one.huge_ships)),
            battles: emptied(std::mem::take(&mut one.battles)),
            ..OneCampaign::default()
        };
    }

    /// All frames, in the order of `columns::CAMPAIGN_FRAMES`.
    pub fn all(&self) -> [&Frame; 8] {
        [
            &self.campaigns,
            &self.factions,
            &self.turns,
            &self.battles,
            &self.pilots,
            &self.ships,
            &self.purchases,
            &self.targets,
        ]
    }

    /// Adds the rows of another set of frames behind these.
    pub fn append(&mut self, other: CampaignFrames) {
        self.campaigns.append(other.campaigns);
        self.factions.append(other.factions);
        self.turns.append(other.turns);
        self.battles.append(other.battles);
        self.pilots.append(other.pilots);
        self.ships.append(other.ships);
        self.purchases.append(other.purchases);
        self.targets.append(other.targets);
    }

    /// Adds the campaign that was just told to the run's sums.
    pub fn count(&self, tally: &mut RunTally) {
        let one = &self.one;
        tally.campaigns += 1;
        match one.winner {
            Some(faction) => tally.wins[faction.index()] += 1,
            None => tally.draws += 1,
        }
        tally.turns += u64::from(one.turns);
        tally.turns_squared += u64::from(one.turns).pow(2);
        tally.battles += u64::from(one.fought);
        tally.battles_squared += u64::from(one.fought).pow(2);
        *tally.ends.entry(one.end_reason.to_string()).or_insert(0) += 1;
    }

    fn purchase(
        &mut self,
        player: PlayerId,
        kind: &'static str,
        item: &'static str,
        copies: u8,
        cost: i32,
        source: &'static str,
    ) {
        let one = &self.one;
        self.purchases.push([
            one.replication.into(),
            one.turn.into(),
            one.seats[player.index()].name().into(),
            player.0.into(),
            kind.into(),
            item.into(),
            copies.into(),
            cost.into(),
            source.into(),
        ]);
    }

    fn end_turn(&mut self, turn: u16, faction: Faction, standing: &Standing) {
        let one = &mut self.one;
        let tally = std::mem::take(&mut one.turn_tallies[faction.index()]);
        one.tallies[faction.index()].last = *standing;
        one.values[faction.index()] = standing.fleet_value + standing.balance;
        let score = &tally.score;
        let seat = one.seat_of(faction);
        let idle = standing.hulls - standing.hulls_ready;
        let skill_mean = f64::from(standing.skill) / f64::from(standing.pilots.max(1));
        self.turns.push([
            one.replication.into(),
            turn.into(),
            seat.into(),
            faction.name().into(),
            score.automatic.into(),
            score.captured_target.into(),
            score.lost_target.into(),
            score.battles_won.into(),
            score.battles_lost.into(),
            score.targets.into(),
            score.trade_station.into(),
            (score.trade_route + score.enemy_trade_route).into(),
            (score.resource_cache + tally.other_income).into(),
            tally.score_total.into(),
            tally.paid.into(),
            tally.spent_ships.into(),
            tally.spent_pilots.into(),
            tally.spent_upgrades.into(),
            tally.spent_huge.into(),
            tally.spent_other.into(),
            standing.balance.into(),
            standing.fleet_value.into(),
            standing.targets.into(),
            standing.target_value.into(),
            tally.attacks.into(),
            tally.battles_won.into(),
            tally.battles_lost.into(),
            standing.hulls_ready.into(),
            idle.into(),
            standing.pilots_fit.into(),
            (standing.pilots_wounded + standing.pilots_training).into(),
            standing.captives.into(),
            skill_mean.into(),
            standing.huge_ships.into(),
        ]);
        if one.factions.last() == Some(&faction) {
            one.count_lead();
            one.targets.iter_mut().for_each(TargetRow::count_turn);
            self.flush_battles();
        }
    }

    fn flush_battles(&mut self) {
        let one = &mut self.one;
        for (number, row) in one.battles.drain(..).enumerate() {
            self.battles.push(row.cells(one.replication, one.turn, number as u32, &one.targets));
            one.battles_before += 1;
        }
    }

    fn end_campaign(&mut self, winner: Option<Faction>, reason: EndReason, turns: u16) {
        self.flush_battles();
        let reason = match (winner, reason) {
            (None, EndReason::HugeShips | EndReason::Elimination) => "draw",
            (_, reason) => reason.key(),
        };
        self.one.winner = winner;
        self.one.end_reason = reason;
        self.one.turns = turns;
        let one = &self.one;
        self.campaigns.push([
            one.replication.into(),
            winner.map(Faction::name).into(),
            reason.into(),
            turns.into(),
            one.fought.into(),
            (one.targets.len() as u32).into(),
            Cell::Count(one.target_value.max(0) as u32),
            one.lead_changes.into(),
            one.fallbacks.into(),
            self.model.name().into(),
        ]);
        for (number, target) in one.targets.iter().enumerate() {
            self.targets.push(target.cells(one.replication, number as u32));
        }
        for seat in 0..one.factions.len() {
            let faction = one.factions[seat];
            let players = one.seats.iter().filter(|other| **other == faction).count() as u32;
            let cells = one.tallies[faction.index()].cells(
                one.replication,
                seat as u32,
                faction,
                players,
                winner == Some(faction),
            );
            self.factions.push(cells);
        }
    }

    fn end_person(&mut self, record: &PersonRecord) {
        let one = &self.one;
        let player = one.persons[record.person.index()];
        let (origin, class) = match record.post {
            Post::Pilot(card) => {
                let pilot = catalog().pilot(card);
                (pilot.key, Some(catalog().ship(pilot.ships[0]).key))
            }
            Post::Crew(card) => (catalog().upgrade(card).key, None),
        };
        let role = match record.post {
            Post::Crew(_) => "crew",
            Post::Pilot(_) if record.commander => "commander",
            Post::Pilot(_) => "pilot",
        };
        let fate = match record.end {
            PersonEnd::OnRoster if record.flipped => "flipped",
            PersonEnd::OnRoster => "active",
            PersonEnd::Captive => "captive",
            PersonEnd::Dead => "killed",
            PersonEnd::ShippedOff => "detained",
        };
        let spent = |use_: XpUse| u32::from(record.xp_spent[use_.index()]);
        let all: u32 = record.xp_spent.iter().map(|&xp| u32::from(xp)).sum();
        self.pilots.push([
            one.replication.into(),
            record.person.0.into(),
            one.seats[player.index()].name().into(),
            player.0.into(),
            origin.into(),
            role.into(),
            record.unique.into(),
            class.into(),
            record.joined_turn.into(),
            record.first_skill.into(),
            record.last_skill.into(),
            record.xp_earned.into(),
            spent(XpUse::Skill).into(),
            spent(XpUse::EliteSlot).into(),
            (spent(XpUse::EliteAbility) + spent(XpUse::CrewAbility)).into(),
            spent(XpUse::Qualification).into(),
            (spent(XpUse::TacticalJudgment) + spent(XpUse::Ejection)).into(),
            spent(XpUse::Escape).into(),
            (u32::from(record.xp_earned) - all).into(),
            record.programme.map(Programme::key).into(),
            record.battles.into(),
            record.battles_won.into(),
            record.kills.into(),
            record.wounds.into(),
            record.ejections.into(),
            record.captures.into(),
            record.escapes.into(),
            fate.into(),
            record.end_turn.into(),
        ]);
    }

    fn end_hull(&mut self, record: &HullRecord) {
        let one = &self.one;
        let (player, class) = one.hulls[record.hull.index()];
        let source = match record.origin {
            HullOrigin::Starting => "initial",
            HullOrigin::Reinforcement => "bought",
            HullOrigin::Crashed => "found",
        };
        let fate = match record.end {
            HullFate::Destroyed => "destroyed",
            HullFate::InService if record.captured => "captured",
            HullFate::InService => "active",
        };
        let served = record.end_turn + 1 - record.acquired_turn.clamp(1, record.end_turn.max(1));
        self.ships.push([
            one.replication.into(),
            record.hull.0.into(),
            one.seats[player.index()].name().into(),
            player.0.into(),
            catalog().ship(class).key.into(),
            source.into(),
            record.acquired_turn.into(),
            served.into(),
            record.turns_idle.into(),
            record.battles.into(),
            record.kills.into(),
            record.times_damaged.into(),
            record.upgrades_value.into(),
            fate.into(),
            record.end_turn.into(),
        ]);
    }
}

fn emptied<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list
}

impl OneCampaign {
    fn seat_of(&self, faction: Faction) -> u32 {
        self.factions.iter().position(|other| *other == faction).unwrap_or(0) as u32
    }

    fn tally(&mut self, player: PlayerId) -> &mut FactionTally {
        &mut self.tallies[self.seats[player.index()].index()]
    }

    fn turn_tally(&mut self, player: PlayerId) -> &mut TurnTally {
        &mut self.turn_tallies[self.seats[player.index()].index()]
    }

    fn battle(&mut self, battle: BattleId) -> &mut BattleRow {
        let place = usize::from(battle.0 - self.battles_before);
        &mut self.battles[place]
    }

    /// Whether the lead in fleet value and points at hand has passed to another faction.
    fn count_lead(&mut self) {
        let best = self.factions.iter().map(|faction| self.values[faction.index()]).max();
        let mut leaders = self.factions.iter().filter(|faction| Some(self.values[faction.index()]) == best);
        let (Some(&leader), None) = (leaders.next(), leaders.next()) else { return };
        if self.leader.is_some_and(|before| before != leader) {
            self.lead_changes += 1;
        }
        self.leader = Some(leader);
    }

    fn fought(&mut self, battle: BattleId, result: &BattleResult, asked: Model) {
        self.fought += 1;
        self.fallbacks += u32::from(result.model != asked);
        let card = self.battle(battle).card;
        self.battle(battle).result = Some(*result);
        for side in Side::BOTH {
            let faction = card.factions[side.index()].index();
            let (tally, turn) = (&mut self.tallies[faction], &mut self.turn_tallies[faction]);
            let won = result.both.or(result.winner.map(|winner| winner == side));
            tally.battles_won += u32::from(won == Some(true));
            tally.battles_lost += u32::from(won == Some(false));
            tally.battles_drawn += u32::from(won.is_none());
            turn.battles_won += u32::from(won == Some(true));
            turn.battles_lost += u32::from(won == Some(false));
        }
    }
}

impl Sink<CampaignEvent> for CampaignFrames {
    fn event(&mut self, event: &CampaignEvent) {
        use CampaignEvent as E;
        let one = &mut self.one;
        match *event {
            E::PlayerSeated { faction, .. } => {
                one.seats.push(faction);
                if !one.factions.contains(&faction) {
                    one.factions.push(faction);
                }
            }
            E::TargetPlaced { category, type_, hidden, value, .. } => {
                one.targets.push(TargetRow::new(category, type_, hidden, value));
                one.target_value += i32::from(value);
            }
            E::HugeShipReadied { faction, .. } => one.huge_ships.push(faction),
            E::HugeShipEquipped { ship, upgrade, cost } if 0 < one.turn => {
                let faction = one.huge_ships[ship.index()];
                let leader = one.seats.iter().position(|other| *other == faction).unwrap_or(0);
                let item = catalog().upgrade(upgrade).key;
                self.purchase(PlayerId(leader as u8), "huge-upgrade", item, 1, i32::from(cost), "bought");
            }
            E::TurnBegan { turn } => {
                one.turn = turn;
                one.turn_tallies = Default::default();
            }
            E::ScoreCounted { faction, score, total } => {
                let tally = &mut one.turn_tallies[faction.index()];
                tally.score = score;
                tally.score_total = total;
                one.tallies[faction.index()].score_total += score.sum();
            }
            E::PointsEarned { player, source, amount } => {
                one.turn_tally(player).earn(source, amount);
                one.tally(player).earn(source, amount);
                let sale = match source {
                    PointSource::BlackMarket => "sale",
                    PointSource::Ransom => "ransom",
                    PointSource::Contract => "contract",
                    _ => return,
                };
                self.purchase(player, sale, source.key(), 0, -amount, "black-market");
            }
            E::PointsUsed { player, use_, amount } => {
                one.turn_tally(player).spend(use_, amount);
                one.tally(player).spend(use_, amount);
                let kind = match use_ {
                    PointUse::HiddenOutpost => "outpost",
                    PointUse::Ransom => "ransom",
                    PointUse::Contract => "contract",
                    PointUse::BetterOffer => "flip",
                    _ => return,
                };
                self.purchase(player, kind, use_.key(), 1, amount, "bought");
            }
            E::HullJoined { player, class, origin, cost, .. } => {
                one.hulls.push((player, class));
                let source = match origin {
                    HullOrigin::Starting => "initial",
                    HullOrigin::Reinforcement => "bought",
                    HullOrigin::Crashed => "found",
                };
                self.purchase(player, "ship", catalog().ship(class).key, 1, i32::from(cost), source);
            }
            E::PersonJoined { player, post, origin, cost, commander, .. } => {
                one.persons.push(player);
                let (kind, item) = match post {
                    Post::Pilot(card) => {
                        (if commander { "commander" } else { "pilot" }, catalog().pilot(card).key)
                    }
                    Post::Crew(card) => ("crew", catalog().upgrade(card).key),
                };
                let source = match origin {
                    PersonOrigin::Starting => "initial",
                    PersonOrigin::Reinforcement => "bought",
                    PersonOrigin::CommerceHub => "depot",
                    PersonOrigin::Volunteers => "found",
                    PersonOrigin::Cargo => "loot",
                };
                self.purchase(player, kind, item, 1, i32::from(cost), source);
            }
            E::UpgradeGained { player, upgrade, copies, origin, cost } => {
                let source = match origin {
                    UpgradeOrigin::Purchase if one.turn == 0 => "initial",
                    UpgradeOrigin::Purchase => "bought",
                    UpgradeOrigin::CommerceHub | UpgradeOrigin::ChopShop | UpgradeOrigin::MunitionsDepot => {
                        "depot"
                    }
                    UpgradeOrigin::WeaponsStash | UpgradeOrigin::Salvage | UpgradeOrigin::Volunteers => {
                        "found"
                    }
                    UpgradeOrigin::Cargo | UpgradeOrigin::Containers | UpgradeOrigin::Captured => "loot",
                    UpgradeOrigin::BlackMarket | UpgradeOrigin::Contract => "black-market",
                    // What team mates hand to each other is no purchase.
                    UpgradeOrigin::Transfer => return,
                };
                self.purchase(
                    player,
                    "upgrade",
                    catalog().upgrade(upgrade).key,
                    copies,
                    i32::from(cost),
                    source,
                );
            }
            E::UpgradeFitted { player, upgrade, cost, .. } => {
                let card = catalog().upgrade(upgrade);
                let kind = if card.slot == crate::catalog::Slot::Title { "title" } else { "upgrade" };
                let source = if one.turn == 0 { "initial" } else { "bought" };
                self.purchase(player, kind, card.key, 1, i32::from(cost), source);
            }
            E::XpEarned { person, amount, .. } => {
                one.tallies[one.seats[one.persons[person.index()].index()].index()].xp_earned +=
                    u32::from(amount);
            }
            E::XpSpent { person, amount, .. } => {
                one.tallies[one.seats[one.persons[person.index()].index()].index()].xp_spent +=
                    u32::from(amount);
            }
            E::AttackDeclared { faction, .. } => one.turn_tallies[faction.index()].attacks += 1,
            E::BattleArranged(card) => one.battles.push(BattleRow::new(card)),
            E::SquadBuilt { battle, side, player, points, ships } => {
                one.battle(battle).squads[side.index()].built(player, points, ships);
            }
            E::ShipSent { battle, side, class, card, skill, .. } => {
                one.battle(battle).squads[side.index()].sent(class, card, skill);
            }
            E::UpgradeSent { battle, side, upgrade } => {
                one.battle(battle).squads[side.index()].upgrades.push(upgrade);
            }
            E::BattleNotFought { battle, winner, .. } => one.battle(battle).not_fought = Some(winner),
            E::BattleFought { battle, ref result } => one.fought(battle, result, self.model),
            E::BattleClosed { battle, killed, captured, loot } => {
                let row = one.battle(battle);
                row.killed = killed;
                row.captured = captured;
                row.loot = loot;
            }
            E::HullDestroyed { hull, .. } => one.tally(one.hulls[hull.index()].0).ships_lost += 1,
            E::HullCaptured { from, to, .. } => {
                one.tally(from).ships_lost += 1;
                one.tally(to).ships_captured += 1;
            }
            E::PersonKilled { person, .. } => one.tally(one.persons[person.index()]).killed += 1,
            E::PersonCaptured { person, .. } => one.tally(one.persons[person.index()]).captured += 1,
            E::PersonHome { person, how } => {
                let tally = one.tally(one.persons[person.index()]);
                match how {
                    Homecoming::Escape => tally.escaped += 1,
                    _ => tally.home += 1,
                }
            }
            E::TargetTaken { target, by, from, .. } => {
                one.targets[target.index()].taken(by);
                one.tallies[by.index()].targets_captured += 1;
                if let Some(from) = from {
                    one.tallies[from.index()].targets_lost += 1;
                }
            }
            E::TargetGivenUp { target, from } => {
                one.targets[target.index()].given_up();
                one.tallies[from.index()].targets_lost += 1;
            }
            E::TradeRouteWon { by } => {
                let routes = one.targets.iter_mut().filter(|target| target.type_ == TargetType::TradeRoute);
                routes.for_each(|route| route.route_won(by));
            }
            E::WorldExplored { target, by, discovery, amount } => {
                one.targets[target.index()].explored(discovery, by, one.turn, amount);
            }
            E::HugeShipLocated { by, .. } => one.tallies[by.index()].located += 1,
            E::HugeShipDestroyed { ship, .. } => {
                one.tallies[one.huge_ships[ship.index()].index()].huge_ships_lost += 1;
            }
            E::TurnEnded { turn, faction, ref standing } => self.end_turn(turn, faction, standing),
            E::PersonEnded(ref record) => self.end_person(record),
            E::HullEnded(ref record) => self.end_hull(record),
            E::CampaignEnded { winner, reason, turns } => self.end_campaign(winner, reason, turns),
            _ => {}
        }
    }
}
