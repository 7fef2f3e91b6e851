"""The catalogue of faults: what goes wrong, and the tests that show what follows."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    what: str
    # Each a file in `tests/`, or a test in it: by its beginning in `tests/faults`, else in full;
    # what follows a star is found among its parameters.
    shown_by: tuple[str, ...]


BUYING = "faults/test_killed_while_buying.py::test_the_process_died_there"
MEETING = "faults/test_killed_while_meeting.py::test_killed_after"
MAIL = "faults/test_mail_under_faults.py"
LOAD = "faults/test_killed_under_load.py"
WORKER = "faults/test_killed_worker.py"
DATABASE = "faults/test_database_faults.py"
REMINDERS = "backoffice/test_reminders.py"
CLASS = "sales/test_killed_while_class_changes.py"
MACHINE = "faults/test_failover.py::test_nothing_is_lost_with_a_machine"
PROVIDER = "faults/test_provider_faults.py"

FAULTS = {
    "F01": Fault("web killed in create, after the row", (BUYING,)),
    "F02": Fault("web killed in create, after the payment was made", (BUYING,)),
    "F03": Fault("web killed in create, before the reply", (BUYING,)),
    "F04": Fault("web killed in hold", (BUYING,)),
    "F05": Fault("killed in settle, after reading the payment", (BUYING,)),
    "F06": Fault("killed in settle, after `capturing`", (BUYING,)),
    "F07": Fault("killed in settle, after the capture", (BUYING,)),
    "F08": Fault("killed in settle, before `completed`", (BUYING,)),
    "F09": Fault("killed in settle, before the reply", (BUYING,)),
    "F10": Fault("killed in the webhook, before the insert", (BUYING,)),
    "F11": Fault("killed in the webhook, after the commit, before 200", (BUYING,)),
    "F12": Fault("killed in the event's job", (BUYING,)),
    "F13": Fault("killed in the event's job, before it is marked handled", (BUYING,)),
    "F14": Fault("killed in expiry, after `canceling`", (BUYING,)),
    "F15": Fault("killed in expiry, after the cancel", (BUYING,)),
    "F16": Fault("killed in expiry, before the release", (BUYING,)),
    "F17": Fault("killed in a refund, after `refunding`", (BUYING,)),
    "F18": Fault("killed in a refund, before asking for it", (BUYING,)),
    "F19": Fault("killed in a refund, after it was made", (BUYING,)),
    "F20": Fault("killed in a refund, before `refunded`", (BUYING,)),
    "F21": Fault("killed with a mail in flight", (MAIL,)),
    "F22": Fault("killed after the mail's DATA", (MAIL,)),
    "F23": Fault("killed after the mail server's 250", (MAIL,)),
    "F24": Fault("killed in a bulk send, after some of many", (MAIL,)),
    "F25": Fault("killed between account creation and linking", (BUYING,)),
    "F26": Fault("killed after the Zoom meeting was made", (MEETING,)),
    "F27": Fault("anybody killed at random, under load", (f"{LOAD}::test_killed_at_random",)),
    "F28": Fault(
        "killed while taking over a dead worker's jobs",
        ("faults/test_twins_of_stalled_jobs.py::test_a_worker_killed_while_it_takes_over",),
    ),
    "F29": Fault(
        "database crashed under load",
        (f"{LOAD}::test_a_crashing_database", "faults/test_database_restart.py"),
    ),
    "F30": Fault(
        "backends ended, connections exhausted, lock never given",
        (
            f"{DATABASE}::test_connections_ended",
            f"{DATABASE}::test_with_every_connection",
            f"{DATABASE}::test_a_lock_that_never_comes",
        ),
    ),
    "F31": Fault("database silent", (f"{DATABASE}::test_a_database_that_never_answers",)),
    "F32": Fault("commit's reply lost", (f"{DATABASE}::test_whoever_asks_again",)),
    "F33": Fault("Redis killed, silent, emptied", ("faults/test_redis_away.py",)),
    "F34": Fault("Stripe fails in every way at every call", (f"{PROVIDER}::test_a_",)),
    "F35": Fault(
        "reply lost after capture or refund",
        (
            f"{PROVIDER}::test_a_paid_purchase_stays*reply lost",
            f"{PROVIDER}::test_a_refund_that_met*reply lost",
        ),
    ),
    "F36": Fault(
        "webhooks fifty times, shuffled, three days late, never",
        (
            f"{PROVIDER}::test_fifty_copies",
            f"{PROVIDER}::test_every_event_three_days",
            f"{PROVIDER}::test_without_a_single_event",
            "faults/test_events_at_scale.py",
            "sales/test_without_webhooks.py",
        ),
    ),
    "F37": Fault("webhook before our own commit", (f"{PROVIDER}::test_an_event_handled_before",)),
    "F38": Fault("Stripe away for two hours", ("faults/test_provider_away.py",)),
    "F39": Fault("mail server away for hours, slow, refusing", (MAIL,)),
    "F40": Fault(
        "Zoom or the file storage away",
        (
            "sales/test_meeting_places.py::test_the_sale_needs_no_zoom_and_the_link_follows",
            "catalogue/test_files.py::test_storage_that_is_away_is_said_in_words_and_changes_nothing",
        ),
    ),
    "F41": Fault("the web's clock six minutes ahead", ("faults/test_clocks.py",)),
    "F42": Fault("the web's clock two hours off", ("faults/test_clocks.py",)),
    "F43": Fault("the database's clock an hour ahead", ("faults/test_clocks.py",)),
    "F44": Fault(
        "clocks put forward and back",
        (
            f"{REMINDERS}::test_a_day_is_24_hours_also_when_the_clocks_change",
            "portal/test_joining.py::test_changing_clocks_move_the_door_by_no_second",
        ),
    ),
    "F45": Fault(
        "a bootcamp moved after its reminder, or nobody there to remind",
        (
            f"{REMINDERS}::test_a_worker_that_was_down_tells_late_only_what_still_helps",
            f"{REMINDERS}::test_a_move_arms_them_again_and_a_move_back_does_not_repeat",
        ),
    ),
    "F46": Fault("disk full", ("faults/test_disk_full.py",)),
    "F47": Fault(
        "deploy under load: old code on the new schema, and new code before it",
        (
            "faults/test_deploy_under_traffic.py",
            "core/test_health.py::test_a_migration_that_is_missing_is_not_ready",
        ),
    ),
    "F48": Fault(
        "told to stop in the middle",
        ("faults/test_graceful_stop.py", f"{WORKER}::test_a_worker_told_to_stop"),
    ),
    "F49": Fault("restored to ten minutes ago", ("faults/test_restore.py",)),
    "F50": Fault("two schedulers", (f"{WORKER}::test_two_workers_do_the_clocks_job",)),
    "F51": Fault("a database server that has become a standby", ("faults/test_standby.py",)),
    "F52": Fault(
        "database away for long, with more callers than threads",
        (
            f"{DATABASE}::test_whoever_waits_behind_others",
            "faults/test_worker_comes_back.py",
            "faults/test_pooler.py",
        ),
    ),
    "F53": Fault(
        "killed while a class is canceled or moved",
        (f"{CLASS}::test_killed_in_the_act_nothing_has_happened",),
    ),
    "F54": Fault(
        "killed while a student chooses",
        (f"{CLASS}::test_a_choice_made_during_a_kill_stands_exactly_once",),
    ),
    "F55": Fault(
        "killed while choices are carried out, or the class is closed",
        (f"{CLASS}::test_killed_while_carrying_out_it_goes_on_and_nothing_is_done_twice",),
    ),
    "F56": Fault(
        "killed while a credit is made",
        (f"{CLASS}::test_killed_while_a_credit_is_made_there_is_one_and_no_money_beside_it",),
    ),
    "F57": Fault("the primary's cable pulled and put back", (f"{MACHINE}*cut and mend",)),
    "F58": Fault("the primary's power cut, and on again", (f"{MACHINE}*power cut",)),
    "F59": Fault("a switchover to another database server", (f"{MACHINE}*switchover",)),
    "F60": Fault("a standby's machine lost", (f"{MACHINE}*standby lost",)),
    "F61": Fault("a standby that hangs", (f"{MACHINE}*standby hung",)),
    "F62": Fault("etcd's majority lost", (f"{MACHINE}*etcd majority",)),
    "F63": Fault("the primary lost while `migrate` runs", (f"{MACHINE}*migrate",)),
    "F64": Fault(
        "HAProxy lost, and the primary behind it",
        ("faults/test_failover.py::test_nothing_is_lost_through_haproxy",),
    ),
    "F65": Fault("the primary lost just after both standbys", (f"{MACHINE}*standbys behind",)),
    "F66": Fault(
        "the replica away, silent, behind, promoted or breaking off", ("faults/test_replica.py",)
    ),
}
