//! Limits. They are checked before anything is allocated or computed.

/// The longest side of a matrix.
pub const MAX_SIDE: usize = 4096;
/// The most cells of a matrix: 32 MB of them, and a computation keeps a dozen matrices.
pub const MAX_CELLS: usize = 1 << 22;
/// The maximum number of products of one matrix product: a second or two.
pub const MAX_PRODUCTS: u64 = 1 << 27;

/// Why an input or a result is too large.
#[derive(Debug, thiserror::Error)]
pub enum LimitError {
    /// The matrix is larger than allowed.
    #[error(
        "{name} would be {rows} x {cols}: at most {MAX_SIDE} a side and {MAX_CELLS} cells in all"
    )]
    TooLarge {
        /// The name of the matrix.
        name: String,
        /// Its number of rows.
        rows: usize,
        /// Its number of columns.
        cols: usize,
    },
    /// The tensor is larger than allowed.
    #[error("{name} would have {cells} cells: at most {MAX_CELLS} fit")]
    Cells {
        /// The name of the tensor.
        name: &'static str,
        /// Its number of cells.
        cells: u64,
    },
    /// The computation would take too long.
    #[error("{name} would take {products} multiplications: at most {MAX_PRODUCTS} are done")]
    TooLong {
        /// The name of the result.
        name: &'static str,
        /// The number of multiplications.
        products: u64,
    },
    /// A head for which there is no memory.
    #[error(
        "a head of {queries} queries and {keys} keys needs {megabytes} MB of memory, which cannot be allocated: about {fitting} tokens fit"
    )]
    Head {
        /// Its number of queries.
        queries: usize,
        /// Its number of keys.
        keys: usize,
        /// The memory that it needs.
        megabytes: u64,
        /// The number of tokens of a head that fits.
        fitting: usize,
    },
    /// All matrices of a call together have too many cells.
    #[error("{name} have more than {MAX_CELLS} cells together")]
    TooMany {
        /// The name of the matrices.
        name: &'static str,
    },
}

/// Rejects a matrix that is too large, as an input or as a result.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn size(name: &str, rows: usize, cols: usize) -> Result<(), LimitError> {
    let fits = rows <= MAX_SIDE && cols <= MAX_SIDE && rows.saturating_mul(cols) <= MAX_CELLS;
    if fits { Ok(()) } else { Err(LimitError::TooLarge { name: name.to_owned(), rows, cols }) }
}

/// Rejects a tensor that is too large, as an input or as a result.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn cells(name: &'static str, sides: &[usize]) -> Result<(), LimitError> {
    let cells = saturating_product(sides);
    if cells <= MAX_CELLS as u64 { Ok(()) } else { Err(LimitError::Cells { name, cells }) }
}

/// Rejects attention over heads that is too large or takes too long: (batch, heads, queries, `d_k`)
/// against `keys` keys in total, of `d_v` values each. The core checks whether the shapes match.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn heads(q: &[usize], keys: usize, d_v: usize) -> Result<(), LimitError> {
    let [rows @ .., d_k] = q else { return Ok(()) };
    cells("scores", &[rows, &[keys]].concat())?;
    cells("output", &[rows, &[d_v]].concat())?;
    time("scores", &[rows, &[keys, *d_k]].concat())?;
    time("output", &[rows, &[keys, d_v]].concat())
}

/// Rejects the product of a (rows, inner) and an (inner, cols) matrix that is too large or takes
/// too long. The core checks whether the inner sizes match.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn product(
    name: &'static str,
    rows: usize,
    inner: usize,
    cols: usize,
) -> Result<(), LimitError> {
    size(name, rows, cols)?;
    time(name, &[rows, inner, cols])
}

/// Rejects a result that takes as many multiplications as the product of the sides, if they are too many.
fn time(name: &'static str, sides: &[usize]) -> Result<(), LimitError> {
    let products = saturating_product(sides);
    if products <= MAX_PRODUCTS { Ok(()) } else { Err(LimitError::TooLong { name, products }) }
}

fn saturating_product(sides: &[usize]) -> u64 {
    sides.iter().fold(1, |product, &side| product.saturating_mul(side as u64))
}

/// Rejects matrices that are too large in total.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn together(
    name: &'static str,
    shapes: impl IntoIterator<Item = (usize, usize)>,
) -> Result<(), LimitError> {
    let cells = shapes
        .into_iter()
        .fold(0_usize, |cells, (rows, cols)| cells.saturating_add(rows.saturating_mul(cols)));
    if cells <= MAX_CELLS { Ok(()) } else { Err(LimitError::TooMany { name }) }
}
