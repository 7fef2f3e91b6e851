"""The storage stand-in is as strict as S3 where we depend on it; boto3 drives it as it comes."""

import hashlib
import http.client
import json
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from botocore.exceptions import ClientError

from tests.fakes.storage import BUCKET, SITE, StorageServer

PDF = b"%PDF-1.7 a small file"
KEY = "resources/slides.pdf"


@pytest.fixture
def storage(shared_storage: StorageServer) -> StorageServer:
    shared_storage.reset()
    return shared_storage


def signed_put(storage: StorageServer, *, key: str = KEY, expires: int = 300, **more: Any) -> str:
    params = {
        "Bucket": BUCKET,
        "Key": key,
        "ContentType": "application/pdf",
        "ContentLength": len(PDF),
    }
    return storage.client().generate_presigned_url(
        "put_object", Params=params | more, ExpiresIn=expires
    )


def signed_get(storage: StorageServer, *, key: str = KEY, expires: int = 60, **more: Any) -> str:
    params = {"Bucket": BUCKET, "Key": key} | more
    return storage.client().generate_presigned_url("get_object", Params=params, ExpiresIn=expires)


def changed(url: str, **parameters: str) -> str:
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query)) | {
        name.replace("_", "-"): value for name, value in parameters.items()
    }
    return f"{parts.path}?{urlencode(query)}"


def refused(call: Any) -> str:
    with pytest.raises(ClientError) as refusal:
        call()
    return str(refusal.value.response["Error"]["Code"])


def test_a_file_is_sent_and_fetched_by_signed_addresses(storage: StorageServer) -> None:
    sent = storage.call("PUT", signed_put(storage), PDF, Content_Type="application/pdf")
    assert (sent.status, sent.headers["ETag"]) == (
        200,
        f'"{hashlib.md5(PDF, usedforsecurity=False).hexdigest()}"',
    )
    named = signed_get(
        storage,
        ResponseContentDisposition="attachment; filename=\"a.pdf\"; filename*=UTF-8''%C3%A4.pdf",
        ResponseContentType="text/plain",
    )
    fetched = storage.call("GET", named)
    assert (fetched.status, fetched.body) == (200, PDF)
    assert fetched.headers["Content-Type"] == "text/plain"
    assert fetched.headers["Content-Disposition"] == (
        "attachment; filename=\"a.pdf\"; filename*=UTF-8''%C3%A4.pdf"
    )


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (PDF, {"Content_Type": "text/html"}),
        (PDF, {}),
        (PDF + b"!", {"Content_Type": "application/pdf"}),
        (PDF[:-1], {"Content_Type": "application/pdf"}),
    ],
)
def test_another_type_or_length_than_signed_is_refused(
    storage: StorageServer, body: bytes, headers: dict[str, str]
) -> None:
    answer = storage.call("PUT", signed_put(storage), body, **headers)
    assert answer.refusal == (403, "SignatureDoesNotMatch")
    assert storage.objects() == {}


@pytest.mark.parametrize(
    ("parameters", "refusal"),
    [
        ({"X_Amz_Expires": "3000"}, (403, "SignatureDoesNotMatch")),
        ({"X_Amz_Signature": "0" * 64}, (403, "SignatureDoesNotMatch")),
        ({"X_Amz_SignedHeaders": "host"}, (403, "SignatureDoesNotMatch")),
        ({"X_Amz_SignedHeaders": "content-type"}, (403, "AccessDenied")),
        ({"X_Amz_Expires": "604801"}, (400, "AuthorizationQueryParametersError")),
        ({"X_Amz_Algorithm": "AWS4-HMAC-SHA1"}, (400, "AuthorizationQueryParametersError")),
        ({"X_Amz_Date": "20200101T000000Z"}, (400, "AuthorizationQueryParametersError")),
        ({"X_Amz_Credential": "x"}, (400, "AuthorizationQueryParametersError")),
        ({"acl": "public-read"}, (403, "SignatureDoesNotMatch")),
    ],
)
def test_an_altered_query_is_refused(
    storage: StorageServer, parameters: dict[str, str], refusal: tuple[int, str]
) -> None:
    url = changed(signed_put(storage), **parameters)
    assert storage.call("PUT", url, PDF, Content_Type="application/pdf").refusal == refusal
    assert storage.objects() == {}


