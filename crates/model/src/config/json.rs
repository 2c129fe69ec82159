//! `config.json` of a Hugging Face folder.

use super::checks::{above_0, activation, epsilon, is, refuse};
use super::fields::{Fields, defaults, parse};
use super::qwen35;
use super::rules::{OtherKind, grouped, named_layers, parameters, rules};
use super::{Activation, Block, Config, Experts, Family, LayerRule, MAX_LAYERS, Projections, bad};
use crate::error::{Error, at_most};
use crate::norm::Norm;

/// The types that are supported, for messages.
const KNOWN: &str = "gpt2, llama, mistral, qwen2, qwen3, smollm3, gemma2, gemma3_text, bert, roberta, xlm-roberta, \
                     distilbert, gpt_neox, gpt_oss and qwen3_5";

/// Reads `config.json`.
///
/// - errors: [`Error::Json`], [`Error::NotObject`], [`Error::NoField`], [`Error::Field`],
///   [`Error::Architecture`], [`Error::Unsupported`], [`Error::Limit`]
pub(crate) fn read(text: &[u8]) -> Result<Config, Error> {
    let object = parse(text)?;
    let mut fields = Fields::new(&object);
    refuse_quantized(fields)?;
    // A model of text and pictures has its text model inside.
    if let Some(text) = fields.object("text_config") {
        fields = text;
    }
    let named = fields.text("model_type")?.or(Fields::new(&object).text("model_type")?);
    let Some(named) = named else {
        return Err(Error::NoField { field: "model_type".to_owned() });
    };
    let kind = match named {
        "gemma3" => "gemma3_text",
        "qwen3_5" => "qwen3_5_text",
        named => named,
    };
    let usual = defaults()?;
    let fields = fields.completed(usual.get(kind));
    let config = match kind {
        "gpt2" => gpt2(fields)?,
        "llama" | "mistral" | "qwen2" | "qwen3" | "smollm3" => llama(fields, kind)?,
        "gemma2" | "gemma3_text" => gemma(fields, kind)?,
        "bert" | "roberta" | "xlm-roberta" => bert(fields, kind)?,
        "distilbert" => distilbert(fields)?,
        "gpt_neox" => gpt_neox(fields)?,
        "gpt_oss" => gpt_oss(fields)?,
        "qwen3_5_text" => qwen35(fields, Fields::new(&object))?,
        "qwen3_next" | "qwen3_5_moe" | "qwen3_5_moe_text" => {
            let (field, value) = ("model_type".to_owned(), kind.to_owned());
            let hint = ": its MLPs are mixtures of experts; the dense models of qwen3_5 are";
            return Err(Error::Unsupported { field, value, hint });
        }
        _ => {
            return Err(Error::Architecture {
                kind: kind.chars().take(40).collect(),
                known: KNOWN,
            });
        }
    };
    config.checked()
}

/// Fails if the matrices are quantized, other than in MXFP4: their tensors have other names and no type of their own.
fn refuse_quantized(fields: Fields<'_>) -> Result<(), Error> {
    let Some(how) = fields.object("quantization_config") else { return Ok(()) };
    match how.text("quant_method")? {
        Some(method) if method != "mxfp4" => Err(Error::Unsupported {
            field: "quant_method".to_owned(),
            value: method.to_owned(),
            hint: ": f32, f16, bf16, MXFP4 and GGUF files are",
        }),
        _ => Ok(()),
    }
}

/// The fields that most families share, and the values of GPT-2 for the others.
fn base(family: Family, kind: &str, width: usize, heads: usize) -> Config {
    let head_size = width.checked_div(heads).unwrap_or(0);
    Config {
        family,
        kind: kind.to_owned(),
        vocabulary: 0,
        width,
        heads,
        kv_heads: heads,
        head_size,
        delta: None,
        output_gate: false,
        hidden: width.saturating_mul(4),
        positions: 0,
        layers: Vec::new(),
        block: Block::Sequential,
        norm: Norm { centered: true, epsilon: 1e-5, one_plus: false },
        norms_after: false,
        query_key_norms: false,
        projections: Projections::Separate,
        query_key_value_bias: true,
        output_bias: true,
        mlp_bias: true,
        activation: Activation::GeluTanh,
        gated: false,
        experts: None,
        sinks: false,
        causal: true,
        scale: 1.0 / (head_size as f64).sqrt(),
        softcap: None,
        final_softcap: None,
        first_position: None,
        segments: false,
        embedding_scale: 1.0,
        embedding_norm: false,
        unembedding: true,
        tied: true,
    }
}

