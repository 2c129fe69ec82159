"""Tables of numbers in text: what `show` has to know about files that the page reads."""

from __future__ import annotations

import numpy as np

from ._arrays import Array


def table_in(text: str) -> Array | None:
    """The numbers of a table, (rows, columns), in 64 bits; None for other text, such as an array as NumPy prints it.

    Columns are separated by tabs, semicolons, commas or spaces, the first of them that is in the first row. The first row and the first column
    may be labels. Between tabs and semicolons, a comma is a decimal point.

    Raises:
        ValueError: for rows of different lengths, and for text without a row of numbers.

    >>> table_in("a;0,5;0,5\\nb;1;0\\n").tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    if "[" in text or "{" in text:
        return None
    lines = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        raise ValueError("there are no numbers in it")
    separator = next((each for each in "\t;," if each in lines[0][1]), None)
    rows = [(at, [_number(cell, separator) for cell in line.split(separator)]) for at, line in lines]
    if all(cells[0] is None for _, cells in rows[1:]):
        rows = [(at, cells[1:] if at != rows[0][0] or cells[0] is None else cells) for at, cells in rows]
    if len(rows) > 1 and None in rows[0][1]:
        rows = rows[1:]
    if not any(cells and None not in cells for _, cells in rows):
        raise ValueError("there is no row of numbers in it")
    if any(None in cells for _, cells in rows):
        return None
    (first, start), *others = rows
    for at, cells in others:
        if len(cells) != len(start):
            raise ValueError(f"line {at} has {len(cells)} number{'s' * (len(cells) != 1)}, but line {first} has {len(start)}")
    return np.array([cells for _, cells in rows], np.float64)


def _number(cell: str, separator: str | None) -> float | None:
    text = cell.strip().strip('"')
    try:
        return float(text.replace(",", ".") if separator in ("\t", ";") else text)
    except ValueError:
        return None
