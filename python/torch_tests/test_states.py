"""`capture` of layers that keep a state, on models of random weights: their map times the values is what the model computes."""

from __future__ import annotations

import functools
import json
import re
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers as tr

import heedmap

SMALL = dict(vocab_size=60, hidden_size=32, num_attention_heads=4, num_key_value_heads=2, intermediate_size=48, num_hidden_layers=4)
DELTA = dict(linear_num_value_heads=4, linear_num_key_heads=2, linear_key_head_dim=8, linear_value_head_dim=6)
EXPERTS = dict(num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16, shared_expert_intermediate_size=16)
MAMBA = dict(mamba_n_heads=8, mamba_d_head=8, mamba_n_groups=2, mamba_d_state=6, mamba_expand=2, mamba_chunk_size=4)
KIMI = dict(
    linear_num_heads=4, linear_head_dim=8, kv_lora_rank=8, qk_nope_head_dim=8, qk_rope_head_dim=4, v_head_dim=8, num_local_experts=4,
    num_experts_per_tok=2, moe_intermediate_size=16, pad_token_id=0, bos_token_id=1, eos_token_id=2,
    layer_types=["linear_attention"] * 3 + ["full_attention"],
)

MODELS: dict[str, Callable[[], Any]] = {
    "qwen3_next": lambda: tr.Qwen3NextForCausalLM(tr.Qwen3NextConfig(**SMALL, head_dim=8, **DELTA, **EXPERTS)),
    "qwen3_5": lambda: tr.Qwen3_5ForCausalLM(tr.Qwen3_5TextConfig(**SMALL, head_dim=8, **DELTA)),
    "olmo_hybrid": lambda: tr.OlmoHybridForCausalLM(tr.OlmoHybridConfig(**SMALL, **DELTA, pad_token_id=0)),
    "kimi_linear": lambda: tr.KimiLinearForCausalLM(tr.KimiLinearConfig(**{**SMALL, **KIMI, "num_key_value_heads": 4})),
    "mamba2": lambda: tr.Mamba2ForCausalLM(
        tr.Mamba2Config(vocab_size=60, hidden_size=32, num_hidden_layers=2, num_heads=8, head_dim=8, state_size=6, n_groups=2, chunk_size=4)
    ),
    "granite4": lambda: tr.GraniteMoeHybridForCausalLM(
        tr.GraniteMoeHybridConfig(**SMALL, **MAMBA, layer_types=["mamba", "attention", "mamba", "mamba"], num_local_experts=0, shared_intermediate_size=48)
    ),
    "falcon_h1": lambda: tr.FalconH1ForCausalLM(tr.FalconH1Config(**SMALL, **MAMBA, mamba_d_ssm=64)),
    "nemotron_h": lambda: tr.NemotronHForCausalLM(
        tr.NemotronHConfig(
            **SMALL, head_dim=8, layers_block_type=["mamba", "mlp", "attention", "mamba"], mamba_num_heads=8, mamba_head_dim=8, n_groups=2,
            ssm_state_size=6, chunk_size=4,
        )
    ),
    # Blocks of three tokens: a text has several.
    "minimax": lambda: tr.MiniMaxForCausalLM(
        tr.MiniMaxConfig(
            **SMALL, head_dim=8, block_size=3, num_local_experts=2, num_experts_per_tok=1,
            layer_types=["linear_attention", "full_attention", "linear_attention", "linear_attention"],
        )
    ),
    "qwen3_5_moe": lambda: tr.Qwen3_5MoeForCausalLM(tr.Qwen3_5MoeTextConfig(**SMALL, head_dim=8, **DELTA, **EXPERTS)),
    # KDA beside MLA, with the softmax after groups of linear layers.
    "bailing_hybrid": lambda: tr.BailingHybridForCausalLM(
        tr.BailingHybridConfig(
            **{
                **SMALL, **KIMI, "num_key_value_heads": 4, "num_local_experts": 4, "n_group": 1, "topk_group": 1, "q_lora_rank": None, "head_dim": 8,
                "first_k_dense_replace": 1,
            }
        )
    ),
    "lara_mini": lambda: tr.LaraMiniForCausalLM(tr.LaraMiniConfig(**WITHOUT_MLP, head_dim=8, **DELTA, **EXPERTS, eos_token_id=2)),
    "bamba": lambda: tr.BambaForCausalLM(tr.BambaConfig(**SMALL, **MAMBA, attn_layer_indices=[1])),
}


