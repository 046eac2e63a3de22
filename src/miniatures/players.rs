//! What a player brings, as people say it: words such as `recon`, `tactician:4`, `foresee:2`, or characters of
//! the list; and how that becomes an [`Entrant`].

use super::abilities::{Abilities, Ability, Class, Does, number_range};
use super::contest::{Contest, Entrant, ForcePower, MAX_PLAYERS, Power, Powers, Price, STRONGEST, UNLIMITED};
use super::policy::Policy;
use super::switches::{BonusStacking, Switches};

/// Bearers a player can have in a round's set-up, and abilities of one of the late steps.
pub const MAX_BEARERS: usize = 32;
const MAX_LATE: usize = 8;

/// One ability of one bearer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Key of the ability; bonuses of one key do not add up.
    pub key: String,
    pub name: String,
    pub does: Does,
    pub class: Class,
    pub number: i8,
    pub save: u8,
    pub force: u8,
    pub price: Price,
    pub target: u8,
    pub suppresses: Vec<Class>,
    pub first_round_only: bool,
    /// Index into the player's bearers.
    pub bearer: usize,
}

/// A character with abilities that matter here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bearer {
    pub name: String,
    /// Index of the purse that pays its Force powers.
    pub purse: usize,
}

/// Force points and how many come back each round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purse {
    pub points: u8,
    pub renewal: u8,
}

/// A player with all that matters before a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    pub name: String,
    /// The abilities as words, for tables and frames.
    pub words: String,
    pub policy: Policy,
    pub grants: Vec<Grant>,
    pub bearers: Vec<Bearer>,
    pub purses: Vec<Purse>,
    /// Characters besides the bearers.
    pub spare_characters: u8,
}

/// A word that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordError {
    pub problem: String,
    pub nearest: Option<String>,
}

impl std::fmt::Display for WordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.problem)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

fn word_error<T>(problem: impl Into<String>) -> Result<T, WordError> {
    Err(WordError { problem: problem.into(), nearest: None })
}

impl Player {
    /// Reads `recon,tactician:4,force:3`. Each ability has a bearer of its own, and all share one purse.
    pub fn from_words(
        name: &str,
        words: &str,
        policy: Policy,
        abilities: &Abilities,
    ) -> Result<Player, WordError> {
        let mut player = Player::plain(name, policy);
        player.purses.push(Purse { points: UNLIMITED, renewal: 0 });
        let mut said = Vec::new();
        for word in words.split(',').map(str::trim) {
            let (key, argument) = apart(word);
            match (key, argument) {
                ("", _) => {
                    return word_error("an ability word is missing; a player without abilities is `plain`");
                }
                ("plain", None) => {}
                ("plain", Some(_)) => return word_error("`plain` takes no number"),
                ("force", argument) => player.purses[0].points = number(key, argument, 0, 100)?,
                ("renewal", argument) => player.purses[0].renewal = number(key, argument, 0, 100)?,
                ("characters", argument) => player.spare_characters = number(key, argument, 0, 100)?,
                _ => player.add_bearer_with(key, argument, abilities)?,
            }
            if key != "plain" {
                said.push(word.to_string());
            }
        }
        player.words = if said.is_empty() { "plain".into() } else { said.join(",") };
        player.check()?;
        Ok(player)
    }

    /// Nothing but a name.
    pub fn plain(name: &str, policy: Policy) -> Player {
        Player {
            name: name.to_string(),
            words: "plain".into(),
            policy,
            grants: Vec::new(),
            bearers: Vec::new(),
            purses: Vec::new(),
            spare_characters: UNLIMITED,
        }
    }

    /// One more word, with a bearer of its own who pays from the first purse.
    pub fn add_word(&mut self, word: &str, abilities: &Abilities) -> Result<(), WordError> {
        let (key, argument) = apart(word);
        self.add_bearer_with(key, argument, abilities)
    }

