"""The admin's desk at a thousand purchases and at a million, beside the same SQL run bare.

Every page is asked for in turns at all sizes, and its statements are run over a plain connection as
well; beside them a signed-in answer with nothing in it, which is what any page costs at least.
`KEEP=1` uses the databases of the last run and keeps them; `LIST_SIZES` names other sizes.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import psycopg

from bench.desk_rows import fill_desk
from bench.measure import QUICK, ROOT, ROUNDS, p95, summed_up
from bench.report import EMPTY
from bench.volume import fill

SIZES = tuple(
    int(each)
    for each in os.environ.get(
        "LIST_SIZES", "1000 10000" if QUICK else "1000 10000 100000 1000000"
    ).split()
)
# A page takes milliseconds: asked for about five times as often as others are measured.
TURNS = max(2, 5 * (ROUNDS - 1))
# Three bootcamps to fifty purchases: two thousand of them.
MANY_BOOTCAMPS, MANY_BUNDLES = (3_333, 20) if QUICK else (33_333, 200)
PAGE_SIZE = 20

Address = Callable[[int], str]


def purchases(query: str = "", *, at: float = 0) -> Address:
    """The list, so far down: 0 is the first page, 1 the last."""
    return lambda size: f"/api/admin/purchases?{query}&page={max(1, int(size / PAGE_SIZE * at))}"


# Every kind of page, by the number of purchases there are. People are half as many.
PAGES: dict[str, Address] = {
    EMPTY: lambda _: "/bench/signed-in",
    "Purchases: first page": purchases(),
    "Purchases: a quarter down": purchases(at=0.25),
    "Purchases: middle page": purchases(at=0.5),
    "Purchases: last page": purchases(at=1),
    "Purchases: search, a name": purchases("search=kenji+bello"),
    "Purchases: search, an address": purchases("search=student-000123@"),
    "Purchases: search, what everybody has": purchases("search=example"),
    "Purchases: search, by customer": purchases("search=kenji&sort=customer&direction=asc"),
    "Purchases: search and status": purchases("search=kenji&status=refunded"),
    "Purchases: completed": purchases("status=completed"),
    "Purchases: completed, far down": purchases("status=completed", at=0.33),
    "Purchases: failed, by amount": purchases("status=failed&sort=amount"),
    "Purchases: by customer": purchases("sort=customer&direction=asc"),
    "Purchases: by customer, middle": purchases("sort=customer&direction=asc", at=0.5),
    "Purchases: by amount, far down": purchases("sort=amount", at=0.33),
    "Purchases: by product, middle": purchases("sort=product", at=0.5),
    "Purchases: by status, middle": purchases("sort=status&direction=asc", at=0.5),
    "Users: first page": lambda _: "/api/admin/users",
    "Users: search, a name": lambda _: "/api/admin/users?search=kenji+bello",
    "Search: a name": lambda _: "/api/admin/search?q=kenji+bello",
    "Search: what everybody has": lambda _: "/api/admin/search?q=example",
    "Search: a receipt": lambda _: "/api/admin/search?q=FR-000159",
    "Guests: first page": lambda _: "/api/admin/people/guests",
    "Guests: search, a name": lambda _: "/api/admin/people/guests?search=kenji+bello",
    "Message log: first page": lambda _: "/api/admin/messages",
    "Audit log: first page": lambda _: "/api/admin/audit",
    "Audit log: middle page": lambda size: (
        f"/api/admin/audit?page={max(1, size // PAGE_SIZE // 2)}"
    ),
    "Coaching: waiting": lambda _: "/api/admin/coaching/sessions?shown=waiting",
    "Coaching: past": lambda _: "/api/admin/coaching/sessions?shown=past",
    "Coaching: search, a name": lambda _: "/api/admin/coaching/sessions?shown=past&search=kenji",
    "Inbox: open": lambda _: "/api/admin/contact-messages?state=open",
    "Inbox: all": lambda _: "/api/admin/contact-messages",
    "Suppressed: first page": lambda _: "/api/admin/suppressions",
    "Suppressed: search": lambda _: "/api/admin/suppressions?search=student-12",
    "Audit log: one record": lambda _: "/api/admin/audit?subjectType=purchase&subjectId=159",
    "Bootcamps: first page": lambda _: "/api/admin/bootcamps/page",
    "Bootcamps: options": lambda _: "/api/admin/bootcamps/options?search=beginner",
    "Dashboard figures": lambda _: "/api/admin/stats",
    "Statistics: revenue": lambda _: "/api/admin/statistics/revenue",
    "Statistics: seats": lambda _: "/api/admin/statistics/seats",
    "Reconciliation board": lambda _: "/api/admin/reconciliation",
}
CATALOGUE: dict[str, Address] = {
    "Bootcamps: all": lambda _: "/api/admin/bootcamps",
    "Bundles: all": lambda _: "/api/admin/bundles",
}


class Asker:
    """A process with the whole application in it, over one of the databases."""

    def __init__(self, database: str, size: int) -> None:
        self.size = size
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.list_asker"],
            cwd=ROOT,
            env=environment(database),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def time(self, path: Address) -> list[float]:
        """Milliseconds for the page, and for its statements alone; nothing if it fails."""
        asks, answers = self.process.stdin, self.process.stdout
        if asks is None or answers is None:
            raise RuntimeError("the asker has no ears or no mouth")
        asks.write(path(self.size) + "\n")
        asks.flush()
        return [float(word) for word in answers.readline().split() if word != "-"]

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


def environment(database: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": url(database),
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}",
    }


def url(database: str) -> str:
    return f"postgresql://127.0.0.1:5432/{database}"


def name_of(size: int) -> str:
    return f"frontrow_bench_list_{size}"


def fill_databases() -> None:
    """Migrated once, copied, then filled."""
    template = "frontrow_bench_list"
    _make(template)
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT / "backend", env=environment(template), check=True)
    for size in (*SIZES, MANY_BOOTCAMPS):
        _make(name_of(size), "--template", template)
        fill(
            url(name_of(size)),
            purchases=size,
            bundles=MANY_BUNDLES if size == MANY_BOOTCAMPS else 1,
        )
        fill_desk(url(name_of(size)))
    subprocess.run(["dropdb", template], check=True)


def _make(database: str, *options: str) -> None:
    subprocess.run(["dropdb", "--if-exists", "--force", database], check=True)
    subprocess.run(["createdb", *options, database], check=True)


def measure_lists() -> dict[str, Any]:
    """The figures of every page, by size: of the page, and of its bare SQL."""
    if not os.environ.get("KEEP"):
        fill_databases()
    askers = [Asker(name_of(size), size) for size in (*SIZES, MANY_BOOTCAMPS)]
    try:
        return {
            "pages": _take_turns(PAGES, askers[:-1]),
            "catalogue_pages": _take_turns(CATALOGUE, askers[-1:]),
            "database_bytes": {str(size): _bytes(name_of(size)) for size in SIZES},
        }
    finally:
        for asker in askers:
            asker.close()
        if not os.environ.get("KEEP"):
            for size in (*SIZES, MANY_BOOTCAMPS):
                subprocess.run(["dropdb", "--force", name_of(size)], check=True)


def _bytes(database: str) -> int:
    with psycopg.connect(url(database)) as asked:
        row = asked.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(row[0]) if row else 0


def _take_turns(pages: dict[str, Address], askers: list[Asker]) -> dict[str, dict[str, Any]]:
    """In turns, so that a noisy second hurts all alike; the first round only warms up."""
    times: dict[tuple[str, int], list[list[float]]] = {}
    for turn in range(TURNS + 1):
        for name, path in pages.items():
            for asker in askers:
                # What failed in the first round fails in the others too.
                is_known_to_fail = turn and not times[name, asker.size]
                taken = [] if is_known_to_fail else asker.time(path)
                if turn == 0:
                    times[name, asker.size] = [taken] if taken else []
                elif taken:
                    times[name, asker.size].append(taken)
    return {
        name: {str(asker.size): _figures(times[name, asker.size][1:]) for asker in askers}
        for name in pages
    }


def _figures(taken: list[list[float]]) -> dict[str, Any] | None:
    if not taken:
        return None
    ours, bare = ([each[place] for each in taken] for place in (0, 1))
    return {
        "ours": {**summed_up(ours), "p95": round(p95(ours), 3)},
        "bare": {**summed_up(bare), "p95": round(p95(bare), 3)},
    }
