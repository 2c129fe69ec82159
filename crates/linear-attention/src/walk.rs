//! The backward recurrence: from the query to the first key.

use crate::head::LinearHead;
use crate::number::Number;

/// The features that are multiplied at once. Sums in as many parts can be vectorized, because each part keeps its
/// order.
pub(crate) const LANES: usize = 8;

/// How much of the state is left from one token to the next.
#[derive(Clone, Debug)]
pub(crate) enum Decays<T> {
    /// `e^g`, one for each token.
    Token(Vec<f64>),
    /// `e^g - 1`, (tokens, stride): the difference from 1, so that 32 bits keep slow decays. A product of many decays is
    /// off by at most the sum of the log decays times the rounding.
    Channel { changes: Vec<T>, channels: usize, largest: Vec<f64> },
}

impl<T: Number> Decays<T> {
    pub(crate) fn by_token(log_decays: Vec<f64>) -> Self {
        Self::Token(log_decays.into_iter().map(libm::exp).collect())
    }

    pub(crate) fn by_channel(log_decays: &[T], channels: usize) -> Self {
        let stride = channels.next_multiple_of(LANES);
        let tokens = log_decays.len() / channels;
        let mut changes = Vec::with_capacity(tokens * stride);
        let mut largest = Vec::with_capacity(tokens);
        for decays in log_decays.chunks_exact(channels) {
            changes.extend(decays.iter().map(|&decay| T::rounded(libm::expm1(decay.into()))));
            let most = changes[changes.len() - channels..].iter().map(|&change| change.into());
            largest.push(1.0 + most.fold(-1.0, f64::max));
            changes.resize(changes.len().next_multiple_of(stride), T::rounded(0.0));
        }
        Self::Channel { changes, channels, largest }
    }

    /// The number of decays of a token: 1, or one for each feature.
    pub(crate) fn channels(&self) -> usize {
        match self {
            Self::Token(_) => 1,
            Self::Channel { channels, .. } => *channels,
        }
    }

    /// The decay of a channel.
    pub(crate) fn at(&self, token: usize, channel: usize) -> f64 {
        match self {
            Self::Token(decays) => decays[token],
            Self::Channel { changes, channels, .. } => {
                1.0 + changes[token * channels.next_multiple_of(LANES) + channel].into()
            }
        }
    }

    /// The largest decay of a token.
    pub(crate) fn largest(&self, token: usize) -> f64 {
        match self {
            Self::Token(decays) => decays[token],
            Self::Channel { largest, .. } => largest[token],
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Token(decays) => size_of::<f64>() * decays.len(),
            Self::Channel { changes, largest, .. } => {
                size_of::<T>() * changes.len() + size_of::<f64>() * largest.len()
            }
        }
    }
}

/// A query on its way back: `w` of the derivation, without what key `next + 1` still has to change.
pub(crate) struct Walk {
    w: Vec<f64>,
    /// The product of the decays by token, which `w` does not contain.
    decay: f64,
    /// The last weight, without `decay`. Its key has not changed `w` yet.
    pending: Option<f64>,
    /// The key that is computed next; `None` if all are.
    pub(crate) next: Option<usize>,
}

impl Walk {
    pub(crate) fn of<T: Number>(head: &LinearHead<T>, query: usize) -> Self {
        let q = &head.q[query * head.stride..][..head.stride];
        let w = q.iter().map(|&x| x.into() * head.scale).collect();
        Self { w, decay: 1.0, pending: None, next: Some(query) }
    }

    /// A unit vector before the change by the decay and key of token `next`.
    pub(crate) fn of_unit(stride: usize, channel: usize, next: usize) -> Self {
        let mut w = vec![0.0; stride];
        if let Some(one) = w.get_mut(channel) {
            *one = 1.0;
        }
        Self { w, decay: 1.0, pending: None, next: Some(next) }
    }

    /// `w` after it is changed by key `j`, the last one that was computed.
    pub(crate) fn finish<T: Number>(self, head: &LinearHead<T>, j: usize) -> Vec<f64> {
        let Self { mut w, decay, pending, .. } = self;
        let key = &head.k[j * head.stride..][..head.stride];
        for (channel, (x, &key)) in w.iter_mut().zip(key).enumerate().take(head.features) {
            let erased = if head.erases { pending.unwrap_or(0.0) * key.into() } else { 0.0 };
            *x = (*x - erased) * decay * head.decays.at(j, channel.min(head.decays.channels() - 1));
        }
        w
    }

