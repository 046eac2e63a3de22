//! A mission's restrictions on the number and price of ships, flattened for the squad search.

use crate::catalog::BaseSize;
use crate::config::mission::{Count, Restrictions};

/// Most ships of a squad: sizes of the rulebook end at 250 points, and no ship costs less than ten.
pub const MOST_SHIPS: u8 = 24;

/// Numbers that are allowed, as bits.
type Numbers = u32;

/// How many ships of which price a squad may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    ships: Numbers,
    small: Numbers,
    large: Numbers,
    small_points: u16,
    large_points: u16,
    small_of_class: u8,
    large_of_class: u8,
}

impl Default for Limits {
    /// Anything goes.
    fn default() -> Limits {
        let any = numbers(None);
        Limits {
            ships: any,
            small: any,
            large: any,
            small_points: u16::MAX,
            large_points: u16::MAX,
            small_of_class: u8::MAX,
            large_of_class: u8::MAX,
        }
    }
}

fn numbers(count: Option<&Count>) -> Numbers {
    let allows = |n: &u8| count.is_none_or(|count| count.allows(usize::from(*n)));
    (0..=MOST_SHIPS).filter(allows).fold(0, |bits, n| bits | 1 << n)
}

impl Limits {
    pub fn new(rule: &Restrictions) -> Limits {
        Limits {
            ships: numbers(rule.ships.as_ref()),
            small: numbers(rule.small_ships.as_ref()),
            large: numbers(rule.large_ships.as_ref()),
            small_points: rule.small_ship_points.unwrap_or(u16::MAX),
            large_points: rule.large_ship_points.unwrap_or(u16::MAX),
            small_of_class: rule.small_ships_of_one_class.unwrap_or(u8::MAX),
            large_of_class: rule.large_ships_of_one_class.unwrap_or(u8::MAX),
        }
    }

    /// The numbers of ships are as the mission wants them.
    pub fn allows(&self, small: u8, large: u8) -> bool {
        has(self.ships, small + large) && has(self.small, small) && has(self.large, large)
    }

    /// The numbers can still become what the mission wants by adding ships.
    pub fn may_grow_to(&self, small: u8, large: u8) -> bool {
        fewest_above(self.ships, small + large).is_some()
            && fewest_above(self.small, small).is_some()
            && fewest_above(self.large, large).is_some()
    }

    /// Ships that must still be added at least.
    pub fn fewest_more(&self, small: u8, large: u8) -> u8 {
        let more = |numbers, n: u8| fewest_above(numbers, n).map_or(0, |least| least - n);
        more(self.ships, small + large).max(more(self.small, small) + more(self.large, large))
    }

    /// Large ships that must be there at least.
    pub fn fewest_large(&self) -> u8 {
        fewest_above(self.large, 0).unwrap_or(0)
    }

    /// Whether any ship of a size may be there.
    pub fn may_have(&self, size: BaseSize) -> bool {
        match size {
            BaseSize::Small => fewest_above(self.small, 1).is_some(),
            BaseSize::Large => fewest_above(self.large, 1).is_some(),
            BaseSize::Huge => false,
        }
    }

    pub fn most_points(&self, size: BaseSize) -> u16 {
        if size == BaseSize::Large { self.large_points } else { self.small_points }
    }

    pub fn of_one_class(&self, size: BaseSize) -> u8 {
        if size == BaseSize::Large { self.large_of_class } else { self.small_of_class }
    }
}

fn has(numbers: Numbers, n: u8) -> bool {
    n <= MOST_SHIPS && numbers >> n & 1 == 1
}

/// The least allowed number that is not below `n`.
fn fewest_above(numbers: Numbers, n: u8) -> Option<u8> {
    let left = numbers.checked_shr(u32::from(n)).unwrap_or(0);
    (left != 0).then(|| n + left.trailing_zeros() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_know_how_many_ships_are_still_missing() {
        // Divide and Conquer: the defender flies 2, 4 or 6 small ships and no large one.
        let rule = Restrictions {
            small_ships: Some(Count { among: vec![2, 4, 6], ..Count::default() }),
            large_ships: Some(Count { max: Some(0), ..Count::default() }),
            ..Restrictions::default()
        };
        let limits = Limits::new(&rule);
        assert!(limits.allows(4, 0) && !limits.allows(3, 0) && !limits.allows(4, 1));
        assert_eq!(limits.fewest_more(3, 0), 1);
        assert!(limits.may_grow_to(5, 0) && !limits.may_grow_to(7, 0));
        assert!(limits.may_have(BaseSize::Small) && !limits.may_have(BaseSize::Large));
        // Data Theft: the defender flies at least four ships of any size.
        let four = Restrictions {
            ships: Some(Count { min: Some(4), ..Count::default() }),
            ..Restrictions::default()
        };
        assert_eq!(Limits::new(&four).fewest_more(1, 1), 2);
    }
}
