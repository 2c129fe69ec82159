//! The names of parameters in the files of each family.

use crate::config::Family;
use crate::parameter::{Parameter, Part};

/// The names of a family's tensors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// What the names of all tensors but that of the logits may begin with.
    prefixes: &'static [&'static str],
    outside: &'static [(Parameter, &'static str)],
    /// What the names of a layer's tensors begin with; `#` stands for its number.
    layer: &'static str,
    parts: &'static [(Part, &'static str)],
    /// The order of the axes of matrices.
    pub(crate) inputs_first: bool,
    /// The same for the matrices of experts, unless these are packed.
    pub(crate) experts_inputs_first: bool,
}

impl Names {
    /// The names that a parameter may have, without the ending `.weight` or `.bias`.
    pub(crate) fn of(&self, parameter: Parameter) -> Vec<String> {
        let names: Vec<String> = match parameter {
            Parameter::Layer(layer, part) => {
                let found = self.parts.iter().filter(|(other, _)| *other == part);
                found.map(|(_, name)| self.layer.replace('#', &layer.to_string()) + name).collect()
            }
            _ => {
                let found = self.outside.iter().filter(|(other, _)| *other == parameter);
                found.map(|(_, name)| (*name).to_owned()).collect()
            }
        };
        let prefixed =
            |name: String| self.prefixes.iter().map(move |prefix| format!("{prefix}{name}"));
        // The matrix of the logits is beside the model.
        let bare = names.iter().filter(|_| parameter == Parameter::Unembedding).cloned();
        bare.collect::<Vec<_>>().into_iter().chain(names.into_iter().flat_map(prefixed)).collect()
    }

    /// The layer that a tensor with this name belongs to.
    pub(crate) fn layer_of(&self, name: &str) -> Option<usize> {
        let before = self.layer.split('#').next().unwrap_or_default();
        let after = |prefix: &&str| name.strip_prefix(prefix)?.strip_prefix(before);
        self.prefixes.iter().find_map(after)?.split('.').next()?.parse().ok()
    }
}

/// The names in a Hugging Face folder.
pub(crate) fn hugging_face(family: Family) -> Names {
    match family {
        Family::Gpt2 => GPT2,
        Family::Llama => LLAMA,
        Family::Gemma => GEMMA,
        Family::Bert => BERT,
        Family::DistilBert => DISTILBERT,
        Family::GptNeoX => GPT_NEOX,
        Family::GptOss => GPT_OSS,
        Family::Qwen35 => QWEN35,
    }
}

const GPT2: Names = Names {
    prefixes: &["", "transformer."],
    outside: &[
        (Parameter::Tokens, "wte"),
        (Parameter::Positions, "wpe"),
        (Parameter::FinalNorm, "ln_f"),
        (Parameter::Unembedding, "lm_head"),
    ],
    layer: "h.#.",
    parts: &[
        (Part::AttentionNorm, "ln_1"),
        (Part::QueryKeyValue, "attn.c_attn"),
        (Part::Output, "attn.c_proj"),
        (Part::MlpNorm, "ln_2"),
        (Part::Up, "mlp.c_fc"),
        (Part::Down, "mlp.c_proj"),
    ],
    inputs_first: true,
    experts_inputs_first: false,
};

const LLAMA: Names = Names {
    prefixes: &["model.", "", "model.language_model.", "language_model.model."],
    outside: &[
        (Parameter::Tokens, "embed_tokens"),
        (Parameter::FinalNorm, "norm"),
        (Parameter::Unembedding, "lm_head"),
        // LLaVA
        (Parameter::Unembedding, "language_model.lm_head"),
    ],
    layer: "layers.#.",
    parts: &[
        (Part::AttentionNorm, "input_layernorm"),
        (Part::Query, "self_attn.q_proj"),
        (Part::Key, "self_attn.k_proj"),
        (Part::Value, "self_attn.v_proj"),
        (Part::QueryNorm, "self_attn.q_norm"),
        (Part::KeyNorm, "self_attn.k_norm"),
        (Part::Output, "self_attn.o_proj"),
        (Part::MlpNorm, "post_attention_layernorm"),
        (Part::Gate, "mlp.gate_proj"),
        (Part::Up, "mlp.up_proj"),
        (Part::Down, "mlp.down_proj"),
    ],
    inputs_first: false,
    experts_inputs_first: false,
};

