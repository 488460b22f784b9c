"""The compiled module with the sessions of bots on servers."""

from typing import Literal

_Connection = Literal["closed", "open", "arranged"]

class Session:
    """One bot on a server, with all its seats. While nothing waits for news, a thread of its own talks to the server,
    and keeps the connection alive."""

    def __init__(self, server: str, token: str, name: str, ruleset: str, clock: str, games: int, matches: int | None,
                 slots: int, origin: str, opponent: str, rulesets: list[str]) -> None: ...
    def fileno(self) -> int: ...
    def wait(self) -> bool:
        """Waits until take() has something to give, for about a second at most. Returns True if it has. Meanwhile the
        calling thread serves the connection, in the place of the session's own one."""
    def take(self, most: int) -> tuple[list[tuple[int, bytes, int, bool]], list[str], _Connection, bool]:
        """Questions that wait, the longest first: each with its ticket, the view as rensa_view of rensa.h, the possible
        placements as bits, and whether advice is wanted. Also the notices, the state of the connection ("arranged" is an
        open one on which others begin the matches), and whether the session is over."""
    def answer(self, ticket: int, placement: int) -> None: ...
    def advise(self, ticket: int, ranking: list[tuple[int, int | None]]) -> None: ...
    def refuse(self, ticket: int, why: str) -> None:
        """Resigns the match of a question for a placement, or answers one for advice with none, and gives notice of it."""
    def leave(self) -> None: ...
    def close(self) -> None: ...
    def report(self) -> tuple[str, bool, int, int, int, int, int]:
        """Why the session has failed, whether a tournament has dismissed the bot, and the members of a Summary."""
