"""gunicorn's settings: threads in a few processes, behind nginx."""

import gc
import os
import resource
import shutil
import tempfile
from importlib import import_module
from typing import Any

from config.environment import Environment

# prometheus_client reads this when it is first imported. If set later, the numbers of all workers
# can't be summed.
_metrics_dir = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="frontrow-metrics-")

from prometheus_client import multiprocess

_env = Environment()

bind = f"{_env.WEB_BIND}:{_env.WEB_PORT}"
worker_class = "config.turns.Worker"
workers = _env.WEB_WORKERS
threads = _env.WEB_THREADS
# Restarting workers now and then keeps a slow leak from becoming an outage. Restarts are rare and
# far apart: a new worker takes seconds to start, and under load all would be away at once.
max_requests = 200_000
max_requests_jitter = 200_000
timeout = 30
graceful_timeout = 25
keepalive = 30
# A crowd waits in the workers and in the system's backlog. nginx answers 503 to the rest.
worker_connections = 2000
backlog = 4096
# A process may open 1,024 files by default, and each waiting connection is one.
_now, _at_most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (max(_now, min(8192, _at_most)), _at_most))
control_socket_disable = True
# Vendors' libraries that this site's settings ask for. The first call would load them otherwise.
_libraries = {
    "boto3.session": _env.S3_BUCKET,
    "httpx": _env.ZOOM_ACCOUNT_ID,
    "stripe": _env.STRIPE_SECRET_KEY.get_secret_value(),
    "twilio.rest": _env.TWILIO_ACCOUNT_SID,
}
# We log requests by route. gunicorn's log would record paths with addresses that people typed.
accesslog = None
errorlog = "-"


def when_ready(server: Any) -> None:
    """Load the code once, before the processes part: they share its memory.

    Not by `preload_app`, which loads it before the port is open: a restart would refuse callers for
    seconds instead of letting them wait. What is loaded here must hold no connection and no thread.
    """
    server.app.wsgi()
    for name, is_used in _libraries.items():
        if is_used:
            import_module(name)
    # A search for garbage writes to all that it looks at, and each process would copy it.
    gc.collect()
    gc.freeze()


def child_exit(server: Any, worker: Any) -> None:
    multiprocess.mark_process_dead(worker.pid, path=_metrics_dir)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    shutil.rmtree(_metrics_dir, ignore_errors=True)
