"""A figure: what a notebook displays and `save` writes."""

from __future__ import annotations

import html
import json
import os
import tempfile
import webbrowser
from collections.abc import Mapping, Sequence
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._heads import Heads
from ._look import Look, link_of, state_of_kind
from ._numbers import Bits, size_text
from ._numbers_of import decimal, file_of, renamed, tensors_of
from ._page import Room, deflated, filled, html_of, words
from ._picture import write_picture
from ._rounding import weight_error
from ._saved import Kept, heads_of_part, numbers_size, pair_of, place_of, write_numbers
from ._settings import Kind, View

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
        parts: Sequence[tuple[str | None, Heads]] = (),
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
        self._parts = parts
        self._heads = parts[0][1] if parts else None
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
        extent = f"{keys} tokens" if queries == keys else f"{queries} {'query' if queries == 1 else 'queries'}, {keys} keys"
        place = state.get("head")
        return cls(
            "maps",
            look,
            title=named,
            what=f"{layers} layer{'s' * (layers != 1)} × {count} head{'s' * (count != 1)}, {extent}",
            link=link_of({"room": "maps", **state}, look),
            payload={"files": files},
            note=" ".join([rounded, *others, *heads.notes]),
            parts=[(part, each) for part, each, _ in parts],
            opened=None if place is None else (int(place.split(":")[0]), int(place.split(":")[1])),
            large=queries * (keys + heads.sinks) > MOST_CELLS,
        )

    @classmethod
    def of_file(cls, path: Path, look: Look, view: View = "map", *, beside: Path | None = None, **said: Any) -> Figure:
        """A figure of a file, which the page itself reads, and of the one beside it with its metadata; `said` is that of `of_packed`."""
        figure = cls.of_packed(path.name, path.read_bytes(), look, view, **said)
        if beside is not None and beside.is_file():
            figure._payload["files"].append({"name": beside.name, "data": deflated(beside.read_bytes())})
        return figure

    @classmethod
    def of_packed(
        cls, name: str, content: bytes, look: Look, view: View = "map", *, tokens: list[str] | None = None, kind: Kind | None = None
    ) -> Figure:
        """The same of the content of a file, or of an archive of a store; `kind` is that of its metadata."""
        files = [{"name": name, "data": deflated(content)}]
        if tokens is not None:
            files.append({"name": "tokens.json", "data": deflated(json.dumps(tokens).encode())})
        if kind is not None:
            files.append({"name": "kind.json", "data": deflated(json.dumps({"metadata": {"kind": kind}}).encode())})
        return cls(
            "maps",
            look,
            title=name,
            what=name,
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
        layers: Sequence[int] | None = None,
        part: str | None = None,
        bits: Bits | None = None,
        most: int | None = None,
        weights: bool = False,
        dpi: int | None = None,
        **print_options: Any,
    ) -> Path:
        """Writes the figure. The ending of the name says what is written.

        Args:
            path: `.html`, the interactive figure; `.safetensors` or `.npz`, the numbers (beside a .npz, a .json with tokens and metadata);
                `.pdf`, heads for print; `.svg`, one head with its tokens; `.png`, the cells of one head. With `heads`, `dpi` or any
                further option, .svg and .png are for print, too.
            layer: The layer of one head; of a picture, by default the open one.
            head: The same of a head.
            heads: Only these layers and heads, such as `[(2, 9), (0, 2)]`. For print, they stand side by side with (a), (b), and so on.
            layers: Only these layers, in .html, .safetensors or .npz.
            part: Of a figure with several parts: only this one. Pictures are of the first part without it.
            bits: 8, 16 or 32 for each number; without it, numbers are written as they were given, or as the figure has them in .html. 8 is for
                .html and .safetensors.
            most: How many weights of each row are kept, from the largest; the others are 0. Of q and k, the weights are computed for it.
            weights: Whether weights are written in place of q and k.
            dpi: For print: the resolution of a .png; by default 300.
            print_options: For print: those of `to_matplotlib`.

        Returns:
            The path. `saved_size` says beforehand how many bytes there will be.

        >>> import tempfile, heedmap
        >>> folder = tempfile.mkdtemp()
        >>> heedmap.lesson("words").save(f"{folder}/words.html").name
        'words.html'
        """
        path = Path(path)
        ending = path.suffix.lower()
        is_picture = ending in (".pdf", ".svg", ".png")
        if not is_picture:
            for name in ("dpi", *print_options):
                if name != "dpi" or dpi is not None:
                    raise ValueError(f"{name}= is for print, and {path.name} is not: a .pdf, .svg or .png is")
            shown = self._kept(path, Kept(part, layers, self._one(layer, head, heads), bits, most, weights))
            if isinstance(shown, Figure):
                path.write_text(shown.to_html(), encoding="utf-8", newline="\n")
            else:
                write_numbers(path, shown, bits)
            return path
        if refused := Kept(layers=layers, bits=bits, most=most, weights=weights).given():
            raise ValueError(f"{refused[0]}= is for .html, .safetensors and .npz, and {path.name} is a picture")
        if not self._parts:
            raise ValueError(f"{self._what} has no heads to write as {ending}: save it as .html, and a picture from the page")
        of_part = heads_of_part(self._parts, part)
        if ending == ".pdf" or heads is not None or dpi is not None or print_options:
            from ._print import Print, write_drawing

            drawing = self.to_matplotlib(heads, layer=layer, head=head, part=part, **print_options)
            write_drawing(drawing, path, Print(**print_options), dpi, self._title)
            return path
        write_picture(path, of_part, place_of(of_part, layer, head, self._place_in(of_part)), self._look)
        return path

    def saved_size(self, ending: str | os.PathLike[str], **kept: Any) -> int:
        """How many bytes `save` will write. `ending` is `".html"`, `".safetensors"`, `".npz"` or a path, and the options are `part`, `layers`,
        `heads`, `bits`, `most` and `weights` of `save`.

        >>> import heedmap
        >>> figure = heedmap.show([[1 / 64] * 64] * 64)
        >>> figure.saved_size(".safetensors") - figure.saved_size(".safetensors", bits=8) > 12_000
        True
        """
        path = Path(f"figure{ending}") if str(ending).startswith(".") else Path(ending)
        shown = self._kept(path, Kept(**kept))
        return shown.size if isinstance(shown, Figure) else numbers_size(path, shown, kept.get("bits"))

    def _kept(self, path: Path, kept: Kept) -> Figure | list[tuple[str | None, Heads]]:
        """What is written to a file: a figure, or heads as numbers."""
        ending = path.suffix.lower()
        is_page = ending in (".html", ".htm")
        if not is_page and ending not in (".npz", ".safetensors"):
            raise ValueError(f"{path.name} ends in {ending or 'nothing'}: .html, .pdf, .svg, .png, .npz and .safetensors can be written")
        if is_page and not kept.given():
            return self
        if not self._parts:
            what = f"with {kept.given()[0]}=" if is_page else f"as {ending}"
            raise ValueError(f"{self._what} has no heads to write {what}: save it as .html, and a picture from the page")
        found = kept.of(self._parts)
        if not is_page:
            return found
        from ._show import figure_of

        chosen = [(0, head) for head in found[0][1].heads] if len(found[0][1].sources) > 1 else []
        # Heads that are saved alone are warned of already.
        return figure_of(found, self._look, bits=kept.bits, large=True, chosen=chosen, checks=False)

    def _one(self, layer: int | None, head: int | None, heads: Sequence[tuple[int, int]] | None) -> Sequence[tuple[int, int]] | None:
        """The heads that are named, by `heads` or by a layer and a head."""
        if layer is None and head is None:
            return heads
        if heads is not None:
            raise ValueError("heads names all heads: leave layer and head out")
        if self._heads is None:
            return [(layer or 0, head or 0)]
        at, which = place_of(self._heads, layer, head, self._place_in(self._heads))
        return [(self._heads.layers[at], self._heads.heads[which])]

    def _place_in(self, heads: Heads) -> tuple[int, int]:
        """The open head, which is of the first part."""
        return self._opened or (0, 0) if heads is self._heads else (0, 0)

    def to_matplotlib(
        self,
        heads: Sequence[tuple[int, int]] | None = None,
        *,
        layer: int | None = None,
        head: int | None = None,
        part: str | None = None,
        **print_options: Any,
    ) -> Any:
        """Heads as a figure of matplotlib, at its size on paper. It needs `pip install "heedmap[print]"`.

        Args:
            heads: Layers and heads, such as `[(2, 9), (0, 2)]`; by default `layer` and `head`, or the open one.
            layer: The layer of a single head.
            head: The head of a single head.
            part: Of a figure with several parts: the one that the heads are of; by default the first.
            print_options: `width`, such as `"84mm"` or `"3.3in"`, by default `"85mm"`; `font_size` in points, by default 7;
                `font`, `"serif"`, `"sans"` or the name of a font of matplotlib; `columns`, heads side by side, by default 2;
                `background`, `"white"` or `"none"`; and `letters`, `names`, `legend` and `digits`, whether the figure has them.

        Returns:
            A `matplotlib.figure.Figure`, whose axes can be changed. Every text has the size that was asked for.
        """
        from ._print import Print, drawing_of

        if not self._parts:
            raise ValueError(f"{self._what} has no heads to draw")
        of_part = heads_of_part(self._parts, part)
        known = list(Print.__dataclass_fields__)
        for name in print_options:
            if name not in known:
                raise TypeError(f"there is no option {name}: a figure for print has {', '.join(known)}")
        if heads is None:
            places = [place_of(of_part, layer, head, self._place_in(of_part))]
        elif layer is not None or head is not None:
            raise ValueError("heads names all heads: leave layer and head out")
        else:
            places = [place_of(of_part, *pair_of(each)) for each in heads]
        return drawing_of(of_part, places, self._look, Print(**print_options))

    def open(self) -> Path:
        """Opens the figure in a browser, from a temporary file, and returns its path. Useful in a script."""
        folder = Path(tempfile.mkdtemp(prefix="heedmap-"))
        path = self.save(folder / "figure.html")
        webbrowser.open(path.as_uri())
        return path

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
