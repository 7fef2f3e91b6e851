"""`manage.py export_api`: write the OpenAPI document and two reference pages.

The frontend's types are generated from the document. The files are committed, and CI fails if they
don't match the code.
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from frontrow.core.api_reference import write_reference

# The operator's texts, which the pages are built with.
SITE_SETTINGS = (
    "LEGAL_UPDATED_ON",
    "OPERATOR_ADDRESS",
    "OPERATOR_NAME",
    "OPERATOR_TIME_ZONE",
    "SEATS_BADGE",
    "SITE_NAME",
    "SITE_URL",
    "SUPPORT_EMAIL",
)
REFERENCE_HEAD = """# Settings

Settings are read from the environment, or from `.env` in the repository's root. `make api`
generates this page from `backend/config/environment.py`, so change them there. In production, a
start with an unsafe value is refused with an error that says why.

A secret can instead be a file named as the setting, in `/run/secrets` or in the folder that
`SECRETS_FOLDER` names. Environment variables take precedence.

| Setting | Default | What it does |
|---|---|---|
"""


class Command(BaseCommand):
    help = "Write the API document and page, the site defaults, and the settings page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say if they are current")

    def handle(self, *args: Any, **options: Any) -> None:
        repository = Path(settings.BASE_DIR)
        # Imported by name, because the API is defined in a higher layer.
        api = import_string("config.api.api")
        fields = type(settings.ENV).model_fields
        openapi = _as_json(api.get_openapi_schema())
        documents = {
            "backend/openapi.json": openapi,
            "docs/api.md": write_reference(json.loads(openapi)),
            "frontend/src/api/site-defaults.json": _as_json(
                {name: fields[name].default for name in SITE_SETTINGS}
            ),
            "docs/settings.md": _settings_reference(type(settings.ENV)),
        }
        for name, text in documents.items():
            path = repository / name
            if not options["check"]:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                raise CommandError(f"{name} is out of date: run `make api`")


def _as_json(document: Any) -> str:
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def _settings_reference(environment: type[BaseModel]) -> str:
    rows = (
        f"| `{name}` | {_default(field)} | {(field.description or '').replace('|', '/')} |\n"
        for name, field in environment.model_fields.items()
    )
    return REFERENCE_HEAD + "".join(rows)


def _default(field: FieldInfo) -> str:
    value = field.default
    if isinstance(value, SecretStr):
        value = value.get_secret_value()
    return "empty" if value == "" else f"`{value}`"
