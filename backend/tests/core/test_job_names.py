"""A job keeps its name: what one release has queued, another one runs, wherever its code is."""

from django.conf import settings
from procrastinate.contrib.django import app

# Two releases run side by side during an upgrade, and a queue outlives both.
QUEUED_BY_RELEASES_BEFORE = {
    "accounts.letters.write_letter",
    "accounts.retention.forget_unanswered_letter_requests",
    "backoffice.attendee_messages.write_scheduled_batch",
    "backoffice.reminders.send_reminders",
    "sales.erasures.note_erasure",
    "sales.invariants.look_at_classes_long_over",
    "sales.meeting_places.erase_place",
    "sales.meeting_places.keep_all_places",
    "sales.meeting_places.keep_place",
    "sales.moves.tell_about_move",
    "sales.resending.tell_provider_of_buyer",
    "sales.retention.forget_networks",
    "sales.retention.forget_who_did_not_buy",
    "sales.settlement.settle_purchase",
    "sales.stripe_events.follow_event_list",
    "sales.stripe_events.handle_event",
    "sales.sweep.compare_with_provider",
    "sales.sweep.sweep_unfinished",
    "sales.sweep.tidy_sales",
    "sales.tallies.fold_tallies",
}


def test_every_job_queued_by_a_release_before_is_still_known() -> None:
    app.perform_import_paths()  # type: ignore[no-untyped-call]
    assert set(app.tasks) >= QUEUED_BY_RELEASES_BEFORE
    # Each is called by its place in the code, or was on the list when it moved.
    moved = {
        name
        for name, task in app.tasks.items()
        if task.func.__module__.startswith("frontrow.")
        and name != f"{task.func.__module__.removeprefix('frontrow.')}.{task.func.__name__}"
    }
    assert moved <= QUEUED_BY_RELEASES_BEFORE


def test_a_worker_imports_every_module_with_a_job() -> None:
    app.perform_import_paths()  # type: ignore[no-untyped-call]
    modules = {
        task.func.__module__
        for task in app.tasks.values()
        if task.func.__module__.startswith("frontrow.")
    }
    assert modules <= set(settings.PROCRASTINATE_IMPORT_PATHS)
