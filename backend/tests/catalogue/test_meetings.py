"""A meeting follows its bootcamp: made, moved and removed by jobs, and there is never a second."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from frontrow.catalogue import meetings
from frontrow.catalogue.meetings import join_link, keep_all_meetings, remove_surplus_meetings
from frontrow.catalogue.models import Bootcamp, MeetingRegistrant
from frontrow.core.errors import ProviderDown
from frontrow.integrations import zoom
from frontrow.sales.models import PurchaseState
from tests.catalogue.desk import NEW_BOOTCAMP, Desk
from tests.factories import MeetingRegistrantFactory, from_now, make_bootcamp, make_purchase
from tests.fakes.zoom import ZoomServer
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db

CREATE = "/v2/users/*/meetings"
LINK = "https://meet.example.test/room"


def create(desk: Desk, **changes: Any) -> Bootcamp:
    return Bootcamp.objects.get(pk=desk.done("POST", "bootcamps", NEW_BOOTCAMP | changes)["id"])


def created(desk: Desk, **changes: Any) -> Bootcamp:
    """With its meeting."""
    bootcamp = create(desk, **changes)
    run_jobs()
    bootcamp.refresh_from_db()
    assert bootcamp.zoom_meeting_id
    return bootcamp


def state(desk: Desk, bootcamp: Bootcamp) -> str:
    return str(desk.get(f"bootcamps/{bootcamp.pk}")["meetingState"])


def run_failing() -> None:
    with pytest.raises(ProviderDown):
        run_jobs()


def as_later(bootcamp: Bootcamp) -> None:
    """The claim of whoever was at it has run out, and what waited for that is due."""
    # By the clock of the transaction, which stands still within a test.
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE bootcamps SET meeting_claimed_until = now() - interval '1 second'"
            " WHERE meeting_claimed_until IS NOT NULL AND id = %s",
            [bootcamp.pk],
        )
        cursor.execute("UPDATE procrastinate_jobs SET scheduled_at = now() WHERE status = 'todo'")


def sweep() -> None:
    keep_all_meetings(0)
    run_jobs()


def test_a_new_bootcamp_gets_a_meeting_with_all_that_zoom_needs_to_know(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = create(desk)
    assert (state(desk, bootcamp), zoom_server.meetings()) == ("coming", [])
    run_jobs()
    bootcamp.refresh_from_db()
    meeting = zoom_server.meeting()
    mark, text = meeting["agenda"].split("\n")
    assert mark.startswith(f"[testserver bootcamp {bootcamp.pk}-")
    assert text == "From a demo to a product."
    assert {name: meeting[name] for name in ("topic", "start_time", "duration", "timezone")} == {
        "topic": "Launch Weekend",
        "start_time": "2031-10-09T22:00:00Z",
        "duration": 180,
        "timezone": "America/Denver",
    }
    assert meeting["settings"]["approval_type"] == 0
    assert not meeting["settings"]["registrants_confirmation_email"]
    assert bootcamp.zoom_meeting_id == str(meeting["id"])
    assert bootcamp.zoom_join_url.endswith(f"/j/{meeting['id']}")
    assert bootcamp.zoom_registration_url.endswith(f"/meeting/register/{meeting['id']}")
    assert (bootcamp.zoom_start_url, bootcamp.meeting_claimed_until) == ("", None)
    assert (bootcamp.meeting_due_at, state(desk, bootcamp)) == (None, "ready")


def test_mumbai_is_told_to_zoom_as_kolkata(desk: Desk, zoom_server: ZoomServer) -> None:
    created(desk, timezone="Asia/Mumbai")
    assert zoom_server.meeting()["timezone"] == "Asia/Kolkata"


def test_long_texts_are_cut_to_what_zoom_takes(desk: Desk, zoom_server: ZoomServer) -> None:
    created(desk, name="n" * 255, description="d" * 9000)
    meeting = zoom_server.meeting()
    assert (len(meeting["topic"]), len(meeting["agenda"])) == (200, 2000)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"startDate": "2031-10-09T21:30:00Z"}, {"start_time": "2031-10-09T21:30:00Z"}),
        ({"endDate": "2031-10-10T02:00:00Z"}, {"duration": 240}),
        ({"name": "Renamed"}, {"topic": "Renamed"}),
        ({"timezone": "UTC"}, {"timezone": "UTC"}),
    ],
)
def test_a_change_reaches_the_same_meeting(
    desk: Desk, zoom_server: ZoomServer, change: Any, told: Any
) -> None:
    bootcamp = created(desk)
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", change)
    run_jobs()
    meeting = zoom_server.meeting()
    assert str(meeting["id"]) == bootcamp.zoom_meeting_id
    assert told.items() <= meeting.items()


def test_a_change_that_zoom_need_not_know_calls_nobody(desk: Desk, zoom_server: ZoomServer) -> None:
    bootcamp = created(desk)
    before = zoom_server.calls()
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"price": "1.00", "maxSeats": 5})
    assert run_jobs() == 0
    assert zoom_server.calls() == before


def test_a_copy_gets_a_meeting_of_its_own(desk: Desk, zoom_server: ZoomServer) -> None:
    original = created(desk)
    copy_id = desk.done("POST", f"bootcamps/{original.pk}/clone")["id"]
    run_jobs()
    assert len(zoom_server.meetings()) == 1
    desk.done("POST", f"bootcamps/{copy_id}/publish")
    run_jobs()
    copy = Bootcamp.objects.get(pk=copy_id)
    assert copy.zoom_meeting_id not in {"", original.zoom_meeting_id}
    assert {str(each["id"]) for each in zoom_server.meetings()} == {
        original.zoom_meeting_id,
        copy.zoom_meeting_id,
    }


def test_a_copy_of_one_that_is_over_gets_its_meeting_with_its_new_date(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    over = make_bootcamp(starts_at=from_now(days=-3), ends_at=from_now(days=-3, hours=3))
    copy_id = desk.done("POST", f"bootcamps/{over.pk}/clone")["id"]
    run_jobs()
    assert zoom_server.meetings() == []
    dates = {"startDate": NEW_BOOTCAMP["startDate"], "endDate": NEW_BOOTCAMP["endDate"]}
    desk.done("PATCH", f"bootcamps/{copy_id}", dates)
    run_jobs()
    assert zoom_server.meetings() == []
    desk.done("POST", f"bootcamps/{copy_id}/publish")
    run_jobs()
    assert zoom_server.meeting()["start_time"] == "2031-10-09T22:00:00Z"


def test_deleting_a_bootcamp_removes_its_meeting(desk: Desk, zoom_server: ZoomServer) -> None:
    bootcamp = created(desk)
    desk.done("DELETE", f"bootcamps/{bootcamp.pk}")
    run_jobs()
    assert zoom_server.meetings() == []
    assert zoom_server.control("GET", "removed") == [int(bootcamp.zoom_meeting_id)]


def test_a_refused_deletion_leaves_the_meeting(desk: Desk, zoom_server: ZoomServer) -> None:
    bootcamp = created(desk)
    make_purchase(bootcamp=bootcamp)
    assert desk.call("DELETE", f"bootcamps/{bootcamp.pk}")[0] == 409
    run_jobs()
    assert str(zoom_server.meeting()["id"]) == bootcamp.zoom_meeting_id


def test_one_deleted_while_its_meeting_is_being_made_leaves_none_behind(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    """The answer to the making is lost, and before anybody looks again the bootcamp is gone."""
    bootcamp = create(desk)
    zoom_server.fault(kind="lost_reply", method="POST", path=CREATE)
    run_failing()
    assert len(zoom_server.meetings()) == 1
    desk.done("DELETE", f"bootcamps/{bootcamp.pk}")
    run_jobs()
    assert zoom_server.meetings() == []


def test_archiving_keeps_the_meeting_and_a_sold_one_still_moves(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    make_purchase(bootcamp=bootcamp)
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}/archive")
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"endDate": "2031-10-10T02:00:00Z"})
    run_jobs()
    assert zoom_server.meeting()["duration"] == 240


@pytest.mark.parametrize("field", ["sessionUrl", "zoomJoinUrl", "zoomStartUrl"])
def test_pasted_links_are_kept_and_no_meeting_is_made_over_them(
    desk: Desk, zoom_server: ZoomServer, field: str
) -> None:
    bootcamp = create(desk)
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {field: LINK})
    run_jobs()
    sweep()
    assert zoom_server.meetings() == []
    shown = desk.get(f"bootcamps/{bootcamp.pk}")
    assert (shown[field], shown["zoomMeetingId"], shown["meetingState"]) == (LINK, "", "pasted")
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {field: ""})
    run_jobs()
    assert len(zoom_server.meetings()) == 1


def test_links_of_a_meeting_that_zoom_made_cannot_be_changed_by_hand(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    status, answer = desk.call("PATCH", f"bootcamps/{bootcamp.pk}", {"zoomJoinUrl": LINK})
    assert (status, answer["message"]) == (
        409,
        "Zoom created this meeting, so you can't change its links by hand.",
    )
    before = bootcamp.zoom_join_url
    bootcamp.refresh_from_db()
    assert bootcamp.zoom_join_url == before


def test_without_zoom_nothing_is_queued_and_nothing_is_promised(desk: Desk) -> None:
    bootcamp = create(desk)
    keep_all_meetings(0)
    assert run_jobs() == 0
    assert state(desk, bootcamp) == "none"
    status, answer = desk.call("POST", f"bootcamps/{bootcamp.pk}/meeting")
    assert (status, answer["message"]) == (
        409,
        "Zoom isn't set up here. Paste the links of a meeting of your own.",
    )


def test_once_zoom_is_set_up_the_sweep_makes_what_is_missing_and_nothing_else(
    zoom_server: ZoomServer,
) -> None:
    missing = make_bootcamp()
    make_bootcamp(session_url=LINK)
    make_bootcamp(status="archived")
    make_bootcamp(starts_at=from_now(hours=-4), ends_at=from_now(hours=-1))
    sweep()
    sweep()
    missing.refresh_from_db()
    assert str(zoom_server.meeting()["id"]) == missing.zoom_meeting_id
    assert len(zoom_server.calls("POST")) == 1


def test_a_lost_answer_is_looked_for_before_anything_is_made_again(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = create(desk)
    zoom_server.fault(kind="lost_reply", method="POST", path=CREATE)
    run_failing()
    assert state(desk, bootcamp) == "failing"
    # Within the claim nobody asks: the call that was lost may still be at work.
    before = zoom_server.calls()
    keep_all_meetings(0)
    run_jobs()
    assert zoom_server.calls() == before
    as_later(bootcamp)
    run_jobs()
    bootcamp.refresh_from_db()
    assert str(zoom_server.meeting()["id"]) == bootcamp.zoom_meeting_id
    assert state(desk, bootcamp) == "ready"
    assert len(zoom_server.calls("POST")) == 1


def test_control_without_its_mark_a_lost_meeting_is_made_a_second_time(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = create(desk)
    zoom_server.fault(kind="lost_reply", method="POST", path=CREATE)
    run_failing()
    number = zoom_server.meeting()["id"]
    zoom_server.call("PATCH", f"/meetings/{number}", {"agenda": "no mark"})
    as_later(bootcamp)
    sweep()
    assert len(zoom_server.meetings()) == 2


def test_a_lost_meeting_is_found_on_whichever_page_it_stands(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    for number in range(5):
        created(desk, name=f"Other {number}")
    bootcamp = create(desk)
    zoom_server.fault(kind="lost_reply", method="POST", path=CREATE)
    run_failing()
    zoom_server.control("POST", "pages", {"size": 2})
    as_later(bootcamp)
    sweep()
    bootcamp.refresh_from_db()
    assert (len(zoom_server.meetings()), bootcamp.zoom_meeting_id != "") == (6, True)


def test_two_jobs_at_once_make_one_meeting(desk: Desk, zoom_server: ZoomServer) -> None:
    bootcamp = create(desk)
    claimed = meetings._claim(bootcamp.pk)
    assert claimed is not None
    run_jobs()
    assert zoom_server.meetings() == []
    meetings._store(claimed, meetings._found_or_made(claimed))
    as_later(bootcamp)
    run_jobs()
    assert len(zoom_server.meetings()) == 1


def test_a_change_made_while_zoom_is_being_told_is_told_too(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = create(desk)
    claimed = meetings._claim(bootcamp.pk)
    assert claimed is not None
    made = meetings._found_or_made(claimed)
    Bootcamp.objects.filter(pk=bootcamp.pk).update(name="Renamed", meeting_due_at=from_now())
    meetings._store(claimed, made)
    run_jobs()
    assert zoom_server.meeting()["topic"] == "Renamed"


def test_links_pasted_while_the_meeting_is_being_made_win_and_it_goes_again(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = create(desk)
    claimed = meetings._claim(bootcamp.pk)
    assert claimed is not None
    made = meetings._found_or_made(claimed)
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"zoomJoinUrl": LINK})
    meetings._store(claimed, made)
    run_jobs()
    bootcamp.refresh_from_db()
    assert (bootcamp.zoom_join_url, bootcamp.zoom_meeting_id) == (LINK, "")
    assert zoom_server.meetings() == []


def test_a_meeting_removed_at_zoom_is_made_anew_at_the_next_change(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    zoom_server.forget(bootcamp.zoom_meeting_id)
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"name": "Again"})
    run_jobs()
    before = bootcamp.zoom_meeting_id
    bootcamp.refresh_from_db()
    assert before != bootcamp.zoom_meeting_id == str(zoom_server.meeting()["id"])


def test_zoom_down_is_told_in_a_word_and_mended_by_try_again(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = create(desk)
    zoom_server.fault(kind="reset", times=None)
    run_failing()
    assert state(desk, bootcamp) == "failing"
    zoom_server.end_faults()
    assert desk.done("POST", f"bootcamps/{bootcamp.pk}/meeting") == {"message": "Trying again now."}
    run_jobs()
    assert state(desk, bootcamp) == "ready"
    assert desk.audited()[-1][0] == "asked for the meeting again"


def test_a_failed_move_is_told_and_the_old_meeting_stays_until_it_succeeds(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    zoom_server.fault(kind="status", method="PATCH", status=503)
    desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"name": "Renamed"})
    run_failing()
    assert state(desk, bootcamp) == "failing"
    sweep()
    assert (zoom_server.meeting()["topic"], state(desk, bootcamp)) == ("Renamed", "ready")


@pytest.mark.parametrize(
    "told",
    ["120", (datetime.now(UTC) + timedelta(days=1)).isoformat()],
    ids=["in seconds", "by the clock"],
)
def test_when_zoom_says_wait_we_wait_and_try_again(
    desk: Desk, zoom_server: ZoomServer, told: str
) -> None:
    bootcamp = create(desk)
    zoom_server.fault(kind="status", method="POST", path=CREATE, status=429, retry_after=told)
    run_jobs()
    assert (state(desk, bootcamp), zoom_server.meetings()) == ("failing", [])
    assert run_jobs() == 0
    as_later(bootcamp)
    run_jobs()
    assert len(zoom_server.meetings()) == 1


def test_a_token_that_expired_is_renewed_once(desk: Desk, zoom_server: ZoomServer) -> None:
    created(desk)
    zoom_server.control("POST", "clock", {"advance_seconds": 3601})
    created(desk)
    tokens = [
        one for one in zoom_server.control("GET", "requests") if one["path"] == "/oauth/token"
    ]
    assert [one["status"] for one in tokens] == [200, 200]


def test_wrong_credentials_fail_in_words_and_make_nothing(
    desk: Desk, zoom_server: ZoomServer, settings: Settings
) -> None:
    settings.ENV = settings.ENV.model_copy(update={"ZOOM_CLIENT_ID": "somebody"})
    bootcamp = create(desk)
    run_failing()
    assert (state(desk, bootcamp), zoom_server.meetings()) == ("failing", [])


def test_many_bootcamps_with_half_of_all_calls_failing_have_one_meeting_each(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    """Half of the failures do nothing, the other half do the work and lose the answer."""
    made = [create(desk, name=f"Bootcamp {number}") for number in range(12)]
    zoom_server.fault(kind="lost_reply", path="/v2/*", times=None, rate=0.25)
    zoom_server.fault(kind="status", path="/v2/*", times=None, rate=0.33, status=500)
    rounds = 0
    while Bootcamp.objects.exclude(meeting_due_at=None).exists():
        rounds += 1
        assert rounds < 400, "they never come to an end"
        try:
            run_jobs()
        except ProviderDown:
            continue
        for bootcamp in made:
            as_later(bootcamp)
        keep_all_meetings(0)
    zoom_server.end_faults()
    kept = {Bootcamp.objects.get(pk=bootcamp.pk).zoom_meeting_id for bootcamp in made}
    assert len(kept) == 12
    assert {str(each["id"]) for each in zoom_server.meetings()} == kept
    assert rounds > 12, "nothing failed"


def test_a_second_meeting_that_came_too_late_is_removed_and_the_first_stays(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    other = created(desk)
    late = zoom.create_meeting(meetings._plan(bootcamp))
    assert len(zoom_server.meetings()) == 3
    remove_surplus_meetings(0)
    run_jobs()
    assert late.id not in {bootcamp.zoom_meeting_id, other.zoom_meeting_id}
    assert {str(each["id"]) for each in zoom_server.meetings()} == {
        bootcamp.zoom_meeting_id,
        other.zoom_meeting_id,
    }


def test_the_host_link_is_made_anew_at_each_click_and_written_down(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    first, second = (desk.get(f"bootcamps/{bootcamp.pk}/host-link")["url"] for _ in range(2))
    assert first != second
    assert f"/s/{bootcamp.zoom_meeting_id}?zak=" in first
    response = desk.client.get(f"/api/admin/bootcamps/{bootcamp.pk}/host-link")
    assert response.headers["Cache-Control"] == "no-store"
    taken = [entry for entry in desk.audited() if entry[0] == "took the host link"]
    assert taken == [("took the host link", "bootcamp", str(bootcamp.pk), {})] * 3
    bootcamp.refresh_from_db()
    assert bootcamp.zoom_start_url == ""


def test_a_pasted_host_link_is_given_as_it_is_and_none_is_said_to_be_none(desk: Desk) -> None:
    pasted, bare = make_bootcamp(zoom_start_url=LINK), make_bootcamp()
    assert desk.get(f"bootcamps/{pasted.pk}/host-link") == {"url": LINK}
    status, answer = desk.call("GET", f"bootcamps/{bare.pk}/host-link")
    assert (status, answer["message"]) == (404, "No meeting found")


def test_the_host_link_of_a_silent_zoom_is_a_502_in_words(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    zoom_server.fault(kind="status", method="GET", path="/v2/meetings/*", status=503)
    status, answer = desk.call("GET", f"bootcamps/{bootcamp.pk}/host-link")
    assert (status, answer["message"]) == (
        502,
        "Zoom isn't answering. Please try again in a moment.",
    )


def test_the_host_link_of_a_meeting_removed_there_has_a_new_one_made(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    bootcamp = created(desk)
    zoom_server.forget(bootcamp.zoom_meeting_id)
    status, answer = desk.call("GET", f"bootcamps/{bootcamp.pk}/host-link")
    assert (status, answer["message"]) == (
        409,
        "This meeting was removed at Zoom. A new one is being made.",
    )
    run_jobs()
    assert len(zoom_server.meetings()) == 1
    assert "zak=" in desk.get(f"bootcamps/{bootcamp.pk}/host-link")["url"]


def test_the_way_in_is_the_own_link_then_the_meetings_then_the_session_link() -> None:
    place = MeetingRegistrantFactory.create()
    bootcamp = place.bootcamp
    enrollment_id = place.enrollment_id
    assert join_link(bootcamp=bootcamp, enrollment_id=enrollment_id) == place.join_url
    assert join_link(bootcamp=bootcamp, enrollment_id=enrollment_id + 1) == ""
    bootcamp.session_url = LINK
    assert join_link(bootcamp=bootcamp, enrollment_id=enrollment_id + 1) == LINK
    bootcamp.zoom_join_url = f"{LINK}/j"
    assert join_link(bootcamp=bootcamp, enrollment_id=enrollment_id + 1) == f"{LINK}/j"
    # A link into a meeting that was replaced leads nowhere.
    bootcamp.zoom_meeting_id = "another"
    assert join_link(bootcamp=bootcamp, enrollment_id=enrollment_id) == f"{LINK}/j"
    assert MeetingRegistrant.objects.count() == 1


def test_an_archived_one_that_was_sold_without_a_meeting_still_gets_one(
    desk: Desk, zoom_server: ZoomServer
) -> None:
    sold, unsold = (make_bootcamp(status="archived") for _ in range(2))
    make_purchase(bootcamp=sold, state=PurchaseState.COMPLETED)
    for bootcamp in (sold, unsold):
        desk.done("PATCH", f"bootcamps/{bootcamp.pk}", {"name": f"Moved {bootcamp.pk}"})
    run_jobs()
    assert zoom_server.meeting()["topic"] == f"Moved {sold.pk}"
