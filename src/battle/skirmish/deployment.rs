//! Before the first round: roles, groups, tokens, initiative, and who stands on the board.

use super::muster::blank_unit;
use super::parameters::ClassParameters;
use super::state::{Battle, MAX_UNITS, Origin, Place, Token, TokenPlace, Unit, UnitRef};
use crate::battle::attack::Toughness;
use crate::battle::engagement::Squad;
use crate::battle::groups::even_groups;
use crate::catalog::{BaseSize, Slot, catalog};
use crate::chance::Chance;
use crate::config::mission::{
    Chosen, Divided, Eligible, InitiativeRule, Mission, On, Placer, RoleRule, SetupStep, TokensStep,
};
use crate::ids::{ShipClassId, Side};
use crate::procedures::initiative::{Contest, initiative};

/// Gives each role of the mission to ships that may have it, unless the squad's owner did.
///
/// Deviation: an owner who did not say takes the sturdiest ship (most hit points, then agility, then list order).
pub fn assign_roles(mission: &Mission, side: Side, squad: &Squad, units: &mut [Unit]) {
    for rule in mission.roles(side) {
        let bit = 1_u16 << rule.role.index();
        let mut given = units.iter().filter(|unit| unit.has_role(rule.role)).count();
        let most = if rule.chosen == Chosen::AllEligible { units.len() } else { usize::from(rule.max) };
        while given < most {
            let candidates = (0..squad.ships.len().min(units.len()))
                .filter(|at| units[*at].roles & bit == 0 && is_eligible(rule, squad, units, *at));
            let best = candidates.max_by_key(|at| {
                let unit = &units[*at];
                (unit.toughness.hit_points_left(), unit.agility, std::cmp::Reverse(*at))
            });
            let Some(best) = best else { break };
            units[best].roles |= bit;
            units[best].tracking += rule.tokens;
            given += 1;
        }
    }
}

fn is_eligible(rule: &RoleRule, squad: &Squad, units: &[Unit], at: usize) -> bool {
    let (ship, unit) = (&squad.ships[at], &units[at]);
    let highest = squad.ships.iter().map(|ship| ship.pilot.skill).max().unwrap_or(0);
    let crew_aboard =
        ship.upgrades.iter().filter(|id| catalog().upgrade(**id).slot == Slot::Crew).count() as u8;
    let meets = |what: &Eligible| match what {
        Eligible::HighestSkill => ship.pilot.skill == highest,
        Eligible::Small => unit.size == BaseSize::Small,
        Eligible::Large => unit.size == BaseSize::Large,
        Eligible::GenericPilot => !ship.pilot.unique,
        Eligible::CrewIcon => 0 < unit.crew_icons,
        Eligible::EmptyCrewSlot => crew_aboard < unit.crew_icons,
    };
    !rule.barred.contains(&ship.class) && rule.eligible.iter().all(meets)
}

/// Divides a squad into groups where the mission wants them and its owner did not.
pub fn divide_into_groups(mission: &Mission, side: Side, n_ships: usize, units: &mut [Unit]) {
    let Some(groups) = &mission.restrictions(side).groups else { return };
    let units = &mut units[..n_ships];
    let mut by_points: Vec<usize> = (0..units.len()).collect();
    match groups.divided {
        Divided::FoePicksHalf => {
            // He picks the cheaper half, to beat it before the other comes.
            by_points.sort_by_key(|at| (units[*at].points, *at));
            let half = units.len() / 2;
            for (rank, at) in by_points.into_iter().enumerate() {
                units[at].group = u8::from(half.max(1) <= rank);
            }
        }
        Divided::Owner => {
            if units.iter().any(|unit| unit.group != 0) {
                return;
            }
            let points: Vec<u16> = units.iter().map(|unit| unit.points).collect();
            let even = even_groups(&points, groups.count);
            units.iter_mut().zip(even).for_each(|(unit, group)| unit.group = group);
        }
    }
}

