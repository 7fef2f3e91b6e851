"""What a stolen session of an owner can do without the password, and what it cannot.

An operation of the desk that changes something either asks for a recent sign-in at its gate, or
stands below with the reason why it doesn't. A new one that does neither fails here.
"""

import re

import pytest
from django.test import Client

from frontrow.accounts.gates import Desk
from frontrow.core.same_origin import SAFE_METHODS
from tests.accounts.people import an_admin, browser, refusal, told
from tests.operations import Listed, operations
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

ASK = "Please confirm your password to continue."

WITHOUT_THE_PASSWORD = {
    "Changes nothing: a look at what would happen": {
        "POST /api/admin/bootcamps/{bootcamp_id}/move-preview",
        "POST /api/admin/bulk-acts/count",
        "POST /api/admin/bootcamps/{bootcamp_id}/class-change/preview",
        "POST /api/admin/message-preview",
    },
    "Sends words that are stored already, only to whom they are meant for": {
        "POST /api/admin/bootcamps/{bootcamp_id}/class-change/nudge",
        "POST /api/admin/bootcamps/{bootcamp_id}/reminders",
        "POST /api/admin/coaching/reminders",
        "POST /api/admin/messages/{message_id}/retry",
        "POST /api/admin/people/sign-in-email",
        "POST /api/admin/purchases/{purchase_id}/resend-confirmation",
        "POST /api/admin/purchases/{purchase_id}/resend-invitation",
        "POST /api/admin/seats/{enrollment_id}/resend",
    },
    "Sends only to the caller's own address": {
        "POST /api/admin/message-test",
    },
    "Answers one person who wrote first": {
        "POST /api/admin/contact-messages/{message_id}/answers",
    },
    "Stops, hides or takes back something of ours": {
        "DELETE /api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}",
        "DELETE /api/admin/bootcamps/{bootcamp_id}/publish",
        "DELETE /api/admin/communication-templates/{template_id}",
        "DELETE /api/admin/contact-messages/{message_id}/answers/{answer_id}",
        "DELETE /api/admin/people/messages/{message_id}",
        "DELETE /api/admin/seats/{enrollment_id}/hand-over",
        "POST /api/admin/bootcamps/{bootcamp_id}/price-steps/{step_id}/withdraw",
        "POST /api/admin/bulk-acts/{act_id}/cancel",
        "POST /api/admin/bundles/{bundle_id}/price-steps/{step_id}/withdraw",
        "POST /api/admin/feedback/{enrollment_id}/show",
        "POST /api/admin/feedback/{enrollment_id}/hide",
        "POST /api/admin/feedback/{enrollment_id}/unhide",
    },
    "Puts on sale or off it, at the price that stands; undone by the same button": {
        "PATCH /api/admin/bootcamps/{bootcamp_id}/archive",
        "PATCH /api/admin/bootcamps/{bootcamp_id}/unarchive",
        "PATCH /api/admin/bundles/{bundle_id}/status",
        "POST /api/admin/bootcamps/archive-expired",
        "POST /api/admin/bootcamps/publish",
        "POST /api/admin/bootcamps/{bootcamp_id}/publish",
    },
    "Makes a class nobody has bought": {
        "POST /api/admin/bootcamps",
        "POST /api/admin/bootcamps/{bootcamp_id}/clone",
        "POST /api/admin/bootcamps/{bootcamp_id}/copies",
    },
    "A class's material, for people with a seat; deleted files can be restored": {
        "DELETE /api/admin/bootcamps/resources/{resource_id}",
        "PATCH /api/admin/bootcamps/resources/{resource_id}",
        "POST /api/admin/bootcamps/resources/{resource_id}/restore",
        "POST /api/admin/bootcamps/{bootcamp_id}/meeting",
        "POST /api/admin/bootcamps/{bootcamp_id}/resources",
        "POST /api/objects/upload",
        "PUT /api/admin/bootcamps/{bootcamp_id}/questions",
        "PUT /api/admin/bootcamps/{bootcamp_id}/resources/order",
        "PUT /api/coach/classes/{bootcamp_id}/questions",
    },
    "Seats without money: the student is told and can move back, the line keeps its order": {
        "DELETE /api/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}",
        "POST /api/admin/bootcamps/{bootcamp_id}/waiting-list/seats",
        "POST /api/admin/bootcamps/{bootcamp_id}/waiting-list/serve",
        "POST /api/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}/offer",
        "POST /api/admin/seats/{enrollment_id}/move",
        "PUT /api/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance",
    },
    "Coaching hours and what became of a session": {
        "DELETE /api/admin/coaching/exceptions/{exception_id}",
        "DELETE /api/coach/exceptions/{exception_id}",
        "PATCH /api/admin/coaching/coaches/{coach_id}",
        "PATCH /api/admin/coaching/sessions/{session_id}/notes",
        "PATCH /api/coach/sessions/{session_id}/notes",
        "POST /api/admin/coaching/coaches/{coach_id}/exceptions",
        "POST /api/admin/coaching/sessions/{session_id}/outcome",
        "POST /api/admin/coaching/sessions/{session_id}/time",
        "POST /api/coach/exceptions",
        "POST /api/coach/feed",
        "POST /api/coach/sessions/{session_id}/outcome",
        "PUT /api/admin/coaching/coaches/{coach_id}/hours",
        "PUT /api/coach/calendar",
        "PUT /api/coach/hours",
    },
    "The desk's own notes, marks and settings": {
        "DELETE /api/admin/notes/{note_id}",
        "PATCH /api/admin/contact-messages/{message_id}",
        "POST /api/admin/feedback/{enrollment_id}/done",
        "POST /api/admin/feedback/{enrollment_id}/reopen",
        "POST /api/admin/people/notes",
        "POST /api/admin/purchases/{purchase_id}/notes",
        "POST /api/admin/seed-test-student",
        "POST /api/admin/suppressions/{suppression_id}/lift",
        "PUT /api/admin/notices",
    },
}


