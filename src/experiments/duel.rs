//! A round robin on the board: squads of one ship class against squads of another, at points as equal as whole ships allow.
//!
//! Two stages. The first fights every pair at the numbers of ships on either side of the points. From what it says the
//! second chooses numbers at which the pair would be even, and at which each of the two would be at its fair cost, so that answers
//! are read between fights and not beyond them. Every fight is fought twice on the same luck, with the seats swapped.

use rayon::prelude::*;

use super::entrant::Entrant;
use crate::analysis::bootstrap::Resampling;
use crate::analysis::fair_cost::{Contest, FairCosts, Fights, Unit, pairs};
use crate::battle::engagement::{BattleSwitches, Engagement, RetreatRule, Squad, Terrain};
use crate::battle::tabletop::{fight, policy, state::MAX_SHIPS};
use crate::chance::Luck;
use crate::error::{Error, Result};
use crate::events::Null;
use crate::ids::Side;

/// How it is fought.
#[derive(Debug, Clone)]
pub struct Terms {
    pub points: u16,
    /// Battles of each pair, both seats counted.
    pub trials: u64,
    pub terrain: Terrain,
    /// Who flies, on both sides.
    pub policy: String,
    /// A side breaks off below this share of the enemy's strength.
    pub retreat: f64,
    pub seed: u64,
}

/// Both classes at one number of ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    pub pair: (usize, usize),
    pub ships: [u16; 2],
    pub points: [u16; 2],
}

/// One battle; first and second are those of the match, whatever their seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bout {
    pub match_idx: u32,
    pub luck: u64,
    /// The first defended.
    pub swapped: bool,
    /// 2 for a win of the first, 1 for a draw, 0 for a win of the second.
    pub score: u8,
    pub rounds: u16,
    pub capped: bool,
    pub points_lost: [u16; 2],
}

/// Everything that was fought and what it says.
#[derive(Debug, Clone)]
pub struct Duel {
    pub entrants: Vec<Entrant>,
    pub terms: Terms,
    pub matches: Vec<Match>,
    pub bouts: Vec<Bout>,
    pub found: FairCosts,
}

/// The fair cost may be sought up to this ratio of points.
const WIDEST_RATIO: f64 = 2.0;
/// The share of the battles that belongs to the first stage.
const FIRST_STAGE: f64 = 1.0 / 3.0;
const MISSION: &str = "space-superiority";

/// Fights the round robin.
pub fn duel(entrants: Vec<Entrant>, terms: Terms, progress: &(dyn Fn(u64) + Sync)) -> Result<Duel> {
    let classes = entrants.len();
    let mut ring = Ring { entrants: &entrants, terms: &terms, matches: Vec::new(), bouts: Vec::new() };
    let units = terms.trials.div_ceil(2);
    let first_units = (units as f64 * FIRST_STAGE).ceil() as u64;

    let plan: Vec<((usize, usize), Vec<f64>)> = pairs(classes).map(|pair| (pair, vec![0.0])).collect();
    ring.fight(&plan, first_units, 0, progress)?;

    // Where the second look is needed; without a first answer it looks at the same place again.
    let curves = ring.fights().curves();
    let most = WIDEST_RATIO.ln();
    let plan: Vec<((usize, usize), Vec<f64>)> = pairs(classes)
        .map(|pair| {
            let Some(curves) = &curves else { return (pair, vec![0.0]) };
            let fair = |class: usize| {
                let log = curves.efficiency(class).ln();
                if log.is_finite() { log.clamp(-most, most) } else { 0.0 }
            };
            (pair, vec![curves.even(pair, most), -fair(pair.0), fair(pair.1)])
        })
        .collect();
    ring.fight(&plan, units - first_units, first_units, progress)?;

    let found = ring.fights().fair_costs(Resampling::new(terms.seed)).ok_or_else(|| {
        Error::usage("the battles do not tell how points decide them; fight more of them with --trials")
    })?;
    let Ring { matches, bouts, .. } = ring;
    Ok(Duel { entrants, terms, matches, bouts, found })
}

/// Numbers of ships on either side of so many points.
pub fn numbers(points: f64, cost: u16) -> [u16; 2] {
    let exact = points / f64::from(cost);
    let whole = exact.round();
    if (exact - whole).abs() < 1e-9 {
        // Just as many, and one more: a single number would not show what points are worth.
        return [whole as u16, whole as u16 + 1];
    }
    [(exact.floor() as u16).max(1), (exact.ceil() as u16).max(1)]
}

struct Ring<'a> {
    entrants: &'a [Entrant],
    terms: &'a Terms,
    matches: Vec<Match>,
    bouts: Vec<Bout>,
}

