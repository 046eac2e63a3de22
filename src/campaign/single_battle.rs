//! One battle between two factions as their first turn could bring it: squadrons assembled by the players' doctrines, squads
//! built by them to the sizes, nothing else of a campaign.

use crate::battle::Outcome;
use crate::chance::Luck;
use crate::config::mission::Mission;
use crate::events::Null;
use crate::events::campaign::BattleCard;
use crate::events::words::AttackKind;
use crate::ids::{BattleId, Faction, Side, Terrain};

use super::context::Context;
use super::model::BattleModel;
use super::plan::Battle;
use super::play::{Campaign, Workspace};
use super::rules::conduct_battle::{FightResult, conduct, construct_squads};
use super::turn::Table;

/// What is to be fought.
#[derive(Debug, Clone, Copy)]
pub struct BattleOrder {
    pub mission: &'static Mission,
    /// Attacker, defender.
    pub factions: [Faction; 2],
    pub sizes: [u16; 2],
    pub terrain: Terrain,
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct SingleBattle {
    /// Squad points that each side brought; a squadron may not fill its size.
    pub points: [u16; 2],
    /// `None`: a side could not build a legal squad.
    pub outcome: Option<Outcome>,
}

impl Campaign {
    /// Assembles the squadrons, builds both squads and fights. The leaders of the factions command.
    pub fn play_battle(
        &self,
        workspace: &mut Workspace,
        luck: Luck,
        order: &BattleOrder,
        model: &mut dyn BattleModel,
    ) -> SingleBattle {
        let Workspace { state, doctrines, model: own_model } = workspace;
        let mut sink = Null;
        self.prepare(state, doctrines);
        let mut table = Table {
            context: Context { state, book: &self.book, luck, sink: &mut sink },
            doctrines,
            model: own_model.as_mut(),
            attendance: self.attendance(),
            declared: Vec::new(),
            scenarios: Default::default(),
        };
        self.lay(&mut table);
        table.context.state.turn = 1;
        let leaders = order.factions.map(|faction| Some(table.context.leader(faction)));
        let card = BattleCard {
            battle: BattleId(0),
            mission: order.mission.key.as_str(),
            target: table.context.state.targets.first().map(|target| target.id),
            terrain: order.terrain,
            kind: AttackKind::Target,
            factions: order.factions,
            sizes: order.sizes,
            huge_ship: None,
        };
        let battle = Battle {
            card,
            mission: order.mission,
            key: 0,
            players: leaders,
            terrain_unknown: false,
            owner: Some(order.factions[Side::Defender.index()]),
            employer: None,
        };
        // Everybody comes: the question is the battle.
        let attendance = vec![1.0; table.attendance.len()];
        let mut fights = construct_squads(&mut table.context, table.doctrines, &mut [battle], &attendance);
        let fight = &mut fights[0];
        conduct(&mut table.context, model, fight);
        let outcome = match &fight.result {
            FightResult::Fought(outcome) => Some(outcome.clone()),
            _ => None,
        };
        SingleBattle { points: fight.points, outcome }
    }
}
