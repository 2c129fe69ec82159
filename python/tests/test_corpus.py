"""`corpus` in one process: what it stores, how it goes on, and what it says of bad input."""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import stand_in_texts
from decoded import numbers_in
from stand_in_texts import HEADS, LAYERS, both_ways, causal, measures_by_loops, texts_of, weights_by_loops

import heedmap

zarr = pytest.importorskip("zarr", minversion="3")


def run(texts: Any, path: Path, model: Any = causal, **options: Any) -> heedmap.Corpus:
    return heedmap.corpus(texts, model, path=path, **{"max_tokens": 8, "progress": False, **options})


def files_under(path: Path) -> dict[str, bytes]:
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def assert_same_stores(found: Path, expected: Path) -> None:
    """Whether two stores have the same files, attributes and numbers. Their bytes differ: gzip notes the time."""
    assert files_under(found).keys() == files_under(expected).keys()
    left, right = (zarr.open_group(path, mode="r") for path in (found, expected))
    assert left.attrs.asdict() == right.attrs.asdict()
    for name in right.array_keys():
        np.testing.assert_array_equal(left[name][:], right[name][:])


class Interrupted(Exception):
    pass


def interrupted_after(count: int) -> Any:
    """A function for `progress` that raises once so many texts are done."""

    def said(done: int, _count: int) -> None:
        if done >= count:
            raise Interrupted

    return said


def test_measures_are_those_of_a_plain_loop(tmp_path: Path) -> None:
    texts = texts_of(60)
    found = run(texts, tmp_path / "run.zarr")
    expected = np.array(
        [[[measures_by_loops(head, text.split()) for head in layer] for layer in weights_by_loops(text)] for text in texts]
    )
    assert found.measures.shape == (60, LAYERS, HEADS, 10)
    np.testing.assert_allclose(found.measures, expected, rtol=1e-5, atol=1e-6)


def test_mean_spread_and_strongest_texts_are_those_of_a_plain_loop(tmp_path: Path) -> None:
    texts = texts_of(24)
    found = run(texts, tmp_path / "run.zarr", model=both_ways)
    values: list[tuple[float, int]] = []
    for number, text in enumerate(texts):
        value = measures_by_loops(both_ways(text)[0][1, 2], text.split())[5]
        if not np.isnan(value):
            values.append((value, number))
    numbers = [value for value, _ in values]
    mean = sum(numbers) / len(numbers)
    spread = (sum((value - mean) ** 2 for value in numbers) / (len(numbers) - 1)) ** 0.5
    summary = found.summary("induction")
    assert summary.texts[1, 2] == len(values) < 24
    np.testing.assert_allclose([summary.mean[1, 2], summary.spread[1, 2]], [mean, spread], rtol=1e-5)
    strongest = sorted(values, key=lambda each: -each[0])[:3]
    assert [text for text, _ in found.strongest("induction", 1, 2, most=3)] == [text for _, text in strongest]


@pytest.mark.parametrize(("model", "keep"), [(causal, "qk"), (causal, "weights"), (both_ways, "weights")])
def test_a_stored_text_shows_the_heads_of_the_model(tmp_path: Path, model: Any, keep: Any) -> None:
    texts = texts_of(10)
    found = run(texts, tmp_path / "run.zarr", model=model, keep=keep, bits=32)
    attention, tokens = model(texts[5])
    stored, direct = (
        figure._heads for figure in (found.show(5, bits=32, layer=1), heedmap.show(attention, tokens, bits=32, layer=1))
    )
    assert stored is not None and direct is not None
    assert (stored.tokens, stored.layers, stored.shape) == (tokens, direct.layers, direct.shape)
    for layer, head in np.ndindex(LAYERS, HEADS):
        np.testing.assert_array_equal(stored.matrix(layer, head), direct.matrix(layer, head))


