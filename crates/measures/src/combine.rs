//! Several heads, or several layers, as one map.

use crate::error::Error;
use crate::head_map::HeadMap;

/// What becomes of the weights that several heads give to one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// `Σₕ wₕ[i, j] / heads`. Rows that summed to 1 still do.
    Mean,
    /// `maxₕ wₕ[i, j]`: whatever any head looks at stays bright. Rows no longer sum to 1.
    Max,
}

/// One map made of several, cell by cell.
///
/// - edge cases: NaN in one head is NaN in the result, in the largest too: it should be seen
/// - `heads`: at least one; the heads of a layer, the layers of a head, or all there are
/// - errors: [`Error::Nothing`] for none, [`Error::ShapesDiffer`]
pub fn combined(heads: &[&HeadMap], combination: Combination) -> Result<HeadMap, Error> {
    Error::unless_any("heads to combine", heads.len())?;
    let (first, rest) = (heads[0], &heads[1..]);
    for head in rest {
        first.check_shape("the first head", "another", head)?;
    }
    let count = heads.len() as f64;
    let cell = |at: usize| {
        let cells = heads.iter().map(|head| head.cells()[at]);
        match combination {
            Combination::Mean => (cells.map(f64::from).sum::<f64>() / count) as f32,
            Combination::Max => cells.fold(f32::NEG_INFINITY, larger),
        }
    };
    let cells = (0..first.cells().len()).map(cell).collect();
    Ok(HeadMap::made(first.queries(), first.keys(), cells))
}

/// The larger of two numbers, or NaN if one of them is: a comparison that it loses would pass over
/// it.
pub(crate) fn larger(most: f32, cell: f32) -> f32 {
    if cell > most || cell.is_nan() { cell } else { most }
}
