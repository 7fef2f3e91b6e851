"""A coach's calendar feed, and when a student was last reminded to book."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("coaching", "0004_one_hour_per_enrolment")]
    operations = [
        migrations.AddField(
            "coach", "feed_version", models.PositiveIntegerField(db_default=1, default=1)
        ),
        migrations.AddField("coachingsession", "reminded_at", models.DateTimeField(null=True)),
    ]
