//! The configuration in the header of a GGUF file, and what it leaves to the reader.

use heedmap_attention::{LongRopeScaling, RopePairs, RopeScaling, YarnScaling};

use super::{
    Activation, Block, Config, Experts, Family, GatedDelta, LayerRule, MAX_LAYERS, Projections,
    Rotation, bad, qwen35,
};
use crate::error::{Error, at_most};
use crate::gguf::{Gguf, Value};
use crate::norm::Norm;

/// What llama.cpp knows about an architecture and the header does not say.
struct Architecture {
    name: &'static str,
    family: Family,
    /// Whether the projections to queries and keys are permuted, so that pairs of features are interleaved.
    interleaved: bool,
    /// The last layer of each group of this size sees everything, the others have the window. 0 for no windows.
    pattern: usize,
    /// The last layer of each group of this size does not rotate. 0 if all rotate.
    unrotated: usize,
    /// The base of the layers with a window, where it is another one.
    local_base: Option<f64>,
}

const PLAIN: Architecture = Architecture {
    name: "",
    family: Family::Llama,
    interleaved: false,
    pattern: 0,
    unrotated: 0,
    local_base: None,
};

/// The architectures.
///
/// - source: `src/llama-model.cpp` and `src/llama-hparams.cpp` of llama.cpp
const ARCHITECTURES: [Architecture; 11] = [
    Architecture { name: "llama", interleaved: true, pattern: 1, ..PLAIN },
    Architecture { name: "smollm3", interleaved: true, unrotated: 4, ..PLAIN },
    Architecture { name: "qwen2", ..PLAIN },
    Architecture { name: "qwen3", ..PLAIN },
    Architecture { name: "gemma2", family: Family::Gemma, pattern: 2, ..PLAIN },
    Architecture {
        name: "gemma3",
        family: Family::Gemma,
        pattern: 6,
        local_base: Some(10_000.0),
        ..PLAIN
    },
    Architecture { name: "gpt2", family: Family::Gpt2, ..PLAIN },
    Architecture { name: "gptneox", family: Family::GptNeoX, ..PLAIN },
    Architecture { name: "bert", family: Family::Bert, ..PLAIN },
    Architecture { name: "qwen35", family: Family::Qwen35, ..PLAIN },
    Architecture { name: "gpt-oss", family: Family::GptOss, pattern: 2, ..PLAIN },
];

/// The architectures that are supported, for messages.
const KNOWN: &str =
    "llama, smollm3, qwen2, qwen3, gemma2, gemma3, gpt2, gptneox, bert, qwen35 and gpt-oss";

