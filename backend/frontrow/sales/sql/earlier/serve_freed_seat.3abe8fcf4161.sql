-- A seat has come free or been added: where somebody waits for the class, a job serves the list, in
-- the transaction that freed it. Whatever frees a seat, nobody has to think of the list.
CREATE OR REPLACE FUNCTION serve_freed_seat()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Without a queueing lock: two who free seats of two classes must never wait for each other.
    INSERT INTO procrastinate_jobs (queue_name, task_name, args)
    SELECT 'default', 'sales.waiting.serving.serve_lists', '{"timestamp": 0}'
    WHERE EXISTS (
        SELECT 1 FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
        WHERE w.bootcamp_id = NEW.bootcamp_id AND e.state = 'waiting');
    RETURN NULL;
END $$;
