//! What a run takes from an earlier run of the same model, whose texts begin with the same tokens.

use std::sync::Arc;

use heedmap_attention::RopeScaling;

use super::trace::LayerTrace;
use super::{Phase, Run, Sequence};
use crate::config::Rotation;

/// The number of first tokens whose rows a run can take from an earlier one; 0 if it has to compute everything.
pub(super) fn shared(run: &Run, earlier: &Run) -> usize {
    let (model, request, config) = (&run.model, &run.request, run.model.config());
    let is_finished = matches!(earlier.phase, Phase::Done(_));
    let has_parts = !request.writes || earlier.request.writes;
    let is_shared = Arc::ptr_eq(model, &earlier.model) && is_finished && has_parts;
    if !(is_shared && config.causal && request.variants.is_empty()) {
        return 0;
    }
    // These scalings depend on the length of the text.
    let depends = |rope: &Rotation| {
        matches!(rope.scaling, RopeScaling::Dynamic { .. } | RopeScaling::LongRope(_))
    };
    if config.layers.iter().filter_map(|layer| layer.rope.as_ref()).any(depends) {
        return 0;
    }
    let pairs = request.texts.iter().enumerate().map(|(text, ids)| {
        let before = earlier.request.texts.get(text).map_or(&[][..], Vec::as_slice);
        ids.iter().zip(before).take_while(|(id, before)| id == before).count()
    });
    // The positions that are read are computed, because the end of a run reads the streams of its own tokens.
    pairs.chain(run.state.positions.iter().copied()).min().unwrap_or(0)
}

/// What is kept of a layer of a text or variant.
pub(super) fn kept(sequence: &mut Sequence, layer: usize) -> Option<&mut LayerTrace> {
    sequence.trace.as_mut()?.layers.get_mut(layer)?.as_mut()
}

/// What an earlier run kept of a layer of a text.
pub(super) fn earlier(sequence: &Sequence, layer: usize) -> Option<&LayerTrace> {
    sequence.earlier.get(layer)?.as_ref()
}

/// The outputs of all heads of a layer: those of the first tokens, then `rows`.
///
/// - `first`: the number of cells of the first tokens
pub(super) fn outputs(sequence: &Sequence, layer: usize, first: usize, rows: &[f32]) -> Vec<f32> {
    let before = earlier(sequence, layer).map_or(&[][..], |one| &one.outputs[..first]);
    [before, rows].concat()
}

/// Keeps the residual stream as a part of what is kept of a layer, behind that of the first tokens.
///
/// - `first`: the number of cells of the first tokens
pub(super) fn keep_stream(
    sequence: &mut Sequence,
    layer: usize,
    first: usize,
    part: fn(&mut LayerTrace) -> &mut Vec<f32>,
) {
    let before = sequence.earlier.get_mut(layer).and_then(Option::as_mut);
    let mut stream = before.map_or(Vec::new(), |one| std::mem::take(part(one)));
    stream.truncate(first);
    if sequence.trace.is_some() {
        stream.extend_from_slice(&sequence.residual);
    }
    if let Some(layer) = kept(sequence, layer) {
        *part(layer) = stream;
    }
}

/// Puts the rows of the first tokens before those of each head, (sequences, heads, tokens, features).
///
/// - `rows`: (sequences, heads, tokens behind the first ones, features)
/// - `part`: the same rows in what an earlier run kept of each sequence, (heads, its tokens, features)
/// - `[first, computed, features]`: the numbers of first tokens, of those that are computed, and of features
pub(super) fn joined(
    rows: &mut Vec<f32>,
    part: fn(&LayerTrace) -> &[f32],
    earlier: &[&LayerTrace],
    [first, computed, features]: [usize; 3],
) {
    if first == 0 {
        return;
    }
    let after = std::mem::take(rows);
    let mut parts = after.chunks_exact(computed * features);
    for one in earlier {
        for head in part(one).chunks_exact(one.sizes.tokens * features) {
            rows.extend_from_slice(&head[..first * features]);
            rows.extend_from_slice(parts.next().unwrap_or_default());
        }
    }
}
