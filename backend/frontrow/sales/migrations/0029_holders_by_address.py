"""A guest's seats are found by the address they were handed to, built beside running sales."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0028_continued_once")]
    operations = [
        AddIndexConcurrently(
            "enrolment",
            models.Index(
                Lower("holder_email"),
                condition=models.Q(("holder_email", ""), _negated=True),
                name="enrolments_by_holder_email",
            ),
        ),
    ]