def model_of(name: str) -> Any:
    torch.manual_seed(0)
    try:
        model = MODELS[name]()
    except AttributeError:
        pytest.skip(f"this transformers has no {name}")
    with torch.no_grad():
        for key, parameter in model.named_parameters():
            if parameter.ndim > 1:
                parameter.mul_(4)
            elif key.endswith("dt_bias"):
                parameter.uniform_(-2, 1)
    return model.eval()


@contextmanager
def outputs_of(model: Any) -> Iterator[list[Any]]:
    """What the functions of states return, in the order of their calls, (batch, tokens, heads, size), and what lightning attention normalizes."""
    from heedmap._states import _FUNCTIONS

    found: list[Any] = []
    hooks = [
        module.norm.register_forward_pre_hook(lambda _module, given: found.append(given[0].numpy()[:, :, None]))
        for module in model.modules()
        if hasattr(module, "slope_rate")
    ]
    before = []
    for namespace in {sys.modules[type(module).__module__] for module in model.modules()}:
        for name in _FUNCTIONS:
            function = getattr(namespace, name, None)
            if function is None:
                continue

            @functools.wraps(function)
            def kept(*args: Any, function: Any = function, **kwargs: Any) -> Any:
                # Falcon H1 gates the output of a step; the map gives the output before its gate.
                is_gated = kwargs.get("z") is not None
                ungated = function(args[0].clone(), *args[1:], **{**kwargs, "z": None}) if is_gated else None
                result = function(*args, **kwargs)
                shown = ungated if is_gated else result
                output = (shown[0] if isinstance(shown, tuple) else shown).detach().float().numpy()
                found.append(output[:, None] if output.ndim == 3 else output)
                return result

            before.append((namespace, name, function))
            setattr(namespace, name, kept)
    try:
        yield found
    finally:
        for hook in hooks:
            hook.remove()
        for namespace, name, function in before:
            setattr(namespace, name, function)


def map_of(kind: str, q: Any, k: Any, beta: Any, log_decay: Any) -> Any:
    """The map of one head by products of matrices, in 64 bits: M[i, j] = beta[j] k[j]ᵀ T[j+1]ᵀ ... T[i]ᵀ scale q[i]."""
    q, k, beta, log_decay = (each.astype(np.float64) for each in (q, k, beta, log_decay))
    tokens, size = q.shape
    has_erase = kind in ("gated_delta", "kda")
    scale = size**-0.5 if has_erase else 1.0
    found = np.zeros((tokens, tokens))
    for i in range(tokens):
        product = np.eye(size)
        for j in range(i, -1, -1):
            found[i, j] = beta[j] * k[j] @ product @ (scale * q[i])
            erased = np.eye(size) - (beta[j] if has_erase else 0) * np.outer(k[j], k[j])
            decay = np.diag(np.broadcast_to(np.exp(log_decay[j]), size))
            product = (erased @ decay).T @ product
    return found


