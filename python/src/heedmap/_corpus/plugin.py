"""Gives a model to all workers of a Dask cluster, also to those that start later. Imported only with a client, because it needs Dask."""

from __future__ import annotations

from typing import Any

import distributed

from .cluster import PACKED


class ModelPlugin(distributed.WorkerPlugin):
    """Puts a model into the process of a worker, as bytes.

    Bytes, because each worker needs a model of its own: `capture` replaces the attention of a model while it runs.
    """

    def __init__(self, key: str, data: bytes) -> None:
        self.name = key
        self._data = data

    def setup(self, worker: Any) -> None:
        """Called by Dask when a worker starts, or gets the plugin."""
        PACKED[self.name] = self._data

    def teardown(self, worker: Any) -> None:
        """Called by Dask at the end."""
        PACKED.pop(self.name, None)
