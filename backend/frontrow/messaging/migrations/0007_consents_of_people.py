"""A consent is a person's, not a number's: two people may type the same one."""

from django.conf import settings
from django.db import migrations, models

ONE_IN_FORCE = models.UniqueConstraint(
    fields=["phone", "user", "purchase_id"],
    condition=models.Q(withdrawn_at__isnull=True),
    nulls_distinct=False,
    name="sms_consents_one_each",
)


class Migration(migrations.Migration):
    # The index is built beside people who buy, whom a transaction would have to lock out.
    atomic = False
    dependencies = [
        ("messaging", "0006_fates_are_known"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="smsconsent", name="purchase_id", field=models.BigIntegerField(null=True)
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddConstraint(model_name="smsconsent", constraint=ONE_IN_FORCE)
            ],
            database_operations=[
                migrations.RunSQL(
                    "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS sms_consents_one_each"
                    " ON sms_consents (phone, user_id, purchase_id) NULLS NOT DISTINCT"
                    " WHERE withdrawn_at IS NULL",
                    "DROP INDEX CONCURRENTLY IF EXISTS sms_consents_one_each",
                )
            ],
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(
                    model_name="smsconsent", name="sms_consents_one_in_force"
                )
            ],
            database_operations=[
                migrations.RunSQL(
                    "DROP INDEX CONCURRENTLY IF EXISTS sms_consents_one_in_force",
                    migrations.RunSQL.noop,
                )
            ],
        ),
    ]
