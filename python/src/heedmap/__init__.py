"""See every attention head of a Transformer, in a notebook or as one HTML file.

>>> import heedmap
>>> weights = [[[1.0, 0.0], [0.5, 0.5]]]  # (heads, queries, keys)
>>> heedmap.show(weights, ["the", "cat"])
<heedmap.Figure: 1 layer × 1 head, 2 tokens, ... KB>

`show` takes attention weights, a model's output, q and k, or a file. `capture` takes q and k out of a running
transformers model. `corpus` measures all heads over many texts. Figures are displayed in notebooks, and `save` writes them as files.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._capture import capture
    from ._captured import Captured
    from ._corpus.result import Corpus
    from ._corpus.run import corpus
    from ._elements import contrast, heatmap, lesson, mask
    from ._figure import Figure
    from ._show import show
    from ._views import attention_heads, head_view

__version__ = "0.1.0"
__all__ = [
    "Captured",
    "Corpus",
    "Figure",
    "attention_heads",
    "capture",
    "contrast",
    "corpus",
    "head_view",
    "heatmap",
    "lesson",
    "mask",
    "show",
]

#: The module of each name. NumPy takes longer to import than everything else, so it is imported at first use.
_HOMES = {
    "Captured": "_captured",
    "Corpus": "_corpus.result",
    "Figure": "_figure",
    "attention_heads": "_views",
    "capture": "_capture",
    "contrast": "_elements",
    "corpus": "_corpus.run",
    "head_view": "_views",
    "heatmap": "_elements",
    "lesson": "_elements",
    "mask": "_elements",
    "show": "_show",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'heedmap' has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
