"""A VectorDuel that several threads or processes use: each call works, or raises RuntimeError."""

import gc
import multiprocessing
import threading
import unittest
from collections.abc import Callable

import numpy as np
import rensa


def first_actions(duels: rensa.VectorDuel) -> np.ndarray:
    return np.asarray(duels.action_mask.argmax(axis=-1))


def errors_of(calls: list[Callable[[], object]]) -> list[str]:
    """The errors that calls raise in a process that was forked."""
    errors = []
    for call in calls:
        try:
            call()
        except RuntimeError as error:
            errors.append(str(error))
    return errors


class VectorDuelThreadsTest(unittest.TestCase):
    def test_calls_at_once_work_or_raise_an_error(self) -> None:
        duels = rensa.VectorDuel(64, "jaist-1", seed=1)
        outcomes: list[str] = []
        finished = threading.Event()

        def work(call: Callable[[], object]) -> None:
            for _ in range(200):
                try:
                    call()
                    outcomes.append("works")
                except (RuntimeError, ValueError) as error:  # ValueError: another thread has played in between
                    outcomes.append(str(error))

        def receive() -> None:
            while not finished.is_set():
                try:
                    duels.recv()
                except RuntimeError as error:
                    outcomes.append(str(error))

        calls: list[Callable[[], object]] = [
            lambda: duels.step(first_actions(duels)), lambda: duels.step(first_actions(duels)),
            lambda: duels.send(first_actions(duels)), lambda: duels.reset(seed=3)]
        workers = [threading.Thread(target=work, args=[call]) for call in calls]
        receivers = [threading.Thread(target=receive) for _ in range(2)]
        for thread in workers + receivers:
            thread.start()
        for thread in workers:
            thread.join()
        finished.set()
        for thread in receivers:
            thread.join()
        expected = {"works", "a step is running: recv() comes first", "another thread is playing these duels",
                    "another thread is in recv() already", "recv() needs a send() before it"}
        self.assertIn("works", outcomes)
        self.assertEqual({one for one in outcomes if "the pair cannot reach" not in one} - expected, set())
        try:
            duels.recv()  # of a send() that no receiver has seen
        except RuntimeError as error:
            self.assertIn("needs a send()", str(error))
        duels.reset(seed=7)
        np.testing.assert_array_equal(duels.pairs, rensa.VectorDuel(64, "jaist-1", seed=7).pairs)

    def test_the_array_of_actions_is_read_before_the_duels_are_taken(self) -> None:
        duels = rensa.VectorDuel(2, "jaist-1")

        class Sending:
            def __array__(self, dtype: object = None) -> np.ndarray:
                duels.send(np.zeros((2, 2), int))
                return np.zeros((2, 2), int)

        with self.assertRaisesRegex(RuntimeError, "recv"):
            duels.step(Sending())
        duels.recv()
        self.assertEqual(duels.clocks.tolist(), [1, 1])

    def test_a_forked_process_has_no_thread_and_says_so(self) -> None:
        for has_sent in (False, True):
            duels = rensa.VectorDuel(64, "jaist-1")
            duels.send(first_actions(duels))
            if not has_sent:
                duels.recv()
            actions = first_actions(duels) if not has_sent else np.zeros((64, 2), int)
            ours, theirs = multiprocessing.get_context("fork").Pipe()

            def child() -> None:
                nonlocal duels
                calls: list[Callable[[], object]] = [lambda: duels.send(actions), duels.recv]
                errors = errors_of(calls)
                calls.clear()
                del duels
                gc.collect()
                theirs.send(errors)

            process = multiprocessing.get_context("fork").Process(target=child)
            process.start()
            errors = ours.recv()
            process.join()
            self.assertEqual(process.exitcode, 0)
            self.assertIn("forked", errors[0])
            self.assertIn("forked" if has_sent else "needs a send()", errors[1])
            if has_sent:
                duels.recv()
            self.assertEqual(set(duels.clocks.tolist()), {1})


if __name__ == "__main__":
    unittest.main()
