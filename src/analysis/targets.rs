//! What a place on the map is worth: each type of strategic target, and each thing found on an unexplored world.
//!
//! Holding and winning go together; which causes which is not told here. What a find causes is, as the die decides it. Intervals count the
//! campaign as the unit.

use std::collections::BTreeMap;

use polars::prelude::DataFrame;
use serde::Serialize;

use super::discovery::benjamini_hochberg;
use super::estimate::CONFIDENCE;
use super::group::{counts, engine, integers, texts};
use super::run::{Flow, Run};
use super::strata::{Contrast, Trial, contrast};
use super::{ClusterSums, Estimate};
use crate::error::Result;
use crate::frames::columns::{CAMPAIGNS, TARGETS};

const PIECE: usize = 200_000;
const TURNS: [(&str, &str); 3] =
    [("turns_rebel", "Rebel"), ("turns_imperial", "Imperial"), ("turns_scum", "Scum")];

/// A hidden outpost is a kind of its own, whatever it hides.
pub const HIDDEN: &str = "hidden-outpost";

#[derive(Debug, Clone, Serialize)]
pub struct TargetReport {
    /// By type, the most frequent first.
    pub types: Vec<TypeWorth>,
    /// By discovery, the most frequent first.
    pub discoveries: Vec<DiscoveryWorth>,
}

/// One type of strategic target.
#[derive(Debug, Clone, Serialize)]
pub struct TypeWorth {
    #[serde(rename = "type")]
    pub type_: String,
    /// Places of the type in a campaign.
    pub places: Estimate,
    /// Fleet Points a turn, as the map was laid.
    pub value: Estimate,
    /// How often a place passes to a faction in a campaign.
    pub taken: Estimate,
    /// Share of its turns at whose end somebody held it.
    pub held: Estimate,
    /// The later winner's share of the turns held, in decided campaigns.
    pub winner_held: Estimate,
}

/// One result of the table of unexplored worlds.
#[derive(Debug, Clone, Serialize)]
pub struct DiscoveryWorth {
    pub discovery: String,
    /// How often it is found in a campaign.
    pub found: Estimate,
    /// Fleet Points.
    pub value: Estimate,
    /// Share of the decided campaigns that the finder won.
    pub finder_won: Estimate,
    /// The same less the finder's faction's share of all decided campaigns. Who explores is no accident, so this says more of explorers than
    /// of what they find.
    pub beyond_faction: Estimate,
    /// What the find adds to the chance that the finder's faction wins the campaign, against finding nothing, among finds by the same faction in
    /// the same turn: there the die alone decides who finds what. A draw is not won. None where too few were found, and of nothing.
    pub against_nothing: Option<Estimate>,
    /// p-value of "no other than finding nothing", adjusted for all finds; not a number where there is no such difference.
    pub q_value: f64,
}

/// The find that the others are measured by.
pub const NOTHING: &str = "nothing";

/// Sums over campaigns of one type.
#[derive(Default)]
struct OfType {
    places: ClusterSums,
    value: ClusterSums,
    taken: ClusterSums,
    held: ClusterSums,
    winner_held: ClusterSums,
}

#[derive(Default)]
struct OfDiscovery {
    found: ClusterSums,
    value: ClusterSums,
    finder_won: ClusterSums,
    beyond_faction: ClusterSums,
}

/// One campaign's counts of a type: places, value, times taken, turns there were, turns held, turns of the winner.
#[derive(Default, Clone, Copy)]
struct Places {
    places: f64,
    value: f64,
    taken: f64,
    turns: f64,
    held: f64,
    of_winner: f64,
}

/// One campaign's finds of a kind: number, Fleet Points, decided, won, won beyond the faction's share.
#[derive(Default, Clone, Copy)]
struct Finds {
    number: f64,
    value: f64,
    decided: f64,
    won: f64,
    beyond: f64,
}

/// How each campaign ended.
#[derive(Default)]
struct Ends {
    /// By replication: turns and winner.
    campaigns: BTreeMap<u32, (u32, Option<String>)>,
    /// Share of the decided campaigns by faction.
    shares: BTreeMap<String, f64>,
}