/// Reads the configuration from the header.
///
/// - errors: [`Error::NoField`], [`Error::Field`], [`Error::Architecture`], [`Error::Unsupported`],
///   [`Error::Limit`]
pub(crate) fn read(file: &Gguf) -> Result<Config, Error> {
    let Some(Value::Text(name)) = file.get("general.architecture") else {
        return Err(Error::NoField { field: "general.architecture".to_owned() });
    };
    let Some(architecture) = ARCHITECTURES.iter().find(|one| one.name == name) else {
        return Err(Error::Architecture { kind: name.chars().take(40).collect(), known: KNOWN });
    };
    let fields = Fields { file, name };
    let gated = matches!(
        architecture.family,
        Family::Llama | Family::Gemma | Family::GptOss | Family::Qwen35
    );
    let encoder = architecture.family == Family::Bert;
    let (width, heads) = (fields.size("embedding_length")?, fields.size("attention.head_count")?);
    let layers = fields.size("block_count")?;
    at_most("layers", layers as u64, MAX_LAYERS)?;
    let hybrid = architecture.family == Family::Qwen35;
    // Layers that guess further tokens come after those of the model.
    let guessing = fields.optional("nextn_predict_layers")?.filter(|_| hybrid).unwrap_or(0);
    let layers = layers.saturating_sub(guessing);
    let head_size = fields.optional("attention.key_length")?;
    let head_size = head_size.or(width.checked_div(heads)).unwrap_or(0);
    let value_size = fields.optional("attention.value_length")?.unwrap_or(head_size);
    if value_size != head_size {
        return Err(bad("attention.value_length", value_size.to_string(), "the size of the keys"));
    }
    let rms = fields.epsilon("attention.layer_norm_rms_epsilon")?;
    let epsilon = rms.or(fields.epsilon("attention.layer_norm_epsilon")?).unwrap_or(1e-5);
    let has = |tensor: &str| file.tensors.contains_key(tensor);
    let gemma = architecture.family == Family::Gemma;
    let vocabulary = file.tensors.get("token_embd.weight").and_then(|one| one.shape.first());
    let no_table = || Error::NoTensor { name: "token_embd.weight".to_owned() };
    let vocabulary = usize::try_from(*vocabulary.ok_or_else(no_table)?).unwrap_or(usize::MAX);
    let experts = match architecture.family {
        Family::GptOss => Some(Experts {
            count: fields.size("expert_count")?,
            used: fields.size("expert_used_count")?,
            is_interleaved: false,
        }),
        _ => None,
    };
    let parallel = fields.flag("use_parallel_residual")?.unwrap_or(true);
    let config = Config {
        family: architecture.family,
        kind: name.clone(),
        vocabulary,
        width,
        heads,
        kv_heads: fields.optional("attention.head_count_kv")?.unwrap_or(heads),
        head_size,
        delta: if hybrid { Some(delta(fields)?) } else { None },
        output_gate: hybrid,
        hidden: fields.size(if experts.is_some() {
            "expert_feed_forward_length"
        } else {
            "feed_forward_length"
        })?,
        positions: fields.optional("context_length")?.unwrap_or(1 << 17),
        layers: rules(architecture, fields, layers)?,
        block: match architecture.family {
            Family::Bert => Block::PostNorm,
            Family::GptNeoX if parallel => Block::Parallel,
            _ => Block::Sequential,
        },
        // Files of Gemma have the factors with their 1.
        norm: Norm { centered: !gated, epsilon, one_plus: false },
        norms_after: gemma,
        query_key_norms: hybrid || has("blk.0.attn_q_norm.weight"),
        projections: match has("blk.0.attn_qkv.weight") && !hybrid {
            true => Projections::Fused,
            false => Projections::Separate,
        },
        query_key_value_bias: has("blk.0.attn_q.bias") || has("blk.0.attn_qkv.bias"),
        output_bias: has("blk.0.attn_output.bias"),
        mlp_bias: has("blk.0.ffn_up.bias"),
        activation: match architecture.family {
            Family::Llama | Family::Qwen35 => Activation::Silu,
            Family::Gemma | Family::Gpt2 => Activation::GeluTanh,
            Family::Bert | Family::DistilBert | Family::GptNeoX => Activation::Gelu,
            Family::GptOss => Activation::ClampedSwiglu,
        },
        gated,
        experts,
        sinks: experts.is_some(),
        causal: !encoder,
        scale: scale(name, layers, head_size, width, heads),
        softcap: soft(fields, gemma && name == "gemma2", "attn_logit_softcapping", 50.0)?,
        final_softcap: soft(fields, gemma && name == "gemma2", "final_logit_softcapping", 30.0)?,
        first_position: matches!(architecture.family, Family::Gpt2 | Family::Bert).then_some(0),
        segments: encoder,
        embedding_scale: if gemma { (width as f32).sqrt() } else { 1.0 },
        embedding_norm: encoder,
        unembedding: !encoder,
        tied: !has("output.weight"),
    };
    config.checked()
}

/// The factor of the scores: the largest models of Gemma 2 and 3 divide by the width of a head among equals, all
/// others by the size of a head.
fn scale(name: &str, layers: usize, head_size: usize, width: usize, heads: usize) -> f64 {
    let largest = matches!((name, layers), ("gemma2", 46) | ("gemma3", 62));
    let size = if largest { width as f64 / heads as f64 } else { head_size as f64 };
    1.0 / size.sqrt()
}

/// A softcap, which Gemma 2 has even if the header does not say so.
fn soft(fields: Fields<'_>, always: bool, key: &str, usual: f64) -> Result<Option<f64>, Error> {
    Ok(fields.number(key)?.or(always.then_some(usual)))
}

/// The rules of each layer.
fn rules(
    architecture: &Architecture,
    fields: Fields<'_>,
    layers: usize,
) -> Result<Vec<LayerRule>, Error> {
    let rotates = !matches!(architecture.family, Family::Gpt2 | Family::Bert);
    let mut rotation = Rotation::new(fields.number("rope.freq_base")?.unwrap_or(10_000.0));
    rotation.features = fields.optional("rope.dimension_count")?;
    if architecture.interleaved {
        rotation.pairs = RopePairs::Interleaved;
    }
    let local = architecture.local_base.map(|base| Rotation { base, ..rotation.clone() });
    rotation.scaling = scaling(fields)?;
    if let (Family::GptOss, RopeScaling::Yarn(yarn)) = (architecture.family, &mut rotation.scaling)
    {
        yarn.truncate = false;
    }
    let window = fields.optional("attention.sliding_window")?.filter(|&window| window > 0);
    let states = match architecture.family {
        Family::Qwen35 => qwen35::states(fields.optional("full_attention_interval")?, layers)?,
        _ => vec![false; layers],
    };
    let Architecture { pattern, unrotated, .. } = *architecture;
    let last_of = |layer: usize, group: usize| (layer + 1).is_multiple_of(group);
    let rule = |(layer, is_delta): (usize, bool)| {
        // A pattern of 1 has no layers that see everything.
        let is_local = pattern == 1 || pattern > 1 && !last_of(layer, pattern);
        let window = window.filter(|_| is_local);
        let rope = local.as_ref().filter(|_| is_local).unwrap_or(&rotation);
        let turning = rotates && (unrotated == 0 || !last_of(layer, unrotated));
        let rope = (turning && !is_delta).then(|| rope.clone());
        LayerRule { rope, window, is_delta }
    };
    Ok(states.into_iter().enumerate().map(rule).collect())
}

