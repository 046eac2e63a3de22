//! The fourteen steps with scripted dice; expected numbers are derived beside them.

use super::contest::{Contest, Entrant, Power, Powers, Price};
use super::events::{Reason, RoundEvent};
use super::policy::{ByRule, Decide, Policy};
use super::preround::{Outcome, preround};
use super::round::{Checks, Round};
use super::switches::Switches;
use crate::chance::Scripted;

fn with(powers: &[Power]) -> Entrant {
    let powers = powers.iter().fold(Powers::default(), |all, power| all.with(*power));
    Entrant { powers, save: 11, force_cost: [1, 2, 1], doellins_price: Price::Defeat, ..Entrant::PLAIN }
}

fn recon() -> Entrant {
    Entrant { extra_dice: 1, ..Entrant::PLAIN }
}

fn tactician(bonus: i8) -> Entrant {
    Entrant { tactician: bonus, ..Entrant::PLAIN }
}

fn switched(pairs: &[(&str, &str)]) -> Switches {
    let mut switches = Switches::default();
    for (name, word) in pairs {
        switches.set(name, word).unwrap();
    }
    switches
}

/// Plays one round with the numbers in the order in which the procedure draws them; all must be used.
fn play(
    players: &[Entrant],
    switches: Switches,
    decide: &impl Decide,
    numbers: &[u32],
) -> (Outcome, Vec<RoundEvent>) {
    let mut chance = Scripted::numbers(numbers.iter().copied());
    let mut events = Vec::new();
    let outcome = preround(&mut chance, decide, &mut events, &Contest::new(players, switches));
    chance.assert_exhausted();
    (outcome, events)
}

fn winner(players: &[Entrant], numbers: &[u32]) -> u8 {
    play(players, Switches::default(), &ByRule, numbers).0.winner
}

fn count(events: &[RoundEvent], wanted: impl Fn(&RoundEvent) -> bool) -> usize {
    events.iter().filter(|event| wanted(event)).count()
}

/// Uses everything; exchanges with a fixed partner each.
struct Fixed {
    partners: [Option<u8>; 8],
    anticipate: [bool; 8],
}

impl Decide for Fixed {
    fn luck(&self, _: &Contest, _: &Round, _: usize) -> [f64; 3] {
        [0.0, 1.0, 0.0]
    }
    fn broker(&self, _: &Contest, _: &Round, _: usize) -> f64 {
        1.0
    }
    fn foresee(&self, _: &Contest, _: &Round, _: usize) -> f64 {
        1.0
    }
    fn sense(&self, _: &Contest, _: &Round, _: &Checks, _: usize) -> f64 {
        1.0
    }
    fn partner(&self, _: &Contest, _: &Round, _: &Checks, seat: usize) -> Option<u8> {
        self.partners[seat]
    }
    fn anticipate(&self, _: &Contest, _: &Round, seat: usize, _: u8) -> f64 {
        f64::from(u8::from(self.anticipate[seat]))
    }
}

fn exchanging(partners: &[Option<u8>]) -> Fixed {
    let mut all = [None; 8];
    all[..partners.len()].copy_from_slice(partners);
    Fixed { partners: all, anticipate: [false; 8] }
}

// Step 1.

#[test]
fn step_1_a_sole_success_wins_and_dice_are_still_rolled() {
    // Player 1 wagers; the roll 3 against 18 only gives numbers.
    let (outcome, events) =
        play(&[with(&[Power::Wager]), tactician(6)], Switches::default(), &ByRule, &[3, 18]);
    assert_eq!((outcome.winner, outcome.used.wager, outcome.dice[..2].to_vec()), (0, 1, vec![3, 18]));
    assert!(events.contains(&RoundEvent::Won { seat: 0, by: Reason::Luck }));
}

