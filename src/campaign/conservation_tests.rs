//! Nothing appears from nowhere and nothing stands in two places: checked on whole random campaigns, once from the
//! events alone and once from the state.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{BaseSize, catalog};
use crate::chance::Luck;
use crate::config::{SetUp, load_set_up};
use crate::events::words::{HullOrigin, PersonOrigin, PointSource, PointUse};
use crate::events::{CampaignEvent, Post, Sink};
use crate::ids::{Faction, HullId, PersonId, PlayerId, UpgradeId};

use super::play::Campaign;
use super::rulebook::Rulebook;
use super::state::{PersonFate, Presence, State};
use super::testing::Lottery;

/// Follows the events and complains where they do not add up.
struct Auditor<'a> {
    book: &'a Rulebook,
    turn: u16,
    factions: BTreeMap<PlayerId, Faction>,
    balances: BTreeMap<PlayerId, i64>,
    xp: BTreeMap<PersonId, i64>,
    dead: BTreeSet<PersonId>,
    hulls: BTreeMap<HullId, (PlayerId, BaseSize)>,
    pilots: BTreeMap<PersonId, (PlayerId, Post)>,
    used_hulls: BTreeSet<HullId>,
    used_persons: BTreeSet<PersonId>,
    /// Copies of upgrades: what came less what went, of all players and huge ships together.
    upgrades: BTreeMap<UpgradeId, i64>,
    /// Fleet Points that went from hand to hand: what one paid and another got must cancel, by kind of deal.
    deals: BTreeMap<&'static str, i64>,
    ended: bool,
    battles: u32,
}

impl Auditor<'_> {
    fn new(book: &Rulebook) -> Auditor<'_> {
        Auditor {
            book,
            turn: 0,
            factions: BTreeMap::new(),
            balances: BTreeMap::new(),
            xp: BTreeMap::new(),
            dead: BTreeSet::new(),
            hulls: BTreeMap::new(),
            pilots: BTreeMap::new(),
            used_hulls: BTreeSet::new(),
            used_persons: BTreeSet::new(),
            upgrades: BTreeMap::new(),
            deals: BTreeMap::new(),
            ended: false,
            battles: 0,
        }
    }

    fn n_players(&self, faction: Faction) -> usize {
        self.factions.values().filter(|other| **other == faction).count()
    }

    fn large_ships(&self, faction: Faction) -> usize {
        let large = self.hulls.values().filter(|(_, size)| *size == BaseSize::Large);
        large.filter(|(player, _)| self.factions[player] == faction).count()
    }

    fn high_skill(&self, faction: Faction) -> usize {
        let high = |post: &Post| match post {
            Post::Pilot(card) => !catalog().pilot(*card).unique && 5 <= self.book.pilot_skill(*card),
            Post::Crew(_) => false,
        };
        self.pilots.values().filter(|(player, post)| self.factions[player] == faction && high(post)).count()
    }
}

