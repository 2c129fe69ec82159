"""What files say of their heads (docs/format.md), as Python reads it and writes it again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from decoded import payload_of, numbers_in
from stand_ins import weights

import heedmap
from heedmap._files import write_safetensors
from heedmap._metadata import rule_of
from heedmap._rope import _FLAGS, _LISTS, _NUMBERS, OfPage, Unread, frequencies, rope_of, rotated

RNG = np.random.default_rng(11)
Q, K = RNG.normal(size=(1, 4, 5, 8)).astype(np.float32), RNG.normal(size=(1, 2, 5, 8)).astype(np.float32)


def shown(folder: Path, metadata: dict[str, str], q: Any = Q, k: Any = K, **options: Any) -> heedmap.Figure:
    """A figure of q and k from a file with metadata."""
    write_safetensors(folder / "qk.safetensors", {"q": q, "k": k}, metadata)
    return heedmap.show(folder / "qk.safetensors", bits=32, **options)


def of_page(folder: Path, metadata: dict[str, str], arrays: dict[str, Any] | None = None, **options: Any) -> None:
    """The figure of a file that only the page computes has the file as it is."""
    path = folder / "page.safetensors"
    write_safetensors(path, arrays or {"q": Q, "k": K}, metadata)
    figure = heedmap.show(path, **options)
    assert [file["name"] for file in payload_of(figure)["files"]] == ["page.safetensors"]
    assert numbers_in(figure)["page.safetensors"] == path.read_bytes()
    with pytest.raises(ValueError, match="page.safetensors is read by the figure itself, which does not take layer="):
        heedmap.show(path, layer=0)


def written(figure: heedmap.Figure) -> dict[str, str]:
    found: dict[str, str] = payload_of(figure)["files"][0]["metadata"]
    return found


def test_a_note_says_where_neither_the_file_nor_the_caller_says_whether_queries_see_later_keys(tmp_path: Path) -> None:
    for metadata, options, causal in [
        ({}, {}, None),
        ({"window": "3"}, {}, None),
        ({"mask": "all"}, {}, "false"),
        ({"mask": "causal"}, {}, "true"),
        ({"mask": "causal", "causal": "false"}, {}, "false"),
        ({}, {"causal": True}, "true"),
        ({"causal": "true"}, {"causal": False}, "false"),
    ]:
        figure = shown(tmp_path, metadata, **options)
        assert ("pass causal=True" in figure.to_html()) == (causal is None)
        found = written(figure)
        assert found.get("causal") == causal
        assert ("mask" in found) == (causal is not None)
    assert "causal" not in written(heedmap.show({"q": Q[0], "k": K[0]}))


@pytest.mark.parametrize(("pairs", "dim", "queries"), [("half", None, 5), ("interleaved", None, 5), ("half", 4, 2), ("interleaved", 4, 2)])
def test_rope_that_is_to_be_applied_is_applied_as_a_loop_does_it(tmp_path: Path, pairs: str, dim: int | None, queries: int) -> None:
    q = Q[:, :, :queries]
    rope = {"base": 100, "pairs": pairs, "dim": dim}
    figure = shown(tmp_path, {"rope": json.dumps(rope), "causal": "true"}, q)
    count = dim or 8

    def turned(row: Any, position: int) -> list[float]:
        found = [float(each) for each in row]
        for pair in range(count // 2):
            one, two = (pair, pair + count // 2) if pairs == "half" else (2 * pair, 2 * pair + 1)
            angle = position * 100 ** (-2 * pair / count)
            found[one] = row[one] * np.cos(angle) - row[two] * np.sin(angle)
            found[two] = row[two] * np.cos(angle) + row[one] * np.sin(angle)
        return found

    expected_q = [[turned(row, 5 - queries + at) for at, row in enumerate(head)] for head in q[0]]
    expected_k = [[turned(row, at) for at, row in enumerate(head)] for head in K[0]]
    found = numbers_in(figure)
    np.testing.assert_allclose(found["q"][0], expected_q, atol=1e-5)
    np.testing.assert_allclose(found["k"][0], expected_k, atol=1e-5)
    assert written(figure)["rope"] == "applied"


def test_rope_of_an_odd_number_of_features_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="RoPE cannot rotate 10 of 8 features"):
        shown(tmp_path, {"rope": json.dumps({"base": 100, "dim": 10})})


def test_rope_with_an_unknown_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='The metadata of the file has rope.rope_type "ntk", which cannot be read'):
        shown(tmp_path, {"rope": json.dumps({"base": 10000, "rope_type": "ntk"})})
    with pytest.raises(ValueError, match="The metadata of the file has rope.factor null, which cannot be read"):
        shown(tmp_path, {"rope": json.dumps({"base": 10000, "rope_type": "linear"})})


def test_the_layout_says_whether_tokens_come_before_heads(tmp_path: Path) -> None:
    figure = shown(tmp_path, {"layout": "(layers, tokens, heads, size)"}, Q.swapaxes(1, 2), K.swapaxes(1, 2))
    np.testing.assert_array_equal(numbers_in(figure)["q"], Q)
    assert written(figure)["layout"] == "(layers, heads, tokens, size)"


def test_tokens_of_queries_and_where_the_numbers_come_from_are_kept(tmp_path: Path) -> None:
    metadata = {
        "tokens": json.dumps(list("abcde")),
        "query_tokens": json.dumps(list("vwxyz")),
        "model": "tiny",
        "tokenizer": "letters",
        "synthetic": "random numbers",
    }
    again = shown(tmp_path, metadata)
    assert metadata.items() <= written(again).items()
    assert metadata.items() <= written(heedmap.show(again.save(tmp_path / "again.safetensors"))).items()


def test_lengths_leave_out_the_padding_of_each_text(tmp_path: Path) -> None:
    q, k = (np.concatenate([array, array]) for array in (Q, K))
    arrays = {f"layers.0.{name}": array for name, array in (("q", q), ("k", k))}
    write_safetensors(tmp_path / "a.safetensors", arrays, {"lengths": "[4, 3]"})
    assert "4 tokens" in repr(heedmap.show(tmp_path / "a.safetensors"))
    assert "3 tokens" in repr(heedmap.show(tmp_path / "a.safetensors", batch=1))


def test_what_makes_no_sense_is_ignored_and_keys_that_are_not_read_are_named(tmp_path: Path) -> None:
    senseless = {"sinks": "none", "tokens": "a b", "heads": "x", "lengths": "no"}
    found = written(shown(tmp_path, senseless))
    assert not found.keys() & {"sinks", "tokens", "lengths"}
    known = {"decoder.mask": "all", "heedmap_x": "1", "format": "pt", "mask": "causal"}
    assert "that are not read: softcaps" in shown(tmp_path, {"softcaps": "50", **known}).to_html()
    assert "that are not read: cross.maks" in shown(tmp_path, {"cross.maks": "all", **known}).to_html()
    assert "that are not read" not in shown(tmp_path, known).to_html()


@pytest.mark.parametrize("mask", ["causal and prefix(2)", "causal or window(2)", "window(2) and window(1)", "window(0)", "not causal"])
def test_a_mask_that_only_the_page_computes_goes_into_the_figure_with_its_file(tmp_path: Path, mask: str) -> None:
    for metadata in ({"mask": mask}, {"rules": json.dumps([{"mask": mask}])}):
        of_page(tmp_path, metadata)
    with pytest.raises(OfPage, match=f'mask "{re.escape(mask)}", which only the page computes: heedmap.show opens a file with it'):
        rule_of({"mask": mask})


def test_a_layer_without_sinks_is_named_as_the_file_numbers_it(tmp_path: Path) -> None:
    arrays = {f"layers.{layer}.{name}": array for layer in (3, 11) for name, array in (("q", Q), ("k", K))}
    write_safetensors(tmp_path / "a.safetensors", arrays, {"sinks": "[[0, 1, 2, 3]]", "layers": "[3, 11]"})
    with pytest.raises(ValueError, match="The sinks of layer 11 are missing: q has 2 layers, and there are sinks of 1"):
        heedmap.show(tmp_path / "a.safetensors")


@pytest.mark.parametrize(
    ("key", "text"),
    [("scale", "nan"), ("window", "x"), ("softcap", "abc"), ("softcap", "-3"), ("rope", "{}"), ("kind", "rwkv7"), ("causal", "maybe"), ("mask", "causal and chunk(1500)"), ("mask", ""),
     ("attn_temperature_tuning", "4"), ("position_ids", "[[0], [0, 1]]")],
)
def test_a_value_of_a_rule_that_cannot_be_read_is_refused_with_its_key_and_file(tmp_path: Path, key: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"qk.safetensors cannot be shown: The metadata of the file has {key} .*, which cannot be read"):
        shown(tmp_path, {key: text})


@pytest.mark.parametrize(("key", "text"), [("temperature", "2"), ("slope", "[0.5, 0.25]"), ("prefix", "3"), ("kind", "gated_delta")])
def test_parts_of_a_rule_that_only_the_page_computes_go_into_the_figure_with_their_file(tmp_path: Path, key: str, text: str) -> None:
    of_page(tmp_path, {key: text})


@pytest.mark.parametrize("name", ["key_bias", "relative_bias", "score_bias", "log_decay", "selected"])
def test_arrays_that_only_the_page_computes_with_go_into_the_figure_with_their_file(tmp_path: Path, name: str) -> None:
    arrays = {"layers.0.q": Q[0], "layers.0.k": K[0], f"layers.0.{name}": np.zeros((4, 9), np.float32)}
    of_page(tmp_path, {"mask": "causal"}, arrays)
    with pytest.raises(ValueError, match=f"layers.0.{name} is a part of layers, which only the page computes"):
        heedmap.show(arrays)


def test_an_archive_that_only_the_page_computes_takes_its_metadata_and_the_tokens_of_the_caller_along(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez(path, **{"layers.0.q": Q[0], "layers.0.k": K[0], "layers.0.key_bias": np.zeros((4, 5), np.float32)})
    path.with_suffix(".json").write_text('{"metadata": {"mask": "causal"}}')
    figure = heedmap.show(path, ["a", "b", "c", "d", "e"])
    assert [file["name"] for file in payload_of(figure)["files"]] == ["a.npz", "tokens.json", "a.json"]
    path.with_suffix(".json").write_text('{"tokens": ["a", "b", "c", "d", "e"], "metadata": {"mask": "causal"}}')
    assert [file["name"] for file in payload_of(heedmap.show(path))["files"]] == ["a.npz", "a.json"]
    with pytest.raises(ValueError, match="a.npz is read by the figure itself, which does not take tokens="):
        heedmap.show(path, ["a", "b", "c", "d", "e"])


def test_what_was_off_in_a_run_is_in_what_is_written_again(tmp_path: Path) -> None:
    off = '[{"part": "head", "layer": 1, "head": 0, "with": "mean"}]'
    figure = shown(tmp_path, {"mask": "causal", "off": off})
    assert written(figure)["off"] == off
    assert "that are not read" not in figure.to_html()


def test_scaled_rope_has_the_frequencies_of_transformers() -> None:
    path = Path(__file__).parents[2] / "fixtures" / "rope" / "rope.json"
    if not path.exists():
        pytest.skip("the fixtures are in the repository")
    for case in json.loads(path.read_text())["scalings"]:
        said = {"rope_theta": case["rope_theta"], "rope_type": case["rope_type"], **case["parameters"]}
        if case["rope_type"] == "dynamic":
            said["original_max_position_embeddings"] = case["max_position_embeddings"]
        rope = rope_of(said)
        assert rope is not None
        found, factor = frequencies(rope, case["features"], case["length"] or 1)
        np.testing.assert_allclose(found, case["frequencies"], rtol=1e-12, err_msg=case["name"])
        np.testing.assert_allclose(factor, case["attention_factor"], rtol=1e-12, err_msg=case["name"])


def test_dynamic_rope_grows_from_the_length_of_the_configuration_as_in_transformers() -> None:
    rope = rope_of({"base": 100, "rope_type": "dynamic", "factor": 4, "max_position_embeddings": 8, "original_max_position_embeddings": 16})
    assert rope is not None
    base = 100 * (4 * 20 / 8 - 3) ** (8 / 6)
    np.testing.assert_allclose(frequencies(rope, 8, 20)[0], base ** (-np.arange(4) / 4), rtol=1e-12)


@pytest.mark.parametrize("text", ['{"model_type": "llama", "rope_theta": 100}', '{"text_config": {"rope_theta": 100}}'])
def test_a_whole_configuration_as_rope_goes_into_the_figure_with_its_file(tmp_path: Path, text: str) -> None:
    of_page(tmp_path, {"causal": "true", "rope": text})
    of_page(tmp_path, {"causal": "true", "rules": json.dumps([{"rope": json.loads(text)}])})
    heads = json.dumps([{"heads": [{}, {"window": 2}, {}, {}]}])
    of_page(tmp_path, {"causal": "true", "rules": heads})


def test_any_rope_is_read_or_refused_with_its_key() -> None:
    rng = np.random.default_rng(3)
    keys = [*_NUMBERS, *_LISTS, *_FLAGS, "base", "rope_theta", "pairs", "dim", "side", "rope_type", "type", "rope_scaling", "odd"]
    values: list[Any] = [
        None, True, 0, 1, 2, -1, 0.5, 8, 1e308, float("nan"), float("inf"), "yarn", "longrope", "llama3", "dynamic", "linear", "half", "last", "x",
        [], [1, 2], [0, 1.5], [None], {}, {"rope_type": "yarn", "factor": 4}, [[1]],
    ]
    read = 0
    for _ in range(10_000):
        said = {"base": 100.0, **{str(rng.choice(keys)): values[rng.integers(len(values))] for _ in range(rng.integers(1, 6))}}
        try:
            rope = rope_of(said)
        except Unread as error:
            assert str(error).endswith(", which cannot be read")
            continue
        read += 1
        assert rope is not None
        with np.errstate(all="ignore"):
            try:
                rotated(np.ones((1, 3, 4), np.float32), rope)
            except ValueError as error:
                assert "features" in str(error)
    assert read > 100


def test_sections_of_mrope_have_positions_of_their_own(tmp_path: Path) -> None:
    positions = [[0, 1, 2, 3, 4], [0, 5, 5, 6, 6], [0, 7, 8, 7, 8]]
    rope = {"base": 100, "mrope_section": [1, 2, 1]}
    metadata = {"rope": json.dumps(rope), "position_ids": json.dumps(positions), "causal": "true", "attn_temperature_tuning": '{"attn_scale": 0.5, "floor_scale": 2}'}
    heads = shown(tmp_path, metadata)._heads
    assert heads is not None and heads.computed is not None
    axes = [0, 1, 1, 2]
    for place in range(5):
        for name, given, found in (("q", Q, heads.computed[0].q()), ("k", K, heads.computed[0].k())):
            factor = 1 + 0.5 * np.log(1 + (place + 1) // 2) if name == "q" else 1.0
            for c in range(4):
                angle = positions[axes[c]][place] * 100 ** (-c / 4)
                a, b = given[0, 0, place, c], given[0, 0, place, c + 4]
                turned = factor * (a * np.cos(angle) - b * np.sin(angle)), factor * (b * np.cos(angle) + a * np.sin(angle))
                np.testing.assert_allclose(found[0, place, [c, c + 4]], turned, atol=1e-5)


def test_weights_have_the_tokens_of_their_file(tmp_path: Path) -> None:
    write_safetensors(tmp_path / "a.safetensors", {"attention": weights(2, 3, 3)}, {"tokens": '["a", "b", "c"]'})
    assert json.loads(written(heedmap.show(tmp_path / "a.safetensors"))["tokens"]) == ["a", "b", "c"]


def test_weights_say_which_axis_is_which() -> None:
    # Nine heads of nine queries would look like nine queries of nine keys.
    figure = heedmap.show(np.full((2, 9, 9, 4), 0.25, dtype=np.float32))
    assert written(figure)["layout"] == "(layers, heads, queries, keys)"


def test_the_first_column_of_weights_may_be_a_sink_which_is_no_key(tmp_path: Path) -> None:
    given = weights(2, 3, 4)
    metadata = {"tokens": '["a", "b", "c"]', "sinks": "first column", "lengths": "[2]"}
    write_safetensors(tmp_path / "a.safetensors", {"attention": given}, {key: metadata[key] for key in ("tokens", "sinks")})
    figure = heedmap.show(tmp_path / "a.safetensors", bits=32)
    for shown_again in (figure, heedmap.show(figure.save(tmp_path / "again.safetensors"), bits=32)):
        heads = shown_again._heads
        assert heads is not None
        assert (heads.sink_column, heads.sinks, heads.shape, heads.tokens) == (True, 1, (1, 2, 3, 3), ["a", "b", "c"])
        np.testing.assert_allclose(heads.matrix(0, 1), given.reshape(2, 3, 4)[1][:, 1:], atol=1e-6)
        np.testing.assert_allclose(heads.columns(0, 1), given.reshape(2, 3, 4)[1], atol=1e-6)
        np.testing.assert_allclose(heads.row(0, 1, 2), given.reshape(2, 3, 4)[1][2, 1:], atol=1e-6)
        assert written(shown_again)["sinks"] == "first column"
        assert json.loads(written(shown_again)["tokens"]) == ["a", "b", "c"]
    assert figure.save(tmp_path / "a.svg").read_text().count(">[sink]<") == 1
    # Padding is counted without the sink.
    given[..., 3] = 0
    given /= given.sum(axis=-1, keepdims=True)
    write_safetensors(tmp_path / "padded.safetensors", {"attention": given}, metadata)
    padded = heedmap.show(tmp_path / "padded.safetensors")._heads
    assert padded is not None
    assert (padded.shape, padded.tokens, padded.columns(0, 0).shape) == ((1, 2, 2, 2), ["a", "b"], (2, 3))
