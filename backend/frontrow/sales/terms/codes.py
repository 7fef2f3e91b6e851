"""Finds codes in our record, and limits how often a visitor may guess one."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Now

from frontrow.accounts.models import User
from frontrow.core.addresses import address_key
from frontrow.core.rate_limit import Limit
from frontrow.core.visitor_limits import VisitorLimit
from frontrow.sales.models import CodeUse, DiscountCode
from frontrow.sales.terms.discounts import AskedCode, CodeFacts, PersonFacts, person_keys
from frontrow.sales.terms.personal_codes import is_proof, split_proof

# More wrong codes than a person types. The limit per network stops scripts that discard their
# cookies, and allows for an audience that mistypes a code from a slide.
GUESSES = VisitorLimit(own=Limit(scope="unknown codes", count=10, per=timedelta(hours=1)), crowd=30)


def find_code(
    *, typed: str, browser: str, network_key: str, user: User | None, email: str = ""
) -> AskedCode | None:
    """The code and the visitor's uses of it. None if no code was typed.

    `email` is what a guest typed. Raises Throttled after too many wrong codes. Then valid codes
    aren't confirmed either.
    """
    wanted, proof = split_proof(typed)
    if not wanted:
        return None
    GUESSES.refuse_if_used_up(browser=browser, address=network_key)
    theirs = CodeUse.objects.filter(
        code=OuterRef("pk"),
        person_keys__overlap=person_keys(user=user, email=email),
        returned_at__isnull=True,
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
        GUESSES.check(browser=browser, address=network_key)
        return AskedCode(typed=wanted, facts=None)
    is_proven = not found.for_email or _is_proven(found, proof, user)
    # An unproven address isn't checked, because the response would reveal its owner's uses.
    theirs_or_typed = user.email if user else email if is_proven else ""
    person = PersonFacts(email=theirs_or_typed, is_proven=is_proven, uses=found.by_person)
    return AskedCode(typed=wanted, facts=_facts(found), person=person)


def codes_exist() -> bool:
    """Whether any code can be used now. Otherwise the form doesn't ask for one."""
    return DiscountCode.objects.filter(
        Q(starts_at=None) | Q(starts_at__lte=Now()),
        Q(ends_at=None) | Q(ends_at__gt=Now()),
        Q(max_uses=None) | Q(uses__lt=F("max_uses")),
        is_active=True,
        stopped_at=None,
    ).exists()


def _is_proven(code: DiscountCode, proof: str, user: User | None) -> bool:
    """By the link in the email to its owner, or by an account with the verified address."""
    if proof and is_proof(proof, code):
        return True
    address = address_key(code.for_email)
    return (
        user is not None
        and EmailAddress.objects.filter(user=user, email=address, verified=True).exists()
    )


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
        is_active=found.is_active and found.stopped_at is None,
        works_with_steps=found.works_with_steps,
        bootcamp_ids=frozenset(found.for_bootcamps),
        bundle_ids=frozenset(found.for_bundles),
    )
