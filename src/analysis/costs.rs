//! What a ship, a pilot or an upgrade is worth: the cost at which its effect on victory would be zero.
//!
//! One battle is one row. The log odds of the attacker's victory are the mission's own lean, plus β for every squad point more, plus γ
//! for every copy more of the item than the other side has. A copy at its printed cost c moves the odds by β c + γ, so it is worth
//! c + γ/β points: the fair cost. The γ are shrunk by a penalty that the data choose ([`fit_family`]).

use std::collections::BTreeMap;

use polars::prelude::DataFrame;
use serde::Serialize;

use super::estimate::CONFIDENCE;
use super::group::{counts, texts};
use super::logistic::{Design, fit_family};
use super::run::{Flow, Run};
use super::{ClusterSums, Estimate};
use crate::error::Result;
use crate::frames::columns::BATTLES;

/// Battles that the regression looks at; beyond them intervals are narrower than the model is right.
const BATTLES_ENOUGH: usize = 300_000;
const PIECE: usize = 50_000;
/// Items in fewer battles than this have no effect of their own worth the name.
const RARE: u64 = 30;
/// Items in fewer battles than this are shown with a warning.
const THIN: u64 = 300;

/// What kind of item is costed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Class,
    Pilot,
    Upgrade,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Class, Kind::Pilot, Kind::Upgrade];

    const fn columns(self) -> [&'static str; 2] {
        match self {
            Kind::Class => ["attacker_classes", "defender_classes"],
            Kind::Pilot => ["attacker_pilots", "defender_pilots"],
            Kind::Upgrade => ["attacker_upgrades", "defender_upgrades"],
        }
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct CostReport {
    pub kind: Kind,
    pub battles: u64,
    /// Change of log odds by one squad point; unknown where the squads are all of one size.
    pub point: Option<Estimate>,
    /// By worth beyond the printed cost, the best first.
    pub items: Vec<Item>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Item {
    pub key: String,
    /// Battles in which either side had it.
    pub battles: u64,
    /// Points destroyed for each point lost by squads with it, by its share of the squad.
    pub exchange: Estimate,
    /// Change of log odds by one copy, beyond its points.
    pub effect: Option<Estimate>,
    /// Squad points that it is worth beyond those it costs.
    pub surplus: Option<Estimate>,
    /// Seen too rarely to build on.
    pub thin: bool,
}

pub fn costs(run: &Run, kind: Kind) -> Result<CostReport> {
    let mut gathered = Gathered::default();
    let [attacker, defender] = kind.columns();
    let columns = [
        "replication",
        "mission",
        "winner",
        "fought",
        "attacker_points",
        "defender_points",
        "attacker_points_lost",
        "defender_points_lost",
        attacker,
        defender,
    ];
    run.pieces(&BATTLES, &columns, PIECE, |piece| {
        gathered.piece(&piece, [attacker, defender])?;
        Ok(if gathered.battles.len() < BATTLES_ENOUGH { Flow::GoOn } else { Flow::Stop })
    })?;
    gathered.close();
    Ok(gathered.report(kind))
}

/// One decided battle: squad contents as net counts, attacker's less defender's.
struct Battle {
    mission: u16,
    points: f32,
    net: Vec<(u16, i8)>,
    attacker_won: bool,
}

#[derive(Default)]
struct Gathered {
    missions: BTreeMap<String, u16>,
    items: BTreeMap<String, u16>,
    appearances: Vec<u64>,
    battles: Vec<Battle>,
    exchange: Vec<ClusterSums>,
    /// Destroyed and lost by item in the campaign at hand.
    open: (u32, BTreeMap<u16, (f64, f64)>),
}

/// The number of a name, a new one where it is new.
fn number(names: &mut BTreeMap<String, u16>, name: &str) -> u16 {
    if let Some(&known) = names.get(name) {
        return known;
    }
    let new = names.len() as u16;
    names.insert(name.to_string(), new);
    new
}

/// `x-wing*2+y-wing*1` in pieces.
fn contents(text: &str) -> impl Iterator<Item = (&str, i8)> {
    text.split('+').filter(|piece| !piece.is_empty()).map(|piece| match piece.rsplit_once('*') {
        Some((key, count)) => (key, count.parse().unwrap_or(1)),
        None => (piece, 1),
    })
}

impl Gathered {
    fn piece(&mut self, piece: &DataFrame, squads: [&str; 2]) -> Result<()> {
        let replications = counts(piece, "replication")?;
        let (missions, winners) = (texts(piece, "mission")?, texts(piece, "winner")?);
        let fought = piece.column("fought").and_then(|c| c.bool().cloned()).map_err(super::group::engine)?;
        let points = [counts(piece, "attacker_points")?, counts(piece, "defender_points")?];
        let lost = [counts(piece, "attacker_points_lost")?, counts(piece, "defender_points_lost")?];
        let squads = [texts(piece, squads[0])?, texts(piece, squads[1])?];
        for row in 0..piece.height() {
            let attacker_won = match (fought.get(row), winners.get(row)) {
                (Some(true), Some("attacker")) => true,
                (Some(true), Some("defender")) => false,
                _ => continue,
            };
            if self.open.0 != replications[row] {
                self.close();
                self.open.0 = replications[row];
            }
            let mut net: BTreeMap<u16, i8> = BTreeMap::new();
            for side in 0..2 {
                let squad: Vec<(u16, i8)> = contents(squads[side].get(row).unwrap_or(""))
                    .map(|(key, count)| (number(&mut self.items, key), count))
                    .collect();
                let size: f64 = squad.iter().map(|&(_, count)| f64::from(count)).sum();
                for (item, count) in squad {
                    let share = f64::from(count) / size;
                    let sums = self.open.1.entry(item).or_default();
                    sums.0 += share * f64::from(lost[1 - side][row]);
                    sums.1 += share * f64::from(lost[side][row]);
                    *net.entry(item).or_default() += if side == 0 { count } else { -count };
                }
            }
            self.appearances.resize(self.items.len(), 0);
            for &item in net.keys() {
                self.appearances[usize::from(item)] += 1;
            }
            self.battles.push(Battle {
                mission: number(&mut self.missions, missions.get(row).unwrap_or("")),
                points: points[0][row] as f32 - points[1][row] as f32,
                net: net.into_iter().filter(|(_, count)| *count != 0).collect(),
                attacker_won,
            });
        }
        Ok(())
    }

    fn close(&mut self) {
        self.exchange.resize(self.items.len(), ClusterSums::default());
        for (item, (destroyed, lost)) in std::mem::take(&mut self.open.1) {
            self.exchange[usize::from(item)].add(destroyed, lost);
        }
    }

    fn report(&self, kind: Kind) -> CostReport {
        // Columns: a squad point, then one for each mission, then one for each item that is not rare.
        let missions = self.missions.len();
        let kept: Vec<u16> =
            (0..self.items.len() as u16).filter(|&i| RARE <= self.appearances[usize::from(i)]).collect();
        let mut place = vec![None; self.items.len()];
        for (i, &item) in kept.iter().enumerate() {
            place[usize::from(item)] = Some(1 + missions + i);
        }
        let mut design = Design::new();
        for battle in &self.battles {
            let items = battle
                .net
                .iter()
                .filter_map(|&(item, count)| Some((place[usize::from(item)]?, f64::from(count))));
            let fixed = [(0, f64::from(battle.points)), (1 + usize::from(battle.mission), 1.0)];
            design.push(fixed.into_iter().chain(items), battle.attacker_won);
        }
        // Missions are hardly penalised, just enough for one that was never won.
        let free: Vec<f64> = [0.0].into_iter().chain(std::iter::repeat_n(0.01, missions)).collect();
        let fitted = fit_family(&design, &free, kept.len());
        let point = fitted.as_ref().map(|fitted| fitted.coefficient(0, CONFIDENCE));
        // Points that do not help, or not for sure, cannot measure anything.
        let points_help = point.is_some_and(|point| 0.0 < point.low);
        let mut items: Vec<Item> = self
            .items
            .iter()
            .map(|(key, &i)| {
                let i = usize::from(i);
                let at = place[i].zip(fitted.as_ref());
                Item {
                    key: key.clone(),
                    battles: self.appearances[i],
                    exchange: self.exchange[i].mean(CONFIDENCE),
                    effect: at.map(|(place, fitted)| fitted.coefficient(place, CONFIDENCE)),
                    surplus: at
                        .filter(|_| points_help)
                        .map(|(place, fitted)| fitted.ratio(place, 0, CONFIDENCE))
                        .filter(Estimate::is_known),
                    thin: self.appearances[i] < THIN,
                }
            })
            .collect();
        let worth = |item: &Item| item.surplus.map_or(f64::NEG_INFINITY, |surplus| surplus.value);
        items.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then_with(|| a.key.cmp(&b.key)));
        CostReport { kind, battles: self.battles.len() as u64, point, items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::{POINT_WORTH, write_run};

    #[test]
    fn classes_are_worth_what_was_planted() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 500, 10);
        let report = costs(&Run::open(folder.path()).unwrap(), Kind::Class).unwrap();
        assert!(report.point.unwrap().contains(POINT_WORTH), "{:?}", report.point);
        // Only differences between the classes can be told: whoever has no X-wing has something else. Planted 4, 0, 0, −3.
        let surplus = |key: &str| report.items.iter().find(|item| item.key == key).unwrap().surplus.unwrap();
        assert_eq!(report.items[0].key, "x-wing");
        assert_eq!(report.items[3].key, "tie-interceptor");
        let apart = surplus("x-wing").value - surplus("tie-interceptor").value;
        assert!((4.5..=9.5).contains(&apart), "{apart}");
        assert!(report.items.iter().all(|item| !item.thin && item.exchange.is_known()));
    }

    #[test]
    fn squads_are_read_as_they_are_written() {
        let found: Vec<(&str, i8)> = contents("x-wing*2+y-wing*1").collect();
        assert_eq!(found, [("x-wing", 2), ("y-wing", 1)]);
        assert_eq!(contents("").count(), 0);
        assert_eq!(contents("a-wing").collect::<Vec<_>>(), [("a-wing", 1)]);
    }

    #[test]
    fn items_that_never_appear_leave_an_empty_report() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 20, 11);
        let report = costs(&Run::open(folder.path()).unwrap(), Kind::Upgrade).unwrap();
        assert!(report.items.is_empty() && 0 < report.battles);
    }
}
