"""Overheads and their 95 % intervals, from times of interleaved runs.

A round runs each subject once, so an overhead is a pair of one round: whatever else the machine did then, both had it.
The overhead at a point is the median over the rounds, that of many points the median of theirs. Its interval holds 95 %
of what comes out if as many rounds are drawn again and again from those that there are (percentile bootstrap).
"""

from collections import namedtuple

import numpy

RESAMPLES = 2000
TAILS = (2.5, 97.5)

# `percent` and `nanoseconds` (for a message) are Estimates; the latter is None where messages are not known.
Overhead = namedtuple('Overhead', 'percent nanoseconds')
Estimate = namedtuple('Estimate', 'value low high')


def estimate(values):
    """The Estimate of an array of rounds and points."""
    draws = numpy.random.default_rng(1).integers(0, len(values), (RESAMPLES, len(values)))
    drawn = numpy.median(numpy.median(values[draws], axis=1), axis=1)
    return Estimate(numpy.median(numpy.median(values, axis=0)), *numpy.percentile(drawn, TAILS))


def mean_times(samples, points, names):
    """Nanoseconds of one operation, an array of rounds and points: in each round the mean of these subjects."""
    return numpy.mean([[samples[point][name] for point in points] for name in names], axis=0).T


def overhead(samples, points, subject, bases):
    """Over the mean of the bases; `samples` are {point: {subject: [nanoseconds of one operation in each round]}}."""
    times, without = (mean_times(samples, points, names) for names in ((subject,), bases))
    percent = estimate(100 * (times / without - 1))
    if any(point.messages is None for point in points):
        return Overhead(percent, None)
    return Overhead(percent, estimate((times - without) / [point.messages for point in points]))


def typical_time(samples, point, subject):
    """Nanoseconds of one operation, the median over the rounds."""
    return float(numpy.median(samples[point][subject]))
