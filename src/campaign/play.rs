//! A whole campaign: the table is laid, turns are played, the records are told.

use crate::chance::Luck;
use crate::config::{
    CapVerdict, DoctrineName, FixedMap, MapChoice, MapRules, SetUp, TargetCategory, TargetType, TrainingName,
};
use crate::error::Result;
use crate::events::words::{EndReason, PointSource, TakenBy};
use crate::events::{CampaignEvent, Sink};
use crate::ids::{Faction, HullId, PersonId, PlayerId, TargetId};

use super::context::{Context, Decision};
use super::doctrine::Doctrine;
use super::doctrines;
use super::market::Market;
use super::model::BattleModel;
use super::rulebook::Rulebook;
use super::rules::generating_the_campaign_map::{generate_map, trade_route};
use super::rules::purchase_reinforcements_phase::{shares, split};
use super::rules::victory::{self, End};
use super::rules::{control, equipping_huge_ships, unexplored_worlds};
use super::standing::{hull_record, person_record};
use super::state::{Roster, Standpoint, State, Target};
use super::turn::Table;
use crate::chance::Purpose;

/// A set-up that is ready to be played any number of times, by any number of threads.
#[derive(Debug)]
pub struct Campaign {
    pub set_up: SetUp,
    pub book: Rulebook,
    /// The faction of every seat, in set-up order.
    seats: Vec<Faction>,
    attendance: Vec<f64>,
}

/// What one thread needs to play: the state, the players' minds and a battle model. Used again and again.
pub struct Workspace {
    pub state: State,
    pub doctrines: Vec<Box<dyn Doctrine>>,
    pub model: Box<dyn BattleModel>,
}

impl Campaign {
    pub fn new(set_up: SetUp) -> Result<Campaign> {
        let book = Rulebook::new(set_up.rules.clone())?;
        let seats = set_up.seats().map(|(faction, _)| faction).collect();
        let attendance = set_up.seats().map(|(_, seat)| seat.attendance).collect();
        Ok(Campaign { set_up, book, seats, attendance })
    }

    /// A workspace whose players have the set-up's doctrines.
    pub fn workspace(&self, model: Box<dyn BattleModel>) -> Workspace {
        let doctrines = self.set_up.seats().map(|(_, seat)| doctrines::by_name(seat.doctrine)).collect();
        Workspace { state: State::default(), doctrines, model }
    }

    /// Plays one campaign. The events tell everything; the answer is how it ended.
    pub fn play(&self, workspace: &mut Workspace, luck: Luck, sink: &mut dyn Sink<CampaignEvent>) -> End {
        self.play_watched(workspace, luck, sink, &mut |_| {})
    }

    /// The same, with somebody who looks at the state at the end of every turn.
    pub fn play_watched(
        &self,
        workspace: &mut Workspace,
        luck: Luck,
        sink: &mut dyn Sink<CampaignEvent>,
        watch: &mut dyn FnMut(&State),
    ) -> End {
        let Workspace { state, doctrines, model } = workspace;
        self.prepare(state, doctrines);
        let mut table = Table {
            context: Context { state, book: &self.book, luck, sink },
            doctrines,
            model: model.as_mut(),
            attendance: &self.attendance,
            declared: Vec::new(),
            scenarios: Default::default(),
        };
        self.lay(&mut table);
        watch(table.context.state);
        let end = loop {
            let end = table.play_turn();
            watch(table.context.state);
            if let Some(end) = end {
                break end;
            }
            if self.set_up.file.turn_cap <= table.context.state.turn {
                break self.at_turn_cap(&table.context);
            }
        };
        tell_records(&mut table.context, end);
        end
    }

    /// An empty table, and minds that have forgotten the last campaign.
    pub(super) fn prepare(&self, state: &mut State, doctrines: &mut [Box<dyn Doctrine>]) {
        state.reset(&self.seats, self.book.catalog.upgrades.len(), self.book.uniques.n_names());
        for (player, (_, seat)) in state.players.iter_mut().zip(self.set_up.seats()) {
            // Who decides everything at random would not keep to a programme.
            player.trains_by_lot =
                seat.training == TrainingName::ByLot && seat.doctrine != DoctrineName::RandomLegal;
        }
        for doctrine in doctrines.iter_mut() {
            doctrine.begin();
        }
    }

    /// Probability that each player comes to a battle.
    pub(super) fn attendance(&self) -> &[f64] {
        &self.attendance
    }

