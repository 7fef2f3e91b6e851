-- A bootcamp has exactly as many seat rows as it may sell: checked when a transaction commits. Taking
-- and releasing a seat only updates rows, so selling never pays for this.
CREATE OR REPLACE FUNCTION check_seats_match_capacity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    target bigint;
    capacity integer;
    present integer;
BEGIN
    IF TG_TABLE_NAME = 'bootcamps' THEN
        target := NEW.id;
    ELSIF TG_OP = 'INSERT' THEN
        target := NEW.bootcamp_id;
    ELSE
        target := OLD.bootcamp_id;
    END IF;
    SELECT max_seats INTO capacity FROM bootcamps WHERE id = target;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT count(*) INTO present FROM seats WHERE bootcamp_id = target;
    IF present <> capacity THEN
        RAISE EXCEPTION 'bootcamp % has % seats instead of %', target, present, capacity
            USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_match_capacity';
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS seats_match_capacity ON bootcamps;
CREATE CONSTRAINT TRIGGER seats_match_capacity AFTER INSERT OR UPDATE OF max_seats ON bootcamps
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_seats_match_capacity();
DROP TRIGGER IF EXISTS seats_match_capacity ON seats;
-- A seat moved to another bootcamp is missed where it came from; nothing else moves one.
CREATE CONSTRAINT TRIGGER seats_match_capacity
    AFTER INSERT OR DELETE OR UPDATE OF bootcamp_id ON seats
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_seats_match_capacity();
