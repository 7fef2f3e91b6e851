"""Guessing at sign-in codes, from many networks and at once; and what a stranger can learn."""

import re
import statistics
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.db import connection, transaction
from django.db.models import Sum
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.crypto import salted_hmac

from frontrow.accounts import sign_in_codes
from frontrow.accounts.models import Session, SignInCode, User, UserStatus
from frontrow.accounts.sign_in_codes import (
    CODES_AN_HOUR,
    COOKIE,
    TRIES,
    WRONG_TRIES_A_DAY,
    write_code,
)
from frontrow.core.rate_limit import Limit
from frontrow.messaging.models import Message, Suppression
from tests.accounts.codes import (
    ADDRESS,
    ASK,
    ask,
    asked,
    code_emails,
    code_in,
    use,
    wrong_for,
)
from tests.accounts.people import browser, person, post, told, who
from tests.accounts.together import at_once, take_locks_away
from tests.faults.processes import report
from tests.lock_waits import begun_beside
from tests.races.crowd import all_at_once, tally
from tests.sizes import size

pytestmark = pytest.mark.django_db

GUESSES = size("CODE_GUESSES")


def network(n: int) -> str:
    return f"198.18.{n // 250 % 250}.{n % 250 + 1}"


def copy_of(client: Client, address: str = "127.0.0.1") -> Client:
    """Another browser with the same cookie, as somebody who stole it would have."""
    other = browser(address)
    other.cookies[COOKIE] = client.cookies[COOKIE].value
    return other


def status(client: Client, code: str) -> int:
    return use(client, code).status_code


