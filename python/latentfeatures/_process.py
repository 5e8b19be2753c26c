"""The process of the engine, and the pipes to it."""

import collections
import os
import signal
import subprocess
import sys
import threading

from ._scratch import Scratch

# What the launcher says before it does what takes minutes.
_PATIENCE = ("lfm: building", "lfm: waiting for another build")


class Process:
    """A running ``lfm serve``. It has a session of its own: Ctrl-C reaches it through us alone.

    Raises
    ------
    OSError
        If it does not start.
    """

    def __init__(self, command):
        self.scratch = Scratch()
        try:
            # Without buffers: their locks, held by a thread, would be held for ever in a fork.
            self._process = subprocess.Popen(
                [*command, "serve", *(f"--scratch={folder}" for folder in self.scratch.folders)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except BaseException:
            self.scratch.remove()
            raise
        self._progress = None
        self._failure = None
        self._leaving = False
        self._folder = os.getcwd()
        self._answers = _Lines(self._process.stdout.fileno())
        self._said = collections.deque(maxlen=20)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self):
        for line in _Lines(self._process.stderr.fileno()):
            self._said.append(line)
            progress = self._progress
            if progress is not None:
                try:
                    progress(line)
                except Exception as e:  # raised again by ask
                    self._progress = None
                    self._failure = e
            elif line.startswith(_PATIENCE):
                print(line, file=sys.stderr)

    def ask(self, request, progress):
        """The line that answers, None if the process ended, and whether Ctrl-C came."""
        self._progress = progress
        self._failure = None
        try:
            self._process.stdin.write(request.encode() + b"\n")
        except BrokenPipeError:
            return None, False  # what it said tells why
        while True:
            try:
                line = next(self._answers, None)
                break
            except KeyboardInterrupt:
                if self._leaving:
                    raise
                self._leaving = True  # a fit now ends with the best so far, and the process after it
                self._signal("SIGINT")
        self._progress = None
        if self._failure is not None:
            raise self._failure
        interrupted = self._leaving
        self._leaving |= line is None
        return line, interrupted

    def _signal(self, name):
        """To all that it started, too: the launcher, which builds, would wait for Maven's end."""
        # Windows has no groups, and its consoles give Ctrl-C to every process.
        if hasattr(os, "killpg") and self._process.poll() is None:
            os.killpg(self._process.pid, getattr(signal, name))

    def said(self):
        self._listener.join()
        return "\n".join(self._said)

    def status(self):
        return self._process.wait()

    def serves(self):
        """Whether it lives and will, and a relative path means to it what it means here."""
        living = self._process.poll() is None and not self._leaving
        return living and self._folder == os.getcwd()

    def kill(self):
        self._signal("SIGKILL")
        self._process.kill()
        self._process.wait()

    def end(self):
        """Ends it, and a command that runs."""
        self._process.stdin.close()
        self._process.wait()
        self._listener.join()
        self.scratch.remove()

    def close(self):
        """Closes this end of the pipes."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            pipe.close()

    def forget(self):
        """In a fork: leaves it to the process that started it."""
        self.scratch.forget()
        self.close()


class _Lines:
    """Lines that come from a pipe, an iterator that goes on after an exception."""

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._rest = b""

    def __iter__(self):
        return self

    def __next__(self):
        while b"\n" not in self._rest:
            more = os.read(self._descriptor, 1 << 16)
            if not more:
                raise StopIteration
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")
