"""Plays in an event loop of asyncio."""

import asyncio

from rensa._asking import Question
from rensa.client import ALL_QUESTIONS, Playing


class Listener:
    """Brings the questions of a session to a bot in an event loop of asyncio: each in a task of its own, or one batch
    after the other."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._thoughts: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        descriptor = self._playing.session.fileno()
        self._loop.add_reader(descriptor, self._hear)
        clock = self._loop.create_task(self._tell_waiting())
        try:
            await self._over
        finally:
            clock.cancel()
            self._loop.remove_reader(descriptor)
            for thought in self._thoughts:
                thought.cancel()

    async def _tell_waiting(self) -> None:
        while self._playing.is_waiting:
            await asyncio.sleep(1)
            try:
                self._playing.tell_waiting()
            except Exception as error:
                self._fail(error)

    async def leave(self) -> None:
        """Resigns all matches, and waits until the server knows it, for two seconds at most."""
        self._playing.session.leave()
        has_left: asyncio.Future[None] = self._loop.create_future()

        def hear() -> None:
            if self._playing.has_left() and not has_left.done():
                has_left.set_result(None)

        descriptor = self._playing.session.fileno()
        self._loop.add_reader(descriptor, hear)
        hear()  # it may be over already
        try:
            await has_left
        finally:
            self._loop.remove_reader(descriptor)

    def _hear(self) -> None:
        bot = self._playing.bot
        try:
            questions, is_over = self._playing.take(bot.batch if bot.takes_many else ALL_QUESTIONS)
        except Exception as error:
            return self._fail(error)
        if is_over and not self._over.done():
            self._over.set_result(None)
        if questions and bot.takes_many:
            self._loop.remove_reader(self._playing.session.fileno())  # what comes meanwhile is in the next batch
            self._think(questions)
        else:
            for question in questions:
                self._think([question])

    def _think(self, questions: list[Question]) -> None:
        thought = self._loop.create_task(self._playing.bot.answer_later(questions))
        self._thoughts.add(thought)
        thought.add_done_callback(self._end)

    def _end(self, thought: asyncio.Task[None]) -> None:
        self._thoughts.discard(thought)
        if self._over.done():
            if not thought.cancelled():
                thought.exception()  # nobody needs it any more
        elif thought.cancelled():
            self._over.cancel()
        elif error := thought.exception():
            self._fail(error)
        elif self._playing.bot.takes_many:
            self._loop.add_reader(self._playing.session.fileno(), self._hear)

    def _fail(self, error: BaseException) -> None:
        if not self._over.done():
            self._over.set_exception(error)
