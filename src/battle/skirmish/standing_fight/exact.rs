//! The exact answer of a standing fight with plain damage: an absorbing Markov chain over rounds.
//!
//! Fire meets on the first ship left, so a squad is its place in the list and the hit points of that ship: few states.
//! Hit points never rise, so the chain has no way back but to stay, and one pass from full strength down gives
//! the expected visits to every state, hence the exact chances and the exact mean number of rounds.

use std::collections::BTreeMap;

use super::{DamageText, StandingFight, StandingShip};
use crate::battle::attack::{Attack, WeaponKind, attack, range_combat_bonus};
use crate::chance::{Distribution, enumerate};
use crate::ids::Side;

/// Exact chances and mean.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ExactEnd {
    pub attacker: f64,
    pub defender: f64,
    pub draw: f64,
    pub rounds: f64,
}

/// A squad at the start of a round: ships before `place` are gone, the one there has `hit_points` left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Line {
    place: u8,
    hit_points: u8,
}

/// Within a round: lines, who has a token, and who is destroyed but still to fire; ships are bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Moment {
    lines: [Line; 2],
    tokens: [u32; 2],
    still_to_fire: [u32; 2],
}

impl Moment {
    /// Forgets tokens that nothing can depend on any more in this round, so that like moments meet. A token matters to
    /// a ship that will fire, and to one that may be fired at: each shot removes one ship of the line at most.
    fn without_idle_tokens(mut self, to_fire: [u32; 2]) -> Moment {
        for side in 0..2 {
            let place = self.lines[side].place.min(31);
            let in_line = u32::MAX << place;
            let shots = to_fire[1 - side].count_ones();
            let in_reach = 1_u32.checked_shl(shots).map_or(u32::MAX, |bit| bit - 1) << place;
            let fires = to_fire[side] & (in_line | self.still_to_fire[side]);
            self.tokens[side] &= in_reach | fires;
        }
        self
    }
}

/// Distribution of one attack: damage, attacker's token spent, defender's token spent.
type OneAttack = Vec<((u8, bool, bool), f64)>;

/// Work beyond which the exact answer is given up, in branches of the chain: some seconds.
const WORK_LIMIT: u64 = 20_000_000;

/// The exact end of the fight; `None` where the chain is too large or the damage cards have text.
pub fn exact(fight: &StandingFight) -> Option<ExactEnd> {
    if fight.damage != DamageText::Plain {
        return None;
    }
    let mut chain = Chain::new(fight)?;
    let end = chain.solve(Side::Attacker)?;
    if fight.focus == [false; 2] {
        // Initiative matters only where tokens are spent in turn.
        return Some(end);
    }
    let other = chain.solve(Side::Defender)?;
    Some(ExactEnd {
        attacker: (end.attacker + other.attacker) / 2.0,
        defender: (end.defender + other.defender) / 2.0,
        draw: (end.draw + other.draw) / 2.0,
        rounds: (end.rounds + other.rounds) / 2.0,
    })
}

struct Chain<'a> {
    fight: &'a StandingFight,
    /// By attack dice, defense dice and the two tokens.
    attacks: BTreeMap<(u8, u8, bool, bool), OneAttack>,
    /// Branches followed so far.
    work: u64,
}

/// One ship's turn to fire in a round.
#[derive(Debug, Clone, Copy)]
struct Turn {
    side: Side,
    index: u8,
    /// Foes of the same skill are still to come.
    before_foes: bool,
}