#[derive(Default)]
struct Gathered {
    ends: Ends,
    types: BTreeMap<String, OfType>,
    discoveries: BTreeMap<String, OfDiscovery>,
    open: Option<u32>,
    places: BTreeMap<String, Places>,
    finds: BTreeMap<String, Finds>,
    /// By discovery, every find of the run: a few bytes each, as there may be hundreds of thousands.
    found: BTreeMap<String, Vec<Trial>>,
}

pub fn targets(run: &Run) -> Result<TargetReport> {
    let mut gathered = Gathered { ends: ends(run)?, ..Gathered::default() };
    let mut columns = vec![
        "replication",
        "type",
        "hidden",
        "value",
        "taken",
        "discovery",
        "discovered_by",
        "discovery_turn",
        "discovery_value",
    ];
    columns.extend(TURNS.iter().map(|(column, _)| *column));
    run.pieces(&TARGETS, &columns, PIECE, |piece| {
        gathered.piece(&piece)?;
        Ok(Flow::GoOn)
    })?;
    gathered.close();
    Ok(gathered.report())
}

fn ends(run: &Run) -> Result<Ends> {
    let frame = run.frame(&CAMPAIGNS, &["replication", "turns", "winner"])?;
    let (replications, turns) = (counts(&frame, "replication")?, counts(&frame, "turns")?);
    let mut campaigns = BTreeMap::new();
    let mut wins: BTreeMap<String, u32> = BTreeMap::new();
    for (row, winner) in texts(&frame, "winner")?.iter().enumerate() {
        campaigns.insert(replications[row], (turns[row], winner.map(str::to_string)));
        if let Some(winner) = winner {
            *wins.entry(winner.to_string()).or_default() += 1;
        }
    }
    let decided = f64::from(wins.values().sum::<u32>().max(1));
    let shares = wins.into_iter().map(|(faction, won)| (faction, f64::from(won) / decided)).collect();
    Ok(Ends { campaigns, shares })
}

impl Gathered {
    fn piece(&mut self, piece: &DataFrame) -> Result<()> {
        let replications = counts(piece, "replication")?;
        let (types, discoveries) = (texts(piece, "type")?, texts(piece, "discovery")?);
        let finders = texts(piece, "discovered_by")?;
        let hidden = piece.column("hidden").and_then(|c| c.bool().cloned()).map_err(engine)?;
        let (values, taken) = (integers(piece, "value")?, counts(piece, "taken")?);
        let (found_in, amounts) = (counts(piece, "discovery_turn")?, integers(piece, "discovery_value")?);
        let turns: Vec<Vec<u32>> =
            TURNS.iter().map(|(column, _)| counts(piece, column)).collect::<Result<_>>()?;
        for row in 0..piece.height() {
            if self.open != Some(replications[row]) {
                self.close();
                self.open = Some(replications[row]);
            }
            let Some((length, winner)) = self.ends.campaigns.get(&replications[row]) else { continue };
            let key = if hidden.get(row) == Some(true) { HIDDEN } else { types.get(row).unwrap_or("") };
            let places = self.places.entry(key.to_string()).or_default();
            places.places += 1.0;
            places.value += values[row] as f64;
            places.taken += f64::from(taken[row]);
            places.turns += f64::from(*length);
            for ((_, faction), turns) in TURNS.iter().zip(&turns) {
                places.held += f64::from(turns[row]);
                if winner.as_deref() == Some(*faction) {
                    places.of_winner += f64::from(turns[row]);
                }
            }
            if let Some(discovery) = discoveries.get(row) {
                let finder = finders.get(row).unwrap_or("");
                if let Some(faction) = TURNS.iter().position(|(_, faction)| *faction == finder) {
                    self.found.entry(discovery.to_string()).or_default().push(Trial {
                        cluster: replications[row],
                        stratum: stratum(found_in[row], faction),
                        treated: discovery != NOTHING,
                        success: winner.as_deref() == Some(finder),
                    });
                }
                let finds = self.finds.entry(discovery.to_string()).or_default();
                finds.number += 1.0;
                finds.value += amounts[row] as f64;
                if let Some(winner) = winner {
                    let won = f64::from(u8::from(winner == finder));
                    finds.decided += 1.0;
                    finds.won += won;
                    finds.beyond += won - self.ends.shares.get(finder).copied().unwrap_or(0.0);
                }
            }
        }
        Ok(())
    }

