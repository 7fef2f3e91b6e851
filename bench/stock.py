"""What the purchase bench sells, and to whom: made in bulk by SQL, used up slice by slice."""

from dataclasses import dataclass
from typing import LiteralString

import psycopg

from bench.measure import backends

DATABASE = "frontrow_bench_buying"
URL = f"postgresql://127.0.0.1:5432/{DATABASE}"
CENTS = 99_500
SEATS = 20

# The n-th purchase wants bootcamp n modulo their number; everything about it follows from n.
_STOCK = """
WITH made AS (
    INSERT INTO bootcamps (
        name, description, tagline, bootcamp_type, step, price, max_seats, starts_at, ends_at,
        timezone, status, session_url, recording_url, resources_url, zoom_meeting_id,
        zoom_join_url, zoom_registration_url, zoom_start_url
    ) SELECT
        'Bench ' || n, 'Live', '', 'Build', 1, 995, %(seats)s, now() + interval '30 days',
        now() + interval '30 days 3 hours', 'America/New_York', 'active', '', '', '', '', '', '', ''
    FROM generate_series(1, %(bootcamps)s) n RETURNING id
), seated AS (
    INSERT INTO seats (bootcamp_id, number)
    SELECT id, number FROM made, generate_series(1, %(seats)s) number
)
SELECT min(id) FROM made
"""
_BUYERS = """
WITH bought AS (
    INSERT INTO purchases (
        id, bootcamp_id, package_name, total_amount, refunded_amount, currency, state,
        cancel_reason, guest_email, guest_full_name, guest_phone, terms_version, policy_version,
        stripe_payment_intent_id, stripe_customer_id, checkout_key
    ) SELECT
        n, %(first_bootcamp)s::bigint + n %% %(bootcamps)s::bigint, 'Bench', 995, 0, 'usd',
        'pending', '', 'bench' || n || '@example.test', 'Bench Buyer', '', '', '1',
        'pi_bench_' || n || '_99500', '', encode(sha256(('bench-' || n)::bytea), 'hex')
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n RETURNING id, bootcamp_id
)
INSERT INTO enrollments (id, purchase_id, bootcamp_id, name, price, paid, starts_at, ends_at,
    timezone)
SELECT bought.id, bought.id, b.id, b.name, b.price, 995, b.starts_at, b.ends_at, b.timezone
FROM bought JOIN bootcamps b ON b.id = bought.bootcamp_id
"""
_TAKE_ALL = """
WITH filler AS (
    INSERT INTO purchases (
        bootcamp_id, package_name, total_amount, refunded_amount, currency, state, cancel_reason,
        guest_email, guest_full_name, guest_phone, terms_version, policy_version,
        stripe_customer_id, checkout_key, completed_at
    ) SELECT
        bootcamp_id, 'Bench', 995, 0, 'usd', 'completed', '', 'bench@example.test', 'Bench Buyer',
        '', '', '1', '', '', now()
    FROM seats WHERE bootcamp_id >= %(first_bootcamp)s RETURNING id, bootcamp_id
), enrolled AS (
    INSERT INTO enrollments (id, purchase_id, bootcamp_id, name, price, paid, starts_at, ends_at,
        timezone)
    SELECT f.id, f.id, b.id, b.name, b.price, 995, b.starts_at, b.ends_at, b.timezone
    FROM filler f JOIN bootcamps b ON b.id = f.bootcamp_id RETURNING id, bootcamp_id
), placed AS (
    SELECT id, bootcamp_id, row_number() OVER (PARTITION BY bootcamp_id ORDER BY id) AS number
    FROM enrolled
)
UPDATE seats s SET enrollment_id = placed.id FROM placed
WHERE s.bootcamp_id = placed.bootcamp_id AND s.number = placed.number
"""
_SEAT = """
WITH bought AS (
    UPDATE purchases SET state = 'completed', completed_at = now()
    WHERE id BETWEEN %(first)s AND %(last)s
), placed AS (
    SELECT id, bootcamp_id, row_number() OVER (PARTITION BY bootcamp_id ORDER BY id) AS number
    FROM enrollments WHERE purchase_id BETWEEN %(first)s AND %(last)s
)
UPDATE seats s SET enrollment_id = placed.id FROM placed
WHERE s.bootcamp_id = placed.bootcamp_id AND s.number = placed.number
"""
BARE_HOLD = """
SELECT h.* FROM nextval('bench_turn') n, hold_seats(
    'pi_bench_' || n || '_99500', encode(sha256(('bench-' || n)::bytea), 'hex'), '', NULL,
    'network ' || n, '2026-11', '', false, '600 seconds', 0.4, 3) h;
"""
BARE_TAKE = """
SELECT seat_enrollment({first_bootcamp} + n % {bootcamps}, n, '600 seconds')
FROM nextval('bench_turn') n;
"""


