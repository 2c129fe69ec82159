//! Changes inside the model: heads, MLPs and values that are switched off or replaced.

use std::ops::Range;

use crate::config::Config;
use crate::error::Error;

/// What replaces the output of a head or of an MLP, or the value of a token.
///
/// The three ways to switch a head off disagree, because each asks another question: what the model does without
/// any output, with the average output, or with the output for another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Replacement {
    /// Zeros.
    Zero,
    /// Its mean over the tokens of this text in the run without changes.
    Mean,
    /// Itself at the same position of another text of the request (resampling, or patching).
    Text(usize),
}

/// A change inside the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// Replaces a head's output, before the projection to the residual stream.
    Head {
        /// The layer.
        layer: usize,
        /// The query head.
        head: usize,
        /// The position, or `None` for all.
        token: Option<usize>,
        /// What replaces it.
        with: Replacement,
    },
    /// Replaces what an MLP writes to the residual stream.
    Mlp {
        /// The layer.
        layer: usize,
        /// The position, or `None` for all.
        token: Option<usize>,
        /// What replaces it.
        with: Replacement,
    },
    /// Replaces the value of a token, by zeros so that nothing is read from it. The weights of the layer stay.
    Value {
        /// The layer.
        layer: usize,
        /// The key and value head, or `None` for all.
        head: Option<usize>,
        /// The position of the token.
        token: usize,
        /// What replaces it.
        with: Replacement,
    },
    /// Replaces the residual stream before a layer by that of another text (patching).
    Stream {
        /// The layer.
        layer: usize,
        /// The position.
        token: usize,
        /// The other text.
        text: usize,
    },
}

impl Edit {
    /// The layer that is changed.
    #[must_use]
    pub fn layer(&self) -> usize {
        match *self {
            Self::Head { layer, .. }
            | Self::Mlp { layer, .. }
            | Self::Value { layer, .. }
            | Self::Stream { layer, .. } => layer,
        }
    }

    /// Checks that everything it names exists.
    ///
    /// - errors: [`Error::Missing`]
    pub(crate) fn check(&self, config: &Config, tokens: usize, texts: usize) -> Result<(), Error> {
        let exists = |what, index: Option<usize>, count| match index {
            Some(index) if index >= count => Err(Error::Missing { what, index, count }),
            _ => Ok(()),
        };
        exists("layer", Some(self.layer()), config.layers.len())?;
        let (head, kv_head, token, text) = match *self {
            Self::Head { head, token, with, .. } => (Some(head), None, token, with.text()),
            Self::Mlp { token, with, .. } => (None, None, token, with.text()),
            Self::Value { head, token, with, .. } => (None, head, Some(token), with.text()),
            Self::Stream { token, text, .. } => (None, None, Some(token), Some(text)),
        };
        exists("head", head, config.heads_of(self.layer()))?;
        exists("key and value head", kv_head, config.value_heads_of(self.layer()))?;
        exists("token", token, tokens)?;
        exists("text", text, texts)
    }
}

impl Replacement {
    fn text(self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text),
            Self::Zero | Self::Mean => None,
        }
    }

    /// Replaces columns of rows.
    ///
    /// - `rows`: (tokens, width); `columns`: the first one, and their number
    /// - `texts`: the same rows of each text without changes, and which of them is changed
    pub(crate) fn apply(
        self,
        (rows, width): (&mut [f32], usize),
        (first, count): (usize, usize),
        token: Option<usize>,
        (texts, own): (&[Option<Vec<f32>>], usize),
    ) {
        let of_text = |text: usize| texts.get(text).and_then(Option::as_ref);
        let mean = match (self, of_text(own)) {
            (Self::Mean, Some(clean)) => means(clean, width, first..first + count),
            _ => Vec::new(),
        };
        for (position, row) in rows.chunks_exact_mut(width.max(1)).enumerate() {
            if token.is_some_and(|token| token != position) {
                continue;
            }
            let cells = &mut row[first..first + count];
            match self {
                Self::Zero => cells.fill(0.0),
                Self::Mean => cells.iter_mut().zip(&mean).for_each(|(cell, mean)| *cell = *mean),
                Self::Text(text) => {
                    let from = of_text(text).and_then(|rows| rows.get(position * width + first..));
                    if let Some(from) = from {
                        cells.copy_from_slice(&from[..count]);
                    }
                }
            }
        }
    }
}

/// The mean of each of some columns over all rows.
fn means(rows: &[f32], width: usize, columns: Range<usize>) -> Vec<f32> {
    let tokens = (rows.len() / width.max(1)).max(1) as f64;
    let mean = |column: usize| {
        let cells = rows.iter().skip(column).step_by(width);
        (cells.map(|&cell| f64::from(cell)).sum::<f64>() / tokens) as f32
    };
    columns.map(mean).collect()
}
