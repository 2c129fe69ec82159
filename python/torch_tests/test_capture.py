"""`capture` against `eager`, head by head, on models of random weights. Run by `cargo xtask python --torch`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers as tr
from safetensors import safe_open

import heedmap
from heedmap import _heads

SMALL = dict(hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=48, vocab_size=60)
SHARED = dict(SMALL, num_key_value_heads=2)
LATENT = dict(
    num_key_value_heads=4,
    q_lora_rank=16, kv_lora_rank=16, qk_rope_head_dim=4, qk_nope_head_dim=8, v_head_dim=8, n_routed_experts=2, num_experts_per_tok=1,
    n_group=1, topk_group=1, moe_intermediate_size=16, first_k_dense_replace=3,
)
INDEXED = dict(index_topk=2, index_n_heads=2, index_head_dim=8)


def model_of(name: str) -> Any:
    torch.manual_seed(0)
    model = {
        "gpt2": lambda: tr.GPT2LMHeadModel(tr.GPT2Config(n_embd=32, n_layer=3, n_head=4, vocab_size=60, n_positions=64)),
        "gptj": lambda: tr.GPTJForCausalLM(
            tr.GPTJConfig(n_embd=32, n_layer=3, n_head=4, vocab_size=60, n_positions=64, rotary_dim=4, bos_token_id=1, eos_token_id=2)
        ),
        "bert": lambda: tr.BertModel(tr.BertConfig(**SMALL, max_position_embeddings=64)),
        "llama": lambda: tr.LlamaForCausalLM(tr.LlamaConfig(**SHARED)),
        "mistral": lambda: tr.MistralForCausalLM(tr.MistralConfig(**SHARED, sliding_window=4)),
        "qwen2": lambda: tr.Qwen2ForCausalLM(tr.Qwen2Config(**SHARED)),
        "gemma2": lambda: tr.Gemma2ForCausalLM(tr.Gemma2Config(**SHARED, head_dim=8, sliding_window=4)),
        "gemma3": lambda: tr.Gemma3ForCausalLM(tr.Gemma3TextConfig(**SHARED, head_dim=8, sliding_window=4)),
        # One layer of six sees all keys.
        "gemma3_deep": lambda: tr.Gemma3ForCausalLM(
            tr.Gemma3TextConfig(**dict(SHARED, num_hidden_layers=6), head_dim=8, sliding_window=4)
        ),
        "gpt_oss": lambda: tr.GptOssForCausalLM(
            tr.GptOssConfig(**SHARED, head_dim=8, sliding_window=4, num_local_experts=2, num_experts_per_tok=1)
        ),
        "albert": lambda: tr.AlbertModel(tr.AlbertConfig(**SMALL, embedding_size=16, max_position_embeddings=64)),
        "modernbert": lambda: tr.ModernBertModel(
            tr.ModernBertConfig(
                **SMALL, local_attention=4, global_attn_every_n_layers=3, pad_token_id=0, bos_token_id=1, eos_token_id=2,
                cls_token_id=1, sep_token_id=2,
            )
        ),
        "llama4": lambda: tr.Llama4ForCausalLM(
            tr.Llama4TextConfig(
                **dict(SHARED, num_hidden_layers=4), intermediate_size_mlp=48, head_dim=8, attention_chunk_size=4, num_local_experts=2,
                num_experts_per_tok=1, pad_token_id=0,
            )
        ),
        # MLA: keys and values from a small vector for each token, which the cache keeps.
        "deepseek_v3": lambda: tr.DeepseekV3ForCausalLM(tr.DeepseekV3Config(**SMALL, **LATENT)),
        # Scores are multiplied by a number that grows with the position of the query.
        "ministral3": lambda: tr.Ministral3ForCausalLM(
            tr.Ministral3Config(
                **SHARED, head_dim=8, pad_token_id=0,
                rope_parameters=dict(
                    rope_type="yarn", factor=4.0, original_max_position_embeddings=4, rope_theta=1e4, llama_4_scaling_beta=0.1, beta_fast=32,
                    beta_slow=1, mscale=1.0, mscale_all_dim=1.0, truncate=False,
                ),
            )
        ),
        # Its last layer has no positions.
        "smollm3": lambda: tr.SmolLM3ForCausalLM(
            tr.SmolLM3Config(**dict(SHARED, num_hidden_layers=4), pad_token_id=0, bos_token_id=1, eos_token_id=2)
        ),
        # MLA whose queries pick four keys each; in GLM, layers may share their picks.
        "deepseek_v32": lambda: tr.DeepseekV32ForCausalLM(tr.DeepseekV32Config(**SMALL, **LATENT, **INDEXED)),
        "glm_moe_dsa": lambda: tr.GlmMoeDsaForCausalLM(tr.GlmMoeDsaConfig(**SMALL, **LATENT, **INDEXED)),
        # Layers whose queries pick two blocks of two keys.
        "minimax_m3": lambda: tr.MiniMaxM3VLForCausalLM(
            tr.MiniMaxM3VLTextConfig(
                **SHARED, head_dim=8, num_local_experts=2, num_experts_per_tok=1, layer_types=["minimax_m3_sparse"] * 3, index_n_heads=2,
                index_head_dim=8, index_block_size=2, index_topk_blocks=2,
            )
        ),
        # A layer of a window, one with picked entries of two tokens, one with entries of four.
        "deepseek_v4": lambda: tr.DeepseekV4ForCausalLM(
            tr.DeepseekV4Config(
                **SMALL, num_key_value_heads=1, head_dim=16, q_lora_rank=16, o_lora_rank=8, o_groups=2, qk_rope_head_dim=4,
                n_routed_experts=2, num_experts_per_tok=1, moe_intermediate_size=16, sliding_window=3, **INDEXED,
                layer_types=["sliding_attention", "compressed_sparse_attention", "heavily_compressed_attention"],
                compress_rates={"compressed_sparse_attention": 2, "heavily_compressed_attention": 4},
            )
        ),
        # The layers that see all keys have larger heads, which share fewer keys.
        "gemma4": lambda: tr.Gemma4ForCausalLM(
            tr.Gemma4TextConfig(
                **SHARED, head_dim=8, global_head_dim=16, num_global_key_value_heads=1, sliding_window=4, vocab_size_per_layer_input=60,
                layer_types=["sliding_attention", "sliding_attention", "full_attention"],
            )
        ),
        # The last two layers have the keys of the first two.
        "gemma4_shared": lambda: tr.Gemma4ForCausalLM(
            tr.Gemma4TextConfig(
                **dict(SHARED, num_hidden_layers=4), head_dim=8, global_head_dim=16, num_global_key_value_heads=1, sliding_window=4,
                vocab_size_per_layer_input=60, num_kv_shared_layers=2, layer_types=["sliding_attention", "full_attention"] * 2,
            )
        ),
        "diffllama": lambda: tr.DiffLlamaForCausalLM(tr.DiffLlamaConfig(**SHARED)),
        "zamba2": lambda: tr.Zamba2ForCausalLM(
            tr.Zamba2Config(
                **dict(SMALL, num_hidden_layers=6), layers_block_type=["mamba", "hybrid"] * 3, num_mem_blocks=2, mamba_d_state=8,
                mamba_headdim=8, n_mamba_heads=8, mamba_ngroups=1, use_shared_attention_adapter=True, adapter_rank=4,
            )
        ),
        "t5gemma": lambda: tr.T5GemmaForConditionalGeneration(
            tr.T5GemmaConfig(**{part: dict(SHARED, head_dim=8, sliding_window=3) for part in ("encoder", "decoder")}, vocab_size=60)
        ),
        "t5": lambda: tr.T5ForConditionalGeneration(
            tr.T5Config(d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4, vocab_size=60, decoder_start_token_id=0)
        ),
        "bart": lambda: tr.BartForConditionalGeneration(
            tr.BartConfig(
                d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
                encoder_ffn_dim=48, decoder_ffn_dim=48, vocab_size=60, max_position_embeddings=64,
            )
        ),
    }[name]()
    # Random weights of the usual size give weights that hardly differ: these do. With more, mamba's states would not agree to 1e-5.
    size = 0.15 if name == "zamba2" else 0.3
    for parameter in model.parameters():
        if parameter.ndim > 1:
            parameter.data.normal_(0, size)
    for module in model.modules():
        if hasattr(module, "sinks"):
            module.sinks.data.normal_(0, 1)
    return model.eval()


def ids_of(*shape: int) -> Any:
    torch.manual_seed(1)
    return torch.randint(3, 60, shape)


def written(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The arrays and the metadata of a .safetensors file."""
    with safe_open(path, "numpy") as file:
        return {name: file.get_tensor(name) for name in file.keys()}, file.metadata()


