"""Commands of the engine, run one after another by one process of ``lfm serve``."""

import atexit
import collections
import json
import os
import shutil
import signal
import subprocess
import threading
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
        if cls._shared is None or cls._shared[0] != os.getpid():
            engine = cls()
            cls._shared = (os.getpid(), engine)
            atexit.register(engine.close)
        return cls._shared[1]

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
        if status == INTERRUPTED or (interrupted and status == 0):
            if not reply["out"].strip():
                raise KeyboardInterrupt
            return {**json.loads(reply["out"]), "interrupted": True}
        if status != 0:
            raise EngineError(_sentence(reply["err"], status))
        return {**json.loads(reply["out"]), "interrupted": False}

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
        process.progress = progress
        line, interrupted = process.ask(json.dumps(words))
        process.progress = None
        if interrupted or not line:
            self.close()
        if line:
            return json.loads(line), interrupted
        if interrupted:
            raise KeyboardInterrupt
        raise EngineError(_sentence(process.said(), process.status()))


class _Process:
    """A running ``lfm serve``. It has a session of its own: Ctrl-C reaches it through us alone."""

    def __init__(self, command):
        try:
            self._process = subprocess.Popen(
                [*command, "serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                start_new_session=True,
            )
        except OSError as e:
            raise EngineError(f"{command[0]} does not start: {e.strerror}") from e
        self.progress = None
        self._folder = os.getcwd()
        self._said = collections.deque(maxlen=20)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self):
        for line in self._process.stderr:
            self._said.append(line)
            progress = self.progress
            if progress is not None:
                progress(line.rstrip("\n"))

    def ask(self, request):
        """The line that answers, empty if the process ended, and whether Ctrl-C came."""
        try:
            self._process.stdin.write(request + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return "", False  # what it said tells why
        interrupted = False
        while True:
            try:
                return self._process.stdout.readline(), interrupted
            except KeyboardInterrupt:
                if interrupted:
                    self._process.kill()
                    raise
                interrupted = True  # a fit now ends with the best so far, and the process after it
                self._process.send_signal(signal.SIGINT)

    def said(self):
        self._listener.join()
        return "".join(self._said)

    def status(self):
        return self._process.wait()

    def serves(self):
        """Whether it lives, and a relative path means to it what it means here."""
        return self._process.poll() is None and self._folder == os.getcwd()

    def close(self):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended
        self._process.wait()
        self._listener.join()
        self._process.stdout.close()
        self._process.stderr.close()


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


def _sentence(said, status):
    """The engine's last word, without its name in front."""
    lines = [line for line in said.splitlines() if line.strip()]
    own = [line[len("lfm: "):] for line in lines if line.startswith("lfm: ")]
    if own:
        return own[-1]
    return lines[-1] if lines else f"the engine ended with status {status}"
