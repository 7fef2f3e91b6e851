"""Codes and credits after a class has changed: each is typed again, as a person would.

A credit pays once, comes back with a class that is canceled, follows its owner's address, and is
worth nothing while a bank has the money behind it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.models import CodeUse, DiscountCode, Dispute, Purchase
from frontrow.sales.settlement.settling import settle
from frontrow.sales.terms.personal_codes import personal_link
from tests.sales.buying import Shopper

if TYPE_CHECKING:
    from tests.sales.class_histories import Story


def faults_of_codes(story: "Story") -> Iterator[str]:
    """Codes that work once work again exactly when nothing they paid for stands."""
    for use in CodeUse.objects.filter(purchase__in=story.all_ids, code__max_uses=1):
        stands = use.purchase.enrollments.filter(ended_at=None).exists()
        if works(story, use.code.code, story.dear_class()) == stands:
            yield f"code of {use.purchase_id}: {use.purchase.state}, and its use the other way"


def faults_of_credits(story: "Story") -> Iterator[str]:
    """One of the credits of this story goes on."""
    rows = (
        story.rows().filter(credit__isnull=False).select_related("credit", "enrollment__purchase")
    )
    row = story.dice.choice(list(rows) or [None])
    if row is None:
        return
    code, purchase = row.credit, row.enrollment.purchase
    held = Dispute.objects.filter(purchase__in=code.stands_for)
    if held.exclude(status__in=("won", "warning_closed")).exists():
        return
    if not works(story, typed(code), story.dear_class()):
        yield f"credit {code.pk} doesn't work"
    if story.dice.random() < 0.5:
        yield from _corrected(story, code, purchase)
    if story.dice.random() < 0.5:
        yield from _used(story, code)
    if story.dice.random() < 0.5:
        yield from _money_taken(story, code, purchase)


def typed(code: DiscountCode) -> str:
    """Code and proof, as the link in its newest email carries them."""
    return personal_link(DiscountCode.objects.get(pk=code.pk)).partition("?code=")[2]


def works(story: "Story", code: str, bootcamp: Bootcamp) -> bool:
    """Typed by somebody who never bought; a personal one by its owner."""
    story.typed += 1
    owner = DiscountCode.objects.get(code=code.partition(".")[0]).for_email
    shopper = Shopper(
        story.server,
        email=owner or f"types{story.seed}n{story.typed}@example.test",
        address=story.address(100 + story.typed),
    )
    answer = shopper.ask_session(bootcamp=bootcamp.pk, code=code)
    if answer.status_code == 200 or answer.json()["code"] == "nothing_to_pay":
        return True
    story.log.append(answer.json()["message"])
    return False


def _corrected(story: "Story", code: DiscountCode, purchase: Purchase) -> Iterator[str]:
    """The desk corrects the address of whoever paid."""
    purchase.refresh_from_db()
    before, address = typed(code), f"right{story.seed}@example.test"
    if user := purchase.user:
        path, names = f"users/{user.pk}", {"firstName": "Ada", "lastName": "Right"}
    else:
        path, names = f"purchases/{purchase.pk}/customer", {"fullName": "Ada Right"}
    answer = story.desk.patch(f"/api/admin/{path}", {"email": address, **names}, "application/json")
    story.log.append(f"address corrected: {answer.status_code}")
    if answer.status_code != 200:
        return
    if DiscountCode.objects.get(pk=code.pk).for_email != address:
        yield "a credit stays at an address that was corrected"
    elif works(story, before, story.dear_class()) or not works(
        story, typed(code), story.dear_class()
    ):
        yield "a credit works for the address of before, or not for the right one"


def _used(story: "Story", code: DiscountCode) -> Iterator[str]:
    """It pays for a class once, and again after that class is canceled."""
    story.log.append("credit used")
    bought = story.dear_class()
    code.refresh_from_db()
    shopper = Shopper(story.server, email=code.for_email, address=story.address(8))
    purchase = shopper.buy(bootcamp=bought.pk, code=typed(code))
    story.besides.append(purchase)
    if works(story, typed(code), story.dear_class()):
        yield "a credit pays twice"
    change = story.announce(bought, is_cancel=True, instead=[])
    story.carry_out_at_once(change)
    purchase.refresh_from_db()
    if purchase.state != "refunded":
        yield f"canceled, and what a credit paid for is {purchase.state}"
    if not works(story, typed(code), story.dear_class()):
        yield "a credit is lost with the class that it paid for"


def _money_taken(story: "Story", code: DiscountCode, purchase: Purchase) -> Iterator[str]:
    """The bank takes the payment behind it back; or we do, in the provider's dashboard."""
    row = story.server.ledger()["payment_intents"].get(purchase.stripe_payment_intent_id)
    if not row or row["net"] != row["captured"] or row["dispute_open"]:
        return
    intent = purchase.stripe_payment_intent_id or ""
    if story.dice.random() < 0.3:
        story.server.control("POST", "settings", {"refunds_pending": False})
        story.server.refund_at_provider(intent)
        ends: tuple[str, ...] = ("",)
    else:
        dispute = story.server.dispute(intent)
        ends = ("needs_response", story.dice.choice(("won", "lost")))
    for end in ends:
        if end in {"won", "lost"}:
            story.server.decide_dispute(dispute["id"], end)
        settle(purchase=Purchase.objects.get(pk=purchase.pk))
        story.run_jobs()
        if works(story, typed(code), story.dear_class()) != (end == "won"):
            yield f"a bank has the money, or gave it back, and the credit: {end or 'dashboard'}"
