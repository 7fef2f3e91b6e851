"""A class that falls out or moves, as tests make it happen: the desk acts, students choose."""

from datetime import datetime
from typing import Any

from django.db.models import F
from django.test import Client

from frontrow.catalogue.models import Bootcamp
from frontrow.messaging.models import Message
from frontrow.sales.class_changes.carrying_out import carry_out_change
from frontrow.sales.links import CHOICE, PAYERS_CHOICE
from frontrow.sales.models import ClassChange, Enrollment, Purchase
from tests.factories import from_now, make_admin
from tests.fakes.stripe import StripeServer
from tests.jobs import run_jobs
from tests.portal.student import browser
from tests.signing_in import sign_in_recently


def an_operator() -> Client:
    client = browser()
    sign_in_recently(client, make_admin())
    return client


def plan(**changes: Any) -> dict[str, Any]:
    return {
        "kind": "cancel",
        "startDate": None,
        "endDate": None,
        "alternativeIds": [],
        "words": "",
        "chooseBy": from_now(days=3).isoformat(),
        "offersCredit": True,
        **changes,
    }


def call(client: Client, bootcamp: Bootcamp, path: str = "", **body: Any) -> Any:
    return client.post(
        f"/api/admin/bootcamps/{bootcamp.pk}/class-change{path}", body, "application/json"
    )


def preview(client: Client, bootcamp: Bootcamp, **changes: Any) -> Any:
    answer = call(client, bootcamp, "/preview", **plan(**changes))
    assert answer.status_code == 200, answer.content
    return answer.json()


def announce(client: Client, bootcamp: Bootcamp, **changes: Any) -> ClassChange:
    answer = call(client, bootcamp, **plan(**changes))
    assert answer.status_code == 200, answer.content
    return ClassChange.objects.get(pk=answer.json()["id"])


def move_to(start: datetime) -> dict[str, Any]:
    end = start.replace(hour=min(start.hour + 1, 23), minute=59)
    return {"kind": "move", "startDate": start.isoformat(), "endDate": end.isoformat()}


def board(client: Client, bootcamp: Bootcamp) -> Any:
    answer = client.get(f"/api/admin/bootcamps/{bootcamp.pk}/class-change")
    assert answer.status_code == 200, answer.content
    return answer.json()


def present(purchase: Purchase, bootcamp: Bootcamp | None = None) -> Enrollment:
    seats = Enrollment.objects.filter(purchase=purchase, ended_at=None)
    return seats.get(bootcamp=bootcamp) if bootcamp else seats.get()


def look(change: ClassChange, seat: Enrollment, *, pays: bool = False) -> Any:
    """By the holder's link or, with `pays`, by that of who paid for another person's seat."""
    body = {"token": (PAYERS_CHOICE if pays else CHOICE).token(seat, change.pk)}
    return browser().post("/api/class-choice/look", body, "application/json")


def choose(
    change: ClassChange,
    seat: Enrollment,
    choice: str,
    to: Bootcamp | None = None,
    *,
    pays: bool = False,
) -> Any:
    body = {
        "token": (PAYERS_CHOICE if pays else CHOICE).token(seat, change.pk),
        "choice": choice,
        "toBootcampId": to.pk if to else None,
    }
    return browser().post("/api/class-choice", body, "application/json")


def let_time_pass(change: ClassChange) -> None:
    """Choose-by is over; nothing has happened yet."""
    ClassChange.objects.filter(pk=change.pk).update(choose_by=F("announced_at"))


def carry_out(change: ClassChange, rounds: int = 6) -> ClassChange:
    """Until nothing waits any more, with the jobs that send the money."""
    let_time_pass(change)
    for _ in range(rounds):
        carry_out_change.func(change_id=change.pk)
        run_jobs(limit=2000)
        change.refresh_from_db()
        if change.state == "done":
            break
    return change


def net(server: StripeServer, purchase: Purchase) -> int:
    return int(server.ledger()["payment_intents"][purchase.stripe_payment_intent_id]["net"])


def subjects(category: str) -> list[str]:
    return list(Message.objects.filter(category=category).values_list("subject", flat=True))
