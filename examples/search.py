"""A bot that lets the engine search: `threat()` tries all placements of the known pairs, and `possible_chains()` tells which
chain a few more cells would fire. Usage: search.py [SERVER [TOKEN]]; without a server, RENSA_SERVER and RENSA_TOKEN."""

import sys

import rensa

GREAT_CHAIN = 5_000  # points of a chain that is fired at once


def potential(field: rensa.Field) -> int:
    """The points of the best chain that one more group of cells would fire."""
    chains = field.possible_chains()
    return chains[0].score if chains else 0


def worth(view: rensa.View, placement: int) -> float:
    after, chain = view.own.field.place(view.own.pairs[0], placement)
    if after[3, 12] != ".":
        return -1_000_000  # this loses the game
    garbage = view.own.pending + view.own.fixed
    next_chain = after.threat(view.own.pairs[1:2])
    is_urgent = garbage >= 6 or max(after.height(column) for column in range(1, 7)) >= 10
    if is_urgent:  # fire what there is, now or with the next pair
        return 10 * chain.score + next_chain.score
    if chain.score >= GREAT_CHAIN:
        return 10 * chain.score
    heights = [after.height(column) for column in range(1, 7)]
    slope = sum(abs(one - other) for one, other in zip(heights, heights[1:]))
    return potential(after) - 2 * chain.score - 20 * slope


def choose(view: rensa.View) -> int:
    return max(view.placements, key=lambda placement: worth(view, placement))


if __name__ == "__main__":
    server, token = [*sys.argv[1:], "", ""][:2]
    print(rensa.play(server, token or None, choose, name="search"))
