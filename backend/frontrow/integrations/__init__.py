"""One module per vendor, each the only code that imports its SDK."""
