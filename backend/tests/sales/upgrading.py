"""A bundle of three bootcamps, and buyers who upgrade to it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.test import Client

from frontrow.accounts.models import User
from frontrow.catalogue.models import Bootcamp, BootcampType, Bundle
from frontrow.sales.models import Purchase
from tests.factories import from_now, make_bootcamp, make_bundle
from tests.fakes.stripe import StripeServer
from tests.portal.paying import signed_in
from tests.sales.buying import Shopper

KINDS = ((BootcampType.BUILD, "995"), (BootcampType.LAUNCH, "1495"), (BootcampType.MARKET, "1495"))


def a_bundle(
    *, seats: Sequence[int] = (20, 20, 20), **fields: Any
) -> tuple[Bundle, list[Bootcamp]]:
    steps = [
        make_bootcamp(
            name=f"{kind} Bootcamp",
            bootcamp_type=kind,
            price=Decimal(price),
            starts_at=from_now(days=10 * step),
            max_seats=seats[step - 1],
            **fields,
        )
        for step, (kind, price) in enumerate(KINDS, start=1)
    ]
    bundle = make_bundle(name="Complete Bundle", price=Decimal("2995.00"), bootcamps=steps)
    return bundle, steps


def shopper_for(stripe: StripeServer, user: User, client: Client | None = None) -> Shopper:
    return Shopper(
        stripe, email=user.email, full_name="Ada Lovelace", client=client or signed_in(user)
    )


def offers(shopper: Shopper) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shopper.client.get("/api/user/upgrades").json()
    assert shopper.client.get("/api/checkout").json()["upgrades"] == found
    return found


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def bootcamp_ids(purchase: Purchase) -> list[int]:
    return list(purchase.enrollments.order_by("bootcamp").values_list("bootcamp", flat=True))


def states(*purchases: Purchase) -> list[str]:
    return [Purchase.objects.get(pk=one.pk).state for one in purchases]
