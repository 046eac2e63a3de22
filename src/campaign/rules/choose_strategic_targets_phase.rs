//! Rule: Choose Strategic Targets Phase. (Campaign, "Choose Strategic Targets Phase"; "Pilot Prisoners of War";
//! "Finding and Attacking Huge Ships"; "Number of Players", second point; Scum's attacks)
//!
//! Each faction declares one attack for each player it has, on different targets. Special scenarios take the
//! place of an attack.

use crate::campaign::context::{Context, Decision};
use crate::campaign::doctrine::Doctrine;
use crate::campaign::plan::{Attack, Declared};
use crate::campaign::rules::mercenaries;
use crate::campaign::rules::purchase_reinforcements_phase::{present, shares};
use crate::campaign::state::{HugeShip, Roster, Standpoint, State};
use crate::campaign::turn::faction_order;
use crate::config::ExchangeAttack;
use crate::events::CampaignEvent;
use crate::ids::Faction;

/// All factions declare their attacks, each without knowing the others'.
pub fn declare_attacks(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    declared: &mut Vec<Declared>,
) {
    declared.clear();
    let mut attacks = [0_usize; 3];
    for faction in context.state.factions {
        let per_player = usize::from(context.book.rules.attacks.per_player);
        let own = present(context.state, context.state.team(faction)).count();
        attacks[faction.index()] =
            per_player * shares(context.state, faction, context.book.rules.players.attacks, own);
    }
    agree_on_exchanges(context, doctrines, declared, &mut attacks);
    for faction in context.state.factions {
        declare(context, doctrines, declared, faction, attacks[faction.index()]);
    }
}

/// The attacks of one faction. Its players take turns, so that the attacks of a missing player are shared; where they do
/// not come out even, another one begins each turn.
fn declare(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    declared: &mut Vec<Declared>,
    faction: Faction,
    attacks: usize,
) {
    let players: Roster = present(context.state, context.state.team(faction)).collect();
    if players.is_empty() {
        return;
    }
    let begins = if attacks.is_multiple_of(players.len()) { 0 } else { usize::from(context.state.turn) };
    let first = declared.len();
    for attack in 0..attacks {
        let Some(player) = players.get((begins + attack) % players.len()) else { return };
        let options = options(context, faction, &declared[first..]);
        if options.is_empty() {
            return;
        }
        let mut chance = context.decision(player, Decision::ChooseAttack, attack as u64);
        let view = context.view(player);
        let choice =
            doctrines[player.index()].choose_attack(&view, &options, &declared[first..], &mut chance);
        let Some(attack) = choice else { continue };
        if !options.contains(&attack) {
            debug_assert!(false, "a doctrine chooses among the options");
            continue;
        }
        declared.push(Declared { faction, player, attack });
        context.emit(CampaignEvent::AttackDeclared {
            faction,
            player,
            kind: attack.kind(),
            target: attack.target(),
        });
        if let Attack::Contract { contract, .. } = attack {
            mercenaries::accept(context, usize::from(contract), player);
        }
    }
}

/// What a faction may attack now, besides what it has declared.
pub fn options(context: &Context<'_>, faction: Faction, declared: &[Declared]) -> Vec<Attack> {
    let mut options = Vec::new();
    target_options(context, faction, declared, &mut options);
    rescue_options(context, faction, declared, &mut options);
    match context.state.team(faction).standpoint {
        Standpoint::Power => huge_ship_options(context, faction, declared, &mut options),
        Standpoint::Fringe => fringe_options(context, declared, &mut options),
    }
    options
}

/// Strategic targets of others and of nobody; one player of a faction each.
fn target_options(context: &Context<'_>, faction: Faction, declared: &[Declared], options: &mut Vec<Attack>) {
    let (state, rules) = (&*context.state, &context.book.rules);
    let fringe = state.team(faction).standpoint == Standpoint::Fringe;
    for target in &state.targets {
        let attackers = declared.iter().filter(|other| other.attack.target() == Some(target.id)).count();
        let open = usize::from(rules.attacks.per_target_and_faction) > attackers;
        // On their own, Scum attack nobody's targets only.
        let allowed = !fringe || target.owner.is_none() || !rules.scum.targets.attacks_uncontrolled_only;
        let hired = mercenaries::keeps_away(context, faction, target.id);
        if open && allowed && !hired && target.owner != Some(faction) {
            options.push(Attack::Target(target.id));
        }
    }
}

/// Prisoner Rescue, while an enemy holds a unique pilot.
fn rescue_options(context: &Context<'_>, faction: Faction, declared: &[Declared], options: &mut Vec<Attack>) {
    let (state, rules) = (&*context.state, &context.book.rules.prisoners);
    if !rules.rescue_allowed {
        return;
    }
    for foe in state.foes_of(faction) {
        let worth = state.prisoners_of(foe).any(|prisoner| {
            state.faction_of_person(prisoner.id) == faction
                && (!rules.rescue_needs_unique_prisoner || prisoner.unique && prisoner.is_pilot())
        });
        let attack = Attack::PrisonerRescue(foe);
        if worth && declared.iter().all(|other| other.attack != attack) {
            options.push(attack);
        }
    }
}

