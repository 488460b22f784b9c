"""Brings bots to a Rensa server: rensa.play(server, token, bot), and rensa.play_async() in an event loop of asyncio."""

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rensa._asking import Bot, Question
from rensa._bots import AnyAsyncBot, AnyBot
from rensa._play_options import Clock, Notice, Origin, PlayOptions, ignore_notice, print_notice
from rensa._signals import ending_at_sigterm
from rensa._waiting import Waiting
from rensa.rulesets import Ruleset

if TYPE_CHECKING:
    from rensa._session import Session
    from rensa._web_socket import Relay

ALL_QUESTIONS = 2**31 - 1
_NONE: Any = None  # no bot is given, which is an error


class PlayError(Exception):
    """The server has refused the bot, for example its token. Trying again is of no use."""


@dataclass
class Summary:
    """The number of matches that have ended, and the results of their games."""

    matches: int = 0
    won: int = 0  # games
    drawn: int = 0
    lost: int = 0
    connections_lost: int = 0


class Playing:
    """A session with the bot that it plays."""

    def __init__(self, options: PlayOptions) -> None:
        from rensa._session import Session  # with Protobuf, which nothing else needs

        given = options.ruleset
        ruleset, own = (given.id, [given.json()]) if isinstance(given, Ruleset) else (given, [])
        self._notice = options.notice or ignore_notice
        if options.leaves_token:
            self._notice("RENSA_TOKEN is not used, because it belongs to the server of RENSA_SERVER, which "
                         "is not set or names another one: name the token for this one")
        self._waiting = Waiting(options)
        self._relay = self._relay_to(options.server)
        address = self._relay.address if self._relay else options.server
        try:
            self.session = Session(address, options.token or "", options.name, ruleset, options.clock, options.games,
                                   options.matches, options.slots, options.origin, options.opponent, own)
        except BaseException:
            if self._relay:
                self._relay.close()
            raise
        self.bot = Bot(options.bot, self.session, options.batch)

    @staticmethod
    def _relay_to(server: str) -> "Relay | None":
        if "://" not in server or server.startswith("unix:"):
            return None
        from rensa._web_socket import Relay

        return Relay(server)

    def take(self, most: int) -> tuple[list[Question], bool]:
        """The questions that wait, at most so many, and whether the session is over. Passes its notices on."""
        questions, notices, connection, is_over = self.session.take(most)
        self._waiting.follow(connection)
        for text in self._relay.translated(notices) if self._relay else notices:
            self._notice(text)
        if questions:
            self._waiting.end()
        if self._relay and self._relay.why_refused:
            raise PlayError(self._relay.why_refused)
        return questions, is_over

    def play(self) -> None:
        is_over = False
        while not is_over:
            self._wait()
            questions, is_over = self.take(self.bot.batch)
            if questions:
                self.bot.answer(questions)

    def _wait(self) -> None:
        while not self.session.wait():
            self.tell_waiting()

    def tell_waiting(self) -> None:
        """Gives notice if no match has begun for some time. Call this about every second."""
        if text := self._waiting.take_notice():
            self._notice(text)

    @property
    def is_waiting(self) -> bool:
        """True until the bot is asked for the first time, or was told that it waits."""
        return not self._waiting.is_over

    def leave(self) -> None:
        """Resigns all matches, and waits until the server knows it, for two seconds at most."""
        self.session.leave()
        while not self.has_left():
            self.session.wait()

    def has_left(self) -> bool:
        """True if the session that was asked to leave is over. Notices of this time are left out."""
        return self.session.take(ALL_QUESTIONS)[-1]

    def close(self) -> None:
        """Ends the session, if it is not over, without another word to the server."""
        self.session.close()
        if self._relay:
            self._relay.close()

    def summary(self) -> Summary:
        """The results. The session must be over."""
        why_failed, is_dismissed, *counts = self.session.report()
        if why_failed and not is_dismissed:
            raise PlayError(self._relay.with_own_address(why_failed) if self._relay else why_failed)
        return Summary(*counts)


def play(server: str = "", token: "str | None" = None, bot: AnyBot = _NONE, *, name: str = "",
         ruleset: "str | Ruleset" = "tsu-1", clock: Clock = "virtual", games: int = 1, matches: int | None = None,
         slots: int = 1, batch: int = 1024, origin: Origin = "requests", opponent: str = "",
         notice: "Notice | None" = print_notice) -> Summary:
    """Plays matches on a server with a bot: a function of a view, or an object with a method `choose` or `choose_many`.

    The bot asks for `matches` quick matches, `slots` of them at once, or goes on until Ctrl-C, and then returns. What
    else ends it, such as an error of the bot or SIGTERM, is passed on. The matches are resigned first, unless a host of
    tournaments has begun them. With an `opponent` it challenges this player instead, once for each match. choose(view)
    returns a placement. choose_many(views) returns one for each of these views, which are all that wait at this
    moment, of all matches, but at most `batch`.

    With the origin "host" the bot asks for no matches, and plays those that the hosts of tournaments on the server arrange
    for it, until it is interrupted: so the account of its token plays as a guest. With "challenges" it takes the
    challenges of others, and gives advice: advise(view), if the bot has it, returns placements, the best first, each
    alone or as a tuple with its worth. With a token that belongs to one tournament the bot plays the matches of that
    tournament, and returns when it takes no further part. Without a server, the address and the token are those that a
    host of tournaments gives to the programs that it starts (RENSA_SERVER and RENSA_TOKEN). No other server is sent
    RENSA_TOKEN. With the token "" the bot plays as a guest.

    A server is "HOST:PORT", "unix:PATH", or for WebSocket "ws://HOST:PORT" or "wss://HOST". A lost connection is
    opened again, and the bot does not notice. `notice` gets a line when something happens to the connection, or when no
    match begins; the lines are printed to the standard error unless it is another function or None. Raises PlayError if the server refuses the bot.
    """
    options = PlayOptions(server, token, bot, name, ruleset, clock, games, matches, slots, batch, origin, opponent,
                          notice)
    playing = Playing(options)
    try:
        with contextlib.nullcontext() if options.is_of_host else ending_at_sigterm():
            playing.play()
        return playing.summary()
    except BaseException as error:
        is_interrupted = isinstance(error, KeyboardInterrupt)
        if is_interrupted or not options.can_come_back:
            playing.leave()
        if not is_interrupted or options.matches is not None:
            raise
        return playing.summary()
    finally:
        playing.close()


async def play_async(server: str = "", token: "str | None" = None, bot: AnyAsyncBot = _NONE, *, name: str = "",
                     ruleset: "str | Ruleset" = "tsu-1", clock: Clock = "virtual", games: int = 1,
                     matches: int | None = None, slots: int = 1, batch: int = 1024, origin: Origin = "requests",
                     opponent: str = "", notice: "Notice | None" = print_notice) -> Summary:
    """Plays as play() does, in the running event loop. The functions of the bot may be coroutines. While one of them
    waits, other seats are asked, each in a task of its own; with choose_many, one batch is asked after the other."""
    from rensa._event_loop import Listener  # with asyncio, which play() does not need

    options = PlayOptions(server, token, bot, name, ruleset, clock, games, matches, slots, batch, origin, opponent,
                          notice, may_wait=True)
    playing = Playing(options)
    listener = Listener(playing)
    try:
        with contextlib.nullcontext() if options.is_of_host else ending_at_sigterm():
            await listener.play()
        return playing.summary()
    except BaseException:
        if not options.can_come_back:
            await listener.leave()
        raise
    finally:
        playing.close()
