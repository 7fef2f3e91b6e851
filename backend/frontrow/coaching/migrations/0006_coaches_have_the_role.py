"""Whoever coaches and was a student until now gets the coach's role, and with it a desk."""

from typing import Any

from django.db import migrations


def give_role(apps: Any, schema_editor: Any) -> None:
    coaching = apps.get_model("coaching", "Coach").objects.values("user_id")
    users = apps.get_model("accounts", "User").objects
    users.filter(pk__in=coaching, role="STUDENT").update(role="COACH")


class Migration(migrations.Migration):
    dependencies = [
        ("coaching", "0005_coach_feed_and_reminders"),
        ("accounts", "0009_roles_are_known"),
    ]
    operations = [migrations.RunPython(give_role, migrations.RunPython.noop, elidable=True)]
