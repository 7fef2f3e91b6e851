-- Counts a purchase under its new status instead of the old one. A purchase that has not begun has
-- no status and isn't counted.
CREATE OR REPLACE FUNCTION tally_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.listed_status IS NOT NULL THEN
        INSERT INTO purchase_tallies (status, is_demo, purchases, revenue) VALUES (
            OLD.listed_status,
            EXISTS (SELECT 1 FROM users u WHERE u.id = OLD.user_id AND u.is_demo), -1,
            CASE WHEN OLD.listed_status IN ('completed', 'refunded') AND NOT OLD.is_complimentary
                THEN OLD.refunded_amount - OLD.total_amount ELSE 0 END);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.listed_status IS NOT NULL THEN
        INSERT INTO purchase_tallies (status, is_demo, purchases, revenue) VALUES (
            NEW.listed_status,
            EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.user_id AND u.is_demo), 1,
            CASE WHEN NEW.listed_status IN ('completed', 'refunded') AND NOT NEW.is_complimentary
                THEN NEW.total_amount - NEW.refunded_amount ELSE 0 END);
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER purchases_tally_new AFTER INSERT OR DELETE ON purchases
    FOR EACH ROW EXECUTE FUNCTION tally_purchase();
CREATE OR REPLACE TRIGGER purchases_tally_change AFTER UPDATE ON purchases FOR EACH ROW
    WHEN ((OLD.listed_status, OLD.is_complimentary, OLD.total_amount, OLD.refunded_amount,
           OLD.user_id) IS DISTINCT FROM
          (NEW.listed_status, NEW.is_complimentary, NEW.total_amount, NEW.refunded_amount,
           NEW.user_id))
    EXECUTE FUNCTION tally_purchase();
