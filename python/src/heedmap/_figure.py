"""A figure: what a notebook displays and `save` writes."""

from __future__ import annotations

import html
import json
import os
import tempfile
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import numpy as np

from ._heads import Heads
from ._numbers import Bits, size_text
from ._numbers_of import decimal, file_of, renamed, tensors_of, write_numbers
from ._options import check_option
from ._page import Room, deflated, filled, html_of, page, words
from ._picture import png_of, svg_of
from ._rounding import weight_error
from ._settings import Colormap, Kind, Language, Theme, View

if TYPE_CHECKING:
    from ._widget import Widget

#: The cells of a head that the page holds; the weights of larger ones are computed, or read, when they are looked at.
MOST_CELLS = 1 << 24

#: Sets the height of the frames of a notebook to that of their figures. It runs once for each cell and installs one listener.
_HEIGHTS = (
    "(() => { if (window.heedmapHeights) return; window.heedmapHeights = true;"
    " const frames = (root) => [...root.querySelectorAll('*')].flatMap((each) =>"
    " each.shadowRoot ? frames(each.shadowRoot) : each.dataset?.heedmap === 'figure' ? [each] : []);"
    " addEventListener('message', ({ source, data }) => {"
    " if (data?.type !== 'heedmap:height' || !(data.height > 0)) return;"
    " for (const frame of frames(document)) if (frame.contentWindow === source)"
    " frame.style.height = `${Math.min(data.height, 20000)}px`; }); })()"
)


@dataclass(frozen=True)
class Look:
    """How a figure looks, whatever it shows."""

    colormap: Colormap = "ember"
    theme: Theme | None = None
    language: Language = "en"
    title: str | None = None
    height: int | None = None

    def __post_init__(self) -> None:
        said = page()
        check_option("colormap", self.colormap, said["colormaps"])
        check_option("theme", self.theme, ["light", "dark", None])
        check_option("language", self.language, list(said["words"]))
        if self.height is not None and (isinstance(self.height, bool) or not isinstance(self.height, (int, np.integer)) or self.height < 1):
            raise ValueError(f"height={self.height!r} is not a whole number of pixels above 0")