impl Sink<CampaignEvent> for Auditor<'_> {
    fn event(&mut self, event: &CampaignEvent) {
        assert!(!self.ended, "nothing happens after the end");
        match *event {
            CampaignEvent::PlayerSeated { player, faction } => {
                self.factions.insert(player, faction);
                self.balances.insert(player, 0);
            }
            CampaignEvent::TurnBegan { turn } => {
                assert_eq!(turn, self.turn + 1);
                self.turn = turn;
                self.used_hulls.clear();
                self.used_persons.clear();
            }
            CampaignEvent::PointsEarned { player, source, amount } => {
                assert!(0 < amount);
                *self.balances.get_mut(&player).unwrap() += i64::from(amount);
                let deal = match source {
                    PointSource::Transfer => "transfer",
                    PointSource::Contract => "contract",
                    PointSource::BlackMarket => "black market",
                    PointSource::Ransom => "ransom",
                    _ => return,
                };
                *self.deals.entry(deal).or_default() += i64::from(amount);
            }
            CampaignEvent::PointsUsed { player, use_, amount } => {
                assert!(0 < amount);
                let deal = match use_ {
                    PointUse::Transfer => Some("transfer"),
                    PointUse::Contract => Some("contract"),
                    PointUse::BlackMarket => Some("black market"),
                    PointUse::Ransom => Some("ransom"),
                    _ => None,
                };
                if let Some(deal) = deal {
                    *self.deals.entry(deal).or_default() -= i64::from(amount);
                }
                let balance = self.balances.get_mut(&player).unwrap();
                *balance -= i64::from(amount);
                assert!(0 <= *balance, "the rulebook as written knows no debt");
            }
            CampaignEvent::UpgradeGained { upgrade, copies, .. } => {
                *self.upgrades.entry(upgrade).or_default() += i64::from(copies);
            }
            CampaignEvent::UpgradeFitted { upgrade, .. }
            | CampaignEvent::HugeShipEquipped { upgrade, .. } => {
                *self.upgrades.entry(upgrade).or_default() += 1;
            }
            CampaignEvent::UpgradeLost { upgrade, copies, .. } => {
                *self.upgrades.entry(upgrade).or_default() -= i64::from(copies);
            }
            CampaignEvent::HullJoined { hull, player, class, origin, .. } => {
                let size = catalog().ship(class).size;
                let faction = self.factions[&player];
                let bought = matches!(origin, HullOrigin::Starting | HullOrigin::Reinforcement);
                if bought && size == BaseSize::Large {
                    assert!(self.large_ships(faction) < 2 * self.n_players(faction), "the large-ship limit");
                }
                assert!(self.hulls.insert(hull, (player, size)).is_none());
            }
            CampaignEvent::HullDestroyed { hull, .. } => {
                assert!(self.hulls.remove(&hull).is_some(), "a hull is destroyed once");
            }
            CampaignEvent::HullHandedOver { hull, from, to } => {
                let entry = self.hulls.get_mut(&hull).unwrap();
                assert_eq!(entry.0, from);
                entry.0 = to;
            }
            CampaignEvent::PersonJoined { person, player, post, origin, .. } => {
                let faction = self.factions[&player];
                if let Post::Pilot(card) = post {
                    let generic = !catalog().pilot(card).unique;
                    let bought = matches!(origin, PersonOrigin::Starting | PersonOrigin::Reinforcement);
                    if bought && generic && 5 <= self.book.pilot_skill(card) {
                        assert!(self.high_skill(faction) < self.n_players(faction), "the high-skill limit");
                    }
                    let restricted = &self.book.rules.fleet.high_skill_generics.restricted;
                    if bought && restricted.contains(&card) {
                        let is_one =
                            |post: &Post| matches!(post, Post::Pilot(card) if restricted.contains(card));
                        let mut own = self.pilots.values().filter(|(mate, _)| self.factions[mate] == faction);
                        assert!(!own.any(|(_, post)| is_one(post)), "one of five");
                    }
                }
                assert!(self.pilots.insert(person, (player, post)).is_none());
                self.xp.insert(person, 0);
            }
            CampaignEvent::PersonHandedOver { person, from, to } => {
                let entry = self.pilots.get_mut(&person).unwrap();
                assert_eq!(entry.0, from);
                entry.0 = to;
            }
            CampaignEvent::PilotFlipped { person, to } => {
                self.pilots.get_mut(&person).unwrap().0 = to;
            }
            CampaignEvent::PersonKilled { person, .. } | CampaignEvent::CommanderShippedOff { person } => {
                assert!(self.dead.insert(person), "nobody dies twice");
                self.pilots.remove(&person);
            }
            CampaignEvent::XpEarned { person, amount, .. } => {
                *self.xp.get_mut(&person).unwrap() += i64::from(amount);
            }
            CampaignEvent::XpSpent { person, amount, .. } => {
                let xp = self.xp.get_mut(&person).unwrap();
                *xp -= i64::from(amount);
                assert!(0 <= *xp, "nobody spends XP that he does not have");
            }
            CampaignEvent::ShipSent { hull, pilot, .. } => {
                assert!(self.used_hulls.insert(hull), "a ship fights once a turn");
                assert!(self.used_persons.insert(pilot), "a pilot fights once a turn");
                assert!(!self.dead.contains(&pilot), "the dead do not fly");
            }
            CampaignEvent::BattleFought { .. } => self.battles += 1,
            CampaignEvent::PersonCaptured { person, .. } | CampaignEvent::PersonHome { person, .. } => {
                assert!(!self.dead.contains(&person), "the dead stay dead");
            }
            CampaignEvent::CampaignEnded { .. } => self.ended = true,
            _ => {}
        }
    }
}

