"""Meetings kept in step with their bootcamps, and each attendee's own place in them."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Now

# The model cannot name Purchase (it stands above it); the database can.
FORWARDS = """
ALTER TABLE meeting_registrants ADD CONSTRAINT registrants_purchase_exists
    FOREIGN KEY (purchase_id) REFERENCES purchases (id) ON DELETE CASCADE
    DEFERRABLE INITIALLY DEFERRED;
"""
BACKWARDS = "ALTER TABLE meeting_registrants DROP CONSTRAINT registrants_purchase_exists;"


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0004_seats_held"), ("sales", "0001_initial")]
    operations = [
        migrations.AddField("bootcamp", "meeting_due_at", models.DateTimeField(null=True)),
        migrations.AddField("bootcamp", "meeting_claimed_until", models.DateTimeField(null=True)),
        migrations.AddField(
            "bootcamp", "meeting_failures", models.PositiveIntegerField(db_default=0, default=0)
        ),
        migrations.AddField("bootcamp", "meeting_ended_at", models.DateTimeField(null=True)),
        migrations.CreateModel(
            name="MeetingEvent",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("type", models.CharField(max_length=64)),
                ("received_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
            ],
            options={
                "db_table": "meeting_events",
                "indexes": [models.Index(fields=["received_at"], name="meeting_events_by_age")],
            },
        ),
        migrations.CreateModel(
            name="MeetingRegistrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("purchase_id", models.BigIntegerField()),
                ("meeting_id", models.CharField(max_length=64)),
                ("registrant_id", models.CharField(max_length=255)),
                ("join_url", models.URLField(max_length=512)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                (
                    "bootcamp",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registrants",
                        to="catalogue.bootcamp",
                    ),
                ),
            ],
            options={
                "db_table": "meeting_registrants",
                "indexes": [
                    models.Index(
                        fields=["meeting_id", "registrant_id"], name="registrants_by_meeting"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("bootcamp", "purchase_id"), name="registrants_one_per_purchase"
                    )
                ],
            },
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
