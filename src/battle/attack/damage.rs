//! Rule: Damage. (Rules Reference, "Damage")

/// What stands between a ship and its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Toughness {
    pub shields: u8,
    pub hull: u8,
    /// Damage so far: cards, with a face-up Direct Hit! counted twice.
    pub damage: u8,
}

/// What one attack deals once the shields are down.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dealt {
    pub shields: u8,
    pub face_down: u8,
    pub face_up: u8,
}

impl Toughness {
    /// Suffers hits first, then crits: each takes a shield, else deals a card, face down for a hit and face up for
    /// a crit. Shields go at once; the caller draws the cards and adds what they count to `damage`.
    pub fn suffer(&mut self, hits: u8, crits: u8) -> Dealt {
        let shields = self.shields.min(hits + crits);
        let on_hits = shields.min(hits);
        self.shields -= shields;
        Dealt { shields, face_down: hits - on_hits, face_up: crits - (shields - on_hits) }
    }

    /// Cards at least as many as the hull destroy the ship.
    pub fn is_destroyed(&self) -> bool {
        self.hull <= self.damage
    }

    pub fn hit_points_left(&self) -> u8 {
        self.shields + self.hull.saturating_sub(self.damage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_takes_shields_for_hits_first_so_that_crits_reach_the_hull() {
        // Two shields, two hits, one crit: the hits take the shields, the crit is a face-up card.
        let mut ship = Toughness { shields: 2, hull: 3, damage: 0 };
        assert_eq!(ship.suffer(2, 1), Dealt { shields: 2, face_down: 0, face_up: 1 });
        // Two shields, one hit, two crits: hit and first crit take the shields.
        let mut ship = Toughness { shields: 2, hull: 3, damage: 0 };
        assert_eq!(ship.suffer(1, 2), Dealt { shields: 2, face_down: 0, face_up: 1 });
        assert_eq!(ship.shields, 0);
        assert_eq!(ship.suffer(2, 1), Dealt { shields: 0, face_down: 2, face_up: 1 });
    }

    #[test]
    fn damage_destroys_at_hull_and_not_before() {
        let mut ship = Toughness { shields: 1, hull: 3, damage: 2 };
        assert!(!ship.is_destroyed());
        assert_eq!(ship.hit_points_left(), 2);
        ship.damage = 3;
        // A shield left over does not help: cards that ignore shields kill too.
        assert!(ship.is_destroyed());
    }
}