    /// The campaign at hand joins the sums.
    fn close(&mut self) {
        let Some(replication) = self.open.take() else { return };
        let decided = self.ends.campaigns.get(&replication).is_some_and(|(_, winner)| winner.is_some());
        for (key, one) in std::mem::take(&mut self.places) {
            let sums = self.types.entry(key).or_default();
            sums.places.add(one.places, 1.0);
            sums.value.add(one.value, one.places);
            sums.taken.add(one.taken, one.places);
            sums.held.add(one.held, one.turns);
            if decided {
                sums.winner_held.add(one.of_winner, one.held);
            }
        }
        for (key, one) in std::mem::take(&mut self.finds) {
            let sums = self.discoveries.entry(key).or_default();
            sums.found.add(one.number, 1.0);
            sums.value.add(one.value, one.number);
            sums.finder_won.add(one.won, one.decided);
            if 0.0 < one.decided {
                sums.beyond_faction.add(one.beyond, one.decided);
            }
        }
    }

    fn report(&self) -> TargetReport {
        let campaigns = self.ends.campaigns.len() as u64;
        let per_campaign = |sums: &ClusterSums| {
            // Campaigns without any have not been added.
            let missing = campaigns.saturating_sub(sums.clusters);
            let none = missing as f64;
            let all = ClusterSums {
                clusters: sums.clusters + missing,
                n: sums.n + none,
                nn: sums.nn + none,
                ..*sums
            };
            all.mean(CONFIDENCE).at_least(0.0)
        };
        let mut types: Vec<TypeWorth> = self
            .types
            .iter()
            .map(|(type_, sums)| TypeWorth {
                type_: type_.clone(),
                places: per_campaign(&sums.places),
                value: sums.value.mean(CONFIDENCE),
                taken: sums.taken.mean(CONFIDENCE).at_least(0.0),
                held: sums.held.proportion(CONFIDENCE),
                winner_held: sums.winner_held.proportion(CONFIDENCE),
            })
            .collect();
        types.sort_by(|a, b| b.places.value.total_cmp(&a.places.value).then_with(|| a.type_.cmp(&b.type_)));
        let mut discoveries: Vec<DiscoveryWorth> = self
            .discoveries
            .iter()
            .map(|(discovery, sums)| DiscoveryWorth {
                discovery: discovery.clone(),
                found: per_campaign(&sums.found),
                value: sums.value.mean(CONFIDENCE),
                finder_won: sums.finder_won.proportion(CONFIDENCE),
                beyond_faction: sums.beyond_faction.mean(CONFIDENCE),
                against_nothing: None,
                q_value: f64::NAN,
            })
            .collect();
        let contrasts: Vec<Option<Contrast>> =
            discoveries.iter().map(|of| self.against_nothing(&of.discovery)).collect();
        let p_values: Vec<f64> =
            contrasts.iter().map(|of| of.map_or(f64::NAN, |contrast| contrast.p_value)).collect();
        let q_values = benjamini_hochberg(&p_values);
        for ((of, contrast), q_value) in discoveries.iter_mut().zip(contrasts).zip(q_values) {
            of.against_nothing = contrast.map(|contrast| contrast.difference);
            of.q_value = q_value;
        }
        let order = |a: &DiscoveryWorth, b: &DiscoveryWorth| {
            b.found.value.total_cmp(&a.found.value).then_with(|| a.discovery.cmp(&b.discovery))
        };
        discoveries.sort_by(order);
        TargetReport { types, discoveries }
    }

