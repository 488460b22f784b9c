"""Asks a bot, in the way that it offers: choose(view), choose_many(views), or a function of a view."""

import reprlib
from collections.abc import Awaitable, Sequence
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from rensa import _abi
from rensa._bots import IllegalPlacement, UnreachablePlacement, chosen_placement
from rensa.games import View

if TYPE_CHECKING:
    from rensa._session import Session

Question = tuple[int, bytes, int, bool]  # its ticket, the view, the possible placements, and whether it asks for advice


class _Asked:
    """A question with its view."""

    def __init__(self, question: Question) -> None:
        self.ticket, data, possible, self.wants_advice = question
        self.view = View(_abi.rensa_view.from_buffer_copy(data), possible)


def _chosen(chosen: Any, view: View) -> int:
    """Returns the placement that the bot has chosen. An error tells the position."""
    try:
        return chosen_placement(chosen, view.placements, "the bot")
    except IllegalPlacement as error:
        raise type(error)(f"{error}, hand {view.own.hand} in {view.own.field.url(view.own.pairs)}") from None


def _ranked(chosen: Any, view: View) -> list[tuple[int, int | None]]:
    """Returns the placements of an advice, each with its worth if the bot names one."""
    ranking = []
    if not hasattr(chosen, "__iter__"):
        raise TypeError(f"the bot advised {reprlib.repr(chosen)}, and no list of placements")
    for candidate in chosen:
        placement, worth = candidate if isinstance(candidate, tuple) else (candidate, None)
        ranking.append((_chosen(placement, view), worth if worth is None else int(worth)))
    return ranking


class Bot:
    """A bot with the session that it answers."""

    def __init__(self, bot: Any, session: "Session", batch: int) -> None:
        self._session = session
        self._choose_many: Any = getattr(bot, "choose_many", None)
        self._choose: Any = getattr(bot, "choose", bot)
        self._advise: Any = getattr(bot, "advise", None)
        self.takes_many = self._choose_many is not None
        self.batch = batch if self.takes_many else 1  # the most questions that it is asked at once

    def answer(self, questions: Sequence[Question]) -> None:
        asked = [_Asked(question) for question in questions]
        for one in asked:
            if one.wants_advice or not self.takes_many:
                self._tell(one, self._ask(one))
        if many := self._of_many(asked):
            self._tell_many(many, self._choose_many([one.view for one in many]))

    async def answer_later(self, questions: Sequence[Question]) -> None:
        """The same for a bot whose functions may be coroutines."""
        asked = [_Asked(question) for question in questions]
        for one in asked:
            if one.wants_advice or not self.takes_many:
                self._tell(one, await _value(self._ask(one)))
        if many := self._of_many(asked):
            self._tell_many(many, await _value(self._choose_many([one.view for one in many])))

    def _of_many(self, asked: list[_Asked]) -> list[_Asked]:
        return [one for one in asked if not one.wants_advice] if self.takes_many else []

    def _ask(self, asked: _Asked) -> Any:
        if asked.wants_advice and self._advise is not None:
            return self._advise(asked.view)
        return self._choose_many([asked.view]) if self.takes_many else self._choose(asked.view)

    def _tell(self, asked: _Asked, answer: Any) -> None:
        """Brings an answer to the session. A placement that cannot be reached ends its match alone."""
        view = asked.view
        try:
            if not asked.wants_advice:
                self._session.answer(asked.ticket, _chosen(answer, view))
            else:
                is_list = self._advise is not None or self.takes_many
                self._session.advise(asked.ticket, _ranked(answer if is_list else [answer], view))
        except UnreachablePlacement as error:
            self._session.refuse(asked.ticket, str(error))

    def _tell_many(self, asked: list[_Asked], answers: Any) -> None:
        if isawaitable(answers):
            return self._tell(asked[0], answers)  # which refuses it
        if not hasattr(answers, "__len__"):
            raise TypeError(f"choose_many returned {reprlib.repr(answers)}, and no list of placements, for {len(asked)} views")
        if len(answers) != len(asked):
            raise ValueError(f"the bot chose {len(answers)} placements for {len(asked)} views")
        for one, answer in zip(asked, answers):
            self._tell(one, answer)


async def _value(result: "Any | Awaitable[Any]") -> Any:
    return await result if isawaitable(result) else result
