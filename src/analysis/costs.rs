//! What a ship, a pilot or an upgrade is worth: the cost at which its effect on victory would be zero.
//!
//! One battle is one row. The log odds of the attacker's victory are the mission's own lean, plus β for every squad point more, plus γ
//! for every copy more of the item than the other side has. A copy at its printed cost c moves the odds by β c + γ. The γ have a prior that is
//! wide beside all that a copy could be worth: it keeps finite what separates won from lost, and shrinks nothing, so that intervals hold the
//! truth as often as they say for what is mispriced, too.
//!
//! For ships and pilots the log odds also have δ for every point of their own printed costs. Items that are too rare for a column of their own
//! then count as points of ships, which are worth more than others: without it they lend their worth to what flies with and against them.
//!
//! Squads of one mission cost nearly the same, so β is what a point buys *besides* ships: skill and equipment. Ships and pilots are
//! therefore priced against each other: their fair costs leave the price of all that was flown as it is, and every point of it buys
//! the same odds. An upgrade is priced against squad points: it is worth c + γ/β.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter::repeat_n;

use polars::prelude::DataFrame;
use serde::Serialize;

use super::discovery::{FALSE_DISCOVERY_RATE, benjamini_hochberg, t_two_sided_p};
use super::estimate::{CONFIDENCE, t_two_sided};
use super::group::{counts, numbers, texts};
use super::logistic::{Design, Fit, fit};
use super::run::{Flow, Run};
use super::{ClusterSums, Estimate};
use crate::catalog::catalog;
use crate::error::Result;
use crate::frames::columns::BATTLES;

/// Battles that the regression looks at; beyond them intervals are narrower than the model is right.
const BATTLES_ENOUGH: usize = 300_000;
const PIECE: usize = 50_000;
/// Items in fewer battles than this have no effect of their own worth the name.
const RARE: u64 = 30;
/// Items in fewer battles than this are shown with a warning.
const THIN: u64 = 300;

/// The column of the points of the items themselves.
const OWN_POINTS: usize = 1;
/// Next to nothing beside any data, but enough where squads are made of ships alone and both kinds of point are the same.
const OWN_POINTS_PENALTY: f64 = 1.0;
/// Hardly any, just enough for a mission that was never won.
const MISSION_PENALTY: f64 = 0.01;
/// A standard deviation of one in log odds for a copy: about what a whole ship is worth, and several times what its price can be wrong by.
const ITEM_PENALTY: f64 = 1.0;

/// Columns before those of the missions.
fn first_mission(kind: Kind) -> usize {
    if kind == Kind::Upgrade { 1 } else { 1 + OWN_POINTS }
}

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
    /// Change of log odds by one squad point, spent on what was flown; unknown where the squads are all of one size.
    pub point: Option<Estimate>,
    /// Change of log odds by one more point of pilot skill for every ship of the squad, at equal squad points; of ship classes only.
    pub skill: Option<Estimate>,
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
    /// Squad points as printed: a class by its cheapest pilot, a pilot with the ship.
    pub printed: Option<f64>,
    /// Squad points at which it would be no better and no worse than the rest.
    pub fair: Option<Estimate>,
    /// Fair cost less printed cost.
    pub surplus: Option<Estimate>,
    /// p-value of "the printed cost is fair", adjusted for all items of the kind that are priced on more than thin data; not a number for others.
    pub q_value: f64,
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
        "attacker_skill",
        "defender_skill",
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
    campaign: u32,
    mission: u16,
    points: f32,
    /// Mean skill of the attacker's squad less the defender's; `None` where a side had no ship.
    skill: Option<f32>,
    net: Vec<(u16, i8)>,
    attacker_won: bool,
}

