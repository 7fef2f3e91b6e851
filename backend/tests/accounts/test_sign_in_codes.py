"""Signing in by an emailed code: who gets in, once, for ten minutes, in the browser that asked."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail

from frontrow.accounts.models import Session, SignInCode, User, UserStatus
from frontrow.accounts.sign_in_codes import COOKIE, write_code
from frontrow.messaging.delivery import deliver_waiting
from frontrow.messaging.models import Message, MessageStatus, Suppression
from tests.accounts.codes import ADDRESS, ASK, ask, asked, code_emails, code_in, use, wrong_for
from tests.accounts.people import (
    PASSWORD,
    actions,
    browser,
    log_in,
    person,
    post,
    refusal,
    session_key,
    told,
    who,
    with_session,
    wrong,
)
from tests.accounts.second_factor import FINISH, START
from tests.accounts.second_factor import code as totp
from tests.catalogue.desk import Desk
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

SENT = {"message": "If there's an account for this address, we've sent a six-digit code to it."}
DONE = (200, {"next": "done", "passwordRemoved": False})
WRONG = "That code isn't right. Use the newest email we've sent you."
REFUSED = (422, refusal(WRONG, code=WRONG))
EXPIRED = (410, refusal("This code has expired. Ask for a new one."))
TOO_MANY = (410, refusal("That was too many wrong codes. Ask for a new one."))
DEACTIVATED = (403, refusal("This account has been deactivated. Please contact support."))


def later(**by: float) -> time_machine.travel:
    return time_machine.travel(datetime.now(UTC) + timedelta(**by))


@pytest.mark.parametrize("spelling", [ADDRESS, "ADA@Example.test", " \uff41da@example.test "])
def test_the_code_from_the_email_opens_a_session(spelling: str) -> None:
    ada = person()
    client = browser()
    assert told(post(client, ASK, email=spelling)) == (200, SENT)
    assert who(client) == 401
    [email] = code_emails()
    assert (email.recipient, email.user, email.is_optional) == (ADDRESS, ada, False)
    assert told(use(client, code_in(email))) == DONE
    assert client.get("/api/auth/user").json()["username"] == "ada"
    assert actions() == ["signed in"]


def test_the_code_is_read_with_its_spaces_and_wants_six_digits() -> None:
    person()
    client, code = asked()
    for typed in ("", "12345", "1234567", "12345a", "\u0661\u0662\u0663\u0664\u0665\u0666"):
        message = "Enter the six digits from the email"
        assert told(use(client, typed)) == (422, wrong(code=message))
    # None of that was a try.
    assert SignInCode.objects.get().wrong_tries == 0
    assert told(use(client, f" {code[:3]} {code[3:]} ")) == DONE


def test_a_code_works_once() -> None:
    person()
    client, code = asked()
    kept = client.cookies[COOKIE].value
    assert told(use(client, code)) == DONE
    again = browser()
    again.cookies[COOKIE] = kept
    assert told(use(again, code)) == REFUSED
    assert who(again) == 401
    assert Session.objects.filter(user__isnull=False).count() == 1


def test_a_code_works_only_in_the_browser_that_asked() -> None:
    person()
    client, code = asked()
    assert told(use(browser(), code)) == EXPIRED
    other = browser()
    ask(other, "somebody.else@example.test")
    assert told(use(other, code)) == REFUSED
    assert (who(other), SignInCode.objects.get(user__isnull=False).wrong_tries) == (401, 0)
    assert told(use(client, code)) == DONE


def test_a_code_lasts_ten_minutes() -> None:
    person()
    client, code = asked()
    with later(minutes=10, seconds=1):
        assert told(use(client, code)) == EXPIRED
        assert who(client) == 401
    with later(minutes=9, seconds=55):
        assert told(use(client, code)) == DONE


def test_a_new_code_ends_the_one_before_in_its_own_browser() -> None:
    person()
    first, old = asked()
    kept = browser()
    kept.cookies[COOKIE] = first.cookies[COOKIE].value
    ask(first)
    new = code_in(code_emails()[-1])
    assert told(use(kept, old)) == REFUSED
    assert told(use(first, new)) == DONE


def test_a_code_asked_for_elsewhere_ends_none() -> None:
    person()
    first, old = asked()
    second, new = asked()
    assert told(use(first, old)) == DONE
    assert told(use(second, new)) == DONE


def test_whoever_asks_twice_before_the_first_is_written_gets_the_code_for_this_browser() -> None:
    person()
    client = browser()
    ask(client)
    first = SignInCode.objects.get()
    ask(client)
    second = SignInCode.objects.latest("pk")
    # A worker takes them in the wrong order: the older one must not end the newer.
    write_code(code_id=second.pk)
    write_code(code_id=first.pk)
    [email] = Message.objects.all()
    assert told(use(client, code_in(email))) == DONE


def test_a_job_that_runs_twice_writes_one_email_and_one_code() -> None:
    person()
    client, code = asked()
    write_code(code_id=SignInCode.objects.get().pk)
    assert Message.objects.count() == 1
    assert told(use(client, code)) == DONE


def test_the_session_key_changes_and_the_cookie_is_taken_back() -> None:
    person()
    person("eve")
    client = browser()
    log_in(client, "eve")
    planted = session_key(client)
    ask(client)
    kept = client.cookies[COOKIE]
    assert (kept["httponly"], kept["samesite"], kept["max-age"]) == (True, "Lax", 3600)
    assert told(use(client, code_in(code_emails()[-1]))) == DONE
    assert session_key(client) != planted
    assert client.cookies[COOKIE].value == ""
    assert client.get("/api/auth/user").json()["username"] == "ada"
    assert who(with_session(planted)) == 401


# Who gets one


@pytest.mark.parametrize("kind", ["unknown", "demo"])
def test_nobody_is_written_to_and_no_account_is_made(kind: str) -> None:
    if kind == "demo":
        person(is_demo=True)
    client = browser()
    assert told(post(client, ASK, email=ADDRESS)) == (200, SENT)
    assert code_emails() == []
    # The address of a stranger is forgotten as soon as a job has looked.
    assert SignInCode.objects.get().email == ""
    assert told(use(client, "000000")) == REFUSED
    assert User.objects.count() == (1 if kind == "demo" else 0)


def test_a_deactivated_person_is_told_so_with_the_right_code_only() -> None:
    person(status=UserStatus.INACTIVE)
    client, code = asked()
    assert told(use(client, wrong_for(code))) == REFUSED
    assert told(use(client, code)) == DEACTIVATED
    assert told(log_in(browser())) == DEACTIVATED
    assert who(client) == 401
    # And the code is used up by it.
    assert not SignInCode.objects.exclude(code_hash="").exists()


def test_an_address_that_wants_no_newsletters_still_gets_its_code() -> None:
    person()
    Suppression.objects.create(channel="EMAIL", address=ADDRESS, reason="unsubscribed")
    client, code = asked()
    assert told(use(client, code)) == DONE


def test_the_second_factor_is_still_asked_for() -> None:
    ada = person()
    owner = browser()
    sign_in_recently(owner, ada)
    secret = told(post(owner, START))[1]["secret"]
    assert post(owner, FINISH, code=totp(secret)).status_code == 200
    client, code = asked()
    assert told(use(client, code)) == (200, {"next": "second_factor", "passwordRemoved": False})
    assert who(client) == 401
    assert post(client, "/api/auth/second-factor", code="000000").status_code == 422
    assert who(client) == 401
    answer = post(client, "/api/auth/second-factor", code=totp(secret, periods=1))
    assert told(answer) == (200, {"next": "done"})
    assert who(client) == 200


# What it proves


def test_the_code_proves_the_address_and_whoever_registered_it_is_out() -> None:
    ada = person(verified=False)
    squatter = browser()
    assert log_in(squatter).status_code == 200
    client, code = asked()
    assert told(use(client, code)) == (200, {"next": "done", "passwordRemoved": True})
    assert who(client) == 200
    assert EmailAddress.objects.get(user=ada).verified is True
    assert who(squatter) == 401
    assert log_in(browser()).status_code == 401
    # Having just proven who they are, they choose a password of their own.
    chosen = post(client, "/api/auth/change-password", currentPassword="", newPassword="chosen now")
    assert chosen.status_code == 200
    assert log_in(browser(), password="chosen now").status_code == 200


def test_a_proven_account_keeps_its_password_and_its_sessions() -> None:
    person()
    elsewhere = browser()
    log_in(elsewhere)
    client, code = asked()
    assert told(use(client, code)) == DONE
    assert (who(client), who(elsewhere)) == (200, 200)
    assert log_in(browser(), password=PASSWORD).status_code == 200


def test_a_code_sent_to_the_address_before_a_correction_opens_nothing() -> None:
    ada = person()
    client, code = asked()
    body = {"email": "ada.new@example.test", "firstName": "Ada", "lastName": "Person"}
    Desk().done("PATCH", f"users/{ada.pk}", body)
    assert told(use(client, code)) == REFUSED
    assert who(client) == 401
    assert EmailAddress.objects.get(user=ada).verified is False


def test_a_code_of_a_deleted_account_is_over() -> None:
    ada = person()
    client, code = asked()
    ada.delete()
    assert told(use(client, code)) == EXPIRED


# The email


def test_the_email_says_the_code_late_and_nowhere_in_its_subject() -> None:
    person()
    _, code = asked()
    deliver_waiting(channel="EMAIL")
    [sent] = mail.outbox
    assert sent.subject == "Your sign-in code · Build Lab"
    assert str(sent.body) == (
        "Hello Ada,\n\n"
        "Someone, hopefully you, asked for this code to sign in to Build Lab or to confirm a step"
        " there. Enter it on the page where you asked for it:\n\n"
        f"{code}\n\n"
        "It works once, for 10 minutes, and only in the browser that asked for it. We'll never ask"
        " you to tell us this code.\n\n"
        "If this wasn't you, just ignore this email: nothing changes.\n\n"
        "Build Lab\n"
    )


def test_an_unproven_reader_is_not_called_by_name_and_is_told_of_the_password() -> None:
    person(verified=False)
    asked()
    [email] = code_emails()
    assert email.content.startswith("Hello,\n\n")
    assert "You'll choose a new password then" in email.content


def test_an_email_that_comes_too_late_is_not_sent_and_forgets_its_code() -> None:
    person()
    asked()
    with later(minutes=10, seconds=1):
        deliver_waiting(channel="EMAIL")
    [email] = Message.objects.all()
    assert (email.status, email.sealed_link) == (MessageStatus.FAILED, "")
    assert email.error_message == "Too late: the code in it has expired."
    assert mail.outbox == []


def test_a_request_that_was_looked_at_too_late_sends_nothing() -> None:
    person()
    ask(browser())
    with later(minutes=11):
        assert code_emails() == []
