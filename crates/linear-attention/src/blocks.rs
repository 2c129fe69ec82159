//! Keys and decays as rows go back through them, eight keys at once.
//!
//! The keys `a, b, …` of a block, from the last to the first, change `w` by `w ← D[a] (w - m[a] k[a])` with `m[a] = β[a] k[a]·w`.
//! With `w` before the block, that is
//!
//! ```text
//! s[a] = k[a]·(D w)[a]        m = R s        w ← D (D (D w - m[a] k[a]) - m[b] k[b]) …        (D w)[a]: the decays of the keys before a
//! R = (I + diag(β) G)⁻¹ diag(β)        G[a, b] = k[a]·D k[b], b before a: the decays of b and of the keys between
//! ```
//!
//! `R` does not depend on the query. So the products of eight keys do not wait for each other. One decay for each token only
//! scales `w`, so it is kept apart.

use crate::number::Number;

/// The keys of a block.
pub(crate) const KEYS: usize = 8;
/// The features that are multiplied at once, as 64-bit numbers in a register of WebAssembly. The build puts them
/// there before it links a program (`crates/xtask/src/compiler.rs`): programs compiled for size would not.
const LANES: usize = 2;

/// Some features of each key of a block, or of its decays.
pub(crate) type Part<T> = [[T; LANES]; KEYS];
/// `R` of a block.
type Triangle = [[f64; KEYS]; KEYS];

/// The keys of a head, and its decays by channel.
#[derive(Clone, Debug)]
pub(crate) struct Blocks<T> {
    /// The last block first and, in a block, the last key first, because rows go back: memory is read much faster
    /// forward. For every two features, those of the keys, then, by channel, those of `e^g - 1`.
    cells: Vec<[T; LANES]>,
    stride: usize,
    by_channel: bool,
    /// One for each block, in the same order; none for layers that do not erase.
    triangles: Vec<Triangle>,
}

impl<T: Number> Blocks<T> {
    /// - `k`, `changes`: (tokens, `features`); `stride`: the features, filled up to a multiple of [`LANES`]
    pub(crate) fn new(k: &[T], changes: Option<&[T]>, features: usize, stride: usize) -> Self {
        let tokens = k.len() / features;
        let arrays = || std::iter::once(k).chain(changes);
        let number = |array: &[T], token: usize, feature: usize| match feature < features {
            true => array.get(token * features + feature).copied().unwrap_or(T::rounded(0.0)),
            false => T::rounded(0.0),
        };
        let mut cells =
            Vec::with_capacity(tokens.next_multiple_of(KEYS) * stride / LANES * arrays().count());
        for block in (0..tokens.div_ceil(KEYS)).rev() {
            for feature in (0..stride).step_by(LANES) {
                for array in arrays() {
                    cells.extend((block * KEYS..block * KEYS + KEYS).rev().map(|token| {
                        std::array::from_fn::<T, LANES, _>(|lane| {
                            number(array, token, feature + lane)
                        })
                    }));
                }
            }
        }
        Self { cells, stride, by_channel: changes.is_some(), triangles: Vec::new() }
    }

    pub(crate) fn by_channel(&self) -> bool {
        self.by_channel
    }

    /// The cells of a block.
    fn size(&self) -> usize {
        KEYS * self.stride / LANES * (1 + usize::from(self.by_channel))
    }

    /// The place of a block.
    fn place(&self, block: usize) -> usize {
        self.cells.len() / self.size() - 1 - block
    }

    fn block(&self, block: usize) -> &[[T; LANES]] {
        &self.cells[self.place(block) * self.size()..][..self.size()]
    }

    /// The features of a key.
    pub(crate) fn key(&self, token: usize) -> impl Iterator<Item = f64> {
        self.numbers(token, 0)
    }

    /// `e^g - 1` of the channels of a token, for decays by channel.
    pub(crate) fn changes(&self, token: usize) -> Option<impl Iterator<Item = f64>> {
        self.by_channel.then(|| self.numbers(token, KEYS))
    }

    fn numbers(&self, token: usize, first: usize) -> impl Iterator<Item = f64> {
        let step = KEYS * (1 + usize::from(self.by_channel));
        let at = first + KEYS - 1 - token % KEYS;
        let parts = self.block(token / KEYS)[at..].iter().step_by(step);
        parts.flatten().map(|&x| x.into())
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.cells.as_slice()) + size_of_val(self.triangles.as_slice())
    }

    /// The same keys for layers that erase, with what they write, or for layers that do not.
    pub(crate) fn erasing(mut self, writes: Option<&[f64]>) -> Self {
        let Some(writes) = writes else { return Self { triangles: Vec::new(), ..self } };
        let count = writes.len().div_ceil(KEYS);
        let of_block = |block: usize| {
            let write = |at: usize| writes.get(block * KEYS + KEYS - 1 - at).copied();
            let writes = std::array::from_fn(|at| write(at).unwrap_or(0.0));
            triangle(writes, &products(self.block(block), self.by_channel))
        };
        self.triangles = (0..count).rev().map(of_block).collect();
        self
    }

    /// Takes `w` back through the block of a key, from this key on. Returns `m`, from the last key of the block to the
    /// first, 0 for keys after this one, and the squared length of `w` if it changed.
    #[inline(always)]
    pub(crate) fn pass(
        &self,
        w: &mut [f64],
        from: usize,
        writes: &[f64],
        wide: &mut Vec<[Part<f64>; 2]>,
    ) -> ([f64; KEYS], Option<f64>) {
        let (block, skipped) = (from / KEYS, KEYS - 1 - from % KEYS);
        let mut cells = self.block(block);
        let without;
        if skipped > 0 {
            // Keys of zeros that do not decay change nothing.
            let mut changed = cells.to_vec();
            changed
                .chunks_exact_mut(KEYS)
                .for_each(|part| part[..skipped].fill([T::rounded(0.0); LANES]));
            without = changed;
            cells = &without;
        }
        let (parts, _) = cells.as_chunks::<KEYS>();
        let erases = !self.triangles.is_empty();
        let dots = match self.by_channel {
            true => {
                wide.resize(w.len() / LANES, [[[0.0; LANES]; KEYS]; 2]);
                dots_with_decays(w, parts, wide)
            }
            false => dots(w, parts),
        };
        let dots = dots.map(|parts| parts.iter().sum::<f64>());
        let weights: [f64; KEYS] = if erases {
            self.triangles[self.place(block)]
                .map(|line| line.iter().zip(&dots).map(|(r, s)| r * s).sum())
        } else {
            std::array::from_fn(|at| {
                writes.get(block * KEYS + KEYS - 1 - at).map_or(0.0, |write| write * dots[at])
            })
        };
        let squares = match (self.by_channel, erases) {
            (true, true) => Some(change_and_decay(w, &weights, wide)),
            (true, false) => Some(change_and_decay(w, &[0.0; KEYS], wide)),
            (false, true) => Some(change(w, &weights, parts)),
            (false, false) => None,
        };
        (weights, squares.map(|parts| parts.iter().sum()))
    }
}

