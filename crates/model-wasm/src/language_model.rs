//! An opened model: what it is, and its tokenizer.

use std::sync::Arc;

use heedmap_model::{Error, Family, Model, Tokenizer};
use heedmap_tokens::read;
use heedmap_wasm_common::{Number, Refusal, Text, indexes, read_value, serialize, serialize_value};
use js_sys::Uint32Array;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::{CallError, ModelRefusal};

/// The families of models that differ in what they compute.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FamilyName {
    Gpt2,
    Llama,
    Gemma,
    Bert,
    Distilbert,
    GptNeox,
    GptOss,
    Qwen35,
}

/// The heads of layers that keep a state.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StateFacts {
    /// The number of query heads, and of key heads.
    key_heads: usize,
    /// The number of features of a query and of a key.
    key_size: usize,
    /// The number of features of a value.
    value_size: usize,
    /// Whether head `h` reads key head `h % keyHeads`; if not, consecutive heads share a key head.
    is_tiled: bool,
}

/// What a model is.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct ModelFacts {
    family: FamilyName,
    /// The type of the model as its file names it, such as `qwen3`.
    kind: String,
    /// The number of tokens of the vocabulary.
    vocabulary: usize,
    /// The number of features of the residual stream.
    width: usize,
    layers: usize,
    /// The number of heads of a layer; the largest, if layers differ.
    heads: usize,
    /// The number of heads of each layer.
    layer_heads: Vec<usize>,
    /// Which layers keep a state in place of a softmax: `gated_delta`, or null for a softmax.
    #[tsify(type = "('gated_delta' | null)[]")]
    kinds: Vec<Option<&'static str>>,
    /// The heads of layers that keep a state; null if all layers have a softmax.
    state: Option<StateFacts>,
    /// Whether the outputs of heads with a softmax are multiplied by a gate.
    has_gates: bool,
    /// The number of key and value heads of a layer with a softmax.
    key_heads: usize,
    /// The number of features of a query, a key and a value of a layer with a softmax.
    head_size: usize,
    /// The number of tokens that the model was made for.
    positions: usize,
    /// The number of numbers in its tensors.
    parameters: f64,
    /// Whether a token sees no later token.
    causal: bool,
    /// The factor of the scores.
    scale: f64,
    /// The bound of the scores; null for none.
    softcap: Option<f64>,
    /// The number of keys that a query sees in each layer, its own included; null for all.
    #[tsify(type = "(number | null)[]")]
    windows: Vec<Option<usize>>,
    /// Whether each head has a learned sink, so that the weights of a row sum to less than 1.
    has_sinks: bool,
    /// Whether it gives logits.
    has_logits: bool,
    /// Whether its file has a tokenizer.
    has_tokenizer: bool,
    /// The number of bytes of its largest layer in the files, which a run holds.
    layer_bytes: f64,
    /// What a reader should know about its files, each as a sentence: tensors that are not used, or a tokenizer whose
    /// way of cutting words is not named.
    notes: Vec<String>,
}

/// The text of a token.
#[derive(Serialize, Tsify)]
pub(crate) struct TokenPiece {
    /// Its text, or that of the group of tokens that share a character.
    text: String,
    /// The index of the group.
    group: usize,
    /// Whether it is a special token of the tokenizer.
    special: bool,
    /// Whether it is no whole character by itself.
    partial: bool,
}

#[wasm_bindgen]
extern "C" {
    /// Ids of tokens.
    #[wasm_bindgen(typescript_type = "Uint32Array")]
    pub type Ids;
    /// Raw tokens.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type Texts;
    /// The texts of tokens.
    #[wasm_bindgen(typescript_type = "TokenPiece[]")]
    pub type Pieces;
}

/// A model whose parameters stay in their files.
#[wasm_bindgen]
pub struct LanguageModel {
    model: Arc<Model>,
    /// Of a GGUF file, or why it cannot be used.
    tokenizer: Option<Result<Tokenizer, Error>>,
}

impl LanguageModel {
    pub(crate) fn new(model: Arc<Model>, tokenizer: Option<Result<Tokenizer, Error>>) -> Self {
        Self { model, tokenizer }
    }

    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// What a reader should know about the files, in sentences.
    fn notes(&self) -> Vec<String> {
        let unused = self.model.unused();
        let names = unused.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
        let rest = if unused.len() > 3 { ", ..." } else { "" };
        let unused = (!unused.is_empty()).then(|| match unused.len() {
            1 => format!("1 tensor of the files is not used: {names}"),
            count => format!("{count} tensors of the files are not used: {names}{rest}"),
        });
        let tokenizer = self.tokenizer.as_ref().and_then(|found| found.as_ref().ok());
        let cut = tokenizer.filter(|found| found.is_assumed()).map(|_| {
            "the file does not say how a text is cut into words: it is cut as by GPT-2".to_owned()
        });
        let size = tokenizer.map(|found| found.tokens().len());
        let fewer = size.and_then(|size| self.model.check_vocabulary(size, 0).ok().flatten());
        [unused, cut, fewer].into_iter().flatten().collect()
    }

