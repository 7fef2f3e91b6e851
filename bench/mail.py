"""`python -m bench.mail`: emails through the outbox and a worker beside a bare smtplib loop.

The same emails, in turns, over the same number of kept connections to the same server; both ways
are one process with threads (`bench/emails.py`). The database is dropped at the end.
`MAIL_MESSAGES` and `MAIL_ROUNDS` say how many emails, and how often.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.fakes.mail import running_mail
from tests.faults.processes import Process, environment

from bench.measure import ROOT

DATABASE = os.environ.get("BENCH_MAIL_DATABASE", "frontrow_bench_mail")
CONNECTIONS = 4


def measure_mail() -> int:
    """How many goals were missed."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        subprocess.run(["dropdb", "--if-exists", "--force", DATABASE], check=True)
        subprocess.run(["createdb", DATABASE], check=True)
        stack.callback(subprocess.run, ["dropdb", "--force", DATABASE], check=True)
        mail = stack.enter_context(running_mail(folder))
        env = environment(
            f"postgresql://127.0.0.1:5432/{DATABASE}",
            folder=folder,
            more={
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "backend"), *sys.path]),
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "SMTP_URL": mail.url,
                "LOG_LEVEL": "WARNING",
                "JOB_CONCURRENCY": str(CONNECTIONS),
                **{name: os.environ[name] for name in os.environ if name.startswith("MAIL_")},
            },
        )
        for command in (["migrate", "--verbosity", "0"],):
            subprocess.run(
                [sys.executable, "manage.py", *command], cwd=ROOT / "backend", env=env, check=True
            )
        worker = [sys.executable, "manage.py", "runworker", "--queues=mail"]
        stack.enter_context(Process(*worker, env=env, log=folder / "worker.log"))
        ports = [str(mail.port), str(mail.http_port), str(CONNECTIONS)]
        emails = [sys.executable, "-m", "bench.emails", *ports]
        return subprocess.run(emails, cwd=ROOT, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(measure_mail())
