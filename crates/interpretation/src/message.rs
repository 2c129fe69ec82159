//! What is said about an interpretation, as keys of texts with the values to fill in. The words are
//! those of the page, in the language of the reader.

use std::fmt;

use serde::Serialize;

use crate::axis::Axis;
use crate::reading::Numbers;

/// A note about a reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "key", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the texts of the keys say it")]
pub enum Note {
    Assembled {
        steps: f64,
    },
    Below {
        steps: f64,
    },
    Unsure {
        shape: Vec<u64>,
        axes: Vec<Axis>,
    },
    UnknownKeys {
        file: String,
        pairs: Vec<(String, String)>,
    },
    BeforeRope,
    Average {
        n: f64,
        queries: f64,
        keys: f64,
    },
    AverageLeft {
        n: f64,
        list: NamedTensors,
    },
    BatchOf {
        length: f64,
        at: f64,
    },
    NumberedOne {
        number: f64,
    },
    Numbered {
        list: Vec<f64>,
    },
    NumberedHeads {
        list: Vec<f64>,
    },
    Padding {
        n: f64,
    },
    SinkColumn,
    SinksLeft {
        shape: Vec<u64>,
        layers: f64,
        heads: f64,
    },
    #[serde(rename = "valuesLeft.qk")]
    ValuesLeftOfKeys {
        shape: Vec<u64>,
    },
    #[serde(rename = "valuesLeft.weights")]
    ValuesLeftOfWeights {
        shape: Vec<u64>,
    },
    LastToken {
        tokens: f64,
    },
    TokenCount {
        tokens: f64,
        keys: f64,
    },
    TextCount {
        texts: f64,
        length: f64,
    },
}

