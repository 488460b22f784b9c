"""Plays on the server that the suite names: `python3 python_client.py SERVER OPTIONS`. It prints a line for each
question that the bot is asked, and one at the end."""

import json
import sys

import rensa

server, options = sys.argv[1], json.loads(sys.argv[2])


def choose(view: rensa.View) -> int:
    print(json.dumps({"asked": [None, view.clock]}), flush=True)
    return view.placements[0]


summary = rensa.play(server, options["token"], choose, clock=options["clock"], ruleset=options["ruleset"],
                     matches=None if options["token"] else options["matches"],
                     notice=lambda text: print(text, file=sys.stderr))
print(json.dumps({"matches": summary.matches, "connectionsLost": summary.connections_lost}))
