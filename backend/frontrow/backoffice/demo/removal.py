"""Delete an earlier demo's purchases and messages, and nothing else."""

import re

from django.db import connection, transaction

from frontrow.backoffice.demo import marks
from frontrow.backoffice.demo.messages import MAILS, UNUSED
from frontrow.backoffice.demo.people import cast_addresses

FIND = """
CREATE TEMPORARY TABLE demo_people AS
    SELECT id, email FROM users WHERE email ~ %(mark)s;
CREATE TEMPORARY TABLE demo_purchases AS
    SELECT id FROM purchases
    WHERE user_id IN (SELECT id FROM demo_people)
       OR user_id IS NULL AND lower(guest_email) ~ %(mark)s;
ANALYZE demo_people; ANALYZE demo_purchases;
"""
REMOVE = """
DELETE FROM communication_logs
    WHERE purchase_id IN (SELECT id FROM demo_purchases)
       OR user_id IN (SELECT id FROM demo_people) OR lower(recipient) ~ %(mark)s;
DELETE FROM communication_templates
    WHERE content LIKE %(anywhere)s OR content = ANY(%(templates)s);
DELETE FROM contact_answers WHERE contact_id IN (
    SELECT id FROM contact_messages WHERE lower(email) ~ %(mark)s);
DELETE FROM contact_messages WHERE lower(email) ~ %(mark)s;
DELETE FROM suppressions WHERE lower(address) ~ %(mark)s;
DELETE FROM sms_consents
    WHERE user_id IN (SELECT id FROM demo_people) OR user_id IS NULL AND phone ~ %(phone)s;
DELETE FROM stripe_events WHERE id LIKE %(event)s;
DELETE FROM account_invitations WHERE lower(email) ~ %(mark)s;
DELETE FROM reconciliation_breaks
    WHERE purchase_id IN (SELECT id FROM demo_purchases) OR payment_intent_id LIKE %(payment)s;
DELETE FROM class_choices WHERE enrollment_id IN (
    SELECT id FROM enrollments WHERE purchase_id IN (SELECT id FROM demo_purchases));
DELETE FROM refund_lines WHERE enrollment_id IN (
    SELECT id FROM enrollments WHERE purchase_id IN (SELECT id FROM demo_purchases));
DELETE FROM refunds WHERE purchase_id IN (SELECT id FROM demo_purchases);
DELETE FROM movements WHERE purchase_id IN (SELECT id FROM demo_purchases);
DELETE FROM disputes WHERE purchase_id IN (SELECT id FROM demo_purchases);
DELETE FROM code_uses WHERE purchase_id IN (SELECT id FROM demo_purchases);
DELETE FROM facts WHERE purchase_id IN (SELECT id FROM demo_purchases);
DELETE FROM coaching_sessions
    WHERE purchase_id IN (SELECT id FROM demo_purchases)
       OR user_id IN (SELECT id FROM demo_people);
CREATE TEMPORARY TABLE demo_enrollments ON COMMIT DROP AS
    SELECT id FROM enrollments WHERE purchase_id IN (SELECT id FROM demo_purchases);
DELETE FROM link_tests WHERE enrollment_id IN (SELECT id FROM demo_enrollments);
DELETE FROM class_answers WHERE enrollment_id IN (SELECT id FROM demo_enrollments);
DELETE FROM presence_spans WHERE enrollment_id IN (SELECT id FROM demo_enrollments);
DELETE FROM feedback WHERE enrollment_id IN (SELECT id FROM demo_enrollments);
DELETE FROM certificates WHERE enrollment_id IN (SELECT id FROM demo_enrollments);
DELETE FROM meeting_registrants WHERE enrollment_id IN (SELECT id FROM demo_enrollments);
CREATE TEMPORARY TABLE demo_entries ON COMMIT DROP AS
    SELECT id FROM waiting_entries
    WHERE lower(email) ~ %(mark)s OR user_id IN (SELECT id FROM demo_people);
DELETE FROM seat_offers
    WHERE purchase_id IN (SELECT id FROM demo_purchases)
       OR entry_id IN (SELECT id FROM demo_entries);
DELETE FROM waiting_wishes WHERE entry_id IN (SELECT id FROM demo_entries);
DELETE FROM waiting_entries WHERE id IN (SELECT id FROM demo_entries);
UPDATE seats SET enrollment_id = NULL, held_until = NULL
    WHERE enrollment_id IN (SELECT id FROM demo_enrollments);
DELETE FROM enrollments WHERE purchase_id IN (SELECT id FROM demo_purchases);
DELETE FROM purchases WHERE id IN (SELECT id FROM demo_purchases);
DELETE FROM resource_openings
    WHERE user_id IN (SELECT id FROM demo_people)
       OR resource_id IN (
           SELECT id FROM bootcamp_resources
           WHERE url LIKE %(link)s OR storage_key LIKE 'demo/%%');
DELETE FROM bootcamp_resources WHERE url LIKE %(link)s OR storage_key LIKE 'demo/%%';
"""
# Volume bootcamps are not updated in place. One that other people now have rows in is kept.
REMOVE_VOLUME = """
CREATE TEMPORARY TABLE demo_volume AS
    SELECT id FROM bootcamps b
    WHERE session_url LIKE %(volume)s
      AND NOT EXISTS (SELECT FROM enrollments WHERE bootcamp_id = b.id)
      AND NOT EXISTS (SELECT FROM bundle_bootcamps WHERE bootcamp_id = b.id)
      AND NOT EXISTS (SELECT FROM waiting_wishes WHERE bootcamp_id = b.id)
      AND NOT EXISTS (SELECT FROM coaching_sessions WHERE bootcamp_id = b.id)
      AND NOT EXISTS (SELECT FROM communication_logs WHERE bootcamp_id = b.id)
      AND NOT EXISTS (SELECT FROM bootcamp_resources WHERE bootcamp_id = b.id);
DELETE FROM seats WHERE bootcamp_id IN (SELECT id FROM demo_volume);
DELETE FROM bootcamps WHERE id IN (SELECT id FROM demo_volume);
"""
# People outside the cast: buyers of the volume demo, and demo guests who have since registered.
REMOVE_OTHER_PEOPLE = """
DELETE FROM demo_people WHERE email = ANY (%(cast)s)
    OR id IN (SELECT user_id FROM coaches)
    OR id IN (SELECT requested_by_id FROM refunds)
    OR id IN (SELECT user_id FROM account_invitations)
    OR id IN (SELECT resolved_by_id FROM reconciliation_breaks);
DELETE FROM sessions WHERE user_id IN (SELECT id FROM demo_people);
DELETE FROM account_emailaddress WHERE user_id IN (SELECT id FROM demo_people);
DELETE FROM socialaccount_socialaccount WHERE user_id IN (SELECT id FROM demo_people);
DELETE FROM mfa_authenticator WHERE user_id IN (SELECT id FROM demo_people);
DELETE FROM users WHERE id IN (SELECT id FROM demo_people);
DROP TABLE demo_people, demo_purchases, demo_volume;
"""


@transaction.atomic
def remove_earlier_demo() -> None:
    words: dict[str, str | list[str]] = {
        "mark": f"[@.]{re.escape(marks.DOMAIN)}$",
        "anywhere": f"%{marks.DOMAIN}%",
        # A template that a user has edited since is kept.
        "templates": [*(content for _, content in MAILS.values()), UNUSED],
        "link": f"https://%.{marks.DOMAIN}/%",
        "volume": marks.session_url("volume/%"),
        "phone": marks.FICTIONAL_PHONE,
        "event": f"{marks.EVENT_PREFIX}%",
        "payment": f"{marks.PAYMENT_PREFIX}%",
        "cast": cast_addresses(),
    }
    with connection.cursor() as cursor:
        for script in (FIND, REMOVE, REMOVE_VOLUME, REMOVE_OTHER_PEOPLE):
            # One statement at a time: parameters can't be combined with several statements.
            for statement in filter(str.strip, script.split(";")):
                cursor.execute(statement, words)
