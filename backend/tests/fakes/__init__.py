"""Vendors met by real local servers, and the hands that tests have on them."""