fn gpt2(fields: Fields<'_>) -> Result<Config, Error> {
    let width = fields.size(&["n_embd", "hidden_size"])?;
    let heads = fields.size(&["n_head", "num_attention_heads"])?;
    let mut config = base(Family::Gpt2, "gpt2", width, heads);
    config.vocabulary = fields.size(&["vocab_size"])?;
    config.positions = fields.size(&["n_positions", "max_position_embeddings", "n_ctx"])?;
    config.layers = plain(layers(fields, &["n_layer", "num_hidden_layers"])?);
    config.projections = Projections::Fused;
    config.first_position = Some(0);
    config.norm.epsilon = epsilon(fields, "layer_norm_epsilon")?;
    config.hidden = fields.optional_size(&["n_inner"])?.unwrap_or(config.hidden);
    config.activation = activation(fields, "activation_function")?;
    config.tied = is(fields, "tie_word_embeddings")?;
    for (field, usual) in [("scale_attn_by_inverse_layer_idx", false), ("scale_attn_weights", true)]
    {
        refuse(fields, field, usual)?;
    }
    Ok(config)
}

fn llama(fields: Fields<'_>, kind: &str) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let heads = fields.size(&["num_attention_heads"])?;
    let mut config = base(Family::Llama, kind, width, heads);
    decoder(fields, &mut config)?;
    config.activation = activation(fields, "hidden_act")?;
    // A type that has no such field in the table has no such biases, whatever its configuration says.
    let bias = match kind {
        "mistral" | "qwen2" => false,
        _ => is(fields, "attention_bias")?,
    };
    config.query_key_value_bias = bias || kind == "qwen2";
    config.output_bias = bias;
    config.mlp_bias = matches!(kind, "llama" | "smollm3") && is(fields, "mlp_bias")?;
    config.query_key_norms = kind == "qwen3";
    config.tied = is(fields, "tie_word_embeddings")?;
    let count = layers(fields, &["num_hidden_layers"])?;
    let turning = match kind {
        "smollm3" => turning_layers(fields, count)?,
        _ => vec![true; count],
    };
    let slides = match kind {
        "llama" => false,
        "mistral" => true,
        _ => is(fields, "use_sliding_window")?,
    };
    let window = fields.optional_size(&["sliding_window"])?.filter(|_| slides);
    let local = match (kind, named_layers(fields, count, OtherKind::Sliding)?) {
        ("llama", _) => vec![false; count],
        ("mistral", _) => vec![true; count],
        (_, Some(named)) => named,
        ("smollm3", None) => turning.iter().map(|turns| !turns).collect(),
        (_, None) => {
            let first = fields.size(&["max_window_layers"])?;
            (0..count).map(|layer| layer >= first).collect()
        }
    };
    config.layers = rules(fields, &local, window, None)?;
    for (rule, turns) in config.layers.iter_mut().zip(turning) {
        rule.rope = rule.rope.take().filter(|_| turns);
    }
    Ok(config)
}

/// Which layers rotate queries and keys, where some do not (SmolLM3).
fn turning_layers(fields: Fields<'_>, layers: usize) -> Result<Vec<bool>, Error> {
    const FIELD: &str = "no_rope_layers";
    if let Some(list) = fields.list(FIELD)? {
        if list.len() != layers {
            let found = format!("a list of {} with {layers} layers", list.len());
            return Err(bad(FIELD, found, "as long as the layers"));
        }
        // 1 marks the layers that rotate, in spite of the name.
        return Ok(list.iter().map(|value| value.as_u64() != Some(0)).collect());
    }
    grouped(fields, "no_rope_layer_interval", layers)
}

