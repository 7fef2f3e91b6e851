"""Where a server is killed while somebody buys, how it comes to that place, and what must follow.

The left-hand side of each case is what the dead process leaves behind; it shows that the process
died there and nowhere else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.faults.browser import Browser
from tests.faults.shop import CENTS, Books, Shop, see_it_die

WELCOMED = {"REGISTRATION_CONFIRM": 1, "WELCOME": 1}
REFUNDED = {**WELCOMED, "REFUND": 1}

NOTHING_MADE = Books()
NOTHING_OWED = Books(state="failed")
UNPAID = Books(payment="requires_payment_method")
EXPIRED = Books(state="failed", payment="canceled")
LET_GO = EXPIRED._replace(emails={"NOT_CHARGED": 1})
AUTHORIZED = Books(payment="requires_capture")
TO_CAPTURE = AUTHORIZED._replace(state="capturing", seats_kept=1)
CAPTURED = TO_CAPTURE._replace(payment="succeeded", captured=CENTS)
COMPLETED = CAPTURED._replace(
    state="completed", coaching_hours=1, invitations=1, emails=WELCOMED, shown="completed"
)
LINKED = COMPLETED._replace(linked=True)
TO_CALL_OFF = AUTHORIZED._replace(state="canceling")
TO_EXPIRE = UNPAID._replace(state="canceling")
CALLED_OFF = TO_CALL_OFF._replace(payment="canceled")
# Access is off from the moment the refund is written down; the seat is free with the money.
TO_REFUND = COMPLETED._replace(state="refunding", coaching_hours=0, shown="nothing")
GIVEN_BACK = TO_REFUND._replace(refunded=CENTS, refunds=1)
ALL_REFUNDED = GIVEN_BACK._replace(state="refunded", seats_kept=0, emails=REFUNDED)
PART_GIVEN_BACK = COMPLETED._replace(refunded=10_000, refunds=1)
PART_REFUNDED = PART_GIVEN_BACK._replace(emails=REFUNDED)


@dataclass(frozen=True)
class Death:
    name: str
    """The number in the catalogue of faults, and what tells it from its neighbors."""
    label: str
    lead_there: Callable[[Shop, Browser, str], None]
    left: Books
    after: Books
    come_back: Callable[[Shop, Browser], None] | None = None
    """What the browser does afterwards; most never return."""
    is_payable: bool = True
    """Nobody was ever given this payment's secret; the comparison may take its five minutes."""


# In the web process: the request that meets the crash point gets no answer.


def create(shop: Shop, browser: Browser, label: str) -> None:
    browser.open_checkout()
    with see_it_die(shop.site):
        browser.ask_session()


def hold(shop: Shop, browser: Browser, label: str) -> None:
    browser.open_checkout()
    intent = browser.session()
    with see_it_die(shop.site):
        browser.hold(intent)


def complete(shop: Shop, browser: Browser, label: str) -> None:
    intent = browser.pay()
    with see_it_die(shop.site):
        browser.complete(intent)


def complete_too_late(shop: Shop, browser: Browser, label: str) -> None:
    intent = browser.pay()
    shop.begin_bootcamp(browser)
    with see_it_die(shop.site):
        browser.complete(intent)


def receive_event(shop: Shop, browser: Browser, label: str) -> None:
    event = shop.paid_event(browser.pay())
    with see_it_die(shop.site):
        shop.deliver(event)


def ask_refund(shop: Shop, browser: Browser, label: str) -> None:
    browser.buy()
    with see_it_die(shop.site):
        browser.ask_refund()


def open_account(shop: Shop, browser: Browser, label: str) -> None:
    browser.buy()
    with see_it_die(shop.site):
        browser.register()


def link_purchases(shop: Shop, browser: Browser, label: str) -> None:
    browser.buy()
    assert browser.register().status == 200
    with see_it_die(shop.site):
        browser.link_purchases()


# Back in the browser: it never had an answer, and asks again.


def ask_again(shop: Shop, browser: Browser) -> None:
    """The same payment as before, if there was one, and one that can be paid once."""
    before = shop.stripe_ids(browser)
    answer = browser.ask_session()
    assert answer.status == 200, answer.body
    after = shop.stripe_ids(browser)
    assert len(after) == 1
    assert after == (before or after)
    intent = str(answer.json()["paymentIntentId"])
    assert intent in after
    assert answer.json()["clientSecret"] == shop.stripe.intent(intent)["client_secret"]
    pay_and_complete(browser, intent)


def ask_again_for_another_address(shop: Shop, browser: Browser) -> None:
    """The provider refuses to change what the lost answer was about, so there is a second one."""
    (lost,) = shop.stripe_ids(browser)
    answer = browser.ask_session(email="edited@example.test")
    assert answer.status == 200, answer.body
    intent = str(answer.json()["paymentIntentId"])
    assert shop.stripe_ids(browser) == {lost, intent}
    pay_and_complete(browser, intent)


def hold_again(shop: Shop, browser: Browser) -> None:
    held = shop.seats_taken(browser)
    assert held == len(browser.basket.bootcamps)
    (intent,) = shop.stripe_ids(browser)
    first, second = (browser.hold(intent).json()["heldUntil"] for _ in range(2))
    assert first is not None
    assert first == second
    assert shop.seats_taken(browser) == held
    pay_and_complete(browser, intent)


