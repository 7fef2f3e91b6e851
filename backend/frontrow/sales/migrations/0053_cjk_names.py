"""Purchases by people with Chinese, Japanese and Korean names have an index of their own."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q

CJK = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0052_fill_begun_purchases")]
    operations = [
        AddIndexConcurrently(
            "purchase",
            models.Index(
                fields=["id"],
                condition=Q(customer_search__regex=CJK),
                name="purchases_cjk_names",
            ),
        ),
    ]
