"""A site on plain Debian, set up by the commands of docs/guides/deploy-debian.md."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.certificates import Authority

from tools.rehearsals import ground
from tools.rehearsals.commands import Trouble, run, say, wait_for
from tools.rehearsals.documents import ROOT, steps
from tools.rehearsals.machines import Machine, give_node, machine

NAME = "bootcamps.internal"
ADDRESS = "10.0.0.21"
STEPS = steps("guides/deploy-debian.md", "Install")
MONITORING_STEP = 9
PROCESSES = ("frontrow-web", "frontrow-pages", "frontrow-worker@1", "frontrow-worker@2")
READY_SECONDS = 120
REPOSITORY = ground.PASSING / "repository.git"
# What an operator types at the places where the document says so.
SECRETS = {
    "STRIPE_SECRET_KEY": "sk_live_rehearsal",
    "STRIPE_WEBHOOK_SECRET": "whsec_rehearsal",
    "SMTP_URL": "smtps://frontrow:password@mail.internal:465",
}
# The example settings, filled in.
FILL_IN = (
    f"sed -i 's/bootcamps.example.org/{NAME}/g; s/Example Bootcamps/Rehearsal School/g;"
    " s/Example Street/Harbor Street/; s/pk_live_replace_me/pk_live_rehearsal/'"
)
EDITOR = """#!/bin/sh
for file in "$@"; do
    case "$file" in
""" + "".join(f"        {name}) printf %s '{word}' >{name} ;;\n" for name, word in SECRETS.items())
EDITOR += f'        */site.env) {FILL_IN} "$file" ;;\n'
EDITOR += """    esac
done
"""
# The authority asks over http, as the real one does, before it signs.
CERTBOT = f"""#!/bin/sh
set -eu
mkdir -p /var/www/acme/.well-known/acme-challenge
echo proof >/var/www/acme/.well-known/acme-challenge/token
asked=http://{NAME}/.well-known/acme-challenge/token
[ "$(curl -sSf --retry 5 --retry-all-errors $asked)" = proof ]
mkdir -p -m 0700 /etc/letsencrypt/live/{NAME}
cp /srv/authority/{NAME}.pem /etc/letsencrypt/live/{NAME}/fullchain.pem
cp /srv/authority/{NAME}-key.pem /etc/letsencrypt/live/{NAME}/privkey.pem
"""


def packages() -> list[str]:
    return [name for step in STEPS.values() for name in ground.packages_in(step)]


def keep_repository() -> None:
    """What is committed here, and what is changed in tracked files, for machines to clone."""
    ground.clear(REPOSITORY)
    git = ("git", "-C", ROOT, "-c", "core.hooksPath=/dev/null")
    now = run(*git, "stash", "create").strip() or "HEAD"
    run("git", "init", "--quiet", "--bare", "--initial-branch=main", REPOSITORY)
    run(*git, "push", "--quiet", REPOSITORY, f"{now}:refs/heads/main")


@contextmanager
def site_machine() -> Iterator[Machine]:
    ground.fetch()
    layers = ground.with_packages("site", packages())
    keep_repository()
    with machine("web1", ADDRESS, layers) as made:
        give_node(made.root)
        offline(made)
        made.write("/usr/local/bin/editor", EDITOR, 0o755)
        made.write("/usr/local/bin/certbot", CERTBOT, 0o755)
        trust(made)
        seconds = made.boot(BINDS)
        say("the machine has booted", f"{seconds:.1f} s")
        yield made


BINDS = {ground.WHEELS: "/srv/wheels", ground.NPM: "/srv/npm", REPOSITORY: "/srv/repository"}


def offline(made: Machine) -> None:
    """pip and npm find here what was fetched before."""
    made.write("/etc/pip.conf", "[global]\nno-index = true\nfind-links = /srv/wheels\n")
    made.write("/usr/local/etc/npmrc", "cache=/srv/npm\noffline=true\n")


def trust(made: Machine) -> None:
    folder = made.root / "srv/authority"
    folder.mkdir(parents=True)
    Authority(folder).issue(NAME, ADDRESS)
    made.write("/etc/hosts", f"127.0.0.1 localhost {NAME}\n")
    shutil.copy(folder / "ca.pem", made.root / "usr/local/share/ca-certificates/rehearsal.crt")
    ground.in_root(made.root, "update-ca-certificates >/dev/null")


def set_up(made: Machine) -> None:
    """The document's steps in one shell, as somebody who reads along has it."""
    began = time.monotonic()
    numbers = sorted(set(STEPS) - {MONITORING_STEP})
    script = "".join(STEPS[number] for number in numbers)
    script = re.sub(r"\bNAME\b", NAME, script)
    script = re.sub(r"\bREPOSITORY\b", "/srv/repository", script)
    made.sh(script, patience=1800)
    say(
        f"steps {numbers[0]} to {numbers[-1]} of docs/guides/deploy-debian.md",
        f"{time.monotonic() - began:.0f} s, the build of the pages included",
    )


