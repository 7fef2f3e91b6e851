"""The whole shop for a test: nginx, gunicorn, a worker, the provider and a postbox of its own.

The shape is `make serve`'s, with nginx's own site file; only the database, the ports and the
seats on sale are the test's.
"""

import contextlib
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.fakes.stripe import (
    PUBLISHABLE,
    SECRET,
    WEBHOOK_PATH,
    WEBHOOK_SECRET,
    StripeServer,
    running_stripe,
)
from tests.faults.processes import (
    LOOPBACK,
    Process,
    Site,
    environment,
    free_port,
    redis_server,
    running_site,
    wait_until,
)
from tests.faults.warm_start import BACKEND
from tests.faults.workers import Workers
from tests.postgres import Cluster, Database

ROOT = BACKEND.parent
PRICE_CENTS = 99_500

_BOOTCAMP = """
WITH made AS (
    INSERT INTO bootcamps (
        name, description, tagline, bootcamp_type, step, price, max_seats, starts_at, ends_at,
        timezone, status, session_url, recording_url, resources_url, zoom_meeting_id,
        zoom_join_url, zoom_registration_url, zoom_start_url
    ) VALUES (
        %s, 'Live', '', 'Build', 1, %s, %s, now() + interval '30 days',
        now() + interval '30 days 3 hours', 'America/New_York', 'active', '', '', '', '', '', '', ''
    ) RETURNING id, max_seats
), seated AS (
    INSERT INTO seats (bootcamp_id, number)
    SELECT id, number FROM made, generate_series(1, max_seats) number
)
SELECT id FROM made
"""
# Counted in the transaction that takes the hold, behind the lock that lets one in at a time: no
# moment is missed, as it would be by looking now and then.
_WATCH_HOLDS = """
CREATE TABLE holds_seen (bootcamp_id bigint, held integer);
CREATE FUNCTION note_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO holds_seen SELECT NEW.bootcamp_id, count(*) FROM seats
        WHERE bootcamp_id = NEW.bootcamp_id AND held_until > now();
    RETURN NULL;
END $$;
CREATE TRIGGER note_holds AFTER UPDATE ON seats
    FOR EACH ROW WHEN (NEW.held_until IS NOT NULL) EXECUTE FUNCTION note_holds();
"""
_UNSETTLED = """
SELECT (SELECT count(*) FROM purchases WHERE state IN ('capturing', 'canceling', 'refunding'))
    + (SELECT count(*) FROM stripe_events WHERE handled_at IS NULL)
    + (SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')
        AND (scheduled_at IS NULL OR scheduled_at < now() + interval '1 minute'))
"""


class Postbox:
    """A mail server that counts: how often each reader got each subject."""

    def __init__(self) -> None:
        self.emails: Counter[tuple[str, str]] = Counter()
        self.port = free_port()
        self._server = Controller(self, hostname=LOOPBACK, port=self.port)

    # aiosmtpd finds its hooks by these names.
    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content or b""
        head = content if isinstance(content, str) else content.decode(errors="replace")
        subject = next(line for line in head.splitlines() if line.startswith("Subject: "))
        for reader in envelope.rcpt_tos:
            self.emails[reader, subject.removeprefix("Subject: ")] += 1
        return "250 OK"

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()


@dataclass
class Shop:
    database: Database
    stripe: StripeServer
    web: Site
    # Where buyers knock: nginx.
    port: int
    postbox: Postbox
    logs: list[Path] = field(default_factory=list)

    def add_bootcamp(self, name: str = "Beginner Bootcamp", *, seats: int = 20) -> int:
        made: int = self.database.ask(_BOOTCAMP, name, PRICE_CENTS / 100, seats)[0][0]
        return made

    def add_bundle(self, name: str, bootcamp_ids: Sequence[int]) -> str:
        bundle_id = str(uuid.uuid4())
        self.database.do(
            "WITH made AS (INSERT INTO bundles (id, name, description, tagline, price)"
            " VALUES (%s, %s, 'Several', '', %s) RETURNING id)"
            " INSERT INTO bundle_bootcamps (bundle_id, bootcamp_id)"
            " SELECT made.id, member FROM made, unnest(%s::bigint[]) member",
            *(bundle_id, name, PRICE_CENTS * len(bootcamp_ids) / 100, list(bootcamp_ids)),
        )
        return bundle_id

    def seats(self, bootcamp_id: int) -> Counter[str]:
        """How many are free, held and kept right now."""
        rows = self.database.ask(
            "SELECT CASE WHEN seat_is_free(enrollment_id, held_until) THEN 'free'"
            " WHEN held_until IS NULL THEN 'kept' ELSE 'held' END"
            " FROM seats WHERE bootcamp_id = %s",
            bootcamp_id,
        )
        return Counter(kind for (kind,) in rows)

    def most_held(self, bootcamp_id: int) -> int:
        """The largest number of seats ever held at the same moment."""
        rows = self.database.ask(
            "SELECT coalesce(max(held), 0) FROM holds_seen WHERE bootcamp_id = %s", bootcamp_id
        )
        return int(rows[0][0])

    def states(self, intents: Sequence[str]) -> Counter[str]:
        rows = self.database.ask(
            "SELECT state FROM purchases WHERE stripe_payment_intent_id = ANY(%s)", list(intents)
        )
        return Counter(state for (state,) in rows)

    def violations(self) -> list[tuple[Any, ...]]:
        return self.database.ask("SELECT kind, subject FROM invariant_violations")

    def deadlocks(self) -> int:
        rows = self.database.ask(
            "SELECT pg_stat_force_next_flush(), deadlocks FROM pg_stat_database"
            " WHERE datname = current_database()"
        )
        return int(rows[0][1])

    def wait_until_settled(self, *, within: float = 120) -> None:
        """Nothing is on its way any more: no purchase, no event, no job, no email."""
        deadline = time.monotonic() + within
        # Seldom: asking is work for the very processes that are waited for.
        while (
            self.database.ask(_UNSETTLED)[0][0] or self.stripe.control("GET", "webhooks")["pending"]
        ):
            assert time.monotonic() < deadline, f"not settled within {within:g} s"
            time.sleep(0.5)

    @contextlib.contextmanager
    def rewritten(self, function: str, changes: dict[str, str]) -> Iterator[None]:
        """A weaker version of a database function in place of ours, for a control.

        Made from the one that is there, so that a control never tests an older copy of it.
        """
        ((ours,),) = self.database.ask("SELECT pg_get_functiondef(%s::regproc)", function)
        weaker = ours
        for found, replaced in changes.items():
            assert found in weaker, f"{function} no longer says {found!r}"
            weaker = weaker.replace(found, replaced)
        self.database.do(weaker.replace("%", "%%"))
        yield
        self.database.do(ours.replace("%", "%%"))

    def errors_logged(self) -> list[str]:
        """What our processes had to complain about."""
        lines = [line for log in self.logs for line in log.read_text().splitlines()]
        return [line for line in lines if '"level": "error"' in line or "Traceback" in line]


