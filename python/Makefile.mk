# The Python package, beside what else is read at run time: docs/python.md says how it gets into a Python's path.
pythonpackagedir = $(pkgdatadir)/python/mpich_monitoring
dist_pythonpackage_DATA = \
    python/mpich_monitoring/__init__.py \
    python/mpich_monitoring/plots.py \
    python/mpich_monitoring/profile.py \
    python/mpich_monitoring/py.typed \
    python/mpich_monitoring/tool.py
EXTRA_DIST += python/pyproject.toml
