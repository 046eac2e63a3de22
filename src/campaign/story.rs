//! The story of one campaign, told turn by turn in plain words, from the same events as the frames.

use std::fmt::Write;

use crate::catalog::catalog;
use crate::config::{MapChoice, SetUp, TargetType};
use crate::events::campaign::{BattleCard, Score};
use crate::events::words::*;
use crate::events::{CampaignEvent, Post, Sink};
use crate::ids::{
    BattleId, Faction, HugeShipId, HullId, PersonId, PlayerId, ShipClassId, Side, TargetId, UpgradeId,
};

/// Writes sentences as events come in.
#[derive(Debug)]
pub struct Story {
    text: String,
    /// Names of players and, on a fixed map, of targets.
    players: Vec<String>,
    target_names: Vec<String>,
    targets: Vec<TargetType>,
    persons: Vec<Post>,
    hulls: Vec<ShipClassId>,
    huge_ships: Vec<(Faction, ShipClassId)>,
    cards: Vec<BattleCard>,
    /// Small change is left out unless the reader wants it all.
    verbose: bool,
}

impl Story {
    pub fn new(set_up: &SetUp, verbose: bool) -> Story {
        let target_names = match &set_up.file.map {
            MapChoice::Rolled => Vec::new(),
            MapChoice::Fixed(map) => map.targets.iter().map(|target| target.name.clone()).collect(),
        };
        Story {
            text: String::new(),
            players: set_up.seats().map(|(_, seat)| seat.name.clone()).collect(),
            target_names,
            targets: Vec::new(),
            persons: Vec::new(),
            hulls: Vec::new(),
            huge_ships: Vec::new(),
            cards: Vec::new(),
            verbose,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    fn say(&mut self, sentence: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.text, "  {sentence}");
    }

    fn player(&self, id: PlayerId) -> &str {
        &self.players[id.index()]
    }

    fn person(&self, id: PersonId) -> String {
        match self.persons[id.index()] {
            Post::Pilot(card) if catalog().pilot(card).unique => catalog().pilot(card).name.to_string(),
            Post::Pilot(card) => format!("{} #{}", catalog().pilot(card).name, id.0),
            Post::Crew(card) if catalog().upgrade(card).unique => catalog().upgrade(card).name.to_string(),
            Post::Crew(card) => format!("{} #{}", catalog().upgrade(card).name, id.0),
        }
    }

    fn hull(&self, id: HullId) -> String {
        format!("{} {}", catalog().ship(self.hulls[id.index()]).name, id.0)
    }

    fn target(&self, id: TargetId) -> String {
        let type_ = self.targets[id.index()];
        match self.target_names.get(id.index()) {
            Some(name) => format!("{name} ({})", type_.label()),
            None if type_ == TargetType::TradeRoute => "the Trade Route".to_string(),
            None => format!("target {} ({})", id.index() + 1, type_.label()),
        }
    }

    fn huge_ship(&self, id: HugeShipId) -> String {
        let (faction, class) = self.huge_ships[id.index()];
        format!("the {} {} ({})", faction.name(), catalog().ship(class).name, id.index() + 1)
    }

    fn upgrade(id: UpgradeId) -> &'static str {
        catalog().upgrade(id).name
    }

    fn card(&self, id: BattleId) -> BattleCard {
        self.cards[id.index()]
    }

    fn place(&self, card: &BattleCard) -> String {
        match (card.target, card.huge_ship) {
            (Some(target), _) => format!("at {}", self.target(target)),
            (None, Some(ship)) => format!("for {}", self.huge_ship(ship)),
            (None, None) => "in open space".to_string(),
        }
    }

