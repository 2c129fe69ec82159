//! The largest inputs.

/// The maximum number of cells of a map that this crate creates or accepts as a whole: 4096 x 4096.
///
/// Larger heads can be measured and pooled row by row.
pub const MAX_CELLS: usize = 1 << 24;

/// The maximum number of tokens of a rollout. Its two 64-bit matrices then take 64 MiB.
pub const MAX_ROLLOUT_TOKENS: usize = 2048;
