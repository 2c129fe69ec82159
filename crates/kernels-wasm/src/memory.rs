//! Checks that a large head fits in memory.

use heedmap_wasm_common::limits::LimitError;

/// The number of columns of a panel of packed keys. The rows that are computed together are fewer.
const PANEL: usize = 16;

/// Rejects a head for which no memory can be allocated. The kernels would stop the program instead.
///
/// A prepared head takes the queries, the keys, the packed keys, a log-sum-exp for each query, and a few rows
/// of weights.
pub(crate) fn check_memory([queries, keys]: [usize; 2], features: usize) -> Result<(), LimitError> {
    let numbers = queries
        .saturating_add(keys.saturating_mul(2).saturating_add(PANEL))
        .saturating_mul(features)
        .saturating_add(queries)
        .saturating_add(keys.saturating_mul(PANEL));
    if can_allocate(numbers) {
        return Ok(());
    }
    let tokens = queries.max(keys);
    let halves = (1..usize::BITS).find(|&halves| can_allocate(numbers >> halves));
    let fitting = halves.map_or(0, |halves| tokens >> halves);
    let megabytes = (numbers as u64 * 4).div_ceil(1_000_000);
    Err(LimitError::Head { queries, keys, megabytes, fitting })
}

/// Whether memory for this count of numbers can be allocated; it is freed again.
fn can_allocate(numbers: usize) -> bool {
    Vec::<f32>::new().try_reserve_exact(numbers).is_ok()
}
