"""`runworker` with short patience, for a test that has to see it give up many times."""

from django.core.management import execute_from_command_line

from frontrow.core.management.commands import runworker

if __name__ == "__main__":
    runworker.HEARTBEAT_SECONDS = 0.5
    runworker.STALLED_AFTER_SECONDS = 3.0
    runworker.LOOK_FOR_STALLED_EVERY_SECONDS = 1.0
    execute_from_command_line(["manage.py", "runworker"])
