"""Profiles as they were written before: what they hold is read as on the day when they were made. Each file of `earlier` is
what make_profile wrote then; it is never made anew."""

import pytest

from mpimon import EARLIER


@pytest.mark.parametrize('expected, words, profile', [
    ('report.txt', ['report'], 'sample'),
    ('report.json', ['report', '--json'], 'sample'),
    ('traffic.csv', ['export', '--csv'], 'sample'),
    ('profile.json', ['export', '--json'], 'sample'),
    ('report-pair.txt', ['report', '--pair', '0,1'], 'sized'),
    ('report-mpmd.txt', ['report'], 'mpmd'),
])
def test_an_earlier_profile(mpimon, expected, words, profile):
    mpimon.shows(expected, *words, EARLIER / f'{profile}-0.1.mon')