fn gemma(fields: Fields<'_>, kind: &str) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let heads = fields.size(&["num_attention_heads"])?;
    let mut config = base(Family::Gemma, kind, width, heads);
    decoder(fields, &mut config)?;
    config.norm.one_plus = true;
    config.norms_after = true;
    config.query_key_norms = kind != "gemma2";
    config.activation = activation(fields, "hidden_activation")?;
    let bias = is(fields, "attention_bias")?;
    (config.query_key_value_bias, config.output_bias, config.mlp_bias) = (bias, bias, false);
    config.scale = 1.0 / above_0(fields, "query_pre_attn_scalar")?.unwrap_or(1.0).sqrt();
    // Gemma 3 has the field, and its scores are not bounded.
    config.softcap = above_0(fields, "attn_logit_softcapping")?.filter(|_| kind == "gemma2");
    config.final_softcap = above_0(fields, "final_logit_softcapping")?;
    // The reference rounds the factor to the type of the embeddings; in 32 bits it stays.
    config.embedding_scale = (width as f32).sqrt();
    config.tied = is(fields, "tie_word_embeddings")?;
    let count = layers(fields, &["num_hidden_layers"])?;
    let local = match named_layers(fields, count, OtherKind::Sliding)? {
        Some(named) => named,
        None if kind == "gemma2" => (0..count).map(|layer| layer % 2 == 0).collect(),
        None => grouped(fields, "sliding_window_pattern", count)?,
    };
    let mut window = fields.optional_size(&["sliding_window"])?;
    if kind == "gemma2" {
        refuse(fields, "use_bidirectional_attention", false)?;
    } else if is(fields, "use_bidirectional_attention")? {
        // EmbeddingGemma: each side has half of the window, and there is no next token.
        (config.causal, config.unembedding) = (false, false);
        window = window.map(|window| window / 2 + 1);
    }
    config.layers = rules(fields, &local, window, None)?;
    Ok(config)
}

/// The fields of decoders with RoPE, RMS norms and a gate.
fn decoder(fields: Fields<'_>, config: &mut Config) -> Result<(), Error> {
    config.vocabulary = fields.size(&["vocab_size"])?;
    config.kv_heads = fields.optional_size(&["num_key_value_heads"])?.unwrap_or(config.heads);
    config.head_size = fields.optional_size(&["head_dim"])?.unwrap_or(config.head_size);
    config.scale = 1.0 / (config.head_size as f64).sqrt();
    config.hidden = fields.size(&["intermediate_size"])?;
    config.positions = fields.size(&["max_position_embeddings"])?;
    config.norm =
        Norm { centered: false, epsilon: epsilon(fields, "rms_norm_eps")?, one_plus: false };
    config.gated = true;
    Ok(())
}

fn bert(fields: Fields<'_>, kind: &str) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let mut config = base(Family::Bert, kind, width, fields.size(&["num_attention_heads"])?);
    config.hidden = fields.size(&["intermediate_size"])?;
    config.activation = activation(fields, "hidden_act")?;
    config.norm.epsilon = epsilon(fields, "layer_norm_eps")?;
    let first = if kind == "bert" { 0 } else { fields.size(&["pad_token_id"])?.saturating_add(1) };
    encoder(fields, &mut config, first)?;
    config.layers = plain(layers(fields, &["num_hidden_layers"])?);
    config.segments = true;
    if let Some(kind) = fields.text("position_embedding_type")?.filter(|kind| *kind != "absolute") {
        let field = "position_embedding_type".to_owned();
        return Err(Error::Unsupported { field, value: kind.to_owned(), hint: "" });
    }
    refuse(fields, "is_decoder", false)?;
    Ok(config)
}

fn distilbert(fields: Fields<'_>) -> Result<Config, Error> {
    let width = fields.size(&["dim", "hidden_size"])?;
    let heads = fields.size(&["n_heads", "num_attention_heads"])?;
    let mut config = base(Family::DistilBert, "distilbert", width, heads);
    config.hidden = fields.size(&["hidden_dim"])?;
    config.activation = activation(fields, "activation")?;
    config.norm.epsilon = 1e-12;
    encoder(fields, &mut config, 0)?;
    config.layers = plain(layers(fields, &["n_layers", "num_hidden_layers"])?);
    Ok(config)
}

/// The fields of encoders with post-norm layers. The table of positions has `first` rows before the first token's.
fn encoder(fields: Fields<'_>, config: &mut Config, first: usize) -> Result<(), Error> {
    config.vocabulary = fields.size(&["vocab_size"])?;
    config.positions = fields.size(&["max_position_embeddings"])?.saturating_sub(first);
    config.first_position = Some(first);
    config.block = Block::PostNorm;
    config.embedding_norm = true;
    config.causal = false;
    config.unembedding = false;
    Ok(())
}

