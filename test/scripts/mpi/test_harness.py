#!/usr/bin/python3
"""What the suite of the MPI tests says and counts, however a test ends."""

import contextlib
import io
import re
import sys
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

    def test_nothing_but_skipped(self):
        self.assertEqual(self.said(one=skip), (['skip  one: not here', '1 skipped', '0 passed, 0 failed'], 1))

    def test_an_error_is_a_failure_and_the_next_test_is_run(self):
        self.assertEqual(self.said(one=lambda: {}['key'], two=lambda: None),
                         (["FAIL  one: KeyError('key')", 'ok    two', '1 passed, 1 failed'], 1))


if __name__ == '__main__':
    unittest.main()
