"""Figures that need no model: masks, lessons, single matrices, and mistakes beside what is right."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any, Literal, get_args

import numpy as np

from ._arrays import shape_text, to_numpy
from ._figure import Figure
from ._look import Look
from ._options import check_option
from ._inputs import check_whole
from ._page import filled, words
from ._settings import LESSON_OPTIONS, LESSON_STEPS, MAX_DIGITS, MAX_MASK, MAX_MATRIX, OPTIONS_OF_LESSON, Colormap, Language, Scale, Theme
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
) -> Figure:
    """Shows an attention mask, (queries, keys), and why each pair is allowed or not.

    Args:
        expression: For example `"causal and window(6)"`; docs/sharing.md and the Masks room list the clauses.
        queries: How many queries there are, at most 2048.
        keys: How many keys there are, at most 2048; as many as queries if it is not given.

    Raises:
        TypeError: for an expression that is not text, and numbers that are not whole.
        ValueError: for fewer than 1 or more than 2048 queries or keys.

    >>> mask("causal and window(6)", 24)
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
    state = {"room": "masks", "mask": expression, "queries": str(sides[0]), "keys": str(sides[1])}
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
    step: int | None = None,
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
        step: The step that is open, counted from 1.
        height: Of the frame in a notebook, in pixels, until the figure says how high it is. With `show="step"`, the step fits into it.
        options: More of what a link to the page has, such as `mask="causal"` (docs/sharing.md).

    Raises:
        ValueError: for a lesson, a step or an option that does not exist, and for a value that the page does not take.

    >>> lesson("words", mask="causal")
    <heedmap.Figure: the lesson "words", ... KB>
    """
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    titles = words(language)["lessons"]
    if name not in titles:
        raise ValueError(f"There is no lesson {name!r}: there are {', '.join(titles)}")
    if step is not None:
        check_linked("step", step, range(1, LESSON_STEPS[name] + 1))
    if height is not None:
        options["height"] = height
    allowed = LESSON_OPTIONS | OPTIONS_OF_LESSON[name]
    for option, value in options.items():
        if option not in allowed:
            raise ValueError(f"The lesson {name!r} has no option {option!r}: it has {', '.join(allowed)}")
        check_linked(option, value, allowed[option])
    state = {"lesson": name, **({} if step is None else {"step": str(step)})}
    state.update({key: str(value) for key, value in options.items()})
    return Figure.of_state("learn", state, look, title=titles[name], what=f'the lesson "{name}"')


def check_linked(name: str, value: str | int | float, allowed: tuple[str | type, ...] | range | None) -> None:
    """Raises a ValueError for a value that a link to the page cannot have.

    >>> check_linked("step", 9, range(1, 8))
    Traceback (most recent call last):
    ...
    ValueError: step=9 is not a whole number from 1 to 7
    """
    text = str(value)
    if isinstance(allowed, range):
        if not (text.isdecimal() and int(text) in allowed):
            raise ValueError(f"{name}={value!r} is not a whole number from {allowed.start} to {allowed.stop - 1}")
    elif allowed is not None and text not in allowed and not (float in allowed and _is_number(text)):
        said = ", ".join(repr(each) if isinstance(each, str) else "a number" for each in allowed)
        raise ValueError(f"{name}={value!r} is not one of {said}")


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
        options: More of what a link to the page has.

    >>> contrast("late")
    <heedmap.Figure: the mistake "late", ... KB>
    """
    look = Look(colormap=colormap, theme=theme, language=language, title=title, height=height)
    titles = words(language)["contrasts"]
    if figure not in titles:
        raise ValueError(f"There is no mistake {figure!r}: there are {', '.join(titles)}")
    state = {"room": "contrast", "figure": figure, **{key: str(value) for key, value in options.items()}}
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
            raise ValueError(f"There are {len(texts)} {side} labels for the shape {shape_text(numbers.shape)}")
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