/// Looks at the state by itself.
fn check_state(state: &State, book: &Rulebook) {
    let mut hulls = BTreeSet::new();
    let mut persons = BTreeSet::new();
    for player in &state.players {
        for &hull in &player.hulls {
            assert!(hulls.insert(hull), "a hull stands in one Squadron");
            assert_eq!(state.hull(hull).owner, player.id);
            assert!(state.hull(hull).in_service());
        }
        for &person in &player.persons {
            assert!(persons.insert(person), "a person stands on one roster");
            assert_eq!(state.person(person).owner, player.id);
        }
        assert!(0 <= player.reserved && player.reserved <= player.balance.max(0));
    }
    for hull in &state.hulls {
        assert_eq!(hull.in_service(), hulls.contains(&hull.id));
    }
    for person in &state.persons {
        let alive = matches!(person.fate, PersonFate::OnRoster | PersonFate::Captive(_));
        assert_eq!(alive, persons.contains(&person.id));
        if let Some(holder) = person.captive_of() {
            assert_ne!(holder, state.faction_of_person(person.id), "nobody is a prisoner of his own side");
        }
    }
    check_uniques(state, book);
    for target in &state.targets {
        if let Some(owner) = target.owner {
            assert!(state.team(owner).playing);
            assert!(!target.is_trade_route(), "the Trade Route is nobody's between turns");
        }
    }
    for faction in Faction::ALL {
        assert_eq!(state.team(faction).playing, state.factions.contains(faction));
    }
}

/// Copies of every upgrade in stores, on hulls, pilots and huge ships.
fn copies_in(state: &State) -> BTreeMap<UpgradeId, i64> {
    let mut copies = BTreeMap::new();
    let mut count = |upgrade: UpgradeId, number: i64| *copies.entry(upgrade).or_default() += number;
    for player in &state.players {
        player.store.held().for_each(|(upgrade, held)| count(upgrade, i64::from(held)));
        for &hull in &player.hulls {
            state.hull(hull).installed.iter().for_each(|upgrade| count(upgrade, 1));
        }
        for &person in &player.persons {
            state.person(person).title.into_iter().for_each(|title| count(title, 1));
        }
    }
    for ship in &state.huge_ships {
        ship.upgrades.iter().for_each(|upgrade| count(upgrade, 1));
    }
    copies
}

/// Every unique name is held once if it is present, and by nobody otherwise.
fn check_uniques(state: &State, book: &Rulebook) {
    let mut holders = vec![0_u32; book.uniques.n_names()];
    let mut hold = |name: Option<super::state::UniqueId>, copies: u32| {
        if let Some(name) = name {
            holders[usize::from(name.0)] += copies;
        }
    };
    for player in &state.players {
        for &person in &player.persons {
            let person = state.person(person);
            hold(book.unique_name(person.post), 1);
            hold(person.title.and_then(|title| book.unique_upgrade(title)), 1);
        }
        for (upgrade, copies) in player.store.held() {
            hold(book.unique_upgrade(upgrade), u32::from(copies));
        }
        for &hull in &player.hulls {
            for upgrade in state.hull(hull).installed.iter() {
                hold(book.unique_upgrade(upgrade), 1);
            }
        }
        let interface = book.special.experimental_interface;
        assert!(super::rules::upgrades::copies_owned(state, player.id, interface) <= 1);
    }
    for ship in &state.huge_ships {
        for upgrade in ship.upgrades.iter() {
            hold(book.unique_upgrade(upgrade), 1);
        }
    }
    for (place, &count) in holders.iter().enumerate() {
        let presence = state.registry.presence(super::state::UniqueId(place as u16));
        assert_eq!(count, u32::from(presence == Presence::Present), "unique name {place} is {presence:?}");
    }
}

fn random_players(mut set_up: SetUp) -> SetUp {
    for side in &mut set_up.file.factions {
        for seat in &mut side.players {
            seat.doctrine = crate::config::DoctrineName::RandomLegal;
            seat.attendance = 0.95;
        }
    }
    set_up.file.turn_cap = 25;
    set_up
}

