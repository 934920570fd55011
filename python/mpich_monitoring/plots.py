"""Pictures by Matplotlib, which is loaded only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .profile import Profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    from matplotlib import pyplot
    return pyplot.subplots()[1]


def plot_matrix(profile: Profile, kind: str = "bytes", by: str = "rank", axes: "Axes | None" = None) -> "Axes":
    """Profile.matrix() in colours, on a logarithmic scale; what is zero stays empty."""
    from matplotlib.colors import LogNorm
    axes = _axes(axes)
    values = profile.matrix(kind, by).toarray().astype(float)
    values[values == 0] = np.nan
    norm = LogNorm() if np.isfinite(values).any() and np.nanmin(values) < np.nanmax(values) else None
    image = axes.imshow(values, cmap="viridis", norm=norm, interpolation="nearest")
    axes.figure.colorbar(image, ax=axes, label=kind.replace("_", " "))
    axes.set(xlabel=f"to {by}", ylabel=f"from {by}", title=profile.job["executable"])
    return axes


def plot_sizes(profile: Profile, axes: "Axes | None" = None) -> "Axes":
    """How many messages of which size were sent, by class."""
    axes = _axes(axes)
    table = profile.sizes.pivot_table(index="bin", columns="class", values="messages", aggfunc="sum", fill_value=0)
    table.plot.bar(stacked=True, ax=axes, logy=True)
    axes.set(xlabel="message size below 2^bin bytes", ylabel="messages", title=profile.job["executable"])
    return axes


def plot_timeline(profile: Profile, axes: "Axes | None" = None) -> "Axes":
    """Bytes sent a second, by class, over time; needs the detail `timeline`."""
    axes = _axes(axes)
    sent = profile.timeline[profile.timeline["direction"] == "sent"]
    if sent.empty:
        raise ValueError("no time line was recorded; run the job with MPIR_CVAR_MONITORING_DETAIL=timeline")
    for name, rows in sent.groupby("class"):
        rate = (rows["bytes"] / (rows["end_ns"] - rows["start_ns"]) * 1e9).groupby(rows["start_ns"] / 1e9).sum()
        axes.plot(rate.index, rate.to_numpy(), label=name, drawstyle="steps-post")
    axes.set(xlabel="seconds", ylabel="bytes a second", title=profile.job["executable"])
    axes.legend()
    return axes
