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
}

impl Names {
    /// The names that a parameter may have, without the ending `.weight` or `.bias`.
    pub(crate) fn of(&self, parameter: Parameter) -> Vec<String> {
        let name = match parameter {
            Parameter::Layer(layer, part) => {
                let name = self.parts.iter().find(|(other, _)| *other == part);
                name.map(|(_, name)| self.layer.replace('#', &layer.to_string()) + name)
            }
            _ => {
                let name = self.outside.iter().find(|(other, _)| *other == parameter);
                name.map(|(_, name)| (*name).to_owned())
            }
        };
        let prefixed =
            |name: String| self.prefixes.iter().map(move |prefix| format!("{prefix}{name}"));
        name.into_iter().flat_map(prefixed).collect()
    }
}

/// The names in a Hugging Face folder.
pub(crate) fn hugging_face(family: Family, norms_after: bool) -> Names {
    match family {
        Family::Gpt2 => GPT2,
        Family::Llama => LLAMA,
        Family::Gemma if norms_after => GEMMA,
        Family::Gemma => LLAMA,
        Family::Bert => BERT,
        Family::DistilBert => DISTILBERT,
        Family::GptNeoX => GPT_NEOX,
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
};

const LLAMA: Names = Names {
    prefixes: &["model.", "", "model.language_model.", "language_model.model."],
    outside: &[
        (Parameter::Tokens, "embed_tokens"),
        (Parameter::FinalNorm, "norm"),
        (Parameter::Unembedding, "lm_head"),
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
};

const GPT_NEOX: Names = Names {
    prefixes: &["gpt_neox.", ""],
    outside: &[
        (Parameter::Tokens, "embed_in"),
        (Parameter::FinalNorm, "final_layer_norm"),
        (Parameter::Unembedding, "embed_out"),
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
};