@dataclass(frozen=True)
class Batch:
    """A slice's buyers, with sessions open and nothing held, and the bootcamps they want."""

    first: int
    count: int
    first_bootcamp: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.count)


class Stock:
    """The bench's database."""

    def __init__(self) -> None:
        self._next = 1
        self._database = psycopg.connect(URL, autocommit=True)
        self._database.execute("CREATE SEQUENCE bench_turn")
        # Ours are numbered from one; those that fill a bootcamp begin far above them.
        self._database.execute("SELECT setval('purchases_id_seq', 10000000)")
        self._database.execute("SELECT setval('enrollments_id_seq', 20000000)")

    def close(self) -> None:
        self._database.close()

    def batch(self, count: int, *, bootcamps: int) -> Batch:
        # What earlier slices hold would count against these buyers in nothing but time.
        self._database.execute(
            "UPDATE seats SET enrollment_id = NULL, held_until = NULL WHERE held_until IS NOT NULL"
        )
        shape = {"seats": SEATS, "bootcamps": bootcamps}
        first_bootcamp = self._ask(_STOCK, shape)
        made = Batch(first=self._next, count=count, first_bootcamp=first_bootcamp)
        self._next += count
        places = {"first": made.first, "last": made.numbers[-1], "first_bootcamp": first_bootcamp}
        self._database.execute(_BUYERS, shape | places)
        self._database.execute("SELECT setval('bench_turn', %s, false)", [made.first])
        self._database.execute("ANALYZE purchases, enrollments, seats, bootcamps")
        return made

    def sell_out(self, batch: Batch) -> None:
        self._database.execute(_TAKE_ALL, {"first_bootcamp": batch.first_bootcamp})

    def seat(self, batch: Batch, *, bootcamps: int) -> int:
        """They have paid and sit; the first of as many empty classes of the same kind."""
        self._database.execute(_SEAT, {"first": batch.first, "last": batch.numbers[-1]})
        empty = self._ask(_STOCK, {"seats": SEATS, "bootcamps": bootcamps})
        self._database.execute("ANALYZE purchases, enrollments, seats, bootcamps")
        return empty

    def forget_jobs(self) -> None:
        """Nothing of the slices is left for the worker to do."""
        self._database.execute("TRUNCATE procrastinate_jobs CASCADE")
        self._database.execute(
            "UPDATE purchases SET state = 'failed' WHERE state IN ('pending', 'canceling')"
        )

    def jobs_left(self) -> int:
        return self._ask(
            "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
        )

    def backends(self) -> list[int]:
        return backends(self._database)

    def _ask(self, query: LiteralString, parameters: dict[str, int] | None = None) -> int:
        row = self._database.execute(query, parameters).fetchone()
        if row is None:
            raise RuntimeError(query)
        return int(row[0])


def intent_of(number: int) -> str:
    return f"pi_bench_{number}_{CENTS}"


def cookie_of(number: int) -> str:
    return f"bench-{number}"
