"""Strangers who ask and guess at codes and emails lock nobody out of a browser that is known.

Each has its control: a browser that isn't known is limited, so the strangers did reach the limit.
"""

import pytest
from django.test import Client

from frontrow.accounts.devices import COOKIE as DEVICE
from frontrow.accounts.models import SignInCode
from frontrow.accounts.sign_in_codes import CODES_AN_HOUR, TRIES, WRONG_TRIES_A_DAY
from frontrow.core.rate_limit import Limit
from frontrow.messaging.models import Message
from frontrow.sales.buyers.visitors import CHECKOUT_COOKIE, digest
from tests.accounts.codes import ADDRESS, ask, asked, code_emails, code_in, use, wrong_for
from tests.accounts.people import PASSWORD, browser, person, post
from tests.factories import make_purchase

pytestmark = pytest.mark.django_db

FIND = "/api/find-purchases"
ASKS = ["/api/auth/sign-in-code", "/api/auth/forgot-password", FIND]


def known_browser(*names: str) -> Client:
    """Each signed in there once: what is left is the cookie of the device."""
    client = browser("203.0.113.9")
    for name in names:
        signed_in = browser("203.0.113.9")
        if DEVICE in client.cookies:
            signed_in.cookies[DEVICE] = client.cookies[DEVICE].value
        answer = post(signed_in, "/api/auth/login", username=name, password=PASSWORD)
        assert answer.status_code == 200
        client.cookies[DEVICE] = signed_in.cookies[DEVICE].value
    return client


def stranger(n: int) -> Client:
    return browser(f"198.18.{n}.1")


@pytest.fixture
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers have a network for every call: only what the account itself counts is left."""
    monkeypatch.setattr(Limit, "check", lambda *_: None)


@pytest.mark.parametrize("path", ASKS)
def test_strangers_asks_use_nothing_up_in_a_browser_that_is_known(path: str) -> None:
    person()
    known = known_browser("ada")
    for n in range(5):
        post(stranger(n), path, email=ADDRESS)
    # The control.
    assert post(stranger(99), path, email=ADDRESS).status_code == 429
    assert post(known, path, email=ADDRESS).status_code == 200


@pytest.mark.parametrize("path", ASKS)
def test_a_browser_that_is_known_has_a_limit_too_and_for_each_account_its_own(path: str) -> None:
    for name in ("ada", "eve", "zoe"):
        person(name)
    known = known_browser("ada", "eve")
    answers = [post(known, path, email=ADDRESS).status_code for _ in range(6)]
    assert (answers[0], answers[-1]) == (200, 429)
    assert post(known, path, email="eve@example.test").status_code == 200
    # Zoe never signed in there: to her account, that browser is a stranger's.
    for n in range(5):
        post(stranger(n), path, email="zoe@example.test")
    assert post(known, path, email="zoe@example.test").status_code == 429


def test_a_browser_that_bought_there_finds_its_purchase_whatever_strangers_ask() -> None:
    make_purchase(user=None, guest_email="guest@example.test", checkout_key=digest("a cookie"))
    bought = browser("203.0.113.9")
    bought.cookies[CHECKOUT_COOKIE] = "a cookie"
    for n in range(3):
        post(stranger(n), FIND, email="guest@example.test")
    assert post(stranger(99), FIND, email="guest@example.test").status_code == 429
    assert post(bought, FIND, email="guest@example.test").status_code == 200


@pytest.mark.usefixtures("no_limits")
def test_a_strangers_ask_ends_no_code_on_its_way() -> None:
    person()
    client, code = asked()
    ask(stranger(1))
    code_emails()
    assert use(client, code).status_code == 200


@pytest.mark.usefixtures("no_limits")
def test_wrong_tries_of_strangers_do_not_count_in_a_browser_that_is_known() -> None:
    person()
    known = known_browser("ada")
    for n in range(WRONG_TRIES_A_DAY // TRIES):
        client, code = asked(address=f"198.18.{n}.1")
        for k in range(TRIES):
            use(client, wrong_for(code, k + 1))
    sent = len(code_emails())
    # The control: no code goes to a browser that the account doesn't know.
    ask(stranger(99))
    assert len(code_emails()) == sent
    ask(known)
    emails = code_emails()
    assert len(emails) == sent + 1
    assert use(known, code_in(emails[-1])).status_code == 200


@pytest.mark.usefixtures("no_limits")
def test_many_codes_on_their_way_have_no_more_tries_than_one_after_another() -> None:
    """Since a stranger's newer code ends no older one, they could guess at ten at once."""
    person()
    codes = [asked(address=f"198.18.{n}.1") for n in range(CODES_AN_HOUR)]
    assert Message.objects.count() == CODES_AN_HOUR
    for client, code in codes:
        for k in range(TRIES):
            use(client, wrong_for(code, k + 1))
    assert sum(SignInCode.objects.values_list("wrong_tries", flat=True)) == WRONG_TRIES_A_DAY
    client, code = codes[-1]
    assert use(client, code).status_code == 410