    fn add_bearer_with(
        &mut self,
        key: &str,
        argument: Option<&str>,
        abilities: &Abilities,
    ) -> Result<(), WordError> {
        let ability = known(key, abilities)?;
        self.bearers.push(Bearer { name: ability.name.clone(), purse: 0 });
        self.grant(ability, argument, self.bearers.len() - 1)
    }

    /// A character with its own Force points.
    pub fn add_character(
        &mut self,
        name: &str,
        purse: Purse,
        words: &[String],
        abilities: &Abilities,
    ) -> Result<(), WordError> {
        self.purses.push(purse);
        self.bearers.push(Bearer { name: name.to_string(), purse: self.purses.len() - 1 });
        for word in words {
            let (key, argument) = apart(word);
            self.grant(known(key, abilities)?, argument, self.bearers.len() - 1)?;
        }
        Ok(())
    }

    fn grant(&mut self, ability: &Ability, argument: Option<&str>, bearer: usize) -> Result<(), WordError> {
        let mut grant = Grant {
            key: ability.key.clone(),
            name: ability.name.clone(),
            does: ability.does,
            class: ability.class,
            number: ability.number.unwrap_or(0),
            save: ability.save.unwrap_or(11),
            force: ability.force,
            price: ability.price,
            target: STRONGEST,
            suppresses: ability.suppresses.clone(),
            first_round_only: ability.first_round_only,
            bearer,
        };
        if !ability.does.is_pre_round() {
            return word_error(format!("`{}` has no place in the pre-round procedure", ability.key));
        }
        if let Some(argument) = argument {
            match ability.does {
                Does::ExtraDie | Does::Tactician | Does::Bonus | Does::Reserves => {
                    let (low, high) = number_range(ability.does);
                    grant.number = argument
                        .trim_start_matches('+')
                        .parse()
                        .ok()
                        .filter(|n| (low..=high).contains(n))
                        .map_or_else(
                            || {
                                word_error(format!(
                                    "`{}:{argument}`: the number must be in {low}..={high}",
                                    ability.key
                                ))
                            },
                            Ok,
                        )?;
                }
                Does::DoellinsLuck => grant.save = number("doellins-luck", Some(argument), 1, 20)?,
                Does::Foresee | Does::TacticsBroker => {
                    let digits = argument.strip_prefix("player").unwrap_or(argument);
                    grant.target = number(&ability.key, Some(digits), 1, MAX_PLAYERS as u8)? - 1;
                }
                _ => return word_error(format!("`{}` takes no number", ability.key)),
            }
        }
        self.grants.push(grant);
        Ok(())
    }

    /// Limits on what one player can bring.
    pub fn check(&self) -> Result<(), WordError> {
        if MAX_BEARERS < self.bearers.len() {
            return word_error(format!("a player has at most {MAX_BEARERS} characters with abilities here"));
        }
        for does in [Does::AfterInitiative, Does::BeforeFirstActivation] {
            if MAX_LATE < self.grants.iter().filter(|grant| grant.does == does).count() {
                return word_error(format!(
                    "a player has at most {MAX_LATE} abilities of one late step here"
                ));
            }
        }
        Ok(())
    }

    /// All bearers as a mask.
    pub fn everyone(&self) -> u32 {
        ((1_u64 << self.bearers.len()) - 1) as u32
    }

    /// Which purse pays each Force power; a power without a bearer pays from purse 0.
    pub fn payers(&self, alive: u32, points: &[u8]) -> [usize; 3] {
        [Does::Foresee, Does::Sense, Does::Anticipation].map(|does| {
            let purses = self
                .alive(alive)
                .filter(|grant| grant.does == does)
                .map(|grant| self.bearers[grant.bearer].purse);
            // The first of the fullest.
            purses.rev().max_by_key(|purse| points[*purse]).unwrap_or(0)
        })
    }

    fn alive(&self, alive: u32) -> impl DoubleEndedIterator<Item = &Grant> {
        self.grants.iter().filter(move |grant| alive >> grant.bearer & 1 == 1)
    }

