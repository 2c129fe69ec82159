//! ONNX's `RotaryEmbedding` (opset 23), computed by the core.

use heedmap_attention::{MAX_CELLS, Real, RopePairs, Tensor, merge_heads, rotate, split_heads};

use super::Outputs;
use crate::fields::{Failure, Fields};
use crate::tensor::AnyTensor;

const ATTRIBUTES: [&str; 3] = ["interleaved", "num_heads", "rotary_embedding_dim"];
const INPUTS: [&str; 4] = ["input", "cos_cache", "sin_cache", "position_ids"];

pub(super) fn rotary<T: Real>(attributes: &Fields<'_>, inputs: &Fields<'_>) -> Outputs<T> {
    attributes.only(&ATTRIBUTES)?;
    inputs.only(&INPUTS)?;
    let x: Tensor<T> = inputs.needed("input")?;
    let side_by_side = x.shape().len() == 3;
    let x = match attributes.size("num_heads")?.filter(|&heads| heads > 0) {
        Some(heads) if side_by_side => split_heads("input", &x, heads)?,
        None if side_by_side => {
            return Err(Failure("input has 3 axes and no number of heads".to_owned()));
        }
        _ => x,
    };
    let features = x.shape().last().copied().unwrap_or(0);
    let turned = attributes.size("rotary_embedding_dim")?.filter(|&turned| turned > 0);
    let turned = turned.unwrap_or(features);
    let positions = inputs.any("position_ids")?;
    let table = |name| {
        let table: Tensor<T> = inputs.needed(name)?;
        let width = table.shape().last().copied().unwrap_or(0);
        if width.checked_mul(2) != Some(turned) {
            let sentence =
                format!("{name} has {width} columns, but {turned} features are turned in pairs");
            return Err(Failure(sentence));
        }
        match &positions {
            None => Ok(table),
            Some(AnyTensor::Integers(positions)) => at_positions(name, &table, positions),
            Some(_) => Err(Failure("position_ids must be whole numbers".to_owned())),
        }
    };
    let (cosines, sines) = (table("cos_cache")?, table("sin_cache")?);
    let pairs =
        if attributes.flag("interleaved")? { RopePairs::Interleaved } else { RopePairs::Half };
    let output = rotate(&x, (&cosines, &sines), pairs)?;
    let output = if side_by_side { merge_heads("output", &output)? } else { output };
    Ok(vec![("output", output)])
}

/// The rows of a table (positions, pairs) for each token, (batch, length, pairs).
fn at_positions<T: Real>(
    name: &str,
    table: &Tensor<T>,
    positions: &Tensor<i64>,
) -> Result<Tensor<T>, Failure> {
    let (&[rows, width], &[batches, length]) = (table.shape(), positions.shape()) else {
        let sentence = format!("{name} must have 2 axes, and so must position_ids");
        return Err(Failure(sentence));
    };
    let cells = positions.data().len().checked_mul(width);
    if cells.is_none_or(|cells| cells > MAX_CELLS) {
        return Err(Failure(format!(
            "position_ids are too many for the {width} columns of {name}"
        )));
    }
    let mut data = Vec::new();
    for &position in positions.data() {
        let row = usize::try_from(position).ok().filter(|&row| row < rows);
        let row = row.ok_or_else(|| {
            Failure(format!("position {position} is beyond the {rows} rows of {name}"))
        })?;
        data.extend_from_slice(&table.data()[row * width..(row + 1) * width]);
    }
    Ok(Tensor::new(name, &[batches, length, width], data)?)
}
