"""The specification's clauses: each has a test that exists, and records carry what they should."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp

ROOT = Path(settings.BASE_DIR)
TABLES = sorted(Path(__file__).with_name("clauses").glob("*.md"))

NAMED = re.compile(r"`([^`]+)`: (.+)")
# A title stands after `test(`, or after the second bracket of `test.each(…)(`.
TITLE = re.compile(
    r"""(?:\btest|\))\s*\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)"""
)


def clauses() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words of each, and the tests that show it."""
    for table in TABLES:
        for line in table.read_text().splitlines():
            if line.startswith("| ") and not line.startswith("| Clause |"):
                words, shown_by = (cell.strip() for cell in line.strip("| ").split(" | "))
                yield words, tuple(shown_by.split("<br>"))


def what_is_wrong(words: str, tests: tuple[str, ...]) -> list[str]:
    named = [NAMED.fullmatch(test) for test in tests]
    if not words or not all(named):
        return [f"{words}: names no test"]
    found = [match.groups() for match in named if match]
    return [f"{words}: {path}: {title}" for path, title in found if title not in titles_in(path)]


@cache
def titles_in(path: str) -> frozenset[str]:
    folder = {".py": "backend/tests", ".spec.ts": "frontend/e2e"}
    suffix = ".spec.ts" if path.endswith(".spec.ts") else Path(path).suffix
    file = ROOT / folder.get(suffix, "frontend/src") / path
    if not file.is_file():
        return frozenset()
    text = file.read_text()
    if suffix == ".py":
        functions = (
            node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)
        )
        return frozenset(function.name for function in functions)
    return frozenset("".join(found).replace("\\'", "'") for found in TITLE.findall(text))


def test_every_clause_names_tests_that_exist() -> None:
    listed = list(clauses())
    assert [table.stem for table in TABLES] == ["admin", "customer", "readings"]
    assert len(listed) > 250
    assert [fault for clause in listed for fault in what_is_wrong(*clause)] == []


@pytest.mark.parametrize(
    ("words", "test"),
    [
        ("A rule", ""),
        ("", "`test_clauses.py`: test_the_columns_are_as_long_as_they_should_be"),
        ("A rule", "`test_clauses.py`: test_that_does_not_exist"),
        ("A rule", "`features/nowhere.test.tsx`: is kept"),
        ("A rule", "`components/ui/tooltip.test.tsx`: waits 700 m"),
    ],
)
def test_control_a_row_that_shows_nothing_is_found(words: str, test: str) -> None:
    assert what_is_wrong(words, (test,))


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
