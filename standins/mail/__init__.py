"""A mail server that keeps what it is given, with an inbox to look at and failures on demand."""
