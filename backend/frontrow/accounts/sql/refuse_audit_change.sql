-- The audit log refuses changes. Only an entry past its retention may go, and only in a transaction
-- that says it is the retention job.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE'
        AND OLD.created_at < now() - interval '24 months'
        AND current_setting('frontrow.audit_retention', true) = 'on'
    THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'audit entries cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
