"""`python -m heedmap file.npz -o figure.html`: what `npx heedmap` does, without Node."""

from __future__ import annotations

import argparse
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
        description="Writes a figure as one HTML file that works offline, or a picture of one head.",
    )
    parser.add_argument("file", nargs="?", help=".npy, .npz, .safetensors, .json, .csv or .tsv: weights, or q and k")
    parser.add_argument("-o", "--output", help="its ending says what is written: .html, .svg, .png, .npz or .safetensors")
    parser.add_argument("--layer", type=int, help="the layer that is open, counted from 0")
    parser.add_argument("--head", type=int, help="the head that is open, counted from 0")
    parser.add_argument("--layers", type=_numbers, help="only these layers, such as 0,5")
    parser.add_argument("--heads", type=_numbers, help="only these heads of each layer, such as 0,5")
    parser.add_argument("--tokens", help="separated by spaces, as a JSON list, or the path of a JSON file")
    parser.add_argument("--bits", type=int, choices=(8, 16, 32), help="how many bits a number takes")
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
        path = figure.save(asked.output or f"{stem}.html")
    except (OSError, TypeError, ValueError) as error:
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
        heads=asked.heads,
        bits=asked.bits,
        kind=asked.kind,
        causal=asked.causal or None,
        large=asked.large,
        **look,
    )


def _tokens(text: str) -> list[str]:
    from ._tokens import split_tokens

    return split_tokens(Path(text).read_text(encoding="utf-8") if text.endswith(".json") else text)


def _numbers(text: str) -> list[int]:
    try:
        return [int(each) for each in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of whole numbers, such as 0,5") from error


if __name__ == "__main__":
    raise SystemExit(main())
