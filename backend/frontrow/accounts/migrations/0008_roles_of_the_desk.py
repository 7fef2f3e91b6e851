"""Roles of a team. The wider rule holds for new rows at once; 0009 looks at those there before."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

ROLES = ["ADMIN", "SUPPORT", "FINANCE", "COACH", "STUDENT"]


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_email_requests")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="role",
            field=models.CharField(
                choices=[(role, role.title()) for role in ROLES],
                default="STUDENT",
                max_length=10,
            ),
        ),
        migrations.RemoveConstraint(model_name="user", name="users_role_known"),
        AddConstraintNotValid(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(role__in=ROLES), name="users_role_known"
            ),
        ),
    ]
