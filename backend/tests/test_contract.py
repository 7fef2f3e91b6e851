"""The two sides cannot drift: a change on the server shows in the browser's types."""

import ast
import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils.module_loading import import_string

FRONTEND = Path(settings.BASE_DIR) / "frontend"
DOCUMENT = Path(settings.BASE_DIR) / "backend/openapi.json"
# As `npm run api` has it.
FLAGS = ["--default-non-nullable=false"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The frontend's sources with the real packages beside them."""
    for name in ("tsconfig.json", "package.json"):
        shutil.copy(FRONTEND / name, tmp_path)
    shutil.copytree(FRONTEND / "src", tmp_path / "src")
    (tmp_path / "node_modules").symlink_to(FRONTEND / "node_modules")
    return tmp_path


def type_check(copy: Path, document: str) -> subprocess.CompletedProcess[str]:
    (copy / "openapi.json").write_text(document)
    subprocess.run(
        ["npx", "openapi-typescript", "openapi.json", "-o", "src/api/schema.d.ts", *FLAGS],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    # The part that asks who is signed in; `make lint` compiles the whole.
    part = {
        "extends": "./tsconfig.json",
        "include": [],
        "files": ["src/session/session.ts", "src/vite-env.d.ts"],
    }
    (copy / "part.json").write_text(json.dumps(part))
    return subprocess.run(
        ["npx", "tsc", "--noEmit", "-p", "part.json"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.proof
@pytest.mark.slow
def test_a_field_renamed_on_the_server_does_not_compile(copy: Path) -> None:
    renamed = DOCUMENT.read_text().replace('"effectiveRole"', '"actingRole"')
    assert type_check(copy, DOCUMENT.read_text()).returncode == 0
    done = type_check(copy, renamed)
    assert done.returncode != 0
    assert "effectiveRole" in done.stdout


def test_a_field_changed_in_python_without_make_api_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call_command("export_api", "--check")
    api = import_string("config.api.api")
    changed = json.loads(json.dumps(api.get_openapi_schema()).replace("firstName", "givenName"))
    monkeypatch.setattr(type(api), "get_openapi_schema", lambda self: changed)
    with pytest.raises(CommandError, match="run `make api`"):
        call_command("export_api", "--check")


def test_no_two_schemas_share_a_name() -> None:
    """Ninja would silently describe one as the other."""
    names = Counter(
        node.name
        for path in Path(settings.BASE_DIR, "backend/frontrow").rglob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name.endswith(("In", "Out"))
    )
    assert [name for name, count in names.items() if count > 1] == []
