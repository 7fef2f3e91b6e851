"""Leave to upload, one row for each signed address."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0005_meetings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Upload",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=255, unique=True)),
                ("storage_key", models.CharField(blank=True, max_length=255)),
                ("content_type", models.CharField(blank=True, max_length=127)),
                ("file_size", models.BigIntegerField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                ("attached_at", models.DateTimeField(null=True)),
                (
                    "uploader",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "uploads",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("content_type", ""), ("file_size__isnull", True)),
                            models.Q(
                                ("file_size__gt", 0),
                                ("file_size__isnull", False),
                                models.Q(("content_type", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="uploads_announced_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("attached_at__isnull", True),
                            models.Q(("storage_key", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="uploads_attached_has_place",
                    ),
                ],
            },
        ),
    ]
