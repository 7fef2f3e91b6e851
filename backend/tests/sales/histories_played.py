"""Random histories played one after the other, each with what is wrong at its end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import IntegrityError

from frontrow.backoffice.statistics.figures import count_stats
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.coaching.models import CoachingSession
from frontrow.sales.models import Purchase
from tests.factories import make_bootcamp, make_bundle, make_code, make_user
from tests.sales.buying import Shopper
from tests.sales.histories import History, Steps, Surroundings
from tests.sales.histories_at_rest import faults_of
from tests.sales.history_steps import BEGINNINGS, STEPS

PRICE, BUNDLE_PRICE = Decimal("995.00"), Decimal("1495.00")
CODE = "SPRING"


@dataclass(frozen=True)
class Offer:
    """Three classes of one kind, two of them together, a dearer one, and a step that follows."""

    classes: Sequence[Bootcamp]
    bundle: Bundle
    dearer: Bootcamp
    # Of the first and a step of another kind: its rest is the second.
    rest: Bundle


def make_offer(people: int) -> Offer:
    classes = [
        make_bootcamp(max_seats=people, price=PRICE, includes_coaching=number != 1)
        for number in range(3)
    ]
    # Everybody may pay for it more than once, after refunds.
    dearer = make_bootcamp(max_seats=2 * people, price=PRICE + 200, includes_coaching=True)
    make_code(CODE, value=Decimal("12.5"))
    second = make_bootcamp(max_seats=2 * people, price=PRICE, name="Launch")
    return Offer(
        classes=classes,
        bundle=make_bundle(bootcamps=classes[:2], price=BUNDLE_PRICE),
        dearer=dearer,
        rest=make_bundle(bootcamps=[classes[2], second], price=BUNDLE_PRICE),
    )


def begin(around: Surroundings, offer: Offer, seed: int) -> History:
    """Bought and paid, at a provider that remembers nothing else; every third buys two together.

    Every third has an account of its own and can get the rest of a bundle; every second has a code,
    and half of those one that works once.
    """
    around.server.reset()
    shopper = Shopper(
        around.server,
        email=f"buyer-{seed}@example.test",
        address=f"10.{seed // 65536}.{seed // 256 % 256}.{seed % 256}",
    )
    is_bundle = seed % 3 == 0
    code = CODE if seed % 2 else ""
    if seed % 4 == 1:
        code = f"ONCE{seed}"
        make_code(code, value=Decimal("12.5"), max_uses=1)
    purchase = (
        shopper.buy(bundle=offer.bundle.pk, code=code)
        if is_bundle
        else shopper.buy(bootcamp=offer.classes[0].pk, code=code)
    )
    owner = make_user() if seed % 3 == 1 else None
    Purchase.objects.filter(pk=purchase.pk).update(user=owner or around.buyer)
    CoachingSession.objects.filter(purchase_id=purchase.pk).update(user=owner or around.buyer)
    return History(
        around,
        seed,
        purchase,
        classes=offer.classes,
        dearer=offer.dearer,
        rest=offer.rest,
        owner=owner,
    )


def played(
    around: Surroundings, seeds: range, steps: Steps = STEPS
) -> Iterator[tuple[History, list[str]]]:
    """Each history with what was found wrong at its end."""
    offer = make_offer(len(seeds))
    for seed in seeds:
        revenue_before = count_stats().revenue
        history = begin(around, offer, seed)
        try:
            history.play(BEGINNINGS, steps)
            faults = [*history.faults, *faults_of(history, revenue_before=revenue_before)]
        except IntegrityError as refused:
            faults = [f"the database refused: {refused}"]
        except Exception as error:
            error.add_note(str(history))
            raise
        yield history, faults