class Figure:
    """An interactive figure. A notebook displays it; `save` and `to_html` write it as one file that works offline.

    Functions such as `heedmap.show` make figures.

    >>> import heedmap
    >>> figure = heedmap.mask("causal", 4)
    >>> "<title>Mask: causal</title>" in figure.to_html()
    True
    """

    def __init__(
        self,
        room: Room,
        look: Look,
        *,
        title: str,
        what: str,
        link: str = "",
        payload: Mapping[str, Any] | None = None,
        note: str = "",
        heads: Heads | None = None,
        opened: tuple[int, int] | None = None,
        large: bool = False,
    ) -> None:
        self._room = room
        self._look = look
        self._title = look.title or title
        self._what = what
        self._link = link
        self._payload = dict(payload or {})
        self._note = note
        self._heads = heads
        self._opened = opened
        # Whether a head may be too large for the page to hold.
        self._large = large
        self._html: str | None = None

    @classmethod
    def of_state(cls, room: Room, state: Mapping[str, str], look: Look, *, title: str, what: str) -> Figure:
        """A figure whose state is all that it needs."""
        return cls(room, look, title=title, what=what, link=link_of(state, look))

    @classmethod
    def of_heads(
        cls,
        parts: Sequence[tuple[str | None, Heads, Bits]],
        look: Look,
        state: Mapping[str, str],
        *,
        picture: tuple[str, bytes] | None = None,
    ) -> Figure:
        """A figure of heads with their numbers. An encoder-decoder model has several parts, any other model one without a name."""
        _, heads, bits = parts[0]
        stored = [tensors_of(each, of_part) for _, each, of_part in parts]
        tensors = stored[0]
        said = words(look.language)
        layers, count, queries, keys = heads.shape
        named = filled(
            said["head" if count == 1 else "heads"], {"layers": layers, "heads": count, "name": heads.name}
        )
        if bits == 32:
            text, error = said["exact"], 0.0
        elif heads.computed is None:
            text, error = said["rounded"], tensors[0].error
        else:
            text, error = said["computed"], weight_error(heads, *tensors[:2])
        rounded = filled(text, {"what": named, "bits": bits, "error": decimal(error, look)})
        others = renamed(heads)
        files = [file_of(each, numbers, part) for (part, each, _), numbers in zip(parts, stored)]
        if picture is not None:
            files.append({"name": picture[0], "data": deflated(picture[1])})
        extent = f"{keys} tokens" if queries == keys else f"{queries} queries, {keys} keys"
        place = state.get("head")
        return cls(
            "maps",
            look,
            title=named,
            what=f"{layers} layer{'s' * (layers != 1)} × {count} head{'s' * (count != 1)}, {extent}",
            link=link_of({"room": "maps", **state}, look),
            payload={"files": files},
            note=" ".join([rounded, *others, *heads.notes]),
            heads=heads,
            opened=None if place is None else (int(place.split(":")[0]), int(place.split(":")[1])),
            large=queries * (keys + heads.sinks) > MOST_CELLS,
        )

    @classmethod
    def of_file(
        cls, path: Path, look: Look, view: View = "map", *, tokens: list[str] | None = None, kind: Kind | None = None
    ) -> Figure:
        """A figure of a file, which the page itself reads; `kind` is the one of its metadata."""
        content = path.read_bytes()
        files = [{"name": path.name, "data": deflated(content)}]
        if tokens is not None:
            files.append({"name": "tokens.json", "data": deflated(json.dumps(tokens).encode())})
        if kind is not None:
            files.append({"name": "kind.json", "data": deflated(json.dumps({"metadata": {"kind": kind}}).encode())})
        return cls(
            "maps",
            look,
            title=path.name,
            what=path.name,
            link=link_of({"room": "maps", **({} if view == "map" else {"view": view}), **state_of_kind(kind)}, look),
            payload={"files": files},
            # The queries and keys of such a head are as many numbers at least, of 16 bits.
            large=len(content) >= 4 * isqrt(MOST_CELLS),
        )

    def to_html(self) -> str:
        """The figure as the text of one HTML page, which makes no request.

        >>> import heedmap
        >>> heedmap.lesson("words").to_html()[:15]
        '<!doctype html>'
        """
        if self._html is None:
            self._html = html_of(
                self._room,
                {**self._common(), **self._payload},
                title=self._title,
                note=self._note,
                language=self._look.language,
                theme=self._look.theme,
                large=self._large,
            )
        return self._html

    def _common(self) -> dict[str, Any]:
        return {"room": self._room, "link": self._link, "language": self._look.language, "heads": None}

    def widget(self) -> Widget:
        """The figure as a live widget, whose `layer`, `head`, `query` and `key` follow what is chosen in it and can be set.

        It needs `pip install "heedmap[widget]"`, and a running kernel: exported notebooks show `Figure`, not the widget.

        Returns:
            A widget of anywidget. Figures without heads have only `link`.

        ```python
        live = heedmap.show(outputs, tokens).widget()
        live                                   # in one cell
        live.layer, live.head, live.query      # in another one: what was clicked
        live.head = 3                          # opens another head
        ```
        """
        from ._widget import widget_of

        files = self._payload.get("files", [])
        first = files[0]["data"] if files else b""
        payload: dict[str, Any] = {**self._common(), **self._payload, "live": True}
        if files:
            payload["files"] = [{**files[0], "data": None}, *files[1:]]
        return widget_of(
            self._room,
            payload,
            first,
            self._look,
            title=self._title,
            note=self._note,
            link=self._link,
            heads=self._heads,
            large=self._large,
        )

    @property
    def description(self) -> str:
        """What the figure shows, in a few words."""
        return self._what

    @property
    def size(self) -> int:
        """The size of the HTML page in bytes."""
        return len(self.to_html().encode())

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        layer: int | None = None,
        head: int | None = None,
        heads: Sequence[tuple[int, int]] | None = None,
        dpi: int | None = None,
        **print_options: Any,
    ) -> Path:
        """Writes the figure. The ending of the name says what is written.

        Args:
            path: `.html`, the interactive figure; `.safetensors` or `.npz`, the numbers as they were given (beside a .npz,
                a .json with tokens and metadata); `.pdf`, heads for print; `.svg`, one head with its tokens; `.png`, the cells
                of one head. With `heads`, `dpi` or any further option, .svg and .png are for print, too.
            layer: The layer of a picture; by default the open one.
            head: The head of a picture.
            heads: For print: layers and heads, such as `[(2, 9), (0, 2)]`, side by side with (a), (b), and so on.
            dpi: For print: the resolution of a .png; by default 300.
            print_options: For print: those of `to_matplotlib`.

        Returns:
            The path.

        >>> import tempfile, heedmap
        >>> folder = tempfile.mkdtemp()
        >>> heedmap.lesson("words").save(f"{folder}/words.html").name
        'words.html'
        """
        path = Path(path)
        ending = path.suffix.lower()
        is_print = ending == ".pdf" or heads is not None or dpi is not None or bool(print_options)
        if is_print and ending not in (".pdf", ".svg", ".png"):
            raise ValueError(f"{path.name} is not for print: a .pdf, .svg or .png has a width, a font_size and chosen heads")
        if ending in (".html", ".htm"):
            path.write_text(self.to_html(), encoding="utf-8", newline="\n")
            return path
        if ending not in (".pdf", ".svg", ".png", ".npz", ".safetensors"):
            raise ValueError(f"{path.name} ends in {ending or 'nothing'}: .html, .pdf, .svg, .png, .npz and .safetensors can be written")
        if self._heads is None:
            raise ValueError(f"{self._what} has no heads to write as {ending}: save it as .html, and a picture from the page")
        if ending in (".npz", ".safetensors"):
            write_numbers(path, self._heads, ending)
            return path
        at, which = self._picture_of(self._heads, layer, head)
        if is_print:
            from ._print import Print, write_drawing

            drawing = self.to_matplotlib(heads, layer=layer, head=head, **print_options)
            write_drawing(drawing, path, Print(**print_options), dpi, self._title)
            return path
        matrix = self._heads.columns(at, which)
        if ending == ".png":
            path.write_bytes(png_of(matrix, self._look))
            return path
        named = {"layer": self._heads.layers[at], "head": self._heads.heads[which]}
        title = f"{filled(words(self._look.language)['called'], named)}, {self._heads.name}"
        path.write_text(svg_of(matrix, self._heads, self._look, title=title), encoding="utf-8", newline="\n")
        return path

    def to_matplotlib(
        self,
        heads: Sequence[tuple[int, int]] | None = None,
        *,
        layer: int | None = None,
        head: int | None = None,
        **print_options: Any,
    ) -> Any:
        """Heads as a figure of matplotlib, at its size on paper. It needs `pip install "heedmap[print]"`.

        Args:
            heads: Layers and heads, such as `[(2, 9), (0, 2)]`; by default `layer` and `head`, or the open one.
            layer: The layer of a single head.
            head: The head of a single head.
            print_options: `width`, such as `"84mm"` or `"3.3in"`, by default `"85mm"`; `font_size` in points, by default 7;
                `font`, `"serif"`, `"sans"` or the name of a font of matplotlib; `columns`, heads side by side, by default 2;
                `background`, `"white"` or `"none"`; and `letters`, `names`, `legend` and `digits`, whether the figure has them.

        Returns:
            A `matplotlib.figure.Figure`, whose axes can be changed. Every text has the size that was asked for.
        """
        from ._print import Print, drawing_of

        if self._heads is None:
            raise ValueError(f"{self._what} has no heads to draw")
        known = list(Print.__dataclass_fields__)
        for name in print_options:
            if name not in known:
                raise TypeError(f"there is no option {name}: a figure for print has {', '.join(known)}")
        if heads is None:
            places = [self._picture_of(self._heads, layer, head)]
        elif layer is not None or head is not None:
            raise ValueError("heads names all heads: leave layer and head out")
        else:
            places = [self._picture_of(self._heads, *_pair(each)) for each in heads]
        return drawing_of(self._heads, places, self._look, Print(**print_options))

    def open(self) -> Path:
        """Opens the figure in a browser, from a temporary file, and returns its path. Useful in a script."""
        folder = Path(tempfile.mkdtemp(prefix="heedmap-"))
        path = self.save(folder / "figure.html")
        webbrowser.open(path.as_uri())
        return path

    def _picture_of(self, heads: Heads, layer: int | None, head: int | None) -> tuple[int, int]:
        at, which = self._opened or (0, 0)
        for wanted, names, what in ((layer, heads.layers, "layer"), (head, heads.heads, "head")):
            if wanted is not None and wanted not in names:
                raise ValueError(f"{what}={wanted}, but there are {len(names)}, from {names[0]} to {names[-1]}")
        return (
            at if layer is None else heads.layers.index(layer),
            which if head is None else heads.heads.index(head),
        )

    def _repr_html_(self) -> str:
        """A sandboxed frame with the whole page in it, as high as its figure."""
        text = html.escape(self.to_html(), quote=False).replace('"', "&quot;")
        height = self._look.height or (640 if self._room != "maps" else 900)
        title = html.escape(self._title)
        return (
            f'<iframe data-heedmap="figure" sandbox="allow-scripts" title="{title}" '
            f'style="width: 100%; height: {height}px; border: 0" srcdoc="{text}"></iframe><script>{_HEIGHTS}</script>'
        )

    def __repr__(self) -> str:
        return f"<heedmap.Figure: {self._what}, {size_text(self.size)}>"


