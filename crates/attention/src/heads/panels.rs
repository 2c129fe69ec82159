//! The keys or values of one head, laid out so that several sums are computed at once.

use std::ops::Range;

use crate::real::Real;
use crate::tensor::{TensorError, allocate};

/// The number of sums that are computed together: as many as fit the registers of most processors.
const SIDE: usize = 8;

/// A matrix in panels of eight rows or columns.
///
/// The order of the terms of a sum is fixed, because another order would give other digits, so the
/// additions of one sum must wait for each other. Eight independent sums need not: dot products of
/// a query with eight keys, or eight features of an output. Their inputs are adjacent in a panel,
/// and the compiler can use vector instructions if the target has them.
pub(super) struct Panels<T> {
    cells: Vec<[T; SIDE]>,
    /// The number of terms of each sum, which is the number of entries of `cells` in a panel.
    terms: usize,
}

impl<T: Real> Panels<T> {
    /// Memory for `sums` sums of `terms` terms.
    ///
    /// - errors: [`TensorError::OutOfMemory`]
    pub(super) fn with_capacity(
        name: &'static str,
        sums: usize,
        terms: usize,
    ) -> Result<Self, TensorError> {
        let length = sums.div_ceil(SIDE) * terms;
        let mut cells = allocate(name, length)?;
        cells.resize(length, [T::ZERO; SIDE]);
        Ok(Self { cells, terms })
    }

    /// The bytes that [`Panels::with_capacity`] allocates.
    pub(super) fn bytes(sums: usize, terms: usize) -> u64 {
        let length = (sums.div_ceil(SIDE) as u64).saturating_mul(terms as u64);
        length.saturating_mul(size_of::<[T; SIDE]>() as u64)
    }

    /// Stores a sum for each row of a row-major matrix: its dot product with a vector.
    pub(super) fn set_rows(&mut self, matrix: &[T]) {
        for (index, row) in matrix.chunks_exact(self.terms.max(1)).enumerate() {
            let panel = &mut self.cells[index / SIDE * self.terms..][..self.terms];
            for (side, &cell) in panel.iter_mut().zip(row) {
                side[index % SIDE] = cell;
            }
        }
    }

    /// Stores a sum for each column of a row-major matrix: its rows, each times a weight.
    pub(super) fn set_columns(&mut self, matrix: &[T], columns: usize) {
        for (term, row) in matrix.chunks_exact(columns.max(1)).enumerate() {
            for (panel, cells) in row.chunks(SIDE).enumerate() {
                self.cells[panel * self.terms + term][..cells.len()].copy_from_slice(cells);
            }
        }
    }

    /// Each sum of `factors[n]` times its term `n`, over the terms in `runs`, from the first to the
    /// last.
    ///
    /// - `runs`: ranges of terms in ascending order; the other terms are left out
    /// - `sums`: one entry for each sum; -0 without any run
    pub(super) fn sums(&self, factors: &[T], runs: &[Range<usize>], sums: &mut [T]) {
        let panels = self.cells.chunks_exact(self.terms.max(1));
        for (panel, sums) in panels.zip(sums.chunks_mut(SIDE)) {
            // It starts from -0 and not from 0, so that a single term of -0 stays -0.
            let mut eight = [-T::ZERO; SIDE];
            for run in runs {
                eight = added(eight, &factors[run.clone()], &panel[run.clone()]);
            }
            sums.copy_from_slice(&eight[..sums.len()]);
        }
    }
}

/// The sums with further terms added. They are passed by value so that they stay in registers.
fn added<T: Real>(mut sums: [T; SIDE], factors: &[T], terms: &[[T; SIDE]]) -> [T; SIDE] {
    for (&factor, term) in factors.iter().zip(terms) {
        for (sum, &cell) in sums.iter_mut().zip(term) {
            *sum = *sum + factor * cell;
        }
    }
    sums
}
