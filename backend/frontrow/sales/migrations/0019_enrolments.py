"""Expand: the items of a purchase become enrolments, and what hangs on them names them.

The release before this one goes on beside it. It finds its table as a view, and triggers fill in
what only one of the two releases writes. Sales 0023 takes both away.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from frontrow.core.sql_files import LoadSql

RENAME = """
ALTER TABLE purchase_items RENAME TO enrolments;
ALTER SEQUENCE purchase_items_id_seq RENAME TO enrolments_id_seq;
ALTER TABLE enrolments
    RENAME CONSTRAINT purchase_items_price_not_negative TO enrolments_price_not_negative;
ALTER TABLE enrolments DROP CONSTRAINT purchase_items_once_each;
CREATE VIEW purchase_items AS
SELECT id, purchase_id, bootcamp_id, name, price, starts_at, ends_at, timezone, joined_at,
    attended_at, attendance_marked_at
FROM enrolments;
"""
RENAME_BACK = """
DROP VIEW purchase_items;
ALTER TABLE enrolments RENAME TO purchase_items;
ALTER SEQUENCE enrolments_id_seq RENAME TO purchase_items_id_seq;
ALTER TABLE purchase_items
    RENAME CONSTRAINT enrolments_price_not_negative TO purchase_items_price_not_negative;
ALTER TABLE purchase_items
    ADD CONSTRAINT purchase_items_once_each UNIQUE (purchase_id, bootcamp_id);
"""
RENAMED = [
    migrations.RemoveConstraint("purchaseitem", "purchase_items_once_each"),
    migrations.RemoveConstraint("purchaseitem", "purchase_items_price_not_negative"),
    migrations.RenameModel("PurchaseItem", "Enrolment"),
    migrations.AlterModelTable("enrolment", "enrolments"),
    migrations.AlterField(
        "enrolment",
        "purchase",
        models.ForeignKey(
            on_delete=django.db.models.deletion.CASCADE,
            related_name="enrolments",
            to="sales.purchase",
        ),
    ),
    migrations.AlterField(
        "enrolment",
        "bootcamp",
        models.ForeignKey(
            on_delete=django.db.models.deletion.PROTECT,
            related_name="enrolments",
            to="catalogue.bootcamp",
        ),
    ),
    migrations.AddConstraint(
        "enrolment",
        models.CheckConstraint(
            condition=models.Q(price__gte=0), name="enrolments_price_not_negative"
        ),
    ),
]

# Both releases write; each sets only what it knows.
BESIDE = """
CREATE FUNCTION enrolment_for(wanted_purchase bigint, wanted_bootcamp bigint)
RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT e.id FROM enrolments e
    WHERE e.purchase_id = wanted_purchase AND e.bootcamp_id = wanted_bootcamp
    ORDER BY e.ended_at IS NULL DESC, e.id DESC LIMIT 1
$$;

CREATE FUNCTION tie_to_enrolment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.enrolment_id IS DISTINCT FROM OLD.enrolment_id
        OR TG_OP = 'INSERT' AND NEW.enrolment_id IS NOT NULL THEN
        NEW.purchase_id := (SELECT e.purchase_id FROM enrolments e WHERE e.id = NEW.enrolment_id);
    ELSIF TG_OP = 'INSERT' OR NEW.purchase_id IS DISTINCT FROM OLD.purchase_id THEN
        NEW.enrolment_id := enrolment_for(NEW.purchase_id, NEW.bootcamp_id);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER seats_tie BEFORE INSERT OR UPDATE OF enrolment_id, purchase_id ON seats
    FOR EACH ROW EXECUTE FUNCTION tie_to_enrolment();
CREATE TRIGGER registrants_tie BEFORE INSERT OR UPDATE OF enrolment_id, purchase_id
    ON meeting_registrants FOR EACH ROW EXECUTE FUNCTION tie_to_enrolment();