#[test]
fn step_1_a_failed_save_cancels_nothing_but_is_paid() {
    // Save 10 misses 11. Recon still rolls two dice (4, 15); 15 against 14.
    let luck = Entrant { extra_dice: 1, ..with(&[Power::DoellinsLuck]) };
    let (outcome, _) = play(&[luck, Entrant::PLAIN], Switches::default(), &ByRule, &[10, 4, 15, 14]);
    assert_eq!((outcome.winner, outcome.used.doellins_luck, outcome.used.doellins_paid), (0, 1, 1));
    let unpaid = switched(&[("doellin-cost-on-fail", "false")]);
    let (outcome, _) = play(&[luck, Entrant::PLAIN], unpaid, &ByRule, &[10, 4, 15, 14]);
    assert_eq!((outcome.used.doellins_luck, outcome.used.doellins_paid), (1, 0));
}

#[test]
fn step_1_two_successes_block_each_other_and_still_cancel_the_rest() {
    // Save 11 makes it, the wager needs none: nobody's luck counts, Recon and Tactician are cancelled, costs
    // stay. Plain dice 9 and 12; with its +6 the first would have won.
    let lucky = Entrant { tactician: 6, extra_dice: 1, ..with(&[Power::DoellinsLuck]) };
    let (outcome, events) = play(&[lucky, with(&[Power::Wager])], Switches::default(), &ByRule, &[11, 9, 12]);
    assert_eq!((outcome.winner, outcome.used.doellins_paid, outcome.used.wager), (1, 1, 2));
    assert!(events.contains(&RoundEvent::LuckBlocked));
    assert!(events.contains(&RoundEvent::AbilitiesCancelled { seats: 3 }));
}

#[test]
fn step_1_readings_of_a_success() {
    let players = [with(&[Power::Wager]), Entrant { extra_dice: 1, ..Entrant::PLAIN }];
    // check-20: the opponent's Recon is cancelled; 20 against 19.
    let (outcome, _) = play(&players, switched(&[("luck-effect", "check-20")]), &ByRule, &[19]);
    assert_eq!(outcome.winner, 0);
    // check-20, tie with a 20: both roll plainly, 5 against 6.
    let (outcome, _) = play(&players, switched(&[("luck-effect", "check-20")]), &ByRule, &[20, 5, 6]);
    assert_eq!((outcome.winner, outcome.rerolls), (1, 1));
    // cancel-only: a plain roll, 5 against 6.
    let (outcome, _) = play(&players, switched(&[("luck-effect", "cancel-only")]), &ByRule, &[5, 6]);
    assert_eq!(outcome.winner, 1);
    // opponents: the lucky player's own Recon stays (4, 17), the other's goes (16).
    let own = [Entrant { extra_dice: 1, ..players[0] }, players[1]];
    let switches = switched(&[("luck-effect", "cancel-only"), ("luck-cancel-scope", "opponents")]);
    let (outcome, _) = play(&own, switches, &ByRule, &[4, 17, 16]);
    assert_eq!(outcome.winner, 0);
}

#[test]
fn step_1_among_three_players_two_successes_block_or_contend() {
    let players = [with(&[Power::Wager]), with(&[Power::Wager]), Entrant::PLAIN];
    let (outcome, _) = play(&players, Switches::default(), &ByRule, &[3, 5, 18]);
    assert_eq!(outcome.winner, 2);
    // all-players: the two who succeeded contend: 3 and 3 tie, then 9 beats 8, whatever the third rolls.
    let (outcome, _) =
        play(&players, switched(&[("luck-clash", "all-players")]), &ByRule, &[3, 3, 18, 9, 8, 20]);
    assert_eq!((outcome.winner, outcome.rerolls), (0, 1));
}

#[test]
fn step_1_without_a_character_to_stake_nobody_wagers() {
    let poor = Entrant { spare_characters: 0, ..with(&[Power::Wager]) };
    let (outcome, _) = play(&[poor, Entrant::PLAIN], Switches::default(), &ByRule, &[3, 18]);
    assert_eq!((outcome.winner, outcome.used.wager), (1, 0));
}

// Step 2.

#[test]
fn step_2_the_brokers_target_holds_a_one_and_a_character_is_defeated() {
    // Only the Broker's player rolls: 2 beats the forced 1.
    let (outcome, events) =
        play(&[with(&[Power::TacticsBroker]), tactician(6)], Switches::default(), &ByRule, &[2]);
    assert_eq!((outcome.winner, outcome.used.broker, outcome.used.broker_paid), (0, 1, 1));
    assert_eq!(count(&events, |event| matches!(event, RoundEvent::CharacterDefeated { seat: 0 })), 1);
}

