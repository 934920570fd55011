#!/usr/bin/python3
"""What the suite of the MPI tests says and counts, however a test ends."""

import contextlib
import io
import re
import sys
import threading
import types
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'mpi'))

from suite.harness import Skip, Suite, require  # noqa: E402


def skip():
    raise Skip('not here')


class Ends(unittest.TestCase):
    def said(self, **tests):
        """The lines of a suite of these tests, without times, and its status."""
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            suite = Suite()
            for name, function in tests.items():
                suite.test(name, function)
            status = suite.close()
        return re.sub(r' \(\d+\.\d s\)', '', text.getvalue()).splitlines(), status

    def test_all_pass(self):
        self.assertEqual(self.said(one=lambda: None), (['ok    one', '1 passed, 0 failed'], 0))

    def test_a_failure(self):
        self.assertEqual(self.said(one=lambda: require(False, 'why')), (['FAIL  one: why', '0 passed, 1 failed'], 1))

    def test_two_at_once_and_others_alone(self):
        """Two meet where there are two jobs; those of a module that says ALONE run by themselves, after them."""
        meeting, running = threading.Barrier(2, timeout=20), []
        def add(name, function):
            return lambda suite, _: [suite.test(f'{name} {i}', function) for i in (1, 2)]

        together = types.SimpleNamespace(add=add('together', meeting.wait))

        def run_alone():
            running.append(1)
            self.assertEqual((len(running), meeting.n_waiting), (1, 0))
            running.pop()

        alone = types.SimpleNamespace(ALONE=True, add=add('alone', run_alone))
        with contextlib.redirect_stdout(io.StringIO()) as text:
            suite = Suite(jobs=2)
            suite.subject(alone, None)
            suite.subject(together, None)
            suite.close()
        lines = [line.split('(')[0].split() for line in text.getvalue().splitlines()]
        self.assertEqual(sorted(lines[:2]), [['ok', 'together', '1'], ['ok', 'together', '2']])
        self.assertEqual(lines[2:], [['ok', 'alone', '1'], ['ok', 'alone', '2'], ['4', 'passed,', '0', 'failed']])

    def test_nothing_but_skipped(self):
        self.assertEqual(self.said(one=skip), (['skip  one: not here', '1 skipped', '0 passed, 0 failed'], 1))

    def test_an_error_is_a_failure_and_the_next_test_is_run(self):
        self.assertEqual(self.said(one=lambda: {}['key'], two=lambda: None),
                         (["FAIL  one: KeyError('key')", 'ok    two', '1 passed, 1 failed'], 1))


if __name__ == '__main__':
    unittest.main()
