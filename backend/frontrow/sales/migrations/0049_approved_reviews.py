"""Reviews that an operator has read and chosen to show."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sales", "0048_code_use_indexes")]
    operations = [
        migrations.AddField("feedback", "approved_at", models.DateTimeField(null=True)),
    ]
