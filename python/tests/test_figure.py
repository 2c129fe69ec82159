"""Figures as files and as outputs of a notebook, the wheel, the import and the command."""

from __future__ import annotations

import html
import json
import os
import random
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
import zlib
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from decoded import bytes_of, payload_of, numbers_in, unpacked
from stand_ins import weights

import heedmap
from heedmap._numbers import size_text
from heedmap._page import deflated, letters

HOSTILE = "</script><script>alert(1)</script><!-- \"' & \0"
FIXTURES = Path(os.environ.get("HEEDMAP_FIXTURES", "../fixtures"))


def test_letters_hold_every_number_of_bytes() -> None:
    source = random.Random(7)
    for length in [*range(40), 13 << 16, (13 << 16) + 5]:
        data = source.randbytes(length)
        text = letters(data)
        assert not set(text) & set("\"&<\\")
        assert len(text) < 1.24 * length + 2
        if length < 1000:
            assert bytes_of(text) == data
    # A piece ends where a pair of letters ends.
    data = source.randbytes((13 << 16) + 5)
    assert letters(data) == letters(data[: 13 << 16]) + letters(data[13 << 16 :])


def test_a_figure_is_one_page_with_a_policy_that_allows_no_request() -> None:
    text = heedmap.show(weights(2, 3, 3)).to_html()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'nonce-")
    assert not re.search(r"(?:src|href)=\"(?!data:)", text)
    assert "@@" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    nonces = set(re.findall(r'nonce="([^"]*)"', text)) | set(re.findall(r"'nonce-([^']*)'", text))
    assert len(nonces) == 1
    assert nonces.isdisjoint(re.findall(r'nonce="([^"]*)"', heedmap.show(weights(2, 3, 3)).to_html()))


def test_no_token_name_or_title_becomes_markup() -> None:
    figure = heedmap.show(weights(2, 2, 2), [HOSTILE, "b"], name=HOSTILE, title=HOSTILE)
    text = figure.to_html()
    assert text.count("<script") == 3
    assert text.count("</script") == 3
    assert "<!--" not in text
    assert json.loads(payload_of(figure)["files"][0]["metadata"]["tokens"])[0] == HOSTILE
    assert "<title>&lt;/script&gt;" in text


def test_a_notebook_shows_a_sandboxed_frame_that_holds_the_whole_page() -> None:
    figure = heedmap.show(weights(2, 3, 3), title="A \"title\" & more")
    shown = figure._repr_html_()
    frame = re.match(r'<iframe data-heedmap="figure" sandbox="allow-scripts" title="([^"]*)" style="[^"]*" srcdoc="([^"]*)"></iframe><script>', shown)
    assert frame is not None
    assert html.unescape(frame[1]) == "A \"title\" & more"
    assert html.unescape(frame[2]) == figure.to_html()
    assert figure._repr_html_() == shown, "a figure that is shown twice is the same twice"


def test_a_kernel_without_network_access_shows_and_saves_figures(tmp_path: Path) -> None:
    refuse = """
import socket, sys
def refuse(*_): raise OSError("no network")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
"""
    use = """
import numpy as np, heedmap
attention = np.full((1, 2, 3, 3), 1 / 3)
for figure in (heedmap.show(attention, list("abc")), heedmap.mask("causal", 4), heedmap.lesson("words"), heedmap.contrast("late")):
    assert figure._repr_html_().startswith("<iframe")
for ending in ("html", "svg", "png", "npz", "safetensors"):
    heedmap.show(attention).save(f"{sys.argv[1]}/a.{ending}")
"""
    subprocess.run([sys.executable, "-c", refuse + use, str(tmp_path)], check=True, timeout=60)
    assert {path.name for path in tmp_path.iterdir()} >= {"a.html", "a.svg", "a.png", "a.npz", "a.safetensors"}


def test_the_size_that_is_said_is_the_size_of_the_file(tmp_path: Path) -> None:
    figure = heedmap.show(weights(2, 3, 3), ["\u4f60", "b", "c"])
    assert figure.save(tmp_path / "a.html").stat().st_size == figure.size
    assert repr(figure) == f"<heedmap.Figure: 1 layer × 2 heads, 3 tokens, {round(figure.size / 1000)} KB>"


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the fixtures are in the repository")
def test_minilm_over_17_tokens_takes_less_than_780_kb() -> None:
    # The licenses of the code take 11 KB of it.
    assert heedmap.show(FIXTURES / "measures/minilm_trophy.npy").size < 780_000


