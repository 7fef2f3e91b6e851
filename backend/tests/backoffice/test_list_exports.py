"""Lists as spreadsheets: the rows of the list, harmless, for a recent sign-in, and in the log."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from frontrow.accounts.models import AuditEntry, Role
from tests.catalogue.desk import Desk
from tests.factories import (
    FeedbackFactory,
    MessageFactory,
    WaitingEntryFactory,
    WaitingWishFactory,
    from_now,
    make_bootcamp,
    make_purchase,
    make_step,
    make_user,
)
from tests.sales.reviewing import attended
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

FORMULA = '=HYPERLINK("http://evil.test","x")'


def rows(response: Any) -> list[list[str]]:
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(response.streaming_content).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))[1:]


def export(desk: Desk, path: str) -> list[list[str]]:
    return rows(desk.client.get(f"/api/admin/{path}"))


def member(name: str) -> str:
    make_user(first_name=name, last_name="", email="ada@example.test")
    return "users/export?search=ada@"


def guest(name: str) -> str:
    make_purchase(user=None, guest_full_name=name, guest_email="gale@example.test")
    return "people/guests/export?search=gale"


def waiting(name: str) -> str:
    wish = WaitingWishFactory.create(entry=WaitingEntryFactory.create(name=name))
    return f"bootcamps/{wish.bootcamp_id}/waiting-list.csv"


def feedback(words: str) -> str:
    FeedbackFactory.create(enrollment=attended(user=make_user()), words=words)
    return "feedback/export"


def message(subject: str) -> str:
    MessageFactory.create(subject=subject)
    return "messages/export"


def bootcamp(name: str) -> str:
    make_bootcamp(name=name)
    return "bootcamps/export"


EXPORTS = {
    "exported members": member,
    "exported guests": guest,
    "exported waiting list": waiting,
    "exported feedback": feedback,
    "exported messages": message,
    "exported bootcamps": bootcamp,
}


@pytest.mark.parametrize("act", EXPORTS)
def test_what_a_stranger_typed_is_text_in_the_file_and_the_export_is_in_the_log(
    desk: Desk, act: str
) -> None:
    [row] = export(desk, EXPORTS[act](FORMULA))
    assert f"'{FORMULA}" in row
    assert FORMULA not in row
    [entry] = AuditEntry.objects.filter(action=act)
    assert entry.actor_id == desk.admin.pk
    # A search is somebody's name or address, and isn't kept.
    assert "gale" not in str(entry.details)


@pytest.mark.parametrize("act", [act for act in EXPORTS if act != "exported bootcamps"])
def test_people_leave_only_with_a_recent_sign_in(desk: Desk, act: str) -> None:
    path = EXPORTS[act]("Ada")
    sign_in_recently(desk.client, desk.admin, seconds_ago=16 * 60)
    refused = desk.client.get(f"/api/admin/{path}")
    assert (refused.status_code, list(refused.json()["fields"])) == (403, ["password"])
    assert not AuditEntry.objects.filter(action=act).exists()


@pytest.mark.parametrize("act", ["exported feedback", "exported messages"])
def test_who_may_not_read_the_list_may_not_export_it(act: str) -> None:
    client = Client()
    sign_in_recently(client, make_user(role=Role.FINANCE))
    assert client.get(f"/api/admin/{EXPORTS[act]('Ada')}").status_code == 403


def test_the_files_are_narrowed_as_the_lists_are(desk: Desk) -> None:
    make_user(first_name="Ada", last_name="Lee", email="ada@example.test", role=Role.COACH)
    make_user(first_name="Bea", email="bea@example.test")
    assert [row[1] for row in export(desk, "users/export?role=COACH")] == ["Ada Lee"]
    for address in ("ada@example.test", "bea@example.test"):
        MessageFactory.create(recipient=address)
    assert [row[3] for row in export(desk, "messages/export?search=bea")] == ["bea@example.test"]
    for score in (2, 9):
        FeedbackFactory.create(enrollment=attended(user=make_user()), score=score)
    assert [row[5] for row in export(desk, "feedback/export?view=needs_reply")] == ["2"]


def test_a_class_has_its_state_and_both_prices(desk: Desk) -> None:
    make_step(make_bootcamp(name="Early", price=480), price=380)
    make_bootcamp(name="Canceled", canceled_at=from_now())
    found = {row[1]: row for row in export(desk, "bootcamps/export")}
    assert (found["Early"][4], found["Early"][11:]) == ("Active", ["480.00", "380.00"])
    assert found["Canceled"][4] == "Canceled"
    assert [row[1] for row in export(desk, "bootcamps/export?state=canceled")] == ["Canceled"]


def test_the_waiting_list_is_in_the_order_of_the_line(desk: Desk) -> None:
    wanted = make_bootcamp()
    for name, days in (("Second", -1), ("First", -2)):
        entry = WaitingEntryFactory.create(name=name, queued_at=from_now(days=days))
        WaitingWishFactory.create(entry=entry, bootcamp=wanted)
    found = export(desk, f"bootcamps/{wanted.pk}/waiting-list.csv")
    assert [row[:2] for row in found] == [["1", "First"], ["2", "Second"]]
