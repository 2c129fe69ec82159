//! How much of a text or variant a layer computes.

use super::edit::Edit;
use super::{Sequence, State};
use crate::config::Config;

/// What a layer need not compute of a variant, because it is known or nobody reads it. The rest has the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Share {
    /// Whether the outputs of its heads, before its edits, are those of its text: in the layer of its first change, if
    /// only outputs of heads or of the MLP change there.
    pub(super) begins: bool,
    /// Whether only the rows whose logits are read go on after attention: in the last layer.
    pub(super) ends: bool,
}

impl Share {
    /// The share of a text or variant in a layer that it has reached.
    pub(super) fn of(sequence: &Sequence, layer: usize, config: &Config, state: &State) -> Self {
        if sequence.trace.is_some() {
            return Self::default();
        }
        let mut edits = sequence.edits.iter().filter(|edit| edit.layer() == layer);
        Self {
            begins: sequence.start == layer
                && edits.clone().all(|edit| matches!(edit, Edit::Head { .. } | Edit::Mlp { .. })),
            // What an MLP writes is replaced at its position among all rows.
            ends: layer + 1 == config.layers.len()
                && state.positions.len() < state.tokens
                && !edits.any(|edit| matches!(edit, Edit::Mlp { .. })),
        }
    }
}