#[test]
fn step_2_two_brokers_force_a_tie_which_cancels_both_and_refunds_nothing() {
    // Order of defeat: number 1 of 2. Both hold a 1: a tie; then plain 7 against 4.
    let broker = with(&[Power::TacticsBroker]);
    let (outcome, _) = play(&[broker, broker], Switches::default(), &ByRule, &[1, 7, 4]);
    assert_eq!((outcome.winner, outcome.rerolls, outcome.used.broker_paid), (0, 1, 3));
}

#[test]
fn step_2_sticky_one_survives_a_swap_and_value_does_not() {
    // The target has Sense: with the value reading it swaps its 1 for the Broker's 15 and wins.
    let players = [with(&[Power::TacticsBroker]), with(&[Power::Sense])];
    let (outcome, _) = play(&players, Switches::default(), &ByRule, &[15]);
    assert_eq!((outcome.winner, outcome.used.sense), (1, 2));
    // Sticky: the target rolls (18) but its check is 1, and no swap helps.
    let (outcome, _) = play(&players, switched(&[("broker-mode", "sticky")]), &ByRule, &[15, 18]);
    assert_eq!((outcome.winner, outcome.used.sense), (0, 0));
}

#[test]
fn step_2_brokers_on_one_target_all_pay_or_the_first_pays() {
    let aimed = Entrant { broker_target: 2, ..with(&[Power::TacticsBroker]) };
    let players = [aimed, aimed, Entrant::PLAIN];
    // Shuffle of two: number 1 of 2 swaps them, so seat 1 is defeated first. Dice 12, 9 and the forced 1.
    let (outcome, _) = play(&players, Switches::default(), &ByRule, &[1, 12, 9]);
    assert_eq!((outcome.winner, outcome.used.broker_paid), (0, 0b11));
    let first_pays = switched(&[("broker-shared-target", "first-pays")]);
    let (outcome, _) = play(&players, first_pays, &ByRule, &[1, 12, 9]);
    assert_eq!((outcome.winner, outcome.used.broker, outcome.used.broker_paid), (0, 0b11, 0b10));
}

// Step 3.

#[test]
fn step_3_recon_rolls_two_dice_and_keeps_one() {
    let (outcome, events) = play(&[recon(), Entrant::PLAIN], Switches::default(), &ByRule, &[14, 6, 13]);
    assert_eq!((outcome.winner, outcome.dice[0]), (0, 14));
    assert!(events.contains(&RoundEvent::Rolled { seat: 0, dice: 2, kept: 14 }));
    let lowest = switched(&[("recon-choice", "lowest")]);
    assert_eq!(play(&[recon(), Entrant::PLAIN], lowest, &ByRule, &[14, 6, 13]).0.winner, 1);
    // With Reserves on a 6 the player may want the 6.
    let reserves = Entrant { reserves: 6, ..recon() };
    let wanted = switched(&[("recon-choice", "reserves")]);
    let (outcome, _) = play(&[reserves, Entrant::PLAIN], wanted, &ByRule, &[14, 6, 13]);
    assert_eq!((outcome.winner, outcome.dice[0], outcome.reserves), (1, 6, 1));
}

#[test]
fn step_3_foreseen_recon_rolls_three_dice_and_keeps_the_lowest() {
    // The facts' example: 14, 6, 19 give 6; the foreseer's own 7 wins.
    let (outcome, events) =
        play(&[with(&[Power::Foresee]), recon()], Switches::default(), &ByRule, &[7, 14, 6, 19]);
    assert_eq!((outcome.winner, outcome.dice[1], outcome.used.foresee), (0, 6, 1));
    assert!(events.contains(&RoundEvent::Rolled { seat: 1, dice: 3, kept: 6 }));
}

