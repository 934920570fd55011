"""Pictures of every view, in both themes and three widths, to be looked at: DIR/test/web/pictures."""

import base64

import pytest

# Of profiles, the sections; of two, the matrix shows what has changed.
VIEWS = {'detailed': None, 'timed': ['timeline'], 'halo': ['overview', 'matrix', 'advice'], 'placed': ['traffic'],
         'large': ['matrix'], 'sample-pairs': ['difference', 'matrix']}


@pytest.mark.parametrize('theme', ['light', 'dark'])
@pytest.mark.parametrize('width', [1440, 900, 390])
@pytest.mark.parametrize('kind', VIEWS)
def test_pictures(browser, pages, build, kind, width, theme):
    folder = build / 'test/web/pictures'
    folder.mkdir(parents=True, exist_ok=True)
    browser.theme(theme)
    browser.open(pages.page(*kind.split('-')), '#matrix/1,2', width=width)
    if browser.all('[aria-label="job"]'):
        browser.choose('job', 'change')
    for name in VIEWS[kind] or browser.script('return [...document.querySelectorAll("section")].map((part) => part.id)'):
        box = browser.script('''const box = document.getElementById(arguments[0]).getBoundingClientRect();
            return {x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height}''', name)
        picture = browser.driver.execute_cdp_cmd('Page.captureScreenshot', {
            'captureBeyondViewport': True, 'clip': {**box, 'scale': 1}})
        path = folder / f'{kind}-{name}-{width}-{theme}.png'
        path.write_bytes(base64.b64decode(picture['data']))
        assert path.stat().st_size > 1000