impl<'a> Chain<'a> {
    fn new(fight: &'a StandingFight) -> Option<Chain<'a>> {
        let ships = || fight.squads.iter().flatten();
        let dice = ships().map(|ship| ship.attack.max(ship.agility)).max()?;
        let largest = fight.squads.iter().map(Vec::len).max()?;
        // Ships are bits of a word, and enumerating one attack beyond eight dice a side takes longer than the chain.
        (largest <= 32 && dice <= 8).then(|| Chain { fight, attacks: BTreeMap::new(), work: 0 })
    }

    fn ship(&self, side: Side, index: u8) -> &StandingShip {
        &self.fight.squads[side.index()][usize::from(index)]
    }

    fn size(&self, side: Side) -> u8 {
        self.fight.squads[side.index()].len() as u8
    }

    /// Expected visits to every state of a round's start, from full strength down.
    fn solve(&mut self, first: Side) -> Option<ExactEnd> {
        let turns = self.turns(first);
        let full = |side: Side| Line { place: 0, hit_points: hit_points(self.ship(side, 0)) };
        let mut visits: BTreeMap<(u32, [Line; 2]), f64> = BTreeMap::new();
        let start = Side::BOTH.map(full);
        visits.insert((self.key(start), start), 1.0);
        let mut end = ExactEnd::default();
        while let Some(((_, lines), inflow)) = visits.pop_last() {
            match Side::BOTH.map(|side| lines[side.index()].place == self.size(side)) {
                [true, true] => end.draw += inflow,
                [true, false] => end.defender += inflow,
                [false, true] => end.attacker += inflow,
                [false, false] => {
                    let next = self.round(lines, &turns)?;
                    let stay = next.get(&lines).copied().unwrap_or(0.0);
                    let stays = inflow / (1.0 - stay);
                    end.rounds += stays;
                    for (to, p) in next.into_iter().filter(|(to, _)| *to != lines) {
                        *visits.entry((self.key(to), to)).or_insert(0.0) += stays * p;
                    }
                }
            }
        }
        Some(end)
    }

    /// The order of fire: skills from the highest down, initiative first, then the list.
    fn turns(&self, first: Side) -> Vec<Turn> {
        let mut skills: Vec<u8> = self.fight.squads.iter().flatten().map(|ship| ship.skill).collect();
        skills.sort_unstable();
        skills.dedup();
        let mut turns = Vec::new();
        for skill in skills.into_iter().rev() {
            for side in [first, first.foe()] {
                let able = (0..self.size(side)).filter(|index| self.ship(side, *index).skill == skill);
                turns.extend(able.map(|index| Turn { side, index, before_foes: side == first }));
            }
        }
        turns
    }

    /// Hit points left on both sides: falls along every way out of a state.
    fn key(&self, lines: [Line; 2]) -> u32 {
        let left = |side: Side| {
            let line = lines[side.index()];
            let behind = (line.place + 1..self.size(side)).map(|index| hit_points(self.ship(side, index)));
            u32::from(line.hit_points) + behind.map(u32::from).sum::<u32>()
        };
        left(Side::Attacker) + left(Side::Defender)
    }

    /// Where one round leads; `None` where that is too much work.
    fn round(&mut self, lines: [Line; 2], turns: &[Turn]) -> Option<Distribution<[Line; 2]>> {
        let tokens = [0, 1].map(|side: usize| if self.fight.focus[side] { u32::MAX } else { 0 });
        let start = Moment { lines, tokens, still_to_fire: [0; 2] };
        let mut moments = Distribution::from([(start, 1.0)]);
        for (k, &turn) in turns.iter().enumerate() {
            moments = self.fire(moments, turn, &turns[k + 1..]);
            if WORK_LIMIT < self.work {
                return None;
            }
        }
        let mut next = Distribution::new();
        for (moment, p) in moments {
            *next.entry(moment.lines).or_insert(0.0) += p;
        }
        Some(next)
    }

    /// One ship's turn to fire; `rest` are the turns after it.
    fn fire(&mut self, moments: Distribution<Moment>, turn: Turn, rest: &[Turn]) -> Distribution<Moment> {
        let Turn { side, index, before_foes } = turn;
        let mut to_fire = [0; 2];
        for turn in rest {
            to_fire[turn.side.index()] |= 1 << turn.index;
        }
        let mut work = 0;
        let mut after = Distribution::new();
        for (mut moment, p) in moments {
            let foe = moment.lines[side.foe().index()];
            let destroyed = index < moment.lines[side.index()].place;
            let gone = destroyed && moment.still_to_fire[side.index()] >> index & 1 == 0;
            moment.still_to_fire[side.index()] &= !(1 << index);
            if gone || foe.place == self.size(side.foe()) {
                *after.entry(moment.without_idle_tokens(to_fire)).or_insert(0.0) += p;
                continue;
            }
            let bit = |line: u32, index: u8| line >> index & 1 == 1;
            let tokens =
                (bit(moment.tokens[side.index()], index), bit(moment.tokens[side.foe().index()], foe.place));
            let size = self.size(side.foe());
            let target = *self.ship(side.foe(), foe.place);
            let behind = (foe.place + 1 < size).then(|| hit_points(self.ship(side.foe(), foe.place + 1)));
            let shooter = *self.ship(side, index);
            for &((damage, own_spent, foe_spent), q) in self.one_attack(&shooter, &target, tokens) {
                let mut to = moment;
                to.tokens[side.index()] &= !(u32::from(own_spent) << index);
                to.tokens[side.foe().index()] &= !(u32::from(foe_spent) << foe.place);
                let line = &mut to.lines[side.foe().index()];
                line.hit_points = foe.hit_points.saturating_sub(damage);
                if line.hit_points == 0 {
                    *line = Line { place: foe.place + 1, hit_points: behind.unwrap_or(0) };
                    if before_foes && target.skill == shooter.skill {
                        to.still_to_fire[side.foe().index()] |= 1 << foe.place;
                    }
                }
                *after.entry(to.without_idle_tokens(to_fire)).or_insert(0.0) += p * q;
                work += 1;
            }
        }
        self.work += work;
        after
    }

    fn one_attack(
        &mut self,
        shooter: &StandingShip,
        target: &StandingShip,
        (own_token, foe_token): (bool, bool),
    ) -> &OneAttack {
        let bonus = range_combat_bonus(WeaponKind::Primary, self.fight.range);
        let red = shooter.attack + bonus.attack_dice;
        let green = target.agility + bonus.defense_dice;
        self.attacks.entry((red, green, own_token, foe_token)).or_insert_with(|| {
            let mut what = Attack { attack_dice: red, defense_dice: green, ..Attack::default() };
            what.attacker.focus_token = own_token;
            what.defender.focus_token = foe_token;
            let outcomes = enumerate(|chance| {
                let result = attack(chance, &what);
                (result.hits + result.crits, result.attacker_focus_spent, result.defender_focus_spent)
            });
            outcomes.into_iter().collect()
        })
    }
}

fn hit_points(ship: &StandingShip) -> u8 {
    ship.hull + ship.shields
}