/// Why arrays cannot be read with the reader's corrections.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "key", rename_all_fields = "camelCase")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[serde(rename = "errors.axes")]
    #[error("the axes of {shape:?} cannot be read this way")]
    Axes { shape: Vec<u64> },
    #[serde(rename = "errors.batches")]
    #[error("more than one axis would be a batch: {lengths:?}")]
    Batches { lengths: Vec<u64> },
    #[serde(rename = "errors.batch")]
    #[error("{at} is not an index in the batch, from 0 to {most}")]
    Batch { at: f64, most: f64 },
    #[serde(rename = "errors.averageAlone")]
    #[error("no other text has {queries} queries and {keys} keys")]
    AverageAlone { queries: f64, keys: f64 },
    #[serde(rename = "errors.averageKind")]
    #[error("only layers with a softmax over all keys have a mean over texts")]
    AverageKind,
    #[serde(rename = "errors.averageLarge")]
    #[error(
        "heads of {queries} x {keys} cells are too large for a mean over texts: at most {most}"
    )]
    AverageLarge { queries: f64, keys: f64, most: f64 },
    #[serde(rename = "errors.sizes")]
    #[error("a query has {q} features and a key has {k}")]
    Sizes { q: f64, k: f64 },
    #[serde(rename = "errors.headCount")]
    #[error("{text} is no number of heads")]
    HeadCount { text: f64 },
    #[serde(rename = "errors.split")]
    #[error("{q} features of q and {k} of k cannot be split with {heads} heads of q")]
    Split { heads: f64, q: f64, k: f64 },
    #[serde(rename = "errors.sharing")]
    #[error("{heads} heads of q cannot share {kv_heads} of k")]
    Sharing { heads: f64, kv_heads: f64 },
    #[serde(rename = "errors.layers")]
    #[error("q has {q} layers and k has {k}")]
    Layers { q: f64, k: f64 },
    #[serde(rename = "errors.cells")]
    #[error(
        "a head of {queries} x {keys} cells does not fit in memory and cannot be read in slices"
    )]
    Cells { queries: f64, keys: f64, most: f64 },
    #[serde(rename = "errors.largeNumbers")]
    #[error("a head of {queries} x {keys} numbers that are no weights does not fit in memory")]
    LargeNumbers { numbers: Numbers, queries: f64, keys: f64, most: f64 },
    #[serde(rename = "errors.side")]
    #[error("a head of {tokens} tokens is too long: at most {most}")]
    Side { tokens: f64, most: f64 },
    #[serde(rename = "errors.vectors")]
    #[error("{tokens} tokens of {size} features are too many")]
    Vectors { tokens: f64, size: f64, fits: f64 },
    #[serde(rename = "errors.heads")]
    #[error("{layers} x {heads} heads are too many: at most {most}")]
    Heads { layers: f64, heads: f64, most: f64 },
    #[serde(rename = "errors.rules")]
    #[error("rules is no list with an object for each layer")]
    Rules,
    #[serde(rename = "errors.rule")]
    #[error("the rule of layer {layer} has {name} {text}")]
    Rule { layer: f64, name: String, text: RuleText },
    #[serde(rename = "errors.fileRule")]
    #[error("the metadata of {file} has {name} {text}")]
    FileRule { file: String, name: String, text: RuleText },
    #[serde(rename = "errors.headRule")]
    #[error("the rule of layer {layer}, head {head}, has {name} {text}")]
    HeadRule { layer: f64, head: f64, name: String, text: RuleText },
    #[serde(rename = "errors.ruleMissing")]
    #[error("the rule of layer {layer} is missing: there are {rules}, and q has {layers} layers")]
    RuleMissing { layer: f64, rules: f64, layers: f64 },
    #[serde(rename = "errors.rulesLeft")]
    #[error("{rules} layers have rules, and q has {layers}")]
    RulesLeft { rules: f64, layers: f64 },
    #[serde(rename = "errors.headRules")]
    #[error("layer {layer} has a list {name} for {rules} heads, and q has {heads}")]
    HeadRules { layer: f64, name: String, rules: f64, heads: f64 },
    #[serde(rename = "errors.headDim")]
    #[error("the rope of layer {layer} has head_dim {text}, and queries have {size} features")]
    HeadDim { layer: f64, text: f64, size: f64 },
    #[serde(rename = "errors.headDiffers")]
    #[error("head {head} of layer {layer} has another {name} than head 0")]
    HeadDiffers { layer: f64, head: f64, name: String },
    #[serde(rename = "errors.ruleContradicts")]
    #[error("layer {layer} is {kind}, which has no {name}")]
    RuleContradicts { layer: f64, kind: String, name: String },
    #[serde(rename = "errors.stateMissing")]
    #[error("layer {layer} is {kind}, but has no {name}")]
    StateMissing { layer: f64, kind: String, name: String },
    #[serde(rename = "errors.kindMissing")]
    #[error("layer {layer} has {name}, but its rule has no kind")]
    KindMissing { layer: f64, name: String },
    #[serde(rename = "errors.stateLeft")]
    #[error("layer {layer} has {name} of {shape:?}, which its kind does not have")]
    StateLeft { layer: f64, name: String, shape: Vec<u64> },
    #[serde(rename = "errors.stateShape")]
    #[error("{name} of layer {layer} has the shape {shape:?}, and q needs {wanted:?}")]
    StateShape { layer: f64, name: String, shape: Vec<u64>, wanted: Vec<u64> },
    #[serde(rename = "errors.biasLeft")]
    #[error("{name} of {shape:?} and {dtype} is no bias of a layer of q")]
    BiasLeft { name: String, shape: Vec<u64>, dtype: String },
    #[serde(rename = "errors.scoreBias")]
    #[error(
        "layer {layer} has score_bias with {count} numbers for each head, and at most {most} are read"
    )]
    ScoreBias { layer: f64, count: f64, most: f64 },
    #[serde(rename = "errors.stateHeads")]
    #[error("layer {layer} has a state for {heads} heads, and q has {q}")]
    StateHeads { layer: f64, heads: f64, q: f64 },
    #[serde(rename = "errors.stateSide")]
    #[error("{tokens} tokens are too many for layers with a state or picked keys: at most {most}")]
    StateSide { tokens: f64, most: f64 },
    #[serde(rename = "errors.pickType")]
    #[error("{name} of layer {layer} has the type {dtype}, and picked keys are integers")]
    PickType { layer: f64, name: String, dtype: String },
    #[serde(rename = "errors.compressedRope")]
    #[error("q and k of layer {layer} are not rotated yet, but its entries are saved as they are")]
    CompressedRope { layer: f64 },
    #[serde(rename = "errors.compressedPadding")]
    #[error("layer {layer} has entries that contain the {n} padding tokens before the text")]
    CompressedPadding { layer: f64, n: f64 },
    #[serde(rename = "errors.hiddenToken")]
    #[error("the attention mask hides token {token}, which is between tokens that are not padding")]
    HiddenToken { token: f64 },
    #[serde(rename = "errors.stateSinks")]
    #[error("layer {layer} keeps a state, and the file has sinks")]
    StateSinks { layer: f64 },
    #[serde(rename = "errors.mask")]
    #[error("the mask {text} does not fit {queries} queries and {keys} keys")]
    Mask { text: String, queries: f64, keys: f64 },
    #[serde(rename = "errors.maskContradicts")]
    #[error("layer {layer} has the mask {text} and a key {name} that contradicts it")]
    MaskContradicts { layer: f64, name: String, text: String },
    #[serde(rename = "errors.positions")]
    #[error(
        "there are {lists} lists of {positions} positions for {sections} sections and {keys} keys"
    )]
    Positions { lists: f64, positions: f64, sections: f64, keys: f64 },
    #[serde(rename = "errors.scale")]
    #[error("{text} is no scale")]
    Scale { text: f64 },
    #[serde(rename = "errors.window")]
    #[error("{text} is no window")]
    Window { text: f64 },
    #[serde(rename = "errors.softcap")]
    #[error("{text} is no softcap")]
    Softcap { text: f64 },
    #[serde(rename = "errors.base")]
    #[error("{text} is no base of RoPE")]
    Base { text: f64 },
    #[serde(rename = "errors.dim")]
    #[error("{text} of {size} features cannot be rotated")]
    Dim { text: f64, size: f64 },
}

