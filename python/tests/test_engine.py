import os
import signal
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
