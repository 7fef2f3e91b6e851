"""The public list of what is on sale now.

nginx caches each response for a second (microcache), so a crowd costs no more than one visitor. A
displayed seat count may be one second old. Taking a seat always reads the current state.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from pydantic import TypeAdapter

from frontrow.catalogue.bundle_dates import DatesOnSale, most_seats
from frontrow.catalogue.models import OFFERED, Bootcamp, Bundle
from frontrow.catalogue.prices import PriceNow, prices_of, why_closed
from frontrow.catalogue.schemas import (
    BootcampOut,
    BundleMemberOut,
    BundleOut,
    SeatCountsOut,
)
from frontrow.catalogue.seats import HELD_SEATS, OPEN_SEATS, SOLD_SEATS
from frontrow.core.clock import now

_AS_OF = re.compile(rb'"asOf":"[^"]*"')


def _with_seats() -> QuerySet[Bootcamp]:
    return Bootcamp.objects.annotate(
        available_seats=Count("seats", filter=OPEN_SEATS),
        held_seats=Count("seats", filter=HELD_SEATS),
    )


def _with_seat_counts() -> QuerySet[Bootcamp]:
    """Seat counts from one statement, so that the parts add up to the total."""
    return _with_seats().annotate(
        total_seats=Count("seats"),
        sold_seats=Count("seats", filter=SOLD_SEATS),
        paying_seats=Count("seats", filter=HELD_SEATS & Q(seats__is_offered=False)),
        as_of=Now(),
    )


def _counts_of(row: Any) -> SeatCountsOut:
    # Free seats that aren't open are reserved for the waiting list.
    offered = row.total_seats - row.sold_seats - row.paying_seats - row.available_seats
    return SeatCountsOut(
        total=row.total_seats,
        sold=row.sold_seats,
        held=row.paying_seats,
        offered=offered,
        free=row.available_seats,
        as_of=row.as_of,
    )


def offered_bootcamps() -> list[BootcampOut]:
    """Published bootcamps that are not over yet, in the order of the courses."""
    rows: list[Any] = list(
        _with_seat_counts().filter(OFFERED, ends_at__gt=Now()).order_by("step", "starts_at", "id")
    )
    at = rows[0].as_of if rows else now()
    prices = prices_of(rows, at=at)
    return [
        BootcampOut(
            id=row.pk,
            name=row.name,
            tagline=row.tagline,
            description=row.description,
            bootcamp_type=row.bootcamp_type,
            step=row.step,
            course=row.course,
            **_price_out(prices[row.pk]),
            max_seats=row.max_seats,
            available_seats=row.available_seats,
            held_seats=row.held_seats,
            start_date=row.starts_at,
            end_date=row.ends_at,
            timezone=row.timezone,
            includes_coaching=row.includes_coaching,
            is_active=not why_closed(row, at=at),
            sales_open_at=row.sales_open_at,
            sales_close_at=row.sales_close_at,
            seats=_counts_of(row),
            waiting_list=row.available_seats == 0
            and row.starts_at > at
            and not why_closed(row, at=at),
        )
        for row in rows
    ]


def offered_bundles() -> list[BundleOut]:
    """Active bundles, oldest first. The landing page offers the first."""
    members = Prefetch("bootcamps", _with_seats().order_by("step", "starts_at", "id"))
    rows = list(
        Bundle.objects.filter(is_active=True).prefetch_related(members).order_by("created_at")
    )
    on_sale = DatesOnSale()
    at = now()
    prices = prices_of(rows, at=at)
    return [_bundle_out(bundle, prices[bundle.pk], on_sale, at) for bundle in rows]


def _bundle_out(bundle: Bundle, price: PriceNow, on_sale: DatesOnSale, at: datetime) -> BundleOut:
    bootcamps: Iterable[Any] = bundle.bootcamps.all()
    dates = {one.pk: on_sale.of(one) for one in bootcamps}
    members = [
        BundleMemberOut(
            id=member.pk,
            name=member.name,
            price=member.price,
            step=member.step,
            start_date=member.starts_at,
            # Sales end at the start.
            available_seats=member.available_seats if member.starts_at > at else 0,
            held_seats=member.held_seats if member.starts_at > at else 0,
            is_active=member.is_offered and not why_closed(member, at=at),
            date_ids=[each.pk for each in dates[member.pk]],
        )
        for member in bootcamps
    ]
    sellable = [member.available_seats if member.is_active else 0 for member in members]
    on_any_date = min((most_seats(each) for each in dates.values()), default=0)
    return BundleOut(
        id=bundle.pk,
        name=bundle.name,
        tagline=bundle.tagline,
        description=bundle.description,
        **_price_out(price),
        is_active=bundle.is_active,
        available_seats=min(sellable, default=0),
        seats_on_any_date=on_any_date,
        # If other dates are available, there is no waiting list to join.
        waiting_list=on_any_date == 0 and _can_be_waited_for(members, at),
        bootcamps=members,
    )


def _price_out(price: PriceNow) -> dict[str, Any]:
    return {
        "price": price.price,
        "regular_price": price.regular,
        "is_struck": price.is_struck,
        "price_until": price.until,
        "price_seats_left": price.seats_left,
        "price_then": price.then,
        "price_after_seats": price.after_seats,
    }


def _can_be_waited_for(members: Sequence[BundleMemberOut], at: datetime) -> bool:
    on_sale = all(member.is_active and member.start_date > at for member in members)
    return on_sale and any(member.available_seats == 0 for member in members)


def answer_for_all(request: HttpRequest, encoded: bytes) -> HttpResponse:
    """A response that is identical for all visitors, so nginx can cache it for a second."""
    # The timestamp is excluded: the same content one second later is not a change.
    lasting = _AS_OF.sub(b"", encoded)
    etag = f'"{hashlib.blake2b(lasting, digest_size=12).hexdigest()}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(encoded, content_type="application/json")
    response["ETag"] = etag
    # For nginx only. Browsers are told to revalidate each time.
    response["Cache-Control"] = "public, max-age=0, s-maxage=1, must-revalidate"
    return response


encode_bootcamps = TypeAdapter(list[BootcampOut]).dump_json
encode_bundles = TypeAdapter(list[BundleOut]).dump_json
