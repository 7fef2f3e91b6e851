-- One use of a code for a purchase whose seats are being kept; false where it is used up, by
-- everybody together or by this person, or stopped. The code's row stays locked, so of two who want
-- the last use the second sees that it is gone. Claimed before, it is theirs. What was sold once and
-- is only brought back gets its use `at_any_rate`. `person` has a line for each key of the person.
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
