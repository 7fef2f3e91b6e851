"""Which classes are dates of one course: those with the same step and the same name.

Case and blanks make no difference. The database writes the key, `Bootcamp.course`; every rule that
speaks of "another date" goes by it, and by nothing else.
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
    """Asked of classes; or, with the way to them (`at="bootcamp__"`), of what belongs to them."""
    return Q(**{f"{at}course": course})
