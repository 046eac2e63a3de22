//! Distributions of die and initiative check in the first roll, before anybody exchanges or rolls again.

use std::collections::BTreeMap;

use super::configurations::probabilities;
use super::contest::Contest;
use super::round::Round;
use super::steps::initiative_dice::throw;

/// The exact distribution of the first die that a player keeps; `foreseen` so many times.
pub fn first_die(contest: &Contest, seat: usize, foreseen: u8) -> BTreeMap<i16, f64> {
    let mut round = Round::START;
    round.foreseen = u32::from(foreseen.min(15)) << (4 * seat);
    let kept = probabilities(contest, throw(contest, &round, seat));
    let dice = kept.iter().enumerate().skip(1).filter(|(_, p)| 0.0 < **p);
    dice.map(|(die, p)| (die as i16, *p)).collect()
}

/// The exact distribution of a player's first check, with the bonus.
pub fn first_check(contest: &Contest, seat: usize) -> BTreeMap<i16, f64> {
    let mut round = Round::START;
    let mut checks = BTreeMap::new();
    for (die, p) in first_die(contest, seat, 0) {
        round.dice[seat] = die as u8;
        *checks.entry(round.check(contest, seat)).or_insert(0.0) += p;
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::super::contest::Entrant;
    use super::super::switches::Switches;
    use super::*;

    #[test]
    fn first_checks_follow_their_dice() {
        let recon = Entrant { extra_dice: 1, ..Entrant::PLAIN };
        let bonus = Entrant { tactician: 4, ..Entrant::PLAIN };
        let contest = Contest::new(&[recon, bonus], Switches::default());
        let near = |p: Option<&f64>, q: f64| assert!((p.unwrap() - q).abs() < 1e-15, "{p:?} {q}");
        // The higher of two dice is a 20 in 39 of 400 cases; the lowest of three is one in 1 of 8000.
        near(first_check(&contest, 0).get(&20), 39.0 / 400.0);
        near(first_die(&contest, 0, 1).get(&20), 1.0 / 8000.0);
        // A 1 gets no bonus, so nothing makes a 5; 2 to 20 are 6 to 24.
        let checks = first_check(&contest, 1);
        assert_eq!(checks.keys().copied().collect::<Vec<_>>(), [vec![1], (6..=24).collect()].concat());
        near(checks.get(&24), 0.05);
    }
}
