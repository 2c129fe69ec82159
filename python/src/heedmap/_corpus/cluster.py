"""Who computes the blocks of a corpus: this process, or the workers of a Dask cluster."""

from __future__ import annotations

import pickle
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

from .store import Layout
from .work import Probe, Runner, probed, work

#: How often, in seconds, it is checked whether the cluster is still there.
_CHECK = 0.5
#: How often the blocks are handed out again if the scheduler lost them.
_ATTEMPTS = 3
_NEEDS_DASK = 'client= needs Dask: pip install "heedmap[cluster]"'

#: A sentence on how much is done.
State = Callable[[], str]


class Here:
    """Computes in this process."""

    @contextmanager
    def holding(self, runner: Runner) -> Iterator[None]:
        """Gives the model to who computes."""
        self._runner = runner
        yield

    def probe(self, text: str) -> Probe | None:
        """What a text says of the model."""
        return probed(self._runner, text)

    def work(self, path: str, layout: Layout, waiting: Mapping[int, Sequence[str]], _state: State) -> Iterator[int]:
        """The number of texts of each block, when it is done."""
        for block, texts in waiting.items():
            yield work(path, layout, self._runner, block, texts)


#: The models of this process by their keys, as bytes (`ModelPlugin`), and the one that was used last.
PACKED: dict[str, bytes] = {}
_UNPACKED: dict[str, Runner] = {}
_UNPACKING = Lock()


def _runner(key: str) -> Runner:
    """A model of this process. It is unpacked once."""
    with _UNPACKING:
        if key not in _UNPACKED:
            _UNPACKED.clear()
            _UNPACKED[key] = pickle.loads(PACKED[key])
        return _UNPACKED[key]


class Cluster:
    """Computes on the workers of a client of Dask.

    If a worker dies, the scheduler hands its blocks to others. Each worker has the model, also one that starts later.
    """

    def __init__(self, client: Any) -> None:
        distributed: Any
        try:
            import distributed
        except ImportError as error:
            raise ImportError(_NEEDS_DASK) from error
        if not isinstance(client, distributed.Client):
            raise TypeError(f"client is {type(client).__name__}, not a dask.distributed.Client")
        self._client: Any = client
        self._distributed = distributed
        self._futures: list[Any] = []

    @contextmanager
    def holding(self, runner: Runner) -> Iterator[None]:
        """Gives the model to who computes, and takes back at the end what is not computed yet."""
        import cloudpickle  # type: ignore[import-untyped, import-not-found, unused-ignore]

        from .plugin import ModelPlugin

        self._key = f"heedmap-{uuid.uuid4().hex}"
        try:
            data = cloudpickle.dumps(runner)
        except Exception as error:
            # Objects that cannot be pickled raise errors of many types.
            name = type(runner.model).__name__
            raise TypeError(f"{name} cannot be sent to workers: {error}. Pass the name or folder of a model, or a function of a text that loads it") from error
        self._tried(lambda: self._client.register_plugin(ModelPlugin(self._key, data)))
        try:
            yield
        finally:
            # The cluster may be gone, and then there is nothing to take back.
            with suppress(Exception):
                if self._client.status == "running":
                    self._client.cancel(self._futures)
                    self._client.unregister_worker_plugin(self._key)

    def probe(self, text: str) -> Probe | None:
        """What a text says of the model."""
        future = self._submit(probe_on_worker, self._key, text)
        try:
            found: Probe | None = next(self._results({future: 0}, _no_text))[1]
        except _Lost as lost:
            raise _gone(_no_text) from lost
        return found

    def work(self, path: str, layout: Layout, waiting: Mapping[int, Sequence[str]], state: State) -> Iterator[int]:
        """The number of texts of each block, when it is done, in the order in which they are done.

        Raises:
            ConnectionError: if the cluster is gone, or a block ended several workers.
        """
        left = dict(waiting)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                futures = {self._submit(work_on_worker, path, layout, self._key, block, texts): block for block, texts in left.items()}
                self._futures = list(futures)
                for block, count in self._results(futures, state):
                    del left[block]
                    yield count
                return
            except _Lost as lost:
                if self._client.status != "running" or attempt == _ATTEMPTS:
                    raise _gone(state) from lost

    def _submit(self, function: Callable[..., Any], *given: Any) -> Any:
        return self._tried(lambda: self._client.submit(function, *given, key=f"{self._key}-{uuid.uuid4().hex}"))

    def _tried(self, action: Callable[[], Any]) -> Any:
        """What the client does, before any block is handed out."""
        try:
            return action()
        except Exception as error:
            if self._client.status == "running":
                raise
            raise _gone(_no_text) from error

    def _results(self, futures: Mapping[Any, int], state: State) -> Iterator[tuple[int, Any]]:
        """The block and the result of each task, as they finish.

        Raises:
            _Lost: if the scheduler does not know a task any more.
        """
        distributed = self._distributed
        waiting = set(futures)
        while waiting:
            if self._client.status not in ("running", "connecting"):
                raise _gone(state)
            try:
                distributed.wait(waiting, timeout=_CHECK, return_when="FIRST_COMPLETED")
            except (TimeoutError, distributed.TimeoutError):
                continue
            except Exception as error:
                raise _Lost from error
            for future in [each for each in waiting if each.status != "pending"]:
                waiting.discard(future)
                if future.status == "error":
                    raise self._said(future.exception(timeout=60), state)
                if future.status != "finished":
                    raise _Lost
                try:
                    found = future.result(timeout=60)
                except Exception as error:
                    raise _Lost from error
                yield futures[future], found

    def _said(self, error: Exception, state: State) -> Exception:
        """The error of a task; for a task whose workers died, what may be done."""
        if isinstance(error, self._distributed.KilledWorker):
            return ConnectionError(
                f"One block of texts ended several workers, perhaps because they have too little memory. {state()}: with workers that have more memory, "
                "call heedmap.corpus again with the same arguments, which goes on from there"
            )
        return error


class _Lost(Exception):
    """The scheduler does not know a task any more."""


def _no_text() -> str:
    return "No text was handed out"


def _gone(state: State) -> ConnectionError:
    return ConnectionError(
        f"The cluster is gone. {state()}: call heedmap.corpus again with the same arguments and another client, or none, which goes on from there"
    )


def probe_on_worker(key: str, text: str) -> Probe | None:
    """`probed`, on a worker."""
    return probed(_runner(key), text)


def work_on_worker(path: str, layout: Layout, key: str, block: int, texts: Sequence[str]) -> int:
    """`work`, on a worker."""
    return work(path, layout, _runner(key), block, texts)
