"""Seats and places in meetings belong to an enrolment; until the next release, to its purchase too.

The release before this one knows only the purchase: triggers (sales 0019) keep both the same.
"""

from django.db import migrations, models

NO_LONGER_SAID = [
    migrations.RemoveConstraint("seat", "seats_one_per_purchase"),
    migrations.RemoveConstraint("seat", "seats_hold_has_holder"),
    migrations.RemoveField("seat", "purchase_id"),
    migrations.RemoveConstraint("meetingregistrant", "registrants_one_per_purchase"),
    migrations.RemoveField("meetingregistrant", "purchase_id"),
]


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0007_published_at")]
    operations = [
        migrations.AddField("seat", "enrolment_id", models.BigIntegerField(null=True)),
        migrations.AddField("meetingregistrant", "enrolment_id", models.BigIntegerField(null=True)),
        migrations.SeparateDatabaseAndState(state_operations=NO_LONGER_SAID),
    ]
