"""Looks at the rows that were there before the wider rule."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_sign_in_codes")]
    operations = [ValidateConstraint(model_name="emailrequest", name="letter_requests_kind_known")]
