"""The list of bootcamps: search, filters, order and pages, all in the database."""

from django.db.models import Case, Count, F, Q, QuerySet, Value, When
from django.db.models.functions import Now
from django.db.models.lookups import LessThanOrEqual

from frontrow.backoffice.bootcamps.desk import count_by_bootcamp, read_bootcamps
from frontrow.backoffice.bootcamps.schemas import (
    BootcampPageOut,
    CohortCountsOut,
    CohortOptionOut,
    CohortSort,
    CohortState,
)
from frontrow.catalogue.models import OFFERED, Bootcamp, BootcampStatus, BootcampType, Seat
from frontrow.catalogue.seats import FREE
from frontrow.core.local_days import local_day

OPTIONS = 20
_OVER, _AHEAD = Q(ends_at__lte=Now()), Q(ends_at__gt=Now())
_CANCELED = Q(canceled_at__isnull=False)
_DRAFT = Q(status=BootcampStatus.ACTIVE, published_at=None)
_STATES = {
    CohortState.AHEAD: _AHEAD & ~_DRAFT & ~_CANCELED,
    CohortState.OVER: _OVER & ~_DRAFT & ~_CANCELED,
    CohortState.DRAFT: _DRAFT,
    CohortState.CANCELED: _CANCELED,
}
# A canceled class counts as archived as soon as it is canceled.
_ACTIVE = Q(status=BootcampStatus.ACTIVE, canceled_at=None)
_TABS = {BootcampStatus.ACTIVE: _ACTIVE, BootcampStatus.ARCHIVED: ~_ACTIVE}


def list_page(
    *,
    search: str,
    status: BootcampStatus | None,
    kind: BootcampType | None,
    state: CohortState | None,
    sort: CohortSort | None,
    descending: bool,
    page: int,
    size: int,
) -> BootcampPageOut:
    """A page of bootcamps, in a fixed number of statements."""
    counts = Bootcamp.objects.aggregate(
        active=Count("pk", filter=_ACTIVE), archived=Count("pk", filter=~_ACTIVE)
    )
    found = find_bootcamps(search=search, status=status, kind=kind, state=state)
    total = found.count()
    first = (page - 1) * size
    ordered = _in_order(found, sort=sort, descending=descending)
    ids = list(ordered.values_list("pk", flat=True)[first : first + size]) if first < total else []
    rows = read_bootcamps(Bootcamp.objects.filter(pk__in=ids), counting=Q(bootcamp_id__in=ids))
    by_id = {row.id: row for row in rows}
    return BootcampPageOut(
        rows=[by_id[pk] for pk in ids if pk in by_id],
        total=total,
        counts=CohortCountsOut(**counts, all=counts["active"] + counts["archived"]),
    )


def find_bootcamps(
    *,
    search: str,
    status: BootcampStatus | None,
    kind: BootcampType | None,
    state: CohortState | None,
) -> QuerySet[Bootcamp]:
    """The bootcamps that match the list's filters, unordered."""
    found = _find(search)
    if status is not None:
        found = found.filter(_TABS[status])
    if kind is not None:
        found = found.filter(bootcamp_type=kind)
    if state is not None:
        found = found.filter(_STATES[state])
    return found


def list_options(*, search: str, on_sale: bool, chosen: int | None) -> list[CohortOptionOut]:
    """The first few matches in list order, with the selected one first."""
    found = _find(search)
    if on_sale:
        found = found.filter(OFFERED, starts_at__gt=Now())
    rows = list(_in_order(found, sort=None, descending=False)[:OPTIONS])
    if chosen is not None and all(row.pk != chosen for row in rows):
        rows = [*Bootcamp.objects.filter(pk=chosen), *rows]
    free = count_by_bootcamp(Seat.objects.filter(FREE, bootcamp__in=rows))
    return [
        CohortOptionOut(
            id=row.pk,
            name=row.name,
            start_date=row.starts_at,
            timezone=row.timezone,
            status=BootcampStatus(row.status),
            available_seats=free.get(row.pk, 0),
        )
        for row in rows
    ]


def _find(search: str) -> QuerySet[Bootcamp]:
    """Every word must match the name, the type or the day ("Thu, Nov 26, 2026"), in any order."""
    found = Bootcamp.objects.all()
    words = search.split()
    if words:
        found = found.alias(day=local_day("starts_at", "timezone"))
    for word in words:
        found = found.filter(
            Q(name__icontains=word) | Q(bootcamp_type__icontains=word) | Q(day__icontains=word)
        )
    return found


def _in_order(
    found: QuerySet[Bootcamp], *, sort: CohortSort | None, descending: bool
) -> QuerySet[Bootcamp]:
    """Upcoming classes, soonest first, then past ones, latest first, unless sorted otherwise."""
    if sort is None:
        return found.order_by(
            LessThanOrEqual(F("ends_at"), Now()),
            Case(When(_AHEAD, then=F("starts_at")), default=Value(None)),
            "-starts_at",
            "-pk",
        )
    by = {
        CohortSort.DATE: ("starts_at", "pk"),
        CohortSort.NAME: ("name", "starts_at", "pk"),
        CohortSort.PRICE: ("price", "starts_at", "pk"),
    }[sort]
    ordered = found.order_by(*by)
    return ordered.reverse() if descending else ordered
