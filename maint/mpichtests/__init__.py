"""MPICH's own test suite against a stock and a patched library; used by maint/mpich-tests."""
