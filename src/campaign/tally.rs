//! Sums over the campaigns of a run.

/// Integer sums over replications; any order of adding gives the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunTally {
    pub campaigns: u64,
    pub wins: [u64; 3],
    pub draws: u64,
    pub turns: u64,
    pub turns_squared: u64,
    pub battles: u64,
    pub battles_squared: u64,
    /// End reasons by name, sorted.
    pub ends: std::collections::BTreeMap<String, u64>,
}

impl RunTally {
    pub fn add(&mut self, other: &RunTally) {
        self.campaigns += other.campaigns;
        for (mine, theirs) in self.wins.iter_mut().zip(other.wins) {
            *mine += theirs;
        }
        self.draws += other.draws;
        self.turns += other.turns;
        self.turns_squared += other.turns_squared;
        self.battles += other.battles;
        self.battles_squared += other.battles_squared;
        for (reason, count) in &other.ends {
            *self.ends.entry(reason.clone()).or_insert(0) += count;
        }
    }
}
