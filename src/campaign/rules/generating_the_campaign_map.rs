//! Rule: Generating the Campaign Map. (Campaign, "Generating the Campaign Map")
//!
//! A list of strategic targets. Each target has its own stream of luck, so that a change of one table leaves the
//! other targets as they were.

use crate::campaign::state::Target;
use crate::chance::{Chance, Luck, Purpose};
use crate::config::{MapRules, RuleSet, TargetCategory, TargetType};
use crate::ids::{TargetId, Terrain};

/// Rolls a whole map for so many players.
pub fn generate_map(luck: Luck, rules: &RuleSet, n_players: usize, targets: &mut Vec<Target>) {
    targets.clear();
    let count = number_of_targets(&mut luck.stream(Purpose::Map, 0), &rules.map, n_players);
    for place in 0..count {
        let id = TargetId(targets.len() as u8);
        let mut chance = luck.stream(Purpose::Map, 1 + place as u64);
        targets.push(strategic_target(&mut chance, rules, id));
    }
    for _ in 0..rules.map.trade_routes {
        targets.push(trade_route(TargetId(targets.len() as u8)));
    }
}

/// Determine Number of Strategic Targets, the Trade Route not counted.
pub fn number_of_targets(chance: &mut impl Chance, map: &MapRules, n_players: usize) -> usize {
    let (_, row) = map.number_of_targets.draw(chance);
    let further = n_players.saturating_sub(usize::from(map.base_players));
    usize::from(row.targets) + further * usize::from(map.targets_per_further_player)
}

/// Category, type, value and unusual feature of one target.
pub fn strategic_target(chance: &mut impl Chance, rules: &RuleSet, id: TargetId) -> Target {
    let map = &rules.map;
    let category = match map.first_target.0 {
        Some(category) if id.index() == 0 => category,
        _ => map.category.draw(chance).0,
    };
    let (type_, hidden, value) = type_and_value(chance, map, category);
    let (terrain, _) = map.unusual_feature.draw(chance);
    Target {
        id,
        category,
        type_,
        hidden,
        value,
        terrain: *terrain,
        unexplored: rules.unexplored.categories.contains(&category),
        owner: None,
    }
}

/// The type tables. A gas giant may hide an outpost, which is worth more than an ordinary one.
fn type_and_value(
    chance: &mut impl Chance,
    map: &MapRules,
    category: TargetCategory,
) -> (TargetType, bool, i16) {
    if let Some(table) = map.types(category) {
        let (type_, row) = table.draw(chance);
        return (*type_, false, row.value);
    }
    let (gas_giant, row) = map.gas_giant.draw(chance);
    match gas_giant.target_type() {
        Some(type_) => (type_, false, row.value),
        None => {
            let (type_, outpost) = map.outpost.draw(chance);
            (*type_, true, outpost.value + row.value)
        }
    }
}

/// A Lost Outpost: a random outpost in place of the world.
pub fn random_outpost(chance: &mut impl Chance, map: &MapRules) -> (TargetType, i16) {
    let (type_, row) = map.outpost.draw(chance);
    (*type_, row.value)
}

/// The Trade Route is no place: it has no value of its own, no owner between turns and no fixed feature.
pub fn trade_route(id: TargetId) -> Target {
    Target {
        id,
        category: TargetCategory::TradeRoute,
        type_: TargetType::TradeRoute,
        hidden: false,
        value: 0,
        terrain: Terrain::NoAsteroids,
        unexplored: false,
        owner: None,
    }
}