def of_the_desk() -> dict[str, Listed]:
    return {item.name: item for item in operations() if isinstance(item.operation.auth_param, Desk)}


def asks(listed: Listed) -> bool:
    gate = listed.operation.auth_param
    return isinstance(gate, Desk) and gate.recent


ASKS = sorted(name for name, item in of_the_desk().items() if asks(item))


def send(client: Client, name: str) -> tuple[int, object]:
    """To the row with number 1, with nothing in it: the gate comes before either."""
    method, path = name.split(" ")
    return told(
        client.generic(method, re.sub(r"{[^}]+}", "1", path), "{}", content_type="application/json")
    )


def stolen_session(*, seconds_ago: int) -> Client:
    client = browser()
    sign_in_recently(client, an_admin(), seconds_ago=seconds_ago)
    return client


def test_every_change_at_the_desk_asks_for_the_password_or_says_why_not() -> None:
    listed = [name for group in WITHOUT_THE_PASSWORD.values() for name in group]
    assert len(listed) == len(set(listed))
    changing = {name for name, item in of_the_desk().items() if item.method not in SAFE_METHODS}
    assert changing - set(ASKS) == set(listed)


def test_a_forgotten_operation_would_be_found() -> None:
    """The control: what asks today is in the list of changes, and in no group above."""
    assert "POST /api/admin/bootcamps/{bootcamp_id}/send-message" in ASKS
    assert not set(ASKS) & {name for group in WITHOUT_THE_PASSWORD.values() for name in group}


@pytest.mark.parametrize("name", ASKS)
def test_a_session_stolen_weeks_ago_is_refused_without_the_password(name: str) -> None:
    client = stolen_session(seconds_ago=20 * 24 * 3600)
    assert send(client, name) == (403, refusal(ASK, password=ASK))


@pytest.mark.parametrize("name", ["POST /api/admin/codes", "POST /api/admin/bulk-acts"])
def test_the_same_call_by_a_recent_sign_in_passes_the_gate(name: str) -> None:
    """The control of the test above: there, it was the sign-in that was refused."""
    assert send(stolen_session(seconds_ago=60), name)[0] == 422
