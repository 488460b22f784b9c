"""The arguments of rensa.play(), which are checked before a connection is opened. No message contains the token."""

import operator
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from rensa._bots import check_bot
from rensa.rulesets import Ruleset, published_rulesets

Notice = Callable[[str], None]

Clock = Literal["virtual", "turns", "real"]
Origin = Literal["requests", "host", "challenges"]
_MOST = 2**31 - 1


def print_notice(text: str) -> None:
    """Prints a notice to the standard error."""
    print(text, file=sys.stderr, flush=True)


def ignore_notice(text: str) -> None:
    """Tells nobody."""


def _kind(value: Any) -> str:
    return "None" if value is None else f"of the type {type(value).__name__}"


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} has to be a text, and is {_kind(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} has characters that Unicode does not have") from None
    return value.strip()


def _count(name: str, value: Any) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        shown = f"{value!r}" if isinstance(value, (int, float, type(None))) else _kind(value)
        raise TypeError(f"{name} has to be a whole number, and is {shown}") from None
    if not 1 <= number <= _MOST:
        raise ValueError(f"{name} has to be from 1 to {_MOST}, and is {number}")
    return number


def _one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    text = _text(name, value)
    if text not in choices:
        raise ValueError(f"{name} has to be one of {', '.join(choices)}, and is {text!r}")
    return text


def _ruleset(value: Any) -> Ruleset:
    if isinstance(value, Ruleset):
        return value
    text = _text("ruleset", value)
    if text not in published_rulesets():
        raise ValueError(f"ruleset: there is no ruleset {text!r}; there are {', '.join(published_rulesets())}")
    return Ruleset(text)


@dataclass
class PlayOptions:
    """The arguments of play(), in its order. Those that are wrong raise TypeError or ValueError."""

    server: str
    token: "str | None" = field(repr=False)  # text from the construction on; empty: a guest
    bot: Any
    name: str
    ruleset: "str | Ruleset"
    clock: str
    games: int
    matches: int | None
    slots: int
    batch: int
    origin: str
    opponent: str
    notice: "Notice | None"
    may_wait: bool = False  # the functions of the bot may be coroutines
    is_of_host: bool = field(default=False, init=False)  # a host of tournaments has started the program
    leaves_token: bool = field(default=False, init=False)  # RENSA_TOKEN belongs to another server

    def __post_init__(self) -> None:
        if not isinstance(self.token, (str, type(None))) and (callable(self.token) or hasattr(self.token, "choose")
                                                or hasattr(self.token, "choose_many")):
            raise TypeError("the second argument is the token: name the bot, as in play(server, bot=choose)")
        check_bot(self.bot, self.may_wait)
        self.server = _text("server", self.server)
        self.token = None if self.token is None else _text("token", self.token)
        self.name, self.opponent = _text("name", self.name), _text("opponent", self.opponent)
        self.clock, self.origin = _one_of("clock", self.clock, get_args(Clock)), _one_of("origin", self.origin, get_args(Origin))
        for count in ("games", "slots", "batch"):
            setattr(self, count, _count(count, getattr(self, count)))
        if self.matches is not None:
            self.matches = _count("matches", self.matches)
        self._check_clock(_ruleset(self.ruleset))
        if self.notice is not None and not callable(self.notice):
            raise TypeError(f"notice has to be a function of a text or None, and is {_kind(self.notice)}")
        self._read_environment()
        self._check_origin()

    def _check_clock(self, ruleset: Ruleset) -> None:
        if ruleset.has_turns != (self.clock == "turns"):
            right = '"turns"' if ruleset.has_turns else '"virtual" or "real"'
            raise ValueError(f"{ruleset.id} is {'' if ruleset.has_turns else 'not '}played by turns: clock has to be {right}")

    def _read_environment(self) -> None:
        self.is_of_host = not self.server
        of_environment = os.environ.get("RENSA_SERVER", "").strip()
        self.server = self.server or of_environment
        if not self.server:
            raise ValueError("no server is named, and RENSA_SERVER is not set")
        if self.token is None:
            token = os.environ.get("RENSA_TOKEN", "").strip()
            self.leaves_token = bool(token) and self.server != of_environment
            self.token = "" if self.leaves_token else token

    def _check_origin(self) -> None:
        if self.origin == "requests":
            return
        if self.matches is not None:
            raise ValueError("others decide how many matches begin: leave matches out")
        if self.opponent:
            raise ValueError("a bot that plays whatever begins has no opponent: leave the opponent or the origin out")
        if self.origin == "host" and not self.token:
            left = " for this server: RENSA_TOKEN belongs to that of RENSA_SERVER" if self.leaves_token else ""
            raise ValueError(f"a host arranges matches for accounts: a token is needed{left}")

    @property
    def can_come_back(self) -> bool:
        """True if the program may be started again to go on with its matches, or if its host tells why it has ended."""
        return self.is_of_host or self.origin == "host"