def matrices(x: Any, **options: Any) -> Any:
    """The weights that a figure shows, (layers, heads, queries, keys)."""
    heads = heedmap.show(x, bits=32, large=True, **options)._heads
    assert heads is not None
    return np.stack([np.stack([heads.matrix(at, head) for head in range(heads.shape[1])]) for at in range(heads.shape[0])])


def eager(model: Any, **inputs: Any) -> Any:
    before = model.config._attn_implementation
    model.set_attn_implementation("eager")
    with torch.no_grad():
        found = model(**inputs, output_attentions=True)
    model.set_attn_implementation(before)
    return found


def attentions_of(output: Any) -> list[Any]:
    """The weights of the layers that have attention: hybrid models have None or nothing for the others."""
    return [each.numpy() for each in output.attentions if each is not None and each.numel()]


DECODERS = [
    "gpt2", "llama", "mistral", "qwen2", "gemma2", "gemma3", "gpt_oss", "llama4", "deepseek_v3", "ministral3", "smollm3",
    "gemma4_shared", "gptj",
]
#: Decoders whose layers pick their keys, or blocks of keys.
PICKING = ["deepseek_v32", "glm_moe_dsa", "minimax_m3"]
ENCODERS = ["bert", "albert", "modernbert"]
#: The layers of models that do not have attention in each layer.
LAYERS = {"llama4": [0, 1, 2, 3], "smollm3": [0, 1, 2, 3], "gemma4_shared": [0, 1, 2, 3], "zamba2": [1, 3, 5]}


