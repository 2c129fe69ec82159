//! The inputs of a computation.

use heedmap_attention::teaching::forward::{ForwardInputs, Positions};
use heedmap_attention::{Matrix, Projected, Projections};
use heedmap_wasm_common::limits::{LimitError, product};
use heedmap_wasm_common::{InputError, Js, Refusal};
use serde::Deserialize;
use tsify::Tsify;

use crate::matrix::{MatrixError, maybe};
use crate::work_options::{PositionsName, StartOptions};

/// The inputs from which queries, keys and values come.
#[derive(Clone, Copy)]
pub(crate) enum Input {
    Embeddings,
    Positions,
    WQ,
    WK,
    WV,
    Q,
    K,
    V,
}

impl Input {
    /// The key of the input in JavaScript.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Embeddings => "embeddings",
            Self::Positions => "positions",
            Self::WQ => "wQ",
            Self::WK => "wK",
            Self::WV => "wV",
            Self::Q => "q",
            Self::K => "k",
            Self::V => "v",
        }
    }
}

/// The start of a computation with these options. Its inputs are read one by one, and only those
/// that the computation needs.
pub(crate) fn start(
    options: &StartOptions,
    read: impl Fn(Input) -> Result<Option<Matrix>, Refusal>,
) -> Result<ForwardInputs, Refusal> {
    let needed = |input: Input| -> Result<Matrix, Refusal> {
        Ok(read(input)?.ok_or(InputError::Missing { name: input.name() })?)
    };
    match (read(Input::Embeddings)?, read(Input::Q)?) {
        (Some(_), Some(_)) => Err(MatrixError::TwoStarts.into()),
        (Some(embeddings), None) => {
            let projections = Projections {
                w_q: needed(Input::WQ)?,
                w_k: needed(Input::WK)?,
                w_v: needed(Input::WV)?,
            };
            check_embedded(embeddings.shape(), &projections)?;
            let first_position = options.first_position;
            let positions = match (options.positions, options.positions.exponent()) {
                (_, Some(exponent)) => Positions::Sinusoidal { first_position, exponent },
                (PositionsName::Given, _) => Positions::Given(needed(Input::Positions)?),
                _ => Positions::None,
            };
            let scale = options.embedding_scale;
            Ok(ForwardInputs::Embedded { positions, embeddings, scale, projections })
        }
        (None, _) => {
            let projected =
                Projected { q: needed(Input::Q)?, k: needed(Input::K)?, v: needed(Input::V)? };
            check_attention(projected.q.shape(), projected.k.nrows(), projected.v.ncols())?;
            Ok(ForwardInputs::Given(projected))
        }
    }
}

/// Rejects embeddings whose queries, keys, values or attention would be too large or take too long.
fn check_embedded(
    (tokens, d_model): (usize, usize),
    Projections { w_q, w_k, w_v }: &Projections,
) -> Result<(), LimitError> {
    for (name, projection) in [("q", w_q), ("k", w_k), ("v", w_v)] {
        product(name, tokens, d_model, projection.ncols())?;
    }
    check_attention((tokens, w_q.ncols()), tokens, w_v.ncols())
}

/// Rejects queries, keys and values whose attention would be too large or take too long.
fn check_attention(
    (queries, d_k): (usize, usize),
    keys: usize,
    d_v: usize,
) -> Result<(), LimitError> {
    product("scores", queries, d_k, keys)?;
    product("output", queries, keys, d_v)
}

/// Defines the inputs of a computation: the fields that one head and several heads share, and further ones.
macro_rules! work_inputs {
    ($(#[$about:meta])* pub struct $name:ident { $($more:tt)* }) => {
        $(#[$about])*
        #[derive(Deserialize, Tsify)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            #[tsify(optional, type = "MatrixData | null")]
            embeddings: Option<Js>,
            /// Used if the option `positions` is `given`.
            #[tsify(optional, type = "MatrixData | null")]
            positions: Option<Js>,
            #[tsify(optional, type = "MatrixData | null")]
            w_q: Option<Js>,
            #[tsify(optional, type = "MatrixData | null")]
            w_k: Option<Js>,
            #[tsify(optional, type = "MatrixData | null")]
            w_v: Option<Js>,
            #[tsify(optional, type = "MatrixData | null")]
            q: Option<Js>,
            #[tsify(optional, type = "MatrixData | null")]
            k: Option<Js>,
            #[tsify(optional, type = "MatrixData | null")]
            v: Option<Js>,
            $($more)*
        }

        impl $name {
            /// The input of this name, completely checked.
            pub(crate) fn read(&self, input: Input) -> Result<Option<Matrix>, Refusal> {
                let given = match input {
                    Input::Embeddings => &self.embeddings,
                    Input::Positions => &self.positions,
                    Input::WQ => &self.w_q,
                    Input::WK => &self.w_k,
                    Input::WV => &self.w_v,
                    Input::Q => &self.q,
                    Input::K => &self.k,
                    Input::V => &self.v,
                };
                maybe(input.name(), given.as_ref())
            }
        }
    };
}

work_inputs! {
    /// The inputs of a computation: either `embeddings` with `wQ`, `wK` and `wV`, or `q`, `k` and
    /// `v`.
    pub struct WorkInputs {}
}

work_inputs! {
    /// The same as for one head. The projections contain the columns of all heads, and so do
    /// queries, keys and values.
    pub struct WorkHeadsInputs {
        /// The projection of the merged heads, (heads * d_v, d_model), if any.
        #[tsify(optional, type = "MatrixData | null")]
        pub(crate) w_o: Option<Js>,
    }
}