    /// A find beside finding nothing. Who explores and when is no accident, and who finds something on the last turn has hardly any of it: so
    /// only finds by the same faction in the same turn are compared.
    fn against_nothing(&self, discovery: &str) -> Option<Contrast> {
        if discovery == NOTHING {
            return None;
        }
        let (finds, nothing) = (self.found.get(discovery)?, self.found.get(NOTHING)?);
        let mut trials = [finds.as_slice(), nothing.as_slice()].concat();
        trials.sort_by_key(|trial| trial.cluster);
        contrast(&trials)
    }
}

/// `faction` is its place in [`TURNS`].
fn stratum(turn: u32, faction: usize) -> u32 {
    turn * TURNS.len() as u32 + faction as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::synthetic::write_run;

    /// Planted: a mining outpost of 15 that the winner holds three turns of four, and a cache of 20 in every second campaign, found
    /// by the Rebels; nothing is found by the winner more often than by the other.
    #[test]
    fn places_and_finds_are_the_planted_ones() {
        let folder = tempfile::tempdir().unwrap();
        write_run(folder.path(), 300, 16);
        let run = Run::open(folder.path()).unwrap();
        let report = targets(&run).unwrap();
        let names: Vec<&str> = report.types.iter().map(|of| of.type_.as_str()).collect();
        assert_eq!(names, ["mining-outpost", "barren-world"]);
        let outpost = &report.types[0];
        assert_eq!((outpost.places.value, outpost.value.value, outpost.taken.value), (1.0, 15.0, 2.0));
        assert_eq!(outpost.winner_held.value, 0.75);
        let world = &report.types[1];
        assert_eq!(world.places.value, 0.5);
        assert!(world.places.low < 0.5 && world.places.n == 300);
        let [cache] = &report.discoveries[..] else { panic!("one kind of find") };
        assert_eq!(
            (cache.discovery.as_str(), cache.value.value, cache.found.value),
            ("resource-cache", 20.0, 0.5)
        );
        let parity = crate::analysis::parity::parity(&run, 0.05).unwrap();
        let rebel = parity.factions.iter().find(|faction| faction.faction == "Rebel").unwrap();
        let difference = cache.finder_won.value - rebel.won_of_decided.value;
        assert!((cache.beyond_faction.value - difference).abs() < 1e-12);
        assert!(cache.against_nothing.is_none(), "nobody found nothing");
    }

    /// Whoever finds something in turn 1 wins 90 of 100, whoever finds it in turn 9 wins 10, whatever it is; but most caches are found late: 72 of
    /// 400 finders of caches win and 328 of 400 who find nothing. Turn by turn there is no difference. Pirates are found 49 times only.
    #[test]
    fn a_find_is_measured_among_finds_of_its_turn() {
        let (mut gathered, mut cluster) = (Gathered::default(), 0);
        let mut add = |name: &str, turn: u32, number: u32, won: u32| {
            for i in 0..number {
                cluster += 1;
                let (stratum, treated) = (stratum(turn, 1), name != NOTHING);
                let trial = Trial { cluster, stratum, treated, success: i < won };
                gathered.found.entry(name.to_string()).or_default().push(trial);
            }
        };
        add("resource-cache", 1, 40, 36);
        add(NOTHING, 1, 360, 324);
        add("resource-cache", 9, 360, 36);
        add(NOTHING, 9, 40, 4);
        add("pirates", 1, 49, 25);
        let cache = gathered.against_nothing("resource-cache").unwrap();
        assert!(cache.difference.value.abs() < 1e-12 && cache.difference.contains(0.0));
        assert!((cache.p_value - 1.0).abs() < 1e-12 && cache.difference.n == 800, "{cache:?}");
        assert!(gathered.against_nothing("pirates").is_none(), "too few");
        assert!(gathered.against_nothing(NOTHING).is_none());
        assert_eq!([stratum(3, 0), stratum(2, 2), stratum(2, 1)], [9, 8, 7]);
    }
}
