import contextlib
import io
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy as np

from latentfeatures import Engine, EngineError, LatentFeatureLasso, denoise

from .problems import problem


class Process(unittest.TestCase):
    def test_one_process_answers_many_commands(self):
        engine = Engine()
        first = engine.run("backends")
        started = engine._process
        engine.run("backends")
        self.assertIs(started, engine._process)
        self.assertFalse(first["interrupted"])
        engine.close()
        self.assertFalse(started.serves())

    def test_a_failed_command_raises_its_sentence_and_the_next_is_answered(self):
        engine = Engine()
        with self.assertRaisesRegex(EngineError, "no such file: none.lfm"):
            engine.run("info", "none.lfm")
        self.assertIn("backends", engine.run("backends"))
        engine.close()

    def test_a_process_that_died_is_told_and_replaced(self):
        engine = Engine()
        engine.run("backends")
        os.kill(engine._process._process.pid, signal.SIGKILL)
        engine._process.status()
        self.assertIn("backends", engine.run("backends"))
        engine.close()

    def test_paths_are_those_of_the_present_folder(self):
        engine = Engine()
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            np.save(Path(folder, "x.npy"), problem()[0].astype(np.float32))
            with self.assertRaisesRegex(EngineError, "no such file: x.npy"):
                engine.run("fit", "x.npy", "-k=5", "-o", "m.lfm")
            os.chdir(folder)
            try:
                engine.run("fit", "x.npy", "-k=5", "-o", "m.lfm")
            finally:
                os.chdir(before)
            self.assertTrue(Path(folder, "m.lfm").exists())
        engine.close()

    def test_what_does_not_start_is_named(self):
        with self.assertRaisesRegex(EngineError, "no-such-program does not start"):
            Engine(["/no-such-program"]).run("backends")
        with self.assertRaisesRegex(EngineError, "status 1"):
            Engine(["false"]).run("backends")

    def test_what_does_not_answer_with_json_is_text(self):
        self.assertIn("Usage: lfm fit", Engine.shared().run("fit", "--help")["text"])

    @unittest.skipUnless(hasattr(signal, "setitimer"), "there are no timers")
    def test_after_an_exception_the_next_answer_is_its_own(self):
        def late(*_):
            raise TimeoutError("late")

        x = np.random.default_rng(0).normal(size=(3000, 300))
        before = signal.signal(signal.SIGALRM, late)
        try:
            signal.setitimer(signal.ITIMER_REAL, 1)
            with self.assertRaisesRegex(TimeoutError, "late"):
                LatentFeatureLasso(40, method="path").fit(x)
        finally:
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(5, LatentFeatureLasso(5).fit(problem()[0]).n_components_)

    def test_a_listener_that_fails_is_heard_and_the_next_command_answered(self):
        def fails(line):
            raise KeyError(line)

        with tempfile.TemporaryDirectory() as folder:
            x = Path(folder, "x.npy")
            np.save(x, problem()[0].astype(np.float32))
            with self.assertRaises(KeyError):
                Engine.shared().run("fit", x, "-k=5", "-o", Path(folder, "m"), progress=fails)
        self.assertIn("backends", Engine.shared().run("backends"))

    @unittest.skipUnless(hasattr(os, "fork"), "there are no forks")
    def test_a_fork_has_an_engine_of_its_own_and_ends(self):
        x = problem()[0]
        LatentFeatureLasso(5).fit(x)
        child = os.fork()
        if child == 0:
            found = LatentFeatureLasso(5).fit(x).n_components_
            Engine.shared().close()
            os._exit(found)
        self.assertEqual(5, LatentFeatureLasso(5).fit(x).n_components_)
        self.assertEqual(5, os.waitpid(child, 0)[1] >> 8)
        sleeper = os.fork()
        if sleeper == 0:
            time.sleep(30)
            os._exit(0)
        started = time.time()
        Engine.shared().close()
        os.kill(sleeper, signal.SIGKILL)
        os.waitpid(sleeper, 0)
        self.assertLess(time.time() - started, 20, "it does not wait for the fork")

    def test_progress_is_heard(self):
        heard = []
        with tempfile.TemporaryDirectory() as folder:
            x = Path(folder, "x.npy")
            np.save(x, problem()[0].astype(np.float32))
            Engine.shared().run(
                "fit", x, "-k", 5, "-o", Path(folder, "m.lfm"), progress=heard.append
            )
        self.assertTrue(any("300 × 20" in line for line in heard), heard)


class CtrlC(unittest.TestCase):
    def setUp(self):
        # A job in the background of a shell ignores it, and so would all that it starts.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_a_fit_ends_with_the_best_so_far(self):
        x = np.random.default_rng(0).normal(size=(3000, 300))
        heard = threading.Event()

        def interrupt():
            heard.wait(60)
            os.kill(os.getpid(), signal.SIGINT)

        engine = Engine()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.npy")
            np.save(path, x.astype(np.float32))
            threading.Thread(target=interrupt).start()
            started = time.time()
            answer = engine.run(
                "fit",
                path,
                "-k=40",
                "--method=path",
                "--verbose",
                "-o",
                Path(folder, "m.lfm"),
                progress=lambda line: heard.set() if "path" in line else None,
            )
            self.assertTrue(answer["interrupted"])
            self.assertTrue(Path(folder, "m.lfm").exists())
            self.assertLess(time.time() - started, 60)
        self.assertIn("backends", engine.run("backends"), "another process answers")
        engine.close()


