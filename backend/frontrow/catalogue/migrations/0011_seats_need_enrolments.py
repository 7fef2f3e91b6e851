"""What sales 0023 sees to in the database: a hold has its enrolment, and so has a place."""

from django.db import migrations, models

HELD_BY_SOMEBODY = models.CheckConstraint(
    condition=models.Q(held_until__isnull=True) | models.Q(enrolment_id__isnull=False),
    name="seats_hold_has_holder",
)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0010_free_by_enrolment")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "meetingregistrant", "enrolment_id", models.BigIntegerField()
                ),
                migrations.AddConstraint("seat", HELD_BY_SOMEBODY),
            ]
        )
    ]
