"""Times `heedmap.corpus` on the tiny GPT, and counts the bytes of its store: `python bench/corpus.py` prints a table for docs/corpus.md.

It needs PyTorch, transformers and `heedmap[cluster]`. Each process computes with one thread.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
WORDS = (ROOT / "CONTRIBUTING.md").read_text().split()


def texts_of(count: int) -> list[str]:
    """Short texts of 4 to 11 words."""
    random = np.random.default_rng(0)
    return [" ".join(random.choice(WORDS, size=4 + number % 8)) for number in range(count)]


def size_of(folder: Path) -> tuple[int, int]:
    """The bytes and the number of files."""
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    return sum(sizes), len(sizes)


def main() -> None:
    import distributed
    import torch
    import transformers

    import heedmap

    torch.set_num_threads(1)
    folder = ROOT / "fixtures/model/tiny-gpt"
    model: Any = transformers.GPT2LMHeadModel.from_pretrained(folder, dtype=torch.float32).eval()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print("| texts | stored | workers | seconds | CPU seconds of workers | bytes | files | load |\n|--:|---|--:|--:|--:|--:|--:|--:|")
    for keep in (None, "qk"):
        for workers in (1, 2):
            with (
                distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
                distributed.Client(cluster) as client,
                tempfile.TemporaryDirectory() as at,
            ):
                # Workers load PyTorch and the model with the first text.
                warm = [f"{number} warm" for number in range(32)]
                heedmap.corpus(warm, model, client, tokenizer=tokenizer, path=f"{at}/warm.zarr", progress=False)
                for count in (10, 100, 1000):
                    path = Path(at, f"{count}.zarr")
                    before = sum(client.run(time.process_time).values())
                    start = time.perf_counter()
                    heedmap.corpus(texts_of(count), model, client, tokenizer=tokenizer, keep=keep, path=path, progress=False)
                    seconds = time.perf_counter() - start
                    size, files = size_of(path)
                    cpu = sum(client.run(time.process_time).values()) - before
                    what = "measures" if keep is None else "measures, q and k"
                    print(
                        f"| {count:,} | {what} | {workers} | {seconds:.1f} | {cpu:.1f} | {size:,} | {files:,} | {os.getloadavg()[0]:.1f} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