/// Searches for the huge ships of an enemy power, and attacks on those that were found.
fn huge_ship_options(
    context: &Context<'_>,
    faction: Faction,
    declared: &[Declared],
    options: &mut Vec<Attack>,
) {
    let (state, book) = (&*context.state, context.book);
    if !book.rules.huge_ships.in_play {
        return;
    }
    for foe in state.foes_of(faction) {
        if state.team(foe).standpoint == Standpoint::Fringe || state.huge_ships_of(foe).next().is_none() {
            continue;
        }
        options.push(Attack::Locate(foe));
        let used = declared.iter().filter(
            |other| matches!(other.attack, Attack::HugeShip(ship) if state.huge_ship(ship).faction == foe),
        );
        if usize::from(state.team(faction).located[foe.index()]) <= used.count() {
            continue;
        }
        for ship in state.huge_ships_of(foe) {
            let attacks = declared.iter().filter(|other| other.attack == Attack::HugeShip(ship.id)).count();
            let open = attacks < usize::from(book.rules.huge_ships.locating.attacks_per_ship_and_turn);
            if open && may_be_attacked(state, book, ship) && found(state, book, faction, ship) {
                options.push(Attack::HugeShip(ship.id));
            }
        }
    }
}

/// The capital ship comes last.
fn may_be_attacked(state: &State, book: &crate::campaign::Rulebook, ship: &HugeShip) -> bool {
    let support_left = state.huge_ships_of(ship.faction).any(|other| !other.capital);
    !(ship.capital && support_left && book.rules.huge_ships.locating.capital_after_support)
}

/// Where the ship was chosen when the search succeeded, only that one can be attacked.
fn found(state: &State, book: &crate::campaign::Rulebook, faction: Faction, ship: &HugeShip) -> bool {
    match book.rules.rulings.location_choice {
        crate::config::LocationChoice::AtAttack => true,
        crate::config::LocationChoice::AtSuccess => {
            state.huge_ship(ship.id).found_by >> faction.index() & 1 == 1
        }
    }
}

/// Contracts and piracy of Scum beside the conflict.
fn fringe_options(context: &Context<'_>, declared: &[Declared], options: &mut Vec<Attack>) {
    let (state, rules) = (&*context.state, &context.book.rules.scum);
    for (place, contract) in state.contracts.iter().enumerate() {
        let taken = declared.iter().any(|other| other.attack.target() == Some(contract.target));
        if rules.contracts.allowed && mercenaries::stands(context, contract) && !taken {
            options.push(Attack::Contract { contract: place as u8, target: contract.target });
        }
    }
    if rules.piracy.allowed {
        let powers = state.factions.iter().filter(|&other| state.team(other).standpoint == Standpoint::Power);
        options.extend(powers.map(Attack::Piracy));
    }
}

/// Leaders whose factions hold prisoners of each other may agree to exchange them in place of attacks.
fn agree_on_exchanges(
    context: &mut Context<'_>,
    doctrines: &mut [Box<dyn Doctrine>],
    declared: &mut Vec<Declared>,
    attacks: &mut [usize; 3],
) {
    if !context.book.rules.prisoners.exchange_allowed {
        return;
    }
    let both_pay = context.book.rules.rulings.exchange_uses_attack_of == ExchangeAttack::Both;
    let mut busy = [false; 3];
    for proposer in faction_order(context) {
        let can = |context: &Context<'_>, foe: Faction| {
            holds(context.state, proposer, foe)
                && holds(context.state, foe, proposer)
                && !busy[foe.index()]
                && (!both_pay || 0 < attacks[foe.index()])
        };
        let options: Vec<Faction> =
            context.state.foes_of(proposer).filter(|&foe| can(context, foe)).collect();
        if busy[proposer.index()] || attacks[proposer.index()] == 0 || options.is_empty() {
            continue;
        }
        let leader = context.leader(proposer);
        let mut chance = context.decision(leader, Decision::ProposeExchange, 0);
        let wish = doctrines[leader.index()].propose_exchange(&context.view(leader), &options, &mut chance);
        let Some(partner) = wish.filter(|partner| options.contains(partner)) else { continue };
        let other = context.leader(partner);
        let mut chance = context.decision(other, Decision::AgreeToExchange, 0);
        if !doctrines[other.index()].agree_to_exchange(&context.view(other), proposer, &mut chance) {
            continue;
        }
        attacks[proposer.index()] -= 1;
        if both_pay {
            attacks[partner.index()] -= 1;
        }
        busy[proposer.index()] = true;
        busy[partner.index()] = true;
        let attack = Attack::PrisonerExchange(partner);
        let player = present(context.state, context.state.team(proposer)).next().unwrap_or(leader);
        declared.push(Declared { faction: proposer, player, attack });
        context.emit(CampaignEvent::AttackDeclared {
            faction: proposer,
            player,
            kind: attack.kind(),
            target: None,
        });
    }
}

/// Whether `holder` has prisoners of `of`.
fn holds(state: &State, holder: Faction, of: Faction) -> bool {
    state.prisoners_of(holder).any(|prisoner| state.faction_of_person(prisoner.id) == of)
}