    /// Classes of abilities that this player's living bearers switch off for the others, as bits.
    pub fn suppressed_classes(&self, alive: u32) -> u8 {
        self.alive(alive)
            .filter(|grant| grant.does == Does::Suppress)
            .flat_map(|grant| &grant.suppresses)
            .fold(0, |bits, class| bits | 1 << *class as u8)
    }

    /// What the living bearers come to, where the others suppress some classes of abilities.
    pub fn entrant(
        &self,
        alive: u32,
        suppressed: u8,
        points: &[u8],
        spare: u8,
        first_round: bool,
        switches: &Switches,
    ) -> Entrant {
        let mut entrant = Entrant { policy: self.policy, spare_characters: spare, ..Entrant::PLAIN };
        let (mut after, mut before) = (0, 0);
        let works = |grant: &Grant| {
            let is_suppressed = grant.does.affects_initiative() && suppressed >> grant.class as u8 & 1 == 1;
            alive >> grant.bearer & 1 == 1 && !is_suppressed && (first_round || !grant.first_round_only)
        };
        for grant in &self.grants {
            let bit = match grant.does {
                Does::AfterInitiative => &mut after,
                Does::BeforeFirstActivation => &mut before,
                _ => &mut 0,
            };
            let mine = *bit;
            *bit += 1;
            if !works(grant) {
                continue;
            }
            let power = |entrant: &mut Entrant, power| entrant.powers = entrant.powers.with(power);
            match grant.does {
                Does::DoellinsLuck => {
                    // The best of several saves.
                    let known = entrant.powers.has(Power::DoellinsLuck);
                    entrant.save = if known { entrant.save.min(grant.save) } else { grant.save };
                    entrant.doellins_price = grant.price;
                    power(&mut entrant, Power::DoellinsLuck);
                }
                Does::Wager => power(&mut entrant, Power::Wager),
                Does::TacticsBroker => {
                    entrant.broker_target = grant.target;
                    power(&mut entrant, Power::TacticsBroker);
                }
                // The same ability does not add to itself: the best of the two-dice abilities counts.
                Does::ExtraDie => entrant.extra_dice = entrant.extra_dice.max(grant.number as u8),
                Does::Foresee => {
                    entrant.foresee_target = grant.target;
                    entrant.force_cost[ForcePower::Foresee as usize] = grant.force;
                    power(&mut entrant, Power::Foresee);
                }
                Does::Sense => {
                    entrant.force_cost[ForcePower::Sense as usize] = grant.force;
                    power(&mut entrant, Power::Sense);
                }
                Does::Anticipation => {
                    entrant.force_cost[ForcePower::Anticipation as usize] = grant.force;
                    power(&mut entrant, Power::Anticipation);
                }
                Does::Master => power(&mut entrant, Power::Master),
                Does::Tactician if self.counts(grant, works, switches) => {
                    entrant.tactician = (entrant.tactician + grant.number).clamp(-60, 60);
                }
                Does::Bonus if self.counts(grant, works, switches) => {
                    entrant.other_bonus = (entrant.other_bonus + grant.number).clamp(-60, 60);
                }
                Does::Reserves => entrant.reserves = grant.number as u8,
                Does::AfterInitiative => entrant.after_initiative |= 1 << mine,
                Does::BeforeFirstActivation => entrant.before_first_activation |= 1 << mine,
                _ => {}
            }
        }
        self.fill_purses(&mut entrant, alive, points);
        entrant
    }

    /// Ruling A11: of the bonuses of one name that work, the largest counts, and of equal ones the first; or all.
    fn counts(&self, grant: &Grant, works: impl Fn(&Grant) -> bool, switches: &Switches) -> bool {
        if switches.bonus_stacking == BonusStacking::Sum {
            return true;
        }
        let mut best: Option<&Grant> = None;
        for other in self.grants.iter().filter(|other| other.key == grant.key && works(other)) {
            if best.is_none_or(|best| best.number < other.number) {
                best = Some(other);
            }
        }
        best.is_some_and(|best| std::ptr::eq(best, grant))
    }

