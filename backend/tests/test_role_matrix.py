"""Who may call what: every operation by every kind of caller, without exception.

A cell is the status that caller gets for a well-formed call. An operation added without a row
fails here, and so does a row whose operation is gone.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from frontrow.accounts.models import Role, User, UserStatus
from tests.operations import operations
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "unverified", "student", "other", "deactivated", "impersonating", "admin")

# What a gate alone decides, for all kinds of caller.
OPEN = (200,) * 7
OPEN_CHANGE = (200, 200, 200, 200, 200, 403, 200)
SIGNED_IN = (401, 200, 200, 200, 401, 200, 200)
SIGNED_IN_CHANGE = (401, 200, 200, 200, 401, 403, 200)
ADMIN = (401, 403, 403, 403, 401, 403, 200)


def instead(row: tuple[int, ...], **cells: int) -> tuple[int, ...]:
    """The row with some cells changed: what the rule says beyond the gate."""
    return tuple(cells.get(role, cell) for role, cell in zip(ROLES, row, strict=True))


def everywhere(row: tuple[int, ...], status: int) -> tuple[int, ...]:
    """The gate's refusals stay; whoever passes it gets this."""
    return tuple(status if cell == 200 else cell for cell in row)


MATRIX: dict[str, tuple[int, ...]] = {
    "GET /api/bootcamps": OPEN,
    "GET /api/bundles": OPEN,
    "POST /api/contact": OPEN_CHANGE,
    "GET /api/auth/methods": OPEN,
    "GET /api/auth/user": SIGNED_IN,
    "POST /api/auth/register": OPEN_CHANGE,
    "POST /api/auth/login": everywhere(OPEN_CHANGE, 401),
    "POST /api/auth/second-factor": everywhere(OPEN_CHANGE, 401),
    "GET /api/login": everywhere(OPEN, 302),
    "GET /api/auth/google": everywhere(OPEN, 302),
    "GET /api/logout": everywhere(OPEN, 302),
    "POST /api/auth/sign-out-everywhere": SIGNED_IN_CHANGE,
    "POST /api/auth/forgot-password": OPEN_CHANGE,
    "POST /api/auth/reset-password": everywhere(OPEN_CHANGE, 422),
    "POST /api/auth/change-password": SIGNED_IN_CHANGE,
    "POST /api/auth/verify-email": everywhere(OPEN_CHANGE, 422),
    "POST /api/auth/resend-verification": SIGNED_IN_CHANGE,
    # Also for whoever impersonates: the password is the admin's own.
    "POST /api/auth/confirm-password": SIGNED_IN,
    "GET /api/user/profile": SIGNED_IN,
    "PATCH /api/user/profile": SIGNED_IN_CHANGE,
    "POST /api/user/timezone": SIGNED_IN_CHANGE,
    "POST /api/user/second-factor/start": instead(SIGNED_IN_CHANGE, unverified=409),
    "POST /api/user/second-factor/finish": everywhere(SIGNED_IN_CHANGE, 422),
    "DELETE /api/user/second-factor": SIGNED_IN_CHANGE,
    "GET /api/user/sms-consent": SIGNED_IN,
    # Nobody here has given a number.
    "PUT /api/user/sms-consent": everywhere(SIGNED_IN_CHANGE, 409),
    "GET /api/user/coaching-sessions": SIGNED_IN,
    # Nobody here has a coaching session: not there and not yours are the same.
    "GET /api/user/coaching-sessions/{session_id}/slots": everywhere(SIGNED_IN, 404),
    "GET /api/user/coaching-sessions/{session_id}/calendar.ics": everywhere(SIGNED_IN, 404),
    "POST /api/user/coaching-sessions/{session_id}/schedule": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/coaching-sessions/{session_id}/reschedule": everywhere(SIGNED_IN_CHANGE, 404),
    "GET /api/admin/coaching/coaches": ADMIN,
    "POST /api/admin/coaching/coaches": everywhere(ADMIN, 422),
    "PATCH /api/admin/coaching/coaches/{coach_id}": everywhere(ADMIN, 404),
    "PUT /api/admin/coaching/coaches/{coach_id}/hours": everywhere(ADMIN, 404),
    "POST /api/admin/coaching/coaches/{coach_id}/exceptions": everywhere(ADMIN, 404),
    "DELETE /api/admin/coaching/exceptions/{exception_id}": everywhere(ADMIN, 404),
    "GET /api/admin/coaching/sessions": ADMIN,
    "PATCH /api/admin/coaching/sessions/{session_id}/notes": everywhere(ADMIN, 404),
    "POST /api/admin/coaching/sessions/{session_id}/outcome": everywhere(ADMIN, 404),
    "GET /api/checkout": OPEN,
    # Nothing is on sale under that number: the gate has let them pass.
    "POST /api/create-payment-intent": everywhere(OPEN_CHANGE, 404),
    "POST /api/checkout/hold": everywhere(OPEN_CHANGE, 404),
    "POST /api/complete-purchase": everywhere(OPEN_CHANGE, 404),
    "GET /api/check-user-exists/{email}": OPEN,
    "POST /api/invitations/open": everywhere(OPEN_CHANGE, 404),
    "POST /api/invitations/resend": OPEN_CHANGE,
    "POST /api/complete-account-creation": everywhere(SIGNED_IN_CHANGE, 404),
    # Its body is signed, or it is nothing.
    "POST /api/webhooks/stripe": everywhere(OPEN_CHANGE, 400),
    # Of which message, it does not say.
    # No mail provider is set up.
    "POST /api/webhooks/mail": everywhere(OPEN_CHANGE, 404),
    "POST /api/webhooks/twilio/receipt": everywhere(OPEN_CHANGE, 422),
    "POST /api/webhooks/twilio/reply": everywhere(OPEN_CHANGE, 403),
    # Whose mail it is about stands in a key that nobody here has.
    "POST /api/webhooks/unsubscribe": everywhere(OPEN_CHANGE, 422),
    "GET /api/webhooks/unsubscribe": everywhere(OPEN, 422),
    "POST /api/unsubscribe": everywhere(OPEN_CHANGE, 422),
    "POST /api/unsubscribe/look": everywhere(OPEN_CHANGE, 422),
    "POST /api/unsubscribe/undo": everywhere(OPEN_CHANGE, 422),
    "POST /api/webhooks/zoom": everywhere(OPEN_CHANGE, 400),
    "GET /api/user/purchases": SIGNED_IN,
    # Nobody here has bought anything: the gate has let them pass.
    "GET /api/user/bootcamps/{bootcamp_id}/resources": everywhere(SIGNED_IN, 404),
    "POST /api/user/resources/{resource_id}/open": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/bootcamps/{bootcamp_id}/recording": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/bootcamps/{bootcamp_id}/join": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/join/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/join": everywhere(OPEN_CHANGE, 404),
    "GET /api/user/bootcamps/{bootcamp_id}/calendar.ics": everywhere(SIGNED_IN, 404),
    "POST /api/user/calendar-feed": SIGNED_IN_CHANGE,
    "POST /api/user/calendar-feed/renew": SIGNED_IN_CHANGE,
    "GET /api/calendar/{token}.ics": everywhere(OPEN, 404),
    "GET /api/user/billing": SIGNED_IN,
    # Nobody here has bought anything.
    "GET /api/user/purchases/{purchase_id}/receipt": everywhere(SIGNED_IN, 404),
    "POST /api/user/purchases/{purchase_id}/refund-request": everywhere(SIGNED_IN_CHANGE, 404),
    "GET /api/user/bootcamps/{bootcamp_id}/progress": everywhere(SIGNED_IN, 404),
    "POST /api/user/bootcamps/{bootcamp_id}/certificate": everywhere(SIGNED_IN_CHANGE, 404),
    "GET /api/certificates/{code}": everywhere(OPEN, 404),
    # Looking as somebody else is not taking their data along.
    "GET /api/user/export": instead(SIGNED_IN, impersonating=403),
    "POST /api/user/delete-account": everywhere(SIGNED_IN_CHANGE, 422),
    "GET /api/admin/exists": SIGNED_IN,
    "POST /api/admin/bootstrap": everywhere(SIGNED_IN_CHANGE, 409),
    "POST /api/admin/impersonate/start": ADMIN,
    "POST /api/admin/impersonate/stop": instead(everywhere(SIGNED_IN, 409), impersonating=200),
    "GET /api/admin/users": ADMIN,
    "POST /api/admin/create-user": ADMIN,
    "POST /api/admin/seed-test-student": ADMIN,
    "GET /api/admin/users/{user_id}/details": ADMIN,
    "DELETE /api/admin/users/{user_id}": ADMIN,
    "PATCH /api/admin/users/{user_id}/role": ADMIN,
    "PATCH /api/admin/users/{user_id}/activate": everywhere(ADMIN, 409),
    "PATCH /api/admin/users/{user_id}/deactivate": ADMIN,
    "GET /api/admin/audit": ADMIN,
    "GET /api/admin/search": ADMIN,
    "GET /api/admin/stats": ADMIN,
    "GET /api/admin/statistics/revenue": ADMIN,
    "GET /api/admin/statistics/seats": ADMIN,
    "GET /api/admin/statistics/funnel": ADMIN,
    "POST /api/funnel": OPEN_CHANGE,
    "GET /api/admin/summary": ADMIN,
    "GET /api/admin/recent-attendees": ADMIN,
    "GET /api/admin/purchases": ADMIN,
    "GET /api/admin/purchases/export": ADMIN,
    # A bootcamp and a purchase that are not there.
    "POST /api/admin/purchases": everywhere(ADMIN, 404),
    "GET /api/admin/purchases/{purchase_id}": everywhere(ADMIN, 404),
    "GET /api/admin/purchases/{purchase_id}/refund-preview": everywhere(ADMIN, 404),
    "POST /api/admin/purchases/{purchase_id}/refund": everywhere(ADMIN, 404),
    "POST /api/admin/purchases/{purchase_id}/withdraw": everywhere(ADMIN, 404),
    "POST /api/admin/purchases/{purchase_id}/resend-confirmation": everywhere(ADMIN, 404),
    "POST /api/admin/purchases/{purchase_id}/resend-invitation": everywhere(ADMIN, 404),
    "PATCH /api/admin/purchases/{purchase_id}/customer": everywhere(ADMIN, 404),
    "GET /api/admin/disputes/{dispute_id}": everywhere(ADMIN, 404),
    "GET /api/admin/disputes/{dispute_id}/evidence.txt": everywhere(ADMIN, 404),
    "POST /api/admin/disputes/{dispute_id}/evidence": everywhere(ADMIN, 404),
    "GET /api/admin/reconciliation": ADMIN,
    "POST /api/admin/reconciliation/repair": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps": ADMIN,
    "POST /api/admin/bootcamps": ADMIN,
    "POST /api/admin/bootcamps/archive-expired": ADMIN,
    # Nothing is there under these numbers: the gate has let them pass.
    "GET /api/admin/bootcamps/{bootcamp_id}": everywhere(ADMIN, 404),
    "PATCH /api/admin/bootcamps/{bootcamp_id}": everywhere(ADMIN, 404),
    "DELETE /api/admin/bootcamps/{bootcamp_id}": everywhere(ADMIN, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/clone": everywhere(ADMIN, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/publish": everywhere(ADMIN, 404),
    "PATCH /api/admin/bootcamps/{bootcamp_id}/archive": everywhere(ADMIN, 404),
    "PATCH /api/admin/bootcamps/{bootcamp_id}/unarchive": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/change-preview": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/attendees": everywhere(ADMIN, 404),
    "PUT /api/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance": everywhere(
        ADMIN, 404
    ),
    "GET /api/admin/bootcamps/{bootcamp_id}/resources": everywhere(ADMIN, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/resources": everywhere(ADMIN, 404),
    "PUT /api/admin/bootcamps/{bootcamp_id}/resources/order": everywhere(ADMIN, 404),
    "DELETE /api/admin/bootcamps/resources/{resource_id}": everywhere(ADMIN, 404),
    "PATCH /api/admin/bootcamps/resources/{resource_id}": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/host-link": everywhere(ADMIN, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/meeting": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps/resources/{resource_id}/link": everywhere(ADMIN, 404),
    # No storage is set up here.
    "POST /api/objects/upload": everywhere(ADMIN, 409),
    "GET /api/admin/bundles": ADMIN,
    # A bundle of a bootcamp that is not there.
    "POST /api/admin/bundles": everywhere(ADMIN, 422),
    "PATCH /api/admin/bundles/{bundle_id}": everywhere(ADMIN, 404),
    "PATCH /api/admin/bundles/{bundle_id}/status": everywhere(ADMIN, 404),
    "DELETE /api/admin/bundles/{bundle_id}": everywhere(ADMIN, 404),
    "GET /api/admin/communication-templates": ADMIN,
    "POST /api/admin/communication-templates": ADMIN,
    "PUT /api/admin/communication-templates/{template_id}": everywhere(ADMIN, 404),
    "DELETE /api/admin/communication-templates/{template_id}": everywhere(ADMIN, 404),
    "GET /api/admin/messages": ADMIN,
    "GET /api/admin/messages/{message_id}": everywhere(ADMIN, 404),
    "POST /api/admin/messages/{message_id}/retry": everywhere(ADMIN, 404),
    "GET /api/admin/suppressions": ADMIN,
    "POST /api/admin/suppressions/{suppression_id}/lift": everywhere(ADMIN, 404),
    "GET /api/admin/contact-messages": ADMIN,
    "PATCH /api/admin/contact-messages/{message_id}": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/recipients": everywhere(ADMIN, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/send-message": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/messages": everywhere(ADMIN, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}": everywhere(ADMIN, 404),
    "DELETE /api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}": everywhere(ADMIN, 404),
    "POST /api/admin/message-preview": ADMIN,
    "POST /api/admin/message-test": ADMIN,
}

PASSWORD = "correct horse battery"
# A well-formed body for each operation that takes one.
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/funnel": {"step": "landing"},
    "POST /api/contact": {
        "name": "Ada",
        "email": "ada@example.test",
        "subject": "A question",
        "message": "Is there a recording?",
    },
    "POST /api/auth/register": {
        "username": "newcomer",
        "email": "newcomer@example.test",
        "password": PASSWORD,
    },
    "POST /api/auth/login": {"username": "nobody", "password": "not a password"},
    "POST /api/auth/second-factor": {"code": "123456"},
    "POST /api/auth/forgot-password": {"email": "ada@example.test"},
    "POST /api/auth/reset-password": {"key": "1-x", "password": PASSWORD},
    "POST /api/auth/change-password": {"currentPassword": PASSWORD, "newPassword": "another one"},
    "POST /api/auth/verify-email": {"key": "x"},
    "POST /api/auth/confirm-password": {"password": PASSWORD},
    "PATCH /api/user/profile": {"firstName": "Ada", "lastName": "L"},
    "POST /api/user/timezone": {"timezone": "UTC"},
    "POST /api/user/second-factor/finish": {"code": "123456"},
    "PATCH /api/admin/users/{user_id}/role": {"role": "ADMIN"},
    "POST /api/admin/create-user": {
        "email": "new@example.test",
        "firstName": "New",
        "lastName": "Person",
    },
    "PUT /api/user/sms-consent": {"agrees": True},
    "POST /api/user/coaching-sessions/{session_id}/schedule": {"startsAt": "2030-10-09T22:00:00Z"},
    "POST /api/user/coaching-sessions/{session_id}/reschedule": {
        "startsAt": "2030-10-09T22:00:00Z"
    },
    "POST /api/admin/coaching/coaches": {
        "email": "nobody@example.test",
        "meetingUrl": "https://meet.example.test/coach",
    },
    "PUT /api/admin/coaching/coaches/{coach_id}/hours": {"hours": []},
    "POST /api/admin/coaching/coaches/{coach_id}/exceptions": {
        "startsAt": "2030-10-09T22:00:00Z",
        "endsAt": "2030-10-10T22:00:00Z",
    },
    "PATCH /api/admin/coaching/sessions/{session_id}/notes": {"notes": ""},
    "POST /api/admin/coaching/sessions/{session_id}/outcome": {"outcome": "completed"},
    "POST /api/user/purchases/{purchase_id}/refund-request": {"reason": "I cannot come."},
    "POST /api/user/delete-account": {"confirmation": "somebody.else@example.test"},
    "POST /api/create-payment-intent": {
        "bootcampIds": [999_999_999],
        "email": "ada@example.test",
        "fullName": "Ada Lovelace",
    },
    "POST /api/checkout/hold": {"paymentIntentId": "pi_x", "termsVersion": "2026-11"},
    "POST /api/complete-purchase": {"paymentIntentId": "pi_x"},
    "POST /api/invitations/open": {"invitationToken": "x"},
    "POST /api/invitations/resend": {"email": "ada@example.test"},
    "POST /api/complete-account-creation": {"invitationToken": "x"},
    "POST /api/join/look": {"token": "x"},
    "POST /api/join": {"token": "x"},
    "POST /api/admin/bootcamps": {
        "name": "Beginner Bootcamp",
        "description": "Build a first working product.",
        "price": "995.00",
        "startDate": "2030-10-09T22:00:00Z",
        "endDate": "2030-10-10T01:00:00Z",
    },
    "POST /api/admin/bootcamps/{bootcamp_id}/resources": {
        "type": "LINK",
        "title": "Workbook",
        "url": "https://files.example.test/workbook",
    },
    "PUT /api/admin/bootcamps/{bootcamp_id}/resources/order": {"ids": []},
    "POST /api/admin/bundles": {
        "name": "Complete Bundle",
        "description": "All three steps.",
        "price": "2995.00",
        "bootcampIds": [999_999_999],
    },
    "PATCH /api/admin/bundles/{bundle_id}/status": {"isActive": False},
    "POST /api/admin/purchases": {
        "bootcampId": 999_999_999,
        "email": "ada@example.test",
        "fullName": "Ada Lovelace",
    },
    "POST /api/admin/purchases/{purchase_id}/refund": {"amount": "1.00"},
    "PATCH /api/admin/purchases/{purchase_id}/customer": {
        "email": "ada@example.test",
        "fullName": "Ada Lovelace",
    },
    "POST /api/admin/disputes/{dispute_id}/evidence": {"note": ""},
    "POST /api/admin/reconciliation/repair": {"key": "break/1"},
    "POST /api/admin/communication-templates": {
        "name": "Reminder",
        "type": "EMAIL",
        "category": "REMINDER_1DAY",
        "content": "See you tomorrow.",
    },
    "POST /api/admin/suppressions/{suppression_id}/lift": {"reason": "They asked us to."},
    "PATCH /api/admin/contact-messages/{message_id}": {"isRead": True},
    "PUT /api/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance": {"attended": True},
    "POST /api/admin/bootcamps/{bootcamp_id}/send-message": {
        "type": "EMAIL",
        "subject": "Hello",
        "content": "See you tomorrow.",
    },
    "POST /api/admin/message-preview": {"type": "EMAIL", "content": "Hello {firstName}"},
    "POST /api/admin/message-test": {"type": "EMAIL", "content": "Hello {firstName}"},
}
# What a call must ask in its address.
QUERIES = {"GET /api/admin/purchases/{purchase_id}/refund-preview": "?amount=1.00"}
NOBODY = "999999999"
NOTHING = "00000000-0000-4000-8000-000000000000"


def person(name: str, *, role: Role = Role.STUDENT, verified: bool = True) -> User:
    user = User.objects.create_user(
        email=f"{name}@example.test", username=name, password=PASSWORD, role=role
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


def caller(role: str) -> Client:
    client = Client(headers={"Sec-Fetch-Site": "same-origin"})
    if role == "anonymous":
        return client
    is_admin = role in {"admin", "impersonating"}
    user = person(
        role, role=Role.ADMIN if is_admin else Role.STUDENT, verified=role != "unverified"
    )
    sign_in_recently(client, user)
    if role == "deactivated":
        # After signing in: the session is live, the person no longer welcome.
        User.objects.filter(pk=user.pk).update(status=UserStatus.INACTIVE)
    if role == "impersonating":
        target = User.objects.get(username="target")
        started = client.post(
            "/api/admin/impersonate/start",
            data=json.dumps({"targetUserId": target.pk}),
            content_type="application/json",
        )
        assert started.status_code == 200
    return client


@dataclass(frozen=True)
class Callers:
    target_id: int
    cookies: dict[str, str]

    def client(self, role: str) -> Client:
        """A browser with that caller's cookies, which no test before it has touched."""
        client = Client(headers={"Sec-Fetch-Site": "same-origin"})
        client.cookies.load(self.cookies[role])
        return client


@pytest.fixture(scope="module")
def callers(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Callers]:
    """Everybody signed in once, in a transaction around those of the tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        target = person("target")
        person("second admin", role=Role.ADMIN)
        clients = {role: caller(role) for role in ROLES}
        cookies = {role: client.cookies.output(header="") for role, client in clients.items()}
        yield Callers(target.pk, cookies)
        transaction.set_rollback(True)


def test_the_matrix_covers_every_operation_and_nothing_else() -> None:
    assert sorted(MATRIX) == sorted(item.name for item in operations())


@pytest.mark.parametrize(
    ("name", "role", "expected"),
    [
        (name, role, expected)
        for name, row in MATRIX.items()
        for role, expected in zip(ROLES, row, strict=True)
    ],
)
def test_each_caller_gets_what_the_matrix_says(
    name: str, role: str, expected: int, callers: Callers
) -> None:
    method, path = name.split(" ", maxsplit=1)
    body = BODIES.get(name, {})
    if name == "POST /api/admin/impersonate/start":
        body = {"targetUserId": callers.target_id}
    places = {
        "{user_id}": str(callers.target_id),
        "{bootcamp_id}": NOBODY,
        "{resource_id}": NOBODY,
        "{purchase_id}": NOBODY,
        "{dispute_id}": NOBODY,
        "{code}": "ABCDEFGHJKLM",
        "{bundle_id}": NOTHING,
        "{session_id}": NOBODY,
        "{coach_id}": NOBODY,
        "{exception_id}": NOBODY,
        "{template_id}": NOBODY,
        "{message_id}": NOBODY,
        "{suppression_id}": NOBODY,
        "{batch_id}": NOTHING,
    }
    for place, filled in places.items():
        path = path.replace(place, filled)
    response = callers.client(role).generic(
        method,
        path + QUERIES.get(name, ""),
        json.dumps(body) if method != "GET" else "",
        content_type="application/json",
    )
    assert response.status_code == expected
