//! Small pictures of the parts of a mask.

use crate::bits::{Bits, count_in};
use crate::evaluate::evaluate;
use crate::expression::Expr;
use crate::mask::Mask;

/// A part of a mask in few cells: an operand, or the whole expression.
///
/// A cell stands for a rectangle of pairs. It is 2 if the part and the mask allow one of them, 1 if
/// only the part does, and 0 if the part allows none of them. So a single column remains visible,
/// however many keys there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thumbnail {
    /// The number of rows, the queries.
    pub rows: usize,
    /// The number of columns, the keys.
    pub cols: usize,
    /// The cells, row by row.
    pub cells: Vec<u8>,
}

impl Mask {
    /// The clauses and groups of the mask in reading order, a group before its operands, each
    /// including the `not` before it.
    ///
    /// - `most`: the largest number of rows and of columns
    /// - returns: one thumbnail for each clause, [`Expr::And`] and [`Expr::Or`], with a row for each
    ///   query if there are at most `most` queries, and likewise for keys
    #[must_use]
    pub fn thumbnails(&self, most: usize) -> Vec<Thumbnail> {
        let whole = self.bits();
        let mut thumbnails = Vec::new();
        part(self.expr(), &whole, most.max(1), &mut thumbnails);
        thumbnails
    }
}

/// Adds the thumbnails of an expression and of its operands, and returns its bits.
fn part(expr: &Expr, whole: &Bits, most: usize, all: &mut Vec<Thumbnail>) -> Bits {
    let mut inner = expr;
    let mut is_inverted = false;
    while let Expr::Not(operand) = inner {
        inner = operand.as_ref();
        is_inverted = !is_inverted;
    }
    let index = all.len();
    all.push(Thumbnail { rows: 0, cols: 0, cells: Vec::new() });
    let mut bits = match inner {
        Expr::And(operands) => joined(operands, Bits::intersect, whole, most, all),
        Expr::Or(operands) => joined(operands, Bits::unite, whole, most, all),
        Expr::Clause(_) | Expr::Not(_) => None,
    }
    .unwrap_or_else(|| evaluate(inner, whole.shape()));
    if is_inverted {
        bits.invert();
    }
    all[index] = thumbnail(&bits, whole, most);
    bits
}

/// Joins the bits of operands; `None` if there are no operands.
fn joined(
    operands: &[Expr],
    join: fn(&mut Bits, &Bits),
    whole: &Bits,
    most: usize,
    all: &mut Vec<Thumbnail>,
) -> Option<Bits> {
    let mut joined: Option<Bits> = None;
    for operand in operands {
        let bits = part(operand, whole, most, all);
        match &mut joined {
            None => joined = Some(bits),
            Some(joined) => join(joined, &bits),
        }
    }
    joined
}

fn thumbnail(part: &Bits, whole: &Bits, most: usize) -> Thumbnail {
    let (queries, keys) = (part.shape().queries(), part.shape().keys());
    let (rows, cols) = (queries.min(most), keys.min(most));
    let mut cells = Vec::with_capacity(rows * cols);
    for row in 0..rows {
        let words = part.row(0).len();
        let (mut by_part, mut by_both) = (vec![0_u64; words], vec![0_u64; words]);
        for query in row * queries / rows..(row + 1) * queries / rows {
            for (word, (part, whole)) in part.row(query).iter().zip(whole.row(query)).enumerate() {
                by_part[word] |= part;
                by_both[word] |= part & whole;
            }
        }
        cells.extend((0..cols).map(|col| {
            let range = col * keys / cols..(col + 1) * keys / cols;
            if count_in(&by_both, range.clone()) > 0 {
                2
            } else {
                u8::from(count_in(&by_part, range) > 0)
            }
        }));
    }
    Thumbnail { rows, cols, cells }
}
