"""How gunicorn runs: threads in a few processes, behind nginx."""

import os
import resource
import shutil
import tempfile
from typing import Any

from config.environment import Environment

# Read by prometheus_client when it is first imported: later would be too late to add up the
# numbers of all workers.
_metrics_dir = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="frontrow-metrics-")

from prometheus_client import multiprocess

_env = Environment()

bind = f"{_env.WEB_BIND}:{_env.WEB_PORT}"
worker_class = "config.turns.Worker"
workers = _env.WEB_WORKERS
threads = _env.WEB_THREADS
# Replacing workers now and then keeps a slow leak from becoming an outage. Rarely, and far apart: a
# new one takes seconds to begin, and under a storm all would be away at the same time.
max_requests = 200_000
max_requests_jitter = 200_000
timeout = 30
graceful_timeout = 25
keepalive = 30
# A crowd waits in the workers and in the system's queue; what is beyond both hears 503 from nginx.
worker_connections = 2000
backlog = 4096
# A process may open 1,024 files unless it asks for more, and each who waits is one.
_now, _at_most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (max(_now, min(8192, _at_most)), _at_most))
control_socket_disable = True
# The request log is ours (route, not path): gunicorn's would record addresses people typed.
accesslog = None
errorlog = "-"


def child_exit(server: Any, worker: Any) -> None:
    multiprocess.mark_process_dead(worker.pid, path=_metrics_dir)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    shutil.rmtree(_metrics_dir, ignore_errors=True)