/// The heads of layers that keep a state. Their values are as wide as their keys, and their order is that of llama.cpp.
fn delta(fields: Fields<'_>) -> Result<GatedDelta, Error> {
    let (size, heads) = (fields.size("ssm.state_size")?, fields.size("ssm.time_step_rank")?);
    let inner = fields.size("ssm.inner_size")?;
    if size.checked_mul(heads) != Some(inner) {
        let found = format!("{inner} with {heads} heads of {size} features");
        return Err(bad("ssm.inner_size", found, "the features of all heads"));
    }
    Ok(GatedDelta {
        key_heads: fields.size("ssm.group_count")?,
        heads,
        key_size: size,
        value_size: size,
        kernel: fields.size("ssm.conv_kernel")?,
        is_tiled: true,
        has_logarithms: false,
    })
}

/// The scaling of the header, or that of the tensor of divisors.
fn scaling(fields: Fields<'_>) -> Result<RopeScaling, Error> {
    if let Some(divisors) = &fields.file.divisors {
        let (short, long) = (divisors.clone(), divisors.clone());
        let mut scaling = LongRopeScaling::new(short, long, 1.0, 1);
        scaling.attention_factor = Some(1.0);
        return Ok(RopeScaling::LongRope(scaling));
    }
    let factor = fields.number("rope.scaling.factor")?;
    Ok(match (fields.text("rope.scaling.type")?, factor) {
        (Some("linear"), Some(factor)) => RopeScaling::Linear { factor },
        (Some("yarn"), Some(factor)) => {
            let trained = fields.size("rope.scaling.original_context_length")?;
            let mut yarn = YarnScaling::new(factor, trained);
            yarn.attention_factor = fields.number("rope.scaling.attn_factor")?;
            RopeScaling::Yarn(yarn)
        }
        (None | Some("none"), _) => RopeScaling::Default,
        (Some(kind), _) => {
            let (field, value) = ("rope.scaling.type".to_owned(), kind.chars().take(40).collect());
            return Err(Error::Unsupported { field, value, hint: ": linear and yarn are" });
        }
    })
}

/// The entries of an architecture.
#[derive(Clone, Copy)]
struct Fields<'a> {
    file: &'a Gguf,
    name: &'a str,
}

impl<'a> Fields<'a> {
    fn get(self, key: &str) -> (String, Option<&'a Value>) {
        let key = format!("{}.{key}", self.name);
        let value = self.file.get(&key);
        (key, value)
    }

    fn optional(self, key: &str) -> Result<Option<usize>, Error> {
        match self.get(key) {
            (_, None) => Ok(None),
            (key, Some(Value::Integer(size))) => usize::try_from(*size)
                .map(Some)
                .map_err(|_| bad(&key, size.to_string(), "a whole number")),
            // Some files repeat a number for each layer.
            (key, Some(Value::Numbers(list))) => match list.first() {
                Some(&first) if list.iter().all(|&other| other == first) && first >= 0.0 => {
                    Ok(Some(first as usize))
                }
                _ => Err(bad(&key, "a list", "the same number for all layers")),
            },
            (key, Some(_)) => Err(bad(&key, "not a number", "a whole number")),
        }
    }

    fn size(self, key: &str) -> Result<usize, Error> {
        self.optional(key)?.ok_or_else(|| Error::NoField { field: self.get(key).0 })
    }

    fn number(self, key: &str) -> Result<Option<f64>, Error> {
        match self.get(key) {
            (_, None) => Ok(None),
            (_, Some(Value::Float(number))) => Ok(Some(*number)),
            (_, Some(Value::Integer(number))) => Ok(Some(*number as f64)),
            (key, Some(_)) => Err(bad(&key, "not a number", "a number")),
        }
    }

    /// What is added to a variance.
    fn epsilon(self, key: &str) -> Result<Option<f64>, Error> {
        match self.number(key)? {
            Some(found) if !(found.is_finite() && found >= 0.0) => {
                Err(bad(&self.get(key).0, found.to_string(), "finite and at least 0"))
            }
            found => Ok(found),
        }
    }

    fn flag(self, key: &str) -> Result<Option<bool>, Error> {
        match self.get(key) {
            (_, None) => Ok(None),
            (_, Some(Value::Flag(flag))) => Ok(Some(*flag)),
            (key, Some(_)) => Err(bad(&key, "not a flag", "true or false")),
        }
    }

    fn text(self, key: &str) -> Result<Option<&'a str>, Error> {
        match self.get(key) {
            (_, None) => Ok(None),
            (_, Some(Value::Text(text))) => Ok(Some(text)),
            (key, Some(_)) => Err(bad(&key, "not a text", "a text")),
        }
    }
}
