"""Tests. They mirror the packages; tests/e2e runs real processes."""
