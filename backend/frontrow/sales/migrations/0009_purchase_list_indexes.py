"""An index for each order of the admin's list, and one for its search."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Upper

GONE = [
    "purchases_newest",
    "purchases_by_state",
    "purchases_by_amount",
    "purchases_email_search",
    "purchases_name_search",
]
INDEXES = [
    models.Index(
        F("created_at").desc(), F("id").desc(), include=["listed_status"], name="purchases_newest"
    ),
    models.Index(
        F("total_amount").desc(),
        F("id").desc(),
        include=["listed_status"],
        name="purchases_by_amount",
    ),
    models.Index(
        Upper("customer_name"), "id", include=["listed_status"], name="purchases_by_customer"
    ),
    models.Index(
        Upper("package_name"), "id", include=["listed_status"], name="purchases_by_package"
    ),
    models.Index(
        "listed_status", F("created_at").desc(), F("id").desc(), name="purchases_by_status"
    ),
    GinIndex(OpClass(Upper("customer_search"), name="gin_trgm_ops"), name="purchases_search"),
]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0008_purchase_list")]
    operations = [
        *(RemoveIndexConcurrently(model_name="purchase", name=name) for name in GONE),
        *(AddIndexConcurrently(model_name="purchase", index=index) for index in INDEXES),
    ]
