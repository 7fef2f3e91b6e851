"""Which classes are dates of one course: those with the same step and the same name.

Case and blanks are ignored. The database writes the key to `Bootcamp.course`, and every rule about
"another date" compares only that key.
"""

from django.db.models import CharField, F, Q, TextField, Value
from django.db.models.expressions import Func
from django.db.models.functions import Cast, Concat, Lower, Trim


def course_key() -> Func:
    """ "1 beginner bootcamp", of a class's own columns."""
    blanks, one = Value(r"\s+"), Value(" ")
    name = Func(F("name"), blanks, one, Value("g"), function="regexp_replace")
    return Concat(Cast("step", CharField()), one, Lower(Trim(name)), output_field=TextField())


def same_course(course: str, *, at: str = "") -> Q:
    """Filter classes, or related rows with a prefix (`at="bootcamp__"`), by course."""
    return Q(**{f"{at}course": course})
