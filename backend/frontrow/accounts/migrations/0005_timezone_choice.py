"""Where a person's time zone comes from: their browser, their own choice, or nowhere."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_users_demo")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="timezone_choice",
            field=models.CharField(
                blank=True,
                choices=[
                    ("automatic", "Automatic"),
                    ("chosen", "Chosen"),
                    ("bootcamp", "Bootcamp"),
                ],
                db_default="",
                default="",
                max_length=9,
            ),
        ),
    ]
