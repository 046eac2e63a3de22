//! The exact engine: probabilities of everything that a pre-round procedure can come to.
//!
//! It walks the same code as the simulation ([`open`], [`settle`]) with every branch, and weighs the dice of
//! steps 3 and 8 by their distributions. Rolls of all players are the nodes of a small Markov chain: a tie
//! leads from one to another or back to itself, and the geometric series of ties is summed in closed form.

use std::collections::BTreeMap;

use super::configurations::{Dice, configurations, merge, spread};
use super::contest::{Contest, MAX_PLAYERS, seats_of};
use super::policy::Decide;
use super::preround::{Settled, open, settle};
use super::round::{Round, Spent, Used};
use super::steps::after_initiative::reserves;
use super::steps::initiative_checks;
use super::steps::initiative_dice::finish_roll;
use crate::chance::{AttackFace, Chance, DefenseFace, enumerate};
use crate::events::Null;

/// Reroll counts told apart; the last entry is "this many or more".
pub const REROLLS_SHOWN: usize = 6;

/// How a round can end, as far as anybody counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    pub winner: u8,
    pub used: Used,
    /// Players who gained Reserves; a mask.
    pub reserves: u8,
}

/// Exact probabilities of one contest.
#[derive(Debug, Clone)]
pub struct Exact {
    /// Probability that each seat wins initiative.
    pub wins: [f64; MAX_PLAYERS],
    /// Every end with its probability, in order.
    pub ends: Vec<(End, f64)>,
    /// Probability of 0, 1, 2, … rerolls of all players; the last is "or more".
    pub rerolls: [f64; REROLLS_SHOWN + 1],
    pub mean_rerolls: f64,
}

impl Exact {
    /// Probability that each seat gains Reserves.
    pub fn reserves(&self, seat: usize) -> f64 {
        self.ends.iter().filter(|(end, _)| end.reserves >> seat & 1 == 1).map(|(_, p)| p).sum()
    }

    /// What a seat spends, with probabilities.
    pub fn spent(&self, contest: &Contest, seat: usize) -> BTreeMap<Spent, f64> {
        let mut spent = BTreeMap::new();
        for (end, p) in &self.ends {
            *spent.entry(end.used.spent(contest, seat)).or_insert(0.0) += p;
        }
        spent
    }
}

/// One roll of all players.
struct Node {
    /// Rolls that a tie leads to, with probabilities.
    ties: Vec<(usize, f64)>,
    ends: Vec<(End, f64)>,
}

/// The exact engine's answer; `None` where the table is too wide to enumerate (many different players with
/// abilities that act after the dice).
pub fn exact(contest: &Contest, decide: &impl Decide) -> Option<Exact> {
    let starts = enumerate(|chance| {
        let mut round = Round::START;
        open(chance, decide, &mut Null, contest, &mut round);
        round
    });
    let chain = Chain::build(contest, decide, &starts)?;
    Some(chain.solve(&starts))
}

/// Progress of a round: every way from one roll to another raises it, so that the chain has no longer cycles.
fn progress(round: &Round) -> u32 {
    u32::from(round.cancelled)
        + u32::from(!round.first_roll)
        + u32::from(!round.sense_open)
        + u32::from(!round.anticipation_open)
        + round.used.sense.count_ones()
        + round.used.anticipation.count_ones()
}

/// The round without its dice.
fn stage(round: &Round) -> Round {
    Round { dice: [0; MAX_PLAYERS], ..*round }
}

struct Chain {
    /// In order of progress.
    nodes: Vec<Node>,
    rounds: Vec<Round>,
}

impl Chain {
    fn build(contest: &Contest, decide: &impl Decide, starts: &BTreeMap<Round, f64>) -> Option<Chain> {
        let mut passes: BTreeMap<(u32, Round), Pass> = BTreeMap::new();
        let mut waiting: Vec<Round> = starts.keys().copied().collect();
        while let Some(round) = waiting.pop() {
            let key = (progress(&round), round);
            if passes.contains_key(&key) {
                continue;
            }
            let pass = Pass::from_roll(contest, decide, &round)?;
            for next in pass.ties.keys() {
                debug_assert!(*next == round || progress(&round) < progress(next), "ties lead onwards");
                waiting.push(*next);
            }
            passes.insert(key, pass);
        }
        let rounds: Vec<Round> = passes.keys().map(|(_, round)| *round).collect();
        let position = |round: &Round| {
            rounds.iter().position(|other| other == round).expect("every roll has been walked")
        };
        let nodes = passes.values().map(|pass| Node {
            ties: pass.ties.iter().map(|(round, p)| (position(round), *p)).collect(),
            ends: pass.ends.iter().map(|(end, p)| (*end, *p)).collect(),
        });
        let nodes = nodes.collect();
        Some(Chain { nodes, rounds })
    }

