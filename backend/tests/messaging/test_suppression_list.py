"""Addresses we no longer write to: seen with the reason, and let back in with another."""

import pytest

from frontrow.messaging.models import Suppression
from tests.catalogue.desk import Desk
from tests.factories import SuppressionFactory, make_user

pytestmark = pytest.mark.django_db


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
