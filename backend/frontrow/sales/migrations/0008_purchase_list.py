"""What the admin's list of purchases reads: customers by name, the shown status, and tallies."""

from django.db import migrations, models
from django.db.models.functions import Upper

SHOWN_AS = {
    "pending": "pending",
    "capturing": "pending",
    "cancelling": "pending",
    "completed": "completed",
    "refunding": "completed",
    "refunded": "refunded",
    "failed": "failed",
}

NAMES = """
CREATE FUNCTION name_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    email text := NEW.guest_email;
BEGIN
    NEW.customer_name := NEW.guest_full_name;
    IF NEW.user_id IS NOT NULL THEN
        SELECT coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username), u.email
        INTO NEW.customer_name, email FROM users u WHERE u.id = NEW.user_id;
        NEW.customer_name := coalesce(NEW.customer_name, NEW.guest_full_name);
    END IF;
    NEW.customer_key := upper(NEW.customer_name);
    -- Also by what was typed at the checkout, which may differ from the account.
    NEW.customer_search := concat_ws(' ', NEW.customer_name, email,
        CASE WHEN NEW.user_id IS NOT NULL THEN NEW.guest_full_name || ' ' || NEW.guest_email END);
    RETURN NEW;
END $$;
CREATE TRIGGER purchases_name_customer BEFORE INSERT
    OR UPDATE OF user_id, guest_email, guest_full_name, customer_name, customer_search
    ON purchases FOR EACH ROW EXECUTE FUNCTION name_customer();

CREATE FUNCTION name_customers_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE purchases SET customer_name = '' WHERE user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER users_name_customers AFTER UPDATE OF first_name, last_name, username, email ON users
    FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.username, OLD.email)
        IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.username, NEW.email))
    EXECUTE FUNCTION name_customers_again();

UPDATE purchases SET customer_name = '';
"""
NO_NAMES = """
DROP TRIGGER users_name_customers ON users;
DROP TRIGGER purchases_name_customer ON purchases;
DROP FUNCTION name_customers_again();
DROP FUNCTION name_customer();
"""

TALLIES = """
CREATE FUNCTION tally_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO purchase_tallies (status, is_demo, purchases, revenue) VALUES (
            OLD.listed_status,
            EXISTS (SELECT 1 FROM users u WHERE u.id = OLD.user_id AND u.is_demo), -1,
            CASE WHEN OLD.listed_status IN ('completed', 'refunded') AND NOT OLD.is_complimentary
                THEN OLD.refunded_amount - OLD.total_amount ELSE 0 END);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO purchase_tallies (status, is_demo, purchases, revenue) VALUES (
            NEW.listed_status,
            EXISTS (SELECT 1 FROM users u WHERE u.id = NEW.user_id AND u.is_demo), 1,
            CASE WHEN NEW.listed_status IN ('completed', 'refunded') AND NOT NEW.is_complimentary
                THEN NEW.total_amount - NEW.refunded_amount ELSE 0 END);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER purchases_tally_new AFTER INSERT OR DELETE ON purchases
    FOR EACH ROW EXECUTE FUNCTION tally_purchase();
CREATE TRIGGER purchases_tally_change AFTER UPDATE ON purchases FOR EACH ROW
    WHEN ((OLD.listed_status, OLD.is_complimentary, OLD.total_amount, OLD.refunded_amount,
           OLD.user_id) IS DISTINCT FROM
          (NEW.listed_status, NEW.is_complimentary, NEW.total_amount, NEW.refunded_amount,
           NEW.user_id))
    EXECUTE FUNCTION tally_purchase();

INSERT INTO purchase_tallies (status, is_demo, purchases, revenue)
SELECT p.listed_status, coalesce(u.is_demo, false), count(*),
    coalesce(sum(p.total_amount - p.refunded_amount) FILTER (
        WHERE p.listed_status IN ('completed', 'refunded') AND NOT p.is_complimentary), 0)
FROM purchases p LEFT JOIN users u ON u.id = p.user_id
GROUP BY p.listed_status, coalesce(u.is_demo, false);
"""
NO_TALLIES = """
DROP TRIGGER purchases_tally_change ON purchases;
DROP TRIGGER purchases_tally_new ON purchases;
DROP FUNCTION tally_purchase();
"""


class Migration(migrations.Migration):
    dependencies = [("sales", "0007_certificates"), ("accounts", "0003_letter_requests")]
    operations = [
        migrations.CreateModel(
            name="PurchaseTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("completed", "Completed"),
                            ("refunded", "Refunded"),
                            ("failed", "Failed"),
                        ],
                        max_length=9,
                    ),
                ),
                ("is_demo", models.BooleanField()),
                ("purchases", models.IntegerField()),
                ("revenue", models.DecimalField(decimal_places=2, max_digits=14)),
            ],
            options={"db_table": "purchase_tallies"},
        ),
        migrations.AddConstraint(
            model_name="purchasetally",
            constraint=models.CheckConstraint(
                condition=models.Q(status__in=["pending", "completed", "refunded", "failed"]),
                name="tallies_status_known",
            ),
        ),
        migrations.AddField(
            model_name="purchase",
            name="customer_name",
            field=models.CharField(db_default="", editable=False, max_length=301),
        ),
        migrations.AddField(
            model_name="purchase",
            name="customer_key",
            field=models.CharField(db_default="", editable=False, max_length=301),
        ),
        migrations.AddField(
            model_name="purchase",
            name="customer_search",
            field=models.TextField(db_default="", editable=False),
        ),
        migrations.AddField(
            model_name="purchase",
            name="package_key",
            field=models.GeneratedField(
                db_persist=True,
                expression=Upper("package_name"),
                output_field=models.CharField(max_length=255),
            ),
        ),
        migrations.AddField(
            model_name="purchase",
            name="listed_status",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Case(
                    *(
                        models.When(state=state, then=models.Value(status))
                        for state, status in SHOWN_AS.items()
                    )
                ),
                output_field=models.CharField(max_length=9, null=True),
            ),
        ),
        migrations.RunSQL(NAMES, NO_NAMES),
        migrations.RunSQL(TALLIES, NO_TALLIES),
    ]
