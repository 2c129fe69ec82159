//! Concepts: the singular value decomposition of a table of ratings.
//!
//! Eckart and Young (1936): of all matrices of rank `k`, the one made of the `k` largest singular
//! values is nearest to the original. Rows are people, columns are what they rate, and a concept is
//! a direction that many of them share. The reader chooses the rank.

mod basis;
mod jacobi;
mod low_rank;
mod similarity;
mod svd;

pub use low_rank::{LowRank, low_rank};
pub use similarity::cosine;
pub use svd::{Reference, Svd, thin_svd};

use crate::error::Error;
use crate::matrix::{Matrix, check_all_finite, frobenius, named_product, row};

/// A decomposed table of ratings, with its approximation of some rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Concepts {
    /// The full decomposition.
    pub svd: Svd,
    /// The part that is kept.
    pub low_rank: LowRank,
    /// The ratings minus their approximation, (rows, columns).
    pub difference: Matrix,
    /// The size of the difference.
    pub error: ApproximationError,
    /// Each row in concept space, `ratings · V_k`, (rows, k).
    pub row_concepts: Matrix,
    /// Each column in concept space: `V_k` itself, (columns, k).
    pub column_concepts: Matrix,
    /// Each new viewer in concept space, (viewers, k).
    pub viewer_concepts: Option<Matrix>,
    /// The similarity of the first two viewers.
    pub cosine: ViewerCosine,
}

/// How far an approximation is from the original.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ApproximationError {
    /// `√ Σ (original − approximation)²`
    pub frobenius: f64,
    /// The same divided by `√ Σ original²`; 0 when the original is all zeros.
    pub relative: f64,
}

/// The cosine of the first two viewers, before and after. `None` if there are fewer than two, or if
/// one of them is all zeros and has no direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewerCosine {
    /// In the space of the ratings.
    pub raw: Option<f64>,
    /// In concept space.
    pub concept: Option<f64>,
}

/// Decomposes ratings, keeps the `rank` strongest concepts, and gives the coordinates of viewers.
///
/// `ratings = U S Vᵀ`, `approximation = U_k S_k V_kᵀ`, `coordinates = viewers · V_k`.
///
/// Two viewers who rated nothing in common have cosine 0 in the space of the ratings. In concept
/// space they may still be close, if others rated the same things alike.
///
/// - edge cases: rank 0 keeps nothing and its approximation is 0; the sign of each pair of singular
///   vectors is free, and [`Reference`] determines it
/// - `ratings`: (rows, columns); `viewers`: (viewers, columns)
/// - errors: those of [`thin_svd`] and [`low_rank`]; [`Error::CellNotFinite`] in the viewers;
///   [`Error::WidthsDiffer`] when the viewers rate other columns
pub fn concepts(
    ratings: &Matrix,
    rank: usize,
    viewers: Option<&Matrix>,
    reference: Option<&Reference>,
) -> Result<Concepts, Error> {
    let svd = thin_svd("ratings", ratings, reference)?;
    let low_rank = low_rank(&svd, rank)?;
    let difference = ratings.zip_map(&low_rank.approximation, |rating, near| rating - near);
    let (size, distance) = (frobenius(ratings), frobenius(&difference));
    let error = ApproximationError {
        frobenius: distance,
        relative: if size == 0.0 { 0.0 } else { distance / size },
    };
    let v_k = &low_rank.v_k;
    let row_concepts = named_product(("ratings", ratings), ("vK", v_k))?;
    let viewer_concepts = viewers.map(|viewers| coordinates(viewers, v_k)).transpose()?;
    let cosine =
        ViewerCosine { raw: first_two(viewers), concept: first_two(viewer_concepts.as_ref()) };
    let column_concepts = v_k.clone();
    Ok(Concepts {
        svd,
        low_rank,
        difference,
        error,
        row_concepts,
        column_concepts,
        viewer_concepts,
        cosine,
    })
}

/// The coordinates of viewers in concept space, `viewers · V_k`.
fn coordinates(viewers: &Matrix, v_k: &Matrix) -> Result<Matrix, Error> {
    check_all_finite("viewers", viewers)?;
    if viewers.ncols() != v_k.nrows() {
        return Err(Error::WidthsDiffer {
            left: "viewers",
            left_cols: viewers.ncols(),
            right: "ratings",
            right_cols: v_k.nrows(),
        });
    }
    named_product(("viewers", viewers), ("vK", v_k))
}

/// The cosine of the first two rows, if there are two.
fn first_two(rows: Option<&Matrix>) -> Option<f64> {
    let rows = rows.filter(|rows| rows.nrows() >= 2)?;
    cosine(&row(rows, 0), &row(rows, 1))
}

impl Concepts {
    /// Each matrix that exists, with its name in the interface and the tests.
    #[must_use]
    pub fn named(&self) -> Vec<(&'static str, &Matrix)> {
        let mut named = vec![
            ("u", &self.svd.u),
            ("s", &self.svd.s),
            ("vT", &self.svd.v_t),
            ("uK", &self.low_rank.u_k),
            ("sK", &self.low_rank.s_k),
            ("vK", &self.low_rank.v_k),
            ("approximation", &self.low_rank.approximation),
            ("difference", &self.difference),
            ("rowConcepts", &self.row_concepts),
            ("columnConcepts", &self.column_concepts),
        ];
        named.extend(self.viewer_concepts.iter().map(|viewers| ("viewerConcepts", viewers)));
        named
    }
}