const GEMMA: Names = Names {
    parts: &[
        (Part::AttentionNorm, "input_layernorm"),
        (Part::Query, "self_attn.q_proj"),
        (Part::Key, "self_attn.k_proj"),
        (Part::Value, "self_attn.v_proj"),
        (Part::QueryNorm, "self_attn.q_norm"),
        (Part::KeyNorm, "self_attn.k_norm"),
        (Part::Output, "self_attn.o_proj"),
        (Part::AttentionNormAfter, "post_attention_layernorm"),
        (Part::MlpNorm, "pre_feedforward_layernorm"),
        (Part::Gate, "mlp.gate_proj"),
        (Part::Up, "mlp.up_proj"),
        (Part::Down, "mlp.down_proj"),
        (Part::MlpNormAfter, "post_feedforward_layernorm"),
    ],
    ..LLAMA
};

/// A name that ends in `$` has no ending before that of its role.
const GPT_OSS: Names = Names {
    parts: &[
        (Part::AttentionNorm, "input_layernorm"),
        (Part::Query, "self_attn.q_proj"),
        (Part::Key, "self_attn.k_proj"),
        (Part::Value, "self_attn.v_proj"),
        (Part::Sinks, "self_attn.sinks$"),
        (Part::Output, "self_attn.o_proj"),
        (Part::MlpNorm, "post_attention_layernorm"),
        (Part::Router, "mlp.router"),
        (Part::ExpertGateUp, "mlp.experts.gate_up_proj$"),
        (Part::ExpertDown, "mlp.experts.down_proj$"),
    ],
    experts_inputs_first: true,
    ..LLAMA
};

const QWEN35: Names = Names {
    parts: &[
        (Part::AttentionNorm, "input_layernorm"),
        (Part::Query, "self_attn.q_proj"),
        (Part::Key, "self_attn.k_proj"),
        (Part::Value, "self_attn.v_proj"),
        (Part::QueryNorm, "self_attn.q_norm"),
        (Part::KeyNorm, "self_attn.k_norm"),
        (Part::Output, "self_attn.o_proj"),
        (Part::QueryKeyValue, "linear_attn.in_proj_qkv"),
        (Part::DeltaGate, "linear_attn.in_proj_z"),
        (Part::DeltaBeta, "linear_attn.in_proj_b"),
        (Part::DeltaStep, "linear_attn.in_proj_a"),
        (Part::DeltaStepBias, "linear_attn.dt_bias$"),
        (Part::DeltaRate, "linear_attn.A_log$"),
        (Part::DeltaConvolution, "linear_attn.conv1d"),
        (Part::DeltaNorm, "linear_attn.norm"),
        (Part::Output, "linear_attn.out_proj"),
        (Part::MlpNorm, "post_attention_layernorm"),
        (Part::Gate, "mlp.gate_proj"),
        (Part::Up, "mlp.up_proj"),
        (Part::Down, "mlp.down_proj"),
    ],
    ..LLAMA
};

const BERT: Names = Names {
    prefixes: &["", "bert.", "roberta."],
    outside: &[
        (Parameter::Tokens, "embeddings.word_embeddings"),
        (Parameter::Positions, "embeddings.position_embeddings"),
        (Parameter::Segments, "embeddings.token_type_embeddings"),
        (Parameter::EmbeddingNorm, "embeddings.LayerNorm"),
    ],
    layer: "encoder.layer.#.",
    parts: &[
        (Part::Query, "attention.self.query"),
        (Part::Key, "attention.self.key"),
        (Part::Value, "attention.self.value"),
        (Part::Output, "attention.output.dense"),
        (Part::AttentionNorm, "attention.output.LayerNorm"),
        (Part::Up, "intermediate.dense"),
        (Part::Down, "output.dense"),
        (Part::MlpNorm, "output.LayerNorm"),
    ],
    inputs_first: false,
    experts_inputs_first: false,
};

const DISTILBERT: Names = Names {
    prefixes: &["", "distilbert."],
    outside: &[
        (Parameter::Tokens, "embeddings.word_embeddings"),
        (Parameter::Positions, "embeddings.position_embeddings"),
        (Parameter::EmbeddingNorm, "embeddings.LayerNorm"),
    ],
    layer: "transformer.layer.#.",
    parts: &[
        (Part::Query, "attention.q_lin"),
        (Part::Key, "attention.k_lin"),
        (Part::Value, "attention.v_lin"),
        (Part::Output, "attention.out_lin"),
        (Part::AttentionNorm, "sa_layer_norm"),
        (Part::Up, "ffn.lin1"),
        (Part::Down, "ffn.lin2"),
        (Part::MlpNorm, "output_layer_norm"),
    ],
    inputs_first: false,
    experts_inputs_first: false,
};

