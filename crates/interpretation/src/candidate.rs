//! The possible interpretations of arrays.

use crate::axis::Axis;
use crate::extra::Extra;
use crate::item::Item;
use crate::layer_rules::Rules;
use crate::listing::File;
use crate::message::Refusal;
use crate::metadata::{Metadata, Sinks, metadata_of};
use crate::model_part::ModelPart;
use crate::reading::{Kind, Numbers};
use crate::rules::FileRule;
use crate::split::Split;
use crate::stacks::Stack;
use crate::tokens::{TokenList, token_lists};

/// A possible interpretation of arrays.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) kind: Kind,
    /// What weights are.
    pub(crate) numbers: Numbers,
    /// Whether another candidate reads the same arrays as other numbers.
    pub(crate) is_either: bool,
    /// The weights, or q.
    pub(crate) stack: Stack,
    pub(crate) k: Option<Stack>,
    pub(crate) v: Option<Stack>,
    /// The arrays that layers have besides q, k and v.
    pub(crate) extra: Extra,
    /// The axes of the weights or of q.
    pub(crate) axes: Vec<Axis>,
    pub(crate) k_axes: Vec<Axis>,
    pub(crate) v_axes: Vec<Axis>,
    /// Whether another meaning of the axes is as likely.
    pub(crate) unsure: bool,
    /// What the files define about q and k.
    pub(crate) rule: FileRule,
    /// What they define about each layer, if layers differ.
    pub(crate) rules: Option<Result<Rules, Refusal>>,
    /// Whether q and k may have been captured before RoPE.
    pub(crate) early: bool,
    /// The part of an encoder-decoder model; in cross-attention, queries and keys belong to different texts.
    pub(crate) part: Option<ModelPart>,
    /// The numbers of heads of q and k that are side by side in the features.
    pub(crate) split: Option<Split>,
    /// Whether `split` is only inferred from the features of q and k.
    pub(crate) implied: bool,
    pub(crate) sinks: Option<Sinks>,
}

impl Candidate {
    /// Whether queries and keys belong to different texts.
    pub(crate) fn is_cross(&self) -> bool {
        self.part == Some(ModelPart::Cross)
    }
}

/// The files, and what is read from them once.
pub(crate) struct Opened<'a> {
    pub(crate) files: &'a [File],
    pub(crate) lists: Vec<TokenList<'a>>,
    metadata: Vec<((u32, Option<ModelPart>), Metadata)>,
}

impl<'a> Opened<'a> {
    pub(crate) fn of(files: &'a [File]) -> Self {
        let with_tensors = files.iter().filter(|file| !file.tensors.is_empty());
        let metadata = with_tensors.flat_map(|file| metadata_of(files, file.id)).collect();
        Self { files, lists: token_lists(files), metadata }
    }

    /// The name of the file of an array, which is untrusted text.
    pub(crate) fn name_of(&self, item: &Item) -> &'a str {
        self.files.iter().find(|file| file.id == item.file).map_or("", |file| &file.name)
    }

    /// The metadata of an array: that of its part of the model, or else that of its file.
    pub(crate) fn metadata(&self, item: &Item) -> Metadata {
        let of = |part| self.metadata.iter().find(|(key, _)| *key == (item.file, part));
        let found = ModelPart::of(item).and_then(|part| of(Some(part))).or_else(|| of(None));
        found.map(|(_, metadata)| metadata.clone()).unwrap_or_default()
    }
}
