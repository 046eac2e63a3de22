//! The skirmish battle model: the same dice, tokens and damage cards as on the table, without the table.
//!
//! Who has a shot, at which range, how long an objective takes and how quickly a ship can flee comes from
//! [`mod@parameters`], one data file. Everything that cards, dice and the campaign rulebook decide is played as it is:
//! [`round`] reads as the round summary, [`missions`] as the scenarios' special rules.
//!
//! [`standing_fight`] is static mode: every ship always has a shot, and the results are exact.

mod activation;
mod attack_roll;
mod combat;
mod damage;
mod deployment;
mod expected_damage;
mod fates;
mod gear;
mod huge;
mod missions;
mod muster;
pub mod parameters;
mod positions;
mod retreat;
mod round;
pub mod standing_fight;
mod state;
mod terrain;

use std::sync::OnceLock;

use crate::battle::attack::DamageDeck;
use crate::battle::engagement::Engagement;
use crate::battle::outcome::Outcome;
use crate::chance::{Chance, Luck, Purpose};
use crate::config::mission::{Mission, SetupStep, Special, TokenRule, find};
use crate::ids::Side;

use parameters::{ClassParameters, Parameters, parameters};
use state::{Battle, Prisoner, SideState, Streams};

/// Fights one battle. The mission must be known: whoever made the engagement found it by the same name.
pub fn fight(engagement: &Engagement, luck: Luck, battle_key: u64) -> Outcome {
    let mission = find(&engagement.mission).expect("an engagement names a known mission");
    fight_mission(mission, engagement, luck, battle_key)
}

/// Fights one battle of a mission at hand.
///
/// Dice, the board's part and the damage decks have streams of their own, so that two rule sets meet the same luck where
/// they do not differ.
pub fn fight_mission(mission: &Mission, engagement: &Engagement, luck: Luck, battle_key: u64) -> Outcome {
    fight_with(BoardOdds::built_in(), mission, engagement, luck, battle_key)
}

/// Parameters made ready for battles.
#[derive(Debug, Clone)]
pub struct BoardOdds {
    parameters: Parameters,
    /// By row number of the catalog's ships.
    classes: Vec<ClassParameters>,
}

impl BoardOdds {
    pub fn new(parameters: Parameters) -> BoardOdds {
        let classes = parameters.classes();
        BoardOdds { parameters, classes }
    }

    /// Those of the built-in file.
    pub fn built_in() -> &'static BoardOdds {
        static ODDS: OnceLock<BoardOdds> = OnceLock::new();
        ODDS.get_or_init(|| BoardOdds::new(parameters().clone()))
    }
}

/// The same by other parameters than the built-in ones.
pub fn fight_with(
    odds: &BoardOdds,
    mission: &Mission,
    engagement: &Engagement,
    luck: Luck,
    battle_key: u64,
) -> Outcome {
    let deck = |side: u64| luck.stream(Purpose::DamageDeck, battle_key.wrapping_mul(2).wrapping_add(side));
    let streams = Streams {
        dice: luck.stream(Purpose::Battle, battle_key),
        board: luck.stream(Purpose::Placement, battle_key),
        decks: [deck(0), deck(1)],
    };
    let mut battle = begin(odds, mission, engagement, streams);
    battle.play()
}

/// The battle as it stands before the first round.
fn begin<'a, C: Chance>(
    odds: &'a BoardOdds,
    mission: &'a Mission,
    engagement: &'a Engagement,
    luck: Streams<C>,
) -> Battle<'a, C> {
    let BoardOdds { parameters, classes: odds } = odds;
    let (melee, objective) = parameters.for_mission(&mission.key);
    let (terrain, obstacles) =
        terrain::terrain_of(mission, engagement.terrain, &engagement.switches.terrain, parameters);
    let token_units = |side: Side| -> usize {
        let placed = mission.setup.iter().map(|step| match step {
            SetupStep::Tokens(step) => {
                let target = mission.token(step.token).and_then(|rule: &TokenRule| rule.target);
                if target.is_some_and(|target| target.owner == side) { usize::from(step.count) } else { 0 }
            }
            _ => 0,
        });
        placed.sum()
    };
    let judgment = 0 < engagement.switches.judgment.dice;
    let muster = |side: Side| {
        let squad = engagement.squad(side);
        let (mut units, huge) = muster::side_units(squad, judgment, odds, parameters, token_units(side));
        let n_ships = squad.ships.len().min(units.len());
        deployment::assign_roles(mission, side, squad, &mut units);
        deployment::divide_into_groups(mission, side, n_ships, &mut units);
        (units, huge)
    };
    let [(units_a, huge_a), (units_d, huge_d)] = Side::BOTH.map(muster);
    let full = [&units_a, &units_d]
        .map(|units| units.iter().map(|unit| unit.toughness.hull + unit.max_shields).collect::<Vec<u8>>());
    let mut battle = Battle {
        mission,
        engagement,
        parameters,
        melee,
        objective,
        terrain,
        obstacles,
        luck,
        units: [units_a, units_d],
        tokens: Vec::new(),
        huge: [huge_a, huge_d],
        full,
        decks: [DamageDeck::new(engagement.switches.damage_deck); 2],
        sides: [SideState::default(); 2],
        initiative: Side::Attacker,
        round: 0,
        attacks_made: 0,
        is_exchanged: false,
        network_is_on: mission
            .special
            .iter()
            .any(|special| matches!(special, Special::NoFleeing(rule) if rule.active)),
        prisoners: prisoners(engagement),
        wanted: [0; 2],
        control: None,
        firing_skill: None,
        order_scratch: Vec::with_capacity(64),
    };
    battle.deploy(odds);
    battle
}

/// Whoever a side carries as a prisoner is wanted back by the other.
fn prisoners(engagement: &Engagement) -> Vec<Prisoner> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        all.extend(engagement.squad(side).prisoners.iter().map(|prisoner| Prisoner {
            person: prisoner.person,
            skill: prisoner.skill,
            unique: prisoner.unique,
            of: side.foe(),
            is_returned: false,
            is_in_lost_ship: false,
            is_aboard: false,
        }));
    }
    // Those aboard are bits of a word.
    all.truncate(64);
    all
}

impl<C: Chance> Battle<'_, C> {
    /// Rounds until the battle is over or called off.
    fn play(&mut self) -> Outcome {
        let cap = self.engagement.switches.round_cap;
        while self.round < cap && !self.is_over() {
            self.play_round();
        }
        let capped = !self.is_over();
        self.outcome(capped)
    }
}

#[cfg(test)]
mod tests;
