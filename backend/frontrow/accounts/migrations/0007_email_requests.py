"""A model's name in our code; the table keeps its own, so that running releases find it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_usernames_of_any_kind")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RenameModel("LetterRequest", "EmailRequest")],
        ),
    ]
