"""The notice for a bot that is connected and for which no match begins. It says for whom the bot waits."""

import time

from rensa._play_options import PlayOptions
from rensa.rulesets import Ruleset

_SECONDS = 5.0


def reason_of(options: PlayOptions) -> str:
    """Says for whom a bot waits with these options."""
    ruleset = options.ruleset.id if isinstance(options.ruleset, Ruleset) else options.ruleset
    games = "1 game" if options.games == 1 else f"{options.games} games"
    if options.opponent:
        return f"waits until {options.opponent} has begun a match: it may be playing as many matches as it takes"
    return f"waits for an opponent, who asks for a quick match of {ruleset} ({options.clock}, {games}), too"


class Waiting:
    """The time before the first question, on an open connection."""

    def __init__(self, options: PlayOptions) -> None:
        self._reason = reason_of(options)
        # The session says by itself that a bot waits for matches that others begin.
        self.is_over = options.origin != "requests" or options.is_of_host
        self._since: float | None = None  # when the connection was opened; None: there is none

    def follow(self, connection: str) -> None:
        """Takes note of the state of the connection: "closed", "open", or "arranged" if others begin the matches."""
        if connection == "arranged":
            self.end()
        elif connection == "closed":
            self._since = None
        elif self._since is None:
            self._since = time.monotonic()

    def end(self) -> None:
        """Call this when the bot is asked."""
        self.is_over = True

    def take_notice(self) -> str:
        """The notice, once when its time has come; otherwise an empty text."""
        if self.is_over or self._since is None or time.monotonic() < self._since + _SECONDS:
            return ""
        self.end()
        return self._reason
