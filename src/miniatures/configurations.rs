//! Every way the dice of all players can fall, with its probability, lumped where players cannot be told apart
//! by what follows.
//!
//! Players who can do nothing after the dice are a *crowd*: of them only the highest few matter. The others'
//! dice are written as 0, "out of the running", and equal tables are added up. That keeps tables of eight
//! players enumerable. The number of highest dice that can matter is one more than the players who may take
//! one of them away (Sense the Future), and at least two, to see a tie.

use super::contest::{Contest, MAX_PLAYERS, Power, seats_of};
use super::dice::{Kept, MAX_SIDES, kept_probabilities};
use super::policy::Policy;
use super::round::Round;
use super::steps::initiative_dice::{Throw, reroll_throw, throw};
use super::switches::BrokerMode;

pub type Dice = [u8; MAX_PLAYERS];

/// Tables beyond this number are not enumerated.
const WIDEST: usize = 4_000_000;

/// The dice of step 3; `None` where there are too many.
pub fn configurations(contest: &Contest, round: &Round) -> Option<Vec<(Dice, f64)>> {
    let crowd = Crowd::of(contest, round);
    fall(contest, round, &crowd)
}

/// The same without lumping, for oracles.
#[cfg(test)]
pub fn all_configurations(contest: &Contest, round: &Round) -> Option<Vec<(Dice, f64)>> {
    fall(contest, round, &Crowd { members: 0, ignored: 0, by_bonus: false, kept: 0 })
}

fn fall(contest: &Contest, round: &Round, crowd: &Crowd) -> Option<Vec<(Dice, f64)>> {
    let mut tables = vec![([0; MAX_PLAYERS], 1.0)];
    let everyone = contest.everyone();
    let explicit = everyone & !crowd.members & !crowd.ignored;
    for seat in seats_of(explicit).chain(seats_of(crowd.members)) {
        let kept = probabilities(contest, throw(contest, round, seat));
        let mut longer = Vec::with_capacity(tables.len() * MAX_SIDES);
        for (dice, p) in &tables {
            for (number, q) in kept.iter().enumerate().filter(|(_, q)| 0.0 < **q) {
                let mut dice = *dice;
                dice[seat] = number as u8;
                if crowd.members >> seat & 1 == 1 {
                    crowd.drop_lowest(contest, round, &mut dice, seat);
                }
                longer.push((dice, p * q));
            }
        }
        tables = if crowd.members >> seat & 1 == 1 { merge(longer) } else { longer };
        if WIDEST < tables.len() {
            return None;
        }
    }
    Some(tables)
}

/// The dice of step 8: every way the users' dice can fall on each table.
pub fn spread(
    contest: &Contest,
    round: &Round,
    users: u8,
    tables: Vec<(Dice, f64)>,
) -> impl Iterator<Item = (Dice, f64)> {
    let mut tables = tables;
    for seat in seats_of(users) {
        let kept = probabilities(contest, reroll_throw(contest, round, seat));
        let mut longer = Vec::with_capacity(tables.len() * MAX_SIDES);
        for (dice, p) in &tables {
            for (number, q) in kept.iter().enumerate().filter(|(_, q)| 0.0 < **q) {
                let mut dice = *dice;
                dice[seat] = number as u8;
                longer.push((dice, p * q));
            }
        }
        tables = longer;
    }
    tables.into_iter()
}

/// Adds up equal tables; the result is in order of the dice.
pub fn merge(mut tables: Vec<(Dice, f64)>) -> Vec<(Dice, f64)> {
    tables.sort_by_key(|(dice, _)| *dice);
    tables.dedup_by(|next, first| {
        let same = next.0 == first.0;
        if same {
            first.1 += next.1;
        }
        same
    });
    tables
}

/// The distribution of what a player throws.
pub fn probabilities(contest: &Contest, throw: Throw) -> Kept {
    match throw {
        Throw::Fixed(number) => {
            let mut kept = [0.0; MAX_SIDES + 1];
            kept[usize::from(number)] = 1.0;
            kept
        }
        Throw::Dice { dice, keep } => kept_probabilities(contest.sides, dice, keep),
    }
}

/// Players of whom only the highest dice matter.
struct Crowd {
    members: u8,
    /// Players whose dice do not matter at all.
    ignored: u8,
    /// Exchanges look at dice and not only at checks, so players with different bonuses are kept apart.
    by_bonus: bool,
    /// Highest dice kept, of all or of each bonus.
    kept: usize,
}

impl Crowd {
    fn of(contest: &Contest, round: &Round) -> Crowd {
        let watched = |seat: &usize| contest.entrants[*seat].reserves != 0;
        if round.contenders != 0 {
            let ignored = contest.seats().filter(|seat| !watched(seat) && round.contenders >> seat & 1 == 0);
            let ignored = ignored.fold(0, |mask, seat| mask | 1 << seat);
            return Crowd { members: 0, ignored, by_bonus: false, kept: 0 };
        }
        let may = |seat: usize, power: Power| {
            round.has(contest, seat, power) && contest.entrants[seat].policy != Policy::Never
        };
        let senses = contest.seats().filter(|seat| may(*seat, Power::Sense)).count();
        let sticky = contest.switches.broker_mode == BrokerMode::Sticky;
        let acts = |seat: &usize| {
            let entrant = &contest.entrants[*seat];
            may(*seat, Power::Sense)
                || may(*seat, Power::Anticipation)
                || round.has(contest, *seat, Power::Master)
                || watched(seat)
                // With these, a higher die need not be a higher check.
                || 0 < senses && (sticky && round.forced >> seat & 1 == 1)
                || 0 < senses && (entrant.tactician + entrant.other_bonus < 0 || entrant.other_bonus < 0)
        };
        let members = contest.seats().filter(|seat| !acts(seat)).fold(0, |mask, seat| mask | 1 << seat);
        Crowd { members, ignored: 0, by_bonus: 0 < senses, kept: 2.max(senses + 1) }
    }

    /// Writes 0 for the lowest die of the newcomer's class if the class now shows too many.
    fn drop_lowest(&self, contest: &Contest, round: &Round, dice: &mut Dice, newcomer: usize) {
        let table = Round { dice: *dice, ..*round };
        let bonus = |seat: usize| {
            let entrant = &contest.entrants[seat];
            if round.is_muted(seat) { (0, 0) } else { (entrant.tactician, entrant.other_bonus) }
        };
        let mut shown = 0;
        let mut lowest = newcomer;
        // Of equal dice the last seat is the lowest, because policies prefer the first.
        let rank = |seat: usize| (table.check(contest, seat), dice[seat], std::cmp::Reverse(seat));
        for seat in seats_of(self.members) {
            let same_class = !self.by_bonus || bonus(seat) == bonus(newcomer);
            if dice[seat] != 0 && same_class {
                shown += 1;
                if rank(seat) < rank(lowest) {
                    lowest = seat;
                }
            }
        }
        if self.kept < shown {
            dice[lowest] = 0;
        }
    }
}
