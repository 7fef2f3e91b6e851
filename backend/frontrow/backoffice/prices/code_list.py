"""The list of discount codes, and one code's record with its uses and its revenue.

Search, filters and pages run in the database. A code's revenue is a sum over its purchases, read
from a partial index in the same statement as the rows.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from pydantic import TypeAdapter

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.accounts.rights import Right, may
from frontrow.backoffice.prices.schemas import (
    CodeAudience,
    CodeListQuery,
    CodeOut,
    CodePageOut,
    CodeRecordOut,
    CodeSort,
    CodeState,
    CodeUseOut,
    CodeUsePageOut,
)
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.core import counting
from frontrow.core.csv_files import csv_lines
from frontrow.core.errors import NotFound
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.models import CodeKind, CodeUse, DiscountCode
from frontrow.sales.terms.personal_codes import MASKED

PAGE_SIZE = 20
COLUMNS = ["Code", "Discount", "Ends (UTC)", "State", "Used", "Note", "Link"]

# A paused code without remaining uses is shown as paused. The demo student's purchases don't count.
_ROWS = """
SELECT c.id, c.code, c.kind, c.value,
    CASE WHEN NOT c.is_active OR c.stopped_at IS NOT NULL THEN 'paused'
         WHEN c.max_uses IS NOT NULL AND c.uses >= c.max_uses THEN 'used_up'
         WHEN c.ends_at IS NOT NULL AND c.ends_at <= now() THEN 'ended'
         WHEN c.starts_at IS NOT NULL AND c.starts_at > now() THEN 'upcoming'
         ELSE 'active' END AS state,
    c.is_active AND c.stopped_at IS NULL AS is_active, c.starts_at, c.ends_at,
    c.max_uses, c.per_person, c.uses, c.for_email, c.note, c.lot, c.works_with_steps,
    c.created_at, (
        SELECT coalesce(sum(p.total_amount - p.refunded_amount), 0.00) FROM purchases p
        WHERE p.code_id = c.id AND p.listed_status IN ('completed', 'refunded')
        AND (p.user_id IS NULL OR p.user_id <> ALL (
            ARRAY(SELECT id FROM users WHERE is_demo)))
    ) AS revenue, (
        SELECT coalesce(json_agg(json_build_object(
            'name', coalesce(b.name, bu.name),
            'bundle_id', s.bundle_id,
            'cohort', CASE WHEN b.id IS NOT NULL THEN json_build_object(
                'id', b.id, 'start_date', b.starts_at, 'timezone', b.timezone) END
        ) ORDER BY b.starts_at, s.id), '[]') FROM code_scopes s
        LEFT JOIN bootcamps b ON b.id = s.bootcamp_id
        LEFT JOIN bundles bu ON bu.id = s.bundle_id
        WHERE s.code_id = c.id
    ) AS scopes{more}
