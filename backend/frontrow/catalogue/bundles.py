"""Create, change, activate, deactivate and delete bundles.

A change does not affect existing purchases, which store what they consist of.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, ProtectedError, Q
from pydantic import TypeAdapter

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.catalogue.admin_schemas import (
    AdminBundleOut,
    BundleChangeIn,
    BundleIn,
    CohortOut,
    cohort_of,
)
from frontrow.catalogue.bundle_dates import DatesOnSale
from frontrow.catalogue.models import Bootcamp, Bundle, BundleBootcamp
from frontrow.core.errors import Conflict, Invalid, NotFound

_answers = TypeAdapter(list[AdminBundleOut])


def list_bundles() -> list[AdminBundleOut]:
    """Every bundle, oldest first, in the order in which visitors see the active ones."""
    return _read(only=Q())


@transaction.atomic
def create_bundle(*, by: Actor, wanted: BundleIn) -> AdminBundleOut:
    fields = _as_columns(wanted.model_dump(exclude={"bootcamp_ids"}))
    bundle = Bundle.objects.create(**fields)
    _set_members(bundle, wanted.bootcamp_ids)
    _note(by, "created bundle", bundle, bootcamp_ids=wanted.bootcamp_ids)
    return _changed(bundle)


@transaction.atomic
def change_bundle(*, by: Actor, bundle_id: UUID, wanted: BundleChangeIn) -> AdminBundleOut:
    """Apply the fields that were sent. Sent members replace the existing ones."""
    bundle = _locked(bundle_id)
    sent = _as_columns(wanted.model_dump(exclude_unset=True))
    bootcamp_ids = sent.pop("bootcamp_ids", None)
    changed = sorted(name for name in sent if sent[name] != getattr(bundle, name))
    for name in changed:
        setattr(bundle, name, sent[name])
    if bootcamp_ids is not None and _set_members(bundle, bootcamp_ids):
        changed.append("bootcamps")
    if changed:
        bundle.save()
        _note(by, "changed bundle", bundle, changed=changed)
    return _changed(bundle)


@transaction.atomic
def switch_bundle(*, by: Actor, bundle_id: UUID, is_active: bool) -> AdminBundleOut:
    bundle = _locked(bundle_id)
    if bundle.is_active != is_active:
        bundle.is_active = is_active
        bundle.save(update_fields=["is_active", "updated_at"])
        _note(by, "switched bundle on" if is_active else "switched bundle off", bundle)
    return _changed(bundle)


@transaction.atomic
def delete_bundle(*, by: Actor, bundle_id: UUID) -> None:
    bundle = _locked(bundle_id)
    _note(by, "deleted bundle", bundle, name=bundle.name)
    try:
        bundle.delete()
    except ProtectedError as error:
        raise Conflict(
            "This bundle has purchases, so it can't be deleted. Make it inactive instead."
        ) from error


def _locked(bundle_id: UUID) -> Bundle:
    bundle = Bundle.objects.select_for_update().filter(pk=bundle_id).first()
    if bundle is None:
        raise NotFound("Bundle not found")
    return bundle


def _as_columns(sent: dict[str, Any]) -> dict[str, Any]:
    if "tagline" in sent:
        sent["tagline"] = sent["tagline"] or ""
    return sent


def _set_members(bundle: Bundle, bootcamp_ids: Sequence[int]) -> bool:
    """Replace the members. Returns whether anything changed."""
    known = set(Bootcamp.objects.filter(pk__in=bootcamp_ids).values_list("pk", flat=True))
    if known != set(bootcamp_ids):
        message = "One of these bootcamps no longer exists"
        raise Invalid(message, fields={"bootcampIds": message})
    present = set(bundle.members.values_list("bootcamp_id", flat=True))
    bundle.members.exclude(bootcamp_id__in=known).delete()
    BundleBootcamp.objects.bulk_create(
        BundleBootcamp(bundle=bundle, bootcamp_id=pk) for pk in bootcamp_ids if pk not in present
    )
    return present != known


def _changed(bundle: Bundle) -> AdminBundleOut:
    [answer] = _read(only=Q(pk=bundle.pk))
    return answer


def _read(*, only: Q) -> list[AdminBundleOut]:
    """Three statements, however many bundles and members there are."""
    bundles = list(Bundle.objects.filter(only).order_by("created_at", "pk"))
    members: dict[UUID, list[dict[str, Any]]] = {bundle.pk: [] for bundle in bundles}
    rows = (
        BundleBootcamp.objects.filter(bundle__in=bundles)
        .order_by("bootcamp__step", "bootcamp__starts_at", "bootcamp_id")
        .values(
            "bundle_id",
            "bootcamp_id",
            name=F("bootcamp__name"),
            price=F("bootcamp__price"),
            start_date=F("bootcamp__starts_at"),
            timezone=F("bootcamp__timezone"),
            status=F("bootcamp__status"),
            course=F("bootcamp__course"),
        )
    )
    on_sale = DatesOnSale()
    for row in rows:
        next_date = _next_date(row, on_sale)
        members[row["bundle_id"]].append({**row, "id": row["bootcamp_id"], "next_date": next_date})
    return _answers.validate_python(
        [{**_fields(bundle), "bootcamps": members[bundle.pk]} for bundle in bundles]
    )


def _next_date(row: Mapping[str, Any], on_sale: DatesOnSale) -> CohortOut | None:
    dates = on_sale.instead_of(row["bootcamp_id"], course=row["course"], price=row["price"])
    free = (date for date in dates if date.free_seats > 0)
    soonest = next(free, None)
    return cohort_of(soonest) if soonest else None


def _fields(bundle: Bundle) -> dict[str, Any]:
    return {
        name: getattr(bundle, name) for name in AdminBundleOut.model_fields if name != "bootcamps"
    }


def _note(by: Actor, action: str, bundle: Bundle, **details: Any) -> None:
    audit.record(by=by, action=action, subject_type="bundle", subject_id=bundle.pk, **details)
