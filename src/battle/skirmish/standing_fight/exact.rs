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

/// Distribution of one attack: damage, attacker's token spent, defender's token spent.
type OneAttack = Vec<((u8, bool, bool), f64)>;

/// Work beyond which the exact answer is not attempted, in steps of the chain.
const WORK_LIMIT: f64 = 3e8;

/// The exact end of the fight; `None` where the chain is too large or the damage cards have text.
pub fn exact(fight: &StandingFight) -> Option<ExactEnd> {
    if fight.damage != DamageText::Plain {
        return None;
    }
    let mut chain = Chain::new(fight)?;
    let mut end = chain.solve(Side::Attacker);
    if fight.focus != [false; 2] {
        // Initiative matters only where tokens are spent in turn.
        let other = chain.solve(Side::Defender);
        end = ExactEnd {
            attacker: (end.attacker + other.attacker) / 2.0,
            defender: (end.defender + other.defender) / 2.0,
            draw: (end.draw + other.draw) / 2.0,
            rounds: (end.rounds + other.rounds) / 2.0,
        };
    }
    Some(end)
}

struct Chain<'a> {
    fight: &'a StandingFight,
    /// By attack dice, defense dice and the two tokens.
    attacks: BTreeMap<(u8, u8, bool, bool), OneAttack>,
}

impl<'a> Chain<'a> {
    fn new(fight: &'a StandingFight) -> Option<Chain<'a>> {
        let [a, d] = &fight.squads;
        // Ships are bits of a word.
        if 32 < a.len().max(d.len()) {
            return None;
        }
        let hit_points = |ships: &[StandingShip]| ships.iter().map(hit_points).map(f64::from).sum::<f64>();
        let mut work = hit_points(a) * hit_points(d) * (a.len() + d.len()) as f64;
        for (side, squad) in fight.squads.iter().enumerate() {
            if fight.focus[side] {
                // Tokens go one by one; in the worst case every set of them is met.
                work *= f64::from(squad.len() as u32).exp2();
            }
        }
        let dice = a.iter().chain(d).map(|ship| ship.attack.max(ship.agility)).max()?;
        // Enumerating one attack beyond eight dice a side takes longer than the chain.
        if WORK_LIMIT < work || 8 < dice {
            return None;
        }
        Some(Chain { fight, attacks: BTreeMap::new() })
    }

    fn ship(&self, side: Side, index: u8) -> &StandingShip {
        &self.fight.squads[side.index()][usize::from(index)]
    }

    fn size(&self, side: Side) -> u8 {
        self.fight.squads[side.index()].len() as u8
    }

    /// Expected visits to every state of a round's start, from full strength down.
    fn solve(&mut self, first: Side) -> ExactEnd {
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
                    let next = self.round(lines, first);
                    let stay = next.get(&lines).copied().unwrap_or(0.0);
                    let stays = inflow / (1.0 - stay);
                    end.rounds += stays;
                    for (to, p) in next.into_iter().filter(|(to, _)| *to != lines) {
                        *visits.entry((self.key(to), to)).or_insert(0.0) += stays * p;
                    }
                }
            }
        }
        end
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

    /// Where one round leads.
    fn round(&mut self, lines: [Line; 2], first: Side) -> Distribution<[Line; 2]> {
        let tokens = [0, 1].map(|side: usize| if self.fight.focus[side] { u32::MAX } else { 0 });
        let start = Moment { lines, tokens, still_to_fire: [0; 2] };
        let mut moments = Distribution::from([(start, 1.0)]);
        let mut skills: Vec<u8> = self.fight.squads.iter().flatten().map(|ship| ship.skill).collect();
        skills.sort_unstable();
        skills.dedup();
        for skill in skills.into_iter().rev() {
            for side in [first, first.foe()] {
                for index in 0..self.size(side) {
                    if self.ship(side, index).skill == skill {
                        moments = self.fire(moments, side, index, side == first);
                    }
                }
            }
        }
        let mut next = Distribution::new();
        for (moment, p) in moments {
            *next.entry(moment.lines).or_insert(0.0) += p;
        }
        next
    }

    /// One ship's turn to fire. While the side with initiative fires, its foes of the same skill are still to come.
    fn fire(
        &mut self,
        moments: Distribution<Moment>,
        side: Side,
        index: u8,
        before_foes: bool,
    ) -> Distribution<Moment> {
        let mut after = Distribution::new();
        for (mut moment, p) in moments {
            let foe = moment.lines[side.foe().index()];
            let destroyed = index < moment.lines[side.index()].place;
            let gone = destroyed && moment.still_to_fire[side.index()] >> index & 1 == 0;
            moment.still_to_fire[side.index()] &= !(1 << index);
            if gone || foe.place == self.size(side.foe()) {
                *after.entry(moment).or_insert(0.0) += p;
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
                *after.entry(to).or_insert(0.0) += p * q;
            }
        }
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
