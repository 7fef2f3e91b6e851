-- The names by which the admin list of purchases is sorted and searched.
CREATE OR REPLACE FUNCTION name_customer() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER purchases_name_customer BEFORE INSERT
    OR UPDATE OF user_id, guest_email, guest_full_name, customer_name, customer_search
    ON purchases FOR EACH ROW EXECUTE FUNCTION name_customer();

CREATE OR REPLACE FUNCTION name_customers_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE purchases SET customer_name = '' WHERE user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER users_name_customers AFTER UPDATE OF first_name, last_name, username, email ON users
    FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.username, OLD.email)
        IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.username, NEW.email))
    EXECUTE FUNCTION name_customers_again();