#[test]
fn step_3_foresee_applies_to_the_first_roll_only_and_recon_to_all() {
    // First roll 6 against the lowest of 14, 6, 19: a tie. Then one die (5) against two (4, 9).
    let (outcome, _) =
        play(&[with(&[Power::Foresee]), recon()], Switches::default(), &ByRule, &[6, 14, 6, 19, 5, 4, 9]);
    assert_eq!((outcome.winner, outcome.rerolls), (1, 1));
}

#[test]
fn step_3_two_foresees_on_one_target_add_one_die_or_two() {
    let aimed = Entrant { foresee_target: 2, ..with(&[Power::Foresee]) };
    let players = [aimed, aimed, Entrant::PLAIN];
    let (outcome, _) = play(&players, Switches::default(), &ByRule, &[7, 8, 14, 9]);
    assert_eq!((outcome.winner, outcome.dice[2]), (2, 9));
    let stacked = switched(&[("foresee-stack", "true")]);
    let (outcome, _) = play(&players, stacked, &ByRule, &[7, 8, 14, 9, 2]);
    assert_eq!((outcome.winner, outcome.dice[2]), (1, 2));
}

// Step 4.

#[test]
fn step_4_bonuses_are_added_to_the_kept_die_but_not_to_a_one() {
    assert_eq!(winner(&[tactician(4), Entrant::PLAIN], &[10, 13]), 0); // 14 against 13
    assert_eq!(winner(&[tactician(4), Entrant::PLAIN], &[1, 2]), 1); // 1 against 2
    assert_eq!(winner(&[tactician(-4), Entrant::PLAIN], &[10, 7]), 1); // 6 against 7
    let allowed = switched(&[("nat1-blocks-bonus", "false")]);
    assert_eq!(play(&[tactician(4), Entrant::PLAIN], allowed, &ByRule, &[1, 2]).0.winner, 0); // 5 against 2
    let circle = Entrant { other_bonus: 3, ..tactician(4) };
    assert_eq!(winner(&[circle, Entrant::PLAIN], &[10, 16]), 0); // 17 against 16
}

// Step 5.

#[test]
fn step_5_a_tie_for_high_cancels_tactician_and_all_roll_again() {
    // 10 + 4 against 14 tie; then 10 against 12 without the bonus. The third player, below, rolls again too.
    let (outcome, _) = play(
        &[tactician(4), Entrant::PLAIN, Entrant::PLAIN],
        Switches::default(),
        &ByRule,
        &[10, 14, 3, 10, 12, 11],
    );
    assert_eq!((outcome.winner, outcome.rerolls, outcome.dice[2]), (1, 1, 11));
}

#[test]
fn step_5_a_tie_below_the_high_is_no_tie() {
    assert_eq!(winner(&[Entrant::PLAIN; 3], &[9, 9, 15]), 2);
}

#[test]
fn step_5_reading_of_what_a_tie_cancels() {
    let circle = Entrant { other_bonus: 3, ..Entrant::PLAIN };
    // 10 + 3 against 13 tie. Family: then 10 against 12. Tactician only: 13 against 12.
    assert_eq!(winner(&[circle, Entrant::PLAIN], &[10, 13, 10, 12]), 1);
    let only = switched(&[("tie-cancels", "tactician-only")]);
    assert_eq!(play(&[circle, Entrant::PLAIN], only, &ByRule, &[10, 13, 10, 12]).0.winner, 0);
}

// Step 6.

#[test]
fn step_6_a_swap_can_make_a_tie_which_is_rolled_again() {
    // A: +4 and die 12, check 16; B: die 8. B swaps: A holds 8, check 12; B holds 12: a tie. Then plain 3, 5.
    let decide = exchanging(&[None, Some(0)]);
    let (outcome, _) =
        play(&[tactician(4), with(&[Power::Sense])], Switches::default(), &decide, &[12, 8, 3, 5]);
    assert_eq!((outcome.winner, outcome.rerolls, outcome.used.sense), (1, 1, 2));
}

#[test]
fn step_6a_when_all_players_use_it_nothing_changes() {
    let sense = with(&[Power::Sense]);
    let (outcome, events) =
        play(&[sense, sense], Switches::default(), &exchanging(&[Some(1), Some(0)]), &[12, 8]);
    assert_eq!((outcome.winner, outcome.used.sense, outcome.dice[0]), (0, 3, 12));
    assert!(events.contains(&RoundEvent::SensedByAll));
}