    fn side(&self, battle: BattleId, side: Side) -> &'static str {
        self.card(battle).factions[side.index()].name()
    }

    fn score(&mut self, faction: Faction, score: &Score, total: i32) {
        let mut parts = String::new();
        let factors = [
            ("automatic", score.automatic),
            ("captured", score.captured_target),
            ("lost", score.lost_target),
            ("victories", score.battles_won),
            ("defeats", score.battles_lost),
            ("targets", score.targets),
            ("trade station", score.trade_station),
            ("trade route", score.trade_route),
            ("enemy on the trade route", score.enemy_trade_route),
            ("cache", score.resource_cache),
        ];
        for (name, points) in factors.into_iter().filter(|(_, points)| *points != 0) {
            let _ = write!(parts, "{}{name} {points:+}", if parts.is_empty() { "" } else { ", " });
        }
        self.say(format_args!("{} score {total} ({parts}).", faction.name()));
    }
}

impl Sink<CampaignEvent> for Story {
    fn event(&mut self, event: &CampaignEvent) {
        use CampaignEvent as E;
        match *event {
            E::TargetPlaced { target, type_, hidden, value, terrain, .. } => {
                self.targets.push(type_);
                let name = self.target(target);
                let hidden = if hidden { ", a hidden outpost" } else { "" };
                if type_ != TargetType::TradeRoute {
                    self.say(format_args!("{name}{hidden}: worth {value}, {}.", terrain.name()));
                }
            }
            E::HugeShipReadied { faction, class, .. } => self.huge_ships.push((faction, class)),
            E::HugeShipEquipped { ship, upgrade, cost } if 0 < cost => {
                let ship = self.huge_ship(ship);
                self.say(format_args!("{ship} is fitted with {} for {cost}.", Self::upgrade(upgrade)));
            }
            E::TurnBegan { turn } => {
                let _ = writeln!(self.text, "\nTurn {turn}");
            }
            E::ScoreCounted { faction, ref score, total } => self.score(faction, score, total),
            E::HullJoined { hull, player, class, origin, cost } => {
                self.hulls.push(class);
                let (who, ship) = (self.player(player).to_string(), self.hull(hull));
                match origin {
                    HullOrigin::Crashed => self.say(format_args!("{who} salvages a crashed {ship}.")),
                    _ => self.say(format_args!("{who} buys {ship} for {cost}.")),
                }
            }
            E::PersonJoined { person, player, post, origin, cost, commander } => {
                self.persons.push(post);
                let (who, name) = (self.player(player).to_string(), self.person(person));
                let role = if commander { " as commander" } else { "" };
                match origin {
                    PersonOrigin::Starting | PersonOrigin::Reinforcement => {
                        self.say(format_args!("{who} hires {name}{role} for {cost}."));
                    }
                    _ => self.say(format_args!("{name} joins {who} ({}).", origin.label())),
                }
            }
            E::UpgradeGained { player, upgrade, copies, origin, cost } => {
                let who = self.player(player).to_string();
                let name = Self::upgrade(upgrade);
                match origin {
                    UpgradeOrigin::Purchase => {
                        self.say(format_args!("{who} buys {copies} × {name} for {cost}."));
                    }
                    _ => self.say(format_args!("{who} gets {copies} × {name} ({}).", origin.label())),
                }
            }
            E::UpgradeFitted { player, upgrade, cost } => {
                let who = self.player(player).to_string();
                self.say(format_args!("{who} buys {} for {cost}, fitted.", Self::upgrade(upgrade)));
            }
            E::PointsEarned { player, source, amount } => {
                let quiet = matches!(source, PointSource::Starting | PointSource::Income);
                if !quiet || self.verbose {
                    let who = self.player(player).to_string();
                    self.say(format_args!("{who} receives {amount} Fleet Points ({}).", source.label()));
                }
            }
            E::PointsUsed { player, use_, amount } => {
                let loud = matches!(
                    use_,
                    PointUse::HiddenOutpost
                        | PointUse::Pirates
                        | PointUse::Containers
                        | PointUse::Ransom
                        | PointUse::Contract
                        | PointUse::BetterOffer
                        | PointUse::BlackMarket
                );
                if loud {
                    let who = self.player(player).to_string();
                    self.say(format_args!("{who} gives {amount} Fleet Points for {}.", use_.label()));
                }
            }
            E::SkillImproved { person, from, to } => {
                let name = self.person(person);
                self.say(format_args!("{name} improves from pilot skill {from} to {to}."));
            }
            E::Qualified { person, class, .. } => {
                let name = self.person(person);
                self.say(format_args!("{name} qualifies on the {}.", catalog().ship(class).name));
            }
            E::EliteSlotGained { person } => {
                let name = self.person(person);
                self.say(format_args!("{name} gains an elite slot."));
            }
            E::AbilityGained { person, upgrade } => {
                let name = self.person(person);
                self.say(format_args!("{name} masters {}.", Self::upgrade(upgrade)));
            }
            E::TrainingBegan { person, .. } => {
                let name = self.person(person);
                self.say(format_args!("{name} goes into military training."));
            }
            E::EscapeAttempted { person } => {
                let name = self.person(person);
                self.say(format_args!("{name} tries to escape."));
            }
            E::CommanderReplaced { player, person } => {
                let (who, name) = (self.player(player).to_string(), self.person(person));
                self.say(format_args!("{name} takes command of the Squadron of {who}."));
            }
            E::CommanderShippedOff { person } => {
                let name = self.person(person);
                self.say(format_args!("{name} is shipped to a detention facility and will not return."));
            }
            E::ContractPlaced { by, target, points } => {
                let place = self.target(target);
                self.say(format_args!("The {} side offers {points} Fleet Points for {place}.", by.name()));
            }
            E::ContractAccepted { by, employer, target } => {
                let (who, place) = (self.player(by).to_string(), self.target(target));
                self.say(format_args!("{who} takes the {} contract on {place}.", employer.name()));
            }
            E::PilotFlipped { person, to } => {
                let (name, who) = (self.person(person), self.player(to).to_string());
                self.say(format_args!("{name} accepts a better offer of {who}."));
            }
            E::AttackDeclared { player, kind, target, .. } => {
                let who = self.player(player).to_string();
                match target {
                    Some(target) => {
                        let place = self.target(target);
                        self.say(format_args!("{who} attacks {place}."));
                    }
                    None => self.say(format_args!("{who} goes for: {}.", kind.label())),
                }
            }
            E::AttackCancelled { faction, .. } => {
                self.say(format_args!("A {} attack comes to nothing.", faction.name()));
            }
            E::BattleArranged(card) => {
                self.cards.push(card);
                let mission = crate::config::mission::find(card.mission).map_or(card.mission, |found| &found.title);
                let place = self.place(&card);
                let [attacker, defender] = card.factions;
                let [size, foe_size] = card.sizes;
                self.say(format_args!(
                    "Battle {}: {mission} {place}, {} ({size} points) against {} ({foe_size} points).",
                    card.battle.0 + 1,
                    attacker.name(),
                    defender.name()
                ));
            }
            E::SquadBuilt { battle, player, points, ships, .. } => {
                let who = self.player(player).to_string();
                self.say(format_args!("Battle {}: {who} sends {ships} ships of {points} points.", battle.0 + 1));
            }
            E::ShipSent { battle, hull, pilot, points, .. } if self.verbose => {
                let (ship, name) = (self.hull(hull), self.person(pilot));
                self.say(format_args!("Battle {}: {name} flies {ship} ({points} points).", battle.0 + 1));
            }
            E::BattleNotFought { battle, reason, winner } => {
                let result = winner
                    .map_or("nobody wins".to_string(), |side| format!("{} wins", self.side(battle, side)));
                self.say(format_args!("Battle {}: {}; {result}.", battle.0 + 1, reason.label()));
            }
            E::BattleFought { battle, ref result } => {
                let winner = match (result.both, result.winner) {
                    (Some(true), _) => "both sides keep their word".to_string(),
                    (Some(false), _) => "the exchange fails".to_string(),
                    (None, Some(side)) => format!("{} wins", self.side(battle, side)),
                    (None, None) => "a draw".to_string(),
                };
                let control =
                    result.map_control.map_or("nobody controls the map".to_string(), |side| {
                        format!("{} controls the map", self.side(battle, side))
                    });
                let [lost, foe_lost] = result.ships_lost;
                self.say(format_args!(
                    "Battle {}: {winner} after {} rounds, {control}; ships lost {lost} and {foe_lost}.",
                    battle.0 + 1,
                    result.rounds
                ));
            }
            E::HullDestroyed { hull, .. } => {
                let ship = self.hull(hull);
                self.say(format_args!("{ship} is destroyed."));
            }
            E::HullDamaged { hull, ready_turn } if self.verbose => {
                let ship = self.hull(hull);
                self.say(format_args!("{ship} is in repair until turn {ready_turn}."));
            }
            E::HullCaptured { hull, to, .. } => {
                let (ship, who) = (self.hull(hull), self.player(to).to_string());
                self.say(format_args!("{ship} is captured by {who}."));
            }
            E::PersonWounded { person, .. } => {
                let name = self.person(person);
                self.say(format_args!("{name} is wounded."));
            }
            E::PersonKilled { person, cause } => {
                let name = self.person(person);
                self.say(format_args!("{name}: {}.", cause.label()));
            }
            E::PersonCaptured { person, by } => {
                let name = self.person(person);
                self.say(format_args!("{name} is taken prisoner by the {} side.", by.name()));
            }
            E::PersonHome { person, how } => {
                let name = self.person(person);
                self.say(format_args!("{name} comes home: {}.", how.label()));
            }
            E::TargetTaken { target, by, how, .. } => {
                let place = self.target(target);
                self.say(format_args!("The {} side takes {place} ({}).", by.name(), how.label()));
            }
            E::TargetRefused { target, by } => {
                let place = self.target(target);
                self.say(format_args!("The {} side does not pay for {place}.", by.name()));
            }
            E::TargetGivenUp { target, .. } => {
                let place = self.target(target);
                self.say(format_args!("Nobody controls {place} any more."));
            }
            E::TradeRouteWon { by } => {
                self.say(format_args!("The {} side controls the Trade Route this turn.", by.name()));
            }
            E::WorldExplored { target, discovery, .. } => {
                let place = self.target(target);
                self.say(format_args!("{place} is explored: {}.", discovery.label()));
            }
            E::ContainersStolen { by, containers, .. } => {
                let who = self.player(by).to_string();
                let plural = if containers == 1 { "" } else { "s" };
                self.say(format_args!("{who} brings home {containers} stolen container{plural}."));
            }
            E::CargoRedeemed { player, units } => {
                let who = self.player(player).to_string();
                self.say(format_args!("{who} redeems {units} units of cargo."));
            }
            E::SquadronRevealed { player } => {
                let who = self.player(player).to_string();
                self.say(format_args!("The enemy has read the whole Squadron list of {who}."));
            }
            E::HugeShipLocated { by, of } => {
                self.say(format_args!("The {} side has located a huge ship of the {} side.", by.name(), of.name()));
            }
            E::HugeShipCardRevealed { ship, upgrade } => {
                let ship = self.huge_ship(ship);
                self.say(format_args!("It is learnt that {ship} carries {}.", Self::upgrade(upgrade)));
            }
            E::HugeShipDamaged { ship, damage, .. } => {
                let ship = self.huge_ship(ship);
                self.say(format_args!("{ship} survives with {damage} damage cards after repairs."));
            }
            E::HugeShipDestroyed { ship, .. } => {
                let ship = self.huge_ship(ship);
                self.say(format_args!("{ship} is destroyed."));
            }
            E::TurnEnded { faction, ref standing, .. } => self.say(format_args!(
                "{}: {} targets worth {}, {} Fleet Points, fleet worth {}, {} of {} ships ready, {} pilots fit, \
                 {} prisoners held, {} huge ships.",
                faction.name(),
                standing.targets,
                standing.target_value,
                standing.balance,
                standing.fleet_value,
                standing.hulls_ready,
                standing.hulls,
                standing.pilots_fit,
                standing.prisoners,
                standing.huge_ships
            )),
            E::CampaignEnded { winner, reason, turns } => {
                let winner = winner.map_or("Nobody wins".to_string(), |faction| format!("{} wins", faction.name()));
                let _ = writeln!(self.text, "\n{winner} after {turns} turns: {}.", reason.label());
            }
            _ => {}
        }
    }
}
