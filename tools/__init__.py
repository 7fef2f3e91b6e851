"""Commands behind the Makefile; those with rules of their own are imported by tests."""
