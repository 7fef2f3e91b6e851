-- The Pay click in one call: stores what the buyer agreed to, and holds the seats if a hold is
-- allowed. `outcome` is unknown, over, price changed, code gone, sold out, not on sale or ready.
-- `until` is when the hold ends or, if the last seats are only held, when the first of them is
-- released.
CREATE OR REPLACE FUNCTION hold_seats(
    intent text, visitor text, secret_hash text, signed_in_as bigint, network text,
    terms text, phone text, sms boolean,
    hold_for interval, held_share numeric, per_network integer
)
RETURNS TABLE (outcome text, subject text, until timestamptz) LANGUAGE plpgsql AS $$
DECLARE
    bought purchases%ROWTYPE;
    wanted bigint[];
    theirs bigint[];
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
    -- Kept for whoever began to pay, and over now.
    IF bought.price_until <= now() THEN
        RETURN QUERY SELECT 'price changed', '', NULL::timestamptz; RETURN;
    END IF;
    -- Said before the card is asked; claimed only when the seats are kept.
    -- Two questions: most have no code, and need not ask the table.
    IF bought.code_id IS NOT NULL THEN
        IF EXISTS (
            SELECT 1 FROM discount_codes c WHERE c.id = bought.code_id
                AND (c.uses >= c.max_uses OR c.stopped_at IS NOT NULL))
        THEN
            RETURN QUERY SELECT 'code gone', '', NULL::timestamptz; RETURN;
        END IF;
    END IF;

    -- Before any lock: being told that it is sold out must cost little. Of several bootcamps, what
    -- is sold comes before what is held, and the longest wait decides.
    RETURN QUERY
        SELECT CASE WHEN is_on_sale(b) THEN 'sold out'
                    ELSE 'not on sale' END, b.name::text,
            CASE WHEN is_on_sale(b) AND NOT b.serves_list THEN (
                SELECT min(s.held_until) FROM seats s
                WHERE s.bootcamp_id = b.id AND s.held_until > now()) END
        FROM enrollments e JOIN bootcamps b ON b.id = e.bootcamp_id
        WHERE e.purchase_id = bought.id AND (
            NOT is_on_sale(b) OR NOT EXISTS (
                SELECT 1 FROM seats s WHERE s.bootcamp_id = b.id AND (
                    seat_is_open(s.enrollment_id, s.held_until, b.serves_list)
                    OR s.enrollment_id = e.id)))
        ORDER BY 3 DESC NULLS FIRST, b.id LIMIT 1;
    IF FOUND THEN RETURN; END IF;

    UPDATE purchases SET terms_version = terms, terms_accepted_at = now(), guest_phone = phone,
        wants_sms = sms AND phone <> '', network_key = network, updated_at = now()
    WHERE id = bought.id AND state = 'pending';
    IF NOT FOUND THEN
        RETURN QUERY SELECT 'over', '', NULL::timestamptz; RETURN;
    END IF;
    -- In the order of bootcamps, as everybody takes seats: two bundles never wait for each other.
    SELECT array_agg(e.bootcamp_id ORDER BY e.bootcamp_id), array_agg(e.id ORDER BY e.bootcamp_id)
    INTO wanted, theirs FROM enrollments e WHERE e.purchase_id = bought.id;
    IF bought.held_until IS NOT NULL OR hold_for <= interval '0' THEN
        -- Given once: what is left of it, if anything.
        RETURN QUERY SELECT 'ready', '', CASE WHEN bought.held_until > now()
            AND EXISTS (SELECT 1 FROM seats s WHERE s.enrollment_id = ANY (theirs))
            THEN bought.held_until END;
        RETURN;
    END IF;

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
    IF EXISTS (SELECT 1 FROM unnest(wanted, theirs) w (bootcamp, enrollment)
               WHERE seat_enrollment(w.bootcamp, w.enrollment, hold_for) IS NULL) THEN
        -- Somebody is taking the last one this moment: no hold, and no half of a bundle.
        UPDATE seats SET enrollment_id = NULL, held_until = NULL WHERE enrollment_id = ANY (theirs);
        RETURN QUERY SELECT 'ready', '', NULL::timestamptz; RETURN;
    END IF;
    UPDATE purchases SET held_until = ending WHERE id = bought.id;
    RETURN QUERY SELECT 'ready', '', ending;
END $$;
