"""`Corpus.to_headvis`: what it writes, against a plain reader of the format, and what it says of bad input."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stand_in_texts import HEADS, LAYERS, both_ways, causal, texts_of, weights_by_loops

import heedmap
from heedmap import _page as page_module
from heedmap._corpus.headvis import intervals_of

pytest.importorskip("zarr", minversion="3")


def stored(path: Path, texts: list[str], **options: Any) -> heedmap.Corpus:
    return heedmap.corpus(texts, causal, path=path, max_tokens=8, progress=False, **{"keep": "weights", "bits": 32, **options})


def read_plainly(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]], dict[tuple[int, int], dict[str, Any]]]:
    """The folder as its format describes it, with every rule of the format checked."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    scatter = json.loads((folder / "scatter_data.json").read_text("utf-8"))
    assert all(isinstance(config[name], str) for name in ("model_name", "head_data_pattern"))
    assert all(isinstance(config[name], int) for name in ("n_layers", "n_heads", "n_intervals"))
    assert set(config["metric_descriptions"]) == set(config["metrics"])
    assert [[row["layer"], row["head"]] for row in scatter] == config["heads"]
    for row in scatter:
        assert set(row) <= {"layer", "head", *config["metrics"]}
        assert all(isinstance(value, int | float) for value in row.values())
    heads = {}
    for layer, head in config["heads"]:
        name = config["head_data_pattern"].replace("{layer}", str(layer)).replace("{head}", str(head))
        found = heads[layer, head] = json.loads((folder / "heads" / name).read_text("utf-8"))
        for sequence in found["sequences"]:
            n, indices, values = sequence["seq_len"], sequence["attention_indices"], sequence["attention_values"]
            assert isinstance(sequence["sequence_id"], int)
            assert 1 <= sequence["interval"] <= config["n_intervals"]
            assert len(sequence["tokens"]) == n and len(indices) == len(values)
            assert len(set(indices)) == len(indices) and all(0 <= index < n * n for index in indices)
            assert all(0 < value <= 1 for value in values)
        for plot in config["custom_plots"]:
            assert len(found[plot["key"]]["bin_edges"]) == len(found[plot["key"]]["bin_values"]) + 1
        for table in config["custom_tables"]:
            assert all(set(row) == {"token", "weight"} for row in found[table["key"]])
    assert sorted(file.name for file in (folder / "heads").iterdir()) == sorted(f"L{layer}H{head}.json" for layer, head in heads)
    return config, scatter, heads


def strength_by_loops(weights: Any) -> float:
    n = len(weights)
    return max((weights[query][key] for query in range(1, n) for key in range(1, n) if query != key), default=0.0)


@pytest.mark.parametrize("keep", ["qk", "weights"])
def test_the_folder_has_the_weights_strengths_and_means_of_a_plain_loop(tmp_path: Path, keep: str) -> None:
    texts = texts_of(40)
    corpus = stored(tmp_path / "run.zarr", texts, keep=keep)
    folder = corpus.to_headvis(tmp_path / "headvis", samples=3, top=2, least=0.1)
    config, scatter, heads = read_plainly(folder)
    assert (config["model_name"], config["n_layers"], config["n_heads"]) == (corpus.model, LAYERS, HEADS)
    for row in scatter:
        for name in config["metrics"]:
            mean = corpus.summary(name).mean[row["layer"], row["head"]]
            assert (name not in row) if np.isnan(mean) else row[name] == pytest.approx(mean, abs=1e-6)
    for (layer, head), found in heads.items():
        assert len(found["sequences"]) == 30
        for sequence in found["sequences"]:
            weights = weights_by_loops(texts[sequence["sequence_id"]])[layer, head]
            n = sequence["seq_len"]
            assert sequence["tokens"] == texts[sequence["sequence_id"]].split()
            assert sequence["max_activation"] == pytest.approx(strength_by_loops(weights), abs=1e-4)
            wanted = {
                query * n + key: weights[query, key]
                for query in range(n)
                for key in sorted(range(n), key=lambda key, row=weights[query]: -row[key])[:2]  # type: ignore[misc]
                if weights[query, key] >= 0.1
            }
            assert dict(zip(sequence["attention_indices"], sequence["attention_values"], strict=True)) == pytest.approx(wanted, abs=1e-4)