@pytest.fixture
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for whoever has a network for every call: only what the account itself counts is left."""
    monkeypatch.setattr(Limit, "check", lambda *_: None)


# Guessing


@pytest.mark.usefixtures("no_limits")
def test_of_all_guesses_from_many_networks_none_gets_in() -> None:
    """A new code is asked for after every fifth guess, and whoever guesses is never told which."""
    ada = person()
    statuses: Counter[int] = Counter()
    lucky: list[tuple[Client, str]] = []
    client, code, emails = browser(), "000000", 0
    for n in range(GUESSES):
        if n % TRIES == 0:
            client = browser(network(n))
            ask(client)
            sent = code_emails()
            if len(sent) > emails:
                emails, code = len(sent), code_in(sent[-1])
                lucky.append((client, code))
        guess = wrong_for(code, n + 1)
        statuses[use(copy_of(client, network(n)), guess).status_code] += 1
    reached = ada.sign_in_codes.aggregate(tries=Sum("wrong_tries"))["tries"]
    report(f"{GUESSES} guesses at sign-in codes: {dict(statuses)}, {reached} reached a code")
    assert set(statuses) == {422, 410}
    assert reached == WRONG_TRIES_A_DAY
    assert emails == WRONG_TRIES_A_DAY // TRIES
    # Even whoever now learns one of those codes is too late.
    assert [use(*each).status_code for each in lucky] == [410] * emails
    assert not Session.objects.exists()
    # The password still opens the account, and the next day a code does.
    with time_machine.travel(datetime.now(UTC) + timedelta(days=1, minutes=1)):
        client, code = asked()
        assert use(client, code).status_code == 200


def test_the_right_code_after_the_fifth_wrong_one_is_refused_wherever_they_were_tried() -> None:
    person()
    client, code = asked()
    tries = [use(copy_of(client, network(n)), wrong_for(code, n + 1)) for n in range(TRIES)]
    assert [answer.status_code for answer in tries] == [422] * 4 + [410]
    assert told(use(client, code)) == told(use(copy_of(client), code)) == told(tries[-1])
    assert who(client) == 401
    # A new one has five tries of its own.
    client, code = asked()
    assert use(client, wrong_for(code)).status_code == 422
    assert use(client, code).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_24_guesses_at_once_five_are_looked_at(no_limits: None) -> None:
    person()
    client, code = asked()
    guesses = [partial(status, copy_of(client), wrong_for(code, n + 1)) for n in range(24)]
    assert Counter(at_once(guesses)) == {422: 4, 410: 20}
    assert SignInCode.objects.get().wrong_tries == TRIES
    assert use(client, code).status_code == 410


def late_guess_beside_the_last_of_the_day() -> int:
    """How a try at another code ends that comes while the last one is being counted."""
    person()
    *used, (last, code), (late, other) = [
        asked(address=network(n)) for n in range(WRONG_TRIES_A_DAY // TRIES + 1)
    ]
    for n in range(TRIES):
        for client, right in used:
            status(client, wrong_for(right, n + 1))
    for n in range(TRIES - 1):
        status(last, wrong_for(code, n + 1))
    with transaction.atomic():
        assert status(last, wrong_for(code, TRIES)) == 410
        guess = begun_beside(lambda: status(late, wrong_for(other)))
    return int(str(guess.result(timeout=60)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_limits")
def test_of_guesses_at_two_codes_at_once_none_is_beyond_the_days_limit() -> None:
    assert late_guess_beside_the_last_of_the_day() == 410
    tries = SignInCode.objects.values_list("wrong_tries", flat=True)
    assert sum(tries) == WRONG_TRIES_A_DAY


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_limits")
def test_control_without_the_accounts_lock_one_more_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_locks_away(monkeypatch)
    assert late_guess_beside_the_last_of_the_day() == 422
    tries = SignInCode.objects.values_list("wrong_tries", flat=True)
    assert sum(tries) == WRONG_TRIES_A_DAY + 1


# Two browsers with one code


def two_with_one_code() -> Counter[int]:
    person()
    client, code = asked()
    both = [client, copy_of(client)]
    return Counter(at_once([partial(status, one, code) for one in both]))


@pytest.mark.django_db(transaction=True)
def test_of_two_browsers_with_one_code_at_once_exactly_one_gets_in() -> None:
    assert two_with_one_code() == {200: 1, 422: 1}
    assert Session.objects.filter(user__isnull=False).count() == 1


@pytest.mark.django_db(transaction=True)
def test_control_without_the_lock_both_get_in(monkeypatch: pytest.MonkeyPatch) -> None:
    take_locks_away(monkeypatch)
    both_have_looked = threading.Barrier(2, timeout=60)
    compare = sign_in_codes._code_hash

    def look_together(row: SignInCode, code: str) -> str:
        made = compare(row, code)
        if row.code_hash:
            both_have_looked.wait()
        return made

    monkeypatch.setattr(sign_in_codes, "_code_hash", look_together)
    assert two_with_one_code() == {200: 2}


@pytest.mark.django_db(transaction=True)
def test_of_codes_written_at_once_no_more_are_sent_than_an_hour_allows(no_limits: None) -> None:
    ada = person()
    asking = CODES_AN_HOUR + 4
    clients = [browser(network(n)) for n in range(asking)]
    for client in clients:
        ask(client)
    ids = list(SignInCode.objects.order_by("pk").values_list("pk", flat=True))
    written = tally(all_at_once([partial(write_code, code_id=pk) for pk in ids]))
    assert written == {"ok": asking}
    live = list(ada.sign_in_codes.exclude(code_hash=""))
    assert len(live) == CODES_AN_HOUR
    for code in live:
        email = Message.objects.get(dedupe_key__startswith=f"sign_in_code:{code.pk}:")
        assert use(clients[ids.index(code.pk)], code_in(email)).status_code == 200


# Limits


def test_the_sixth_code_in_an_hour_is_refused_known_or_not() -> None:
    person()
    for email in (ADDRESS, "nobody@example.test"):
        spellings = [email, email.upper(), f" {email}"] * 2
        answers = [
            post(browser(network(n)), ASK, email=one).status_code for n, one in enumerate(spellings)
        ]
        assert answers == [200] * 5 + [429]
    assert len(code_emails()) == 5


def test_one_network_cannot_have_us_write_to_everybody() -> None:
    statuses = [post(browser(), ASK, email=f"user{n}@example.test").status_code for n in range(25)]
    assert statuses == [200] * 20 + [429] * 5
    # For an hour.
    refused = post(browser(), ASK, email="user24@example.test")
    assert 3500 < int(refused["Retry-After"]) <= 3600
    assert post(browser("203.0.113.1"), ASK, email="user24@example.test").status_code == 200


def test_one_network_has_thirty_wrong_guesses_over_all_accounts() -> None:
    people = [asked_by_stranger(n) for n in range(8)]
    statuses = [use(client, "000000").status_code for client in people for _ in range(4)]
    assert statuses == [422] * 30 + [429] * 2


def asked_by_stranger(n: int) -> Client:
    client = browser(network(n))
    ask(client, f"user{n}@example.test")
    return copy_of(client)


@pytest.mark.usefixtures("no_limits")
def test_without_redis_in_many_processes_an_account_is_sent_ten_codes_an_hour() -> None:
    person()
    for n in range(15):
        ask(browser(network(n)))
        code_emails()
    assert len(code_emails()) == sign_in_codes.CODES_AN_HOUR == 10
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1, minutes=1)):
        client, code = asked()
        assert use(client, code).status_code == 200


# What a stranger learns

KINDS = ("known", "unknown", "deactivated", "suppressed", "demo")


def people_of_all_kinds() -> None:
    person("known")
    person("deactivated", status=UserStatus.INACTIVE)
    person("demo", is_demo=True)
    person("suppressed")
    address = "suppressed@example.test"
    Suppression.objects.create(channel="EMAIL", address=address, reason="bounced")


def shape(queries: CaptureQueriesContext) -> list[str]:
    """What is asked of the database, without the numbers in it."""
    return [re.sub(r"\d+|'[^']*'", "?", query["sql"])[:120] for query in queries]


def test_asking_and_guessing_say_and_cost_the_same_whoever_it_is() -> None:
    people_of_all_kinds()
    seen = []
    for n, kind in enumerate(KINDS):
        client = browser(network(n))
        with CaptureQueriesContext(connection) as asking:
            answer = post(client, ASK, email=f"{kind}@example.test")
        code_emails()
        with CaptureQueriesContext(connection) as guessing:
            refusals = [told(use(client, "000000")) for _ in range(TRIES + 1)]
        cookie = client.cookies[COOKIE]
        seen.append(
            (
                told(answer),
                refusals,
                shape(asking),
                shape(guessing),
                len(cookie.value),
                dict(cookie),
            )
        )
    # A cookie says when it ends; all else is the same for all.
    without_end = [(*each[:5], {**each[5], "expires": ""}) for each in seen]
    assert all(each == without_end[0] for each in without_end)
    (answered, _), refusals, statements, tries, *_ = without_end[0]
    assert (answered, [code for code, _ in refusals]) == (200, [422] * 4 + [410] * 2)
    # After the last try, those of the account's other codes are not locked and counted any more.
    assert (len(statements), len(tries)) == (5, 7 * (TRIES + 1) - 2)


def milliseconds(emails: tuple[str, str], *, guesses: bool) -> tuple[float, float]:
    """Median work for each, in turns; our processor time, which other programs leave alone."""
    times: dict[str, list[float]] = {email: [] for email in emails}
    for n in range(2 * 40 + 4):
        email, client = emails[n % 2], browser(network(n))
        started = time.process_time()
        post(client, ASK, email=email)
        if guesses:
            SignInCode.objects.filter(user=None).exclude(email="").update(email="")
            started = time.process_time()
            assert use(client, "000000").status_code == 422
        times[email].append((time.process_time() - started) * 1000)
    first, second = (statistics.median(times[email][2:]) for email in emails)
    return first, second


@pytest.mark.timing
@pytest.mark.usefixtures("no_limits")
@pytest.mark.parametrize("kind", ["known", "deactivated", "suppressed"])
def test_the_time_tells_nothing_either(kind: str) -> None:
    people_of_all_kinds()
    emails = (f"{kind}@example.test", "nobody@example.test")
    asking = milliseconds(emails, guesses=False)
    guessing = milliseconds(emails, guesses=True)
    report(f"sign-in code, {kind} and unknown: asking {asking} ms, guessing {guessing} ms")
    for ours, nobodys in (asking, guessing):
        # Two milliseconds, or a fifth on a slow machine.
        assert abs(ours - nobodys) < max(2, nobodys / 5)


@pytest.mark.timing
@pytest.mark.usefixtures("no_limits")
def test_control_writing_the_code_while_the_caller_waits_the_time_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people_of_all_kinds()
    monkeypatch.setattr(sign_in_codes, "enqueue", lambda _, *, code_id: write_code(code_id=code_id))
    emails = ("known@example.test", "nobody@example.test")
    monkeypatch.setattr(sign_in_codes, "CODES_AN_HOUR", 1000)
    known, unknown = milliseconds(emails, guesses=False)
    assert known - unknown > 2


def test_at_rest_the_code_cannot_be_found_by_trying_all_of_them() -> None:
    person()
    _, code = asked()
    row = SignInCode.objects.get()
    assert code not in f"{row.code_hash} {row.browser_key}"
    subject = f"{row.browser_key}:{ADDRESS}:{code}"
    salt = "frontrow sign-in code"
    assert salted_hmac(salt, subject, algorithm="sha256").hexdigest() == row.code_hash
    # Keyed: whoever reads the database and not our secret finds no code that fits.
    other = salted_hmac(salt, subject, secret="another secret", algorithm="sha256").hexdigest()
    assert other != row.code_hash
    assert User.objects.get().sign_in_codes.count() == 1
