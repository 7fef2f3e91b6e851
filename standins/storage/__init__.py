"""Object storage as far as we use it: a small, strict S3 that keeps its objects on disk."""
