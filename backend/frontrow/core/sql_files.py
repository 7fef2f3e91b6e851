"""Load the database's functions, triggers and views from `<area>/sql/<name>.sql`.

Each file can be run repeatedly. To change one, add a migration that loads it again: `operations =
[load_sql("sales/hold_seats")]`.
"""

from pathlib import Path

from django.db.migrations import RunSQL

AREAS = Path(__file__).parents[1]
# A function may refer to a table that a later file or migration creates.
UNCHECKED = "SET LOCAL check_function_bodies = off;\n"


def path_of(name: str) -> Path:
    """Map `catalogue/seat_enrollment` to `catalogue/sql/seat_enrollment.sql`."""
    area, _, file = name.partition("/")
    return AREAS / area / "sql" / f"{file}.sql"


def load_sql(name: str) -> RunSQL:
    return RunSQL(UNCHECKED + path_of(name).read_text(), RunSQL.noop)
