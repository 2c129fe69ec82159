//! The clauses of masks, and their syntax.

use std::fmt;

use crate::alignment::Alignment;
use crate::span::{Cells, Span};

/// A rule for which keys a query may attend to.
///
/// Below, `i` is a query and `j` a key, both counted from 0; `N` and `M` are the numbers of queries
/// and keys; and `p = i + offset` is the position of the query among the keys. Every clause that
/// uses `p` has an [`Alignment`]. `//` rounds down, also below 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the formula says what each number is")]
#[non_exhaustive]
pub enum Clause {
    /// `all`: every pair.
    All,
    /// `none`: no pair.
    None,
    /// `causal`: `j <= p`.
    Causal { at: Alignment },
    /// `window(width)`: `p - j < width`; -1 means no bound.
    ///
    /// Hugging Face's `sliding_window`: the query's own key and the `width - 1` keys before it. It
    /// does not restrict later keys; `causal and window(6)` hides those.
    Window { width: i64, at: Alignment },
    /// `window(left, right)`: `p - left <= j <= p + right`, both included; -1 means no bound.
    ///
    /// FlashAttention's `window_size`. `window(6)` is `window(5, -1)`.
    Band { left: i64, right: i64, at: Alignment },
    /// `prefix(tokens)`: `j < tokens`.
    ///
    /// `causal and (window(1024) or prefix(4))` are the sinks and the window of StreamingLLM.
    Prefix { tokens: i64 },
    /// `padding_left(tokens)`: `j >= tokens`. Padding hides keys. The rows of padded queries do not
    /// change.
    PaddingLeft { tokens: i64 },
    /// `padding_right(tokens)`: `j < M - tokens`.
    PaddingRight { tokens: i64 },
    /// `documents(3, 5, 4)`: `p` and `j` are in the same document.
    ///
    /// Documents are packed one after another from key 0. The last one takes the remaining keys, so
    /// the lengths may sum to less than `M`, but not to more. A position before key 0 belongs to
    /// the first document, one after the last key to the last.
    Documents { lengths: Vec<i64>, at: Alignment },
    /// `global(0, 7-9)`: `j` or `p` is one of the tokens. All queries see these tokens, and these
    /// tokens see all keys (Longformer, BigBird).
    Global { tokens: Vec<Span>, at: Alignment },
    /// `dilated(window, step)`: `|p - j| < window * step` and `p - j` is a multiple of `step`.
    ///
    /// For example, `causal and dilated(4, 2)` shows four keys: `p`, `p - 2`, `p - 4`, `p - 6`.
    Dilated { window: i64, step: i64, at: Alignment },
    /// `blocks(size)`: `p // size = j // size`, blocks along the diagonal.
    ///
    /// `causal and blocks(8192)` are the chunks of Llama 4.
    Blocks { size: i64, at: Alignment },
    /// `block_local(size, left, right)`: like [`Clause::Band`], counted in blocks: `p // size -
    /// left <= j // size <= p // size + right`.
    BlockLocal { size: i64, left: i64, right: i64, at: Alignment },
    /// `random_blocks(size, count, seed)`: `j // size` is one of the `count` key blocks drawn for
    /// query block `p // size`, or any if there are no more than `count`.
    ///
    /// The key blocks `b` with the smallest `mix(mix(mix(seed) + p // size) + b)` are drawn, all
    /// modulo 2³². `mix(x)` is: twice, `x = (x ^ x >> 16) * 0x45D9F3B`; then `x ^ x >> 16`. No two
    /// numbers are equal, because `mix` is one to one. BigBird excludes the blocks of its window
    /// and of its global tokens; this clause draws from all blocks.
    RandomBlocks { size: i64, count: i64, seed: i64, at: Alignment },
    /// `images(3-8, 12-17)`: `p` and `j` are in the same of these ranges.
    ///
    /// The tokens of an image see each other in both directions: `causal or images(3-8)` (Gemma 3
    /// and 4).
    Images { tokens: Vec<Span>, at: Alignment },
    /// `block_list(size, 0:0, 1:0-1)`: the block of the query and the block of the key, `p // size :
    /// j // size`, are in this list of pairs and rectangles.
    ///
    /// For masks that were computed elsewhere, block by block.
    BlockList { size: i64, blocks: Vec<Cells>, at: Alignment },
    /// `cells(1:2, 3-5:0-4)`: painted cells `query:key`, and rectangles of them.
    Cells { cells: Vec<Cells> },
}