def _pair(head: Any) -> tuple[int, int]:
    pair = tuple(head) if isinstance(head, (tuple, list, np.ndarray)) else ()
    if len(pair) != 2 or not all(isinstance(each, (int, np.integer)) for each in pair):
        raise ValueError(f"heads has pairs of a layer and a head, such as (2, 9), not {head!r}")
    return int(pair[0]), int(pair[1])


def state_of_kind(kind: Kind | None) -> dict[str, str]:
    """What the page must know of numbers of a kind. The colors of weights end at 1, where most differences are pale."""
    return {"scale": "largest"} if kind == "difference" else {}


def link_of(state: Mapping[str, str], look: Look) -> str:
    """A state as the fragment of an address."""
    fields = {"v": "1", **state, "language": look.language}
    if look.colormap != "ember":
        fields["map"] = look.colormap
    if look.theme:
        fields["theme"] = look.theme
    return fragment_of(fields)


def fragment_of(state: Mapping[str, str]) -> str:
    """Names and values as a link has them."""
    return urlencode(state, safe=":,()=", quote_via=quote)


def best_key(heads: Heads, layer: int, head: int, query: int) -> int | None:
    """The key to which a query attends most; layer and head by place. None where the weights are missing."""
    weights = heads.row(layer, head, query)
    return None if np.isnan(weights).all() else int(np.nanargmax(weights))
