"""Taking one's data along, and being forgotten: all of it, and nothing of anybody else."""

import json
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from frontrow.accounts.models import AuditEntry, Role, Session, User
from frontrow.coaching.models import CoachingSession
from frontrow.messaging.models import Message, SmsConsent
from frontrow.sales.models import (
    Certificate,
    ClassAnswer,
    Feedback,
    LinkTest,
    PresenceSpan,
    Purchase,
    PurchaseState,
    Refund,
)
from frontrow.sales.reconciliation.invariants import violations
from frontrow.sales.settlement.settling import settle_purchase
from tests.factories import (
    CertificateFactory,
    ClassAnswerFactory,
    ContactAnswerFactory,
    ContactMessageFactory,
    DeskNoteFactory,
    FeedbackFactory,
    LinkTestFactory,
    NoticeChoiceFactory,
    PresenceSpanFactory,
    ResourceOpeningFactory,
    SmsConsentFactory,
    enrollment_of,
    from_now,
    make_admin,
    make_bootcamp,
    make_coach,
    make_coaching_session,
    make_invitation,
    make_message,
    make_purchase,
    make_resource,
    make_user,
    seats_of,
)
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.paying import JSON, a_student, ask_refund, buys, signed_in
from tests.portal.student import browser
from tests.races.crowd import all_at_once, tally
from tests.sales.buying import Shopper

pytestmark = pytest.mark.django_db(transaction=True)

SECRETS = ("token_hash", "checkout_key", "client_secret", "password", "sealed", "session_key")


FORGOTTEN = (LinkTest, ClassAnswer, PresenceSpan)
CLASS_DAY = (LinkTestFactory.create, ClassAnswerFactory.create, PresenceSpanFactory.create)


def with_an_address(user: User, *, verified: bool = True) -> User:
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


def export(client: Client) -> dict[str, Any]:
    answer = client.get("/api/user/export")
    assert answer.status_code == 200, answer.content
    data: dict[str, Any] = answer.json()
    return data


def delete(client: Client, confirmation: str) -> tuple[int, dict[str, Any]]:
    answer = client.post(
        "/api/user/delete-account", {"confirmation": confirmation}, content_type=JSON
    )
    return answer.status_code, answer.json()


def a_whole_life() -> tuple[User, Client, Purchase]:
    user, client = a_student(email="ada@example.test", first_name="Ada", last_name="Lovelace")
    with_an_address(user)
    SocialAccount.objects.create(user=user, provider="google", uid="g-1")
    bootcamp = make_bootcamp(includes_coaching=True)
    purchase = make_purchase(user=user, bootcamp=bootcamp, refunded_amount="100.00")
    make_coaching_session(user=user, bootcamp=bootcamp, purchase_id=purchase.pk, notes="Shy")
    ResourceOpeningFactory.create(user=user, resource=make_resource(bootcamp=bootcamp))
    CertificateFactory.create(
        enrollment=enrollment_of(purchase), holder_name="Ada Lovelace", code="ABCDEFGHJKLM"
    )
    for create in CLASS_DAY:
        create(enrollment=enrollment_of(purchase))
    FeedbackFactory.create(
        enrollment=enrollment_of(purchase), score=3, first_name="Ada", may_show=True
    )
    make_message(user=user, recipient=user.email, content="Confirm your address", purchase_id=None)
    make_message(user=user, recipient=user.email, content="Confirmed", purchase_id=purchase.pk)
    contact = ContactMessageFactory.create(email=user.email, message="A question of Ada's")
    ContactAnswerFactory.create(contact=contact, text="An answer to Ada", written_at=from_now())
    NoticeChoiceFactory.create(user=user)
    SmsConsentFactory.create(user=user, phone="+15550100199")
    make_invitation(user=user, email=user.email, purchase_ids=[purchase.pk])
    DeskNoteFactory.create(user=user, text="About Ada")
    DeskNoteFactory.create(user=None, purchase=purchase, text="On the purchase")
    DeskNoteFactory.create(text="About somebody else")
    return user, client, purchase