@pytest.mark.parametrize("name", [*DECODERS, *ENCODERS, *PICKING, "gemma4", "zamba2"])
def test_capture_gives_the_weights_of_eager_head_by_head(name: str) -> None:
    model, ids = model_of(name), ids_of(1, 9)
    before = model.config._attn_implementation
    expected = eager(model, input_ids=ids)
    with torch.no_grad():
        plain = model(input_ids=ids)[0]
        with heedmap.capture(model) as seen:
            captured = model(input_ids=ids)[0]
    assert model.config._attn_implementation == before
    torch.testing.assert_close(captured, plain, rtol=0, atol=0)
    np.testing.assert_allclose(matrices(seen), np.concatenate(attentions_of(expected)), atol=1e-5)
    heads = heedmap.show(seen)._heads
    assert heads is not None and heads.layers == LAYERS.get(name, [0, 1, 2])


def by_token(weights: Any, tokens: int, m: int) -> Any:
    """Weights of tokens and entries: that of an entry is shared by its `m` tokens."""
    found = weights[..., :tokens].copy()
    for entry in range(weights.shape[-1] - tokens):
        for token in range(entry * m, (entry + 1) * m):
            found[..., token] += weights[..., tokens + entry] / m
    return found


def test_entries_that_stand_for_several_tokens_are_captured_with_their_picks(tmp_path: Path) -> None:
    model, ids = model_of("deepseek_v4"), ids_of(1, 9)
    with torch.no_grad():
        plain = model(input_ids=ids)[0]
        with heedmap.capture(model) as seen:
            captured = model(input_ids=ids)[0]
    torch.testing.assert_close(captured, plain, rtol=0, atol=0)
    expected = [each[0] for each in attentions_of(eager(model, input_ids=ids))]
    assert [each.shape[-1] for each in expected] == [9, 9 + 4, 9 + 2]
    for got, wanted, m in zip(matrices(seen), expected, [1, 2, 4]):
        np.testing.assert_allclose(got, by_token(wanted, 9, m), atol=1e-5)
    assert seen.parts == ["attention", "layers"]
    arrays, metadata = written(seen.save(tmp_path / "entries.safetensors"))
    rules = json.loads(metadata["rules"])
    assert [rule.get("compress_rate") for rule in rules] == [None, 2, 4]
    assert [rule["window"] for rule in rules] == [3, 3, 3]
    assert "layers.1.selected" in arrays and "layers.2.selected" not in arrays
    # The weights from the arrays of the file, by plain loops.
    sinks = json.loads(metadata["sinks"])
    for layer, m in ((1, 2), (2, 4)):
        q, k, entries = (arrays[f"layers.{layer}.{name}"] for name in ("q", "k", "k_compressed"))
        for head, query in np.ndindex(4, 9):
            complete = [entry for entry in range(len(entries[0])) if (entry + 1) * m - 1 <= query]
            picks = [entry for entry in arrays["layers.1.selected"][0, query] if entry >= 0] if layer == 1 else complete
            terms = np.zeros(9 + len(entries[0]))
            for key in range(max(0, query - 2), query + 1):
                terms[key] = np.exp(rules[layer]["scale"] * (q[head, query] @ k[0, key]))
            for entry in picks:
                terms[9 + entry] = np.exp(rules[layer]["scale"] * (q[head, query] @ entries[0, entry]))
            weights = terms / (terms.sum() + np.exp(sinks[layer][head]))
            np.testing.assert_allclose(weights, expected[layer][head, query], atol=1e-5)


