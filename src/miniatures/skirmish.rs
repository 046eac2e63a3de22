//! A skirmish of k rounds as far as initiative sees it: Force points are spent and come back, characters are
//! given up and die, and with them go their abilities. What share of the initiatives does each player win?
//!
//! Death is a parameter: each character on the board dies in a round with the same probability, whoever it is.
//! A player without characters is out; the skirmish ends after k rounds or when one player is left.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::contest::{Contest, Entrant, ForcePower, MAX_PLAYERS, Price, STRONGEST, UNLIMITED};
use super::exact::End;
use super::players::Player;
use super::policy::ByRule;
use super::preround::preround;
use super::round::Used;
use super::simulate::Decider;
use super::switches::Switches;
use crate::chance::{Chance, Luck, Purpose, Seeded};
use crate::events::Null;
use crate::procedures::binomial;

/// Skirmishes that share one stream of luck.
pub const CHUNK: u64 = 1 << 12;

/// Stream keys of skirmishes, beside those of single rounds.
const KEY: u64 = 1;

/// States that the exact walk follows at most.
const MOST_STATES: usize = 20_000;

/// Rounds with different abilities or purses that it computes at most; larger tables take longer each.
const fn most_contests(players: usize) -> usize {
    match players {
        2 => 2_000,
        3 => 200,
        _ => 20,
    }
}

/// The terms of a skirmish.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    pub rounds: u32,
    /// Probability with which each character dies in a round.
    pub death: f64,
}

/// Where one player stands between rounds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    /// Bearers alive; a mask.
    alive: u32,
    spare: u8,
    /// Force points of each purse.
    points: Vec<u8>,
}

impl Standing {
    fn of(player: &Player) -> Standing {
        Standing {
            alive: player.everyone(),
            spare: player.spare_characters,
            points: player.purses.iter().map(|purse| purse.points).collect(),
        }
    }

    fn is_out(&self) -> bool {
        self.alive == 0 && self.spare == 0
    }

    /// What a round cost, and which purse pays.
    fn pay(&mut self, player: &Player, entrant: &Entrant, used: &Used, seat: usize) {
        let payers = player.payers(self.alive, &self.points);
        let users = [used.foresee, used.sense, used.anticipation];
        for power in [ForcePower::Foresee, ForcePower::Sense, ForcePower::Anticipation] {
            if users[power as usize] >> seat & 1 == 1 {
                let purse = &mut self.points[payers[power as usize]];
                if *purse != UNLIMITED {
                    *purse = purse.saturating_sub(entrant.force_cost[power as usize]);
                }
            }
        }
        if self.spare != UNLIMITED {
            let luck = used.doellins_paid >> seat & 1 == 1 && entrant.doellins_price == Price::Defeat;
            let broker = used.broker_paid >> seat & 1 == 1;
            self.spare = self.spare.saturating_sub(u8::from(luck) + u8::from(broker));
        }
    }

    /// Force points come back.
    fn renew(&mut self, player: &Player) {
        for (points, purse) in self.points.iter_mut().zip(&player.purses) {
            if *points != UNLIMITED {
                *points = points.saturating_add(purse.renewal).min(UNLIMITED - 1);
            }
        }
    }
}

/// Force points beyond what can be spent in so many rounds make no difference, nor do characters that nobody
/// can give up; written as the least that is as good, states become few.
fn capped(mut standings: Vec<Standing>, players: &[Player], rounds: u32, death: f64) -> Vec<Standing> {
    for (standing, player) in standings.iter_mut().zip(players) {
        for (purse, points) in
            standing.points.iter_mut().enumerate().filter(|(_, points)| **points != UNLIMITED)
        {
            let costs = player.grants.iter().filter(|grant| player.bearers[grant.bearer].purse == purse);
            let cost: u32 = costs.map(|grant| u32::from(grant.force)).sum();
            *points = u32::from(*points).min(cost * rounds) as u8;
        }
        // A round can take two: one for Doellin's Luck, one for Tactics Broker.
        if standing.spare != UNLIMITED && death <= 0.0 {
            standing.spare = u32::from(standing.spare).min(2 * rounds + 1) as u8;
        }
    }
    standings
}