/// `s` of a block, in one part for each lane.
///
/// Their sums are not in this function, because the compiler would then keep two keys in a register in place of two features,
/// and spend most of the time on moving lanes.
#[inline(never)]
fn dots<T: Number>(w: &[f64], parts: &[Part<T>]) -> [[f64; LANES]; KEYS] {
    let mut sums = [[0.0; LANES]; KEYS];
    for (x, part) in w.as_chunks::<LANES>().0.iter().zip(parts) {
        for key in 0..KEYS {
            for lane in 0..LANES {
                sums[key][lane] += x[lane] * part[key][lane].into();
            }
        }
    }
    sums
}

/// The same with decays by channel. Keys and decays are kept in 64 bits for the change of `w`.
#[inline(never)]
fn dots_with_decays<T: Number>(
    w: &[f64],
    parts: &[Part<T>],
    wide: &mut [[Part<f64>; 2]],
) -> [[f64; LANES]; KEYS] {
    let mut sums = [[0.0; LANES]; KEYS];
    let parts = parts.as_chunks::<2>().0.iter().zip(wide);
    for (w, ([keys, changes], [wide, decays])) in w.as_chunks::<LANES>().0.iter().zip(parts) {
        let mut x = *w;
        for key in 0..KEYS {
            for lane in 0..LANES {
                wide[key][lane] = keys[key][lane].into();
                decays[key][lane] = 1.0 + changes[key][lane].into();
                sums[key][lane] += x[lane] * wide[key][lane];
                x[lane] *= decays[key][lane];
            }
        }
    }
    sums
}

/// Changes `w` by a block, and returns its squared length in one part for each lane.
///
/// The compiler would take apart the pairs of a loop without a sum.
#[inline(never)]
fn change<T: Number>(w: &mut [f64], weights: &[f64; KEYS], parts: &[Part<T>]) -> [f64; LANES] {
    let mut squares = [0.0; LANES];
    for (w, part) in w.as_chunks_mut::<LANES>().0.iter_mut().zip(parts) {
        let mut x = *w;
        for key in 0..KEYS {
            for lane in 0..LANES {
                x[lane] -= weights[key] * part[key][lane].into();
            }
        }
        *w = x;
        for lane in 0..LANES {
            squares[lane] += x[lane] * x[lane];
        }
    }
    squares
}

/// The same with decays by channel.
#[inline(never)]
fn change_and_decay(w: &mut [f64], weights: &[f64; KEYS], wide: &[[Part<f64>; 2]]) -> [f64; LANES] {
    let mut squares = [0.0; LANES];
    for (w, [keys, decays]) in w.as_chunks_mut::<LANES>().0.iter_mut().zip(wide) {
        let mut x = *w;
        for key in 0..KEYS {
            for lane in 0..LANES {
                x[lane] = (x[lane] - weights[key] * keys[key][lane]) * decays[key][lane];
            }
        }
        *w = x;
        for lane in 0..LANES {
            squares[lane] += x[lane] * x[lane];
        }
    }
    squares
}

/// `G` of a block.
fn products<T: Number>(cells: &[[T; LANES]], by_channel: bool) -> Triangle {
    let mut found = [[0.0; KEYS]; KEYS];
    let (parts, _) = cells.as_chunks::<KEYS>();
    for parts in parts.chunks_exact(1 + usize::from(by_channel)) {
        for b in 0..KEYS {
            let mut x = parts[0][b].map(|x| x.into());
            for a in b + 1..KEYS {
                for lane in 0..LANES {
                    if by_channel {
                        x[lane] += x[lane] * parts[1][a - 1][lane].into();
                    }
                    found[a][b] += x[lane] * parts[0][a][lane].into();
                }
            }
        }
    }
    found
}

/// `R` of a block, column by column.
fn triangle(writes: [f64; KEYS], products: &Triangle) -> Triangle {
    let mut solved = [[0.0; KEYS]; KEYS];
    for b in 0..KEYS {
        solved[b][b] = writes[b];
        for a in b + 1..KEYS {
            let sum: f64 = (b..a).map(|c| products[a][c] * solved[c][b]).sum();
            solved[a][b] = -writes[a] * sum;
        }
    }
    solved
}
