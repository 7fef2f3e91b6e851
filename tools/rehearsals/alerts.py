"""Prometheus and Alertmanager beside a running site: one alert goes all the way, and ends."""

import json
import re
import time
from typing import Any
from urllib.parse import quote

from tools.rehearsals.commands import Trouble, say, wait_for
from tools.rehearsals.machines import Machine
from tools.rehearsals.site import MONITORING_STEP, STEPS

PROMETHEUS = "http://127.0.0.1:9090"
ALERTMANAGER = "http://127.0.0.1:9093"
# Heard by nobody after a minute, and for two minutes; a slow machine takes longer to ask.
FIRES_SECONDS = 480
SCRAPED_SECONDS = 180
ALL_WELL = {
    "sum(patroni_primary)": "1",
    "sum(patroni_sync_standby + patroni_quorum_standby)": "2",
    "sum(etcd_server_has_leader)": "3",
    "count(count by (instance) (frontrow_database_history))": "3",
}
MAIL_SERVER = "127.0.0.1:2525"
# The operator: a mail server without TLS or password, which takes everything.
EDITOR = f"""#!/bin/sh
exec sed -i -e 's/mail.example.org:587/{MAIL_SERVER}/; /smtp_auth/d' \\
    -e 's/^global:/&\\n  smtp_require_tls: false/' /etc/prometheus/alertmanager.yml
"""


def set_up(web: Machine, *, has_servers: bool) -> None:
    web.write("/usr/local/bin/editor", EDITOR, 0o755)
    mail = f"/usr/bin/python3 -W ignore -u -m smtpd -n -c DebuggingServer {MAIL_SERVER}"
    web.sh(f"systemd-run --unit=mail-server {mail}")
    web.sh(STEPS[MONITORING_STEP])
    if has_servers:
        scrape_servers(web)
    say(f"step {MONITORING_STEP} of docs/guides/deploy-debian.md")
    web.sh("cd /opt/frontrow/current/deploy/monitoring && promtool test rules alerts_test.yml")
    say("promtool: each rule fires when it should, and is silent at its edge")


def scrape_servers(web: Machine) -> None:
    """The scrapes of several database servers, which the file has commented out."""
    file = web.root / "etc/prometheus/prometheus.yml"
    before, mark, after = file.read_text().partition("  # - job_name: patroni")
    file.write_text(before + re.sub(r"^  # ", "  ", mark + after, flags=re.MULTILINE))
    web.sh("promtool check config /etc/prometheus/prometheus.yml && systemctl reload prometheus")


def show(web: Machine, *, has_servers: bool) -> None:
    _, seconds = wait_for("every target to be up", lambda: are_up(web), seconds=SCRAPED_SECONDS)
    say("every target is up", f"{', '.join(jobs(web))}, after {seconds:.0f} s")
    show_rules(web)
    if has_servers:
        show_servers(web)
    show_alert(web)


def data(web: Machine, path: str) -> Any:
    return json.loads(web.ask(f"'{PROMETHEUS}/api/v1/{path}'"))["data"]


def results(web: Machine, query: str) -> list[Any]:
    found: list[Any] = data(web, f"query?query={quote(query)}")["result"]
    return found


def jobs(web: Machine) -> list[str]:
    return sorted({one["labels"]["job"] for one in data(web, "targets")["activeTargets"]})


def are_up(web: Machine) -> bool:
    targets = data(web, "targets")["activeTargets"]
    bad = [one["scrapeUrl"] + " " + one["lastError"] for one in targets if one["health"] != "up"]
    if bad:
        raise Trouble("; ".join(bad))
    return bool(targets)


def show_rules(web: Machine) -> None:
    def all_evaluated() -> list[str]:
        rules = [one for group in data(web, "rules")["groups"] for one in group["rules"]]
        bad = [f"{one['name']}: {one.get('lastError')}" for one in rules if one["health"] != "ok"]
        if bad:
            raise Trouble("; ".join(bad))
        return [one["name"] for one in rules]

    names, _ = wait_for("every rule to be evaluated", all_evaluated, seconds=SCRAPED_SECONDS)
    told = {one["metric"]["__name__"] for one in results(web, '{job!=""}')}
    say("rules are healthy on live numbers", f"{len(names)} rules, {len(told)} numbers")
    if "frontrow_backup_age_seconds" not in told:
        raise Trouble("the age of the backup is missing")


def show_servers(web: Machine) -> None:
    """The numbers that alerts of the database servers read are there, and say that all is well."""

    def all_well() -> bool:
        for query, expected in ALL_WELL.items():
            [told] = results(web, query)
            if told["value"][1] != expected:
                raise Trouble(f"{query} is {told['value'][1]} rather than {expected}")
        return True

    wait_for("numbers of the database servers", all_well, seconds=SCRAPED_SECONDS)
    say("the database servers are watched", ", ".join(ALL_WELL))


def state_of(web: Machine, alert: str) -> str:
    found = results(web, f'ALERTS{{alertname="{alert}"}}')
    return str(found[0]["metric"]["alertstate"]) if found else "silent"


def show_alert(web: Machine) -> None:
    """No worker lives: somebody is called, and called off once they are back."""
    alert = "WorkersSilent"
    if (state := state_of(web, alert)) != "silent":
        raise Trouble(f"{alert} is {state} while workers live")
    web.sh("systemctl stop 'frontrow-worker@*'")
    began = time.monotonic()
    for state in ("pending", "firing"):
        wait_for(f"{alert} {state}", lambda: state_of(web, alert) == state, seconds=FIRES_SECONDS)  # noqa: B023
        say(f"workers stopped: {alert} is {state}", f"after {time.monotonic() - began:.0f} s")
    wait_for("the email of it", lambda: was_mailed(web, "FIRING", alert), seconds=FIRES_SECONDS)
    say("Alertmanager has sent its email", f"after {time.monotonic() - began:.0f} s")
    web.sh("systemctl start frontrow-worker@1 frontrow-worker@2")
    began = time.monotonic()
    wait_for("the alert to end", lambda: state_of(web, alert) == "silent", seconds=FIRES_SECONDS)
    wait_for("the all-clear", lambda: was_mailed(web, "RESOLVED", alert), seconds=FIRES_SECONDS)
    held = json.loads(web.ask(f"{ALERTMANAGER}/api/v2/alerts"))
    if any(one["labels"]["alertname"] == alert for one in held):
        raise Trouble(f"Alertmanager still holds {alert}")
    say("workers are back: resolved, and mailed so", f"after {time.monotonic() - began:.0f} s")


def was_mailed(web: Machine, state: str, alert: str) -> bool:
    mails = web.sh("journalctl --no-pager --output=cat --unit=mail-server")
    return bool(re.search(rf"Subject: .*\[?{state}.*{alert}", mails))
