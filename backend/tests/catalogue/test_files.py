"""Files go straight to storage, are checked there, and come back by links that last a minute."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from frontrow.accounts.models import AuditEntry
from frontrow.catalogue import files
from frontrow.catalogue.admin_api import UPLOADS
from frontrow.catalogue.file_kinds import FILE_KINDS
from frontrow.catalogue.files import link_to
from frontrow.catalogue.models import Resource, Upload
from frontrow.core.clock import database_now
from frontrow.core.errors import ProviderDown
from tests.catalogue.deleting import let_an_hour_pass
from tests.catalogue.desk import Desk
from tests.factories import make_bootcamp, make_resource
from tests.fakes.storage import SITE, StorageServer
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

PDF = b"%PDF-1.7\n a small file"
ANNOUNCED = {"fileName": "Slides.pdf", "contentType": "text/html", "fileSize": len(PDF)}
UNKNOWN = "We can't find this upload. Please upload the file again."
ANOTHER = "The file isn't the one you chose. Please upload it again."


@pytest.fixture
def storage(storage_server: StorageServer) -> StorageServer:
    return storage_server


def ask(desk: Desk, body: Any = ANNOUNCED) -> tuple[int, Any]:
    response = desk.client.generic(
        "POST",
        "/api/objects/upload",
        "" if body is None else json.dumps(body),
        content_type="application/json",
    )
    return response.status_code, response.json()


def signed(desk: Desk, body: Any = ANNOUNCED) -> Any:
    status, answer = ask(desk, body)
    assert status == 200, answer
    return answer


def upload(desk: Desk, storage: StorageServer, content: bytes = PDF, **announced: Any) -> str:
    """Announce and send a file; the stored address."""
    answer = signed(desk, ANNOUNCED | {"fileSize": len(content)} | announced)
    sent = storage.put(answer, content)
    assert sent.status == 200, sent.body
    return str(answer["uploadURL"].partition("?")[0])


def resource_of(url: str, **changed: Any) -> dict[str, Any]:
    sent = {"type": "FILE", "title": "Slides", "url": url, "fileName": "Slides.pdf"}
    return sent | {"fileSize": len(PDF)} | changed


def attach(desk: Desk, url: str, bootcamp_id: int, **changed: Any) -> Any:
    return desk.done("POST", f"bootcamps/{bootcamp_id}/resources", resource_of(url, **changed))


def refuse(desk: Desk, url: str, **changed: Any) -> tuple[int, str]:
    path = f"bootcamps/{make_bootcamp().pk}/resources"
    status, answer = desk.call("POST", path, resource_of(url, **changed))
    assert not Resource.objects.exists()
    return status, answer["message"]


def key_of(url: str) -> str:
    return urlsplit(url).path.removeprefix("/frontrow-files/")


def test_an_upload_is_signed_for_one_type_one_length_and_five_minutes(
    desk: Desk, storage: StorageServer
) -> None:
    answer = signed(desk)
    query = parse_qs(urlsplit(answer["uploadURL"]).query)
    assert sorted(answer) == ["expiresAt", "headers", "uploadURL"]
    assert answer["headers"] == {"Content-Type": "application/pdf", "If-None-Match": "*"}
    assert query["X-Amz-Expires"] == ["300"]
    assert query["X-Amz-SignedHeaders"] == ["content-length;content-type;host;if-none-match"]
    row = Upload.objects.get()
    assert row.key == row.storage_key == key_of(answer["uploadURL"])
    assert row.key.startswith("resources/")
    assert row.key.endswith(".pdf")
    assert "lides" not in row.key
    assert (row.content_type, row.file_size, row.uploader_id) == (
        "application/pdf",
        len(PDF),
        desk.admin.pk,
    )
    assert desk.audited() == [
        (
            "signed upload",
            "upload",
            str(row.pk),
            {"file_size": len(PDF), "content_type": "application/pdf"},
        )
    ]


def test_a_file_becomes_a_resource_and_comes_back_under_its_name(
    desk: Desk, storage: StorageServer
) -> None:
    url = upload(desk, storage)
    added = attach(desk, url, make_bootcamp().pk)
    assert (added["url"], added["fileName"], added["fileSize"]) == (url, "Slides.pdf", len(PDF))
    resource = Resource.objects.get()
    assert resource.storage_key == key_of(url)
    response = desk.client.get(f"/api/admin/bootcamps/resources/{resource.pk}/link")
    assert response.headers["Cache-Control"] == "no-store"
    link = response.json()["url"]
    assert parse_qs(urlsplit(link).query)["X-Amz-Expires"] == ["60"]
    fetched = storage.call("GET", link)
    assert (fetched.status, fetched.body) == (200, PDF)
    assert fetched.headers["Content-Type"] == "application/pdf"
    assert fetched.headers["Content-Disposition"] == (
        "attachment; filename=\"Slides.pdf\"; filename*=UTF-8''Slides.pdf"
    )
    storage.advance_clock(61)
    assert storage.call("GET", link).refusal == (403, "AccessDenied")
    assert storage.call("GET", url).refusal == (403, "AccessDenied")


def test_no_byte_of_it_passes_through_us(desk: Desk, storage: StorageServer) -> None:
    url = upload(desk, storage)
    attach(desk, url, make_bootcamp().pk)
    received = [(each["method"], each["received"]) for each in storage.requests()]
    # One PUT by the browser; we look at the head and the first bytes.
    assert received == [("PUT", len(PDF)), ("HEAD", 0), ("GET", 0)]


@pytest.mark.parametrize("body", [None, {}])
def test_a_file_that_was_not_announced_is_checked_and_moved_at_attaching(
    desk: Desk, storage: StorageServer, body: Any
) -> None:
    answer = signed(desk, body)
    assert (answer["headers"], key_of(answer["uploadURL"])[:9]) == ({}, "incoming/")
    storage.call("PUT", answer["uploadURL"], PDF, Content_Type="text/html", Origin=SITE)
    url = answer["uploadURL"].partition("?")[0]
    bootcamp = make_bootcamp()
    added = attach(desk, url, bootcamp.pk)
    lasting = Resource.objects.get().storage_key
    assert lasting == key_of(url).replace("incoming/", "resources/") + ".pdf"
    assert storage.objects()[lasting]["content_type"] == "application/pdf"
    # A second file through the same address no longer reaches what was attached.
    storage.call("PUT", answer["uploadURL"], b"<html>", Content_Type="text/html")
    assert storage.call("GET", link_to(resource=Resource.objects.get())).body == PDF
    run_jobs()
    assert list(storage.objects()) == [lasting]
    assert attach(desk, url, bootcamp.pk) == added


@pytest.mark.parametrize(
    ("announced", "status", "words"),
    [
        ({"fileName": "evil.pdf.exe"}, 422, "We don't accept this kind of file"),
        ({"fileName": "page.html"}, 422, "We don't accept this kind of file"),
        ({"fileName": "drawing.svg"}, 422, "We don't accept this kind of file"),
        ({"fileName": "pdf"}, 422, "We don't accept this kind of file"),
        ({"fileName": ".pdf"}, 422, "We don't accept this kind of file"),
        ({"fileName": "slides.pdf."}, 422, "We don't accept this kind of file"),
        ({"fileName": "slides.pdf::$DATA"}, 422, "We don't accept this kind of file"),
        ({"fileName": ""}, 422, "We don't accept this kind of file"),
        ({"fileName": "../../etc/x.pdf"}, 422, "Please give the file a plain name"),
        ({"fileName": "..\\x.pdf"}, 422, "Please give the file a plain name"),
        ({"fileName": "exe.\u202efdp.pdf"}, 422, "Please give the file a plain name"),
        ({"fileName": "a\r\nX-Evil: 1.pdf"}, 422, "Must be a single line of text"),
        ({"fileName": "a\a.pdf"}, 422, "Must be a single line of text"),
        ({"fileName": "x" * 252 + ".pdf"}, 422, "String must contain at most 255 character(s)"),
        ({"fileSize": None}, 422, "The file is empty"),
        ({"fileSize": 0}, 422, "Invalid input"),
        ({"fileSize": -1}, 422, "Invalid input"),
        ({"fileSize": "10"}, 422, "Invalid input"),
        ({"fileSize": 2048 * 1024 * 1024 + 1}, 422, "Files may be at most 2048 MB"),
        ({"key": "resources/mine.pdf"}, 422, "This field isn't accepted."),
    ],
)
def test_what_may_not_be_stored_is_not_signed(
    desk: Desk, storage: StorageServer, announced: Any, status: int, words: str
) -> None:
    got, answer = ask(desk, ANNOUNCED | announced)
    assert (got, list(answer["fields"].values())) == (status, [words])
    assert not Upload.objects.exists()
    assert desk.audited() == []


def test_the_largest_file_is_signed(desk: Desk, storage: StorageServer, settings: Settings) -> None:
    settings.ENV = settings.ENV.model_copy(update={"MAX_UPLOAD_MB": 1})
    signed(desk, ANNOUNCED | {"fileSize": 1024 * 1024})
    status, answer = ask(desk, ANNOUNCED | {"fileSize": 1024 * 1024 + 1})
    assert (status, answer["message"]) == (422, "Files may be at most 1 MB")


def test_storage_refuses_what_was_not_signed(desk: Desk, storage: StorageServer) -> None:
    answer = signed(desk)
    wrong = (403, "SignatureDoesNotMatch")
    assert storage.put(answer, PDF, Content_Type="text/html").refusal == wrong
    assert storage.put(answer, PDF + b"!").refusal == wrong
    assert storage.put(answer, PDF[:-1]).refusal == wrong
    moved = answer | {"uploadURL": answer["uploadURL"].replace("resources/", "resources/x")}
    assert storage.put(moved, PDF).refusal == wrong
    longer = answer | {"uploadURL": answer["uploadURL"].replace("Expires=300", "Expires=900")}
    assert storage.put(longer, PDF).refusal == wrong
    bare = answer | {"uploadURL": answer["uploadURL"].partition("?")[0]}
    assert storage.put(bare, PDF).refusal == (403, "AccessDenied")
    storage.advance_clock(301)
    assert storage.put(answer, PDF).refusal == (403, "AccessDenied")
    assert storage.objects() == {}


def test_a_second_file_does_not_replace_the_first(desk: Desk, storage: StorageServer) -> None:
    answer = signed(desk)
    assert storage.put(answer, PDF).status == 200
    attach(desk, answer["uploadURL"].partition("?")[0], make_bootcamp().pk)
    other = PDF.replace(b"small", b"OTHER")
    assert storage.put(answer, other).refusal == (412, "PreconditionFailed")
    assert storage.call("GET", link_to(resource=Resource.objects.get())).body == PDF


def test_an_address_we_did_not_sign_is_not_attached(desk: Desk, storage: StorageServer) -> None:
    url = upload(desk, storage)
    storage.client().put_object(Bucket="frontrow-files", Key="resources/else.pdf", Body=PDF)
    for foreign in (
        url.replace("resources/", "resources/x"),
        f"{storage.url}/frontrow-files/resources/else.pdf",
        f"{storage.url}/another-bucket/{key_of(url)}",
        f"https://evil.example.test/frontrow-files/{key_of(url)}",
        f"{url}?X-Amz-Signature=1",
        f"{url}/../else.pdf",
        key_of(url),
        "",
    ):
        assert refuse(desk, foreign) == (409, UNKNOWN)


def test_another_admin_s_upload_is_not_attached(desk: Desk, storage: StorageServer) -> None:
    url = upload(desk, storage)
    assert refuse(Desk(), url) == (409, UNKNOWN)
    attach(desk, url, make_bootcamp().pk)


def test_yesterday_s_upload_is_not_attached(desk: Desk, storage: StorageServer) -> None:
    url = upload(desk, storage)
    Upload.objects.update(created_at=database_now() - timedelta(hours=24))
    assert refuse(desk, url) == (409, UNKNOWN)


def test_what_never_arrived_is_not_attached(desk: Desk, storage: StorageServer) -> None:
    url = signed(desk)["uploadURL"].partition("?")[0]
    assert refuse(desk, url) == (409, "The file hasn't arrived. Please upload it again.")


@pytest.mark.parametrize(
    "changed",
    [{"fileSize": len(PDF) + 1}, {"fileName": "Slides.txt"}, {"fileName": "Slides.zip"}],
)
def test_a_file_other_than_announced_is_not_attached(
    desk: Desk, storage: StorageServer, changed: Any
) -> None:
    assert refuse(desk, upload(desk, storage), **changed) == (409, ANOTHER)


def test_a_stored_object_that_was_changed_behind_our_back_is_not_attached(
    desk: Desk, storage: StorageServer
) -> None:
    url = upload(desk, storage)
    client = storage.client()
    put: Any = {"Bucket": "frontrow-files", "Key": key_of(url)}
    client.put_object(**put, Body=PDF + b"!", ContentType="application/pdf")
    assert refuse(desk, url, fileSize=len(PDF) + 1) == (409, ANOTHER)
    client.put_object(**put, Body=PDF, ContentType="text/html")
    assert refuse(desk, url) == (409, ANOTHER)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.pdf", b"<!doctype html><script>alert(1)</script>"),
        ("page.txt", b"\xef\xbb\xbf <HTML><script>alert(1)</script>"),
        ("drawing.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("tool.zip", b"MZ\x90\x00"),
        ("tool.docx", b"MZ\x90\x00"),
        ("song.mp3", b"x"),
    ],
)
@pytest.mark.parametrize("is_announced", [True, False])
def test_a_file_that_is_not_what_its_name_says_is_not_attached(
    desk: Desk, storage: StorageServer, name: str, content: bytes, is_announced: bool
) -> None:
    sent: Any = ANNOUNCED | {"fileName": name, "fileSize": len(content)} if is_announced else None
    answer = signed(desk, sent)
    assert storage.put(answer, content).status == 200
    url = answer["uploadURL"].partition("?")[0]
    extension = name.rpartition(".")[2]
    assert refuse(desk, url, fileName=name, fileSize=len(content)) == (
        422,
        f"This doesn't look like a .{extension} file",
    )


@pytest.mark.parametrize(
    ("name", "content_type", "content"),
    [
        ("page.pdf", "application/pdf", b"%PDF-1.4\n<html><script>alert(1)</script></html>"),
        ("code.gif", "image/gif", b"GIF89a/*" + b"\x00" * 8 + b"*/=1;alert(1)"),
        ("page.zip", "application/zip", b"PK\x03\x04<svg onload=alert(1)>"),
    ],
)
def test_a_file_of_two_kinds_is_only_ever_a_download(
    desk: Desk, storage: StorageServer, name: str, content_type: str, content: bytes
) -> None:
    """Its beginning is that of its name; the rest is for nobody to run."""
    url = upload(desk, storage, content, fileName=name, contentType=content_type)
    attach(desk, url, make_bootcamp().pk, fileName=name, fileSize=len(content))
    link = link_to(resource=Resource.objects.get())
    assert urlsplit(link).netloc != "testserver"
    fetched = storage.call("GET", link)
    assert fetched.headers["Content-Type"] == content_type
    assert fetched.headers["Content-Disposition"].startswith("attachment;")


BEGINNINGS = {
    "pdf": b"\r\n%PDF-1.4",
    "doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "docx": b"PK\x03\x04",
    "ppt": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "pptx": b"PK\x03\x04",
    "xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "xlsx": b"PK\x03\x04",
    "txt": b"plain words",
    "rtf": b"{\\rtf1",
    "zip": b"PK\x05\x06",
    "rar": b"Rar!\x1a\x07\x01\x00",
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff\xe0",
    "jpeg": b"\xff\xd8\xff\xe1",
    "gif": b"GIF89a",
    "mp4": b"\x00\x00\x00\x18ftypmp42",
    "mp3": b"\xff\xfb\x90",
    "wav": b"RIFF\x24\x00\x00\x00WAVE",
}


@pytest.mark.parametrize("extension", BEGINNINGS)
def test_every_accepted_kind_is_taken(desk: Desk, storage: StorageServer, extension: str) -> None:
    content = BEGINNINGS[extension]
    name = f"File.{extension.upper()}"
    url = upload(desk, storage, content, fileName=name)
    attach(desk, url, make_bootcamp().pk, fileName=name, fileSize=len(content))
    assert Resource.objects.get().file_name == name


def test_every_accepted_kind_is_tried_above() -> None:
    assert sorted(BEGINNINGS) == sorted(FILE_KINDS)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Übersicht 日本.pdf", "Ubersicht .pdf"),
        ('a"; filename="evil.exe.pdf', "a__ filename__evil.exe.pdf"),
        ("100% café;x=1.pdf", "100_ cafe_x_1.pdf"),
        ("日本.pdf", "file.pdf"),
    ],
)
def test_names_reach_the_browser_whole_and_harmless(
    desk: Desk, storage: StorageServer, name: str, plain: str
) -> None:
    url = upload(desk, storage, fileName=name)
    attach(desk, url, make_bootcamp().pk, fileName=name)
    fetched = storage.call("GET", link_to(resource=Resource.objects.get()))
    told = fetched.headers["Content-Disposition"]
    begin, _, encoded = told.partition("; filename*=UTF-8''")
    assert (begin, unquote(encoded)) == (f'attachment; filename="{plain}"', name)
    assert "\n" not in told


def test_attaching_twice_is_attaching_once(desk: Desk, storage: StorageServer) -> None:
    url = upload(desk, storage)
    bootcamp = make_bootcamp()
    first = attach(desk, url, bootcamp.pk)
    assert attach(desk, url, bootcamp.pk, title="Again") == first
    assert Resource.objects.count() == 1
    path = f"bootcamps/{make_bootcamp().pk}/resources"
    status, answer = desk.call("POST", path, resource_of(url))
    assert (status, answer["message"]) == (
        409,
        "This upload is in use already. Please upload the file again.",
    )
    assert Resource.objects.count() == 1


def test_a_document_may_be_a_file_too(desk: Desk, storage: StorageServer) -> None:
    url = upload(desk, storage)
    added = attach(desk, url, make_bootcamp().pk, type="DOCUMENT")
    assert desk.get(f"bootcamps/resources/{added['id']}/link")["url"].startswith(f"{url}?")


def test_the_file_goes_with_the_last_resource_that_names_it(
    desk: Desk, storage: StorageServer
) -> None:
    bootcamp = make_bootcamp()
    added = attach(desk, upload(desk, storage), bootcamp.pk)
    copy = desk.done("POST", f"bootcamps/{bootcamp.pk}/clone")
    desk.done("DELETE", f"bootcamps/{copy['id']}")
    run_jobs()
    assert len(storage.objects()) == 1
    desk.done("DELETE", f"bootcamps/resources/{added['id']}")
    run_jobs()
    # As long as it can be restored, its file is there.
    assert len(storage.objects()) == 1
    let_an_hour_pass()
    assert len(storage.objects()) == 1
    run_jobs()
    assert storage.objects() == {}


def test_a_bootcamp_that_is_deleted_takes_the_files_of_deleted_resources_along(
    desk: Desk, storage: StorageServer
) -> None:
    bootcamp = make_bootcamp()
    added = attach(desk, upload(desk, storage), bootcamp.pk)
    desk.done("DELETE", f"bootcamps/resources/{added['id']}")
    desk.done("DELETE", f"bootcamps/{bootcamp.pk}")
    run_jobs()
    assert storage.objects() == {}


def test_a_file_is_replaced_in_place_and_the_old_one_goes(
    desk: Desk, storage: StorageServer
) -> None:
    added = attach(desk, upload(desk, storage), make_bootcamp().pk)
    before = set(storage.objects())
    path = f"bootcamps/resources/{added['id']}"
    # Its words alone leave the file as it is.
    assert desk.done("PATCH", path, {"title": "Slides, corrected"})["fileName"] == added["fileName"]
    new = resource_of(upload(desk, storage))
    sent = {name: new[name] for name in ("url", "fileName", "fileSize")}
    changed = desk.done("PATCH", path, sent)
    assert (changed["id"], changed["title"]) == (added["id"], "Slides, corrected")
    assert changed["url"] != added["url"]
    assert desk.get(f"{path}/link")["url"].startswith(f"{changed['url']}?")
    run_jobs()
    [left] = storage.objects()
    assert left not in before
    # Asked again after a lost answer, it is done already.
    assert desk.done("PATCH", path, sent)["url"] == changed["url"]
    assert Resource.objects.count() == 1


def test_a_file_that_cannot_be_deleted_now_is_deleted_later(
    desk: Desk, storage: StorageServer
) -> None:
    added = attach(desk, upload(desk, storage), make_bootcamp().pk)
    desk.done("DELETE", f"bootcamps/resources/{added['id']}")
    let_an_hour_pass()
    storage.fault(kind="status", method="DELETE", times=2)
    key = next(iter(storage.objects()))
    with pytest.raises(ProviderDown):
        files.discard_stored_file.func(storage_key=key)
    assert len(storage.objects()) == 1
    files.discard_stored_file.func(storage_key=key)
    files.discard_stored_file.func(storage_key=key)
    assert storage.objects() == {}


def test_what_was_never_attached_is_gone_a_day_later(desk: Desk, storage: StorageServer) -> None:
    kept = attach(desk, upload(desk, storage), make_bootcamp().pk)
    upload(desk, storage)
    unannounced = signed(desk, None)
    storage.put(unannounced, PDF)
    files.tidy_uploads.func(timestamp=0)
    assert (len(storage.objects()), Upload.objects.count()) == (3, 3)
    Upload.objects.update(created_at=database_now() - timedelta(hours=25, seconds=1))
    fresh = upload(desk, storage)
    files.tidy_uploads.func(timestamp=0)
    assert sorted(storage.objects()) == sorted([key_of(kept["url"]), key_of(fresh)])
    assert [row.key for row in Upload.objects.all()] == [key_of(fresh)]
    files.tidy_uploads.func(timestamp=0)
    assert len(storage.objects()) == 2


def test_storage_that_is_away_is_said_in_words_and_changes_nothing(
    desk: Desk, storage: StorageServer
) -> None:
    url = upload(desk, storage)
    storage.fault(kind="status", method="HEAD", times=2)
    away = (502, "File storage isn't answering. Please try again shortly.")
    assert refuse(desk, url) == away
    attach(desk, url, make_bootcamp().pk)


def test_a_file_that_is_missing_is_said_to_be(desk: Desk, storage: StorageServer) -> None:
    resource = make_resource(type="FILE", url="", storage_key="resources/1.pdf")
    status, answer = desk.call("GET", f"bootcamps/resources/{resource.pk}/link")
    assert (status, answer["message"]) == (404, "The file is no longer there.")


def test_a_link_elsewhere_is_the_way_itself(desk: Desk) -> None:
    resource = make_resource(url="https://files.example.test/workbook")
    path = f"bootcamps/resources/{resource.pk}/link"
    assert desk.get(path) == {"url": "https://files.example.test/workbook"}


def test_without_a_storage_nothing_is_signed(desk: Desk) -> None:
    refusal = (409, "File uploads aren't set up on this site. Add a link instead.")
    status, answer = ask(desk)
    assert (status, answer["message"]) == refusal
    resource = make_resource(type="FILE", url="", storage_key="resources/1.pdf")
    status, answer = desk.call("GET", f"bootcamps/resources/{resource.pk}/link")
    assert (status, answer["message"]) == refusal
    files.tidy_uploads.func(timestamp=0)


def test_uploads_are_limited(desk: Desk, storage: StorageServer) -> None:
    for _ in range(59):
        UPLOADS.limit.check(str(desk.admin.pk))
    signed(desk)
    assert ask(desk)[0] == 429
    assert signed(Desk())
    assert Upload.objects.count() == 2


def test_no_signature_reaches_the_public(desk: Desk, storage: StorageServer) -> None:
    bootcamp = make_bootcamp()
    attach(desk, upload(desk, storage), bootcamp.pk)
    key = Resource.objects.get().storage_key
    for path in ("/api/bootcamps", "/api/bundles", "/api/checkout"):
        told = Client(headers={"Sec-Fetch-Site": "same-origin"}).get(path).content.decode()
        assert key not in told
        assert "X-Amz-" not in told
    # Nor is it written down.
    written = json.dumps(list(AuditEntry.objects.values_list("details", flat=True)))
    assert key not in written
    assert "X-Amz-" not in written
