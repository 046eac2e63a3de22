//! Which unique cards are present in the campaign: pilots, crew, astromechs, titles and other unique upgrades.

/// A unique name, the place in [`super::super::uniques::Uniques`]; two cards of one person share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UniqueId(pub u16);

/// Where a unique name stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Presence {
    /// May be bought.
    #[default]
    Free,
    /// In a Squadron, in captivity or on a ship.
    Present,
    /// Killed and without a backup, or shipped off: never again in this campaign.
    Gone,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    names: Vec<Presence>,
}

impl Registry {
    pub fn reset(&mut self, n_names: usize) {
        self.names.clear();
        self.names.resize(n_names, Presence::Free);
    }

    pub fn presence(&self, name: UniqueId) -> Presence {
        self.names[usize::from(name.0)]
    }

    pub fn is_free(&self, name: UniqueId) -> bool {
        self.presence(name) == Presence::Free
    }

    /// Claims a free name; false where somebody has it or it is gone.
    #[must_use]
    pub fn claim(&mut self, name: UniqueId) -> bool {
        let place = &mut self.names[usize::from(name.0)];
        let free = *place == Presence::Free;
        if free {
            *place = Presence::Present;
        }
        free
    }

    /// A destroyed title or a droid with a backup may be bought again.
    pub fn release(&mut self, name: UniqueId) {
        debug_assert_eq!(self.presence(name), Presence::Present, "only what is present can be lost");
        self.names[usize::from(name.0)] = Presence::Free;
    }

    pub fn retire(&mut self, name: UniqueId) {
        debug_assert_eq!(self.presence(name), Presence::Present, "only what is present can be lost");
        self.names[usize::from(name.0)] = Presence::Gone;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unique_name_is_claimed_once_and_comes_back_only_when_released() {
        let mut registry = Registry::default();
        registry.reset(2);
        let (pilot, droid) = (UniqueId(0), UniqueId(1));
        assert!(registry.claim(pilot) && registry.claim(droid));
        assert!(!registry.claim(pilot));
        registry.retire(pilot);
        registry.release(droid);
        assert!(!registry.claim(pilot));
        assert!(registry.claim(droid));
    }
}
