"""Finds what a browser has bought without reading every purchase, and drops what serves nobody."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# Django makes it beside every unique text for searches by its beginning; nobody searches so.
DROP = """
DROP INDEX CONCURRENTLY IF EXISTS purchases_stripe_payment_intent_id_59164786_like
"""
MAKE = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_stripe_payment_intent_id_59164786_like
    ON purchases (stripe_payment_intent_id varchar_pattern_ops)
"""


class Migration(migrations.Migration):
    # Built beside running sales, which a transaction would have to lock out.
    atomic = False
    dependencies = [("sales", "0016_holds_leave_seats_free")]
    operations = [
        AddIndexConcurrently(
            model_name="purchase",
            index=models.Index(
                condition=~models.Q(checkout_key=""),
                fields=["checkout_key"],
                name="purchases_by_visitor",
            ),
        ),
        migrations.RunSQL(DROP, MAKE),
    ]
