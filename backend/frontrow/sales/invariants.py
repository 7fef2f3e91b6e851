"""What must never be, read from the database's own view of it."""

from collections import Counter

from django.db import connection


def violations() -> list[tuple[str, str]]:
    """Each broken rule with its subject; empty when all is well."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT kind, subject FROM invariant_violations ORDER BY 1, 2")
        return [(str(kind), str(subject)) for kind, subject in cursor.fetchall()]


def violations_by_kind() -> Counter[str]:
    return Counter(kind for kind, _ in violations())
