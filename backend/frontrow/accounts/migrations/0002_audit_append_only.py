"""The audit log refuses changes from inside the database.

Only an entry past its retention may go, and only to a transaction that says it is the
retention job.
"""

from django.db import migrations

FORWARDS = """
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE'
        AND OLD.created_at < now() - interval '24 months'
        AND current_setting('frontrow.audit_retention', true) = 'on'
    THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'audit entries cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
"""
BACKWARDS = """
DROP TRIGGER audit_log_append_only ON audit_log;
DROP FUNCTION refuse_audit_change();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
