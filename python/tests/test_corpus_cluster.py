"""`corpus` on a local cluster of several processes: one is killed, and all are gone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest
from stand_in_texts import Slow, causal, causal_or_end, process_id, texts_of

import heedmap

pytest.importorskip("zarr", minversion="3")
distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

SECONDS = 0.002


def two_workers() -> Any:
    """A cluster of two processes. Port 0 is any free one."""
    return distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    # The second worker that a block ends is the last one, in place of the fourth.
    with dask.config.set({"distributed.scheduler.allowed-failures": 1}), two_workers() as found:
        yield found


def run(texts: list[str], path: Path, model: Any = causal, client: Any = None, **options: Any) -> heedmap.Corpus:
    return heedmap.corpus(texts, model, client, path=path, **{"max_tokens": 8, "progress": False, **options})


def once_at(count: int, action: Callable[[], None], calls: list[int]) -> Callable[[int, int], None]:
    """A function for `progress` that does something once when so many texts are done."""

    def said(done: int, _count: int) -> None:
        if done >= count and not calls:
            calls.append(done)
            action()

    return said


def test_a_worker_that_is_killed_costs_nothing_of_400_texts(cluster: Any, tmp_path: Path) -> None:
    texts, calls = texts_of(400), list[int]()
    with distributed.Client(cluster) as client:
        client.wait_for_workers(2, timeout=60)
        before = sorted(client.run(process_id).values())
        assert len(before) == 2

        def kill() -> None:
            os.kill(before[0], signal.SIGKILL)

        found = run(texts, tmp_path / "run.zarr", Slow(SECONDS), client, progress=once_at(120, kill, calls))
        client.wait_for_workers(2, timeout=60)
        assert before[0] not in client.run(process_id).values()
    assert 120 <= calls[0] < 400
    assert (found.lengths > 0).all()
    alone = run(texts, tmp_path / "alone.zarr")
    np.testing.assert_array_equal(found.measures, alone.measures)
    assert [found.text(number) for number in (0, 200, 399)] == [texts[number] for number in (0, 200, 399)]


def test_q_and_k_of_a_cluster_are_those_of_one_process(cluster: Any, tmp_path: Path) -> None:
    import zarr

    texts = texts_of(40)
    with distributed.Client(cluster) as client:
        run(texts, tmp_path / "run.zarr", client=client, keep="qk")
    run(texts, tmp_path / "alone.zarr", keep="qk")
    left, right = (zarr.open_group(tmp_path / name, mode="r") for name in ("run.zarr", "alone.zarr"))
    assert left.attrs.asdict() == right.attrs.asdict()
    for name in ("texts", "tokens", "measures", "lengths", "q", "k"):
        np.testing.assert_array_equal(left[name][:], right[name][:])


def test_a_cluster_that_is_gone_leaves_what_was_computed(tmp_path: Path) -> None:
    texts, path = texts_of(200), tmp_path / "run.zarr"
    with two_workers() as cluster, distributed.Client(cluster) as client:
        progress = once_at(60, cluster.close, [])
        with pytest.raises(ConnectionError, match=r"^The cluster is gone\. \d+ of 200 texts are in .*run.zarr: call heedmap.corpus again"):
            run(texts, path, Slow(SECONDS), client, progress=progress)
    done = int((heedmap.Corpus(path).lengths > 0).sum())
    assert 60 <= done < 200
    read: list[str] = []

    def counted(text: str) -> Any:
        read.append(text)
        return causal(text)

    whole = run(texts, path, counted)
    assert len(read) == 200 - done + 1
    np.testing.assert_array_equal(whole.measures, run(texts, tmp_path / "alone.zarr").measures)


def test_a_client_without_a_cluster_is_an_error_before_anything_is_written(cluster: Any, tmp_path: Path) -> None:
    client = distributed.Client(cluster)
    client.close()
    with pytest.raises(ConnectionError, match="^The cluster is gone"):
        run(texts_of(3), tmp_path / "run.zarr", client=client)
    assert not (tmp_path / "run.zarr").exists()


def test_texts_that_end_every_worker_are_an_error_and_the_others_are_kept(cluster: Any, tmp_path: Path) -> None:
    texts = [*texts_of(64), "end"]
    with distributed.Client(cluster) as client:
        with pytest.raises(ConnectionError, match=r"^One block of texts ended several workers, .* of 65 texts are in "):
            run(texts, tmp_path / "run.zarr", causal_or_end, client)
    assert (heedmap.Corpus(tmp_path / "run.zarr").lengths > 0).any()


def test_an_error_in_a_text_names_the_text(cluster: Any, tmp_path: Path) -> None:
    texts = texts_of(40)
    texts[30] = "a b c d e f g h i"
    with distributed.Client(cluster) as client, pytest.raises(ValueError, match="^Text 30: 9 tokens, but the store has room for 8"):
        run(texts, tmp_path / "run.zarr", client=client)


def test_a_model_that_cannot_be_sent_is_refused(cluster: Any, tmp_path: Path) -> None:
    def locked(text: str, lock: Any = Lock()) -> Any:
        return causal(text)

    with distributed.Client(cluster) as client, pytest.raises(TypeError, match="^function cannot be sent to workers: .*Pass the name or folder"):
        run(texts_of(3), tmp_path / "run.zarr", locked, client)
    assert not (tmp_path / "run.zarr").exists()
