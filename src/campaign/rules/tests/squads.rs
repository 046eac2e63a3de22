//! Constructing squads, ceding and no-shows.

use Faction::{Imperial, Rebel};

use crate::campaign::doctrine::Doctrine;
use crate::campaign::obedient::Obedient;
use crate::campaign::plan::{Battle, PlannedShip, SquadPlan};
use crate::campaign::refusal::Refusal;
use crate::campaign::rules::conduct_battle::{FightResult, conduct, construct_squads};
use crate::campaign::rules::construct_squads::SquadRules;
use crate::campaign::testing::{Laid, Lottery, at, battle, pilot, upgrade, wing};
use crate::config::mission::SquadRole;
use crate::events::words::NotFought;
use crate::ids::{Faction, HullId, PersonId, PlayerId, Side, UpgradeId};

fn laid() -> Laid {
    let mut laid = Laid::new(&[Rebel, Imperial]);
    laid.fund(0, 2000);
    laid.fund(1, 2000);
    laid
}

fn check(laid: &Laid, battle: &Battle, side: Side, ships: &[PlannedShip]) -> Result<u16, Refusal> {
    let player = battle.player(side).unwrap();
    let rules = SquadRules { state: &laid.state, book: &laid.book, battle, side, player, captives_used: 0 };
    rules.check(&SquadPlan { ships: ships.to_vec(), ..SquadPlan::default() })
}

fn carrying(mut ship: PlannedShip, upgrades: &[UpgradeId]) -> PlannedShip {
    for &upgrade in upgrades {
        assert!(ship.equipment.push(upgrade));
    }
    ship
}

