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

from django.db import transaction
from django.db.models import Count, Prefetch, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from pydantic import TypeAdapter

from frontrow.catalogue.models import OFFERED, Bootcamp, Bundle
from frontrow.catalogue.schemas import BootcampOut, BundleMemberOut, BundleOut
from frontrow.catalogue.seats import FREE_SEATS, HELD_SEATS
from frontrow.core.clock import now

KEPT_SECONDS = 1.0
# As long as one thread asks, the others may be told what was true this long ago.
SERVED_WHILE_ASKING_SECONDS = 30.0


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
        self._failed_at = 0.0
        self._failure: Exception | None = None

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
        """One thread asks at a time. The others have the answer of a moment ago, if there is one;
        if not they wait, for the new one or for its failure, and never ask one after another.
        """
        kept, came_at = self._kept, time.monotonic()
        age = came_at - kept.made_at if kept else float("inf")
        if kept and age < KEPT_SECONDS:
            return kept
        may_be_older = kept is not None and age < SERVED_WHILE_ASKING_SECONDS
        if not self._lock.acquire(blocking=not may_be_older):
            return kept or self._current()
        try:
            made_meanwhile = self._kept
            if made_meanwhile is not None and made_meanwhile is not kept:
                return made_meanwhile
            if self._failure is not None and self._failed_at >= came_at:
                raise self._failure
            return self._ask_anew()
        finally:
            self._lock.release()

    def _ask_anew(self) -> _Encoded:
        try:
            body = self._encode(self._ask(), by_alias=True)
        except Exception as error:
            self._failure, self._failed_at = error, time.monotonic()
            raise
        etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        self._kept = fresh = _Encoded(body, etag, time.monotonic())
        return fresh


bootcamps_answer = KeptAnswer(offered_bootcamps, list[BootcampOut])
bundles_answer = KeptAnswer(offered_bundles, list[BundleOut])


def invalidate() -> None:
    """Cache invalidation: forget the answers this process keeps, once the caller has committed.

    Any earlier, and another thread could keep the old state for a moment longer. Other processes
    notice by themselves: none keeps an answer for more than a second or so.
    """
    transaction.on_commit(_forget)


def _forget() -> None:
    bootcamps_answer.forget()
    bundles_answer.forget()