impl Ring<'_> {
    /// Fights every pair at the numbers of ships around its ratios, `units` times in both seats.
    fn fight(
        &mut self,
        plan: &[((usize, usize), Vec<f64>)],
        units: u64,
        first_luck: u64,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<()> {
        let mut jobs = Vec::new();
        for (pair, ratios) in plan {
            let chosen = self.matches_near(*pair, ratios)?;
            for unit in 0..units {
                // All matches of a pair meet the same luck in turn.
                let luck = first_luck + unit / chosen.len() as u64;
                let match_idx = chosen[(unit % chosen.len() as u64) as usize];
                jobs.push((match_idx, luck));
            }
        }
        let engagements = self
            .matches
            .iter()
            .map(|known| self.engagements(known))
            .collect::<Result<Vec<[Engagement; 2]>>>()?;
        let fought: Vec<[Bout; 2]> = jobs
            .par_iter()
            .map(|&(match_idx, luck)| {
                let both = &engagements[match_idx as usize];
                let bouts =
                    [self.bout(both, match_idx, luck, false)?, self.bout(both, match_idx, luck, true)?];
                progress(2);
                Ok(bouts)
            })
            .collect::<Result<_>>()?;
        self.bouts.extend(fought.into_iter().flatten());
        Ok(())
    }

    /// The matches near these ratios of points, noted and numbered.
    fn matches_near(&mut self, pair: (usize, usize), ratios: &[f64]) -> Result<Vec<u32>> {
        let costs = [self.entrants[pair.0].cost, self.entrants[pair.1].cost];
        let points = f64::from(self.terms.points);
        let mut chosen: Vec<u32> = Vec::new();
        for ratio in ratios {
            let first = numbers(points * (ratio / 2.0).exp(), costs[0]);
            let second = numbers(points * (-ratio / 2.0).exp(), costs[1]);
            for ships in first.into_iter().flat_map(|a| second.map(|b| [a, b])) {
                if MAX_SHIPS < usize::from(ships[0] + ships[1]) {
                    continue;
                }
                let wanted = Match { pair, ships, points: [ships[0] * costs[0], ships[1] * costs[1]] };
                let known = self.matches.iter().position(|known| *known == wanted).unwrap_or_else(|| {
                    self.matches.push(wanted);
                    self.matches.len() - 1
                });
                if !chosen.contains(&(known as u32)) {
                    chosen.push(known as u32);
                }
            }
        }
        if chosen.is_empty() {
            let names = [pair.0, pair.1].map(|class| self.entrants[class].name.as_str());
            return Err(Error::usage(format!(
                "--points {}: {} and {} would be more than {MAX_SHIPS} ships, which the board does not hold",
                self.terms.points, names[0], names[1]
            )));
        }
        Ok(chosen)
    }

    /// The first attacks; the second attacks.
    fn engagements(&self, known: &Match) -> Result<[Engagement; 2]> {
        let retreat = RetreatRule { strength_ratio: self.terms.retreat, hull_share: 0.0 };
        let squad = |class: usize, ships: u16| self.entrants[class].squad(ships, retreat);
        let squads = [squad(known.pair.0, known.ships[0])?, squad(known.pair.1, known.ships[1])?];
        let engagement = |squads: [Squad; 2], sizes: [u16; 2]| Engagement {
            mission: MISSION.into(),
            terrain: self.terms.terrain,
            squads,
            sizes,
            initiative_rerolls: [0; 2],
            switches: BattleSwitches::default(),
        };
        let [a, b] = known.points;
        let swapped = [squads[1].clone(), squads[0].clone()];
        Ok([engagement(squads, [a, b]), engagement(swapped, [b, a])])
    }

    fn bout(&self, both: &[Engagement; 2], match_idx: u32, luck: u64, swapped: bool) -> Result<Bout> {
        let own = Luck::new(self.terms.seed, luck);
        let pilot = |side: Side| {
            policy::by_name(&self.terms.policy, own, 0, side)
                .ok_or_else(|| Error::usage(format!("--policy {}: not known", self.terms.policy)))
        };
        let (mut attacker, mut defender) = (pilot(Side::Attacker)?, pilot(Side::Defender)?);
        let engagement = &both[usize::from(swapped)];
        let outcome = fight(engagement, own, 0, [&mut *attacker, &mut *defender], &mut Null)
            .map_err(|reason| Error::usage(format!("{reason}; fewer --points may help")))?;
        let first = if swapped { Side::Defender } else { Side::Attacker };
        let score = match outcome.winner {
            Some(side) if side == first => 2,
            None => 1,
            Some(_) => 0,
        };
        let lost = outcome.points_lost;
        Ok(Bout {
            match_idx,
            luck,
            swapped,
            score,
            rounds: outcome.rounds,
            capped: outcome.capped,
            points_lost: [lost[first.index()], lost[first.foe().index()]],
        })
    }

    /// The fights as the analysis sees them.
    fn fights(&self) -> Fights {
        let contest = |known: &Match| Contest {
            pair: known.pair,
            log_ratio: (f64::from(known.points[0]) / f64::from(known.points[1])).ln(),
        };
        // Bouts stand in pairs, one for each seat.
        let unit = |seats: &[Bout]| Unit {
            contest: seats[0].match_idx,
            quarters: seats.iter().map(|bout| bout.score).sum(),
        };
        Fights {
            classes: self.entrants.len(),
            contests: self.matches.iter().map(contest).collect(),
            units: self.bouts.chunks(2).map(unit).collect(),
        }
    }
}

