"""A post office to break: a database with emails, a mail server, and workers that deliver."""

import contextlib
import json
import signal
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from procrastinate import App, SyncPsycopgConnector

from tests.fakes.mail import MailServer, running_mail
from tests.faults.processes import Process, environment, run_command, wait_until
from tests.faults.workers import Workers
from tests.postgres import Cluster, Database

RUN_WORKER = ("manage.py", "runworker", "--queues=mail")
WRITE_EMAILS = """
from frontrow.messaging.outbox import NewMessage, write_messages

for kind, count in {counts}.items():
    write_messages([
        NewMessage(
            event=f"{{kind}}:{{number}}", category="CUSTOM", to=f"{{kind}}-{{number}}@example.test",
            subject="Tomorrow we begin", text="See you there.", html="<p>See you there.</p>",
        )
        for number in range(count)
    ])
"""


@dataclass
class Post:
    database: Database
    mail: MailServer
    folder: Path
    env: Mapping[str, str]

    def write(self, **counts: int) -> None:
        """So many emails of each kind; they lie in a drawer until they are released."""
        script = WRITE_EMAILS.format(counts=json.dumps(counts))
        run_command("manage.py", "shell", "-c", script, env=self.env)
        self.database.do("UPDATE communication_logs SET send_after = now() + interval '1 day'")
        self.database.do("DELETE FROM procrastinate_jobs")

    def release(self, kind: str, *, lanes: int = 1) -> None:
        self.database.do(
            "UPDATE communication_logs SET send_after = NULL, created_at = now()"
            " WHERE dedupe_key LIKE %s",
            f"{kind}:%",
        )
        app = App(connector=SyncPsycopgConnector(conninfo=self.database.url, min_size=1))
        with app.open():
            job = app.configure_task("messaging.delivery.deliver_waiting", queue="mail")
            for _ in range(lanes):
                job.defer(channel="EMAIL")

    def rows(self, kind: str, column: str) -> list[object]:
        found = self.database.ask(
            f"SELECT {column} FROM communication_logs WHERE dedupe_key LIKE %s ORDER BY id",  # noqa: S608
            f"{kind}:%",
        )
        return [value for (value,) in found]

    def ids(self, kind: str) -> list[str]:
        return [str(one) for one in self.rows(kind, "message_id")]

    def copies(self, kind: str) -> list[int]:
        """How often the mail server took each of them."""
        counts = self.mail.counts()
        return [counts.get(one, 0) for one in self.ids(kind)]

    def left(self) -> int:
        [(count,)] = self.database.ask(
            "SELECT count(*) FROM communication_logs WHERE status = 'PENDING'"
            " AND (send_after IS NULL OR send_after < now() + interval '1 hour')"
        )
        return int(count)

    def wait_until_settled(self, *, within: float) -> None:
        wait_until(lambda: self.left() == 0, within=within, what="every email is settled")

    def start_idle(self, **env: str) -> Process:
        log = self.folder / f"{self.database.name}-idle.log"
        return Process(
            sys.executable, *RUN_WORKER, env={**self.env, "QUICK_WORKER": "idle", **env}, log=log
        )

    def kill_at(self, label: str) -> None:
        """A worker that delivers what was released, and is gone when it comes to the label."""
        with self.start_idle(CRASH_AT=label) as worker:
            assert worker.exit_code() == -signal.SIGKILL, worker.output

    @contextlib.contextmanager
    def workers(self) -> Iterator[Workers]:
        """Fast ones; each delivers one email at a time."""
        env = {**self.env, "QUICK_WORKER": "post"}
        with Workers(self.database, folder=self.folder, **env) as workers:
            yield workers


@contextlib.contextmanager
def running_post(cluster: Cluster, name: str, *, folder: Path) -> Iterator[Post]:
    database = cluster.create_database(name)
    with running_mail(folder) as mail:
        more = {
            "DJANGO_SETTINGS_MODULE": "tests.faults.mortal_settings",
            "SMTP_URL": mail.url,
            "JOB_CONCURRENCY": "1",
            "LOG_LEVEL": "WARNING",
        }
        yield Post(database, mail, folder, environment(database.url, folder=folder, more=more))
