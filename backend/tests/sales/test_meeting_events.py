"""Events of the meeting provider: believed only when signed and fresh, and handled once."""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from frontrow.catalogue.models import Bootcamp, MeetingEvent, MeetingRegistrant
from frontrow.sales.models import Enrollment, Purchase, PurchaseState
from tests.factories import MeetingRegistrantFactory, enrollment_of, make_purchase
from tests.fakes.zoom import WEBHOOK_PATH, WEBHOOK_SECRET, Json, post_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("zoom_server")]

SHARE = "https://zoom.example.test/rec/share/abc"
JOINED_AT = datetime(2026, 1, 5, 18, 2, 3, tzinfo=UTC)


@pytest.fixture
def place() -> MeetingRegistrant:
    """In a session that has begun a few minutes before they join."""
    return MeetingRegistrantFactory.create(
        bootcamp__starts_at=datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
    )


def event(kind: str, **about: Any) -> Json:
    return {"event": kind, "event_ts": 1, "payload": {"account_id": "x", "object": about}}


def joining(place: MeetingRegistrant, **participant: Any) -> Json:
    told = {"registrant_id": place.registrant_id, "join_time": "2026-01-05T18:02:03Z"}
    return event("meeting.participant_joined", id=place.meeting_id, participant=told | participant)


def leaving(place: MeetingRegistrant, **participant: Any) -> Json:
    told = {"registrant_id": place.registrant_id}
    return event("meeting.participant_left", id=place.meeting_id, participant=told | participant)


def joined_at(place: MeetingRegistrant) -> datetime | None:
    return Enrollment.objects.get(pk=place.enrollment_id).joined_at


def attended_at(place: MeetingRegistrant) -> datetime | None:
    return Enrollment.objects.get(pk=place.enrollment_id).attended_at


def bootcamp_of(place: MeetingRegistrant) -> Bootcamp:
    return Bootcamp.objects.get(pk=place.bootcamp_id)


def test_who_joins_by_their_own_link_has_attended(client: Client, place: MeetingRegistrant) -> None:
    response = post_event(client, joining(place))
    assert (response.status_code, response.json()) == (
        200,
        {"received": True, "plainToken": "", "encryptedToken": ""},
    )
    assert attended_at(place) == JOINED_AT
    later = joining(place, join_time="2026-01-05T19:00:00Z")
    assert post_event(client, later).status_code == 200
    assert attended_at(place) == JOINED_AT


@pytest.mark.parametrize(
    ("joined", "counts"), [("2026-01-05T17:00:00Z", True), ("2026-01-05T16:59:59Z", False)]
)
def test_who_comes_up_to_an_hour_early_has_joined_and_who_only_tries_the_link_has_not(
    client: Client, place: MeetingRegistrant, joined: str, counts: bool
) -> None:
    assert post_event(client, joining(place, join_time=joined)).status_code == 200
    assert (joined_at(place) is not None) == counts
    assert attended_at(place) is None


@pytest.mark.parametrize(
    ("left", "counts"),
    [
        ("2026-01-05T17:55:00Z", False),
        ("2026-01-05T18:00:00Z", False),
        ("2026-01-05T18:00:01Z", True),
        ("2026-01-05T21:10:00Z", True),
    ],
)
def test_who_came_early_and_was_there_when_it_began_has_attended(
    client: Client, place: MeetingRegistrant, left: str, counts: bool
) -> None:
    assert post_event(client, joining(place, join_time="2026-01-05T17:45:00Z")).status_code == 200
    assert post_event(client, leaving(place, leave_time=left)).status_code == 200
    starts_at = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
    assert attended_at(place) == (starts_at if counts else None)


def test_leaving_without_a_note_of_having_joined_proves_nothing(
    client: Client, place: MeetingRegistrant
) -> None:
    assert post_event(client, leaving(place, leave_time="2026-01-05T19:00:00Z")).status_code == 200
    assert attended_at(place) is None


def test_leaving_does_not_move_the_time_of_who_joined_within_the_hours(
    client: Client, place: MeetingRegistrant
) -> None:
    post_event(client, joining(place))
    assert post_event(client, leaving(place, leave_time="2026-01-05T19:00:00Z")).status_code == 200
    assert attended_at(place) == JOINED_AT


def test_the_end_of_a_rehearsal_is_not_the_end_of_the_session(
    client: Client, place: MeetingRegistrant
) -> None:
    ended = event("meeting.ended", id=place.meeting_id, end_time="2026-01-05T12:00:00Z")
    assert post_event(client, ended).status_code == 200
    assert bootcamp_of(place).meeting_ended_at is None


def test_a_refunded_purchase_does_not_attend(client: Client, place: MeetingRegistrant) -> None:
    Purchase.objects.filter(enrollments=place.enrollment_id).update(state=PurchaseState.REFUNDING)
    assert post_event(client, joining(place)).status_code == 200
    assert attended_at(place) is None


@pytest.mark.parametrize(
    "participant", [{"registrant_id": "somebody"}, {"registrant_id": ""}, {"registrant_id": None}]
)
def test_somebody_we_do_not_know_marks_nobody(
    client: Client, place: MeetingRegistrant, participant: Json
) -> None:
    assert post_event(client, joining(place, **participant)).status_code == 200
    assert attended_at(place) is None


def test_a_place_in_another_meeting_is_another_place(
    client: Client, place: MeetingRegistrant
) -> None:
    told = joining(place)
    told["payload"]["object"]["id"] = "1"
    assert post_event(client, told).status_code == 200
    assert attended_at(place) is None