def test_picks_that_are_not_part_of_the_mask_are_refused() -> None:
    from transformers.integrations.sdpa_attention import sdpa_attention_forward

    model = model_of("deepseek_v32")
    tr.AttentionInterface.register("picking", lambda *given, **named: sdpa_attention_forward(*given, **named))
    tr.AttentionMaskInterface.register("picking", tr.AttentionMaskInterface._global_mapping["sdpa"])
    try:
        model.set_attn_implementation("picking")
        with pytest.raises(ValueError, match=r"model\.layers\.0\.self_attn: with picking, the picked keys are not part of the mask"):
            with torch.no_grad(), heedmap.capture(model):
                model(input_ids=ids_of(1, 9))
    finally:
        tr.AttentionInterface._global_mapping.pop("picking", None)
        tr.AttentionMaskInterface._global_mapping.pop("picking", None)


def test_entries_with_a_cache_or_padding_are_refused_by_name() -> None:
    model, ids = model_of("deepseek_v4"), ids_of(1, 9)
    with pytest.raises(ValueError, match=r"model\.layers\.1\.self_attn has entries of 2 tokens, whose tokens are not known with a cache"):
        with heedmap.capture(model):
            model.generate(input_ids=ids, max_new_tokens=2, do_sample=False)
    mask = torch.ones(1, 9, dtype=torch.long)
    mask[0, :3] = 0
    with pytest.raises(ValueError, match="padding, which its entries contain"), torch.no_grad(), heedmap.capture(model):
        model(input_ids=ids, attention_mask=mask)


@pytest.mark.parametrize("name", [*DECODERS, *ENCODERS, *PICKING, "zamba2"])
@pytest.mark.parametrize("implementation", ["default", "eager"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_is_left_out_in_each_sequence_of_a_batch(name: str, implementation: str, side: str) -> None:
    model, ids = model_of(name), ids_of(2, 9)
    mask = torch.ones(2, 9, dtype=torch.long)
    real = slice(3, None) if side == "left" else slice(None, -3)
    mask[1, :3 if side == "left" else 9] = 0
    if side == "right":
        mask[1, :6] = 1
    expected = attentions_of(eager(model, input_ids=ids, attention_mask=mask))
    if implementation == "eager":
        model.set_attn_implementation("eager")
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids, attention_mask=mask)
    for batch, places in ((0, slice(None)), (1, real)):
        own = np.stack([each[batch, :, places, places] for each in expected])
        np.testing.assert_allclose(matrices(seen, batch=batch), own, atol=1e-5)
    figure = heedmap.show(seen, [[str(at) for at in range(9)]] * 2, batch=1)
    assert figure._heads is not None and len(figure._heads.tokens) == 6


@pytest.mark.parametrize("name", [*PICKING, "llama"])
def test_padding_is_read_from_a_mask_that_is_passed_by_its_place(name: str) -> None:
    model, ids = model_of(name), ids_of(2, 9)
    mask = torch.ones(2, 9, dtype=torch.long)
    mask[1, :3] = 0
    expected = attentions_of(eager(model, input_ids=ids, attention_mask=mask))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(ids, mask)
    np.testing.assert_allclose(matrices(seen, batch=1), np.stack([each[1, :, 3:, 3:] for each in expected]), atol=1e-5)


@pytest.mark.parametrize("name", ["gemma2", "gemma3_deep", "gpt_oss", "modernbert"])
def test_layers_that_differ_are_saved_as_q_and_k_with_a_rule_for_each(name: str, tmp_path: Path) -> None:
    model, ids = model_of(name), ids_of(1, 9)
    expected = np.concatenate(attentions_of(eager(model, input_ids=ids)))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids)
    figure = heedmap.show(seen, bits=32)
    assert figure._heads is not None and figure._heads.computed is not None
    saved = heedmap.show(figure.save(tmp_path / "a.safetensors"), bits=32)._heads
    assert saved is not None and saved.computed is not None
    assert len({each.rule.window for each in saved.computed}) == 2
    own = np.stack([[saved.matrix(layer, head) for head in range(4)] for layer in range(len(expected))])
    np.testing.assert_allclose(own, expected, atol=1e-5)


