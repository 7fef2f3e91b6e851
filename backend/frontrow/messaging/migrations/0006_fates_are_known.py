"""Looks at the rows that were there before the rule."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("messaging", "0005_waiting_search_and_fate")]
    operations = [ValidateConstraint(model_name="message", name="messages_fate_known")]