def pay_and_complete(browser: Browser, intent: str) -> None:
    assert browser.hold(intent).status == 200
    assert browser.shop.stripe.confirm(intent)["status"] == "requires_capture"
    answer = browser.complete(intent)
    assert (answer.status, answer.json()["status"]) == (200, "completed"), answer.body


def sign_in_and_link(shop: Shop, browser: Browser) -> None:
    """The account is there, and the invitation as good as before."""
    answer = browser.sign_in()
    assert answer.status == 200, answer.body
    link_again(shop, browser)


def link_again(shop: Shop, browser: Browser) -> None:
    for _ in range(2):
        answer = browser.link_purchases()
        assert (answer.status, answer.json()["linkedPurchases"]) == (200, 1), answer.body


def never_come_back(shop: Shop, browser: Browser) -> None:
    shop.give_up_waiting(browser)


IN_WEB: Sequence[Death] = (
    Death("f01", "create.after_row", create, NOTHING_MADE, COMPLETED, ask_again),
    Death("f01-gone", "create.after_row", create, NOTHING_MADE, NOTHING_OWED, never_come_back),
    Death("f02", "create.after_payment", create, UNPAID, COMPLETED, ask_again),
    Death(
        "f02-edited",
        "create.after_payment",
        create,
        UNPAID,
        COMPLETED._replace(payment="canceled and succeeded"),
        ask_again_for_another_address,
        is_payable=False,
    ),
    Death(
        "f02-gone",
        "create.after_payment",
        create,
        UNPAID,
        EXPIRED,
        never_come_back,
        is_payable=False,
    ),
    Death("f03", "create.before_reply", create, UNPAID, COMPLETED, ask_again),
    Death("f03-gone", "create.before_reply", create, UNPAID, EXPIRED, never_come_back),
    Death("f04", "hold.before_reply", hold, UNPAID, COMPLETED, hold_again),
    Death("f05", "settle.after_read", complete, AUTHORIZED, COMPLETED),
    Death("f06", "settle.after_capturing", complete, TO_CAPTURE, COMPLETED),
    Death("f07", "settle.after_capture", complete, CAPTURED, COMPLETED),
    Death("f08", "settle.before_completed", complete, CAPTURED, COMPLETED),
    Death("f09", "complete.before_reply", complete, COMPLETED, COMPLETED),
    Death("f10", "event.before_insert", receive_event, AUTHORIZED, COMPLETED),
    Death("f11", "reply /api/webhooks/stripe", receive_event, AUTHORIZED, COMPLETED),
    Death("f14", "settle.after_canceling", complete_too_late, TO_CALL_OFF, LET_GO),
    Death("f15", "settle.after_cancel", complete_too_late, CALLED_OFF, LET_GO),
    Death("f16", "settle.before_failed", complete_too_late, CALLED_OFF, LET_GO),
    Death("f17", "reply /mortal/refund", ask_refund, TO_REFUND, ALL_REFUNDED),
    Death("f25", "reply /api/auth/register", open_account, COMPLETED, LINKED, sign_in_and_link),
    Death("f25-half", "claim.before_commit", link_purchases, COMPLETED, LINKED, link_again),
    Death(
        "f25-linked",
        "reply /api/complete-account-creation",
        link_purchases,
        LINKED,
        LINKED,
        link_again,
    ),
)

# In the worker: the browser has long gone, and a job meets the crash point.


def handle_event(shop: Shop, browser: Browser, label: str) -> None:
    event = shop.paid_event(browser.pay())
    assert shop.deliver(event).status == 200
    shop.kill_a_worker_at(label)


def expire(shop: Shop, browser: Browser, label: str) -> None:
    browser.open_checkout()
    assert browser.hold(browser.session()).json()["heldUntil"] is not None
    shop.give_up_waiting(browser)
    shop.queue_settling(browser)
    shop.kill_a_worker_at(label)


def refund(shop: Shop, browser: Browser, label: str) -> None:
    browser.buy()
    assert browser.ask_refund().status == 200
    shop.kill_a_worker_at(label)


def refund_a_part(shop: Shop, browser: Browser, label: str) -> None:
    browser.buy()
    assert browser.ask_refund(amount="100.00").status == 200
    shop.kill_a_worker_at(label)


IN_WORKER: Sequence[Death] = (
    Death("f05", "settle.after_read", handle_event, AUTHORIZED, COMPLETED),
    Death("f06", "settle.after_capturing", handle_event, TO_CAPTURE, COMPLETED),
    Death("f07", "settle.after_capture", handle_event, CAPTURED, COMPLETED),
    Death("f08", "settle.before_completed", handle_event, CAPTURED, COMPLETED),
    Death("f12", "event.in_job", handle_event, AUTHORIZED, COMPLETED),
    Death("f13", "event.before_handled", handle_event, COMPLETED, COMPLETED),
    Death("f14", "settle.after_canceling", expire, TO_EXPIRE, EXPIRED),
    Death("f15", "settle.after_cancel", expire, CALLED_OFF, EXPIRED),
    Death("f16", "settle.before_failed", expire, CALLED_OFF, EXPIRED),
    Death("f17", "settle.after_refunding", refund, TO_REFUND, ALL_REFUNDED),
    Death("f18", "refund.before_create", refund, TO_REFUND, ALL_REFUNDED),
    Death("f19", "refund.after_create", refund, GIVEN_BACK, ALL_REFUNDED),
    Death("f20", "settle.before_refunded", refund, GIVEN_BACK, ALL_REFUNDED),
    Death("f19-part", "refund.after_create", refund_a_part, PART_GIVEN_BACK, PART_REFUNDED),
)
