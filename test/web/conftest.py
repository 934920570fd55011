"""Profiles, and their pages."""

import json
from pathlib import Path

import pytest

from browser import Browser
from support import TOP, Samples, succeed


def pytest_addoption(parser):
    parser.addoption('--build', help='web: a folder in which `make check` was run')


class Pages(Samples):
    """Profiles, and the pages that mpimon makes of them."""

    def __init__(self, build, folder):
        super().__init__(build, folder)
        share = folder / 'prefix/share/mpich-monitoring'
        share.mkdir(parents=True)
        (share / 'rules').symlink_to(TOP / 'src/analysis/advice/rules')
        (share / 'page.html').symlink_to(build / 'src/web/page.html')

    def make(self, kind, path):
        if kind.startswith('simulated-'):  # irregular, so that it is hard to compress
            succeed(self.build / 'test/scale/simulate', kind.partition('-')[2], path, 'receives')
        else:
            super().make(kind, path)

    def page(self, *kinds):
        path = self.folder / f'{"-".join(kinds)}.html'
        if not path.exists():
            profiles = [self.profile(kind) for kind in kinds]
            self.mpimon('html', '--prefix', self.folder / 'prefix', *profiles, '-o', path)
        return path

    def exported(self, kind):
        return json.loads(self.export(kind, '--json'))


@pytest.fixture(scope='session')
def build(request):
    return Path(request.config.getoption('build')).resolve()


@pytest.fixture(scope='session')
def pages(build, tmp_path_factory):
    return Pages(build, tmp_path_factory.mktemp('pages'))


@pytest.fixture(scope='session')
def session():
    browser = Browser()
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(session):
    """At the end, no page may have asked a network for anything, or have had an error."""
    session.theme('light')
    yield session
    assert session.requests() == []
    assert session.errors() == []