class TestExport:
    def test_holds_everything_about_the_person_and_is_a_file(self) -> None:
        user, client, purchase = a_whole_life()
        answer = client.get("/api/user/export")
        assert answer.headers["Content-Disposition"] == 'attachment; filename="my-data.json"'
        assert answer.headers["Cache-Control"] == "no-store"
        data = json.loads(answer.content)
        assert list(data) == [
            "exportedAt",
            "profile",
            "signIn",
            "purchases",
            "seats",
            "seatOffers",
            "classChoices",
            "waitingList",
            "credits",
            "certificates",
            "linkTests",
            "classAnswers",
            "timeInClass",
            "feedback",
            "resourcesOpened",
            "coaching",
            "messagesToYou",
            "messagesFromYou",
            "answersToYou",
            "notices",
            "textMessageConsents",
            "invitations",
            "log",
            "notesAboutYou",
        ]
        assert (data["profile"]["email"], data["profile"]["firstName"]) == (user.email, "Ada")
        assert data["signIn"]["otherAccounts"][0]["provider"] == "google"
        assert data["signIn"]["addresses"] == [
            {"email": user.email, "verified": True, "primary": True}
        ]
        [bought] = data["purchases"]
        assert bought["receiptNumber"] == f"FR-{purchase.pk:06}"
        assert [item["name"] for item in bought["items"]] == ["Beginner Bootcamp"]
        assert [refund["amount"] for refund in bought["refunds"]] == ["100.00"]
        assert [note["text"] for note in data["notesAboutYou"]] == ["About Ada", "On the purchase"]
        assert data["certificates"][0]["code"] == "ABCDEFGHJKLM"
        assert data["resourcesOpened"][0]["resourceTitle"] == "Workbook"
        assert data["coaching"][0]["notes"] == "Shy"
        assert [mail["content"] for mail in data["messagesToYou"]] == [
            "Confirm your address",
            "Confirmed",
        ]
        assert data["messagesFromYou"][0]["message"] == "A question of Ada's"
        assert [one["text"] for one in data["answersToYou"]] == ["An answer to Ada"]
        assert [(one["kind"], one["pace"]) for one in data["notices"]] == [("sale", "digest")]
        assert data["textMessageConsents"][0]["phone"] == "+15550100199"
        assert data["invitations"][0]["email"] == user.email
        assert [(entry["action"], entry["by"]) for entry in data["log"]] == [
            ("exported data", "you")
        ]

    def test_holds_no_secret(self) -> None:
        user, client, _ = a_whole_life()
        text = json.dumps(export(client))
        assert not [secret for secret in SECRETS if secret in text]
        assert user.password not in text
        assert client.cookies["session"].value not in text

    def test_holds_nothing_of_anybody_else(self) -> None:
        _, client = a_student()
        a_whole_life()
        text = json.dumps(export(client))
        assert "ada@example.test" not in text
        assert "Lovelace" not in text

    def test_an_address_that_was_only_typed_opens_no_emails(self) -> None:
        contact = ContactMessageFactory.create(email="vera@example.test")
        ContactAnswerFactory.create(contact=contact, written_at=from_now())
        user, client = a_student(email="vera@example.test")
        with_an_address(user, verified=False)
        told = export(client)
        assert (told["messagesFromYou"], told["answersToYou"]) == ([], [])

    def test_what_an_admin_did_to_the_account_is_in_it_and_not_who_it_was(self) -> None:
        user, client = a_student()
        admin = signed_in(make_admin(email="root@example.test"))
        admin.patch(f"/api/admin/users/{user.pk}/role", {"role": "ADMIN"}, content_type=JSON)
        entry = export(client)["log"][0]
        assert (entry["action"], entry["by"]) == ("granted role", "us")
        assert entry["details"] == {"role": "ADMIN", "was": "STUDENT"}

    def test_an_old_sign_in_is_asked_for_the_password(self) -> None:
        client = signed_in(make_user(), seconds_ago=86_400)
        answer = client.get("/api/user/export")
        assert (answer.status_code, list(answer.json()["fields"])) == (403, ["password"])
        assert not AuditEntry.objects.exists()


