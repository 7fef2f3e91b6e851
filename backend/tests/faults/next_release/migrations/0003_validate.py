"""The old rows are looked at, under a lock that lets everybody write on."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations

from tests.faults.next_release.elsewhere import In


class Migration(migrations.Migration):
    dependencies = [("next_release", "0002_index")]
    operations = [In("sales", ValidateConstraint("purchase", "purchases_campaign_said"))]
