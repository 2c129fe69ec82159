//! How much a page takes on. Everything here is checked before it is allocated or begun.

use heedmap_attention::{Projected, Projections, SchemeInputs};

use crate::matrix_error::MatrixError;

/// The longest side of a matrix.
pub(crate) const MAX_SIDE: usize = 4096;
/// The most cells of a matrix: 32 MB of them, and a computation keeps a dozen matrices.
pub(crate) const MAX_CELLS: usize = 1 << 22;
/// The most products of one matrix product: a second or two.
pub(crate) const MAX_PRODUCTS: u64 = 1 << 27;

/// Refuses a matrix that is too large, whether it is given or would be made.
pub(crate) fn size(name: &str, rows: usize, cols: usize) -> Result<(), MatrixError> {
    let fits = rows <= MAX_SIDE && cols <= MAX_SIDE && rows.saturating_mul(cols) <= MAX_CELLS;
    if fits { Ok(()) } else { Err(MatrixError::TooLarge { name: name.to_owned(), rows, cols }) }
}

/// Refuses a tensor that is too large, whether it is given or would be made.
pub(crate) fn cells(name: &'static str, sides: &[usize]) -> Result<(), MatrixError> {
    let cells = sides.iter().fold(1_u64, |all, &side| all.saturating_mul(side as u64));
    if cells <= MAX_CELLS as u64 { Ok(()) } else { Err(MatrixError::Cells { name, cells }) }
}

/// Refuses attention over heads that is too large or takes too long: (batch, heads, queries, `d_k`) against
/// `keys` keys in all, of `d_v` values each. Whether the shapes agree is for the mathematics to say.
pub(crate) fn heads(q: &[usize], keys: usize, d_v: usize) -> Result<(), MatrixError> {
    let [rows @ .., d_k] = q else { return Ok(()) };
    cells("scores", &[rows, &[keys]].concat())?;
    cells("output", &[rows, &[d_v]].concat())?;
    let each = |name, features: usize| {
        let sides = rows.iter().chain([&keys, &features]);
        let products = sides.fold(1_u64, |all, &side| all.saturating_mul(side as u64));
        if products <= MAX_PRODUCTS { Ok(()) } else { Err(MatrixError::TooLong { name, products }) }
    };
    each("scores", *d_k)?;
    each("output", d_v)
}

/// Refuses the product of a (rows, inner) and an (inner, cols) matrix that is too large or takes too long. Whether the
/// inner sizes agree is for the mathematics to say.
pub(crate) fn product(
    name: &'static str,
    rows: usize,
    inner: usize,
    cols: usize,
) -> Result<(), MatrixError> {
    size(name, rows, cols)?;
    let products =
        [rows, inner, cols].iter().fold(1_u64, |all, &side| all.saturating_mul(side as u64));
    if products <= MAX_PRODUCTS { Ok(()) } else { Err(MatrixError::TooLong { name, products }) }
}

/// Refuses embeddings whose queries, keys, values or attention would be too large or take too long.
pub(crate) fn embedded(
    (tokens, d_model): (usize, usize),
    projections: &Projections,
) -> Result<(), MatrixError> {
    let Projections { w_q, w_k, w_v } = projections;
    for (name, projection) in [("q", w_q), ("k", w_k), ("v", w_v)] {
        product(name, tokens, d_model, projection.ncols())?;
    }
    attention(tokens, tokens, w_q.ncols(), w_v.ncols())
}

/// Refuses tokens and places of curves whose comparison under every scheme would be too large or take too long.
pub(crate) fn schemes(inputs: &SchemeInputs<'_>, reach: usize) -> Result<(), MatrixError> {
    let ((tokens, d_model), d_k) = (inputs.embeddings.shape(), inputs.w_q.ncols());
    let places = reach.saturating_add(1);
    size("the queries of the curves", places, d_model)?;
    for (name, rows) in [("q", tokens), ("the curves", places)] {
        product(name, rows, d_model, d_k)?;
    }
    product("scores", tokens, d_k, tokens)
}

/// Refuses queries, keys and values whose attention would be too large or take too long.
pub(crate) fn projected(Projected { q, k, v }: &Projected) -> Result<(), MatrixError> {
    attention(q.nrows(), k.nrows(), q.ncols(), v.ncols())
}

fn attention(queries: usize, keys: usize, d_k: usize, d_v: usize) -> Result<(), MatrixError> {
    product("scores", queries, d_k, keys)?;
    product("output", queries, keys, d_v)
}

/// Refuses matrices that are too large together.
pub(crate) fn together(
    name: &'static str,
    shapes: impl IntoIterator<Item = (usize, usize)>,
) -> Result<(), MatrixError> {
    let cells = shapes
        .into_iter()
        .fold(0_usize, |cells, (rows, cols)| cells.saturating_add(rows.saturating_mul(cols)));
    if cells <= MAX_CELLS { Ok(()) } else { Err(MatrixError::TooMany { name }) }
}
