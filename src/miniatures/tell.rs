//! A pre-round procedure in words: step, player, what happened.

use super::abilities::Does;
use super::contest::{Contest, seats_of};
use super::events::{Reason, RoundEvent};
use super::players::Player;

/// One line of the story.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Line {
    pub step: u8,
    pub player: Option<String>,
    pub what: String,
}

/// Tells the events of one round.
pub fn tell(events: &[RoundEvent], contest: &Contest, players: &[Player]) -> Vec<Line> {
    events.iter().map(|event| line(event, contest, players)).collect()
}

fn line(event: &RoundEvent, contest: &Contest, players: &[Player]) -> Line {
    use RoundEvent::*;
    let name = |seat: &u8| players[usize::from(*seat)].name.clone();
    let late = |seat: &u8, does: Does, ability: &u8| {
        let names = players[usize::from(*seat)].late_names(does);
        names.get(usize::from(*ability)).map_or_else(String::new, |name| name.to_string())
    };
    let names = |mask: &u8| {
        let all: Vec<String> = seats_of(*mask).map(|seat| name(&(seat as u8))).collect();
        all.join(", ")
    };
    let (player, what) = match event {
        DoellinsLuckDeclared { seat } => (Some(seat), "declares Doellin's Luck".into()),
        WagerDeclared { seat } => (Some(seat), "declares a Wager; its stake becomes activated".into()),
        SaveRolled { seat, die, made } => {
            let save = contest.entrants[usize::from(*seat)].save;
            let made = if *made { "made" } else { "failed" };
            (Some(seat), format!("rolls {die} for the save of {save}: {made}"))
        }
        LuckBlocked => (None, "the successes block each other".into()),
        AbilitiesCancelled { seats } => {
            (None, format!("other abilities that affect initiative are cancelled: {}", names(seats)))
        }
        Brokered { seat, target } => (Some(seat), format!("brokers against {}", name(target))),
        CharacterDefeated { seat } => (Some(seat), "a character is defeated as the price".into()),
        BrokerSpared { seat } => (Some(seat), "its character is spared, the target was paid for".into()),
        Foresaw { seat, target } => (Some(seat), format!("foresees the future of {}", name(target))),
        Rolled { seat, dice: 1, kept } => (Some(seat), format!("rolls {kept}")),
        Rolled { seat, dice, kept } => (Some(seat), format!("rolls {dice} dice and keeps {kept}")),
        HeldAtOne { seat } => (Some(seat), "holds a 1".into()),
        Checked { seat, check } => (Some(seat), format!("has a check of {check}")),
        TiedForHigh { check } => {
            (None, format!("a tie for the high roll at {check}: bonuses are cancelled, all roll again"))
        }
        Sensed { seat } => (Some(seat), "uses Sense the Future".into()),
        SensedByAll => (None, "all use it: initiative remains the same".into()),
        Exchanged { seat, partner } => (Some(seat), format!("exchanges die rolls with {}", name(partner))),
        ExchangedWithNobody { seat } => (Some(seat), "exchanges with nobody".into()),
        RolledOff { tied, seat } => (Some(seat), format!("wins the roll-off of {}", names(tied))),
        Won { seat, by } => {
            let by = match by {
                Reason::Luck => "by luck",
                Reason::MasterTactician => "by Master Tactician",
                Reason::RollOff => "by Master Tactician, after a roll-off",
                Reason::HighRoll => "with the high roll",
            };
            (Some(seat), format!("wins initiative {by}"))
        }
        Anticipated { seat } => (Some(seat), "uses Anticipation and rolls again".into()),
        GainedReserves { seat } => (Some(seat), "gains Reserves and reveals them".into()),
        GoesFirst { seat } => (Some(seat), "goes first".into()),
        AfterInitiative { seat, ability } => {
            (Some(seat), format!("resolves {}", late(seat, Does::AfterInitiative, ability)))
        }
        BeforeFirstActivation { seat, ability } => {
            (Some(seat), format!("resolves {}", late(seat, Does::BeforeFirstActivation, ability)))
        }
        PlacesReserves { seat } => (Some(seat), "places its Reserves".into()),
        PhaseBegins { activations } => (None, format!("the first phase begins: {activations} activation")),
    };
    Line { step: event.step(), player: player.map(name), what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;
    use crate::miniatures::abilities::Abilities;
    use crate::miniatures::players::seat;
    use crate::miniatures::policy::{ByRule, Policy};
    use crate::miniatures::preround::preround;
    use crate::miniatures::switches::Switches;

    #[test]
    fn a_round_is_told_in_the_order_of_the_steps() {
        let player = |name: &str, words: &str| {
            Player::from_words(name, words, Policy::WhenLosing, Abilities::built_in()).unwrap()
        };
        let players = [player("Red", "recon,tactician:4,intuition"), player("Blue", "sense,battle-ready")];
        let contest = seat(&players, &Switches::default()).unwrap();
        let mut events = Vec::new();
        // Red keeps 9 of 9 and 3: 13. Blue has 12, exchanges: Red 16, Blue 9. That does not help, so it stays.
        preround(&mut Scripted::numbers([9, 3, 12]), &ByRule, &mut events, &contest);
        let story: Vec<String> = tell(&events, &contest, &players)
            .into_iter()
            .map(|line| format!("{} {} {}", line.step, line.player.unwrap_or_default(), line.what))
            .collect();
        assert_eq!(
            story,
            [
                "3 Red rolls 2 dice and keeps 9",
                "3 Blue rolls 12",
                "4 Red has a check of 13",
                "4 Blue has a check of 12",
                "7 Red wins initiative with the high roll",
                "10 Red goes first",
                "11 Red resolves Intuition",
                "13 Blue resolves Battle Ready",
                "14  the first phase begins: 1 activation",
            ]
        );
    }
}