impl Duel {
    /// Wins of the first, draws and wins of the second in a match.
    pub fn tally(&self, match_idx: usize) -> [u64; 3] {
        let mut tally = [0; 3];
        for bout in self.bouts.iter().filter(|bout| bout.match_idx as usize == match_idx) {
            tally[2 - usize::from(bout.score)] += 1;
        }
        tally
    }

    /// What a reader should know before he believes the numbers.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = vec![format!(
            "The result holds for squads of {} points without upgrades, in Space Superiority, flown by {} pilots who break off below {:.0} % \
             of the enemy's strength, and an efficiency for these opponents.",
            self.terms.points,
            self.terms.policy,
            100.0 * self.terms.retreat
        )];
        let fit = &self.found.fit;
        if fit.p_value < 0.01
            && let Some((at, observed, fitted)) = fit.worst
        {
            let known = &self.matches[at];
            let squad = |class: usize, ships: u16| self.entrants[class].counted(ships);
            remarks.push(format!(
                "Whole numbers of ships matter more than their points say (chi-squared {:.0} with {:.0} degrees of freedom): {} won {:.0} % \
                 against {}, the curve says {:.0} %. Intervals are widened {:.1} times for it.",
                fit.chi_squared,
                fit.degrees_of_freedom,
                squad(known.pair.0, known.ships[0]),
                100.0 * observed,
                squad(known.pair.1, known.ships[1]),
                100.0 * fitted,
                fit.widened
            ));
        }
        for (class, foes) in self.found.extrapolated.iter().enumerate().filter(|(_, foes)| !foes.is_empty()) {
            let names: Vec<&str> = foes.iter().map(|foe| self.entrants[*foe].name.as_str()).collect();
            remarks.push(format!(
                "{}: its fair cost lies beyond the ratios of points that were fought against {}; the number is extrapolated.",
                self.entrants[class].name,
                names.join(", ")
            ));
        }
        for entrant in self.entrants.iter().filter(|entrant| self.terms.points < entrant.cost) {
            remarks.push(format!("One {} costs more than {} points.", entrant.name, self.terms.points));
        }
        let capped = self.bouts.iter().filter(|bout| bout.capped).count();
        if 0 < capped {
            let share = 100.0 * capped as f64 / self.bouts.len() as f64;
            remarks.push(format!("{capped} battles ({share:.1} %) were called off at the round cap: draws."));
        }
        remarks
    }
}

#[cfg(test)]
mod tests {
    use super::super::entrant::entrants;
    use super::*;

    fn terms(trials: u64) -> Terms {
        Terms {
            points: 42,
            trials,
            terrain: Terrain::NoAsteroids,
            policy: "greedy".into(),
            retreat: 0.4,
            seed: 5,
        }
    }

    fn found(names: &[&str], trials: u64) -> Duel {
        let names: Vec<String> = names.iter().map(|name| (*name).into()).collect();
        duel(entrants(&names).unwrap(), terms(trials), &|_| {}).unwrap()
    }

    #[test]
    fn numbers_stand_on_either_side_of_the_points() {
        assert_eq!(numbers(100.0, 21), [4, 5]);
        assert_eq!(numbers(100.0, 12), [8, 9]);
        assert_eq!(numbers(100.0, 25), [4, 5]);
        // A ship dearer than the points still comes alone.
        assert_eq!(numbers(30.0, 46), [1, 1]);
    }

    /// Mirrored squads on the same luck in both seats: every fight is its neighbour's mirror.
    #[test]
    fn two_names_of_one_class_are_worth_the_same() {
        let duel = found(&["X-wing", "T-65"], 48);
        assert!((duel.found.efficiency[0].value - 1.0).abs() < 1e-6, "{:?}", duel.found.efficiency);
        assert!((duel.found.win_rates[0][1].value - 0.5).abs() < 1e-6);
    }

    #[test]
    fn every_pair_is_fought_as_often_in_both_seats() {
        let duel = found(&["X-wing", "TIE Fighter", "Z-95"], 24);
        for pair in pairs(3) {
            let of_pair = |bout: &&Bout| duel.matches[bout.match_idx as usize].pair == pair;
            let bouts: Vec<&Bout> = duel.bouts.iter().filter(of_pair).collect();
            assert_eq!(bouts.len(), 24);
            assert_eq!(bouts.iter().filter(|bout| bout.swapped).count(), 12);
        }
        let tallied: u64 = (0..duel.matches.len()).map(|at| duel.tally(at).iter().sum::<u64>()).sum();
        assert_eq!(tallied, 72);
        for known in &duel.matches {
            let costs = [known.pair.0, known.pair.1].map(|class| duel.entrants[class].cost);
            assert_eq!(known.points, [known.ships[0] * costs[0], known.ships[1] * costs[1]]);
        }
    }
}
