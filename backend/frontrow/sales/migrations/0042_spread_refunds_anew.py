"""What is refunded of one bootcamp stays within its share when a claim beside it comes to less."""

from django.db import migrations

from frontrow.core.sql_files import LoadSql


class Migration(migrations.Migration):
    dependencies = [("sales", "0041_class_day")]
    operations = [LoadSql("sales/fill_refund_lines", "24f4cbffc082")]
