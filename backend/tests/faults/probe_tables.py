"""Where the probe's jobs leave their traces.

`probe_run` is written at once, before anything else: it counts the starts, killed or not.
`probe_effect` is what a job is for.
"""

TABLES = """
CREATE TABLE probe_run (label text NOT NULL, pid integer NOT NULL);
CREATE TABLE probe_effect (
    label text NOT NULL, dedupe_key text UNIQUE, note text NOT NULL DEFAULT '',
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
"""

# From one of the clock's jobs to the next; a minute in production. A worker that is a whole tick
# late queues again what another has queued: jobs are safe to repeat.
TICK_SECONDS = 5
