"""The factories cover every model, and what they make the database accepts."""

import inspect
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import models
from factory.django import DjangoModelFactory

from frontrow.sales.models import Purchase, PurchaseState, Refund
from tests import factories

APPS = ("accounts", "catalogue", "messaging", "coaching", "sales", "backoffice")
FACTORIES: dict[str, type[DjangoModelFactory[models.Model]]] = {
    name: member
    for name, member in inspect.getmembers(factories, inspect.isclass)
    if issubclass(member, DjangoModelFactory) and member is not DjangoModelFactory
}


def test_every_model_has_a_factory() -> None:
    wanted = {
        f"{model.__name__}Factory"
        for app in APPS
        for model in apps.get_app_config(app).get_models()
    }
    assert set(FACTORIES) == wanted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", sorted(FACTORIES))
def test_what_a_factory_makes_can_be_committed(name: str) -> None:
    row = FACTORIES[name].create()
    assert type(row)._default_manager.filter(pk=row.pk).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("state", "kept"),
    [
        (PurchaseState.PENDING, 0),
        (PurchaseState.CAPTURING, 3),
        (PurchaseState.CANCELING, 0),
        (PurchaseState.COMPLETED, 3),
        (PurchaseState.REFUNDING, 3),
        (PurchaseState.REFUNDED, 0),
        (PurchaseState.FAILED, 0),
    ],
)
def test_a_purchase_in_any_state_keeps_the_seats_that_state_has(
    state: PurchaseState, kept: int
) -> None:
    bundle = factories.make_bundle(bootcamps=[factories.make_bootcamp() for _ in range(3)])
    purchase = factories.make_purchase(bundle=bundle, state=state)
    assert Purchase.objects.get() == purchase
    assert purchase.enrollments.count() == 3
    assert factories.seats_of(purchase).filter(held_until=None).count() == kept


@pytest.mark.django_db
def test_a_pending_purchase_may_hold_its_seat() -> None:
    purchase = factories.make_purchase(state=PurchaseState.PENDING, held_for=timedelta(minutes=10))
    assert factories.seats_of(purchase).get().held_until is not None


@pytest.mark.django_db
def test_a_guest_buys_without_an_account() -> None:
    purchase = factories.make_purchase(guest_email="ada@example.test")
    assert (purchase.user, purchase.guest_email, purchase.guest_full_name) == (
        None,
        "ada@example.test",
        "Gale Guest",
    )


@pytest.mark.django_db
def test_a_refunded_purchase_has_its_refund() -> None:
    purchase = factories.make_purchase(state=PurchaseState.REFUNDED)
    refund = Refund.objects.get()
    assert (refund.purchase, refund.status) == (purchase, "succeeded")
    assert refund.amount == purchase.refunded_amount == purchase.total_amount
