-- Updates the waiting list offer of a purchase when the purchase changes its state: taken when it
-- is paid for, declined or expired when it is given up. A person who didn't take an offer goes to
-- the end of the line, and after the second time off the list. `enter` calls it for every purchase.
-- Without an offer it costs one index lookup.
CREATE OR REPLACE FUNCTION answer_offer(for_purchase bigint, entered text, because text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    theirs bigint;
BEGIN
    IF entered NOT IN ('completed', 'canceling', 'failed') THEN RETURN; END IF;
    UPDATE seat_offers SET
        state = CASE WHEN entered = 'completed' THEN 'taken'
                     WHEN because = 'declined' THEN 'declined' ELSE 'expired' END,
        ended_at = now()
    WHERE purchase_id = for_purchase
      AND (state = 'open' OR entered = 'completed' AND state <> 'taken')
    RETURNING entry_id INTO theirs;
    IF theirs IS NULL THEN RETURN; END IF;
    INSERT INTO facts (what, purchase_id, details)
    SELECT 'offer.' || o.state, o.purchase_id, jsonb_build_object('entry', theirs)
    FROM seat_offers o WHERE o.purchase_id = for_purchase;
    IF entered = 'completed' THEN
        UPDATE waiting_entries SET state = 'taken', ended_at = now() WHERE id = theirs;
    ELSE
        UPDATE waiting_entries SET misses = misses + 1, queued_at = statement_timestamp(),
            state = CASE WHEN misses = 0 THEN 'waiting' ELSE 'off' END,
            ended_at = CASE WHEN misses = 0 THEN NULL ELSE now() END
        WHERE id = theirs AND state = 'offered';
    END IF;
END $$;
