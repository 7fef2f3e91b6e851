"""A standby that answers for statistics and files, and a primary that answers when it doesn't."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.browser import Browser
from tests.faults.processes import LOOPBACK, Answer, report, run_command, wait_until
from tests.faults.replicated_shop import (
    NAME,
    READ_THERE,
    Pair,
    answered_by,
    follow,
    more,
    running_pair,
    running_standby,
)
from tests.postgres import Database
from tests.sizes import IS_PROOF

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.proof]

# Whoever finds the replica silent waits for a connection and a sign of life, and asks elsewhere.
LONGEST_DETOUR_SECONDS = 10
EXPORTS = sum("export" in path for path in READ_THERE)


@pytest.fixture(scope="module")
def pair(folder: Path) -> Iterator[Pair]:
    with running_pair(folder) as pair:
        yield pair


def test_figures_and_files_come_from_the_standby_and_lists_from_the_primary(pair: Pair) -> None:
    pair.catch_up()
    with pair.stands_still():
        before, counted, listed = pair.read(), answered_by(pair.admin), _listed(pair)
        pair.sell_to("second")
        noted = _noted_exports(pair)
        assert pair.read() == before
        assert more(counted, answered_by(pair.admin)) == {"replica": len(READ_THERE)}
        # Whoever acts sees it: the list has it, and each export is in the audit log.
        assert _listed(pair) == listed + 1
        assert _noted_exports(pair) == noted + EXPORTS
        # Further behind than it may be: the same questions, asked of the primary.
        with pair.other_site({"DATABASE_REPLICA_MAX_LAG_SECONDS": "1"}) as admin:
            wait_until(lambda: _is_behind(admin), what="the standby is too far behind")
            fresh, counted = pair.read(admin), answered_by(admin)
            assert counted["behind"] >= len(READ_THERE)
        assert [path for path in READ_THERE if fresh[path] == before[path]] == []
    pair.catch_up()
    assert pair.read() == fresh


def _is_behind(admin: Browser) -> bool:
    assert admin.call("GET", READ_THERE[0]).status == 200
    return "behind" in answered_by(admin)


def _listed(pair: Pair) -> int:
    return int(pair.admin.call("GET", "/api/admin/purchases").json()["total"])


def _noted_exports(pair: Pair) -> int:
    [(count,)] = pair.shop.database.ask(
        "SELECT count(*) FROM audit_log WHERE action LIKE 'exported %%'"
    )
    return int(count)


@pytest.mark.parametrize("pooler", ["", "transaction"])
def test_of_several_hosts_a_standby_is_found_also_without_a_pool_of_ours(
    pair: Pair, pooler: str
) -> None:
    primary = pair.shop.database.cluster
    hosts = f"{LOOPBACK}:1,{LOOPBACK}:{primary.port},{LOOPBACK}:{pair.standby.port}"
    settings = {
        "DATABASE_REPLICA_URL": f"postgresql://postgres@{hosts}/{NAME}",
        "DATABASE_POOLER": pooler,
    }
    with pair.other_site(settings) as admin:
        assert pair.read(admin) == pair.read()
        assert answered_by(admin) == {"replica": len(READ_THERE)}


@pytest.mark.parametrize("fault", ["stopped", "silent"])
def test_a_standby_that_is_away_costs_nobody_an_answer(pair: Pair, fault: str) -> None:
    pair.catch_up()
    before, counted = pair.read(), answered_by(pair.admin)
    if fault == "silent":
        pair.wire.swallow_everything()
    else:
        pair.standby.stop(immediate=True)
    try:
        first = pair.admin.call("GET", READ_THERE[0])
        assert (first.status, first.body) == (200, before[READ_THERE[0]])
        assert pair.read() == before
        assert more(counted, answered_by(pair.admin)) == {"away": 1 + len(READ_THERE)}
        assert pair.shop.site.get("/readyz").status == 200
        assert pair.shop.browser("visitor").call("GET", "/api/checkout").status == 200
    finally:
        if fault == "silent":
            pair.wire.pass_on()
        else:
            pair.standby.start()
    report(f"{fault}: the first answer by the primary after {first.seconds:.1f} s")
    if IS_PROOF:
        assert first.seconds < LONGEST_DETOUR_SECONDS
    assert "read from the primary instead of the replica" in pair.shop.site.process.output
    assert "unhandled error" not in pair.shop.site.process.output
    pair.catch_up()


# Reading the sums takes a nap on a standby, and is what it was on the primary.
NAP = """
CREATE FUNCTION nap() RETURNS int LANGUAGE plpgsql AS $$
BEGIN
    IF pg_is_in_recovery() THEN PERFORM pg_sleep(60); END IF;
    RETURN 1;
