"""When a resource was deleted, so that it can be restored for a while. None is so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0013_serves_list")]
    operations = [
        migrations.AddField(
            model_name="resource",
            name="deleted_at",
            field=models.DateTimeField(null=True),
        ),
    ]
