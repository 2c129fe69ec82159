//! What a run is asked to compute.

use heedmap_model::{Config, Edit, Replacement, Request, Variant};
use heedmap_wasm_common::{InputError, Refusal};
use serde::Deserialize;
use tsify::Tsify;

use crate::error::CallError;

/// The maximum number of tokens of all texts of a run.
const MAX_TOKENS: usize = 1 << 15;

/// What is changed inside the model.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EditedPart {
    /// The output of a head.
    Head,
    /// What an MLP writes to the residual stream.
    Mlp,
    /// The value of a token.
    Value,
    /// The residual stream before a layer, which becomes that of another text.
    Stream,
}

/// What replaces the output of a head or of an MLP, or the value of a token.
#[derive(Clone, Copy, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReplacementName {
    /// Zeros.
    Zero,
    /// Its mean over the tokens of this text.
    Mean,
    /// Itself at the same position of another text.
    Text,
}

/// A change inside the model.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct ModelEdit {
    part: EditedPart,
    layer: usize,
    /// The query head, or for `value` the key and value head, by default all.
    #[tsify(optional, type = "number | null")]
    head: Option<usize>,
    /// The position; by default all.
    #[tsify(optional, type = "number | null")]
    token: Option<usize>,
    /// By default `zero`.
    #[tsify(optional, type = "ReplacementName | null")]
    with: Option<ReplacementName>,
    /// The other text, for `text` and `stream`.
    #[tsify(optional, type = "number | null")]
    text: Option<usize>,
}

/// A text with changes inside the model.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct ModelVariant {
    /// The text, by default the first.
    #[serde(default)]
    text: usize,
    edits: Vec<ModelEdit>,
    /// Whether its heads and logits are kept, as for texts.
    #[serde(default)]
    kept: bool,
}

/// A variant for each head, in the order of layers, with that head alone replaced.
#[derive(Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub(crate) struct EachHead {
    /// The text, by default the first.
    #[serde(default)]
    text: usize,
    /// By default `zero`.
    #[tsify(optional, type = "ReplacementName | null")]
    with: Option<ReplacementName>,
    /// The other text, for `text`.
    #[tsify(optional, type = "number | null")]
    other: Option<usize>,
}

/// What a run computes.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct RunOptions {
    /// The ids of the tokens of each text. All texts have the same number of tokens.
    texts: Vec<Vec<u32>>,
    /// The texts with changes.
    #[tsify(optional, type = "ModelVariant[] | null")]
    variants: Option<Vec<ModelVariant>>,
    /// Further variants, after the others.
    #[tsify(optional, type = "EachHead | null")]
    each_head: Option<EachHead>,
    /// The positions whose logits are computed; by default the last one.
    #[tsify(optional, type = "number[] | null")]
    positions: Option<Vec<usize>>,
    /// The tokens whose logits every readout has.
    #[tsify(optional, type = "number[] | null")]
    watched: Option<Vec<u32>>,
    /// Whether the residual stream after each attention and each MLP is read as logits (logit lens).
    #[serde(default)]
    lens: bool,
    /// Whether what each head and each MLP writes is read as logits (direct logit attribution).
    #[serde(default)]
    direct: bool,
    /// Whether what each head writes is kept, which the parts of a score need.
    #[serde(default)]
    writes: bool,
}

impl RunOptions {
    /// The request of the core.
    pub(crate) fn core(self, config: &Config) -> Result<Request, Refusal> {
        let texts = self.texts.len();
        let tokens = self.texts.iter().map(Vec::len).sum();
        if tokens > MAX_TOKENS {
            return Err(CallError::Tokens { texts, tokens, most: MAX_TOKENS }.into());
        }
        let mut variants = Vec::new();
        for ModelVariant { text, edits, kept } in self.variants.unwrap_or_default() {
            let edits = edits.into_iter().map(ModelEdit::core).collect::<Result<_, _>>()?;
            variants.push(Variant { text, edits, kept });
        }
        if let Some(EachHead { text, with, other }) = self.each_head {
            variants.extend(Variant::each_head(config, text, replacement(with, other)?));
        }
        Ok(Request {
            texts: self.texts,
            variants,
            positions: self.positions.unwrap_or_default(),
            watched: self.watched.unwrap_or_default(),
            lens: self.lens,
            direct: self.direct,
            writes: self.writes,
        })
    }
}

impl ModelEdit {
    fn core(self) -> Result<Edit, InputError> {
        let Self { part, layer, head, token, with, text } = self;
        Ok(match part {
            EditedPart::Head => {
                let head = head.ok_or(InputError::Missing { name: "the head of an edit" })?;
                Edit::Head { layer, head, token, with: replacement(with, text)? }
            }
            EditedPart::Mlp => Edit::Mlp { layer, token, with: replacement(with, text)? },
            EditedPart::Value => {
                let (token, with) = (of_token(token)?, replacement(with, text)?);
                Edit::Value { layer, head, token, with }
            }
            EditedPart::Stream => {
                let text = text.ok_or(InputError::Missing { name: "the text of an edit" })?;
                Edit::Stream { layer, token: of_token(token)?, text }
            }
        })
    }
}

fn of_token(token: Option<usize>) -> Result<usize, InputError> {
    token.ok_or(InputError::Missing { name: "the token of an edit" })
}

/// The replacement of the core.
fn replacement(
    name: Option<ReplacementName>,
    text: Option<usize>,
) -> Result<Replacement, InputError> {
    Ok(match name.unwrap_or(ReplacementName::Zero) {
        ReplacementName::Zero => Replacement::Zero,
        ReplacementName::Mean => Replacement::Mean,
        ReplacementName::Text => {
            Replacement::Text(text.ok_or(InputError::Missing { name: "the other text" })?)
        }
    })
}
