//! What happens in a pre-round procedure, as plain events that know the guide's step they belong to.

/// One thing that happened before the round. Seats count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEvent {
    DoellinsLuckDeclared {
        seat: u8,
    },
    WagerDeclared {
        seat: u8,
    },
    SaveRolled {
        seat: u8,
        die: u8,
        made: bool,
    },
    LuckBlocked,
    AbilitiesCancelled {
        seats: u8,
    },
    Brokered {
        seat: u8,
        target: u8,
    },
    CharacterDefeated {
        seat: u8,
    },
    BrokerSpared {
        seat: u8,
    },
    Foresaw {
        seat: u8,
        target: u8,
    },
    Rolled {
        seat: u8,
        dice: u8,
        kept: u8,
    },
    HeldAtOne {
        seat: u8,
    },
    Checked {
        seat: u8,
        check: i16,
    },
    TiedForHigh {
        check: i16,
    },
    Sensed {
        seat: u8,
    },
    SensedByAll,
    Exchanged {
        seat: u8,
        partner: u8,
    },
    ExchangedWithNobody {
        seat: u8,
    },
    /// `tied` is a mask.
    RolledOff {
        tied: u8,
        seat: u8,
    },
    Won {
        seat: u8,
        by: Reason,
    },
    Anticipated {
        seat: u8,
    },
    GainedReserves {
        seat: u8,
    },
    GoesFirst {
        seat: u8,
    },
    /// `ability` is a bit number of the entrant's mask.
    AfterInitiative {
        seat: u8,
        ability: u8,
    },
    BeforeFirstActivation {
        seat: u8,
        ability: u8,
    },
    PlacesReserves {
        seat: u8,
    },
    PhaseBegins {
        activations: u8,
    },
}

/// Why somebody won initiative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Luck,
    MasterTactician,
    RollOff,
    HighRoll,
}

impl RoundEvent {
    /// The numbered step of the guide's "Beginning of round".
    pub const fn step(&self) -> u8 {
        use RoundEvent::*;
        match self {
            DoellinsLuckDeclared { .. } | WagerDeclared { .. } | SaveRolled { .. } => 1,
            LuckBlocked | AbilitiesCancelled { .. } => 1,
            Brokered { .. } | CharacterDefeated { .. } | BrokerSpared { .. } => 2,
            Foresaw { .. } | Rolled { .. } | HeldAtOne { .. } => 3,
            Checked { .. } => 4,
            TiedForHigh { .. } => 5,
            Sensed { .. } | SensedByAll | Exchanged { .. } | ExchangedWithNobody { .. } => 6,
            RolledOff { .. } | Won { .. } => 7,
            Anticipated { .. } => 8,
            GainedReserves { .. } => 9,
            GoesFirst { .. } => 10,
            AfterInitiative { .. } => 11,
            BeforeFirstActivation { .. } | PlacesReserves { .. } => 13,
            PhaseBegins { .. } => 14,
        }
    }
}
