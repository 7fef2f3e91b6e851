from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("messaging", "0003_message_batches")]
    operations = [
        migrations.AddField(
            model_name="message",
            name="delivered_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="message",
            name="is_optional",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
