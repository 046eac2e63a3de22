//! Who sits at the table for a round, with what, under which readings: flat, and fixed while the round lasts.

use super::dice::{Keep, kept_probabilities};
use super::policy::Policy;
use super::switches::{ReconChoice, Switches, TieCancels};

/// Seats at a table.
pub const MAX_PLAYERS: usize = 8;

/// As many as wanted: no limit on Force points or characters.
pub const UNLIMITED: u8 = u8::MAX;

/// Instead of a seat: the strongest other player.
pub const STRONGEST: u8 = u8::MAX;

/// Sides of the die that decides initiative, attacks and saves.
pub const DIE_SIDES: u8 = 20;

/// Abilities that the pre-round procedure asks about by name. What only adds dice or a bonus is a number of
/// the [`Entrant`] instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Power {
    DoellinsLuck,
    Wager,
    TacticsBroker,
    Foresee,
    Sense,
    Master,
    Anticipation,
}

/// A set of [`Power`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Powers(u8);

impl Powers {
    pub const fn has(self, power: Power) -> bool {
        self.0 >> power as u8 & 1 == 1
    }

    #[must_use]
    pub const fn with(self, power: Power) -> Powers {
        Powers(self.0 | 1 << power as u8)
    }

    #[must_use]
    pub const fn without(self, power: Power) -> Powers {
        Powers(self.0 & !(1 << power as u8))
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The three Force powers, as indices of costs and payers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum ForcePower {
    Foresee,
    Sense,
    Anticipation,
}

/// What Doellin's Luck costs, which no source gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Price {
    #[default]
    None,
    Activate,
    Defeat,
}

/// What one player brings to the round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entrant {
    pub powers: Powers,
    pub policy: Policy,
    /// Dice beyond the first (Recon: 1).
    pub extra_dice: u8,
    /// Bonus that every tie for high cancels (Tactician).
    pub tactician: i8,
    /// Bonus that a tie cancels under `tie-cancels = family` (Covenant Watch Circle and the like).
    pub other_bonus: i8,
    /// Doellin's Luck succeeds on this die or more.
    pub save: u8,
    pub doellins_price: Price,
    pub foresee_target: u8,
    pub broker_target: u8,
    /// Force points that each [`ForcePower`] costs, and which of the purses below pays it.
    pub force_cost: [u8; 3],
    pub payer: [u8; 3],
    /// Force points of up to three bearers.
    pub force: [u8; 3],
    /// Characters that can be activated as a stake or defeated as a price.
    pub spare_characters: u8,
    /// The number that brings Reserves; 0 for none.
    pub reserves: u8,
    /// Abilities after initiative (step 11) and before the first activation (step 13), one bit each; the
    /// names are the caller's.
    pub after_initiative: u8,
    pub before_first_activation: u8,
}

const _: () = assert!(size_of::<Entrant>() <= 32);

impl Entrant {
    /// A player without any ability.
    pub const PLAIN: Entrant = Entrant {
        powers: Powers(0),
        policy: Policy::WhenLosing,
        extra_dice: 0,
        tactician: 0,
        other_bonus: 0,
        save: 0,
        doellins_price: Price::None,
        foresee_target: STRONGEST,
        broker_target: STRONGEST,
        force_cost: [0; 3],
        payer: [0; 3],
        force: [UNLIMITED; 3],
        spare_characters: UNLIMITED,
        reserves: 0,
        after_initiative: 0,
        before_first_activation: 0,
    };

    /// Nothing that affects initiative.
    pub const fn is_plain(&self) -> bool {
        self.powers.is_empty()
            && self.extra_dice == 0
            && self.tactician == 0
            && self.other_bonus == 0
            && self.reserves == 0
    }

    /// How the kept die is chosen where nobody forces the lowest.
    pub fn keep(&self, switches: &Switches) -> Keep {
        match switches.recon_choice {
            ReconChoice::Highest => Keep::Highest,
            ReconChoice::Lowest => Keep::Lowest,
            ReconChoice::Reserves => Keep::Number(self.reserves),
        }
    }
}

/// A table of two to eight players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contest {
    pub n: u8,
    pub sides: u8,
    /// Battle Ready and its like happen in the first round only.
    pub first_round: bool,
    pub entrants: [Entrant; MAX_PLAYERS],
    pub switches: Switches,
    /// For each seat: whom it takes for the strongest other player.
    strongest_other: [u8; MAX_PLAYERS],
}

impl Contest {
    /// Seats the players in clockwise order.
    pub fn new(players: &[Entrant], switches: Switches) -> Contest {
        Contest::with_die(players, switches, DIE_SIDES)
    }

    /// With another die than the game's, which oracles use to stay small.
    pub fn with_die(players: &[Entrant], switches: Switches, sides: u8) -> Contest {
        assert!((2..=MAX_PLAYERS).contains(&players.len()), "two to eight players sit at a table");
        assert!((2..=DIE_SIDES).contains(&sides), "a die has 2 to 20 sides here");
        let mut entrants = [Entrant::PLAIN; MAX_PLAYERS];
        entrants[..players.len()].copy_from_slice(players);
        let n = players.len() as u8;
        let mut contest = Contest {
            n,
            sides,
            first_round: true,
            entrants,
            switches,
            strongest_other: [STRONGEST; MAX_PLAYERS],
        };
        contest.rank_strength();
        contest
    }