#[derive(Default)]
struct Gathered {
    missions: BTreeMap<String, u16>,
    items: BTreeMap<String, u16>,
    appearances: Vec<u64>,
    /// Copies flown, of both sides.
    copies: Vec<u64>,
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
        let skills = [numbers(piece, "attacker_skill")?, numbers(piece, "defender_skill")?];
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
                self.copies.resize(self.items.len(), 0);
                for (item, count) in squad {
                    self.copies[usize::from(item)] += u64::from(count.unsigned_abs());
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
                campaign: replications[row],
                mission: number(&mut self.missions, missions.get(row).unwrap_or("")),
                points: points[0][row] as f32 - points[1][row] as f32,
                skill: skills[0][row].zip(skills[1][row]).map(|(a, d)| (a - d) as f32),
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
        // Columns: a squad point; for ships and pilots a point of theirs; one for each mission; one for each item that is not rare.
        let missions = self.missions.len();
        let first = first_mission(kind);
        let names: BTreeMap<u16, &str> = self.items.iter().map(|(key, &item)| (item, key.as_str())).collect();
        let costs: Vec<Option<f64>> = (0..self.items.len() as u16)
            .map(|item| names.get(&item).and_then(|key| printed(kind, key)))
            .collect();
        let kept: Vec<u16> =
            (0..self.items.len() as u16).filter(|&i| RARE <= self.appearances[usize::from(i)]).collect();
        let mut place = vec![None; self.items.len()];
        for (i, &item) in kept.iter().enumerate() {
            place[usize::from(item)] = Some(first + missions + i);
        }
        let mut design = Design::new();
        let mut campaign = None;
        for battle in &self.battles {
            if campaign != Some(battle.campaign) {
                campaign = Some(battle.campaign);
                design.begin_cluster();
            }
            let items = battle
                .net
                .iter()
                .filter_map(|&(item, count)| Some((place[usize::from(item)]?, f64::from(count))));
            let fixed = [(0, f64::from(battle.points)), (first + usize::from(battle.mission), 1.0)];
            let flown =
                battle.net.iter().filter_map(|&(item, net)| Some(f64::from(net) * costs[usize::from(item)]?));
            let own_points = (kind != Kind::Upgrade).then(|| (OWN_POINTS, flown.sum::<f64>()));
            design.push(fixed.into_iter().chain(own_points).chain(items), battle.attacker_won);
        }
        let penalties: Vec<f64> = [0.0, OWN_POINTS_PENALTY]
            .into_iter()
            .take(first)
            .chain(repeat_n(MISSION_PENALTY, missions))
            .chain(repeat_n(ITEM_PENALTY, kept.len()))
            .collect();
        let fitted = fit(&design, &penalties).map(|fitted| fitted.clustered(&design, &penalties));
        let priced: Vec<(usize, f64, f64)> = kept
            .iter()
            .filter_map(|&item| {
                let place = place[usize::from(item)]?;
                Some((place, costs[usize::from(item)]?, self.copies[usize::from(item)] as f64))
            })
            .collect();
        let scale = fitted.as_ref().and_then(|fitted| Scale::new(fitted, kind, &priced));
        let mut items: Vec<Item> = self
            .items
            .iter()
            .map(|(key, &i)| {
                let i = usize::from(i);
                let printed = costs[i];
                let at = place[i].zip(fitted.as_ref());
                let fair = place[i]
                    .zip(printed)
                    .zip(scale.as_ref())
                    .map(|((place, cost), scale)| scale.fair(place, cost))
                    .filter(Estimate::is_known);
                Item {
                    key: key.clone(),
                    battles: self.appearances[i],
                    exchange: self.exchange[i].mean(CONFIDENCE).at_least(0.0),
                    effect: at.map(|(place, fitted)| fitted.coefficient(place, CONFIDENCE)),
                    printed,
                    fair,
                    surplus: fair.zip(printed).map(|(fair, printed)| fair.scaled(1.0, -printed)),
                    q_value: f64::NAN,
                    thin: self.appearances[i] < THIN,
                }
            })
            .collect();
        control_discoveries(&mut items, fitted.as_ref().map_or(f64::INFINITY, |fitted| fitted.freedom));
        let worth = |item: &Item| item.surplus.map_or(f64::NEG_INFINITY, |surplus| surplus.value);
        items.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then_with(|| a.key.cmp(&b.key)));
        CostReport {
            kind,
            battles: self.battles.len() as u64,
            point: scale.map(|scale| scale.point),
            skill: if kind == Kind::Class { self.skill() } else { None },
            items,
        }
    }

    /// What a point of mean skill does at equal points, mission by mission.
    fn skill(&self) -> Option<Estimate> {
        let mut design = Design::new();
        let mut campaign = None;
        for battle in &self.battles {
            let Some(skill) = battle.skill else { continue };
            if campaign != Some(battle.campaign) {
                campaign = Some(battle.campaign);
                design.begin_cluster();
            }
            let mission = (2 + usize::from(battle.mission), 1.0);
            let features = [(0, f64::from(skill)), (1, f64::from(battle.points)), mission];
            design.push(features, battle.attacker_won);
        }
        let missions = repeat_n(MISSION_PENALTY, self.missions.len());
        let penalties: Vec<f64> = [0.0, 0.0].into_iter().chain(missions).collect();
        Some(fit(&design, &penalties)?.clustered(&design, &penalties).coefficient(0, CONFIDENCE))
    }
}

impl Item {
    /// Worth more (`Greater`) or less than it costs beyond doubt, though many items were looked at; `None` where that is not sure.
    pub fn mispriced(&self) -> Option<Ordering> {
        let surplus = self.surplus.filter(|_| self.q_value <= FALSE_DISCOVERY_RATE)?;
        surplus.value.partial_cmp(&0.0)
    }
}

