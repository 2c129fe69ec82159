//! Matrices from NumPy's legacy generator.

use heedmap_attention::{Distribution, Draw, RandomState, draw as draw_matrix, whole_number};
use heedmap_wasm_common::{
    InputError, Names, Number, Options, Refusal, Refused, into_error, limits,
};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::matrix::write;

#[wasm_bindgen(typescript_custom_section)]
const DRAW: &str = r#"
/**
 * A matrix to draw, as NumPy's `RandomState` method of the same name fills `size=(rows, cols)`.
 *
 * `randint` needs `high` and starts at `low` (0); `uniform` goes from `low` (0) to `high` (1); `normal` has `mean` (0)
 * and `deviation` (1). Each cell is multiplied by `factor` after it is drawn, as in `randn(4, 3) * 0.1`.
 */
export interface DrawOptions {
  distribution: 'randint' | 'randn' | 'rand' | 'uniform' | 'normal';
  low?: number | null;
  high?: number | null;
  mean?: number | null;
  deviation?: number | null;
  factor?: number | null;
  rows: number;
  cols: number;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface `DrawOptions`.
    #[wasm_bindgen(typescript_type = "DrawOptions[]")]
    pub type Draws;
    /// See the TypeScript interface `MatrixData`.
    #[wasm_bindgen(typescript_type = "MatrixData[]")]
    pub type Matrices;
}

/// The distributions by name, before their figures are known.
#[derive(Clone, Copy)]
enum DistributionKind {
    Randint,
    Randn,
    Rand,
    Uniform,
    Normal,
}

const DISTRIBUTIONS: Names<DistributionKind> = &[
    ("randint", DistributionKind::Randint),
    ("randn", DistributionKind::Randn),
    ("rand", DistributionKind::Rand),
    ("uniform", DistributionKind::Uniform),
    ("normal", DistributionKind::Normal),
];

fn read_draw(options: &JsValue) -> Result<Draw, Refusal> {
    let options = Options { what: "draw options", object: options };
    let low = options.maybe_number("low")?.unwrap_or(0.0);
    let distribution = match options.name("distribution", DISTRIBUTIONS)? {
        DistributionKind::Randint => Distribution::Randint {
            low: whole_number("low", low)?,
            high: whole_number("high", options.number("high")?)?,
        },
        DistributionKind::Randn => Distribution::Randn,
        DistributionKind::Rand => Distribution::Rand,
        DistributionKind::Uniform => {
            Distribution::Uniform { low, high: options.maybe_number("high")?.unwrap_or(1.0) }
        }
        DistributionKind::Normal => Distribution::Normal {
            mean: options.maybe_number("mean")?.unwrap_or(0.0),
            deviation: options.maybe_number("deviation")?.unwrap_or(1.0),
        },
    };
    let (rows, cols) = (options.count("rows")?, options.count("cols")?);
    limits::size("the drawn matrix", rows, cols)?;
    Ok(Draw { distribution, factor: options.maybe_number("factor")?, rows, cols })
}

/// Draws matrices one after the other from one stream of NumPy's legacy generator.
///
/// @example
/// // np.random.seed(42); W_Q = np.random.randint(3, size=(3, 3))
/// const [wQ] = draw(42, [{ distribution: 'randint', high: 3, rows: 3, cols: 3 }]);
/// wQ.data; // 2 0 2  2 0 0  2 1 2
#[wasm_bindgen]
pub fn draw(seed: &Number, draws: &Draws) -> Refused<Matrices> {
    drawn(seed, draws).map_err(into_error)
}

fn drawn(seed: &Number, draws: &Draws) -> Result<Matrices, Refusal> {
    let mut state = stream(seed)?;
    if !Array::is_array(draws) {
        return Err(InputError::NotArray { name: "draws" }.into());
    }
    let draws = Array::from(draws)
        .iter()
        .map(|options| read_draw(&options))
        .collect::<Result<Vec<_>, Refusal>>()?;
    limits::together("the drawn matrices", draws.iter().map(|draw| (draw.rows, draw.cols)))?;
    let matrices = Array::new();
    for wanted in &draws {
        matrices.push(&write(&draw_matrix(&mut state, wanted)?));
    }
    Ok(matrices.unchecked_into())
}

/// The stream of a seed that JavaScript gives.
pub(crate) fn stream(seed: &Number) -> Result<RandomState, Refusal> {
    let seed = seed.as_f64().ok_or(InputError::NotNumber { name: "the seed" })?;
    Ok(RandomState::from_number(seed)?)
}
