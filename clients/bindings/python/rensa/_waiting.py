"""Tells a bot that is connected, and for which no match begins, what it waits for."""

import time

from rensa._play_options import PlayOptions
from rensa.rulesets import Ruleset

_SECONDS = 5.0


def reason_of(options: PlayOptions) -> str:
    """What a bot waits for with these options."""
    ruleset = options.ruleset.id if isinstance(options.ruleset, Ruleset) else options.ruleset
    games = "1 game" if options.games == 1 else f"{options.games} games"
    if options.opponent:
        return f"waits until {options.opponent} has begun a match: it may be playing as many matches as it takes"
    return f"waits for an opponent, who asks for a quick match of {ruleset} ({options.clock}, {games}), too"


class Waiting:
    """The time before the first question, in which the notices tell whether there is a connection."""

    def __init__(self, options: PlayOptions) -> None:
        self._reason = reason_of(options)
        # The session itself has told a bot that asks for no matches why it waits.
        self.is_over = options.origin != "requests" or options.is_of_host
        self._since: float | None = None  # when the connection was opened; None: there is none

    def hear(self, notice: str) -> None:
        if notice.startswith("connected to "):
            self._since = time.monotonic()
        elif notice.startswith(("lost ", "cannot connect to ")):
            self._since = None
        elif notice.startswith("waits for matches that are arranged"):
            self.end()

    def end(self) -> None:
        """Call this when the bot is asked."""
        self.is_over = True

    def take_notice(self) -> str:
        """The notice, once when its time has come; otherwise an empty text."""
        if self.is_over or self._since is None or time.monotonic() < self._since + _SECONDS:
            return ""
        self.end()
        return self._reason