/// Of so many items some would seem mispriced by luck alone.
fn control_discoveries(items: &mut [Item], freedom: f64) {
    let p_value = |item: &Item| match item.surplus {
        Some(surplus) if !item.thin => {
            let t = surplus.value / surplus.half_width() * t_two_sided(CONFIDENCE, freedom);
            t_two_sided_p(t, freedom)
        }
        _ => f64::NAN,
    };
    let p_values: Vec<f64> = items.iter().map(p_value).collect();
    for (item, q) in items.iter_mut().zip(benjamini_hochberg(&p_values)) {
        item.q_value = q;
    }
}

/// Squad points as printed: a class by its cheapest pilot, a pilot with the ship.
fn printed(kind: Kind, key: &str) -> Option<f64> {
    let catalog = catalog();
    match kind {
        Kind::Class => {
            let ship = catalog.ships.iter().find(|ship| ship.key == key || ship.name == key)?;
            // A card is of the first of its classes; others that its pilot may fly as well have prices of their own.
            let own = || catalog.pilots.iter().filter(|pilot| pilot.ships.first() == Some(&ship.id));
            let sold =
                own().filter(|pilot| pilot.in_era && pilot.in_tables).filter_map(|pilot| pilot.printed_cost);
            let cheapest = sold.min().or_else(|| own().filter_map(|pilot| pilot.printed_cost).min())?;
            Some(f64::from(cheapest))
        }
        Kind::Pilot => {
            let pilot = catalog.pilots.iter().find(|pilot| pilot.key == key || pilot.name == key)?;
            pilot.printed_cost.map(f64::from)
        }
        Kind::Upgrade => {
            let upgrade =
                catalog.upgrades.iter().find(|upgrade| upgrade.key == key || upgrade.name == key)?;
            Some(f64::from(upgrade.points))
        }
    }
}

/// What a squad point is worth, as a sum of coefficients, and from it what everything should cost.
struct Scale<'f> {
    fitted: &'f Fit,
    /// Columns of points: β, and δ where there is one.
    points: usize,
    point: Estimate,
    /// Covariance of every coefficient with the worth of a point, and the variance of the latter.
    with_point: Vec<f64>,
    variance: f64,
}

impl<'f> Scale<'f> {
    /// `priced`: place of the coefficient, printed cost and copies flown. `None` where points do not help for sure: then they measure
    /// nothing.
    fn new(fitted: &'f Fit, kind: Kind, priced: &[(usize, f64, f64)]) -> Option<Scale<'f>> {
        let mut weights = vec![0.0; fitted.coefficients.len()];
        weights[..first_mission(kind)].fill(1.0);
        // Against each other: Σ copies ((β + δ) c + γ) over Σ copies c.
        let flown: f64 = priced.iter().map(|(_, cost, copies)| cost * copies).sum();
        if kind != Kind::Upgrade && 0.0 < flown {
            for &(place, _, copies) in priced {
                weights[place] = copies / flown;
            }
        }
        let c = &fitted.covariance;
        let with_point: Vec<f64> = (0..weights.len())
            .map(|i| weights.iter().enumerate().map(|(j, weight)| weight * c.get(i, j)).sum())
            .collect();
        let sum = |values: &[f64]| -> f64 { values.iter().zip(&weights).map(|(v, w)| v * w).sum() };
        let (value, variance) = (sum(&fitted.coefficients), sum(&with_point));
        let point = fitted.estimate(value, variance, CONFIDENCE);
        let points = first_mission(kind);
        (0.0 < point.low).then_some(Scale { fitted, points, point, with_point, variance })
    }

    /// ((β + δ) c + γ) over the worth of a point, by the delta method.
    fn fair(&self, place: usize, cost: f64) -> Estimate {
        let (beta, c) = (&self.fitted.coefficients, &self.fitted.covariance);
        let parts: Vec<(usize, f64)> =
            (0..self.points).map(|column| (column, cost)).chain([(place, 1.0)]).collect();
        let worth: f64 = parts.iter().map(|&(i, weight)| weight * beta[i]).sum();
        let value = worth / self.point.value;
        let own: f64 =
            parts.iter().flat_map(|&(i, a)| parts.iter().map(move |&(j, b)| a * b * c.get(i, j))).sum();
        let joint: f64 = parts.iter().map(|&(i, weight)| weight * self.with_point[i]).sum();
        let variance = (own - 2.0 * value * joint + value * value * self.variance) / self.point.value.powi(2);
        self.fitted.estimate(value, variance, CONFIDENCE)
    }
}

#[cfg(test)]
#[path = "costs_tests.rs"]
mod tests;