    fn tokenizer(&self) -> Result<&Tokenizer, ModelRefusal> {
        match &self.tokenizer {
            Some(Ok(tokenizer)) => Ok(tokenizer),
            Some(Err(error)) => Err(error.clone().into()),
            None => Err(CallError::NoTokenizer.into()),
        }
    }
}

#[wasm_bindgen]
impl LanguageModel {
    /// What the model is.
    pub fn facts(&self) -> Result<Ts<ModelFacts>, Refusal> {
        let config = self.model.config();
        let layers = config.layers.len();
        let layer_heads: Vec<_> = (0..layers).map(|layer| config.heads_of(layer)).collect();
        let largest = (0..layers).map(|layer| self.model.layer_bytes(layer)).max();
        serialize(&ModelFacts {
            family: match config.family {
                Family::Gpt2 => FamilyName::Gpt2,
                Family::Llama => FamilyName::Llama,
                Family::Gemma => FamilyName::Gemma,
                Family::Bert => FamilyName::Bert,
                Family::DistilBert => FamilyName::Distilbert,
                Family::GptNeoX => FamilyName::GptNeox,
                Family::GptOss => FamilyName::GptOss,
                Family::Qwen35 => FamilyName::Qwen35,
            },
            kind: config.kind.clone(),
            vocabulary: config.vocabulary,
            width: config.width,
            layers,
            heads: layer_heads.iter().copied().max().unwrap_or(0),
            layer_heads,
            kinds: config
                .layers
                .iter()
                .map(|rule| rule.is_delta.then_some("gated_delta"))
                .collect(),
            state: config.delta.map(|delta| StateFacts {
                key_heads: delta.key_heads,
                key_size: delta.key_size,
                value_size: delta.value_size,
                is_tiled: delta.is_tiled,
            }),
            has_gates: config.output_gate,
            key_heads: config.kv_heads,
            head_size: config.head_size,
            positions: config.positions,
            parameters: self.model.parameters() as f64,
            causal: config.causal,
            scale: config.scale,
            softcap: config.softcap,
            windows: config.layers.iter().map(|layer| layer.window).collect(),
            has_sinks: config.sinks,
            has_logits: config.unembedding,
            has_tokenizer: matches!(self.tokenizer, Some(Ok(_))),
            layer_bytes: largest.unwrap_or(0) as f64,
            notes: self.notes(),
        })
    }

    /// Says why a tokenizer of so many tokens does not fit the model, or that it has far fewer.
    ///
    /// A table of embeddings often has rows that no token uses: it is padded, or rows are reserved. Tokens that were
    /// added to a vocabulary may have no row.
    #[wasm_bindgen(js_name = checkVocabulary)]
    pub fn check_vocabulary(
        &self,
        own: &Number,
        added: &Number,
    ) -> Result<Option<String>, ModelRefusal> {
        let (own, added) = (read_value("the tokens", own)?, read_value("the added tokens", added)?);
        Ok(self.model.check_vocabulary(own, added)?)
    }

    /// The ids of a text, with the tokens that belong before and after it, by the tokenizer of the file.
    pub fn encode(&self, text: &Text) -> Result<Uint32Array, ModelRefusal> {
        let text: String = read_value("the text", text)?;
        let ids = self.tokenizer()?.encode(&text)?;
        Ok(Uint32Array::from(ids.as_slice()))
    }

    /// The raw tokens of ids, by the vocabulary of the file.
    pub fn tokens(&self, ids: &Ids) -> Result<Texts, ModelRefusal> {
        let ids = indexes("the ids", ids)?;
        let vocabulary = self.tokenizer()?.tokens();
        let raw = ids.iter().map(|&id| {
            let missing = || Error::NoSuchToken { id, vocabulary: vocabulary.len() };
            vocabulary.get(id as usize).ok_or_else(missing)
        });
        let raw = raw.collect::<Result<Vec<_>, _>>()?;
        Ok(serialize_value(&raw).map(JsValue::unchecked_into)?)
    }
}

/// The texts of raw tokens, in the alphabet of their tokenizer, which is detected.
#[wasm_bindgen(js_name = readPieces)]
pub fn read_pieces(raw: &Texts) -> Result<Pieces, Refusal> {
    let raw: Vec<String> = read_value("the tokens", raw)?;
    let pieces = read(&raw, None).tokens.into_iter().map(|token| TokenPiece {
        text: token.text,
        group: token.group,
        special: token.marks.special,
        partial: token.marks.split || token.marks.broken,
    });
    serialize_value(&pieces.collect::<Vec<_>>()).map(JsValue::unchecked_into)
}
