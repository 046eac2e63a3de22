//! Helpers of the campaign's tests: the rulebook as written and a small table of players.

use crate::battle::outcome::{HugeShipFate, Model, ShipEnd, ShipFate};
use crate::battle::{Engagement, Outcome};
use crate::chance::{Chance, Luck, Purpose, Seeded};
use crate::config::{RuleSet, TargetType};
use crate::events::CampaignEvent;
use crate::events::campaign::BattleCard;
use crate::events::words::AttackKind;
use crate::ids::{
    BattleId, Faction, HullId, PersonId, PilotCardId, PlayerId, ShipClassId, Side, TargetId, Terrain,
    UpgradeId,
};

use super::context::Context;
use super::market::Market;
use super::model::BattleModel;
use super::plan::Battle;
use super::rulebook::Rulebook;
use super::state::{Roster, Standpoint, State, Target};

/// The rulebook as written.
pub fn rules() -> RuleSet {
    RuleSet::rulebook()
}

/// A table with its own state, so that a test can lay out a situation.
pub struct Laid {
    pub state: State,
    pub book: Rulebook,
    pub events: Vec<CampaignEvent>,
}

impl Laid {
    /// Players at the table by faction, in the given order, with the rulebook as written.
    pub fn new(seats: &[Faction]) -> Laid {
        Laid::with(rules(), seats)
    }

    pub fn with(rules: RuleSet, seats: &[Faction]) -> Laid {
        let book = Rulebook::new(rules).expect("the rule set is sound");
        let mut state = State::default();
        state.reset(seats, book.catalog.upgrades.len(), book.uniques.n_names());
        for faction in Faction::ALL {
            let players: Roster = (0..seats.len())
                .filter(|&seat| seats[seat] == faction)
                .map(|seat| PlayerId(seat as u8))
                .collect();
            if !players.is_empty() {
                let added = state.factions.push(faction);
                assert!(added, "three factions at most");
                let team = state.team_mut(faction);
                team.playing = true;
                team.catalog = Some(faction);
                team.players = players;
                team.standpoint = Standpoint::Power;
            }
        }
        Laid { state, book, events: Vec::new() }
    }

    pub fn context(&mut self) -> Context<'_> {
        Context { state: &mut self.state, book: &self.book, luck: Luck::new(1, 0), sink: &mut self.events }
    }

    /// Gives a player Fleet Points.
    pub fn fund(&mut self, player: u8, points: i32) {
        self.state.player_mut(PlayerId(player)).balance += points;
    }
}

/// What one player does at the market.
pub fn at<T>(laid: &mut Laid, seat: u8, work: impl FnOnce(&mut Market<'_, '_>) -> T) -> T {
    let mut context = laid.context();
    work(&mut Market::new(&mut context, PlayerId(seat)))
}

/// Buys a ship with a pilot.
pub fn wing(laid: &mut Laid, seat: u8, class: &str, card: &str) -> (HullId, PersonId) {
    at(laid, seat, |market| {
        (market.buy_ship(ship(class), &[]).unwrap(), market.buy_pilot(pilot(card)).unwrap())
    })
}

/// Of a ship to which nothing happened.
pub const FATE: ShipFate = ShipFate {
    end: ShipEnd::Present,
    damaged: false,
    pilot_wounded: false,
    ordnance_spent: Vec::new(),
    xp_spent: 0,
    small_kills: 0,
    large_kills: 0,
    sections_crippled: 0,
    huge_kills: 0,
};

/// A strategic target that nobody controls.
pub fn place(id: TargetId, type_: TargetType) -> Target {
    Target {
        id,
        category: type_.category(),
        type_,
        hidden: false,
        value: 0,
        terrain: Terrain::RegularAsteroids,
        unexplored: false,
        owner: None,
    }
}

/// A battle of that mission between the factions of two seats; a side without a player is the other seat's foe.
pub fn battle(mission: &str, sizes: [u16; 2], players: [Option<u8>; 2]) -> Battle {
    let mission = crate::config::mission::find(mission).expect(mission);
    let factions = match players {
        [Some(0), _] | [None, Some(1)] => [Faction::Rebel, Faction::Imperial],
        _ => [Faction::Imperial, Faction::Rebel],
    };
    let card = BattleCard {
        battle: BattleId(0),
        mission: &mission.key,
        target: None,
        terrain: Terrain::RegularAsteroids,
        kind: AttackKind::Target,
        factions,
        sizes,
        huge_ship: None,
    };
    Battle {
        card,
        mission,
        key: 0,
        players: players.map(|player| player.map(PlayerId)),
        terrain_unknown: false,
        owner: None,
        employer: None,
    }
}

