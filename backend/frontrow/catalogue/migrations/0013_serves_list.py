"""Whether free seats belong to the waiting list, and which are offered. Nobody waits so far."""

from django.db import migrations, models

from frontrow.core.sql_files import LoadSql


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0012_publish_at")]
    operations = [
        migrations.AddField(
            model_name="bootcamp",
            name="serves_list",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="is_offered",
            field=models.BooleanField(db_default=False, default=False),
        ),
        LoadSql("catalogue/seat_is_open", "af9c3b7a5a5d"),
        LoadSql("catalogue/seat_from_list", "d5599e0faf17"),
        LoadSql("catalogue/seat_enrolment", "7cc7bee44368"),
    ]
