"""The files for a database of three servers: what must be in them, and who can read them."""

import re
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.environment import REPOSITORY
from tests.certificates import Authority
from tests.faults.machine import HA
from tests.faults.machines import PATRONI, SECRET_NAMES

SERVERS = {"db1": "127.0.1.1", "db2": "127.0.1.2", "db3": "127.0.1.3"}
# Whatever a generator of passwords may come up with.
ODD = "a'b\"c\\d:e #f{g}@NAME@%h&"


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ha")
    (folder / "tls").mkdir()
    authority = Authority(folder / "tls")
    for name, address in SERVERS.items():
        authority.issue(name, address)
    render(folder, DATABASES=" ".join(f"{name}={at}" for name, at in SERVERS.items()))
    return folder


def render(folder: Path, **changes: str) -> str:
    secrets = folder / "secrets"
    secrets.mkdir(exist_ok=True)
    for name in SECRET_NAMES:
        (secrets / name).write_text(f"{name} {ODD}\n")
    given = {"WEB": "10.0.0.21 10.0.0.22", "SECRETS": str(secrets), "TLS": str(folder / "tls")}
    done = subprocess.run(
        [sys.executable, HA / "render", folder / "out"],
        env=given | changes,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr


def patroni(rendered: Path, name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((rendered / f"out/{name}/patroni.yml").read_text())
    return read


@pytest.mark.parametrize("name", SERVERS)
def test_a_payment_counts_when_a_second_server_has_it(rendered: Path, name: str) -> None:
    dcs = patroni(rendered, name)["bootstrap"]["dcs"]
    assert (dcs["synchronous_mode"], dcs["synchronous_mode_strict"]) == ("quorum", True)
    # etcd's loss alone doesn't stop sales; see docs/explanation/decisions/0070.
    assert dcs["failsafe_mode"] is True
    # Patroni's own rule for a lease that is not lost to a single slow round.
    assert dcs["loop_wait"] + 2 * dcs["retry_timeout"] <= dcs["ttl"]
    assert dcs["postgresql"]["use_pg_rewind"]


@pytest.mark.parametrize("name", SERVERS)
def test_a_standby_that_is_read_from_is_never_far_from_taking_over(
    rendered: Path, name: str
) -> None:
    told = patroni(rendered, name)["bootstrap"]["dcs"]["postgresql"]["parameters"]
    role = (rendered / "out/role.sql").read_text()
    longest = told["max_standby_streaming_delay"]
    assert f"SET statement_timeout = '{longest}'" in role
    assert told["hot_standby_feedback"] == "on"


@pytest.mark.parametrize("name", SERVERS)
def test_nobody_gets_in_without_tls_and_a_password(rendered: Path, name: str) -> None:
    read = patroni(rendered, name)
    assert read["etcd3"]["protocol"] == "https"
    assert {read[part][file] for part, file in (("restapi", "cafile"), ("etcd3", "cacert"))} == {
        str(rendered / "tls/ca.pem")
    }
    lines = read["postgresql"]["pg_hba"]
    assert lines[0] == "local all postgres peer"
    assert all(re.fullmatch(r"hostssl .*/32 scram-sha-256", line) for line in lines[1:]), lines
    assert [line for line in lines if "frontrow" in line] == [
        f"hostssl frontrow {role} 10.0.0.2{number}/32 scram-sha-256"
        for number in (1, 2)
        for role in ("frontrow", "frontrow_owner")
    ]
    logins = read["postgresql"]["authentication"]
    words = {"superuser": "superuser", "replication": "replicator", "rewind": "rewinder"}
    for part, word in words.items():
        assert (logins[part]["password"], logins[part]["sslmode"]) == (
            f"{word} {ODD}",
            "verify-ca",
        )
    assert read["restapi"]["authentication"]["password"] == f"patroni {ODD}"


@pytest.mark.parametrize("name", SERVERS)
def test_a_machine_that_comes_back_asks_before_it_calls_for_a_vote(
    rendered: Path, name: str
) -> None:
    lines = (rendered / f"out/{name}/etcd.env").read_text().splitlines()
    told = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    assert told["ETCD_PRE_VOTE"] == told["ETCD_CLIENT_CERT_AUTH"] == "true"
    assert told["ETCD_PEER_CLIENT_CERT_AUTH"] == "true"
    cluster = dict(one.split("=", 1) for one in told["ETCD_INITIAL_CLUSTER"].split(","))
    assert cluster == {one: f"https://{at}:2380" for one, at in SERVERS.items()}
    assert told["ETCD_NAME"] == name
    unit = (HA / "frontrow-etcd.service").read_text()
    assert "EnvironmentFile=/etc/frontrow-ha/etcd.env" in unit


def test_what_holds_passwords_is_read_by_its_owner_alone(rendered: Path) -> None:
    files = [file for file in (rendered / "out").rglob("*") if file.is_file()]
    assert len(files) == 10
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    # And nothing was left to fill in, but what stands in a password.
    for file in files:
        assert set(re.findall(r"@[A-Z_]+@", file.read_text())) <= {"@NAME@"}, file


def test_the_pooler_and_the_role_know_the_same_password(rendered: Path) -> None:
    word = f"frontrow {ODD}"
    assert (rendered / "out/web/users.txt").read_text() == (
        '"frontrow" "' + word.replace('"', '""') + '"\n'
    )
    script = (rendered / "out/role.sql").read_text()
    for role in ("frontrow", "frontrow_owner"):
        word = f"{role} {ODD}".replace("'", "''")
        assert f"CREATE ROLE {role} LOGIN PASSWORD '{word}';" in script
    assert "CREATE DATABASE frontrow OWNER frontrow_owner;" in script
    for limit in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
        assert f"ALTER ROLE frontrow SET {limit} = " in script


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"DATABASES": "db1=10.0.0.1 db2=10.0.0.2"}, "three servers"),
        ({"DATABASES": "db1=10.0.0.1 db2=10.0.0.1 db3=10.0.0.3"}, "three servers"),
        ({"DATABASES": "db1=10.0.0.1 db1=10.0.0.2 db3=10.0.0.3"}, "three servers"),
        ({"DATABASES": "db1=one db2=two db3=three"}, "no IPv4 address"),
        ({"WEB": ""}, "WEB must name"),
        ({"SECRETS": "/nowhere"}, "SECRETS needs a file superuser"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    tmp_path: Path, change: dict[str, str], complaint: str
) -> None:
    whole = {"DATABASES": "db1=10.0.0.1 db2=10.0.0.2 db3=10.0.0.3"}
    assert complaint in render(tmp_path, **whole | change)
    assert not (tmp_path / "out").exists()


