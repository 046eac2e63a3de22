//! Checks that a mission makes sense as a whole: what the types alone cannot say.

use super::*;
use crate::catalog::BaseSize;

/// The longest range that the range rulers measure.
const LONGEST_RANGE: u8 = 5;
/// More than any squad, and few enough for every counter.
const MOST_POINTS: u16 = 1000;

/// A dotted path and what is wrong there.
pub(super) type Problem = (String, String);

/// All that is wrong with a mission, in the order of its sections.
pub(super) fn problems(mission: &Mission) -> Vec<Problem> {
    let mut check = Checker { mission, found: Vec::new() };
    check.texts();
    check.size();
    check.restrictions();
    check.roles();
    check.initiative();
    check.setup();
    check.tokens();
    check.actions();
    check.waves();
    check.special();
    check.victory();
    check.found
}

struct Checker<'m> {
    mission: &'m Mission,
    found: Vec<Problem>,
}

impl Checker<'_> {
    fn complain(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        self.found.push((path.into(), problem.into()));
    }

    fn require(&mut self, holds: bool, path: impl Into<String>, problem: &str) {
        if !holds {
            self.complain(path, problem);
        }
    }

    fn texts(&mut self) {
        let mission = self.mission;
        self.require(!mission.title.trim().is_empty(), "title", "must not be empty");
        self.require(!mission.description.trim().is_empty(), "description", "must not be empty");
    }

    fn size(&mut self) {
        let size = &self.mission.size;
        let fixed = size.attacker.is_some() || size.defender.is_some();
        match (fixed, size.is_rolled()) {
            (true, true) => self.complain("size", "either `attacker` and `defender`, or `rolled`, not both"),
            (false, false) => self.complain("size", "needs `attacker` and `defender`, or `rolled`"),
            (true, false) => {
                for (key, points) in [("attacker", size.attacker), ("defender", size.defender)] {
                    let good = points.is_some_and(|points| (1..=MOST_POINTS).contains(&points));
                    self.require(good, format!("size.{key}"), "must be in 1..=1000");
                }
            }
            (false, true) => {
                let mut next = TWO_DICE.0;
                for (i, row) in size.rolled.iter().enumerate() {
                    let path = format!("size.rolled[{i}]");
                    let in_order = row.from == next && row.from <= row.to && row.to <= TWO_DICE.1;
                    self.require(in_order, &path, "rows must cover 2 to 12 in order, without gap or overlap");
                    let good = (1..=MOST_POINTS).contains(&row.points);
                    self.require(good, format!("{path}.points"), "must be in 1..=1000");
                    next = row.to.saturating_add(1);
                }
                self.require(next == TWO_DICE.1 + 1, "size.rolled", "rows must cover 2 to 12");
            }
        }
    }

    fn restrictions(&mut self) {
        let both = &self.mission.restrictions;
        for (side, restrictions) in [("attacker", &both.attacker), ("defender", &both.defender)] {
            let counts = [
                ("ships", &restrictions.ships),
                ("small_ships", &restrictions.small_ships),
                ("large_ships", &restrictions.large_ships),
                ("huge_ships", &restrictions.huge_ships),
            ];
            for (key, count) in counts {
                let Some(count) = count else { continue };
                let path = format!("restrictions.{side}.{key}");
                let some = count.min.is_some() || count.max.is_some() || !count.among.is_empty();
                self.require(some, &path, "needs `min`, `max` or `among`");
                let ordered = count.min.unwrap_or(0) <= count.max.unwrap_or(u8::MAX);
                self.require(ordered, &path, "`min` must not exceed `max`");
            }
            if let Some(groups) = &restrictions.groups {
                let path = format!("restrictions.{side}.groups");
                self.require((2..=9).contains(&groups.count), format!("{path}.count"), "must be in 2..=9");
                let halves = groups.divided != Divided::FoePicksHalf || groups.count == 2;
                self.require(halves, format!("{path}.count"), "must be 2 where the foe picks half");
            }
        }
    }

    fn roles(&mut self) {
        for (i, rule) in self.mission.roles.iter().enumerate() {
            let path = format!("roles[{i}]");
            self.require(rule.min <= rule.max, &path, "`min` must not exceed `max`");
            self.require(0 < rule.max, format!("{path}.max"), "must be at least 1");
            let twice = self.mission.roles[..i].iter().any(|other| {
                other.role == rule.role
                    && Side::BOTH.iter().any(|&side| other.who.includes(side) && rule.who.includes(side))
            });
            self.require(!twice, format!("{path}.role"), "a side has this role already");
            if let Some(cost) = rule.cost {
                self.require(0 < cost.base_factor, format!("{path}.cost.base_factor"), "must be at least 1");
                let early = rule.chosen == Chosen::SquadBuilding;
                self.require(
                    early,
                    format!("{path}.chosen"),
                    "must be squad-building, since the role has a cost",
                );
            }
        }
    }

    fn initiative(&mut self) {
        let initiative = self.mission.initiative;
        let by_choice =
            matches!(initiative.rule, InitiativeRule::AttackerChooses | InitiativeRule::DefenderChooses);
        match initiative.dice {
            None if !by_choice => {
                self.complain("initiative.dice", "must be there: dice decide, or break a tie")
            }
            Some(_) if by_choice => {
                self.complain("initiative.dice", "no dice are rolled where a side chooses")
            }
            Some(0) => self.complain("initiative.dice", "must be at least 1"),
            _ => {}
        }
        let rerolled = initiative.reroll.is_none() || initiative.rule == InitiativeRule::Dice;
        self.require(rerolled, "initiative.reroll", "only where the rule is `dice`");
    }

    fn setup(&mut self) {
        let mission = self.mission;
        let terrains = mission.setup.iter().filter(|step| matches!(step, SetupStep::Terrain(_))).count();
        self.require(terrains == 1, "setup", "needs exactly one `terrain` step");
        for (i, step) in mission.setup.iter().enumerate() {
            let path = format!("setup[{i}]");
            match step {
                SetupStep::Terrain(step) => self.zone(&format!("{path}.terrain.zone"), &step.zone),
                SetupStep::Obstacles(step) => {
                    self.require(0 < step.count, format!("{path}.obstacles.count"), "must be at least 1");
                    self.zone(&format!("{path}.obstacles.zone"), &step.zone);
                }
                SetupStep::MoveObstacles(step) => {
                    self.range(&format!("{path}.move-obstacles.range"), step.range);
                }
                SetupStep::Tokens(step) => {
                    self.require(0 < step.count, format!("{path}.tokens.count"), "must be at least 1");
                    self.token(&format!("{path}.tokens.token"), step.token);
                    self.zone(&format!("{path}.tokens.zone"), &step.zone);
                }
                SetupStep::Ships(step) => {
                    let path = format!("{path}.ships");
                    for (j, zone) in step.zones.iter().enumerate() {
                        self.zone(&format!("{path}.zones[{j}]"), zone);
                    }
                    if let Some(role) = step.without_role {
                        self.role(&format!("{path}.without_role"), role);
                    }
                    for side in Side::BOTH.into_iter().filter(|&side| step.who.includes(side)) {
                        let groups =
                            mission.restrictions(side).groups.as_ref().map_or(1, |groups| groups.count);
                        let known = step.group.is_none_or(|group| (1..=groups).contains(&group));
                        self.require(known, format!("{path}.group"), "the squad has no such group");
                    }
                }
                SetupStep::HugeShips(step) => self.zone(&format!("{path}.huge-ships.zone"), &step.zone),
            }
        }
        for side in Side::BOTH {
            let placed = mission.setup.iter().any(|step| match step {
                SetupStep::Ships(step) => step.who.includes(side),
                _ => false,
            });
            self.require(placed, "setup", &format!("needs a `ships` step for the {}", side.name()));
        }
    }

    fn tokens(&mut self) {
        for (i, rule) in self.mission.tokens.iter().enumerate() {
            let path = format!("tokens[{i}]");
            let twice = self.mission.tokens[..i].iter().any(|other| other.token == rule.token);
            self.require(!twice, format!("{path}.token"), "this kind has a rule already");
            if let Some(TokenTarget { hull: Some(0), .. }) = rule.target {
                self.complain(format!("{path}.target.hull"), "must be at least 1");
            }
            let Some(moves) = &rule.moves else { continue };
            self.require(!moves.maneuvers.is_empty(), format!("{path}.moves.maneuvers"), "must not be empty");
            for (j, maneuver) in moves.maneuvers.iter().chain(&moves.slowed).enumerate() {
                let key = match j < moves.maneuvers.len() {
                    true => format!("{path}.moves.maneuvers[{j}].speed"),
                    false => format!("{path}.moves.slowed.speed"),
                };
                let fastest = if maneuver.shape == MoveShape::Bank { 3 } else { 5 };
                self.require((1..=fastest).contains(&maneuver.speed), key, "no template of that speed");
            }
            if let Some(faster) = moves.faster {
                self.role(&format!("{path}.moves.faster.role"), faster.role);
                self.range(&format!("{path}.moves.faster.range"), faster.range);
                let fastest = moves.maneuvers.iter().map(|maneuver| maneuver.speed).max().unwrap_or(0);
                let good = fastest.saturating_add(faster.max_ships) <= 5;
                self.require(good, format!("{path}.moves.faster.max_ships"), "no template of that speed");
            }
        }
    }

    fn actions(&mut self) {
        for (i, rule) in self.mission.actions.iter().enumerate() {
            let path = format!("actions[{i}]");
            self.require(!rule.when.is_empty(), format!("{path}.when"), "must not be empty");
            if let Some(role) = rule.role {
                self.role(&format!("{path}.role"), role);
            }
            if let Some(token) = rule.token {
                self.token(&format!("{path}.token"), token);
            }
            let named = rule.on != ActedOn::Token || rule.token.is_some();
            self.require(
                named,
                format!("{path}.token"),
                "must be there, since the action is done to a token",
            );
            let ranged = matches!(rule.reach, Reach::Range | Reach::RangeInArc | Reach::BetweenTwoShips);
            match rule.range {
                None if ranged => self.complain(format!("{path}.range"), "must be there for this reach"),
                Some(range) => self.range(&format!("{path}.range"), range),
                None => {}
            }
            for (key, range) in [("beyond_edges", rule.beyond_edges), ("effect_range", rule.effect_range)] {
                if let Some(range) = range {
                    self.range(&format!("{path}.{key}"), range);
                }
            }
            let far = matches!(rule.effect, Effect::Explode | Effect::JumpToToken);
            let measured = far == rule.effect_range.is_some();
            self.require(
                measured,
                format!("{path}.effect_range"),
                "goes with `explode` and `jump-to-token` only",
            );
            if let Some(roll) = rule.roll {
                let some = 0 < roll.attack_dice || roll.per.is_some_and(|per| 0 < per.dice);
                self.require(some, format!("{path}.roll"), "needs `attack_dice` or `per`");
            }
            let sized = rule.size.is_none_or(|size| size != BaseSize::Huge);
            self.require(sized, format!("{path}.size"), "must be small or large");
        }
    }

    fn waves(&mut self) {
        let mission = self.mission;
        for (i, wave) in mission.waves.iter().enumerate() {
            let path = format!("waves[{i}]");
            self.require(0 < wave.round, format!("{path}.round"), "must be at least 1");
            self.require(!wave.zones.is_empty(), format!("{path}.zones"), "must not be empty");
            let consistent = (wave.forces == Forces::Role) == wave.role.is_some();
            self.require(
                consistent,
                format!("{path}.role"),
                "goes with `forces = \"role\"` and only with it",
            );
            if let Some(role) = wave.role {
                self.role(&format!("{path}.role"), role);
            }
            if let Some(token) = wave.removes_token {
                self.token(&format!("{path}.removes_token"), token);
            }
            for (j, zone) in wave.zones.iter().enumerate() {
                self.zone(&format!("{path}.zones[{j}]"), zone);
            }
            if wave.forces != Forces::Role {
                let divided = Side::BOTH
                    .into_iter()
                    .filter(|&side| wave.who.includes(side))
                    .all(|side| mission.restrictions(side).groups.is_some());
                self.require(divided, format!("{path}.who"), "this side's squad has no groups");
            }
        }
        for (i, rule) in mission.reinforcements.iter().enumerate() {
            self.zone(&format!("reinforcements[{i}].zone"), &rule.zone);
        }
    }

    fn special(&mut self) {
        for (i, special) in self.mission.special.iter().enumerate() {
            let path = |key: &str| format!("special[{i}].{key}");
            match special {
                Special::Jamming(rule) => {
                    self.token(&path("jamming.token"), rule.token);
                    self.range(&path("jamming.range"), rule.range);
                }
                Special::NoFleeing(rule) => self.token(&path("no-fleeing.token"), rule.token),
                Special::Explosives(rule) => {
                    self.token(&path("explosives.token"), rule.token);
                    self.range(&path("explosives.range"), rule.range);
                }
                Special::Functions(rule) => {
                    self.token(&path("functions.token"), rule.token);
                    self.role(&path("functions.role"), rule.role);
                }
                Special::Orders(rule) => {
                    self.role(&path("orders.role"), rule.role);
                    self.range(&path("orders.range"), rule.range);
                }
                Special::SecureAndReturn(rule) => self.zone(&path("secure-and-return.zone"), &rule.zone),
                Special::DumpOnFlight(rule) => {
                    self.token(&path("dump-on-flight.token"), rule.token);
                    self.role(&path("dump-on-flight.to_role"), rule.to_role);
                }
                Special::Arming(rule) => self.token(&path("arming.token"), rule.token),
                Special::Truce(rule) => {
                    let known = self.mission.actions.iter().any(|action| action.action == rule.until);
                    self.require(known, path("truce.until"), "the mission has no such action");
                }
                Special::FreeActions(_) | Special::DebrisOnKill(_) | Special::Docking(_) => {}
            }
        }
    }

    fn victory(&mut self) {
        let victory = &self.mission.victory;
        for (side, wins) in [("attacker", &victory.attacker), ("defender", &victory.defender)] {
            self.require(!wins.is_empty(), format!("victory.{side}"), "must not be empty");
            for (i, win) in wins.iter().enumerate() {
                let path = format!("victory.{side}[{i}]");
                match *win {
                    Win::FoeRoleDestroyed(role)
                    | Win::FoeRoleFled(role)
                    | Win::FoeRoleFledFirst(role)
                    | Win::ExchangedAndFled(role) => self.role(&path, role),
                    Win::OwnRoleFled(win) => self.role(&path, win.role),
                    Win::TokenDestroyed(token) | Win::TokensRemoved(token) => self.token(&path, token),
                    Win::TokensFled(win) => self.token(&path, win.token),
                    Win::TokensTaken(win) | Win::TokensActive(win) => self.token(&path, win.token),
                    Win::FledWith(win) => {
                        self.token(&path, win.token);
                        let some = 0 < win.count || 0 < win.value;
                        self.require(some, &path, "needs `count` or `value`");
                        if let Some(role) = win.role {
                            self.role(&path, role);
                        }
                    }
                    Win::TokensCovered(win) => {
                        self.token(&path, win.bases);
                        self.token(&path, win.by);
                    }
                    Win::NotTakenBy(win) => self.token(&path, win.token),
                    Win::TrackingRoll(win) => {
                        self.require(0 < win.sides, &path, "a die has at least one side");
                    }
                    _ => {}
                }
            }
        }
        let endless =
            victory.attacker.contains(&Win::Otherwise) && victory.defender.contains(&Win::Otherwise);
        self.require(!endless, "victory", "only one side can win by `otherwise`");
    }

    fn zone(&mut self, path: &str, zone: &Zone) {
        let lists = [
            ("within", &zone.within),
            ("beyond", &zone.beyond),
            ("exactly", &zone.exactly),
            ("if_possible_beyond", &zone.if_possible_beyond),
        ];
        for (key, limits) in lists {
            for (i, limit) in limits.iter().enumerate() {
                self.range(&format!("{path}.{key}[{i}].range"), limit.range);
                self.place(&format!("{path}.{key}[{i}].of"), limit.of);
            }
        }
        for (i, band) in zone.at.iter().enumerate() {
            let good = 1 <= band.from && band.from <= band.to && band.to <= LONGEST_RANGE;
            self.require(good, format!("{path}.at[{i}]"), "`from` and `to` must be in 1..=5 and in order");
            self.place(&format!("{path}.at[{i}].of"), band.of);
        }
        for (key, places) in [("touching", &zone.touching), ("on", &zone.on), ("clear_of", &zone.clear_of)] {
            for (i, &place) in places.iter().enumerate() {
                self.place(&format!("{path}.{key}[{i}]"), place);
            }
        }
    }

    fn range(&mut self, path: &str, range: u8) {
        self.require((1..=LONGEST_RANGE).contains(&range), path, "must be in 1..=5");
    }

    fn place(&mut self, path: &str, place: Place) {
        if let Place::Token(token) | Place::OwnToken(token) | Place::FirstToken(token) = place {
            self.token(path, token);
        }
    }

    fn token(&mut self, path: &str, token: TokenKind) {
        let known = self.mission.token(token).is_some();
        self.require(known, path, &format!("the mission has no `[[tokens]]` rule for `{}`", token.key()));
    }

    fn role(&mut self, path: &str, role: SquadRole) {
        let known = self.mission.roles.iter().any(|rule| rule.role == role);
        self.require(known, path, &format!("the mission has no `[[roles]]` rule for `{}`", role.key()));
    }
}