fn gpt_neox(fields: Fields<'_>) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let mut config =
        base(Family::GptNeoX, "gpt_neox", width, fields.size(&["num_attention_heads"])?);
    config.vocabulary = fields.size(&["vocab_size"])?;
    config.hidden = fields.size(&["intermediate_size"])?;
    config.positions = fields.size(&["max_position_embeddings"])?;
    config.norm.epsilon = epsilon(fields, "layer_norm_eps")?;
    config.activation = activation(fields, "hidden_act")?;
    config.projections = Projections::FusedByHead;
    let bias = is(fields, "attention_bias")?;
    (config.query_key_value_bias, config.output_bias) = (bias, bias);
    config.tied = is(fields, "tie_word_embeddings")?;
    if is(fields, "use_parallel_residual")? {
        config.block = Block::Parallel;
    }
    let within = parameters(fields).map(|all| all.number("partial_rotary_factor")).transpose()?;
    let share = within.flatten().map_or_else(|| fields.required_number("rotary_pct"), Ok)?;
    let rotated = (share * config.head_size as f64) as usize;
    let count = layers(fields, &["num_hidden_layers"])?;
    config.layers = rules(fields, &vec![false; count], None, Some(rotated))?;
    Ok(config)
}

fn gpt_oss(fields: Fields<'_>) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let heads = fields.size(&["num_attention_heads"])?;
    let mut config = base(Family::GptOss, "gpt_oss", width, heads);
    decoder(fields, &mut config)?;
    let bias = is(fields, "attention_bias")?;
    (config.query_key_value_bias, config.output_bias) = (bias, bias);
    config.activation = Activation::ClampedSwiglu;
    for (field, usual, hint) in
        [("swiglu_limit", 7.0, ": 7 is"), ("swiglu_alpha", 1.702, ": 1.702 is")]
    {
        if let Some(other) = fields.number(field)?.filter(|&other| other != usual) {
            let (field, value) = (field.to_owned(), other.to_string());
            return Err(Error::Unsupported { field, value, hint });
        }
    }
    config.sinks = true;
    let count = fields.size(&["num_local_experts", "num_experts"])?;
    let used = fields.size(&["num_experts_per_tok", "experts_per_token"])?;
    config.experts = Some(Experts { count, used, is_interleaved: true });
    config.tied = is(fields, "tie_word_embeddings")?;
    let window = fields.optional_size(&["sliding_window"])?;
    let count = layers(fields, &["num_hidden_layers"])?;
    let local = match named_layers(fields, count, OtherKind::Sliding)? {
        Some(named) => named,
        None => (0..count).map(|layer| layer % 2 == 0).collect(),
    };
    config.layers = rules(fields, &local, window, None)?;
    Ok(config)
}

/// - `outer`: the fields around those of the text model, in a folder of a model of text and pictures
fn qwen35(fields: Fields<'_>, outer: Fields<'_>) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let heads = fields.size(&["num_attention_heads"])?;
    let mut config = base(Family::Qwen35, "qwen3_5", width, heads);
    decoder(fields, &mut config)?;
    config.norm.one_plus = true;
    config.query_key_norms = true;
    config.output_gate = true;
    refuse(fields, "attn_output_gate", true)?;
    config.activation = activation(fields, "hidden_act")?;
    if config.activation != Activation::Silu {
        let value = fields.text("hidden_act")?.unwrap_or_default().to_owned();
        let field = "hidden_act".to_owned();
        return Err(Error::Unsupported { field, value, hint: ": silu is" });
    }
    let bias = is(fields, "attention_bias")?;
    (config.query_key_value_bias, config.output_bias, config.mlp_bias) = (bias, bias, false);
    let own = if fields.has("tie_word_embeddings") { fields } else { outer };
    config.tied = own.flag("tie_word_embeddings")?.unwrap_or(false);
    config.delta = Some(qwen35::delta(fields)?);
    let count = layers(fields, &["num_hidden_layers"])?;
    config.layers = qwen35::layers(fields, count, config.head_size)?;
    Ok(config)
}

/// The number of layers, which is checked before there is a rule for each.
fn layers(fields: Fields<'_>, names: &[&str]) -> Result<usize, Error> {
    let layers = fields.size(names)?;
    at_most("layers", layers as u64, MAX_LAYERS)?;
    Ok(layers)
}

/// Layers without windows and without a rotation.
fn plain(layers: usize) -> Vec<LayerRule> {
    vec![LayerRule { rope: None, window: None, is_delta: false }; layers]
}
