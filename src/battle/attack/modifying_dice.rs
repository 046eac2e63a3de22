//! Rule: Modifying dice. (Rules Reference, "Modifying dice", "Focus", "Target lock", "Evade")
//!
//! Both sides play sensibly and by fixed rules: what costs nothing is always used; rerolls come before changes;
//! a token is spent only where it changes a die (attack) or what gets through (defense).

use super::dice::{AttackDice, DefenseDice};
use super::sequence::AttackResult;
use crate::chance::{AttackFace, Chance, DefenseFace};

/// A number of dice that no roll reaches: "all".
pub const ALL_DICE: u8 = u8::MAX;

/// What may happen to the attack dice. Default: nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AttackModifiers {
    /// A focus token to spend: all focus results become hits.
    pub focus_token: bool,
    /// A target lock on the defender to spend: any dice may be rerolled.
    pub target_lock: bool,
    /// The attacker may reroll that many dice for nothing.
    pub rerolls: u8,
    /// As `rerolls`, blanks only.
    pub blank_rerolls: u8,
    /// Rolled crits count as hits at once, before anything else.
    pub rolled_crits_are_hits: bool,
    /// The defender turns that many hits to focus results, which the attacker may not reroll.
    pub hits_to_focus: u8,
    pub blanks_to_focus: u8,
    pub blanks_to_hits: u8,
    /// Blanks turned to hits when the focus token is spent.
    pub blanks_to_hits_with_focus: u8,
    pub focus_to_crits: u8,
    /// Focus results turned to hits without a token; `ALL_DICE` for all.
    pub focus_to_hits: u8,
    pub hits_to_crits: u8,
    /// Any one die becomes a hit (1) or a crit (2).
    pub guidance: u8,
    /// A crit added where the lock was kept.
    pub crit_for_kept_lock: bool,
    /// The whole roll may be replaced by exactly two hits.
    pub two_hits_instead: bool,
}

/// What may happen to the defense dice. Default: nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DefenseModifiers {
    pub focus_token: bool,
    pub evade_token: bool,
    /// The attacker turns that many evades to focus results.
    pub evades_to_focus: u8,
    pub blank_rerolls: u8,
    pub focus_rerolls: u8,
    /// The defender may reroll that many dice, whatever they show.
    pub rerolls: u8,
    pub blanks_to_evades: u8,
    /// Focus results that count as evades without a token; `ALL_DICE` for all.
    pub focus_to_evades: u8,
    /// Evade results added without a token.
    pub added_evades: u8,
    /// One evade more where the dice, as rolled, show exactly so many.
    pub guessed_evades: Option<u8>,
    /// Evades that the attacker takes away before the comparison.
    pub evades_canceled: u8,
    /// Evades cancel crits before hits.
    pub crits_first: bool,
    /// Dice do not cancel hits; tokens and added results do.
    pub hits_pass_dice: bool,
    /// Tactical judgment: dice are rerolled when at least this much would get through; 0: never.
    pub judgment_at: u8,
    /// Dice that it rerolls.
    pub judgment_dice: u8,
}

/// Step 3: Modify Attack Dice. The defender's effects come first, then the attacker's.
pub fn modify_attack_dice<C: Chance>(
    chance: &mut C,
    dice: &mut AttackDice,
    may: &AttackModifiers,
    result: &mut AttackResult,
) {
    use AttackFace::*;
    if may.rolled_crits_are_hits {
        dice.change(Crit, Hit, ALL_DICE);
    }
    dice.change_for_good(Hit, Focus, may.hits_to_focus);

    reroll_attack_dice(chance, dice, may, result);

    dice.change(Blank, Focus, may.blanks_to_focus);
    dice.change(Blank, Hit, may.blanks_to_hits);
    dice.change(Focus, Crit, may.focus_to_crits);
    dice.change(Focus, Hit, may.focus_to_hits);
    let hopeless = may.two_hits_instead && dice.count(Hit) + dice.count(Crit) + dice.count(Focus) < 2;
    if may.focus_token && 0 < dice.count(Focus) && !hopeless {
        dice.change(Focus, Hit, ALL_DICE);
        dice.change(Blank, Hit, may.blanks_to_hits_with_focus);
        result.attacker_focus_spent = true;
    }
    if 0 < may.guidance {
        let to = if may.guidance == 2 { Crit } else { Hit };
        let worst = if 0 < dice.count(Blank) { Blank } else { Focus };
        if dice.change(worst, to, 1) == 0 && to == Crit {
            dice.change(Hit, Crit, 1);
        }
    }
    dice.change(Hit, Crit, may.hits_to_crits);
    if may.crit_for_kept_lock && !result.lock_spent {
        dice.add(Crit, 1);
    }
    if may.two_hits_instead && dice.count(Hit) + dice.count(Crit) < 2 {
        *dice = AttackDice::default();
        dice.add(Hit, 2);
    }
}

