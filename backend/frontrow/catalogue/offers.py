"""What is on offer right now, as every visitor sees it.

The landing page asks for this a million times an hour, so each process keeps its answer for a
moment, already encoded. A seat count may be that moment old; taking a seat never is.
"""

import hashlib
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from pydantic import TypeAdapter

from frontrow.catalogue.models import Bootcamp, BootcampStatus, Bundle
from frontrow.catalogue.schemas import BootcampOut, BundleMemberOut, BundleOut
from frontrow.catalogue.seats import FREE_SEATS
from frontrow.core.clock import now

KEPT_SECONDS = 1.0


def _with_seats() -> QuerySet[Bootcamp]:
    return Bootcamp.objects.annotate(available_seats=Count("seats", filter=FREE_SEATS))


def offered_bootcamps() -> list[BootcampOut]:
    """Active bootcamps that are not over yet, in the order people take them."""
    rows: Iterable[Any] = (
        _with_seats()
        .filter(status=BootcampStatus.ACTIVE, ends_at__gt=Now())
        .order_by("step", "starts_at", "id")
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
            is_active=member.status == BootcampStatus.ACTIVE,
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


@dataclass(frozen=True)
class _Encoded:
    body: bytes
    etag: str
    made_at: float


class KeptAnswer:
    """The encoded answer of one question, made anew at most once a moment per process."""

    def __init__(self, ask: Callable[[], list[Any]], kind: Any) -> None:
        self._ask = ask
        self._encode = TypeAdapter(kind).dump_json
        self._lock = threading.Lock()
        self._kept: _Encoded | None = None

    def respond(self, request: HttpRequest) -> HttpResponse:
        encoded = self._current()
        if request.headers.get("If-None-Match") == encoded.etag:
            response: HttpResponse = HttpResponseNotModified()
        else:
            response = HttpResponse(encoded.body, content_type="application/json")
        response["ETag"] = encoded.etag
        # A shared cache may keep it but must ask us each time: a 304 costs almost nothing.
        response["Cache-Control"] = "public, max-age=0, must-revalidate"
        return response

    def forget(self) -> None:
        self._kept = None

    def _current(self) -> _Encoded:
        kept = self._kept
        if kept is not None and time.monotonic() - kept.made_at < KEPT_SECONDS:
            return kept
        # One thread asks; the others wait for its answer instead of asking too.
        with self._lock:
            made_meanwhile = self._kept
            if made_meanwhile is not None and made_meanwhile is not kept:
                return made_meanwhile
            body = self._encode(self._ask(), by_alias=True)
            etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
            self._kept = fresh = _Encoded(body, etag, time.monotonic())
            return fresh


bootcamps_answer = KeptAnswer(offered_bootcamps, list[BootcampOut])
bundles_answer = KeptAnswer(offered_bundles, list[BundleOut])
