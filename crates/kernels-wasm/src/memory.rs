//! Checks that a large head fits in memory.

use heedmap_kernels::PreparedHead;
use heedmap_wasm_common::limits::LimitError;

/// Rejects a head for which no memory can be allocated. The kernels would stop the program instead.
pub(crate) fn check_memory([queries, keys]: [usize; 2], features: usize) -> Result<(), LimitError> {
    let numbers = PreparedHead::numbers([queries, keys], features);
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