#[test]
fn step_6b_a_user_may_exchange_with_nobody() {
    let sense = with(&[Power::Sense]);
    let (outcome, _) =
        play(&[sense, Entrant::PLAIN], Switches::default(), &exchanging(&[None, None]), &[12, 8]);
    assert_eq!((outcome.winner, outcome.used.sense), (0, 1));
}

#[test]
fn step_6c_exchanges_go_from_the_highest_check_down() {
    // Dice 10, 15, 20; seats 0 and 1 both name seat 2. Seat 1 (15) first: 10, 20, 15. Then seat 0: 15, 20, 10.
    let sense = with(&[Power::Sense]);
    let decide = exchanging(&[Some(2), Some(2), None]);
    let (outcome, _) = play(&[sense, sense, Entrant::PLAIN], Switches::default(), &decide, &[10, 15, 20]);
    assert_eq!((outcome.winner, outcome.dice[..3].to_vec()), (1, vec![15, 20, 10]));
}

#[test]
fn step_6c_equal_checks_exchange_in_random_order_or_by_seat() {
    // Dice 10, 10, 20. Drawn number 1 of 2 puts seat 1 first: it takes the 20, seat 0 then the 10 left behind.
    let sense = with(&[Power::Sense]);
    let decide = exchanging(&[Some(2), Some(2), None]);
    let players = [sense, sense, Entrant::PLAIN];
    assert_eq!(play(&players, Switches::default(), &decide, &[10, 10, 20, 1]).0.winner, 1);
    assert_eq!(play(&players, Switches::default(), &decide, &[10, 10, 20, 2]).0.winner, 0);
    let seat = switched(&[("sense-equal-order", "seat")]);
    assert_eq!(play(&players, seat, &decide, &[10, 10, 20]).0.winner, 0);
}

#[test]
fn step_6d_the_window_is_once_a_round_or_once_a_player() {
    // 12 against 8: the second swaps to 12. Once: that is all. Per player: the first, now losing, swaps back.
    let sense = with(&[Power::Sense]);
    assert_eq!(winner(&[sense, sense], &[12, 8]), 1);
    let each = switched(&[("sense-window", "per-player")]);
    let (outcome, _) = play(&[sense, sense], each, &ByRule, &[12, 8]);
    assert_eq!((outcome.winner, outcome.used.sense), (0, 3));
}

#[test]
fn step_6_costs_force_points_and_needs_them() {
    let poor = Entrant { force: [1; 3], ..with(&[Power::Sense]) };
    assert_eq!(winner(&[Entrant::PLAIN, poor], &[12, 8]), 0);
    let rich = Entrant { force: [2; 3], ..poor };
    assert_eq!(winner(&[Entrant::PLAIN, rich], &[12, 8]), 1);
}

// Step 7.

#[test]
fn step_7_master_tactician_wins_unless_the_die_is_a_one() {
    let master = with(&[Power::Master]);
    assert_eq!(winner(&[master, Entrant::PLAIN], &[2, 20]), 0);
    assert_eq!(winner(&[master, Entrant::PLAIN], &[1, 2]), 1);
    let works = switched(&[("master-fails-on-one", "false")]);
    assert_eq!(play(&[master, Entrant::PLAIN], works, &ByRule, &[1, 2]).0.winner, 0);
}

#[test]
fn step_7_a_one_handed_over_disables_the_master() {
    // Master holds 17, the other a 1 and Sense: after the swap the master holds the 1.
    assert_eq!(winner(&[with(&[Power::Master]), with(&[Power::Sense])], &[17, 1]), 1);
}

#[test]
fn step_7_of_several_masters_the_highest_roll_wins() {
    let master = with(&[Power::Master]);
    assert_eq!(winner(&[master, master, Entrant::PLAIN], &[9, 8, 15]), 0);
    // Checks or dice: 8 + 4 = 12 beats 9, but the die 9 beats 8.
    let bonus = Entrant { tactician: 4, ..master };
    assert_eq!(winner(&[master, bonus, Entrant::PLAIN], &[9, 8, 15]), 1);
    let die = switched(&[("master-compare", "die")]);
    assert_eq!(play(&[master, bonus, Entrant::PLAIN], die, &ByRule, &[9, 8, 15]).0.winner, 0);
}

