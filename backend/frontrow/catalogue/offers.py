"""What is on offer right now, as every visitor sees it.

nginx keeps each answer for a second (microcache), so that a crowd costs no more than one visitor. A
seat count may be that second old; taking a seat never is.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Prefetch, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from pydantic import TypeAdapter

from frontrow.catalogue.models import OFFERED, Bootcamp, Bundle
from frontrow.catalogue.schemas import BootcampOut, BundleMemberOut, BundleOut
from frontrow.catalogue.seats import FREE_SEATS, HELD_SEATS
from frontrow.core.clock import now


def _with_seats() -> QuerySet[Bootcamp]:
    return Bootcamp.objects.annotate(
        available_seats=Count("seats", filter=FREE_SEATS),
        held_seats=Count("seats", filter=HELD_SEATS),
    )


def offered_bootcamps() -> list[BootcampOut]:
    """Published bootcamps that are not over yet, in the order people take them."""
    rows: Iterable[Any] = (
        _with_seats().filter(OFFERED, ends_at__gt=Now()).order_by("step", "starts_at", "id")
    )
    return [
        BootcampOut(
            id=row.pk,
            name=row.name,
            tagline=row.tagline,
            description=row.description,
            bootcamp_type=row.bootcamp_type,
            step=row.step,
            price=row.price,
            max_seats=row.max_seats,
            available_seats=row.available_seats,
            held_seats=row.held_seats,
            start_date=row.starts_at,
            end_date=row.ends_at,
            timezone=row.timezone,
            includes_coaching=row.includes_coaching,
            is_active=True,
        )
        for row in rows
    ]


def offered_bundles() -> list[BundleOut]:
    """Active bundles, oldest first: the first is the one the landing page offers."""
    members = Prefetch("bootcamps", _with_seats().order_by("step", "starts_at", "id"))
    rows = Bundle.objects.filter(is_active=True).prefetch_related(members).order_by("created_at")
    return [_bundle_out(bundle) for bundle in rows]


def _bundle_out(bundle: Bundle) -> BundleOut:
    bootcamps: Iterable[Any] = bundle.bootcamps.all()
    at = now()
    members = [
        BundleMemberOut(
            id=member.pk,
            name=member.name,
            price=member.price,
            step=member.step,
            start_date=member.starts_at,
            # Nothing sells after the start.
            available_seats=member.available_seats if member.starts_at > at else 0,
            held_seats=member.held_seats if member.starts_at > at else 0,
            is_active=member.is_offered,
        )
        for member in bootcamps
    ]
    sellable = [member.available_seats if member.is_active else 0 for member in members]
    return BundleOut(
        id=bundle.pk,
        name=bundle.name,
        tagline=bundle.tagline,
        description=bundle.description,
        price=bundle.price,
        is_active=bundle.is_active,
        available_seats=min(sellable, default=0),
        bootcamps=members,
    )


def answer_for_all(request: HttpRequest, encoded: bytes) -> HttpResponse:
    """What every visitor gets alike, so that nginx can keep it for a second and hand it on."""
    etag = f'"{hashlib.blake2b(encoded, digest_size=12).hexdigest()}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(encoded, content_type="application/json")
    response["ETag"] = etag
    # Read by nginx, which tells browsers to ask each time.
    response["Cache-Control"] = "public, max-age=0, s-maxage=1, must-revalidate"
    return response


encode_bootcamps = TypeAdapter(list[BootcampOut]).dump_json
encode_bundles = TypeAdapter(list[BundleOut]).dump_json
