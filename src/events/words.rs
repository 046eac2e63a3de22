//! The closed lists of words that campaign events use: origins, fates, sources and uses of points.
//!
//! `key` is what frames and files write, `label` is what people read.

pub use crate::config::{Discovery, TargetCategory, TargetType};

/// Declares a fieldless enum whose variants have a key for data files and a name for people.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $key:literal / $label:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word that frames and files use.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            /// The words that people read.
            pub const fn label(self) -> &'static str {
                match self { $($name::$variant => $label),+ }
            }

            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

words!(
    /// How a hull came into a Squadron.
    HullOrigin {
        /// Bought with the starting Fleet Points.
        Starting = "starting" / "starting fleet",
        /// Bought in a Purchase Reinforcements phase.
        Reinforcement = "reinforcement" / "reinforcement",
        /// Found on an unexplored world.
        Crashed = "crashed" / "crashed ship",
    }
);

words!(
    /// Where a hull is now.
    HullFate {
        InService = "in-service" / "in service",
        /// Destroyed in battle, with all that was on it.
        Destroyed = "destroyed" / "destroyed",
    }
);

words!(
    /// How a person joined a Squadron.
    PersonOrigin {
        /// Bought with the starting Fleet Points.
        Starting = "starting" / "starting fleet",
        /// Bought in a Purchase Reinforcements phase.
        Reinforcement = "reinforcement" / "reinforcement",
        /// Chosen at a Commerce Hub.
        CommerceHub = "commerce-hub" / "Commerce Hub",
        /// Volunteers of an unexplored world.
        Volunteers = "volunteers" / "volunteers",
        /// Redeemed cargo.
        Cargo = "cargo" / "recovered cargo",
    }
);

words!(
    /// Why a person sits out.
    SitsOut {
        Not = "not" / "not",
        Wounded = "wounded" / "wounded",
        Qualifying = "qualifying" / "qualifying on a ship",
        Training = "training" / "in military training",
    }
);

words!(
    /// Where a person ended up; captivity names the holder elsewhere.
    PersonEnd {
        OnRoster = "on-roster" / "on the roster",
        Captive = "captive" / "prisoner of war",
        Dead = "dead" / "dead",
        /// A captured commander whom his player replaced: out of the campaign, alive.
        ShippedOff = "shipped-off" / "shipped to a detention facility",
    }
);

words!(
    /// What killed a person.
    DeathCause {
        Ejection = "ejection" / "killed when the ship was destroyed",
        /// Ejected, but nobody controlled the map.
        Vacuum = "vacuum" / "ejected and never recovered",
        Guards = "guards" / "shot by the guards",
    }
);

words!(
    /// How a captive came home.
    Homecoming {
        Escape = "escape" / "escaped",
        Exchange = "exchange" / "exchanged",
        Rescue = "rescue" / "rescued",
        Ransom = "ransom" / "ransomed",
        Contract = "contract" / "handed over for a contract",
    }
);

words!(
    /// Where a player's Fleet Points come from.
    PointSource {
        Starting = "starting" / "starting Fleet Points",
        Income = "income" / "income",
        /// External support of the attacker in VIP Escort.
        ExternalSupport = "external-support" / "external support",
        Scrapyard = "scrapyard" / "Scrapyard",
        Containers = "containers" / "stolen containers",
        Cargo = "cargo" / "recovered cargo",
        Smuggling = "smuggling" / "smuggling",
        Contract = "contract" / "contract pay",
        BlackMarket = "black-market" / "sale on the black market",
        Ransom = "ransom" / "ransom",
        Transfer = "transfer" / "transfer from a team mate",
    }
);

words!(
    /// What a player's Fleet Points are used for.
    PointUse {
        Ship = "ship" / "ships",
        Pilot = "pilot" / "pilots",
        Crew = "crew" / "crew",
        Equipment = "equipment" / "equipment",
        Ordnance = "ordnance" / "ordnance",
        Title = "title" / "titles",
        HugeShip = "huge-ship" / "huge ship upgrades",
        HiddenOutpost = "hidden-outpost" / "hidden outposts",
        Containers = "containers" / "lost containers",
        Pirates = "pirates" / "pirates",
        Contract = "contract" / "contract pay",
        BlackMarket = "black-market" / "purchase on the black market",
        Ransom = "ransom" / "ransom",
        BetterOffer = "better-offer" / "better offer",
        Transfer = "transfer" / "transfer to a team mate",
    }
);

