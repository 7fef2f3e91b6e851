"""Addresses we no longer write to: seen with the reason, and let back in with another."""

from importlib import import_module

import pytest
from django.db import connection

from frontrow.messaging.models import Suppression
from frontrow.messaging.suppression_list import reasons_for
from tests.catalogue.desk import Desk
from tests.factories import SuppressionFactory, make_user

pytestmark = pytest.mark.django_db

fold = import_module("frontrow.messaging.migrations.0008_suppressions_by_key").fold


def test_each_is_listed_with_its_owner_and_the_reason(desk: Desk) -> None:
    ada = make_user(email="ada@example.test", first_name="Ada", last_name="L", phone="+15550100199")
    SuppressionFactory.create(address="Ada@example.test", reason="unsubscribed")
    SuppressionFactory.create(address="gone@example.test", reason="bounced")
    SuppressionFactory.create(channel="SMS", address=ada.phone, reason="opted out")
    answer = desk.get("suppressions")
    assert answer["total"] == 3
    shown = [
        (row["address"], row["inWords"], row["name"], row["userId"], row["canLift"])
        for row in answer["rows"]
    ]
    assert shown == [
        ("+15550100199", "Texted STOP", "Ada L", ada.pk, False),
        ("gone@example.test", "Not emailed: bounced", "", None, True),
        ("Ada@example.test", "Unsubscribed from our emails", "Ada L", ada.pk, True),
    ]
    assert [row["address"] for row in desk.get("suppressions?search=GONE")["rows"]] == [
        "gone@example.test"
    ]
    assert desk.get("suppressions?search=stop")["total"] == 0
    assert desk.get("suppressions?search=opted")["total"] == 1
    assert desk.call("GET", "suppressions?page=0")[0] == 422


def test_one_is_lifted_with_a_reason_that_is_kept(desk: Desk) -> None:
    ada = make_user(email="ada@example.test")
    row = SuppressionFactory.create(address=ada.email)
    other = SuppressionFactory.create()
    for body in ({}, {"reason": ""}, {"reason": "  "}):
        assert desk.call("POST", f"suppressions/{row.pk}/lift", body)[0] == 422
    assert Suppression.objects.count() == 2
    desk.done("POST", f"suppressions/{row.pk}/lift", {"reason": "Mailbox works again"})
    assert list(Suppression.objects.all()) == [other]
    assert desk.audited() == [
        (
            "lifted suppression",
            "user",
            str(ada.pk),
            {"channel": "EMAIL", "was": "bounced", "because": "Mailbox works again"},
        )
    ]
    status, answer = desk.call("POST", f"suppressions/{row.pk}/lift", {"reason": "Again"})
    assert (status, answer["message"]) == (404, "This address isn't on the list any more.")


def test_what_somebody_texted_only_they_can_undo(desk: Desk) -> None:
    row = SuppressionFactory.create(channel="SMS", address="+15550100199", reason="opted out")
    status, answer = desk.call("POST", f"suppressions/{row.pk}/lift", {"reason": "They asked"})
    assert (status, answer["message"]) == (
        409,
        "Only its owner can undo this, by texting START to our number.",
    )
    assert Suppression.objects.exists()


def test_addresses_from_before_are_found_by_every_spelling_of_them() -> None:
    sharp, full, plain, dotless = (
        "Stra\N{LATIN SMALL LETTER SHARP S}e@example.test",
        ("\N{FULLWIDTH LATIN SMALL LETTER A}da@example.test"),
        "Bo@example.test",
        "adm\N{LATIN SMALL LETTER DOTLESS I}n@example.test",
    )
    for address in (sharp, full, plain, dotless):
        SuppressionFactory.create(address=address)
    assert set(reasons_for(channel="EMAIL", addresses=[sharp, full])) == set()
    with connection.schema_editor() as editor:
        fold(None, editor)
    with connection.schema_editor() as editor:
        fold(None, editor)
    assert set(Suppression.objects.values_list("address", flat=True)) == {
        "strasse@example.test",
        "ada@example.test",
        "bo@example.test",
        # Another letter than an i, and maybe another person's.
        dotless,
    }
    everybody = [sharp, full, plain, dotless, "STRASSE@example.test", "admin@example.test"]
    assert set(reasons_for(channel="EMAIL", addresses=everybody)) == {
        "strasse@example.test",
        "ada@example.test",
        "bo@example.test",
        dotless,
    }


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("bounced", "unsubscribed", "bounced"),
        ("unsubscribed", "bounced", "bounced"),
        ("complained", "bounced", "complained"),
        ("bounced", "complained", "complained"),
        ("unsubscribed", "complained", "complained"),
    ],
)
def test_two_spellings_of_one_address_become_one_and_the_graver_reason_stays(
    old: str, new: str, kept: str
) -> None:
    SuppressionFactory.create(
        address="stra\N{LATIN SMALL LETTER SHARP S}e@example.test", reason=old
    )
    SuppressionFactory.create(address="strasse@example.test", reason=new)
    text = SuppressionFactory.create(channel="SMS", address="+15550100199", reason="opted out")
    with connection.schema_editor() as editor:
        fold(None, editor)
    assert [(row.address, row.reason) for row in Suppression.objects.exclude(pk=text.pk)] == [
        ("strasse@example.test", kept)
    ]
    assert Suppression.objects.filter(pk=text.pk).exists()