@pytest.mark.parametrize("name", DECODERS)
def test_generate_is_captured_as_one_map(name: str) -> None:
    model, ids = model_of(name), ids_of(1, 6)
    with torch.no_grad(), heedmap.capture(model) as seen:
        written = model.generate(ids, max_new_tokens=5, min_new_tokens=5, do_sample=False)
    expected = eager(model, input_ids=written[:, :-1]).attentions
    np.testing.assert_allclose(matrices(seen), np.concatenate([each.numpy() for each in expected]), atol=1e-5)


@pytest.mark.parametrize("name", ["gpt2", "llama", "gemma3"])
def test_generate_of_a_left_padded_batch_is_captured(name: str) -> None:
    model, ids = model_of(name), ids_of(2, 6)
    mask = torch.ones(2, 6, dtype=torch.long)
    mask[1, :2] = 0
    with torch.no_grad(), heedmap.capture(model) as seen:
        written = model.generate(ids, attention_mask=mask, max_new_tokens=4, min_new_tokens=4, do_sample=False, pad_token_id=0)
    whole = torch.cat([mask, torch.ones(2, 3, dtype=torch.long)], 1)
    positions = (whole.cumsum(1) - 1).clamp(min=0)
    expected = eager(model, input_ids=written[:, :-1], attention_mask=whole, position_ids=positions).attentions
    own = np.stack([each[1, :, 2:, 2:].numpy() for each in expected])
    np.testing.assert_allclose(matrices(seen, batch=1), own, atol=1e-5)


@pytest.mark.parametrize("name", ["llama4", "zamba2", "gemma2", *PICKING])
@pytest.mark.parametrize("padding", [0, 2])
def test_generate_beyond_a_chunk_or_a_window_gives_the_weights_of_the_steps_of_eager(name: str, padding: int) -> None:
    model, ids = model_of(name), ids_of(2, 6)
    mask = torch.ones(2, 6, dtype=torch.long)
    mask[1, :padding] = 0
    options = dict(attention_mask=mask, max_new_tokens=8, min_new_tokens=8, do_sample=False, pad_token_id=0, eos_token_id=None)
    with torch.no_grad(), heedmap.capture(model) as seen:
        written = model.generate(ids, **options)
    model.set_attn_implementation("eager")
    with torch.no_grad():
        output = model.generate(ids, **options, output_attentions=True, return_dict_in_generate=True)
    assert torch.equal(output.sequences, written)
    for batch in (0, 1):
        expected = np.zeros((len(matrices(seen, batch=batch)), 4, 13, 13))
        first = 0
        for step in output.attentions:
            layers = [each[batch].numpy() for each in step if each is not None and each.numel()]
            last = first + layers[0].shape[1]
            for layer, each in enumerate(layers):
                # A cache of a window or a chunk has only the last keys.
                expected[layer, :, first:last, last - each.shape[2] : last] = each
            first = last
        real = slice(padding * batch, None)
        np.testing.assert_allclose(matrices(seen, batch=batch), expected[:, :, real, real], atol=1e-5)


@pytest.mark.parametrize("name", ["albert", "llama"])
def test_gradients_with_and_without_checkpointing_leave_what_was_captured(name: str) -> None:
    model, ids = model_of(name), ids_of(1, 7)
    expected = eager(model, input_ids=ids).attentions
    if model.supports_gradient_checkpointing:
        model.train()
        model.gradient_checkpointing_enable(dict(use_reentrant=False))
    with heedmap.capture(model) as seen:
        model(input_ids=ids)[0].sum().backward()
    np.testing.assert_allclose(matrices(seen), np.concatenate([each.numpy() for each in expected]), atol=1e-5)


@pytest.mark.parametrize("name", ["t5", "bart", "t5gemma"])
def test_an_encoder_with_a_decoder_has_three_parts(name: str) -> None:
    model, ids, decoder = model_of(name), ids_of(2, 7), ids_of(2, 4)
    mask = torch.ones(2, 7, dtype=torch.long)
    mask[1, 5:] = 0
    expected = eager(model, input_ids=ids, decoder_input_ids=decoder, attention_mask=mask)
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids, decoder_input_ids=decoder, attention_mask=mask)
    assert set(seen.parts) - {"layers"} == {"encoder", "decoder", "cross"}
    for part, attentions in (
        ("encoder", expected.encoder_attentions), ("decoder", expected.decoder_attentions), ("cross", expected.cross_attentions)
    ):
        own = np.stack([each[0].numpy() for each in attentions])
        np.testing.assert_allclose(matrices(seen, part=part), own, atol=1e-5)
    own = np.stack([each[1, :, :, :5].numpy() for each in expected.cross_attentions])
    np.testing.assert_allclose(matrices(seen, part="cross", batch=1), own, atol=1e-5)
    own = np.stack([each[1, :, :5, :5].numpy() for each in expected.encoder_attentions])
    np.testing.assert_allclose(matrices(seen, part="encoder", batch=1), own, atol=1e-5)
    if name == "t5":
        assert "Positions add to the scores, by the distance of key and query." in heedmap.show(seen).to_html()


