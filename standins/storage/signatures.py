"""Signature Version 4, recomputed for every request: in the query, or in the Authorization header.

What is checked is what S3 checks: the key, the method, the path, every query parameter, each
signed header, the age, and, where it was given, the digest of the body.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, unquote

from standins.storage.errors import S3Error

ALGORITHM = "AWS4-HMAC-SHA256"
UNSIGNED = "UNSIGNED-PAYLOAD"
SKEW = timedelta(minutes=15)
LONGEST_SECONDS = 7 * 24 * 60 * 60
IN_QUERY = (
    "X-Amz-Algorithm",
    "X-Amz-Credential",
    "X-Amz-Date",
    "X-Amz-Expires",
    "X-Amz-SignedHeaders",
    "X-Amz-Signature",
)
HEX_DIGEST = re.compile(r"[0-9a-f]{64}")

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class Keys:
    """The one caller that is known."""

    access_key: str
    secret: str
    region: str


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request as it came over the wire; header names in lower case."""

    method: str
    path: str
    query: Pairs
    headers: Mapping[str, str]


def check(asked: Asked, keys: Keys, now: datetime) -> str:
    """The digest the body must have, or UNSIGNED-PAYLOAD. Whatever does not fit is refused."""
    in_query = any(name.startswith("X-Amz-") for name, _ in asked.query)
    in_header = "authorization" in asked.headers
    if in_query and in_header:
        raise S3Error("InvalidArgument", "Only one auth mechanism allowed")
    if in_query:
        return _check_query(asked, keys, now)
    if in_header:
        return _check_header(asked, keys, now)
    raise S3Error("AccessDenied", "Access Denied")


def _check_query(asked: Asked, keys: Keys, now: datetime) -> str:
    wrong = "AuthorizationQueryParametersError"
    given = dict(asked.query)
    if len(given) != len(asked.query) or any(not given.get(name) for name in IN_QUERY):
        raise S3Error(wrong, "Query-string authentication requires each parameter once")
    if given["X-Amz-Algorithm"] != ALGORITHM:
        raise S3Error(wrong, "X-Amz-Algorithm only supports AWS4-HMAC-SHA256")
    _check_credential(given["X-Amz-Credential"], given["X-Amz-Date"], keys, wrong)
    lifetime = given["X-Amz-Expires"]
    if not lifetime.isdigit() or not 0 < int(lifetime) <= LONGEST_SECONDS:
        raise S3Error(wrong, "X-Amz-Expires must be less than a week (in seconds)")
    signed_at = _instant(given["X-Amz-Date"], wrong)
    if signed_at > now + SKEW:
        raise S3Error("AccessDenied", "Request is not valid yet")
    if now > signed_at + timedelta(seconds=int(lifetime)):
        raise S3Error("AccessDenied", "Request has expired")
    names = given["X-Amz-SignedHeaders"].split(";")
    _check_signed_names(asked, names)
    query = [pair for pair in asked.query if pair[0] != "X-Amz-Signature"]
    expected = _signature(
        asked, query=query, names=names, digest=UNSIGNED, date=given["X-Amz-Date"], keys=keys
    )
    _compare(expected, given["X-Amz-Signature"])
    return UNSIGNED


def _check_header(asked: Asked, keys: Keys, now: datetime) -> str:
    wrong = "AuthorizationHeaderMalformed"
    told = re.fullmatch(
        rf"{ALGORITHM} Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{{64}})",
        asked.headers["authorization"],
    )
    if not told:
        raise S3Error(wrong, "The authorization header is malformed")
    credential, signed, signature = told.groups()
    date = asked.headers.get("x-amz-date", "")
    _check_credential(credential, date, keys, wrong)
    if abs(_instant(date, "AccessDenied") - now) > SKEW:
        raise S3Error("RequestTimeTooSkewed", "The difference between the clocks is too large")
    digest = asked.headers.get("x-amz-content-sha256", "")
    if not digest:
        raise S3Error("InvalidRequest", "Missing required header: x-amz-content-sha256")
    if digest != UNSIGNED and not HEX_DIGEST.fullmatch(digest):
        raise S3Error("NotImplemented", "Bodies are signed whole, or not at all")
    names = signed.split(";")
    _check_signed_names(asked, names)
    expected = _signature(
        asked, query=asked.query, names=names, digest=digest, date=date, keys=keys
    )
    _compare(expected, signature)
    return digest


def _check_credential(credential: str, date: str, keys: Keys, wrong: str) -> None:
    parts = credential.split("/")
    if len(parts) != 5 or parts[3:] != ["s3", "aws4_request"]:  # noqa: PLR2004
        raise S3Error(wrong, "The Credential must be <key>/<date>/<region>/s3/aws4_request")
    if parts[0] != keys.access_key:
        raise S3Error("InvalidAccessKeyId", "The access key is not in our records")
    if parts[1] != date[:8]:
        raise S3Error(wrong, "The Credential's date is not the request's")
    if parts[2] != keys.region:
        raise S3Error(wrong, f"The region '{parts[2]}' is wrong; expecting '{keys.region}'")


def _check_signed_names(asked: Asked, names: list[str]) -> None:
    """A header S3 would act upon must be signed, or anyone on the way could add it."""
    unsigned = [name for name in asked.headers if name.startswith("x-amz-") and name not in names]
    if "host" not in names or unsigned:
        raise S3Error("AccessDenied", "There were headers present which were not signed")


def _instant(text: str, wrong: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        raise S3Error(wrong, "The date must be ISO8601, yyyyMMdd'T'HHmmss'Z'") from None


def _signature(
    asked: Asked, *, query: Pairs, names: list[str], digest: str, date: str, keys: Keys
) -> str:
    headers = (f"{name}:{' '.join(asked.headers.get(name, '').split())}\n" for name in names)
    pairs = sorted((_encode(name), _encode(value)) for name, value in query)
    canonical = "\n".join(
        (
            asked.method,
            quote(unquote(asked.path), safe="/-_.~"),
            "&".join(f"{name}={value}" for name, value in pairs),
            "".join(headers),
            ";".join(names),
            digest,
        )
    )
    scope = f"{date[:8]}/{keys.region}/s3/aws4_request"
    hashed = hashlib.sha256(canonical.encode()).hexdigest()
    key = f"AWS4{keys.secret}".encode()
    for part in (date[:8], keys.region, "s3", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.digest(key, "\n".join((ALGORITHM, date, scope, hashed)).encode(), "sha256").hex()


def _encode(text: str) -> str:
    return quote(text, safe="-_.~")


def _compare(expected: str, given: str) -> None:
    if not hmac.compare_digest(expected, given):
        raise S3Error("SignatureDoesNotMatch", "The signature we calculated is another one")
