"""No private link reaches anybody who has not paid, by any operation there is."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from frontrow.accounts.gates import Desk as DeskGate
from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import PurchaseState
from tests.callers import BODIES
from tests.catalogue.desk import Desk
from tests.factories import (
    MeetingRegistrantFactory,
    enrollment_of,
    make_bootcamp,
    make_bundle,
    make_purchase,
    make_resource,
    make_user,
)
from tests.operations import operations
from tests.rolled_back import rolled_back
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

CANARIES = {
    name: f"https://canary.example.test/{name}"
    for name in (
        "session_url",
        "recording_url",
        "resources_url",
        "zoom_join_url",
        "zoom_registration_url",
        "zoom_start_url",
    )
}
# Those that only the desk may call show the links: that is what they are for.
NOT_FOR_ADMINS = [
    item for item in operations() if not isinstance(item.operation.auth_param, DeskGate)
]


@pytest.fixture
def bootcamp() -> Bootcamp:
    made = make_bootcamp(**CANARIES, zoom_meeting_id="canary-meeting")
    # Another attendee's own link into the meeting.
    MeetingRegistrantFactory.create(
        bootcamp=made, join_url="https://canary.example.test/place", registrant_id="canary-place"
    )
    make_resource(bootcamp=made, url="https://canary.example.test/r", storage_key="canary/key")
    make_bundle(bootcamps=[made])
    return made


def visitor(bootcamp: Bootcamp) -> Client:
    return Client(headers={"Sec-Fetch-Site": "same-origin"})


def buyer(state: PurchaseState | None) -> Callable[[Bootcamp], Client]:
    def come(bootcamp: Bootcamp) -> Client:
        client, user = visitor(bootcamp), make_user()
        if state is not None:
            purchase = make_purchase(bootcamp=bootcamp, user=user, state=state)
            # Left behind by a purchase that was paid for once: canceled within a minute.
            MeetingRegistrantFactory.create(
                bootcamp=bootcamp,
                enrollment_id=enrollment_of(purchase).pk,
                join_url="https://canary.example.test/own-place",
            )
        sign_in_recently(client, user)
        return client

    return come


CALLERS = {
    "a visitor": visitor,
    "a stranger": buyer(None),
    "a pending buyer": buyer(PurchaseState.PENDING),
    "a buyer whose payment failed": buyer(PurchaseState.FAILED),
    "a refunded buyer": buyer(PurchaseState.REFUNDED),
    "a buyer being refunded": buyer(PurchaseState.REFUNDING),
}


@pytest.mark.parametrize("caller", CALLERS)
def test_nobody_without_a_paid_seat_is_told_a_private_link(bootcamp: Bootcamp, caller: str) -> None:
    client = CALLERS[caller](bootcamp)
    assert [item.name for item in NOT_FOR_ADMINS if tells(client, bootcamp, item.name)] == []
    # Nobody was signed out or removed on the way: each call was theirs.
    still_here = client.get("/api/user/purchases").status_code
    assert still_here == (401 if caller == "a visitor" else 200)


def tells(client: Client, bootcamp: Bootcamp, name: str) -> bool:
    """Whether the answer has a private link in it. What the call did is undone."""
    method, path = name.split(" ", maxsplit=1)
    body = BODIES.get(name, {})
    if "bootcampIds" in body:
        body = body | {"bootcampIds": [bootcamp.pk]}
    for part in path.split("/"):
        if part.startswith("{"):
            path = path.replace(part, str(bootcamp.pk))
    cookies = client.cookies.output(header="")
    with rolled_back():
        response = client.generic(
            method,
            path,
            "" if method == "GET" else json.dumps(body),
            content_type="application/json",
        )
    assert response.status_code != 429, name
    # One call may sign out.
    client.cookies.clear()
    client.cookies.load(cookies)
    return b"canary" in response.content or "canary" in str(response.headers)


def test_control_a_link_in_any_answer_is_found(bootcamp: Bootcamp) -> None:
    student = buyer(PurchaseState.COMPLETED)(bootcamp)
    told = [item.name for item in NOT_FOR_ADMINS if tells(student, bootcamp, item.name)]
    assert "GET /api/user/purchases" in told


def test_control_a_paid_student_is_told_of_the_recording_and_of_nothing_else(
    bootcamp: Bootcamp,
) -> None:
    student = buyer(PurchaseState.COMPLETED)(bootcamp)
    text = student.get("/api/user/purchases").content.decode()
    assert [name for name, link in CANARIES.items() if link in text] == ["recording_url"]
    assert text.count("canary") == 1
    listed = student.get(f"/api/user/bootcamps/{bootcamp.pk}/resources")
    # A link among the resources is theirs to open (D9); where a file is stored is not.
    [resource] = listed.json()
    assert resource["url"] == "https://canary.example.test/r"
    assert listed.content.count(b"canary") == 1


def test_control_an_admin_is_told_all_of_them(bootcamp: Bootcamp, desk: Desk) -> None:
    for path in ("bootcamps", f"bootcamps/{bootcamp.pk}"):
        text = json.dumps(desk.get(path))
        assert [link for link in CANARIES.values() if link not in text] == []
