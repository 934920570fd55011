"""maint/get-mpich: what wrong arguments are told, and copies of a folder and a tarball."""

import tarfile

import pytest

from support import TOP, refused, succeed

GET = TOP / 'maint' / 'get-mpich'

REFUSED = {
    'no argument': ([], 'usage: get-mpich [VERSION | TARBALL | DIR] DEST'),
    'a folder that is not MPICH': (
        ['empty', 'dest'], 'empty is not an MPICH source tree (no maint/version.m4, src/mpid/ch4)'),
    'a tarball of something else': (['passwd.tar', 'dest'], 'passwd.tar holds no MPICH source tree'),
    'no tarball at all': (['text.tar', 'dest'], 'text.tar cannot be unpacked; is it a tar archive?'),
    'another version': (
        ['4.3.0', 'dest'], "only 4.0.2, Debian's version, is fetched; for 4.3.0 pass its release tarball"),
    'nothing of that name': (['nowhere', 'dest'], 'nowhere: no such tarball, folder or version'),
    'a destination that exists': (['fake', 'empty'], 'empty exists; name a folder that does not'),
}


def pack(tarball, path, name):
    with tarfile.open(tarball, 'w:gz' if tarball.suffix == '.gz' else 'w') as archive:
        archive.add(path, name)


@pytest.mark.parametrize('arguments, message', REFUSED.values(), ids=REFUSED)
def test_refused(fake, scratch, arguments, message):
    (scratch / 'empty').mkdir()
    (scratch / 'text.tar').write_text('text\n')
    pack(scratch / 'passwd.tar', '/etc/passwd', 'passwd')
    before = set(scratch.iterdir())
    refused(f'get-mpich: {message}', GET, *arguments)
    assert set(scratch.iterdir()) - before <= {scratch / 'cache'}
    assert not any((scratch / 'empty').iterdir())


def test_from_a_folder(fake, scratch):
    (scratch / 'copy.part').mkdir()  # as an interrupted run leaves it
    succeed(GET, fake, 'copy')
    succeed('diff', '-r', fake, 'copy')


def test_from_a_tarball(fake, scratch):
    pack(scratch / 'fake.tar.gz', fake, 'fake')
    succeed(GET, 'fake.tar.gz', 'unpacked')
    succeed('diff', '-r', fake, 'unpacked')
