//! Whole battles of every mission.

use super::*;

#[test]
fn greedy_pilots_finish_a_space_superiority_battle() {
    let engagement = engagement("space-superiority", "4 Rookie Pilot", "8 Academy Pilot");
    let mut rounds = 0;
    let mut wins = [0; 2];
    let mut capped = 0;
    for index in 0..40 {
        let outcome = greedy_fight(&engagement, 1, index);
        rounds += u32::from(outcome.rounds);
        capped += u32::from(outcome.capped);
        if let Some(winner) = outcome.winner {
            wins[winner.index()] += 1;
        }
    }
    assert!(capped <= 4 && 5 * 40 < rounds, "{rounds} rounds, {wins:?}, {capped} capped");
    assert!(30 <= wins[0] + wins[1]);
}

/// The missions that the tabletop must play, each fought to its end.
#[test]
fn the_missions_of_the_board_are_playable() {
    let wanted = [
        "space-superiority",
        "supply-raid",
        "assassination",
        "vip-escort",
        "no-man-behind",
        "escalation",
        "wing-commander",
        "what-price-victory",
        "patrol-ambush",
        "divide-and-conquer",
        "micro-jumps",
        "hvt-recovery",
        "asset-recovery",
        "intelligence-gathering",
        "ambush",
    ];
    for mission in wanted {
        let engagement = engagement(mission, "3 Rookie Pilot", "4 Academy Pilot");
        let outcome = greedy_fight(&engagement, 3, 1);
        assert!(outcome.rounds <= engagement.switches.round_cap, "{mission}");
    }
}