def test_only_a_figure_of_picked_keys_brings_the_views_along_that_few_figures_show() -> None:
    assert heedmap.show(weights(1, 2, 3), view="picked").size > heedmap.show(weights(1, 2, 3)).size + 10_000


def test_only_heads_that_are_too_large_to_hold_bring_the_kernels_along() -> None:
    def scripts(tokens: int) -> int:
        vectors = np.zeros((1, tokens, 2), "f4")
        page = heedmap.show({"q": vectors, "k": vectors}).to_html()
        packed = re.search(r'id="heedmap-scripts">(.*?)</script>', page)
        return len(json.loads(packed[1])) if packed else 0

    assert scripts(4097) == scripts(4096) + 1


def test_every_element_is_one_page_of_its_room() -> None:
    for figure, room, words in [
        (heedmap.mask("causal and window(6)", 24), "masks", {"mask=causal%20and%20window(6)", "queries=24", "keys=24"}),
        (heedmap.mask("causal", 3, 5, theme="dark"), "masks", {"queries=3", "keys=5", "theme=dark"}),
        (heedmap.lesson("words", mask="causal", language="es"), "learn", {"lesson=words", "mask=causal", "language=es"}),
        (heedmap.lesson("first", height=520), "learn", {"lesson=first", "height=520"}),
        (heedmap.contrast("late"), "contrast", {"figure=late"}),
        (heedmap.mask("causal", 8, heads=8, kv_heads=2, alibi=1, query=5, key=2), "masks", {"kvHeads=2", "alibi=1", "cursor=5:2"}),
        (heedmap.lesson("words", step="softmax", softmax_axis="columns", query=2, key=1), "learn", {"step=6", "softmaxAxis=columns", "cursor=weights:2:1"}),
        (heedmap.lesson("heads", head=1, kv_heads=2, key=3, table=True), "learn", {"head=2", "kvHeads=2", "cursor=weights2:0:3", "tables=all"}),
        (heedmap.lesson("first", key=3, digits="auto"), "learn", {"key=3"}),
        (heedmap.contrast("unscaled", features=512, tokens=4, table=False), "contrast", {"d=512", "tokens=4"}),
    ]:
        given = payload_of(figure)
        assert given["room"] == room
        assert words <= set(given["link"].split("&"))


def test_a_matrix_has_its_numbers_and_labels() -> None:
    attributes = dict(payload_of(heedmap.heatmap(np.array([[1, np.nan], [0.25, 1e-7]]), ["a", "b c"], ["x", "y"], name="w", low=0))["matrix"])
    assert attributes["values"] == "1 nan;0.25 0.0000001"
    assert json.loads(attributes["query-labels"]) == ["a", "b c"]
    assert (attributes["name"], attributes["low"]) == ("w", "0")


