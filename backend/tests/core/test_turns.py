"""Who is answered first when more wait than there are threads."""

import http.client
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from config.turns import FIRST, OTHERS_EVERY, PriorityExecutor
from tests.faults.processes import LOOPBACK, Process, environment, free_port, wait_until

HOLD = "/api/checkout/hold"
COMPLETE = "/api/complete-purchase"


class Asking:
    """A connection that has said the first words of its request."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.sock, self.browser = socket.socketpair()
        self.browser.sendall(f"POST {path} HTTP/1.1\r\n".encode())

    def close(self) -> None:
        self.sock.close()
        self.browser.close()


def answered(executor: ThreadPoolExecutor, paths: list[str]) -> list[str]:
    """The order of the answers when all of them wait for the only thread."""
    opened = threading.Event()
    order: list[str] = []
    busy, *waiting = (Asking(path) for path in ["/busy", *paths])
    with executor:
        executor.submit(lambda _: opened.wait(10), busy)
        for asking in waiting:
            executor.submit(lambda conn: order.append(conn.path), asking)
        opened.set()
    for asking in [busy, *waiting]:
        asking.close()
    return order


def test_whoever_has_paid_goes_first_and_each_kind_in_the_order_of_coming() -> None:
    crowd = [HOLD] * 8 + [COMPLETE, COMPLETE]
    order = answered(PriorityExecutor(1), crowd)
    assert sorted(order) == sorted(crowd)
    assert order.index(COMPLETE) == 0
    assert order[:3].count(COMPLETE) == 2
    numbered = answered(PriorityExecutor(1), [f"/{number}" for number in range(20)])
    assert numbered == [f"/{number}" for number in range(20)]


def test_control_in_the_order_of_coming_whoever_has_paid_is_last() -> None:
    assert answered(ThreadPoolExecutor(1), [HOLD] * 8 + [COMPLETE])[-1] == COMPLETE


def test_a_flood_of_completions_shuts_nobody_out() -> None:
    order = answered(PriorityExecutor(1), [COMPLETE] * 40 + [HOLD] * 3)
    last = max(place for place, path in enumerate(order) if path == HOLD)
    assert last < 4 * OTHERS_EVERY


def test_an_error_reaches_whoever_waits_for_the_answer() -> None:
    def fail(_: Any) -> None:
        raise ValueError("no")

    with (
        PriorityExecutor(1) as lanes,
        closing(Asking(HOLD)) as hold,
        closing(Asking(COMPLETE)) as paid,
    ):
        assert isinstance(lanes.submit(fail, hold).exception(timeout=5), ValueError)
        assert lanes.submit(lambda _: "on", paid).result(timeout=5) == "on"


def application(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Writes down who came; `/wait` keeps the thread until it is told."""
    folder = Path(environ["HTTP_FOLDER"])
    if environ["PATH_INFO"] == "/wait":
        (folder / "waiting").touch()
        while not (folder / "go").exists():
            time.sleep(0.01)
    else:
        with (folder / "order").open("a") as order:
            order.write(environ["PATH_INFO"] + "\n")
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """gunicorn with our own settings, one thread, and the application above."""
    port = free_port()
    env = environment("postgresql://127.0.0.1/none", folder=tmp_path)
    command = ["-m", "gunicorn", "-c", "config/gunicorn.py", "tests.core.test_turns:application"]
    one = {"WEB_PORT": str(port), "WEB_WORKERS": "1", "WEB_THREADS": "1"}
    with Process(sys.executable, *command, env=env | one, log=tmp_path / "log"):
        wait_until(lambda: _listens(port), what="gunicorn listens")
        yield port


def _listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex((LOOPBACK, port)) == 0


@pytest.mark.slow
def test_in_gunicorn_the_paid_one_overtakes_a_crowd_and_silence_keeps_no_thread(
    port: int, tmp_path: Path
) -> None:
    with ExitStack() as stack:

        def ask(path: str) -> http.client.HTTPConnection:
            line = http.client.HTTPConnection(LOOPBACK, port, timeout=30)
            stack.callback(line.close)
            line.request("POST", path, headers={"Folder": str(tmp_path)})
            return line

        # Somebody who connects and says nothing would have kept the only thread for five seconds.
        silent = stack.enter_context(socket.create_connection((LOOPBACK, port)))
        began = time.monotonic()
        lines = [ask("/wait")]
        wait_until((tmp_path / "waiting").exists, what="the thread is busy")
        assert time.monotonic() - began < 4
        lines += [ask(HOLD) for _ in range(100)]
        # All of them are in the queue before the one that has paid comes.
        time.sleep(0.5)
        lines.append(ask(COMPLETE))
        time.sleep(0.5)
        (tmp_path / "go").touch()
        assert {line.getresponse().status for line in lines} == {200}
        silent.sendall(FIRST + b"HTTP/1.1\r\nHost: x\r\n" + f"Folder: {tmp_path}\r\n\r\n".encode())
        assert silent.recv(15) == b"HTTP/1.1 200 OK"
    order = (tmp_path / "order").read_text().split()
    assert len(order) == 102
    # One of the others may have had the fourth turn.
    assert order.index(COMPLETE) <= 1