def by_file(path: Path) -> list[np.ndarray[Any, Any]]:
    """The weights of the layers of a file, by plain NumPy: softmax of scale · q kᵀ and the bias of the distance."""
    with safe_open(path, framework="numpy") as file:
        rules = json.loads(file.metadata()["rules"])
        found = []
        for at, rule in enumerate(rules):
            q, k, bias = (file.get_tensor(f"layers.{at}.{name}").astype(np.float64) for name in ("q", "k", "relative_bias"))
            queries, keys = q.shape[1], k.shape[1]
            scores = rule["scale"] * q @ k.swapaxes(1, 2)
            for i in range(queries):
                for j in range(keys):
                    scores[:, i, j] += bias[:, j - i + queries - 1]
                    if "causal" in str(rule.get("mask", "")) and j > i:
                        scores[:, i, j] = -np.inf
            powers = np.exp(scores - scores.max(axis=2, keepdims=True))
            found.append(powers / powers.sum(axis=2, keepdims=True))
        return found


@pytest.mark.parametrize("family", ["t5", "mt5", "umt5", "switch_transformers", "pop2piano"])
def test_relative_biases_are_kept_by_distance_and_give_the_weights_of_eager(family: str, tmp_path: Path) -> None:
    name = {"mt5": "MT5", "umt5": "UMT5", "switch_transformers": "SwitchTransformers", "pop2piano": "Pop2Piano"}.get(family, "T5")
    options = dict(d_model=32, d_kv=8, d_ff=48, num_layers=2, num_heads=4, vocab_size=60, decoder_start_token_id=0, pad_token_id=0)
    if family == "switch_transformers":
        options |= dict(num_experts=2, num_sparse_encoder_layers=0, num_sparse_decoder_layers=0)
    torch.manual_seed(0)
    model = getattr(tr, f"{name}ForConditionalGeneration")(getattr(tr, f"{name}Config")(**options)).eval()
    for parameter in model.parameters():
        if parameter.ndim > 1:
            parameter.data.normal_(0, 0.1)
    ids, decoded = ids_of(1, 70), ids_of(1, 9)
    expected = eager(model, input_ids=ids, decoder_input_ids=decoded)
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids, decoder_input_ids=decoded)
    assert not any(record.weights for records in seen._groups().values() for record in records)
    for part, weights in (("encoder", expected.encoder_attentions), ("decoder", expected.decoder_attentions)):
        seen.save(tmp_path / f"{part}.safetensors", part=part)
        for found, layer in zip(by_file(tmp_path / f"{part}.safetensors"), weights, strict=True):
            np.testing.assert_allclose(found, layer[0].numpy(), atol=1e-5)
        np.testing.assert_allclose(matrices(seen, part=part), np.concatenate([each.numpy() for each in weights]), atol=1e-5)


@pytest.mark.parametrize("name", ["t5", "bart"])
def test_generate_of_an_encoder_with_a_decoder_is_captured(name: str) -> None:
    model, ids = model_of(name), ids_of(1, 7)
    with torch.no_grad(), heedmap.capture(model) as seen:
        written = model.generate(ids, max_new_tokens=4, min_new_tokens=4, do_sample=False, num_beams=1)
    expected = eager(model, input_ids=ids, decoder_input_ids=written[:, :-1])
    for part, attentions in (("decoder", expected.decoder_attentions), ("cross", expected.cross_attentions)):
        np.testing.assert_allclose(matrices(seen, part=part), np.concatenate([each.numpy() for each in attentions]), atol=1e-5)


def test_the_implementation_is_restored_after_an_exception_and_the_names_are_gone() -> None:
    model = model_of("llama")
    with pytest.raises(RuntimeError, match="on purpose"), heedmap.capture(model):
        raise RuntimeError("on purpose")
    assert model.config._attn_implementation == "sdpa"
    assert not [name for name in tr.AttentionInterface().valid_keys() if name.startswith("heedmap")]
    with heedmap.capture(model) as first:
        with pytest.raises(ValueError, match="captured already"), heedmap.capture(model):
            pass
        model(ids_of(1, 4))
    assert "3 layers" in repr(first)


