"""`manage.py export_api`: writes what the frontend is generated from.

Both files are committed and CI rebuilds them, so that the two sides cannot drift.
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

# The operator's texts that pages are built with.
SITE_SETTINGS = (
    "LEGAL_UPDATED_ON",
    "OPERATOR_ADDRESS",
    "OPERATOR_NAME",
    "SEATS_BADGE",
    "SITE_NAME",
    "SITE_URL",
    "SUPPORT_EMAIL",
)


class Command(BaseCommand):
    help = "Write backend/openapi.json and the frontend's site defaults."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say if they are current")

    def handle(self, *args: Any, **options: Any) -> None:
        repository = Path(settings.BASE_DIR)
        # By name, because the API is wired above this rung.
        api = import_string("config.api.api")
        fields = type(settings.ENV).model_fields
        documents = {
            "backend/openapi.json": api.get_openapi_schema(),
            "frontend/src/api/site-defaults.json": {
                name: fields[name].default for name in SITE_SETTINGS
            },
        }
        for name, document in documents.items():
            path = repository / name
            text = json.dumps(document, indent=2, sort_keys=True) + "\n"
            if not options["check"]:
                path.write_text(text)
            elif path.read_text() != text:
                raise CommandError(f"{name} is out of date: run `make api`")
