"""What stands in the desk's other lists after years of sales, made by SQL alone.

To a thousand purchases: a thousand entries in the audit log, nearly a hundred hours of coaching of
which ten wait, fifty contact messages and ten addresses nothing goes to.
"""

import psycopg

_AUDIT = """
INSERT INTO audit_log (created_at, actor_id, action, subject_type, subject_id, details, request_id)
SELECT created_at, (SELECT max(id) FROM users), 'resent confirmation', 'purchase', id::text, '{}',
    ''
FROM purchases
"""
_COACHING = """
INSERT INTO coaching_sessions (user_id, bootcamp_id, enrollment_id, purchase_id, session_url, notes,
    status, scheduled_at, ends_at)
SELECT p.user_id, e.bootcamp_id, e.id, p.id, '', '',
    CASE WHEN is_over THEN 'completed' ELSE 'pending' END,
    CASE WHEN is_over THEN e.starts_at + interval '1 day' END,
    CASE WHEN is_over THEN e.starts_at + interval '1 day 1 hour' END
FROM purchases p JOIN enrollments e ON e.purchase_id = p.id
    CROSS JOIN LATERAL (SELECT p.id % 100 > 0 AS is_over) known
WHERE p.state = 'completed' AND NOT p.is_bundle AND p.id % 10 = 0
"""
_CONTACT = """
INSERT INTO contact_messages (name, email, subject, message, created_at, read_at, closed_at)
SELECT 'Vera Visitor ' || id, 'visitor-' || id || '@example.test', 'A question about the date',
    'Do I need to know how to program before I come?', created_at,
    CASE WHEN id % 400 > 0 THEN created_at END, CASE WHEN id % 100 > 0 THEN created_at END
FROM purchases WHERE id % 20 = 0
"""
_SUPPRESSED = """
INSERT INTO suppressions (channel, address, reason, created_at)
SELECT 'EMAIL',
    CASE WHEN user_id IS NULL THEN guest_email ELSE 'student-' || user_id END || '.' || id,
    'unsubscribed', created_at
FROM purchases WHERE id % 100 = 0
"""


def fill_desk(url: str) -> None:
    """Beside the purchases of a filled database."""
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("SET statement_timeout = 0")
        for statement in (_AUDIT, _COACHING, _CONTACT, _SUPPRESSED):
            with database.transaction():
                database.execute("SET LOCAL session_replication_role = replica")
                database.execute(statement)
        database.execute("VACUUM ANALYZE audit_log, coaching_sessions, contact_messages")
        database.execute("VACUUM ANALYZE suppressions")
