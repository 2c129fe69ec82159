"""`python -m heedmap file.npz -o figure.html`: what `npx heedmap` does, without Node."""

from __future__ import annotations

import argparse
import re
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from . import __version__
from ._settings import Colormap, Kind, Language, Theme


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m heedmap",
        description="Writes a figure as one HTML file that works offline, the numbers of heads, or a picture of one head or of several.",
    )
    parser.add_argument("file", nargs="?", help=".npy, .npz, .safetensors, .json, .csv or .tsv: weights, or q and k")
    parser.add_argument("-o", "--output", help="its ending says what is written: .html, .pdf, .svg, .png, .npz or .safetensors")
    parser.add_argument("--layer", type=int, help="the layer that is open, counted from 0")
    parser.add_argument("--head", type=int, help="the head that is open, counted from 0")
    parser.add_argument("--layers", type=_numbers, help="only these layers, such as 0,5")
    parser.add_argument("--heads", type=_heads, help='only these heads of each layer, such as 0,5; or heads by layer.head, such as "2.9 0.2"')
    parser.add_argument("--part", help="encoder, decoder or cross, of a file with several")
    parser.add_argument("--tokens", help="separated by spaces, as a JSON list, or the path of a JSON file")
    parser.add_argument("--bits", type=int, choices=(8, 16, 32), help="how many bits a number takes")
    parser.add_argument("--most", type=int, metavar="N", help="how many weights of each row are kept, from the largest")
    parser.add_argument("--kind", choices=get_args(Kind), help="what numbers (queries, keys) are")
    parser.add_argument("--causal", action="store_true", help="for q and k: no query sees a later key")
    parser.add_argument("--mask", metavar="EXPRESSION", help='a mask, such as "causal and window(4)"')
    parser.add_argument("--queries", type=int, default=8, help="of a mask")
    parser.add_argument("--keys", type=int, help="of a mask")
    parser.add_argument("--lesson", metavar="NAME", help="a lesson, such as words")
    parser.add_argument("--title", help="the title of the page")
    parser.add_argument("--language", choices=get_args(Language), default="en")
    parser.add_argument("--theme", choices=get_args(Theme))
    parser.add_argument("--colormap", choices=get_args(Colormap), default="ember")
    parser.add_argument("--large", action="store_true", help="allow a figure of more than 100 MB")
    for_print = parser.add_argument_group("figures for print", "a .pdf, and a .svg or .png with one of these or with heads by layer.head")
    for_print.add_argument("--width", metavar="LENGTH", help="such as 84mm or 3.3in")
    for_print.add_argument("--font-size", type=float, metavar="POINTS")
    for_print.add_argument("--font", metavar="NAME", help="serif, sans, or a font of matplotlib")
    for_print.add_argument("--columns", type=int, metavar="N", help="heads side by side")
    for_print.add_argument("--background", choices=("white", "none"))
    for_print.add_argument("--digits", action="store_true", default=None, help="numbers in the cells")
    for_print.add_argument("--hide", metavar="NAMES", help="letters, names or legend, separated by commas")
    for_print.add_argument("--dpi", type=int, metavar="N", help="dots per inch of a .png")
    parser.add_argument("--version", action="version", version=__version__)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns 1 where it cannot be done; argparse exits with 2 for arguments that do not exist.

    >>> main(["--lesson", "none"])
    1
    """
    parser = _parser()
    asked = parser.parse_args(arguments)
    if sum(each is not None for each in (asked.file, asked.mask, asked.lesson)) != 1:
        parser.error("name one file, mask or lesson")
    from ._numbers import size_text

    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", UserWarning)
            figure = _figure(asked)
        for each in said:
            if issubclass(each.category, UserWarning):
                print(f"heedmap: {each.message}", file=sys.stderr)
        stem = Path(asked.file).stem if asked.file else asked.lesson or "mask"
        path = figure.save(asked.output or f"{stem}.html", **_saved(asked))
    except (ImportError, OSError, TypeError, ValueError) as error:
        print(f"heedmap: {str(error).rstrip('.')}.", file=sys.stderr)
        return 1
    print(f"{path}: {figure.description}, {size_text(path.stat().st_size)}")
    return 0


def _figure(asked: argparse.Namespace) -> Any:
    from . import lesson, mask, show

    look = {name: getattr(asked, name) for name in ("title", "language", "theme", "colormap")}
    if asked.mask is not None:
        return mask(asked.mask, asked.queries, asked.keys, **look)
    if asked.lesson is not None:
        return lesson(asked.lesson, **look)
    return show(
        asked.file,
        None if asked.tokens is None else _tokens(asked.tokens),
        layer=asked.layer,
        head=asked.head,
        layers=asked.layers,
        heads=None if _are_pairs(asked.heads) else asked.heads,
        part=asked.part,
        bits=asked.bits,
        kind=asked.kind,
        causal=asked.causal or None,
        large=asked.large,
        **look,
    )


def _saved(asked: argparse.Namespace) -> dict[str, Any]:
    """The options of `Figure.save` that are given."""
    names = ("most", "width", "font_size", "font", "columns", "background", "digits", "dpi")
    found = {name: value for name in names if (value := getattr(asked, name)) is not None}
    if _are_pairs(asked.heads):
        found["heads"] = asked.heads
    hidden = [part.strip() for part in (asked.hide or "").split(",") if part.strip()]
    if unknown := [part for part in hidden if part not in ("letters", "names", "legend")]:
        raise ValueError(f"--hide is letters, names or legend, separated by commas, not {unknown[0]}")
    # Numbers are written in as many bits as they are shown in.
    if asked.bits is not None and (asked.output or "").lower().endswith((".safetensors", ".npz")):
        found["bits"] = asked.bits
    return {**found, **{part: False for part in hidden}}


def _are_pairs(heads: Any) -> bool:
    return heads is not None and isinstance(heads[0], tuple)


def _tokens(text: str) -> list[str]:
    from ._tokens import split_tokens

    return split_tokens(Path(text).read_text(encoding="utf-8") if text.endswith(".json") else text)


def _heads(text: str) -> list[int] | list[tuple[int, int]]:
    """Heads of each layer, `0,5`; or layers and heads, `2.9 0.2`, as `npx heedmap` takes them."""
    pairs = [re.fullmatch(r"(\d+)[.:\u00b7](\d+)", each) for each in re.split(r"[\s;]+", text.strip())]
    if all(pairs):
        return [(int(pair[1]), int(pair[2])) for pair in pairs if pair]
    return _numbers(text)


def _numbers(text: str) -> list[int]:
    try:
        return [int(each) for each in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of whole numbers, such as 0,5") from error


if __name__ == "__main__":
    raise SystemExit(main())