def test_a_time_ahead_of_ours_counts_as_now(client: Client, place: MeetingRegistrant) -> None:
    Bootcamp.objects.filter(pk=place.bootcamp_id).update(
        starts_at=datetime.now(UTC) - timedelta(hours=1),
        ends_at=datetime.now(UTC) + timedelta(hours=1),
    )
    post_event(client, joining(place, join_time="2099-01-01T00:00:00Z"))
    at = attended_at(place)
    assert at is not None
    assert abs((datetime.now(UTC) - at).total_seconds()) < 60


def test_the_recording_is_stored_unless_an_admin_has_set_one(
    client: Client, place: MeetingRegistrant
) -> None:
    done = event("recording.completed", id=place.meeting_id, share_url=SHARE)
    assert post_event(client, done).status_code == 200
    assert bootcamp_of(place).recording_url == SHARE
    other = event("recording.completed", id=place.meeting_id, share_url=f"{SHARE}/2")
    post_event(client, other)
    assert bootcamp_of(place).recording_url == SHARE


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "http://zoom.example.test/x", f"https://x.test/{'a' * 600}", ""]
)
def test_a_recording_link_nobody_should_click_is_left_out(
    client: Client, place: MeetingRegistrant, link: str
) -> None:
    done = event("recording.completed", id=place.meeting_id, share_url=link)
    assert post_event(client, done).status_code == 200
    assert bootcamp_of(place).recording_url == ""


def test_the_last_end_of_a_meeting_counts(client: Client, place: MeetingRegistrant) -> None:
    for end in ("2026-01-05T21:00:00Z", "2026-01-05T21:30:00Z", "2026-01-05T20:00:00Z"):
        ended = event("meeting.ended", id=place.meeting_id, end_time=end)
        assert post_event(client, ended).status_code == 200
    assert bootcamp_of(place).meeting_ended_at == datetime(2026, 1, 5, 21, 30, tzinfo=UTC)


def test_the_same_event_again_is_answered_and_does_nothing(
    client: Client, place: MeetingRegistrant
) -> None:
    done = event("recording.completed", id=place.meeting_id, share_url=SHARE)
    post_event(client, done)
    Bootcamp.objects.update(recording_url="")
    assert post_event(client, done).status_code == 200
    assert bootcamp_of(place).recording_url == ""
    assert MeetingEvent.objects.count() == 1


def test_an_event_that_says_nothing_to_us_is_answered_and_not_kept(client: Client) -> None:
    assert post_event(client, event("meeting.started", id="1")).status_code == 200
    assert not MeetingEvent.objects.exists()


@pytest.mark.parametrize(
    ("what", "how"),
    [
        ("signed with another secret", {"secret": "guess"}),
        ("six minutes old", {"age": 360}),
        ("six minutes ahead", {"age": -360}),
        ("other bytes than were signed", {"sent": b'{"event":"meeting.ended"}'}),
    ],
)
def test_a_forged_or_old_event_is_refused_and_changes_nothing(
    client: Client, place: MeetingRegistrant, what: str, how: Any
) -> None:
    response = post_event(client, joining(place), **how)
    assert (response.status_code, response.json()["message"]) == (
        400,
        "The event couldn't be verified.",
    )
    assert attended_at(place) is None
    assert not MeetingEvent.objects.exists()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-zm-request-timestamp": "soon", "x-zm-signature": "v0=x"},
        {"x-zm-request-timestamp": "9" * 80, "x-zm-signature": "v0=\u00e9"},
        {"x-zm-request-timestamp": "-1", "x-zm-signature": ""},
    ],
)
def test_broken_headers_are_refused(client: Client, headers: dict[str, str]) -> None:
    response = client.post(WEBHOOK_PATH, b"{}", content_type="application/json", headers=headers)
    assert response.status_code == 400


@pytest.mark.parametrize(
    "told",
    [[], {}, {"event": "meeting.ended"}, {"event": "meeting.ended", "payload": {"object": 7}}],
)
def test_a_signed_body_that_makes_no_sense_is_refused(client: Client, told: Any) -> None:
    assert post_event(client, told).status_code == 400
    assert not MeetingEvent.objects.exists()


def test_a_body_that_is_too_long_is_refused_unread(client: Client) -> None:
    response = post_event(client, event("meeting.ended", id="1", padding="x" * 300_000))
    assert response.status_code == 400


def test_the_challenge_is_answered_with_proof_of_the_secret(client: Client) -> None:
    asked = {"event": "endpoint.url_validation", "payload": {"plainToken": "abc"}, "event_ts": 1}
    proof = hmac.new(WEBHOOK_SECRET.encode(), b"abc", hashlib.sha256).hexdigest()
    assert post_event(client, asked).json() == {
        "received": True,
        "plainToken": "abc",
        "encryptedToken": proof,
    }
    assert post_event(client, asked, secret="guess").status_code == 400


def test_without_a_secret_of_ours_nothing_is_believed(client: Client, settings: Any) -> None:
    settings.ENV = settings.ENV.model_copy(update={"ZOOM_ACCOUNT_ID": ""})
    assert post_event(client, event("meeting.ended", id="1")).status_code == 400


def test_both_purchases_of_one_address_attend(client: Client, place: MeetingRegistrant) -> None:
    other = MeetingRegistrantFactory.create(
        bootcamp=place.bootcamp,
        enrollment_id=enrollment_of(make_purchase(bootcamp=place.bootcamp)).pk,
        registrant_id=place.registrant_id,
    )
    post_event(client, joining(place))
    assert (attended_at(place), attended_at(other)) == (JOINED_AT, JOINED_AT)
