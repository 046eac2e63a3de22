//! Dividing a squad into groups where a mission wants them and the owner made none: both battle models do it alike.

use std::cmp::Reverse;

/// The group of each ship: about the same points in each, the cheapest group first.
///
/// The costliest ships first, each to the group that is cheapest so far.
pub fn even_groups(points: &[u16], count: u8) -> Vec<u8> {
    let count = usize::from(count.max(1));
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|ship| (Reverse(points[*ship]), *ship));
    let mut totals = vec![0_u32; count];
    let mut groups = vec![0_usize; points.len()];
    for ship in order {
        let group = (0..count).min_by_key(|group| totals[*group]).unwrap_or(0);
        totals[group] += u32::from(points[ship]);
        groups[ship] = group;
    }
    // A first group has a limit of its own in some missions: the cheapest keeps it best. An empty one comes last.
    let mut ranks: Vec<usize> = (0..count).collect();
    ranks.sort_by_key(|group| (totals[*group] == 0, totals[*group], *group));
    groups.iter().map(|group| ranks.iter().position(|rank| rank == group).unwrap_or(0) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_even_and_the_first_is_the_cheapest() {
        // 30, 30 and 40 go first, one each; 25 and 25 to the groups of 30; 10 to that of 40, now the cheapest.
        let points = [30, 25, 40, 10, 25, 30];
        let groups = even_groups(&points, 3);
        let total = |group: u8| -> u16 {
            groups.iter().zip(points).filter(|(of, _)| **of == group).map(|(_, points)| points).sum()
        };
        assert_eq!([total(0), total(1), total(2)], [50, 55, 55]);
        assert_eq!(even_groups(&[20, 20], 3), [0, 1]);
        assert_eq!(even_groups(&[], 3), [0_u8; 0]);
    }
}