impl Refusal {
    /// The refusal with what a layer is called in place of its index, and the name of the file.
    pub(crate) fn named(mut self, numbers: Option<&[u64]>, name: &str) -> Self {
        match &mut self {
            Self::FileRule { file, .. } => name.clone_into(file),
            Self::Rule { layer, .. }
            | Self::HeadRule { layer, .. }
            | Self::RuleMissing { layer, .. }
            | Self::HeadRules { layer, .. }
            | Self::HeadDiffers { layer, .. }
            | Self::HeadDim { layer, .. }
            | Self::ScoreBias { layer, .. }
            | Self::RuleContradicts { layer, .. }
            | Self::StateMissing { layer, .. }
            | Self::KindMissing { layer, .. }
            | Self::StateLeft { layer, .. }
            | Self::StateShape { layer, .. }
            | Self::StateHeads { layer, .. }
            | Self::PickType { layer, .. }
            | Self::CompressedRope { layer, .. }
            | Self::CompressedPadding { layer, .. }
            | Self::StateSinks { layer, .. }
            | Self::MaskContradicts { layer, .. } => {
                let number = numbers.and_then(|numbers| numbers.get(*layer as usize));
                *layer = number.map_or(*layer, |&number| number as f64);
            }
            _ => {}
        }
        self
    }

    /// A part of the rule of a layer, or of one of its heads, that cannot be read.
    pub(crate) fn rule(place: (usize, Option<usize>), name: &str, text: RuleText) -> Self {
        let (layer, name) = (place.0 as f64, name.to_owned());
        match place.1 {
            None => Self::Rule { layer, name, text },
            Some(head) => Self::HeadRule { layer, head: head as f64, name, text },
        }
    }
}

/// What a rule has for a key: a number, or the beginning of a text. The page writes numbers, so that the program does
/// not contain the code for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RuleText {
    Number(f64),
    Text(String),
}

impl fmt::Display for RuleText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Text(text) => text.fmt(formatter),
        }
    }
}

/// Why no array of the files is attention.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "key", rename_all_fields = "camelCase")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the texts of the keys say it")]
pub enum Rejection {
    #[serde(rename = "nothing.empty")]
    Empty,
    #[serde(rename = "nothing.tokens")]
    Tokens { tokens: f64 },
    #[serde(rename = "nothing.learned")]
    Learned { count: f64, list: NamedTensors },
    #[serde(rename = "nothing.whole")]
    Whole { list: NamedTensors },
    #[serde(rename = "nothing.noKeys")]
    NoKeys { list: NamedTensors },
    #[serde(rename = "nothing.noQueries")]
    NoQueries { list: NamedTensors },
    #[serde(rename = "nothing.shapes")]
    Shapes { list: NamedTensors },
}

/// The first of some arrays, and the number of the others.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct NamedTensors {
    /// The first arrays.
    pub first: Vec<NamedTensor>,
    /// How many more there are.
    pub more: f64,
}

/// An array with its shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct NamedTensor {
    /// The name of the array or of its file, which is untrusted text.
    pub label: String,
    /// The length of each axis.
    pub shape: Vec<u64>,
}
