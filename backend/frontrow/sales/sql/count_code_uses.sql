-- The number of a code's uses that weren't returned. Counted whenever a use is claimed or returned,
-- under the lock of the code's row, so that concurrent uses are all counted.
CREATE OR REPLACE FUNCTION count_code_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    concerned bigint := coalesce(NEW.code_id, OLD.code_id);
BEGIN
    PERFORM 1 FROM discount_codes c WHERE c.id = concerned FOR NO KEY UPDATE;
    UPDATE discount_codes SET uses = (
        SELECT count(*) FROM code_uses u WHERE u.code_id = concerned AND u.returned_at IS NULL)
    WHERE id = concerned;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER code_uses_counted AFTER INSERT OR DELETE OR UPDATE OF returned_at ON code_uses
    FOR EACH ROW EXECUTE FUNCTION count_code_uses();
