//! Whole maps, in products of matrices.
//!
//! A query goes back through its own chunk of keys as in a row. Through an earlier chunk, all queries go at once: their `w`
//! before it gives the weights of its keys and the `w` after it by one product,
//!
//! ```text
//! [M[·, chunk] | w after] = w before · [U | P]        U[r, j], P[r, ·]: the weights and the end of the unit vector r on its way back
//! ```
//!
//! because both are linear in `w`. That takes `features + features² / CHUNK` multiplications for a cell in place of
//! `2 · features`, and products of matrices keep their numbers in registers.

use std::ops::Range;

use crate::head::{LinearHead, MAX_CELLS};
use crate::number::Number;
use crate::rows::RowVisitor;
use crate::walk::Walk;

/// The keys of a chunk, and the queries that go back together.
const CHUNK: usize = 256;
/// The rows and the columns of a product that are computed in registers.
const TILE: usize = 4;

/// `[U | P]` of a chunk, in panels of `TILE` columns: for each panel, `TILE` numbers for each unit vector.
struct Chunk {
    keys: Range<usize>,
    panels: Vec<[f64; TILE]>,
}

impl<T: Number> LinearHead<T> {
    /// Whether rows over all keys are computed in chunks: from two chunks on, up to the largest whole map.
    pub(crate) fn takes_chunks(&self, queries: &Range<usize>) -> bool {
        let tokens = self.tokens();
        let fits = tokens.checked_mul(tokens).is_some_and(|cells| cells <= MAX_CELLS);
        fits && queries.len() >= 2 * CHUNK
    }

    /// The rows of a range of queries over all keys, in order: see [`LinearHead::row`].
    pub(crate) fn in_chunks(&self, queries: Range<usize>, visit: &mut RowVisitor<'_, T>) {
        let tokens = self.tokens();
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut lines = vec![T::rounded(0.0); CHUNK * tokens];
        for start in (0..queries.end).step_by(CHUNK) {
            let keys = start..(start + CHUNK).min(tokens);
            let own = queries.start.max(start)..queries.end.min(keys.end);
            if !own.is_empty() {
                lines.fill(T::rounded(0.0));
                let mut ws: Vec<f64> = Vec::with_capacity(own.len() * self.stride);
                for (query, line) in own.clone().zip(lines.chunks_exact_mut(tokens)) {
                    let mut walk = Walk::of(self, query);
                    while walk.next.is_some_and(|next| next >= keys.start) {
                        walk.step(self, &mut |j, weight| {
                            let skip = if j == query { self.skip } else { 0.0 };
                            line[j] = T::rounded(weight + skip);
                        });
                    }
                    ws.extend(walk.finish());
                }
                let first = self.through(&chunks, ws, &mut lines);
                for (query, line) in own.zip(lines.chunks_exact(tokens)) {
                    visit(query, first.min(keys.start), line);
                }
            }
            if keys.end < queries.end {
                chunks.push(self.chunk(keys));
            }
        }
    }

    /// Goes back through all chunks from the last on, until no weight is left, and returns the first key.
    ///
    /// - `ws`: (queries, stride), before the last chunk; `lines`: (queries, tokens)
    fn through(&self, chunks: &[Chunk], mut ws: Vec<f64>, lines: &mut [T]) -> usize {
        let mut after = vec![0.0; ws.len()];
        for Chunk { keys, panels } in chunks.iter().rev() {
            // Each weight of the chunk and of those before it is at most this for each of the queries.
            let longest = ws.chunks_exact(self.stride).map(|w| w.iter().map(|x| x * x).sum());
            let longest = f64::sqrt(longest.fold(0.0, f64::max));
            if longest * self.bounds[keys.end - 1] <= T::UNDERFLOW {
                return keys.end;
            }
            let rows = ws.chunks(TILE * self.stride);
            let lines = lines.chunks_mut(TILE * self.tokens());
            for ((ws, after), lines) in rows.zip(after.chunks_mut(TILE * self.stride)).zip(lines) {
                let count = ws.len() / self.stride;
                // Rows that do not exist are those of the last one, and are not stored.
                let w: [&[f64]; TILE] = std::array::from_fn(|row| {
                    &ws[row.min(count - 1) * self.stride..][..self.features]
                });
                for (at, panel) in panels.chunks_exact(self.features).enumerate() {
                    let column = at * TILE;
                    let tile = product(w, panel);
                    for (row, cells) in tile.iter().enumerate().take(count) {
                        match column.checked_sub(CHUNK) {
                            None => {
                                let line = &mut lines[row * self.tokens() + keys.start + column..];
                                line.iter_mut().zip(cells).for_each(|(to, &x)| *to = T::rounded(x));
                            }
                            Some(channel) => {
                                let line = &mut after[row * self.stride + channel..][..TILE];
                                line.copy_from_slice(cells);
                            }
                        }
                    }
                }
            }
            std::mem::swap(&mut ws, &mut after);
        }
        0
    }

    /// `[U | P]` of a chunk, from the unit vectors on their way back.
    fn chunk(&self, keys: Range<usize>) -> Chunk {
        let mut panels = vec![[0.0; TILE]; (CHUNK + self.stride) / TILE * self.features];
        let mut set = |channel: usize, column: usize, value: f64| {
            panels[column / TILE * self.features + channel][column % TILE] = value;
        };
        for channel in 0..self.features {
            let mut walk = Walk::of_unit(self.stride, channel, keys.end - 1);
            while walk.next.is_some_and(|next| next >= keys.start) {
                walk.step(self, &mut |j, weight| set(channel, j - keys.start, weight));
            }
            for (to, x) in walk.finish().enumerate() {
                set(channel, CHUNK + to, x);
            }
        }
        Chunk { keys, panels }
    }
}

/// The products of some rows with a panel. Each sum goes over the features in order.
#[inline(always)]
fn product(w: [&[f64]; TILE], panel: &[[f64; TILE]]) -> [[f64; TILE]; TILE] {
    let mut sums = [[0.0; TILE]; TILE];
    let [a, b, c, d] = w;
    for ((((numbers, a), b), c), d) in panel.iter().zip(a).zip(b).zip(c).zip(d) {
        for (row, x) in [a, b, c, d].into_iter().enumerate() {
            for (sum, number) in sums[row].iter_mut().zip(numbers) {
                *sum += x * number;
            }
        }
    }
    sums
}
