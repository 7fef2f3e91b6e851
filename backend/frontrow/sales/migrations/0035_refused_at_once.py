"""What a crowd asks of the database, in functions that keep their plans."""

from django.db import migrations

from frontrow.core.sql_files import LoadSql


class Migration(migrations.Migration):
    dependencies = [("sales", "0032_upgrades")]
    operations = [
        LoadSql("sales/may_hold", "1ee396f47931"),
        LoadSql("sales/wait_for_seats", "c6fa1584d6e8"),
    ]