def is_ready(made: Machine) -> bool:
    return bool(json.loads(made.ask(f"https://{NAME}/readyz"))["status"] == "ok")


def show(made: Machine) -> None:
    """What an operator would look at, and what must come back by itself."""
    _, seconds = wait_for("the site to be ready", lambda: is_ready(made), seconds=READY_SECONDS)
    say(f"https://{NAME}/readyz says ok", f"after {seconds:.1f} s")
    show_pages(made)
    for unit in PROCESSES:
        show_comes_back(made, unit)
    show_backup(made)
    show_shut_in(made)
    show_reboot(made)


def show_pages(made: Machine) -> None:
    page = made.ask(f"https://{NAME}/")
    built = (made.root / "opt/frontrow/1.0/frontend/dist/index.html").read_text()
    if "<h1" not in page or page == built:
        raise Trouble("the sales page does not come from the page server")
    say("the sales page comes from the page server", f"{len(page):,} characters")
    moved = made.sh(f"curl -s -o /dev/null -w '%{{http_code}} %{{redirect_url}}' http://{NAME}/")
    if moved != f"301 https://{NAME}/":
        raise Trouble(f"http answers {moved}")
    if made.sh(f"curl -s -o /dev/null -w '%{{http_code}}' https://{NAME}/metrics") != "404":
        raise Trouble("numbers for the operator are shown to everybody")
    refused = made.sh(
        "curl -sk https://127.0.0.1/ >/dev/null 2>&1 && echo answered || echo refused"
    )
    if refused.strip() != "refused":
        raise Trouble("whoever asks for another name is answered")
    say("in the clear one is sent to https; for another name there is no answer")


def show_comes_back(made: Machine, unit: str) -> None:
    before = int(made.show(unit, "NRestarts"))
    began = time.monotonic()
    made.sh(f"kill -9 {made.show(unit, 'MainPID')}")

    def is_back() -> bool:
        state = made.show(unit, "ActiveState")
        return int(made.show(unit, "NRestarts")) == before + 1 and state == "active"

    wait_for(f"{unit} to come back", is_back, seconds=READY_SECONDS)
    wait_for("the site to be ready again", lambda: is_ready(made), seconds=READY_SECONDS)
    say(f"{unit} was killed and is back", f"{time.monotonic() - began:.1f} s")


def show_backup(made: Machine) -> None:
    made.sh("systemctl start frontrow-backup")
    folder = "/var/backups/frontrow"
    made.sh(f"cd {folder} && sha256sum --quiet --check *.sha256")
    tables = made.sh(f"pg_restore --list {folder}/*.dump | grep -c 'TABLE DATA'").strip()
    if "frontrow-backup.timer" not in made.sh("systemctl list-timers --all"):
        raise Trouble("the backup's timer does not run")
    say("the backup's unit has written a dump, its timer waits", f"{tables} tables")


def show_shut_in(made: Machine) -> None:
    units = (*PROCESSES[:3], "frontrow-migrate", "frontrow-backup")
    for unit in units:
        told = made.sh(f"systemd-analyze security --no-pager {unit} || true").splitlines()[-1]
        [figure] = re.findall(r": (\d+\.\d)", told)
        say(f"systemd-analyze security {unit}", f"{figure}{memory(made, unit)}")
        if float(figure) > 2:
            raise Trouble(f"{unit} is exposed: {figure}")


def memory(made: Machine, unit: str) -> str:
    """What the unit's processes have of their own, and their part of what they share."""
    if (first := made.show(unit, "MainPID")) == "0":
        return ""
    told = made.sh(f"cat $(printf '/proc/%s/smaps_rollup ' {first} $(pgrep --parent {first}))")
    return f", {sum(map(int, re.findall(r'^Pss: +([0-9]+)', told, re.MULTILINE))) // 1024} MB"


def show_reboot(made: Machine) -> None:
    """Everything comes back by itself, in whatever order the machine starts it."""
    made.power_off()
    booted = made.boot(BINDS)
    _, seconds = wait_for("the site after a reboot", lambda: is_ready(made), seconds=READY_SECONDS)
    failed = made.sh("systemctl list-units --failed --plain --no-legend 'frontrow*' nginx.service")
    if failed.strip():
        raise Trouble(f"failed after a reboot: {failed}")
    say("after a reboot the site is ready", f"{booted + seconds:.1f} s")
