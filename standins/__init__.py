"""Local servers that speak our vendors' protocols, for development and tests only."""
