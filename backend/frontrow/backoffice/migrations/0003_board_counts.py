"""How many issues the board had, so that the desk's strip need not look at everything."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("backoffice", "0002_desk_notes")]

    operations = [
        migrations.CreateModel(
            name="BoardCount",
            fields=[
                (
                    "id",
                    models.SmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("issues", models.PositiveIntegerField()),
                ("counted_at", models.DateTimeField()),
            ],
            options={
                "db_table": "board_counts",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("pk", 1)), name="board_counts_one_row"
                    )
                ],
            },
        ),
    ]
