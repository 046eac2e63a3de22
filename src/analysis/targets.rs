//! What a place on the map is worth: each type of strategic target, and each thing found on an unexplored world.
//!
//! Holding and winning go together; which causes which is not told here. Intervals count the campaign as the unit.

use std::collections::BTreeMap;

use polars::prelude::DataFrame;
use serde::Serialize;

use super::discovery::{benjamini_hochberg, z_two_sided_p};
use super::estimate::{CONFIDENCE, z_two_sided};
use super::group::{counts, engine, integers, texts};
use super::run::{Flow, Run};
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
    /// The last number less that of those who found nothing. The die decides what an explorer finds, so this is what the find is worth.
    pub against_nothing: Option<Estimate>,
    /// p-value of "no more than finding nothing", adjusted for all finds; not a number for finding nothing itself.
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
struct Ends {
    /// By replication: turns and winner.
    campaigns: BTreeMap<u32, (u32, Option<String>)>,
    /// Share of the decided campaigns by faction.
    shares: BTreeMap<String, f64>,
}

struct Gathered {
    ends: Ends,
    types: BTreeMap<String, OfType>,
    discoveries: BTreeMap<String, OfDiscovery>,
    open: Option<u32>,
    places: BTreeMap<String, Places>,
    finds: BTreeMap<String, Finds>,
}

pub fn targets(run: &Run) -> Result<TargetReport> {
    let mut gathered = Gathered {
        ends: ends(run)?,
        types: BTreeMap::new(),
        discoveries: BTreeMap::new(),
        open: None,
        places: BTreeMap::new(),
        finds: BTreeMap::new(),
    };
    let mut columns = vec![
        "replication",
        "type",
        "hidden",
        "value",
        "taken",
        "discovery",
        "discovered_by",
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
        let amounts = integers(piece, "discovery_value")?;
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
        let nothing = discoveries.iter().find(|of| of.discovery == NOTHING).map(|of| of.beyond_faction);
        for of in discoveries.iter_mut().filter(|of| of.discovery != NOTHING) {
            of.against_nothing = nothing.map(|nothing| difference(&of.beyond_faction, &nothing));
        }
        let p_values: Vec<f64> = discoveries
            .iter()
            .map(|of| match of.against_nothing.filter(Estimate::is_known) {
                Some(more) => z_two_sided_p(more.value / more.half_width() * z_two_sided(CONFIDENCE)),
                None => f64::NAN,
            })
            .collect();
        for (of, q) in discoveries.iter_mut().zip(benjamini_hochberg(&p_values)) {
            of.q_value = q;
        }
        let order = |a: &DiscoveryWorth, b: &DiscoveryWorth| {
            b.found.value.total_cmp(&a.found.value).then_with(|| a.discovery.cmp(&b.discovery))
        };
        discoveries.sort_by(order);
        TargetReport { types, discoveries }
    }
}

/// Of two means that have little in common but the rules: halves add like the sides of a right angle.
fn difference(a: &Estimate, b: &Estimate) -> Estimate {
    let (value, half) = (a.value - b.value, a.half_width().hypot(b.half_width()));
    Estimate { value, low: value - half, high: value + half, n: a.n.min(b.n), ..*a }
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

    /// 3 ± 0.3 less 1 ± 0.4: 2 ± 0.5.
    #[test]
    fn a_difference_by_hand() {
        let around = |value: f64, half: f64| Estimate {
            low: value - half,
            high: value + half,
            ..Estimate::exact(value)
        };
        let found = super::difference(&around(3.0, 0.3), &around(1.0, 0.4));
        assert!((found.value - 2.0).abs() < 1e-12 && (found.half_width() - 0.5).abs() < 1e-12);
    }
}
