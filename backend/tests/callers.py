"""The ten callers of every operation, and what each operation is sent."""

import json
from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client

from frontrow.accounts.models import Role, User, UserStatus
from tests.signing_in import sign_in_recently

TEAM = {
    "support": Role.SUPPORT,
    "finance": Role.FINANCE,
    "coach": Role.COACH,
    "owner": Role.ADMIN,
    "impersonating": Role.ADMIN,
}


PASSWORD = "correct horse battery"


# A well-formed body for each operation that takes one.
RECIPIENT = {"name": "Fay Friend", "email": "fay@example.test"}


CLASS_CHANGE = {"kind": "cancel", "chooseBy": "2031-10-09T22:00:00Z"}


BODIES: dict[str, dict[str, Any]] = {
    "POST /api/funnel": {"step": "landing"},
    "POST /api/page-speed": {"page": "landing", "lcp": 1200},
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
    "POST /api/auth/sign-in-code": {"email": "ada@example.test"},
    "POST /api/auth/sign-in-code/use": {"code": "123456"},
    "POST /api/auth/reset-password": {"key": "1-x", "password": PASSWORD},
    "POST /api/auth/change-password": {"currentPassword": PASSWORD, "newPassword": "another one"},
    "POST /api/auth/verify-email": {"key": "x"},
    "POST /api/auth/confirm-password": {"password": PASSWORD},
    "POST /api/auth/confirm-code": {"code": "123456"},
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
    "POST /api/admin/coaching/sessions/{session_id}/time": {"startsAt": "2030-10-09T22:00:00Z"},
    "PUT /api/coach/calendar": {"meetingUrl": "https://meet.example.test/coach"},
    "PUT /api/coach/hours": {"hours": []},
    "POST /api/coach/exceptions": {
        "startsAt": "2030-10-09T22:00:00Z",
        "endsAt": "2030-10-10T22:00:00Z",
    },
    "PATCH /api/coach/sessions/{session_id}/notes": {"notes": ""},
    "POST /api/coach/sessions/{session_id}/outcome": {"outcome": "completed"},
    "POST /api/admin/coaching/sessions/{session_id}/outcome": {"outcome": "completed"},
    "POST /api/user/purchases/{purchase_id}/refund-request": {"reason": "I cannot come."},
    "POST /api/user/delete-account": {"confirmation": "somebody.else@example.test"},
    "POST /api/create-payment-intent": {
        "bootcampIds": [999_999_999],
        "email": "ada@example.test",
        "fullName": "Ada Lovelace",
    },
    "POST /api/quote": {"bootcampIds": [999_999]},
    "POST /api/checkout/hold": {"paymentIntentId": "pi_x", "termsVersion": "2026-11"},
    "POST /api/complete-purchase": {"paymentIntentId": "pi_x"},
    "POST /api/invitations/open": {"invitationToken": "x"},
    "POST /api/purchase-contact/look": {"purchaseId": 1},
    "POST /api/purchase-contact/correct": {
        "purchaseId": 1,
        "email": "ada@example.test",
        "fullName": "Ada Lovelace",
    },
    "POST /api/invitations/resend": {"email": "ada@example.test"},
    "POST /api/find-purchases": {"email": "ada@example.test"},
    "POST /api/complete-account-creation": {"invitationToken": "x"},
    "POST /api/join/look": {"token": "x"},
    "POST /api/join": {"token": "x"},
    "POST /api/join/test-link": {"token": "x"},
    "PUT /api/join/answers": {"token": "x", "answers": [{"questionId": 1, "words": "A shop"}]},
    "POST /api/purchase-questions/look": {"purchaseId": 1},
    "PUT /api/user/bootcamps/{bootcamp_id}/answers": {
        "answers": [{"questionId": 1, "words": "A shop"}]
    },
    "PUT /api/admin/bootcamps/{bootcamp_id}/questions": {"questions": []},
    "PUT /api/coach/classes/{bootcamp_id}/questions": {"questions": []},
    "POST /api/user/seats/{enrollment_id}/move": {"bootcampId": 1},
    "POST /api/user/seats/{enrollment_id}/move-payment": {"bootcampId": 1},
    "POST /api/user/seats/{enrollment_id}/hand-over": RECIPIENT,
    "POST /api/seat/look": {"token": "x"},
    "POST /api/seat/move": {"token": "x", "bootcampId": 1},
    "POST /api/seat/move-payment": {"token": "x", "bootcampId": 1},
    "POST /api/seat/hand-over": {"token": "x", **RECIPIENT},
    "POST /api/seat/take-back": {"token": "x"},
    "POST /api/seat/purchase": {"token": "x"},
    "POST /api/seat/refund": {"token": "x"},
    "POST /api/free-seat": {
        "bootcampIds": [999_999_999],
        "email": "ada@example.test",
        "fullName": "Ada Lovelace",
        "termsVersion": "2026-11",
    },
    "POST /api/free-seat/look": {"token": "x"},
    "POST /api/free-seat/confirm": {"token": "x"},
    "POST /api/feedback/look": {"token": "x"},
    "POST /api/feedback": {"token": "x", "score": 9},
    "POST /api/admin/feedback/{enrollment_id}/hide": {"because": "abusive"},
    "POST /api/class-choice/look": {"token": "x"},
    "POST /api/class-choice": {"token": "x", "choice": "keep"},
    "POST /api/admin/bootcamps/{bootcamp_id}/class-change/preview": CLASS_CHANGE,
    "POST /api/admin/bootcamps/{bootcamp_id}/class-change": CLASS_CHANGE,
    "POST /api/admin/bootcamps/{bootcamp_id}/class-change/choices/{enrollment_id}": {
        "choice": "refund"
    },
    "POST /api/waiting-list": {
        "email": "ada@example.test",
        "name": "Ada",
        "interest": "Build",
        "timezone": "",
    },
    "POST /api/admin/bootcamps/{bootcamp_id}/waiting-list/seats": {"add": 5},
    "POST /api/seat-offer/look": {"token": "x"},
    "POST /api/seat-offer/accept": {"token": "x"},
    "POST /api/admin/seats/{enrollment_id}/move": {"bootcampId": 1, "reason": "They asked"},
    "POST /api/admin/seats/{enrollment_id}/hand-over": {**RECIPIENT, "reason": "They asked"},
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
    "POST /api/admin/bootcamps/publish": {"ids": [999_999]},
    "POST /api/admin/bootcamps/{bootcamp_id}/move-preview": {
        "startDate": "2031-10-09T22:00:00Z",
        "endDate": "2031-10-10T01:00:00Z",
        "timezone": "America/New_York",
    },
    "POST /api/admin/bootcamps/{bootcamp_id}/copies": {"starts": ["2031-10-09T22:00:00Z"]},
    "PUT /api/admin/bootcamps/{bootcamp_id}/resources/order": {"ids": []},
    "POST /api/admin/bundles": {
        "name": "Complete Bundle",
        "description": "All three steps.",
        "price": "2995.00",
        "bootcampIds": [999_999_999],
    },
    "PATCH /api/admin/bundles/{bundle_id}/status": {"isActive": False},
    "POST /api/admin/bootcamps/{bootcamp_id}/price-steps": {"price": "795.00", "firstSeats": 5},
    "POST /api/admin/bundles/{bundle_id}/price-steps": {"price": "795.00", "firstSeats": 5},
    "POST /api/admin/codes": {"code": "SPRING", "kind": "percent", "value": "10"},
    "POST /api/admin/codes/generate": {"count": 2, "kind": "percent", "value": "10"},
    "PATCH /api/admin/users/{user_id}": {
        "email": "target@example.test",
        "firstName": "Ada",
        "lastName": "Lovelace",
    },
    "PATCH /api/admin/people/guest": {
        "email": "nobody@example.test",
        "newEmail": "ada@example.test",
        "fullName": "Ada Lovelace",
    },
    "POST /api/admin/bulk-acts": {
        "kind": "note",
        "subject": "purchases",
        "ids": [1],
        "text": "Called.",
        "idempotencyKey": "8d1e3ff0-6f0f-4c8a-9b6e-0d3f7e0d9a11",
    },
    "POST /api/admin/bulk-acts/count": {"subject": "members", "people": {}},
    "POST /api/admin/people/notes": {"email": "nobody@example.test", "text": "Called."},
    "POST /api/admin/people/sign-in-email": {"email": "nobody@example.test"},
    "POST /api/admin/people/message": {
        "email": "nobody@example.test",
        "subject": "Hello",
        "content": "See you tomorrow.",
        "idempotencyKey": "00000000-0000-4000-8000-000000000000",
    },
    "POST /api/admin/purchases/{purchase_id}/notes": {"text": "Called."},
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
    "PUT /api/admin/notices": {"kind": "last_seats", "pace": "digest"},
    "POST /api/admin/contact-messages/{message_id}/answers": {
        "text": "Yes, it will.",
        "idempotencyKey": "5f0c7a52-6a2b-4a3e-9a55-0d9d3d7b1c11",
    },
    "PUT /api/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance": {"attended": True},
    "POST /api/admin/bootcamps/{bootcamp_id}/room/message": {
        "channel": "email",
        "to": "not_here",
        "words": "We've started.",
        "idempotencyKey": "0b2f1a54-4a83-4f0e-9a68-3d1f5a3f0c11",
    },
    "POST /api/admin/bootcamps/{bootcamp_id}/send-message": {
        "type": "EMAIL",
        "subject": "Hello",
        "content": "See you tomorrow.",
    },
    "POST /api/admin/message-preview": {"type": "EMAIL", "content": "Hello {firstName}"},
    "POST /api/admin/message-test": {"type": "EMAIL", "content": "Hello {firstName}"},
}


# What a call must ask in its address.
BOOKS = "?since=2026-11-01&until=2026-11-30"


QUERIES = {
    "GET /api/admin/purchases/{purchase_id}/refund-preview": "?amount=1.00",
    "GET /api/admin/statistics/books": BOOKS,
    "GET /api/admin/statistics/books/export": BOOKS,
    "GET /api/admin/people/guest": "?email=nobody@example.test",
    "GET /api/admin/people/record": "?email=nobody@example.test",
}


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
    user = person(role, role=TEAM.get(role, Role.STUDENT), verified=role != "unverified")
    sign_in_recently(client, user)
    if role == "deactivated":
        # After signing in: the session is live, the person no longer welcome.
        User.objects.filter(pk=user.pk).update(status=UserStatus.INACTIVE)
    if role == "impersonating":
        target = User.objects.get(username="target")
        started = client.post(
            "/api/admin/impersonate/start",
            data=json.dumps({"targetUserId": target.pk, "reason": "Asked for help"}),
            content_type="application/json",
        )
        assert started.status_code == 200
    return client
