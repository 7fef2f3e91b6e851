"""All data that we hold about a person, in one machine-readable file.

Secrets (hashes, tokens, keys) and data about other people are left out.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils.module_loading import import_string

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.gates import LookingOnly
from frontrow.accounts.models import AuditEntry, Session, User
from frontrow.coaching.models import CoachingSession
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.messaging.models import (
    ContactAnswer,
    ContactMessage,
    Message,
    NoticeChoice,
    SmsConsent,
)
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.enrollment.enrollments import held_by
from frontrow.sales.models import (
    AccountInvitation,
    Certificate,
    ClassAnswer,
    ClassChoice,
    DiscountCode,
    Enrollment,
    Feedback,
    HandOver,
    LinkTest,
    Movement,
    PresenceSpan,
    Purchase,
    Refund,
    ResourceOpening,
    WaitingEntry,
)

# Far above any person's history. It only limits the memory that one file can use.
MOST_ROWS = 10_000
PURCHASE_FACTS = (
    "package_name is_bundle total_amount price_lines refunded_amount currency state created_at"
    " completed_at is_complimentary guest_email guest_full_name guest_phone buyer_timezone"
    " wants_sms terms_version terms_accepted_at policy_version card_brand card_last4"
    " stripe_payment_intent_id"
)


@transaction.atomic
def export_of(*, by: Actor, user: User) -> dict[str, Any]:
    """One section per kind of data."""
    if by.acting_as_id is not None:
        raise LookingOnly
    audit.record(by=by, action="exported data", subject_type="user", subject_id=user.pk)
    return {
        "exportedAt": database_now(),
        "profile": _profile(user),
        "signIn": _sign_in(user),
        "purchases": _purchases(user),
        "seats": _rows(
            Enrollment.objects.filter(held_by(user)),
            "name starts_at ends_at timezone joined_at attended_at ended_at ended_because",
        ),
        "seatOffers": _rows(
            HandOver.objects.filter(_of_own_seats(user) | Q(to_email__in=_proven_addresses(user))),
            "enrollment__name to_name to_email state created_at expires_at",
        ),
        "classChoices": _rows(
            ClassChoice.objects.filter(
                enrollment__in=[
                    one.calendar_number for one in Enrollment.objects.filter(held_by(user))
                ]
            ),
            "change__bootcamp__name change__kind choice by chosen_at done_at amount",
        ),
        "waitingList": _rows(
            WaitingEntry.objects.filter(Q(user=user) | Q(email__in=_proven_addresses(user))),
            "email name kind bundle__name timezone wants_sms state misses source created_at"
            " queued_at ended_at",
        ),
        # Without the admin's internal note.
        "credits": _rows(
            DiscountCode.objects.filter(
                for_email__in=[address_key(one) for one in _proven_addresses(user)]
            ),
            "code kind value for_email starts_at ends_at uses is_active created_at",
        ),
        "certificates": _rows(
            Certificate.objects.filter(_of_own_seats(user)),
            "code holder_name bootcamp_name starts_at ends_at issued_at revoked_at",
        ),
        "linkTests": _rows(
            LinkTest.objects.filter(_of_own_seats(user)), "enrollment__name tested_at zone"
        ),
        "classAnswers": _rows(
            ClassAnswer.objects.filter(_of_own_seats(user)),
            "enrollment__name question__words words answered_at",
        ),
        "timeInClass": _rows(
            PresenceSpan.objects.filter(_of_own_seats(user)), "enrollment__name joined_at left_at"
        ),
        "feedback": _rows(
            Feedback.objects.filter(_of_own_seats(user)),
            "enrollment__name score words may_show first_name given_at hidden_at",
        ),
        "resourcesOpened": _rows(
            ResourceOpening.objects.filter(user=user), "resource__title first_opened_at"
        ),
        "coaching": _rows(
            CoachingSession.objects.filter(user=user),
            "bootcamp__name status scheduled_at ends_at notes created_at",
        ),
        "messagesToYou": _rows(
            Message.objects.filter(Q(user=user) | _about_own_purchases(user)),
            "type category recipient subject content status created_at sent_at",
        ),
        "messagesFromYou": _rows(
            ContactMessage.objects.filter(email__in=_proven_addresses(user)),
            "name email subject message created_at",
        ),
        "answersToYou": _rows(
            ContactAnswer.objects.filter(
                contact__email__in=_proven_addresses(user), written_at__isnull=False
            ),
            "contact__subject text written_at",
        ),
        "notices": _rows(NoticeChoice.objects.filter(user=user), "kind pace since"),
        "textMessageConsents": _rows(
            SmsConsent.objects.filter(user=user),
            "phone source text_version granted_at withdrawn_at",
        ),
        "invitations": _rows(
            AccountInvitation.objects.filter(user=user),
            "email status created_at expires_at accepted_at",
        ),
        "log": _log(user),
        # Areas in higher layers register their sections in the settings.
        **{name: import_string(path)(user) for name, path in settings.DATA_EXPORT.items()},
    }


def _of_own_seats(user: User) -> Q:
    return Q(enrollment__in=Enrollment.objects.filter(held_by(user)).values("pk"))


def _profile(user: User) -> dict[str, Any]:
    [row] = _rows(
        User.objects.filter(pk=user.pk),
        "id email username first_name last_name phone timezone timezone_choice role status"
        " profile_image_url stripe_customer_id created_at updated_at last_login",
    )
    return row


def _sign_in(user: User) -> dict[str, Any]:
    return {
        "addresses": _rows(EmailAddress.objects.filter(user=user), "email verified primary"),
        "otherAccounts": _rows(
            SocialAccount.objects.filter(user=user), "provider uid date_joined last_login"
        ),
        "secondFactor": _rows(Authenticator.objects.filter(user=user), "type created_at"),
        "sessions": _rows(Session.objects.filter(user=user), "expire_date"),
    }


def _purchases(user: User) -> list[dict[str, Any]]:
    mine = Purchase.objects.filter(user=user).order_by("pk")[:MOST_ROWS]
    enrollments = _by_purchase(
        Enrollment.objects.filter(purchase__user=user),
        "purchase_id name price starts_at ends_at timezone",
    )
    refunds = _by_purchase(
        Refund.objects.filter(purchase__user=user),
        "purchase_id amount status reason note created_at settled_at",
    )
    movements = _by_purchase(
        Movement.objects.filter(purchase__user=user),
        "purchase_id kind amount status happened_at",
    )
    return [
        {
            "receiptNumber": receipt_number(purchase.pk),
            **{_camel(name): getattr(purchase, name) for name in PURCHASE_FACTS.split()},
            "items": enrollments.get(purchase.pk, []),
            "refunds": refunds.get(purchase.pk, []),
            "movements": movements.get(purchase.pk, []),
        }
        for purchase in mine
    ]


def _log(user: User) -> list[dict[str, Any]]:
    """What this person did, and what was done to the account, without the names of others."""
    entries = AuditEntry.objects.filter(
        Q(actor_id=user.pk) | Q(subject_type="user", subject_id=str(user.pk))
    ).order_by("pk")[:MOST_ROWS]
    return [
        {
            "at": entry.created_at,
            "action": entry.action,
            "by": "you" if entry.actor_id == user.pk else "us",
            # Details of an admin's actions on other people are about those people.
            "details": entry.details if entry.subject_id == str(user.pk) else {},
        }
        for entry in entries
    ]


def _proven_addresses(user: User) -> list[str]:
    """Only verified ones: signing up with another person's address must not show their emails."""
    return list(
        EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    )


def _about_own_purchases(user: User) -> Q:
    """Without emails to other holders of their seats, because those contain join links."""
    holders = Enrollment.objects.filter(purchase__user=user).exclude(holder_email="")
    return Q(user=None, purchase_id__in=_purchase_ids(user)) & ~Q(
        recipient__in=holders.values("holder_email")
    )


def _purchase_ids(user: User) -> list[int]:
    return list(Purchase.objects.filter(user=user).values_list("pk", flat=True)[:MOST_ROWS])


def _by_purchase(rows: QuerySet[Any], names: str) -> dict[int, list[dict[str, Any]]]:
    grouped: dict[int, list[dict[str, Any]]] = {}
    for row in _rows(rows, names):
        grouped.setdefault(row.pop("purchaseId"), []).append(row)
    return grouped


def _rows(rows: QuerySet[Any, Model], names: str) -> list[dict[str, Any]]:
    found = rows.order_by("pk").values(*names.split())[:MOST_ROWS]
    return [{_camel(name): value for name, value in row.items()} for row in found]


def _camel(name: str) -> str:
    first, *others = name.replace("__", "_").split("_")
    return first + "".join(part.title() for part in others)
