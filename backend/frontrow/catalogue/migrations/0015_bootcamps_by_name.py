"""Bootcamps found by letters of their names, so that the desk's search no longer reads them all."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    atomic = False
    # The letters are looked up by the extension that `accounts` installs.
    dependencies = [("catalogue", "0014_deleted_resources"), ("accounts", "0001_initial")]
    operations = [
        AddIndexConcurrently(
            model_name="bootcamp",
            index=GinIndex(
                OpClass(Upper("name"), name="gin_trgm_ops"), name="bootcamps_name_search"
            ),
        ),
    ]