#[test]
fn step_7_masters_tied_below_the_high_roll_off_without_changing_checks() {
    // 9, 9, 15: no tie for high; the masters roll off (second of two), the 15 does not win.
    let master = with(&[Power::Master]);
    let (outcome, events) =
        play(&[master, master, Entrant::PLAIN], Switches::default(), &ByRule, &[9, 9, 15, 2]);
    assert_eq!((outcome.winner, outcome.rerolls, outcome.dice[..3].to_vec()), (1, 0, vec![9, 9, 15]));
    assert!(events.contains(&RoundEvent::RolledOff { tied: 0b11, seat: 1 }));
}

#[test]
fn step_7_a_tie_for_high_comes_before_master_tactician_unless_switched() {
    let master = with(&[Power::Master]);
    // 14 and 14 tie: both roll again, and now the master's die is a 1.
    assert_eq!(winner(&[master, Entrant::PLAIN], &[14, 14, 1, 5]), 1);
    let later = switched(&[("tie-before-master", "false")]);
    assert_eq!(play(&[master, Entrant::PLAIN], later, &ByRule, &[14, 14]).0.winner, 0);
}

// Step 8.

#[test]
fn step_8_the_loser_rerolls_and_must_keep_the_result() {
    let anticipation = with(&[Power::Anticipation]);
    let (outcome, _) = play(&[anticipation, Entrant::PLAIN], Switches::default(), &ByRule, &[5, 9, 10]);
    assert_eq!((outcome.winner, outcome.used.anticipation, outcome.dice[0]), (0, 1, 10));
    let (outcome, _) = play(&[anticipation, Entrant::PLAIN], Switches::default(), &ByRule, &[5, 9, 2]);
    assert_eq!((outcome.winner, outcome.dice[0]), (1, 2));
}

#[test]
fn step_8_rerolls_two_dice_with_recon_and_is_not_foreseen() {
    // Foreseen and Recon: 18, 4, 16 give 4, against 9. The reroll has two dice: 3 and 12.
    let both = Entrant { extra_dice: 1, ..with(&[Power::Anticipation]) };
    let (outcome, _) =
        play(&[both, with(&[Power::Foresee])], Switches::default(), &ByRule, &[18, 4, 16, 9, 3, 12]);
    assert_eq!((outcome.winner, outcome.dice[0]), (0, 12));
}

#[test]
fn step_8_returns_to_step_4_where_a_tie_sends_all_back_to_step_3() {
    // 5 + 4 against 12; the reroll 8 + 4 ties; bonuses are cancelled; then 6 against 7, and no second window.
    let both = Entrant { tactician: 4, ..with(&[Power::Anticipation]) };
    let (outcome, _) = play(&[both, Entrant::PLAIN], Switches::default(), &ByRule, &[5, 12, 8, 6, 7]);
    assert_eq!((outcome.winner, outcome.rerolls), (1, 1));
}

#[test]
fn step_8_the_window_is_once_a_round_or_once_a_player() {
    let anticipation = with(&[Power::Anticipation]);
    // 5 against 9: the first rerolls to 10. Once: that is all. Per player: the second rerolls to 15.
    assert_eq!(winner(&[anticipation, anticipation], &[5, 9, 10]), 0);
    let each = switched(&[("antic-window", "per-player")]);
    assert_eq!(play(&[anticipation, anticipation], each, &ByRule, &[5, 9, 10, 15]).0.winner, 1);
}

#[test]
fn step_8_replaces_a_brokers_one_unless_it_sticks() {
    let players = [with(&[Power::TacticsBroker]), with(&[Power::Anticipation])];
    assert_eq!(winner(&players, &[15, 16]), 1);
    let sticky = switched(&[("broker-mode", "sticky")]);
    assert_eq!(play(&players, sticky, &ByRule, &[15, 18, 16]).0.winner, 0);
}

