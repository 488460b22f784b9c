"""What a bot is asked, and what a session is told: without a server."""

import asyncio
import unittest
from typing import Any

import rensa
from rensa._asking import Bot


class RecordingSession:
    """Stands for a session, and keeps the answers that it is given."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, int]] = []
        self.rankings: list[tuple[int, list[tuple[int, int | None]]]] = []

    def answer(self, ticket: int, placement: int) -> None:
        self.answers.append((ticket, placement))

    def advise(self, ticket: int, ranking: list[tuple[int, int | None]]) -> None:
        self.rankings.append((ticket, ranking))


def questions(count: int, wants_advice: bool = False) -> list[tuple[int, bytes, int, bool]]:
    """Questions with the tickets 1, 2, ... about the first pair of games, in which the placements 0, 2 and 5 are possible."""
    asked = []
    for ticket in range(1, count + 1):
        duel = rensa.Duel("jaist-1", seed=ticket)
        duel.start()
        asked.append((ticket, bytes(duel.view(0).raw), 0b100101, wants_advice))
    return asked


class Many:
    def __init__(self) -> None:
        self.batches: list[int] = []

    def choose_many(self, views: list[rensa.View]) -> Any:
        self.batches.append(len(views))
        return [view.placements[len(self.batches)] for view in views]


class AskingTest(unittest.TestCase):
    def setUp(self) -> None:
        self.session = RecordingSession()

    def bot(self, bot: Any) -> Bot:
        return Bot(bot, self.session, 64)  # type: ignore[arg-type]

    def test_function_is_asked_about_one_view_after_the_other(self) -> None:
        bot = self.bot(lambda view: view.placements[-1])
        self.assertEqual(bot.batch, 1)
        for question in questions(2):
            bot.answer([question])
        self.assertEqual(self.session.answers, [(1, 5), (2, 5)])

    def test_all_views_that_wait_are_one_batch(self) -> None:
        many = Many()
        bot = self.bot(many)
        self.assertEqual(bot.batch, 64)
        bot.answer(questions(3))
        self.assertEqual(many.batches, [3])
        self.assertEqual(self.session.answers, [(1, 2), (2, 2), (3, 2)])

    def test_coroutines_are_awaited(self) -> None:
        async def choose(view: rensa.View) -> int:
            await asyncio.sleep(0)
            return view.placements[0]

        class ManyLater(Many):
            async def choose_many(self, views: list[rensa.View]) -> Any:
                await asyncio.sleep(0)
                return super().choose_many(views)

        asyncio.run(self.bot(choose).answer_later(questions(1)))
        asyncio.run(self.bot(ManyLater()).answer_later(questions(2)))
        self.assertEqual(self.session.answers, [(1, 0), (1, 2), (2, 2)])

    def test_wrong_batches_are_refused(self) -> None:
        class Forgetful:
            def choose_many(self, views: list[rensa.View]) -> list[int]:
                return [0]

        class Blind:
            def choose_many(self, views: list[rensa.View]) -> list[int]:
                return [1 for _ in views]

        with self.assertRaisesRegex(ValueError, "the bot chose 1 placements for 2 views"):
            self.bot(Forgetful()).answer(questions(2))
        with self.assertRaises(rensa.IllegalPlacement):
            self.bot(Blind()).answer(questions(2))
        self.assertEqual(self.session.answers, [])
        with self.assertRaisesRegex(TypeError, "is no bot"):
            self.bot("gaze")

    def test_advice_ranks_placements(self) -> None:
        class Adviser:
            def choose(self, view: rensa.View) -> int:
                return 0

            def advise(self, view: rensa.View) -> list[Any]:
                return [5, (2, 70)]

        self.bot(Adviser()).answer(questions(1, wants_advice=True))
        self.assertEqual(self.session.rankings, [(1, [(5, None), (2, 70)])])

    def test_bot_that_only_chooses_advises_its_choice(self) -> None:
        self.bot(lambda view: 2).answer(questions(1, wants_advice=True))
        self.bot(Many()).answer(questions(1, wants_advice=True))
        self.assertEqual(self.session.rankings, [(1, [(2, None)]), (1, [(2, None)])])
        self.assertEqual(self.session.answers, [])


if __name__ == "__main__":
    unittest.main()