/// The players still in it, seated for a round.
fn seat(
    players: &[Player],
    standings: &[Standing],
    first_round: bool,
    switches: &Switches,
) -> (Contest, Vec<usize>) {
    let seats: Vec<usize> = (0..players.len()).filter(|player| !standings[*player].is_out()).collect();
    let mut entrants = Vec::with_capacity(MAX_PLAYERS);
    for &player in &seats {
        let others = seats.iter().filter(|other| **other != player);
        let suppressed =
            others.fold(0, |bits, other| bits | players[*other].suppressed_classes(standings[*other].alive));
        let standing = &standings[player];
        let points = &standing.points;
        let mut entrant = players[player].entrant(
            standing.alive,
            suppressed,
            points,
            standing.spare,
            first_round,
            switches,
        );
        // Seats close ranks; whoever aimed at a player who is out aims at the strongest.
        for target in [&mut entrant.foresee_target, &mut entrant.broker_target] {
            if *target != STRONGEST {
                let at = seats.iter().position(|seat| *seat == usize::from(*target));
                *target = at.map_or(STRONGEST, |at| at as u8);
            }
        }
        entrants.push(entrant);
    }
    let mut contest = Contest::new(&entrants, *switches);
    contest.first_round = first_round;
    (contest, seats)
}

/// Sums over skirmishes of one player's wins, of the rounds, of their squares and of their product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShareSums {
    pub skirmishes: u64,
    pub wins: u64,
    pub rounds: u64,
    pub wins_squared: u64,
    pub rounds_squared: u64,
    pub wins_rounds: u64,
}

/// What many skirmishes came to, in whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkirmishTally {
    pub skirmishes: u64,
    /// By round: how often it was played, and won by each player.
    pub played: Vec<u64>,
    pub won: Vec<[u64; MAX_PLAYERS]>,
    rounds: u64,
    rounds_squared: u64,
    wins: [u64; MAX_PLAYERS],
    wins_squared: [u64; MAX_PLAYERS],
    wins_rounds: [u64; MAX_PLAYERS],
}

impl SkirmishTally {
    fn new(rounds: u32) -> SkirmishTally {
        SkirmishTally {
            skirmishes: 0,
            played: vec![0; rounds as usize],
            won: vec![[0; MAX_PLAYERS]; rounds as usize],
            rounds: 0,
            rounds_squared: 0,
            wins: [0; MAX_PLAYERS],
            wins_squared: [0; MAX_PLAYERS],
            wins_rounds: [0; MAX_PLAYERS],
        }
    }

    fn count(&mut self, played: u64, wins: &[u64; MAX_PLAYERS]) {
        self.skirmishes += 1;
        self.rounds += played;
        self.rounds_squared += played * played;
        for (seat, won) in wins.iter().enumerate() {
            self.wins[seat] += won;
            self.wins_squared[seat] += won * won;
            self.wins_rounds[seat] += won * played;
        }
    }

    #[must_use]
    fn plus(mut self, other: &SkirmishTally) -> SkirmishTally {
        let add = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        self.skirmishes += other.skirmishes;
        self.rounds += other.rounds;
        self.rounds_squared += other.rounds_squared;
        add(&mut self.played, &other.played);
        add(&mut self.wins, &other.wins);
        add(&mut self.wins_squared, &other.wins_squared);
        add(&mut self.wins_rounds, &other.wins_rounds);
        self.won.iter_mut().zip(&other.won).for_each(|(mine, theirs)| add(mine, theirs));
        self
    }

    /// What the share of initiatives of a player, all wins over all rounds, is estimated from. Rounds of one
    /// skirmish depend on each other, so the interval must be that of a ratio over skirmishes.
    pub fn sums(&self, player: usize) -> ShareSums {
        ShareSums {
            skirmishes: self.skirmishes,
            wins: self.wins[player],
            rounds: self.rounds,
            wins_squared: self.wins_squared[player],
            rounds_squared: self.rounds_squared,
            wins_rounds: self.wins_rounds[player],
        }
    }

