"""A real terminal, with what a command shows on it and keys that are typed."""

import subprocess
import time
import uuid


class Terminal:
    """tmux, usually of 80 columns and 24 lines."""

    def __init__(self, command, columns=80, lines=24):
        self.name = f'mpimon-{uuid.uuid4().hex}'
        self.tmux('-f', '/dev/null', 'new-session', '-d', '-x', str(columns), '-y', str(lines), *map(str, command))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.tmux('kill-server')

    def tmux(self, *arguments):
        return subprocess.run(['tmux', '-L', self.name, *arguments], capture_output=True, text=True, check=False).stdout

    def keys(self, *keys):
        self.tmux('send-keys', *keys)

    def shows(self, *texts):
        """Whether all of them come to be on the screen."""
        return self._comes(lambda screen: all(text in screen for text in texts), f'no {texts}')

    def hides(self, text):
        """Whether it goes away."""
        return self._comes(lambda screen: text not in screen, f'still {text}')

    def _comes(self, condition, otherwise):
        end = time.monotonic() + 15
        while time.monotonic() < end:
            screen = self.tmux('capture-pane', '-p')
            if condition(screen):
                return True
            time.sleep(0.1)
        raise AssertionError(f'{otherwise} in:\n{screen}')
