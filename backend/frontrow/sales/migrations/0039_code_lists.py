"""Indexes for the desk's list of codes: found by letters, their uses in order, what they brought.

None on `uses`: it is counted up while a crowd buys, and each count would touch every index.
"""

from django.db import migrations

INDEXES = {
    "codes_search": """
        discount_codes USING gin (
            upper(code::text) gin_trgm_ops, upper(note::text) gin_trgm_ops,
            upper(for_email::text) gin_trgm_ops, upper(lot::text) gin_trgm_ops)
    """,
    "codes_by_lot": "discount_codes (lot) WHERE lot <> ''",
    "code_uses_newest": """
        code_uses (code_id, claimed_at DESC, id DESC) INCLUDE (amount, returned_at)
    """,
    # What a code brought is read off the index alone.
    "purchases_revenue_by_code": """
        purchases (code_id) INCLUDE (listed_status, total_amount, refunded_amount, user_id)
        WHERE code_id IS NOT NULL
    """,
}


class Migration(migrations.Migration):
    atomic = False
    # The letters are looked up by the extension that `accounts` installs.
    dependencies = [("sales", "0037_prices"), ("accounts", "0001_initial")]
    operations = [
        migrations.RunSQL(
            f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {what}",
            f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
        )
        for name, what in INDEXES.items()
    ]