class TestDeletion:
    def test_the_person_goes_and_the_books_stay(self) -> None:
        user, client, purchase = a_whole_life()
        status, told = delete(client, "Ada@Example.test")
        assert (status, told) == (200, {"message": "Your account is deleted."})
        assert not User.objects.filter(pk=user.pk).exists()
        for gone in (EmailAddress, SocialAccount, SmsConsent, Session):
            assert not gone.objects.exists()
        kept = Purchase.objects.get()
        assert (kept.user, kept.guest_email, kept.guest_full_name) == (
            None,
            "ada@example.test",
            "Ada Lovelace",
        )
        assert (kept.state, kept.total_amount, kept.refunded_amount) == (
            "completed",
            purchase.total_amount,
            Decimal("100.00"),
        )
        assert Refund.objects.count() == 1
        assert seats_of(purchase).count() == 1
        assert not CoachingSession.objects.exists()
        assert client.get("/api/auth/user").status_code == 401
        assert violations() == []

    def test_the_certificate_names_nobody_any_more(self) -> None:
        _, client, _ = a_whole_life()
        assert browser().get("/api/certificates/ABCDEFGHJKLM").status_code == 200
        delete(client, "ada@example.test")
        assert browser().get("/api/certificates/ABCDEFGHJKLM").status_code == 404
        kept = Certificate.objects.get()
        assert (kept.holder_name, kept.revoked_at is not None) == ("", True)

    def test_of_the_class_only_a_score_without_words_or_name_is_left(self) -> None:
        user, client, _ = a_whole_life()
        of_another = [create().pk for create in CLASS_DAY]
        delete(client, user.email)
        assert [list(kind.objects.values_list("pk", flat=True)) for kind in FORGOTTEN] == [
            [number] for number in of_another
        ]
        [left] = Feedback.objects.all()
        assert (left.score, left.words, left.first_name, left.may_show) == (3, "", "", False)

    def test_only_emails_about_the_purchase_are_kept_and_one_says_goodbye(self) -> None:
        _, client, _ = a_whole_life()
        delete(client, "ada@example.test")
        kept = Message.objects.exclude(category="GOODBYE").get()
        assert (kept.content, kept.user) == ("Confirmed", None)
        goodbye = Message.objects.get(category="GOODBYE")
        assert (goodbye.recipient, goodbye.user) == ("ada@example.test", None)
        assert "Hello Ada," in goodbye.content
        assert "We keep the receipts of your purchases" in goodbye.content

    def test_every_other_browser_is_signed_out_too(self) -> None:
        user, client = a_student()
        elsewhere = signed_in(user)
        delete(client, user.email)
        assert elsewhere.get("/api/auth/user").status_code == 401

    def test_the_log_says_that_it_happened(self) -> None:
        user, client = a_student()
        delete(client, user.email)
        entry = AuditEntry.objects.get(action="deleted account")
        assert (entry.actor_id, entry.subject_id) == (user.pk, str(user.pk))

    def test_a_refund_under_way_goes_on_and_its_email_arrives(
        self, stripe_server: StripeServer
    ) -> None:
        user, client = a_student(email="ada@example.test")
        purchase = buys(stripe_server, user, make_bootcamp())
        ask_refund(client, purchase)
        delete(client, user.email)
        run_jobs()
        assert Purchase.objects.get().state == PurchaseState.REFUNDED
        assert Message.objects.get(category="REFUND").recipient == "ada@example.test"
        assert violations() == []

    def test_leaving_while_a_payment_is_completed_loses_nothing(
        self, stripe_server: StripeServer
    ) -> None:
        for _ in range(5):
            user, client = a_student()
            shopper = Shopper(stripe_server, email=user.email, client=signed_in(user))
            intent = shopper.pay(bootcamp=make_bootcamp().pk)
            purchase = Purchase.objects.get(stripe_payment_intent_id=intent)
            settling: Callable[[], Any] = partial(settle_purchase, purchase_id=purchase.pk)
            leaving: Callable[[], Any] = partial(delete, client, user.email)
            outcomes = all_at_once([settling, leaving, settling])
            assert tally(outcomes) == {"ok": 3}
            settle_purchase(purchase_id=purchase.pk)
            kept = Purchase.objects.get(pk=purchase.pk)
            assert (kept.state, kept.user, kept.guest_email) == ("completed", None, user.email)
            assert not User.objects.filter(pk=user.pk).exists()
        assert violations() == []

    def test_the_own_address_must_be_typed(self) -> None:
        user, client = a_student()
        status, told = delete(client, "delete")
        assert (status, told["fields"]) == (
            422,
            {"confirmation": "Type your email address exactly to confirm."},
        )
        assert User.objects.filter(pk=user.pk).exists()
        assert client.get("/api/auth/user").status_code == 200

    def test_an_old_sign_in_is_asked_for_the_password(self) -> None:
        user = make_user()
        status, told = delete(signed_in(user, seconds_ago=86_400), user.email)
        assert (status, list(told["fields"])) == (403, ["password"])
        assert User.objects.filter(pk=user.pk).exists()

    def test_the_last_active_admin_stays(self) -> None:
        admin = make_admin()
        make_admin(status="inactive")
        status, told = delete(signed_in(admin), admin.email)
        assert (status, told["message"]) == (
            409,
            "The last active admin can't be deleted. Make someone else an admin first.",
        )
        assert User.objects.filter(role=Role.ADMIN).count() == 2
        assert not Message.objects.exists()
        assert not AuditEntry.objects.exists()

    def test_an_admin_with_another_beside_may_go(self) -> None:
        admin = make_admin()
        make_admin()
        assert delete(signed_in(admin), admin.email)[0] == 200

    def test_a_coach_stays(self) -> None:
        coach = make_coach()
        status, told = delete(signed_in(coach.user), coach.user.email)
        assert (status, told["message"]) == (
            409,
            "A coach can't be deleted: students have sessions in that calendar.",
        )
        assert User.objects.filter(pk=coach.user_id).exists()

    def test_a_name_longer_than_a_purchase_has_room_for_is_cut(self) -> None:
        user, client = a_student(first_name="A" * 150, last_name="B" * 150)
        make_purchase(user=user)
        assert delete(client, user.email)[0] == 200
        assert len(Purchase.objects.get().guest_full_name) == 255

    def test_without_a_name_the_one_on_the_purchase_stays(self) -> None:
        user, client = a_student(first_name="", last_name="")
        make_purchase(user=user, guest_full_name="Ada L.", guest_email="old@example.test")
        make_purchase(user=user)
        delete(client, user.email)
        kept = Purchase.objects.order_by("pk").values_list("guest_email", "guest_full_name")
        assert list(kept) == [(user.email, "Ada L."), (user.email, user.username)]
