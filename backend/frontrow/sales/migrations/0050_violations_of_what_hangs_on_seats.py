"""Coaching, certificates and meeting places whose seat has ended are found as violations."""

from django.db import migrations

from frontrow.core.sql_files import LoadSql


class Migration(migrations.Migration):
    dependencies = [
        ("sales", "0049_approved_reviews"),
        ("coaching", "0007_kept_until"),
    ]
    operations = [LoadSql("sales/violations_between", "ab085c0c019f")]
