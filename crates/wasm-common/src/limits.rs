//! How much a page takes on. Everything here is checked before it is allocated or begun.

/// The longest side of a matrix.
pub const MAX_SIDE: usize = 4096;
/// The most cells of a matrix: 32 MB of them, and a computation keeps a dozen matrices.
pub const MAX_CELLS: usize = 1 << 22;
/// The most products of one matrix product: a second or two.
pub const MAX_PRODUCTS: u64 = 1 << 27;

/// Why something is too much.
#[derive(Debug, thiserror::Error)]
pub enum LimitError {
    /// A matrix larger than the page can hold.
    #[error(
        "{name} would be {rows} x {cols}: at most {MAX_SIDE} a side and {MAX_CELLS} cells in all"
    )]
    TooLarge {
        /// What the matrix is called.
        name: String,
        /// How many rows it would have.
        rows: usize,
        /// How many columns it would have.
        cols: usize,
    },
    /// A tensor larger than the page can hold.
    #[error("{name} would have {cells} cells: at most {MAX_CELLS} fit")]
    Cells {
        /// What the tensor is called.
        name: &'static str,
        /// How many cells it would have.
        cells: u64,
    },
    /// A computation longer than a reader waits.
    #[error("{name} would take {products} multiplications: at most {MAX_PRODUCTS} are done")]
    TooLong {
        /// What would be computed.
        name: &'static str,
        /// How many multiplications it would take.
        products: u64,
    },
    /// Too many cells over all the matrices of one call.
    #[error("{name} have more than {MAX_CELLS} cells together")]
    TooMany {
        /// What the matrices are called.
        name: &'static str,
    },
}

/// Refuses a matrix that is too large, whether it is given or would be made.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn size(name: &str, rows: usize, cols: usize) -> Result<(), LimitError> {
    let fits = rows <= MAX_SIDE && cols <= MAX_SIDE && rows.saturating_mul(cols) <= MAX_CELLS;
    if fits { Ok(()) } else { Err(LimitError::TooLarge { name: name.to_owned(), rows, cols }) }
}

/// Refuses a tensor that is too large, whether it is given or would be made.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn cells(name: &'static str, sides: &[usize]) -> Result<(), LimitError> {
    let cells = sides.iter().fold(1_u64, |all, &side| all.saturating_mul(side as u64));
    if cells <= MAX_CELLS as u64 { Ok(()) } else { Err(LimitError::Cells { name, cells }) }
}

/// Refuses attention over heads that is too large or takes too long: (batch, heads, queries, `d_k`) against
/// `keys` keys in all, of `d_v` values each. Whether the shapes agree is for the mathematics to say.
///
/// # Errors
///
/// The sizes, and the most that fit.
pub fn heads(q: &[usize], keys: usize, d_v: usize) -> Result<(), LimitError> {
    let [rows @ .., d_k] = q else { return Ok(()) };
    cells("scores", &[rows, &[keys]].concat())?;
    cells("output", &[rows, &[d_v]].concat())?;
    let each = |name, features: usize| {
        let sides = rows.iter().chain([&keys, &features]);
        let products = sides.fold(1_u64, |all, &side| all.saturating_mul(side as u64));
        if products <= MAX_PRODUCTS { Ok(()) } else { Err(LimitError::TooLong { name, products }) }
    };
    each("scores", *d_k)?;
    each("output", d_v)
}

/// Refuses the product of a (rows, inner) and an (inner, cols) matrix that is too large or takes too long. Whether the
/// inner sizes agree is for the mathematics to say.
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
    let products =
        [rows, inner, cols].iter().fold(1_u64, |all, &side| all.saturating_mul(side as u64));
    if products <= MAX_PRODUCTS { Ok(()) } else { Err(LimitError::TooLong { name, products }) }
}

/// Refuses matrices that are too large together.
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
