"""The page of a figure: the template of the build, filled in."""

from __future__ import annotations

import base64
import html
import json
import re
import secrets
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Literal, TypedDict

import numpy as np

from ._settings import Language, Theme

Room = Literal["learn", "masks", "maps", "contrast"]

#: The endings of archives that the page opens as stores of texts.
ARCHIVES = (".zarr.zip", ".headvis.zip")


class Words(TypedDict):
    """What figures say in one language, with marks such as `@@name@@` in place of values."""

    about: str
    needs: str
    mask: str
    head: str
    heads: str
    called: str
    exact: str
    rounded: str
    computed: str
    lessons: dict[str, str]
    contrasts: dict[str, str]
    axes: dict[str, str]


class Page(TypedDict):
    """What the build writes into `static/page.json`."""

    letters: str
    pages: dict[str, str]
    words: dict[str, Words]
    scripts: dict[str, dict[str, list[str]]]
    views: list[str]
    patches: list[str]
    colormaps: list[str]
    inks: dict[str, dict[str, str]]
    ramps: dict[str, dict[str, str]]


@lru_cache(maxsize=None)
def _static(name: str) -> str:
    return (resources.files(__package__) / "static" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=None)
def page() -> Page:
    """What the build wrote for Python."""
    try:
        found: Page = json.loads(_static("page.json"))
    except FileNotFoundError as error:
        raise RuntimeError("heedmap was installed without its scripts: `cargo xtask python` builds a wheel") from error
    return found


def words(language: Language) -> Words:
    """What figures say in a language."""
    return page()["words"][language]


def filled(text: str, values: Mapping[str, object]) -> str:
    """A text with its marks replaced, all at once: a value may hold a mark.

    >>> filled("@@a@@ of @@b@@", {"a": 1, "b": "@@a@@"})
    '1 of @@a@@'
    """
    return re.sub(r"@@(\w+)@@", lambda found: str(values.get(found[1], found[0])), text)


def scripts_of(room: Room, language: Language, large: bool = False, more: Sequence[str] = ()) -> str:
    """The packed scripts of a figure, as JSON.

    With `large`, the kernels are among them, which heads need that are too large to hold. `more` names those of views
    that few figures show.
    """
    names = [*page()["scripts"][room][language], *(["kernels"] if large else []), *more]
    return json.dumps([_static(f"{name}.txt") for name in names], separators=(",", ":"))


def html_of(
    room: Room,
    payload: Mapping[str, Any],
    *,
    title: str,
    note: str,
    language: Language,
    theme: Theme | None,
    large: bool = False,
    scripts: str | None = None,
) -> str:
    """A figure as one page, as the page's own *Save as HTML* writes it.

    `payload` may hold bytes, which become letters. `scripts` is what stands in place of the scripts.
    """
    kinds = ["maps" if room == "maps" else "other"]
    if theme:
        kinds.append("theme")
    if note:
        kinds.append("note")
    said = words(language)
    # Less-than signs are the only way out of a block of JSON.
    data = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), default=letters).replace("<", "\\u003c")
    values = {
        "language": language,
        "theme": theme or "",
        "nonce": base64.b64encode(secrets.token_bytes(18)).decode(),
        "title": _escaped(title),
        "note": _escaped(note),
        "about": _escaped(said["about"]),
        "needs": _escaped(said["needs"]),
        "payload": data,
        "scripts": scripts_of(room, language, large, more_scripts(room, payload)) if scripts is None else scripts,
    }
    return filled(page()["pages"]["-".join(kinds)], values)


def more_scripts(room: Room, payload: Mapping[str, Any]) -> list[str]:
    """The scripts of a figure that shows a store of texts, picked keys, or weights over a picture."""
    if any(file["name"].lower().endswith(ARCHIVES) for file in payload.get("files", [])):
        return ["views", "corpus"]
    return ["views"] if room == "maps" and re.search(r"(^|&)view=(picked|image)", str(payload.get("link", ""))) is not None else []


def _escaped(text: str) -> str:
    shown = re.sub(r"[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", "\ufffd", text)
    return html.escape(shown, quote=False).replace('"', "&quot;")


def deflated(data: bytes, size: int | None = None) -> bytes:
    """Bytes, deflated, as figures hold them; as a part of `size` bytes, if it is given."""
    # Large maps repeat little but zeros: looking for runs alone is three times as fast, and makes them smaller.
    strategy = zlib.Z_RLE if (size or len(data)) > 1 << 20 else zlib.Z_DEFAULT_STRATEGY
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, strategy)
    return compressor.compress(data) + compressor.flush()


def letters(data: bytes) -> str:
    """Bytes as letters: 13 bits in two of them (`www/page/frame/packed.js`).

    >>> letters(b"") == ""
    True
    """
    alphabet = np.frombuffer(page()["letters"].encode("ascii"), dtype=np.uint8).astype("<u2")
    values = np.arange(1 << 13)
    pairs = alphabet[values % len(alphabet)] | alphabet[values // len(alphabet)] << 8
    # 13 bytes are 8 pairs; the zeros that fill the last 13 bytes are cut off again.
    rows = np.frombuffer(data + bytes(-len(data) % 13), dtype=np.uint8).reshape(-1, 13)
    found = np.empty((len(rows), 8), "<u2")
    for place in range(8):
        first, shift = divmod(13 * place, 8)
        bits = rows[:, first].astype(np.uint32)
        for more, column in enumerate(rows[:, first + 1 : first + 3].T, 1):
            bits |= column.astype(np.uint32) << (8 * more)
        found[:, place] = pairs[bits >> shift & 8191]
    whole, rest = divmod(8 * len(data), 13)
    count = 2 * whole + (0 if rest == 0 else 1 if rest <= 6 else 2)
    return found.tobytes()[:count].decode("ascii")
