"""What the database does by itself: the audit log refuses changes."""

from django.db import migrations

from frontrow.core.sql_files import load_sql


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]
    operations = [
        load_sql("accounts/refuse_audit_change"),
    ]
