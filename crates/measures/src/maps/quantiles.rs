//! Exact quantiles without sorting.

use super::error::{Error, filled};

/// The number of quantiles: at 0, 1/256 and so on to 1.
pub const QUANTILES: usize = 257;

/// The bits of a number that each pass distinguishes: their count, and the count of lower bits.
const PASSES: [(u32, u32); 3] = [(11, 21), (11, 10), (10, 0)];

/// Marks a bit pattern that contains no quantile.
const NONE: u16 = u16::MAX;

/// The cells at 0, 1/256, ... 256/256 of all finite ones in ascending order: of `n` cells, number
/// `⌊i (n - 1) / 256 + 1/2⌋`, counted from 0.
///
/// They are exact, and the cells are not copied. This is a radix select: if the bits of negative
/// floats are inverted, bits have the same order as floats. The first pass counts each pattern of the
/// first 11 bits. The second pass counts the next 11 bits of the at most 257 patterns that contain a
/// quantile, and the third pass the last 10 bits. Counters and tables take 4 MB at most.
///
/// - edge cases: NaN and infinities are ignored; `-0` is 0
/// - returns: [`QUANTILES`] numbers in ascending order, or none if no cell is finite
/// - errors: [`Error::Memory`]
pub fn quantiles(cells: &[f32]) -> Result<Vec<f32>, Error> {
    let rank = |index: u64, last: u32| ((index * u64::from(last) + 128) / 256) as u32;
    at_ranks(cells, |last| (0..QUANTILES as u64).map(|index| rank(index, last)).collect())
}

/// The cells at some ranks of all finite ones in ascending order, counted from 0.
///
/// - `ranks`: the ranks, at most 257 in ascending order, from the last rank
/// - returns: a cell for each rank, or none if no cell is finite
/// - errors: [`Error::Memory`]
pub(crate) fn at_ranks(
    cells: &[f32],
    ranks: impl FnOnce(u32) -> Vec<u32>,
) -> Result<Vec<f32>, Error> {
    let mut followed = Followed::default();
    let (bits, below) = PASSES[0];
    let mut counts = followed.count(cells, (bits, below))?;
    let Some(last) = counts.iter().sum::<u32>().checked_sub(1) else {
        return Ok(Vec::new());
    };
    let ranks = ranks(last).into_iter();
    let mut found: Vec<_> = ranks.map(|rank| Quantile { order: 0, slot: 0, rank }).collect();
    for (bits, below) in PASSES {
        if below != PASSES[0].1 {
            counts = followed.count(cells, (bits, below))?;
        }
        let mut table = filled("tables", counts.len(), NONE)?;
        followed.slots = 0;
        for quantile in &mut found {
            let pattern = quantile.descend(&counts, bits);
            if table[pattern] == NONE {
                table[pattern] = followed.slots;
                followed.slots += 1;
            }
            quantile.slot = usize::from(table[pattern]);
        }
        followed.tables.push(table);
    }
    Ok(found.into_iter().map(|quantile| float(quantile.order)).collect())
}

/// The known bits of one quantile.
struct Quantile {
    /// Its leading bits.
    order: u32,
    /// The index of this pattern among the followed patterns.
    slot: usize,
    /// Its rank among the cells with this pattern.
    rank: u32,
}

impl Quantile {
    /// Finds the next bits from the counts, and returns the index of their counter.
    fn descend(&mut self, counts: &[u32], bits: u32) -> usize {
        let (first, patterns) = (self.slot << bits, 1_usize << bits);
        let mut pattern = 0;
        // The counts of a followed pattern sum to more than any rank in it.
        while pattern + 1 < patterns && self.rank >= counts[first + pattern] {
            self.rank -= counts[first + pattern];
            pattern += 1;
        }
        self.order = self.order << bits | pattern as u32;
        first + pattern
    }
}

/// The followed patterns: those that contain a quantile. After each pass, a table maps the previous
/// slot and the bits of the pass to the next slot.
struct Followed {
    tables: Vec<Vec<u16>>,
    slots: u16,
}

impl Default for Followed {
    fn default() -> Self {
        Self { tables: Vec::new(), slots: 1 }
    }
}

impl Followed {
    /// Counts the patterns of these bits in each followed pattern.
    fn count(&self, cells: &[f32], (bits, below): (u32, u32)) -> Result<Vec<u32>, Error> {
        let mut counts = filled("counters", usize::from(self.slots) << bits, 0_u32)?;
        'cells: for cell in cells.iter().filter(|cell| cell.is_finite()) {
            let order = order(*cell);
            let mut slot = 0;
            for (table, (bits, below)) in self.tables.iter().zip(PASSES) {
                let next = table[slot << bits | pattern(order, bits, below)];
                if next == NONE {
                    continue 'cells;
                }
                slot = usize::from(next);
            }
            counts[slot << bits | pattern(order, bits, below)] += 1;
        }
        Ok(counts)
    }
}

/// Extracts bits of a number.
fn pattern(order: u32, bits: u32, below: u32) -> usize {
    (order >> below) as usize & ((1 << bits) - 1)
}

/// Maps floats to integers in the same order.
fn order(cell: f32) -> u32 {
    // The sum turns -0 into 0.
    let bits = (cell + 0.0).to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

/// The inverse of [`order`].
fn float(order: u32) -> f32 {
    f32::from_bits(if order >> 31 == 1 { order & !(1 << 31) } else { !order })
}
