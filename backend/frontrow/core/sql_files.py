"""Database functions live in `.sql` files, so that history shows what changed and not a copy.

A migration names the digest of the text it loads. Where a file changes, the text before goes to
`earlier/`, under its digest, and a new migration loads the present one: a shop that comes from an
older release is served at each step by functions that know its tables as they are then. A function
keeps the arguments that the release before calls it with, so that going back needs nothing.
"""

import hashlib
from pathlib import Path
from typing import Any

from django.db.migrations.operations.base import Operation

AREAS = Path(__file__).parents[1]


def path_of(name: str) -> Path:
    """`catalogue/seat_enrolment` is `catalogue/sql/seat_enrolment.sql`."""
    area, _, function = name.partition("/")
    return AREAS / area / "sql" / f"{function}.sql"


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def text_of(name: str, digest: str) -> str:
    """The text with this digest, of today or of an earlier release."""
    present = path_of(name)
    if digest_of(present) == digest:
        return present.read_text()
    return (present.parent / "earlier" / f"{present.stem}.{digest}.sql").read_text()


class LoadSql(Operation):
    """Run the function's text that the digest names."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, name: str, digest: str) -> None:
        self.name = name
        self.digest = digest

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Functions are no part of the models."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        schema_editor.execute(text_of(self.name, self.digest), params=None)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """The newer function serves the older code."""

    def describe(self) -> str:
        return f"Load {self.name}.sql"
