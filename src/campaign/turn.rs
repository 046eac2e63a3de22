//! One campaign turn: the four phases, and what stands before and behind them.

use crate::chance::{Chance, Purpose};
use crate::config::Absence;
use crate::events::CampaignEvent;
use crate::events::words::SitsOut;
use crate::ids::{Faction, PlayerId};

use super::context::{Context, Decision};
use super::doctrine::Doctrine;
use super::market::Market;
use super::model::BattleModel;
use super::plan::Declared;
use super::rules::determine_scenarios_phase::{Scenarios, determine_scenarios};
use super::rules::victory::{self, End};
use super::rules::{
    aftermath, black_market, choose_strategic_targets_phase, conduct_battle, control,
    finding_and_attacking_huge_ships, free_upgrades, mercenaries, purchase_reinforcements_phase,
    ship_damage_and_repair, unique_pilots,
};
use super::standing::standing;
use super::state::{Allowances, ShortList};
use crate::events::words::TakenBy;

/// A campaign with everybody who takes part in it.
pub struct Table<'a> {
    pub context: Context<'a>,
    pub doctrines: &'a mut [Box<dyn Doctrine>],
    pub model: &'a mut dyn BattleModel,
    /// Probability that each player comes to a battle.
    pub attendance: &'a [f64],
    pub declared: Vec<Declared>,
    pub scenarios: Scenarios,
}

impl Table<'_> {
    /// Plays one turn; the answer is the end of the campaign, if this was it.
    pub fn play_turn(&mut self) -> Option<End> {
        self.begin_turn();
        self.purchase_reinforcements();
        self.choose_strategic_targets();
        self.determine_scenarios();
        self.construct_squads_and_conduct_battle();
        self.end_turn()
    }

    fn begin_turn(&mut self) {
        let context = &mut self.context;
        context.state.turn += 1;
        let turn = context.state.turn;
        context.emit(CampaignEvent::TurnBegan { turn });
        for seat in 0..context.state.players.len() {
            let player = PlayerId(seat as u8);
            // The turn's own draw lies behind those of its battles.
            let away = conduct_battle::stays_away(context, self.attendance, player, Absence::Turn, 0xFFFF);
            let player = context.state.player_mut(player);
            player.absent = away;
            player.store.release_all();
            player.allowances = Allowances::default();
            player.battles_this_turn = 0;
        }
        for person in context.state.persons.iter_mut().filter(|person| person.ready_turn <= turn) {
            person.sits_out = SitsOut::Not;
        }
        ship_damage_and_repair::repair(context.state);
        finding_and_attacking_huge_ships::pass_on_locations(context);
    }

    /// Purchase Reinforcements Phase. On the first turn the Squadrons have just been assembled.
    fn purchase_reinforcements(&mut self) {
        if self.context.state.turn == 1 {
            return;
        }
        purchase_reinforcements_phase::collect_income(&mut self.context);
        for player in self.seats_in_turn() {
            let doctrine = self.doctrines[player.index()].as_mut();
            free_upgrades::visit_outposts(&mut self.context, doctrine, player);
            let mut chance = self.context.decision(player, Decision::PurchaseReinforcements, 0);
            doctrine.purchase_reinforcements(&mut Market::new(&mut self.context, player), &mut chance);
        }
        black_market::ransom_prisoners(&mut self.context, self.doctrines);
        black_market::settle_offers(&mut self.context, self.doctrines);
    }

    /// Choose Strategic Targets Phase.
    fn choose_strategic_targets(&mut self) {
        let declared = &mut self.declared;
        choose_strategic_targets_phase::declare_attacks(&mut self.context, self.doctrines, declared);
    }

    /// Determine Scenarios Phase. Who comes alone to an uncontrolled target takes it when the battles are over, so
    /// that nothing found there changes them.
    fn determine_scenarios(&mut self) {
        determine_scenarios(&mut self.context, &self.declared, &mut self.scenarios);
    }

    /// Construct Squads and Conduct Battle Phase: all squads, then all battles, then all consequences.
    fn construct_squads_and_conduct_battle(&mut self) {
        let context = &mut self.context;
        unique_pilots::count_phase_without_commander(context.state, context.book);
        ship_damage_and_repair::count_idle(context.state);
        let battles = &mut self.scenarios.battles;
        let mut fights = conduct_battle::construct_squads(context, self.doctrines, battles, self.attendance);
        for fight in &mut fights {
            conduct_battle::conduct(context, self.model, fight);
        }
        for fight in &fights {
            aftermath::settle(context, self.doctrines, fight);
        }
        for capture in std::mem::take(&mut self.scenarios.free_captures) {
            let Some(target) = capture.attack.target() else { continue };
            let Declared { faction, player, .. } = capture;
            control::take(context, self.doctrines, target, faction, player, TakenBy::FreeCapture);
        }
    }

    fn end_turn(&mut self) -> Option<End> {
        let context = &mut self.context;
        mercenaries::lapse(context);
        let turn = context.state.turn;
        for faction in context.state.factions {
            let standing = standing(context.state, context.book, faction);
            context.emit(CampaignEvent::TurnEnded { turn, faction, standing });
        }
        victory::check(context.state, context.book)
    }

    /// Players in the order in which they buy: factions in an order drawn for the turn, a player of each in turn.
    pub fn seats_in_turn(&self) -> Vec<PlayerId> {
        let order = faction_order(&self.context);
        let most =
            order.iter().map(|faction| self.context.state.team(faction).n_players()).max().unwrap_or(0);
        let seat = |seat: usize, faction: Faction| self.context.state.team(faction).players.get(seat);
        (0..most)
            .flat_map(|place| order.into_iter().filter_map(move |faction| seat(place, faction)))
            .collect()
    }
}

/// The factions in an order drawn for the turn, so that no seat is always first.
pub fn faction_order(context: &Context<'_>) -> ShortList<Faction, 3> {
    // Behind every target and every special scenario.
    const PLACE: u64 = 1 << 20;
    let mut factions: Vec<Faction> = context.state.factions.iter().collect();
    context.stream(Purpose::Targets, PLACE).shuffle(&mut factions);
    factions.into_iter().collect()
}
