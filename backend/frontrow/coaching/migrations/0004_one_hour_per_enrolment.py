"""Each enrolment has one private hour; built beside running sales."""

from importlib import import_module

from django.db import migrations

seats = import_module("frontrow.catalogue.migrations.0009_one_seat_per_enrolment")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("coaching", "0003_hours_of_enrolments"),
        ("catalogue", "0009_one_seat_per_enrolment"),
    ]
    operations = [
        *seats.unique(
            "coaching_sessions",
            "coaching_one_per_enrolment",
            seats.one_each("coachingsession", "coaching_one_per_enrolment"),
        ),
        *seats.exists("coaching_sessions", "coaching_enrolment_exists"),
    ]
