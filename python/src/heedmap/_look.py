"""How a figure looks, and the link of what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import numpy as np

from ._heads import Heads
from ._options import check_option
from ._page import page
from ._settings import Colormap, Kind, Language, Theme


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