pub fn ship(name: &str) -> ShipClassId {
    crate::catalog::catalog().find_ship(name).expect(name)
}

pub fn pilot(name: &str) -> PilotCardId {
    crate::catalog::catalog().find_pilot(name, None).expect(name)
}

pub fn upgrade(name: &str) -> UpgradeId {
    crate::catalog::catalog().find_upgrade(name, None).expect(name)
}

/// A battle model for tests of the campaign: everything that can happen to anybody is drawn by lot.
#[derive(Debug, Default)]
pub struct Lottery;

impl BattleModel for Lottery {
    fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
        let mut chance = luck.stream(Purpose::Battle, key);
        let chance = &mut chance;
        let winner = [Some(Side::Attacker), Some(Side::Defender), None][chance.pick(3)];
        let map_control = [Some(Side::Attacker), Some(Side::Defender), None][chance.pick(3)];
        let exchange = engagement.mission == "prisoner-exchange";
        let both = if exchange { Some(chance.pick(2) == 0) } else { None };
        let ships = Side::BOTH.map(|side| {
            engagement
                .squad(side)
                .ships
                .iter()
                .map(|ship| fate(chance, &ship.upgrades, ship.pilot.xp_to_spend))
                .collect()
        });
        let reinforcements = Side::BOTH.map(|side| {
            let called = chance.pick(engagement.squad(side).reinforcements.len() + 1);
            (0..called).map(|_| fate(chance, &[], 0)).collect::<Vec<_>>()
        });
        let docked = Side::BOTH.map(|side| {
            let fighters = engagement.squad(side).docked.iter();
            fighters.map(|docked| fate(chance, &docked.fighter.upgrades, 0)).collect::<Vec<_>>()
        });
        let huge_ships = Side::BOTH.map(|side| {
            let fate = |_: &_| HugeShipFate {
                destroyed: chance.number(4) == 1,
                fled: false,
                face_down: [chance.number(6) as u8 - 1, chance.number(6) as u8 - 1],
                face_up: [chance.number(3) as u8 - 1, 0],
                crippled: [chance.pick(2) == 0, false],
            };
            engagement.squad(side).huge_ships.iter().map(fate).collect()
        });
        let prisoners: Vec<u32> =
            engagement.squads.iter().flat_map(|squad| squad.prisoners.iter().map(|who| who.person)).collect();
        let (home, lost): (Vec<u32>, Vec<u32>) = prisoners.into_iter().partition(|_| chance.number(4) != 1);
        let n_containers = engagement.squad(Side::Defender).containers.len() as u8;
        let stolen: Vec<u8> = (0..n_containers).filter(|_| chance.pick(2) == 0).collect();
        let (stolen, sunk): (Vec<u8>, Vec<u8>) = stolen.into_iter().partition(|_| chance.number(4) != 1);
        Outcome {
            winner: if exchange { None } else { winner },
            both,
            map_control,
            rounds: chance.number(12) as u16,
            capped: false,
            ships,
            reinforcements,
            docked,
            huge_ships,
            cargo_secured: [chance.number(7) as u8 - 1, chance.number(7) as u8 - 1],
            containers_fled: n_containers - (stolen.len() + sunk.len()) as u8,
            containers_stolen: stolen,
            containers_lost: sunk,
            prisoners_returned: if exchange && both == Some(false) { Vec::new() } else { home },
            prisoners_in_lost_ships: if exchange { Vec::new() } else { lost },
            points_lost: [0, 0],
            model: Model::Skirmish,
            cards_without_effect: Vec::new(),
            good_faith: chance.number(8) != 1,
        }
    }
}

fn fate(chance: &mut Seeded, upgrades: &[UpgradeId], xp: u8) -> ShipFate {
    let end = match chance.number(6) {
        1 | 2 => ShipEnd::Destroyed { by: None, round: 1, ion_kill: chance.number(3) == 1 },
        3 => ShipEnd::Fled,
        4 if xp == 0 => ShipEnd::InReserve,
        _ => ShipEnd::Present,
    };
    ShipFate {
        end,
        damaged: chance.pick(2) == 0,
        pilot_wounded: chance.number(6) == 1,
        ordnance_spent: upgrades.iter().copied().filter(|_| chance.pick(2) == 0).collect(),
        xp_spent: if chance.pick(2) == 0 { xp } else { 0 },
        small_kills: chance.pick(2) as u8,
        large_kills: u8::from(chance.number(8) == 1),
        sections_crippled: 0,
        huge_kills: 0,
    }
}
