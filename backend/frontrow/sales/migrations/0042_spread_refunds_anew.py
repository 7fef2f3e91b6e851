"""What goes back of a bootcamp stays within its share, whatever was claimed or credited beside."""

from django.db import migrations

from frontrow.core.sql_files import LoadSql


class Migration(migrations.Migration):
    dependencies = [("sales", "0041_class_day")]
    operations = [
        LoadSql("sales/spread_back", "62d99c58437b"),
        LoadSql("sales/fill_refund_lines", "24f4cbffc082"),
    ]
