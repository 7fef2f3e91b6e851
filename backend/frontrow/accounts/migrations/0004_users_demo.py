"""Finds the demo student without reading everybody with an account."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # Built beside people signing up, whom a transaction would have to lock out.
    atomic = False
    dependencies = [("accounts", "0003_letter_requests")]

    operations = [
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                condition=models.Q(("is_demo", True)), fields=["id"], name="users_demo"
            ),
        ),
    ]
