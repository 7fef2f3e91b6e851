"""How those in a made-up class came by their seats."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q

from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.sales.buyers.visitors import digest
from frontrow.sales.changes.complimentary import enroll
from frontrow.sales.changes.handing_over import accept_offer
from frontrow.sales.changes.moving import Mover, move_seat
from frontrow.sales.models import Enrollment, Purchase
from tests.factories import (
    HandOverFactory,
    from_now,
    make_bootcamp,
    make_bundle,
    make_code,
    make_user,
)
from tests.fakes.stripe import StripeServer
from tests.portal.paying import signed_in
from tests.sales.buying import Shopper
from tests.sales.free import Guest, links_to

BUNDLE_PRICE = Decimal("1111.11")


@dataclass
class Buyers:
    """`member` is another class, sold together with the one that changes."""

    server: StripeServer
    dice: random.Random
    seed: int
    lost: Bootcamp
    member: Bootcamp

    def buy(self, number: int) -> tuple[str, list[Purchase]]:
        """How, and what was bought: the one with a seat in the class first."""
        # The dearest to play are not the likeliest.
        how = self.dice.choice(("single", "single", "code", "bundle", *self._ways))
        return how, self._ways.get(how, self._single)(number, how)

    @property
    def _ways(self) -> Mapping[str, Callable[[int, str], list[Purchase]]]:
        return {
            "bundle": self._bundle,
            "gift": self._gift,
            "free code": self._free_code,
            "moved": self._moved,
            "handed over": self._handed_over,
            "rest bought": self._rest_bought,
            "bought as the rest": self._bought_as_rest,
        }

    def hand_over(self, seat: Enrollment, number: int) -> None:
        token = f"offer {self.seed} {number} {self.dice.random()}"
        HandOverFactory.create(
            enrollment=seat,
            to_email=f"h{self.seed}n{number}{self.dice.randint(0, 10**6)}@example.test",
            to_name="Fay Friend",
            token_hash=digest(token),
        )
        accept_offer(token=token)

    def _single(self, number: int, how: str) -> list[Purchase]:
        if how != "code":
            return [self._shopper(number).buy(bootcamp=self.lost.pk)]
        code = f"OFF{self.seed}N{number}"
        make_code(code, value=self.dice.randint(1, 60), max_uses=self.dice.choice((None, 1)))
        return [self._shopper(number).buy(bootcamp=self.lost.pk, code=code)]

    def _bundle(self, number: int, _: str) -> list[Purchase]:
        return [self._shopper(number).buy(bundle=self._both().pk)]

    def _gift(self, number: int, _: str) -> list[Purchase]:
        return [
            enroll(
                bootcamp_ids=[self.lost.pk],
                bundle_id=None,
                email=self._email(number),
                full_name="Gil Gift",
            )
        ]

    def _free_code(self, number: int, _: str) -> list[Purchase]:
        """A code that takes off all of the price, and works once."""
        code = f"ALL{self.seed}N{number}"
        make_code(code, value=100, max_uses=1)
        guest = Guest(email=self._email(number), address=f"10.{self.seed % 250}.{number}.3")
        guest.order(self.lost, code=code)
        assert guest.confirm(links_to(guest.email)[-1]).status_code == 200
        return [Purchase.objects.get(guest_email=guest.email, state="completed")]

    def _moved(self, number: int, _: str) -> list[Purchase]:
        early = make_bootcamp(name=self.lost.name, starts_at=from_now(days=8), max_seats=1)
        purchase = self._shopper(number).buy(bootcamp=early.pk)
        [seat] = purchase.enrollments.filter(ended_at=None)
        move_seat(enrollment_id=seat.pk, bootcamp_id=self.lost.pk, theirs=Q(), mover=Mover())
        return [purchase]

    def _handed_over(self, number: int, _: str) -> list[Purchase]:
        """By a guest or by somebody with an account."""
        shopper = self._owner(number) if self.dice.random() < 0.5 else self._shopper(number)
        purchase = shopper.buy(bootcamp=self.lost.pk)
        self.hand_over(purchase.enrollments.get(ended_at=None), number)
        return [purchase]

    def _rest_bought(self, number: int, _: str) -> list[Purchase]:
        """Of both, the class that changes first; its price counts toward the bundle's."""
        shopper = self._owner(number)
        first = shopper.buy(bootcamp=self.lost.pk)
        return [first, shopper.buy(bundle=self._both().pk)]

    def _bought_as_rest(self, number: int, _: str) -> list[Purchase]:
        shopper = self._owner(number)
        first = shopper.buy(bootcamp=self.member.pk)
        return [shopper.buy(bundle=self._both().pk), first]

    def _both(self) -> Bundle:
        return make_bundle(bootcamps=[self.lost, self.member], price=BUNDLE_PRICE)

    def _owner(self, number: int) -> Shopper:
        shopper = self._shopper(number)
        shopper.client = signed_in(make_user(email=shopper.email))
        return shopper

    def _shopper(self, number: int) -> Shopper:
        address = f"10.{self.seed % 250}.{number}.1"
        return Shopper(self.server, email=self._email(number), address=address)

    def _email(self, number: int) -> str:
        return f"s{self.seed}n{number}@example.test"
