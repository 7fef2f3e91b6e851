"""The buyer's time zone, and having joined as something else than having attended."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sales", "0014_violations_of_movements")]

    operations = [
        migrations.AddField(
            model_name="purchase",
            name="buyer_timezone",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="purchaseitem",
            name="joined_at",
            field=models.DateTimeField(null=True),
        ),
    ]
