"""The itemized price of a package with or without a code. A pure function."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum, StrEnum
from typing import Literal
from uuid import UUID

from frontrow.accounts.models import User
from frontrow.catalogue.prices import PriceNow
from frontrow.core.addresses import address_key, mailbox_key
from frontrow.core.dates import format_date
from frontrow.core.money import CENT
from frontrow.sales.terms.upgrading import NOTHING, payable

# How long a price is kept for a buyer who has begun to pay.
PRICE_KEPT_FOR = timedelta(minutes=15)
EARLY_PRICE = "Early price"
ALREADY_PAID = "Already paid"
CODE_LABEL = "Code "


class LineKind(StrEnum):
    PACKAGE = "package"
    EARLY = "early"
    CODE = "code"
    # Paid before, and subtracted from an upgrade's price.
    COUNTED = "counted"


@dataclass(frozen=True, kw_only=True)
class Line:
    kind: LineKind
    label: str
    amount: Decimal


class Why(Enum):
    """Why a code can't be used."""

    UNKNOWN = "We don't recognize this code. Check the spelling."
    PAUSED = "This code can't be used at the moment."
    NOT_YET = "This code can't be used before {date}."
    ENDED = "This code has expired."
    USED_UP = "This code has been used up."
    USED_BEFORE = "You've already used this code."
    NOT_THEIRS = "This code is for another email address."
    NOT_PROVEN = (
        "This code is personal. Open the link in the email it came in, or sign in with that email"
        " address."
    )
    NOT_FOR_THIS = "This code isn't for {package}."
    NO_CODES_HERE = "Codes can't be used for an upgrade."
    EARLY_IS_LOWER = "The early price is already lower than the price with this code."
    NOTHING_TO_PAY = "There's nothing to pay, so you don't need a code."


@dataclass(frozen=True, kw_only=True)
class Refusal:
    why: Why
    sentence: str


@dataclass(frozen=True, kw_only=True)
class CodeFacts:
    """A code's current data."""

    id: int
    code: str
    kind: Literal["percent", "amount"]
    value: Decimal
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    max_uses: int | None = None
    per_person: int | None = None
    uses: int = 0
    for_email: str = ""
    is_active: bool = True
    works_with_steps: bool = False
    # What it is for. If both are empty, it is for everything.
    bootcamp_ids: frozenset[int] = frozenset()
    bundle_ids: frozenset[UUID] = frozenset()

    @property
    def label(self) -> str:
        """The discount as a label: 20% off, $50.00 off."""
        if self.kind == "percent":
            return f"{self.value.normalize():f}% off"
        return f"${self.value:,.2f} off"


@dataclass(frozen=True, kw_only=True)
class PersonFacts:
    """The visitor, as far as known."""

    # The account's, or what a guest typed who has proven to own a personal code.
    email: str = ""
    # Whether they are the owner of a personal code.
    is_proven: bool = False
    # Of this code, without uses that were returned by a refund.
    uses: int = 0


ANONYMOUS = PersonFacts()


@dataclass(frozen=True, kw_only=True)
class AskedCode:
    """A code that was typed or came from a link. Without facts if it doesn't exist."""

    typed: str
    facts: CodeFacts | None
    person: PersonFacts = ANONYMOUS


@dataclass(frozen=True, kw_only=True)
class PackageFacts:
    name: str
    bootcamp_id: int | None
    bundle_id: UUID | None
    # Paid before and counted toward the price, so that only the rest is sold.
    counted: Decimal = NOTHING
    # When sales of its first bootcamp close.
    closes_at: datetime | None = None
    is_upgrade: bool = False
    # For formatting dates.
    timezone: str = "America/New_York"


@dataclass(frozen=True, kw_only=True)
class Quote:
    lines: Sequence[Line]
    total: Decimal
    # When this price ends, if it does. Unknown for an early price of the first seats.
    until: datetime | None
    ends_by_seats: bool
    code: CodeFacts | None = None
    # Why the code was left out. The lines are then without it.
    refusal: Refusal | None = None


def quote(
    *,
    package: PackageFacts,
    price: PriceNow,
    at: datetime,
    asked: AskedCode | None = None,
) -> Quote:
    """The current price lines and their sum. A code that can't be used is left out.

    A code lowers an early price only if it says so. Otherwise it lowers the regular price, which
    then replaces the early one if it is cheaper.
    """
    code = asked.facts if asked else None
    refusal = _why_not(package, price, asked, at) if asked else None
    if code is None or refusal is not None:
        return _sum_up(package, price, with_early=price.is_early, code=None, refusal=refusal)
    with_early = price.is_early and code.works_with_steps
    return _sum_up(package, price, with_early=with_early, code=code, refusal=None)


