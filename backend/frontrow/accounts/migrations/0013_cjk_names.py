"""Chinese, Japanese and Korean names have an index of their own."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q

CJK = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0012_codes_by_browser")]
    operations = [
        AddIndexConcurrently(
            "user",
            models.Index(
                fields=["id"],
                condition=Q(first_name__regex=CJK) | Q(last_name__regex=CJK),
                name="users_cjk_names",
            ),
        ),
    ]
