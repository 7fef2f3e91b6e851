"""The data map is true: every table is in it, and every column that could hold words of people."""

import re

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from procrastinate.contrib.django import app

from config.environment import REPOSITORY
from frontrow.backoffice.retention import RETENTION

PAGE = (REPOSITORY / "docs/reference/privacy.md").read_text()
PERSONAL, _, REST = PAGE.partition("## Tables without personal data")
OF_PEOPLE = dict(re.findall(r"^\| `(\w+)` \| (.*)$", PERSONAL, re.MULTILINE))
OF_NOBODY = set(re.findall(r"`(\w+)`", REST.partition("## What runs")[0]))
MODELS = {
    model._meta.db_table: model
    for model in apps.get_models(include_auto_created=True)
    if model._meta.app_label != "django_migration_linter"
}
WORDS = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)


def test_every_table_stands_in_exactly_one_list() -> None:
    assert sorted([*OF_PEOPLE, *OF_NOBODY]) == sorted(MODELS)


@pytest.mark.parametrize("table", sorted(OF_PEOPLE))
def test_every_column_that_can_hold_words_is_explained(table: str) -> None:
    columns = {
        field.column
        for field in MODELS[table]._meta.local_concrete_fields
        if isinstance(field, WORDS)
        or (isinstance(field, models.GeneratedField) and isinstance(field.output_field, WORDS))
    }
    assert columns - set(re.findall(r"`(\w+)`", OF_PEOPLE[table])) == set()


def test_what_the_page_says_runs_each_night_does() -> None:
    listed = dict(re.findall(r"^\| `([\w.]+)` \| (\d\d:\d\d) \|", PAGE, re.MULTILINE))
    for module in settings.PROCRASTINATE_IMPORT_PATHS:
        __import__(module)
    periodic = app.periodic_registry.periodic_tasks.values()
    ticks = {each.task.name: each.cron for each in periodic}
    nightly = {
        name: f"{int(cron.split()[1]):02}:{int(cron.split()[0]):02}"
        for name, cron in ticks.items()
        if re.fullmatch(r"\d+ \d+ \* \* \*", cron)
    }
    assert listed == nightly


def test_the_page_has_the_table_of_what_is_forgotten() -> None:
    listed = re.findall(
        r"^\| .* \| `\w+` \| .* \| .* \|$", PAGE.partition("## What is forgotten")[2], re.MULTILINE
    )
    assert listed == [
        f"| {kept.what} | `{kept.rows.model._meta.db_table}`"
        f" | {'at once' if kept.after == '0 days' else kept.after} | {kept.then} |"
        for kept in RETENTION
    ]


def test_a_table_says_so_where_its_rows_are_forgotten() -> None:
    says_so = {table for table, row in OF_PEOPLE.items() if "`backoffice.retention`" in row}
    assert says_so == {kept.rows.model._meta.db_table for kept in RETENTION} - OF_NOBODY
