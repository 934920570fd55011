"""A headless Chromium for tests that open pages, and what they ask it for."""

import contextlib
import json
import re

import psutil
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait


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
        """A page that is a file: returns the seconds from the start until it has shown all of itself."""
        return self.go(f'file://{path}{address}', width, height)

    def go(self, address, width=1280, height=900):
        """The same of any address."""
        self.driver.set_window_size(width, height)
        self.driver.get('about:blank')
        self.driver.get_log('performance')
        self.driver.get_log('browser')
        self.driver.get(address)
        WebDriverWait(self.driver, 30, 0.02).until(lambda driver: self.script('return document.documentElement.dataset.ready'))
        return self.script('return performance.now()') / 1000

    def processor_seconds(self):
        """What each process of the browser has computed until now."""
        seconds = {}
        for process in psutil.Process(self.driver.service.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):  # it ended in between
                seconds[process.pid] = sum(process.cpu_times()[:2])
        return seconds

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

    def wait(self, condition, seconds=15):
        """Until condition() is true; returns what it returned."""
        return WebDriverWait(self.driver, seconds, 0.1).until(lambda driver: condition())

    def type(self, name, text):
        """Into an input, in place of what was there."""
        self.control(name).clear()
        self.control(name).send_keys(text)

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

    def picture(self, css):
        """What an element looks like."""
        return self.find(css).screenshot_as_png

    def errors(self):
        return [entry['message'] for entry in self.driver.get_log('browser')]