def test_another_key_or_method_than_signed_is_refused(storage: StorageServer) -> None:
    url = signed_put(storage)
    other = url.replace("slides.pdf", "other.pdf")
    for method, address in (("PUT", other), ("GET", url), ("DELETE", url)):
        answer = storage.call(method, address, PDF, Content_Type="application/pdf")
        assert answer.refusal == (403, "SignatureDoesNotMatch")
    assert storage.objects() == {}


def test_an_address_ends_with_its_time_and_does_not_begin_before_it(
    storage: StorageServer,
) -> None:
    url = signed_put(storage, expires=300)
    storage.advance_clock(301)
    answer = storage.call("PUT", url, PDF, Content_Type="application/pdf")
    assert (answer.refusal, b"Request has expired" in answer.body) == ((403, "AccessDenied"), True)
    storage.advance_clock(-301 - 16 * 60)
    answer = storage.call("PUT", url, PDF, Content_Type="application/pdf")
    assert (answer.refusal, b"not valid yet" in answer.body) == ((403, "AccessDenied"), True)
    storage.advance_clock(16 * 60)
    assert storage.call("PUT", url, PDF, Content_Type="application/pdf").status == 200


def test_without_a_signature_nothing_is_told(storage: StorageServer) -> None:
    storage.call("PUT", signed_put(storage), PDF, Content_Type="application/pdf")
    for method, path in (("GET", KEY), ("HEAD", KEY), ("PUT", KEY), ("DELETE", KEY), ("GET", "")):
        answer = storage.call(method, f"/{BUCKET}/{path}", b"")
        assert answer.status == 403
        assert PDF not in answer.body
    assert list(storage.objects()) == [KEY]


def test_a_header_that_would_be_acted_upon_must_be_signed(storage: StorageServer) -> None:
    answer = storage.call(
        "PUT", signed_put(storage), PDF, Content_Type="application/pdf", x_amz_acl="public-read"
    )
    assert answer.refusal == (403, "AccessDenied")


def test_a_key_that_is_taken_stays_as_it_is_when_signed_so(storage: StorageServer) -> None:
    url = signed_put(storage, IfNoneMatch="*")
    headers = {"Content_Type": "application/pdf", "If_None_Match": "*"}
    assert storage.call("PUT", url, PDF, Content_Type="application/pdf").refusal == (
        403,
        "SignatureDoesNotMatch",
    )
    assert storage.call("PUT", url, PDF, **headers).status == 200
    other = PDF.replace(b"small", b"SMALL")
    assert storage.call("PUT", url, other, **headers).refusal == (412, "PreconditionFailed")
    assert storage.call("GET", signed_get(storage)).body == PDF


def test_what_breaks_off_leaves_nothing_behind(storage: StorageServer) -> None:
    url = signed_put(storage, ContentLength=10_000_000)
    storage.fault(kind="reset", after_bytes=2_000_000)
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        storage.call("PUT", url, b"x" * 10_000_000, Content_Type="application/pdf")
    assert storage.objects() == {}


def test_the_client_s_own_calls_are_checked_too(storage: StorageServer) -> None:
    client = storage.client()
    client.put_object(Bucket=BUCKET, Key=KEY, Body=PDF, ContentType="application/pdf")
    told = client.head_object(Bucket=BUCKET, Key=KEY)
    assert (told["ContentLength"], told["ContentType"]) == (len(PDF), "application/pdf")
    part = client.get_object(Bucket=BUCKET, Key=KEY, Range="bytes=0-4")
    assert (part["Body"].read(), part["ContentRange"]) == (b"%PDF-", f"bytes 0-4/{len(PDF)}")
    for wrong, code in (
        (storage.client(secret="another"), "SignatureDoesNotMatch"),
        (storage.client(access_key="another"), "InvalidAccessKeyId"),
        (storage.client(region="eu-central-1"), "AuthorizationHeaderMalformed"),
    ):
        assert refused(lambda client=wrong: client.get_object(Bucket=BUCKET, Key=KEY)) == code
    assert refused(lambda: client.get_object(Bucket="another", Key=KEY)) == "NoSuchBucket"
    assert refused(lambda: client.get_object(Bucket=BUCKET, Key="no")) == "NoSuchKey"
    assert refused(lambda: client.get_object_acl(Bucket=BUCKET, Key=KEY)) == "NotImplemented"
    storage.advance_clock(16 * 60)
    skewed = refused(lambda: client.get_object(Bucket=BUCKET, Key=KEY))
    assert skewed == "RequestTimeTooSkewed"


