"""Taking a seat as a function of the database, so that holding one can be a single call."""

from django.db import migrations

# A seat already this purchase's own is used again; else the lowest free one that nobody else is
# taking right now. Buyers of one bootcamp thus pass each other instead of queueing.
FORWARDS = """
CREATE FUNCTION take_seat(wanted_bootcamp bigint, for_purchase bigint, hold_for interval)
RETURNS integer LANGUAGE sql AS $$
    UPDATE seats SET purchase_id = for_purchase, held_until = now() + hold_for
    WHERE id = (
        SELECT s.id FROM seats s JOIN bootcamps b ON b.id = s.bootcamp_id
        WHERE s.bootcamp_id = wanted_bootcamp AND b.status = 'active' AND b.starts_at > now()
          AND (s.purchase_id IS NULL OR s.purchase_id = for_purchase OR s.held_until <= now())
        ORDER BY s.purchase_id = for_purchase DESC NULLS LAST, s.number
        LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    )
    RETURNING number
$$
"""


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0002_seats_match_capacity")]
    operations = [migrations.RunSQL(FORWARDS, "DROP FUNCTION take_seat")]
