"""Figures that need no model: masks, lessons, single matrices, and mistakes beside what is right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any, Literal, get_args

import numpy as np

from ._arrays import shape_text, to_numpy
from ._figure import Figure
from ._look import Look
from ._options import check_option
from ._inputs import check_whole
from ._page import filled, words
from ._settings import (
    LESSON_OPTIONS,
    LESSON_STEPS,
    LINK_NAMES,
    MASK_OPTIONS,
    MAX_DIGITS,
    MAX_MASK,
    MAX_MATRIX,
    MISTAKE_OPTIONS,
    OPTIONS_OF_LESSON,
    OPTIONS_OF_MISTAKE,
    Colormap,
    Language,
    Options,
    Scale,
    Theme,
)
from ._tokens import place_of, token_list


def mask(
    expression: str,
    queries: int,
    keys: int | None = None,
    *,
    colormap: Colormap = "ember",
    theme: Theme | None = None,
    language: Language = "en",
    title: str | None = None,
    height: int | None = None,
    **options: str | int,
) -> Figure:
    """Shows an attention mask, (queries, keys), and why each pair is allowed or not.

    Args:
        expression: For example `"causal and window(6)"`; docs/masks.md lists the clauses.
        queries: How many queries there are, at most 2048.
        keys: How many keys there are, at most 2048; as many as queries if it is not given.
        options: Attributes of `<heed-mask>` (docs/elements.md), such as `alibi=0`, `heads=32`, `kv_heads=4`, or `query=5, key=2`.

    Raises:
        TypeError: for an expression that is not text, and numbers that are not whole.
        ValueError: for fewer than 1 or more than 2048 queries or keys, and for an option or a value that masks do not have.

    >>> mask("causal and window(6)", 24, query=10, key=5)
    <heedmap.Figure: the mask "causal and window(6)" of 24 × 24, ... KB>
    """
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    if not isinstance(expression, str) or not expression.strip():
        raise TypeError(f"The mask is an expression such as \"causal and window(6)\", not {expression!r}")
    sides = (queries, queries if keys is None else keys)
    for side, what in zip(sides, ("queries", "keys")):
        if not isinstance(side, (int, np.integer)):
            raise TypeError(f"{what}={side!r} is not a whole number")
        if not 1 <= side <= MAX_MASK:
            raise ValueError(f"{what}={side}, but a mask has 1 to {MAX_MASK}")
    limits = MASK_OPTIONS | {"rows": range(1, sides[0] + 1), "query": range(sides[0]), "key": range(sides[1])}
    heads = options.get("heads", 8)
    if "kv_heads" in options and isinstance(heads, int) and heads > 0:
        limits["kv_heads"] = tuple(str(each) for each in range(1, heads + 1) if heads % each == 0)
    state = {"room": "masks", "mask": expression, "queries": str(sides[0]), "keys": str(sides[1]), **linked("A mask", options, limits, "")}
    if keys is not None and keys == queries:
        state["same"] = "0"
    return Figure.of_state(
        "masks",
        state,
        look,
        title=filled(words(language)["mask"], {"text": expression}),
        what=f'the mask "{expression}" of {sides[0]} × {sides[1]}',
    )


def lesson(
    name: str,
    *,
    step: int | str | None = None,
    colormap: Colormap = "ember",
    theme: Theme | None = None,
    language: Language = "en",
    title: str | None = None,
    height: int | None = None,
    **options: str | int | float,
) -> Figure:
    """Shows a lesson: attention over a few tokens, every number in it.

    Args:
        name: "first", "words", "scaling", "ahead", "scale-mask", "order", "positions", "distance", "two-heads", "heads", "state",
            "picked", "frase", "concepts" or "own".
        step: The step that is open: its number, counted from 1, or its name, such as "softmax".
        height: Of the frame in a notebook, in pixels, until the figure says how high it is. With `show="step"`, the step fits into it.
        options: Attributes of `<heed-lesson>` (docs/elements.md), such as `mask="causal"`, `softmax_axis="columns"` or `head=1`,
            and what else a link to the lesson has (docs/sharing.md).

    Raises:
        ValueError: for a lesson, a step or an option that does not exist, and for a value that the page does not take.

    >>> lesson("words", mask="causal")
    <heedmap.Figure: the lesson "words", ... KB>
    """
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    titles = words(language)["lessons"]
    if name not in titles:
        raise ValueError(f"There is no lesson {name!r}: there are {', '.join(titles)}")
    steps = LESSON_STEPS[name]
    if step is not None and str(step) not in steps and not _is_whole(step, range(1, len(steps) + 1)):
        raise ValueError(f"step={step!r} is not a whole number from 1 to {len(steps)}, or one of {', '.join(map(repr, steps))}")
    if height is not None:
        options["height"] = height
    state = {"lesson": name, **({} if step is None else {"step": str(steps.index(str(step)) + 1 if str(step) in steps else step)})}
    # The weights of a lesson with several heads are those of the open one. Links count heads from 1.
    head = str(int(options.get("head", 0)) + 1) if _is_whole(options.get("head", 0), range(8)) else ""
    weights = f"weights{head if name == 'heads' else ''}:"
    state.update(linked(f"The lesson {name!r}", options, LESSON_OPTIONS | OPTIONS_OF_LESSON[name], weights))
    if "head" in state:
        state["head"] = head
    return Figure.of_state("learn", state, look, title=titles[name], what=f'the lesson "{name}"')


def linked(what: str, options: Mapping[str, str | int | float], allowed: Options, cursor: str) -> dict[str, str]:
    """Options as a link has them. `query` and `key` are one cell, whose matrix comes first.

    >>> linked("A lesson", {"mask": "causal", "query": 2}, {"mask": ("none", "causal"), "query": range(4), "key": range(4)}, "weights:")
    {'mask': 'causal', 'cursor': 'weights:2:0'}
    """
    state: dict[str, str] = {}
    for option, value in options.items():
        if option not in allowed:
            raise ValueError(f"{what} has no option {option!r}: it has {', '.join(allowed)}")
        check_linked(option, value, allowed[option])
        stands_for = allowed[option] if isinstance(allowed[option], str) else value
        if value is not False and value != "auto":
            state[LINK_NAMES.get(option, option)] = str(stands_for)
    if allowed.get("query") is not None and ("query" in state or "key" in state):
        state["cursor"] = f"{cursor}{state.pop('query', 0)}:{state.pop('key', 0)}"
    return state


def check_linked(name: str, value: str | int | float, allowed: tuple[str | type, ...] | range | str | None) -> None:
    """Raises a ValueError for a value that a link to the page cannot have.

    >>> check_linked("seed", -1, range(8))
    Traceback (most recent call last):
    ...
    ValueError: seed=-1 is not a whole number from 0 to 7
    """
    if isinstance(allowed, range):
        if not _is_whole(value, allowed):
            whole = f"a whole number from {allowed.start} to {allowed.stop - 1}"
            raise ValueError(f"{name}={value!r} is not {whole if len(allowed) > 1 else f'{allowed.start}, the only possible value'}")
    elif isinstance(allowed, str):
        if not isinstance(value, bool):
            raise ValueError(f"{name}={value!r} is not one of True, False")
    elif allowed is not None and str(value) not in allowed and not (float in allowed and _is_number(str(value))):
        said = ", ".join(repr(each) if isinstance(each, str) else "a number" for each in allowed)
        raise ValueError(f"{name}={value!r} is not one of {said}")


def _is_whole(value: object, allowed: range) -> bool:
    """Whether a value is a whole number of a range, also as text."""
    return str(value).isdecimal() and int(str(value)) in allowed


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def contrast(
    figure: str,
    *,
    colormap: Colormap = "ember",
    theme: Theme | None = None,
    language: Language = "en",
    title: str | None = None,
    height: int | None = None,
    **options: str | int | float,
) -> Figure:
    """Shows a common mistake beside what is right.

    Args:
        figure: The name of the mistake, such as "late": a mask that is applied after softmax.
        options: Attributes of `<heed-contrast>` (docs/elements.md), such as `tokens=12` or `features=512`. The page checks those that
            depend on others.

    Raises:
        ValueError: for a mistake or an option that does not exist, and for a value that the mistake cannot have.

    >>> contrast("late", tokens=12)
    <heedmap.Figure: the mistake "late", ... KB>
    """
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    titles = words(language)["contrasts"]
    if figure not in titles:
        raise ValueError(f"There is no mistake {figure!r}: there are {', '.join(titles)}")
    allowed = MISTAKE_OPTIONS | OPTIONS_OF_MISTAKE[figure]
    state = {"room": "contrast", "figure": figure, **linked(f"The mistake {figure!r}", options, allowed, "weights:")}
    return Figure.of_state("contrast", state, look, title=titles[figure], what=f'the mistake "{figure}"')


def heatmap(
    matrix: Any,
    query_labels: Any = None,
    key_labels: Any = None,
    *,
    name: str | None = None,
    scale: Scale = "data",
    low: float | None = None,
    high: float | None = None,
    digits: Literal["auto", "full"] | int = "auto",
    query: int | str | None = None,
    key: int | str | None = None,
    colormap: Colormap = "ember",
    theme: Theme | None = None,
    language: Language = "en",
    title: str | None = None,
    height: int | None = None,
) -> Figure:
    """Shows one matrix (queries, keys) with its digits, labels and a scale of colors.

    Args:
        matrix: Numbers (queries, keys) of any library, at most 512 rows and columns.
        query_labels: One label for each row.
        key_labels: One label for each column.
        name: The name above the matrix.
        scale: "unit" from 0 to 1, "data" from the smallest number to the largest, or "symmetric" around 0.
        low: The number at the low end of the colors.
        high: The number at the high end.
        digits: "auto" for as many as fit, "full" for all, or a number of decimals, 0 to 10.
        query: The row that is selected: its place or its label.
        key: The column that is selected.

    Raises:
        TypeError: for what is not a matrix of real numbers.
        ValueError: for a shape, labels or options that do not fit each other, and for what is above the limits.

    >>> heatmap([[1, 0], [0.25, 0.75]], ["a", "b"], ["a", "b"], name="weights")
    <heedmap.Figure: a matrix of 2 × 2, ... KB>
    """
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    check_option("scale", scale, get_args(Scale))
    if isinstance(digits, str):
        check_option("digits", digits, ["auto", "full"])
    else:
        check_whole("digits", digits)
        if not 0 <= digits <= MAX_DIGITS:
            raise ValueError(f"digits={digits}, but 0 to {MAX_DIGITS} decimals can be shown, or \"full\" for all")
    for side, end in (("low", low), ("high", high)):
        if end is not None and not _is_number(str(end)):
            raise ValueError(f"{side}={end!r} is not a finite number")
    if low is not None and high is not None and low >= high:
        raise ValueError(f"low={low} is not below high={high}")
    numbers = to_numpy(matrix, "The matrix")
    if numbers.ndim != 2 or 0 in numbers.shape:
        raise ValueError(f"The matrix has the shape {shape_text(numbers.shape)}, not (queries, keys)")
    if max(numbers.shape) > MAX_MATRIX:
        raise ValueError(
            f"The matrix has the shape {shape_text(numbers.shape)}, but {MAX_MATRIX} rows and columns can be drawn with their digits: "
            "use heedmap.show(matrix) for larger ones"
        )
    attributes = {"values": _rows(numbers), "language": language, "scale": scale, "digits": digits if isinstance(digits, str) else str(int(digits)), "colormap": colormap}
    for labels, count, side, chosen in ((query_labels, len(numbers), "query", query), (key_labels, numbers.shape[1], "key", key)):
        texts = [] if labels is None else token_list(labels, what=f"{side}_labels")
        if labels is not None and len(texts) != count:
            said = "is 1 label" if len(texts) == 1 else f"are {len(texts)} labels"
            raise ValueError(f"There {said} of {'queries' if side == 'query' else 'keys'} for the shape {shape_text(numbers.shape)}")
        if texts:
            attributes[f"{side}-labels"] = json.dumps(texts, ensure_ascii=False)
        place = place_of(chosen, texts, count, side)
        if place is not None:
            attributes[side] = str(place)
    for attribute, value in (("name", name), ("low", low), ("high", high), ("theme", theme)):
        if value is not None:
            attributes[attribute] = str(value)
    return Figure(
        "learn",
        look,
        title=name or "Heedmap",
        what=f"a matrix of {numbers.shape[0]} × {numbers.shape[1]}",
        payload={"matrix": list(attributes.items())},
    )


def _rows(numbers: Any) -> str:
    """Numbers as the attribute has them: rows, of which what is not a number is written as NumPy writes it."""
    decimals = {"float16": 5, "float32": 9}.get(numbers.dtype.name, 17)
    return ";".join(" ".join(np.format_float_positional(each, precision=decimals, unique=True, trim="-") for each in row) for row in numbers)
