"""`Figure.widget()`: the figure as a live widget, by anywidget."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any
from urllib.parse import parse_qsl

try:
    import anywidget
    import ipywidgets  # type: ignore[import-untyped, unused-ignore]
    import traitlets
except ImportError as error:
    raise ImportError('widget() needs anywidget: pip install "heedmap[widget]"') from error

from ._look import Look, best_key, fragment_of
from ._heads import Heads
from ._page import Room, html_of, more_scripts, scripts_of
from ._settings import Language


class Program(ipywidgets.Widget):  # type: ignore[misc, unused-ignore]
    """The scripts of figures. All widgets of a room and a language share one, so that a notebook holds it once."""

    scripts = traitlets.Bytes().tag(sync=True)


class Widget(anywidget.AnyWidget):
    """A live figure.

    Attributes:
        layer: The layer that is open; None until the figure has opened a head.
        head: The head that is open.
        query: The query that is selected, counted from 0; None if there is none.
        key: The key that is selected; None for the column of a learned sink.
        link: The whole state of the figure, as in an address.

    All of them change when a reader chooses something in the figure, and can be set. Figures without heads have only `link`.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    program = traitlets.Instance(Program).tag(sync=True, **ipywidgets.widget_serialization)
    page = traitlets.Unicode().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    link = traitlets.Unicode().tag(sync=True)
    layer = traitlets.Int(None, allow_none=True)
    head = traitlets.Int(None, allow_none=True)
    query = traitlets.Int(None, allow_none=True)
    key = traitlets.Int(None, allow_none=True)

    def __init__(self, heads: Heads | None, **traits: Any) -> None:
        self._shown = heads
        self._follows = True
        super().__init__(**traits)

    @traitlets.validate("layer", "head", "query", "key")
    def _check(self, proposal: Any) -> int | None:
        value: int | None = proposal["value"]
        name: str = proposal["trait"].name
        if value is None:
            return None
        if self._shown is None:
            raise traitlets.TraitError(f"{name}={value}, but this figure has no heads")
        _, _, queries, keys = self._shown.shape
        names = {
            "layer": self._shown.layers,
            "head": self._shown.heads,
            "query": range(queries),
            "key": range(keys),
        }[name]
        if value not in names:
            raise traitlets.TraitError(f"{name}={value}, but there are {len(names)}, from {names[0]} to {names[-1]}")
        return value

    @traitlets.observe("link")
    def _read(self, change: Any) -> None:
        """The head and the cell that a link is of."""
        if self._shown is None or not self._follows:
            return
        state = dict(parse_qsl(self.link))
        place = _pair(state.get("head"), (len(self._shown.layers), len(self._shown.heads)))
        if place is None and change["old"]:
            # The figure writes no head where it chose the first one.
            place = (0, 0)
        queries, keys = self._shown.shape[2:]
        cell = _pair(state.get("cursor"), (queries, keys + self._shown.sinks))
        self._follows = False
        try:
            self.layer = None if place is None else self._shown.layers[place[0]]
            self.head = None if place is None else self._shown.heads[place[1]]
            column = None if cell is None else cell[1] - self._shown.sinks
            self.query = None if cell is None else cell[0]
            # The column of a learned sink is not a key.
            self.key = None if column is None or column < 0 else column
        finally:
            self._follows = True

    @traitlets.observe("layer", "head", "query", "key")
    def _write(self, change: Any) -> None:
        """The link of the head and the cell that were set."""
        if self._shown is None or not self._follows:
            return
        heads = self._shown
        state = dict(parse_qsl(self.link))
        at = heads.layers.index(self.layer) if self.layer is not None else 0
        which = heads.heads.index(self.head) if self.head is not None else 0
        if self.layer is not None or self.head is not None:
            state["head"] = f"{at}:{which}"
        query, key = self.query, self.key
        if change["name"] in ("query", "key") and change["new"] is None:
            query = key = None
        elif query is not None and key is None:
            key = best_key(heads, at, which, query)
        elif key is not None and query is None:
            query = 0
        state.pop("cursor", None)
        if query is not None and key is not None:
            state["cursor"] = f"{query}:{key + heads.sinks}"
        self.link = fragment_of(state)


def _pair(text: str | None, ends: tuple[int, ...]) -> tuple[int, int] | None:
    """Two numbers of a link; None for anything else.

    >>> _pair("1:2", (2, 3)), _pair("none", (2, 3)), _pair("2:0", (2, 3))
    ((1, 2), None, None)
    """
    parts = (text or "").split(":")
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        return None
    first, second = int(parts[0]), int(parts[1])
    return (first, second) if first < ends[0] and second < ends[1] else None


_programs: dict[tuple[Room, Language, bool, bool], Program] = {}


def _program(room: Room, language: Language, large: bool, is_store: bool) -> Program:
    """The scripts of a room, sent once for each kernel."""
    which = (room, language, large, is_store)
    known = _programs.get(which)
    if known is None or known.comm is None:
        more = ["views", *(["corpus"] if is_store else [])] if room == "maps" else []
        known = _programs[which] = Program(scripts=scripts_of(room, language, large, more).encode())
    return known


@lru_cache(maxsize=None)
def _module() -> str:
    return (resources.files(__package__) / "static" / "widget.js").read_text(encoding="utf-8")


def widget_of(
    room: Room,
    payload: Mapping[str, Any],
    data: bytes,
    look: Look,
    *,
    title: str,
    note: str,
    link: str,
    heads: Heads | None,
    large: bool,
) -> Widget:
    """A widget of a figure. `data` stands in place of the numbers in the payload."""
    page = html_of(
        room,
        {**payload, "link": "@@link@@"},
        title=title,
        note=note,
        language=look.language,
        theme=look.theme,
        scripts="@@scripts@@",
    )
    return Widget(
        heads,
        _esm=_module(),
        program=_program(room, look.language, large, "corpus" in more_scripts(room, payload)),
        page=page,
        data=data,
        title=title,
        height=look.height or (900 if room == "maps" else 640),
        link=link,
    )
