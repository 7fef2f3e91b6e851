"""What is done for a person from their record: corrected, invited, written to, noted about."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from frontrow.accounts.actor import Actor
from frontrow.accounts.email_requests import reset_key
from frontrow.accounts.models import EmailRequest, Session, User, UserStatus
from frontrow.accounts.passwords import _owner
from frontrow.backoffice.models import DeskNote
from frontrow.backoffice.notes.notes import delete_note
from frontrow.backoffice.retention import forget
from frontrow.core.errors import Invalid
from frontrow.messaging.mail_events import BOUNCED
from frontrow.messaging.models import Channel, Message, MessageStatus, Suppression
from frontrow.sales.models import AccountInvitation, Purchase, PurchaseState
from tests.accounts.people import person
from tests.catalogue.desk import Desk
from tests.factories import (
    DeskNoteFactory,
    RefundFactory,
    from_now,
    make_admin,
    make_purchase,
    make_user,
)
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

GUEST = "ana@example.test"


def a_guest(**more: Any) -> Purchase:
    fields = {"guest_email": GUEST, "guest_full_name": "Ana Lima", **more}
    return make_purchase(user=None, **fields)


def correct(desk: Desk, **wanted: Any) -> tuple[int, Any]:
    body = {"email": GUEST, "newEmail": "anna@example.test", "fullName": "Anna Lima", **wanted}
    return desk.call("PATCH", "people/guest", body)


def test_a_guest_is_corrected_in_all_that_nobody_has_claimed(desk: Desk) -> None:
    first, second = a_guest(), a_guest()
    refunded = a_guest(state=PurchaseState.REFUNDED)
    other = make_purchase(user=None, guest_email="bo@example.test")
    status, answer = correct(desk)
    assert (status, answer["email"]) == (200, "anna@example.test")
    assert answer["message"] == (
        "Corrected 2 purchases. We've sent the confirmation to anna@example.test."
        " 1 that is not completed didn't change."
    )
    addresses = dict(Purchase.objects.values_list("pk", "guest_email"))
    assert addresses == {
        first.pk: "anna@example.test",
        second.pk: "anna@example.test",
        refunded.pk: GUEST,
        other.pk: "bo@example.test",
    }
    sent = Message.objects.filter(category="REGISTRATION_CONFIRM").values_list("recipient")
    assert list(sent) == [("anna@example.test",)] * 2
    invited = AccountInvitation.objects.filter(status="sent").values_list("email", flat=True)
    assert list(invited) == ["anna@example.test"] * 2
    assert [act[:3] for act in desk.audited()] == [
        ("corrected customer", "purchase", str(first.pk)),
        ("corrected customer", "purchase", str(second.pk)),
    ]


def test_nothing_of_a_guest_changes_without_a_recent_sign_in_or_a_right_address(
    desk: Desk,
) -> None:
    a_guest()
    assert correct(desk, newEmail="nobody")[0] == 422
    sign_in_recently(desk.client, desk.admin, seconds_ago=100_000)
    assert correct(desk)[0] == 403
    assert Purchase.objects.get().guest_email == GUEST
    assert not Message.objects.exists()


def test_a_guest_without_a_completed_purchase_cannot_be_corrected(desk: Desk) -> None:
    a_guest(state=PurchaseState.FAILED)
    assert correct(desk)[0] == 409
    told = desk.get(f"people/record?email={GUEST}")["actions"]
    assert told["edit"] == "Only someone with a completed purchase can be changed here."
    assert told["signInEmail"] == "Only a completed purchase has an invitation."


def change(desk: Desk, user: User, **wanted: Any) -> tuple[int, Any]:
    body = {"email": user.email, "firstName": "Ada", "lastName": "King", **wanted}
    return desk.call("PATCH", f"users/{user.pk}", body)


def test_a_members_name_changes_at_once_and_the_address_stays_proven(desk: Desk) -> None:
    ada = person()
    assert change(desk, ada)[0] == 200
    ada.refresh_from_db()
    assert (ada.full_name, ada.name_edited) == ("Ada King", True)
    assert EmailAddress.objects.get(user=ada).verified
    assert not EmailRequest.objects.exists()
    assert desk.audited() == [
        ("corrected account", "user", str(ada.pk), {"changed": ["name"]}),
    ]
    # The same again is no change, and leaves no second line.
    assert change(desk, ada)[0] == 200
    assert len(desk.audited()) == 1


def test_a_members_new_address_is_nobodys_until_it_is_proven(desk: Desk) -> None:
    ada = person()
    link = reset_key(ada)
    assert change(desk, ada, email="New@Example.test")[0] == 200
    ada.refresh_from_db()
    assert ada.email == "new@example.test"
    [address] = EmailAddress.objects.filter(user=ada)
    assert (address.email, address.verified, address.primary) == ("new@example.test", False, True)
    [wish] = EmailRequest.objects.all()
    assert (wish.kind, wish.email) == ("verify_address", "new@example.test")
    # The old address is told, and what was sent there before opens nothing any more.
    [told] = Message.objects.all()
    assert (told.recipient, told.category) == ("ada@example.test", "ADDRESS_CHANGED")
    assert "new@example.test" not in told.content + told.html
    with pytest.raises(Invalid):
        _owner(link)


def test_an_address_that_has_an_account_is_refused_and_nothing_changes(desk: Desk) -> None:
    ada, bob = person("ada"), person("bob")
    status, answer = change(desk, ada, email="BOB@example.test")
    assert status == 409
    assert answer["fields"] == {"email": "An account with this email address already exists."}
    ada.refresh_from_db()
    assert (ada.email, ada.last_name) == ("ada@example.test", "Person")
    assert EmailAddress.objects.filter(user=bob, verified=True).exists()
    assert desk.audited() == []


def test_an_admins_address_is_changed_by_nobody_else(desk: Desk) -> None:
    """Whoever could change it would read the link to a new password."""
    root = make_admin(email="root@example.test")
    assert change(desk, root, email="thief@example.test")[0] == 409
    root.refresh_from_db()
    assert root.email == "root@example.test"
    assert not EmailRequest.objects.exists()


def test_changing_a_member_needs_a_recent_sign_in(desk: Desk) -> None:
    ada = person()
    sign_in_recently(desk.client, desk.admin, seconds_ago=100_000)
    assert change(desk, ada, email="thief@example.test")[0] == 403
    ada.refresh_from_db()
    assert ada.email == "ada@example.test"


def sign_in_email(desk: Desk, **who: Any) -> tuple[int, Any]:
    return desk.call("POST", "people/sign-in-email", who)


def test_a_member_gets_a_link_to_a_password_and_a_guest_an_invitation(desk: Desk) -> None:
    ada, new = person("ada"), person("new")
    new.set_unusable_password()
    new.save()
    purchase = a_guest()
    assert sign_in_email(desk, userId=ada.pk)[0] == sign_in_email(desk, userId=new.pk)[0] == 200
    assert list(EmailRequest.objects.order_by("pk").values_list("kind", "email")) == [
        ("reset_password", "ada@example.test"),
        ("set_password", "new@example.test"),
    ]
    status, answer = sign_in_email(desk, email=GUEST.upper())
    assert (status, answer["message"]) == (200, f"The email is on its way to {GUEST}.")
    assert Message.objects.get().recipient == GUEST
    assert [act[:3] for act in desk.audited()] == [
        ("sent sign-in email", "user", str(ada.pk)),
        ("sent sign-in email", "user", str(new.pk)),
        ("resent invitation", "purchase", str(purchase.pk)),
    ]


def test_somebody_deactivated_gets_no_way_in(desk: Desk) -> None:
    ada = person(status=UserStatus.INACTIVE)
    status, answer = sign_in_email(desk, userId=ada.pk)
    assert (status, answer["message"]) == (409, "This account is deactivated. Activate it first.")
    assert not EmailRequest.objects.exists()


def write(desk: Desk, **wanted: Any) -> tuple[int, Any]:
    body = {
        "subject": "About your seat",
        "content": "Hello {firstName},\n\nsee you tomorrow.",
        "idempotencyKey": str(uuid4()),
        **wanted,
    }
    return desk.call("POST", "people/message", body)


def test_an_email_to_one_person_waits_ten_seconds_and_goes_once(desk: Desk) -> None:
    ada, key = person(), str(uuid4())
    status, answer = write(desk, userId=ada.pk, idempotencyKey=key)
    assert status == 200
    [message] = Message.objects.all()
    assert (message.recipient, message.status, message.user_id) == (
        "ada@example.test",
        MessageStatus.PENDING,
        ada.pk,
    )
    assert "Hello Ada," in message.content
    assert message.send_after is not None
    waits = message.send_after - message.created_at
    assert timedelta(seconds=9) < waits <= timedelta(seconds=10)
    # A second click is the same email; other words under its key are none.
    assert write(desk, userId=ada.pk, idempotencyKey=key)[1]["messageId"] == message.pk
    assert write(desk, userId=ada.pk, idempotencyKey=key, content="Other words")[0] == 409
    assert Message.objects.count() == 1
    assert desk.audited() == [("sent message to person", "user", str(ada.pk), {})]
    assert answer["messageId"] == message.pk


def test_an_email_is_taken_back_until_it_is_being_sent(desk: Desk) -> None:
    a_guest()
    _, first = write(desk, email=GUEST)
    _, second = write(desk, email=GUEST)
    Message.objects.filter(pk=second["messageId"]).update(sending_since=from_now())
    status, answer = desk.call("DELETE", f"people/messages/{first['messageId']}")
    assert (status, answer["message"]) == (200, f"The email to {GUEST} wasn't sent.")
    assert desk.call("DELETE", f"people/messages/{second['messageId']}")[0] == 409
    assert [message.pk for message in Message.objects.all()] == [second["messageId"]]
    assert desk.call("DELETE", f"people/messages/{first['messageId']}")[0] == 404


def test_only_emails_of_the_desk_to_one_person_can_be_taken_back(desk: Desk) -> None:
    receipt = Message.objects.create(
        type=Channel.EMAIL, category="REGISTRATION_CONFIRM", recipient=GUEST, dedupe_key="x"
    )
    assert desk.call("DELETE", f"people/messages/{receipt.pk}")[0] == 404
    assert Message.objects.exists()


def test_nobody_is_written_to_who_cannot_or_must_not_be(desk: Desk) -> None:
    a_guest()
    status, answer = write(desk, email=GUEST, content="Hello {fristName}")
    assert (status, answer["fields"]) == (422, {"content": "{fristName} can't be used here."})
    assert write(desk, email=GUEST, subject="{bootcampName}")[0] == 422
    Suppression.objects.create(channel=Channel.EMAIL, address=GUEST, reason=BOUNCED)
    assert write(desk, email=GUEST) == (
        409,
        {"code": "conflict", "message": "Not emailed: bounced.", "fields": {}},
    )
    assert not Message.objects.exists()


def note(desk: Desk, text: str = "Called.", **who: Any) -> Any:
    return desk.done("POST", "people/notes", {"text": text, **who})


def test_notes_are_read_newest_first_and_a_guests_go_along_into_the_account(desk: Desk) -> None:
    purchase = a_guest()
    note(desk, "First", email=GUEST)
    note(desk, "  Second\nline  ", email=GUEST)
    written = desk.get(f"people/record?email={GUEST}")["notes"]
    assert [one["text"] for one in written] == ["Second\nline", "First"]
    assert {one["author"] for one in written} == {desk.admin.full_name}
    assert [one["text"] for one in desk.get(f"purchases/{purchase.pk}")["notes"]] == [
        "Second\nline",
        "First",
    ]
    ada = person()
    Purchase.objects.update(user=ada)
    note(desk, "Third", userId=ada.pk)
    written = desk.get(f"people/record?userId={ada.pk}")["notes"]
    assert [one["text"] for one in written] == ["Third", "Second\nline", "First"]


def test_a_note_says_something_and_not_too_much(desk: Desk) -> None:
    ada = person()
    for text in ("", "   ", "x" * 2001):
        assert desk.call("POST", "people/notes", {"userId": ada.pk, "text": text})[0] == 422
    assert not DeskNote.objects.exists()
    with pytest.raises(IntegrityError, match="desk_notes_about_one"), transaction.atomic():
        DeskNote.objects.create(text="About nobody")


def test_a_note_is_deleted_by_its_author_or_an_owner(desk: Desk, rf: Any) -> None:
    ada = person()
    mine = note(desk, userId=ada.pk)
    assert mine["canDelete"] is True
    of_another = DeskNoteFactory.create(user=ada, author=make_admin(email="b@example.test"))
    desk.done("DELETE", f"notes/{mine['id']}")
    desk.done("DELETE", f"notes/{of_another.pk}")
    assert desk.call("DELETE", f"notes/{mine['id']}")[0] == 404
    assert [act[0] for act in desk.audited()] == ["added note", "deleted note", "deleted note"]


def test_somebody_of_the_team_who_is_no_owner_deletes_only_their_own() -> None:
    """Such people have no desk yet; the rule is theirs already."""
    helper = make_user(email="helper@example.test")
    mine = DeskNoteFactory.create(author=helper)
    other = DeskNoteFactory.create(author=make_user(email="c@example.test"))
    orphan = DeskNoteFactory.create(author=None)
    delete_note(by=Actor.of(helper), note_id=mine.pk)
    for note_id in (other.pk, orphan.pk):
        with pytest.raises(Exception, match="Only its author or an owner"):
            delete_note(by=Actor.of(helper), note_id=note_id)
    assert set(DeskNote.objects.values_list("pk", flat=True)) == {other.pk, orphan.pk}


def test_notes_go_with_the_account_and_with_time(desk: Desk) -> None:
    ada = person()
    bought = make_purchase(user=ada)
    note(desk, "About the person", userId=ada.pk)
    desk.done("POST", f"purchases/{bought.pk}/notes", {"text": "On the purchase"})
    unpaid = a_guest(state=PurchaseState.FAILED)
    desk.done("POST", f"purchases/{unpaid.pk}/notes", {"text": "Never paid"})
    Purchase.objects.filter(pk=unpaid.pk).update(state_since=from_now(days=-31))
    old = DeskNoteFactory.create(user=make_user())
    DeskNote.objects.filter(pk=old.pk).update(created_at=from_now(days=-731))
    forget(what="notes")
    forget(what="notes on purchases never paid")
    texts = DeskNote.objects.order_by("pk").values_list("text", flat=True)
    assert list(texts) == ["About the person", "On the purchase"]
    desk.done("DELETE", f"users/{ada.pk}")
    assert list(DeskNote.objects.values_list("text", flat=True)) == ["On the purchase"]
    assert not Session.objects.filter(user_id=ada.pk).exists()


def test_a_purchase_says_why_its_last_refund_was_not_made(desk: Desk) -> None:
    purchase = a_guest(stripe_payment_intent_id="pi_one")
    assert desk.get(f"purchases/{purchase.pk}")["refundRefused"] == ""
    declined = RefundFactory.create(
        purchase=purchase, amount="50.00", status="declined", note="The bank declined it."
    )
    told = desk.get(f"purchases/{purchase.pk}")
    assert told["refundRefused"] == "The refund of $50.00 wasn't made. The bank declined it."
    # A later one that goes its way settles the matter.
    RefundFactory.create(purchase=purchase, amount="50.00", status="pending")
    assert desk.get(f"purchases/{purchase.pk}")["refundRefused"] == ""
    assert declined.note
