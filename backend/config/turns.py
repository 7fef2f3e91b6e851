"""A gunicorn worker with a priority queue: under load, buyers who have paid are answered first.

When a class opens, all buyers press Pay in the same second. In order of arrival, all of them would
be sent to pay by card before the first has a seat, and each needs two requests. Requests that
complete a payment therefore go first: the seats are sold within a second or two, and buyers who are
still waiting at the Pay click learn at once that the class is sold out.
"""

import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from gunicorn.workers import gthread  # type: ignore[import-untyped]

# The last request from the Pay click to a seat. A client can't send many that have an effect.
FIRST = b"POST /api/complete-purchase "
# If both queues are waiting, every fourth turn serves the other requests, so a flood of priority
# requests can't starve them.
OTHERS_EVERY = 4
# Only accepted connections can be prioritized. Batches are small, so that workers share a crowd
# evenly.
ACCEPT_BATCH = 32

# gunicorn's marker for a connection that has not sent anything yet.
_SILENT: Future[Any] = Future()
_SILENT.set_result(gthread._DEFER)  # noqa: SLF001


class PriorityExecutor(ThreadPoolExecutor):
    """A thread pool with a priority queue and a normal queue, each first in, first out."""

    def __init__(self, threads: int) -> None:
        super().__init__(max_workers=threads)
        self._choosing = threading.Lock()
        self._first: deque[Callable[[], None]] = deque()
        self._others: deque[Callable[[], None]] = deque()
        self._turn = 0

    def submit(self, fn: Callable[..., Any], /, conn: Any) -> Future[Any]:  # type: ignore[override]
        answer: Future[Any] = Future()
        lane = self._first if peek_request_line(conn.sock) == FIRST else self._others
        lane.append(lambda: _run(answer, fn, conn))
        # One turn per connection, so that each turn finds one.
        super().submit(self._take_turn)
        return answer

    def _take_turn(self) -> None:
        with self._choosing:
            self._turn += 1
            lanes = [self._first, self._others]
            if self._turn % OTHERS_EVERY == 0:
                lanes.reverse()
            serve = next(lane for lane in lanes if lane).popleft()
        serve()


def _run(answer: Future[Any], fn: Callable[[Any], Any], conn: Any) -> None:
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(fn(conn))
    except BaseException as error:  # noqa: BLE001 - the executor does the same
        answer.set_exception(error)


def peek_request_line(sock: socket.socket) -> bytes:
    """The start of the request, not consumed. Empty while the client has sent nothing."""
    try:
        return sock.recv(len(FIRST), socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except OSError:
        return b""


class Worker(gthread.ThreadWorker):  # type: ignore[misc]
    def get_thread_pool(self) -> PriorityExecutor:
        return PriorityExecutor(self.cfg.threads)

    def accept(self, listener: Any) -> None:
        for _ in range(ACCEPT_BATCH):
            before = self.nr_conns
            super().accept(listener)
            if self.nr_conns == before:
                return

    def enqueue_req(self, conn: Any) -> None:
        # nginx connects shortly before it sends, and until then the queue is unknown.
        is_silent = (
            not conn.initialized and not conn.data_ready and not peek_request_line(conn.sock)
        )
        if is_silent:
            self.finish_request(conn, _SILENT)
        else:
            super().enqueue_req(conn)
