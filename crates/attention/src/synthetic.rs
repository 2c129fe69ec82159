//! Attention over more tokens than a picture has pixels.
//!
//! Two thousand queries and as many keys are four million pairs, and while a reader drags a slider
//! of a mask there are sixteen milliseconds for all of them. Scores and their exponentials do not
//! depend on the mask, so they are computed once ([`SyntheticScores`]). Under a mask, the sums and weights
//! of all rows are then computed in one pass, and pooled to one figure for each pixel
//! ([`SyntheticScores::pool`]). [`SyntheticScores::row`] computes a single row in full.
//!
//! The queries and keys are synthetic ([`Tokens`]): normal numbers from a seed, as NumPy draws
//! them. A mask is given as the bits of each row, where key `j` is bit `j % 64` of word `j / 64`;
//! the module does not know where they come from.
//!
//! ```
//! use heedmap_attention::synthetic::{SyntheticScores, View};
//!
//! let mut scores = SyntheticScores::new(7.0, 16)?;
//! let view = View { queries: 3, keys: 3, shown: 3, rows: 3, cols: 3, alibi: None };
//! // Causal: key 0, then 0 and 1, then all three.
//! let rows: [[u64; 1]; 3] = [[0b001], [0b011], [0b111]];
//! let pooled = scores.pool(&view, rows.iter().map(|row| row.as_slice()))?;
//!
//! assert_eq!(pooled.shares, [1., 0., 0., 1., 1., 0., 1., 1., 1.]);
//! assert_eq!(pooled.weights[0], 1.0);
//! # Ok::<(), heedmap_attention::synthetic::SyntheticError>(())
//! ```

mod alibi;
mod bands;
mod cells;
mod columns;
mod error;
mod line;
mod pool;
mod pooled;
mod row;
mod scores;
mod tokens;
mod view;

pub use self::alibi::Alibi;
pub use self::error::SyntheticError;
pub use self::pooled::Pooled;
pub use self::row::SyntheticRow;
pub use self::scores::SyntheticScores;
pub use self::tokens::{MAX_FEATURES, Tokens};
pub use self::view::{MAX_TOKENS, View};
