"""A shop with customers in it, two web processes and two workers, and an auditor afterwards."""

import contextlib
import os
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.fakes.stripe import WEBHOOK_PATH
from tests.faults.browser import Basket
from tests.faults.customers import Visit
from tests.faults.nursery import Nursery
from tests.faults.processes import LOOPBACK, wait_until
from tests.faults.shop import Shop, running_shop
from tests.postgres import Cluster
from tests.races.shop import Postbox

WORKERS = 2
SEATS, FEW_SEATS = 1000, 3

_UNFINISHED = """
SELECT (SELECT count(*) FROM purchases WHERE state NOT IN ('completed', 'refunded', 'failed'))
    + (SELECT count(*) FROM refunds WHERE status NOT IN ('succeeded', 'failed'))
    + (SELECT count(*) FROM stripe_events WHERE handled_at IS NULL)
    + (SELECT count(*) FROM communication_logs WHERE status = 'PENDING')
"""
_FEWER_SEATS = """
WITH gone AS (DELETE FROM seats WHERE bootcamp_id = ANY (%s) AND number > %s)
UPDATE bootcamps SET max_seats = %s WHERE id = ANY (%s)
"""
# More people with a right to a seat than there are seats, or somebody with a right and no seat.
_OVERSOLD = """
SELECT 'bootcamp ' || b.id FROM bootcamps b WHERE b.max_seats < (
    SELECT count(*) FROM enrollments i JOIN purchases p ON p.id = i.purchase_id
    WHERE i.bootcamp_id = b.id AND p.state IN ('capturing', 'completed', 'refunding'))
UNION ALL
SELECT 'purchase ' || p.id FROM purchases p JOIN enrollments i ON i.purchase_id = p.id
WHERE p.state = 'completed' AND NOT EXISTS (
    SELECT 1 FROM seats s
    WHERE s.enrollment_id = i.id AND s.bootcamp_id = i.bootcamp_id AND s.held_until IS NULL)
"""
_DOUBLED = """
SELECT 'email ' || category || ' of purchase ' || purchase_id FROM communication_logs
WHERE purchase_id IS NOT NULL GROUP BY purchase_id, category, recipient HAVING count(*) > 1
UNION ALL
SELECT 'refund of purchase ' || purchase_id FROM refunds WHERE status = 'succeeded'
GROUP BY purchase_id HAVING count(*) > 1
UNION ALL
SELECT 'hour of purchase ' || purchase_id FROM coaching_sessions
GROUP BY purchase_id, bootcamp_id HAVING count(*) > 1
"""
_UNSENT = """
SELECT 'email of purchase ' || p.id FROM purchases p WHERE p.completed_at IS NOT NULL
    AND (SELECT count(DISTINCT category) FROM communication_logs l WHERE l.purchase_id = p.id
         AND l.status = 'SENT' AND l.category IN ('REGISTRATION_CONFIRM', 'WELCOME')) < 2
"""


