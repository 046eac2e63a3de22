//! Rule: Construct Squads and Conduct Battle Phase, second part. (Campaign, "Construct Squads and Conduct Battle
//! Phase"; "Trade Route", second paragraph; "Observation Post")
//!
//! All squads are built before the first battle is fought, because battles happen at the same time. A target that
//! is not defended is ceded; who does not show has lost.

use crate::battle::engagement::{
    BattleSwitches, HugeShipInBattle, PrisonerInBattle, Squad, SquadPilot, SquadShip,
};
use crate::battle::{Engagement, Outcome};
use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::model::BattleModel;
use crate::campaign::plan::{Battle, Container, PlannedShip, SquadPlan};
use crate::campaign::rules::construct_squads::SquadRules;
use crate::campaign::rules::{capturing_enemy_ships, crew_upgrades, pilot_improvements, supply_raid};
use crate::campaign::state::Person;
use crate::chance::{Luck, Purpose};
use crate::config::TargetType;
use crate::config::mission::{RewardKind, TokenKind};
use crate::events::CampaignEvent;
use crate::events::words::{AttackKind, NotFought};
use crate::ids::{Faction, PersonId, PlayerId, Side};

/// One battle from the building of squads to its outcome.
#[derive(Debug, Clone)]
pub struct Fight {
    pub battle: Battle,
    /// Attacker's and defender's squads; empty where a side does not fight.
    pub plans: [SquadPlan; 2],
    pub points: [u16; 2],
    /// What the defender put at stake in a Supply Raid.
    pub containers: Vec<Container>,
    /// Prisoners that each side carries, to hand over or to lose.
    pub prisoners: [Vec<PersonId>; 2],
    pub result: FightResult,
}

#[derive(Debug, Clone)]
pub enum FightResult {
    Pending,
    NotFought { reason: NotFought, winner: Option<Side> },
    Fought(Outcome),
}