/// The alignment of a clause, shared or mutable like the reference.
macro_rules! alignment {
    ($clause:expr) => {
        match $clause {
            Clause::All
            | Clause::None
            | Clause::Prefix { .. }
            | Clause::PaddingLeft { .. }
            | Clause::PaddingRight { .. }
            | Clause::Cells { .. } => None,
            Clause::Causal { at }
            | Clause::Window { at, .. }
            | Clause::Band { at, .. }
            | Clause::Documents { at, .. }
            | Clause::Global { at, .. }
            | Clause::Dilated { at, .. }
            | Clause::Blocks { at, .. }
            | Clause::BlockLocal { at, .. }
            | Clause::RandomBlocks { at, .. }
            | Clause::Images { at, .. }
            | Clause::BlockList { at, .. } => Some(at),
        }
    };
}

impl Clause {
    /// The name of the clause, as written in an expression.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Clause::All => "all",
            Clause::None => "none",
            Clause::Causal { .. } => "causal",
            Clause::Window { .. } | Clause::Band { .. } => "window",
            Clause::Prefix { .. } => "prefix",
            Clause::PaddingLeft { .. } => "padding_left",
            Clause::PaddingRight { .. } => "padding_right",
            Clause::Documents { .. } => "documents",
            Clause::Global { .. } => "global",
            Clause::Dilated { .. } => "dilated",
            Clause::Blocks { .. } => "blocks",
            Clause::BlockLocal { .. } => "block_local",
            Clause::RandomBlocks { .. } => "random_blocks",
            Clause::Images { .. } => "images",
            Clause::BlockList { .. } => "block_list",
            Clause::Cells { .. } => "cells",
        }
    }

    /// The alignment, if the clause uses the position of the query.
    #[must_use]
    pub fn alignment(&self) -> Option<Alignment> {
        alignment!(self).copied()
    }

    /// The clause with another alignment, if it has one.
    pub(crate) fn aligned(&self, alignment: Alignment) -> Clause {
        let mut clause = self.clone();
        if let Some(at) = alignment!(&mut clause) {
            *at = alignment;
        }
        clause
    }

    /// The arguments before the alignment, as written in an expression.
    fn arguments(&self) -> Vec<String> {
        fn texts<T: fmt::Display>(values: &[T]) -> Vec<String> {
            values.iter().map(T::to_string).collect()
        }
        match self {
            Clause::All | Clause::None | Clause::Causal { .. } => Vec::new(),
            Clause::Window { width: number, .. }
            | Clause::Prefix { tokens: number }
            | Clause::PaddingLeft { tokens: number }
            | Clause::PaddingRight { tokens: number }
            | Clause::Blocks { size: number, .. } => texts(&[number]),
            Clause::Band { left, right, .. } => texts(&[left, right]),
            Clause::Documents { lengths, .. } => texts(lengths),
            Clause::Global { tokens, .. } | Clause::Images { tokens, .. } => texts(tokens),
            Clause::Dilated { window, step, .. } => texts(&[window, step]),
            Clause::BlockLocal { size, left, right, .. } => texts(&[size, left, right]),
            Clause::RandomBlocks { size, count, seed, .. } => texts(&[size, count, seed]),
            Clause::BlockList { size, blocks, .. } => {
                texts(&[size]).into_iter().chain(texts(blocks)).collect()
            }
            Clause::Cells { cells } => texts(cells),
        }
    }
}

/// Writes the clause; parsing the text gives the same clause.
impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arguments = self.arguments();
        if let Some(at) = self.alignment()
            && at != Alignment::default()
        {
            arguments.push(at.to_string());
        }
        f.write_str(self.name())?;
        if arguments.is_empty() { Ok(()) } else { write!(f, "({})", arguments.join(", ")) }
    }
}
