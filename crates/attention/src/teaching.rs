//! Code for lessons: whole computations with every step, and comparisons.
//!
//! The engine, in the root of the crate, computes attention. The modules here arrange its functions for
//! readers, with options and results in the form that a lesson shows. Nothing in the engine depends on
//! them.
//!
//! | module | what it shows |
//! |---|---|
//! | [`forward`] | a forward pass of one head or of several, from embeddings or from Q, K and V to the output |
//! | [`contrast`](mod@contrast) | common mistakes beside the correct computation |
//! | [`encodings`] | position encodings compared on the same tokens: sinusoids, RoPE, ALiBi, none |
//! | [`concepts`](mod@concepts) | the singular value decomposition of a table of ratings |
//! | [`picked`] | keys that an indexer picks, and what is lost by it |
//! | [`sharing`] | the size of the cache when query heads share keys and values |
//! | [`state`] | the state of a layer without a softmax, and its table of weights |

pub mod concepts;
pub mod contrast;
pub mod encodings;
pub mod forward;
pub mod picked;
pub mod sharing;
pub mod state;
mod statistics;

pub use statistics::population_variance;