    /// The weight of key `j`, which is the next one. `wide` has this key and the one after it.
    ///
    /// Changing `w` by the key after it and multiplying `w` with the key is one pass over `w`.
    #[inline(always)]
    pub(crate) fn step<T: Number>(&mut self, head: &LinearHead<T>, j: usize, wide: &Wide) -> f64 {
        let Wide { key, after, changes } = wide;
        let dot = match (self.pending, &head.decays) {
            (None, _) => pass::<false, false>(&mut self.w, 0.0, key, key, key),
            (Some(m), Decays::Token(decays)) => {
                self.decay *= decays[j + 1];
                if head.erases {
                    pass::<true, false>(&mut self.w, m, key, after, key)
                } else {
                    pass::<false, false>(&mut self.w, m, key, after, key)
                }
            }
            (Some(m), Decays::Channel { .. }) if head.erases => {
                pass::<true, true>(&mut self.w, m, key, after, changes)
            }
            (Some(m), Decays::Channel { .. }) => {
                pass::<false, true>(&mut self.w, m, key, after, changes)
            }
        };
        let weight = head.writes[j] * dot;
        self.pending = Some(weight);
        self.next = j.checked_sub(1);
        self.decay * weight
    }

    /// An upper bound of the next weight and of all weights before it; 0 if there are none.
    ///
    /// `B[j + 1] ‖w‖` with `w` before it is changed by key `j + 1`: the change makes it longer by `r[j + 1]` at most, and
    /// `r[j + 1] B[j] ≤ B[j + 1]`.
    pub(crate) fn bound(&self, bounds: &[f64]) -> f64 {
        let Some(next) = self.next else { return 0.0 };
        let from = next + usize::from(self.pending.is_some());
        self.length() * self.decay * bounds[from]
    }

    /// An upper bound of the length of `w`.
    pub(crate) fn length(&self) -> f64 {
        let rounding = 1.0 + self.w.len() as f64 * f64::EPSILON;
        // Sums that do not wait for each other.
        let mut squares = [0.0; LANES];
        for part in self.w.as_chunks::<LANES>().0 {
            squares.iter_mut().zip(part).for_each(|(square, x)| *square += x * x);
        }
        squares.iter().sum::<f64>().sqrt() * rounding
    }

    pub(crate) fn w_mut(&mut self) -> &mut [f64] {
        &mut self.w
    }
}

/// A key in 64 bits, and what the key after it does: read once for all queries that go back together.
pub(crate) struct Wide {
    key: Vec<f64>,
    after: Vec<f64>,
    /// `e^g - 1` of the key after it, for decays by channel.
    changes: Vec<f64>,
}

impl Wide {
    pub(crate) fn new<T: Number>(head: &LinearHead<T>) -> Self {
        let zeros = || vec![0.0; head.stride];
        Self { key: zeros(), after: zeros(), changes: zeros() }
    }

    /// Goes back to key `j`, from the key after it.
    #[inline(always)]
    pub(crate) fn go_to<T: Number>(&mut self, head: &LinearHead<T>, j: usize) {
        let stride = head.stride;
        let widen = |to: &mut [f64], from: &[T]| {
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = from.into());
        };
        std::mem::swap(&mut self.key, &mut self.after);
        widen(&mut self.key, &head.k[j * stride..][..stride]);
        if let Decays::Channel { changes, .. } = &head.decays
            && let Some(changes) = changes.get((j + 1) * stride..)
        {
            widen(&mut self.changes, changes);
        }
    }
}

/// Changes `w` and multiplies it with a key: `w ← (w - m · after) · (1 + changes)`, and `key · w`.
#[inline(always)]
fn pass<const ERASE: bool, const DECAY: bool>(
    w: &mut [f64],
    m: f64,
    key: &[f64],
    after: &[f64],
    changes: &[f64],
) -> f64 {
    let mut sums = [0.0; LANES];
    let (w, _) = w.as_chunks_mut::<LANES>();
    let (key, _) = key.as_chunks::<LANES>();
    let (after, _) = after.as_chunks::<LANES>();
    let (changes, _) = changes.as_chunks::<LANES>();
    for (((w, key), after), changes) in w.iter_mut().zip(key).zip(after).zip(changes) {
        for lane in 0..LANES {
            let mut x = w[lane];
            if ERASE {
                x -= m * after[lane];
            }
            if DECAY {
                x += x * changes[lane];
            }
            if ERASE || DECAY {
                w[lane] = x;
            }
            sums[lane] += x * key[lane];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
