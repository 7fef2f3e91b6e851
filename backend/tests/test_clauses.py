"""The specification's clauses: each has a test that exists, and records carry what they should."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp
from tests.named_tests import text_of, titles_in

ROOT = Path(settings.BASE_DIR)
TABLES = sorted(Path(__file__).with_name("clauses").glob("*.md"))

NAMED = re.compile(r"`([^`]+)`: (.+)")


@dataclass(frozen=True, slots=True)
class Clause:
    table: str
    words: str
    tests: tuple[str, ...]


def clauses() -> Iterator[Clause]:
    for table in TABLES:
        for line in table.read_text().splitlines():
            if line.startswith("| ") and not line.startswith("| Clause |"):
                words, shown_by = (cell.strip() for cell in line.strip("| ").split(" | "))
                yield Clause(table.name, words, tuple(shown_by.split("<br>")))


def what_is_wrong(clause: Clause) -> list[str]:
    """Tests that do not exist, and words of the letter that none of the named tests holds."""
    named = [NAMED.fullmatch(test) for test in clause.tests]
    if not clause.words or not all(named):
        return [f"{clause.table}: {clause.words}: names no test"]
    found = [match.groups() for match in named if match]
    wrong = [f"{path}: {title}" for path, title in found if title not in titles_in(path)]
    texts = [text_of(path, title) for path, title in found]
    email = re.findall(r'"([^"]+)"', clause.words)
    wrong += [f"{clause.words}: {words}" for words in email if not any(words in t for t in texts)]
    return wrong


def test_every_clause_names_tests_that_exist_and_hold_its_words() -> None:
    listed = list(clauses())
    assert [table.stem for table in TABLES] == ["admin", "customer", "readings"]
    assert len(listed) > 250
    assert [fault for clause in listed for fault in what_is_wrong(clause)] == []


@pytest.mark.parametrize(
    ("words", "test"),
    [
        ("A rule", ""),
        ("", "`test_clauses.py`: test_the_columns_are_as_long_as_they_should_be"),
        ("A rule", "`test_clauses.py`: test_nobody_wrote"),
        ("A rule", "`features/nowhere.test.tsx`: is kept"),
        ("A rule", "`components/ui/tooltip.test.tsx`: waits 700 m"),
        ('It says "Nobody says this"', "`components/ui/tooltip.test.tsx`: waits 700 ms"),
        # Another test of the same file holds these words.
        ('It says "About seats"', "`components/ui/tooltip.test.tsx`: waits 700 ms"),
        (
            'It says "names no test"',
            "`test_clauses.py`: test_the_columns_are_as_long_as_they_should_be",
        ),
    ],
)
def test_control_a_row_that_shows_nothing_is_found(words: str, test: str) -> None:
    assert what_is_wrong(Clause("customer.md", words, (test,)))


# The fields as the specification lists them, by the answer that carries them. What it calls a
# private link or a file's address is answered by a call of its own (readings C15 and C17).
FIELDS = {
    "BootcampOut": "id name tagline description price step availableSeats bootcampType startDate"
    " endDate timezone isActive",
    "BundleOut": "id name tagline description price isActive bootcamps",
    "BundleMemberOut": "id name price isActive",
    "PortalPurchaseOut": "id status totalAmount isBundle bootcamp bundle guestEmail",
    "PortalResourceOut": "id title description type url fileSize",
    "CoachingSessionOut": "id status scheduledDate sessionUrl",
    "CurrentUserOut": "role effectiveRole isImpersonating impersonatedUser firstName lastName"
    " isAdmin",
    "ImpersonatedUserOut": "firstName lastName email",
    "CompletePurchaseOut": "purchase invitationToken",
    "BoughtPurchaseOut": "bootcamp bundle totalAmount guestEmail",
    "RegisterIn": "username email password firstName lastName",
    "LoginIn": "username password",
    "ContactIn": "name email subject message",
    "StatsOut": "revenue attendees availableSeats completionRate",
    "PaymentIntentIn": "bootcampIds bundleId email fullName",
    "CompletePurchaseIn": "paymentIntentId bootcampIds bundleId",
    "PersonDetailOut": "id email username firstName lastName profileImageUrl isAdmin role status"
    " stripeCustomerId stripeSubscriptionId createdAt updatedAt purchases",
    "AdminBootcampOut": "id name description tagline bootcampType price maxSeats availableSeats"
    " startDate endDate timezone sessionUrl recordingUrl resourcesUrl includesCoaching step"
    " zoomMeetingId zoomJoinUrl zoomStartUrl zoomRegistrationUrl status createdAt updatedAt",
    "AdminResourceOut": "id bootcampId title description type url fileName fileSize sortOrder"
    " createdAt updatedAt",
    "AdminBundleOut": "id name description tagline price isActive bootcamps createdAt updatedAt",
    "DeskPurchaseOut": "id userId bootcampId bundleId isBundle seatReserved totalAmount"
    " stripePaymentIntentId status guestEmail guestFullName stripeCustomerId createdAt updatedAt",
    "DeskPurchaseRowOut": "purchase user customerName customerEmail bundle bootcamp",
    "AttendeeOut": "user purchase",
    "TemplateOut": "id name type category subject content isActive createdAt updatedAt",
    "LoggedMessageOut": "id userId bootcampId type category recipient subject status errorMessage"
    " sentAt createdAt",
    "SendMessageIn": "type templateId subject content useTemplate recipients",
    "MessageRecipientIn": "address firstName lastName",
    "MessageSentOut": "successCount",
    "BootcampIn": "name description bootcampType price maxSeats startDate endDate timezone step",
    "ResourceIn": "type title description url fileName fileSize sortOrder",
    "BundleIn": "name description tagline price bootcampIds isActive",
    "CreateUserIn": "email firstName lastName role",
    "UserDeletedOut": "deletedUser",
}


@pytest.mark.parametrize(("record", "fields"), FIELDS.items(), ids=FIELDS)
def test_a_record_carries_the_fields_it_should(record: str, fields: str) -> None:
    # Another test keeps this file true.
    document = json.loads((ROOT / "backend" / "openapi.json").read_text())
    has = document["components"]["schemas"][record]["properties"]
    assert set(fields.split()) - set(has) == set()


def test_the_columns_are_as_long_as_they_should_be() -> None:
    lengths = {
        field.name: field.max_length
        for model in (User, Bootcamp)
        for field in model._meta.concrete_fields
    }
    assert [lengths[name] for name in ("role", "status")] == [10, 10]
    links = ("zoom_join_url", "zoom_start_url", "zoom_registration_url")
    assert [lengths[name] for name in links] == [512, 512, 512]