FROM discount_codes c WHERE c.id = ANY (%s)
"""
_LIST = _ROWS.format(more="")
_RECORD = _ROWS.format(
    more=""",
    (SELECT coalesce(sum(u.amount), 0.00) FROM code_uses u WHERE u.code_id = c.id) AS discounted,
    (SELECT count(u.returned_at) FROM code_uses u WHERE u.code_id = c.id) AS returned,
    (SELECT coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)
        FROM users u WHERE u.id = c.created_by_id) AS created_by"""
)
_answers = TypeAdapter(list[CodeOut])

_LIVE = Q(is_active=True, stopped_at=None)
_USED_UP = Q(max_uses__isnull=False, uses__gte=F("max_uses"))
_ENDED = Q(ends_at__lte=Now())
_UPCOMING = Q(starts_at__gt=Now())
_LEFT = Q(max_uses=None) | Q(uses__lt=F("max_uses"))
_NOT_ENDED = Q(ends_at=None) | Q(ends_at__gt=Now())
_BEGUN = Q(starts_at=None) | Q(starts_at__lte=Now())
_STATES = {
    CodeState.PAUSED: ~_LIVE,
    CodeState.USED_UP: _LIVE & _USED_UP,
    CodeState.ENDED: _LIVE & _LEFT & _ENDED,
    CodeState.UPCOMING: _LIVE & _LEFT & _NOT_ENDED & _UPCOMING,
    CodeState.ACTIVE: _LIVE & _LEFT & _NOT_ENDED & _BEGUN,
}
_AUDIENCES = {
    CodeAudience.EVERYBODY: Q(for_email="", lot=""),
    CodeAudience.PERSONAL: ~Q(for_email=""),
    CodeAudience.GENERATED: ~Q(lot=""),
}


def list_codes(*, asked: CodeListQuery, reader: User) -> CodePageOut:
    """A page of codes, in three statements."""
    found = find_codes(asked, reader=reader)
    # First without an order: with one, PostgreSQL may walk the whole index to find twenty rare
    # matches.
    seen = list(found.values_list("pk", flat=True)[: counting.COUNTED_UP_TO + 1])
    total, is_exact = counting.capped(len(seen))
    if is_exact:
        found = DiscountCode.objects.filter(pk__in=seen)
    first = (asked.page - 1) * PAGE_SIZE
    ids = (
        list(_in_order(found, asked).values_list("pk", flat=True)[first : first + PAGE_SIZE])
        if first < total
        else []
    )
    return CodePageOut(
        rows=_answers.validate_python([_masked(row, reader) for row in _read(_LIST, ids)]),
        total=total,
        total_is_exact=is_exact,
        timezone=settings.ENV.OPERATOR_TIME_ZONE,
    )


def shown_code(code: str, for_email: str, *, reader: User) -> str:
    """A personal code is worth money, so it is shown in full only to users who can create codes."""
    return MASKED if for_email and not may(reader, Right.CATALOGUE) else code


def find_codes(asked: CodeListQuery, *, reader: User) -> QuerySet[DiscountCode]:
    """Every word must match the code, its note, its person's address or its batch's name."""
    shown = Q() if may(reader, Right.CATALOGUE) else Q(for_email="")
    found = DiscountCode.objects.all()
    if asked.state:
        found = found.filter(_STATES[asked.state])
    if asked.audience:
        found = found.filter(_AUDIENCES[asked.audience])
    if asked.lot:
        found = found.filter(lot=asked.lot)
    for word in asked.search.split():
        found = found.filter(
            Q(shown, code__icontains=word)
            | Q(note__icontains=word)
            | Q(for_email__icontains=word)
            | Q(lot__icontains=word)
        )
    return found


def show_code(*, code_id: int, reader: User) -> CodeRecordOut:
    """One code, in one statement."""
    rows = _read(_RECORD, [code_id])
    if not rows:
        raise NotFound("Code not found")
    [row] = rows
    return CodeRecordOut.model_validate(
        {
            **_masked(row, reader),
            "created_by": row["created_by"] or "",
            "timezone": settings.ENV.OPERATOR_TIME_ZONE,
        }
    )


def list_uses(*, code_id: int, page: int) -> CodeUsePageOut:
    """The purchases made with a code, newest first."""
    if not DiscountCode.objects.filter(pk=code_id).exists():
        raise NotFound("Code not found")
    uses = CodeUse.objects.filter(code_id=code_id)
    total, is_exact = counting.count_rows(uses)
    first = (page - 1) * PAGE_SIZE
    rows = (
        uses.select_related("purchase__user", "purchase__bootcamp").order_by("-claimed_at", "-id")
        if first < total
        else uses.none()
    )
    return CodeUsePageOut(
        rows=[_use_out(use) for use in rows[first : first + PAGE_SIZE]],
        total=total,
        total_is_exact=is_exact,
    )


def export_lot(*, by: Actor, lot: str) -> Iterator[str]:
    """A batch's codes as CSV lines, to hand out."""
    codes = list(DiscountCode.objects.filter(lot=lot).order_by("code")) if lot else []
    if not codes:
        raise NotFound("No codes were generated under this name")
    audit.record(
        by=by,
        action="exported codes",
        subject_type="codes",
        subject_id=lot,
        count=len(codes),
    )
    states = {row["id"]: row["state"] for row in _read(_LIST, [code.pk for code in codes])}
    return csv_lines(COLUMNS, (_cells(code, states[code.pk]) for code in codes))


def worth(code: DiscountCode) -> str:
    """15%, or $50.00: the discount."""
    if code.kind == CodeKind.PERCENT:
        return f"{code.value.normalize():f}%"
    return f"${code.value:,.2f}"


def _cells(code: DiscountCode, state: str) -> list[object]:
    return [
        code.code,
        worth(code),
        f"{code.ends_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}" if code.ends_at else "",
        state.replace("_", " "),
        code.uses,
        code.note,
        f"{settings.SITE_URL}/?code={code.code}",
    ]


def _in_order(found: QuerySet[DiscountCode], asked: CodeListQuery) -> QuerySet[DiscountCode]:
    down = asked.descending
    match asked.sort:
        case CodeSort.CODE:
            return found.order_by("-code" if down else "code")
        case CodeSort.USES:
            return found.order_by(*(("-uses", "-id") if down else ("uses", "id")))
        case CodeSort.ENDS:
            # Codes without an end come last in both directions.
            ends = F("ends_at")
            by = ends.desc(nulls_last=True) if down else ends.asc(nulls_last=True)
            return found.order_by(by, "-id" if down else "id")
        case CodeSort.DATE:
            newest = ("-created_at", "-id") if down else ("created_at", "id")
            return found.order_by(*newest)


def _read(statement: str, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Load the rows with these ids, in this order, in one statement."""
    if not ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement, [list(ids)])
        names = [column.name for column in cursor.description or ()]
        found = {row[0]: dict(zip(names, row, strict=True)) for row in cursor.fetchall()}
    return [found[pk] for pk in ids if pk in found]


def _masked(row: dict[str, Any], reader: User) -> dict[str, Any]:
    return {**row, "code": shown_code(row["code"], row["for_email"], reader=reader)}


def _use_out(use: CodeUse) -> CodeUseOut:
    purchase = use.purchase
    return CodeUseOut(
        purchase_id=purchase.pk,
        receipt_number=receipt_number(purchase.pk),
        user_id=purchase.user_id,
        customer=purchase.customer_name,
        email=purchase.buyer_email,
        package_name=purchase.package_name,
        cohort=cohort_of(purchase.bootcamp) if purchase.bootcamp else None,
        discount=use.amount,
        paid=purchase.total_amount,
        refunded=purchase.refunded_amount,
        used_at=use.claimed_at,
        returned_at=use.returned_at,
    )
