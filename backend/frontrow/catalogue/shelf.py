"""What visitors are shown changes the moment a change of the catalogue is committed."""

from django.db import transaction

from frontrow.catalogue.offers import bootcamps_answer, bundles_answer


def show_anew() -> None:
    """Forget the answers this process keeps, once the caller's transaction is committed.

    Any earlier, and another thread could keep the old state for a moment longer. Other processes
    notice by themselves: none keeps an answer for more than a second or so.
    """
    transaction.on_commit(_forget)


def _forget() -> None:
    bootcamps_answer.forget()
    bundles_answer.forget()
