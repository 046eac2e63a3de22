//! A short list without allocation.

use std::ops::{Deref, DerefMut};

/// At most `N` items, kept in place.
#[derive(Debug, Clone, Copy)]
pub struct Few<T, const N: usize> {
    items: [T; N],
    count: u8,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list of things that have no default.
    pub fn new_with(filler: T) -> Few<T, N> {
        Few { items: [filler; N], count: 0 }
    }

    /// Adds an item; false (and nothing added) where the list is full.
    pub fn push(&mut self, item: T) -> bool {
        let there_is_room = usize::from(self.count) < N;
        if there_is_room {
            self.items[usize::from(self.count)] = item;
            self.count += 1;
        }
        there_is_room
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    pub fn new() -> Few<T, N> {
        Few::new_with(T::default())
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.count)]
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.count)]
    }
}

/// The numbers of the bits that are set, lowest first.
#[inline]
pub fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(bit)
    })
}