    pub fn mean_rounds(&self) -> f64 {
        self.rounds as f64 / self.skirmishes as f64
    }
}

/// Whether it is the first round, and where everybody stands.
type Situation = (bool, Vec<Standing>);

/// Solved rounds by the standings that led to them; the answer does not depend on who solved it first.
type Solved = Mutex<BTreeMap<Situation, Arc<Decider>>>;

/// Plays many skirmishes; `None` where somebody plays `optimal` at a table of more than two.
pub fn simulate_skirmishes(
    players: &[Player],
    switches: &Switches,
    terms: Terms,
    luck: Luck,
    skirmishes: u64,
) -> Option<SkirmishTally> {
    let standings: Vec<Standing> = players.iter().map(Standing::of).collect();
    let start = seat(players, &standings, true, switches).0;
    Decider::of(&start)?;
    let solved = Solved::default();
    let tally = (0..skirmishes.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut stream = luck.stream(Purpose::MiniaturesInitiative, Luck::key(KEY, chunk));
            let mut tally = SkirmishTally::new(terms.rounds);
            for _ in 0..CHUNK.min(skirmishes - chunk * CHUNK) {
                play_skirmish(&mut stream, players, switches, terms, &solved, &mut tally);
            }
            tally
        })
        .reduce(|| SkirmishTally::new(terms.rounds), |sum, tally| sum.plus(&tally));
    Some(tally)
}

fn play_skirmish(
    stream: &mut Seeded,
    players: &[Player],
    switches: &Switches,
    terms: Terms,
    solved: &Solved,
    tally: &mut SkirmishTally,
) {
    let mut standings: Vec<Standing> = players.iter().map(Standing::of).collect();
    let mut wins = [0; MAX_PLAYERS];
    let mut played = 0;
    let (mut contest, mut seats) = seat(players, &standings, true, switches);
    for round in 0..terms.rounds {
        let outcome = if Decider::is_needed(&contest) {
            let decider = solve(solved, &contest, round == 0, &standings);
            decider.preround(stream, &mut Null, &contest)
        } else {
            preround(stream, &ByRule, &mut Null, &contest)
        };
        let winner = seats[usize::from(outcome.winner)];
        wins[winner] += 1;
        played += 1;
        tally.played[round as usize] += 1;
        tally.won[round as usize][winner] += 1;
        let mut changed = round == 0 || outcome.used != Used::default();
        for (at, &player) in seats.iter().enumerate() {
            let standing = &mut standings[player];
            standing.pay(&players[player], &contest.entrants[at], &outcome.used, at);
            changed |= die(stream, standing, terms.death);
            standing.renew(&players[player]);
            changed |= players[player].purses.iter().any(|purse| 0 < purse.renewal);
        }
        if standings.iter().filter(|standing| !standing.is_out()).count() < 2 {
            break;
        }
        if changed {
            (contest, seats) = seat(players, &standings, false, switches);
        }
    }
    tally.count(played, &wins);
}

fn solve(solved: &Solved, contest: &Contest, first: bool, standings: &[Standing]) -> Arc<Decider> {
    let key = (first, standings.to_vec());
    let known = solved.lock().expect("no thread stops while it holds the lock").get(&key).cloned();
    known.unwrap_or_else(|| {
        let decider = Decider::of(contest).expect("fewer players than at the start, and those were two");
        let decider = Arc::new(decider);
        solved.lock().expect("no thread stops while it holds the lock").insert(key, decider.clone());
        decider
    })
}

/// Each character dies with the same probability. True where somebody did.
fn die(stream: &mut Seeded, standing: &mut Standing, death: f64) -> bool {
    if death <= 0.0 {
        return false;
    }
    let before = (standing.alive, standing.spare);
    let mut left = standing.alive;
    while left != 0 {
        let bearer = left.trailing_zeros();
        left &= left - 1;
        if stream.likely(death) {
            standing.alive &= !(1 << bearer);
        }
    }
    if standing.spare != UNLIMITED {
        let dead = (0..standing.spare).filter(|_| stream.likely(death)).count();
        standing.spare -= dead as u8;
    }
    before != (standing.alive, standing.spare)
}

