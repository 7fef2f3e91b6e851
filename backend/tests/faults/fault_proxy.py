"""A wire between two of our servers that can be cut, swallow everything, or lose one answer."""

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.faults.processes import LOOPBACK


@dataclass(eq=False)
class _Wire:
    """One connection that is passed on: the caller's end and the server's."""

    ends: list[asyncio.StreamWriter] = field(default_factory=list)
    # The next answer is the one to lose.
    is_doomed: bool = False

    def cut(self) -> None:
        """No farewell: both sides get a reset."""
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
            end.transport.abort()


class FaultProxy:
    """Listens on loopback and passes everything on, until told otherwise."""

    def __init__(self, target_port: int) -> None:
        self.port = 0
        self.lost = 0
        self._target_port = target_port
        self._is_black_hole = False
        self._words: bytes | None = None
        self._wires: set[_Wire] = set()
        self._loop = asyncio.new_event_loop()

    def swallow_everything(self) -> None:
        """Connections are taken and stay open, and nobody hears anything any more."""
        self._is_black_hole = True

    def lead_to(self, port: int) -> None:
        """New connections go there; those that are open stay where they are."""
        self._target_port = port

    def pass_on(self) -> None:
        """All is well for new connections; those from the bad time are dead."""
        asyncio.run_coroutine_threadsafe(self._begin_anew(), self._loop).result(timeout=60)

    async def _begin_anew(self) -> None:
        # In one go: nothing from the bad time gets through before its wire is cut.
        self._cut_wires()
        self._is_black_hole = False

    def cut_all(self) -> None:
        self._loop.call_soon_threadsafe(self._cut_wires)

    def _cut_wires(self) -> None:
        for wire in self._wires:
            wire.cut()

    def lose_reply_to(self, words: bytes) -> None:
        """The server does the next request with these words, and its caller never hears of it."""
        self._words = words

    async def _take(self, caller: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        wire = _Wire([back])
        self._wires.add(wire)
        try:
            server, onward = await asyncio.open_connection(LOOPBACK, self._target_port)
            wire.ends.append(onward)
            await asyncio.gather(
                self._carry(caller, onward, wire), self._carry_replies(server, back, wire)
            )
        except OSError:
            wire.cut()
        finally:
            self._wires.discard(wire)

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, wire: _Wire
    ) -> None:
        while chunk := await source.read(65536):
            if self._is_black_hole:
                continue
            if self._words and self._words in chunk:
                self._words, wire.is_doomed = None, True
            target.write(chunk)
            await target.drain()
        target.close()

    async def _carry_replies(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, wire: _Wire
    ) -> None:
        while chunk := await source.read(65536):
            if wire.is_doomed:
                self.lost += 1
                wire.cut()
                return
            if not self._is_black_hole:
                target.write(chunk)
                await target.drain()
        target.close()

    def serve(self, is_ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._take, LOOPBACK, 0))
        self.port = server.sockets[0].getsockname()[1]
        is_ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    def stop(self) -> None:
        self.cut_all()
        self._loop.call_soon_threadsafe(self._loop.stop)


@contextlib.contextmanager
def running_proxy(target_port: int) -> Iterator[FaultProxy]:
    proxy = FaultProxy(target_port)
    is_ready = threading.Event()
    thread = threading.Thread(target=proxy.serve, args=[is_ready])
    thread.start()
    is_ready.wait(timeout=120)
    try:
        yield proxy
    finally:
        proxy.stop()
        thread.join(timeout=120)
