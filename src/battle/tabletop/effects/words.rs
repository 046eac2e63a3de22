//! The closed vocabulary of card effects: what a card does (`Word`) and under which condition (`When`).
//!
//! A word is looked up by the rule whose step it changes; no rule asks for a card.

/// Declares a fieldless enum with the spelling that `cards.csv` uses.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $variant:ident = $key:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$word_doc])* $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            pub fn from_key(key: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|word| word.key() == key)
            }
        }
    };
}

words!(
    /// What a card does. `amount` in `cards.csv` says how often or how much; 99 means all.
    Word {
        /// Whole effect stands in the catalog's numbers (statistics, actions, slots, points).
        CatalogNumbers = "catalog-numbers",

        // Attack dice, by the attacker.
        Reroll = "reroll",
        RerollBlank = "reroll-blank",
        BlankToFocus = "blank-to-focus",
        BlankToHit = "blank-to-hit",
        BlankToHitWithFocus = "blank-to-hit-with-focus",
        FocusToCrit = "focus-to-crit",
        FocusToHit = "focus-to-hit",
        HitToCrit = "hit-to-crit",
        /// One die becomes a hit (primary weapon up to 2) or a crit (3 and more).
        Guidance = "guidance",
        CritForKeptLock = "crit-for-kept-lock",
        TwoHitsInstead = "two-hits-instead",
        RolledCritsAreHits = "rolled-crits-are-hits",
        AttackDie = "attack-die",
        /// One more attack die for a stress token.
        AttackDieForStress = "attack-die-for-stress",
        /// As many more attack dice as the own agility, at most `amount`.
        AttackDiceByAgility = "attack-dice-by-agility",

        // Attack dice, by the defender.
        FoeHitToFocus = "foe-hit-to-focus",

        // Agility.
        FoeAgility = "foe-agility",

        // Defense dice, by the defender.
        DefenseRerollBlank = "defense-reroll-blank",
        DefenseRerollFocus = "defense-reroll-focus",
        DefenseReroll = "defense-reroll",
        BlankToEvade = "blank-to-evade",
        AddEvade = "add-evade",
        /// Up to `amount` focus results become evades without a token.
        FocusToEvade = "focus-to-evade",
        /// Evades cancel crits before hits.
        CritsCanceledFirst = "crits-canceled-first",
        /// Attackers spend no focus token on the attack and reroll no dice.
        FoeKeepsFocusAndDice = "foe-keeps-focus-and-dice",

        // Defense dice, by the attacker.
        FoeEvadeToFocus = "foe-evade-to-focus",
        FoeEvadeCanceled = "foe-evade-canceled",
        HitsPassDice = "hits-pass-dice",
        FoeKeepsEvadeTokens = "foe-keeps-evade-tokens",

        // What a hit does.
        /// All results are canceled, `amount` damage instead.
        DamageInstead = "damage-instead",
        /// All results are canceled, `amount` face-up cards instead, past shields.
        FaceUpCardInstead = "face-up-card-instead",
        IonToken = "ion-token",
        TractorToken = "tractor-token",
        StressIfUnstressed = "stress-if-unstressed",
        /// One more shield after a hit that did damage.
        StripShield = "strip-shield",
        /// Every other ship at range 1 of the target suffers that much damage.
        SplashDamage = "splash-damage",
        SplashIonToken = "splash-ion-token",
        /// The friends at range 1 to 2 of the attacker may lock the target.
        FriendsLockTarget = "friends-lock-target",
        /// Stress for a target with hull 4 or less, hit or not.
        StressLowHull = "stress-low-hull",
        /// One other ship at range 1 of the target suffers that much damage.
        DamageNeighbor = "damage-neighbor",
        /// The weapon is kept when its attack misses.
        KeptOnMiss = "kept-on-miss",

        // After attacking.
        LockAfterAttack = "lock-after-attack",
        /// A miss is followed by one primary attack.
        AttackAgainAfterMiss = "attack-again-after-miss",
        /// The same, with one focus result turned to a hit.
        AttackAgainWithFocus = "attack-again-with-focus",
        StressTarget = "stress-target",
        /// Two damage to oneself deal one critical damage to the target.
        SacrificeForCrit = "sacrifice-for-crit",
        CloakAfterAttack = "cloak-after-attack",
        /// A cannon of at most `amount` points is followed by a primary attack.
        PrimaryAfterCannon = "primary-after-cannon",
        /// A primary attack is followed by a turret attack; all attacks in the front arc.
        TurretAfterPrimary = "turret-after-primary",
        /// One more attack with the auxiliary arc where the extra front die was not taken.
        RearAttackToo = "rear-attack-too",

        // Maneuvers.
        /// Maneuvers of speed `amount` are green.
        GreenAtSpeed = "green-at-speed",
        GreenBanks = "green-banks",
        /// An evade token after a maneuver of speed `amount` or more.
        EvadeAfterSpeed = "evade-after-speed",
        ShieldAfterGreen = "shield-after-green",
        FocusAfterRed = "focus-after-red",
        /// A free focus action after a green maneuver.
        FocusAfterGreen = "focus-after-green",
        /// A free boost or barrel roll before the dial is revealed.
        MoveBeforeReveal = "move-before-reveal",
        LockAfterGreen = "lock-after-green",
        /// A free barrel roll when a green maneuver is revealed.
        RollOnGreenReveal = "roll-on-green-reveal",
        /// Pilot skill 0 in the Activation phase.
        ActivatesAtZero = "activates-at-zero",
        /// Once: a revealed maneuver becomes a white stop, then stress.
        StopOnce = "stop-once",

        // Actions.
        ExtraFocus = "extra-focus",
        /// A free action before the dial is revealed, then no action step.
        ActionBeforeReveal = "action-before-reveal",
        /// Once a round after an action a free action of the bar, then stress.
        ActionThenStress = "action-then-stress",
        /// Action: a friend of lower skill at range 1 to 2 takes a free action.
        ActionForFriend = "action-for-friend",
        /// Action: two friends at range 1 to 2 get focus, stress for oneself.
        ActionFocusFriends = "action-focus-friends",
        /// Action: this round attacks are better (see the card's other rows).
        ActionMarked = "action-marked",
        /// Action: primary weapon up, agility down until the round's end.
        ActionExpose = "action-expose",
        /// Action: an attack die against an enemy at range 1; hit or crit turns one of its cards up.
        ActionSabotage = "action-sabotage",
        /// Once, for a stress token: all own focus results count this round.
        FocusCountsOnce = "focus-counts-once",

        // Defending and being damaged.
        /// The agility of the card is lost with the first hit.
        AgilityUntilHit = "agility-until-hit",
        /// Face-up Pilot cards are discarded unresolved.
        DiscardPilotCards = "discard-pilot-cards",
        /// Once: a damage card is not dealt.
        CancelCardOnce = "cancel-card-once",
        /// Once: a face-up Ship card is discarded unresolved.
        CancelShipCardOnce = "cancel-ship-card-once",
        /// Once: a dealt card is discarded and a shield regained.
        CancelCardAndShieldOnce = "cancel-card-and-shield-once",
        /// An enemy that bumps rolls a die: hit or crit is damage.
        BumpDamage = "bump-damage",
        ExplodeOnDestruction = "explode-on-destruction",
        /// The first enemy each round that declares this ship its target gets stress.
        StressFirstAttacker = "stress-first-attacker",
        /// The own base obstructs enemy attacks.
        BaseObstructs = "base-obstructs",

        // Phases.
        FlipShipCardDown = "flip-ship-card-down",
        KeepFocus = "keep-focus",
        /// A focus token whenever stress comes.
        FocusOnStress = "focus-on-stress",
        KeepEvade = "keep-evade",
        /// End of Combat: a focus token for a shield.
        ShieldForFocus = "shield-for-focus",
        /// End phase without shields: one back, a die may turn a card up.
        ShieldWhenNone = "shield-when-none",
        /// Start of Combat: a friend at range 1 has the own skill this phase.
        LendSkill = "lend-skill",

        // Bombs and mines; `amount` is what they do.
        BombDamage = "bomb-damage",
        BombFaceUpCard = "bomb-face-up-card",
        BombIon = "bomb-ion",
        BombDamageAndStress = "bomb-damage-and-stress",
        MineDice = "mine-dice",
        MineCluster = "mine-cluster",
        MineNet = "mine-net",
    }
);

