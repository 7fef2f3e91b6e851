"""A day in the row's own time zone, formatted by the database so that people can search for it."""

from django.db.models import CharField, Expression, F, Func, Value
from django.db.models.functions import Replace

from frontrow.core.zones import COMPUTED_AS


class _InZone(Func):
    function = "to_char"
    arg_joiner = " AT TIME ZONE "
    template = "%(function)s(%(expressions)s, 'Dy, Mon FMDD, YYYY')"
    output_field = CharField()


def local_day(instant: str, timezone: str) -> Func:
    """Format as "Thu, Nov 26, 2026", from the columns of an instant and its zone."""
    known: F | Expression = F(timezone)
    # Zone names that people use and the database doesn't have.
    for ours, theirs in COMPUTED_AS.items():
        known = Replace(known, Value(ours), Value(theirs))
    return _InZone(F(instant), known)
