"""When an admin marked somebody as attended or absent; nobody has been so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sales", "0017_purchases_by_visitor")]
    operations = [
        migrations.AddField(
            model_name="purchaseitem",
            name="attendance_marked_at",
            field=models.DateTimeField(null=True),
        ),
    ]
