"""The refund rule at every instant where its answer changes."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import HealthCheck, given
from hypothesis import settings as trying
from hypothesis import strategies as st

from frontrow.sales.terms.refund_policy import (
    IN_ONE_SENTENCE,
    POLICY_VERSION,
    Clause,
    Grant,
    Refusal,
    Sitting,
    base_alone,
    covered_until,
    family_due,
    refund_due,
)

# How fast examples come says nothing about the rule.
on_a_busy_machine = trying(deadline=None, suppress_health_check=[HealthCheck.too_slow])

BOUGHT = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAYS_30 = BOUGHT + timedelta(days=30)
TICK = timedelta(microseconds=1)
THREE_HOURS = timedelta(hours=3)

FIRST_SESSION = Grant(
    clause=Clause.FIRST_SESSION,
    words="Covered by the first-session guarantee.",
)
THIRTY_DAYS = Grant(
    clause=Clause.THIRTY_DAYS,
    words="30-day guarantee: asked within 30 days with less than 25% completed.",
)
COMPLETED = Refusal(words="This purchase is no longer refundable: the program is complete.")
TOO_LATE = Refusal(
    words="This purchase is no longer refundable: the first session and the 30 days after buying"
    " are over."
)


def too_much(percent: int) -> Refusal:
    return Refusal(
        words="This purchase is no longer refundable: the first session is over and"
        f" {percent}% of the content is completed (the limit is under 25%)."
    )


def sitting(day: float, *, attended: bool = True) -> Sitting:
    """A session of three hours that many days after the purchase."""
    starts_at = BOUGHT + timedelta(days=day)
    return Sitting(starts_at=starts_at, ends_at=starts_at + THREE_HOURS, attended=attended)


def asked(now: datetime, *sittings: Sitting) -> Grant | Refusal:
    return refund_due(bought_at=BOUGHT, sittings=sittings, now=now)


@pytest.mark.parametrize("day", [1, 29, 30, 31, 300])
def test_until_the_first_session_ends_all_is_paid_back_whenever_it_is(day: float) -> None:
    one = sitting(day)
    for now in (BOUGHT, one.starts_at, one.ends_at - TICK):
        assert asked(now, one) == FIRST_SESSION
    assert asked(one.ends_at, one) == COMPLETED
    assert asked(one.ends_at + timedelta(days=1), one) == COMPLETED


def test_who_did_not_come_has_completed_nothing_and_has_the_30_days() -> None:
    missed = sitting(7, attended=False)
    assert asked(missed.ends_at - TICK, missed) == FIRST_SESSION
    assert asked(missed.ends_at, missed) == THIRTY_DAYS
    assert asked(DAYS_30, missed) == THIRTY_DAYS
    assert asked(DAYS_30 + TICK, missed) == TOO_LATE


def test_the_30_days_never_end_before_the_first_session_does() -> None:
    missed = sitting(60, attended=False)
    assert asked(DAYS_30 + TICK, missed) == FIRST_SESSION
    assert asked(missed.ends_at - TICK, missed) == FIRST_SESSION
    assert asked(missed.ends_at, missed) == THIRTY_DAYS
    assert asked(missed.ends_at + TICK, missed) == TOO_LATE


def test_a_first_session_that_ends_with_the_30_days() -> None:
    missed = Sitting(starts_at=DAYS_30 - THREE_HOURS, ends_at=DAYS_30, attended=False)
    assert asked(DAYS_30 - TICK, missed) == FIRST_SESSION
    assert asked(DAYS_30, missed) == THIRTY_DAYS
    assert asked(DAYS_30 + TICK, missed) == TOO_LATE


@pytest.mark.parametrize(
    ("members", "answer"),
    [(2, too_much(50)), (3, too_much(33)), (4, too_much(25)), (5, THIRTY_DAYS)],
)
def test_one_completed_bootcamp_of_a_bundle_is_a_quarter_or_not(
    members: int, answer: Grant | Refusal
) -> None:
    bundle = [sitting(7 * (number + 1)) for number in range(members)]
    assert asked(bundle[0].ends_at - TICK, *bundle) == FIRST_SESSION
    assert asked(bundle[0].ends_at, *bundle) == answer


def test_a_bundles_second_completed_bootcamp_counts_from_the_instant_it_ends() -> None:
    bundle = [sitting(7 + number) for number in range(8)]
    assert asked(bundle[1].ends_at - TICK, *bundle) == THIRTY_DAYS
    assert asked(bundle[1].ends_at, *bundle) == too_much(25)


def test_a_bundles_missed_bootcamps_are_not_completed() -> None:
    bundle = [sitting(5, attended=False), sitting(6, attended=False), sitting(25)]
    assert asked(bundle[1].ends_at, *bundle) == THIRTY_DAYS
    assert asked(bundle[2].ends_at - TICK, *bundle) == THIRTY_DAYS
    assert asked(bundle[2].ends_at, *bundle) == too_much(33)


def test_a_session_attended_but_still_running_is_not_completed() -> None:
    bundle = [sitting(5, attended=False), sitting(6)]
    assert asked(bundle[1].ends_at - TICK, *bundle) == THIRTY_DAYS


def test_the_first_session_of_a_bundle_is_the_earliest_however_they_are_listed() -> None:
    early, late = sitting(40), sitting(90)
    for sittings in ([early, late], [late, early]):
        assert asked(early.ends_at - TICK, *sittings) == FIRST_SESSION
        assert asked(early.ends_at, *sittings) == too_much(50)
        assert asked(early.ends_at + TICK, *sittings) == TOO_LATE


def test_a_completed_bundle_is_not_paid_back_even_within_the_30_days() -> None:
    bundle = [sitting(3), sitting(4)]
    assert asked(bundle[1].ends_at, *bundle) == COMPLETED


sittings = st.builds(
    lambda day, hours, attended: Sitting(
        starts_at=BOUGHT + timedelta(days=day),
        ends_at=BOUGHT + timedelta(days=day, hours=hours),
        attended=attended,
    ),
    day=st.integers(min_value=0, max_value=90),
    hours=st.integers(min_value=1, max_value=12),
    attended=st.booleans(),
)
moments = st.builds(
    lambda day, hour: BOUGHT + timedelta(days=day, hours=hour),
    day=st.integers(min_value=0, max_value=120),
    hour=st.integers(min_value=0, max_value=23),
)


@on_a_busy_machine
@given(sittings=st.lists(sittings, min_size=1, max_size=9), now=moments, later=moments)
def test_a_refund_once_refused_is_never_due_again(
    sittings: list[Sitting], now: datetime, later: datetime
) -> None:
    now, later = sorted((now, later))
    if isinstance(asked(now, *sittings), Refusal):
        assert isinstance(asked(later, *sittings), Refusal)


@on_a_busy_machine
@given(sittings=st.lists(sittings, min_size=1, max_size=9), now=moments)
def test_the_answer_is_what_the_terms_say(sittings: list[Sitting], now: datetime) -> None:
    first = min(sittings, key=lambda one: (one.starts_at, one.ends_at))
    in_first_session = now < first.ends_at
    ended = sum(one.attended and one.ends_at <= now for one in sittings)
    in_30_days = now <= DAYS_30 and ended * 100 < len(sittings) * 25
    answer = asked(now, *sittings)
    due_at_its_end = now == first.ends_at and ended * 100 < len(sittings) * 25
    assert isinstance(answer, Grant) == (in_first_session or in_30_days or due_at_its_end)


def test_the_version_and_the_words_are_those_of_the_terms() -> None:
    site = Path(settings.BASE_DIR) / "frontend/src"
    [version] = re.findall(r"TERMS_VERSION = '(.+)'", (site / "lib/legal.ts").read_text())
    assert version == POLICY_VERSION
    terms = " ".join((site / "features/site/refund-policy.tsx").read_text().split())
    for words in ("before your first session ends", "ithin 30 days", "25% of the content"):
        assert words in terms
        assert words in IN_ONE_SENTENCE


CERTIFIED = Refusal(
    words="This purchase is no longer refundable: a certificate has been issued for it."
)


@on_a_busy_machine
@given(sittings=st.lists(sittings, min_size=1, max_size=9), now=moments)
def test_a_certificate_ends_both_guarantees(sittings: list[Sitting], now: datetime) -> None:
    given_one = {"bought_at": BOUGHT, "sittings": sittings, "now": now, "has_certificate": True}
    assert refund_due(**given_one) == CERTIFIED  # type: ignore[arg-type]
    assert covered_until(**given_one) is None  # type: ignore[arg-type]


def until(now: datetime, *sittings: Sitting) -> tuple[Clause, datetime] | None:
    coverage = covered_until(bought_at=BOUGHT, sittings=sittings, now=now)
    return (coverage.clause, coverage.until) if coverage else None


def test_coverage_lasts_to_the_end_of_the_first_session_and_then_of_the_30_days() -> None:
    missed = sitting(7, attended=False)
    assert until(BOUGHT, missed) == (Clause.FIRST_SESSION, missed.ends_at)
    assert until(missed.ends_at - TICK, missed) == (Clause.FIRST_SESSION, missed.ends_at)
    assert until(missed.ends_at, missed) == (Clause.THIRTY_DAYS, DAYS_30)
    assert until(DAYS_30, missed) == (Clause.THIRTY_DAYS, DAYS_30)
    assert until(DAYS_30 + TICK, missed) is None


def test_coverage_ends_with_a_session_that_is_running_and_completes_a_quarter() -> None:
    bundle = [sitting(5, attended=False), sitting(6), sitting(20, attended=False)]
    assert until(bundle[1].starts_at, *bundle) == (Clause.THIRTY_DAYS, bundle[1].ends_at)
    assert until(bundle[1].ends_at, *bundle) is None


def test_what_is_said_about_going_on_and_ending_sooner() -> None:
    early, late = sitting(7, attended=False), sitting(60, attended=False)

    def proviso(now: datetime, one: Sitting) -> str:
        coverage = covered_until(bought_at=BOUGHT, sittings=[one], now=now)
        assert coverage
        return coverage.proviso

    assert proviso(BOUGHT, early) == (
        "After that, the 30-day guarantee covers you while less than 25% is completed."
    )
    assert proviso(BOUGHT, late) == "The guarantee ends with your first session."
    assert proviso(early.ends_at, early) == "It ends sooner once 25% of the content is completed."


@on_a_busy_machine
@given(sittings=st.lists(sittings, min_size=1, max_size=9), now=moments)
def test_what_is_promised_is_kept_to_the_last_instant(
    sittings: list[Sitting], now: datetime
) -> None:
    coverage = covered_until(bought_at=BOUGHT, sittings=sittings, now=now)
    assert (coverage is not None) == isinstance(asked(now, *sittings), Grant)
    if coverage is None:
        return
    assert coverage.until >= now
    for moment in (now, coverage.until - TICK):
        answer = asked(max(moment, now), *sittings)
        assert isinstance(answer, Grant)
        assert answer.clause is coverage.clause
    after = asked(coverage.until + TICK, *sittings)
    assert not (isinstance(after, Grant) and after.clause is coverage.clause)


@pytest.mark.parametrize(
    ("paid", "kept_paid", "kept_list", "back"),
    [
        # $995, then the other two for $2,000: what is kept costs $2,990 on its own.
        ("995", "2000", "2990", "5"),
        # The bundle saves more than the first one cost: nothing is left.
        ("995", "1500", "2990", "0"),
        # What is kept was paid in full: the whole first one.
        ("995", "2990", "2990", "995"),
        # Never more than was paid for it, whatever was paid for the rest.
        ("995", "4000", "2990", "995"),
        # Partly refunded before: what is left of it counts.
        ("495", "2500", "2990", "5"),
        # Two of three, and only the last was an upgrade.
        ("1495", "505", "1495", "505"),
        ("0", "2995", "2990", "0"),
        ("995.01", "2000.00", "2990.00", "5.01"),
    ],
)
def test_of_the_first_alone_the_list_price_of_what_is_kept_stays(
    paid: str, kept_paid: str, kept_list: str, back: str
) -> None:
    found = base_alone(
        paid=Decimal(paid), kept_paid=Decimal(kept_paid), kept_list=Decimal(kept_list)
    )
    assert found == Decimal(back)


def test_a_family_goes_back_whole_until_the_first_of_all_its_sessions_ends() -> None:
    early, late = sitting(5), sitting(20)
    for sittings in ([late, early], [early, late]):
        due = family_due(sittings=sittings, now=early.ends_at - TICK)
        assert due is not None
        assert (due.clause, due.until) == (Clause.FIRST_SESSION, early.ends_at)
        assert family_due(sittings=sittings, now=early.ends_at) is None
        certified = family_due(sittings=sittings, now=BOUGHT, has_certificate=True)
        assert certified is None
