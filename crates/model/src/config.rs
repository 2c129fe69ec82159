//! What a model computes: its sizes and its rules, from its configuration.

mod checks;
mod delta;
mod fields;
mod gguf;
mod json;
#[cfg(test)]
mod left_out;
mod qwen35;
mod rotation;
mod rules;

use crate::error::{Error, at_most};
use crate::norm::Norm;
use crate::parameter::{Form, Parameter, Part};

pub use delta::GatedDelta;
pub(crate) use gguf::read as read_gguf;
pub(crate) use json::read;
pub use rotation::Rotation;

/// The maximum number of layers.
pub(crate) const MAX_LAYERS: u64 = 1 << 10;

/// The families of models that differ in what they compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Family {
    Gpt2,
    /// Llama, Mistral, Qwen2, Qwen2.5, Qwen3, SmolLM2 and SmolLM3.
    Llama,
    /// Gemma 2 and 3.
    Gemma,
    /// BERT, RoBERTa and MiniLM.
    Bert,
    DistilBert,
    /// GPT-NeoX and Pythia.
    GptNeoX,
    GptOss,
    /// The dense models of Qwen3.5: layers of gated DeltaNet, and some of gated attention.
    Qwen35,
}

/// The order of norms, attention and MLP in a layer, where `A` is attention and `M` the MLP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// `x ← x + A(norm(x))`, then `x ← x + M(norm(x))`.
    Sequential,
    /// `x ← x + A(norm(x)) + M(norm(x))`, both from the same `x`.
    Parallel,
    /// `x ← norm(x + A(x))`, then `x ← norm(x + M(x))`.
    PostNorm,
}

/// The order of queries, keys and values among the outputs of their projection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Projections {
    /// A matrix for each.
    Separate,
    /// One matrix: all queries, all keys, all values.
    Fused,
    /// One matrix: query, key and value of the first head, then of the second.
    FusedByHead,
}

/// The function between the two matrices of an MLP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub enum Activation {
    Gelu,
    GeluTanh,
    Silu,
    Relu,
    /// `(up + 1) · gate · sigmoid(1.702 · gate)`, with `gate` at most 7 and `up` from -7 to 7 (gpt-oss).
    ClampedSwiglu,
}

/// The experts of an MLP, of which each token takes some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experts {
    /// The number of experts.
    pub count: usize,
    /// The number of experts that a token takes.
    pub used: usize,
    /// Whether the gate and the other half are the even and the odd columns of one matrix.
    pub is_interleaved: bool,
}

/// What differs between the layers of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerRule {
    /// How queries and keys are rotated; `None` for no rotation.
    pub rope: Option<Rotation>,
    /// The number of keys, its own included, that a query may attend to; `None` for all.
    pub window: Option<usize>,
    /// Whether the layer keeps a state in place of a softmax: gated DeltaNet.
    pub is_delta: bool,
}

/// What a model computes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Config {
    /// The family.
    pub family: Family,
    /// The type of the model as its file names it, such as `qwen3`.
    pub kind: String,
    /// The number of tokens of the vocabulary.
    pub vocabulary: usize,
    /// The number of features of the residual stream, `d_model`.
    pub width: usize,
    /// The number of query heads of a layer with a softmax.
    pub heads: usize,
    /// The number of key and value heads of a layer with a softmax, which divides the number of query heads.
    pub kv_heads: usize,
    /// The number of features of a query, a key and a value.
    pub head_size: usize,
    /// The heads of layers that keep a state; `None` if all layers have a softmax.
    pub delta: Option<GatedDelta>,
    /// Whether the output of each head with a softmax is multiplied by a gate, `z ← z · sigmoid(gate)`. The gate of a
    /// head is projected behind its query, by the same matrix.
    pub output_gate: bool,
    /// The number of features between the two matrices of an MLP.
    pub hidden: usize,
    /// The number of tokens that the model was made for.
    pub positions: usize,
    /// The rules of each layer.
    pub layers: Vec<LayerRule>,
    /// The order of a layer.
    pub block: Block,
    /// All norms but those of queries and keys, which are RMS norms.
    pub norm: Norm,
    /// Whether what attention and the MLP write is normalized before it is added.
    pub norms_after: bool,
    /// Whether queries and keys are normalized.
    pub query_key_norms: bool,
    /// The order of queries, keys and values.
    pub projections: Projections,
    /// Whether the projections to queries, keys and values have biases.
    pub query_key_value_bias: bool,
    /// Whether the projection of the heads' outputs has a bias.
    pub output_bias: bool,
    /// Whether the matrices of the MLP have biases.
    pub mlp_bias: bool,
    /// The function of the MLP.
    pub activation: Activation,
    /// Whether the function applies to a gate that is multiplied with the other half.
    pub gated: bool,
    /// The experts of the MLP; `None` for a single MLP.
    pub experts: Option<Experts>,
    /// Whether each head has a learned sink: a score that is part of its softmax and has no value.
    pub sinks: bool,
    /// Whether earlier tokens do not see later ones.
    pub causal: bool,
    /// The factor of the products of queries and keys.
    pub scale: f64,
    /// The bound of the scores.
    pub softcap: Option<f64>,
    /// The bound of the logits.
    pub final_softcap: Option<f64>,
    /// The number of rows of the table of positions before that of the first token; `None` without a table.
    pub first_position: Option<usize>,
    /// Whether there is a table of segments.
    pub segments: bool,
    /// The factor of the token embeddings.
    pub embedding_scale: f32,
    /// Whether the sum of the embeddings is normalized.
    pub embedding_norm: bool,
    /// Whether logits are computed; if not, the model ends with the residual stream.
    pub unembedding: bool,
    /// Whether the matrix of the logits is the table of the token embeddings.
    pub tied: bool,
}

