"""`python -m bench.nothing COUNT` queues that many jobs that do nothing."""

import sys

import django

if __name__ == "__main__":
    django.setup()

from frontrow.core.jobs import enqueue_many, job


@job(queue="bench")
def do_nothing(number: int) -> None:
    """What a job costs before it has done anything."""


if __name__ == "__main__":
    # By its own name: the worker knows it under the module's, not as `__main__`.
    from bench.nothing import do_nothing as known

    enqueue_many(known, [{"number": number} for number in range(int(sys.argv[1]))])
