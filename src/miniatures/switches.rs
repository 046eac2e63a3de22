//! Readings of unclear texts: one switch each, with its default and the question it answers.
//!
//! The ids A01 to A32 are those of `src/RULES.md`, section Miniatures, where each default is argued. Ids that
//! are missing here have a ruling but no second reading worth playing.

use crate::error::nearest_name;

/// A value that a switch can take.
pub trait Reading: Sized + Copy {
    /// What `--switch name=` accepts.
    const WORDS: &'static [&'static str];

    fn read(word: &str) -> Option<Self>;
    fn word(self) -> String;
}

impl Reading for bool {
    const WORDS: &'static [&'static str] = &["true", "false"];

    fn read(word: &str) -> Option<bool> {
        word.parse().ok()
    }

    fn word(self) -> String {
        self.to_string()
    }
}

impl Reading for u16 {
    const WORDS: &'static [&'static str] = &["a whole number from 0 to 1000"];

    fn read(word: &str) -> Option<u16> {
        word.parse().ok().filter(|number| *number <= 1000)
    }

    fn word(self) -> String {
        self.to_string()
    }
}

/// Declares the values of a switch with their words.
macro_rules! reading {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$value_doc])* $value),+
        }

        impl Reading for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn read(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$value),)+
                    _ => None,
                }
            }

            fn word(self) -> String {
                match self {
                    $($name::$value => $word.to_string()),+
                }
            }
        }
    };
}

reading!(LuckEffect {
    /// The only player who succeeded wins initiative; dice are rolled once for their numbers.
    AutoWin = "auto-win",
    /// The first roll counts as the die's highest number; a tie is rolled again without that.
    Check20 = "check-20",
    /// Nothing but the cancelling: a plain roll decides.
    CancelOnly = "cancel-only",
});
reading!(LuckClash {
    /// Two successes anywhere at the table block each other.
    AnyTwo = "any-two",
    /// Only when every player succeeded is nobody's luck of effect; fewer contend among themselves.
    AllPlayers = "all-players",
});
reading!(CancelScope {
    All = "all",
    /// The lucky player's own abilities stay.
    Opponents = "opponents",
});
reading!(BrokerMode {
    /// The target holds a die of 1, which can be swapped away or rolled again.
    Value = "value",
    /// The target's check stays 1 until a tie cancels it.
    Sticky = "sticky",
});
reading!(SharedTarget {
    /// Each Broker's character is defeated, also where the target was named before.
    AllPay = "all-pay",
    /// In the random order of defeat, only the first Broker against a target pays.
    FirstPays = "first-pays",
});
reading!(ReconChoice {
    Highest = "highest",
    Lowest = "lowest",
    /// The die that shows the player's own Reserves number if there is one, else the highest.
    Reserves = "reserves",
});
reading!(BonusStacking {
    /// The largest of each name; names add up.
    MaxPerName = "max-per-name",
    Sum = "sum",
});
reading!(TieCancels {
    /// Tactician, Covenant Watch Circle and their like, and Tactics Broker.
    Family = "family",
    /// Tactician and Tactics Broker only.
    TacticianOnly = "tactician-only",
});
reading!(Window {
    /// One decision of all players in a round.
    Once = "once",
    /// Each player may still use it later in the round who has not.
    PerPlayer = "per-player",
});
reading!(EqualOrder { Random = "random", Seat = "seat" });
reading!(MasterCompare { Check = "check", Die = "die" });
reading!(ReservesNumber { FinalDie = "final-die", FirstDie = "first-die", Check = "check" });
reading!(OrderAfterFirst { Clockwise = "clockwise", ByCheck = "by-check" });
reading!(MapTie {
    /// Only those who tied roll again, for the ranks they tied for.
    Tied = "tied",
    /// Everybody rolls again.
    All = "all",
});
reading!(SetupChoice { Earliest = "earliest", Latest = "latest" });
reading!(AddedScore {
    /// Characters added later by Reserves and the like score nothing.
    Zero = "zero",
    /// They score what they would have cost.
    Cost = "cost",
});
reading!(FirstChoice {
    /// The winner of initiative goes first.
    Winner = "winner",
    /// The winner lets the next player clockwise go first.
    Next = "next",
});

/// One row of the list of switches.
#[derive(Debug, Clone, Copy)]
pub struct Switch {
    /// The ruling in `src/RULES.md`.
    pub id: &'static str,
    pub name: &'static str,
    pub allowed: &'static [&'static str],
    pub question: &'static str,
}

/// Declares [`Switches`] and [`SWITCHES`] from one table.
macro_rules! switches {
    ($($id:literal $field:ident: $type:ty = $default:expr, $name:literal, $question:literal;)+) => {
        /// Every reading in force.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Switches {
            $(#[doc = $question] pub $field: $type),+
        }

        impl Default for Switches {
            fn default() -> Switches {
                Switches { $($field: $default),+ }
            }
        }

        /// The switches in the order of the guides.
        pub const SWITCHES: &[Switch] = &[
            $(Switch { id: $id, name: $name, allowed: <$type>::WORDS, question: $question }),+
        ];

        impl Switches {
            /// Sets the switch called `name`; an error says what is allowed.
            pub fn set(&mut self, name: &str, word: &str) -> Result<(), Refused> {
                let name = name.trim().replace('_', "-");
                let word = word.trim().replace('_', "-");
                match name.as_str() {
                    $($name => {
                        self.$field = Reading::read(&word).ok_or_else(|| Refused::value::<$type>($name))?;
                    })+
                    _ => return Err(Refused::name(&name)),
                }
                Ok(())
            }

            /// Name and value of each switch.
            pub fn words(&self) -> Vec<(&'static str, String)> {
                vec![$(($name, self.$field.word())),+]
            }
        }
    };
}

