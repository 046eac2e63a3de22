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

/// Battles that a tactician who pursues his objective wins: how often the side does of so many.
fn objective_wins(mission: &str, attacker: &str, defender: &str, side: Side, battles: u64) -> u64 {
    let engagement = engagement(mission, attacker, defender);
    let won = |index: &u64| {
        let luck = Luck::new(17, *index);
        let mut a = policy::thinking(policy_stream(luck, 0, Side::Attacker));
        let mut b = policy::thinking(policy_stream(luck, 0, Side::Defender));
        let outcome = fight(&engagement, luck, 0, [&mut a, &mut b], &mut Null).expect("playable");
        assert!(!outcome.capped, "{mission}: the battle of seed {index} did not end");
        outcome.winner == Some(side)
    };
    (0..battles).filter(won).count() as u64
}

/// With far the stronger squad a tactician does what the mission is about, in either role.
#[test]
fn tacticians_pursue_the_objective_of_their_role() {
    let (strong, weak) = ("4 Red Squadron Pilot", "Academy Pilot");
    #[rustfmt::skip]
    let cases = [
        // Mission, side that must do something, how many of 12 battles it wins at least.
        ("vip-escort",             Side::Attacker, 10),
        ("vip-escort",             Side::Defender, 11),
        ("no-man-behind",          Side::Attacker, 10),
        ("no-man-behind",          Side::Defender, 11),
        ("assassination",          Side::Attacker, 11),
        ("assassination",          Side::Defender, 11),
        ("wing-commander",         Side::Attacker, 11),
        ("hvt-recovery",           Side::Attacker, 10),
        ("hvt-recovery",           Side::Defender, 11),
        ("asset-recovery",         Side::Attacker, 11),
        ("asset-recovery",         Side::Defender, 11),
        ("intelligence-gathering", Side::Attacker, 11),
        ("intelligence-gathering", Side::Defender, 11),
        ("supply-raid",            Side::Defender, 11),
        ("ambush",                 Side::Attacker, 11),
    ];
    for (mission, side, least) in cases {
        let squads = if side == Side::Attacker { [strong, weak] } else { [weak, strong] };
        let won = objective_wins(mission, squads[0], squads[1], side, 12);
        assert!(least <= won, "{mission}, {side:?}: {won} of 12");
    }
}
