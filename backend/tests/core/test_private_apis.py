"""What we use of libraries although they promise nothing about it: private, internal, undocumented.

Each is named with the file that uses it, and requirements.in holds the library's version. Where a
test fails, a new version has changed what that file rests on: mend the file, then the line here.
"""

import ast
import inspect
import pkgutil
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import stripe
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser
from django.core.mail.backends.smtp import EmailBackend
from django.db.models import Model
from django.test import RequestFactory
from gunicorn.workers.gthread import TConn  # type: ignore[import-untyped]
from procrastinate import App
from procrastinate.contrib.django.models import (
    ProcrastinateEvent,
    ProcrastinateJob,
    ProcrastinatePeriodicDefer,
    ProcrastinateWorker,
)
from procrastinate.jobs import Status
from procrastinate.testing import InMemoryConnector
from requests import RequestException

from tests.faults.warm_start import BACKEND


class Private(NamedTuple):
    name: str
    used_in: str
    # What it must at least take.
    takes: tuple[str, ...] = ()


LOGIN = "allauth.account.internal.flows.login"
TOTP = "allauth.mfa.totp.internal.auth"
CODES = "allauth.mfa.recovery_codes.internal.auth"
TURNS = "gunicorn.workers.gthread"
PRIVATE = [
    *(
        Private(
            f"{LOGIN}:record_authentication", f"frontrow/accounts/{file}.py", ("user", "method")
        )
        for file in ("reauthentication", "registration", "sign_in", "sign_in_codes")
    ),
    Private(f"{TOTP}:get_totp_secret", "frontrow/accounts/second_factor.py", ("regenerate",)),
    Private(f"{TOTP}:validate_totp_code", "frontrow/accounts/second_factor.py", ("secret", "code")),
    Private(f"{TOTP}:clear_totp_secret", "frontrow/accounts/second_factor.py", ("request",)),
    Private(f"{TOTP}:TOTP.activate", "frontrow/accounts/second_factor.py", ("user", "secret")),
    Private(f"{CODES}:RecoveryCodes.activate", "frontrow/accounts/second_factor.py", ("user",)),
    Private(f"{CODES}:RecoveryCodes.get_unused_codes", "frontrow/accounts/second_factor.py"),
    Private(f"{TURNS}:_DEFER", "config/turns.py"),
    Private(f"{TURNS}:ThreadWorker.get_thread_pool", "config/turns.py"),
    Private(f"{TURNS}:ThreadWorker.accept", "config/turns.py", ("listener",)),
    Private(f"{TURNS}:ThreadWorker.enqueue_req", "config/turns.py", ("conn",)),
    Private(f"{TURNS}:ThreadWorker.finish_request", "config/turns.py", ("conn", "fs")),
]
# Not called private by their names; their libraries' guides don't tell of them either.
UNDOCUMENTED = [
    Private(
        "allauth.account.stages:LoginStageController.enter", "frontrow/accounts/second_factor.py"
    ),
    Private("allauth.mfa.stages:AuthenticateStage.key", "frontrow/accounts/second_factor.py"),
    Private("django.db.models.expressions:DatabaseDefault", "frontrow/backoffice/demo/storing.py"),
    Private(
        "django.db.backends.postgresql.base:DatabaseWrapper.get_new_connection",
        "frontrow/core/postgres/base.py",
        ("conn_params",),
    ),
    Private(
        "django.db.backends.postgresql.base:DatabaseWrapper.pool", "frontrow/core/postgres/base.py"
    ),
    Private(
        "django.db.backends.postgresql.schema:DatabaseSchemaEditor.add_index",
        "frontrow/core/postgres/base.py",
        ("model", "index", "concurrently"),
    ),
    Private("gunicorn.app.base:BaseApplication.wsgi", "config/gunicorn.py"),
    Private("ninja:NinjaAPI.on_exception", "frontrow/core/routing.py", ("request", "exc")),
    Private(
        "procrastinate.contrib.django.django_connector:DjangoConnector",
        "frontrow/core/jobs.py",
        ("alias",),
    ),
    Private("procrastinate.manager:JobManager", "frontrow/core/jobs.py", ("connector",)),
    Private(
        "procrastinate.periodic:PeriodicRegistry.register_task",
        "frontrow/core/management/commands/runworker.py",
        ("task", "cron", "periodic_id", "configure_kwargs"),
    ),
    Private(
        "psycopg:Connection.wait",
        "frontrow/core/impatient_connection.py",
        ("gen", "interval", "timeout"),
    ),
]
# All words in the product that are private by their names, those of whole modules included.
WORDS = {
    "config/turns.py": {"_DEFER"},
    "frontrow/accounts/devices.py": {"_device_to_remember"},  # ours
    "frontrow/accounts/reauthentication.py": {"record_authentication"},
    "frontrow/accounts/registration.py": {"record_authentication"},
    "frontrow/accounts/second_factor.py": {"RecoveryCodes", "totp"},
    "frontrow/accounts/sign_in.py": {"record_authentication"},
    "frontrow/accounts/sign_in_codes.py": {"record_authentication"},
    "frontrow/core/request_log.py": {"_cached_user"},
    "frontrow/integrations/mailer.py": {"_partial_connection"},
}
HELD = (
    "django",
    "django-ninja",
    "psycopg",
    "procrastinate",
    "django-allauth",
    "gunicorn",
    "stripe",
)


