"""Lets a username hold an @: sign-in asks whose address it is first."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_timezone_choice")]

    operations = [
        migrations.RemoveConstraint(model_name="user", name="users_username_no_at"),
    ]
