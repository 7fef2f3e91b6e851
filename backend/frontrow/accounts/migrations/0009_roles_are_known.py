"""Looks at the rows that were there before the rule."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_roles_of_the_desk")]
    operations = [ValidateConstraint(model_name="user", name="users_role_known")]
