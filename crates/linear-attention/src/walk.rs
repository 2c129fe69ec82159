//! The backward recurrence: from the query to the first key.

use crate::blocks::{KEYS, Part};
use crate::head::LinearHead;
use crate::number::Number;

/// A query on its way back: `w` of the derivation.
pub(crate) struct Walk {
    w: Vec<f64>,
    /// The keys and decays of a block, with decays by channel.
    wide: Vec<[Part<f64>; 2]>,
    /// The squared length of `w`.
    square: f64,
    /// The product of the decays by token, which `w` does not contain.
    decay: f64,
    /// The key that is computed next; `None` if all are.
    pub(crate) next: Option<usize>,
}

impl Walk {
    pub(crate) fn of<T: Number>(head: &LinearHead<T>, query: usize) -> Self {
        let q = &head.q[query * head.stride..][..head.stride];
        let w: Vec<f64> = q.iter().map(|&x| x.into() * head.scale).collect();
        let square = w.iter().map(|x| x * x).sum();
        Self { w, square, wide: Vec::new(), decay: 1.0, next: Some(query) }
    }

    /// A unit vector before the change by the decay and key of token `next`.
    pub(crate) fn of_unit(stride: usize, channel: usize, next: usize) -> Self {
        let mut w = vec![0.0; stride];
        if let Some(one) = w.get_mut(channel) {
            *one = 1.0;
        }
        Self { w, square: 1.0, wide: Vec::new(), decay: 1.0, next: Some(next) }
    }

    /// `w` with all decays.
    pub(crate) fn finish(self) -> impl Iterator<Item = f64> {
        self.w.into_iter().map(move |x| x * self.decay)
    }

    /// Goes back through the block of the next key, and calls `set` with each key and its weight.
    #[inline(always)]
    pub(crate) fn step<T: Number>(
        &mut self,
        head: &LinearHead<T>,
        set: &mut impl FnMut(usize, f64),
    ) {
        let Some(from) = self.next else { return };
        let (weights, square) = head.blocks.pass(&mut self.w, from, &head.writes, &mut self.wide);
        self.square = square.unwrap_or(self.square);
        let first = from / KEYS * KEYS;
        for j in (first..=from).rev() {
            set(j, self.decay * weights[KEYS - 1 - j % KEYS]);
            if !head.blocks.by_channel() {
                self.decay *= head.decays[j];
            }
        }
        self.next = first.checked_sub(1);
    }

    /// An upper bound of the next weight and of all weights before it; 0 if there are none.
    pub(crate) fn bound(&self, bounds: &[f64]) -> f64 {
        let rounding = 1.0 + self.w.len() as f64 * f64::EPSILON;
        self.next.map_or(0.0, |next| self.square.sqrt() * rounding * self.decay * bounds[next])
    }
}