impl Fight {
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.result {
            FightResult::Fought(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// Leaders assign defenders, players build squads, containers are filled.
pub fn construct_squads(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    battles: &mut [Battle],
    attendance: &[f64],
) -> Vec<Fight> {
    assign_defenders(context, doctrines, battles);
    let mut captives_used = [0; 3];
    let mut fights = Vec::with_capacity(battles.len());
    for place in 0..battles.len() {
        let mut plans = [SquadPlan::default(), SquadPlan::default()];
        let mut points = [0; 2];
        for side in Side::BOTH {
            let plan = &mut plans[side.index()];
            points[side.index()] =
                build_squad(context, doctrines, battles, place, side, attendance, plan, &mut captives_used);
        }
        fights.push(Fight {
            battle: battles[place],
            plans,
            points,
            containers: Vec::new(),
            prisoners: prisoners(context, &battles[place]),
            result: FightResult::Pending,
        });
    }
    for fight in &mut fights {
        fill_containers(context, doctrines, fight);
    }
    fights
}

/// The leaders assign their players to defensive battles, or cede. A huge ship is never left without a commander.
fn assign_defenders(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>], battles: &mut [Battle]) {
    for faction in context.state.factions {
        let leader = context.leader(faction);
        let mut assigned: Vec<Option<PlayerId>> = vec![None; battles.len()];
        let mut chance = context.decision(leader, Decision::AssignDefenders, 0);
        doctrines[leader.index()].assign_defenders(
            &context.view(leader),
            battles,
            &mut assigned,
            &mut chance,
        );
        for (battle, assigned) in battles.iter_mut().zip(assigned) {
            let open = battle.faction(Side::Defender) == faction && battle.player(Side::Defender).is_none();
            if !open {
                continue;
            }
            let mate = assigned.filter(|&player| context.state.player(player).faction == faction);
            let must = battle.card.kind == AttackKind::HugeShip
                || battle.card.kind == AttackKind::PrisonerExchange
                || !context.book.rules.attacks.may_cede;
            battle.players[Side::Defender.index()] = if must { mate.or(Some(leader)) } else { mate };
        }
    }
}

/// Has a doctrine build one squad, checks it and commits everything in it; the answer is its points.
#[allow(clippy::too_many_arguments)]
fn build_squad(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    battles: &[Battle],
    place: usize,
    side: Side,
    attendance: &[f64],
    plan: &mut SquadPlan,
    captives_used: &mut [usize; 3],
) -> u16 {
    let battle = &battles[place];
    let Some(player) = battle.player(side) else { return 0 };
    let number = u64::from(battle.card.battle.0);
    let comes = attendance[player.index()];
    if comes < 1.0 && comes <= context.decision(player, Decision::Attendance, number).unit() {
        return 0;
    }
    // The huge ship under attack is always there.
    let attacked = battle.card.huge_ship.filter(|_| side == Side::Defender);
    plan.huge_ships = attacked.into_iter().collect();
    let mut chance = context.decision(player, Decision::BuildSquad, number);
    doctrines[player.index()].build_squad(&context.view(player), battles, place, side, plan, &mut chance);
    if attacked.is_some_and(|ship| !plan.huge_ships.contains(ship)) {
        plan.huge_ships = attacked.into_iter().collect();
    }
    if plan.is_empty() {
        plan.clear();
        return 0;
    }
    let faction = context.state.player(player).faction;
    let rules = SquadRules {
        state: context.state,
        book: context.book,
        battle,
        side,
        player,
        captives_used: captives_used[faction.index()],
    };
    let points = match rules.check(plan) {
        Ok(points) => points,
        Err(refusal) => {
            // Who brings only the huge ship that he must bring is not at fault if house rules make it too dear.
            debug_assert!(
                plan.ships.is_empty(),
                "{}: {}",
                doctrines[player.index()].name(),
                refusal.reason()
            );
            // An illegal squad does not fight; of the defender of a huge ship only that ship is left.
            plan.clear();
            plan.huge_ships = attacked.into_iter().collect();
            rules.points(plan)
        }
    };
    if plan.is_empty() {
        return 0;
    }
    let captive = context.book.special.rebel_captive;
    captives_used[faction.index()] +=
        plan.ships.iter().map(|ship| ship.equipment.count(captive)).sum::<usize>();
    commit(context, battle, side, player, plan, points);
    points
}

/// Everything in the squad is taken for this turn.
fn commit(
    context: &mut Context<'_>,
    battle: &Battle,
    side: Side,
    player: PlayerId,
    plan: &SquadPlan,
    points: u16,
) {
    let turn = context.state.turn;
    let number = battle.card.battle;
    let ships = plan.ships.len() as u8;
    context.emit(CampaignEvent::SquadBuilt { battle: number, side, player, points, ships });
    for ship in &plan.ships {
        context.state.hull_mut(ship.hull).used_turn = turn;
        context.state.person_mut(ship.pilot).used_turn = turn;
        for member in ship.crew {
            context.state.person_mut(member).used_turn = turn;
        }
        let mounted: Vec<_> = crate::campaign::rules::ordnance_upgrades::mounted(context, ship).collect();
        for upgrade in mounted {
            let free = context.state.player_mut(player).store.commit(upgrade, 1);
            debug_assert!(free, "the squad was checked");
        }
        announce(context, battle, side, player, ship);
    }
    for &(hull, pilot) in &plan.reinforcements {
        context.state.hull_mut(hull).used_turn = turn;
        context.state.person_mut(pilot).used_turn = turn;
    }
    for ship in plan.huge_ships {
        context.state.huge_ship_mut(ship).used_turn = turn;
    }
    context.state.player_mut(player).battles_this_turn += 1;
}

fn announce(context: &mut Context<'_>, battle: &Battle, side: Side, player: PlayerId, ship: &PlannedShip) {
    let number = battle.card.battle;
    let rules =
        SquadRules { state: context.state, book: context.book, battle, side, player, captives_used: 0 };
    let points = rules.ship_points(ship);
    let mut cards = Vec::with_capacity(16);
    rules.cards_aboard(ship, &mut cards);
    let (hull, pilot) = (ship.hull, ship.pilot);
    let class = context.state.hull(hull).class;
    let who = context.state.person(pilot);
    let (card, skill) = (who.card().expect("a pilot has a card"), who.skill);
    context.emit(CampaignEvent::ShipSent { battle: number, side, hull, class, pilot, card, skill, points });
    for upgrade in cards {
        context.emit(CampaignEvent::UpgradeSent { battle: number, side, upgrade });
    }
}

/// Prisoners that come along: those whom the defender holds, or one for one in an exchange.
fn prisoners(context: &Context<'_>, battle: &Battle) -> [Vec<PersonId>; 2] {
    let held = |holder: Faction, of: Faction| -> Vec<PersonId> {
        let mut held: Vec<&Person> = context
            .state
            .prisoners_of(holder)
            .filter(|who| context.state.faction_of_person(who.id) == of)
            .collect();
        // Commanders and aces first, then in the order of joining.
        held.sort_by_key(|who| (!who.unique, u8::MAX - who.skill, who.id));
        held.into_iter().map(|who| who.id).collect()
    };
    let [attacker, defender] = battle.card.factions;
    match battle.card.kind {
        AttackKind::PrisonerRescue => [Vec::new(), held(defender, attacker)],
        AttackKind::PrisonerExchange => {
            let mut both = [held(attacker, defender), held(defender, attacker)];
            let number = both[0].len().min(both[1].len());
            both.iter_mut().for_each(|list| list.truncate(number));
            both
        }
        _ => [Vec::new(), Vec::new()],
    }
}

/// Supply Raid: the defender puts equipment at stake, also where he does not fight (piracy).
fn fill_containers(context: &mut Context<'_>, doctrines: &mut [Box<dyn Doctrine>], fight: &mut Fight) {
    let battle = fight.battle;
    let has_containers = battle.mission.rewards.iter().any(|reward| reward.reward == RewardKind::Containers);
    let present = !fight.plans[Side::Defender.index()].is_empty();
    if !has_containers || !present && battle.card.kind != AttackKind::Piracy {
        return;
    }
    let leader = context.leader(battle.faction(Side::Defender));
    let player = battle.player(Side::Defender).unwrap_or(leader);
    fight.battle.players[Side::Defender.index()] = Some(player);
    let count = usize::from(battle.mission.token_count(TokenKind::Container));
    let doctrine = doctrines[player.index()].as_mut();
    fight.containers = supply_raid::fill(context, doctrine, player, fight.battle.card.battle, count);
}

/// Fights a battle, or says why it is not fought.
pub fn conduct(context: &mut Context<'_>, model: &mut dyn BattleModel, fight: &mut Fight) {
    let empty = fight.plans.each_ref().map(SquadPlan::is_empty);
    let loses = context.book.rules.attacks.absent_player_loses;
    let result = match empty {
        [false, false] => {
            if fight.battle.terrain_unknown {
                // The Trade Route's feature is rolled when the squads are chosen.
                let mut chance = context.stream(Purpose::Scenario, 1 << 18 | fight.battle.key);
                fight.battle.card.terrain = context.book.rules.map.unusual_feature.draw(&mut chance).0;
            }
            let engagement = engagement(context, fight);
            let key = Luck::key(u64::from(context.state.turn), fight.battle.key);
            FightResult::Fought(model.fight(&engagement, context.luck, key))
        }
        // Not to defend is to cede; the owner's player who stays away has done the same.
        [false, true]
            if fight.battle.card.target.is_some() && fight.battle.player(Side::Defender).is_none() =>
        {
            FightResult::NotFought { reason: NotFought::Ceded, winner: Some(Side::Attacker) }
        }
        [false, true] => FightResult::NotFought {
            reason: NotFought::DefenderAbsent,
            winner: loses.then_some(Side::Attacker),
        },
        [true, false] => FightResult::NotFought {
            reason: NotFought::AttackerAbsent,
            winner: loses.then_some(Side::Defender),
        },
        [true, true] => FightResult::NotFought { reason: NotFought::BothAbsent, winner: None },
    };
    fight.result = result;
}

/// What the battle model is told.
fn engagement(context: &Context<'_>, fight: &Fight) -> Engagement {
    let battle = &fight.battle;
    let posts = battle.card.factions.map(|faction| {
        let posts = context.state.count_controlled(faction, TargetType::ObservationPost) as u8;
        posts * context.book.rules.map.powers.observation_post_rerolls
    });
    let rights = battle
        .card
        .factions
        .map(|faction| capturing_enemy_ships::rights(context.state, context.book, faction));
    Engagement {
        mission: battle.mission.key.clone(),
        terrain: battle.card.terrain,
        squads: Side::BOTH.map(|side| squad(context, fight, side)),
        sizes: battle.card.sizes,
        initiative_rerolls: posts,
        switches: BattleSwitches {
            captures_ion_kills: rights.map(|(any, _)| any),
            captures_only_tie_fighters: rights.map(|(_, ties_only)| ties_only),
            ..BattleSwitches::of(&context.book.rules)
        },
    }
}

fn squad(context: &Context<'_>, fight: &Fight, side: Side) -> Squad {
    let (state, book) = (&*context.state, context.book);
    let battle = &fight.battle;
    let plan = &fight.plans[side.index()];
    let player = battle.player(side).expect("a squad has a player");
    let rules = SquadRules { state, book, battle, side, player, captives_used: 0 };
    let ship = |planned: &PlannedShip| {
        let mut upgrades = Vec::with_capacity(16);
        rules.cards_aboard(planned, &mut upgrades);
        SquadShip {
            class: state.hull(planned.hull).class,
            pilot: pilot(context, planned.pilot, planned.xp_to_spend),
            upgrades,
            munitions_tokens: planned.munitions.iter().collect(),
            points: rules.ship_points(planned),
            group: planned.group,
            role: planned.role,
        }
    };
    let huge_ship = |id| {
        let ship = state.huge_ship(id);
        HugeShipInBattle {
            class: ship.class,
            upgrades: ship.upgrades.iter().collect(),
            face_down: ship.face_down,
            face_up: ship.face_up,
            crippled: ship.crippled,
        }
    };
    let prisoner = |id: &PersonId| {
        let who = state.person(*id);
        PrisonerInBattle { person: u32::from(id.0), skill: who.skill, unique: who.unique }
    };
    let stock = |&(hull, person): &(_, _)| ship(&PlannedShip::bare(hull, person));
    let containers = if side == Side::Defender { &fight.containers[..] } else { &[] };
    Squad {
        faction: state.team(battle.faction(side)).cards(),
        ships: plan.ships.iter().map(ship).collect(),
        reinforcements: plan.reinforcements.iter().map(stock).collect(),
        huge_ships: plan.huge_ships.iter().map(huge_ship).collect(),
        prisoners: fight.prisoners[side.index()].iter().map(prisoner).collect(),
        containers: containers.iter().map(|container| supply_raid::value(book, container)).collect(),
        retreat: plan.retreat,
    }
}

fn pilot(context: &Context<'_>, id: PersonId, xp_to_spend: u8) -> SquadPilot {
    let who = context.state.person(id);
    SquadPilot {
        card: who.card().expect("a pilot has a card"),
        skill: who.skill,
        unique: who.unique,
        abilities: who.ability.into_iter().collect(),
        xp_to_spend,
    }
}

/// Elite slots of a pilot in a squad and the crew card of a person, for doctrines that plan squads.
pub use crew_upgrades::crew_card_of;
pub use pilot_improvements::elite_slots;
