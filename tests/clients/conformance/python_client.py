"""Plays on the servers that the suite names, all at once. The input is a list of the options of each. It prints a line
for each question that a bot is asked, and one at the end of each."""

import concurrent.futures
import json
import sys
from typing import Any

import rensa


def play_one(index: int, options: dict[str, Any]) -> None:
    def tell(**line: object) -> None:
        sys.stdout.write(json.dumps({"play": index, **line}) + "\n")

    def choose(view: rensa.View) -> int:
        tell(match=None, clock=view.clock, hand=view.own.hand)
        return view.placements[0]

    summary = rensa.play(options["server"], options["token"], choose, clock=options["clock"],
                         ruleset=options["ruleset"], matches=None if options["token"] else options["matches"],
                         slots=options["slots"], opponent=options["opponent"],
                         notice=lambda text: print(f"{index}: {text}", file=sys.stderr))
    tell(matches=summary.matches, connectionsLost=summary.connections_lost)


everything = json.load(sys.stdin)
with concurrent.futures.ThreadPoolExecutor(len(everything)) as pool:
    list(pool.map(play_one, range(len(everything)), everything))
