"""The notebook of docs/ runs, and shows the numbers of the profile."""

import csv
import io
import re

import nbformat
import pytest
from nbclient import NotebookClient

from support import TOP


@pytest.mark.parametrize('kind', ['sample', 'detailed', 'halo'])
def test_notebook(samples, kind, monkeypatch, tmp_path):
    monkeypatch.setenv('PYTHONPATH', str(TOP / 'python'))
    monkeypatch.setenv('PROFILE', str(samples.profile(kind)))
    monkeypatch.setenv('IPYTHONDIR', str(tmp_path))
    notebook = nbformat.read(TOP / 'docs/profile.ipynb', as_version=4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == 'code')
    NotebookClient(notebook, timeout=120, kernel_name='python3').execute()  # fails where a cell does
    outputs = [output.get('data', {}) for cell in notebook.cells if cell.cell_type == 'code' for output in cell.outputs]
    assert sum('image/png' in data for data in outputs) == 2
    table = next(data['text/plain'] for data in outputs if 'sent_messages' in data.get('text/plain', ''))
    shown = sum(int(line.split()[-1]) for line in table.splitlines() if re.search(r'\d+ +\d+$', line))
    rows = csv.DictReader(io.StringIO(samples.export(kind, '--csv')))
    assert shown == sum(int(row['sent_bytes']) for row in rows if row['src'] != row['dst']) > 0
