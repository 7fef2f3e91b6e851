"""An admin gives a bootcamp its learning material, in an order of his own."""

from datetime import timedelta
from typing import Any

import pytest

from frontrow.catalogue.files import is_stored_file_in_use
from frontrow.catalogue.models import Resource
from frontrow.sales.models import ResourceOpening
from tests.catalogue.deleting import let_an_hour_pass, let_pass
from tests.catalogue.desk import Desk
from tests.factories import ResourceOpeningFactory, UserFactory, make_bootcamp, make_resource

pytestmark = pytest.mark.django_db

LINK = {"type": "LINK", "title": "Workbook", "url": "https://files.example.test/w"}
FILE = {
    "type": "FILE",
    "title": "Slides",
    "url": "https://bucket.example.test/incoming/1.pdf",
    "fileName": "slides.pdf",
    "fileSize": 2048,
}


def test_a_link_is_added_and_listed(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    sent = LINK | {"description": "Exercises.", "sortOrder": 3}
    answer = desk.done("POST", f"bootcamps/{bootcamp.pk}/resources", sent)
    resource = Resource.objects.get()
    assert {name: answer[name] for name in answer if not name.endswith("At")} == {
        "id": resource.pk,
        "bootcampId": bootcamp.pk,
        "title": "Workbook",
        "description": "Exercises.",
        "type": "LINK",
        "url": "https://files.example.test/w",
        "fileName": "",
        "fileSize": None,
        "sortOrder": 3,
    }
    assert desk.get(f"bootcamps/{bootcamp.pk}/resources") == [answer]
    assert desk.audited() == [
        (
            "added resource",
            "bootcamp",
            str(bootcamp.pk),
            {"resource_id": resource.pk, "type": "LINK"},
        )
    ]


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/watch?v=abc",
        "https://YouTube.com/watch?v=abc",
        "https://m.youtube.com/watch?v=abc",
        "https://youtu.be/abc",
        "https://www.youtube-nocookie.com/embed/abc",
    ],
)
def test_a_video_lies_on_youtube(desk: Desk, url: str) -> None:
    path = f"bootcamps/{make_bootcamp().pk}/resources"
    answer = desk.done("POST", path, LINK | {"type": "YOUTUBE", "url": url})
    assert (answer["type"], answer["url"]) == ("YOUTUBE", url)


HTTPS = "Use an address that starts with https://"
NEEDED = "URL is required for YouTube videos and external links"
WRONG: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"title": ""}, {"title": "String must contain at least 1 character(s)"}),
    ({"title": "x" * 256}, {"title": "String must contain at most 255 character(s)"}),
    ({"description": "x" * 1001}, {"description": "String must contain at most 1000 character(s)"}),
    ({"url": ""}, {"url": NEEDED}),
    ({"url": "", "type": "YOUTUBE"}, {"url": NEEDED}),
    ({"url": "", "type": "DOCUMENT"}, {"url": "Add an address or a file"}),
    ({"url": "not an address"}, {"url": HTTPS}),
    ({"url": "javascript:alert(1)"}, {"url": HTTPS}),
    ({"url": "data:text/html,x"}, {"url": HTTPS}),
    ({"url": "http://files.example.test/w"}, {"url": HTTPS}),
    ({"url": "//files.example.test/w"}, {"url": HTTPS}),
    ({"url": "https://"}, {"url": "Invalid url"}),
    ({"url": "https://a b.test"}, {"url": "Invalid url"}),
    ({"url": "https://www.youtube.com@evil.test/"}, {"url": "Invalid url"}),
    ({"url": "https://evil.test\\@youtube.com/"}, {"url": "Invalid url"}),
    ({"url": "https://evil.test/watch", "type": "YOUTUBE"}, {"url": "Use an address on YouTube"}),
    (
        {"url": "https://youtube.com.evil.test/", "type": "YOUTUBE"},
        {"url": "Use an address on YouTube"},
    ),
    ({"type": "AUDIO"}, {"type": "Invalid input"}),
    ({"sortOrder": 1.5}, {"sortOrder": "Invalid input"}),
    ({"storageKey": "resources/1"}, {"storageKey": "This field isn't accepted."}),
]


@pytest.mark.parametrize(("change", "fields"), WRONG)
def test_what_is_wrong_is_refused_in_words(
    desk: Desk, change: dict[str, Any], fields: dict[str, str]
) -> None:
    path = f"bootcamps/{make_bootcamp().pk}/resources"
    status, answer = desk.call("POST", path, LINK | change)
    assert (status, answer["fields"]) == (422, fields)
    assert not Resource.objects.exists()
    assert desk.audited() == []


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"fileName": "page.html"}, {"fileName": "We don't accept this kind of file"}),
        ({"fileName": "slides.pdf.exe"}, {"fileName": "We don't accept this kind of file"}),
        ({"fileName": "pdf"}, {"fileName": "We don't accept this kind of file"}),
        ({"fileSize": 0}, {"fileSize": "Invalid input"}),
        ({"fileSize": None}, {"fileSize": "The file is empty"}),
    ],
)
@pytest.mark.parametrize("kind", ["FILE", "DOCUMENT"])
def test_a_file_has_an_accepted_name_and_a_size(
    desk: Desk, kind: str, change: dict[str, Any], fields: dict[str, str]
) -> None:
    path = f"bootcamps/{make_bootcamp().pk}/resources"
    status, answer = desk.call("POST", path, FILE | {"type": kind} | change)
    assert (status, answer["fields"]) == (422, fields)
    assert not Resource.objects.exists()


