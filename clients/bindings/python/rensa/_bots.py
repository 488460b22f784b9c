"""The kinds of bots, and checks of a bot and of its choices, with messages that say what is wrong."""

import inspect
import operator
import reprlib
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol, SupportsIndex, Union

from rensa.games import View

Choose = Callable[[View], SupportsIndex]  # a function that chooses a placement for a view


class Chooser(Protocol):
    """A bot that chooses for one view. Its method `advise`, if it has one, gives advice."""

    def choose(self, view: View, /) -> SupportsIndex: ...


class ManyChooser(Protocol):
    """A bot that chooses for all views that wait: a placement for each, in their order, as a list or an array."""

    def choose_many(self, views: list[View], /) -> Collection[SupportsIndex]: ...


class AsyncChooser(Protocol):
    """A Chooser that may be a coroutine."""

    def choose(self, view: View, /) -> "SupportsIndex | Awaitable[SupportsIndex]": ...


class AsyncManyChooser(Protocol):
    """A ManyChooser that may be a coroutine."""

    def choose_many(self, views: list[View], /) -> "Collection[SupportsIndex] | Awaitable[Collection[SupportsIndex]]": ...


AnyBot = Union[Choose, Chooser, ManyChooser]
AnyAsyncBot = Union[Callable[[View], Union[SupportsIndex, Awaitable[SupportsIndex]]], AsyncChooser, AsyncManyChooser]

class IllegalPlacement(Exception):
    """A bot has chosen something else than a whole number, or a placement that its pair cannot reach."""


class UnreachablePlacement(IllegalPlacement):
    """A bot has chosen a number that is no placement which its pair can reach."""


_FUNCTIONS = ("choose", "choose_many", "advise")


def check_bot(bot: Any, may_wait: bool = True) -> None:
    """Raises TypeError if this is no bot, or if it has coroutines and nothing awaits them."""
    if bot is None:
        raise TypeError("a bot is missing: name a function of a view, as in bot=choose")
    if isinstance(bot, type):
        raise TypeError(f"{bot.__name__} is a class, and no bot: write {bot.__name__}() to make one")
    if not any(callable(getattr(bot, name, None)) for name in ("choose", "choose_many")) and not callable(bot):
        raise TypeError(f"{reprlib.repr(bot)} is no bot: it is no function of a view, and has neither choose nor choose_many")
    functions = [getattr(bot, name) for name in _FUNCTIONS if callable(getattr(bot, name, None))] or [bot]
    for function in functions:
        _check_function(function, may_wait)


def _check_function(function: Any, may_wait: bool) -> None:
    name = getattr(function, "__name__", type(function).__name__)
    if not may_wait and inspect.iscoroutinefunction(function):
        raise TypeError(f"{name} is a coroutine, which is not awaited here: use rensa.play_async(), or leave out async")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return  # a function of C may not tell its arguments
    try:
        signature.bind(None)
    except TypeError as error:
        raise TypeError(f"{name} cannot be called with one argument, the view: {error}") from None


def chosen_placement(chosen: Any, possible: list[int], who: str) -> int:
    """Returns the placement that a bot has chosen: a whole number, also one of numpy, which its pair can reach."""
    if type(chosen) is int and chosen in possible:
        return chosen
    if chosen is None:
        raise IllegalPlacement(f"{who} returned None, and not one of {possible}: is a return missing?")
    if inspect.isawaitable(chosen):
        if inspect.iscoroutine(chosen):
            chosen.close()
        raise IllegalPlacement(f"{who} returned a coroutine, which is not awaited here: use rensa.play_async()")
    try:
        placement = operator.index(chosen)
    except TypeError:
        raise IllegalPlacement(f"{who} chose {reprlib.repr(chosen)}, which is no whole number, of {possible}") from None
    if placement not in possible:
        raise UnreachablePlacement(f"{who} chose {placement} of {possible}")
    return placement