    /// Everything before the first turn.
    pub(super) fn lay(&self, table: &mut Table<'_>) {
        self.seat(&mut table.context);
        self.place_targets(&mut table.context);
        fund(&mut table.context);
        let order = equipping_huge_ships::order(&table.context);
        equipping_huge_ships::equip_all(&mut table.context, table.doctrines, &order);
        for player in table.seats_in_turn() {
            let mut chance = table.context.decision(player, Decision::AssembleSquadron, 0);
            let mut market = Market::new(&mut table.context, player);
            table.doctrines[player.index()].assemble_squadron(&mut market, &mut chance);
        }
        bases_of_operations(&mut table.context, table.doctrines);
    }

    /// Factions, their cards and their players.
    fn seat(&self, context: &mut Context<'_>) {
        let first = self.set_up.factions().next();
        for faction in self.set_up.factions() {
            let added = context.state.factions.push(faction);
            debug_assert!(added, "a set-up has three factions at most");
            let seats = (0..self.seats.len()).filter(|&seat| self.seats[seat] == faction);
            let players: Roster = seats.map(|seat| PlayerId(seat as u8)).collect();
            let fringe = faction == Faction::Scum && self.set_up.scum_is_independent();
            let team = context.state.team_mut(faction);
            team.playing = true;
            team.players = players;
            team.catalog = if self.set_up.file.mirror { first } else { Some(faction) };
            team.standpoint = if fringe { Standpoint::Fringe } else { Standpoint::Power };
        }
        for (seat, &faction) in self.seats.iter().enumerate() {
            context.emit(CampaignEvent::PlayerSeated { player: PlayerId(seat as u8), faction });
        }
    }

    /// The map of the set-up, rolled or fixed.
    fn place_targets(&self, context: &mut Context<'_>) {
        let mut targets = std::mem::take(&mut context.state.targets);
        match &self.set_up.file.map {
            MapChoice::Rolled => {
                generate_map(context.luck, &self.book.rules, self.seats.len(), &mut targets);
            }
            MapChoice::Fixed(map) => fixed_map(&self.book, map, &mut targets),
        }
        for target in &targets {
            context.emit(CampaignEvent::TargetPlaced {
                target: target.id,
                category: target.category,
                type_: target.type_,
                hidden: target.hidden,
                value: target.value,
                terrain: target.terrain,
            });
        }
        context.state.targets = targets;
    }

    /// The turn cap is reached: nobody wins, or the faction that generated the most Fleet Points.
    fn at_turn_cap(&self, context: &Context<'_>) -> End {
        let winner = match self.set_up.file.at_turn_cap {
            CapVerdict::Nobody => None,
            CapVerdict::MostFleetPoints => victory::leader(context.state, context.book, |faction| {
                context.state.team(faction).unmodified_points
            }),
        };
        End { winner, reason: EndReason::TurnCap }
    }
}

/// The same targets in every campaign.
pub fn fixed_map(book: &Rulebook, map: &FixedMap, targets: &mut Vec<Target>) {
    targets.clear();
    for (place, fixed) in map.targets.iter().enumerate() {
        let category = if fixed.hidden { TargetCategory::GasGiant } else { fixed.type_.category() };
        let value = fixed.value.unwrap_or_else(|| printed_value(&book.rules.map, fixed.type_, fixed.hidden));
        targets.push(Target {
            id: TargetId(place as u8),
            category,
            type_: fixed.type_,
            hidden: fixed.hidden,
            value,
            terrain: fixed.feature,
            unexplored: book.rules.unexplored.categories.contains(&category),
            owner: None,
        });
    }
    if map.trade_route {
        targets.push(trade_route(TargetId(targets.len() as u8)));
    }
}

/// The value that the tables give a type, more for an outpost in hiding.
fn printed_value(map: &MapRules, type_: TargetType, hidden: bool) -> i16 {
    let gas_giants = map.gas_giant.rows.iter().map(|(kind, row)| (kind.target_type(), row.value));
    let others = map.types(type_.category()).into_iter().flat_map(|table| &table.rows);
    let others = others.map(|(kind, row)| (Some(*kind), row.value));
    let value_of = |wanted: Option<TargetType>| {
        let found = gas_giants.clone().chain(others.clone()).find(|(kind, _)| *kind == wanted);
        found.map_or(0, |(_, value)| value)
    };
    // The row of hidden outposts has no type of its own.
    value_of(Some(type_)) + if hidden { value_of(None) } else { 0 }
}

