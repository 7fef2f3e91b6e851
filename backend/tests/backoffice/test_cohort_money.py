"""What one bootcamp brought: its share of each purchase, less what of that share went back."""

from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from frontrow.catalogue.models import Bootcamp
from frontrow.sales.enrollment.enrollments import continue_enrollment
from frontrow.sales.models import EndedBecause, Movement, MovementStatus, PurchaseState
from tests.catalogue.desk import Desk
from tests.factories import enrollment_of, make_bootcamp, make_bundle, make_purchase, make_user

pytestmark = pytest.mark.django_db


def money(desk: Desk, bootcamp: Bootcamp) -> tuple[int, int, str, str, str]:
    row = desk.get(f"bootcamps/{bootcamp.pk}/money")
    names = ("paidSeats", "complimentarySeats", "received", "givenBack", "kept")
    return tuple(row[name] for name in names)


def test_a_class_nobody_bought_brought_nothing(desk: Desk) -> None:
    assert money(desk, make_bootcamp()) == (0, 0, "0.00", "0.00", "0.00")


def test_it_is_the_share_of_each_purchase_less_what_went_back(desk: Desk) -> None:
    first, second = make_bootcamp(price=Decimal(1000)), make_bootcamp(price=Decimal(500))
    bundle = make_bundle(bootcamps=[first, second], price=Decimal("1200.00"))
    make_purchase(bootcamp=first)
    make_purchase(bundle=bundle)
    make_purchase(bootcamp=first, refunded_amount=Decimal("250.00"))
    make_purchase(bootcamp=first, state=PurchaseState.REFUNDED)
    make_purchase(bootcamp=first, is_complimentary=True, total_amount=Decimal(0))
    make_purchase(bootcamp=first, state=PurchaseState.PENDING)
    make_purchase(bootcamp=first, user=make_user(is_demo=True))
    assert money(desk, first) == (3, 1, "3800.00", "1250.00", "2550.00")
    assert money(desk, second) == (1, 0, "400.00", "0.00", "400.00")


def test_a_refund_that_is_not_made_yet_is_not_given_back(desk: Desk) -> None:
    bootcamp = make_bootcamp(price=Decimal(1000))
    refunded = make_purchase(bootcamp=bootcamp, state=PurchaseState.REFUNDED)
    Movement.objects.filter(purchase=refunded, amount__lt=0).update(status=MovementStatus.PENDING)
    assert money(desk, bootcamp) == (0, 0, "1000.00", "0.00", "1000.00")


def test_it_goes_along_with_whoever_moves(desk: Desk) -> None:
    old, new = make_bootcamp(price=Decimal(1000)), make_bootcamp(price=Decimal(700))
    purchase = make_purchase(bootcamp=old, refunded_amount=Decimal("100.00"))
    assert money(desk, old) == (1, 0, "1000.00", "100.00", "900.00")
    continue_enrollment(
        enrollment=enrollment_of(purchase), bootcamp=new, because=EndedBecause.MOVED
    )
    assert money(desk, old) == (0, 0, "0.00", "0.00", "0.00")
    assert money(desk, new) == (1, 0, "1000.00", "100.00", "900.00")


def test_it_costs_the_same_however_many_came(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bootcamp = make_bootcamp()
    for _ in range(4):
        make_purchase(bootcamp=bootcamp)
    # The session, the admin, the bootcamp, both sums and both counts.
    with django_assert_num_queries(7):
        assert money(desk, bootcamp)[0] == 4
