"""A gunicorn worker with a priority queue: when many wait, whoever has paid is answered first.

When a class opens, everybody presses Pay in the same second. In the order of coming, all of them
are sent on to their card before the first one has a seat, and each has to be answered twice. Those
who come back from their card go first instead: the seats are sold within a second or two, and
whoever still waits at the Pay click hears that at once.
"""

import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from gunicorn.workers import gthread  # type: ignore[import-untyped]

# From the Pay click to a seat it is the last request, and nobody can send many that do anything.
FIRST = b"POST /api/complete-purchase "
# When both wait, every fourth turn is for the others: no flood of the first kind shuts them out.
OTHERS_EVERY = 4
# Who is not taken in cannot go first. In small helpings, so that the workers share a crowd evenly.
TAKEN_IN_AT_ONCE = 32

# gunicorn's own sign for a connection that has not said anything yet.
_SILENT: Future[Any] = Future()
_SILENT.set_result(gthread._DEFER)  # noqa: SLF001


class TwoLanes(ThreadPoolExecutor):
    """Threads that prefer what goes first; each of the two lanes in the order of coming."""

    def __init__(self, threads: int) -> None:
        super().__init__(max_workers=threads)
        self._choosing = threading.Lock()
        self._first: deque[Callable[[], None]] = deque()
        self._others: deque[Callable[[], None]] = deque()
        self._turn = 0

    def submit(self, fn: Callable[..., Any], /, conn: Any) -> Future[Any]:  # type: ignore[override]
        answer: Future[Any] = Future()
        lane = self._first if first_words(conn.sock) == FIRST else self._others
        lane.append(lambda: _run(answer, fn, conn))
        # As many turns as there are connections, so that each turn finds one.
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


def first_words(sock: socket.socket) -> bytes:
    """What the request begins with, left where it is; nothing while the other side is silent."""
    try:
        return sock.recv(len(FIRST), socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except OSError:
        return b""


class Worker(gthread.ThreadWorker):  # type: ignore[misc]
    def get_thread_pool(self) -> TwoLanes:
        return TwoLanes(self.cfg.threads)

    def accept(self, listener: Any) -> None:
        for _ in range(TAKEN_IN_AT_ONCE):
            before = self.nr_conns
            super().accept(listener)
            if self.nr_conns == before:
                return

    def enqueue_req(self, conn: Any) -> None:
        # nginx connects a moment before it speaks, and until then nobody knows which lane it is.
        is_silent = not conn.initialized and not conn.data_ready and not first_words(conn.sock)
        if is_silent:
            self.finish_request(conn, _SILENT)
        else:
            super().enqueue_req(conn)
