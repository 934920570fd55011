#!/usr/bin/python3
"""What maint/compare makes of times: overheads that can be worked out by hand."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
PROJECT = Path(__file__).resolve().parents[3]
sys.path[1:1] = [str(PROJECT / 'maint'), str(PROJECT / 'test' / 'bench'), str(PROJECT / 'test' / 'mpi')]

from comparison.report import NetworkReport, Report  # noqa: E402
from comparison.timings import Point  # noqa: E402
from subjects import OFF, ON, OPEN_MPI, OPEN_MPI_ON, STOCK, STOCK_AGAIN, Subject  # noqa: E402

NAMES = (STOCK, OFF, ON, OPEN_MPI, OPEN_MPI_ON)
RATE, SHORT, SOLVER = Point('rate', 8, 64), Point('ping-pong', 0, 2), Point('red-black solver')


def report(samples, kind=Report):
    chosen = [Subject(name, None, [], {}) for name in NAMES]
    return kind(chosen, samples) if kind is NetworkReport else kind(chosen, samples, {}, [])


def times(on, stock=(100, 100, 100), again=None):
    """In three rounds, if not more, of every subject."""
    return {STOCK: [*stock], STOCK_AGAIN: [*(again or stock)], OFF: [*stock], ON: [*on], OPEN_MPI: [200, 200, 200],
            OPEN_MPI_ON: [210, 220, 230]}


class Overheads(unittest.TestCase):
    def value(self, samples, name, points=None):
        found = report(samples).overhead(points or list(samples), name)
        return round(found.percent.value, 9), found.nanoseconds and found.nanoseconds.value

    def interval(self, samples):
        return tuple(round(value, 9) for value in report(samples).overhead(list(samples), ON).percent)

    def test_nanoseconds_are_those_of_one_message(self):
        self.assertEqual(self.value({RATE: times((228, 164, 420))}, ON), (128, 2))

    def test_stock_counts_by_the_mean_of_both_its_runs(self):
        self.assertEqual(self.value({SHORT: times((120, 120, 120), (90, 90, 90), (110, 110, 110))}, ON), (20, 10))

    def test_a_round_is_compared_with_itself(self):
        self.assertEqual(self.value({SHORT: times((110, 300, 306), (100, 200, 300))}, ON)[0], 10)

    def test_open_mpi_is_held_against_itself(self):
        self.assertEqual(self.value({SHORT: times((1, 1, 1))}, OPEN_MPI_ON), (10, 10))

    def test_applications_have_no_messages(self):
        self.assertEqual(self.value({SOLVER: times((101, 101, 101))}, ON), (1, None))

    def test_of_several_points_the_median_of_theirs(self):
        samples = {Point('halo', size, 2): times((100 + size,) * 3) for size in (2, 4, 30)}
        self.assertEqual(self.value(samples, ON), (4, 2))
        self.assertEqual(self.interval(samples), (4, 4, 4))

    def test_of_five_rounds_the_interval_has_all(self):
        """The least of them is the median of 5.8 % of all draws, the two least of 31.7 %."""
        self.assertEqual(self.interval({SHORT: times((101, 102, 103, 104, 105), (100,) * 5)}), (3, 1, 5))

    def test_what_did_not_run_has_none(self):
        samples = {SHORT: times((1, 1, 1))}
        del samples[SHORT][OPEN_MPI_ON]
        self.assertIsNone(report(samples).overhead([SHORT], OPEN_MPI_ON))


class Aim(unittest.TestCase):
    def test_held_up_to_the_limit_itself(self):
        self.assertIn('at most 1 % (held here) and 3 ns a message (held here)',
                      report({RATE: times((25792,) * 3, (25600,) * 3)}).aim())
        self.assertIn('at most 1 % (NOT held here) and 3 ns a message (NOT held here)',
                      report({SHORT: times((107, 107, 107))}).aim())

    def test_over_a_network_there_is_none_for_a_message(self):
        self.assertIn('at most 1 % (NOT held here).', report({SHORT: times((107, 107, 107))}, NetworkReport).aim())

    def test_the_control_is_the_second_run_against_the_first(self):
        text = report({SHORT: times((100, 100, 100), (100, 100, 100), (104, 104, 104))}).counting()
        self.assertIn('differs from its first by +4.0 % [+4.0, +4.0] and +2.0 ns [+2.0, +2.0] a message.', text)


if __name__ == '__main__':
    unittest.main()
