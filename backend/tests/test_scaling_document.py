"""The document about scaling says what the last whole run measured, and nothing else."""

import json
import re

from bench.capacity import Load, Part, crowd_seconds, parts
from bench.document import BETWEEN, DOCUMENT, FIGURES, TABLES, render

FIGURES_OF_THE_RUN = json.loads(FIGURES.read_text())
TEXT = DOCUMENT.read_text()


def test_every_table_is_what_the_committed_figures_say() -> None:
    assert render(TEXT, FIGURES_OF_THE_RUN) == TEXT
    assert [found[2] for found in BETWEEN.finditer(TEXT)] == list(TABLES)


def test_a_figure_typed_by_hand_would_be_found() -> None:
    tables = [found.span() for found in BETWEEN.finditer(TEXT)]
    for begin, end in tables:
        forged = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), TEXT[begin:end])
        assert forged != TEXT[begin:end]
        assert render(TEXT[:begin] + forged + TEXT[end:], FIGURES_OF_THE_RUN) == TEXT


def test_the_run_was_a_whole_one_and_says_how_busy_the_machine_was() -> None:
    run = FIGURES_OF_THE_RUN["run"]
    assert run["size"] == "whole"
    assert {"pages", "buying", "crowd", "lists", "jobs"} <= set(run["parts"])
    for name, part in run["parts"].items():
        before, after = part["load"]
        assert f"| {name} | {part['on']} | {part['minutes']} | {before}, {after} |" in TEXT
    assert FIGURES_OF_THE_RUN["crowd"]["wrong"] == []


def test_what_is_needed_grows_with_the_business_and_what_there_is_does_not() -> None:
    part = Part("Threads", needed=0.5, has=8, unit="threads")
    assert [part.share(times) for times in (1, 10, 100)] == [0.0625, 0.625, 6.25]
    sizes = {"500": {"seconds": {"median": 3.0}}, "2000": {"seconds": {"median": 10.0}}}
    figures = {"crowd": {"sizes": sizes}}
    # From the crowd of the nearest size.
    assert crowd_seconds(figures, buyers=500) == 3.0
    assert crowd_seconds(figures, buyers=20_000) == 100.0


def test_the_model_counts_threads_that_wait_for_the_provider() -> None:
    load = Load(bootcamps_a_month=360, seats=100, busiest_hour=0.1)
    [waiting] = [part for part in parts(FIGURES_OF_THE_RUN, load) if part.unit == "threads"]
    # 3,600 purchases in the hour, one a second, each with three calls of 0.3 s.
    assert round(waiting.needed, 6) == 0.9
    assert waiting.has == load.threads
