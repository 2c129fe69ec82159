"""Who computes the blocks of a corpus: this process, or the workers of a Dask cluster."""

from __future__ import annotations

import pickle
import uuid
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Packed:
    """A model as it is sent. Each process unpacks it once."""

    key: str
    data: bytes

    def runner(self) -> Runner:
        """The model, unpacked."""
        with _UNPACKING:
            if self.key not in _UNPACKED:
                _UNPACKED.clear()
                _UNPACKED[self.key] = pickle.loads(self.data)
            return _UNPACKED[self.key]


#: The model of this process.
_UNPACKED: dict[str, Runner] = {}
_UNPACKING = Lock()


class Cluster:
    """Computes on the workers of a client of Dask.

    If a worker dies, the scheduler hands its blocks to others. The model is the result of a task, so that the scheduler makes it again if all workers that
    had it are dead, and workers that start later get it too.
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
        self._runner = runner
        self._hand_out_model()
        try:
            yield
        finally:
            if self._client.status == "running":
                self._client.cancel([self._model, *self._futures])

    def probe(self, text: str) -> Probe | None:
        """What a text says of the model."""
        future = self._submit(probe_packed, self._model, text)
        found: Probe | None = next(self._results({future: 0}, lambda: "No text is computed"))[1]
        return found

    def work(self, path: str, layout: Layout, waiting: Mapping[int, Sequence[str]], state: State) -> Iterator[int]:
        """The number of texts of each block, when it is done, in the order in which they are done.

        Raises:
            ConnectionError: if the cluster is gone, or a block ended several workers.
        """
        left = dict(waiting)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                futures = {self._submit(work_packed, path, layout, self._model, block, texts): block for block, texts in left.items()}
                self._futures = list(futures)
                for block, count in self._results(futures, state):
                    del left[block]
                    yield count
                return
            except _Lost as lost:
                if self._client.status != "running" or attempt == _ATTEMPTS:
                    raise _gone(state) from lost
                self._hand_out_model()

    def _hand_out_model(self) -> None:
        import cloudpickle  # type: ignore[import-untyped, import-not-found, unused-ignore]

        # As bytes: a worker hands on what it was given to others, and would hand on a model while `capture` has replaced its attention.
        self._model = self._submit(_same, Packed(uuid.uuid4().hex, cloudpickle.dumps(self._runner)))

    def _submit(self, function: Callable[..., Any], *given: Any) -> Any:
        try:
            with warnings.catch_warnings():
                # A model that is passed as an object may be large.
                warnings.filterwarnings("ignore", "Sending large graph")
                return self._client.submit(function, *given, key=f"heedmap-{function.__name__.strip('_')}-{uuid.uuid4().hex}")
        except Exception as error:
            if self._client.status == "running":
                raise
            raise _gone(lambda: "No text is handed out") from error

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


def _gone(state: State) -> ConnectionError:
    return ConnectionError(
        f"The cluster is gone. {state()}: call heedmap.corpus again with the same arguments and another client, or none, which goes on from there"
    )


def _same(packed: Packed) -> Packed:
    return packed


def probe_packed(packed: Packed, text: str) -> Probe | None:
    """`probed`, on a worker."""
    return probed(packed.runner(), text)


def work_packed(path: str, layout: Layout, packed: Packed, block: int, texts: Sequence[str]) -> int:
    """`work`, on a worker."""
    return work(path, layout, packed.runner(), block, texts)
