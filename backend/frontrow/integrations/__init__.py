"""One module per vendor. Only that module imports the vendor's SDK."""