impl<C: Chance> Battle<'_, C> {
    /// Puts ships, huge ships and tokens on the board as the mission's set-up says.
    pub fn deploy(&mut self, odds: &[ClassParameters]) {
        self.decide_initiative();
        for step in &self.mission.setup {
            match step {
                SetupStep::Ships(step) => {
                    for side in Side::BOTH.into_iter().filter(|side| step.who.includes(*side)) {
                        for unit in &mut self.units[side.index()] {
                            let is_away = step.group.is_some_and(|group| unit.group + 1 != group)
                                || step.without_role.is_some_and(|role| unit.has_role(role));
                            if matches!(unit.origin, Origin::Squad(_)) && !is_away {
                                unit.place = Place::Board;
                                unit.stress += step.stress;
                            }
                        }
                    }
                }
                SetupStep::HugeShips(step) => self.deploy_huge_ships(|side| step.who.includes(side)),
                SetupStep::Tokens(step) => self.deploy_tokens(step, odds),
                SetupStep::Terrain(_) | SetupStep::Obstacles(_) | SetupStep::MoveObstacles(_) => {}
            }
        }
        // Huge ships that the set-up does not place, such as the attacker's, start with the squad.
        self.deploy_huge_ships(|_| true);
        for side in Side::BOTH {
            let units = &mut self.units[side.index()];
            for unit in units.iter_mut().filter(|unit| unit.place == Place::Board) {
                unit.entered = 1;
            }
        }
    }

    fn deploy_huge_ships(&mut self, whose: impl Fn(Side) -> bool) {
        for side in Side::BOTH.into_iter().filter(|side| whose(*side)) {
            for unit in &mut self.units[side.index()] {
                if unit.is_huge() && unit.place == Place::Reserve {
                    unit.place = Place::Board;
                }
            }
        }
    }

    /// Rule: Initiative, in each scenario's own words. Who may choose takes it.
    fn decide_initiative(&mut self) {
        let rule = self.mission.initiative;
        let points = |side: Side| -> u16 {
            let first_group_only = rule.rule == InitiativeRule::SmallerFirstGroupChooses;
            let ships =
                self.units[side.index()].iter().filter(|unit| matches!(unit.origin, Origin::Squad(_)));
            ships.filter(|unit| !first_group_only || unit.group == 0).map(|unit| unit.points).sum()
        };
        let sizes = Side::BOTH.map(points);
        self.initiative = match rule.rule {
            InitiativeRule::AttackerChooses => Side::Attacker,
            InitiativeRule::DefenderChooses => Side::Defender,
            InitiativeRule::Dice => self.initiative_contest(rule.reroll),
            InitiativeRule::SmallerSquadChooses | InitiativeRule::SmallerFirstGroupChooses => {
                match sizes[0].cmp(&sizes[1]) {
                    std::cmp::Ordering::Less => Side::Attacker,
                    std::cmp::Ordering::Greater => Side::Defender,
                    std::cmp::Ordering::Equal => self.initiative_contest(None),
                }
            }
        };
    }

    fn initiative_contest(&mut self, reroll: Option<Side>) -> Side {
        let mut rerolls = self.engagement.initiative_rerolls;
        if let Some(side) = reroll {
            rerolls[side.index()] += 1;
        }
        let dice = self.mission.initiative.dice.unwrap_or(3);
        let scope = self.engagement.switches.initiative_reroll;
        initiative(&mut self.luck.dice, Contest { dice, rerolls, scope })
    }

    fn deploy_tokens(&mut self, step: &TokensStep, odds: &[ClassParameters]) {
        let rule = self.mission.token(step.token);
        let first = self.tokens.len();
        for number in 0..step.count {
            let path = self.parameters.token_path(step.token);
            self.tokens.push(Token {
                kind: step.token,
                place: TokenPlace::Board,
                face: None,
                is_revealed: !step.hidden,
                value: 0,
                cargo: rule.map_or(0, |rule| rule.cargo),
                tracking: 0,
                way_left_mm: i32::from(path.path_mm),
                is_active: false,
                was_taken: false,
                taken_in: 0,
                unit: None,
                done_by: 0,
                number,
            });
        }
        let Some(rule) = rule else { return };
        let mut faces: Vec<_> =
            rule.faces.iter().flat_map(|row| std::iter::repeat_n(row.face, usize::from(row.count))).collect();
        self.luck.board.shuffle(&mut faces);
        let mut values = rule.values.clone();
        self.luck.board.shuffle(&mut values);
        for (at, token) in self.tokens[first..].iter_mut().enumerate() {
            token.face = faces.get(at).copied();
            token.value = values.get(at).copied().unwrap_or(1);
        }
        match step.on {
            On::Ships | On::ShipsFreely => self.deal_tokens_to_ships(step, first),
            On::Board | On::Obstacles => {}
        }
        if let Some(target) = rule.target {
            for at in first..self.tokens.len() {
                self.add_token_unit(at, target, odds);
            }
        }
    }

    /// Tokens dealt to the placer's own ships, one each, or in turn where there are more tokens than ships.
    fn deal_tokens_to_ships(&mut self, step: &TokensStep, first: usize) {
        let side = if step.by == Placer::Attacker { Side::Attacker } else { Side::Defender };
        let ships: Vec<UnitRef> =
            self.refs(side).filter(|at| matches!(self.unit(*at).origin, Origin::Squad(_))).collect();
        for (at, token) in self.tokens[first..].iter_mut().enumerate() {
            let ship = match step.on {
                On::ShipsFreely if !ships.is_empty() => ships.get(at % ships.len()),
                _ => ships.get(at),
            };
            token.place = ship.map_or(TokenPlace::Removed, |ship| TokenPlace::With(*ship));
        }
    }

    /// A token that can be attacked stands among its owner's units.
    fn add_token_unit(
        &mut self,
        at: usize,
        target: crate::config::mission::TokenTarget,
        odds: &[ClassParameters],
    ) {
        let side = target.owner;
        let index = self.units[side.index()].len();
        if MAX_UNITS <= index {
            return;
        }
        // A token flies no better than anything else; the first class only lends it its row.
        let mut unit = blank_unit(ShipClassId(0), BaseSize::Small, odds[0]);
        unit.odds.exposure = super::parameters::Thousandths::ONE;
        unit.origin = Origin::Token(at as u8);
        unit.agility = target.agility;
        unit.max_shields = target.shields;
        unit.toughness =
            Toughness { shields: target.shields, hull: target.hull.unwrap_or(u8::MAX), damage: 0 };
        unit.is_untouchable = target.hull.is_none();
        unit.token_damage = Some(target.damage);
        let is_on_board = self.tokens[at].place == TokenPlace::Board;
        unit.place = if is_on_board { Place::Board } else { Place::Reserve };
        self.full[side.index()].push(unit.toughness.hit_points_left());
        self.units[side.index()].push(unit);
        self.tokens[at].unit = Some(UnitRef { side, index: index as u8 });
    }
}
