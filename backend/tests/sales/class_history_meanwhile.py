"""What a student or a buyer does between a choice and its choose-by; what was decided last counts.

Left out of the dice until what differences pay for is decided (findings 3, 6 and 7 of the review of
money): a paid move of a seat that was free, whose payment a bank disputes, or that another holds.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import AppError
from frontrow.sales.buyers.account_removal import remove_account
from frontrow.sales.buyers.invitations import claim_purchases, token_for_buyer
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import Dispute, Enrollment, Purchase
from tests.factories import make_user
from tests.links import seat_token
from tests.sales.buying import Shopper

if TYPE_CHECKING:
    from tests.sales.class_histories import Story

SMALLEST_PAYMENT = Decimal("0.50")
TO_THE_SAME_PRICE = 0.5
SEAT, MONEY, NOTHING_SAID = "seat", "money", ""


def happen(story: "Story", purchase: Purchase) -> None:
    """One of them, for the seat that this purchase has in the class or had."""
    seat = story.seat_of(purchase)
    if seat is None:
        return
    act = story.dice.choice(AFTER_HAND_OVER if seat.is_handed_over else ACTS)
    story.log.append(f"{act.__name__} {seat.calendar_number}")
    act(story, purchase, seat)


def move_by_themselves(story: "Story", purchase: Purchase, seat: Enrollment) -> None:
    """For nothing, up to what the seat is worth; what a payment is too small for is free."""
    to = story.dice.choice((*story.own_dates, *story.others))
    if story.worth_of(seat) > seat.price and story.dice.random() < TO_THE_SAME_PRICE:
        to = story.dearer
    due = to.price - story.worth_of(seat)
    is_free = due < SMALLEST_PAYMENT
    try:
        move_seat(enrollment_id=seat.pk, bootcamp_id=to.pk, theirs=Q(), mover=Mover())
    except AppError as refused:
        story.log.append(refused.code)
        if is_free and refused.code == ErrorCode.DIFFERENCE_DUE:
            story.faults.append(f"{due} is asked for to move {seat.pk}")
        return
    story.decide(seat, SEAT)
    if not is_free:
        story.faults.append(f"{due} was not asked for to move {seat.pk}")


def pay_to_move(story: "Story", purchase: Purchase, seat: Enrollment) -> None:
    is_disputed = Dispute.objects.filter(purchase=purchase).exists()
    if not purchase.total_amount or is_disputed or seat.is_handed_over:
        return
    shopper = Shopper(
        story.server, email=f"more{story.seed}n{seat.pk}@example.test", address=story.address(9)
    )
    wanted: Any = {
        "token": seat_token(seat.pk, seat.link_version),
        "bootcampId": story.dearer.pk,
    }
    answer = shopper.post("seat/move-payment", wanted)
    if answer.status_code != 200:
        story.log.append(answer.json()["code"])
        return
    intent = answer.json()["paymentIntentId"]
    if shopper.hold(intent).status_code != 200:
        return
    shopper.confirm(intent)
    done = shopper.complete(intent)
    story.log.append(f"paid: {done.json().get('status') or done.json().get('code')}")
    if done.json().get("status") == "completed":
        story.decide(seat, SEAT)


def hand_over(story: "Story", purchase: Purchase, seat: Enrollment) -> None:
    if purchase.is_complimentary:
        return
    try:
        story.buyers.hand_over(seat, 9)
    except AppError as refused:
        story.log.append(refused.code)
        return
    # Silence is the new holder's: a class that only moved keeps them.
    story.decide(seat, SEAT if story.is_kept(seat) else NOTHING_SAID)
    purchase.refresh_from_db()
    follows = story.dice.choice((buyer_opens_account, buyer_leaves, None))
    if follows:
        follows(story, purchase, seat)


def buyer_opens_account(story: "Story", purchase: Purchase, seat: Enrollment) -> None:
    """Whoever has the seat by then keeps what belongs to it."""
    if purchase.user is None and (token := token_for_buyer(purchase=purchase)):
        claim_purchases(token=token, user=make_user(email=purchase.guest_email))


def buyer_leaves(story: "Story", purchase: Purchase, seat: Enrollment) -> None:
    """Deletes the account, where all that was bought has gone to others."""
    user = purchase.user
    theirs = Enrollment.objects.filter(purchase__user=user, ended_at=None)
    if user and all(one.is_handed_over for one in theirs):
        remove_account(user=user)


def class_of_choice_falls_out(story: "Story", purchase: Purchase, seat: Enrollment) -> None:
    """The date that some have chosen is canceled as well; what they choose now counts."""
    second = story.others[0]
    if len(story.changes) > 1 or seat.bootcamp_id != second.pk:
        return
    story.announce(second, is_cancel=True, instead=[story.others[1], *story.own_dates])
    for one in story.purchases:
        if (theirs := story.seat_of(one)) and theirs.bootcamp_id == second.pk:
            story.decide(theirs, NOTHING_SAID)
            story.choose_perhaps(one)


ACTS: Sequence[Callable[["Story", Purchase, Enrollment], None]] = [
    move_by_themselves,
    move_by_themselves,
    pay_to_move,
    hand_over,
    buyer_opens_account,
    buyer_leaves,
    class_of_choice_falls_out,
    class_of_choice_falls_out,
]
AFTER_HAND_OVER = [
    move_by_themselves,
    hand_over,
    buyer_opens_account,
    buyer_leaves,
    class_of_choice_falls_out,
]
