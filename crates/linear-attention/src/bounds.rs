//! How large weights can still become, for any query.

use crate::blocks::Blocks;
use crate::number::Number;

/// `B[j]` of the derivation: each weight of key `j` and of the keys before it is at most `B[j] ‖w‖`.
///
/// ```text
/// r[j] = max(1, |1 - β[j] ‖k[j]‖²|) · max e^g[j]        without the erase term, max e^g[j]
/// B[j] = max(β[j] ‖k[j]‖, r[j] · B[j-1])
/// ```
///
/// Each is larger by a few units in the last place, so that the rounding of lengths and products cannot make a bound
/// too small.
pub(crate) fn of<T: Number>(
    blocks: &Blocks<T>,
    writes: &[f64],
    decays: &[f64],
    erases: bool,
) -> Vec<f64> {
    const ROUNDING: f64 = 1.0 + 64.0 * f64::EPSILON;
    let mut largest = 0.0_f64;
    let tokens = writes.iter().zip(decays).enumerate();
    tokens
        .map(|(j, (write, decay))| {
            let square: f64 = blocks.key(j).map(|x| x * x).sum();
            let growth = if erases { (1.0 - write * square).abs().max(1.0) } else { 1.0 };
            let own = write.abs() * square.sqrt();
            largest = own.max(growth * decay * largest) * ROUNDING;
            largest
        })
        .collect()
}
