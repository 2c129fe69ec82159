//! The limits of computations with matrices. They are checked before anything is allocated or
//! computed.

use heedmap_attention::{Projected, Projections};
use heedmap_wasm_common::limits::{LimitError, product};

/// Rejects embeddings whose queries, keys, values or attention would be too large or take too long.
pub(crate) fn embedded(
    (tokens, d_model): (usize, usize),
    projections: &Projections,
) -> Result<(), LimitError> {
    let Projections { w_q, w_k, w_v } = projections;
    for (name, projection) in [("q", w_q), ("k", w_k), ("v", w_v)] {
        product(name, tokens, d_model, projection.ncols())?;
    }
    attention(tokens, tokens, w_q.ncols(), w_v.ncols())
}

/// Rejects queries, keys and values whose attention would be too large or take too long.
pub(crate) fn projected(Projected { q, k, v }: &Projected) -> Result<(), LimitError> {
    attention(q.nrows(), k.nrows(), q.ncols(), v.ncols())
}

fn attention(queries: usize, keys: usize, d_k: usize, d_v: usize) -> Result<(), LimitError> {
    product("scores", queries, d_k, keys)?;
    product("output", queries, keys, d_v)
}