@unittest.skipUnless(hasattr(os, "killpg"), "there are no sessions")
class Ends(unittest.TestCase):
    """Of this process, and of engines that are no Java machines."""

    FIT = """
import numpy as np
from latentfeatures import Engine, LatentFeatureLasso

engine = Engine.shared()
engine.run("backends")
print(engine._process._process.pid, *engine._process.scratch.folders, flush=True)
LatentFeatureLasso(40, method="path", verbose=True).fit(
    np.random.default_rng(0).normal(size=(20000, 300))
)
"""

    def fitting(self):
        """A Python process in a long fit, and its engine and folders."""
        path = {"PYTHONPATH": str(Path(__file__).resolve().parents[1]), "PYTHONUNBUFFERED": "1"}
        python = subprocess.Popen(
            [sys.executable, "-c", self.FIT],
            env={**os.environ, **path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        self.addCleanup(python.communicate)
        pid, *folders = python.stdout.readline().split()
        while "20,000 × 300" not in python.stdout.readline():
            self.assertIsNone(python.poll())
        self.assertTrue(any(os.listdir(folder) for folder in folders))
        return python, int(pid), folders

    def until_gone(self, pid, folders):
        for _ in range(200):
            if not _lives(pid) and not any(os.path.exists(folder) for folder in folders):
                return
            time.sleep(0.1)
        self.fail(f"{pid} or {folders} is still there")

    def test_a_process_that_is_killed_leaves_no_fit_and_no_folder(self):
        python, pid, folders = self.fitting()
        python.kill()
        self.until_gone(pid, folders)

    def test_a_process_that_ctrl_c_ends_leaves_no_folder(self):
        python, pid, folders = self.fitting()
        python.send_signal(signal.SIGINT)
        out, err = python.communicate()
        self.assertEqual(0, python.returncode, err)
        self.until_gone(pid, folders)

    def test_a_lent_folder_lasts_until_the_result_is_read(self):
        engine = Engine()
        with engine.folder(0) as folder:
            process = engine._process
            Path(folder, "x").touch()
            process.kill()
            with self.assertRaisesRegex(EngineError, "without an answer"):
                engine.run("backends")
            self.assertTrue(Path(folder, "x").exists())
        self.assertFalse(any(os.path.exists(folder) for folder in process.scratch.folders))
        self.assertIn("backends", engine.run("backends"))
        engine.close()

    def launcher(self, script):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "lfm")
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)
        return Engine([str(path)]), Path(folder.name)

    def test_a_build_is_told_once_on_standard_error(self):
        reply = '{"status": 0, "out": "done", "err": ""}'
        engine, _ = self.launcher(
            "echo 'Picked up JAVA_TOOL_OPTIONS' >&2\n"
            "echo 'lfm: building (once) in here …' >&2\n"
            f"while read -r _; do echo 'a note' >&2; echo '{reply}'; done"
        )
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            engine.run("backends")
            engine.run("backends")
            engine.close()
        self.assertEqual("lfm: building (once) in here …\n", err.getvalue())

    def test_ctrl_c_ends_a_build_at_once(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        # A shell waits for what it started before it heeds a signal, as ./lfm for Maven.
        engine, folder = self.launcher(
            "(sh -c 'echo $$ >\"$1\"; exec sleep 60' maven \"${0%lfm}pid\") >/dev/null\nexit 3\n"
        )
        pid = folder / "pid"

        def interrupt():
            while not (pid.exists() and pid.read_text()):
                time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt).start()
        started = time.time()
        with self.assertRaises(KeyboardInterrupt):
            engine.run("backends")
        self.assertLess(time.time() - started, 20)
        self.assertFalse(_lives(int(pid.read_text())), "what it started goes on")


def _lives(pid):
    """Whether a process runs, and does not only wait for its parent to ask how it ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], stdout=subprocess.PIPE, text=True)
    return bool(state.stdout.strip()) and not state.stdout.startswith("Z")


class Pictures(unittest.TestCase):
    def test_noise_becomes_less(self):
        rows, cols = np.mgrid[0:64, 0:64]
        clean = 128 + 80 * np.sign(np.sin(rows / 5) * np.sin(cols / 7))
        noisy = clean + 25 * np.random.default_rng(1).normal(size=clean.shape)
        found = denoise(noisy, sigma=25, n_components=20, time_limit=20)
        self.assertEqual(clean.shape, found.shape)
        self.assertLess(np.mean((found - clean) ** 2), 0.4 * np.mean((noisy - clean) ** 2))


class Threads(unittest.TestCase):
    def test_fits_of_several_threads_take_turns(self):
        x = problem()[0]
        found = []
        threads = [
            threading.Thread(target=lambda: found.append(LatentFeatureLasso(5).fit(x).rmse_))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(3, len(found))
        self.assertEqual(1, len(set(found)))


if __name__ == "__main__":
    unittest.main()
