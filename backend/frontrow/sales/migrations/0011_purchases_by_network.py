"""Which payments a network has tried: asked at each new one, and at each decline."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0010_violations_between")]
    operations = [
        AddIndexConcurrently(
            model_name="purchase",
            index=models.Index(
                fields=["network_key"],
                condition=~models.Q(network_key=""),
                name="purchases_by_network",
            ),
        ),
    ]