/// Rerolls: blanks always; focus results only where nothing will turn them.
fn reroll_attack_dice<C: Chance>(
    chance: &mut C,
    dice: &mut AttackDice,
    may: &AttackModifiers,
    result: &mut AttackResult,
) {
    use AttackFace::*;
    let turned =
        if may.focus_token { ALL_DICE } else { may.focus_to_crits.saturating_add(may.focus_to_hits) };
    let spare_blanks = may.blanks_to_focus.saturating_add(may.blanks_to_hits);
    let bad_blanks =
        |dice: &AttackDice| dice.count(Blank).saturating_sub(spare_blanks).min(dice.rerollable(Blank));
    let bad_focus = |dice: &AttackDice| dice.count(Focus).saturating_sub(turned).min(dice.rerollable(Focus));

    let n = bad_blanks(dice).min(may.blank_rerolls);
    dice.reroll(chance, Blank, n);
    let n = bad_blanks(dice).min(may.rerolls);
    let rerolled = dice.reroll(chance, Blank, n);
    let n = bad_focus(dice).min(may.rerolls - rerolled);
    dice.reroll(chance, Focus, n);
    // A kept lock is worth a crit to some: for them a single reroll does not pay.
    if may.target_lock && !may.crit_for_kept_lock {
        let (blanks, focus) = (bad_blanks(dice), bad_focus(dice));
        if 0 < blanks + focus {
            // Dice are chosen before any of them is rolled.
            dice.reroll(chance, Blank, blanks);
            dice.reroll(chance, Focus, focus);
            result.lock_spent = true;
        }
    }
}

/// Step 5: Modify Defense Dice. The attacker's effects come first, then the defender's. Returns the evade results
/// from dice and those from elsewhere; `hits` and `crits` are what the attack dice show.
pub fn modify_defense_dice<C: Chance>(
    chance: &mut C,
    dice: &mut DefenseDice,
    may: &DefenseModifiers,
    (hits, crits): (u8, u8),
    result: &mut AttackResult,
) -> (u8, u8) {
    use DefenseFace::*;
    let guess_is_right = may.guessed_evades == Some(dice.count(Evade));
    dice.change(Evade, Focus, may.evades_to_focus);
    let kept_focus = if may.focus_token { ALL_DICE } else { may.focus_to_evades };
    let n = dice.count(Blank).saturating_sub(may.blanks_to_evades).min(may.blank_rerolls);
    dice.reroll(chance, Blank, n);
    let n = dice.count(Blank).saturating_sub(may.blanks_to_evades).min(may.rerolls);
    let rerolled = dice.reroll(chance, Blank, n);
    let n = dice.count(Focus).saturating_sub(kept_focus);
    dice.reroll(chance, Focus, n.min(may.focus_rerolls + may.rerolls - rerolled));
    dice.change(Blank, Evade, may.blanks_to_evades);
    dice.change(Focus, Evade, may.focus_to_evades);

    let mut added = may.added_evades + u8::from(guess_is_right);
    let through = |dice: &DefenseDice, added: u8| {
        let (hits, crits) = super::cancel((hits, crits), (dice.count(Evade), added), may);
        hits + crits
    };
    // One evade token does where one result is missing, and leaves the focus for later.
    let missing = through(dice, added);
    if 0 < missing && may.evade_token && (missing == 1 || !may.focus_token || dice.count(Focus) == 0) {
        added += 1;
        result.evade_spent = true;
    }
    let missing = through(dice, added);
    if 0 < missing && may.focus_token && 0 < dice.count(Focus) {
        let mut turned = *dice;
        turned.change(Focus, Evade, ALL_DICE);
        if through(&turned, added) < missing {
            *dice = turned;
            result.defender_focus_spent = true;
        }
    }
    if 0 < through(dice, added) && may.evade_token && !result.evade_spent {
        added += 1;
        result.evade_spent = true;
    }
    if 0 < may.judgment_at && may.judgment_at <= through(dice, added) {
        let blanks = dice.reroll(chance, Blank, may.judgment_dice);
        let eyes = dice.reroll(chance, Focus, may.judgment_dice - blanks);
        result.judgment_spent = 0 < blanks + eyes;
    }
    (dice.count(Evade), added)
}