CREATE TRIGGER coaching_tie BEFORE INSERT OR UPDATE OF enrolment_id, purchase_id
    ON coaching_sessions FOR EACH ROW EXECUTE FUNCTION tie_to_enrolment();

CREATE FUNCTION tie_certificate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.enrolment_id IS NULL THEN
        NEW.enrolment_id := enrolment_for(NEW.purchase_id, NEW.bootcamp_id);
    ELSE
        SELECT e.purchase_id, e.bootcamp_id INTO NEW.purchase_id, NEW.bootcamp_id
        FROM enrolments e WHERE e.id = NEW.enrolment_id;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER certificates_tie BEFORE INSERT ON certificates
    FOR EACH ROW EXECUTE FUNCTION tie_certificate();

CREATE FUNCTION fill_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE enrolments e SET paid = s.paid
    FROM shares_of(ARRAY(SELECT a.purchase_id FROM added a WHERE a.paid IS NULL)) s
    WHERE e.id = s.enrolment AND e.paid IS NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER enrolments_fill_shares AFTER INSERT ON enrolments
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION fill_shares();
"""
# A restored release brings its own functions: these would stand in its way.
NOT_BESIDE = """
DROP TRIGGER enrolments_fill_shares ON enrolments;
DROP TRIGGER certificates_tie ON certificates;
DROP TRIGGER coaching_tie ON coaching_sessions;
DROP TRIGGER registrants_tie ON meeting_registrants;
DROP TRIGGER seats_tie ON seats;
DROP FUNCTION fill_shares();
DROP FUNCTION tie_certificate();
DROP FUNCTION tie_to_enrolment();
"""
OLD_CERTIFICATES = [
    migrations.RemoveConstraint("certificate", "certificates_once_per_purchase"),
    migrations.RemoveField("certificate", "purchase"),
    migrations.RemoveField("certificate", "bootcamp"),
]
REASONS = ["moved", "handed over", "refunded", "canceled", "withdrawn", "disputed"]


class Migration(migrations.Migration):
    dependencies = [
        ("sales", "0018_attendance_marks"),
        ("catalogue", "0008_seats_of_enrolments"),
        ("coaching", "0003_hours_of_enrolments"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(RENAME, RENAME_BACK)],
            state_operations=RENAMED,
        ),
        migrations.AddField(
            "enrolment", "paid", models.DecimalField(decimal_places=2, max_digits=10, null=True)
        ),
        migrations.AddField(
            "enrolment",
            "holder",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="held_seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "enrolment",
            "holder_email",
            models.EmailField(blank=True, db_default="", default="", max_length=255),
        ),
        migrations.AddField(
            "enrolment",
            "holder_name",
            models.CharField(blank=True, db_default="", default="", max_length=255),
        ),
        migrations.AddField("enrolment", "ended_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "enrolment",
            "ended_because",
            models.CharField(
                blank=True,
                choices=[(each, each.title()) for each in REASONS],
                db_default="",
                default="",
                max_length=11,
            ),
        ),
        migrations.AddField(
            "enrolment",
            "replaces",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="replaced_by",
                to="sales.enrolment",
            ),
        ),
        migrations.AddField(
            "enrolment", "link_version", models.PositiveIntegerField(db_default=0, default=0)
        ),
        migrations.AddConstraint(
            "enrolment",
            models.CheckConstraint(
                condition=models.Q(paid__gte=0), name="enrolments_paid_not_negative"
            ),
        ),
        migrations.AddConstraint(
            "enrolment",
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True, ended_because="")
                | models.Q(ended_at__isnull=False, ended_because__in=REASONS),
                name="enrolments_ended_has_reason",
            ),
        ),
        migrations.AddField(
            "certificate",
            "enrolment",
            models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="certificate",
                to="sales.enrolment",
            ),
        ),
        migrations.SeparateDatabaseAndState(state_operations=OLD_CERTIFICATES),
        LoadSql("sales/shares_of", "d7a4fc86a661"),
        migrations.RunSQL(BESIDE, NOT_BESIDE),
    ]
