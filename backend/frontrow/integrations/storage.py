"""S3 object storage for uploaded files, in a private bucket.

Files never pass through our servers: we presign short-lived URLs, and browsers upload to and
download from the bucket directly. Signing is local. Every other call may take seconds, so none is
made inside a transaction.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.conf import settings

from frontrow.core.errors import ProviderDown
from frontrow.core.metrics import VENDOR_TROUBLE

if TYPE_CHECKING:
    from botocore.exceptions import ClientError
    from mypy_boto3_s3 import S3Client

CONNECT_SECONDS, ANSWER_SECONDS = 3, 10
# Storage copies objects internally, which takes a while for gigabytes.
COPY_SECONDS = 25
AWAY = "File storage isn't answering. Please try again shortly."
MISSING = {"404", "NoSuchKey", "NotFound"}


class ObjectChanged(Exception):
    """The object was replaced since it was verified."""


@dataclass(frozen=True, kw_only=True)
class SignedUpload:
    """A URL to which a browser may PUT one file, and the headers it must send."""

    url: str
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StoredObject:
    length: int
    content_type: str
    etag: str


def is_configured() -> bool:
    return bool(settings.ENV.S3_BUCKET)


@functools.cache
def client(answer_seconds: int = ANSWER_SECONDS) -> "S3Client":
    from boto3.session import Session
    from botocore.config import Config

    env = settings.ENV
    session = Session(
        aws_access_key_id=env.S3_ACCESS_KEY_ID,
        aws_secret_access_key=env.S3_SECRET_ACCESS_KEY.get_secret_value(),
        region_name=env.S3_REGION,
    )
    return session.client(
        "s3",
        endpoint_url=env.S3_ENDPOINT_URL or None,
        config=Config(
            signature_version="s3v4",
            connect_timeout=CONNECT_SECONDS,
            read_timeout=answer_seconds,
            retries={"mode": "standard", "total_max_attempts": 2},
            # A checksum in a presigned URL would be that of an empty file.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            s3={
                # Servers other than AWS rarely support one host name per bucket.
                "addressing_style": "path" if env.S3_ENDPOINT_URL else "virtual",
                "us_east_1_regional_endpoint": "regional",
            },
        ),
    )


def sign_upload(
    *, key: str, content_type: str = "", length: int | None = None, expires: int
) -> SignedUpload:
    """A presigned URL for uploading one file.

    With a type and a length it accepts only such a file, and only while the key is unused, so a
    verified object can't be replaced through the same URL. Without them it accepts anything, so the
    object must be verified and copied to another key.
    """
    signed: dict[str, Any] = {}
    headers = {}
    if length is not None:
        signed = {"ContentType": content_type, "ContentLength": length, "IfNoneMatch": "*"}
        # The browser sets Content-Length itself. A page may not set that header.
        headers = {"Content-Type": content_type, "If-None-Match": "*"}
    return SignedUpload(url=_sign("put_object", key, expires, **signed), headers=headers)


def sign_download(*, key: str, file_name: str, content_type: str, expires: int = 60) -> str:
    """A presigned URL for downloading a file. Browsers save it and never display it."""
    return _sign(
        "get_object",
        key,
        expires,
        ResponseContentDisposition=disposition(file_name),
        ResponseContentType=content_type,
    )


def disposition(file_name: str) -> str:
    """`attachment` with the file name twice: in ASCII for old clients, and exact."""
    plain = unicodedata.normalize("NFKD", file_name).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^A-Za-z0-9 ._()-]", "_", plain).strip()
    if not plain or plain.startswith("."):
        plain = f"file{plain}"
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file_name, safe='')}"


def address_of(key: str) -> str:
    """The object's URL without a signature. It identifies the object and grants no access."""
    return _sign("get_object", key, 1).partition("?")[0]


def key_at(url: str) -> str:
    """The key in an unsigned URL. Empty if the URL is not in our bucket."""
    start = address_of("-").removesuffix("-")
    return url.removeprefix(start) if url.startswith(start) else ""


def find(key: str) -> StoredObject | None:
    from botocore.exceptions import ClientError

    with _Answering():
        try:
            told = client().head_object(Bucket=settings.ENV.S3_BUCKET, Key=key)
        except ClientError as error:
            if _code(error) in MISSING:
                return None
            raise
    return StoredObject(
        length=told["ContentLength"], content_type=told["ContentType"], etag=told["ETag"]
    )


def read_beginning(*, key: str, count: int) -> bytes:
    with _Answering():
        told = client().get_object(
            Bucket=settings.ENV.S3_BUCKET, Key=key, Range=f"bytes=0-{count - 1}"
        )
        return told["Body"].read()


def copy(*, source: str, etag: str, key: str, content_type: str) -> None:
    """Copy an object within the bucket. Raises ObjectChanged if it was replaced meanwhile."""
    from botocore.exceptions import ClientError

    bucket = settings.ENV.S3_BUCKET
    with _Answering():
        try:
            client(COPY_SECONDS).copy_object(
                Bucket=bucket,
                Key=key,
                CopySource={"Bucket": bucket, "Key": source},
                CopySourceIfMatch=etag,
                ContentType=content_type,
                MetadataDirective="REPLACE",
            )
        except ClientError as error:
            if _code(error) in MISSING | {"PreconditionFailed", "412"}:
                raise ObjectChanged from error
            raise


def store(*, key: str, content: bytes, content_type: str) -> None:
    """Write a small object of our own, replacing any existing one. Not used for uploads."""
    with _Answering():
        client().put_object(
            Bucket=settings.ENV.S3_BUCKET, Key=key, Body=content, ContentType=content_type
        )


def delete(key: str) -> None:
    """Delete an object. Idempotent."""
    with _Answering():
        client().delete_object(Bucket=settings.ENV.S3_BUCKET, Key=key)


def list_keys(*, prefix: str, before: datetime) -> Iterator[str]:
    """Keys under a prefix whose objects were stored before the given time."""
    pages = client().get_paginator("list_objects_v2")
    with _Answering():
        for page in pages.paginate(Bucket=settings.ENV.S3_BUCKET, Prefix=prefix):
            for each in page.get("Contents", []):
                if each["LastModified"] < before:
                    yield each["Key"]


def _sign(operation: str, key: str, expires: int, **more: Any) -> str:
    return client().generate_presigned_url(
        operation,
        Params={"Bucket": settings.ENV.S3_BUCKET, "Key": key, **more},
        ExpiresIn=expires,
    )


def _code(error: "ClientError") -> str:
    return str(error.response.get("Error", {}).get("Code", ""))


class _Answering:
    """Wraps a call and turns any failure into one message for people."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        from botocore.exceptions import BotoCoreError, ClientError

        if isinstance(error, BotoCoreError | ClientError):
            VENDOR_TROUBLE.labels("storage", type(error).__name__).inc()
            raise ProviderDown(AWAY) from error
