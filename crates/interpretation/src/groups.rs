//! Groups and orders of indices by keys.
//!
//! All keys are bytes, so that the program contains one map and no sort: each further type would take
//! kilobytes of a download.

use std::collections::BTreeMap;

/// A key. Keys of the same kinds of values have the order of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(Vec<u8>);

impl Key {
    /// Adds a number from 0 up.
    pub(crate) fn number(self, number: f64) -> Self {
        // The bits of floats from 0 up have the order of the numbers.
        self.whole(number.to_bits())
    }

    /// Adds a whole number.
    pub(crate) fn whole(mut self, number: u64) -> Self {
        self.0.extend(number.to_be_bytes());
        self
    }

    /// Adds a list of whole numbers.
    pub(crate) fn list(self, numbers: &[u64]) -> Self {
        numbers.iter().fold(self.whole(numbers.len() as u64), |key, &number| key.whole(number))
    }

    /// Adds a text, which must be the last part.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.0.extend(text.as_bytes());
        self
    }

    /// The key of a list of numbers from 0 up.
    pub(crate) fn of(numbers: &[f64]) -> Self {
        numbers.iter().fold(Self::default(), |key, &number| key.number(number))
    }
}

/// The indices of things, by key.
#[derive(Default)]
pub(crate) struct Groups {
    places: BTreeMap<Key, usize>,
    groups: Vec<Vec<usize>>,
}

impl Groups {
    /// Adds an index; returns the place of its group and whether that is new.
    pub(crate) fn add(&mut self, key: Key, index: usize) -> (usize, bool) {
        let next = self.groups.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.groups.push(Vec::new());
        }
        self.groups[place].push(index);
        (place, place == next)
    }

    /// The indices below `count`, each with the key that `by` gives.
    pub(crate) fn by(count: usize, by: &dyn Fn(usize) -> Key) -> Self {
        let mut groups = Self::default();
        for index in 0..count {
            groups.add(by(index), index);
        }
        groups
    }

    /// The indices with a key.
    pub(crate) fn get(&self, key: &Key) -> &[usize] {
        self.places.get(key).map_or(&[], |&place| &self.groups[place])
    }

    /// The groups, in the order of their first indices.
    pub(crate) fn in_order(self) -> Vec<Vec<usize>> {
        self.groups
    }

    /// The groups, in the order of their keys.
    pub(crate) fn sorted(mut self) -> Vec<Vec<usize>> {
        let mut sorted = Vec::with_capacity(self.groups.len());
        for &place in self.places.values() {
            sorted.push(std::mem::take(&mut self.groups[place]));
        }
        sorted
    }
}

/// The indices below `count` in the order of their keys; equal keys keep their order.
pub(crate) fn order(count: usize, by: &dyn Fn(usize) -> Key) -> Vec<usize> {
    Groups::by(count, by).sorted().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_in_the_order_of_their_first_indices_or_of_their_keys() {
        let numbers = [3.0, f64::INFINITY, 0.0, 3.0, 10.0];
        let groups = || Groups::by(numbers.len(), &|at| Key::default().number(numbers[at]));
        assert_eq!(groups().in_order(), [vec![0, 3], vec![1], vec![2], vec![4]]);
        assert_eq!(groups().sorted(), [vec![2], vec![0, 3], vec![4], vec![1]]);
        assert_eq!(order(5, &|at| Key::of(&numbers[at..=at])), [2, 0, 3, 4, 1]);
        assert_eq!(groups().get(&Key::of(&[3.0])), [0, 3]);
        assert!(groups().get(&Key::of(&[4.0])).is_empty());
    }
}
