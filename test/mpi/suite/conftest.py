"""Fixtures of the MPI tests: which of them run, which of them alone, and what their cases are called."""

import re
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

pytest.register_assert_rewrite('suite.harness')

from .harness import Installation, has_nodes, has_quiet_init, locked  # noqa: E402


def pytest_addoption(parser):
    parser.addoption('--scratch', type=Path, help='mpi: a folder for what the tests make')
    parser.addoption('--memory', type=Path, help='mpi: such a folder on a file system in memory')
    parser.addoption('--second-device', action='store_true', help='mpi: without what another device tests as well')
    parser.addoption('--only', default='', metavar='PATTERN', help='mpi: only tests with PATTERN in their names')


@pytest.fixture(scope='session')
def installation(pytestconfig):
    """The installation under test, and the programs built with it, which all processes that run tests share."""
    option = pytestconfig.option
    return Installation(option.prefix, option.scratch, option.memory)


@pytest.fixture(name='needs_nodes', scope='session')
def nodes_of_mpich(installation):
    """For tests of what MPICH itself does on several nodes, or with several processes on one."""
    if not has_nodes(installation):
        pytest.skip('this MPICH takes each process for a node')


@pytest.fixture(name='needs_quiet_init', scope='session')
def init_without_messages(installation):
    """For tests that know all messages of the job."""
    if not has_quiet_init(installation):
        pytest.skip('this MPICH sends messages in MPI_Init')


def title(nodeid):
    """`mpi/suite/test_mpit.py::test_open_mpi_reduce[n=2]` is `mpit open mpi reduce n=2`."""
    subject, function, parameters = re.fullmatch(r'.*test_(\w+)\.py::test_(\w+)(?:\[(.*)\])?', nodeid).groups('')
    return ' '.join([subject, *function.split('_'), parameters]).rstrip()


def pytest_make_parametrize_id(val, argname):
    return f'{"n" if argname == "ranks" else argname}={val}' if isinstance(val, int) else None


GROUPS = ('busy', 'asleep')  # tests that may run beside others of their group


def group_of(item):
    """None: it runs alone."""
    if item.get_closest_marker('alone'):
        return None
    return 'asleep' if item.get_closest_marker('asleep') else 'busy'


# Most of what runs alone asks for times, so it waits for the machine to have time again, and is tried more often.
PATIENT = pytest.mark.flaky(reruns=4, reruns_delay=10)


def pytest_collection_modifyitems(config, items):
    """Those of a group come one after the other, and those that run alone are the last ones."""
    left_out = [item for item in items if config.option.only not in title(item.nodeid) or
                (config.option.second_device and item.get_closest_marker('any_device'))]
    config.hook.pytest_deselected(items=left_out)
    order = [*GROUPS, None]
    items[:] = sorted((item for item in items if item not in left_out), key=lambda item: order.index(group_of(item)))
    for item in items:
        if group_of(item) is None:
            item.add_marker(PATIENT)


def pytest_sessionstart(session):
    cases = session.config.pluginmanager.get_plugin('cases')
    if cases:
        cases.title = title


@contextmanager
def turn(folder, group):
    """While a test of this group may run; whoever waits for its turn lets nobody begin after it."""
    with ExitStack() as held:
        with locked(folder / 'turn.lock'):
            for other in GROUPS:
                if other != group:
                    with locked(folder / f'{other}.lock'):
                        pass  # the last test of that group has ended
            if group:
                held.enter_context(locked(folder / f'{group}.lock', shared=True))
            else:
                yield
        if group:
            yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    """Waits, before the test's time begins, for its turn."""
    with turn(item.config.option.scratch, group_of(item)):
        yield
