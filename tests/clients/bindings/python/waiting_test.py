"""A bot for which no match begins is told what it waits for."""

import unittest
from typing import Any
from unittest import mock

from play_options_test import options
from rensa._waiting import Waiting


class WaitingTest(unittest.TestCase):
    def setUp(self) -> None:
        self.now = 100.0
        patch = mock.patch("time.monotonic", lambda: self.now)
        patch.start()
        self.addCleanup(patch.stop)

    def waiting(self, **changed: Any) -> Waiting:
        waiting = Waiting(options(**changed))
        waiting.follow("open")
        return waiting

    def test_notice_comes_once_some_seconds_after_the_connection(self) -> None:
        waiting = self.waiting()
        self.now += 4
        self.assertEqual(waiting.take_notice(), "")
        self.now += 2
        self.assertEqual(waiting.take_notice(),
                         "waits for an opponent, who asks for a quick match of tsu-1 (virtual, 1 game), too")
        self.assertEqual(waiting.take_notice(), "")

    def test_opponent_is_named(self) -> None:
        waiting = self.waiting(opponent="greedy")
        self.now += 6
        self.assertIn("waits until greedy has begun a match", waiting.take_notice())

    def test_time_without_a_connection_does_not_count(self) -> None:
        waiting = self.waiting()
        waiting.follow("closed")
        self.now += 60
        self.assertEqual(waiting.take_notice(), "")
        waiting.follow("open")
        self.now += 6
        self.assertNotEqual(waiting.take_notice(), "")

    def test_bot_that_is_asked_or_waits_for_others_gets_no_notice(self) -> None:
        asked = self.waiting()
        asked.end()
        arranged = self.waiting()
        arranged.follow("arranged")
        guest = self.waiting(origin="host")
        self.now += 60
        for waiting in (asked, arranged, guest):
            self.assertEqual(waiting.take_notice(), "")


if __name__ == "__main__":
    unittest.main()
