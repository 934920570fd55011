"""Fixtures of the suites in Python, and what `test/NAME/run` prints: a line per case, and the totals as the last line."""

import os
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import pytest

LINES_SHOWN = 60


@pytest.fixture
def scratch(monkeypatch):
    """An empty folder, in which the case runs and the scripts keep what they keep."""
    with tempfile.TemporaryDirectory(prefix='mpich-monitoring-test.') as folder:
        monkeypatch.chdir(folder)
        monkeypatch.setenv('MPICH_MONITORING_CACHE', f'{folder}/cache')
        monkeypatch.delenv('MPIMON_TEST_END', raising=False)
        yield Path(folder)


@pytest.fixture
def fake(scratch):
    """A folder that passes for MPICH's source tree, as far as telling one goes."""
    (scratch / 'fake/maint').mkdir(parents=True)
    (scratch / 'fake/src/mpid/ch4').mkdir(parents=True)
    (scratch / 'fake/maint/version.m4').write_text('m4_define([MPICH_VERSION_m4],[4.0.2])dnl\n')
    return scratch / 'fake'


@pytest.fixture
def tools(scratch):
    """A folder with links to all of the system's commands, to take some away; for PATH."""
    (scratch / 'tools').mkdir()
    for folder in ('/usr/bin', '/bin'):
        for command in Path(folder).iterdir():
            if not (scratch / 'tools' / command.name).is_symlink():
                (scratch / 'tools' / command.name).symlink_to(command)
    return scratch / 'tools'


def pytest_addoption(parser):
    parser.addoption('--cases', action='store_true', help='print a line per case, and `N passed, N failed` at the end')
    parser.addoption('--tree', help='patches: an unpatched MPICH 4.0 source tree')
    parser.addoption('--prefix', help='install, mpi: the installation')
    parser.addoption('--stock', help='install: one of stock MPICH, of the same device')


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    if config.option.cases and not hasattr(config, 'workerinput'):  # one process says what its workers report
        plugins = config.pluginmanager
        plugins.unregister(name='terminalreporter')
        if plugins.has_plugin('dsession'):
            plugins.unregister(name='terminaldistreporter')
            plugins.get_plugin('dsession').terminal = None
        plugins.register(Cases(), 'cases')


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    """With `maint/test --minutes`, cases that have not begun in time are left out."""
    end = os.environ.get('MPIMON_TEST_END')
    if end and time.time() >= int(end):
        pytest.skip('no time is left')


def reason_of(report):
    """In one line, why it failed."""
    crash = getattr(report.longrepr, 'reprcrash', None)
    lines = (crash.message if crash else str(report.longrepr)).removeprefix('AssertionError: ').splitlines()
    return lines[0] if lines else ''


class Cases:
    """Says how each case ended. Each counts once, whichever of its parts failed; those skipped are not counted. One that
    fails runs again, twice at most unless it says how often, since the machine may have been busy; that is said, and the
    last run counts."""

    title = str  # of a case, from pytest's name

    def __init__(self):
        self.reports = defaultdict(list)
        self.passed = self.failed = self.skipped = self.again = 0

    def pytest_runtest_logreport(self, report):
        if report.outcome == 'rerun':
            self.again += 1
            self.reports.pop(report.nodeid, None)
            print(f'again {self.title(report.nodeid)}: {reason_of(report)}', flush=True)
            return
        self.reports[report.nodeid].append(report)
        if report.when not in ('setup', 'call'):  # the teardown, or a process that crashed
            self.end(report.nodeid)

    def pytest_collectreport(self, report):
        if report.failed:
            self.fail(report.nodeid, report.longreprtext)

    def pytest_internalerror(self, excrepr):
        self.fail('pytest', str(excrepr))

    def pytest_keyboard_interrupt(self, excinfo):
        if not isinstance(excinfo.value, pytest.Session.Interrupted):  # by what was reported as failed already
            self.fail('pytest', 'interrupted')

    def pytest_sessionfinish(self, session):
        if not self.passed:
            session.exitstatus = session.exitstatus or pytest.ExitCode.NO_TESTS_COLLECTED
        if self.again:
            print(f'{self.again} run again')
        if self.skipped:
            print(f'{self.skipped} skipped')
        print(f'{self.passed} passed, {self.failed} failed', flush=True)

    def end(self, nodeid):
        name, reports = self.title(nodeid), self.reports.pop(nodeid)
        failed = [report for report in reports if report.failed]
        skipped = [report for report in reports if report.skipped]
        if failed:
            self.fail(name, '\n'.join([failed[0].longreprtext, *(text for _, text in failed[0].sections)]),
                      reason_of(failed[0]))
        elif skipped:
            self.skipped += 1
            print(f'skip  {name}: {skipped[0].longrepr[2].removeprefix("Skipped: ")}', flush=True)
        else:
            self.passed += 1
            print(f'ok    {name} ({sum(report.duration for report in reports):.1f} s)', flush=True)

    def fail(self, name, text, reason=''):
        self.failed += 1
        print(f'FAIL  {name}' + (f': {reason}' if reason else ''))
        for line in text.splitlines()[-LINES_SHOWN:]:
            print(f'      {line[:200]}')
