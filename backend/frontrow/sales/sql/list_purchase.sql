-- A purchase begins at the Pay click, which keeps the accepted terms, or with a card that agreed
-- without it. Only then it has a status to be listed by; what was merely typed has none.
CREATE OR REPLACE FUNCTION list_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.begun_at := coalesce(NEW.begun_at, NEW.terms_accepted_at,
        CASE WHEN NEW.state NOT IN ('pending', 'canceling', 'failed')
            THEN coalesce(NEW.completed_at, now()) END);
    NEW.listed_status := CASE WHEN NEW.begun_at IS NOT NULL THEN
        CASE NEW.state WHEN 'capturing' THEN 'pending' WHEN 'canceling' THEN 'pending'
            WHEN 'refunding' THEN 'completed' ELSE NEW.state END END;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER purchases_list BEFORE INSERT
    OR UPDATE OF state, terms_accepted_at, begun_at, listed_status
    ON purchases FOR EACH ROW EXECUTE FUNCTION list_purchase();