// Steps 9 to 14.

#[test]
fn step_9_reserves_come_on_their_number() {
    let reserves = Entrant { reserves: 7, ..Entrant::PLAIN };
    let (outcome, events) = play(&[Entrant::PLAIN, reserves], Switches::default(), &ByRule, &[12, 7]);
    assert_eq!((outcome.winner, outcome.reserves), (0, 2));
    // Gained in step 9, but placed only before the own first activation: not in step 13 of the first player.
    assert!(events.contains(&RoundEvent::GainedReserves { seat: 1 }));
    assert!(!events.contains(&RoundEvent::PlacesReserves { seat: 1 }));
}

#[test]
fn step_9_reading_of_the_number() {
    let player = Entrant { reserves: 7, ..with(&[Power::Anticipation]) };
    // First 7, then rerolled to 9.
    let numbers = [7, 8, 9];
    let players = [player, Entrant::PLAIN];
    assert_eq!(play(&players, Switches::default(), &ByRule, &numbers).0.reserves, 0);
    let first = switched(&[("reserves-number-source", "first-die")]);
    assert_eq!(play(&players, first, &ByRule, &numbers).0.reserves, 1);
    // A check of 7 from a die of 3.
    let bonus = Entrant { reserves: 7, ..tactician(4) };
    let check = switched(&[("reserves-number-source", "check")]);
    assert_eq!(play(&[bonus, Entrant::PLAIN], check, &ByRule, &[3, 12]).0.reserves, 1);
}

#[test]
fn step_10_the_winner_decides_and_the_rest_follow_clockwise() {
    let (outcome, _) = play(&[Entrant::PLAIN; 4], Switches::default(), &ByRule, &[3, 9, 18, 12]);
    assert_eq!(outcome.order[..4], [2, 3, 0, 1]);
    let next = switched(&[("first-choice", "next")]);
    assert_eq!(play(&[Entrant::PLAIN; 4], next, &ByRule, &[3, 9, 18, 12]).0.order[..4], [3, 0, 1, 2]);
    let by_check = switched(&[("order-after-first", "by-check")]);
    assert_eq!(play(&[Entrant::PLAIN; 4], by_check, &ByRule, &[3, 9, 18, 12]).0.order[..4], [2, 3, 1, 0]);
}

#[test]
fn steps_11_to_14_go_in_initiative_order_and_end_with_one_activation() {
    let quick = Entrant { after_initiative: 0b11, ..Entrant::PLAIN };
    let ready =
        Entrant { after_initiative: 0b100, before_first_activation: 1, reserves: 18, ..Entrant::PLAIN };
    let (_, events) = play(&[quick, ready], Switches::default(), &ByRule, &[3, 18]);
    let tail: Vec<_> = events.iter().filter(|event| 9 <= event.step()).copied().collect();
    assert_eq!(
        tail,
        [
            RoundEvent::GainedReserves { seat: 1 },
            RoundEvent::GoesFirst { seat: 1 },
            RoundEvent::AfterInitiative { seat: 1, ability: 2 },
            RoundEvent::AfterInitiative { seat: 0, ability: 0 },
            RoundEvent::AfterInitiative { seat: 0, ability: 1 },
            RoundEvent::BeforeFirstActivation { seat: 1, ability: 0 },
            RoundEvent::PlacesReserves { seat: 1 },
            RoundEvent::PhaseBegins { activations: 1 },
        ]
    );
    // The steps never go back after the ninth.
    assert!(tail.windows(2).all(|pair| pair[0].step() <= pair[1].step()));
}

#[test]
fn policy_never_uses_nothing_that_asks_for_a_decision() {
    let all = [Power::Wager, Power::TacticsBroker, Power::Foresee, Power::Sense, Power::Anticipation];
    let never = Entrant { policy: Policy::Never, ..with(&all) };
    let (outcome, _) = play(&[never, Entrant::PLAIN], Switches::default(), &ByRule, &[3, 4]);
    assert_eq!((outcome.winner, outcome.used), (1, Default::default()));
}
