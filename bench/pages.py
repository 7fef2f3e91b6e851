"""The shop window beside the bare engines, in one interleaved run on loopback."""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from bench.measure import ROOT, Target, interleaved, running, summed_up

PORT = 8400
WEB_PORT = 8401
BARE_PORT = 8402
PAGES_PORT = 8403


def environment() -> dict[str, str]:
    return os.environ | {
        "PORT": str(PORT),
        "WEB_PORT": str(WEB_PORT),
        "PAGES_PORT": str(PAGES_PORT),
        "WEB": f"127.0.0.1:{WEB_PORT}",
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


# What the list of the demo's bootcamps weighs.
LIST_BYTES = 4_000


def bare_nginx(folder: Path, size: int) -> list[str]:
    """nginx with nothing but files of the landing page's compressed size and of the list's."""
    folder.chmod(0o755)
    (folder / "tmp").mkdir()
    (folder / "page.html").write_bytes(b"x" * size)
    (folder / "list.json").write_bytes(b"x" * LIST_BYTES)
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


def measure_pages() -> dict[str, Any]:
    """The figures of the landing page and of the catalogue."""
    env = environment()
    fill_database(env)
    compressed = (ROOT / "frontend/dist/index.html.br").stat().st_size
    gunicorn = [str(ROOT / ".venv/bin/gunicorn"), "-c", "config/gunicorn.py", "config.wsgi"]
    start_nginx = "exec nginx -p $NGINX_DIR -c nginx.conf -e stderr"
    nginx = ["bash", "-c", f"source tools/environment.sh; source tools/nginx.sh; {start_nginx}"]
    with (
        tempfile.TemporaryDirectory() as folder,
        running(
            bare_nginx(Path(folder), compressed),
            ready=f"http://127.0.0.1:{BARE_PORT}/page.html",
            env=env,
        ) as bare,
        running(nginx, ready=f"http://127.0.0.1:{PORT}/", env=env) as site,
        running(
            gunicorn,
            ready=f"http://127.0.0.1:{WEB_PORT}/healthz",
            env=env,
            cwd=ROOT / "backend",
        ) as web,
        running(
            ["node", "frontend/dist-ssr/page-server.js"],
            ready=f"http://127.0.0.1:{PAGES_PORT}/",
            env=env,
        ),
    ):
        application = f"http://127.0.0.1:{WEB_PORT}"
        rates, work = interleaved(
            [
                Target("bare file", f"http://127.0.0.1:{BARE_PORT}/page.html", server=bare),
                Target("landing", f"http://127.0.0.1:{PORT}/", ("Accept-Encoding: br",), site),
                Target("empty view", f"{application}/bench/empty", server=web),
                Target("bare list", f"http://127.0.0.1:{BARE_PORT}/list.json", server=bare),
                Target("catalogue", f"http://127.0.0.1:{PORT}/api/bootcamps", server=site),
                Target("uncached", f"{application}/api/bootcamps", server=web),
            ]
        )
    return {
        "rates": {name: summed_up(values) for name, values in rates.items()},
        "work": {name: summed_up(values) for name, values in work.items()},
    }