words!(
    /// The condition of an effect.
    When {
        Always = "always",
        Range1 = "range-1",
        Range3 = "range-3",
        Range2To3 = "range-2-3",
        /// At range 2 and in the front arc.
        Range2InArc = "range-2-in-arc",
        /// Attacking a pilot of skill 2 or less.
        TargetSkillAtMost2 = "target-skill-2",
        /// Defending against a pilot of skill 2 or less.
        AttackerSkillAtMost2 = "attacker-skill-2",
        /// Defending against a pilot of skill 3 or more.
        AttackerSkillFrom3 = "attacker-skill-3",
        /// No friend within range 1 to 2.
        Alone = "alone",
        Unstressed = "unstressed",
        Stressed = "stressed",
        /// Attacking from outside the target's firing arcs.
        OutsideFoesArc = "outside-foes-arc",
        /// The target has a damage card.
        TargetDamaged = "target-damaged",
        Secondary = "secondary",
        Obstructed = "obstructed",
        PrimaryFront = "primary-front",
        Auxiliary = "auxiliary",
        Primary = "primary",
        /// A torpedo or missile, once a round.
        Ordnance = "ordnance",
        HoldsEvade = "holds-evade",
        /// In the front arc, once in the battle.
        InArcOnce = "in-arc-once",
        /// The target is in the own arc, the own ship not in the target's.
        Flanking = "flanking",
        /// The target has neither focus nor evade token, and the own ship no stress.
        TargetBare = "target-bare",
        /// The attacker is beyond range 2, or the own ship outside its front arc.
        FarOrOutOfArc = "far-or-out-of-arc",
        /// At range 1, each in the other's front arc.
        HeadToHead = "head-to-head",
        /// The card's action was taken this round.
        Marked = "marked",
    }
);

const _: () = assert!(Word::ALL.len() <= 128, "a set of words is one u128");

/// A set of words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WordSet(u128);

impl WordSet {
    #[inline]
    pub fn has(self, word: Word) -> bool {
        self.0 >> (word as u8) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, word: Word) {
        self.0 |= 1 << (word as u8);
    }

    /// The words that are not in the other set.
    #[inline]
    pub fn without(self, other: WordSet) -> WordSet {
        WordSet(self.0 & !other.0)
    }

    #[inline]
    pub fn remove(&mut self, word: Word) {
        self.0 &= !(1 << (word as u8));
    }
}