@pytest.mark.parametrize("keep", ["qk", "weights"])
def test_the_mean_of_texts_of_one_length_is_that_of_a_plain_loop(tmp_path: Path, keep: Any) -> None:
    texts = ["a b a", "b c", "c a b", "a a c", "", "b b"]
    found = run(texts, tmp_path / "run.zarr", keep=keep, bits=32)
    for options, numbers in (({}, [0, 2, 3]), ({"tokens": 2}, [1, 5]), ({"numbers": [0, 1, 3]}, [0, 3])):
        figure = found.show_mean(bits=32, **options)
        heads = figure._heads
        assert heads is not None and heads.layers == found.layers and f"mean of {len(numbers)} texts" in heads.name
        every = [weights_by_loops(texts[number]) for number in numbers]
        for layer, head in np.ndindex(LAYERS, HEADS):
            expected = sum(np.asarray(each[layer][head], np.float64) for each in every) / len(numbers)
            np.testing.assert_allclose(heads.matrix(layer, head), expected, atol=1e-6)
    with pytest.raises(ValueError, match="No text has 4 tokens"):
        found.show_mean(tokens=4)
    with pytest.raises(ValueError, match="has measures only"):
        run(texts, tmp_path / "measures.zarr").show_mean()


def test_numbers_are_stored_with_16_bits_unless_32_are_asked_for(tmp_path: Path) -> None:
    found = run(texts_of(3), tmp_path / "run.zarr", keep="qk")
    q = zarr.open_group(tmp_path / "run.zarr", mode="r")["q"]
    expected = stand_in_texts.vectors(texts_of(3)[2])[0].astype(np.float16)
    assert q.dtype == np.float16
    np.testing.assert_array_equal(q[2, :, :, :3], expected)
    assert numbers_in(found.show(2, bits=32))["q"].shape == (LAYERS, HEADS, 3, 8)


def test_each_text_layer_and_head_is_one_shard(tmp_path: Path) -> None:
    run(texts_of(3), tmp_path / "run.zarr", keep="qk")
    shards = {file for file in files_under(tmp_path / "run.zarr") if file.startswith("q/c/")}
    assert shards == {f"q/c/{text}/{layer}/{head}/0/0" for text in range(3) for layer in range(LAYERS) for head in range(HEADS)}
    said = json.loads((tmp_path / "run.zarr/q/zarr.json").read_text())
    assert said["codecs"][0]["name"] == "sharding_indexed"
    assert said["dimension_names"] == ["text", "layer", "head", "query", "feature"]


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    texts = texts_of(100)
    with pytest.raises(Interrupted):
        run(texts, tmp_path / "run.zarr", progress=interrupted_after(40), keep="qk")
    half = heedmap.Corpus(tmp_path / "run.zarr")
    done = int((half.lengths >= 0).sum())
    assert 40 <= done < 100 and f"{done} of 100 texts" in repr(half)
    read: list[str] = []

    def counted(text: str) -> Any:
        read.append(text)
        return causal(text)

    whole = run(texts, tmp_path / "run.zarr", model=counted, keep="qk")
    # The first text is read once more, to see that the model is the same.
    assert read == [texts[0], *texts[done:]]
    at_once = run(texts, tmp_path / "other.zarr", keep="qk")
    np.testing.assert_array_equal(whole.measures, at_once.measures)
    assert_same_stores(tmp_path / "run.zarr", tmp_path / "other.zarr")


def test_what_was_written_in_part_is_computed_again(tmp_path: Path) -> None:
    texts, path = texts_of(64), tmp_path / "run.zarr"
    whole = run(texts, tmp_path / "whole.zarr", keep="weights")
    run(texts, path, keep="weights")
    for name, content in files_under(path).items():
        # A block without its lengths, one with damaged lengths, and a shard of it that was cut off.
        if name in ("lengths/c/3", "measures/c/3/0/0/0"):
            (path / name).unlink()
        elif name in ("lengths/c/5", "weights/c/10/1/2/0/0"):
            (path / name).write_bytes(content[:5])
    half = heedmap.Corpus(path)
    assert (half.lengths < 0).sum() == 4 and np.isnan(half.measures[6]).all()
    with pytest.raises(ValueError, match="Text 10 is not computed yet"):
        half.show(10)
    again = run(texts, path, keep="weights")
    np.testing.assert_array_equal(again.measures, whole.measures)
    assert_same_stores(path, tmp_path / "whole.zarr")