def test_patroni_is_pinned_by_hash_and_is_not_the_one_that_splits() -> None:
    locked = (HA / "requirements.txt").read_text()
    [version] = re.findall(r"^patroni==(\S+) \\$", locked, re.MULTILINE)
    assert tuple(map(int, version.split("."))) >= (4, 1, 5)
    pins = re.findall(r"^\S+==\S+", locked, re.MULTILINE)
    blocks = re.split(r"^(?=\S+==)", locked, flags=re.MULTILINE)[1:]
    assert len(pins) == len(blocks) > 10
    assert all("--hash=sha256:" in block for block in blocks)


def test_servers_that_parted_ways_tell_different_numbers(tmp_path: Path) -> None:
    """The same timeline's number and no lag: only where it began tells them apart."""
    told = {
        "old": numbers(tmp_path / "old", "1\t0/5F44830\tno recovery target specified\n"),
        "same": numbers(tmp_path / "same", "1\t0/5F44830\tbefore 2026-11-17\n"),
        "other": numbers(tmp_path / "other", "1\t0/5E4BCC8\tno recovery target specified\n"),
    }
    assert told["old"] == told["same"]
    assert told["old"] != told["other"]
    assert told["old"].startswith('frontrow_database_history{timeline="10"} ')


def numbers(data: Path, history: str) -> str:
    (data / "pg_wal").mkdir(parents=True)
    (data / "pg_wal/0000000A.history").write_text(history)
    target = data / "numbers.prom"
    subprocess.run([sys.executable, HA / "write-history", data, target], check=True)
    return "".join(line for line in target.read_text().splitlines(True) if line[0] != "#")


def test_units_start_what_is_there() -> None:
    named = [
        word
        for file in HA.glob("*.service")
        for word in re.findall(r"/opt/frontrow/current/(\S+)", file.read_text())
    ]
    assert "deploy/ha/write-history" in named
    assert [word for word in named if not (REPOSITORY / word).exists()] == []


@pytest.mark.skipif(not shutil.which("haproxy"), reason="HAProxy is not installed")
def test_haproxy_takes_its_file(rendered: Path) -> None:
    file = rendered / "out/web/haproxy.cfg"
    done = subprocess.run(
        ["haproxy", "-c", "-f", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def listening() -> Iterator[None]:
    """Patroni's reader looks whether the others are there."""
    with ExitStack() as stack:
        for address in SERVERS.values():
            for port in (2379, 8008, 5432):
                server = stack.enter_context(socket.socket())
                server.bind((address, port))
                server.listen()
        yield


@pytest.mark.skipif(not PATRONI.is_dir(), reason="Patroni is not in .run/patroni (make failover)")
@pytest.mark.usefixtures("listening")
@pytest.mark.parametrize("name", SERVERS)
def test_patroni_takes_its_file(rendered: Path, name: str) -> None:
    done = subprocess.run(
        [
            *(PATRONI / "patroni", "--validate-config", "--ignore-listen-port", "--print"),
            rendered / f"out/{name}/patroni.yml",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
