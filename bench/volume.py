"""Years of sales in seconds, made by SQL alone.

Fifty purchases to three bootcamps of twenty seats: five bundles take one in each, the others
share the rest, so nothing is ever oversold. The purchases go past the product's own triggers,
which name the customers and keep the tallies; what hangs on them is laid in as a restore would,
and the product's own view of what must never be has to be empty at the end.
"""

from typing import LiteralString

import psycopg
from frontrow.backoffice.demo.names import GUESTS, STUDENTS

FIRST_NAMES = [name.split(" ", maxsplit=1)[0] for name in STUDENTS + GUESTS]
LAST_NAMES = [name.rsplit(" ", maxsplit=1)[-1] for name in STUDENTS + GUESTS]

# Far more than a page: a number is spread over all names, the same at every size.
_ADMIN = """
INSERT INTO users (email, username, username_key, password, first_name, last_name,
    profile_image_url, role, status, phone, timezone, stripe_customer_id, stripe_subscription_id)
VALUES ('admin@bench.test', 'admin', 'admin', '!', 'Bench', 'Admin', '', 'ADMIN', 'active', '',
    'America/New_York', '', '')
"""
_USERS = """
INSERT INTO users (id, created_at, email, username, username_key, password, first_name, last_name,
    profile_image_url, role, status, phone, timezone, stripe_customer_id, stripe_subscription_id)
SELECT n, now() - interval '5 years' * (1 - n::float / %(users)s),
    'student-' || lpad(n::text, 6, '0') || '@example.test', 'student-' || n, 'student-' || n, '!',
    (%(firsts)s::text[])[1 + abs(hashint8(n)) %% 84],
    (%(lasts)s::text[])[1 + abs(hashint8(n + 999983)) %% 84],
    '', 'STUDENT', 'active', '', 'America/New_York', '', ''
FROM generate_series(1::bigint, %(users)s) n
"""
_BUNDLES = """
WITH made AS (
    INSERT INTO bundles (id, created_at, name, description, tagline, price, is_active)
    SELECT gen_random_uuid(), now() - interval '5 years' + interval '1 day' * n, 'Bundle ' || n,
        'All three', '', 2495, n = %(bundles)s
    FROM generate_series(1, %(bundles)s) n RETURNING id
), numbered AS (SELECT id, row_number() OVER () - 1 AS place FROM made)
INSERT INTO bundle_bootcamps (bundle_id, bootcamp_id)
SELECT numbered.id, 1 + (place * 3 + member) %% %(bootcamps)s
FROM numbered, generate_series(0, 2) member
"""
# The newest classes are a month ahead, the oldest five years ago.
_BOOTCAMPS = """
INSERT INTO bootcamps (id, created_at, name, description, tagline, bootcamp_type, step, price,
    max_seats, starts_at, ends_at, timezone, status, session_url, recording_url, resources_url,
    zoom_meeting_id, zoom_join_url, zoom_registration_url, zoom_start_url)
SELECT n, begins - interval '60 days', type || ' Your Product ' || n,
    repeat('Three hours, live, with a coach beside you. ', 8), 'From nothing to a first version',
    type, step, (ARRAY[995, 1095, 1195])[step], 20, begins, begins + interval '3 hours',
    'America/New_York', CASE WHEN begins > now() THEN 'active' ELSE 'archived' END,
    'https://live.example.test/' || n, '', '', '', '', '', ''
FROM (
    SELECT n, 1 + (n - 1) %% 3 AS step,
        (ARRAY['Build', 'Launch', 'Market'])[1 + (n - 1) %% 3] AS type,
        date_trunc('hour', now() + interval '30 days'
            - interval '5 years' * (1 - n::float / %(bootcamps)s)) AS begins
    FROM generate_series(1, %(bootcamps)s) n
) made
"""
_PURCHASES = """
INSERT INTO purchases (id, created_at, updated_at, user_id, bootcamp_id, bundle_id, is_bundle,
    package_name, total_amount, refunded_amount, currency, state, state_since, cancel_reason,
    completed_at, begun_at, guest_email, guest_full_name, guest_phone, terms_version,
    policy_version, stripe_payment_intent_id, stripe_customer_id, payment_attempt, checkout_key)
SELECT n, at, at, CASE WHEN is_guest THEN NULL ELSE 1 + abs(hashint8(n)) %% %(users)s END,
    CASE WHEN is_bundle THEN NULL ELSE b.id END, CASE WHEN is_bundle THEN %(bundle)s::uuid END,
    is_bundle, CASE WHEN is_bundle THEN 'The Whole Way' ELSE b.name END,
    CASE WHEN is_bundle THEN 2495 ELSE b.price END,
    CASE WHEN state <> 'refunded' THEN 0 WHEN is_bundle THEN 2495 ELSE b.price END, 'usd',
    state, at,
    CASE WHEN state = 'failed' THEN 'expired' ELSE '' END,
    CASE WHEN state <> 'failed' THEN at + interval '3 minutes' END, at,
    CASE WHEN is_guest THEN 'guest-' || n || '@example.test' ELSE '' END,
    CASE WHEN is_guest THEN (%(firsts)s::text[])[1 + abs(hashint8(n + 7)) %% 84] || ' '
        || (%(lasts)s::text[])[1 + abs(hashint8(n + 77)) %% 84] ELSE '' END,
    '', '2026-11', '1', 'pi_volume_' || n, '', 1, encode(sha256(n::text::bytea), 'hex')
FROM (
    SELECT n, (n - 1) %% 50 %% 10 = 9 AS is_bundle, abs(hashint8(n + 7777)) %% 10 < 3 AS is_guest,
        now() - interval '5 years' * (1 - n::float / %(purchases)s) AS at,
        CASE WHEN abs(hashint8(n + 777)) %% 100 < 88 THEN 'completed'
            WHEN abs(hashint8(n + 777)) %% 100 < 93 THEN 'refunded' ELSE 'failed' END AS state,
        -- Of the three bootcamps of its fifty: every third of those that are no bundle.
        (n - 1) / 50 * 3 + 1 + ((n - 1) %% 50 - (n - 1) %% 50 / 10) %% 3 AS bootcamp_id
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) n
) wanted JOIN bootcamps b ON b.id = wanted.bootcamp_id
"""
_ITEMS = """
INSERT INTO enrollments (purchase_id, bootcamp_id, name, price, paid, ended_at, ended_because,
    starts_at, ends_at, timezone, attended_at)
SELECT p.id, b.id, b.name, b.price,
    -- A bundle's shares add up to its price: the last one takes what rounding left.
    CASE WHEN NOT p.is_bundle THEN p.total_amount
        WHEN b.id = (p.id - 1) / 50 * 3 + 3 THEN p.total_amount - 2 * round(p.total_amount / 3, 2)
        ELSE round(p.total_amount / 3, 2) END,
    CASE WHEN p.state = 'refunded' THEN p.completed_at END,
    CASE WHEN p.state = 'refunded' THEN 'refunded' ELSE '' END, b.starts_at, b.ends_at, b.timezone,
    CASE WHEN p.state = 'completed' AND b.ends_at < now() AND p.id %% 5 > 0 THEN b.starts_at END
FROM purchases p JOIN bootcamps b
    ON b.id = p.bootcamp_id OR (p.is_bundle AND b.id BETWEEN (p.id - 1) / 50 * 3 + 1
        AND (p.id - 1) / 50 * 3 + 3)
WHERE p.id BETWEEN %(first)s AND %(last)s
"""
# The singles of a bootcamp have the first fifteen chairs, the bundles the last five.
_SEATS = """
INSERT INTO seats (bootcamp_id, number, enrollment_id)
SELECT b.id, number, e.id
FROM bootcamps b CROSS JOIN generate_series(1, 20) number
LEFT JOIN purchases p ON p.state = 'completed' AND p.id = (b.id - 1) / 3 * 50 + 1 + CASE
    WHEN number > 15 THEN (number - 16) * 10 + 9
    ELSE ((number - 1) * 3 + (b.id - 1) %% 3) + ((number - 1) * 3 + (b.id - 1) %% 3) / 9 END
LEFT JOIN enrollments e ON e.purchase_id = p.id AND e.bootcamp_id = b.id
WHERE b.id BETWEEN %(first_bootcamp)s AND %(last_bootcamp)s
"""
_REFUNDS = """
INSERT INTO refunds (purchase_id, amount, status, reason, note, stripe_refund_id, settled_at)
SELECT id, total_amount, 'succeeded', 'thirty_days', '', 're_volume_' || id, completed_at
FROM purchases WHERE state = 'refunded'
"""
_PAYMENTS = """
INSERT INTO movements (purchase_id, kind, status, amount, provider_id, happened_at)
SELECT id, 'payment', 'succeeded', total_amount, stripe_payment_intent_id, completed_at
FROM purchases WHERE completed_at IS NOT NULL
"""
_REFUNDED = """
WITH made AS (
    INSERT INTO movements (purchase_id, kind, status, amount, provider_id, happened_at)
    SELECT purchase_id, 'refund', 'succeeded', -amount, stripe_refund_id, settled_at FROM refunds
    RETURNING id, provider_id
)
UPDATE refunds r SET movement_id = made.id FROM made WHERE r.stripe_refund_id = made.provider_id
"""
_REFUND_LINES = """
INSERT INTO refund_lines (refund_id, movement_id, enrollment_id, amount)
SELECT r.id, r.movement_id, e.id, e.paid FROM refunds r JOIN enrollments e USING (purchase_id)
"""
_EMAILS = """
INSERT INTO communication_logs (purchase_id, type, category, recipient, subject, content, html,
    reply_to, attachments, dedupe_key, message_id, status, provider_id, error_message, created_at,
    sent_at, bootcamp_id)
SELECT id, 'EMAIL', 'REGISTRATION_CONFIRM', 'buyer-' || id || '@example.test', 'You are in', '', '',
    '', '[]', 'volume:' || id, 'volume-' || id, 'SENT', '', '', completed_at, completed_at,
    bootcamp_id
FROM purchases WHERE state = 'completed' AND id BETWEEN %(first)s AND %(last)s
"""
_INVITATIONS = """
INSERT INTO account_invitations (email, purchase_ids, token_hash, status, created_at, expires_at)
SELECT guest_email, ARRAY[id], 'volume-' || id, 'sent', completed_at,
    completed_at + interval '30 days'
FROM purchases WHERE state = 'completed' AND user_id IS NULL
"""
_EVENTS = """
INSERT INTO stripe_events (id, type, object_id, received_at, handled_at)
SELECT 'evt_volume_' || id, 'payment_intent.succeeded', stripe_payment_intent_id, completed_at,
    completed_at
FROM purchases WHERE completed_at IS NOT NULL
"""
_FOLD = """
WITH gone AS (DELETE FROM purchase_tallies RETURNING status, is_demo, purchases, revenue)
INSERT INTO purchase_tallies (status, is_demo, purchases, revenue)
SELECT status, is_demo, sum(purchases), sum(revenue) FROM gone GROUP BY status, is_demo
"""
# What only finds and orders rows; what refuses wrong ones stays in place.
_INDEXES = """
SELECT indexname, indexdef FROM pg_indexes JOIN pg_class ON relname = indexname
    JOIN pg_index ON indexrelid = pg_class.oid
WHERE schemaname = 'public' AND NOT indisunique AND tablename = ANY (%s)
"""
TABLES = [
    *("users", "purchases", "enrollments", "seats", "communication_logs"),
    *("account_invitations", "stripe_events"),
]
AT_ONCE = 50_000