END $$;
ALTER TABLE purchase_tallies RENAME TO kept_tallies;
CREATE VIEW purchase_tallies AS SELECT t.* FROM kept_tallies t CROSS JOIN nap();
CREATE TABLE litter AS SELECT generate_series(1, 100) AS piece;
"""
AWAKE = """
DROP VIEW purchase_tallies;
ALTER TABLE kept_tallies RENAME TO purchase_tallies;
DROP FUNCTION nap();
DROP TABLE litter;
"""


@pytest.fixture
def napping(pair: Pair) -> Iterator[None]:
    pair.shop.database.do(NAP)
    try:
        pair.catch_up()
        yield
    finally:
        pair.shop.database.do(AWAKE)


@pytest.mark.usefixtures("napping")
def test_a_read_that_the_standby_breaks_off_is_answered_by_the_primary(pair: Pair) -> None:
    """What it still reads is gone on the primary: replaying that ends the reading."""
    pair.there.do("ALTER SYSTEM SET max_standby_streaming_delay = 0")
    pair.there.do("SELECT pg_reload_conf()")
    counted = answered_by(pair.admin)
    try:
        with _asking_for_sums(pair, pair.admin) as answers:
            pair.shop.database.do("DELETE FROM litter")
            pair.shop.database.do("VACUUM litter")
    finally:
        pair.there.do("ALTER SYSTEM RESET max_standby_streaming_delay")
        pair.there.do("SELECT pg_reload_conf()")
    [answer] = answers
    assert answer.status == 200, answer.body
    assert answer.json()["revenue"] == _revenue_on_record(pair)
    assert more(counted, answered_by(pair.admin)) == {"broke_off": 1}
    # The fault was the one meant: a conflict of the query with replaying.
    told = [line for line in pair.shop.site.process.output.splitlines() if "broke off" in line]
    assert "SerializationFailure" in told[-1]


@pytest.mark.usefixtures("napping")
def test_a_standby_that_falls_silent_in_the_middle_of_a_read_is_given_up(pair: Pair) -> None:
    with pair.other_site({"DATABASE_STATEMENT_TIMEOUT_MS": "5000"}) as admin:
        try:
            with _asking_for_sums(pair, admin) as answers:
                pair.wire.swallow_everything()
        finally:
            pair.wire.pass_on()
        [answer] = answers
        assert answer.status == 200, answer.body
        assert answer.json()["revenue"] == _revenue_on_record(pair)
        assert answered_by(admin) == {"broke_off": 1}
    report(f"silent in the middle: answered by the primary after {answer.seconds:.1f} s")


@contextlib.contextmanager
def _asking_for_sums(pair: Pair, admin: Browser) -> Iterator[list[Answer]]:
    """The block runs while the standby reads; its answer is there after it."""
    answers: list[Answer] = []
    asking = threading.Thread(
        target=lambda: answers.append(admin.call("GET", "/api/admin/stats")), daemon=True
    )
    asking.start()
    try:
        naps = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        wait_until(lambda: pair.there.ask(naps) == [(1,)], what="the standby reads")
        yield answers
    finally:
        asking.join(timeout=60)


def _revenue_on_record(pair: Pair) -> str:
    [(revenue,)] = pair.shop.database.ask("SELECT sum(revenue) FROM kept_tallies WHERE NOT is_demo")
    return f"{revenue:.2f}"


@pytest.mark.usefixtures("napping")
def test_what_takes_too_long_there_is_not_asked_of_the_primary_as_well(pair: Pair) -> None:
    with pair.other_site({"DATABASE_STATEMENT_TIMEOUT_MS": "500"}) as admin:
        answer = admin.call("GET", "/api/admin/stats")
        assert (answer.status, answer.headers["retry-after"]) == (503, "2")
        assert answered_by(admin) == {}


WRITE = """
from django.db import InternalError, connections
from frontrow.catalogue.models import Bootcamp
from frontrow.core.replica import on_replica, reading_connection

@on_replica
def read():
    found = Bootcamp.objects.get(name="first 0")
    Bootcamp.objects.filter(name="second 0").update(name="second, renamed")
    return found

found = read()
print(found._state.db)
found.name = "first, renamed"
found.save()

@on_replica
def write():
    reading_connection().cursor().execute("UPDATE bootcamps SET name = 'broken'")

try:
    write()
except InternalError as error:
    print(type(error.__cause__).__name__)
"""


def test_nothing_is_written_through_the_replica(pair: Pair) -> None:
    pair.catch_up()
    said = run_command("manage.py", "shell", "-c", WRITE, env=pair.shop.env)
    assert said.split()[-2:] == ["replica", "ReadOnlySqlTransaction"]
    names = pair.shop.database.ask("SELECT name FROM bootcamps ORDER BY name")
    assert [name for (name,) in names] == [
        "first, renamed",
        "second, renamed",
        "third 0",
    ]


def test_a_standby_that_was_promoted_is_no_longer_asked(pair: Pair) -> None:
    """It goes its own way from there, and must not be believed: so it's one of this test's own."""
    with running_standby(pair.shop.database.cluster) as standby:
        there = Database(standby, NAME)
        follow(pair.shop.database, there)
        with pair.other_site({"DATABASE_REPLICA_URL": there.url}) as admin:
            before, counted = pair.read(admin), answered_by(admin)
            assert counted == {"replica": len(READ_THERE)}
            standby.promote()
            wait_until(
                lambda: there.ask("SELECT pg_is_in_recovery()") == [(False,)],
                what="it is promoted",
            )
            pair.sell_to("third")
            after = pair.read(admin)
            grown = more(counted, answered_by(admin))
    assert [path for path in READ_THERE if after[path] == before[path]] == []
    assert "replica" not in grown
    assert sum(grown.values()) == len(READ_THERE)
    # Found out by the connection that was open; a new one isn't even made.
    assert grown["promoted"] > 0