/// Exact shares of the initiatives, and the chance of each player to win round by round (0 in rounds not played).
#[derive(Debug, Clone, PartialEq)]
pub struct ExactShares {
    /// Expected wins over expected rounds.
    pub share: [f64; MAX_PLAYERS],
    /// By round: the probability that it is played, and that each player wins it.
    pub played: Vec<f64>,
    pub won: Vec<[f64; MAX_PLAYERS]>,
}

/// Walks every way a skirmish can go; `None` where there are too many.
pub fn exact_shares(players: &[Player], switches: &Switches, terms: Terms) -> Option<ExactShares> {
    let mut mass: BTreeMap<Vec<Standing>, f64> = BTreeMap::new();
    mass.insert(players.iter().map(Standing::of).collect(), 1.0);
    let mut rounds: BTreeMap<Situation, Vec<(End, f64)>> = BTreeMap::new();
    let (mut played, mut won) = (Vec::new(), Vec::new());
    for round in 0..terms.rounds {
        let first = round == 0;
        let mut next: BTreeMap<Vec<Standing>, f64> = BTreeMap::new();
        let mut wins = [0.0; MAX_PLAYERS];
        played.push(mass.values().sum());
        for (standings, p) in &mass {
            let (contest, seats) = seat(players, standings, first, switches);
            let key = (first, capped(standings.clone(), players, 1, 0.0));
            if !rounds.contains_key(&key) {
                if most_contests(players.len()) <= rounds.len() {
                    return None;
                }
                rounds.insert(key.clone(), ends(&contest)?);
            }
            for (end, q) in &rounds[&key] {
                wins[seats[usize::from(end.winner)]] += p * q;
                let mut after = standings.clone();
                for (at, &player) in seats.iter().enumerate() {
                    after[player].pay(&players[player], &contest.entrants[at], &end.used, at);
                }
                for (after, r) in deaths(after, terms.death) {
                    if 2 <= after.iter().filter(|standing| !standing.is_out()).count() {
                        let mut renewed = after;
                        renewed.iter_mut().zip(players).for_each(|(standing, player)| standing.renew(player));
                        let left = terms.rounds - round - 1;
                        *next.entry(capped(renewed, players, left, terms.death)).or_insert(0.0) += p * q * r;
                    }
                }
            }
            if MOST_STATES < next.len() {
                return None;
            }
        }
        won.push(wins);
        mass = next;
    }
    let all: f64 = played.iter().sum();
    let share = std::array::from_fn(|player| won.iter().map(|wins| wins[player]).sum::<f64>() / all);
    Some(ExactShares { share, played, won })
}

fn ends(contest: &Contest) -> Option<Vec<(End, f64)>> {
    Some(Decider::of(contest)?.exact(contest)?.ends)
}

/// Every way in which characters can die, with probabilities.
fn deaths(standings: Vec<Standing>, death: f64) -> Vec<(Vec<Standing>, f64)> {
    let mut ways = vec![(standings.clone(), 1.0)];
    if death <= 0.0 {
        return ways;
    }
    for player in 0..standings.len() {
        let mut bearers = standings[player].alive;
        while bearers != 0 {
            let bearer = bearers.trailing_zeros();
            bearers &= bearers - 1;
            ways = ways
                .into_iter()
                .flat_map(|(standings, p)| {
                    let mut dead = standings.clone();
                    dead[player].alive &= !(1 << bearer);
                    [(standings, p * (1.0 - death)), (dead, p * death)]
                })
                .collect();
        }
        let spare = standings[player].spare;
        if spare != UNLIMITED && 0 < spare {
            let dead = binomial(usize::from(spare), death);
            ways = ways
                .into_iter()
                .flat_map(|(standings, p)| {
                    dead.iter().enumerate().map(move |(count, q)| {
                        let mut standings = standings.clone();
                        standings[player].spare -= count as u8;
                        (standings, p * q)
                    })
                })
                .collect::<Vec<_>>();
        }
    }
    ways
}
