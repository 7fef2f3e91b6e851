"""Requests that are each different, as fast as they are answered, by a client that costs little.

wrk sends the same bytes again and again; a purchase can be paid for only once.
"""

import itertools
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence

CLIENTS = 16
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


def rate(port: int, requests: Sequence[bytes], *, expect: int) -> float:
    """Answers per second; an error when one of them is not the expected kind."""
    turn = itertools.count()
    statuses: Counter[int] = Counter()
    gate = threading.Barrier(CLIENTS + 1)

    def click() -> None:
        line = _connect(port)
        gate.wait()
        while (place := next(turn)) < len(requests):
            try:
                line.sendall(requests[place])
                statuses[_answer(line)] += 1
            except ConnectionError:
                # gunicorn replaces its processes now and then; whoever asks again is answered.
                line.close()
                line = _connect(port)
                line.sendall(requests[place])
                statuses[_answer(line)] += 1
        line.close()

    clients = [threading.Thread(target=click) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    gate.wait()
    started = time.perf_counter()
    for client in clients:
        client.join()
    seconds = time.perf_counter() - started
    if set(statuses) != {expect}:
        raise RuntimeError(f"wanted {expect} only: {dict(statuses)}")
    return len(requests) / seconds


def _connect(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def _answer(line: socket.socket) -> int:
    got = _more(line)
    while (end := got.find(b"\r\n\r\n")) < 0:
        got += _more(line)
    length = LENGTH.search(got)
    whole = end + 4 + int(length[1] if length else 0)
    while len(got) < whole:
        got += _more(line)
    return int(got[9:12])


def _more(line: socket.socket) -> bytes:
    got = line.recv(65536)
    if not got:
        raise ConnectionResetError
    return got