def test_a_creation_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    texts, path = texts_of(8), tmp_path / "run.zarr"
    run(texts, tmp_path / "whole.zarr")
    run(texts, path)
    for name in files_under(path):
        if name.startswith(("lengths/", "measures/")):
            (path / name).unlink()
    assert (heedmap.Corpus(path).lengths == -1).all()
    run(texts, path)
    assert_same_stores(path, tmp_path / "whole.zarr")


def test_a_damaged_chunk_of_a_finished_block_is_named(tmp_path: Path) -> None:
    found = run(texts_of(3), tmp_path / "run.zarr")
    (tmp_path / "run.zarr/measures/c/1/0/0/0").write_bytes(b"no gzip")
    with pytest.raises(ValueError, match="run.zarr: measures cannot be read"):
        _ = found.measures


def test_a_folder_that_is_no_corpus_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/photo.png").write_bytes(b"1")
    with pytest.raises(ValueError, match="is a folder without zarr.json"):
        run(texts_of(2), tmp_path / "folder")
    zarr.create_group(tmp_path / "other.zarr", attributes={"mine": 1})
    with pytest.raises(ValueError, match="is a Zarr store, but not one of heedmap.corpus"):
        run(texts_of(2), tmp_path / "other.zarr", overwrite=True)
    run(texts_of(2), tmp_path / "run.zarr")
    description = tmp_path / "run.zarr/zarr.json"
    description.write_bytes(description.read_bytes()[:100])
    with pytest.raises(ValueError, match="is not a Zarr store that can be read"):
        heedmap.Corpus(tmp_path / "run.zarr")
    with pytest.raises(FileNotFoundError, match="none.zarr does not exist"):
        heedmap.Corpus(tmp_path / "none.zarr")
    assert (tmp_path / "folder/photo.png").exists()


def test_another_corpus_at_the_path_is_kept_unless_it_may_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "run.zarr"
    run(texts_of(4), path)
    for texts, options, said in (
        (["a b", "c d", "e f", "g h"], {}, "with other texts"),
        (texts_of(5), {}, "with texts 4, not 5"),
        (texts_of(4), {"keep": "qk"}, "with keep None, not 'qk'"),
        (texts_of(4), {"max_tokens": 9}, "with max_tokens 8, not 9"),
        (texts_of(4), {"model": both_ways}, "with model 'stand-in', not 'attention'"),
    ):
        with pytest.raises(ValueError, match=said):
            run(texts, path, **options)
    assert len(heedmap.Corpus(path)) == 4
    assert len(run(texts_of(5), path, overwrite=True)) == 5


def test_a_model_with_other_parameters_does_not_go_on(tmp_path: Path) -> None:
    def other(text: str) -> Any:
        q, k = stand_in_texts.vectors(text)
        seen = heedmap.Captured("stand-in")
        for layer in range(LAYERS):
            seen.keep(layer, -q[layer][None], k[layer][None], causal=True)
        return seen, text.split()

    texts = ["the cat sat", *texts_of(3)]
    run(texts, tmp_path / "run.zarr")
    with pytest.raises(ValueError, match="with other parameters: the measures of text 0 differ"):
        run(texts, tmp_path / "run.zarr", model=other)


