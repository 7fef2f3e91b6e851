"""Until when an hour is kept beyond its ordinary end, after we canceled its time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("coaching", "0006_coaches_have_the_role")]
    operations = [
        migrations.AddField("coachingsession", "kept_until", models.DateTimeField(null=True)),
    ]
