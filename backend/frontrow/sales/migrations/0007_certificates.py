import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0004_seats_held"),
        ("sales", "0006_progress_and_calendar_feeds"),
    ]

    operations = [
        migrations.CreateModel(
            name="Certificate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12, unique=True)),
                ("holder_name", models.CharField(max_length=301)),
                ("bootcamp_name", models.CharField(max_length=255)),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("timezone", models.CharField(max_length=64)),
                (
                    "issued_at",
                    models.DateTimeField(
                        auto_now_add=True, db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "bootcamp",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="certificates",
                        to="catalogue.bootcamp",
                    ),
                ),
                (
                    "purchase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="certificates",
                        to="sales.purchase",
                    ),
                ),
            ],
            options={
                "db_table": "certificates",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("purchase", "bootcamp"), name="certificates_once_per_purchase"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("code__regex", "^[A-Z2-7]{12}$")),
                        name="certificates_code_form",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("revoked_at__isnull", False),
                            models.Q(("holder_name", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="certificates_valid_has_name",
                    ),
                ],
            },
        ),
    ]