@pytest.mark.parametrize("url", [FILE["url"], ""])
def test_a_file_nobody_has_checked_is_not_added(desk: Desk, url: str) -> None:
    path = f"bootcamps/{make_bootcamp().pk}/resources"
    status, answer = desk.call("POST", path, FILE | {"url": url})
    assert (status, answer["message"]) == (
        409,
        "File uploads aren't set up on this site. Add a link instead.",
    )
    assert not Resource.objects.exists()


def test_they_are_put_in_order_and_a_new_one_comes_last(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    path = f"bootcamps/{bootcamp.pk}/resources"
    first, second, third = (
        desk.done("POST", path, LINK | {"title": title})["id"] for title in ("A", "B", "C")
    )
    assert [each["sortOrder"] for each in desk.get(path)] == [0, 0, 0]
    answer = desk.done("PUT", f"{path}/order", {"ids": [third, first, second]})
    assert [(each["id"], each["sortOrder"]) for each in answer] == [
        (third, 0),
        (first, 1),
        (second, 2),
    ]
    last = desk.done("POST", path, LINK)["id"]
    assert [each["id"] for each in desk.get(path)] == [third, first, second, last]
    assert desk.audited()[3] == (
        "ordered resources",
        "bootcamp",
        str(bootcamp.pk),
        {"resource_ids": [third, first, second]},
    )


@pytest.mark.parametrize("change", ["one missing", "one twice", "a stranger", "another's"])
def test_an_order_that_speaks_of_another_state_is_refused(desk: Desk, change: str) -> None:
    bootcamp = make_bootcamp()
    first, second = (make_resource(bootcamp=bootcamp).pk for _ in range(2))
    ids = {
        "one missing": [second],
        "one twice": [second, first, first],
        "a stranger": [second, 999_999_999],
        "another's": [second, make_resource().pk],
    }[change]
    status, answer = desk.call("PUT", f"bootcamps/{bootcamp.pk}/resources/order", {"ids": ids})
    assert (status, answer["message"]) == (
        409,
        "The resources have changed meanwhile. Please reload the page.",
    )
    listed = desk.get(f"bootcamps/{bootcamp.pk}/resources")
    assert [each["id"] for each in listed] == [first, second]
    assert desk.audited() == []


def test_one_is_deleted_and_the_others_stay(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    gone, kept = (make_resource(bootcamp=bootcamp) for _ in range(2))
    answer = desk.done("DELETE", f"bootcamps/resources/{gone.pk}")
    assert answer == {"message": "Resource deleted."}
    assert list(Resource.objects.all()) == [kept]
    assert desk.audited() == [
        ("deleted resource", "bootcamp", str(bootcamp.pk), {"resource_id": gone.pk})
    ]
    status, answer = desk.call("DELETE", f"bootcamps/resources/{gone.pk}")
    assert (status, answer["message"]) == (404, "Resource not found")


def test_a_file_that_a_copy_shares_is_in_use_until_the_last_one_goes(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    resource = make_resource(bootcamp=bootcamp, storage_key="resources/1.pdf")
    copy = desk.done("POST", f"bootcamps/{bootcamp.pk}/clone")
    [copied] = desk.get(f"bootcamps/{copy['id']}/resources")
    desk.done("DELETE", f"bootcamps/resources/{resource.pk}")
    assert is_stored_file_in_use(storage_key="resources/1.pdf")
    desk.done("DELETE", f"bootcamps/resources/{copied['id']}")
    # Both can still be restored, and then their file must be there.
    assert is_stored_file_in_use(storage_key="resources/1.pdf")
    let_an_hour_pass()
    assert not is_stored_file_in_use(storage_key="resources/1.pdf")


def test_what_was_deleted_by_mistake_is_restored_in_its_place(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    first, gone, last = (make_resource(bootcamp=bootcamp) for _ in range(3))
    student = UserFactory.create()
    ResourceOpeningFactory.create(user=student, resource=gone)
    before = desk.get(f"bootcamps/{bootcamp.pk}/resources")
    desk.done("DELETE", f"bootcamps/resources/{gone.pk}")
    listed = desk.get(f"bootcamps/{bootcamp.pk}/resources")
    assert [each["id"] for each in listed] == [first.pk, last.pk]
    assert desk.call("GET", f"bootcamps/resources/{gone.pk}/link")[0] == 404
    for _ in range(2):
        answer = desk.done("POST", f"bootcamps/resources/{gone.pk}/restore")
        assert answer == before[1]
    assert desk.get(f"bootcamps/{bootcamp.pk}/resources") == before
    # What was opened before is opened still.
    assert ResourceOpening.objects.filter(user=student, resource=gone).exists()
    assert [entry[0] for entry in desk.audited()] == ["deleted resource", "restored resource"]
    let_an_hour_pass()
    assert desk.get(f"bootcamps/{bootcamp.pk}/resources") == before


def test_an_hour_later_it_is_gone_for_good(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    gone, kept = (make_resource(bootcamp=bootcamp) for _ in range(2))
    desk.done("DELETE", f"bootcamps/resources/{gone.pk}")
    let_pass(timedelta(minutes=59))
    assert Resource.with_deleted.count() == 2
    let_pass(timedelta(minutes=2))
    assert list(Resource.with_deleted.all()) == [kept]
    status, answer = desk.call("POST", f"bootcamps/resources/{gone.pk}/restore")
    assert (status, answer["message"]) == (
        404,
        "This resource can't be restored anymore. Please add it again.",
    )
    assert list(Resource.with_deleted.all()) == [kept]


def test_what_is_deleted_is_neither_changed_nor_put_in_order_nor_copied(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    gone, kept = (make_resource(bootcamp=bootcamp) for _ in range(2))
    desk.done("DELETE", f"bootcamps/resources/{gone.pk}")
    status, _ = desk.call("PATCH", f"bootcamps/resources/{gone.pk}", {"title": "Other"})
    assert status == 404
    order = f"bootcamps/{bootcamp.pk}/resources/order"
    assert desk.call("PUT", order, {"ids": [kept.pk, gone.pk]})[0] == 409
    assert [each["id"] for each in desk.done("PUT", order, {"ids": [kept.pk]})] == [kept.pk]
    copy = desk.done("POST", f"bootcamps/{bootcamp.pk}/clone")
    assert len(desk.get(f"bootcamps/{copy['id']}/resources")) == 1
    assert Resource.with_deleted.get(pk=gone.pk).title == gone.title != "Other"


def test_words_and_address_of_a_link_are_corrected_in_place(desk: Desk) -> None:
    bootcamp = make_bootcamp()
    added = desk.done("POST", f"bootcamps/{bootcamp.pk}/resources", LINK | {"title": "Workbok"})
    path = f"bootcamps/resources/{added['id']}"
    answer = desk.done("PATCH", path, {"title": "Workbook"})
    assert (answer["id"], answer["title"], answer["url"]) == (added["id"], "Workbook", LINK["url"])
    moved = desk.done("PATCH", path, {"url": "https://files.example.test/v2", "description": "New"})
    assert (moved["title"], moved["url"], moved["description"]) == (
        "Workbook",
        "https://files.example.test/v2",
        "New",
    )
    # Said again, nothing changes and nothing is noted.
    assert desk.done("PATCH", path, {"title": "Workbook"})["updatedAt"] == moved["updatedAt"]
    assert [(entry[0], entry[3].get("changed")) for entry in desk.audited()] == [
        ("added resource", None),
        ("changed resource", ["title"]),
        ("changed resource", ["description", "url"]),
    ]


@pytest.mark.parametrize(
    ("kind", "sent", "field"),
    [
        ("LINK", {"title": ""}, "title"),
        ("LINK", {"url": ""}, "url"),
        ("LINK", {"url": "javascript:alert(1)"}, "url"),
        ("YOUTUBE", {"url": "https://example.test/video"}, "url"),
        ("LINK", {"fileName": "slides.pdf", "fileSize": 3}, "fileName"),
        ("FILE", {"url": "https://example.test/elsewhere"}, "url"),
        ("LINK", {"type": "FILE"}, "type"),
    ],
)
def test_a_change_that_would_not_have_been_added_is_refused(
    desk: Desk, kind: str, sent: dict[str, Any], field: str
) -> None:
    url = "https://youtu.be/abc" if kind == "YOUTUBE" else "https://files.example.test/w"
    resource = make_resource(
        type=kind, url=url, storage_key="files/1.pdf" if kind == "FILE" else ""
    )
    before = Resource.objects.values().get()
    status, answer = desk.call("PATCH", f"bootcamps/resources/{resource.pk}", sent)
    assert (status, list(answer["fields"])) == (422, [field])
    assert Resource.objects.values().get() == before
    assert desk.audited() == []


def test_a_resource_that_is_gone_cannot_be_changed(desk: Desk) -> None:
    status, answer = desk.call("PATCH", "bootcamps/resources/999999", {"title": "Nothing"})
    assert (status, answer["message"]) == (404, "Resource not found")
