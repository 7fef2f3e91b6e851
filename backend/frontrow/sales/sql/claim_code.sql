-- Claims one use of a code for a purchase whose seats are being kept. False if the code is stopped
-- or used up, in total or by this person. The code's row stays locked, so of two who want the last
-- use the second one sees that it is gone. A use that was claimed before is kept. `at_any_rate`
-- ignores the limits for a rebuilt purchase. `person` has a line for each key of the person.
CREATE OR REPLACE FUNCTION claim_code(
    for_purchase bigint, wanted bigint, person text, lowered numeric, at_any_rate boolean
)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    found discount_codes%ROWTYPE;
    keys text[] := string_to_array(person, E'\n');
BEGIN
    IF EXISTS (SELECT 1 FROM code_uses u WHERE u.purchase_id = for_purchase) THEN
        RETURN true;
    END IF;
    -- Whoever begins a purchase only needs its key, and does not wait for this.
    SELECT * INTO found FROM discount_codes c WHERE c.id = wanted FOR NO KEY UPDATE;
    IF NOT at_any_rate AND (
        found.stopped_at IS NOT NULL OR found.uses >= found.max_uses OR found.per_person <= (
            SELECT count(*) FROM code_uses u
            WHERE u.code_id = wanted AND u.person_keys && keys AND u.returned_at IS NULL)
    ) THEN
        RETURN false;
    END IF;
    -- `uses` follows by `count_code_uses`.
    INSERT INTO code_uses (code_id, purchase_id, person_keys, amount)
    VALUES (wanted, for_purchase, keys, lowered);
    RETURN true;
END $$;