    pub fn seats(&self) -> std::ops::Range<usize> {
        0..usize::from(self.n)
    }

    /// All seats as a mask.
    pub const fn everyone(&self) -> u8 {
        ((1_u16 << self.n) - 1) as u8
    }

    /// The strongest other player: the one who would most often beat a plain player without using anything
    /// that asks for a decision; of equals the first seat.
    pub fn strongest_other(&self, seat: usize) -> u8 {
        self.strongest_other[seat]
    }

    /// Nobody needs it who does not choose a target.
    fn rank_strength(&mut self) {
        let aims = |entrant: &Entrant| {
            entrant.powers.has(Power::Foresee) || entrant.powers.has(Power::TacticsBroker)
        };
        if !self.entrants[..usize::from(self.n)].iter().any(aims) {
            return;
        }
        let strength: [f64; MAX_PLAYERS] = std::array::from_fn(|seat| {
            if seat < usize::from(self.n) {
                strength(&self.entrants[seat], &self.switches, self.sides)
            } else {
                -1.0
            }
        });
        for seat in self.seats() {
            let others = self.seats().filter(|other| *other != seat);
            let best = others.max_by(|a, b| strength[*a].total_cmp(&strength[*b]).then(b.cmp(a)));
            self.strongest_other[seat] = best.expect("a table has two players") as u8;
        }
    }
}

/// The chance to beat one plain player where nobody decides anything: from the first roll win w or tie t, after
/// a tie, which cancels bonuses, win w' or tie t', so w + t · w' / (1 − t').
fn strength(entrant: &Entrant, switches: &Switches, sides: u8) -> f64 {
    let kept = kept_probabilities(sides, 1 + entrant.extra_dice, entrant.keep(switches));
    let pass = |bonus: i8| {
        let (mut win, mut tie) = (0.0, 0.0);
        for die in 1..=sides {
            let blocked = die == 1 && switches.nat1_blocks_bonus;
            let check = i16::from(die) + if blocked { 0 } else { i16::from(bonus) };
            let master = entrant.powers.has(Power::Master) && !(die == 1 && switches.master_fails_on_one);
            // Of the plain player's numbers, those below the check are beaten, and the one equal to it ties.
            let below = (check - 1).clamp(0, i16::from(sides));
            let equal = i16::from((1..=i16::from(sides)).contains(&check));
            let ties = if master && !switches.tie_before_master { 0 } else { equal };
            let wins = if master { i16::from(sides) - ties } else { below };
            let p = kept[usize::from(die)] / f64::from(sides);
            win += p * f64::from(wins);
            tie += p * f64::from(ties);
        }
        (win, tie)
    };
    let (win, tie) = pass(entrant.tactician + entrant.other_bonus);
    // Ruling A13: what a tie leaves of the bonuses.
    let left = match switches.tie_cancels {
        TieCancels::Family => 0,
        TieCancels::TacticianOnly => entrant.other_bonus,
    };
    let (win_again, tie_again) = pass(left);
    win + tie * win_again / (1.0 - tie_again)
}

/// The seats of a mask, lowest first.
pub fn seats_of(mask: u8) -> impl Iterator<Item = usize> {
    (0..MAX_PLAYERS).filter(move |seat| mask >> seat & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tactician(bonus: i8) -> Entrant {
        Entrant { tactician: bonus, ..Entrant::PLAIN }
    }

    #[test]
    fn the_strongest_other_player_is_found_and_equals_go_by_seat() {
        let recon = Entrant { extra_dice: 1, ..Entrant::PLAIN };
        let foresee = Entrant { powers: Powers::default().with(Power::Foresee), ..Entrant::PLAIN };
        let contest = Contest::new(&[foresee, recon, tactician(6), recon], Switches::default());
        // +6 beats a plain player more often than Recon does: about 0.78 against 0.66.
        assert_eq!((0..4).map(|seat| contest.strongest_other(seat)).collect::<Vec<_>>(), [2, 2, 1, 2]);
    }

    #[test]
    fn strength_of_known_players_is_right() {
        let switches = Switches::default();
        assert!((strength(&Entrant::PLAIN, &switches, 20) - 0.5).abs() < 1e-12);
        // Master Tactician loses only with a 1: of 380 untied pairs 19.
        let master = Entrant { powers: Powers::default().with(Power::Master), ..Entrant::PLAIN };
        assert!((strength(&master, &switches, 20) - 0.95).abs() < 1e-12);
        // Recon: sum over v of (2v − 1) (v − 1) / 8000 = 5130 / 8000 wins, 400 / 8000 ties: 5130 / 7600.
        let recon = Entrant { extra_dice: 1, ..Entrant::PLAIN };
        assert!((strength(&recon, &switches, 20) - 5130.0 / 7600.0).abs() < 1e-12);
    }

    #[test]
    fn masks_list_their_seats() {
        assert_eq!(seats_of(0b1000_0101).collect::<Vec<_>>(), [0, 2, 7]);
        assert_eq!(Contest::new(&[Entrant::PLAIN; 8], Switches::default()).everyone(), 0xFF);
    }
}