const GPT_NEOX: Names = Names {
    prefixes: &["gpt_neox.", ""],
    outside: &[
        (Parameter::Tokens, "embed_in"),
        (Parameter::FinalNorm, "final_layer_norm"),
        (Parameter::Unembedding, "embed_out"),
        (Parameter::Unembedding, "lm_head"),
    ],
    layer: "layers.#.",
    parts: &[
        (Part::AttentionNorm, "input_layernorm"),
        (Part::QueryKeyValue, "attention.query_key_value"),
        (Part::Output, "attention.dense"),
        (Part::MlpNorm, "post_attention_layernorm"),
        (Part::Up, "mlp.dense_h_to_4h"),
        (Part::Down, "mlp.dense_4h_to_h"),
    ],
    inputs_first: false,
    experts_inputs_first: false,
};

/// The names in GGUF.
pub(crate) const GGUF: Names = Names {
    prefixes: &[""],
    outside: &[
        (Parameter::Tokens, "token_embd"),
        (Parameter::Positions, "position_embd"),
        (Parameter::Segments, "token_types"),
        (Parameter::EmbeddingNorm, "token_embd_norm"),
        (Parameter::FinalNorm, "output_norm"),
        (Parameter::Unembedding, "output"),
    ],
    layer: "blk.#.",
    parts: &[
        (Part::AttentionNorm, "attn_norm"),
        (Part::AttentionNorm, "attn_output_norm"),
        (Part::Query, "attn_q"),
        (Part::Key, "attn_k"),
        (Part::Value, "attn_v"),
        (Part::QueryKeyValue, "attn_qkv"),
        (Part::QueryNorm, "attn_q_norm"),
        (Part::KeyNorm, "attn_k_norm"),
        (Part::Output, "attn_output"),
        (Part::AttentionNormAfter, "post_attention_norm"),
        (Part::MlpNorm, "ffn_norm"),
        (Part::MlpNorm, "layer_output_norm"),
        (Part::Gate, "ffn_gate"),
        (Part::Up, "ffn_up"),
        (Part::Down, "ffn_down"),
        (Part::MlpNormAfter, "post_ffw_norm"),
    ],
    inputs_first: false,
    experts_inputs_first: false,
};

/// The names in GGUF files of gpt-oss.
pub(crate) const GGUF_GPT_OSS: Names = Names {
    parts: &[
        (Part::AttentionNorm, "attn_norm"),
        (Part::Query, "attn_q"),
        (Part::Key, "attn_k"),
        (Part::Value, "attn_v"),
        (Part::Sinks, "attn_sinks"),
        (Part::Output, "attn_output"),
        (Part::MlpNorm, "post_attention_norm"),
        (Part::Router, "ffn_gate_inp"),
        (Part::ExpertGate, "ffn_gate_exps"),
        (Part::ExpertUp, "ffn_up_exps"),
        (Part::ExpertDown, "ffn_down_exps"),
    ],
    ..GGUF
};

/// The names in GGUF files of Qwen3.5.
pub(crate) const GGUF_QWEN35: Names = Names {
    parts: &[
        (Part::AttentionNorm, "attn_norm"),
        (Part::Query, "attn_q"),
        (Part::Key, "attn_k"),
        (Part::Value, "attn_v"),
        (Part::QueryNorm, "attn_q_norm"),
        (Part::KeyNorm, "attn_k_norm"),
        (Part::Output, "attn_output"),
        (Part::QueryKeyValue, "attn_qkv"),
        (Part::DeltaGate, "attn_gate"),
        (Part::DeltaBeta, "ssm_beta"),
        (Part::DeltaStep, "ssm_alpha"),
        (Part::DeltaStepBias, "ssm_dt.bias$"),
        (Part::DeltaRate, "ssm_a$"),
        (Part::DeltaConvolution, "ssm_conv1d"),
        (Part::DeltaNorm, "ssm_norm"),
        (Part::Output, "ssm_out"),
        (Part::MlpNorm, "post_attention_norm"),
        (Part::Gate, "ffn_gate"),
        (Part::Up, "ffn_up"),
        (Part::Down, "ffn_down"),
    ],
    ..GGUF
};
