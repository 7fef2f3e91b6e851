"""`manage.py export_api`: writes the API document, the pages' defaults and two reference pages.

The frontend's types are generated from the document. The files are committed, and CI fails if they
don't match the code.
"""

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

# The operator's texts that pages are built with.
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
SETTINGS_HEAD = """# Settings

Frontrow reads its settings from environment variables, and in development from `.env` in the root
of the repository. In production, a process with an unsafe value refuses to start and prints the
reason.

A secret can be a file instead: a file with the setting's name in `/run/secrets`, or in the folder
that `SECRETS_FOLDER` names. Environment variables take precedence.

`make api` writes this page from `backend/config/environment.py`.

| Setting | Default | Description |
|---|---|---|
"""
COMMANDS_HEAD = """# Commands

Run `make` without arguments to list the commands. `make api` writes this page from the `Makefile`.

| Command | Description |
|---|---|
"""
# "dev: ## Start everything", as `make help` reads it.
COMMAND = re.compile(r"^([a-z0-9]+):.*?## (.+)$", re.MULTILINE)


class Command(BaseCommand):
    help = "Write the API document, the site defaults, and the pages of settings and commands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say if they are current")

    def handle(self, *args: Any, **options: Any) -> None:
        repository = Path(settings.BASE_DIR)
        # Imported by name, because the API is defined in a higher layer.
        api = import_string("config.api.api")
        fields = type(settings.ENV).model_fields
        documents = {
            "backend/openapi.json": _as_json(api.get_openapi_schema()),
            "frontend/src/api/site-defaults.json": _as_json(
                {name: fields[name].default for name in SITE_SETTINGS}
            ),
            "docs/reference/settings.md": _settings_reference(type(settings.ENV)),
            "docs/reference/commands.md": _commands_reference(repository / "Makefile"),
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
    return SETTINGS_HEAD + "".join(rows)


def _commands_reference(makefile: Path) -> str:
    commands = COMMAND.findall(makefile.read_text())
    rows = (f"| `make {name}` | {words} |\n" for name, words in commands)
    return COMMANDS_HEAD + "".join(rows)


def _default(field: FieldInfo) -> str:
    value = field.default
    if isinstance(value, SecretStr):
        value = value.get_secret_value()
    return "empty" if value == "" else f"`{value}`"
