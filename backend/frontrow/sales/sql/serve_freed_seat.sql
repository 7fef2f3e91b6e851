-- A seat was released or added. If a person waits for the class, queues the job that serves the
-- list, in the transaction that released the seat.
CREATE OR REPLACE FUNCTION serve_freed_seat()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Without a queueing lock: two who free seats of two classes must never wait for each other.
    PERFORM procrastinate_defer_jobs_v1(ARRAY[
        ('default', 'sales.waiting.serving.serve_lists', 0, NULL, NULL, '{"timestamp": 0}', NULL)
            ::procrastinate_job_to_defer_v1])
    WHERE EXISTS (
        SELECT 1 FROM waiting_wishes w JOIN waiting_entries e ON e.id = w.entry_id
        WHERE w.bootcamp_id = NEW.bootcamp_id AND e.state = 'waiting');
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER seats_freed AFTER UPDATE OF enrollment_id ON seats FOR EACH ROW
    WHEN (OLD.enrollment_id IS NOT NULL AND NEW.enrollment_id IS NULL)
    EXECUTE FUNCTION serve_freed_seat();
CREATE OR REPLACE TRIGGER seats_added AFTER INSERT ON seats FOR EACH ROW
    WHEN (NEW.enrollment_id IS NULL) EXECUTE FUNCTION serve_freed_seat();
