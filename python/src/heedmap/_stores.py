"""Stores of many texts, which the page reads from an archive: those of `heedmap.corpus`, and exports of HeadVis."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from ._numbers import size_text
from ._page import ARCHIVES
from ._sizes import LARGEST, TooLarge

#: What an export of HeadVis has beside its folder `heads`.
_EXPORT = ("config.json", "scatter_data.json")


def is_store(path: Path) -> bool:
    """Whether a path is a folder with a store of texts, or an archive of one."""
    return path.is_dir() or path.name.lower().endswith(ARCHIVES)


def archive_of(path: Path, large: bool) -> tuple[str, bytes]:
    """The name and the bytes of an archive of a store. Of an export of HeadVis, it has only the files that the page reads.

    Raises:
        FileNotFoundError: where there is nothing.
        ValueError: for a folder that is no store, an export without one of its files, and a file that is no archive.
        TooLarge: if its files are larger than a figure may be, unless `large`.
    """
    if not path.exists():
        raise FileNotFoundError(f"{path} is not a file")
    if path.is_file():
        if not zipfile.is_zipfile(path):
            raise ValueError(f"{path.name} is no archive: it is cut off, or no zip file")
        _check_size(path.name, path.stat().st_size, large)
        return path.name, path.read_bytes()
    name = path.resolve().name
    if (path / "zarr.json").is_file():
        files = [file for file in sorted(path.rglob("*")) if file.is_file()]
        # The chunks are compressed.
        return f"{name.removesuffix('.zarr')}.zarr.zip", _zipped(path, files, zipfile.ZIP_STORED, large)
    base = next((folder for folder in (path, path / "data") if any((folder / file).is_file() for file in _EXPORT)), None)
    if base is None:
        raise ValueError(f"{name} is a folder without zarr.json, as heedmap.corpus writes it, and without config.json and scatter_data.json of HeadVis")
    for file in _EXPORT:
        if not (base / file).is_file():
            raise ValueError(f"{name} has no {file}, so the export of HeadVis is not complete")
    files = [*(base / file for file in _EXPORT), *sorted((base / "heads").glob("*.json"))]
    return f"{name.removesuffix('.headvis')}.headvis.zip", _zipped(base, files, zipfile.ZIP_DEFLATED, large)


def _zipped(folder: Path, files: list[Path], how: int, large: bool) -> bytes:
    # JSON becomes a tenth or less.
    shrinks = 1 if how == zipfile.ZIP_STORED else 10
    _check_size(folder.name, sum(file.stat().st_size for file in files) // shrinks, large)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", how) as archive:
        for file in files:
            archive.write(file, file.relative_to(folder).as_posix())
    _check_size(folder.name, written.tell(), large)
    return written.getvalue()


def _check_size(name: str, size: int, large: bool) -> None:
    if size > LARGEST and not large:
        raise TooLarge(f"{name} makes a figure of more than {size_text(size)}, and {size_text(LARGEST)} are allowed: drop it onto the page of Heedmap, or pass large=True")
