//! Rule: Attack. (Rules Reference, "Attack")

use super::dice::{AttackDice, DefenseDice};
use super::modifying_dice::{AttackModifiers, DefenseModifiers, modify_attack_dice, modify_defense_dice};
use crate::chance::{AttackFace, Chance, DefenseFace};

/// One attack, ready to be rolled: weapon, target, range and obstruction are in the numbers of dice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attack {
    pub attack_dice: u8,
    pub defense_dice: u8,
    pub attacker: AttackModifiers,
    pub defender: DefenseModifiers,
}

/// What an attack did, before damage is dealt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttackResult {
    /// Results that were not canceled.
    pub hits: u8,
    pub crits: u8,
    pub attacker_focus_spent: bool,
    pub lock_spent: bool,
    pub defender_focus_spent: bool,
    pub evade_spent: bool,
    /// The defender's pilot spent 1 XP on a reroll.
    pub judgment_spent: bool,
}

impl AttackResult {
    /// Any result that is left means that the attack hits.
    pub fn is_hit(&self) -> bool {
        0 < self.hits + self.crits
    }
}

/// Rolls one attack against one defender.
pub fn attack<C: Chance>(chance: &mut C, attack: &Attack) -> AttackResult {
    let mut result = AttackResult::default();
    // 1. Declare Target: done by the caller, who holds a legal `Attack`.
    // 2. Roll Attack Dice.
    let mut red = AttackDice::roll(chance, attack.attack_dice);
    // 3. Modify Attack Dice.
    modify_attack_dice(chance, &mut red, &attack.attacker, &mut result);
    let rolled = (red.count(AttackFace::Hit), red.count(AttackFace::Crit));
    // 4. Roll Defense Dice.
    let mut green = DefenseDice::roll(chance, attack.defense_dice);
    // 5. Modify Defense Dice.
    let evades = modify_defense_dice(chance, &mut green, &attack.defender, rolled, &mut result);
    debug_assert!(evades.0 == green.count(DefenseFace::Evade), "evades on dice are what the dice show");
    // 6. Compare Results.
    (result.hits, result.crits) = cancel(rolled, evades, &attack.defender);
    // 7. Deal Damage: the caller's, by `Toughness::suffer`.
    result
}

