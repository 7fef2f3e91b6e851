"""Database functions live in `.sql` files, so that history shows what changed and not a copy.

A migration loads a file as it is now. Where a file changes, a new migration loads it once more and
names the digest of its text; a test compares. A function keeps the arguments that the release
before calls it with, so that going back needs nothing.
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


def digest_of(name: str) -> str:
    return hashlib.sha256(path_of(name).read_bytes()).hexdigest()[:12]


class LoadSql(Operation):
    """Run the file's present text; `digest` names it where this is its latest change."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, name: str, digest: str = "") -> None:
        self.name = name
        self.digest = digest

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Functions are no part of the models."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        # Of an old migration the newest text is loaded, which may name columns yet to come.
        schema_editor.execute("SET check_function_bodies = off")
        schema_editor.execute(path_of(self.name).read_text(), params=None)
        schema_editor.execute("SET check_function_bodies TO DEFAULT")

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """The newer function serves the older code."""

    def describe(self) -> str:
        return f"Load {self.name}.sql"
