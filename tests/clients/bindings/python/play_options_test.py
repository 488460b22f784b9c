"""The arguments of rensa.play() are checked before a connection is opened."""

import os
import unittest
from typing import Any
from unittest import mock

import rensa
from rensa._play_options import PlayOptions

TOKEN = "secret-of-alice"


def first(view: rensa.View) -> int:
    return view.placements[0]


def options(**changed: Any) -> PlayOptions:
    named: dict[str, Any] = {"server": "127.0.0.1:1", "token": TOKEN, "bot": first, "name": "", "ruleset": "tsu-1",
                             "clock": "virtual", "games": 1, "matches": None, "slots": 1, "batch": 1024,
                             "origin": "requests", "opponent": "", "notice": None}
    return PlayOptions(**{**named, **changed})


class WrongArgumentsTest(unittest.TestCase):
    def test_argument_of_a_wrong_type_is_named_without_the_token(self) -> None:
        for argument, wrong in (("matches", 10.0), ("slots", "8"), ("games", None), ("batch", True), ("ruleset", None),
                                ("name", None), ("opponent", None), ("clock", 1), ("origin", None), ("server", 8733),
                                ("notice", "loud")):
            with self.subTest(argument), self.assertRaisesRegex(TypeError, f"^{argument} has to be ") as raised:
                rensa.play(**{"server": "127.0.0.1:1", "token": TOKEN, "bot": first, argument: wrong})
            self.assertNotIn(TOKEN, str(raised.exception))
        with self.assertRaisesRegex(TypeError, "^token has to be a text, and is of the type int"):
            rensa.play("127.0.0.1:1", 7, first)  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "^name has characters") as refused:
            rensa.play("127.0.0.1:1", TOKEN, first, name="\ud800")
        self.assertNotIn(TOKEN, str(refused.exception))

    def test_token_is_not_in_the_text_of_the_options(self) -> None:
        self.assertNotIn(TOKEN, repr(options()))

    def test_numbers_that_play_nothing_are_refused(self) -> None:
        for argument in ("games", "matches", "slots", "batch"):
            for wrong in (0, -1, 2**31):
                with self.subTest(argument, wrong=wrong), self.assertRaisesRegex(ValueError, f"^{argument} has to be from 1"):
                    options(**{argument: wrong})

    def test_choices_are_listed(self) -> None:
        with self.assertRaisesRegex(ValueError, "^origin has to be one of requests, host, challenges, and is 'foo'"):
            options(origin="foo", matches=1)
        with self.assertRaisesRegex(ValueError, "^clock has to be one of virtual, turns, real"):
            options(clock="fast")
        with self.assertRaisesRegex(ValueError, "^ruleset: there is no ruleset 'tsu'; there are .*tsu-1"):
            options(ruleset="tsu")

    def test_clock_has_to_fit_the_ruleset(self) -> None:
        with self.assertRaisesRegex(ValueError, 'jaist-1 is played by turns: clock has to be "turns"'):
            options(ruleset="jaist-1")
        with self.assertRaisesRegex(ValueError, 'tsu-1 is not played by turns: clock has to be "virtual" or "real"'):
            options(clock="turns")
        self.assertEqual(options(ruleset=rensa.Ruleset("jaist-1"), clock="turns").clock, "turns")

    def test_bot_in_the_place_of_the_token_is_refused(self) -> None:
        with self.assertRaisesRegex(TypeError, "the second argument is the token: name the bot"):
            rensa.play("127.0.0.1:1", first)  # type: ignore[arg-type]


class EnvironmentTest(unittest.TestCase):
    def test_blanks_around_a_token_and_an_address_are_left_out(self) -> None:
        read = options(server=" 127.0.0.1:1", token=f"{TOKEN}\n")
        self.assertEqual((read.server, read.token), ("127.0.0.1:1", TOKEN))

    def test_token_of_the_environment_belongs_to_the_server_of_the_environment(self) -> None:
        with mock.patch.dict(os.environ, {"RENSA_SERVER": "unix:/host", "RENSA_TOKEN": "of-the-host"}):
            nothing = options(server="", token=None)
            self.assertEqual((nothing.server, nothing.token), ("unix:/host", "of-the-host"))
            self.assertEqual(options(server="unix:/host", token=None).token, "of-the-host")
            other = options(token=None)
            self.assertEqual((other.server, other.token), ("127.0.0.1:1", ""))
            self.assertTrue(other.leaves_token)
            self.assertEqual(options().token, TOKEN)
            with self.assertRaisesRegex(ValueError, "RENSA_TOKEN belongs to that of RENSA_SERVER"):
                options(token=None, origin="host")
        with mock.patch.dict(os.environ, {"RENSA_TOKEN": "of-the-host"}):
            os.environ.pop("RENSA_SERVER", None)
            self.assertEqual(options(token=None).token, "")

    def test_empty_token_is_that_of_a_guest(self) -> None:
        with mock.patch.dict(os.environ, {"RENSA_SERVER": "unix:/host", "RENSA_TOKEN": "of-the-host"}):
            guest = options(server="", token="")
            self.assertEqual((guest.server, guest.token, guest.leaves_token), ("unix:/host", "", False))


if __name__ == "__main__":
    unittest.main()
