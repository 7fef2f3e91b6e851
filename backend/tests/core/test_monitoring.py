"""Alerts and dashboards speak of numbers that exist, and every alert says where to read on."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from procrastinate.contrib.django import app

from config.environment import REPOSITORY
from frontrow.backoffice.statistics.shop_metrics import SHOP_NUMBERS
from frontrow.core.metrics import JOB_NUMBERS

MONITORING = REPOSITORY / "deploy/monitoring"
RULES = yaml.safe_load((MONITORING / "alerts.yml").read_text())
ALERTS: list[dict[str, Any]] = [rule for group in RULES["groups"] for rule in group["rules"]]
DASHBOARDS = sorted(MONITORING.glob("grafana/dashboards/*.json"))
# Told by the machine rather than by us: Prometheus itself, the node exporter, and
# several database servers.
FROM_OUTSIDE = {
    "etcd_server_has_leader",
    "frontrow_database_history",
    "patroni_primary",
    "patroni_quorum_standby",
    "patroni_sync_standby",
    "node_filesystem_avail_bytes",
    "node_filesystem_size_bytes",
    "up",
}
NAME = re.compile(r"\b(?:(?:frontrow|node|patroni|etcd)_[a-z_]+|up)\b")


def expressions() -> Iterator[str]:
    yield from (alert["expr"] for alert in ALERTS)
    for path in DASHBOARDS:
        for panel in json.loads(path.read_text())["panels"]:
            yield from (target["expr"] for target in panel["targets"])


@pytest.mark.django_db
def test_every_number_that_is_asked_for_exists(client: Client) -> None:
    told = set(re.findall(r"^# TYPE (\S+)", client.get("/metrics").content.decode(), re.MULTILINE))
    told |= {f"frontrow_request_seconds_{end}" for end in ("bucket", "count", "sum")}
    told |= {number.name for number in (*JOB_NUMBERS, *SHOP_NUMBERS)}
    asked = {name for expression in expressions() for name in NAME.findall(expression)}
    assert asked - told == FROM_OUTSIDE
    # And none is told for nobody.
    assert {name for name in told if name.startswith("frontrow_")} - asked == {
        "frontrow_request_seconds",
        "frontrow_request_seconds_created",
        "frontrow_page_speed_created",
        "frontrow_replica_reads_created",
        "frontrow_vendor_trouble_created",
    } & told


def test_routes_and_jobs_in_alerts_are_ours() -> None:
    text = "\n".join(expressions())
    named = {
        route for group in re.findall(r'route!?[=~]+"([^"]+)"', text) for route in group.split("|")
    }
    assert named <= set(routes(get_resolver().url_patterns)), named
    app.perform_import_paths()  # type: ignore[no-untyped-call]
    assert set(re.findall(r'task="([^"]+)"', text)) <= set(app.tasks)


def routes(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, prefix + str(pattern.pattern))
        else:
            yield prefix + str(pattern.pattern)


def test_each_alert_says_what_it_means_how_urgent_it_is_and_where_to_read_on() -> None:
    """`tests/test_links.py` follows the links themselves."""
    index = (REPOSITORY / "docs/guides/on-call/index.md").read_text()
    assert len(ALERTS) == len({alert["alert"] for alert in ALERTS}) == 34
    for alert in ALERTS:
        assert alert["labels"]["severity"] in {"page", "ticket"}
        assert alert["annotations"]["summary"].endswith(".")
        section = alert["annotations"]["runbook"].removeprefix("docs/guides/on-call/")
        [row] = [row for row in index.splitlines() if f"`{alert['alert']}`" in row]
        assert f"]({section})" in row, alert["alert"]


def test_every_alert_is_shown_to_fire() -> None:
    tested = yaml.safe_load((MONITORING / "alerts_test.yml").read_text())
    fired = tested["tests"][0]["promql_expr_test"][0]["exp_samples"]
    names = {
        name for sample in fired for name in re.findall(r'alertname="(\w+)"', sample["labels"])
    }
    assert names == {alert["alert"] for alert in ALERTS}


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool (prometheus) is not installed")
def test_prometheus_takes_the_alerts_and_their_test_passes() -> None:
    for words in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
        done = subprocess.run(
            ["promtool", *words], cwd=MONITORING, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_each_alert_reaches_somebody() -> None:
    config = yaml.safe_load((MONITORING / "prometheus.yml").read_text())
    [manager] = config["alerting"]["alertmanagers"]
    assert manager["static_configs"] == [{"targets": ["alertmanager:9093"]}]
    told = yaml.safe_load((MONITORING / "alertmanager.yml").read_text())
    receivers = {one["name"]: one["email_configs"] for one in told["receivers"]}
    route = told["route"]
    by_severity = {
        matcher.split('"')[1]: branch["receiver"]
        for branch in route["routes"]
        for matcher in branch["matchers"]
    }
    for alert in ALERTS:
        [mail] = receivers[by_severity.get(alert["labels"]["severity"], route["receiver"])]
        assert mail["send_resolved"], alert["alert"]
    named = {
        name
        for rule in told["inhibit_rules"]
        for matcher in (*rule["source_matchers"], *rule["target_matchers"])
        for name in matcher.split('"')[1].split("|")
    }
    assert named <= {alert["alert"] for alert in ALERTS}


@pytest.mark.skipif(not shutil.which("amtool"), reason="amtool (alertmanager) is not installed")
def test_alertmanager_takes_its_file() -> None:
    done = subprocess.run(
        ["amtool", "check-config", MONITORING / "alertmanager.yml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