def check(record: Any, output: Any, skip: Any, batch: int = 0, keep: slice = slice(None)) -> None:
    """Whether the maps of a record times its values are the output of a layer, (tokens, heads, size), apart from `D x`."""
    arrays = {name: array[batch][:, keep] for name, array in record.joined().items()}
    heads = arrays["log_decay"].shape[0]
    for head in range(heads):
        q, k, v = (arrays[name][head * len(arrays[name]) // heads] for name in ("q", "k", "v"))
        decay = arrays["log_decay"][head]
        beta = arrays["beta"][head] if "beta" in arrays else np.ones(len(decay))
        mixed = map_of(record.kind, q, k, beta, decay) @ v + (0 if skip is None else skip[head] * v)
        wanted = output[:, head]
        assert np.abs(mixed - wanted).max() <= 1e-5 * np.abs(output).max(), (record.name, head)


def skip_of(model: Any, record: Any) -> Any:
    module = dict(model.named_modules())[record.name]
    return module.D.detach().numpy() if record.kind == "mamba2" else None


@pytest.mark.parametrize("name", [*MODELS])
def test_the_map_of_each_layer_times_its_values_is_what_the_model_computes(name: str) -> None:
    model, ids = model_of(name), torch.randint(3, 60, (2, 11), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        plain = model(input_ids=ids).logits
        with outputs_of(model) as outputs, heedmap.capture(model) as seen:
            captured = model(input_ids=ids).logits
    torch.testing.assert_close(captured, plain, rtol=0, atol=0)
    records = list(seen._states.values())
    assert records and len(records) == len(outputs) and not seen.notes
    for record, output in zip(records, outputs):
        for batch in range(2):
            check(record, output.reshape(2, 11, -1, record.joined()["v"].shape[3])[batch], skip_of(model, record), batch)


WITHOUT_MLP = {key: value for key, value in SMALL.items() if key != "intermediate_size"}
#: Hybrids whose softmax layers pick keys: the module and the class of the model, those of its configuration, and its options.
PICKING: dict[str, tuple[str, str, dict[str, Any]]] = {
    "glm5_next": (
        "Glm5NextTextModel", "Glm5NextTextConfig",
        dict(
            {**SMALL, "num_key_value_heads": 4}, linear_num_heads=4, linear_head_dim=8, kv_lora_rank=8, q_lora_rank=8, qk_nope_head_dim=8,
            v_head_dim=8, n_routed_experts=4, num_experts_per_tok=2, moe_intermediate_size=16, index_topk=4, index_head_dim=8, index_n_heads=2,
            index_kpool=2, hc_mult=2, pad_token_id=0, layer_types=["linear_attention"] * 3 + ["indexed_attention"],
        ),
    ),
    "qwen4_exp": (
        "Qwen4ExpForCausalLM", "Qwen4ExpTextConfig",
        dict(
            WITHOUT_MLP, head_dim=8, **DELTA, **EXPERTS, hc_count=2, hc_lowrank=8, layer_types=["linear_attention"] * 3 + ["indexed_attention"],
            indexer_n_heads=2, indexer_kv_heads=1, indexer_head_dim=8, indexer_budget=4, indexer_compress_ratio=2, ngram_vocab_size_base=100,
            make_ngram_vocab_size_divisible_by=4, split_ngram_parts=1,
        ),
    ),
}


@pytest.mark.parametrize("name", [*PICKING])
def test_states_and_picked_keys_of_one_model_are_both_captured(name: str) -> None:
    module = pytest.importorskip(f"transformers.models.{name}.modeling_{name}")
    model_class, config, options = PICKING[name]
    torch.manual_seed(0)
    model = getattr(module, model_class)(getattr(tr, config)(**options)).eval()
    for parameter in model.parameters():
        parameter.data.mul_(4 if parameter.ndim > 1 else 1)
    ids = torch.randint(3, 60, (1, 11), generator=torch.Generator().manual_seed(1))
    with torch.no_grad(), outputs_of(model) as outputs, heedmap.capture(model) as seen:
        model(input_ids=ids)
    assert len(seen._states) == len(outputs) == 3 and not seen.notes
    for record, output in zip(seen._states.values(), outputs):
        check(record, output.reshape(11, -1, record.joined()["v"].shape[3]), None)
    model.set_attn_implementation("eager")
    with torch.no_grad():
        [expected] = [each for each in model(input_ids=ids, output_attentions=True).attentions if each is not None and each.numel()]
    heads = heedmap.show(seen, bits=32)._heads
    assert heads is not None and heads.layers == [3]
    np.testing.assert_allclose([heads.matrix(0, head) for head in range(4)], expected[0], atol=1e-5)


@pytest.mark.parametrize("name", [*MODELS])
def test_generate_is_captured_step_by_step(name: str) -> None:
    model, ids = model_of(name), torch.randint(3, 60, (1, 6), generator=torch.Generator().manual_seed(2))
    with torch.no_grad(), outputs_of(model) as outputs, heedmap.capture(model) as seen:
        model.generate(ids, max_new_tokens=5, min_new_tokens=5, do_sample=False)
    records = list(seen._states.values())
    for at, record in enumerate(records):
        size = record.joined()["v"].shape[3]
        steps = [each.reshape(1, each.shape[1], -1, size)[0] for each in outputs[at :: len(records)]]
        whole = np.concatenate(steps)
        assert whole.shape[0] == 10
        check(record, whole, skip_of(model, record))


@pytest.mark.parametrize("name", [*MODELS])
def test_padding_on_the_left_is_left_out(name: str, tmp_path: Path) -> None:
    model, ids = model_of(name), torch.randint(3, 60, (2, 9), generator=torch.Generator().manual_seed(3))
    mask = torch.ones(2, 9, dtype=torch.long)
    mask[1, :3] = 0
    with torch.no_grad(), outputs_of(model) as outputs, heedmap.capture(model) as seen:
        model(input_ids=ids, attention_mask=mask)
    for record, output in zip(seen._states.values(), outputs):
        own = output.reshape(2, 9, -1, record.joined()["v"].shape[3])[1, 3:]
        check(record, own, skip_of(model, record), 1, slice(3, None))
    header = header_of(seen.save(tmp_path / "a.safetensors", [str(at) for at in range(9)], batch=1))
    assert json.loads(header["__metadata__"]["tokens"]) == ["3", "4", "5", "6", "7", "8"]
    assert {entry["shape"][1] for name, entry in header.items() if name != "__metadata__"} == {6}


def header_of(path: Path) -> Any:
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    return json.loads(content[8 : 8 + length])


@pytest.mark.parametrize("name", ["qwen3_next", "falcon_h1", "minimax", "nemotron_h"])
def test_a_file_has_every_layer_with_its_rule(name: str, tmp_path: Path) -> None:
    model, ids = model_of(name), torch.randint(3, 60, (1, 7), generator=torch.Generator().manual_seed(4))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids)
    header = header_of(seen.save(tmp_path / "a.safetensors"))
    # Nemotron-H has a layer that mixes no tokens, which the file does not have.
    assert header["__metadata__"].get("layers") == ("[0, 2, 3]" if name == "nemotron_h" else None)
    kinds = [rule["kind"] for rule in json.loads(header["__metadata__"]["rules"])]
    assert kinds == {
        "qwen3_next": ["gated_delta"] * 3 + ["softmax"],
        "falcon_h1": ["softmax", "mamba2"] * 4,
        "nemotron_h": ["mamba2", "softmax", "mamba2"],
        "minimax": ["lightning", "softmax", "lightning", "lightning"],
    }[name]
    for at, kind in enumerate(kinds):
        names = {key.split(".")[2] for key in header if key.startswith(f"layers.{at}.")}
        more = {"softmax": set(), "lightning": {"log_decay"}}.get(kind, {"beta", "log_decay"})
        assert names == {"q", "k", "v"} | more


def test_all_layers_of_a_model_are_shown_in_the_view_that_was_asked_for() -> None:
    model, ids = model_of("qwen3_next"), torch.randint(3, 60, (1, 7), generator=torch.Generator().manual_seed(4))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids)
    for figure in (heedmap.show(model, ids, part="layers", view="lines"), heedmap.show(seen, part="layers", view="lines")):
        assert "view=lines" in figure._link.split("&") and figure.description == "Qwen3NextForCausalLM.safetensors"
    with pytest.raises(ValueError, match="a figure of all layers of Qwen3NextForCausalLM does not take chosen="):
        heedmap.show(seen, part="layers", chosen=[(0, 1)])


def test_layers_that_cannot_be_captured_are_named_with_what_is_missing() -> None:
    torch.manual_seed(0)
    model = tr.MambaForCausalLM(tr.MambaConfig(vocab_size=60, hidden_size=32, num_hidden_layers=2, state_size=4)).eval()
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=torch.randint(3, 60, (1, 7)))
    [note] = seen.notes
    assert "backbone.layers.0.mixer, backbone.layers.1.mixer (MambaMixer)" in note and "mamba2_chunk_scan" in note
    with pytest.raises(ValueError, match="MambaMixer"):
        seen.found(None, None)


