"""Codes as they stand in our record, and who may ask for one how often."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Now

from frontrow.core.rate_limit import Limit
from frontrow.sales.models import CodeUse, DiscountCode
from frontrow.sales.terms.discounts import AskedCode, CodeFacts, PersonFacts

# From one network: nobody types that many wrong ones, and whoever guesses gets no further.
GUESSES = Limit(scope="unknown codes", count=10, per=timedelta(hours=1))


def as_compared(typed: str) -> str:
    return typed.strip().upper()


def find_code(
    *, typed: str, network_key: str, person_key: str = "", email: str = ""
) -> AskedCode | None:
    """The code and what its asker did with it; nothing where none was typed.

    Raises Throttled for a network that has tried too many such: it then learns of no code at all.
    """
    wanted = as_compared(typed)
    if not wanted:
        return None
    GUESSES.refuse_if_used_up(network_key)
    theirs = CodeUse.objects.filter(
        code=OuterRef("pk"), person_key=person_key, returned_at__isnull=True
    )
    found: Any = (
        DiscountCode.objects.filter(code=wanted)
        .annotate(
            for_bootcamps=_scopes("bootcamp_id"),
            for_bundles=_scopes("bundle_id"),
            by_person=Coalesce(
                Subquery(theirs.order_by().values("code").annotate(n=Count("pk")).values("n")), 0
            ),
        )
        .first()
    )
    if found is None:
        GUESSES.check(network_key)
        return AskedCode(typed=wanted, facts=None)
    person = PersonFacts(email=email, uses=found.by_person)
    return AskedCode(typed=wanted, facts=_facts(found), person=person)


def codes_exist() -> bool:
    """Whether anybody could use a code just now; else nobody is asked for one."""
    return DiscountCode.objects.filter(
        Q(starts_at=None) | Q(starts_at__lte=Now()),
        Q(ends_at=None) | Q(ends_at__gt=Now()),
        Q(max_uses=None) | Q(uses__lt=F("max_uses")),
        is_active=True,
    ).exists()


def _scopes(column: str) -> ArrayAgg:
    return ArrayAgg(
        f"scopes__{column}", filter=Q(**{f"scopes__{column}__isnull": False}), default=[]
    )


def _facts(found: Any) -> CodeFacts:
    return CodeFacts(
        id=found.pk,
        code=found.code,
        kind=found.kind,
        value=Decimal(found.value),
        starts_at=found.starts_at,
        ends_at=found.ends_at,
        max_uses=found.max_uses,
        per_person=found.per_person,
        uses=found.uses,
        for_email=found.for_email,
        is_active=found.is_active,
        works_with_steps=found.works_with_steps,
        bootcamp_ids=frozenset(found.for_bootcamps),
        bundle_ids=frozenset(found.for_bundles),
    )
