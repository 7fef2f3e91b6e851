"""A release that never comes: what the next one's migrations may do to tables in use."""