words!(
    /// Where XP come from.
    XpSource {
        Starting = "starting" / "unique pilot's start",
        Battle = "battle" / "battle",
        SmallShip = "small-ship" / "small ship destroyed",
        LargeShip = "large-ship" / "large ship destroyed",
        SectionCrippled = "section-crippled" / "section crippled",
        HugeShip = "huge-ship" / "huge ship destroyed",
    }
);

words!(
    /// What XP are spent on.
    XpUse {
        Qualification = "qualification" / "ship qualification",
        Skill = "skill" / "pilot skill",
        EliteSlot = "elite-slot" / "elite slot",
        EliteAbility = "elite-ability" / "elite ability",
        CrewAbility = "crew-ability" / "crew ability",
        TacticalJudgment = "tactical-judgment" / "tactical judgment",
        Ejection = "ejection" / "ejection reroll",
        Escape = "escape" / "escape attempt",
    }
);

words!(
    /// The one thing that a pilot spends XP on, where a set-up draws it by lot to find out what it is worth.
    Programme {
        Nothing = "nothing" / "Nothing",
        Skill = "skill" / "Pilot skill",
        EliteSlots = "elite-slots" / "Elite slots",
        Abilities = "abilities" / "Pilot abilities",
        Rerolls = "rerolls" / "Rerolls (tactical judgment)",
        Escapes = "escapes" / "Escape attempts",
    }
);

words!(
    /// How an upgrade came into a Squadron.
    UpgradeOrigin {
        Purchase = "purchase" / "bought",
        CommerceHub = "commerce-hub" / "Commerce Hub",
        ChopShop = "chop-shop" / "Chop Shop",
        MunitionsDepot = "munitions-depot" / "Munitions Depot",
        WeaponsStash = "weapons-stash" / "weapons stash",
        Salvage = "salvage" / "salvage",
        Volunteers = "volunteers" / "volunteers",
        Cargo = "cargo" / "recovered cargo",
        Containers = "containers" / "stolen container",
        BlackMarket = "black-market" / "black market",
        Contract = "contract" / "contract pay",
        Transfer = "transfer" / "transfer from a team mate",
        Captured = "captured" / "on a captured ship",
    }
);

words!(
    /// How a strategic target changed hands.
    TakenBy {
        /// Only one faction came.
        FreeCapture = "free-capture" / "free capture",
        Battle = "battle" / "battle",
        Ceded = "ceded" / "ceded",
        NoShow = "no-show" / "no-show",
        BaseOfOperations = "base-of-operations" / "base of operations",
        LostOutpost = "lost-outpost" / "lost outpost found",
    }
);

words!(
    /// Why a battle was not fought.
    NotFought {
        Ceded = "ceded" / "ceded by the defender",
        AttackerAbsent = "attacker-absent" / "the attacker did not show",
        DefenderAbsent = "defender-absent" / "the defender did not show",
        BothAbsent = "both-absent" / "nobody showed",
    }
);

words!(
    /// Why a campaign ended.
    EndReason {
        HugeShips = "huge-ships" / "all enemy huge ships destroyed",
        Elimination = "elimination" / "a faction was eliminated",
        TurnCap = "turn-cap" / "the turn cap was reached",
    }
);

words!(
    /// What a faction spends an attack on.
    AttackKind {
        Target = "target" / "strategic target",
        Contract = "contract" / "contract",
        PrisonerRescue = "prisoner-rescue" / "Prisoner Rescue",
        PrisonerExchange = "prisoner-exchange" / "Prisoner Exchange",
        Locate = "locate" / "search for huge ships",
        HugeShip = "huge-ship" / "huge ship",
        Piracy = "piracy" / "piracy",
    }
);