    fn solve(&self, starts: &BTreeMap<Round, f64>) -> Exact {
        let mut start = vec![0.0; self.nodes.len()];
        for (round, p) in starts {
            let at = self.rounds.iter().position(|other| other == round).expect("starts are nodes");
            start[at] += p;
        }
        // Expected visits: what flows in, times 1 + t + t² + … = 1 / (1 − t) for the tie t that leads back.
        let mut visits = start.clone();
        let mut ends: BTreeMap<End, f64> = BTreeMap::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let back: f64 = node.ties.iter().filter(|(next, _)| *next == at).map(|(_, p)| p).sum();
            visits[at] /= 1.0 - back;
            for (next, p) in node.ties.iter().filter(|(next, _)| *next != at) {
                visits[*next] += visits[at] * p;
            }
            for (end, p) in &node.ends {
                *ends.entry(*end).or_insert(0.0) += visits[at] * p;
            }
        }
        // What is missing from 1, or too much, is rounding.
        let all: f64 = ends.values().sum();
        debug_assert!((all - 1.0).abs() < 1e-9, "a round ends somehow: {all}");
        let mut wins = [0.0; MAX_PLAYERS];
        for (end, p) in &mut ends {
            *p /= all;
            wins[usize::from(end.winner)] += *p;
        }
        wins = wins.map(|p: f64| p.min(1.0));
        let mean_rerolls = visits.iter().sum::<f64>() - 1.0;
        Exact { wins, ends: ends.into_iter().collect(), rerolls: self.reroll_counts(start), mean_rerolls }
    }

    /// Walks the chain roll by roll.
    fn reroll_counts(&self, mut mass: Vec<f64>) -> [f64; REROLLS_SHOWN + 1] {
        let mut counts = [0.0; REROLLS_SHOWN + 1];
        for count in counts.iter_mut().take(REROLLS_SHOWN) {
            let mut next = vec![0.0; mass.len()];
            for (node, mass) in self.nodes.iter().zip(&mass) {
                *count += mass * node.ends.iter().map(|(_, p)| p).sum::<f64>();
                for (to, p) in &node.ties {
                    next[*to] += mass * p;
                }
            }
            mass = next;
        }
        counts[REROLLS_SHOWN] = mass.iter().sum();
        counts
    }
}

/// What one roll of all players, with all that follows until the next one, comes to.
#[derive(Default)]
struct Pass {
    ties: BTreeMap<Round, f64>,
    ends: BTreeMap<End, f64>,
    /// Dice on the table that wait to be settled, by progress and stage.
    tables: BTreeMap<(u32, Round), Vec<(Dice, f64)>>,
}

impl Pass {
    fn from_roll(contest: &Contest, decide: &impl Decide, roll: &Round) -> Option<Pass> {
        let mut pass = Pass::default();
        for (dice, p) in configurations(contest, roll)? {
            let mut round = Round { dice, ..*roll };
            finish_roll(contest, &mut round);
            pass.put(&round, dice, p);
        }
        while let Some(((_, stage), table)) = pass.tables.pop_first() {
            pass.settle_all(contest, decide, &stage, merge(table));
        }
        Some(pass)
    }

    fn put(&mut self, round: &Round, dice: Dice, p: f64) {
        self.tables.entry((progress(round), stage(round))).or_default().push((dice, p));
    }

    /// Steps 4 to 8 for every table of one stage.
    fn settle_all(
        &mut self,
        contest: &Contest,
        decide: &impl Decide,
        stage_round: &Round,
        table: Vec<(Dice, f64)>,
    ) {
        // By who rerolls and at which stage: the dice that stay, those of the others being 0.
        let mut rerolls: BTreeMap<(u8, Round), Vec<(Dice, f64)>> = BTreeMap::new();
        for (dice, mass) in table {
            let from = Round { dice, ..*stage_round };
            settle_branches(contest, decide, &from, |settled, mut round, p| {
                let p = mass * p;
                match settled {
                    Settled::Tie => {
                        round.tie_for_high();
                        *self.ties.entry(round).or_insert(0.0) += p;
                    }
                    Settled::Won(winner) => {
                        let checks = initiative_checks(contest, &round);
                        let reserves = reserves(&mut Null, contest, &round, &checks);
                        let end = End { winner, used: round.used, reserves };
                        *self.ends.entry(end).or_insert(0.0) += p;
                    }
                    Settled::Reroll(users) => {
                        let mut kept = round.dice;
                        seats_of(users).for_each(|seat| kept[seat] = 0);
                        rerolls.entry((users, stage(&round))).or_default().push((kept, p));
                    }
                }
            });
        }
        for ((users, stage_round), kept) in rerolls {
            for (dice, p) in spread(contest, &stage_round, users, merge(kept)) {
                self.put(&stage_round, dice, p);
            }
        }
    }
}

/// Every way in which steps 4 to 8 can go from here. Mostly there is one, which is found without walking.
fn settle_branches(
    contest: &Contest,
    decide: &impl Decide,
    from: &Round,
    mut take: impl FnMut(Settled, Round, f64),
) {
    let mut certain = Certain { drew: false };
    let mut round = *from;
    let settled = settle(&mut certain, decide, &mut Null, contest, &mut round);
    if !certain.drew {
        return take(settled, round, 1.0);
    }
    let branches = enumerate(|chance| {
        let mut round = *from;
        (settle(chance, decide, &mut Null, contest, &mut round), round)
    });
    for ((settled, round), p) in branches {
        take(settled, round, p);
    }
}

/// Notes whether anything is drawn at all.
struct Certain {
    drew: bool,
}

impl Chance for Certain {
    fn attack_die(&mut self) -> AttackFace {
        unreachable!("this game has no such die")
    }

    fn defense_die(&mut self) -> DefenseFace {
        unreachable!("this game has no such die")
    }

    fn number(&mut self, _n: u32) -> u32 {
        self.drew = true;
        1
    }
}