def fill(url: str, *, purchases: int, bundles: int = 1) -> None:
    """Fill a migrated, empty database."""
    cohorts = -(-purchases // 50)
    sizes = {
        "purchases": purchases,
        "users": max(purchases // 2, 1),
        "bootcamps": cohorts * 3,
        "bundles": bundles,
        "firsts": FIRST_NAMES,
        "lasts": LAST_NAMES,
    }
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("SET maintenance_work_mem = '512MB'")
        database.execute("SET statement_timeout = 0")
        with database.transaction():
            indexes = database.execute(_INDEXES, [TABLES]).fetchall()
            for name, _ in indexes:
                database.execute(f'DROP INDEX "{name}"'.encode())
        database.execute(_USERS, sizes)
        database.execute("SELECT setval('users_id_seq', %(users)s)", sizes)
        database.execute(_ADMIN)
        _without_triggers(database, _BOOTCAMPS, sizes)
        database.execute(_BUNDLES, sizes)
        database.execute("ANALYZE bootcamps, users")
        _sell(database, sizes)
        for _, definition in indexes:
            database.execute(definition.encode())
        database.execute("SELECT setval('purchases_id_seq', %(purchases)s)", sizes)
        database.execute("SELECT setval('bootcamps_id_seq', %(bootcamps)s)", sizes)
        database.execute(_FOLD)
        # Emptied pages would be read at every look at the tallies.
        database.execute("VACUUM FULL purchase_tallies")
        database.execute("VACUUM ANALYZE")
        _refuse_nonsense(database)


def _sell(database: psycopg.Connection, sizes: dict[str, object]) -> None:
    newest = "SELECT id FROM bundles WHERE is_active"
    found = database.execute(newest).fetchone() or [None]
    last = int(str(sizes["purchases"]))
    for first in range(1, last + 1, AT_ONCE):
        slice_ends = min(first + AT_ONCE - 1, last)
        shape = sizes | {
            "bundle": found[0],
            "first": first,
            "last": slice_ends,
            "first_bootcamp": (first - 1) // 50 * 3 + 1,
            "last_bootcamp": (slice_ends - 1) // 50 * 3 + 3,
        }
        database.execute(_PURCHASES, shape)
        database.execute("ANALYZE purchases")
        for statement in (_ITEMS, _SEATS, _EMAILS):
            _without_triggers(database, statement, shape)
    for statement in (_REFUNDS, _PAYMENTS, _REFUNDED, _REFUND_LINES, _INVITATIONS, _EVENTS):
        _without_triggers(database, statement, sizes)


def _without_triggers(
    database: psycopg.Connection, statement: LiteralString, shape: dict[str, object]
) -> None:
    """As a restore does: a million rows that fit by construction are not checked one by one."""
    with database.transaction():
        database.execute("SET LOCAL session_replication_role = replica")
        database.execute(statement, shape)


def _refuse_nonsense(database: psycopg.Connection) -> None:
    broken = database.execute(
        "SELECT kind, count(*) FROM invariant_violations GROUP BY 1"
    ).fetchall()
    if broken:
        raise RuntimeError(f"the volume breaks what must hold: {broken}")
