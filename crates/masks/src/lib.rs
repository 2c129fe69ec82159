//! Attention masks as expressions.
//!
//! A mask is an expression of a few clauses and `and`, `or`, `not`. Its text is parsed ([`parse`]),
//! checked for a size ([`Mask`]), evaluated ([`Mask::bits`]), explained cell by cell
//! ([`Mask::explain`]), used for generation row by row ([`play`]), measured ([`figures`],
//! [`blocks`]), and written as Python ([`numpy`], [`pytorch_sdpa`], [`flex_attention`]). Every
//! function is pure. The crate does not depend on scores, weights, files, pixels or JavaScript.
//!
//! ```
//! use heedmap_masks::{Mask, Shape};
//!
//! let mask = Mask::parse("causal and (window(6) or global(0))", Shape::new(24, 24)?)?;
//!
//! assert_eq!(mask.bits().count(), 147);
//!
//! let why = mask.explain(14, 3)?;
//! assert!(!why.allows);
//! // Clause 1 (the window) and clause 2 (the global token) decide it.
//! assert_eq!(why.deciding(), [1, 2]);
//! # Ok::<(), heedmap_masks::Error>(())
//! ```
//!
//! Rows are queries and columns are keys, and true means "may attend", as in PyTorch's
//! `scaled_dot_product_attention` and in ONNX; `key_padding_mask` of `nn.MultiheadAttention` means
//! the opposite. [`Clause`] defines what each clause allows, and [`parse`] the syntax. An error in
//! the text has a column:
//!
//! ```
//! let error = heedmap_masks::parse("causal and window(-2, 0)").unwrap_err();
//! let sentence = "column 19: left is -2: it must be -1, for no bound, or at least 0";
//! assert_eq!(error.to_string(), sentence);
//! ```
//!
//! # Which function
//!
//! | to | use |
//! |---|---|
//! | parse a text | [`Mask::parse`] for a size; [`parse`](fn@parse), with the columns of its clauses and numbers |
//! | see the cells | [`Mask::bits`]; [`Mask::allows`] for one cell; [`Mask::thumbnails`] for small pictures of its clauses |
//! | compute rows of masks of up to 262,144 tokens | [`MaskRows`] |
//! | know why a cell is allowed or not | [`Mask::explain`] |
//! | step through generation, row by row | [`play`](fn@play) |
//! | count pairs, memory and blocks | [`figures`](fn@figures), [`blocks`](fn@blocks) |
//! | write it as Python | [`numpy`], [`pytorch_sdpa`], [`flex_attention`] |
//! | edit it | [`painted`](fn@painted) for cells; [`Expr::without`] and [`Expr::aligned`] for clauses; [`Error::correction`] for mistyped words |

mod alignment;
mod allows;
mod bits;
mod check;
mod clause;
mod code;
mod comparison;
mod correction;
mod edit;
mod error;
mod evaluate;
mod explain;
mod expression;
mod figures;
mod generation;
mod mask;
mod one_range;
mod painted;
mod parse;
mod presets;
mod random;
mod reasons;
mod rows;
mod shape;
mod span;
mod syntax;
mod thumbnail;

pub use crate::alignment::Alignment;
pub use crate::bits::Bits;
pub use crate::check::{MAX_CLAUSES, MAX_DEPTH, MAX_DRAWN, MAX_NUMBER};
pub use crate::clause::Clause;
pub use crate::code::{flex_attention, numpy, pytorch_sdpa};
pub use crate::comparison::{Comparison, Relation};
pub use crate::correction::Correction;
pub use crate::error::{ClauseProblem, Error, Expected, ParseProblem};
pub use crate::explain::{Explanation, Reason};
pub use crate::expression::Expr;
pub use crate::figures::{Blocks, Figures, MAX_FIGURE, Model, blocks, figures};
pub use crate::generation::{Step, play};
pub use crate::mask::Mask;
pub use crate::painted::{Brush, MAX_PAINTED, painted};
pub use crate::parse::{MAX_TEXT, Number, Parsed, parse};
pub use crate::presets::{PRESETS, Preset};
pub use crate::rows::MaskRows;
pub use crate::shape::{MAX_ROW_SIDE, MAX_SIDE, Shape};
pub use crate::span::{Cells, Span};
pub use crate::syntax::CLAUSES;
pub use crate::thumbnail::Thumbnail;
