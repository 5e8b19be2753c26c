"""Commands of the engine, run one after another by one process of ``lfm serve``."""

import atexit
import collections
import json
import os
import shutil
import signal
import subprocess
import threading
import weakref
from pathlib import Path

INTERRUPTED = 130  # exit status of a command that Ctrl-C ended

# Where a clone has the launcher, and where a wheel has the engine (python/bundle).
_CLONE = Path(__file__).resolve().parents[2] / "lfm"
_BUNDLE = Path(__file__).resolve().parent / "engine" / "bin"


class EngineError(ValueError):
    """A command failed; the message is the engine's own sentence."""


class Engine:
    """A process of ``lfm serve``, started by the first command.

    A call then costs milliseconds; the start of a Java machine would cost a second each time.

    Parameters
    ----------
    command : list of str, optional
        What runs ``lfm``. By default the variable ``LFM`` names it; otherwise it is the engine in this
        package, the clone that this package is part of, or ``lfm`` on the path, whichever is first.
    """

    _shared = None

    def __init__(self, command=None):
        self._command = command
        self._process = None
        self._lock = threading.Lock()

    @classmethod
    def shared(cls):
        """The engine of all estimators of this process; a fork gets one of its own."""
        if cls._shared is None:
            cls._shared = cls()
            atexit.register(cls._close_shared)
        return cls._shared

    @classmethod
    def _close_shared(cls):
        if cls._shared is not None:
            cls._shared.close()

    def run(self, *words, progress=None):
        """Runs a command and returns its answer.

        Parameters
        ----------
        words : str
            The command and its arguments; ``--json`` is added.
        progress : callable, optional
            Hears of each line of progress as it comes.

        Returns
        -------
        dict
            The command's JSON object, and under ``"interrupted"`` whether Ctrl-C ended it early.

        Raises
        ------
        EngineError
            If the command fails.
        KeyboardInterrupt
            If Ctrl-C ends it before it has a result.
        """
        words = [str(word) for word in words] + ["--json"]
        with self._lock:
            reply, interrupted = self._ask(words, progress)
        status = reply["status"]
        ended_early = status == INTERRUPTED or (interrupted and status == 0)
        if ended_early and not reply["out"].strip():
            raise KeyboardInterrupt
        if status != 0 and not ended_early:
            raise EngineError(_sentence(reply["err"]) or f"the command ended with status {status}")
        if not reply["out"].startswith("{"):
            return {"text": reply["out"], "interrupted": ended_early}  # help, or the version
        return {**json.loads(reply["out"]), "interrupted": ended_early}

    def close(self):
        """Ends the process; the next command starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _ask(self, words, progress):
        if self._process is not None and not self._process.serves():
            self.close()
        if self._process is None:
            self._process = _Process(self._command or _default_command())
        process = self._process
        try:
            line, interrupted = process.ask(json.dumps(words), progress)
        except BaseException:
            # Its answer would be taken for that of the next request.
            process.kill()
            self.close()
            raise
        if interrupted or not line:
            self.close()
        if line:
            return json.loads(line), interrupted
        if interrupted:
            raise KeyboardInterrupt
        status = process.status()
        raise EngineError(
            _sentence(process.said()) or f"the engine ended without an answer, status {status}"
        )


class _Process:
    """A running ``lfm serve``. It has a session of its own: Ctrl-C reaches it through us alone."""

    all = weakref.WeakSet()

    def __init__(self, command):
        try:
            # Without buffers: their locks, held by a thread, would be held for ever in a fork.
            self._process = subprocess.Popen(
                [*command, "serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as e:
            raise EngineError(f"{command[0]} does not start: {e.strerror}") from e
        self._progress = None
        self._failure = None
        self._folder = os.getcwd()
        self._answers = _lines(self._process.stdout.fileno())
        self._said = collections.deque(maxlen=20)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        _Process.all.add(self)

    def _listen(self):
        for line in _lines(self._process.stderr.fileno()):
            self._said.append(line)
            progress = self._progress
            if progress is not None:
                try:
                    progress(line)
                except Exception as e:  # raised again by ask
                    self._progress = None
                    self._failure = e

    def ask(self, request, progress):
        """The line that answers, None if the process ended, and whether Ctrl-C came."""
        self._progress = progress
        self._failure = None
        try:
            self._process.stdin.write(request.encode() + b"\n")
        except BrokenPipeError:
            return None, False  # what it said tells why
        interrupted = False
        while True:
            try:
                line = next(self._answers, None)
                break
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True  # a fit now ends with the best so far, and the process after it
                self._process.send_signal(signal.SIGINT)
        self._progress = None
        if self._failure is not None:
            raise self._failure
        return line, interrupted

    def said(self):
        self._listener.join()
        return "\n".join(self._said)

    def status(self):
        return self._process.wait()

    def serves(self):
        """Whether it lives, and a relative path means to it what it means here."""
        return self._process.poll() is None and self._folder == os.getcwd()

    def kill(self):
        self._process.kill()

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._listener.join()
        self.abandon()

    def abandon(self):
        """Closes this end alone: a fork is not who talks to it."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            pipe.close()


class _lines:
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


def _forget():
    """In a fork, of which the processes are not."""
    Engine._shared = None
    for process in list(_Process.all):
        process.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _default_command():
    named = os.environ.get("LFM")
    if named:
        return [named]
    if _BUNDLE.exists():
        # A wheel does not keep what may be run.
        return [str(_BUNDLE / "lfm.cmd")] if os.name == "nt" else ["sh", str(_BUNDLE / "lfm")]
    if _CLONE.exists():
        return [str(_CLONE)]
    found = shutil.which("lfm")
    if found is None:
        raise EngineError(
            "lfm is not found; put it on the path, or set the variable LFM to where it is"
        )
    return [found]


def _sentence(said):
    """The engine's last word among its lines, without its name in front; None if there is none."""
    own = [line[len("lfm: "):] for line in said.splitlines() if line.startswith("lfm: ")]
    return own[-1] if own else None
