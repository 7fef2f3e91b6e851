"""The steps that histories draw from, and how likely each is; also those that pay once more.

A dearer date and the rest of a bundle are purchases of their own. They are paid for through the
front door, and may be cut off between the card's yes and the seat.
"""

from typing import Any

from frontrow.sales.models import Purchase
from tests.links import seat_token
from tests.portal.paying import signed_in
from tests.sales.buying import Shopper
from tests.sales.histories import History, Steps
from tests.sales.history_desk import attend, lose_a_chair, make_good_by_hand, press_a_button

# Of those whose card agreed, so many never come back to the page.
TAB_CLOSED = 0.2


def pay_for_dearer_date(history: History) -> None:
    """By the emailed link, without an account, as whoever holds the seat."""
    seat = history.a_seat()
    if seat is None or history.dearer is None:
        return
    shopper = _shopper(history, "mover")
    wanted = {"token": seat_token(seat.pk, seat.link_version), "bootcampId": history.dearer.pk}
    _pay(history, shopper, shopper.post("seat/move-payment", wanted), "the dearer date")


def buy_the_rest(history: History) -> None:
    """Signed in: the price is less what this person paid before, or plain if that is gone."""
    if history.rest is None or history.owner is None:
        return
    shopper = _shopper(history, "owner")
    shopper.client = signed_in(history.owner)
    answer = shopper.ask_session(bundle=history.rest.pk)
    _pay(history, shopper, answer, "the rest of the bundle")


def _shopper(history: History, who: str) -> Shopper:
    number, seed = len(history.steps), history.seed
    return Shopper(
        history.around.server,
        email=f"{who}-{seed}-{number}@example.test",
        address=f"10.{200 + number}.{seed // 256 % 256}.{seed % 256}",
    )


def _pay(history: History, shopper: Shopper, answer: Any, what: str) -> None:
    if answer.status_code != 200:
        history.note(f"{what} refused: {answer.json()['message']}")
        return
    intent = answer.json()["paymentIntentId"]
    bought = Purchase.objects.get(stripe_payment_intent_id=intent)
    if bought.pk not in {one.pk for one in history.others}:
        history.others.append(bought)
    history.note(f"{what}: purchase {bought.pk} of {bought.total_amount}")
    if shopper.hold(intent).status_code != 200:
        history.note("no hold")
        return
    shopper.confirm(intent)
    if history.chance.random() < TAB_CLOSED:
        history.note("the tab is closed")
        return
    status = shopper.complete(intent).json()
    history.note(f"completed: {status.get('status') or status.get('code')}")


BEGINNINGS: Steps = [
    (3, History.ask_for_all),
    (4, History.ask_for_part),
    (4, History.refund_in_dashboard),
    (3, History.open_dispute),
    (2, History.give_back_one),
    (2, pay_for_dearer_date),
    (2, buy_the_rest),
]
# What happens without the desk; the controls play this.
WITHOUT_DESK: Steps = [
    *BEGINNINGS,
    (2, History.let_refunds_wait),
    (5, History.decide_a_refund),
    (1, History.send_a_refund_back),
    (4, History.move_a_dispute),
    (6, History.deliver),
    (6, History.run),
    (3, History.sweep),
    (2, History.follow_list),
    (1, History.compare),
    (1, History.move),
    (1, History.hand_over),
]
STEPS: Steps = [
    *WITHOUT_DESK,
    (2, History.give_back_one),
    (6, press_a_button),
    (4, make_good_by_hand),
    (3, lose_a_chair),
    (1, attend),
]
