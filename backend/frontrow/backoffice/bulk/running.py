"""Run a bulk action one row at a time, so that it can resume after a crash.

Each row and the progress are committed in one transaction, so a killed job resumes after the last
commit. If a row fails, the reason is recorded and the next row follows.
"""

import logging
from datetime import timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import BigIntegerField, Func

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.gates import RightNeeded
from frontrow.accounts.models import User
from frontrow.accounts.rights import may
from frontrow.backoffice.audit.subject_names import names_of
from frontrow.backoffice.bulk.acts import ACTS
from frontrow.backoffice.bulk.choosing import choose
from frontrow.backoffice.bulk.schemas import (
    BulkActIn,
    BulkActOut,
    BulkFailureOut,
    BulkResultOut,
    BulkState,
)
from frontrow.backoffice.models import BulkAct, BulkFailure, BulkKind, BulkSubject
from frontrow.backoffice.people.direct_messages import UNDO, refuse_unknown_variables
from frontrow.backoffice.prices.schemas import PriceStepIn
from frontrow.backoffice.prices.steps import NO_END, OVER_ALREADY
from frontrow.core.clock import database_now
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import AppError, Conflict, Invalid, NotFound
from frontrow.core.idempotency import refuse_other_words
from frontrow.core.jobs import enqueue, job

log = logging.getLogger(__name__)

# After this many rows, other jobs get their turn.
ROWS_AT_ONCE = 50
SHOWN_FAILURES = 200
LONGEST_NOTE = 2000
SHORTEST_REASON, LONGEST_REASON = 3, 200

STALLED_AFTER = timedelta(minutes=5)

CANCELED = "Canceled."
UNEXPECTED = "An unexpected error occurred. Nothing was changed."
NOT_ALLOWED = "The person who started it can no longer do this."

_RECORD = {
    BulkSubject.PURCHASES: "purchase",
    BulkSubject.GUESTS: "purchase",
    BulkSubject.MEMBERS: "user",
    BulkSubject.BOOTCAMPS: "bootcamp",
}


@transaction.atomic
def start_bulk_act(*, by: Actor, wanted: BulkActIn) -> BulkActOut:
    """Store the action and its rows. Idempotent: the same key returns the same action."""
    asker = by.user
    _refuse(asker, wanted)
    before = BulkAct.objects.filter(key=wanted.idempotency_key).first()
    if before is not None:
        return show(_same(_own(before, asker), wanted))
    ids = choose(wanted)
    begins_at = database_now()
    if wanted.kind == BulkKind.MESSAGE:
        begins_at += UNDO
    act, is_new = BulkAct.objects.get_or_create(
        key=wanted.idempotency_key,
        defaults={
            "kind": wanted.kind,
            "subject": wanted.subject,
            "asked_by": asker,
            "subject_ids": ids,
            "total": len(ids),
            "title": wanted.title,
            "text": wanted.text,
            "from_bootcamp_id": wanted.from_bootcamp_id,
            "to_bootcamp_id": wanted.to_bootcamp_id,
            "early_price": _early_price(wanted),
            "begins_at": begins_at,
        },
    )
    if is_new:
        enqueue(carry_on, run_at=begins_at, act_id=act.pk)
        _note(by, "started bulk action", act)
    return show(_same(_own(act, asker), wanted))


def _same(act: BulkAct, wanted: BulkActIn) -> BulkAct:
    """Refuse a reused idempotency key. Compares selected rows, but not a filter's matches."""
    names = ("kind", "subject", "title", "text", "from_bootcamp_id", "to_bootcamp_id")
    kept = [*(getattr(act, name) for name in names), act.early_price]
    sent = [*(getattr(wanted, name) for name in names), _early_price(wanted)]
    if wanted.ids:
        kept.append(sorted(act.subject_ids))
        sent.append(sorted(set(wanted.ids)))
    refuse_other_words(kept=kept, sent=sent, what="A bulk action", number=act.pk)
    return act


@job()
def carry_on(act_id: int) -> None:
    """Process the next rows, and queue a job for the rest."""
    for _ in range(ROWS_AT_ONCE):
        if not _do_next(act_id):
            return
    enqueue(carry_on, once=f"bulk act {act_id}", act_id=act_id)


@job(every="*/5 * * * *")
def resume_bulk_acts(timestamp: int) -> None:
    """Queue a job for each unfinished action whose job failed permanently."""
    since = database_now() - STALLED_AFTER
    for act in _acts().filter(finished_at=None, begins_at__lt=since):
        enqueue(carry_on, once=f"bulk act {act.pk}", act_id=act.pk)


@transaction.atomic
def cancel_bulk_act(*, by: Actor, act_id: int) -> BulkActOut:
    """Cancel the remaining rows. The lock waits until the current row is finished."""
    act = _found(act_id, by.user, lock=True)
    if act.finished_at is not None:
        raise Conflict("It's already finished.", code=ErrorCode.ALREADY_FINISHED)
    _end(act, because=CANCELED)
    _note(by, "canceled bulk action", act)
    return show(act)