@pytest.mark.parametrize("private", [*PRIVATE, *UNDOCUMENTED], ids=lambda one: one.name)
def test_it_is_there_and_takes_what_we_give_it(private: Private) -> None:
    try:
        found = pkgutil.resolve_name(private.name)
    except (ImportError, AttributeError):
        pytest.fail(f"{private.name} is gone; {private.used_in} uses it")
    taken = set(inspect.signature(found).parameters) if private.takes else set()
    missing = set(private.takes) - taken
    assert not missing, f"{private.name} takes {taken}; {private.used_in} gives it {missing}"
    assert (
        private.name.rpartition(".")[2].rpartition(":")[2]
        in (BACKEND / private.used_in).read_text()
    ), f"{private.used_in} uses it no more: take it out of this list"


def private_words(file: Path) -> Iterator[str]:
    """What a file takes from elsewhere that is private by its name; `_meta` is documented."""
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if not re.match(
                r"(config|frontrow)\b", module
            ):
                for each in names:
                    if re.search(r"(^|\.)(_|internal\b)", f"{module}.{each.name}"):
                        yield each.asname or each.name
            case ast.Attribute(value=owner, attr=name) if re.match(r"_(?!_|meta$)", name) and not (
                isinstance(owner, ast.Name) and owner.id in {"self", "cls"}
            ):
                yield name
            case ast.Constant(value=str(name)) if re.fullmatch(r"_[a-z]+(_[a-z]+)+", name):
                yield name


def test_every_private_name_in_the_product_is_named_here() -> None:
    found = {
        str(file.relative_to(BACKEND)): words
        for folder in ("config", "frontrow")
        for file in (BACKEND / folder).rglob("*.py")
        if "migrations" not in file.parts and (words := set(private_words(file)))
    }
    assert found == WORDS
    assert {one.used_in for one in PRIVATE} < set(WORDS)


def test_no_new_version_of_them_comes_by_itself() -> None:
    written = (BACKEND / "requirements.in").read_text()
    for name in HELD:
        assert re.search(rf"^{name}(\[\w+(,\w+)*\])?~=\d+\.\d+\.\d+ ", written, re.MULTILINE), name


def test_who_is_signed_in_is_kept_on_the_request() -> None:
    request = RequestFactory().get("/")
    user = AnonymousUser()
    request._cached_user = user  # type: ignore[attr-defined]
    assert get_user(request) is user, "frontrow/core/request_log.py logs it"


def test_a_mail_server_that_was_met_only_halfway_is_kept() -> None:
    kept = vars(EmailBackend())
    assert {"connection", "_partial_connection"} <= set(kept), "frontrow/integrations/mailer.py"


def test_stripes_connection_knows_its_librarys_word_for_a_time_out() -> None:
    word = stripe.RequestsClient().requests.Timeout
    assert issubclass(word, OSError), "frontrow/integrations/stripe.py"


def test_twilios_connection_breaks_with_an_error_of_the_system() -> None:
    assert issubclass(RequestException, OSError), "frontrow/integrations/sms.py"


def test_a_connection_of_gunicorns_tells_whether_it_has_spoken() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        known = vars(TConn(None, ours, None, None))
    assert {"sock", "initialized", "data_ready"} <= set(known), "config/turns.py"


def test_a_job_is_queued_by_another_manager_and_taken_by_an_app_of_our_making() -> None:
    app = App(connector=InMemoryConnector())
    task = app.task(name="one")(print)
    assert hasattr(task.configure(), "job_manager"), "frontrow/core/jobs.py"
    needed = {"tasks", "worker_defaults", "periodic_defaults", "periodic_registry", "job_manager"}
    worker = "frontrow/core/management/commands/runworker.py"
    assert needed <= set(vars(app)), worker
    assert task.blueprint is app, worker
    assert app.periodic_registry.periodic_tasks == {}, worker


def test_the_queues_tables_have_the_columns_that_our_sql_names() -> None:
    columns: dict[type[Model], set[str]] = {
        ProcrastinateJob: {"id", "queue_name", "task_name", "status", "attempts", "scheduled_at"}
        | {"args", "queueing_lock"},
        ProcrastinateEvent: {"job_id", "at"},
        ProcrastinateWorker: {"last_heartbeat"},
        ProcrastinatePeriodicDefer: {"task_name", "periodic_id", "defer_timestamp"},
    }
    for table, named in columns.items():
        assert named <= {field.column for field in table._meta.concrete_fields}, table
    statuses = {"todo", "doing", "succeeded", "failed", "cancelled", "aborted"}
    assert statuses <= {status.value for status in Status}