def test_sequences_are_in_ten_groups_from_the_weakest_to_the_strongest(tmp_path: Path) -> None:
    _, _, heads = read_plainly(stored(tmp_path / "run.zarr", texts_of(50)).to_headvis(tmp_path / "headvis"))
    for found in heads.values():
        groups: dict[int, list[float]] = {}
        for sequence in found["sequences"]:
            groups.setdefault(sequence["interval"], []).append(sequence["max_activation"])
        assert {interval: len(group) for interval, group in groups.items()} == dict.fromkeys(range(1, 11), 5)
        for interval in range(1, 10):
            assert max(groups[interval]) <= min(groups[interval + 1])
        assert found["statistics"]["sequences"] == sum(found["histogram"]["bin_values"]) == 50
        pairs = [abs(index // s["seq_len"] - index % s["seq_len"]) for s in found["sequences"] for index in s["attention_indices"]]
        edges, counts = found["qk_distance_histogram"]["bin_edges"], found["qk_distance_histogram"]["bin_values"]
        assert counts == [sum(low <= pair < high for pair in pairs) for low, high in zip(edges, edges[1:], strict=False)]


@pytest.mark.parametrize("count", [1, 3, 9, 10, 11, 47])
def test_groups_differ_by_at_most_one_and_the_strongest_is_in_the_last(count: int) -> None:
    strengths = np.random.default_rng(0).permutation(count) / count
    found = intervals_of(strengths)
    assert found[strengths.argmax()] == 10
    sizes = np.bincount(found, minlength=11)[1:]
    assert sizes.max() - sizes.min() <= 1 and sizes.sum() == count
    assert (np.diff(found[np.argsort(strengths)]) >= 0).all()


def test_the_same_seed_writes_the_same_folder(tmp_path: Path) -> None:
    corpus = stored(tmp_path / "run.zarr", texts_of(40))
    first, second, other = (corpus.to_headvis(tmp_path / f"folder{at}", samples=2, seed=at // 2) for at in range(3))
    bytes_of = lambda folder: {file.name: file.read_bytes() for file in folder.rglob("*.json")}  # noqa: E731
    assert bytes_of(first) == bytes_of(second) != bytes_of(other)


def test_empty_texts_are_left_out_and_short_ones_have_no_strength(tmp_path: Path) -> None:
    corpus = heedmap.corpus(["", "a b", "a b c d"], both_ways, path=tmp_path / "run.zarr", max_tokens=8, progress=False, keep="weights")
    _, _, heads = read_plainly(corpus.to_headvis(tmp_path / "headvis"))
    for found in heads.values():
        by_text = {sequence["sequence_id"]: sequence for sequence in found["sequences"]}
        assert by_text.keys() == {1, 2}
        assert (by_text[1]["interval"], by_text[1]["max_activation"]) == (5, 0.0)
        assert by_text[2]["interval"] == 10


def test_what_cannot_be_written_is_said_and_leaves_nothing_behind(tmp_path: Path) -> None:
    measures = stored(tmp_path / "measures.zarr", texts_of(4), keep=None)
    with pytest.raises(ValueError, match="has measures only"):
        measures.to_headvis(tmp_path / "headvis")
    corpus = stored(tmp_path / "run.zarr", texts_of(4))
    for options, sentence in (({"samples": 0}, "samples is 0"), ({"top": 0}, "top is 0"), ({"least": 1}, "least is 1"), ({"least": float("nan")}, "least is nan")):
        with pytest.raises(ValueError, match=sentence):
            corpus.to_headvis(tmp_path / "headvis", **options)
    assert {each.name for each in tmp_path.iterdir()} == {"measures.zarr", "run.zarr"}
    corpus.to_headvis(tmp_path / "headvis")
    before = (tmp_path / "headvis" / "config.json").read_bytes()
    with pytest.raises(FileExistsError, match="exists already"):
        corpus.to_headvis(tmp_path / "headvis", samples=1)
    assert (tmp_path / "headvis" / "config.json").read_bytes() == before


def test_a_part_of_a_folder_from_an_earlier_interruption_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "headvis.part" / "heads").mkdir(parents=True)
    (tmp_path / "headvis.part" / "heads" / "L9H9.json").write_text("{")
    read_plainly(stored(tmp_path / "run.zarr", texts_of(4)).to_headvis(tmp_path / "headvis"))
    assert not (tmp_path / "headvis.part").exists()


def test_a_folder_is_shown_as_an_archive_of_the_files_that_the_page_reads(tmp_path: Path) -> None:
    corpus = stored(tmp_path / "run.zarr", texts_of(12))
    folder = corpus.to_headvis(tmp_path / "run")
    (folder / "further.json").write_text("{}")
    figure = heedmap.show(folder, title="An export")
    [file] = figure._payload["files"]
    assert file["name"] == "run.headvis.zip"
    archive = zipfile.ZipFile(io.BytesIO(zlib.decompress(file["data"], -zlib.MAX_WBITS)))
    assert set(archive.namelist()) == {"config.json", "scatter_data.json", *(f"heads/L{layer}H{head}.json" for layer in range(LAYERS) for head in range(HEADS))}
    assert archive.read("heads/L1H2.json") == (folder / "heads" / "L1H2.json").read_bytes()
    # The scripts that list texts are those of a store alone.
    corpus_script = page_module._static("corpus.txt")
    assert corpus_script in figure.to_html() and corpus_script not in heedmap.show([[1.0]]).to_html()
    assert figure.save(tmp_path / "run.html").stat().st_size == figure.size

    (file,) = heedmap.show(tmp_path / "run.zarr")._payload["files"]
    assert file["name"] == "run.zarr.zip"
    archive = zipfile.ZipFile(io.BytesIO(zlib.decompress(file["data"], -zlib.MAX_WBITS)))
    assert "zarr.json" in archive.namelist() and "measures/zarr.json" in archive.namelist()
    saved = corpus.save(tmp_path / "saved.zarr.zip")
    assert heedmap.show(saved)._payload["files"][0]["name"] == "saved.zarr.zip"


def test_a_folder_that_is_no_export_and_options_of_heads_are_refused(tmp_path: Path) -> None:
    folder = stored(tmp_path / "run.zarr", texts_of(12)).to_headvis(tmp_path / "run")
    with pytest.raises(ValueError, match="run is read by the figure itself, which does not take layer= and head="):
        heedmap.show(folder, layer=0, head=1)
    (folder / "scatter_data.json").unlink()
    with pytest.raises(ValueError, match="^run has no scatter_data.json, so the export of HeadVis is not complete$"):
        heedmap.show(folder)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="^empty is a folder without zarr.json, as heedmap.corpus writes it, and without config.json and scatter"):
        heedmap.show(tmp_path / "empty")
    with pytest.raises(FileNotFoundError, match="missing.zarr.zip is not a file$"):
        heedmap.show(tmp_path / "missing.zarr.zip")
    (tmp_path / "cut.headvis.zip").write_bytes(b"PK\x03\x04")
    with pytest.raises(ValueError, match="^cut.headvis.zip is no archive: it is cut off, or no zip file$"):
        heedmap.show(tmp_path / "cut.headvis.zip")


def test_a_store_that_is_too_large_for_a_figure_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = stored(tmp_path / "run.zarr", texts_of(12))
    monkeypatch.setattr("heedmap._stores.LARGEST", 1000)
    with pytest.raises(ValueError, match=r"run.zarr makes a figure of more than .* KB, and 1.0 KB are allowed: drop it onto the page"):
        heedmap.show(corpus.path)
    assert heedmap.show(corpus.path, large=True).size > 1000
