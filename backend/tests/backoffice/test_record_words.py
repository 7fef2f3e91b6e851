"""No machine word reaches a person: not in the audit log, not in a purchase's story."""

import ast
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from frontrow.backoffice.audit.record_words import ACTS, DISPUTES, PLUMBING, event_in_words
from frontrow.coaching import outcomes
from frontrow.sales.models import (
    AccountInvitation,
    PurchaseState,
    ReconciliationBreak,
    StripeEvent,
)
from frontrow.sales.reconciliation.stripe_events import TELLING
from tests.catalogue.desk import Desk
from tests.factories import (
    AuditEntryFactory,
    from_now,
    make_bootcamp,
    make_bundle,
    make_coach,
    make_purchase,
    make_template,
    make_user,
)

pytestmark = pytest.mark.django_db

APPS = Path(__file__).parents[2] / "frontrow"
MACHINE = re.compile(
    r"\b[a-z0-9]+_[a-z0-9_]+\b|\b[a-z]+\.[a-z]+\b|[0-9a-f]{8}-[0-9a-f]{4}|[\[\]{}]"
)


def _texts(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def acts_in_the_code() -> set[str]:
    """Every act some code notes: given to `record` by name, or to a module's own `_note`."""
    found: set[str] = set(outcomes._ACTIONS.values())
    for path in APPS.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if name == "_note":
                found.update(text for given in call.args[:2] for text in _texts(given))
            if name == "record":
                acts = [given.value for given in call.keywords if given.arg == "action"]
                found.update(text for act in acts for text in _texts(act))
    return found


def test_every_act_that_is_noted_has_words() -> None:
    acts = acts_in_the_code()
    assert {"refunded purchase", "switched bundle off", "called coaching session off"} <= acts
    assert acts - set(ACTS) == set()


def test_every_event_we_ask_for_has_words() -> None:
    assert TELLING - set(PLUMBING) - set(DISPUTES) == set()
    for words in (*PLUMBING.values(), *DISPUTES.values(), *ACTS.values()):
        assert not MACHINE.search(words), words
    assert event_in_words("payout.reconciliation_completed") == "Update from the payment provider"


def said(answer: Any) -> Iterator[str]:
    """Every text of an answer that a page shows."""
    for entry in answer:
        details = entry.get("details", {})
        for text in (
            *(entry.get(name, "") for name in ("title", "detail", "action", "subject")),
            *details,
            *(details.values() if isinstance(details, dict) else ()),
        ):
            yield re.sub(r"\S+@\S+", "", text)


def test_the_audit_log_shows_words_names_and_money(desk: Desk) -> None:
    camp = make_bootcamp(name="Advanced Bootcamp")
    purchase = make_purchase(user=None)
    AuditEntryFactory.create(
        action="user.password_reset_sent",
        subject_type="mismatch",
        subject_id="pi_7",
        details={
            "kind": "refund_refused",
            "mended": False,
            "batch": "a7b4f667-5a5b-4a4c-8a8a-000000000000",
            "dispute": "du_1nTD9h1bvt8mTl",
            "bootcamp_ids": [14, 15],
            "role": "ADMIN",
        },
    )
    AuditEntryFactory.create(action="changed bootcamp", subject_type="bootcamp", subject_id=camp.pk)
    AuditEntryFactory.create(
        action="refunded purchase",
        subject_type="purchase",
        subject_id=purchase.pk,
        details={"refund": 3, "amount": "1295"},
    )
    refunded, changed, odd = desk.get("audit")["rows"]
    assert (refunded["action"], refunded["details"]) == (
        "Refunded purchase",
        {"Amount": "$1,295.00"},
    )
    assert refunded["subject"] == f"FR-{purchase.pk:06} · Gale Guest"
    assert changed["subject"].startswith("Advanced Bootcamp · ")
    assert odd["action"] == "User password reset sent"
    assert odd["details"] == {
        "Kind": "Refund refused",
        "Fixed": "No",
        "Bootcamps": "14, 15",
        "Role": "Admin",
    }
    for text in said([refunded, changed, odd]):
        assert not MACHINE.search(text), text
    # People look for what they read.
    assert [row["id"] for row in desk.get("audit?search=advanced")["rows"]] == []
    entry = AuditEntryFactory.create(action="withdrew enrollment")
    assert [row["id"] for row in desk.get("audit?search=enrollment")["rows"]] == [entry.pk]


def test_the_audit_log_names_bundles_templates_and_coaches(desk: Desk) -> None:
    bundle = make_bundle(bootcamps=[make_bootcamp()], name="Complete Bundle")
    template = make_template(name="See you tomorrow")
    coach = make_coach(user=make_user(first_name="Cora", last_name="Coach"))
    for kind, subject in (("bundle", bundle), ("template", template), ("coach", coach)):
        AuditEntryFactory.create(action="changed", subject_type=kind, subject_id=subject.pk)
    AuditEntryFactory.create(action="changed", subject_type="bundle", subject_id="gone")
    shown = [row["subject"] for row in desk.get("audit")["rows"]]
    assert shown == ["", "Cora Coach", "See you tomorrow", "Complete Bundle"]


def test_a_story_holds_no_machine_words(desk: Desk) -> None:
    purchase = make_purchase(user=None, state=PurchaseState.COMPLETED)
    assert purchase.stripe_payment_intent_id
    for number, kind in enumerate([*PLUMBING, *DISPUTES, "payout.made_up"]):
        StripeEvent.objects.create(
            id=f"evt_{number}", type=kind, object_id=purchase.stripe_payment_intent_id
        )
    ReconciliationBreak.objects.create(
        kind="refund_refused",
        payment_intent_id=purchase.stripe_payment_intent_id,
        purchase=purchase,
        details={"why": "The bank declined it."},
    )
    AccountInvitation.objects.create(
        email="ana@example.test",
        purchase_ids=[purchase.pk],
        expires_at=from_now(days=3),
        token_hash="x" * 64,
    )
    for act in ACTS:
        AuditEntryFactory.create(
            action=act,
            subject_type="purchase",
            subject_id=purchase.pk,
            details={"amount": "200", "note": "charge_disputed"},
        )
    told = desk.get(f"purchases/{purchase.pk}")
    for text in said(told["entries"]):
        assert not MACHINE.search(text), text
    titles = {entry["title"]: entry for entry in told["entries"]}
    assert titles["Issue found: Refund refused"]["detail"] == "The bank declined it."
    assert titles["Corrected customer"]["detail"].endswith(", $200.00, Charge disputed")
    invited = titles["Invited to create an account"]
    assert invited["detail"] == "Sent to ana@example.test. The invitation is open."
    # The page folds what only an engineer reads; the bank's dispute is not among it.
    folded = {entry["title"] for entry in told["entries"] if entry["kind"] == "provider"}
    assert folded == {*PLUMBING.values(), "Update from the payment provider"}
    times = [datetime.fromisoformat(entry["at"]) for entry in told["entries"]]
    assert times == sorted(times, reverse=True)
