"""The table of overlap's guards: each hostile case has one, or a reason for none, and what it takes out is there once."""

import sys

import pytest
from support import TOP

sys.path.insert(0, str(TOP / 'test' / 'overlap'))

from guard_table import GUARDS, wrong_names  # noqa: E402


def test_each_case_has_a_guard():
    assert wrong_names() == []


@pytest.mark.parametrize('file', sorted({file for guard in GUARDS for file, _, _ in guard.taken_out}))
def test_guards_are_there(file):
    text = (TOP / 'src' / 'overlap' / file).read_text()
    wanted = {what for guard in GUARDS for path, what, _ in guard.taken_out if path == file}
    assert [what for what in wanted if text.count(what) != 1] == []