@contextlib.contextmanager
def open_shop(
    cluster: Cluster, name: str, *, folder: Path, events: Sequence[str] | None = None, **env: str
) -> Iterator[Shop]:
    """A shop with nothing on sale yet; `events` are the kinds it is told of, all unless named."""
    database = cluster.create_database(name)
    database.do(_WATCH_HOLDS)
    redis_port = free_port()
    with contextlib.ExitStack() as stack:
        stack.enter_context(redis_server(redis_port, folder=folder))
        provider = stack.enter_context(running_stripe())
        postbox = stack.enter_context(Postbox())
        port = free_port()
        settings = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SITE_URL": f"http://{LOOPBACK}:{port}",
            "TRUSTED_PROXY_COUNT": "1",
            "REDIS_URL": f"redis://{LOOPBACK}:{redis_port}/0",
            "SMTP_URL": f"smtp://{LOOPBACK}:{postbox.port}",
            "STRIPE_STAND_IN_URL": provider.url,
            "STRIPE_SECRET_KEY": SECRET,
            "STRIPE_PUBLISHABLE_KEY": PUBLISHABLE,
            "STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
            "LOG_LEVEL": "WARNING",
            "JOB_CONCURRENCY": "8",
            **env,
        }
        served = environment(database.url, folder=folder, more=settings)
        web = stack.enter_context(running_site(served, folder=folder))
        workers = stack.enter_context(Workers(database, folder=folder, **settings))
        workers.start()
        stack.enter_context(running_nginx(folder / f"nginx-{port}", port=port, web_port=web.port))
        address = f"http://{LOOPBACK}:{port}{WEBHOOK_PATH}"
        endpoint = {"url": address, "secret": WEBHOOK_SECRET, "events": events}
        provider.control("POST", "webhooks", {"endpoints": [endpoint]})
        logs = [folder / f"gunicorn-{web.port}.log", *folder.glob(f"{name}-*.log")]
        yield Shop(database, provider, web, port, postbox, logs)


@contextlib.contextmanager
def running_nginx(
    folder: Path, *, port: int, web_port: int, pages_port: int | None = None
) -> Iterator[Process]:
    """Our own site file, filled in as `tools/nginx.sh` does, without the built pages."""
    (folder / "tmp").mkdir(parents=True)
    (folder / "headers.conf").touch()
    filled = {
        "@PORT@": str(port),
        "@WEB_PORT@": str(web_port),
        "@PAGES_PORT@": str(pages_port or free_port()),
        "@DIST@": str(folder),
        "@HEADERS@": str(folder / "headers.conf"),
        "@SITE_CONF@": str(folder / "site.conf"),
        "@HTTP_CONF@": str(ROOT / "deploy/nginx/http.conf"),
    }
    for source, target in (("site.conf", "site.conf"), ("local.conf.template", "nginx.conf")):
        text = (ROOT / "deploy/nginx" / source).read_text()
        for place, value in filled.items():
            text = text.replace(place, value)
        (folder / target).write_text(text)
    command = ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"]
    path = "/usr/sbin:/usr/bin:/bin"
    with Process(*command, env={"PATH": path}, log=folder / "nginx.log") as process:
        site = Site(process, port)
        wait_until(site.is_alive, what="nginx answers")
        yield process
