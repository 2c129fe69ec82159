//! What was kept of a text, or of a variant with its changes.

use super::Run;
use super::edit::Edit;
use super::trace::{LayerTrace, Trace};
use crate::error::Error;

/// A text of a run, or a variant of it that was kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    run: &'a Run,
    text: usize,
    variant: Option<(&'a Trace, &'a [Edit])>,
}

impl Run {
    /// A layer of a text, or of a variant that was kept: before its first change, a variant is its text.
    ///
    /// - `variant`: in the order of the request; the text is then that of the variant
    /// - errors: [`Error::Missing`]; [`Error::NotKept`] if the layer is not done
    pub fn layer(
        &self,
        text: usize,
        variant: Option<usize>,
        layer: usize,
    ) -> Result<&LayerTrace, Error> {
        let kept = Kept::new(self, text, variant)?;
        let count = self.model.config().layers.len();
        if layer >= count {
            return Err(Error::Missing { what: "layer", index: layer, count });
        }
        kept.layer(layer).ok_or(Error::NotKept { what: "the heads of this layer" })
    }
}

impl<'a> Kept<'a> {
    /// - errors: [`Error::Missing`], [`Error::NotKept`]
    pub(crate) fn new(run: &'a Run, text: usize, variant: Option<usize>) -> Result<Self, Error> {
        let Some(index) = variant else {
            run.text(text)?;
            return Ok(Self { run, text, variant: None });
        };
        let trace = run.variant(index)?;
        let variant = &run.request.variants[index];
        Ok(Self { run, text: variant.text, variant: Some((trace, &variant.edits)) })
    }

    /// The text, in the order of the request.
    pub(crate) fn text(self) -> usize {
        self.text
    }

    /// The embeddings and the positions of the text.
    fn trace(self) -> Option<&'a Trace> {
        self.run.text(self.text).ok()
    }

    /// A layer; `None` if it is not done.
    pub(crate) fn layer(self, layer: usize) -> Option<&'a LayerTrace> {
        let of = |trace: &'a Trace| trace.layers.get(layer)?.as_ref();
        let own = self.variant.and_then(|(trace, _)| of(trace));
        // A layer of the variant that is computed may not be done, so only those before its first change are its text's.
        let start = self.variant.map_or(usize::MAX, |(_, edits)| {
            edits.iter().map(Edit::layer).min().unwrap_or(usize::MAX)
        });
        if layer < start { self.trace().and_then(of) } else { own }
    }

    /// The text whose stream replaces this one at a position before a layer, and the layer where it does; itself from
    /// layer 0 on if no change does.
    fn patched(self, before: usize, position: usize) -> (Self, usize) {
        let edits = self.variant.map_or(&[][..], |(_, edits)| edits);
        let of_position = edits.iter().filter_map(|edit| match *edit {
            Edit::Stream { layer, token, text } if token == position && layer <= before => {
                Some((layer, text))
            }
            _ => None,
        });
        // The last of the changes of a layer holds.
        match of_position.max_by_key(|&(layer, _)| layer) {
            Some((layer, text)) => (Self { text, variant: None, ..self }, layer),
            None => (self, 0),
        }
    }

    /// The rows of the embedding and of the position at a position of the stream before a layer.
    ///
    /// They are those of another text if a change takes the stream from there.
    pub(crate) fn beginning(self, before: usize, position: usize) -> [&'a [f32]; 2] {
        let width = self.run.model.config().width;
        let trace = self.patched(before, position).0.trace();
        let of_position = position * width..(position + 1) * width;
        let row = |rows: &'a [f32]| rows.get(of_position.clone()).unwrap_or_default();
        trace.map_or([&[][..]; 2], |trace| [row(&trace.embeddings), row(&trace.positions)])
    }

    /// The layers that wrote the stream before a layer at a position; `None` for one that is not done.
    pub(crate) fn writers(
        self,
        before: usize,
        position: usize,
    ) -> impl DoubleEndedIterator<Item = Option<&'a LayerTrace>> {
        let (other, until) = self.patched(before, position);
        (0..before).map(move |layer| if layer < until { other } else { self }.layer(layer))
    }
}
