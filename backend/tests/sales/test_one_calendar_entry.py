"""A seat that changes is one entry in a calendar, moved and never doubled, whoever reads it."""

import pytest
from django.db.models import Q

from frontrow.messaging.models import Message
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.settlement.completion import complete
from tests.factories import from_now, make_bootcamp, make_purchase
from tests.portal.student import a_student
from tests.sales.calendar_readers import (
    Kept,
    Reader,
    by_another_library,
    by_library,
    by_the_letter,
)
from tests.sales.changing import present
from tests.sales.handing_over import FAY, handed_over

pytestmark = pytest.mark.django_db

NAME = "Build, launch; sell \\ with a name that is longer than one line of a calendar file holds: ü"
readers = pytest.mark.parametrize("read", [by_library, by_another_library, by_the_letter])


def files(address: str) -> list[str]:
    """The calendar files emailed to an address, oldest first."""
    emails = Message.objects.filter(recipient=address).order_by("pk")
    return [file["text"] for one in emails for file in one.attachments]


@readers
@pytest.mark.parametrize("order", ["as sent", "late"])
def test_two_moves_leave_one_entry_at_the_last_date(read: Reader, order: str) -> None:
    student = a_student()
    first, second, third = (
        make_bootcamp(name=NAME, starts_at=from_now(days=days), schedule_version=version)
        for days, version in ((10, 3), (20, 0), (30, 1))
    )
    purchase = make_purchase(bootcamp=first, user=student.user)
    complete(purchase=purchase)
    for target in (second, third):
        seat = present(purchase)
        move_seat(enrollment_id=seat.pk, bootcamp_id=target.pk, theirs=Q(), mover=Mover())
    sent = files(student.user.email)
    assert len(sent) == 3
    calendar = Kept(read)
    # Emails overtake each other, and people open old ones again.
    for file in sent if order == "as sent" else [sent[2], sent[0], sent[1], sent[0]]:
        calendar.open_file(file)
    [entry] = calendar.shown()
    assert (entry.starts_at, entry.ends_at) == (third.starts_at, third.ends_at)
    assert entry.summary == NAME


@readers
def test_a_hand_over_takes_the_givers_entry_away_and_is_one_of_the_recipients(read: Reader) -> None:
    student = a_student()
    before, after = (make_bootcamp(starts_at=from_now(days=days)) for days in (10, 20))
    purchase = make_purchase(bootcamp=before, user=student.user)
    complete(purchase=purchase)
    moved = move_seat(
        enrollment_id=present(purchase).pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover()
    )
    handed_over(student, purchase)
    givers, recipients = Kept(read), Kept(read)
    for file in files(student.user.email):
        givers.open_file(file)
    for file in files(FAY["email"]):
        recipients.open_file(file)
    assert givers.shown() == []
    [entry] = recipients.shown()
    assert entry.starts_at == moved.starts_at


def test_control_a_calendar_that_went_by_the_date_would_show_two() -> None:
    """What is shown to be one entry above is one by its UID and SEQUENCE, and not by chance."""
    student = a_student()
    before, after = (make_bootcamp(starts_at=from_now(days=days)) for days in (10, 20))
    purchase = make_purchase(bootcamp=before, user=student.user)
    complete(purchase=purchase)
    seat = present(purchase)
    move_seat(enrollment_id=seat.pk, bootcamp_id=after.pk, theirs=Q(), mover=Mover())
    old, new = files(student.user.email)
    calendar = Kept(by_the_letter)
    calendar.open_file(old)
    calendar.open_file(new.replace("UID:enrollment-", "UID:another-"))
    assert len(calendar.shown()) == 2
    stale = Kept(by_the_letter)
    stale.open_file(old)
    stale.open_file("\r\n".join(_without_sequence(new)))
    assert [one.starts_at for one in stale.shown()] == [before.starts_at]


def _without_sequence(file: str) -> list[str]:
    return ["SEQUENCE:0" if line.startswith("SEQUENCE:") else line for line in file.split("\r\n")]


@pytest.mark.parametrize(
    ("spoil", "minded"),
    [
        (lambda text: text.replace("\r\n", "\n", 1), "CRLF"),
        (lambda text: text.replace("\r\n ", ""), "75 octets"),
        (lambda text: text.replace("END:VEVENT\r\n", ""), "another is open"),
        (lambda text: text.replace("SEQUENCE:0\r\n", ""), "missing"),
        (lambda text: text.replace("SEQUENCE:0", "SEQUENCE:0\r\nSEQUENCE:1"), "twice"),
        (lambda text: text.replace("launch\\;", "launch;"), "not escaped"),
    ],
)
def test_our_own_reader_minds_what_the_standard_forbids(spoil: object, minded: str) -> None:
    student = a_student()
    complete(purchase=make_purchase(bootcamp=make_bootcamp(name=NAME), user=student.user))
    [file] = files(student.user.email)
    assert len(by_the_letter(file)) == 1
    assert callable(spoil)
    with pytest.raises(AssertionError, match=minded):
        by_the_letter(spoil(file))
