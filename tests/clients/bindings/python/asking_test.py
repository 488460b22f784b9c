"""The questions to a bot, and the answers that its session gets, tested without a server."""

import asyncio
import unittest
from typing import Any

import rensa
from rensa._asking import Bot
from rensa._bots import check_bot


class RecordingSession:
    """Stands for a session, and keeps the answers that it is given."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, int]] = []
        self.rankings: list[tuple[int, list[tuple[int, int | None]]]] = []
        self.refused: list[tuple[int, str]] = []

    def answer(self, ticket: int, placement: int) -> None:
        self.answers.append((ticket, placement))

    def refuse(self, ticket: int, why: str) -> None:
        self.refused.append((ticket, why))

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

        class Silent:
            def choose_many(self, views: list[rensa.View]) -> None:
                pass

        class Matrix:
            def choose_many(self, views: list[rensa.View]) -> list[list[int]]:
                return [list(range(22)) for _ in views]

        class Later:
            def choose_many(self, views: list[rensa.View]) -> Any:
                async def choose() -> list[int]:
                    return [0]
                return choose()

        with self.assertRaisesRegex(ValueError, "the bot chose 1 placements for 2 views"):
            self.bot(Forgetful()).answer(questions(2))
        with self.assertRaisesRegex(TypeError, "choose_many returned None, and no list of placements, for 2 views"):
            self.bot(Silent()).answer(questions(2))
        with self.assertRaisesRegex(rensa.IllegalPlacement, r"chose \[0, 1, .*\.\.\.\], which is no whole number"):
            self.bot(Matrix()).answer(questions(2))
        with self.assertRaisesRegex(rensa.IllegalPlacement, r"is not awaited here: use rensa.play_async\(\)"):
            self.bot(Later()).answer(questions(2))
        self.assertEqual(self.session.answers, [])

    def test_placement_that_cannot_be_reached_ends_its_match_alone(self) -> None:
        class Blind:
            def choose_many(self, views: list[rensa.View]) -> list[int]:
                return [1, 2]

        self.bot(Blind()).answer(questions(2))
        self.bot(lambda view: 99).answer(questions(1, wants_advice=True))
        self.assertEqual(self.session.answers, [(2, 2)])
        self.assertEqual([ticket for ticket, _ in self.session.refused], [1, 1])
        self.assertRegex(self.session.refused[0][1], r"the bot chose 1 of \[0, 2, 5\], hand 1 in http://www.puyop.com/s/")
        self.assertEqual(self.session.rankings, [])

    def test_answers_that_are_no_number_end_the_bot(self) -> None:
        with self.assertRaisesRegex(rensa.IllegalPlacement, "the bot returned None, .* is a return missing"):
            self.bot(lambda view: None).answer(questions(1))
        with self.assertRaisesRegex(TypeError, "the bot advised 5, and no list of placements"):
            class Adviser:
                def choose(self, view: rensa.View) -> int:
                    return 0

                def advise(self, view: rensa.View) -> int:
                    return 5
            self.bot(Adviser()).answer(questions(1, wants_advice=True))

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


class CheckBotTest(unittest.TestCase):
    def test_what_is_no_bot_is_told_with_the_remedy(self) -> None:
        class Chooser:
            def choose(self, view: rensa.View) -> int:
                return 0

        async def later(view: rensa.View) -> int:
            return 0

        for wrong, why in (("gaze", "'gaze' is no bot"), (None, "a bot is missing"), (5, "5 is no bot"),
                           (Chooser, r"Chooser is a class, and no bot: write Chooser\(\) to make one"),
                           (lambda view, seed: 0, "cannot be called with one argument, the view"),
                           (later, r"later is a coroutine, .* use rensa.play_async\(\)")):
            with self.subTest(why):
                self.assertRaisesRegex(TypeError, why, check_bot, wrong, may_wait=False)
        check_bot(later)
        check_bot(Chooser(), may_wait=False)
        for wrong, why in ((Chooser, "is a class"), (later, "is a coroutine")):
            with self.subTest(why), self.assertRaisesRegex(TypeError, why):
                rensa.match("random", wrong)


if __name__ == "__main__":
    unittest.main()
