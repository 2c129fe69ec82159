//! Matrices from NumPy's legacy generator.

use heedmap_attention::random::{
    Distribution, Draw, RandomState, draw as draw_matrix, whole_number,
};
use heedmap_wasm_common::{
    InputError, MatrixData, Number, Refusal, limits, read_value, serialize_value,
};
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// The distributions, by the names of NumPy's methods.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DistributionName {
    Randint,
    Randn,
    Rand,
    Uniform,
    Normal,
}

/// A matrix to draw, as NumPy's `RandomState` method of the same name fills `size=(rows, cols)`.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct DrawOptions {
    distribution: DistributionName,
    /// For `randint` and `uniform`, by default 0.
    #[tsify(optional, type = "number | null")]
    low: Option<f64>,
    /// For `randint`, where it is required, and for `uniform`, by default 1.
    #[tsify(optional, type = "number | null")]
    high: Option<f64>,
    /// For `normal`, by default 0.
    #[tsify(optional, type = "number | null")]
    mean: Option<f64>,
    /// For `normal`, by default 1.
    #[tsify(optional, type = "number | null")]
    deviation: Option<f64>,
    /// The factor of each cell after drawing, as in `randn(4, 3) * 0.1`.
    #[tsify(optional, type = "number | null")]
    factor: Option<f64>,
    rows: usize,
    cols: usize,
}

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface `DrawOptions`.
    #[wasm_bindgen(typescript_type = "DrawOptions[]")]
    pub type Draws;
    /// See the TypeScript interface `MatrixData`.
    #[wasm_bindgen(typescript_type = "MatrixData[]")]
    pub type Matrices;
}

impl DrawOptions {
    /// Converts the draw at an index of the list.
    fn draw(&self, index: usize) -> Result<Draw, Refusal> {
        let low = self.low.unwrap_or(0.0);
        let distribution = match self.distribution {
            DistributionName::Randint => {
                let missing = || InputError::wanted(&format!("draws[{index}].high"), "a number");
                let high = self.high.ok_or_else(missing)?;
                Distribution::Randint {
                    low: whole_number("low", low)?,
                    high: whole_number("high", high)?,
                }
            }
            DistributionName::Randn => Distribution::Randn,
            DistributionName::Rand => Distribution::Rand,
            DistributionName::Uniform => {
                Distribution::Uniform { low, high: self.high.unwrap_or(1.0) }
            }
            DistributionName::Normal => Distribution::Normal {
                mean: self.mean.unwrap_or(0.0),
                deviation: self.deviation.unwrap_or(1.0),
            },
        };
        limits::size("the drawn matrix", self.rows, self.cols)?;
        Ok(Draw { distribution, factor: self.factor, rows: self.rows, cols: self.cols })
    }
}

/// Draws matrices one after the other from one stream of NumPy's legacy generator.
///
/// @example
/// // np.random.seed(42); W_Q = np.random.randint(3, size=(3, 3))
/// const [wQ] = draw(42, [{ distribution: 'randint', high: 3, rows: 3, cols: 3 }]);
/// wQ.data; // 2 0 2  2 0 0  2 1 2
#[wasm_bindgen]
pub fn draw(seed: &Number, draws: &Draws) -> Result<Matrices, Refusal> {
    let mut state = RandomState::from_number(read_value("the seed", seed)?)?;
    let draws: Vec<DrawOptions> = read_value("draws", draws)?;
    let draws = draws.iter().enumerate().map(|(index, options)| options.draw(index));
    let draws = draws.collect::<Result<Vec<_>, Refusal>>()?;
    limits::together("the drawn matrices", draws.iter().map(|draw| (draw.rows, draw.cols)))?;
    let matrices =
        draws.iter().map(|wanted| Ok(MatrixData::from(&draw_matrix(&mut state, wanted)?)));
    let matrices = matrices.collect::<Result<Vec<_>, Refusal>>()?;
    Ok(serialize_value(&matrices)?.unchecked_into())
}
