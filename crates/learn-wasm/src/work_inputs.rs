//! The inputs of a computation.

use heedmap_attention::{Inputs, Positions, Projected, Projections};
use heedmap_wasm_common::{Js, Refusal};
use serde::Deserialize;
use tsify::Tsify;

use crate::limits;
use crate::matrix::{maybe, needed};
use crate::matrix_error::MatrixError;
use crate::work_options::{PositionsName, StartOptions};

/// Defines the inputs of computations with one head and with several: common fields and others.
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
            /// The matrices of a computation, completely checked.
            pub(crate) fn start(&self, options: &StartOptions) -> Result<Inputs, Refusal> {
                let given = |name, given: &Option<Js>| maybe(name, given.as_ref());
                let needed = |name, given: &Option<Js>| needed(name, given.as_ref());
                match (given("embeddings", &self.embeddings)?, given("q", &self.q)?) {
                    (Some(_), Some(_)) => Err(MatrixError::TwoStarts.into()),
                    (Some(embeddings), None) => {
                        let projections = Projections {
                            w_q: needed("wQ", &self.w_q)?,
                            w_k: needed("wK", &self.w_k)?,
                            w_v: needed("wV", &self.w_v)?,
                        };
                        limits::embedded(embeddings.shape(), &projections)?;
                        let first_position = options.first_position;
                        let positions = match (options.positions, options.positions.exponent()) {
                            (_, Some(exponent)) => Positions::Sinusoidal { first_position, exponent },
                            (PositionsName::Given, _) => {
                                Positions::Given(needed("positions", &self.positions)?)
                            }
                            _ => Positions::None,
                        };
                        let scale = options.embedding_scale;
                        Ok(Inputs::Embedded { positions, embeddings, scale, projections })
                    }
                    (None, _) => {
                        let projected = Projected {
                            q: needed("q", &self.q)?,
                            k: needed("k", &self.k)?,
                            v: needed("v", &self.v)?,
                        };
                        limits::projected(&projected)?;
                        Ok(Inputs::Given(projected))
                    }
                }
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