def show_result(*, act_id: int, asker: User) -> BulkResultOut:
    act = _found(act_id, asker)
    failures = list(act.failures.order_by("pk")[:SHOWN_FAILURES])
    names = names_of(
        _RECORD[BulkSubject(act.subject)], [str(failure.subject_id) for failure in failures]
    )
    return BulkResultOut(
        **dict(show(act)),
        failures=[
            BulkFailureOut(
                subject_id=failure.subject_id,
                name=names.get(str(failure.subject_id), ""),
                reason=failure.reason,
            )
            for failure in failures
        ],
    )


def show(act: BulkAct) -> BulkActOut:
    return BulkActOut(
        id=act.pk,
        kind=BulkKind(act.kind),
        subject=BulkSubject(act.subject),
        state=_state(act),
        total=act.total,
        done=act.place - act.failed,
        failed=act.failed,
        created_at=act.created_at,
        begins_at=act.begins_at,
        finished_at=act.finished_at,
        stopped_because=act.stopped_because,
    )


def _state(act: BulkAct) -> BulkState:
    if act.finished_at is not None:
        return BulkState.STOPPED if act.stopped_because else BulkState.DONE
    return BulkState.RUNNING if act.place or act.begins_at <= database_now() else BulkState.WAITING


@transaction.atomic
def _do_next(act_id: int) -> bool:
    """Process one row. Returns whether another may follow."""
    next_id = Func(template="subject_ids[place + 1]", output_field=BigIntegerField())
    act: Any = (
        _acts()
        .select_for_update()
        .annotate(next_id=next_id)
        .filter(pk=act_id, finished_at=None)
        .first()
    )
    if act is None:
        return False
    asker = User.objects.filter(pk=act.asked_by_id).first()
    if asker is None or not asker.is_active or not may(asker, ACTS[act.kind].right):
        _end(act, because=NOT_ALLOWED)
        return False
    try:
        with transaction.atomic():
            ACTS[act.kind].do(Actor.of(asker), act, act.next_id)
    except AppError as refusal:
        _fail(act, refusal.message)
    except OperationalError:
        # The database was away or a lock timed out: the job is retried.
        raise
    except Exception:
        log.exception("bulk row failed", extra={"act": act.pk, "subject": act.next_id})
        _fail(act, UNEXPECTED)
    crash_point("bulk.before_place")
    act.place += 1
    act.save(update_fields=["place", "failed"])
    if act.place == act.total:
        _end(act)
    crash_point("bulk.before_commit")
    return act.finished_at is None


def _fail(act: Any, reason: str) -> None:
    BulkFailure.objects.create(act=act, subject_id=act.next_id, reason=reason[:500])
    act.failed += 1


def _end(act: BulkAct, *, because: str = "") -> None:
    act.finished_at, act.stopped_because = database_now(), because
    act.save(update_fields=["finished_at", "stopped_because"])


def _refuse(asker: User, wanted: BulkActIn) -> None:
    act = ACTS[wanted.kind]
    if not may(asker, act.right):
        raise RightNeeded
    if wanted.subject not in act.subjects:
        raise Invalid("This can't be done to the rows of this list.")
    match wanted.kind:
        case BulkKind.MESSAGE:
            _require("title", wanted.title)
            _require("text", wanted.text)
            refuse_unknown_variables(title=wanted.title, text=wanted.text)
        case BulkKind.NOTE:
            _require("text", wanted.text, longest=LONGEST_NOTE)
        case BulkKind.MOVE:
            _require("text", wanted.text, shortest=SHORTEST_REASON, longest=LONGEST_REASON)
            if wanted.from_bootcamp_id is None or wanted.to_bootcamp_id is None:
                raise Invalid(fields={"toBootcampId": "Choose a date"})
        case BulkKind.EARLY_PRICE:
            _refuse_price(wanted.early_price)


def _early_price(wanted: BulkActIn) -> dict[str, Any] | None:
    return wanted.early_price.model_dump(mode="json", by_alias=True) if wanted.early_price else None


def _refuse_price(wanted: PriceStepIn | None) -> None:
    """Refuse a price that is invalid for every bootcamp. Other checks run per bootcamp."""
    if wanted is None:
        raise Invalid(fields={"price": "Required"})
    if wanted.until is None and wanted.first_seats is None:
        raise Invalid(fields={"until": NO_END})
    if wanted.until is not None and wanted.until <= database_now():
        raise Invalid(fields={"until": OVER_ALREADY})


def _require(field: str, text: str, *, shortest: int = 1, longest: int = 5000) -> None:
    if len(text) < shortest:
        words = "Required" if shortest == 1 else f"At least {shortest} characters"
        raise Invalid(fields={field: words})
    if len(text) > longest:
        raise Invalid(fields={field: f"At most {longest} characters"})


def _acts() -> Any:
    # The column holds up to ten thousand ids, which these callers don't need.
    return BulkAct.objects.defer("subject_ids")


def _found(act_id: int, asker: User, *, lock: bool = False) -> BulkAct:
    acts = _acts().select_for_update() if lock else _acts()
    return _own(acts.filter(pk=act_id).first(), asker)


def _own(act: BulkAct | None, asker: User) -> BulkAct:
    """Only the caller's own actions are found. Owners find all."""
    if act is None or (act.asked_by_id != asker.pk and not asker.is_admin):
        raise NotFound("Bulk action not found")
    return act


def _note(by: Actor, action: str, act: BulkAct) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="bulk_act",
        subject_id=act.pk,
        kind=act.kind,
        rows=act.total,
        done=act.place,
    )
