"""Makes hours bookable: the buffer after an hour is the database's to keep, as the hour is.

An exclusion constraint cannot be added unvalidated, so its index is built while the table is
locked. Until this release nothing could be booked: only booked hours are in that index, so there
is next to nothing to build.
"""

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields.ranges import DateTimeRangeField, RangeBoundary
from django.db import migrations, models
from django.db.models.functions import Greatest


def time_between(start, end):
    return models.Func(
        start, end, RangeBoundary(), function="TSTZRANGE", output_field=DateTimeRangeField()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0004_seats_held"),
        ("coaching", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField(
            model_name="coachingsession",
            name="busy_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="coachingsession",
            name="schedule_version",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RemoveConstraint(
            model_name="coachingsession", name="coaching_no_double_booking"
        ),
        migrations.AddConstraint(
            model_name="coachingsession",
            constraint=ExclusionConstraint(
                name="coaching_no_double_booking",
                condition=models.Q(("status", "scheduled")),
                expressions=[
                    ("coach", "="),
                    (
                        time_between(models.F("scheduled_at"), Greatest("ends_at", "busy_until")),
                        "&&",
                    ),
                ],
            ),
        ),
        migrations.AddConstraint(
            model_name="coachingsession",
            constraint=ExclusionConstraint(
                name="coaching_student_in_one_place",
                condition=models.Q(("status", "scheduled")),
                expressions=[
                    ("user", "="),
                    (time_between(models.F("scheduled_at"), models.F("ends_at")), "&&"),
                ],
            ),
        ),
    ]
