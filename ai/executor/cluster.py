"""Tasks on Ray: an instance that is started here, or a cluster that runs already."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from ...engine import GameError
from .base import Done, Lost, Task, WorkerDied, run_batch, this_build
from .driver import drive

CONNECT = 5.0  # seconds for a first word from a cluster's address
CONNECT_RAY = 8  # seconds for Ray's own greeting after that
QUEUED = 2  # batches for each worker: one in work and one that waits, since a cluster is far away


class Ray:
    """Ray places the batches, on whatever machines the cluster has."""

    def __init__(self, address: str | None, jobs: int) -> None:
        ray = _import_ray()
        self._build = this_build()
        if address is None:
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, log_to_driver=False,
                     logging_level=logging.ERROR)  # fmt: skip
        else:
            _connect(ray, address)
        self._ray = ray
        workers = jobs if address is None else max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.slots = QUEUED * workers
        # A dead worker's batch comes back to the driver, which finds out which of its tasks kills.
        self._run = ray.remote(max_retries=0)(run_batch)

    def map(self, work: Callable[[Task], Done | Lost], tasks: Iterable[Task]) -> Iterator[Done | Lost]:
        return drive(self, work, tasks)

    def submit(self, work: Callable[[Any], Any], batch: Sequence[Any]) -> Any:
        return self._run.remote(self._build, work, batch)

    def wait(self, handles: Iterable[Any]) -> Iterable[Any]:
        pending = list(handles)
        self._ray.wait(pending, num_returns=1)
        # Asking costs more the more batches there are: so one question finds all that are finished by now.
        done, _ = self._ray.wait(pending, num_returns=len(pending), timeout=0)
        return list(done)

    def result(self, handle: Any) -> tuple[list[Any], float]:
        errors = self._ray.exceptions
        try:
            found: tuple[list[Any], float] = self._ray.get(handle)
        except errors.RayTaskError as error:
            raise error.cause from None
        except (
            errors.WorkerCrashedError,
            errors.NodeDiedError,
            errors.ObjectLostError,
            errors.OutOfMemoryError,
        ) as error:
            raise WorkerDied(type(error).__name__) from None
        return found

    def abandon(self, handles: Iterable[Any]) -> None:
        for handle in handles:
            self._ray.cancel(handle, force=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ray.shutdown()


def _import_ray() -> Any:
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_worker_niceness", "0")  # a worker here has as much right to a core as one of `processes`
    try:
        import ray
    except ImportError:
        raise GameError("the executor 'ray' needs Ray: pip install 'petteia[ray]'") from None
    return ray


def _connect(ray: Any, address: str) -> None:
    """Join a cluster; a wrong address is an error within seconds, not minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise GameError(f"Ray's address {address!r}: want HOST:PORT, as in 10.0.0.5:6379")
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT).close()
    except OSError as error:
        raise GameError(f"no Ray at {address!r}: {error.strerror or error}") from None
    os.environ.setdefault("RAY_gcs_rpc_server_connect_timeout_s", "2")
    os.environ.setdefault("RAY_gcs_rpc_server_reconnect_timeout_s", str(CONNECT_RAY))
    os.environ.setdefault("RAY_raylet_start_wait_time_s", str(CONNECT_RAY))
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # Ray has many
        raise GameError(f"no Ray at {address!r}: {type(error).__name__}") from None
