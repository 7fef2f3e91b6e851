"""The release before enrolments goes on beside the migrations that bring them.

It knows purchases and their items. What it writes at each step must be true for the new code too,
and no seat that is sold may ever look free. Each statement is one that its code sends.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import psycopg
import pytest

from frontrow.core.sql_files import LoadSql, text_of
from tests.faults.processes import environment, run_command
from tests.postgres import Cluster, Database

# What it shows can only change with migrations that have been released.
pytestmark = [pytest.mark.slow, pytest.mark.proof]

free_by_enrolment = import_module("frontrow.catalogue.migrations.0010_free_by_enrolment")

CLASS = """
INSERT INTO bootcamps (name, tagline, description, bootcamp_type, step, price, max_seats, starts_at,
    ends_at, timezone, status, session_url, recording_url, resources_url, zoom_meeting_id,
    zoom_join_url, zoom_registration_url, zoom_start_url)
VALUES ('Class', '', '', 'Build', 1, 995, 3, now() + interval '9 days',
    now() + interval '10 days', 'UTC', 'active', '', '', '', '', '', '', '')
RETURNING id
"""
SEATS = (
    "INSERT INTO seats (bootcamp_id, number) SELECT id, n FROM bootcamps, generate_series(1, 3) n"
)
BUY = """
WITH bought AS (
    INSERT INTO purchases (bootcamp_id, package_name, total_amount, refunded_amount, currency,
        state, cancel_reason, completed_at, guest_email, guest_full_name, guest_phone,
        terms_version, policy_version, stripe_customer_id, checkout_key, is_complimentary)
    SELECT id, 'Class', 995, 0, 'usd', 'completed', '', now(), 'a@example.test', 'A', '', '', '',
        '', '', true FROM bootcamps
    RETURNING id, bootcamp_id
), kept AS (
    INSERT INTO purchase_items (purchase_id, bootcamp_id, name, price, starts_at, ends_at, timezone)
    SELECT bought.id, b.id, b.name, b.price, b.starts_at, b.ends_at, b.timezone
    FROM bought JOIN bootcamps b ON b.id = bought.bootcamp_id
)
SELECT id, bootcamp_id FROM bought
"""
TAKE = "SELECT take_seat(%s, %s, NULL)"
FREE_AGAIN = "UPDATE seats SET purchase_id = NULL, held_until = NULL WHERE purchase_id = %s"
GIVE_BACK = """
WITH moved AS (
    INSERT INTO movements (purchase_id, kind, status, amount, provider_id, happened_at)
    SELECT p.id, m.kind, 'succeeded', m.amount, m.kind || p.id, now()
    FROM purchases p, (VALUES ('payment', 995), ('refund', -995)) AS m (kind, amount)
    WHERE p.id = %s
    RETURNING id, purchase_id, kind
), asked AS (
    INSERT INTO refunds (purchase_id, amount, status, reason, note, settled_at, movement_id)
    SELECT purchase_id, 995, 'succeeded', 'admin', '', now(), id FROM moved WHERE kind = 'refund'
)
UPDATE purchases SET state = 'refunded', refunded_amount = 995
WHERE id IN (SELECT purchase_id FROM moved)
"""
# In the order in which `migrate` runs them, ending with the last that the old code can bear.
STEPS = [
    ("catalogue", "0008_seats_of_enrolments"),
    ("sales", "0019_enrolments"),
    ("sales", "0020_fill_enrolments"),
    ("sales", "0021_enrolment_indexes"),
    ("catalogue", "0009_one_seat_per_enrolment"),
    ("catalogue", "0010_free_by_enrolment"),
    ("coaching", "0004_one_hour_per_enrolment"),
    ("sales", "0022_seats_by_enrolment"),
    ("sales", "0024_refund_lines"),
    ("sales", "0025_fill_refund_lines"),
]


def buy(database: Database) -> int | None:
    """As the old code buys: the number of its seat, and nothing where there is none left."""
    [(purchase, bootcamp)] = database.ask(BUY)
    [(number,)] = database.ask(TAKE, bootcamp, purchase)
    if number is None:
        database.do("DELETE FROM purchase_items WHERE purchase_id = %s", purchase)
        database.do("DELETE FROM facts WHERE purchase_id = %s", purchase)
        database.do("DELETE FROM purchases WHERE id = %s", purchase)
    return None if number is None else int(number)


def violations(database: Database) -> list[tuple[str, str]]:
    return [
        (kind, subject)
        for kind, subject in database.ask(
            "SELECT kind, subject FROM violations_between('-infinity', 'infinity')"
        )
        if kind != "no active admin"
    ]


@dataclass(frozen=True)
class Release:
    """A database as the release before left it, with one of three seats sold."""

    cluster: Cluster
    folder: Path

    def copy(self, name: str) -> tuple[Database, dict[str, str]]:
        database = self.cluster.create_database(name, template="release_before")
        return database, environment(database.url, folder=self.folder)


@pytest.fixture(scope="module")
def release(cluster: Cluster, folder: Path) -> Release:
    database = cluster.create_database("release_before", template="template1")
    env = environment(database.url, folder=folder)
    migrate(env, "sales", "0018_attendance_marks")
    with cluster.connect(database.name) as connection, connection.transaction():
        connection.execute(CLASS.encode())
        connection.execute(SEATS.encode())
    assert buy(database) == 1
    return Release(cluster, folder)


def migrate(env: dict[str, str], *to: str) -> None:
    run_command("manage.py", "migrate", "-v0", *to, env=env)


@pytest.mark.parametrize("step", range(len(STEPS) + 1))
def test_what_is_sold_stays_sold_at_every_step(release: Release, step: int) -> None:
    """One is bought before, and the rest at this step; then a seat is given back and sold anew."""
    database, env = release.copy(f"beside_{step}")
    if step:
        migrate(env, *STEPS[step - 1])
    assert [buy(database), buy(database), buy(database)] == [2, 3, None]
    assert violations(database) == []
    [(second,)] = database.ask("SELECT purchase_id FROM seats WHERE number = 2")
    database.do(GIVE_BACK, second)
    database.do(FREE_AGAIN, second)
    assert [buy(database), buy(database)] == [2, None]
    migrate(env, *STEPS[-1])
    assert violations(database) == []
    # No process of the old release is left: what it needed goes, and nothing is lost by that.
    migrate(env)
    assert violations(database) == []
    assert database.ask(
        "SELECT s.number, e.paid FROM seats s JOIN enrolments e ON e.id = s.enrolment_id ORDER BY 1"
    ) == [(1, 995), (2, 995), (3, 995)]
    lines = "SELECT amount, refund_id IS NULL, movement_id IS NULL FROM refund_lines"
    assert database.ask(lines) == [(995, False, False)]
    ended = "SELECT count(*) FROM enrolments WHERE ended_at IS NOT NULL"
    assert database.ask(ended) == [(1,)]


def test_control_read_from_the_enrolment_before_it_is_filled_a_sold_seat_looks_free(
    release: Release,
) -> None:
    database, env = release.copy("beside_too_early")
    migrate(env, "sales", "0019_enrolments")
    with pytest.raises(psycopg.errors.RaiseException, match="seats without their enrolment"):
        database.do(free_by_enrolment.ALL_ARE_NAMED)
    for load in free_by_enrolment.Migration.operations:
        if isinstance(load, LoadSql):
            database.do(text_of(load.name, load.digest))
    [(purchase, bootcamp)] = database.ask(BUY)
    [(number,)] = database.ask(
        "SELECT seat_enrolment(%s, enrolment_for(%s, %s), NULL)", bootcamp, purchase, bootcamp
    )
    # Somebody else's.
    assert number == 1
