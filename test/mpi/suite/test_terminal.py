"""The report on a real terminal: page by page, by whatever pager, within its columns."""

import pytest

from .harness import Job, run
from .terminal import Terminal

pytestmark = pytest.mark.any_device
END = '[ended with 0]'


@pytest.fixture(scope='module')
def profile(installation):
    return Job(installation, 'collectives', 3, ('Allreduce', 'blocking', 100, 5, 0)).succeed().profile()


def report(installation, profile, *settings, columns=80):
    command = f"{installation.tool('mpimon')} report {profile.path}"
    return Terminal(['env', *settings, 'LC_ALL=C.UTF-8', 'sh', '-c', f'{command}; echo "[ended with $?]"; sleep 20'], columns)


def profile_lines(installation, profile):
    return run([installation.tool('mpimon'), 'report', '--width', '80', profile.path]).stdout.splitlines()


def test_page_by_page(installation, profile):
    """It begins with the first line, goes on by a key, and can be left at once."""
    with report(installation, profile) as terminal:
        assert terminal.shows('collectives', 'ranks', ':')
        terminal.keys('Space')
        assert terminal.shows('Top pairs')
        terminal.keys('q')
        assert terminal.shows(END)


@pytest.mark.parametrize('pager', ['', 'cat', 'no-such-pager'])
def test_without_a_pager(installation, profile, pager):
    with report(installation, profile, f'PAGER={pager}') as terminal:
        assert terminal.shows(END)


def test_the_users_own_pager(installation, profile):
    with report(installation, profile, 'PAGER=wc -l') as terminal:
        assert terminal.shows(f"{len(profile_lines(installation, profile))}\n", END)


def test_sixty_columns(installation, profile, tmp_path):
    """No line is broken."""
    shown = tmp_path / 'shown'
    with report(installation, profile, 'NO_COLOR=1', f'PAGER=cat >{shown}', columns=60) as terminal:
        assert terminal.shows(END)
    lines = shown.read_text().splitlines()
    assert len(lines) > 24 and max(map(len, lines)) <= 60
