//! Draws random key blocks for a query block.
//!
//! There is no stream of random numbers: the number of a pair of blocks is a hash of the pair and the
//! seed. So a single pair can be evaluated, and a few lines of NumPy compute the same numbers.

use crate::shape::signed;

/// Mixes the bits of a number. The function is one to one.
///
/// Twice `x = (x ^ x >> 16) * 0x45D9F3B`, then `x ^ x >> 16`, modulo 2³². The multiplier is below
/// 2³¹, so that a product fits the signed 64-bit integers of tensors.
fn mix(x: u32) -> u32 {
    const MULTIPLIER: u32 = 0x045D_9F3B;
    let x = (x ^ (x >> 16)).wrapping_mul(MULTIPLIER);
    let x = (x ^ (x >> 16)).wrapping_mul(MULTIPLIER);
    x ^ (x >> 16)
}

/// The key blocks drawn for a query block, in order: the `count` of `0..blocks` with the smallest
/// numbers, or all if there are no more.
///
/// `number[b] = mix(mix(mix(seed) + query_block) + b)`, modulo 2³².
pub(crate) fn drawn_blocks(query_block: i64, blocks: usize, count: i64, seed: i64) -> Vec<i64> {
    let row = mix(mix(low_bits(seed)).wrapping_add(low_bits(query_block)));
    let numbers: Vec<u32> =
        (0..signed(blocks)).map(|block| mix(row.wrapping_add(low_bits(block)))).collect();
    let last = match usize::try_from(count).unwrap_or(0).checked_sub(1) {
        None => return Vec::new(),
        Some(rank) if rank < blocks => *numbers.clone().select_nth_unstable(rank).1,
        Some(_) => u32::MAX,
    };
    (0..).zip(numbers).filter(|&(_, number)| number <= last).map(|(block, _)| block).collect()
}

/// A number modulo 2³².
fn low_bits(value: i64) -> u32 {
    let [a, b, c, d, ..] = value.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_do_not_change_between_versions() {
        // Computed in Python from the formula. The draws must not change, because links depend on
        // them.
        assert_eq!(mix(1), 0x3125_1BA7);
        assert_eq!(drawn_blocks(0, 8, 3, 7), [1, 2, 3]);
        assert_eq!(drawn_blocks(-2, 8, 3, 7), [1, 5, 7]);
    }

    #[test]
    fn a_count_above_the_number_of_blocks_draws_all() {
        assert_eq!(drawn_blocks(3, 4, 9, 1), [0, 1, 2, 3]);
        assert!(drawn_blocks(3, 4, 0, 1).is_empty());
    }
}