impl Config {
    /// The number of features of all queries of a layer.
    #[must_use]
    pub fn query_width(&self) -> usize {
        self.heads * self.head_size
    }

    /// The number of features of all keys of a layer.
    #[must_use]
    pub fn key_width(&self) -> usize {
        self.kv_heads * self.head_size
    }

    /// The heads of a layer that keeps a state; `None` for a layer with a softmax.
    pub(crate) fn delta_of(&self, layer: usize) -> Option<&GatedDelta> {
        self.delta.as_ref().filter(|_| self.layers.get(layer).is_some_and(|rule| rule.is_delta))
    }

    /// The number of heads of a layer.
    #[must_use]
    pub fn heads_of(&self, layer: usize) -> usize {
        self.delta_of(layer).map_or(self.heads, |delta| delta.heads)
    }

    /// The number of heads of a layer that have values of their own.
    pub(crate) fn value_heads_of(&self, layer: usize) -> usize {
        self.delta_of(layer).map_or(self.kv_heads, |delta| delta.heads)
    }

    /// The number of features of a value, and of the output of a head, of a layer.
    pub(crate) fn value_size_of(&self, layer: usize) -> usize {
        self.delta_of(layer).map_or(self.head_size, |delta| delta.value_size)
    }

    /// The number of features of the outputs of all heads of a layer.
    pub(crate) fn output_width_of(&self, layer: usize) -> usize {
        self.heads_of(layer) * self.value_size_of(layer)
    }

    /// The number of features of all queries of a layer, and of the gates behind them.
    pub(crate) fn gated_query_width(&self) -> usize {
        self.query_width() * if self.output_gate { 2 } else { 1 }
    }

    /// The number of features that a token is projected to before the heads of a layer.
    pub(crate) fn projected_width_of(&self, layer: usize) -> usize {
        self.delta_of(layer).map_or(self.projected_width(), GatedDelta::projected_width)
    }

    /// The number of features of all queries, with the gates behind them, keys and values of a layer with a softmax.
    fn projected_width(&self) -> usize {
        self.gated_query_width() + 2 * self.key_width()
    }

    /// The form of a parameter; `None` if the model has no such parameter.
    pub(crate) fn form(&self, parameter: Parameter) -> Option<Form> {
        let &Self { width, vocabulary, .. } = self;
        let norm = Form::Factors { length: width, bias: self.norm.centered };
        match parameter {
            Parameter::Tokens => Some(Form::Table { rows: vocabulary, width }),
            Parameter::Positions => {
                let first = self.first_position?;
                Some(Form::Table { rows: self.positions + first, width })
            }
            Parameter::Segments => self.segments.then_some(Form::Table { rows: 1, width }),
            Parameter::EmbeddingNorm => self.embedding_norm.then_some(norm),
            Parameter::Layer(layer, part) => self.part(layer, part),
            Parameter::FinalNorm => (self.block != Block::PostNorm).then_some(norm),
            Parameter::Unembedding => {
                let form = Form::Matrix { inputs: width, outputs: vocabulary, bias: false };
                (self.unembedding && !self.tied).then_some(form)
            }
        }
    }