/// Starting Fleet Points; unequal teams start with the same total.
fn fund(context: &mut Context<'_>) {
    let each = i32::from(context.book.rules.fleet.starting_fleet_points);
    for faction in context.state.factions {
        let n_players = context.state.team(faction).n_players();
        let parts = shares(context.state, faction, context.book.rules.players.starting_points, n_players);
        let (part, rest) = split(each * parts as i32, n_players);
        for (seat, player) in context.players_of(faction).enumerate() {
            context.earn(player, PointSource::Starting, part + i32::from(seat < rest));
        }
    }
}

/// Base of Operations: each Scum player starts with a target, and explores it if need be.
fn bases_of_operations(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>]) {
    let rules = &context.book.rules.scum.targets;
    for faction in context.state.factions {
        if context.state.team(faction).standpoint != Standpoint::Fringe {
            continue;
        }
        for player in context.players_of(faction) {
            for base in 0..rules.bases_per_player {
                let free = context.state.targets.iter().filter(|target| target.owner.is_none());
                let options: Vec<TargetId> =
                    free.filter(|target| !target.is_trade_route()).map(|target| target.id).collect();
                let mut chance = context.decision(player, Decision::ChooseBase, u64::from(base));
                let doctrine = doctrines[player.index()].as_mut();
                let choice = doctrine.choose_base(&context.view(player), &options, &mut chance);
                let Some(target) = choice.filter(|target| options.contains(target)) else { continue };
                control::change_owner(context, target, faction, TakenBy::BaseOfOperations);
                if rules.base_rolls_discovery {
                    let mut chance = context.stream(Purpose::Exploration, u64::from(target.0));
                    unexplored_worlds::explore(context, doctrines, &mut chance, target, faction);
                }
            }
        }
    }
}

/// The lives of all persons and hulls, and how it ended.
fn tell_records(context: &mut Context<'_>, end: End) {
    for person in 0..context.state.persons.len() {
        let record = person_record(context.state, PersonId(person as u16));
        context.emit(CampaignEvent::PersonEnded(record));
    }
    for hull in 0..context.state.hulls.len() {
        let record = hull_record(context.state, context.book, HullId(hull as u16));
        context.emit(CampaignEvent::HullEnded(record));
    }
    let turns = context.state.turn;
    context.emit(CampaignEvent::CampaignEnded { winner: end.winner, reason: end.reason, turns });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::obedient::Obedient;
    use crate::campaign::testing::Laid;
    use crate::config::EvenOut;
    use Faction::{Imperial, Rebel, Scum};

    /// The rulebook's example: two Rebels with 450 against three Imperials with 300, or 300 against 200.
    #[test]
    fn unequal_teams_start_with_the_same_total() {
        let start = |even_out| {
            let mut laid = Laid::new(&[Rebel, Rebel, Imperial, Imperial, Imperial]);
            laid.book.rules.players.starting_points = even_out;
            fund(&mut laid.context());
            laid.state.players.iter().map(|player| player.balance).collect::<Vec<_>>()
        };
        assert_eq!(start(EvenOut::Up), [450, 450, 300, 300, 300]);
        assert_eq!(start(EvenOut::Down), [300, 300, 200, 200, 200]);
        assert_eq!(start(EvenOut::None), [300; 5]);
    }

    #[test]
    fn scum_players_choose_a_base_before_the_first_turn() {
        use crate::campaign::testing::place;
        let mut laid = Laid::new(&[Rebel, Imperial, Scum]);
        laid.state.team_mut(Scum).standpoint = Standpoint::Fringe;
        laid.state.targets = vec![
            place(TargetId(0), TargetType::LeisureWorld),
            Target { unexplored: true, ..place(TargetId(1), TargetType::IceWorld) },
        ];
        let make = |base| -> Box<dyn Doctrine> { Box::new(Obedient { base, ..Obedient::default() }) };
        let mut doctrines = vec![make(None), make(Some(TargetId(0))), make(Some(TargetId(1)))];
        bases_of_operations(&mut laid.context(), &mut doctrines);
        assert_eq!(laid.state.target(TargetId(0)).owner, None, "the powers have none");
        assert_eq!(laid.state.target(TargetId(1)).owner, Some(Scum));
        assert!(!laid.state.target(TargetId(1)).unexplored, "it is explored at once");
        assert_eq!(laid.state.team(Scum).tally.captured, 0);
    }
}
