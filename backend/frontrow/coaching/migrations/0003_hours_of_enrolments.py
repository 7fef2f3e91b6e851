"""A private hour belongs to an enrolment: one for each, and no longer one for each purchase."""

from django.db import migrations, models

NO_LONGER_SAID = [
    migrations.RemoveConstraint("coachingsession", "coaching_one_per_purchase"),
]


class Migration(migrations.Migration):
    dependencies = [("coaching", "0002_bookable")]
    operations = [
        migrations.AddField("coachingsession", "enrolment_id", models.BigIntegerField(null=True)),
        migrations.SeparateDatabaseAndState(state_operations=NO_LONGER_SAID),
    ]
