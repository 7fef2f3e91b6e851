"""When a draft goes on sale by the clock. None has a time so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0011_seats_need_enrolments")]
    operations = [
        migrations.AddField(
            model_name="bootcamp",
            name="publish_at",
            field=models.DateTimeField(null=True),
        ),
    ]