def test_a_body_must_have_the_digest_that_was_signed(storage: StorageServer) -> None:
    client = storage.client()

    def tamper(request: Any, **_: Any) -> None:
        request.body = PDF.replace(b"small", b"SMALL")

    client.meta.events.register("before-send.s3.PutObject", tamper)
    # Over plain http boto3 signs the body's own digest.
    code = refused(lambda: client.put_object(Bucket=BUCKET, Key=KEY, Body=PDF))
    assert code == "XAmzContentSHA256Mismatch"
    assert storage.objects() == {}


def test_an_object_is_copied_only_if_it_is_still_the_same(storage: StorageServer) -> None:
    client = storage.client()
    etag = client.put_object(Bucket=BUCKET, Key="incoming/1", Body=PDF)["ETag"]
    copy: dict[str, Any] = {
        "Bucket": BUCKET,
        "Key": KEY,
        "CopySource": {"Bucket": BUCKET, "Key": "incoming/1"},
        "ContentType": "application/pdf",
        "MetadataDirective": "REPLACE",
    }
    assert refused(lambda: client.copy_object(**copy, CopySourceIfMatch='"else"')) == (
        "PreconditionFailed"
    )
    client.copy_object(**copy, CopySourceIfMatch=etag)
    assert client.head_object(Bucket=BUCKET, Key=KEY)["ContentType"] == "application/pdf"
    assert storage.call("GET", signed_get(storage)).body == PDF
    client.delete_object(Bucket=BUCKET, Key="incoming/1")
    client.delete_object(Bucket=BUCKET, Key="incoming/1")
    assert list(storage.objects()) == [KEY]


def test_keys_are_listed_in_pages(storage: StorageServer) -> None:
    client = storage.client()
    for name in ("incoming/a b", "incoming/b&c", "incoming/ü", "resources/d"):
        client.put_object(Bucket=BUCKET, Key=name, Body=b"x")
    pages = client.get_paginator("list_objects_v2").paginate(
        Bucket=BUCKET, Prefix="incoming/", PaginationConfig={"PageSize": 2}
    )
    listed = [[each["Key"] for each in page["Contents"]] for page in pages]
    assert listed == [["incoming/a b", "incoming/b&c"], ["incoming/ü"]]


def preflight(storage: StorageServer, **headers: str) -> Any:
    asked = {
        "Origin": SITE,
        "Access_Control_Request_Method": "PUT",
        "Access_Control_Request_Headers": "content-type,if-none-match",
    }
    return storage.call("OPTIONS", f"/{BUCKET}/{KEY}", None, **asked | headers)


def test_pages_of_the_site_may_send_and_fetch(storage: StorageServer) -> None:
    answer = preflight(storage)
    assert answer.status == 200
    assert answer.headers["Access-Control-Allow-Origin"] == SITE
    assert answer.headers["Access-Control-Allow-Headers"] == "content-type, if-none-match"
    sent = storage.call(
        "PUT", signed_put(storage), PDF, Content_Type="application/pdf", Origin=SITE
    )
    assert sent.headers["Access-Control-Allow-Origin"] == SITE
    assert sent.headers["Access-Control-Expose-Headers"] == "ETag"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example.test"},
        {"Origin": "null"},
        {"Access_Control_Request_Method": "DELETE"},
        {"Access_Control_Request_Headers": "content-type,x-amz-acl"},
    ],
)
def test_other_pages_methods_and_headers_may_not(
    storage: StorageServer, headers: dict[str, str]
) -> None:
    answer = preflight(storage, **headers)
    assert answer.refusal == (403, "AccessForbidden")
    assert "Access-Control-Allow-Origin" not in answer.headers or "Origin" not in headers


def test_it_fails_on_demand_and_keeps_a_log(storage: StorageServer) -> None:
    storage.fault(kind="status", method="PUT")
    url = signed_put(storage)
    assert storage.call("PUT", url, PDF, Content_Type="application/pdf").refusal == (
        500,
        "InternalError",
    )
    assert storage.call("PUT", url, PDF, Content_Type="application/pdf").status == 200
    seen = [(each["method"], each["status"], each["received"]) for each in storage.requests()]
    assert seen == [("PUT", 500, 0), ("PUT", 200, len(PDF))]
    assert "X-Amz-Signature" not in json.dumps(storage.requests())
