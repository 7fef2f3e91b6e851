"""What the database does by itself: seats match capacity, and taking one."""

from django.db import migrations

from frontrow.core.sql_files import load_sql


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0001_initial"),
    ]
    operations = [
        load_sql("catalogue/check_seats_match_capacity"),
        load_sql("catalogue/is_on_sale"),
        load_sql("catalogue/seat_is_free"),
        load_sql("catalogue/seat_is_open"),
        load_sql("catalogue/seat_enrollment"),
        load_sql("catalogue/seat_from_list"),
    ]
