"""Things are made, changed, sold and deleted in any order: what is gone stays gone, and all agrees.

A machine draws the steps and keeps a small model beside them. Every answer must be the model's.
"""

from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from frontrow.sales.reconciliation.invariants import violations
from tests.catalogue.desk import Desk
from tests.factories import from_now
from tests.signing_in import sign_in_recently
from tests.sizes import size

pytestmark = pytest.mark.django_db

LIVES = settings(
    max_examples=size("LIFE_CYCLES"),
    stateful_step_count=20,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
SEATS = st.integers(min_value=1, max_value=3)
PEOPLE = st.sampled_from(["ada@example.test", "bo@example.test", "cy@example.test"])
NEW: dict[str, Any] = {
    "name": "Machine made",
    "description": "Made and unmade.",
    "price": "995.00",
    "startDate": from_now(days=30).isoformat(),
    "endDate": from_now(days=30, hours=3).isoformat(),
}
TEMPLATE = {"name": "T", "type": "SMS", "category": "WELCOME", "content": "Hello {firstName}"}
GONE = 404


class Shop(RuleBasedStateMachine):
    """`seats` and `held` are the model: places of each bootcamp, and who sits where by purchase."""

    bootcamps, packages, emails, sales = (
        Bundle(name) for name in ("bootcamps", "packages", "emails", "sales")
    )

    @initialize()
    def open(self) -> None:
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.desk = Desk()
        sign_in_recently(self.desk.client, self.desk.admin)
        self.seats: dict[int, int] = {}
        self.members: dict[str, set[int]] = {}
        self.templates: dict[int, bool] = {}
        self.held: dict[int, tuple[str, set[int]]] = {}
        # What was ever sold is kept for the books.
        self.sold: set[int | str] = set()

    def teardown(self) -> None:
        if hasattr(self, "undo"):
            transaction.set_rollback(True)
            self.undo.__exit__(None, None, None)

    @rule(target=bootcamps, seats=SEATS)
    def make_bootcamp(self, seats: int) -> int:
        made = self.desk.done("POST", "bootcamps", NEW | {"maxSeats": seats})
        self.seats[made["id"]] = seats
        return int(made["id"])

    @rule(bootcamp=bootcamps, seats=SEATS)
    def resize_bootcamp(self, bootcamp: int, seats: int) -> None:
        status, _ = self.desk.call("PATCH", f"bootcamps/{bootcamp}", {"maxSeats": seats})
        if bootcamp not in self.seats:
            assert status == GONE
        elif seats < len(self.sitting_in(bootcamp)):
            assert status in {409, 422}
        else:
            assert status == 200
            self.seats[bootcamp] = seats

    @rule(bootcamp=bootcamps)
    def delete_bootcamp(self, bootcamp: int) -> None:
        status, _ = self.desk.call("DELETE", f"bootcamps/{bootcamp}")
        if bootcamp not in self.seats:
            assert status == GONE
        elif bootcamp in self.sold:
            assert status == 409
        else:
            assert status == 200
            del self.seats[bootcamp]
            for members in self.members.values():
                members.discard(bootcamp)

    @rule(target=packages, members=st.lists(bootcamps, min_size=1, max_size=2))
    def make_bundle(self, members: list[int]) -> str:
        body = {"name": "All", "description": "All.", "price": "10.00", "bootcampIds": members}
        status, made = self.desk.call("POST", "bundles", body)
        if not set(members) <= self.seats.keys():
            assert status == 422
            return ""
        assert status == 200
        self.members[made["id"]] = set(members)
        return str(made["id"])

    @rule(bundle=packages)
    def delete_bundle(self, bundle: str) -> None:
        if bundle:
            status, _ = self.desk.call("DELETE", f"bundles/{bundle}")
            expected = GONE if bundle not in self.members else 409 if bundle in self.sold else 200
            assert status == expected
            if status == 200:
                del self.members[bundle]

    @rule(target=sales, bootcamp=bootcamps, person=PEOPLE)
    def enroll(self, bootcamp: int, person: str) -> int:
        return self.enrolled({bootcamp}, person, bootcampId=bootcamp)

    @rule(target=sales, bundle=packages, person=PEOPLE)
    def enroll_in_all(self, bundle: str, person: str) -> int:
        if not bundle:
            return 0
        wanted = self.members.get(bundle, set())
        return self.enrolled(wanted, person, bundleId=bundle)

    def enrolled(self, wanted: set[int], person: str, **package: Any) -> int:
        body = package | {"email": person, "fullName": "Gifted Person"}
        status, answer = self.desk.call("POST", "purchases", body)
        [named] = package.values()
        if named not in self.seats and named not in self.members:
            assert status == GONE
            return 0
        is_full = any(len(self.sitting_in(one)) >= self.seats[one] for one in wanted)
        sits_there = any(person in self.sitting_in(one) for one in wanted)
        if is_full or sits_there or not wanted:
            assert status == 409, answer
            return 0
        assert status == 200, answer
        self.held[answer["purchaseId"]] = (person, set(wanted))
        self.sold |= wanted | {named}
        return int(answer["purchaseId"])

    @rule(sale=sales)
    def withdraw(self, sale: int) -> None:
        status, _ = self.desk.call("POST", f"purchases/{sale}/withdraw")
        assert status == (200 if sale else GONE)
        self.held.pop(sale, None)

    @rule(target=emails)
    def make_template(self) -> int:
        made = self.desk.done("POST", "communication-templates", TEMPLATE)
        self.templates[made["id"]] = True
        return int(made["id"])

    @rule(template=emails)
    def change_template(self, template: int) -> None:
        path = f"communication-templates/{template}"
        status, _ = self.desk.call("PUT", path, {"content": "Hello"})
        assert status == (200 if template in self.templates else GONE)

    @rule(template=emails)
    def delete_template(self, template: int) -> None:
        status, _ = self.desk.call("DELETE", f"communication-templates/{template}")
        assert status == (200 if self.templates.pop(template, False) else GONE)

    def sitting_in(self, bootcamp: int) -> list[str]:
        return [person for person, seats in self.held.values() if bootcamp in seats]

    @invariant()
    def all_agrees(self) -> None:
        if not hasattr(self, "undo"):
            return
        connection.check_constraints()
        assert violations() == []
        shown = {row["id"]: row["availableSeats"] for row in self.desk.get("bootcamps")}
        expected = {one: seats - len(self.sitting_in(one)) for one, seats in self.seats.items()}
        assert shown == expected


def test_whatever_the_order_every_answer_is_the_models() -> None:
    run_state_machine_as_test(Shop, settings=LIVES)
