"""Who may call what: every operation by every kind of caller, without exception.

A cell is the status that caller gets for a well-formed call. An operation added without a row
fails here, and so does a row whose operation is gone.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from frontrow.accounts.models import Role
from tests import ground
from tests.callers import BODIES, NOBODY, NOTHING, QUERIES, caller, person
from tests.operations import operations
from tests.rolled_back import rolled_back

pytestmark = pytest.mark.django_db

ROLES = (
    *("anonymous", "unverified", "student", "other", "deactivated", "impersonating"),
    *("support", "finance", "coach", "owner"),
)

# What a gate alone decides, for all kinds of caller.
OPEN = (200,) * 10
OPEN_CHANGE = (*(200,) * 5, 403, *(200,) * 4)
SIGNED_IN = (401, 200, 200, 200, 401, *(200,) * 5)
SIGNED_IN_CHANGE = (401, 200, 200, 200, 401, 403, *(200,) * 4)
_NO_ROLE = (401, 403, 403, 403, 401, 403)
# By right: support, finance, coach, owner. Written out here, and not read from `rights.py`.
DESK = (*_NO_ROLE, 200, 200, 403, 200)
SUPPORT = (*_NO_ROLE, 200, 403, 403, 200)
MONEY = (*_NO_ROLE, 403, 200, 403, 200)
OWNER = (*_NO_ROLE, 403, 403, 403, 200)
COACH = (*_NO_ROLE, 403, 403, 200, 200)
ROOM = (*_NO_ROLE, 200, 403, 200, 200)


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
    "POST /api/auth/sign-in-code": OPEN_CHANGE,
    "POST /api/auth/sign-in-code/use": everywhere(OPEN_CHANGE, 410),
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
    # Everybody here has a password; nobody asked for a code.
    "POST /api/auth/confirm-code": everywhere(SIGNED_IN, 409),
    "GET /api/user/profile": SIGNED_IN,
    "PATCH /api/user/profile": SIGNED_IN_CHANGE,
    "POST /api/user/timezone": SIGNED_IN_CHANGE,
    "GET /api/user/account-visits": SIGNED_IN,
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
    "POST /api/user/coaching-sessions/{session_id}/cancel": everywhere(SIGNED_IN_CHANGE, 404),
    "GET /api/admin/coaching/coaches": SUPPORT,
    "POST /api/admin/coaching/coaches": everywhere(OWNER, 422),
    "PATCH /api/admin/coaching/coaches/{coach_id}": everywhere(SUPPORT, 404),
    "PUT /api/admin/coaching/coaches/{coach_id}/hours": everywhere(SUPPORT, 404),
    "POST /api/admin/coaching/coaches/{coach_id}/exceptions": everywhere(SUPPORT, 404),
    "DELETE /api/admin/coaching/exceptions/{exception_id}": everywhere(SUPPORT, 404),
    "GET /api/admin/coaching/sessions": SUPPORT,
    "PATCH /api/admin/coaching/sessions/{session_id}/notes": everywhere(SUPPORT, 404),
    "POST /api/admin/coaching/sessions/{session_id}/outcome": everywhere(SUPPORT, 404),
    "GET /api/admin/coaching/sessions/{session_id}/slots": everywhere(SUPPORT, 404),
    "POST /api/admin/coaching/sessions/{session_id}/time": everywhere(SUPPORT, 404),
    "POST /api/admin/coaching/reminders": SUPPORT,
    "GET /api/coach/desk": COACH,
    "PUT /api/coach/calendar": COACH,
    # Nobody here has set up a calendar yet.
    "PUT /api/coach/hours": everywhere(COACH, 404),
    "POST /api/coach/exceptions": everywhere(COACH, 404),
    "DELETE /api/coach/exceptions/{exception_id}": everywhere(COACH, 404),
    "GET /api/coach/sessions": everywhere(COACH, 404),
    "PATCH /api/coach/sessions/{session_id}/notes": everywhere(COACH, 404),
    "POST /api/coach/sessions/{session_id}/outcome": everywhere(COACH, 404),
    "POST /api/coach/feed": everywhere(COACH, 404),
    "GET /api/coach/classes": COACH,
    # Not a class that the caller teaches.
    "PUT /api/coach/classes/{bootcamp_id}/questions": everywhere(COACH, 404),
    "GET /api/coach-calendars/{token}/coaching.ics": everywhere(OPEN, 404),
    "GET /api/checkout": OPEN,
    # Nothing is on sale under that number: the gate has let them pass.
    "POST /api/create-payment-intent": everywhere(OPEN_CHANGE, 404),
    "POST /api/quote": everywhere(OPEN_CHANGE, 404),
    # Nothing is on sale under that number, and nobody here has a link.
    "POST /api/free-seat": everywhere(OPEN_CHANGE, 404),
    "POST /api/free-seat/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/free-seat/confirm": everywhere(OPEN_CHANGE, 404),
    "GET /api/reviews": OPEN,
    # Nobody has this code: the gate has let them pass.
    "GET /api/certificates/{code}/picture.png": everywhere(OPEN, 404),
    "POST /api/feedback": everywhere(OPEN_CHANGE, 404),
    "POST /api/feedback/look": everywhere(OPEN_CHANGE, 404),
    "GET /api/admin/feedback": SUPPORT,
    "POST /api/admin/feedback/{enrollment_id}/show": everywhere(SUPPORT, 404),
    "GET /api/admin/feedback/export": SUPPORT,
    "POST /api/admin/feedback/{enrollment_id}/hide": everywhere(SUPPORT, 404),
    "POST /api/admin/feedback/{enrollment_id}/unhide": everywhere(SUPPORT, 404),
    "POST /api/admin/feedback/{enrollment_id}/done": everywhere(SUPPORT, 404),
    "POST /api/admin/feedback/{enrollment_id}/reopen": everywhere(SUPPORT, 404),
    "POST /api/class-choice": everywhere(OPEN_CHANGE, 404),
    "POST /api/class-choice/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/checkout/hold": everywhere(OPEN_CHANGE, 404),
    "POST /api/complete-purchase": everywhere(OPEN_CHANGE, 404),
    # Nobody here bought anything in this browser.
    "POST /api/purchase-contact/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/purchase-contact/correct": everywhere(OPEN_CHANGE, 404),
    # The next class of a kind: what the body asks for.
    "POST /api/waiting-list": OPEN_CHANGE,
    # Nobody here has a link to the list, or an offer.
    "GET /api/waiting-list/{token}": everywhere(OPEN, 404),
    "POST /api/waiting-list/{token}/leave": everywhere(OPEN_CHANGE, 404),
    "GET /api/offers/{token}": everywhere(OPEN, 404),
    "POST /api/offers/{token}/decline": everywhere(OPEN_CHANGE, 404),
    "GET /api/check-user-exists/{email}": OPEN,
    "POST /api/invitations/open": everywhere(OPEN_CHANGE, 404),
    "POST /api/invitations/resend": OPEN_CHANGE,
    "POST /api/find-purchases": OPEN_CHANGE,
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
    "GET /api/user/upgrades": SIGNED_IN,
    # Nobody here has bought anything: the gate has let them pass.
    "GET /api/user/bootcamps/{bootcamp_id}/resources": everywhere(SIGNED_IN, 404),
    "POST /api/user/resources/{resource_id}/open": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/bootcamps/{bootcamp_id}/recording": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/bootcamps/{bootcamp_id}/join": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/join/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/join": everywhere(OPEN_CHANGE, 404),
    "POST /api/join/test-link": everywhere(OPEN_CHANGE, 404),
    "PUT /api/join/answers": everywhere(OPEN_CHANGE, 404),
    "POST /api/purchase-questions/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/user/bootcamps/{bootcamp_id}/test-link": everywhere(SIGNED_IN_CHANGE, 404),
    "GET /api/user/bootcamps/{bootcamp_id}/answers": everywhere(SIGNED_IN, 404),
    "PUT /api/user/bootcamps/{bootcamp_id}/answers": everywhere(SIGNED_IN_CHANGE, 404),
    # Nobody here has a seat, or a link to one.
    "GET /api/user/seats/{enrollment_id}/changes": everywhere(SIGNED_IN, 404),
    "POST /api/user/seats/{enrollment_id}/move": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/seats/{enrollment_id}/move-payment": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/seats/{enrollment_id}/hand-over": everywhere(SIGNED_IN_CHANGE, 404),
    "DELETE /api/user/seats/{enrollment_id}/hand-over": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/seat/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat/move": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat/move-payment": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat/hand-over": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat/take-back": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat/purchase": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat/refund": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat-offer/look": everywhere(OPEN_CHANGE, 404),
    "POST /api/seat-offer/accept": everywhere(OPEN_CHANGE, 404),
    "GET /api/admin/purchases/{purchase_id}/seats": everywhere(SUPPORT, 404),
    "POST /api/admin/seats/{enrollment_id}/move": everywhere(SUPPORT, 404),
    "POST /api/admin/seats/{enrollment_id}/hand-over": everywhere(SUPPORT, 404),
    "DELETE /api/admin/seats/{enrollment_id}/hand-over": everywhere(SUPPORT, 404),
    "POST /api/admin/seats/{enrollment_id}/resend": everywhere(SUPPORT, 404),
    "GET /api/user/bootcamps/{bootcamp_id}/calendar.ics": everywhere(SIGNED_IN, 404),
    "POST /api/user/calendar-feed": SIGNED_IN_CHANGE,
    "POST /api/user/calendar-feed/renew": SIGNED_IN_CHANGE,
    "GET /api/purchases/{purchase_id}/bootcamps/{bootcamp_id}/calendar.ics": everywhere(OPEN, 404),
    "GET /api/calendar/{token}.ics": everywhere(OPEN, 404),
    "GET /api/user/billing": SIGNED_IN,
    # Nobody here has bought anything.
    "GET /api/user/purchases/{purchase_id}/receipt": everywhere(SIGNED_IN, 404),
    "POST /api/user/purchases/{purchase_id}/refund-request": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/purchases/{purchase_id}/dismiss": everywhere(SIGNED_IN_CHANGE, 404),
    "POST /api/user/purchases/{purchase_id}/give-up": everywhere(SIGNED_IN_CHANGE, 404),
    "GET /api/user/bootcamps/{bootcamp_id}/progress": everywhere(SIGNED_IN, 404),
    "POST /api/user/bootcamps/{bootcamp_id}/certificate": everywhere(SIGNED_IN_CHANGE, 404),
    "GET /api/certificates/{code}": everywhere(OPEN, 404),
    # Looking as somebody else is not taking their data along.
    "GET /api/user/export": instead(SIGNED_IN, impersonating=403),
    "POST /api/user/delete-account": everywhere(SIGNED_IN_CHANGE, 422),
    "GET /api/admin/exists": SIGNED_IN,
    "POST /api/admin/bootstrap": everywhere(SIGNED_IN_CHANGE, 409),
    "POST /api/admin/impersonate/start": SUPPORT,
    "POST /api/admin/impersonate/stop": instead(everywhere(SIGNED_IN, 409), impersonating=200),
    "GET /api/admin/users": DESK,
    "GET /api/admin/users/export": DESK,
    "POST /api/admin/create-user": SUPPORT,
    "POST /api/admin/seed-test-student": SUPPORT,
    "GET /api/admin/users/{user_id}/details": DESK,
    "DELETE /api/admin/users/{user_id}": SUPPORT,
    "PATCH /api/admin/users/{user_id}/role": OWNER,
    "PATCH /api/admin/users/{user_id}/activate": everywhere(SUPPORT, 409),
    "PATCH /api/admin/users/{user_id}/deactivate": SUPPORT,
    "GET /api/admin/audit": OWNER,
    "GET /api/admin/audit/acts": OWNER,
    "GET /api/admin/audit/export": OWNER,
    "GET /api/admin/search": DESK,
    "GET /api/admin/stats": DESK,
    "GET /api/admin/statistics/revenue": MONEY,
    "GET /api/admin/statistics/seats": DESK,
    "GET /api/admin/statistics/funnel": DESK,
    "GET /api/admin/statistics/books": MONEY,
    "GET /api/admin/statistics/books/export": MONEY,
    "POST /api/funnel": OPEN_CHANGE,
    "POST /api/page-speed": OPEN_CHANGE,
    "GET /api/admin/summary": DESK,
    "GET /api/admin/recent-attendees": DESK,
    "GET /api/admin/purchases": DESK,
    "GET /api/admin/purchases/export": MONEY,
    # A bootcamp and a purchase that are not there.
    "POST /api/admin/purchases": everywhere(SUPPORT, 404),
    "GET /api/admin/purchases/{purchase_id}": everywhere(DESK, 404),
    "GET /api/admin/purchases/{purchase_id}/receipt": everywhere(MONEY, 404),
    "GET /api/admin/purchases/{purchase_id}/refund-preview": everywhere(MONEY, 404),
    "POST /api/admin/purchases/{purchase_id}/refund": everywhere(MONEY, 404),
    "POST /api/admin/purchases/{purchase_id}/withdraw": everywhere(SUPPORT, 404),
    "POST /api/admin/purchases/{purchase_id}/resend-confirmation": everywhere(SUPPORT, 404),
    "POST /api/admin/purchases/{purchase_id}/resend-invitation": everywhere(SUPPORT, 404),
    "PATCH /api/admin/purchases/{purchase_id}/customer": everywhere(SUPPORT, 404),
    "GET /api/admin/disputes/{dispute_id}": everywhere(MONEY, 404),
    "GET /api/admin/disputes/{dispute_id}/evidence.txt": everywhere(MONEY, 404),
    "POST /api/admin/disputes/{dispute_id}/evidence": everywhere(MONEY, 404),
    "GET /api/admin/reconciliation": MONEY,
    "POST /api/admin/reconciliation/repair": everywhere(MONEY, 404),
    "GET /api/admin/bootcamps": DESK,
    "POST /api/admin/bootcamps": OWNER,
    "POST /api/admin/bootcamps/archive-expired": OWNER,
    "PATCH /api/admin/users/{user_id}": SUPPORT,
    "GET /api/admin/people/guests": DESK,
    "GET /api/admin/people/guests/export": DESK,
    # Nobody has bought anything as a guest: the gate has let them pass.
    "GET /api/admin/people/guest": everywhere(DESK, 404),
    "PATCH /api/admin/people/guest": everywhere(SUPPORT, 404),
    "GET /api/admin/people/record": everywhere(DESK, 404),
    "POST /api/admin/people/notes": everywhere(DESK, 404),
    "POST /api/admin/people/sign-in-email": everywhere(SUPPORT, 404),
    "POST /api/admin/people/message": everywhere(SUPPORT, 404),
    "DELETE /api/admin/people/messages/{message_id}": everywhere(SUPPORT, 404),
    "DELETE /api/admin/notes/{note_id}": everywhere(DESK, 404),
    "GET /api/admin/purchases/sum": MONEY,
    # The gate is the desk's; what the act needs is in `test_bulk_acts.py`. This one is a note.
    "POST /api/admin/bulk-acts": DESK,
    "POST /api/admin/bulk-acts/count": DESK,
    "GET /api/admin/bulk-acts/{act_id}": everywhere(DESK, 404),
    "POST /api/admin/bulk-acts/{act_id}/cancel": everywhere(DESK, 404),
    "POST /api/admin/purchases/{purchase_id}/notes": everywhere(DESK, 404),
    # Nothing is there under these numbers: the gate has let them pass.
    "GET /api/admin/bootcamps/{bootcamp_id}": everywhere(DESK, 404),
    "PATCH /api/admin/bootcamps/{bootcamp_id}": everywhere(OWNER, 404),
    "DELETE /api/admin/bootcamps/{bootcamp_id}": everywhere(OWNER, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/clone": everywhere(OWNER, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/publish": everywhere(OWNER, 404),
    "PATCH /api/admin/bootcamps/{bootcamp_id}/archive": everywhere(OWNER, 404),
    "PATCH /api/admin/bootcamps/{bootcamp_id}/unarchive": everywhere(OWNER, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/change-preview": everywhere(DESK, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/move-preview": everywhere(OWNER, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/attendees": everywhere(DESK, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/waiting-list": everywhere(DESK, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/waiting-list.csv": everywhere(DESK, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/waiting-list/seats": everywhere(OWNER, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/waiting-list/serve": everywhere(SUPPORT, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}/offer": everywhere(
        SUPPORT, 404
    ),
    "DELETE /api/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/price-steps": everywhere(DESK, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/price-steps": everywhere(OWNER, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/price-steps/{step_id}/withdraw": everywhere(
        OWNER, 404
    ),
    "GET /api/admin/bundles/{bundle_id}/price-steps": everywhere(DESK, 404),
    "POST /api/admin/bundles/{bundle_id}/price-steps": everywhere(OWNER, 404),
    "POST /api/admin/bundles/{bundle_id}/price-steps/{step_id}/withdraw": everywhere(OWNER, 404),
    "GET /api/admin/codes": DESK,
    "POST /api/admin/codes": OWNER,
    "POST /api/admin/codes/generate": OWNER,
    "GET /api/admin/codes/lots/{lot}": everywhere(OWNER, 404),
    "GET /api/admin/codes/{code_id}": everywhere(DESK, 404),
    "PATCH /api/admin/codes/{code_id}": everywhere(OWNER, 404),
    "GET /api/admin/codes/{code_id}/uses": everywhere(DESK, 404),
    "GET /api/admin/bootcamps/page": DESK,
    "GET /api/admin/bootcamps/export": DESK,
    "GET /api/admin/bootcamps/options": DESK,
    "POST /api/admin/bootcamps/publish": everywhere(OWNER, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/copies": everywhere(OWNER, 404),
    "DELETE /api/admin/bootcamps/{bootcamp_id}/publish": everywhere(OWNER, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/roster.csv": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/questions": everywhere(DESK, 404),
    "PUT /api/admin/bootcamps/{bootcamp_id}/questions": everywhere(OWNER, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/answers": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/answers.csv": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/money": everywhere(MONEY, 404),
    "GET /api/admin/readiness": DESK,
    "GET /api/admin/bootcamps/{bootcamp_id}/readiness": everywhere(DESK, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/reminders": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/class-change": everywhere(MONEY, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/class-change": everywhere(MONEY, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/class-change/preview": everywhere(MONEY, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/class-change/nudge": everywhere(MONEY, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/class-change/choices/{enrollment_id}": everywhere(
        MONEY, 404
    ),
    "PUT /api/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance": everywhere(
        SUPPORT, 404
    ),
    "GET /api/admin/bootcamps/{bootcamp_id}/resources": everywhere(DESK, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/resources": everywhere(OWNER, 404),
    "PUT /api/admin/bootcamps/{bootcamp_id}/resources/order": everywhere(OWNER, 404),
    "DELETE /api/admin/bootcamps/resources/{resource_id}": everywhere(OWNER, 404),
    "PATCH /api/admin/bootcamps/resources/{resource_id}": everywhere(OWNER, 404),
    "POST /api/admin/bootcamps/resources/{resource_id}/restore": everywhere(OWNER, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/host-link": everywhere(OWNER, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/meeting": everywhere(OWNER, 404),
    "GET /api/admin/bootcamps/resources/{resource_id}/link": everywhere(DESK, 404),
    # No storage is set up here.
    "POST /api/objects/upload": everywhere(OWNER, 409),
    "GET /api/admin/bundles": DESK,
    # A bundle of a bootcamp that is not there.
    "POST /api/admin/bundles": everywhere(OWNER, 422),
    "PATCH /api/admin/bundles/{bundle_id}": everywhere(OWNER, 404),
    "PATCH /api/admin/bundles/{bundle_id}/status": everywhere(OWNER, 404),
    "DELETE /api/admin/bundles/{bundle_id}": everywhere(OWNER, 404),
    "GET /api/admin/communication-templates": SUPPORT,
    "POST /api/admin/communication-templates": SUPPORT,
    "PUT /api/admin/communication-templates/{template_id}": everywhere(SUPPORT, 404),
    "DELETE /api/admin/communication-templates/{template_id}": everywhere(SUPPORT, 404),
    "GET /api/admin/messages": SUPPORT,
    "GET /api/admin/messages/export": SUPPORT,
    "GET /api/admin/messages/{message_id}": everywhere(SUPPORT, 404),
    "POST /api/admin/messages/{message_id}/retry": everywhere(SUPPORT, 404),
    "GET /api/admin/suppressions": SUPPORT,
    "POST /api/admin/suppressions/{suppression_id}/lift": everywhere(SUPPORT, 404),
    "GET /api/admin/contact-messages": SUPPORT,
    "PATCH /api/admin/contact-messages/{message_id}": everywhere(SUPPORT, 404),
    # Nobody coaches a class that is not there; what a coach may see is in `test_room.py`.
    "GET /api/admin/bootcamps/{bootcamp_id}/room": everywhere(ROOM, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/room/message": everywhere(SUPPORT, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/room/message": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/recipients": everywhere(SUPPORT, 404),
    "POST /api/admin/bootcamps/{bootcamp_id}/send-message": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/messages": everywhere(SUPPORT, 404),
    "GET /api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}": everywhere(SUPPORT, 404),
    "DELETE /api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}": everywhere(SUPPORT, 404),
    "POST /api/admin/message-preview": SUPPORT,
    "POST /api/admin/message-test": SUPPORT,
    "GET /api/admin/notices": DESK,
    "PUT /api/admin/notices": DESK,
    "GET /api/admin/contact-messages/{message_id}": everywhere(SUPPORT, 404),
    "POST /api/admin/contact-messages/{message_id}/answers": everywhere(SUPPORT, 404),
    "DELETE /api/admin/contact-messages/{message_id}/answers/{answer_id}": everywhere(SUPPORT, 404),
}


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
    with django_db_blocker.unblock(), rolled_back():
        target = person("target")
        person("second owner", role=Role.ADMIN)
        clients = {role: caller(role) for role in ROLES}
        cookies = {role: client.cookies.output(header="") for role, client in clients.items()}
        yield Callers(target.pk, cookies)


def test_the_matrix_covers_every_operation_and_nothing_else() -> None:
    assert sorted(MATRIX) == sorted(item.name for item in operations())


@pytest.mark.parametrize("name", MATRIX)
def test_each_caller_gets_what_the_matrix_says(name: str, callers: Callers) -> None:
    assert {role: status_of(name, role, callers) for role in ROLES} == dict(
        zip(ROLES, MATRIX[name], strict=True)
    )


def test_who_has_no_role_is_told_so_and_not_of_a_missing_right(callers: Callers) -> None:
    told = {
        role: callers.client(role).get("/api/admin/stats").json()["code"]
        for role in ("student", "impersonating", "coach")
    }
    assert told == {
        "student": "admin_required",
        "impersonating": "admin_required",
        "coach": "right_required",
    }


def status_of(name: str, role: str, callers: Callers) -> int:
    """What the caller gets; what the call did is undone."""
    method, path = name.split(" ", maxsplit=1)
    body = BODIES.get(name, {})
    if name == "POST /api/admin/impersonate/start":
        body = {"targetUserId": callers.target_id, "reason": "Asked for help"}
    places = {
        "{user_id}": str(callers.target_id),
        "{bootcamp_id}": NOBODY,
        "{enrollment_id}": NOBODY,
        "{entry_id}": NOBODY,
        "{resource_id}": NOBODY,
        "{purchase_id}": NOBODY,
        "{dispute_id}": NOBODY,
        "{code}": "ABCDEFGHJKLM",
        "{code_id}": NOBODY,
        "{step_id}": NOBODY,
        "{lot}": "nothing",
        "{bundle_id}": NOTHING,
        "{session_id}": NOBODY,
        "{note_id}": NOBODY,
        "{act_id}": NOBODY,
        "{coach_id}": NOBODY,
        "{exception_id}": NOBODY,
        "{template_id}": NOBODY,
        "{message_id}": NOBODY,
        "{answer_id}": NOBODY,
        "{suppression_id}": NOBODY,
        "{batch_id}": NOTHING,
    }
    for place, filled in places.items():
        path = path.replace(place, filled)
    with rolled_back():
        response = callers.client(role).generic(
            method,
            path + QUERIES.get(name, ""),
            json.dumps(body) if method != "GET" else "",
            content_type="application/json",
        )
    ground.forget_limits()
    return response.status_code
