"""What strangers deploy with says only what the code knows: settings, pages' texts, commands."""

import configparser
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection
from pydantic import ValidationError
from tools.rehearsals.documents import steps
from tools.rehearsals.ground import IMAGES, IMAGES_PYTHON

from config.environment import REPOSITORY, Environment
from frontrow.accounts.password_hash import HASHES_AT_ONCE, BoundedArgon2
from frontrow.backoffice.models import Backup
from frontrow.core.management.commands.export_api import SITE_SETTINGS

DEPLOY = REPOSITORY / "deploy"
# What the frontend's build reads beside the operator's texts, to name the storage in its policy.
BUILD_SETTINGS = {
    *SITE_SETTINGS,
    "S3_BUCKET",
    "S3_ENDPOINT_URL",
    "S3_REGION",
    "STRIPE_PUBLISHABLE_KEY",
}
APP_SERVICES = ["migrate", "web", "worker"]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return loaded


def names_in(env_file: Path) -> dict[str, str]:
    lines = re.findall(r"^([A-Z0-9_]+)=(.*)$", env_file.read_text(), re.MULTILINE)
    return {name: value.strip('"') for name, value in lines}


PLACEHOLDERS = {
    "bootcamps.example.org": "bootcamps.internal",
    "Example Bootcamps": "Harbor Writing School",
    "1 Example Street": "1 Harbor Street",
    "pk_live_replace_me": "pk_live_k3",
}


def test_the_example_settings_start_a_production_once_they_are_filled_in(
    compose: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = compose["services"]["web"]
    values = {
        "DATABASE_URL": "postgresql://frontrow:pw@postgres:5432/frontrow",
        "SECRET_KEY": "k3" * 30,
        "STRIPE_SECRET_KEY": "sk_live_k3",
        "STRIPE_WEBHOOK_SECRET": "whsec_k3",
        "SMTP_URL": "smtps://frontrow:pw@mail.internal:465",
    }
    assert set(web["secrets"]) == set(values)
    for name, value in values.items():
        (tmp_path / name).write_text(f"{value}\n")
    for name in Environment.model_fields:
        monkeypatch.delenv(name, raising=False)
    given = names_in(DEPLOY / "site.env.example") | web["environment"]
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError, match="SITE_URL must be the site's own address"):
        Environment(_env_file=None, _secrets_dir=tmp_path)
    for placeholder, word in PLACEHOLDERS.items():
        given = {name: value.replace(placeholder, word) for name, value in given.items()}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    env = Environment(_env_file=None, _secrets_dir=tmp_path)
    assert env.is_production
    assert env.SECRET_KEY.get_secret_value() == "k3" * 30
    assert str(env.DATABASE_URL) == values["DATABASE_URL"]
    assert env.allowed_hosts == ["bootcamps.internal", "web"]


def test_nothing_is_set_that_no_process_reads(compose: dict[str, Any]) -> None:
    known = set(Environment.model_fields)
    assert set(names_in(DEPLOY / "site.env.example")) <= known
    for name in APP_SERVICES:
        service = compose["services"][name]
        secrets = {one if isinstance(one, str) else one["target"] for one in service["secrets"]}
        assert {*service["environment"], *secrets} <= known


def test_our_images_stand_on_one_debian_and_the_rehearsals_on_the_same() -> None:
    bases = re.findall(r"^ARG \w+_IMAGE=(\S+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert bases == [
        f"python:{IMAGES_PYTHON}-slim-{IMAGES}",
        f"node:20-{IMAGES}-slim",
        f"debian:{IMAGES}-slim",
    ]


def test_the_database_keeps_the_debian_that_its_volume_was_made_on(compose: dict[str, Any]) -> None:
    """Another libc sorts text otherwise, and indexes made before would not find it any more."""
    images = {compose["services"][name]["image"] for name in ("postgres", "backup")}
    assert images == {"postgres:15-bookworm"}


