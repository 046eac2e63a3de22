//! What every rule works on: the state, the rulebook, the luck and the sink.

use crate::chance::{Luck, Purpose, Seeded};
use crate::events::words::{PointSource, PointUse, XpSource, XpUse};
use crate::events::{CampaignEvent, Sink};
use crate::ids::{Faction, PersonId, PlayerId};

use super::rulebook::Rulebook;
use super::state::State;
use super::view::View;

/// One campaign in play.
pub struct Context<'a> {
    pub state: &'a mut State,
    pub book: &'a Rulebook,
    pub luck: Luck,
    pub sink: &'a mut dyn Sink<CampaignEvent>,
}

impl Context<'_> {
    pub fn emit(&mut self, event: CampaignEvent) {
        self.sink.event(&event);
    }

    pub fn view(&self, player: PlayerId) -> View<'_> {
        View { state: self.state, book: self.book, player }
    }

    /// The luck for one purpose at one place of this turn.
    pub fn stream(&self, purpose: Purpose, place: u64) -> Seeded {
        self.luck.stream(purpose, Luck::key(u64::from(self.state.turn), place))
    }

    /// The luck of one decision of one player; `place` tells repeated decisions apart.
    pub fn decision(&self, player: PlayerId, decision: Decision, place: u64) -> Seeded {
        debug_assert!(place < 1 << 16, "a decision has fewer than 65,536 places");
        let minor = u64::from(player.0) << 24 | (decision as u64) << 16 | place;
        self.stream(Purpose::Doctrine, minor)
    }

    // ---- the ledger: Fleet Points move nowhere else ----

    /// Fleet Points for a player. The balance is income less spending to the last point.
    pub fn earn(&mut self, player: PlayerId, source: PointSource, amount: i32) {
        debug_assert!(0 <= amount, "what is earned is not negative");
        if amount == 0 {
            return;
        }
        self.state.player_mut(player).balance += amount;
        self.emit(CampaignEvent::PointsEarned { player, source, amount });
    }

    /// Fleet Points of a player that are used; false where he has not as many.
    #[must_use]
    pub fn pay(&mut self, player: PlayerId, use_: PointUse, amount: i32) -> bool {
        debug_assert!(0 <= amount, "what is used is not negative");
        let purse = self.state.player_mut(player);
        if purse.free_points() < amount {
            return false;
        }
        purse.balance -= amount;
        if amount != 0 {
            self.emit(CampaignEvent::PointsUsed { player, use_, amount });
        }
        true
    }

    /// Fleet Points that a player must give up, if need be into debt.
    pub fn charge(&mut self, player: PlayerId, use_: PointUse, amount: i32) {
        debug_assert!(0 <= amount, "what is charged is not negative");
        if amount == 0 {
            return;
        }
        self.state.player_mut(player).balance -= amount;
        self.emit(CampaignEvent::PointsUsed { player, use_, amount });
    }

    /// XP for a person.
    pub fn earn_xp(&mut self, person: PersonId, source: XpSource, amount: u16) {
        if amount == 0 {
            return;
        }
        self.state.person_mut(person).xp_earned += amount;
        self.emit(CampaignEvent::XpEarned { person, source, amount });
    }

    /// XP of a person that are spent; false where he has not as many.
    #[must_use]
    pub fn spend_xp(&mut self, person: PersonId, use_: XpUse, amount: u16) -> bool {
        let who = self.state.person_mut(person);
        if who.xp() < amount {
            return false;
        }
        who.xp_spent[use_.index()] += amount;
        if amount != 0 {
            self.emit(CampaignEvent::XpSpent { person, use_, amount });
        }
        true
    }

    /// The players of a faction, copied so that rules may change the state while they go through them.
    pub fn players_of(&self, faction: Faction) -> impl Iterator<Item = PlayerId> + use<> {
        let players = self.state.team(faction).players;
        (0..players.len()).filter_map(move |seat| players.get(seat))
    }

    /// The player who decides for his faction.
    pub fn leader(&self, faction: Faction) -> PlayerId {
        self.state.team(faction).players.get(0).expect("a faction that plays has a player")
    }
}

/// What a decision is about: part of the key of its luck. Never renumber, only add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Decision {
    AssembleSquadron = 1,
    EquipHugeShip = 2,
    ChooseBase = 3,
    PurchaseReinforcements = 4,
    ChooseFreeUpgrade = 5,
    AskRansom = 6,
    PayRansom = 7,
    BlackMarket = 8,
    ChooseAttack = 9,
    AgreeToExchange = 10,
    AssignDefenders = 11,
    BuildSquad = 12,
    FillContainers = 13,
    HiddenOutpost = 14,
    RedeemCargo = 15,
    CrashedShip = 16,
    RevealCard = 17,
    ProposeExchange = 18,
    Ejection = 19,
    Attendance = 20,
}
