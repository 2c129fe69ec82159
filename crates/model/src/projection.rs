//! A learned matrix in memory, and the one function that multiplies with it.

use std::ops::Range;

use heedmap_kernels::{Right, RightOperand};

use crate::element::Element;
use crate::error::{Error, zeros};

/// The order of the axes of a stored matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// (outputs, inputs), as PyTorch's `Linear` and GGUF store it: `y = x Wᵀ`.
    OutputsFirst,
    /// (inputs, outputs), as GPT-2 stores it: `y = x W`.
    InputsFirst,
}

/// The number of cells of a matrix that are packed at once. They fit the second-level cache, with a copy that is only widened
/// if the outputs are the first axis.
const CELLS: usize = 1 << 17;
/// A block has at least this number of columns, the width of a panel of the kernels.
const PANEL: usize = 16;

/// A learned matrix as it is stored: its bytes are widened block by block while it is multiplied.
///
/// So a layer takes as much memory as in the file, whatever the type of its numbers.
#[derive(Clone, Debug)]
pub struct Projection {
    bytes: Vec<u8>,
    element: Element,
    axes: Axes,
    inputs: usize,
    outputs: usize,
}

impl Projection {
    /// A matrix from its bytes.
    ///
    /// - errors: [`Error::Length`] if these are not its bytes
    pub fn new(
        bytes: Vec<u8>,
        element: Element,
        axes: Axes,
        [inputs, outputs]: [usize; 2],
    ) -> Result<Self, Error> {
        let (rows, width) = match axes {
            Axes::OutputsFirst => (outputs, inputs),
            Axes::InputsFirst => (inputs, outputs),
        };
        let row = element.bytes(width as u64);
        let wanted = row.and_then(|row| row.checked_mul(rows as u64)).unwrap_or(u64::MAX);
        let got = bytes.len() as u64;
        if got == wanted {
            return Ok(Self { bytes, element, axes, inputs, outputs });
        }
        Err(Error::Length { what: "bytes of a matrix", got, wanted })
    }

    /// The number of features of a row that is multiplied.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of features of a product.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The bytes of memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// `out[i, j] = Σ_c x[i, c] · w[c, first + j]` for the output features of a range.
    ///
    /// This is the only function that multiplies with a learned matrix. A range is a share of the work: several
    /// Workers can each compute some of the features of a product, with the bits of a single one.
    ///
    /// Some outputs are widened and packed at once, and multiplied with all rows of `x`. Sums are in 32
    /// bits, in blocks of 384 products.
    ///
    /// - `x`: (rows, inputs); `out`: (rows, outputs of the range)
    /// - edge case: without rows or outputs, nothing is written
    /// - errors: [`Error::Missing`] for a range that does not exist, [`Error::Length`]
    /// - source: the product of `heedmap-kernels`
    pub fn product(
        &self,
        x: &[f32],
        rows: usize,
        outputs: Range<usize>,
        out: &mut [f32],
    ) -> Result<(), Error> {
        same("numbers of a product", out.len(), rows, outputs.len())?;
        let (width, start) = (outputs.len(), outputs.start);
        self.blocks(x, rows, outputs, &mut |first, block| {
            place(block, first - start, (&mut *out, width), rows);
        })
    }

    /// [`Projection::product`] into columns of a wider matrix, with a bias.
    ///
    /// - `to`: the matrix, its width, and the column of the first output of the projection
    pub(crate) fn product_into(
        &self,
        (x, rows): (&[f32], usize),
        outputs: Range<usize>,
        bias: Option<&[f32]>,
        (out, width, column): (&mut [f32], usize, usize),
    ) -> Result<(), Error> {
        self.blocks(x, rows, outputs, &mut |first, block| {
            let count = block.len() / rows.max(1);
            if let Some(bias) = bias.and_then(|bias| bias.get(first..first + count)) {
                for line in block.chunks_exact_mut(count) {
                    line.iter_mut().zip(bias).for_each(|(cell, bias)| *cell += bias);
                }
            }
            place(block, column + first, (&mut *out, width), rows);
        })
    }

    /// Computes a product block by block, and calls `sink` with the first output and the rows of each block.
    fn blocks(
        &self,
        x: &[f32],
        rows: usize,
        outputs: Range<usize>,
        sink: &mut dyn FnMut(usize, &mut [f32]),
    ) -> Result<(), Error> {
        if outputs.end > self.outputs || outputs.start > outputs.end {
            return Err(Error::Missing { what: "output", index: outputs.end, count: self.outputs });
        }
        same("numbers of a left operand", x.len(), rows, self.inputs)?;
        if rows == 0 || outputs.is_empty() {
            return Ok(());
        }
        let cells = match self.axes {
            Axes::OutputsFirst => CELLS / 2,
            Axes::InputsFirst => CELLS,
        };
        let most = (cells / self.inputs.max(1) / PANEL * PANEL).max(PANEL).min(outputs.len());
        let mut block = zeros("a block of a product", most * rows)?;
        let mut cells = match self.axes {
            Axes::OutputsFirst => zeros("a block of a matrix", most * self.inputs)?,
            Axes::InputsFirst => Vec::new(),
        };
        for first in outputs.clone().step_by(most) {
            let count = most.min(outputs.end - first);
            let operand = self.operand(first..first + count, &mut cells)?;
            let block = &mut block[..rows * count];
            operand.product(x, rows, block).map_err(kernel)?;
            sink(first, block);
        }
        Ok(())
    }

    /// The numbers of some outputs, widened.
    ///
    /// - `cells`: room for them if the outputs are the first axis
    fn operand(&self, outputs: Range<usize>, cells: &mut [f32]) -> Result<RightOperand, Error> {
        let size = |elements: usize| elements / self.element.block() * self.element.block_bytes();
        let sizes = [self.inputs, outputs.len()];
        match self.axes {
            Axes::OutputsFirst => {
                let row = size(self.inputs);
                let cells = &mut cells[..outputs.len() * self.inputs];
                self.element.widen(&self.bytes[outputs.start * row..outputs.end * row], cells);
                RightOperand::new(cells, Right::Transposed, sizes).map_err(kernel)
            }
            // Rows of whole blocks: only types with blocks of one element are stored this way.
            Axes::InputsFirst => {
                let row = size(self.outputs);
                let part = size(outputs.start)..size(outputs.end);
                Ok(RightOperand::from_rows(sizes, |input, line| {
                    self.element.widen(&self.bytes[input * row..][part.clone()], line);
                }))
            }
        }
    }
}

/// Copies the rows of a block into columns of a matrix.
fn place(block: &[f32], column: usize, (out, width): (&mut [f32], usize), rows: usize) {
    let count = block.len() / rows.max(1);
    for (line, part) in out.chunks_exact_mut(width.max(1)).zip(block.chunks_exact(count.max(1))) {
        line[column..column + count].copy_from_slice(part);
    }
}

fn same(what: &'static str, got: usize, rows: usize, columns: usize) -> Result<(), Error> {
    let (got, wanted) = (got as u64, rows.saturating_mul(columns) as u64);
    if got == wanted { Ok(()) } else { Err(Error::Length { what, got, wanted }) }
}

/// The lengths were checked, so the kernels have no reason to reject them.
fn kernel(_: heedmap_kernels::Error) -> Error {
    Error::NotFiniteOutside { what: "products" }
}
