-- Writes the refund lines of these purchases: how much of each enrollment every refund and lost
-- dispute pays back. Adds missing lines and corrects lines that don't add up. If lines exceed a
-- share, because other refunds became smaller than planned, all but the chosen lines are spread
-- again. Idempotent. The caller holds the purchases' locks.
CREATE OR REPLACE FUNCTION fill_refund_lines(purchases_wanted bigint[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    request record;
    moved record;
    ids bigint[];
    written numeric;
    too_much bigint[];
BEGIN
    FOR attempt IN 1..2 LOOP
        -- Requests first: what was chosen for one is not for others to spread over.
        FOR request IN
            SELECT r.id, r.purchase_id, r.amount, r.movement_id FROM refunds r
            WHERE r.purchase_id = ANY (purchases_wanted) AND r.status <> 'declined' ORDER BY r.id
        LOOP
            SELECT array_agg(l.enrollment_id), sum(l.amount) INTO ids, written
            FROM refund_lines l WHERE l.refund_id = request.id;
            IF written IS DISTINCT FROM request.amount THEN
                DELETE FROM refund_lines l WHERE l.refund_id = request.id;
                -- One that was chosen stays. Several are spread anew, over what others have left of each share:
                -- made smaller each by itself, a cent too many could be left to one of them.
                INSERT INTO refund_lines (refund_id, enrollment_id, amount)
                SELECT request.id, ids[1], request.amount WHERE cardinality(ids) = 1
                UNION ALL
                SELECT request.id, s.enrollment, s.amount
                FROM spread_back(request.purchase_id, request.amount) s
                WHERE coalesce(cardinality(ids), 0) <> 1;
            END IF;
            IF request.movement_id IS NOT NULL THEN
                DELETE FROM refund_lines l
                WHERE l.movement_id = request.movement_id AND l.refund_id IS NULL;
                UPDATE refund_lines l SET movement_id = request.movement_id
                WHERE l.refund_id = request.id AND l.movement_id IS DISTINCT FROM request.movement_id;
            END IF;
        END LOOP;
        FOR moved IN
            SELECT m.id, m.purchase_id, -m.amount AS amount, m.kind,
                regexp_replace(m.provider_id, '-won$', '') AS dispute
            FROM movements m
            WHERE m.purchase_id = ANY (purchases_wanted) AND m.kind <> 'payment'
                AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.movement_id = m.id)
                AND -m.amount IS DISTINCT FROM (
                    SELECT sum(l.amount) FROM refund_lines l WHERE l.movement_id = m.id)
            -- What comes back is spread last, so that nothing else makes room for it. A dispute and its way
            -- back may bear one time.
            ORDER BY m.kind = 'dispute_won' OR EXISTS (
                    SELECT 1 FROM movements w
                    WHERE w.purchase_id = m.purchase_id AND w.provider_id = m.provider_id || '-won'),
                m.happened_at, m.kind, m.id
        LOOP
            DELETE FROM refund_lines l WHERE l.movement_id = moved.id;
            INSERT INTO refund_lines (movement_id, enrollment_id, amount)
            -- Won, it brings back what it had taken.
            SELECT moved.id, l.enrollment_id, -l.amount
            FROM refund_lines l JOIN movements m ON m.id = l.movement_id
            WHERE moved.kind = 'dispute_won' AND m.provider_id = moved.dispute
            UNION ALL
            SELECT moved.id, s.enrollment, s.amount
            FROM spread_back(moved.purchase_id, moved.amount) s WHERE moved.kind <> 'dispute_won';
        END LOOP;
        SELECT array_agg(DISTINCT e.purchase_id) INTO too_much
        FROM enrollments e JOIN purchases p ON p.id = e.purchase_id
        WHERE e.purchase_id = ANY (purchases_wanted)
            AND p.total_amount >= (
                SELECT -sum(m.amount) FROM movements m
                WHERE m.purchase_id = p.id AND m.status = 'succeeded' AND m.kind <> 'payment')
            AND e.paid < (
                SELECT sum(l.amount) FROM refund_lines l JOIN movements m ON m.id = l.movement_id
                WHERE l.enrollment_id = e.id AND m.status = 'succeeded');
        EXIT WHEN too_much IS NULL OR attempt = 2;
        purchases_wanted := too_much;
        DELETE FROM refund_lines l USING enrollments e
        WHERE e.id = l.enrollment_id AND e.purchase_id = ANY (too_much)
            AND NOT EXISTS (
                SELECT 1 FROM refunds r WHERE r.id = l.refund_id AND r.gives_back_id IS NOT NULL);
    END LOOP;
END
$$;