/// Each evade cancels one result, hits before crits. `evades`: on dice, and from tokens and the like.
pub fn cancel(
    (mut hits, mut crits): (u8, u8),
    (on_dice, added): (u8, u8),
    may: &DefenseModifiers,
) -> (u8, u8) {
    let mut on_dice = on_dice;
    let mut added = added;
    // The attacker takes away an evade on a die first: where dice count least, he would take another.
    let taken = may.evades_canceled.min(on_dice);
    on_dice -= taken;
    added -= (may.evades_canceled - taken).min(added);
    if may.hits_pass_dice {
        // Dice can only meet the crits; the rest meets hits first, as always.
        crits -= on_dice.min(crits);
        let on_hits = added.min(hits);
        return (hits - on_hits, crits - (added - on_hits).min(crits));
    }
    let evades = on_dice + added;
    if may.crits_first {
        let on_crits = evades.min(crits);
        return (hits - (evades - on_crits).min(hits), crits - on_crits);
    }
    let on_hits = evades.min(hits);
    hits -= on_hits;
    crits -= (evades - on_hits).min(crits);
    (hits, crits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Distribution, Scripted, enumerate};
    use AttackFace::{Blank, Crit, Focus, Hit};
    use DefenseFace::Evade;

    fn plain(attack_dice: u8, defense_dice: u8) -> Attack {
        Attack { attack_dice, defense_dice, ..Attack::default() }
    }

    /// (hits, crits) that get through.
    fn through(chance: &mut Scripted, what: &Attack) -> (u8, u8) {
        let result = attack(chance, what);
        chance.assert_exhausted();
        (result.hits, result.crits)
    }

    #[test]
    fn attack_cancels_hits_before_crits() {
        // Two evades: the hit goes first, then one of the two crits.
        let mut chance = Scripted::attack([Crit, Hit, Crit]).and_defense([Evade, Evade]);
        assert_eq!(through(&mut chance, &plain(3, 2)), (0, 1));
    }

    #[test]
    fn attack_focus_is_spent_only_on_focus_results() {
        let mut what = plain(2, 0);
        what.attacker.focus_token = true;
        let result = attack(&mut Scripted::attack([Hit, Blank]), &what);
        assert!(!result.attacker_focus_spent);
        let result = attack(&mut Scripted::attack([Focus, Focus]), &what);
        assert_eq!((result.hits, result.crits, result.attacker_focus_spent), (2, 0, true));
    }

    #[test]
    fn target_lock_rerolls_blanks_and_keeps_focus_results_for_the_token() {
        let mut what = plain(3, 0);
        what.attacker.target_lock = true;
        what.attacker.focus_token = true;
        // The blank is rerolled to a crit; both focus results become hits.
        let mut chance = Scripted::attack([Focus, Blank, Focus, Crit]);
        assert_eq!(through(&mut chance, &what), (2, 1));
        // Without the token the focus results are rerolled as well.
        what.attacker.focus_token = false;
        let mut chance = Scripted::attack([Focus, Blank, Hit, Blank, Hit]);
        assert_eq!(through(&mut chance, &what), (2, 0));
        // Nothing to reroll: the lock is kept.
        let result = attack(&mut Scripted::attack([Hit, Hit, Crit]), &what);
        assert!(!result.lock_spent);
    }

    #[test]
    fn evade_token_adds_a_result_and_is_kept_where_nothing_gets_through() {
        let mut what = plain(2, 1);
        what.defender.evade_token = true;
        let mut chance = Scripted::attack([Hit, Crit]).and_defense([Evade]);
        assert_eq!(through(&mut chance, &what), (0, 0));
        let result = attack(&mut Scripted::attack([Hit, Blank]).and_defense([Evade]), &what);
        assert!(!result.evade_spent);
    }

    #[test]
    fn defender_spends_focus_only_where_it_changes_what_gets_through() {
        let mut what = plain(2, 2);
        what.defender.focus_token = true;
        let focus = DefenseFace::Focus;
        let result = attack(&mut Scripted::attack([Hit, Hit]).and_defense([Evade, focus]), &what);
        assert_eq!((result.hits, result.defender_focus_spent), (0, true));
        let result = attack(&mut Scripted::attack([Hit, Blank]).and_defense([Evade, focus]), &what);
        assert_eq!((result.hits, result.defender_focus_spent), (0, false));
    }

    #[test]
    fn one_result_too_many_costs_the_evade_token_and_leaves_the_focus() {
        let mut what = plain(2, 2);
        what.defender.focus_token = true;
        what.defender.evade_token = true;
        let focus = DefenseFace::Focus;
        let result = attack(&mut Scripted::attack([Hit, Hit]).and_defense([Evade, focus]), &what);
        assert!(result.evade_spent && !result.defender_focus_spent);
        // Two too many: both.
        let mut what = plain(3, 2);
        what.defender.focus_token = true;
        what.defender.evade_token = true;
        let result = attack(&mut Scripted::attack([Hit, Hit, Hit]).and_defense([Evade, focus]), &what);
        assert!(result.evade_spent && result.defender_focus_spent);
        assert!(!result.is_hit());
    }

    #[test]
    fn hits_that_pass_dice_are_met_by_tokens_only() {
        let mut what = plain(3, 2);
        what.defender.hits_pass_dice = true;
        what.defender.evade_token = true;
        // The dice cancel the crit, the token one hit.
        let mut chance = Scripted::attack([Hit, Hit, Crit]).and_defense([Evade, Evade]);
        assert_eq!(through(&mut chance, &what), (1, 0));
    }

    #[test]
    fn judgment_rerolls_one_die_when_the_blow_would_be_the_last() {
        let mut what = plain(2, 1);
        what.defender.judgment_at = 2;
        what.defender.judgment_dice = 1;
        let blank = DefenseFace::Blank;
        let result = attack(&mut Scripted::attack([Hit, Hit]).and_defense([blank, Evade]), &what);
        assert_eq!((result.hits, result.judgment_spent), (1, true));
        let result = attack(&mut Scripted::attack([Hit, Blank]).and_defense([blank]), &what);
        assert_eq!((result.hits, result.judgment_spent), (1, false));
    }

    #[test]
    fn two_hits_instead_of_a_bad_roll_save_the_focus() {
        let mut what = plain(3, 0);
        what.attacker.two_hits_instead = true;
        what.attacker.focus_token = true;
        let result = attack(&mut Scripted::attack([Focus, Blank, Blank]), &what);
        assert_eq!((result.hits, result.crits, result.attacker_focus_spent), (2, 0, false));
        let result = attack(&mut Scripted::attack([Focus, Crit, Hit]), &what);
        assert_eq!((result.hits, result.crits), (2, 1));
    }

    #[test]
    fn cards_change_dice_in_their_order() {
        // One focus to a crit, the other kept, one blank to a hit: a focus is lost without a token.
        let mut what = plain(4, 0);
        what.attacker.focus_to_crits = 1;
        what.attacker.blanks_to_hits = 1;
        let mut chance = Scripted::attack([Focus, Focus, Blank, Blank]);
        assert_eq!(through(&mut chance, &what), (1, 1));
        // A defender's jammer turns a hit to a focus that no lock rerolls.
        let mut what = plain(1, 0);
        what.attacker.hits_to_focus = 1;
        what.attacker.target_lock = true;
        let mut chance = Scripted::attack([Hit]);
        assert_eq!(through(&mut chance, &what), (0, 0));
        // Heavy laser: rolled crits are hits.
        let mut what = plain(2, 0);
        what.attacker.rolled_crits_are_hits = true;
        what.attacker.hits_to_crits = 1;
        let mut chance = Scripted::attack([Crit, Crit]);
        assert_eq!(through(&mut chance, &what), (1, 1));
        // A guided missile turns a blank, else a hit, to a crit.
        let mut what = plain(2, 0);
        what.attacker.guidance = 2;
        assert_eq!(through(&mut Scripted::attack([Blank, Hit]), &what), (1, 1));
        assert_eq!(through(&mut Scripted::attack([Hit, Hit]), &what), (1, 1));
        // A crit for a lock that is kept.
        let mut what = plain(1, 0);
        what.attacker.target_lock = true;
        what.attacker.crit_for_kept_lock = true;
        assert_eq!(through(&mut Scripted::attack([Blank]), &what), (0, 1));
    }

    /// Three attack dice with focus against two: enumerated by counting dice that succeed.
    #[test]
    fn attack_with_focus_has_the_exact_binomial_distribution() {
        let mut what = plain(3, 2);
        what.attacker.focus_token = true;
        what.defender.evade_token = true;
        let exact: Distribution<u8> = enumerate(|chance| {
            let result = attack(chance, &what);
            result.hits + result.crits
        });
        // Successes of 3 at 3/4, less successes of 2 at 3/8, less one for the token.
        let binomial = |n: i32, k: i32, p: f64| {
            let choose = [1.0, f64::from(n), f64::from(n * (n - 1) / 2), 1.0][k as usize];
            choose * p.powi(k) * (1.0 - p).powi(n - k)
        };
        let mut expected = [0.0; 4];
        for hits in 0..=3 {
            for evades in 0..=2 {
                let left = (hits - evades - 1).max(0) as usize;
                expected[left] += binomial(3, hits, 0.75) * binomial(2, evades, 0.375);
            }
        }
        for (left, p) in expected.into_iter().enumerate() {
            let found = exact.get(&(left as u8)).copied().unwrap_or(0.0);
            assert!((found - p).abs() < 1e-12, "{left}: {found} {p}");
        }
    }
}