#: Hybrids with layers that have no map of a head: what makes them, and what their note says of these layers.
PARTLY: dict[str, tuple[Callable[[], Any], str]] = {
    "lfm2": (
        lambda: tr.Lfm2ForCausalLM(tr.Lfm2Config(**SMALL, pad_token_id=0, layer_types=["conv", "full_attention"] * 2)),
        r"model\.layers\.0\.conv, model\.layers\.2\.conv \(Lfm2ShortConv\) are short convolutions, layers without attention",
    ),
    "recurrent_gemma": (
        lambda: tr.RecurrentGemmaForCausalLM(
            tr.RecurrentGemmaConfig(
                vocab_size=60, hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=48, lru_width=32,
                attention_window_size=4, head_dim=8,
            )
        ),
        r"model\.layers\.0\.temporal_block, model\.layers\.1\.temporal_block \(RecurrentGemmaRecurrentBlock\) mix tokens without a softmax",
    ),
    "jamba": (
        lambda: tr.JambaForCausalLM(
            tr.JambaConfig(**SMALL, attn_layer_offset=1, attn_layer_period=2, num_experts=2, mamba_d_state=4, use_mamba_kernels=False)
        ),
        r"model\.layers\.0\.mamba, model\.layers\.2\.mamba \(JambaMambaMixer\) mix tokens without a softmax",
    ),
}


