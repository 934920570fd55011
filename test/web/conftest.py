"""Profiles, their pages, and the browser that opens these."""

import json
import re
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

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


class Browser:
    """A Chromium, and what of the page it is asked for."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = '/usr/bin/chromium'
        for argument in ('--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-device-scale-factor=1'):
            options.add_argument(argument)
        options.set_capability('goog:loggingPrefs', {'performance': 'ALL', 'browser': 'ALL'})
        self.driver = webdriver.Chrome(service=Service('/usr/bin/chromedriver'), options=options)

    def open(self, path, address='', width=1280, height=900):
        """Returns the seconds from the start until the page has shown all of itself."""
        self.driver.set_window_size(width, height)
        self.driver.get('about:blank')
        self.driver.get_log('performance')
        self.driver.get_log('browser')
        self.driver.get(f'file://{path}{address}')
        WebDriverWait(self.driver, 30, 0.02).until(lambda driver: self.script('return document.documentElement.dataset.ready'))
        return self.script('return performance.now()') / 1000

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def theme(self, name):
        """What the system is said to prefer."""
        self.driver.execute_cdp_cmd('Emulation.setEmulatedMedia',
                                    {'features': [{'name': 'prefers-color-scheme', 'value': name}]})

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def control(self, name):
        """The select or input with this name."""
        return self.find(f'[aria-label="{name}"]')

    def choose(self, name, value):
        Select(self.control(name)).select_by_value(value)

    def text(self, css):
        return self.find(css).text

    def show_all(self):
        """All rows of all tables."""
        for button in self.all('.more'):
            if button.is_displayed():
                self.script('arguments[0].click()', button)

    def rows(self, table):
        """Of a table, a dictionary by heading for each row: numbers exactly, else text."""
        return self.script('''
            const table = document.querySelector(`[data-table="${arguments[0]}"]`);
            const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent);
            return [...table.tBodies[0].rows].map((row) => Object.fromEntries([...row.cells].map((cell, i) =>
                [heads[i], cell.dataset.value === undefined ? null :
                    cell.className === 'text' ? cell.dataset.value : Number(cell.dataset.value)])));''', table)

    def requests(self):
        """What the page has asked any network for."""
        events = [json.loads(entry['message'])['message'] for entry in self.driver.get_log('performance')]
        urls = [event['params']['request']['url'] for event in events if event['method'] == 'Network.requestWillBeSent']
        return [url for url in urls if not re.match('(file|data|about|blob):', url)]

    def errors(self):
        return [entry['message'] for entry in self.driver.get_log('browser')]


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
