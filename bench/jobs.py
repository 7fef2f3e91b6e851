"""Jobs that do nothing through our worker, beside the least a queue in the database can do.

The bare engine takes a row with `SKIP LOCKED`, commits, marks it done and commits again, by as many
clients as the worker runs jobs at once.
"""

import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
from tests.faults.processes import Process, environment, wait_until

from bench.measure import QUICK, ROOT, ROUNDS, backends, summed_up, worked

DATABASE = "frontrow_bench_jobs"
URL = f"postgresql://127.0.0.1:5432/{DATABASE}"
AT_ONCE = 8
JOBS = 400 if QUICK else 2_000

_QUEUE = """
CREATE TABLE bare_jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, state text NOT NULL);
CREATE INDEX bare_jobs_todo ON bare_jobs (id) WHERE state = 'todo'
"""
_BARE = r"""
UPDATE bare_jobs SET state = 'doing' WHERE id = (
    SELECT id FROM bare_jobs WHERE state = 'todo' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id \gset
UPDATE bare_jobs SET state = 'done' WHERE id = :id;
"""
_TOOK = """
SELECT count(*), extract(epoch FROM max(at) FILTER (WHERE type = 'succeeded')
    - min(at) FILTER (WHERE type = 'started'))
FROM procrastinate_events JOIN procrastinate_jobs j ON j.id = job_id WHERE queue_name = 'bench'
"""
_LEFT = (
    "SELECT count(*) FROM procrastinate_jobs WHERE queue_name = 'bench' AND status <> 'succeeded'"
)


class Queue:
    def __init__(self, env: dict[str, str], worker: int) -> None:
        self.env, self.worker = env, worker
        self.database = psycopg.connect(URL, autocommit=True)
        self.database.execute(_QUEUE)
        self.work: list[float] = []
        self.database_work: list[float] = []

    def through_worker(self) -> float:
        """Jobs per second, from the start of the first to the end of the last."""
        self.database.execute("DELETE FROM procrastinate_jobs WHERE queue_name = 'bench'")
        pids = backends(self.database)
        before = worked([self.worker]), worked(pids)
        command = [sys.executable, "-m", "bench.nothing", str(JOBS)]
        subprocess.run(command, cwd=ROOT, env=self.env, check=True)
        wait_until(lambda: self._ask(_LEFT) == 0, within=300, what="no job is left")
        self.work.append((worked([self.worker]) - before[0]) * 1000 / JOBS)
        self.database_work.append((worked(pids) - before[1]) * 1000 / JOBS)
        _, seconds = self.database.execute(_TOOK).fetchone() or (0, 0)
        return JOBS / float(seconds)

    def bare(self) -> float:
        self.database.execute("TRUNCATE bare_jobs")
        self.database.execute(
            "INSERT INTO bare_jobs (state) SELECT 'todo' FROM generate_series(1, %s)", [JOBS]
        )
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
            script.write(_BARE)
            script.flush()
            each = str(JOBS // AT_ONCE)
            options = ["-n", "-c", str(AT_ONCE), "-j", "1", "-t", each, "-f", script.name]
            done = subprocess.run(
                ["pgbench", *options, "-h", "127.0.0.1", DATABASE],
                capture_output=True,
                text=True,
                check=True,
            )
        if self._ask("SELECT count(*) FROM bare_jobs WHERE state <> 'done'"):
            raise RuntimeError("the bare queue has left something")
        return float(done.stdout.partition("tps = ")[2].split()[0])

    def _ask(self, query: Any) -> int:
        row = self.database.execute(query).fetchone()
        return int(row[0]) if row else 0


def measure_jobs() -> dict[str, Any]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        subprocess.run(["dropdb", "--if-exists", "--force", DATABASE], check=True)
        subprocess.run(["createdb", DATABASE], check=True)
        stack.callback(subprocess.run, ["dropdb", "--force", DATABASE], check=True)
        env = environment(
            URL,
            folder=folder,
            more={
                "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}",
                "DJANGO_SETTINGS_MODULE": "bench.settings",
                "LOG_LEVEL": "WARNING",
                "JOB_CONCURRENCY": str(AT_ONCE),
            },
        )
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT / "backend", env=env, check=True)
        command = [sys.executable, "manage.py", "runworker", "--queues", "bench"]
        worker = stack.enter_context(Process(*command, env=env, log=folder / "worker.log"))
        queue = Queue(env, worker.pid)
        stack.callback(queue.database.close)
        rates: dict[str, list[float]] = {"jobs": [], "bare jobs": []}
        queue.through_worker(), queue.bare()
        for _ in range(ROUNDS):
            rates["jobs"].append(queue.through_worker())
            rates["bare jobs"].append(queue.bare())
    return {
        "rates": {name: summed_up(values) for name, values in rates.items()},
        "work": {"jobs": summed_up(queue.work[1:])},
        "database_work": {"jobs": summed_up(queue.database_work[1:])},
    }