def test_models_without_attention_name_the_modules_that_mix_tokens() -> None:
    ids = torch.randint(3, 60, (1, 9), generator=torch.Generator().manual_seed(5))
    sizes = {"vocab_size": 60, "num_hidden_layers": 2}
    xlstm = tr.xLSTMConfig(**sizes, hidden_size=128, embedding_dim=128, num_heads=2, num_blocks=2, chunk_size=8, max_inference_chunksize=8)
    for model, note in [
        (tr.FNetModel(tr.FNetConfig(**sizes, hidden_size=32, intermediate_size=48)), r"\.0\.fourier\.self, .*FNetBasicFourierTransform\) are Fourier"),
        (tr.xLSTMModel(xlstm), r"\.0\.mlstm_layer, .* \(xLSTMLayer\) mix tokens without a softmax and are not captured"),
    ]:
        with torch.no_grad(), heedmap.capture(model.eval()) as seen:
            model(input_ids=ids, **({} if "FNet" in type(model).__name__ else {"use_cache": False}))
        assert len(seen.notes) == 1 and re.search(note, seen.notes[0]), seen.notes


@pytest.mark.parametrize("name", [*PARTLY])
def test_a_hybrid_shows_its_attention_and_names_the_layers_without_it(name: str) -> None:
    torch.manual_seed(0)
    make, note = PARTLY[name]
    model, ids = make().eval(), torch.randint(3, 60, (1, 9), generator=torch.Generator().manual_seed(5))
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=ids)
    model.set_attn_implementation("eager")
    with torch.no_grad():
        expected = [each[0].numpy() for each in model(input_ids=ids, output_attentions=True).attentions if each is not None]
    figure = heedmap.show(seen, bits=32)
    heads = figure._heads
    assert heads is not None and len(heads.layers) == len(expected)
    for at, weights in enumerate(expected):
        for head in range(4):
            np.testing.assert_allclose(heads.matrix(at, head), weights[head], atol=1e-5)
    assert re.search(note, figure.to_html())


def test_padding_between_tokens_is_refused_where_a_state_decays_at_it(tmp_path: Path) -> None:
    model = model_of("mamba2")
    mask = torch.ones(1, 7, dtype=torch.long)
    mask[0, 3] = 0
    with torch.no_grad(), heedmap.capture(model) as seen:
        model(input_ids=torch.randint(3, 60, (1, 7)), attention_mask=mask)
    with pytest.raises(ValueError, match=r"backbone\.layers\.0\.mixer: its state decays at the padding between tokens"):
        seen.save(tmp_path / "a.safetensors")