@pytest.mark.parametrize(
    ("make", "kind", "said"),
    [
        (lambda: heedmap.mask("causal", 0), ValueError, "queries=0"),
        (lambda: heedmap.mask("", 3), TypeError, "The mask is an expression"),
        (lambda: heedmap.mask("causal", 4.5), TypeError, "queries=4.5 is not a whole number"),
        (lambda: heedmap.mask("causal", 3, language="fr"), ValueError, "language='fr' is not one of 'en', 'es', 'pt'"),
        (lambda: heedmap.lesson("words", colormap="red"), ValueError, "colormap='red' is not one of 'ember'"),
        (lambda: heedmap.heatmap([[1, 2]], scale="log"), ValueError, "scale='log' is not one of 'unit', 'data', 'symmetric'"),
        (lambda: heedmap.heatmap([[1, 2]], query=9), ValueError, "query=9, but there are 1"),
        (lambda: heedmap.lesson("words", step=99), ValueError, "step=99 is not a whole number from 1 to 7"),
        (lambda: heedmap.lesson("words", height=100), ValueError, "height=100 is not a whole number from 240 to 2160"),
        (lambda: heedmap.lesson("words", mask="full"), ValueError, "mask='full' is not one of 'none', 'causal'"),
        (lambda: heedmap.lesson("words", scale="big"), ValueError, "scale='big' is not one of 'sqrt', 'none', a number"),
        (lambda: heedmap.lesson("words", slope=2), ValueError, "The lesson 'words' has no option 'slope': it has show, .*mask"),
        (lambda: heedmap.lesson("distance", slope=65), ValueError, "slope=65 is not a whole number from 1 to 64"),
        (lambda: heedmap.lesson("none"), ValueError, "There is no lesson 'none': there are .*words"),
        (lambda: heedmap.lesson("words", step="soft"), ValueError, "step='soft' is not a whole number from 1 to 7, or one of 'embed', .*'mix'"),
        (lambda: heedmap.lesson("words", head=1), ValueError, "head=1 is not 0, the only possible value"),
        (lambda: heedmap.lesson("words", query=4), ValueError, "query=4 is not a whole number from 0 to 3"),
        (lambda: heedmap.lesson("words", digits=11), ValueError, "digits=11 is not one of 'auto', 'full', '0'"),
        (lambda: heedmap.lesson("words", table="all"), ValueError, "table='all' is not one of True, False"),
        (lambda: heedmap.mask("causal", 8, kv_heads=3), ValueError, "kv_heads=3 is not one of '1', '2', '4', '8'"),
        (lambda: heedmap.mask("causal", 8, rows=9), ValueError, "rows=9 is not a whole number from 1 to 8"),
        (lambda: heedmap.mask("causal", 8, code="numpy"), ValueError, "A mask has no option 'code': it has seed, .*alibi"),
        (lambda: heedmap.contrast("late", axis="all"), ValueError, "The mistake 'late' has no option 'axis': it has seed, .*tokens"),
        (lambda: heedmap.contrast("late", tokens=99), ValueError, "tokens=99 is not a whole number from 1 to 16"),
        (lambda: heedmap.heatmap([[1, 2]], low=1, high=0), ValueError, "low=1 is not below high=0"),
        (lambda: heedmap.heatmap([[1, 2]], low="none"), ValueError, "low='none' is not a finite number"),
        (lambda: heedmap.contrast("none"), ValueError, "There is no mistake 'none'"),
        (lambda: heedmap.heatmap(np.zeros((2, 3, 4))), ValueError, r"\(2, 3, 4\), not \(queries, keys\)"),
        (lambda: heedmap.heatmap([[1, 2]], ["a", "b"]), ValueError, "There are 2 labels of queries for the shape"),
        (lambda: heedmap.heatmap([[1, 2]], digits=1.5), TypeError, "digits=1.5 is not a whole number"),
        (lambda: heedmap.heatmap([[1, 2]], digits="many"), ValueError, "digits='many' is not one of 'auto', 'full'"),
        (lambda: heedmap.heatmap([[1, 2]], digits=-1), ValueError, "digits=-1, but 0 to 10 decimals can be shown"),
        (lambda: heedmap.mask("causal", 3).save("x.eps"), ValueError, "x.eps ends in .eps"),
        (lambda: heedmap.mask("causal", 3).save("x.npz"), ValueError, "has no heads to write as .npz"),
        (lambda: heedmap.nothing, AttributeError, "no attribute 'nothing'"),
    ],
)
def test_what_does_not_exist_is_refused(make: Any, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        make()


#: What the page calls each limit, and where: a figure beyond it cannot be read.
LIMITS = {
    "mask": ("www/rooms/masks/settings.js", "MAX_SIDE", [lambda most: heedmap.mask("causal", most), lambda most: heedmap.mask("causal", 1, most)]),
    "matrix": (
        "www/format/parse.js", "LARGEST", [lambda most: heedmap.heatmap(np.zeros((most, 1))), lambda most: heedmap.heatmap(np.zeros((1, most)))]
    ),
    "digits": ("www/heatmap/input.js", "MAX_DECIMALS", [lambda most: heedmap.heatmap([[1, 2]], digits=most)]),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_those_of_the_page(name: str) -> None:
    path, constant, calls = LIMITS[name]
    source = FIXTURES.parent / path
    if not source.is_file():
        pytest.skip("the sources of the page are not here")
    said = re.search(rf"^export const {constant} = (\d+);", source.read_text(encoding="utf-8"), re.MULTILINE)
    assert said is not None
    most = int(said[1])
    for call in calls:
        assert payload_of(call(most))
        with pytest.raises(ValueError, match=str(most)):
            call(most + 1)


def test_dir_lists_what_the_package_has() -> None:
    assert [name for name in dir(heedmap) if not name.startswith("__")] == sorted(heedmap.__all__)


def test_a_picture_has_the_colors_of_the_cells_and_the_tokens(tmp_path: Path) -> None:
    numbers = np.array([[[1.0, 0.0], [0.5, 0.5]]])
    figure = heedmap.show(numbers, ["<a>", "b"])
    tree = ElementTree.parse(figure.save(tmp_path / "a.svg"))
    texts = [each.text for each in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("<a>") == 2
    png = figure.save(tmp_path / "a.png").read_bytes()
    width, height = struct.unpack(">II", png[16:24])
    assert (width, height) == (80, 80)
    length = struct.unpack(">I", png[33:37])[0]
    rows = np.frombuffer(zlib.decompress(png[41 : 41 + length]), np.uint8).reshape(80, 1 + 3 * 80)[:, 1:].reshape(80, 80, 3)
    corners = [rows[0, 0], rows[0, 79], rows[79, 0], rows[79, 79]]
    assert corners[0].sum() < corners[2].sum() < corners[1].sum(), "dark is much weight"
    np.testing.assert_array_equal(corners[2], corners[3])


def test_a_picture_of_q_and_k_has_the_weights_that_a_loop_computes(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    q, k = rng.normal(size=(2, 3, 4)), rng.normal(size=(1, 3, 4))
    figure = heedmap.show({"q": q, "k": k}, causal=True, softcap=2.0, window=2)
    assert figure._heads is not None
    for head in range(2):
        for row in range(3):
            exponents = {}
            for col in range(max(0, row - 1), row + 1):
                score = sum(q[head, row, at] * k[0, col, at] for at in range(4)) / 2
                exponents[col] = np.exp(2 * np.tanh(score / 2))
            expected = [exponents.get(col, 0) / sum(exponents.values()) for col in range(3)]
            np.testing.assert_allclose(figure._heads.matrix(0, head)[row], expected, atol=1e-6)


def test_numbers_are_written_as_they_were_given(tmp_path: Path) -> None:
    numbers = weights(2, 3, 4, 4)
    figure = heedmap.show(numbers, list("abcd"))
    with np.load(figure.save(tmp_path / "a.npz")) as archive:
        np.testing.assert_array_equal(archive["attention"], numbers)
    assert json.loads((tmp_path / "a.json").read_text())["tokens"] == list("abcd")


def test_the_wheel_carries_the_scripts_of_every_room() -> None:
    static = resources.files("heedmap") / "static"
    page = json.loads((static / "page.json").read_text())
    names = {name for room in page["scripts"].values() for scripts in room.values() for name in scripts}
    shells = {"shell-en", "shell-es", "shell-pt"}
    rooms = {"program", "maps", "masks", "learn", "matrices", "whole", "contrast"}
    assert shells | rooms | {"frame", "es", "pt"} == names
    assert (static / "widget.js").is_file()
    for name in names:
        assert len((static / f"{name}.txt").read_text()) > 1000
    assert (resources.files("heedmap") / "py.typed").is_file()
    wheels = list(Path("dist").glob("*.whl"))
    if wheels:
        assert wheels[0].stat().st_size < 2_000_000
        inside = zipfile.ZipFile(wheels[0]).namelist()
        assert {f"heedmap/static/{name}.txt" for name in names} <= set(inside)
        licenses = ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt")
        assert sum(name.endswith(licenses) for name in inside) == 3


def test_a_figure_has_the_licenses_of_the_code_in_it() -> None:
    text = unpacked((Path(heedmap.__file__).parent / "static/frame.txt").read_text()).decode()
    for title in ("nalgebra", "libm", "preact", "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION"):
        assert title in text
    assert (Path(heedmap.__file__).parent / "static/frame.txt").read_text() in heedmap.show(weights(1, 2, 2)).to_html()


def test_importing_loads_neither_numpy_nor_anything_slow() -> None:
    code = "import sys, heedmap; print(sorted({'numpy', 'torch', 'jax', 'anywidget'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_names_are_listed_once() -> None:
    assert len(dir(heedmap)) == len(set(dir(heedmap)))
    assert set(heedmap.__all__) <= set(dir(heedmap))


def test_the_command_writes_figures_and_says_what_it_cannot_do(tmp_path: Path) -> None:
    np.save(tmp_path / "heads.npy", weights(2, 3, 3))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "heedmap", *words], capture_output=True, text=True, cwd=tmp_path)

    done = run("heads.npy", "--tokens", "a b c", "--head", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("heads.html: 1 layer × 2 heads, 3 tokens")
    assert "head=0:1" in (tmp_path / "heads.html").read_text()
    assert run("--mask", "causal", "-o", "m.html").returncode == 0
    picture = run("heads.npy", "-o", "head.svg")
    assert picture.stdout.endswith(f", {size_text((tmp_path / 'head.svg').stat().st_size)}\n")
    assert "argument --layers: 'a' is not a list of whole numbers, such as 0,5" in run("heads.npy", "--layers", "a").stderr
    np.save(tmp_path / "ones.npy", np.ones((2, 2)))
    warned = run("ones.npy")
    assert (warned.returncode, warned.stderr.splitlines()[0][:41]) == (0, "heedmap: Not all rows of ones.npy are att")
    assert len(warned.stderr.splitlines()) == 1
    assert run("ones.npy", "--kind", "difference").stderr == ""
    failed = run("none.npy")
    assert (failed.returncode, failed.stderr) == (1, "heedmap: none.npy is not a file.\n")
    assert run("heads.npy", "--bits", "7").returncode == 2
    assert run().returncode == 2


def test_packing_is_deflated() -> None:
    assert len(letters(deflated(bytes(100_000)))) < 300
    assert numbers_in(heedmap.show(np.zeros((1, 4, 4)), kind="difference"))["attention"].sum() == 0


def test_a_widget_opens_what_is_set_and_says_what_its_link_has() -> None:
    pytest.importorskip("anywidget")
    live = heedmap.show(np.full((3, 2, 4, 4), 1 / 4), list("abcd"), layers=[0, 2]).widget()
    assert (live.layer, live.head, live.query, live.key) == (None, None, None, None)
    live.layer = 2
    assert "head=1:0" in live.link.split("&")
    live.query, live.key = 3, 1
    assert "cursor=3:1" in live.link.split("&")
    live.link = live.link.replace("head=1:0", "head=0:1").replace("cursor=3:1", "cursor=0:2")
    assert (live.layer, live.head, live.query, live.key) == (0, 1, 0, 2)
    live.query = None
    assert "cursor" not in live.link
    assert live.key is None
    with pytest.raises(Exception, match="layer=1, but there are 2, from 0 to 2"):
        live.layer = 1


def test_a_query_that_is_set_alone_selects_the_key_that_it_attends_to_most() -> None:
    pytest.importorskip("anywidget")
    live = heedmap.show(np.eye(4)[None]).widget()
    live.query = 2
    assert (live.query, live.key) == (2, 2)


def test_widgets_share_their_scripts_and_hold_their_numbers_as_bytes() -> None:
    pytest.importorskip("anywidget")
    figure = heedmap.show(weights(2, 3, 3), [HOSTILE, "b", "c"])
    first, second = figure.widget(), heedmap.show(weights(2, 3, 3)).widget()
    assert first.program is second.program
    assert len(first.program.scripts) > 100_000
    assert len(first.get_state(["page", "data", "link", "_esm"])["page"]) < 10_000
    assert bytes_of(payload_of(figure)["files"][0]["data"]) == first.data
    assert first.page.count("<script") == 3
    assert json.loads(re.search(r'id="heedmap-figure">(.*?)</script>', first.page)[1])["live"] is True  # type: ignore[index]
    assert heedmap.mask("causal", 4).widget().program is not first.program
