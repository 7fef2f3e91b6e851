"""Accepted file types, checked by name, type and content signature.

The content type follows from the name. The type that a browser reports is ignored.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from frontrow.core.errors import Invalid

NOT_ACCEPTED = "We don't accept this kind of file"
# Enough to recognize every type. A PDF may have some bytes before its signature.
BEGINNING = 1024
# Bidirectional control characters: `gpj.exe` can be displayed as `exe.jpg`.
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_RTF = b"{\\rtf"
_OFFICE = "application/vnd.openxmlformats-officedocument."
_FRAME = 0xE0


@dataclass(frozen=True)
class FileKind:
    content_type: str
    begins_well: Callable[[bytes], bool]


def _with(*marks: bytes) -> Callable[[bytes], bool]:
    return lambda beginning: beginning.startswith(marks)


def _is_pdf(beginning: bytes) -> bool:
    return b"%PDF-" in beginning


def _is_text(beginning: bytes) -> bool:
    page = re.compile(rb"\s*<(!doctype|html|svg|script|\?xml)", re.IGNORECASE)
    return b"\0" not in beginning and not page.match(beginning.removeprefix(b"\xef\xbb\xbf"))


def _is_mp4(beginning: bytes) -> bool:
    return beginning[4:8] in {b"ftyp", b"free", b"wide", b"moov", b"mdat"}


def _is_mp3(beginning: bytes) -> bool:
    has_frame = len(beginning) > 1 and beginning[0] == 0xFF  # noqa: PLR2004
    return beginning.startswith(b"ID3") or (has_frame and beginning[1] & _FRAME == _FRAME)


def _is_wav(beginning: bytes) -> bool:
    return beginning.startswith((b"RIFF", b"RF64")) and beginning[8:12] == b"WAVE"


FILE_KINDS: dict[str, FileKind] = {
    "pdf": FileKind("application/pdf", _is_pdf),
    "doc": FileKind("application/msword", _with(_OLE, _RTF, *_ZIP)),
    "docx": FileKind(f"{_OFFICE}wordprocessingml.document", _with(*_ZIP)),
    "ppt": FileKind("application/vnd.ms-powerpoint", _with(_OLE, *_ZIP)),
    "pptx": FileKind(f"{_OFFICE}presentationml.presentation", _with(*_ZIP)),
    "xls": FileKind("application/vnd.ms-excel", _with(_OLE, *_ZIP)),
    "xlsx": FileKind(f"{_OFFICE}spreadsheetml.sheet", _with(*_ZIP)),
    "txt": FileKind("text/plain", _is_text),
    "rtf": FileKind("application/rtf", _with(_RTF)),
    "zip": FileKind("application/zip", _with(*_ZIP)),
    "rar": FileKind("application/vnd.rar", _with(b"Rar!\x1a\x07")),
    "png": FileKind("image/png", _with(b"\x89PNG\r\n\x1a\n")),
    "jpg": FileKind("image/jpeg", _with(b"\xff\xd8\xff")),
    "jpeg": FileKind("image/jpeg", _with(b"\xff\xd8\xff")),
    "gif": FileKind("image/gif", _with(b"GIF87a", b"GIF89a")),
    "mp4": FileKind("video/mp4", _is_mp4),
    "mp3": FileKind("audio/mpeg", _is_mp3),
    "wav": FileKind("audio/wav", _is_wav),
}


def extension_of(file_name: str) -> str:
    return PurePosixPath(file_name).suffix.lstrip(".").lower()


def name_problem(file_name: str) -> str:
    """An error message for a file name, or an empty string."""
    if extension_of(file_name) not in FILE_KINDS:
        return NOT_ACCEPTED
    is_odd = any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in file_name)
    if is_odd or "/" in file_name or "\\" in file_name or _TURNING.search(file_name):
        return "Please give the file a plain name"
    return ""


def check_beginning(*, file_name: str, beginning: bytes) -> None:
    """Refuse a file whose content doesn't match its name, such as a web page named `slides.pdf`."""
    extension = extension_of(file_name)
    if not FILE_KINDS[extension].begins_well(beginning):
        message = f"This doesn't look like a .{extension} file"
        raise Invalid(message, fields={"fileName": message})