def test_pages_are_built_with_every_text_they_show(compose: dict[str, Any]) -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    stage = dockerfile[dockerfile.index("AS build-pages") : dockerfile.index("AS build-packages")]
    assert set(re.findall(r"^ARG (\w+)$", stage, re.MULTILINE)) == BUILD_SETTINGS
    for name in ("nginx", "pages"):
        assert set(compose["services"][name]["build"]["args"]) == BUILD_SETTINGS


def test_every_secret_volume_and_file_of_the_compose_file_exists(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        secrets = [
            one if isinstance(one, str) else one["source"] for one in service.get("secrets", [])
        ]
        assert set(secrets) <= set(compose["secrets"]), name
        assert set(service.get("depends_on", {})) <= set(compose["services"]), name
        assert service["logging"]["options"]["max-size"] == "20m", name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./monitoring/"):
                assert (DEPLOY / source).exists(), source
            elif not source.startswith("./"):
                assert source in compose["volumes"], source


def test_what_strangers_can_reach_runs_without_rights(compose: dict[str, Any]) -> None:
    for name in ["nginx", "pages", *APP_SERVICES]:
        service = compose["services"][name]
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    for name in ["postgres", "redis", "backup", "prometheus", "alertmanager", "grafana"]:
        service = compose["services"][name]
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    published = {name for name, service in compose["services"].items() if "ports" in service}
    assert published == {"nginx", "grafana"}
    assert compose["services"]["grafana"]["ports"] == ["127.0.0.1:3000:3000"]


def test_what_strangers_reach_does_not_reach_the_data(compose: dict[str, Any]) -> None:
    assert compose["networks"] == {"front": None, "back": {"internal": True}}
    networks = {name: set(service["networks"]) for name, service in compose["services"].items()}
    assert {name for name, joined in networks.items() if "back" in joined} == {
        *("postgres", "redis", "backup"),
        *APP_SERVICES,
    }
    assert networks["nginx"] == networks["pages"] == {"front"}
    assert networks["postgres"] == networks["redis"] == {"back"}


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("systemd/*.service")), ids=lambda u: u.name)
def test_a_unit_runs_as_nobody_special_and_writes_nowhere(unit: Path) -> None:
    parsed = configparser.RawConfigParser(strict=False, allow_no_value=True)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read_string(unit.read_text())
    service = dict(parsed["Service"])
    assert (service["User"], service["ProtectSystem"]) == ("frontrow", "strict")
    assert (service["NoNewPrivileges"], service["CapabilityBoundingSet"]) == ("yes", "")
    command = service["ExecStart"].split()[0].removeprefix("/opt/frontrow/current/")
    assert command.startswith(".venv/bin/") or (REPOSITORY / command).exists()


def test_the_web_service_has_memory_for_every_hash_its_processes_work_at(
    compose: dict[str, Any],
) -> None:
    """Also for hashes made with Django's own parameters, which still open their accounts."""
    workers = Environment.model_fields["WEB_WORKERS"].default
    dearest = max(BoundedArgon2.memory_cost, Argon2PasswordHasher.memory_cost) // 1024
    # Measured by tests/attacks/test_sign_in_memory.py: a process of ours after its first requests.
    needed = (1 + workers) * 150 + workers * HASHES_AT_ONCE * dearest
    unit = (DEPLOY / "systemd/frontrow-web.service").read_text()
    assert re.findall(r"^MemoryMax=(\d+)G$", unit, re.MULTILINE) == ["1"]
    assert compose["services"]["web"]["mem_limit"] == "1g"
    assert needed <= 1024
    # A worker the kernel ends must not take the others' payments with it.
    assert re.findall(r"^OOMPolicy=(\w+)$", unit, re.MULTILINE) == ["continue"]


