//! Transformer attention, cell by cell: the mathematics of Heedmap.

#![warn(clippy::doc_markdown)]

mod attention;
mod call;
mod concepts;
mod embedding;
mod error;
mod mask;
mod matrix;
mod positions;
mod projection;
mod query;
mod random;
mod scores;
mod softmax;
mod statistics;
mod work;

pub use crate::attention::{Attention, Options, attend, mix};
pub use crate::call::{CallError, Drawn, run_call};
pub use crate::concepts::{
    ApproximationError, Concepts, LowRank, Reference, Svd, ViewerCosine, concepts, cosine,
    low_rank, thin_svd,
};
pub use crate::embedding::{Embedded, EmbeddingScale, embed};
pub use crate::error::Error;
pub use crate::mask::{Mask, additive, masked};
pub use crate::matrix::{MAX_CELLS, Matrix, from_row_major, product, to_row_major};
pub use crate::positions::{Exponent, sinusoidal};
pub use crate::projection::{Projected, Projections, project};
pub use crate::query::attend_query;
pub use crate::random::{Distribution, Draw, RandomState, draw, whole_number};
pub use crate::scores::{Scale, scaled, scores};
pub use crate::softmax::{Form, Softmax, SoftmaxAxis, softmax};
pub use crate::statistics::population_variance;
pub use crate::work::{Inputs, Positions, Variances, Worked, work};