class SharpPostbox(Postbox):
    """Knows an email that came twice from two emails that say the same."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content or b""
        head = content if isinstance(content, str) else content.decode(errors="replace")
        lines = head.partition("\r\n\r\n")[0].splitlines()
        named = {line.partition(": ")[0].lower(): line.partition(": ")[2] for line in lines}
        for reader in envelope.rcpt_tos:
            self.ids[reader, named["subject"]][named["message-id"]] += 1
        return await super().handle_DATA(server, session, envelope)

    def twins(self) -> int:
        """The same email handed over again: its worker died before it could note the first."""
        return sum(count - 1 for ids in self.ids.values() for count in ids.values())


@dataclass
class BusyShop:
    shop: Shop
    postbox: SharpPostbox
    nursery: Nursery
    baskets: Sequence[Basket]
    workers: list[int] = field(default_factory=list)
    # When each was killed.
    killed: dict[str, list[float]] = field(default_factory=lambda: {"web": [], "worker": []})

    def kill_somebody(self, chance: random.Random) -> None:
        """`kill -9` for one web process or worker; another takes its place."""
        web = self._web_processes()
        victim = chance.choice([*web, *self.workers])
        os.kill(victim, signal.SIGKILL)
        self.killed["web" if victim in web else "worker"].append(time.monotonic())
        if victim in self.workers:
            self.workers.remove(victim)
            self.workers.append(self.nursery.begin_worker())

    def _web_processes(self) -> list[int]:
        master = self.shop.site.process.pid
        children = Path(f"/proc/{master}/task/{master}/children").read_text()
        return [int(pid) for pid in children.split()]

    def settle(self, *, within: float) -> float:
        """Faults are over: the seconds until nothing is unfinished any more."""
        began = time.monotonic()

        def nothing_reserved() -> bool:
            return bool(self.shop.stripe.ledger()["totals"]["authorized"] == 0)

        wait_until(nothing_reserved, within=within, what="every payment is taken or called off")
        # A day later those who never paid are given up.
        self.shop.database.do(
            "UPDATE purchases SET created_at = created_at - interval '25 hours',"
            " terms_accepted_at = terms_accepted_at - interval '25 hours',"
            " held_until = held_until - interval '25 hours' WHERE state = 'pending'"
        )
        wait_until(self._is_quiet, within=within, what="nothing is unfinished")
        return time.monotonic() - began

    def _is_quiet(self) -> bool:
        time.sleep(0.3)
        pending = self.shop.stripe.control("GET", "webhooks")["pending"]
        return pending == 0 and self.shop.database.ask(_UNFINISHED) == [(0,)]

    def audit(self, visits: Sequence[Visit]) -> dict[str, list[str]]:
        """Everything that is wrong, by kind; all empty when nothing is."""
        ask = self.shop.database.ask
        ours, theirs = self.shop.our_cents(), self.shop.their_cents()
        return {
            "rules broken": [" ".join(map(str, row)) for row in self.shop.violations()],
            "breaks": [str(row) for row in self.shop.breaks()],
            "books": [] if ours == theirs else [f"we say {ours}, the provider {theirs}"],
            "oversold": [subject for (subject,) in ask(_OVERSOLD)],
            "lost": [*self._lost(visits), *[subject for (subject,) in ask(_UNSENT)]],
            "doubled": [*self._charged_twice(), *[subject for (subject,) in ask(_DOUBLED)]]
            + [str(email) for email, ids in self.postbox.ids.items() if len(ids) > 1],
        }

    def _lost(self, visits: Sequence[Visit]) -> list[str]:
        """Paid for and not given, or promised and not kept."""
        rows = self.shop.database.ask("SELECT stripe_payment_intent_id, state FROM purchases")
        states = {intent: state for intent, state in rows if intent}
        lost = []
        for visit in visits:
            state = states.get(visit.intent, "nothing")
            if visit.told == "completed" and state not in {"completed", "refunded"}:
                lost.append(f"{visit.intent}: promised, and is {state}")
            if visit.wants_refund and state != "refunded":
                lost.append(f"{visit.intent}: a refund was asked for, and it is {state}")
            if visit.told == "sold out" and state not in {"failed", "nothing"}:
                lost.append(f"{visit.intent}: told sold out, and is {state}")
        payments = self.shop.stripe.ledger()["payment_intents"]
        for intent, row in payments.items():
            kept = row["captured"] - row["refunded"]
            if kept and states.get(intent) != "completed":
                lost.append(f"{intent}: {kept} cents taken, and is {states.get(intent)}")
        return lost

    def _charged_twice(self) -> list[str]:
        payments = self.shop.stripe.ledger()["payment_intents"].values()
        taken = Counter(row["metadata"]["purchase_id"] for row in payments if row["captured"])
        return [f"purchase {one} was paid for {n} times" for one, n in taken.items() if n > 1]


@contextlib.contextmanager
def busy_shop(
    cluster: Cluster,
    name: str,
    *,
    folder: Path,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[BusyShop]:
    """Three bootcamps with room for all and two with few seats; singles and bundles of each."""
    with contextlib.ExitStack() as stack:
        postbox = stack.enter_context(SharpPostbox())
        own = {"WEB_WORKERS": "2", "SMTP_URL": f"smtp://{LOOPBACK}:{postbox.port}"}
        shop = stack.enter_context(
            running_shop(
                cluster,
                name,
                folder=folder,
                bootcamps={"trio": 3, "duo": 2},
                seats=SEATS,
                settings={**own, **settings},
            )
        )
        trio, duo = shop.baskets["trio"], shop.baskets["duo"]
        few = list(duo.bootcamps)
        shop.database.do(_FEWER_SEATS, few, FEW_SEATS, FEW_SEATS, few)
        # Every event twice, and the copies overtake one another.
        shop.stripe.webhooks(
            f"http://{LOOPBACK}:{shop.site.port}{WEBHOOK_PATH}", copies=2, shuffle_ms=1000
        )
        env = {**shop.env, "QUICK_WORKER": "fast"}
        nursery = Nursery(env=env, log=folder / f"{name}-workers.log")
        stack.enter_context(nursery)
        singles = [Basket((one,)) for one in (*trio.bootcamps, *duo.bootcamps)]
        busy = BusyShop(shop, postbox, nursery, [*singles, trio, trio, duo])
        busy.workers = [nursery.begin_worker() for _ in range(WORKERS)]
        yield busy
