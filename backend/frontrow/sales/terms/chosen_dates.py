"""The dates that a bundle's buyer chose for its bootcamps. A pure function."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from frontrow.catalogue.bundle_dates import stands_for, with_date
from frontrow.catalogue.models import Bootcamp
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid


def on_chosen_dates(
    *,
    parts: Sequence[Bootcamp],
    chosen: Mapping[int, int],
    found: Mapping[int, Bootcamp],
    owned_ids: Collection[int],
) -> list[Bootcamp]:
    """The bundle's parts on their chosen dates, or without a choice on the bundle's own dates.

    `chosen` maps members to dates, `found` has the published ones. Raises Invalid for a date that
    isn't the member's, and Conflict for dates that can't be attended.
    """
    dates = []
    for member in parts:
        wanted = chosen.get(member.pk, member.pk)
        date = member if wanted == member.pk else found.get(wanted)
        if date is None or not stands_for(date, member):
            raise Invalid(f"Choose one of the dates of {member.name} in this bundle.")
        if date is not member and date.pk in owned_ids:
            raise Conflict(f"You already own {with_date(date)}.", code=ErrorCode.ALREADY_OWNED)
        dates.append(date)
    if len({date.pk for date in dates}) < len(dates):
        raise Invalid("Choose a different date for each bootcamp.")
    _refuse_overlap(dates, set(chosen.values()))
    return dates


def _refuse_overlap(dates: Sequence[Bootcamp], chosen_ids: Collection[int]) -> None:
    """Raise Conflict if chosen dates overlap. Overlaps of the bundle's own dates are allowed."""
    for one, other in combinations(sorted(dates, key=lambda date: date.starts_at), 2):
        if not {one.pk, other.pk} & set(chosen_ids):
            continue
        if other.starts_at < one.ends_at:
            raise Conflict(
                f"{with_date(other)} overlaps with {one.name}. Choose another date.",
                code=ErrorCode.DATES_OVERLAP,
            )
