"""Each browser has its own sign-in code: a stranger's ask ends no other."""

from django.db import migrations, models


class Migration(migrations.Migration):
    # An index is dropped beside running requests.
    atomic = False

    dependencies = [("accounts", "0011_email_kinds_are_known")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS sign_in_codes_one_live_each")
            ],
            state_operations=[
                migrations.RemoveConstraint("signincode", "sign_in_codes_one_live_each")
            ],
        ),
        migrations.AddField(
            model_name="signincode",
            name="device",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
    ]
