//! A short list of fixed capacity that is `Copy`: what hangs on one hull, who sits in one ship.

/// At most `N` items in order. Filling it beyond `N` is refused by [`ShortList::push`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShortList<T: Copy, const N: usize> {
    items: [Option<T>; N],
    len: u8,
}

impl<T: Copy, const N: usize> Default for ShortList<T, N> {
    fn default() -> Self {
        ShortList { items: [None; N], len: 0 }
    }
}

impl<T: Copy, const N: usize> ShortList<T, N> {
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    /// Adds at the end; false where the list is full.
    #[must_use]
    pub fn push(&mut self, item: T) -> bool {
        if self.is_full() {
            return false;
        }
        self.items[self.len()] = Some(item);
        self.len += 1;
        true
    }

    pub fn clear(&mut self) {
        *self = ShortList::default();
    }

    pub fn get(&self, index: usize) -> Option<T> {
        self.items.get(index).copied().flatten()
    }

    /// Takes out the last item.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.items[usize::from(last)].take()
    }

    /// Takes out the item at `index`, keeping the order of the others.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let item = self.get(index)?;
        let last = self.len() - 1;
        self.items.copy_within(index + 1..=last, index);
        self.items[last] = None;
        self.len -= 1;
        Some(item)
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..self.len()].iter().filter_map(|item| *item)
    }
}

impl<T: Copy + PartialEq, const N: usize> ShortList<T, N> {
    pub fn contains(&self, item: T) -> bool {
        self.iter().any(|other| other == item)
    }

    pub fn count(&self, item: T) -> usize {
        self.iter().filter(|&other| other == item).count()
    }

    /// Takes out the first such item; false where there is none.
    pub fn take(&mut self, item: T) -> bool {
        let found = self.iter().position(|other| other == item);
        found.and_then(|index| self.remove(index)).is_some()
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for ShortList<T, N> {
    /// Keeps the first `N` items.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = ShortList::default();
        for item in items {
            if !list.push(item) {
                break;
            }
        }
        list
    }
}

impl<T: Copy, const N: usize> IntoIterator for ShortList<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::iter::Flatten<std::array::IntoIter<Option<T>, N>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().flatten().take(self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_list_keeps_order_and_refuses_the_item_too_many() {
        let mut list: ShortList<u8, 3> = [7, 8, 9].into_iter().collect();
        assert!(!list.push(10));
        assert!(list.take(8));
        assert!(!list.take(8));
        assert_eq!(list.iter().collect::<Vec<_>>(), [7, 9]);
        assert_eq!(list.remove(0), Some(7));
        assert_eq!(list.get(0), Some(9));
        assert_eq!(list.get(1), None);
    }
}
