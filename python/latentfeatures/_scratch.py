"""Folders for the files of calls."""

import os
import shutil
import tempfile
import weakref
from pathlib import Path

_MEMORY = Path("/dev/shm")


class Scratch:
    """A folder in memory, if there is one, and another on disk, for what memory has no room for.

    A process of the engine has one and is told of it: it deletes both if it outlives us.
    """

    def __init__(self):
        memory = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK)
        self._memory = _make(_MEMORY) if memory else None
        self._disk = _make(None)
        self.folders = [folder for folder in (self._memory, self._disk) if folder is not None]
        self._removal = weakref.finalize(self, _remove, self.folders)

    def folder(self, size):
        """A new folder for files of ``size`` bytes together, removed as a context manager ends."""
        roomy = self._memory is not None and shutil.disk_usage(self._memory).free > size
        return tempfile.TemporaryDirectory(dir=self._memory if roomy else self._disk)

    def remove(self):
        """Removes what the engine has not removed; otherwise this happens at the end of Python."""
        self._removal()

    def forget(self):
        """In a fork, whose they are not."""
        self._removal.detach()


def _make(base):
    # The engine accepts no other name: it deletes nobody's work by mistake.
    return tempfile.mkdtemp(prefix="lfm-scratch-", dir=base)


def _remove(folders):
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