#[rustfmt::skip]
switches! {
    "A01" luck_effect:          LuckEffect      = LuckEffect::AutoWin,         "luck-effect",            "What does a single successful Doellin's Luck or Wager do?";
    "A02" luck_clash:           LuckClash       = LuckClash::AnyTwo,           "luck-clash",             "When do successes block each other among more than two players?";
    "A03" luck_cancel_scope:    CancelScope     = CancelScope::All,            "luck-cancel-scope",      "Whose abilities does a success cancel?";
    "A04" doellin_cost_on_fail: bool            = true,                        "doellin-cost-on-fail",   "Is Doellin's Luck paid for when the save fails?";
    "A05" broker_mode:          BrokerMode      = BrokerMode::Value,           "broker-mode",            "Does the 1 of Tactics Broker survive a swap or a reroll?";
    "A06" broker_shared_target: SharedTarget    = SharedTarget::AllPay,        "broker-shared-target",   "Who pays when several Brokers name one opponent?";
    "A07" recon_choice:         ReconChoice     = ReconChoice::Highest,        "recon-choice",           "Which of the Recon dice is kept?";
    "A08" foresee_stack:        bool            = false,                       "foresee-stack",          "Do two Foresees on one opponent add two dice?";
    "A10" nat1_blocks_bonus:    bool            = true,                        "nat1-blocks-bonus",      "Does a die of 1 get no bonus?";
    "A11" bonus_stacking:       BonusStacking   = BonusStacking::MaxPerName,   "bonus-stacking",         "Do two bonuses of one name add up?";
    "A13" tie_cancels:          TieCancels      = TieCancels::Family,          "tie-cancels",            "Which bonuses does a tie for high cancel?";
    "A14" tie_before_master:    bool            = true,                        "tie-before-master",      "Is a tie for high rolled again before Master Tactician is looked at?";
    "A15" sense_window:         Window          = Window::Once,                "sense-window",           "Is Sense the Future decided once a round, or once by each player?";
    "A17" sense_equal_order:    EqualOrder      = EqualOrder::Random,          "sense-equal-order",      "In which order do players with equal checks exchange?";
    "A19" master_fails_on_one:  bool            = true,                        "master-fails-on-one",    "Does Master Tactician fail on a die of 1?";
    "A20" master_compare:       MasterCompare   = MasterCompare::Check,        "master-compare",         "What is compared between several Master Tacticians?";
    "A21" antic_window:         Window          = Window::Once,                "antic-window",           "Is Anticipation decided once a round, or once by each player?";
    "A23" reserves_number_source: ReservesNumber = ReservesNumber::FinalDie,   "reserves-number-source", "Which number triggers Reserves?";
    "A24" order_after_first:    OrderAfterFirst = OrderAfterFirst::Clockwise,  "order-after-first",      "Who follows the first player?";
    "A25" map_tie:              MapTie          = MapTie::Tied,                "map-tie",                "Who rolls again when the map roll is tied?";
    "A26" setup_choice:         SetupChoice     = SetupChoice::Earliest,       "setup-choice",           "Which position in the setup order does a player take who states no wish?";
    "A29" added_score:          AddedScore      = AddedScore::Zero,            "added-score",            "What does a character score that Reserves and the like added?";
    "A30" rapport_freeze:       bool            = true,                        "rapport-freeze",         "Is the Rapport-adjusted cost frozen when a character is added?";
    "A31" offgrid_is_ally:      bool            = false,                       "offgrid-is-ally",        "Is a character off the grid an ally?";
    "A32" gambit_min_cost:      u16             = 10,                          "gambit-min-cost",        "What must a character cost at least to score gambit? (assumed)";
    "A33" first_choice:         FirstChoice     = FirstChoice::Winner,         "first-choice",           "Whom does the winner of initiative let go first?";
}

/// A switch or a value that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub problem: String,
    pub nearest: Option<&'static str>,
}

impl Refused {
    fn value<R: Reading>(name: &str) -> Refused {
        Refused { problem: format!("switch `{name}` takes {}", R::WORDS.join(", ")), nearest: None }
    }

    fn name(name: &str) -> Refused {
        let names = SWITCHES.iter().map(|switch| switch.name);
        let nearest = nearest_name(name, names.clone());
        let list: Vec<&str> = names.collect();
        Refused { problem: format!("unknown switch `{name}`; there are {}", list.join(", ")), nearest }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.problem)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_takes_each_of_its_words_and_says_it_back() {
        for switch in SWITCHES {
            for word in switch.allowed.iter().filter(|word| !word.contains(' ')) {
                let mut switches = Switches::default();
                switches.set(switch.name, word).unwrap();
                let said = switches.words().into_iter().find(|(name, _)| *name == switch.name).unwrap().1;
                assert_eq!(said, *word);
            }
        }
        let mut switches = Switches::default();
        switches.set("gambit_min_cost", "8").unwrap();
        assert_eq!(switches.gambit_min_cost, 8);
    }

    #[test]
    fn an_unknown_switch_or_value_is_refused_with_what_is_allowed() {
        let mut switches = Switches::default();
        let refused = switches.set("broker-mod", "value").unwrap_err();
        assert_eq!(refused.nearest, Some("broker-mode"));
        let refused = switches.set("broker-mode", "glue").unwrap_err();
        assert_eq!(refused.to_string(), "switch `broker-mode` takes value, sticky");
        assert!(switches.set("gambit-min-cost", "-1").is_err());
        assert_eq!(switches, Switches::default());
    }
}
