-- Sets the status that lists use. A purchase has one from the Pay click, which stores the accepted
-- terms, or from an authorization without it. A form that was only filled in has no status.
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
