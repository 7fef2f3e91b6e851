"""Every fact removed in turn turns exactly its cells, and each repair turns its own cell green."""

import pytest
from pydantic import SecretStr
from pytest_django import Settings

from tests.backoffice.readiness_faults import FAULTS, Fault
from tests.backoffice.ready_class import MAIL_SECRET, ReadyClass
from tests.catalogue.desk import Desk
from tests.fakes.stripe import StripeServer
from tests.fakes.twilio import TwilioServer
from tests.fakes.zoom import ZoomServer
from tests.rolled_back import rolled_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def ready(
    settings: Settings,
    stripe_server: StripeServer,
    zoom_server: ZoomServer,
    twilio_server: TwilioServer,
) -> ReadyClass:
    settings.ENV = settings.ENV.model_copy(
        update={"MAIL_PROVIDER": "postmark", "MAIL_WEBHOOK_SECRET": SecretStr(MAIL_SECRET)}
    )
    return ReadyClass(Desk(), stripe_server)


def test_there_are_forty_of_them_and_a_class_without_any_is_green(ready: ReadyClass) -> None:
    assert len(FAULTS) >= 40
    assert ready.not_green() == {}
    assert set(ready.cells()) == {
        *(
            ("", key)
            for key in (
                *("meeting", "host_link", "recording", "material", "reminders"),
                *("waiting_list", "minimum", "coaching", "questions"),
            )
        ),
        *(
            (who, key)
            for who in ready.seats
            for key in (
                *("paid", "seat", "way_in", "confirmation", "reminder"),
                *("address", "time_zone", "link_test", "questions"),
            )
        ),
    }
    answer = ready.read()
    assert (answer["worst"], answer["counts"]) == ("green", {"red": 0, "amber": 0, "green": 45})


def went_wrong(ready: ReadyClass, fault: Fault) -> str:
    """Nothing where the fault turned exactly its cells, and its repair put its own right."""
    fault.plant(ready)
    found = ready.not_green()
    if found != fault.turns:
        return f"it turned {found}"
    is_red = any(state == "red" for state, _ in fault.turns.values())
    if ready.read()["worst"] != ("red" if is_red else "amber"):
        return "it is not the worst"
    (place, (_, repair)), *others = fault.turns.items()
    assert repair is not None
    ready.carry_out(place[0], repair)
    left = ready.not_green()
    if place in left:
        return f"{repair} left it {left[place]}"
    # The repair of one cell spoils no other.
    spoiled = set(left) - {other for other, _ in others} - fault.reveals
    return f"{repair} spoiled {spoiled}" if spoiled else ""


def test_each_fault_turns_exactly_its_cells_and_its_repair_turns_the_cell_green(
    ready: ReadyClass,
) -> None:
    """Each is taken back before the next: the class is made once, and ready every time."""
    wrong = {}
    for fault in FAULTS:
        with rolled_back():
            assert ready.not_green() == {}, fault.name
            wrong[fault.name] = went_wrong(ready, fault)
    assert {name: words for name, words in wrong.items() if words} == {}
    assert ready.not_green() == {}
