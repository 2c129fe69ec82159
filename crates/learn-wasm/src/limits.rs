//! How much a page takes on, of what is worked from matrices. Everything here is checked before it is allocated or begun.

use heedmap_attention::{Projected, Projections};
use heedmap_wasm_common::limits::{LimitError, product};

/// Refuses embeddings whose queries, keys, values or attention would be too large or take too long.
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

/// Refuses queries, keys and values whose attention would be too large or take too long.
pub(crate) fn projected(Projected { q, k, v }: &Projected) -> Result<(), LimitError> {
    attention(q.nrows(), k.nrows(), q.ncols(), v.ncols())
}

fn attention(queries: usize, keys: usize, d_k: usize, d_v: usize) -> Result<(), LimitError> {
    product("scores", queries, d_k, keys)?;
    product("output", queries, keys, d_v)
}
