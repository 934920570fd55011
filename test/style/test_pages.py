"""The pages for readers: one leads to the other, from README.md on, and no link leads to nothing."""

import re

import pytest

from support import TOP, run

PAGES = sorted(path for pattern in ('*.md', 'docs/*', 'patches/*.md', 'python/*.md') for path in TOP.glob(pattern)
               if path.suffix in ('.md', '.ipynb'))


def linked(page):
    """The files that a page's relative links and pictures name."""
    targets = re.findall(r'\]\(([^)#\s]+)', page.read_text())
    return [(page.parent / target).resolve() for target in targets if '://' not in target]


@pytest.mark.parametrize('page', PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_links_lead_to_files(page):
    assert [path for path in linked(page) if not path.exists()] == []


@pytest.mark.parametrize('page', sorted(TOP.glob('src/**/*.[1-8]')), ids=lambda page: page.name)
def test_man_pages(page):
    """Nothing in them that groff warns of, and no line that begins with a blank, which it would break."""
    done = run('groff', '-man', '-ww', '-z', page)
    assert (done.status, done.stderr) == (0, '')
    assert [line for line in page.read_text().splitlines() if line.startswith(' ')] == []


def test_mpimon_1_leads_to_every_subcommand():
    pages = {page.stem for page in TOP.glob('src/mpimon/commands/*/*.1')}
    text = (TOP / 'src/mpimon/mpimon.1').read_text().replace('\\-', '-')
    assert pages - set(re.findall(r'^\.BR (mpimon-\w+) \(1\)', text, re.M)) == set()


@pytest.mark.parametrize('page', sorted(TOP.glob('src/mpimon/commands/*/*.1')), ids=lambda page: page.name)
def test_man_pages_name_all_classes(page):
    """Where one lists the traffic classes, none is left out."""
    lists = re.findall(r'^.*p2p ", " coll.*$', page.read_text(), re.M)
    assert [line for line in lists if not re.search('rma ", " part ", " ctrl ", " io', line)] == []


def test_readme_leads_to_every_page():
    reached, ahead = set(), [TOP / 'README.md']
    while ahead:
        page = ahead.pop()
        if page not in reached:
            reached.add(page)
            ahead += [path for path in linked(page) if path in PAGES]
    assert [page for page in PAGES if page not in reached] == []


def test_pictures_are_shown():
    """None is left behind by a page that was changed."""
    shown = {path for page in PAGES for path in linked(page)}
    assert set((TOP / 'docs').glob('*.png')) - shown == set()
