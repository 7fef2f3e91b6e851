"""Zoom as far as we use it: server-to-server tokens, meetings, registrants and signed events."""
