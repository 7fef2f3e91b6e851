"""`make bench`: the shop window beside the bare engines, in one interleaved run on loopback.

Then the checkout and the admin's list in the same way (`bench/buying.py`, `purchase_list.py`).

Ends with an error when a ratio misses its goal. Rates of a shared machine are noisy; the ratios,
taken in turns, are what counts.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import ROOT, Target, interleaved, median, running, spread

PORT = 8400
WEB_PORT = 8401
BARE_PORT = 8402

# What is compared: the measured target, the one beside it, and the ratio we mean to reach.
GOALS = [
    ("Landing page through nginx / bare file of its size", "landing", "bare file", 0.95),
    ("GET /api/bootcamps / empty Django view", "bootcamps", "empty view", 0.6),
    ("GET /api/bootcamps / uncached query", "bootcamps", "uncached", 10.0),
]


def environment() -> dict[str, str]:
    return os.environ | {
        "PORT": str(PORT),
        "WEB_PORT": str(WEB_PORT),
        "SITE_URL": f"http://localhost:{PORT}",
        "DATABASE_URL": "postgresql://127.0.0.1:5432/frontrow_bench",
        "REDIS_URL": "redis://127.0.0.1:6379/6",
        "LOG_LEVEL": "WARNING",
        "TRUSTED_PROXY_COUNT": "1",
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}",
        "WEB_WORKERS": "1",
    }


def fill_database(env: dict[str, str]) -> None:
    subprocess.run(["dropdb", "--if-exists", "--force", "frontrow_bench"], check=True)
    subprocess.run(["createdb", "frontrow_bench"], check=True)
    for command in (["migrate", "--verbosity", "0"], ["demo"]):
        subprocess.run(
            [ROOT / ".venv/bin/python", "manage.py", *command],
            cwd=ROOT / "backend",
            env=env,
            check=True,
            stdout=subprocess.DEVNULL,
        )


def bare_nginx(folder: Path, size: int) -> list[str]:
    """nginx with nothing but one file of the landing page's compressed size."""
    folder.chmod(0o755)
    (folder / "tmp").mkdir()
    (folder / "page.html").write_bytes(b"x" * size)
    (folder / "nginx.conf").write_text(
        f"""
        daemon off; worker_processes 2; pid nginx.pid; error_log stderr crit;
        events {{ worker_connections 2048; }}
        http {{
            access_log off; sendfile on; tcp_nopush on; default_type text/html;
            client_body_temp_path tmp/a; proxy_temp_path tmp/b; fastcgi_temp_path tmp/c;
            uwsgi_temp_path tmp/d; scgi_temp_path tmp/e;
            server {{ listen 127.0.0.1:{BARE_PORT} backlog=1024; root {folder}; }}
        }}"""
    )
    return ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"]


def main() -> int:
    env = environment()
    fill_database(env)
    compressed = (ROOT / "frontend/dist/index.html.br").stat().st_size
    gunicorn = [str(ROOT / ".venv/bin/gunicorn"), "-c", "config/gunicorn.py", "config.wsgi"]
    start_nginx = "exec nginx -p $NGINX_DIR -c nginx.conf -e stderr"
    nginx = ["bash", "-c", f"source tools/environment.sh; source tools/nginx.sh; {start_nginx}"]
    targets = [
        Target("bare file", f"http://127.0.0.1:{BARE_PORT}/page.html"),
        Target("landing", f"http://127.0.0.1:{PORT}/", ("Accept-Encoding: br",)),
        Target("empty view", f"http://127.0.0.1:{WEB_PORT}/bench/empty"),
        Target("bootcamps", f"http://127.0.0.1:{WEB_PORT}/api/bootcamps"),
        Target("uncached", f"http://127.0.0.1:{WEB_PORT}/bench/uncached-bootcamps"),
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        running(
            bare_nginx(Path(folder), compressed),
            ready=f"http://127.0.0.1:{BARE_PORT}/page.html",
            env=env,
        ),
        running(nginx, ready=f"http://127.0.0.1:{PORT}/", env=env),
        running(
            gunicorn,
            ready=f"http://127.0.0.1:{WEB_PORT}/healthz",
            env=env,
            cwd=ROOT / "backend",
        ),
    ):
        rates = interleaved(targets)
    for name, values in rates.items():
        print(f"{name:12} {median(rates, name):10,.0f} /s  ({spread(values)})")
    missed = 0
    for what, measured, beside, goal in GOALS:
        ratio = median(rates, measured) / median(rates, beside)
        missed += ratio < goal
        print(f"{'ok  ' if ratio >= goal else 'MISS'} {what}: {ratio:.2f} (goal {goal})")
    for part in ("bench.buying", "bench.purchase_list"):
        command = [str(ROOT / ".venv/bin/python"), "-m", part]
        missed += subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
