"""Commands of the engine, run one after another by one process of ``lfm serve``."""

import atexit
import contextlib
import json
import os
import shutil
import threading
import weakref
from pathlib import Path

from ._process import Process

INTERRUPTED = 130  # exit status of a command that Ctrl-C ended
NO_MODEL = 3  # exit status of a fit that finds no feature

# Of such a fit, if it says nothing itself.
NOTHING = "no feature found: X looks like noise; -k 1 fits one all the same"

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

    _all = weakref.WeakSet()
    _shared = None

    def __init__(self, command=None):
        self._command = command
        self._process = None
        self._lock = threading.RLock()
        self._lent = False
        Engine._all.add(self)

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
            nothing = NOTHING if status == NO_MODEL else f"the command ended with status {status}"
            raise EngineError(_sentence(reply["err"]) or _text(reply["out"]) or nothing)
        if not reply["out"].startswith("{"):
            return {"text": reply["out"], "interrupted": ended_early}  # help, or the version
        return {**json.loads(reply["out"]), "interrupted": ended_early}

    @contextlib.contextmanager
    def folder(self, size):
        """A folder for the files of the commands within, which other threads wait for.

        It is gone at the end, even if this process is killed.

        Parameters
        ----------
        size : int
            Bytes of all files; in memory if that has room for them.
        """
        with self._lock:
            process = self._serving()
            self._lent = True
            try:
                with process.scratch.folder(size) as folder:
                    yield Path(folder)
            finally:
                self._lent = False
                self._close_if_of_no_use()

    def close(self):
        """Ends the process, and a command that runs; the next command starts another."""
        process = self._process
        if process is None:
            return
        process.end()
        with self._lock:  # no thread reads its pipes any more
            if self._process is process:
                self._process = None
            process.close()

    def _close_if_of_no_use(self):
        # What it lends would be gone with it.
        if self._process is not None and not self._lent and not self._process.serves():
            self.close()

    def _serving(self):
        self._close_if_of_no_use()
        if self._process is None:
            command = self._command or _default_command()
            try:
                self._process = Process(command)
            except OSError as e:
                raise EngineError(f"{command[0]} does not start: {e.strerror}") from e
        return self._process

    def _ask(self, words, progress):
        process = self._serving()
        try:
            line, interrupted = process.ask(json.dumps(words), progress)
        except BaseException:
            # Its answer would be taken for that of the next request.
            process.kill()
            raise
        finally:
            self._close_if_of_no_use()
        if line:
            return json.loads(line), interrupted
        if interrupted:
            raise KeyboardInterrupt
        status = process.status()
        raise EngineError(
            _sentence(process.said()) or f"the engine ended without an answer, status {status}"
        )

    def _forget(self):
        """In a fork, of which the process is not, nor the thread that may hold the lock."""
        self._lock = threading.RLock()
        self._lent = False
        process, self._process = self._process, None
        if process is not None:
            process.forget()


def _forget_all():
    for engine in list(Engine._all):
        engine._forget()
    Engine._shared = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


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


def _text(out):
    """What a command printed, unless it is JSON."""
    return "" if out.startswith("{") else out.strip()


def _sentence(said):
    """The engine's last word among its lines, without its name in front; None if there is none."""
    own = [line[len("lfm: "):] for line in said.splitlines() if line.startswith("lfm: ")]
    return own[-1] if own else None