def price_kept_until(found: Quote, *, at: datetime) -> datetime | None:
    """Until when a session that is created now keeps this price. None if the price has no end.

    An early price for the first seats counts as ending at once, because it isn't known when they
    sell.
    """
    kept = at + PRICE_KEPT_FOR
    if found.ends_by_seats:
        return kept
    return None if found.until is None else max(found.until, kept)


def discounted(base: Decimal, code: CodeFacts) -> Decimal:
    """The price with the code. Never negative, and zero if too small for a payment."""
    if code.kind == "percent":
        off = (base * code.value / 100).quantize(CENT, rounding=ROUND_HALF_UP)
    else:
        off = code.value
    left = max(base - off, NOTHING)
    return payable(left)


def person_keys(*, user: User | None, email: str = "") -> list[str]:
    """The keys that a limit per person counts: account, mailbox, and typed address.

    Two buyers who share a key are the same person to a code.
    """
    addresses = [user.email if user else "", email]
    mailboxes = dict.fromkeys(mailbox_key(each) for each in addresses if each)
    return [*([f"user {user.pk}"] if user else []), *mailboxes]


def _sum_up(
    package: PackageFacts,
    price: PriceNow,
    *,
    with_early: bool,
    code: CodeFacts | None,
    refusal: Refusal | None,
) -> Quote:
    base = price.price if with_early else price.regular
    lines = [Line(kind=LineKind.PACKAGE, label=package.name, amount=price.regular)]
    if with_early:
        early = price.price - price.regular
        lines.append(Line(kind=LineKind.EARLY, label=EARLY_PRICE, amount=early))
    if package.counted:
        counted = -min(package.counted, base)
        lines.append(Line(kind=LineKind.COUNTED, label=ALREADY_PAID, amount=counted))
    if code is not None:
        off = discounted(base, code) - base
        lines.append(Line(kind=LineKind.CODE, label=f"{CODE_LABEL}{code.code}", amount=off))
    ends = (
        price.until if with_early else None,
        code.ends_at if code else None,
        package.closes_at,
    )
    return Quote(
        lines=lines,
        total=sum((line.amount for line in lines), NOTHING),
        until=min((end for end in ends if end is not None), default=None),
        ends_by_seats=with_early and price.seats_left is not None,
        code=code,
        refusal=refusal,
    )


def _why_not(
    package: PackageFacts, price: PriceNow, asked: AskedCode, at: datetime
) -> Refusal | None:
    code = asked.facts
    why = Why.UNKNOWN if code is None else _reason(package, price, code, asked.person, at)
    if why is None:
        return None
    starts_at = code.starts_at if code else None
    date = format_date(starts_at, package.timezone) if starts_at else ""
    return Refusal(why=why, sentence=why.value.format(package=package.name, date=date))


def _reason(
    package: PackageFacts, price: PriceNow, code: CodeFacts, person: PersonFacts, at: datetime
) -> Why | None:
    reasons = {
        # First, because a personal code must reveal nothing to anyone but its owner.
        Why.NOT_THEIRS: bool(code.for_email and person.email)
        and address_key(code.for_email) != address_key(person.email),
        Why.NOT_PROVEN: bool(code.for_email) and not person.is_proven,
        Why.PAUSED: not code.is_active,
        Why.NOT_YET: code.starts_at is not None and at < code.starts_at,
        Why.ENDED: code.ends_at is not None and at >= code.ends_at,
        Why.USED_UP: code.max_uses is not None and code.uses >= code.max_uses,
        Why.USED_BEFORE: code.per_person is not None and person.uses >= code.per_person,
        Why.NO_CODES_HERE: package.is_upgrade,
        Why.NOT_FOR_THIS: not _is_for(code, package),
        Why.NOTHING_TO_PAY: not price.price,
        Why.EARLY_IS_LOWER: price.is_early
        and not code.works_with_steps
        and discounted(price.regular, code) >= price.price,
    }
    return next((why for why, is_so in reasons.items() if is_so), None)


def _is_for(code: CodeFacts, package: PackageFacts) -> bool:
    if not code.bootcamp_ids and not code.bundle_ids:
        return True
    return package.bootcamp_id in code.bootcamp_ids or package.bundle_id in code.bundle_ids
