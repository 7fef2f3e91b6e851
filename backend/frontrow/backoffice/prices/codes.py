"""Create, change, pause and generate discount codes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.prices.schemas import (
    WHOLE_PERCENT,
    CodeChangeIn,
    DiscountCodeIn,
    GenerateCodesIn,
    LotOut,
)
from frontrow.catalogue.models import Bootcamp, Bundle
from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.core.errors import Conflict, Invalid, NotFound
from frontrow.core.operator_days import operator_zone
from frontrow.messaging.outbox import write_messages
from frontrow.sales.emails.credit_emails import personal_code_email
from frontrow.sales.models import CodeKind, CodeScope, DiscountCode
from frontrow.sales.terms.random_codes import random_code, random_letters

Package = tuple[int | None, UUID | None]

_OF_DISCOUNT = ("kind", "value", "starts_at", "ends_at", "note", "works_with_steps")
_ONLY_UNUSED = {"kind", "value", "for_email"}
# The audit log holds no personal data: neither the code's person nor its note.
_TOLD_IN_AUDIT = {"kind", "value", "starts_at", "ends_at", "max_uses", "per_person"}
_TRIES = 5


def find_code(*, code_id: int) -> DiscountCode:
    return _found(DiscountCode.objects.filter(pk=code_id).first())


@transaction.atomic
def make_code(*, by: Actor, wanted: DiscountCodeIn) -> DiscountCode:
    _refuse_nonsense(kind=wanted.kind, value=wanted.value, ends_at=wanted.ends_at)
    _refuse_backwards(wanted.starts_at, wanted.ends_at)
    code = DiscountCode(
        code=wanted.code or random_code(),
        max_uses=wanted.max_uses,
        per_person=wanted.per_person,
        for_email=address_key(wanted.for_email),
        created_by_id=by.user.pk,
        **{name: getattr(wanted, name) for name in _OF_DISCOUNT},
    )
    try:
        with transaction.atomic():
            code.save()
    except IntegrityError as error:
        message = "There's already a code with this name"
        raise Invalid(message, fields={"code": message}) from error
    _set_scopes([code], _packages(wanted.scopes))
    _note(by, "made code", code, kind=code.kind, value=str(code.value))
    if code.for_email:
        # A typed code is valid only for that person's account. The link in the email is valid for
        # its reader.
        write_messages([personal_code_email(code=code, event=f"personal-code:{code.pk}")])
    return code


@transaction.atomic
def change_code(*, by: Actor, code_id: int, wanted: CodeChangeIn) -> DiscountCode:
    """Apply the fields that were sent and differ."""
    # Locked against a concurrent use.
    code = _found(DiscountCode.objects.select_for_update().filter(pk=code_id).first())
    sent = wanted.model_dump(exclude_unset=True, exclude={"scopes"})
    if "for_email" in sent:
        sent["for_email"] = address_key(sent["for_email"])
    before = {name: getattr(code, name) for name in sent}
    changed = sorted(name for name in sent if sent[name] != before[name])
    _refuse_used(code, changed)
    if code.stopped_at is not None and sent.get("is_active"):
        raise Conflict(
            "The payment behind this credit was refunded or is disputed, so the credit"
            " can't be used."
        )
    for name in changed:
        setattr(code, name, sent[name])
    _refuse_nonsense(
        kind=CodeKind(code.kind),
        value=code.value,
        ends_at=code.ends_at if "ends_at" in changed else None,
    )
    _refuse_backwards(code.starts_at, code.ends_at)
    if "max_uses" in changed and code.max_uses is not None and code.max_uses < code.uses:
        message = f"It has been used {code.uses} times already, so allow at least that many"
        raise Invalid(message, fields={"maxUses": message})
    if "scopes" in wanted.model_fields_set and _replace_scopes(code, _packages(wanted.scopes)):
        changed.append("scopes")
    if changed:
        code.save()
        if "for_email" in changed and code.for_email:
            event = f"personal-code:{code.pk}:{code.updated_at.isoformat()}"
            write_messages([personal_code_email(code=code, event=event)])
        told = [name for name in changed if name in _TOLD_IN_AUDIT]
        _note(
            by,
            _act(code, changed),
            code,
            changed=changed,
            was={name: _plain(before[name]) for name in told},
            now={name: _plain(sent[name]) for name in told},
        )
    return code


@transaction.atomic
def generate_codes(*, by: Actor, wanted: GenerateCodesIn) -> LotOut:
    """Generate single-use codes, all or none."""
    _refuse_nonsense(kind=wanted.kind, value=wanted.value, ends_at=wanted.ends_at)
    _refuse_backwards(wanted.starts_at, wanted.ends_at)
    day = database_now().astimezone(operator_zone())
    lot = f"{day:%Y-%m-%d}-{random_letters(6)}"
    fields: dict[str, Any] = {name: getattr(wanted, name) for name in _OF_DISCOUNT}
    for _ in range(_TRIES):
        missing = wanted.count - DiscountCode.objects.filter(lot=lot).count()
        if missing == 0:
            break
        # Existing codes are skipped, and the next round generates replacements.
        DiscountCode.objects.bulk_create(
            [
                DiscountCode(
                    code=random_code(wanted.prefix),
                    lot=lot,
                    max_uses=1,
                    per_person=1,
                    created_by_id=by.user.pk,
                    **fields,
                )
                for _ in range(missing)
            ],
            ignore_conflicts=True,
        )
    made = list(DiscountCode.objects.filter(lot=lot))
    if len(made) != wanted.count:
        raise Conflict("We couldn't make that many different codes. Try a shorter prefix.")
    _set_scopes(made, _packages(wanted.scopes))
    audit.record(
        by=by,
        action="generated codes",
        subject_type="codes",
        subject_id=lot,
        count=wanted.count,
        kind=wanted.kind.value,
        value=str(wanted.value),
    )
    return LotOut(lot=lot, made=len(made))


def _found(code: DiscountCode | None) -> DiscountCode:
    if code is None:
        raise NotFound("Code not found")
    return code


def _packages(scopes: Iterable[Any]) -> list[Package]:
    """The packages without duplicates. Raises Invalid if one is deleted."""
    wanted = list(dict.fromkeys((one.bootcamp_id, one.bundle_id) for one in scopes))
    bootcamps = {bootcamp for bootcamp, _ in wanted if bootcamp is not None}
    bundles = {bundle for _, bundle in wanted if bundle is not None}
    known = (
        Bootcamp.objects.filter(pk__in=bootcamps).count()
        + Bundle.objects.filter(pk__in=bundles).count()
        if wanted
        else 0
    )
    if known != len(wanted):
        message = "One of these bootcamps or bundles no longer exists"
        raise Invalid(message, fields={"scopes": message})
    return wanted


def _set_scopes(codes: Sequence[DiscountCode], packages: Sequence[Package]) -> None:
    CodeScope.objects.bulk_create(
        CodeScope(code=code, bootcamp_id=bootcamp, bundle_id=bundle)
        for code in codes
        for bootcamp, bundle in packages
    )


def _replace_scopes(code: DiscountCode, packages: Sequence[Package]) -> bool:
    """Replace the packages. Returns whether anything changed."""
    present = set(code.scopes.values_list("bootcamp_id", "bundle_id"))
    if present == set(packages):
        return False
    code.scopes.all().delete()
    _set_scopes([code], packages)
    return True


def _refuse_used(code: DiscountCode, changed: Sequence[str]) -> None:
    """Terms that people have relied on can't change."""
    if not _ONLY_UNUSED.isdisjoint(changed) and code.code_uses.exists():
        raise Conflict(
            "This code has been used, so its discount and its person stay as they are."
            " Pause it and make another one."
        )


def _refuse_nonsense(*, kind: CodeKind, value: Any, ends_at: datetime | None) -> None:
    if kind is CodeKind.PERCENT and value > WHOLE_PERCENT:
        message = "A discount can't be more than 100%"
        raise Invalid(message, fields={"value": message})
    if ends_at is not None and ends_at <= database_now():
        message = "Choose a time that's still ahead"
        raise Invalid(message, fields={"endsAt": message})


def _refuse_backwards(starts_at: datetime | None, ends_at: datetime | None) -> None:
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        message = "The end must be after the start"
        raise Invalid(message, fields={"endsAt": message})


def _act(code: DiscountCode, changed: Sequence[str]) -> str:
    if list(changed) == ["is_active"]:
        return "resumed code" if code.is_active else "paused code"
    return "changed code"


def _plain(value: Any) -> str | int:
    if value is None:
        return ""
    return value if isinstance(value, int) else str(value)


def _note(by: Actor, action: str, code: DiscountCode, **details: Any) -> None:
    audit.record(by=by, action=action, subject_type="code", subject_id=code.pk, **details)
