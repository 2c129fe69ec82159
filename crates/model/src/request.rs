//! What a run is asked to compute.

use crate::config::Config;
use crate::error::Error;
use crate::run::edit::{Edit, Replacement};

/// What a run computes: texts, variants of them, and what is kept of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The ids of the tokens of each text. All texts have the same number of tokens.
    pub texts: Vec<Vec<u32>>,
    /// The same texts with changes inside the model.
    pub variants: Vec<Variant>,
    /// The positions whose logits are computed; the last one if there are none.
    pub positions: Vec<usize>,
    /// The tokens whose logits are given for every readout.
    pub watched: Vec<u32>,
    /// Whether the residual stream after each attention and each MLP is read as logits too (logit lens).
    pub lens: bool,
    /// Whether what each head and each MLP writes is read as logits too (direct logit attribution).
    pub direct: bool,
    /// Whether what each head writes is kept for all positions, which a decomposition of scores needs.
    pub writes: bool,
}

/// A text with changes inside the model.
///
/// Until the layer of its first change it is the text itself, so it is computed from that layer on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// The text, in the order of the request.
    pub text: usize,
    /// What is changed.
    pub edits: Vec<Edit>,
    /// Whether its queries, keys, values, residual streams and logits are kept, as for texts.
    pub kept: bool,
}

impl Variant {
    /// A variant for each head of each layer, in this order, in which that head alone is replaced: exact ablation.
    ///
    /// The effect of a head on a token is the logit of the text minus that of its variant.
    #[must_use]
    pub fn each_head(config: &Config, text: usize, with: Replacement) -> Vec<Self> {
        let layers = 0..config.layers.len();
        let heads =
            layers.flat_map(|layer| (0..config.heads_of(layer)).map(move |head| (layer, head)));
        let edits = heads.map(|(layer, head)| Edit::Head { layer, head, token: None, with });
        edits.map(|edit| Self { text, edits: vec![edit], kept: false }).collect()
    }

    /// The layer of the first change; the number of layers if there are no changes.
    pub(crate) fn start(&self, config: &Config) -> usize {
        self.edits.iter().map(Edit::layer).min().unwrap_or(config.layers.len())
    }
}

impl Request {
    /// A request for one text.
    #[must_use]
    pub fn of(ids: &[u32]) -> Self {
        Self { texts: vec![ids.to_vec()], ..Self::default() }
    }

    /// The number of tokens of each text.
    pub(crate) fn tokens(&self) -> usize {
        self.texts.first().map_or(0, Vec::len)
    }

    /// Checks everything that refers to the model or to the texts.
    pub(crate) fn check(&self, config: &Config) -> Result<(), Error> {
        let missing = |what, index, count| Err(Error::Missing { what, index, count });
        let tokens = self.tokens();
        if let Some(other) = self.texts.iter().find(|text| text.len() != tokens) {
            return Err(Error::Lengths { first: tokens, other: other.len() });
        }
        for variant in &self.variants {
            if variant.text >= self.texts.len() {
                return missing("text", variant.text, self.texts.len());
            }
            for edit in &variant.edits {
                edit.check(config, tokens, self.texts.len())?;
            }
        }
        if let Some(&position) = self.positions.iter().find(|&&position| position >= tokens) {
            return missing("position", position, tokens);
        }
        let vocabulary = config.vocabulary;
        if let Some(&id) = self.watched.iter().find(|&&id| id as usize >= vocabulary) {
            return Err(Error::NoSuchToken { id, vocabulary });
        }
        Ok(())
    }
}
