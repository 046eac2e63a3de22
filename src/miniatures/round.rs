//! The state of one pre-round procedure: flat, `Copy` and ordered, so that exact enumeration can use it as a key.

use super::contest::{Contest, ForcePower, MAX_PLAYERS, Power, Price, UNLIMITED};
use super::switches::{BrokerMode, TieCancels};

/// Check of a seat that is out of the running.
pub const NO_CHECK: i16 = i16::MIN;

pub type Checks = [i16; MAX_PLAYERS];

/// Who has used what this round; one bit per seat. The resources spent follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Used {
    pub doellins_luck: u8,
    /// Doellin's Luck was also paid for.
    pub doellins_paid: u8,
    pub wager: u8,
    pub broker: u8,
    /// Tactics Broker was also paid for.
    pub broker_paid: u8,
    pub foresee: u8,
    pub sense: u8,
    pub anticipation: u8,
}

/// Everything that changes while initiative is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round {
    /// The number each player holds; 0 before the roll.
    pub dice: [u8; MAX_PLAYERS],
    pub used: Used,
    /// Foresee the Future on each seat, four bits a seat; empty after the first roll.
    pub foreseen: u32,
    /// A tie for high has cancelled Tactics Broker and the bonuses.
    pub cancelled: bool,
    pub first_roll: bool,
    pub sense_open: bool,
    pub anticipation_open: bool,
    /// Players whose Doellin's Luck or Wager succeeded, alone.
    pub lucky: u8,
    /// Players whose abilities that affect initiative are cancelled.
    pub muted: u8,
    /// If not empty, one of these wins initiative whatever the rest roll.
    pub contenders: u8,
    /// Targets of Tactics Broker.
    pub forced: u8,
    /// Players whose first die showed their Reserves number.
    pub first_number: u8,
}

const _: () = assert!(size_of::<Round>() <= 32);

impl Round {
    pub const START: Round = Round {
        dice: [0; MAX_PLAYERS],
        used: Used {
            doellins_luck: 0,
            doellins_paid: 0,
            wager: 0,
            broker: 0,
            broker_paid: 0,
            foresee: 0,
            sense: 0,
            anticipation: 0,
        },
        foreseen: 0,
        cancelled: false,
        first_roll: true,
        sense_open: true,
        anticipation_open: true,
        lucky: 0,
        muted: 0,
        contenders: 0,
        forced: 0,
        first_number: 0,
    };

    pub const fn is_muted(&self, seat: usize) -> bool {
        self.muted >> seat & 1 == 1
    }

    /// The player has the ability and nothing has cancelled it.
    #[inline]
    pub fn has(&self, contest: &Contest, seat: usize, power: Power) -> bool {
        contest.entrants[seat].powers.has(power) && !self.is_muted(seat)
    }

    pub const fn times_foreseen(&self, seat: usize) -> u8 {
        (self.foreseen >> (4 * seat) & 15) as u8
    }

    /// Force points left in one of a player's purses; `UNLIMITED` where nobody counts.
    pub fn force_left(&self, contest: &Contest, seat: usize, purse: u8) -> u8 {
        let entrant = &contest.entrants[seat];
        let mut left = entrant.force[usize::from(purse)];
        if left == UNLIMITED {
            return left;
        }
        for (power, users) in [
            (ForcePower::Foresee, self.used.foresee),
            (ForcePower::Sense, self.used.sense),
            (ForcePower::Anticipation, self.used.anticipation),
        ] {
            if users >> seat & 1 == 1 && entrant.payer[power as usize] == purse {
                left = left.saturating_sub(entrant.force_cost[power as usize]);
            }
        }
        left
    }

    /// The player has the Force power, may still use it this round, and can pay for it.
    pub fn can_use(&self, contest: &Contest, seat: usize, force_power: ForcePower) -> bool {
        let (power, users) = match force_power {
            ForcePower::Foresee => (Power::Foresee, self.used.foresee),
            ForcePower::Sense => (Power::Sense, self.used.sense),
            ForcePower::Anticipation => (Power::Anticipation, self.used.anticipation),
        };
        let entrant = &contest.entrants[seat];
        self.has(contest, seat, power)
            && users >> seat & 1 == 0
            && entrant.force_cost[force_power as usize]
                <= self.force_left(contest, seat, entrant.payer[force_power as usize])
    }

    /// Characters that are still there to be staked or defeated.
    pub fn spare_characters(&self, contest: &Contest, seat: usize) -> u8 {
        let entrant = &contest.entrants[seat];
        if entrant.spare_characters == UNLIMITED {
            return UNLIMITED;
        }
        let luck = self.used.doellins_paid >> seat & 1 == 1 && entrant.doellins_price == Price::Defeat;
        let broker = self.used.broker_paid >> seat & 1 == 1;
        entrant.spare_characters.saturating_sub(u8::from(luck) + u8::from(broker))
    }

    /// The die of a Broker's target counts as a 1, as long as the reading says so.
    fn is_stuck(&self, contest: &Contest, seat: usize) -> bool {
        contest.switches.broker_mode == BrokerMode::Sticky && !self.cancelled && self.forced >> seat & 1 == 1
    }

    /// The number that a player's die counts as.
    #[inline]
    pub fn held(&self, contest: &Contest, seat: usize) -> u8 {
        if self.is_stuck(contest, seat) { 1 } else { self.dice[seat] }
    }

    /// The initiative check: the die held, with its bonus.
    ///
    /// Ruling A10: a die of 1 gets no bonus, and it is the die held at the moment that counts.
    #[inline]
    pub fn check(&self, contest: &Contest, seat: usize) -> i16 {
        let entrant = &contest.entrants[seat];
        let die = self.held(contest, seat);
        if die == 0 {
            return NO_CHECK;
        }
        let blocked = die == 1 && contest.switches.nat1_blocks_bonus || self.is_stuck(contest, seat);
        if blocked || self.is_muted(seat) {
            return i16::from(die);
        }
        // Ruling A13: what a tie for high cancels, for the rest of the round.
        let bonus = match (self.cancelled, contest.switches.tie_cancels) {
            (false, _) => i16::from(entrant.tactician) + i16::from(entrant.other_bonus),
            (true, TieCancels::Family) => 0,
            (true, TieCancels::TacticianOnly) => i16::from(entrant.other_bonus),
        };
        i16::from(die) + bonus
    }
}

/// Force points and characters that a player has spent this round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Spent {
    pub force: u8,
    pub activated: u8,
    pub defeated: u8,
}

impl Used {
    pub fn spent(&self, contest: &Contest, seat: usize) -> Spent {
        let entrant = &contest.entrants[seat];
        let bit = |mask: u8| mask >> seat & 1;
        let [foresee, sense, anticipation] = entrant.force_cost;
        let luck = bit(self.doellins_paid);
        Spent {
            force: bit(self.foresee) * foresee
                + bit(self.sense) * sense
                + bit(self.anticipation) * anticipation,
            activated: bit(self.wager) + if entrant.doellins_price == Price::Activate { luck } else { 0 },
            defeated: bit(self.broker_paid) + if entrant.doellins_price == Price::Defeat { luck } else { 0 },
        }
    }
}
