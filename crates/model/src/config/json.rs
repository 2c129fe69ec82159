//! `config.json` of a Hugging Face folder.

use super::fields::{Fields, parse};
use super::qwen35;
use super::rules::{rotated_share, rules};
use super::{
    Activation, Block, Config, Experts, Family, LayerRule, MAX_LAYERS, Projections, Rotation,
};
use crate::error::{Error, at_most};
use crate::norm::Norm;

/// The types that are supported, for messages.
const KNOWN: &str = "gpt2, llama, mistral, qwen2, qwen3, smollm3, gemma2, gemma3_text, bert, roberta, distilbert, \
                     gpt_neox, gpt_oss and qwen3_5";

/// Reads `config.json`.
///
/// - errors: [`Error::Json`], [`Error::NoField`], [`Error::Field`], [`Error::Architecture`],
///   [`Error::Unsupported`], [`Error::Limit`]
pub(crate) fn read(text: &[u8]) -> Result<Config, Error> {
    let object = parse(text)?;
    let mut fields = Fields::new(&object);
    refuse_quantized(fields)?;
    // A model of text and pictures has its text model inside.
    if let Some(text) = fields.object("text_config") {
        fields = text;
    }
    let Some(kind) = fields.text("model_type")? else {
        return Err(Error::NoField { field: "model_type".to_owned() });
    };
    let config = match kind {
        "gpt2" => gpt2(fields)?,
        "llama" | "mistral" | "qwen2" | "qwen3" | "smollm3" => llama(fields, kind)?,
        "gemma2" | "gemma3_text" => gemma(fields, kind)?,
        "bert" | "roberta" | "xlm-roberta" => bert(fields, kind)?,
        "distilbert" => distilbert(fields)?,
        "gpt_neox" => gpt_neox(fields)?,
        "gpt_oss" => gpt_oss(fields)?,
        "qwen3_5_text" | "qwen3_5" => qwen35(fields, Fields::new(&object))?,
        "qwen3_next" | "qwen3_5_moe" | "qwen3_5_moe_text" => {
            let (field, value) = ("model_type".to_owned(), kind.to_owned());
            let hint = ": its MLPs are mixtures of experts; the dense models of qwen3_5 are";
            return Err(Error::Unsupported { field, value, hint });
        }
        _ => return Err(Error::Architecture { kind: kind.to_owned(), known: KNOWN }),
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
    let (width, heads) = (fields.size(&["n_embd"])?, fields.size(&["n_head"])?);
    let mut config = base(Family::Gpt2, "gpt2", width, heads);
    config.vocabulary = fields.size(&["vocab_size"])?;
    config.positions = fields.size(&["n_positions", "n_ctx"])?;
    config.layers = plain(layers(fields, "n_layer")?, None);
    config.projections = Projections::Fused;
    config.first_position = Some(0);
    config.norm.epsilon = fields.number("layer_norm_epsilon")?.unwrap_or(1e-5);
    config.hidden = fields.optional_size(&["n_inner"])?.unwrap_or(config.hidden);
    config.activation = activation(fields.text("activation_function")?.unwrap_or("gelu_new"))?;
    config.tied = fields.flag("tie_word_embeddings")?.unwrap_or(true);
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
    config.activation = activation(fields.text("hidden_act")?.unwrap_or("silu"))?;
    let bias = fields.flag("attention_bias")?.unwrap_or(false);
    config.query_key_value_bias = bias || kind == "qwen2";
    config.output_bias = bias && kind != "qwen2";
    config.mlp_bias = fields.flag("mlp_bias")?.unwrap_or(false);
    config.query_key_norms = kind == "qwen3";
    config.tied = fields.flag("tie_word_embeddings")?.unwrap_or(kind == "smollm3");
    let sliding = fields.flag("use_sliding_window")?.unwrap_or(kind == "mistral");
    let window = fields.optional_size(&["sliding_window"])?.filter(|_| sliding);
    let count = layers(fields, "num_hidden_layers")?;
    config.layers = rules(fields, count, window, None)?;
    Ok(config)
}

fn gemma(fields: Fields<'_>, kind: &str) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let heads = fields.size(&["num_attention_heads"])?;
    let mut config = base(Family::Gemma, kind, width, heads);
    decoder(fields, &mut config)?;
    config.norm.one_plus = true;
    config.norms_after = true;
    config.query_key_norms = kind != "gemma2";
    let named = fields.text("hidden_activation")?.or(fields.text("hidden_act")?);
    config.activation = activation(named.unwrap_or("gelu_pytorch_tanh"))?;
    let bias = fields.flag("attention_bias")?.unwrap_or(false);
    (config.query_key_value_bias, config.output_bias, config.mlp_bias) = (bias, bias, false);
    let size = fields.number("query_pre_attn_scalar")?.unwrap_or(256.0);
    config.scale = 1.0 / size.sqrt();
    config.softcap = fields.number("attn_logit_softcapping")?;
    config.final_softcap = fields.number("final_logit_softcapping")?;
    // The reference rounds the factor to the type of the embeddings; in 32 bits it stays.
    config.embedding_scale = (width as f32).sqrt();
    config.tied = fields.flag("tie_word_embeddings")?.unwrap_or(true);
    let count = layers(fields, "num_hidden_layers")?;
    let window = fields.optional_size(&["sliding_window"])?;
    config.layers = rules(fields, count, window, None)?;
    Ok(config)
}

/// The fields of decoders with RoPE, RMS norms and a gate.
fn decoder(fields: Fields<'_>, config: &mut Config) -> Result<(), Error> {
    config.vocabulary = fields.size(&["vocab_size"])?;
    config.kv_heads = fields.optional_size(&["num_key_value_heads"])?.unwrap_or(config.heads);
    config.head_size = fields.optional_size(&["head_dim"])?.unwrap_or(config.head_size);
    config.scale = 1.0 / (config.head_size as f64).sqrt();
    config.hidden = fields.size(&["intermediate_size"])?;
    config.positions = fields.optional_size(&["max_position_embeddings"])?.unwrap_or(1 << 17);
    config.norm = Norm {
        centered: false,
        epsilon: fields.number("rms_norm_eps")?.unwrap_or(1e-6),
        one_plus: false,
    };
    config.gated = true;
    Ok(())
}

fn bert(fields: Fields<'_>, kind: &str) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let mut config = base(Family::Bert, kind, width, fields.size(&["num_attention_heads"])?);
    config.hidden = fields.size(&["intermediate_size"])?;
    config.activation = activation(fields.text("hidden_act")?.unwrap_or("gelu"))?;
    config.norm.epsilon = fields.number("layer_norm_eps")?.unwrap_or(1e-12);
    let first = if kind == "bert" {
        0
    } else {
        fields.optional_size(&["pad_token_id"])?.unwrap_or(1).saturating_add(1)
    };
    encoder(fields, &mut config, first)?;
    config.layers = plain(layers(fields, "num_hidden_layers")?, None);
    config.segments = true;
    if let Some(kind) = fields.text("position_embedding_type")?.filter(|kind| *kind != "absolute") {
        let field = "position_embedding_type".to_owned();
        return Err(Error::Unsupported { field, value: kind.to_owned(), hint: "" });
    }
    refuse(fields, "is_decoder", false)?;
    Ok(config)
}

fn distilbert(fields: Fields<'_>) -> Result<Config, Error> {
    let width = fields.size(&["dim"])?;
    let mut config = base(Family::DistilBert, "distilbert", width, fields.size(&["n_heads"])?);
    config.hidden = fields.size(&["hidden_dim"])?;
    config.activation = activation(fields.text("activation")?.unwrap_or("gelu"))?;
    config.norm.epsilon = 1e-12;
    encoder(fields, &mut config, 0)?;
    config.layers = plain(layers(fields, "n_layers")?, None);
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
    config.norm.epsilon = fields.number("layer_norm_eps")?.unwrap_or(1e-5);
    config.activation = activation(fields.text("hidden_act")?.unwrap_or("gelu"))?;
    config.projections = Projections::FusedByHead;
    let bias = fields.flag("attention_bias")?.unwrap_or(true);
    (config.query_key_value_bias, config.output_bias) = (bias, bias);
    config.tied = fields.flag("tie_word_embeddings")?.unwrap_or(false);
    if fields.flag("use_parallel_residual")?.unwrap_or(true) {
        config.block = Block::Parallel;
    }
    let share = match rotated_share(fields)? {
        Some(share) => share,
        None => fields.number("rotary_pct")?.unwrap_or(0.25),
    };
    let rotated = (share * config.head_size as f64) as usize;
    let count = layers(fields, "num_hidden_layers")?;
    config.layers = rules(fields, count, None, Some(rotated))?;
    if let (Some(base), None) =
        (fields.number("rotary_emb_base")?, fields.object("rope_parameters"))
    {
        let rope = Rotation { features: Some(rotated), ..Rotation::new(base) };
        config.layers = plain(count, Some(rope));
    }
    Ok(config)
}

fn gpt_oss(fields: Fields<'_>) -> Result<Config, Error> {
    let width = fields.size(&["hidden_size"])?;
    let heads = fields.size(&["num_attention_heads"])?;
    let mut config = base(Family::GptOss, "gpt_oss", width, heads);
    decoder(fields, &mut config)?;
    config.norm.epsilon = fields.number("rms_norm_eps")?.unwrap_or(1e-5);
    let bias = fields.flag("attention_bias")?.unwrap_or(true);
    (config.query_key_value_bias, config.output_bias) = (bias, bias);
    config.activation = Activation::ClampedSwiglu;
    if let Some(limit) = fields.number("swiglu_limit")?.filter(|&limit| limit != 7.0) {
        let (field, value) = ("swiglu_limit".to_owned(), limit.to_string());
        return Err(Error::Unsupported { field, value, hint: ": 7 is" });
    }
    config.sinks = true;
    let count = fields.size(&["num_local_experts", "num_experts"])?;
    let used = fields.size(&["num_experts_per_tok", "experts_per_token"])?;
    config.experts = Some(Experts { count, used, is_interleaved: true });
    config.tied = fields.flag("tie_word_embeddings")?.unwrap_or(false);
    let window = fields.optional_size(&["sliding_window"])?;
    let count = layers(fields, "num_hidden_layers")?;
    config.layers = rules(fields, count, window, None)?;
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
    let named = fields.text("hidden_act")?.unwrap_or("silu");
    config.activation = activation(named)?;
    if config.activation != Activation::Silu {
        let (field, value) = ("hidden_act".to_owned(), named.to_owned());
        return Err(Error::Unsupported { field, value, hint: ": silu is" });
    }
    let bias = fields.flag("attention_bias")?.unwrap_or(false);
    (config.query_key_value_bias, config.output_bias, config.mlp_bias) = (bias, bias, false);
    let tied = fields.flag("tie_word_embeddings")?;
    config.tied = tied.or(outer.flag("tie_word_embeddings")?).unwrap_or(false);
    config.delta = Some(qwen35::delta(fields)?);
    let count = layers(fields, "num_hidden_layers")?;
    config.layers = qwen35::layers(fields, count, config.head_size)?;
    Ok(config)
}

/// The number of layers, which is checked before there is a rule for each.
fn layers(fields: Fields<'_>, field: &str) -> Result<usize, Error> {
    let layers = fields.size(&[field])?;
    at_most("layers", layers as u64, MAX_LAYERS)?;
    Ok(layers)
}

/// Layers without windows.
fn plain(layers: usize, rope: Option<Rotation>) -> Vec<LayerRule> {
    vec![LayerRule { rope, window: None, is_delta: false }; layers]
}

/// Fails if a flag does not have the only value that is supported.
fn refuse(fields: Fields<'_>, field: &str, usual: bool) -> Result<(), Error> {
    match fields.flag(field)? {
        Some(found) if found != usual => {
            Err(Error::Unsupported { field: field.to_owned(), value: found.to_string(), hint: "" })
        }
        _ => Ok(()),
    }
}

/// The activation with this name.
fn activation(name: &str) -> Result<Activation, Error> {
    match name {
        "gelu" => Ok(Activation::Gelu),
        "gelu_new" | "gelu_pytorch_tanh" | "gelu_fast" => Ok(Activation::GeluTanh),
        "silu" | "swish" => Ok(Activation::Silu),
        "relu" => Ok(Activation::Relu),
        _ => Err(Error::Unsupported {
            field: "the activation".to_owned(),
            value: name.to_owned(),
            hint: ": gelu, gelu_new, silu and relu are",
        }),
    }
}
