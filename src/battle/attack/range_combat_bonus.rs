//! Rule: Range combat bonus. (Rules Reference, "Range combat bonus")

/// Dice that the distance adds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bonus {
    pub attack_dice: u8,
    pub defense_dice: u8,
}

/// A band of the range ruler. Bands 4 and 5 are on the huge ships' ruler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum RangeBand {
    One = 1,
    Two,
    Three,
    Four,
    Five,
}

impl RangeBand {
    pub const ALL: [RangeBand; 5] =
        [RangeBand::One, RangeBand::Two, RangeBand::Three, RangeBand::Four, RangeBand::Five];

    pub const fn number(self) -> u8 {
        self as u8
    }

    pub fn from_number(number: u8) -> Option<RangeBand> {
        RangeBand::ALL.into_iter().find(|band| band.number() == number)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeaponKind {
    Primary,
    /// Secondary weapons get no range dice, for neither side.
    Secondary,
}

/// Primary weapons only; index is range - 1.
#[rustfmt::skip]
const RANGE_COMBAT_BONUS: [Bonus; 5] = [
    Bonus { attack_dice: 1, defense_dice: 0 }, // range 1
    Bonus { attack_dice: 0, defense_dice: 0 }, // range 2
    Bonus { attack_dice: 0, defense_dice: 1 }, // range 3
    Bonus { attack_dice: 0, defense_dice: 1 }, // range 4, huge ships only
    Bonus { attack_dice: 0, defense_dice: 1 }, // range 5, huge ships only
];

pub fn range_combat_bonus(weapon: WeaponKind, range: RangeBand) -> Bonus {
    match weapon {
        WeaponKind::Primary => RANGE_COMBAT_BONUS[usize::from(range.number()) - 1],
        WeaponKind::Secondary => Bonus::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_dice_are_for_primary_weapons_only() {
        let dice = |weapon, range| {
            let bonus = range_combat_bonus(weapon, range);
            (bonus.attack_dice, bonus.defense_dice)
        };
        assert_eq!(
            RangeBand::ALL.map(|range| dice(WeaponKind::Primary, range)),
            [(1, 0), (0, 0), (0, 1), (0, 1), (0, 1)]
        );
        for range in RangeBand::ALL {
            assert_eq!(dice(WeaponKind::Secondary, range), (0, 0));
            assert_eq!(RangeBand::from_number(range.number()), Some(range));
        }
        assert_eq!(RangeBand::from_number(0), None);
    }
}
