"""Functions, triggers and views of the database live in `<area>/sql/<name>.sql`.

Each file may be run again. Where one changes, a new migration loads it again:
`operations = [load_sql("sales/hold_seats")]`.
"""

from pathlib import Path

from django.db.migrations import RunSQL

AREAS = Path(__file__).parents[1]
# A function may name a table that a later file or migration makes.
UNCHECKED = "SET LOCAL check_function_bodies = off;\n"


def path_of(name: str) -> Path:
    """`catalogue/seat_enrollment` is `catalogue/sql/seat_enrollment.sql`."""
    area, _, file = name.partition("/")
    return AREAS / area / "sql" / f"{file}.sql"


def load_sql(name: str) -> RunSQL:
    return RunSQL(UNCHECKED + path_of(name).read_text(), RunSQL.noop)
