"""Drafts: a bootcamp without a publishing time is not on sale. All there are so far are."""

import django.db.models.functions.datetime
from django.db import migrations, models

TAKE_SEAT = """
CREATE OR REPLACE FUNCTION take_seat(wanted_bootcamp bigint, for_purchase bigint, hold_for interval)
RETURNS integer LANGUAGE sql AS $$
    UPDATE seats SET purchase_id = for_purchase, held_until = now() + hold_for
    WHERE id = (
        SELECT s.id FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id
        WHERE s.bootcamp_id = wanted_bootcamp AND b.status = 'active' AND {} b.starts_at > now()
          AND (s.purchase_id IS NULL OR s.purchase_id = for_purchase OR s.held_until <= now())
        ORDER BY s.purchase_id = for_purchase DESC NULLS LAST, s.number
        LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    )
    RETURNING number
$$
"""


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0006_uploads")]
    operations = [
        migrations.AddField(
            model_name="bootcamp",
            name="published_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), null=True
            ),
        ),
        migrations.RunSQL(TAKE_SEAT.format("b.published_at IS NOT NULL AND"), TAKE_SEAT.format("")),
    ]
