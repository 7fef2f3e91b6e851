"""One bucket in a folder: each object a file of bytes and a small file that describes it."""

import dataclasses
import hashlib
import json
import secrets
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from standins.storage.errors import S3Error
from standins.storage.signatures import UNSIGNED

CHUNK = 1024 * 1024
LARGEST = 5 * 1024**3

Read = Callable[[int], bytes]


@dataclass(frozen=True, kw_only=True)
class Stored:
    key: str
    size: int
    content_type: str
    etag: str
    stored_at: str


class Bucket:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)
        for half in folder.glob("*.part"):
            half.unlink()
        told = [json.loads(path.read_text()) for path in folder.glob("*.json")]
        self._objects = {each["key"]: Stored(**each) for each in told}

    def find(self, key: str) -> Stored:
        with self._lock:
            if key not in self._objects:
                raise S3Error("NoSuchKey", "The specified key does not exist.")
            return self._objects[key]

    def listed(self, prefix: str = "", after: str = "") -> list[Stored]:
        with self._lock:
            keys = sorted(key for key in self._objects if key.startswith(prefix) and key > after)
            return [self._objects[key] for key in keys]

    def file_of(self, stored: Stored) -> Path:
        return self._folder / f"{_name(stored.key)}.{stored.etag}.bytes"

    def check_absent(self, key: str) -> None:
        with self._lock:
            if key in self._objects:
                raise S3Error("PreconditionFailed", "At least one precondition did not hold")

    def store(
        self, *, key: str, content_type: str, length: int, digest: str, read: Read, once: bool
    ) -> Stored:
        """Take a body in, a piece at a time. What breaks off half-way leaves nothing behind."""
        if length > LARGEST:
            raise S3Error("EntityTooLarge", "Your proposed upload is too large")
        part = self._folder / f"{secrets.token_hex(8)}.part"
        try:
            etag, sha256 = _copy_in(part, length, read, hashes_it=digest != UNSIGNED)
            if digest not in {UNSIGNED, sha256}:
                raise S3Error("XAmzContentSHA256Mismatch", "The body is not the one signed")
            return self._keep(
                part, key=key, content_type=content_type, size=length, etag=etag, once=once
            )
        finally:
            part.unlink(missing_ok=True)

    def copy(self, source: Stored, *, key: str, content_type: str) -> Stored:
        part = self._folder / f"{secrets.token_hex(8)}.part"
        shutil.copyfile(self.file_of(source), part)
        return self._keep(
            part,
            key=key,
            content_type=content_type,
            size=source.size,
            etag=source.etag,
            once=False,
        )

    def delete(self, key: str) -> None:
        with self._lock:
            if stored := self._objects.pop(key, None):
                self._remove(stored)

    def empty(self) -> None:
        with self._lock:
            for stored in self._objects.values():
                self._remove(stored)
            self._objects.clear()

    def _keep(
        self, part: Path, *, key: str, content_type: str, size: int, etag: str, once: bool
    ) -> Stored:
        stored = Stored(
            key=key,
            size=size,
            content_type=content_type,
            etag=etag,
            stored_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )
        with self._lock:
            before = self._objects.get(key)
            # Of two that came in together, the first to end is the one.
            if before and once:
                raise S3Error("PreconditionFailed", "At least one precondition did not hold")
            if before:
                self._remove(before)
            part.rename(self.file_of(stored))
            self._describing(stored).write_text(json.dumps(dataclasses.asdict(stored)))
            self._objects[key] = stored
        return stored

    def _describing(self, stored: Stored) -> Path:
        return self._folder / f"{_name(stored.key)}.json"

    def _remove(self, stored: Stored) -> None:
        self._describing(stored).unlink(missing_ok=True)
        self.file_of(stored).unlink(missing_ok=True)


def _name(key: str) -> str:
    """A key may hold anything, `..` too; a file's name may not."""
    return hashlib.sha256(key.encode()).hexdigest()


def _copy_in(part: Path, length: int, read: Read, *, hashes_it: bool) -> tuple[str, str]:
    md5, sha256 = hashlib.md5(usedforsecurity=False), hashlib.sha256()
    left = length
    with part.open("wb") as file:
        while left:
            piece = read(min(CHUNK, left))
            if not piece:
                raise S3Error("IncompleteBody", "You did not provide all the bytes you announced")
            left -= len(piece)
            md5.update(piece)
            if hashes_it:
                sha256.update(piece)
            file.write(piece)
    return md5.hexdigest(), sha256.hexdigest()
