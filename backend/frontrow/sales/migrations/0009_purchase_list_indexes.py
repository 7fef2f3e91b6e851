"""An index for each order of the admin's list, for its search, and for one purchase's story."""

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
    models.Index("customer_key", "id", include=["listed_status"], name="purchases_by_customer"),
    models.Index("package_key", "id", include=["listed_status"], name="purchases_by_package"),
    models.Index(
        "listed_status", F("created_at").desc(), F("id").desc(), name="purchases_by_status"
    ),
    GinIndex(OpClass(Upper("customer_search"), name="gin_trgm_ops"), name="purchases_search"),
]


# Pages far down are counted off in an index alone only while the table is tidy: a changed page is
# looked up row by row until it has been vacuumed.
TIDY = """
ALTER TABLE purchases SET (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)
"""
AS_USUAL = """
ALTER TABLE purchases RESET (
    autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("sales", "0008_purchase_list")]
    operations = [
        *(RemoveIndexConcurrently(model_name="purchase", name=name) for name in GONE),
        *(AddIndexConcurrently(model_name="purchase", index=index) for index in INDEXES),
        AddIndexConcurrently(
            model_name="stripeevent",
            index=models.Index(fields=["object_id"], name="stripe_events_by_object"),
        ),
        migrations.RunSQL(TIDY, AS_USUAL),
    ]