    fn fill_purses(&self, entrant: &mut Entrant, alive: u32, points: &[u8]) {
        if points.is_empty() || entrant.powers == Powers::default() {
            return;
        }
        let mut slots = [usize::MAX; 3];
        for (power, purse) in self.payers(alive, points).into_iter().enumerate() {
            // The slot that has this purse already, or the first free one: three powers need at most three.
            let slot =
                slots.iter().position(|known| *known == purse || *known == usize::MAX).unwrap_or(power);
            slots[slot] = purse;
            entrant.payer[power] = slot as u8;
            entrant.force[slot] = points[purse];
        }
    }

    /// Names of the abilities of one late step, in the order of the entrant's bits.
    pub fn late_names(&self, does: Does) -> Vec<&str> {
        self.grants.iter().filter(|grant| grant.does == does).map(|grant| grant.name.as_str()).collect()
    }

    /// Which numbers that no source gives this player's abilities rest on.
    pub fn assumptions(&self, abilities: &Abilities) -> Vec<String> {
        let mut found = Vec::new();
        for grant in &self.grants {
            let Some(ability) = abilities.find(&grant.key) else { continue };
            for key in &ability.assumed {
                let value = match key.as_str() {
                    "save" => grant.save.to_string(),
                    "force" => grant.force.to_string(),
                    "number" => grant.number.to_string(),
                    "price" => price_word(grant.price).to_string(),
                    _ => continue,
                };
                let said = format!("{}: {key} = {value}", grant.key);
                if !found.contains(&said) {
                    found.push(said);
                }
            }
        }
        found
    }
}

const fn price_word(price: Price) -> &'static str {
    match price {
        Price::None => "none",
        Price::Activate => "activate",
        Price::Defeat => "defeat",
    }
}

/// Key and what stands behind the colon.
fn apart(word: &str) -> (&str, Option<&str>) {
    match word.split_once(':') {
        Some((key, argument)) => (key.trim(), Some(argument.trim())),
        None => (word.trim(), None),
    }
}

fn known<'a>(key: &str, abilities: &'a Abilities) -> Result<&'a Ability, WordError> {
    abilities.find(key).map_or_else(
        || Err(WordError { problem: format!("unknown ability `{key}`"), nearest: abilities.nearest(key) }),
        Ok,
    )
}

fn number(key: &str, argument: Option<&str>, low: u8, high: u8) -> Result<u8, WordError> {
    let parsed = argument.and_then(|text| text.parse().ok()).filter(|n| (low..=high).contains(n));
    parsed.map_or_else(
        || word_error(format!("`{key}` needs a number in {low}..={high}, such as `{key}:{high}`")),
        Ok,
    )
}

/// Seats the players for their first round, all bearers alive.
pub fn seat(players: &[Player], switches: &Switches) -> Result<Contest, WordError> {
    if !(2..=MAX_PLAYERS).contains(&players.len()) {
        return word_error(format!("two to {MAX_PLAYERS} players sit at a table, not {}", players.len()));
    }
    for (seat, player) in players.iter().enumerate() {
        for grant in player.grants.iter().filter(|grant| grant.target != STRONGEST) {
            let target = usize::from(grant.target);
            if target == seat || players.len() <= target {
                return word_error(format!(
                    "`{}:{}` of player {}: the target must be another player, in 1..={}",
                    grant.key,
                    target + 1,
                    seat + 1,
                    players.len()
                ));
            }
        }
    }
    let suppressed = |seat: usize| {
        let others = players.iter().enumerate().filter(|(other, _)| *other != seat);
        others.fold(0, |bits, (_, other)| bits | other.suppressed_classes(other.everyone()))
    };
    let entrants: Vec<Entrant> = players
        .iter()
        .enumerate()
        .map(|(seat, player)| {
            let points: Vec<u8> = player.purses.iter().map(|purse| purse.points).collect();
            player.entrant(
                player.everyone(),
                suppressed(seat),
                &points,
                player.spare_characters,
                true,
                switches,
            )
        })
        .collect();
    Ok(Contest::new(&entrants, *switches))
}