/// Fleet Point value of all targets together.
pub fn total_value(targets: &[Target]) -> i32 {
    targets.iter().map(|target| i32::from(target.value)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::testing::rules;
    use crate::chance::{Scripted, enumerate};

    #[test]
    fn number_of_targets_follows_the_dice_and_the_players() {
        let rules = rules();
        let roll = |dice: [u32; 2], players| {
            let mut chance = Scripted::numbers(dice);
            let count = number_of_targets(&mut chance, &rules.map, players);
            chance.assert_exhausted();
            count
        };
        // 2–4: six, 5–8: seven, 9–12: eight for two players, one more for each further player.
        assert_eq!([roll([1, 1], 2), roll([2, 2], 2), roll([1, 4], 2)], [6, 6, 7]);
        assert_eq!([roll([4, 4], 2), roll([4, 5], 2), roll([6, 6], 2)], [7, 8, 8]);
        assert_eq!([roll([3, 3], 3), roll([3, 3], 4), roll([3, 3], 12)], [8, 9, 17]);
    }

    #[test]
    fn first_target_is_a_settled_world_and_the_others_roll_their_category() {
        let rules = rules();
        // Type 2D6 = 7: Industrial World, 20; feature 8: Nebula.
        let mut chance = Scripted::numbers([3, 4, 8]);
        let first = strategic_target(&mut chance, &rules, TargetId(0));
        chance.assert_exhausted();
        assert_eq!(
            (first.category, first.type_),
            (TargetCategory::SettledWorld, TargetType::IndustrialWorld)
        );
        assert_eq!((first.value, first.terrain, first.unexplored), (20, Terrain::Nebula, false));
        // Category 2D6 = 7: Dead World; type 5: Molten World, 2; feature 14: Derelict.
        let mut chance = Scripted::numbers([3, 4, 5, 14]);
        let second = strategic_target(&mut chance, &rules, TargetId(1));
        chance.assert_exhausted();
        assert_eq!((second.category, second.type_), (TargetCategory::DeadWorld, TargetType::MoltenWorld));
        assert_eq!((second.value, second.terrain, second.unexplored), (2, Terrain::Derelict, true));
    }

    #[test]
    fn hidden_outpost_rolls_an_outpost_worth_two_more() {
        let rules = rules();
        // Category 5: Gas Giant; 6: hidden; outpost 1: Mining Outpost, 20 + 2; feature 1.
        let mut chance = Scripted::numbers([1, 4, 6, 1, 1]);
        let target = strategic_target(&mut chance, &rules, TargetId(3));
        chance.assert_exhausted();
        assert_eq!((target.type_, target.hidden, target.value), (TargetType::MiningOutpost, true, 22));
        assert_eq!(target.category, TargetCategory::GasGiant);
    }

    /// The category and type tables together, by enumeration of every roll against fractions worked out by hand.
    #[test]
    fn shares_of_categories_and_types_are_exact() {
        let rules = rules();
        let shares = enumerate(|chance| {
            let target = strategic_target_without_feature(chance, &rules);
            (target.0.key(), target.1.key(), target.2)
        });
        let share = |category, type_, hidden| shares[&(category, type_, hidden)];
        // Space Installation 2–4 is 6/36, its Repair Depot 4–5 is 2/6.
        assert!((share("space-installation", "repair-depot", false) - 6.0 / 36.0 * 2.0 / 6.0).abs() < 1e-12);
        // Gas Giant 5 is 4/36, hidden 1/6, Mining Outpost 2/6.
        assert!((share("gas-giant", "mining-outpost", true) - 4.0 / 36.0 / 6.0 * 2.0 / 6.0).abs() < 1e-12);
        // Dead World 7–8 is 11/36, Toxic World 1/6; Outpost 10–12 is 6/36; Settled World 6 is 5/36, Commerce 3/36.
        assert!((share("dead-world", "toxic-world", false) - 11.0 / 36.0 / 6.0).abs() < 1e-12);
        assert!((share("outpost", "chop-shop", false) - 6.0 / 36.0 / 6.0).abs() < 1e-12);
        assert!((share("settled-world", "commerce-world", false) - 5.0 / 36.0 * 3.0 / 36.0).abs() < 1e-12);
        assert!((share("uninhabited-world", "verdant-planet", false) - 4.0 / 36.0 * 2.0 / 6.0).abs() < 1e-12);
        assert!((shares.values().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    fn strategic_target_without_feature(
        chance: &mut impl Chance,
        rules: &RuleSet,
    ) -> (TargetCategory, TargetType, bool) {
        let category = rules.map.category.draw(chance).0;
        let (type_, hidden, _) = type_and_value(chance, &rules.map, category);
        (category, type_, hidden)
    }

    #[test]
    fn a_map_has_its_trade_route_last_and_is_the_same_for_the_same_luck() {
        let rules = rules();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        generate_map(Luck::new(42, 7), &rules, 4, &mut first);
        generate_map(Luck::new(42, 7), &rules, 4, &mut second);
        assert_eq!(first, second);
        assert!(first.last().unwrap().is_trade_route());
        assert!((9..=11).contains(&first.len()));
        assert!(first.iter().all(|target| target.owner.is_none()));
        let places: Vec<usize> = first.iter().map(|target| target.id.index()).collect();
        assert_eq!(places, (0..first.len()).collect::<Vec<_>>());
    }
}
