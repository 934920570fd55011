"""Profiles of MPICH Monitoring as data frames and sparse matrices.

>>> import mpich_monitoring
>>> profile = mpich_monitoring.load("solver.4711.mon")
>>> profile.traffic.groupby("class")[["sent_messages", "sent_bytes"]].sum()
>>> profile.matrix("bytes", by="node")

The command `mpimon` reads the file: that of PATH, or the one that the environment variable MPIMON names.
"""

from .plots import plot_matrix, plot_sizes, plot_timeline
from .profile import Profile, load, load_many
from .tool import MpimonError

__all__ = ["MpimonError", "Profile", "load", "load_many", "plot_matrix", "plot_sizes", "plot_timeline"]
