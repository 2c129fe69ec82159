"""Figures for print: their sizes on paper, their texts, and what is refused."""

from __future__ import annotations

import re
import struct
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heedmap

matplotlib = pytest.importorskip("matplotlib")

TOKENS = ["Elinor", "met", "Jane", "$5^2$", "Bath"]


def weights(layers: int, heads: int, side: int) -> Any:
    numbers = np.random.default_rng(7).random((layers, heads, side, side), np.float32)
    return numbers / numbers.sum(axis=-1, keepdims=True)


def _figure(side: int = 5) -> heedmap.Figure:
    return heedmap.show(weights(3, 4, side), TOKENS if side == 5 else None)


def test_a_pdf_has_a_page_of_the_width_and_type_of_the_size(tmp_path: Path) -> None:
    path = _figure().save(tmp_path / "heads.pdf", heads=[(2, 1), (0, 3)], width="84mm", font_size=8)
    data = path.read_bytes()
    page = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", data)
    assert page is not None
    assert float(page[1]) == pytest.approx(84 / 25.4 * 72, abs=0.01)
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    sizes = set()
    for stream in streams:
        try:
            sizes |= set(re.findall(rb"/F\S+ ([\d.]+) Tf", zlib.decompress(stream)))
        except zlib.error:
            continue
    assert sizes == {b"8"}
    assert b"/FontFile2" in data
    # The same figure is the same file.
    assert _figure().save(tmp_path / "again.pdf", heads=[(2, 1), (0, 3)], width="84mm", font_size=8).read_bytes() == data


def test_an_svg_has_text_of_the_size_and_every_token_at_both_axes(tmp_path: Path) -> None:
    path = _figure().save(tmp_path / "heads.svg", heads=[(0, 1), (1, 2)], width="3.3in", font_size=6.5, columns=2)
    root = ElementTree.parse(path).getroot()
    assert float(root.attrib["width"].removesuffix("pt")) == pytest.approx(3.3 * 72, abs=0.01)
    # Units of the drawing are points, so a size in px of the style is in points of the paper.
    assert float(root.attrib["viewBox"].split()[2]) == pytest.approx(3.3 * 72, abs=0.01)
    texts = [each for each in root.iter() if each.tag.endswith("}text")]
    said = ["".join(each.itertext()) for each in texts]
    for token in TOKENS:
        assert said.count(token) == 4, token
    assert {"(a)", "(b)", "Layer 0, head 1", "Layer 1, head 2"} <= set(said)
    for each in texts:
        assert re.search(r"(?:font-size: |font: (?:\w+ )*)6\.5px", each.attrib["style"]), each.attrib["style"]


def test_tokens_of_bytes_are_printed_as_text_with_a_dot_for_a_space(tmp_path: Path) -> None:
    figure = heedmap.show(weights(1, 2, 4), ["Elle", "\u0120\u00c3\u00a9tait", "\u0120ici", "\u010a"])
    root = ElementTree.parse(figure.save(tmp_path / "heads.svg", heads=[(0, 1)], width="120mm")).getroot()
    said = ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("}text")]
    for token in ("Elle", "\u00b7\u00e9tait", "\u00b7ici", "\u21b5"):
        assert said.count(token) == 2, (token, said)


def test_a_png_has_its_resolution_and_may_be_transparent(tmp_path: Path) -> None:
    path = _figure().save(tmp_path / "head.png", width="2in", dpi=150, background="none")
    data = path.read_bytes()
    assert struct.unpack(">I", data[16:20]) == (300,)
    at = data.index(b"pHYs")
    assert struct.unpack(">IIB", data[at + 4 : at + 13]) == (5906, 5906, 1)
    # Color type 6 has an alpha channel.
    assert data[25] == 6


def test_a_figure_of_matplotlib_has_the_numbers_of_the_heads() -> None:
    numbers = np.array(weights(3, 4, 5))
    drawing = heedmap.show(numbers, TOKENS).to_matplotlib([(2, 1)], letters=False, legend=False, digits=True, width="6in", font_size=8)
    (axes,) = drawing.axes
    assert np.allclose(np.asarray(axes.images[0].get_array()), numbers[2][1], equal_nan=True)
    assert {text.get_text() for text in axes.texts} == {f"{value:.2f}" for value in numbers[2][1].ravel()}
    assert drawing.get_size_inches()[0] == pytest.approx(6)
    assert {text.get_fontsize() for text in drawing.texts + axes.texts} == {8}


def test_cells_after_the_query_of_a_causal_head_are_empty() -> None:
    causal = np.tril(np.ones((1, 1, 4, 4))) / np.arange(1, 5)[:, None]
    drawing = heedmap.show(causal).to_matplotlib()
    shown = np.ma.filled(np.ma.masked_invalid(drawing.axes[0].images[0].get_array()), -1)
    assert (shown[np.triu_indices(4, 1)] == -1).all()
    assert (shown[np.tril_indices(4)] > 0).all()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"width": "9mm"}, r"width='9mm' is not from 10mm to 1000mm"),
        ({"width": "wide"}, r"width='wide' is not a length such as '84mm'"),
        ({"width": None}, r"width=None is not a length"),
        ({"font_size": 100}, r"font_size=100 is not from 3 to 72 points"),
        ({"columns": 0}, r"columns=0 is not a whole number above 0"),
        ({"background": "pink"}, r"background='pink' is not one of 'white', 'none'"),
        ({"heads": [(9, 0)]}, r"layer=9, but there are 3, from 0 to 2"),
        ({"heads": [2]}, r"heads has pairs of a layer and a head"),
        ({"heads": []}, r"a figure for print has 1 to 16 heads, not 0"),
        ({"heads": [(0, 0)], "layer": 1}, r"heads names all heads"),
        ({"width": "20mm", "font_size": 30}, r"the labels leave no space for cells"),
        ({"dpi": 300}, r"dpi=300 is for a \.png"),
        ({"font": "No Such Font"}, "^font='No Such Font' is no font that matplotlib finds$"),
    ],
)
def test_bad_options_are_one_sentence(tmp_path: Path, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as found:
        _figure().save(tmp_path / "heads.pdf", **options)
    assert "\n" not in str(found.value)
    assert not (tmp_path / "heads.pdf").exists()


def test_an_unknown_option_or_another_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="there is no option size: a figure for print has width, font_size"):
        _figure().save(tmp_path / "heads.pdf", size=8)
    with pytest.raises(ValueError, match="width= is for print, and heads.html is not"):
        _figure().save(tmp_path / "heads.html", width="84mm")
    with pytest.raises(ValueError, match="has no heads to draw"):
        heedmap.mask("causal", 4).to_matplotlib()


def test_without_matplotlib_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "heedmap._print", raising=False)
    with pytest.raises(ImportError, match=r'figures for print need matplotlib: pip install "heedmap\[print\]"'):
        _figure().save(tmp_path / "heads.pdf")
    # Other pictures do not need it.
    assert _figure().save(tmp_path / "head.svg", layer=1, head=2).exists()
