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

#: The names of the steps of each lesson.
LESSON_STEPS = {"first": ("look", "ask", "match", "share", "mix", "try", "byhand"), "words": ("embed", "project", "score", "scale", "mask", "softmax", "mix"), "scaling": ("grow", "divide", "numbers"), "ahead": ("guess", "peek", "mask", "change", "grow", "numbers"), "scale-mask": ("embed", "project", "score", "scale", "mask", "softmax", "mix"), "order": ("swap", "positions", "mask"), "positions": ("embed", "project", "score", "scale", "mask", "softmax", "mix"), "distance": ("tokens", "none", "sinusoidal", "rope", "alibi", "apart"), "two-heads": ("before", "after", "both", "relay"), "heads": ("embed", "project", "split", "attend", "concatenate", "out"), "state": ("keys", "write", "read", "erase", "decay", "unroll", "beside"), "picked": ("index", "best", "score", "softmax", "lost", "share", "many"), "frase": ("embed", "project", "score", "scale", "mask", "softmax", "mix"), "concepts": ("embed", "project", "score", "scale", "mask", "softmax", "mix", "ratings", "factor", "cut", "compare"), "own": ("embed", "project", "score", "scale", "mask", "softmax", "mix")}
#: What a figure may be given: choices, with `float` also numbers; a range of whole numbers; the text in links that
#: stands for True; or None for other texts.
Options = dict[str, tuple[str | type, ...] | range | str | None]
LESSON_OPTIONS: Options = {
    "show": ("step", "whole"),
    "height": range(240, 2161),
    "embedding_scale": ("none", "sqrt"),
    "positions": ("none", "textbook", "doubled", "given"),
    "scale": ("sqrt", "none", float),
    "mask": ("none", "causal"),
    "softmax_axis": ("rows", "columns", "all"),
    "softmax_form": ("stable", "naive"),
    "seed": range(0, 4294967296),
    "projections": None,
    "variant": None,
    "rows": None,
    "rank": range(0, 33),
    "cursor": None,
    "ask": None,
    "edit": None,
    "digits": ("auto", "full", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    "table": "all",
    "paste": None,
}
#: Those of one lesson, which replace the others.
OPTIONS_OF_LESSON: dict[str, Options] = {
    "first": {"head": range(0, 1), "guess": ("none", "shown", "0", "1", "2", "3", "4", "5", "6", "7"), "word": ("0", "1", "2", "3", "4", "5", "6", "7"), "key": ("0", "1", "2", "3", "4", "5", "6", "7"), "values": ("plain", "weighted"), "text": ("bath", "Elizabeth", "short"), "last": ("met", "in", "Bath", "Elinor", "Jane", "saw", "left", "very", "house")},
    "words": {"head": range(0, 1), "query": range(0, 4), "key": range(0, 4)},
    "scaling": {"head": range(0, 1), "d": ("1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024")},
    "ahead": {"head": range(0, 1), "guess": ("none", "shown", "her", "him", "Jane", "with"), "hide": ("on", "off"), "text": ("met", "manners", "Woodhouse"), "later": ("Lucy", "again", "Bath"), "length": ("8", "9", "10", "11", "12", "13")},
    "scale-mask": {"head": range(0, 1), "query": range(0, 4), "key": range(0, 4)},
    "order": {"head": range(0, 1), "bare": ("on", "off"), "swapped": ("on", "off"), "placed": ("on", "off")},
    "positions": {"head": range(0, 1), "query": range(0, 3), "key": range(0, 3)},
    "distance": {"head": range(0, 1), "distance": range(0, 1025), "reach": ("32", "128", "1024"), "base": None, "pairs": ("half", "interleaved"), "turned": range(0, 33), "shift": range(0, 4294967296), "slope": range(1, 65), "pair": None},
    "two-heads": {"head": range(0, 1), "row": ("0", "1", "2", "3", "4", "5", "6", "7")},
    "heads": {"head": range(0, 4), "kv_heads": range(1, 5), "query": range(0, 4), "key": range(0, 4)},
    "state": {"head": range(0, 1), "decay": ("1", "0.5", "0.25"), "query": range(0, 4), "key": range(0, 4)},
    "picked": {"head": range(0, 1), "keep": range(1, 5), "query": range(0, 4), "key": range(0, 4)},
    "frase": {"head": range(0, 1), "query": range(0, 5), "key": range(0, 5)},
    "concepts": {"head": range(0, 1), "query": range(0, 4), "key": range(0, 4)},
    "own": {"head": range(0, 8), "tokens": None, "model": range(1, 33), "key": range(1, 33), "value": range(1, 33), "from": range(0, 4294967296), "embeddings": None, "drawn": None, "heads": range(1, 9), "kvHeads": range(1, 9), "wO": ("none", "identity", "drawn"), "excerpt": None, "back": None},
}
MASK_OPTIONS: Options = {"seed": range(0, 4294967296), "size": range(1, 257), "heads": range(1, 129), "kv_heads": range(1, 129), "alibi": range(0, 128), "rows": range(1, 2049), "brush": ("none", "allow", "forbid"), "scale": ("one", "largest"), "query": range(0, 2048), "key": range(0, 2048)}
MISTAKE_OPTIONS: Options = {
    "seed": range(0, 4294967296),
    "cursor": None,
    "table": "weights,sums,output",
    "query": range(0, 32),
    "key": range(0, 32),
}
#: Those of one mistake, which replace the others.
OPTIONS_OF_MISTAKE: dict[str, Options] = {
    "axis": {"axis": ("columns", "all"), "tokens": range(1, 17)},
    "late": {"tokens": range(1, 17)},
    "zeroed": {"tokens": range(1, 17)},
    "unscaled": {"features": range(1, 1025), "tokens": range(1, 17)},
    "finite": {"precision": ("f64", "f32"), "magnitude": range(0, 11), "padding": range(0, 16), "tokens": range(1, 17)},
    "empty": {"padding": range(0, 16), "tokens": range(1, 17)},
    "cache": {"past": range(0, 9), "offset": range(0, 10), "tokens": range(1, 9)},
    "padding": {"padding": range(0, 16), "tokens": range(1, 17)},
    "alibi": {"head": range(0, 8), "tokens": range(1, 17)},
    "shared": {"picks": range(1, 17), "tokens": range(1, 17)},
    "indexer": {"picks": range(1, 17), "tokens": range(1, 17)},
    "pooled": {"block": range(2, 5), "padding": range(0, 12), "tokens": range(1, 17)},
    "slot": {"picks": range(1, 7), "tokens": range(1, 17)},
    "prefill": {"picks": range(1, 17), "tokens": range(1, 17)},
}
#: The names in links of options that have other names there.
LINK_NAMES = {"embedding_scale": "embeddingScale", "softmax_axis": "softmaxAxis", "softmax_form": "softmaxForm", "table": "tables", "kv_heads": "kvHeads", "features": "d"}