    fn part(&self, layer: usize, part: Part) -> Option<Form> {
        let &Self { width, hidden, .. } = self;
        let norm = Form::Factors { length: width, bias: self.norm.centered };
        let matrix = |inputs, outputs, bias| Form::Matrix { inputs, outputs, bias };
        let single = |form| self.experts.is_none().then_some(form);
        let of_experts = |interleaved: Option<bool>, inputs, outputs| {
            let experts = self.experts?;
            let exists = interleaved.is_none_or(|is| is == experts.is_interleaved);
            exists.then_some(Form::Experts { count: experts.count, inputs, outputs })
        };
        match part {
            Part::AttentionNorm | Part::MlpNorm => Some(norm),
            Part::AttentionNormAfter | Part::MlpNormAfter => self.norms_after.then_some(norm),
            Part::Gate if self.gated => single(matrix(width, hidden, self.mlp_bias)),
            Part::Gate => None,
            Part::Up => single(matrix(width, hidden, self.mlp_bias)),
            Part::Down => single(matrix(hidden, width, self.mlp_bias)),
            Part::Router => self.experts.map(|experts| matrix(width, experts.count, true)),
            Part::ExpertGateUp => of_experts(Some(true), width, 2 * hidden),
            Part::ExpertGate | Part::ExpertUp => of_experts(Some(false), width, hidden),
            Part::ExpertDown => of_experts(None, hidden, width),
            _ => match self.delta_of(layer) {
                Some(delta) => delta.form(part, width),
                None => self.softmax_form(part),
            },
        }
    }

    /// The form of a part of attention of a layer with a softmax; `None` if it has no such part.
    fn softmax_form(&self, part: Part) -> Option<Form> {
        let &Self { width, head_size, .. } = self;
        let matrix = |inputs, outputs, bias| Form::Matrix { inputs, outputs, bias };
        let factors = |length| Form::Factors { length, bias: false };
        let fused = self.projections != Projections::Separate;
        let projected = |is, outputs| {
            (is == fused).then_some(matrix(width, outputs, self.query_key_value_bias))
        };
        match part {
            Part::Query => projected(false, self.gated_query_width()),
            Part::Key | Part::Value => projected(false, self.key_width()),
            Part::QueryKeyValue => projected(true, self.projected_width()),
            Part::QueryNorm | Part::KeyNorm => self.query_key_norms.then_some(factors(head_size)),
            Part::Sinks => self.sinks.then_some(factors(self.heads)),
            Part::Output => Some(matrix(self.query_width(), width, self.output_bias)),
            _ => None,
        }
    }

    /// Checks the sizes, so that products of two of them do not overflow.
    ///
    /// - errors: [`Error::Field`], [`Error::Limit`]
    pub(crate) fn checked(self) -> Result<Self, Error> {
        check_sizes(&[
            ("layers", self.layers.len(), MAX_LAYERS),
            ("heads", self.heads, 1 << 10),
            ("features of a head", self.head_size, 1 << 12),
            ("features of a token", self.width, 1 << 16),
            ("features of an MLP", self.hidden, 1 << 20),
            ("tokens of a vocabulary", self.vocabulary, 1 << 22),
            ("positions", self.positions, 1 << 24),
        ])?;
        if let Some(Experts { count, used, .. }) = self.experts {
            at_most("experts", count as u64, 1 << 10)?;
            if used == 0 || used > count {
                let why = format!("a token takes {used} of {count} experts");
                return Err(Error::Contradiction { why });
            }
        }
        let first = self.first_position.unwrap_or(0);
        at_most("positions before the first token", first as u64, 1 << 24)?;
        if self.kv_heads == 0 || !self.heads.is_multiple_of(self.kv_heads) {
            let why =
                format!("{} heads cannot share {} keys and values", self.heads, self.kv_heads);
            return Err(Error::Contradiction { why });
        }
        if let Some(delta) = &self.delta {
            delta.check()?;
        }
        for rule in &self.layers {
            if let Some(rope) = &rule.rope {
                rope.of(self.head_size, self.positions)?;
            }
            if rule.window == Some(0) {
                return Err(bad("sliding_window", "0", "at least 1"));
            }
        }
        Ok(self)
    }
}

/// Rejects sizes of 0, and those above their limit.
///
/// - `sizes`: for each, what it is, the size and the limit
/// - errors: [`Error::Field`], [`Error::Limit`]
fn check_sizes(sizes: &[(&'static str, usize, u64)]) -> Result<(), Error> {
    for &(what, got, most) in sizes {
        at_most(what, got as u64, most)?;
        if got == 0 {
            return Err(Error::Zero { what });
        }
    }
    Ok(())
}

/// The error for a field with a wrong value.
pub(crate) fn bad(field: &str, found: impl Into<String>, wanted: &'static str) -> Error {
    Error::Field { field: field.to_owned(), found: found.into(), wanted }
}
