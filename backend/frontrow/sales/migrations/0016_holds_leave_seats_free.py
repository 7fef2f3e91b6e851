"""Holds leave seats free: a share of what is not sold yet, and few a day for each network.

The share was of all seats, so the last ones of every class could be held by people who never pay.
The functions keep their signatures, because the release before calls them too.
"""

from importlib import import_module

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

FORWARDS = """
CREATE OR REPLACE FUNCTION hold_seats(
    intent text, visitor text, secret_hash text, signed_in_as bigint, network text,
    terms text, phone text, sms boolean,
    hold_for interval, held_share numeric, per_network integer
)
RETURNS TABLE (outcome text, subject text, until timestamptz) LANGUAGE plpgsql AS $$
DECLARE
    bought purchases%ROWTYPE;
    wanted bigint[];
    ending timestamptz := now() + hold_for;
BEGIN
    SELECT * INTO bought FROM purchases p
    WHERE p.stripe_payment_intent_id = intent
      AND ((visitor <> '' AND p.checkout_key = visitor)
           OR (secret_hash <> '' AND p.client_secret_hash = secret_hash)
           OR p.user_id = signed_in_as);
    IF NOT FOUND THEN
        RETURN QUERY SELECT 'unknown', '', NULL::timestamptz; RETURN;
    END IF;
    IF bought.state <> 'pending' THEN
        RETURN QUERY SELECT 'over', bought.state::text, NULL::timestamptz; RETURN;
    END IF;

    -- Before any lock: being told that it is sold out must cost little.
    -- Where the last seats are only held, `until` says when the first of them is free again; of
    -- several bootcamps, what is sold comes before what is held, and the longest wait decides.
    RETURN QUERY
        SELECT CASE WHEN b.status = 'active' AND b.starts_at > now() THEN 'sold out'
                    ELSE 'not on sale' END, b.name::text,
            CASE WHEN b.status = 'active' AND b.starts_at > now() THEN (
                SELECT min(s.held_until) FROM seats s
                WHERE s.bootcamp_id = b.id AND s.held_until > now()) END
        FROM purchase_items i JOIN bootcamps b ON b.id = i.bootcamp_id
        WHERE i.purchase_id = bought.id AND (
            b.status <> 'active' OR b.starts_at <= now() OR NOT EXISTS (
                SELECT 1 FROM seats s WHERE s.bootcamp_id = b.id AND (
                    s.purchase_id IS NULL OR s.purchase_id = bought.id OR s.held_until <= now())))
        ORDER BY 3 DESC NULLS FIRST, b.id LIMIT 1;
    IF FOUND THEN RETURN; END IF;

    UPDATE purchases SET terms_version = terms, terms_accepted_at = now(), guest_phone = phone,
        wants_sms = sms AND phone <> '', network_key = network, updated_at = now()
    WHERE id = bought.id AND state = 'pending';
    IF NOT FOUND THEN
        RETURN QUERY SELECT 'over', '', NULL::timestamptz; RETURN;
    END IF;
    IF bought.held_until IS NOT NULL OR hold_for <= interval '0' THEN
        -- Given once: what is left of it, if anything.
        RETURN QUERY SELECT 'ready', '', CASE WHEN bought.held_until > now()
            AND EXISTS (SELECT 1 FROM seats s WHERE s.purchase_id = bought.id)
            THEN bought.held_until END;
        RETURN;
    END IF;

    SELECT array_agg(i.bootcamp_id ORDER BY i.bootcamp_id) INTO wanted
    FROM purchase_items i WHERE i.purchase_id = bought.id;
    -- Asked before the lock and again behind it: once the share is used up nobody queues.
    IF NOT may_hold(bought.id, wanted, bought.guest_email, network, held_share, per_network) THEN
        RETURN QUERY SELECT 'ready', '', NULL::timestamptz; RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(19, hashtext(lower(bought.guest_email)));
    PERFORM pg_advisory_xact_lock(20, hashtext(network));
    PERFORM pg_advisory_xact_lock(21, w::integer) FROM unnest(wanted) w;
    IF NOT may_hold(bought.id, wanted, bought.guest_email, network, held_share, per_network) THEN
        RETURN QUERY SELECT 'ready', '', NULL::timestamptz; RETURN;
    END IF;
    IF EXISTS (SELECT 1 FROM unnest(wanted) w WHERE take_seat(w, bought.id, hold_for) IS NULL) THEN
        -- Somebody is taking the last one this moment: no hold, and no half of a bundle.
        UPDATE seats SET purchase_id = NULL, held_until = NULL WHERE purchase_id = bought.id;
        RETURN QUERY SELECT 'ready', '', NULL::timestamptz; RETURN;
    END IF;
    UPDATE purchases SET held_until = ending WHERE id = bought.id;
    RETURN QUERY SELECT 'ready', '', ending;
END $$;

CREATE OR REPLACE FUNCTION may_hold(
    for_purchase bigint, wanted bigint[], email text, network text,
    held_share numeric, per_network integer
)
RETURNS boolean LANGUAGE sql AS $$
    WITH held AS (
        SELECT s.bootcamp_id, s.purchase_id, p.guest_email, p.network_key
        FROM seats s JOIN purchases p ON p.id = s.purchase_id
        WHERE s.held_until > now() AND s.purchase_id <> for_purchase
    )
    SELECT NOT EXISTS (SELECT 1 FROM held h WHERE lower(h.guest_email) = lower(email))
       AND (SELECT count(DISTINCT h.purchase_id) FROM held h WHERE h.network_key = network)
           < per_network
       -- Holds that nobody paid for count for a day: twice as many as may be held at once.
       AND (SELECT count(*) FROM purchases p
            WHERE p.network_key = network AND p.id <> for_purchase
              AND p.held_until > now() - interval '1 day'
              AND p.state IN ('pending', 'cancelling', 'failed')) < 2 * per_network
       -- A share of what is not sold yet. Of the last seats too few are left for a whole one.
       AND NOT EXISTS (
           SELECT 1 FROM unnest(wanted) w
           WHERE (SELECT count(*) FROM held h WHERE h.bootcamp_id = w) + 1 > held_share * (
               SELECT count(*) FROM seats s
               WHERE s.bootcamp_id = w AND (s.purchase_id IS NULL OR s.held_until IS NOT NULL)))
$$;
"""
BEFORE = import_module("frontrow.sales.migrations.0005_hold_seats")
BACKWARDS = BEFORE.FORWARDS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


class Migration(migrations.Migration):
    # The index is built beside running sales, which a transaction would have to lock out.
    atomic = False
    dependencies = [("sales", "0015_own_time_and_joining"), ("catalogue", "0003_take_seat")]
    operations = [
        AddIndexConcurrently(
            model_name="purchase",
            index=models.Index(
                fields=["network_key", "held_until"],
                condition=models.Q(held_until__isnull=False),
                name="purchases_held_by_network",
            ),
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
