"""A full class and the people who wait for it, through the front door."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import connection
from django.test import Client

from frontrow.catalogue.models import Bootcamp, Bundle, Seat
from frontrow.core.clock import database_now
from frontrow.messaging.models import Message
from frontrow.messaging.private_links import open_links
from frontrow.sales.changes.complimentary import withdraw
from frontrow.sales.links import SEAT_OFFER, WAITING_PLACE
from frontrow.sales.models import Purchase, SeatOffer, WaitingEntry
from frontrow.sales.waiting.new_dates import QUIET_FOR, tell_of_dates
from frontrow.sales.waiting.serving import serve_lists
from tests.factories import from_now, make_bootcamp, make_purchase
from tests.portal.student import browser
from tests.sales.buying import Shopper


def full_class(*, seats: int = 2, days: float = 30, **fields: Any) -> Bootcamp:
    """Every seat was given away, so that each can be taken back without a provider."""
    bootcamp = make_bootcamp(max_seats=seats, starts_at=from_now(days=days), **fields)
    for _ in range(seats):
        make_purchase(bootcamp=bootcamp, user=None, total_amount=Decimal(0), is_complimentary=True)
    return bootcamp


def free_one(bootcamp: Bootcamp, *, count: int = 1) -> None:
    """Somebody's seat comes free, by the way every withdrawn one does."""
    taken = Purchase.objects.filter(bootcamp=bootcamp, state="completed", is_complimentary=True)
    for purchase in taken.order_by("pk")[:count]:
        assert withdraw(purchase_id=purchase.pk)


def post(path: str, body: dict[str, Any] | None = None, *, client: Client | None = None) -> Any:
    return (client or browser()).post(f"/api/{path}", body or {}, "application/json")


def get(path: str, *, client: Client | None = None) -> Any:
    return (client or browser()).get(f"/api/{path}")


def ask_to_join(
    name: str,
    *bootcamps: Bootcamp,
    bundle: Bundle | None = None,
    client: Client | None = None,
    **more: Any,
) -> Any:
    body = {
        "email": f"{name.lower()}@example.test",
        "name": f"{name} Waiting",
        "bootcampIds": [one.pk for one in bootcamps],
        "timezone": "America/New_York",
        **({"bundleId": str(bundle.pk)} if bundle else {}),
        **more,
    }
    return post("waiting-list", body, client=client)


def join(name: str, *bootcamps: Bootcamp, **more: Any) -> WaitingEntry:
    answer = ask_to_join(name, *bootcamps, **more)
    assert answer.status_code == 200, answer.content
    return WaitingEntry.objects.filter(email=f"{name.lower()}@example.test").latest("pk")


def a_while_ago() -> datetime:
    """A date published then is told now."""
    return database_now() - QUIET_FOR


def serve() -> None:
    """The clock's jobs, or the one queued with a seat that came free."""
    serve_lists(timestamp=0)
    tell_of_dates(timestamp=0)


def jobs_to_serve() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'"
            " AND task_name = 'sales.waiting.serving.serve_lists'"
            " AND scheduled_at IS NULL"
        )
        return int(cursor.fetchone()[0])


def forget_jobs() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs")


def state_of(entry: WaitingEntry) -> str:
    entry.refresh_from_db()
    return entry.state


def offer_to(entry: WaitingEntry) -> SeatOffer:
    return SeatOffer.objects.filter(entry=entry).latest("pk")


def token_of(entry: WaitingEntry) -> str:
    return SEAT_OFFER.token(offer_to(entry))


def own_token(entry: WaitingEntry) -> str:
    return WAITING_PLACE.token(entry)


def let_run_out(offer: SeatOffer) -> None:
    """Its time is up; the chairs outlast it by a minute."""
    # Longer ago than any test takes, whose transaction may have begun before.
    past = from_now(hours=-1)
    SeatOffer.objects.filter(pk=offer.pk).update(expires_at=past)
    Purchase.objects.filter(pk=offer.purchase_id).update(held_until=past)
    Seat.objects.filter(
        enrollment_id__in=offer.purchase.enrollments.values("pk"), held_until__isnull=False
    ).update(held_until=from_now(minutes=1))


def emails_to(entry: WaitingEntry, category: str = "") -> list[Message]:
    found = Message.objects.filter(recipient=entry.email).order_by("pk")
    return list(found.filter(category=category) if category else found)


def link_in(message: Message) -> str:
    return next(iter(open_links(message.sealed_link).values()))


def counts_of(bootcamp: Bootcamp) -> dict[str, Any]:
    """What the public list says of its seats, without the time."""
    [found] = [one for one in get("bootcamps").json() if one["id"] == bootcamp.pk]
    counts: dict[str, Any] = found["seats"]
    assert counts.pop("asOf")
    parts = counts["sold"] + counts["held"] + counts["offered"] + counts["free"]
    assert parts == counts["total"] == found["maxSeats"]
    assert found["availableSeats"] == counts["free"]
    return counts


def session(shopper: Shopper, token: str, **changes: Any) -> Any:
    body = {
        "bootcampIds": [],
        "email": shopper.email,
        "fullName": shopper.full_name,
        "offer": token,
        **changes,
    }
    return shopper.post("create-payment-intent", body)