def test_what_is_kept_is_the_last_run() -> None:
    model = model_of("llama")
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(ids_of(1, 9))
        model(ids_of(1, 4))
    assert matrices(seen).shape == (3, 4, 4, 4)


def test_beam_search_and_static_caches_are_refused_by_name() -> None:
    model = model_of("llama")
    cache = tr.StaticCache(config=model.config, max_cache_len=10)
    with torch.no_grad(), heedmap.capture(model), pytest.raises(ValueError, match="static cache"):
        model(ids_of(1, 4), past_key_values=cache)
    with torch.no_grad(), heedmap.capture(model), pytest.raises(ValueError, match="num_beams=1|static cache"):
        model.generate(ids_of(1, 4), max_new_tokens=4, cache_implementation="static")
    with torch.no_grad(), heedmap.capture(model), pytest.raises(ValueError, match="num_beams=1"):
        for seed in range(5):
            torch.manual_seed(seed)
            model.generate(ids_of(2, 4) + seed, max_new_tokens=12, min_new_tokens=12, num_beams=4)


def test_a_mask_without_an_expression_keeps_the_weights() -> None:
    model, ids = model_of("llama"), ids_of(1, 6)
    mask = torch.ones(6, 6).tril().bool()[None, None]
    mask[..., 5, 2] = False
    additive = torch.zeros(1, 1, 6, 6).masked_fill(~mask, torch.finfo(torch.float32).min)
    expected = eager(model, input_ids=ids, attention_mask=additive).attentions
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids, attention_mask=mask)
    np.testing.assert_allclose(matrices(seen), np.concatenate([each.numpy() for each in expected]), atol=1e-5)
    assert "the mask has no expression" in heedmap.show(seen).to_html()


#: The models of docs/python.md that compute attention in their own code: class, configuration, and its options.
OWN_CODE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "BigBird": ("BigBirdModel", "BigBirdConfig", SMALL),
    "BLOOM": ("BloomModel", "BloomConfig", dict(hidden_size=32, n_layer=2, n_head=4, vocab_size=60)),
    "CPM-Ant": (
        "CpmAntModel", "CpmAntConfig",
        dict(hidden_size=32, num_attention_heads=4, dim_head=8, dim_ff=48, num_hidden_layers=2, vocab_size=60, prompt_length=4, prompt_types=2),
    ),
    "ConvBERT": ("ConvBertModel", "ConvBertConfig", SMALL),
    "DeBERTa": ("DebertaModel", "DebertaConfig", SMALL),
    "DeBERTa v2": ("DebertaV2Model", "DebertaV2Config", SMALL),
    "Falcon": ("FalconModel", "FalconConfig", dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, vocab_size=60)),
    "FlauBERT": ("FlaubertModel", "FlaubertConfig", dict(emb_dim=32, n_layers=2, n_heads=4, vocab_size=60)),
    "FSMT": (
        "FSMTModel", "FSMTConfig",
        dict(
            langs=["en", "de"], src_vocab_size=60, tgt_vocab_size=60, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
            decoder_attention_heads=4, encoder_ffn_dim=48, decoder_ffn_dim=48, max_position_embeddings=64,
        ),
    ),
    "Funnel": (
        "FunnelModel", "FunnelConfig", dict(d_model=32, block_sizes=[1, 1], n_head=4, d_head=8, d_inner=48, vocab_size=60)
    ),
    "GPT": ("OpenAIGPTModel", "OpenAIGPTConfig", dict(n_embd=32, n_layer=2, n_head=4, vocab_size=60)),
    "GPT-Neo": (
        "GPTNeoModel", "GPTNeoConfig",
        dict(hidden_size=32, num_layers=2, num_heads=4, vocab_size=60, attention_types=[[["global", "local"], 1]]),
    ),
    "GPT-NeoX Japanese": (
        "GPTNeoXJapaneseModel", "GPTNeoXJapaneseConfig",
        dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, vocab_size=60),
    ),
    "I-BERT": ("IBertModel", "IBertConfig", SMALL),
    "Longformer": ("LongformerModel", "LongformerConfig", dict(SMALL, attention_window=4)),
    "MegatronBERT": ("MegatronBertModel", "MegatronBertConfig", SMALL),
    "MPNet": ("MPNetModel", "MPNetConfig", SMALL),
    "MPT": ("MptModel", "MptConfig", dict(d_model=32, n_layers=2, n_heads=4, vocab_size=60)),
    "MRA": ("MraModel", "MraConfig", SMALL),
    "Nyströmformer": ("NystromformerModel", "NystromformerConfig", SMALL),
    "Reformer": (
        "ReformerModel", "ReformerConfig",
        dict(
            hidden_size=32, num_attention_heads=2, attention_head_size=16, feed_forward_size=48, vocab_size=60, axial_pos_embds=False,
            attn_layers=["local"], is_decoder=False,
        ),
    ),
    "RemBERT": ("RemBertModel", "RemBertConfig", dict(SMALL, input_embedding_size=32)),
    "RoFormer": ("RoFormerModel", "RoFormerConfig", dict(SMALL, embedding_size=32)),
    "SqueezeBERT": ("SqueezeBertModel", "SqueezeBertConfig", dict(SMALL, embedding_size=32)),
    "TAPAS": ("TapasModel", "TapasConfig", SMALL),
    "XGLM": ("XGLMModel", "XGLMConfig", dict(d_model=32, num_layers=2, attention_heads=4, ffn_dim=48, vocab_size=60)),
    "XLM": ("XLMModel", "XLMConfig", dict(emb_dim=32, n_layers=2, n_heads=4, vocab_size=60)),
    "XLNet": ("XLNetModel", "XLNetConfig", dict(d_model=32, n_layer=2, n_head=4, d_inner=48, vocab_size=60)),
    "YOSO": ("YosoModel", "YosoConfig", SMALL),
}