def test_empty_texts_have_no_measures(tmp_path: Path) -> None:
    found = run(["", "the cat sat", " "], tmp_path / "run.zarr", keep="qk")
    assert found.lengths.tolist() == [0, 3, 0]
    assert np.isnan(found.measures[[0, 2]]).all() and not np.isnan(found.measure("entropy")[1]).any()
    assert found.summary("entropy").texts.tolist() == [[1] * HEADS] * LAYERS
    assert np.isnan(found.summary("entropy").spread).all()
    assert [text for text, _ in found.strongest("entropy", 0, 0)] == [1]
    with pytest.raises(ValueError, match="Text 0 is empty"):
        found.show(0)
    with pytest.raises(ValueError, match="All 2 texts are empty"):
        run(["", ""], tmp_path / "none.zarr")
    assert not (tmp_path / "none.zarr").exists()


def test_a_text_that_cannot_be_computed_is_named_and_the_blocks_before_it_are_kept(tmp_path: Path) -> None:
    texts = texts_of(64)
    texts[50] = "a b c d e f g h i"
    with pytest.raises(ValueError, match="^Text 50: 9 tokens, but the store has room for 8: pass max_tokens=9"):
        run(texts, tmp_path / "run.zarr")
    assert (heedmap.Corpus(tmp_path / "run.zarr").lengths[:50] > 0).all()

    def without_heads(text: str) -> Any:
        return [None, None], text.split()

    with pytest.raises(ValueError, match="The attentions are 2 times None"):
        run(texts_of(3), tmp_path / "none.zarr", model=without_heads)
    with pytest.raises(TypeError, match="The function returned ndarray, not a pair"):
        run(texts_of(3), tmp_path / "none.zarr", model=lambda text: np.ones((1, 1)))
    with pytest.raises(ValueError, match="2 queries but 3 keys"):
        run(texts_of(3), tmp_path / "none.zarr", model=lambda text: (np.ones((2, 3)) / 3, ["a", "b", "c"]))
    with pytest.raises(ValueError, match='keeps weights, not q and k, for these texts: pass keep="weights"'):
        run(texts_of(3), tmp_path / "none.zarr", model=both_ways, keep="qk")
    assert not (tmp_path / "none.zarr").exists()


def test_numbers_that_16_bits_do_not_hold_are_an_error(tmp_path: Path) -> None:
    def large(text: str) -> Any:
        tokens = text.split()
        return {"q": np.full((1, len(tokens), 4), 1e5, np.float32), "k": np.ones((1, len(tokens), 4), np.float32)}, tokens

    with pytest.raises(ValueError, match="Text 0: q has numbers that 16 bits do not hold: pass bits=32"):
        run(texts_of(2), tmp_path / "run.zarr", model=large, keep="qk")
    assert run(texts_of(2), tmp_path / "wide.zarr", model=large, keep="qk", bits=32).show(1, bits=32) is not None