/// Plays campaigns by lot and audits them; the answer is what kinds of deals were made.
fn audit(name: &str, campaigns: u64) -> Vec<String> {
    let set_up = random_players(load_set_up::<&str>(name, &[]).unwrap());
    let campaign = Campaign::new(set_up).unwrap();
    let mut workspace = campaign.workspace(Box::new(Lottery));
    let mut battles = 0;
    let mut deals: BTreeSet<&str> = BTreeSet::new();
    for replication in 0..campaigns {
        let mut auditor = Auditor::new(&campaign.book);
        let mut dead: BTreeSet<PersonId> = BTreeSet::new();
        let mut watch = |state: &State| {
            check_state(state, &campaign.book);
            for &person in &dead {
                assert_eq!(state.person(person).fate, PersonFate::Dead, "the dead stay dead");
            }
            let now_dead = state.persons.iter().filter(|person| person.fate == PersonFate::Dead);
            dead.extend(now_dead.map(|person| person.id));
        };
        campaign.play_watched(&mut workspace, Luck::new(99, replication), &mut auditor, &mut watch);
        let state = &workspace.state;
        for player in &state.players {
            assert_eq!(auditor.balances[&player.id], i64::from(player.balance), "Fleet Points balance");
        }
        for person in &state.persons {
            assert_eq!(auditor.xp[&person.id], i64::from(person.xp()), "XP balance");
        }
        assert!(auditor.deals.values().all(|sum| *sum == 0), "deals cancel: {:?}", auditor.deals);
        deals.extend(auditor.deals.keys());
        auditor.upgrades.retain(|_, copies| *copies != 0);
        assert_eq!(auditor.upgrades, copies_in(state), "upgrades balance");
        assert!(auditor.ended);
        battles += auditor.battles;
    }
    assert!(0 < battles, "battles were fought");
    deals.into_iter().map(String::from).collect()
}

#[test]
fn two_powers_conserve_everything() {
    audit("galactic-civil-war", 20);
}

#[test]
fn three_ordinary_factions_conserve_everything() {
    audit("three-factions", 12);
}

#[test]
fn scum_on_the_fringe_conserve_everything() {
    let deals = audit("scum-fringe", 20);
    assert_eq!(deals, ["black market", "contract", "ransom", "transfer"], "every kind of deal was made");
}

#[test]
fn a_fixed_map_and_elimination_conserve_everything() {
    audit("round-table-games-2017", 16);
}

#[test]
fn six_a_side_conserve_everything() {
    audit("six-a-side", 2);
}

#[test]
fn the_same_luck_tells_the_same_campaign() {
    let set_up = random_players(load_set_up::<&str>("scum-fringe", &[]).unwrap());
    let campaign = Campaign::new(set_up).unwrap();
    let mut workspace = campaign.workspace(Box::new(Lottery));
    let mut story = |replication| {
        let mut events = Vec::new();
        campaign.play(&mut workspace, Luck::new(7, replication), &mut events);
        events
    };
    // Another campaign in between must leave no trace in the workspace.
    let first = story(3);
    let other = story(4);
    assert_ne!(first, other);
    assert_eq!(story(3), first);
}

/// Both sides have the first faction's cards, the same players and exchangeable luck, so neither is favoured.
#[test]
fn a_mirror_is_fair() {
    let mut set_up = load_set_up::<&str>("galactic-civil-war", &[]).unwrap();
    set_up.file.mirror = true;
    set_up.file.turn_cap = 5;
    set_up.file.at_turn_cap = crate::config::CapVerdict::MostFleetPoints;
    for side in &mut set_up.file.factions {
        side.players.truncate(1);
        side.players[0].doctrine = crate::config::DoctrineName::RandomLegal;
    }
    let campaign = Campaign::new(set_up).unwrap();
    let mut workspace = campaign.workspace(Box::new(Lottery));
    let mut wins = [0_u64; 3];
    for replication in 0..300 {
        let end = campaign.play(&mut workspace, Luck::new(31, replication), &mut crate::events::Null);
        if let Some(winner) = end.winner {
            wins[winner.index()] += 1;
        }
    }
    let decided: u64 = wins.iter().sum();
    assert!(200 < decided, "{wins:?}");
    // 95 % of binomial(n, 1/2) lie within 1.96 standard errors; the seed is fixed.
    let error = 0.5 / (decided as f64).sqrt();
    let rate = wins[Faction::Rebel.index()] as f64 / decided as f64;
    assert!((rate - 0.5).abs() <= 1.96 * error, "{wins:?}");
}