@pytest.mark.parametrize("family", OWN_CODE)
def test_models_that_compute_attention_in_their_own_code_are_refused(family: str) -> None:
    name, config, options = OWN_CODE[family]
    model = getattr(tr, name)(getattr(tr, config)(**options))
    before = model.config._attn_implementation
    with pytest.raises(ValueError, match=f"{name} computes attention in its own code"), heedmap.capture(model):
        pass
    assert model.config._attn_implementation == before


def test_models_that_cannot_be_captured_are_named() -> None:
    with pytest.raises(TypeError, match="Linear is not a model of transformers"), heedmap.capture(torch.nn.Linear(2, 2)):
        pass
    with pytest.raises(TypeError, match=r"original = model._orig_mod"), heedmap.capture(torch.compile(model_of("llama"))):
        pass
    model = model_of("llama")
    model.model.layers[1].compile()
    with pytest.raises(TypeError, match=r"model.layers.1 of LlamaForCausalLM is compiled"), heedmap.capture(model):
        pass
    flex = tr.LlamaModel(tr.LlamaConfig(**SHARED, attn_implementation="flex_attention"))
    with pytest.raises(ValueError, match="flex_attention compiles its mask"), heedmap.capture(flex):
        pass
    with heedmap.capture(model_of("llama")) as seen:
        pass
    with pytest.raises(ValueError, match=r"Nothing was captured: .*run_with_cache"):
        heedmap.show(seen)


def test_bfloat16_outputs_and_a_wrong_implementation_are_shown_or_explained() -> None:
    model, ids = model_of("llama").to(torch.bfloat16), ids_of(1, 5)
    with pytest.raises(ValueError, match="keeps no weights"):
        heedmap.show(model(ids, output_attentions=True))
    assert matrices(eager(model, input_ids=ids)).shape == (3, 4, 5, 5)
    with heedmap.capture(model) as seen:
        model(ids)
    assert matrices(seen).shape == (3, 4, 5, 5)


def test_generate_with_eager_is_shown_as_one_map() -> None:
    model, ids = model_of("gpt2"), ids_of(1, 5)
    model.set_attn_implementation("eager")
    with torch.no_grad():
        output = model.generate(ids, max_new_tokens=3, min_new_tokens=3, do_sample=False, output_attentions=True, return_dict_in_generate=True)
        expected = model(output.sequences[:, :-1], output_attentions=True).attentions
    np.testing.assert_allclose(matrices(output), np.concatenate([each.numpy() for each in expected]), atol=1e-5)


def test_4096_tokens_of_a_layer_with_32_heads_pass_without_a_square_in_memory() -> None:
    import resource

    config = tr.LlamaConfig(hidden_size=1024, num_hidden_layers=2, num_attention_heads=32, num_key_value_heads=8, intermediate_size=64, vocab_size=60)
    model, ids = tr.LlamaForCausalLM(config).eval(), ids_of(1, 4096)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with torch.no_grad(), heedmap.capture(model.model) as seen:
        model.model(ids)
    figure = heedmap.show(seen, layers=[1])
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    # A layer of weights alone would take 32 x 4096 x 4096 x 4 bytes: 2 GB.
    assert grown < 900_000, f"{grown} KB"
    assert figure._heads is not None and figure._heads.computed is not None