@pytest.mark.parametrize(
    ("texts", "options", "error", "said"),
    [
        ("the cat", {}, TypeError, "texts is one string: pass a list of texts"),
        (["the cat", 3], {}, TypeError, "Text 1, counted from 0, is int, not a string"),
        ([], {}, ValueError, "There are no texts"),
        (["a"], {"model": 3}, TypeError, "int is no model"),
        (["a"], {"max_tokens": None}, TypeError, "pass max_tokens="),
        (["a"], {"max_tokens": 0}, ValueError, "max_tokens=0 is not above 0"),
        (["a"], {"keep": "v"}, ValueError, "keep='v' is not one of 'qk', 'weights', None"),
        (["a"], {"bits": 8}, ValueError, "bits=8 is not one of 16, 32"),
        (["a"], {"client": 3}, TypeError, "client is int, not a dask.distributed.Client"),
        (["a"], {"path": "run.zarr.zip"}, ValueError, "would be an archive"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(
    tmp_path: Path, texts: Any, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    if "client" in options:
        pytest.importorskip("distributed")
    with pytest.raises(error, match=said):
        heedmap.corpus(texts, **{"model": causal, "path": tmp_path / "run.zarr", "max_tokens": 8, **options})


def test_without_zarr_or_dask_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "distributed", None)
        with pytest.raises(ImportError, match=r'client= needs Dask: pip install "heedmap\[cluster\]"'):
            run(["a"], tmp_path / "run.zarr", client=object())
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "zarr", None)
        with pytest.raises(ImportError, match=r'pip install "heedmap\[corpus\]", which needs Python 3.11 or later'):
            run(["a"], tmp_path / "run.zarr")


def test_an_archive_of_a_store_is_read_like_the_folder(tmp_path: Path) -> None:
    found = run(texts_of(6), tmp_path / "run.zarr", keep="qk")
    path = found.save(tmp_path / "run.zarr.zip")
    assert {each.compress_type for each in zipfile.ZipFile(path).infolist()} == {zipfile.ZIP_STORED}
    archive = heedmap.Corpus(path)
    np.testing.assert_array_equal(archive.measures, found.measures)
    assert (archive.text(4), archive.tokens(4)) == (texts_of(6)[4], texts_of(6)[4].split())
    assert repr(archive) == "<heedmap.Corpus: stand-in, 6 texts, 2 layers × 4 heads, q and k>"
    assert archive.show(4) is not None
    with pytest.raises(ValueError, match="is not a folder"):
        archive.save(tmp_path / "again.zip")


def test_places_that_do_not_exist_are_named(tmp_path: Path) -> None:
    found = run(texts_of(3), tmp_path / "run.zarr")
    for call, said in (
        (lambda: found.measure("speed"), "'speed' is not a measure: there are entropy, "),
        (lambda: found.strongest("entropy", 5, 0), "There is no layer 5: there are 0, 1"),
        (lambda: found.strongest("entropy", 0, 4), "There is no head 4: there are 4, counted from 0"),
        (lambda: found.text(3), "There is no text 3: there are 3, counted from 0"),
        (lambda: found.show(0), "has measures only"),
    ):
        with pytest.raises(ValueError, match=said):
            call()


def test_progress_is_a_line_on_stderr_or_a_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls: list[tuple[int, int]] = []
    run(texts_of(64), tmp_path / "run.zarr", progress=lambda done, count: calls.append((done, count)))
    assert calls == [(done, 64) for done in range(0, 65, 2)]
    run(texts_of(64), tmp_path / "run.zarr", progress=True)
    assert capsys.readouterr().err == "heedmap: 64 of 64 texts\n"


def test_a_learned_sink_is_a_key_before_the_others(tmp_path: Path) -> None:
    def with_sinks(text: str) -> Any:
        seen = heedmap.Captured("sinks")
        q, k = stand_in_texts.vectors(text)
        seen.keep(3, q[0][None], k[0][None], causal=True, sinks=np.arange(HEADS, dtype=np.float32))
        return seen, text.split()

    text = "the cat sat on the mat"
    q, k = stand_in_texts.vectors(text)
    for keep in ("qk", "weights"):
        found = run([text], tmp_path / f"{keep}.zarr", model=with_sinks, keep=keep, bits=32)
        assert found.layers == [3]
        heads = found.show(0, bits=32)._heads
        assert heads is not None and heads.layers == [3]
        for head in range(HEADS):
            shares = []
            for query in range(6):
                scores = [float(q[0, head, query] @ k[0, head // 2, key]) / 8**0.5 for key in range(query + 1)]
                total = np.exp(head) + sum(np.exp(score) for score in scores)
                shares.append(np.exp(head) / total)
                expected = [np.exp(score) / total for score in scores]
                columns = heads.weights[0]()[head] if heads.weights is not None else heads.columns(0, head)
                np.testing.assert_allclose(columns[query, : query + 2], [shares[-1], *expected], atol=1e-6)
            np.testing.assert_allclose(found.measure("sink_share")[0, 0, head], np.mean(shares), atol=1e-6)
