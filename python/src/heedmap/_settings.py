"""The choices and limits of the page's settings. `npm run docs` writes this file."""

from typing import Literal

Language = Literal["en", "es", "pt"]
Theme = Literal["light", "dark"]
Colormap = Literal["ember", "viridis", "cividis", "grey"]
Kind = Literal["weights", "scores", "difference"]
View = Literal["map", "lines", "table", "picked", "image"]
Source = Literal["head", "mean", "max", "rollout", "each"]
Scale = Literal["unit", "data", "symmetric"]

MAX_MASK = 2048
MAX_MATRIX = 512
MAX_DIGITS = 10

#: How many steps each lesson has.
LESSON_STEPS = {"first": 7, "words": 7, "scaling": 3, "ahead": 6, "scale-mask": 7, "order": 3, "positions": 7, "distance": 6, "two-heads": 4, "heads": 6, "state": 7, "picked": 7, "frase": 7, "concepts": 11, "own": 7}
#: What links to lessons may have: choices, with `float` also numbers; a range of whole numbers; or None for other texts.
LESSON_OPTIONS: dict[str, tuple[str | type, ...] | range | None] = {
    "show": ("step", "whole"),
    "height": range(240, 2161),
    "embeddingScale": ("none", "sqrt"),
    "positions": ("none", "textbook", "doubled", "given"),
    "scale": ("sqrt", "none", float),
    "mask": ("none", "causal"),
    "softmaxAxis": ("rows", "columns", "all"),
    "softmaxForm": ("stable", "naive"),
    "seed": range(0, 4294967296),
    "projections": None,
    "variant": None,
    "rows": None,
    "rank": range(0, 33),
    "cursor": None,
    "ask": None,
    "edit": None,
    "digits": None,
    "tables": None,
    "map": ("ember", "viridis", "cividis", "grey"),
    "paste": None,
}
#: Those of one lesson, which replace the others.
OPTIONS_OF_LESSON: dict[str, dict[str, tuple[str | type, ...] | range | None]] = {
    "first": {"head": range(1, 2), "guess": ("none", "shown", "0", "1", "2", "3", "4", "5", "6", "7"), "word": ("0", "1", "2", "3", "4", "5", "6", "7"), "key": ("0", "1", "2", "3", "4", "5", "6", "7"), "values": ("plain", "weighted"), "text": ("bath", "Elizabeth", "short"), "last": ("met", "in", "Bath", "Elinor", "Jane", "saw", "left", "very", "house")},
    "words": {"head": range(1, 2)},
    "scaling": {"head": range(1, 2), "d": ("1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024")},
    "ahead": {"head": range(1, 2), "guess": ("none", "shown", "her", "him", "Jane", "with"), "hide": ("on", "off"), "text": ("met", "manners", "Woodhouse"), "later": ("Lucy", "again", "Bath"), "length": ("8", "9", "10", "11", "12", "13")},
    "scale-mask": {"head": range(1, 2)},
    "order": {"head": range(1, 2), "bare": ("on", "off"), "swapped": ("on", "off"), "placed": ("on", "off")},
    "positions": {"head": range(1, 2)},
    "distance": {"head": range(1, 2), "distance": range(0, 1025), "reach": ("32", "128", "1024"), "base": None, "pairs": ("half", "interleaved"), "turned": range(0, 33), "shift": range(0, 4294967296), "slope": range(1, 65), "pair": None},
    "two-heads": {"head": range(1, 2), "row": ("0", "1", "2", "3", "4", "5", "6", "7")},
    "heads": {"head": range(1, 5), "kvHeads": range(1, 5)},
    "state": {"head": range(1, 2), "decay": ("1", "0.5", "0.25")},
    "picked": {"head": range(1, 2), "keep": range(1, 5)},
    "frase": {"head": range(1, 2)},
    "concepts": {"head": range(1, 2)},
    "own": {"head": range(1, 9), "tokens": None, "model": range(1, 33), "key": range(1, 33), "value": range(1, 33), "from": range(0, 4294967296), "embeddings": None, "drawn": None, "heads": range(1, 9), "kvHeads": range(1, 9), "wO": ("none", "identity", "drawn"), "excerpt": None, "back": None},
}