#[test]
fn a_squad_costs_ship_pilot_and_upgrades_and_stays_within_the_size() {
    let mut laid = laid();
    let (hull, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    at(&mut laid, 0, |market| market.buy_upgrade(upgrade("Proton Torpedoes"))).unwrap();
    laid.state.turn = 1;
    let plan = carrying(PlannedShip::bare(hull, rookie), &[upgrade("Proton Torpedoes")]);
    let space = battle("space-superiority", [25, 25], [Some(0), Some(1)]);
    // 19 + 2 + 4.
    assert_eq!(check(&laid, &space, Side::Attacker, &[plan]), Ok(25));
    let small = battle("space-superiority", [24, 24], [Some(0), Some(1)]);
    assert_eq!(check(&laid, &small, Side::Attacker, &[plan]), Err(Refusal::SquadTooLarge));
}

#[test]
fn pilots_fly_what_they_are_qualified_for_and_carry_what_fits() {
    let mut laid = laid();
    let (x_wing, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let (_, gold) = wing(&mut laid, 0, "Y-wing", "Gold Squadron Pilot");
    at(&mut laid, 0, |market| market.buy_upgrade(upgrade("Ion Cannon Turret"))).unwrap();
    laid.state.turn = 1;
    let space = battle("space-superiority", [100, 100], [Some(0), Some(1)]);
    let refused = |ships: &[PlannedShip]| check(&laid, &space, Side::Attacker, ships).unwrap_err();
    assert_eq!(refused(&[PlannedShip::bare(x_wing, gold)]), Refusal::NotQualified);
    let turret = carrying(PlannedShip::bare(x_wing, rookie), &[upgrade("Ion Cannon Turret")]);
    assert_eq!(refused(&[turret]), Refusal::DoesNotFit);
    let torpedo = carrying(PlannedShip::bare(x_wing, rookie), &[upgrade("Proton Torpedoes")]);
    assert_eq!(refused(&[torpedo]), Refusal::NotOwned);
    let mut elite = PlannedShip::bare(x_wing, rookie);
    assert!(elite.elites.push(upgrade("Push the Limit")));
    assert_eq!(refused(&[elite]), Refusal::DoesNotFit, "no elite slot");
}

#[test]
fn an_asset_stands_in_one_squad_a_turn() {
    let mut laid = laid();
    let (hull, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let (other, second) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    laid.state.turn = 1;
    let space = battle("space-superiority", [100, 100], [Some(0), Some(1)]);
    let twice = [PlannedShip::bare(hull, rookie), PlannedShip::bare(other, rookie)];
    assert_eq!(check(&laid, &space, Side::Attacker, &twice), Err(Refusal::UsedThisTurn));
    laid.state.hull_mut(hull).used_turn = 1;
    let used = [PlannedShip::bare(hull, rookie)];
    assert_eq!(check(&laid, &space, Side::Attacker, &used), Err(Refusal::UsedThisTurn));
    laid.state.person_mut(second).ready_turn = 2;
    let wounded = [PlannedShip::bare(other, second)];
    assert_eq!(check(&laid, &space, Side::Attacker, &wounded), Err(Refusal::NotAvailable));
}

/// The rulebook's example of Extra Munitions, with one ship: tokens need spare copies that are loaded along.
#[test]
fn extra_munitions_needs_a_spare_copy_for_each_token() {
    let mut laid = laid();
    let (hull, cutlass) = wing(&mut laid, 1, "Scimitar Assault Bomber", "Cutlass Squadron Pilot");
    let (torpedo, bomb) = (upgrade("Flechette Torpedoes"), upgrade("Ion Bombs"));
    at(&mut laid, 1, |market| {
        market.buy_upgrade(torpedo).unwrap();
        market.buy_upgrade(bomb).unwrap();
    });
    laid.state.turn = 1;
    let space = battle("space-superiority", [100, 100], [Some(0), Some(1)]);
    let munitions = upgrade("Extra Munitions");
    let mut plan = carrying(PlannedShip::bare(hull, cutlass), &[munitions, torpedo, bomb]);
    assert!(plan.munitions.push(bomb));
    // 19 + 2, Extra Munitions 2, Flechette 2, Ion Bombs 2; the spare bomb costs nothing.
    assert_eq!(check(&laid, &space, Side::Defender, &[plan]), Ok(27));
    assert!(plan.munitions.push(bomb));
    let two_for_one = check(&laid, &space, Side::Defender, &[plan]);
    assert_eq!(two_for_one, Err(Refusal::DoesNotFit), "one token a card");
    let mut without = carrying(PlannedShip::bare(hull, cutlass), &[torpedo, bomb]);
    assert!(without.munitions.push(bomb));
    assert_eq!(check(&laid, &space, Side::Defender, &[without]), Err(Refusal::DoesNotFit));
}

#[test]
fn rebel_captive_needs_a_rebel_prisoner_of_skill_four() {
    let mut laid = laid();
    let (shuttle, captain) = wing(&mut laid, 1, "Lambda-class Shuttle", "Omicron Group Pilot");
    let (_, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let (_, red) = wing(&mut laid, 0, "X-wing", "Red Squadron Pilot");
    laid.state.turn = 1;
    let space = battle("space-superiority", [100, 100], [Some(0), Some(1)]);
    let plan = carrying(PlannedShip::bare(shuttle, captain), &[upgrade("Rebel Captive")]);
    assert_eq!(check(&laid, &space, Side::Defender, &[plan]), Err(Refusal::NoRebelPrisoner));
    laid.context().capture(rookie, Imperial);
    assert_eq!(check(&laid, &space, Side::Defender, &[plan]), Err(Refusal::NoRebelPrisoner));
    laid.context().capture(red, Imperial);
    // 19 + 2 + 3.
    assert_eq!(check(&laid, &space, Side::Defender, &[plan]), Ok(24));
    let rules = SquadRules {
        state: &laid.state,
        book: &laid.book,
        battle: &space,
        side: Side::Defender,
        player: PlayerId(1),
        captives_used: 1,
    };
    let plan = SquadPlan { ships: vec![plan], ..SquadPlan::default() };
    assert_eq!(rules.check(&plan), Err(Refusal::NoRebelPrisoner), "one prisoner for each use");
}

#[test]
fn a_bounty_doubles_ship_and_pilot_and_reduces_upgrades_by_ten() {
    let mut laid = laid();
    let (hull, red) = wing(&mut laid, 0, "X-wing", "Red Squadron Pilot");
    at(&mut laid, 0, |market| market.buy_upgrade(upgrade("Proton Torpedoes"))).unwrap();
    laid.state.turn = 1;
    let assassination = battle("assassination", [90, 150], [Some(1), Some(0)]);
    let mut plan = carrying(PlannedShip::bare(hull, red), &[upgrade("Proton Torpedoes")]);
    assert_eq!(check(&laid, &assassination, Side::Defender, &[plan]), Err(Refusal::RoleMissing));
    plan.role = Some(SquadRole::Bounty);
    // Two elite slots come with the bounty: Push the Limit 3 and Juke 2; 4 + 3 + 2 - 10 is 0. Base 2 x 23.
    assert!(plan.elites.push(upgrade("Push the Limit")) && plan.elites.push(upgrade("Juke")));
    assert_eq!(check(&laid, &assassination, Side::Defender, &[plan]), Ok(46));
}

#[test]
fn missions_restrict_squads() {
    let mut laid = laid();
    let (x_wing, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let (large, fringer) = wing(&mut laid, 0, "YT-2400", "Wild Space Fringer");
    laid.state.turn = 1;
    let smash = battle("smash-and-grab", [60, 75], [Some(0), Some(1)]);
    let alone = [PlannedShip::bare(x_wing, rookie)];
    assert_eq!(check(&laid, &smash, Side::Attacker, &alone), Err(Refusal::SquadRestriction));
    let right = [PlannedShip::bare(large, fringer)];
    assert_eq!(check(&laid, &smash, Side::Attacker, &right), Ok(30));
    let hvt = battle("hvt-recovery", [100, 75], [Some(1), Some(0)]);
    assert_eq!(check(&laid, &hvt, Side::Defender, &right), Err(Refusal::SquadRestriction));
}

#[test]
fn only_stock_fighters_are_reinforcements_and_only_where_called_for() {
    let mut laid = laid();
    let (hull, rookie) = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let stock = wing(&mut laid, 0, "Z-95 Headhunter", "Bandit Squadron Pilot");
    let veteran = wing(&mut laid, 0, "Z-95 Headhunter", "Tala Squadron Pilot");
    laid.state.turn = 1;
    let check = |laid: &Laid, mission: &str, called: (HullId, PersonId)| {
        let fought = battle(mission, [100, 100], [Some(1), Some(0)]);
        let plan = SquadPlan {
            ships: vec![PlannedShip::bare(hull, rookie)],
            reinforcements: vec![called],
            ..SquadPlan::default()
        };
        let rules = SquadRules {
            state: &laid.state,
            book: &laid.book,
            battle: &fought,
            side: Side::Defender,
            player: PlayerId(0),
            captives_used: 0,
        };
        rules.check(&plan)
    };
    assert_eq!(check(&laid, "what-price-victory", stock), Ok(21), "they cost no squad points");
    assert_eq!(check(&laid, "space-superiority", stock), Err(Refusal::NotAReinforcement));
    assert_eq!(check(&laid, "what-price-victory", veteran), Err(Refusal::NotAReinforcement));
    laid.state.person_mut(stock.1).skill = 4;
    assert_eq!(check(&laid, "what-price-victory", stock), Err(Refusal::NotAReinforcement));
}

#[test]
fn what_is_not_defended_is_ceded_and_who_stays_away_loses() {
    let result = |attacker: bool, defends: bool, defender: bool| {
        let mut laid = laid();
        let red = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
        let tie = wing(&mut laid, 1, "TIE Fighter", "Academy Pilot");
        laid.state.turn = 1;
        let squad = |present: bool, (hull, pilot)| -> Vec<SquadPlan> {
            let plan = SquadPlan { ships: vec![PlannedShip::bare(hull, pilot)], ..SquadPlan::default() };
            if present { vec![plan] } else { Vec::new() }
        };
        let mut doctrines: Vec<Box<dyn Doctrine>> = vec![
            Box::new(Obedient { squads: squad(attacker, red).into(), ..Obedient::default() }),
            Box::new(Obedient { squads: squad(defender, tie).into(), defends, ..Obedient::default() }),
        ];
        let mut battles = vec![battle("space-superiority", [100, 100], [Some(0), None])];
        battles[0].card.target = Some(crate::ids::TargetId(0));
        let mut context = laid.context();
        let mut fights = construct_squads(&mut context, &mut doctrines, &mut battles, &[1.0, 1.0]);
        conduct(&mut context, &mut Lottery, &mut fights[0]);
        match fights.pop().unwrap().result {
            FightResult::NotFought { reason, winner } => Some((reason, winner)),
            FightResult::Fought(_) => None,
            FightResult::Pending => panic!("conducted"),
        }
    };
    assert_eq!(result(true, true, true), None);
    assert_eq!(result(true, false, true), Some((NotFought::Ceded, Some(Side::Attacker))));
    assert_eq!(result(true, true, false), Some((NotFought::DefenderAbsent, Some(Side::Attacker))));
    assert_eq!(result(false, true, true), Some((NotFought::AttackerAbsent, Some(Side::Defender))));
    assert_eq!(result(false, true, false), Some((NotFought::BothAbsent, None)));
}

#[test]
fn observation_posts_are_told_to_the_battle() {
    use crate::battle::{Engagement, Outcome};
    use crate::campaign::BattleModel;
    use crate::campaign::state::Target;
    use crate::campaign::testing::place;
    use crate::chance::Luck;
    use crate::config::TargetType;
    use crate::ids::TargetId;
    use crate::procedures::initiative::RerollScope;

    /// Remembers what it was told.
    struct Listener(Option<([u8; 2], RerollScope)>);
    impl BattleModel for Listener {
        fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
            self.0 = Some((engagement.initiative_rerolls, engagement.switches.initiative_reroll));
            Lottery.fight(engagement, luck, key)
        }
    }

    let mut laid = laid();
    let red = wing(&mut laid, 0, "X-wing", "Rookie Pilot");
    let tie = wing(&mut laid, 1, "TIE Fighter", "Academy Pilot");
    laid.state.turn = 1;
    // Two posts of the Empire: two rerolls for the defender, of both sides' dice where the ruling says so.
    laid.book.rules.rulings.initiative_reroll = RerollScope::Both;
    laid.state.targets = (0..2)
        .map(|id| Target { owner: Some(Imperial), ..place(TargetId(id), TargetType::ObservationPost) })
        .collect();
    let squad = |(hull, pilot)| {
        let plan = SquadPlan { ships: vec![PlannedShip::bare(hull, pilot)], ..SquadPlan::default() };
        Obedient { squads: vec![plan].into(), defends: true, ..Obedient::default() }
    };
    let mut doctrines: Vec<Box<dyn Doctrine>> = vec![Box::new(squad(red)), Box::new(squad(tie))];
    let mut battles = vec![battle("space-superiority", [100, 100], [Some(0), None])];
    let mut context = laid.context();
    let mut fights = construct_squads(&mut context, &mut doctrines, &mut battles, &[1.0, 1.0]);
    let mut listener = Listener(None);
    conduct(&mut context, &mut listener, &mut fights[0]);
    assert_eq!(listener.0, Some(([0, 2], RerollScope::Both)));
}

#[test]
fn the_hounds_tooth_takes_a_fighter_along_for_nothing() {
    let mut laid = Laid::new(&[Faction::Scum, Imperial]);
    laid.fund(0, 2000);
    let (hound, slaver) = wing(&mut laid, 0, "YV-666", "Trandoshan Slaver");
    let (plain, other) = wing(&mut laid, 0, "YV-666", "Trandoshan Slaver");
    let (pup, pirate) = wing(&mut laid, 0, "Z-95 Headhunter", "Binayre Pirate");
    let (wrong, thug) = wing(&mut laid, 0, "Y-wing", "Syndicate Thug");
    at(&mut laid, 0, |market| {
        market.buy_title(hound, upgrade("Hound's Tooth")).unwrap();
        market.buy_upgrade(upgrade("Cluster Missiles")).unwrap();
    });
    laid.state.turn = 1;
    let mut space = battle("space-superiority", [100, 100], [Some(0), Some(1)]);
    space.card.factions = [Faction::Scum, Imperial];
    let check = |ship: PlannedShip, docked: Option<(HullId, PlannedShip)>| {
        let plan = SquadPlan { ships: vec![ship], docked, ..SquadPlan::default() };
        let rules = SquadRules {
            state: &laid.state,
            book: &laid.book,
            battle: &space,
            side: Side::Attacker,
            player: PlayerId(0),
            captives_used: 0,
        };
        rules.check(&plan)
    };
    let (carrier, fighter) = (PlannedShip::bare(hound, slaver), PlannedShip::bare(pup, pirate));
    // 27 + 2 + 6, with the fighter or without it.
    assert_eq!(check(carrier, None), Ok(35));
    assert_eq!(check(carrier, Some((hound, fighter))), Ok(35));
    let refused = Err(Refusal::NoHoundsToothFighter);
    assert_eq!(check(PlannedShip::bare(plain, other), Some((plain, fighter))), refused, "no title");
    assert_eq!(check(carrier, Some((plain, fighter))), refused, "the carrier stays at home");
    assert_eq!(check(carrier, Some((hound, PlannedShip::bare(wrong, thug)))), refused, "no Z-95");
    let armed = carrying(fighter, &[upgrade("Cluster Missiles")]);
    assert_eq!(check(carrier, Some((hound, armed))), refused, "no cards for nothing");
    let twice = Err(Refusal::NotQualified);
    assert_eq!(check(carrier, Some((hound, PlannedShip::bare(pup, slaver)))), twice);
    laid.state.hull_mut(pup).used_turn = 1;
    let plan = SquadPlan { ships: vec![carrier], docked: Some((hound, fighter)), ..SquadPlan::default() };
    let rules = SquadRules {
        state: &laid.state,
        book: &laid.book,
        battle: &space,
        side: Side::Attacker,
        player: PlayerId(0),
        captives_used: 0,
    };
    assert_eq!(rules.check(&plan), Err(Refusal::UsedThisTurn));
}

/// More than one Rebel Captive a turn needs a prisoner each; the highest skill goes with the first.
#[test]
fn rebel_captives_go_aboard_by_skill() {
    let mut laid = Laid::new(&[Imperial, Rebel]);
    laid.fund(0, 500);
    laid.fund(1, 500);
    let mut shuttle = || {
        let (hull, pilot) = wing(&mut laid, 0, "Lambda-class Shuttle", "Omicron Group Pilot");
        carrying(PlannedShip::bare(hull, pilot), &[upgrade("Rebel Captive")])
    };
    let shuttles = [shuttle(), shuttle()];
    let captives: Vec<PersonId> = ["Red Squadron Pilot", "Luke Skywalker", "Rookie Pilot"]
        .into_iter()
        .map(|card| {
            let bought = at(&mut laid, 1, |market| {
                market.buy_commander(pilot(card)).or_else(|_| market.buy_pilot(pilot(card)))
            });
            bought.unwrap()
        })
        .collect();
    laid.state.turn = 1;
    captives.iter().for_each(|person| laid.context().capture(*person, Imperial));
    let mut battles: Vec<Battle> = (0..2)
        .map(|_| {
            let mut battle = battle("space-superiority", [100, 100], [Some(0), None]);
            battle.card.factions = [Imperial, Rebel];
            battle
        })
        .collect();
    let squads = shuttles.map(|ship| SquadPlan { ships: vec![ship], ..SquadPlan::default() });
    let mut doctrines: Vec<Box<dyn Doctrine>> = vec![
        Box::new(Obedient { squads: squads.to_vec().into(), ..Obedient::default() }),
        Box::new(Obedient::default()),
    ];
    let fights = construct_squads(&mut laid.context(), &mut doctrines, &mut battles, &[1.0, 1.0]);
    // Luke before the Red Squadron Pilot; the Rookie is too green.
    assert_eq!(fights[0].captives, [(Side::Attacker, 0, captives[1])]);
    assert_eq!(fights[1].captives, [(Side::Attacker, 0, captives[0])]);
}
