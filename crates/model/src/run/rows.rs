//! The rows of a group of texts and variants between products.

use heedmap_attention::gelu;
use heedmap_kernels::{gelu_tanh, silu};

use crate::config::{Activation, Config, GatedDelta};
use crate::error::{Error, zeros};
use crate::model::LayerParameters;
use crate::parameter::Part;
use crate::projection::Projection;

/// The number of multiply-adds of a slice of a product.
const MULTIPLY_ADDS: usize = 1 << 26;

/// The inputs and outputs of the products of a layer, a row for each token.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) count: usize,
    layer: usize,
    /// What attention and the MLP read, (rows, width).
    pub(crate) h: Vec<f32>,
    /// All queries, keys and values with the gates, and in a layer that keeps a state `b` and `a`, (rows, features).
    pub(crate) projected: Vec<f32>,
    /// The outputs of all heads, (rows, features).
    pub(crate) outputs: Vec<f32>,
    /// What attention or the MLP writes, (rows, width).
    pub(crate) y: Vec<f32>,
    /// Inside the MLP, (rows, hidden), or twice as many columns with a gate: the gate first.
    hidden: Vec<f32>,
}

impl Rows {
    /// - errors: [`Error::Memory`]
    pub(crate) fn new(count: usize, layer: usize, config: &Config) -> Result<Self, Error> {
        let cells = |width: usize| zeros("activations", count.saturating_mul(width));
        Ok(Self {
            count,
            layer,
            h: cells(config.width)?,
            projected: cells(config.projected_width_of(layer))?,
            outputs: cells(config.output_width_of(layer))?,
            y: cells(config.width)?,
            hidden: cells(hidden_width(config))?,
        })
    }

    /// Some rows of what attention and the MLP read, and of the outputs of the heads.
    ///
    /// - errors: [`Error::Memory`]
    pub(crate) fn only(&self, picked: &[usize], config: &Config) -> Result<Self, Error> {
        let mut rows = Self::new(picked.len(), self.layer, config)?;
        for (from, to, width) in [
            (&self.h, &mut rows.h, config.width),
            (&self.outputs, &mut rows.outputs, config.output_width_of(self.layer)),
        ] {
            for (&row, cells) in picked.iter().zip(to.chunks_exact_mut(width)) {
                cells.copy_from_slice(&from[row * width..][..width]);
            }
        }
        Ok(rows)
    }

    /// The number of slices of a product.
    pub(crate) fn slices(&self, matrix: &Projection) -> usize {
        matrix.outputs().div_ceil(self.columns(matrix))
    }

    /// The number of outputs of a slice.
    fn columns(&self, matrix: &Projection) -> usize {
        let one = self.count * matrix.inputs();
        (MULTIPLY_ADDS / one.max(1)).max(1).next_multiple_of(16)
    }

    /// A slice of the product with a part of the layer, plus its bias.
    pub(crate) fn project(
        &mut self,
        part: Part,
        slice: usize,
        parameters: &LayerParameters,
        config: &Config,
    ) -> Result<(), Error> {
        let matrix = parameters.matrix(part)?;
        let columns = self.columns(matrix);
        let first = slice * columns;
        let outputs = first..(first + columns).min(matrix.outputs());
        let Self { count, layer, h, projected, outputs: heads, y, hidden } = self;
        let (queries, keys) = (config.gated_query_width(), config.key_width());
        let (all, wide) = (config.projected_width_of(*layer), hidden_width(config));
        let delta = config.delta_of(*layer);
        let of_delta = |column: fn(&GatedDelta) -> usize| delta.map_or(0, column);
        let (from, to, width, column): (&[f32], _, _, _) = match part {
            Part::Key => (h, projected, all, queries),
            Part::Value => (h, projected, all, queries + keys),
            Part::DeltaGate => (h, projected, all, of_delta(GatedDelta::channels)),
            Part::DeltaBeta => (h, projected, all, of_delta(GatedDelta::beta_column)),
            Part::DeltaStep => (h, projected, all, of_delta(GatedDelta::step_column)),
            Part::Output => (heads, y, config.width, 0),
            Part::Gate => (h, hidden, wide, 0),
            Part::Up => (h, hidden, wide, wide - config.hidden),
            // The function has left its results in the first part.
            Part::Down => (&hidden[..*count * config.hidden], y, config.width, 0),
            _ => (h, projected, all, 0),
        };
        matrix.product_into((from, *count), outputs, parameters.bias(part), (to, width, column))
    }

    /// The function of the MLP, times the other half if it is a gate. The results become (rows, hidden).
    pub(crate) fn activate(&mut self, config: &Config) {
        let function: fn(&mut [f32]) = match config.activation {
            Activation::Gelu => |cells| cells.iter_mut().for_each(|cell| *cell = gelu(*cell)),
            Activation::GeluTanh => gelu_tanh,
            Activation::Silu => silu,
            Activation::ClampedSwiglu => |_| {},
            Activation::Relu => |cells| cells.iter_mut().for_each(|cell| *cell = cell.max(0.0)),
        };
        let (hidden, cells) = (config.hidden, &mut self.hidden);
        if !config.gated {
            return function(cells);
        }
        // A result never overwrites a cell that is read after it.
        for row in 0..self.count {
            function(&mut cells[row * 2 * hidden..][..hidden]);
            for column in 0..hidden {
                let at = row * 2 * hidden + column;
                cells[row * hidden + column] = cells[at] * cells[at + hidden];
            }
        }
    }
}

/// The number of columns inside the MLP.
fn hidden_width(config: &Config) -> usize {
    if config.gated { 2 * config.hidden } else { config.hidden }
}

/// The rows of some columns, as (sequences, heads, computed tokens, features).
///
/// - `rows`: (sequences, computed tokens, columns)
pub(super) fn heads_of(
    rows: &[f32],
    [sequences, heads, tokens, features]: [usize; 4],
    column: &dyn Fn(usize) -> usize,
) -> Result<Vec<f32>, Error> {
    let mut cells = zeros("heads", sequences * heads * tokens * features)?;
    let width = rows.len() / (sequences * tokens).max(1);
    for (at, row) in cells.chunks_exact_mut(features).enumerate() {
        let (token, head, sequence) = (at % tokens, at / tokens % heads, at / tokens / heads);
        let from = (sequence * tokens + token) * width + column(head);
        row.copy_from_slice(&rows[from..][..features]);
    }
    Ok(cells)
}
