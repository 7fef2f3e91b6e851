"""What can be done to objects and to the bucket: the few operations we use, and no other."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape

from standins.storage.bucket import Bucket, Read, Stored
from standins.storage.errors import S3Error

PAGE = 1000
OVERRIDES = {
    "response-content-disposition": "Content-Disposition",
    "response-content-type": "Content-Type",
}
LISTING = {"list-type", "prefix", "max-keys", "continuation-token", "encoding-type"}
# Headers of S3's own that we understand; any other would be silently ignored, so it is refused.
UNDERSTOOD = {
    "x-amz-date",
    "x-amz-content-sha256",
    "x-amz-copy-source",
    "x-amz-copy-source-if-match",
    "x-amz-metadata-directive",
}
XML = "application/xml"


@dataclass
class Answer:
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    # A file goes out from `start`, `length` bytes of it.
    file: Path | None = None
    start: int = 0
    length: int = 0


@dataclass(frozen=True, kw_only=True)
class Call:
    """One request whose signature has been found right."""

    method: str
    key: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    digest: str
    read: Read


def perform(bucket: Bucket, name: str, call: Call) -> Answer:
    unknown = {each for each in call.headers if each.startswith("x-amz-")} - UNDERSTOOD
    if unknown:
        raise S3Error("NotImplemented", f"Not understood here: {', '.join(sorted(unknown))}")
    asked = {each for each in call.query if not each.startswith("X-Amz-")}
    if not call.key:
        return _list(bucket, name, call, asked)
    if asked - (set(OVERRIDES) if call.method in {"GET", "HEAD"} else set()):
        raise S3Error("NotImplemented", f"Not understood here: {', '.join(sorted(asked))}")
    match call.method:
        case "PUT" if "x-amz-copy-source" in call.headers:
            return _copy(bucket, name, call)
        case "PUT":
            return _put(bucket, call)
        case "GET" | "HEAD":
            return _get(bucket, call)
        case "DELETE":
            bucket.delete(call.key)
            return Answer(204)
        case _:
            raise S3Error("MethodNotAllowed")


def _put(bucket: Bucket, call: Call) -> Answer:
    length = call.headers.get("content-length", "")
    if not length.isdigit() or "transfer-encoding" in call.headers:
        raise S3Error("MissingContentLength", "You must provide the Content-Length header")
    once = call.headers.get("if-none-match", "")
    if once not in {"", "*"}:
        raise S3Error("NotImplemented", "If-None-Match takes only *")
    if once:
        bucket.check_absent(call.key)
    stored = bucket.store(
        key=call.key,
        content_type=call.headers.get("content-type", "binary/octet-stream"),
        length=int(length),
        digest=call.digest,
        read=call.read,
        once=bool(once),
    )
    return Answer(headers={"ETag": f'"{stored.etag}"'})


def _copy(bucket: Bucket, name: str, call: Call) -> Answer:
    source_bucket, _, key = unquote(call.headers["x-amz-copy-source"]).lstrip("/").partition("/")
    if source_bucket != name:
        raise S3Error("AccessDenied", "Access Denied")
    source = bucket.find(key)
    if call.headers.get("x-amz-copy-source-if-match", source.etag).strip('"') != source.etag:
        raise S3Error("PreconditionFailed", "At least one precondition did not hold")
    replaces = call.headers.get("x-amz-metadata-directive", "COPY") == "REPLACE"
    told = call.headers.get("content-type", "binary/octet-stream")
    stored = bucket.copy(
        source, key=call.key, content_type=told if replaces else source.content_type
    )
    body = (
        f'<CopyObjectResult><ETag>"{stored.etag}"</ETag>'
        f"<LastModified>{_iso(stored)}</LastModified></CopyObjectResult>"
    )
    return Answer(headers={"Content-Type": XML}, body=body.encode())


def _get(bucket: Bucket, call: Call) -> Answer:
    stored = bucket.find(call.key)
    answer = Answer(
        headers={
            "Content-Type": stored.content_type,
            "ETag": f'"{stored.etag}"',
            "Last-Modified": format_datetime(datetime.fromisoformat(stored.stored_at), usegmt=True),
            "Accept-Ranges": "bytes",
        },
        file=bucket.file_of(stored),
        length=stored.size,
    )
    for parameter, header in OVERRIDES.items():
        if parameter in call.query:
            answer.headers[header] = call.query[parameter]
    if wanted := call.headers.get("range"):
        _cut(answer, wanted, stored.size)
    return answer


def _cut(answer: Answer, wanted: str, size: int) -> None:
    told = re.fullmatch(r"bytes=(\d*)-(\d*)", wanted)
    if not told or told.groups() == ("", ""):
        return
    first, last = told.groups()
    start = int(first) if first else max(0, size - int(last))
    end = min(int(last), size - 1) if first and last else size - 1
    if start >= size or end < start:
        raise S3Error("InvalidRange", "The requested range is not satisfiable")
    answer.status, answer.start, answer.length = 206, start, end - start + 1
    answer.headers["Content-Range"] = f"bytes {start}-{end}/{size}"


def _list(bucket: Bucket, name: str, call: Call, asked: set[str]) -> Answer:
    if call.method != "GET" or call.query.get("list-type") != "2" or asked - LISTING:
        raise S3Error("NotImplemented", "Of a bucket only ListObjectsV2 is understood")
    prefix = call.query.get("prefix", "")
    most = min(int(call.query.get("max-keys", PAGE)), PAGE)
    found = bucket.listed(prefix, call.query.get("continuation-token", ""))
    page, rest = found[:most], found[most:]
    write = quote if call.query.get("encoding-type") == "url" else escape
    rows = "".join(
        f"<Contents><Key>{write(each.key)}</Key><LastModified>{_iso(each)}</LastModified>"
        f"<ETag>&quot;{each.etag}&quot;</ETag><Size>{each.size}</Size>"
        "<StorageClass>STANDARD</StorageClass></Contents>"
        for each in page
    )
    more = f"<NextContinuationToken>{escape(page[-1].key)}</NextContinuationToken>" if rest else ""
    encoding = "<EncodingType>url</EncodingType>" if write is quote else ""
    body = (
        f"<ListBucketResult><Name>{name}</Name><Prefix>{write(prefix)}</Prefix>{encoding}"
        f"<KeyCount>{len(page)}</KeyCount><MaxKeys>{most}</MaxKeys>"
        f"<IsTruncated>{'true' if rest else 'false'}</IsTruncated>{more}{rows}</ListBucketResult>"
    )
    return Answer(headers={"Content-Type": XML}, body=body.encode())


def _iso(stored: Stored) -> str:
    return stored.stored_at.replace("+00:00", "Z")