def test_the_builder_is_sent_no_secrets_history_or_tests() -> None:
    lines = (REPOSITORY / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    sent = {rule[1:] for rule in rules if rule.startswith("!")}
    assert sent == {
        "backend/config",
        "backend/frontrow",
        "backend/manage.py",
        "backend/pyproject.toml",
        "backend/requirements.txt",
        "deploy/nginx",
        "frontend",
    }
    assert {"frontend/node_modules", "**/.env"} <= set(rules)


def test_the_builder_is_sent_whatever_the_pages_build_reads() -> None:
    """The build checks types: a file that it has may not import one that it hasn't."""
    rules = (REPOSITORY / ".dockerignore").read_text().splitlines()
    left_out = tuple(rule for rule in rules if rule.startswith("frontend/"))
    sent = [
        file
        for top in (REPOSITORY / "frontend").iterdir()
        if not f"frontend/{top.name}".startswith(tuple(rule.rstrip("*") for rule in left_out))
        for file in (top, *top.rglob("*"))
    ]
    modules = [file for file in sent if file.suffix in {".ts", ".tsx", ".mjs"}]
    assert len(modules) > 100
    relative = re.compile(r"""(?:from|import\() ?['"](\.{1,2}/[^'"]+)""")
    for file in modules:
        for imported in relative.findall(file.read_text()):
            path = os.path.relpath(file.parent / imported, REPOSITORY)
            assert not path.startswith(left_out), f"{file} imports {imported}"


def test_whoever_follows_the_document_leaves_later_files_readable(tmp_path: Path) -> None:
    """Secrets are written with a narrow umask; packages and pages, installed next, are not."""
    (tmp_path / "secrets").mkdir()
    typed = steps("guides/deploy-debian.md", "Install")[4].replace("/etc/frontrow", str(tmp_path))
    (tmp_path / "roles").mkdir()
    for name in ("DATABASE_PASSWORD", "MIGRATION_PASSWORD"):
        (tmp_path / "roles" / name).write_text("p")
    typed = typed.replace("/run/roles", str(tmp_path / "roles"))
    quiet = 'install() { :; }; editor() { touch "$@"; }; chgrp() { :; }'
    told = subprocess.run(
        ["bash", "-euc", f"umask 022; {quiet}\n{typed}\numask"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split()[-1] == "0022"
    modes = {file.stat().st_mode & 0o777 for file in (tmp_path / "secrets").iterdir()}
    assert modes == {0o640}
    # The address of whoever owns the tables is root's alone.
    assert (tmp_path / "migrate.env").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("environment", "stand_ins"), [("production", 0), ("development", 3)])
def test_a_productions_backup_is_not_given_the_stand_ins_it_would_refuse(
    tmp_path: Path, environment: str, stand_ins: int
) -> None:
    told = subprocess.run(
        ["bash", "-c", "source tools/environment.sh; env"],
        cwd=REPOSITORY,
        env={"ENVIRONMENT": environment, "RUN_FOLDER": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    names = r"^(?:\w+_STAND_IN_URL|OPENID_SERVER_URL|SMTP_URL)="
    given = re.findall(names, told.stdout, re.MULTILINE)
    assert len(given) == stand_ins


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["tools/backup", "compose"])
def test_a_backup_that_ended_well_is_noted_and_one_that_failed_is_not(
    compose: dict[str, Any], tmp_path: Path, way: str
) -> None:
    at = connection.get_connection_params()
    url = f"postgresql://{at['user']}@{at['host']}:{at['port']}/{at['dbname']}"
    secret = tmp_path / "DATABASE_URL"
    [script] = compose["services"]["backup"]["command"]
    script = script.replace("$$", "$").replace("/run/secrets/DATABASE_URL", str(secret))
    command = {
        "tools/backup": [str(REPOSITORY / "tools/backup"), str(tmp_path)],
        "compose": ["sh", "-euc", script.replace("/backups", str(tmp_path))],
    }[way]

    def back_up(address: str) -> int:
        secret.write_text(address)
        env = os.environ | {"DATABASE_URL": address, "RUN_FOLDER": str(tmp_path / "run")}
        return subprocess.run(command, env=env, check=False, capture_output=True).returncode

    assert back_up(f"{url}_missing") != 0
    assert Backup.objects.count() == 0
    assert back_up(url) == 0
    assert Backup.objects.count() == 1
    [dump] = tmp_path.glob("frontrow-*.dump")
    subprocess.run(
        ["sha256sum", "--check", f"{dump.name}.sha256"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
