"""A whole bot: it puts equal colours together, low in the field, and fires chains of two links, or any when it is high."""

import rensa


def worth(view: rensa.View, placement: int) -> float:
    after, chain = view.own.field.place(view.own.pairs[0], placement)
    if after[3, 12] != ".":
        return -1_000_000  # this loses the game
    coloured = [(x, y) for x in range(1, 7) for y in range(1, 13) if after[x, y] not in ".O"]
    touching = sum(after[x, y] == after[to] for x, y in coloured for to in ((min(x + 1, 6), y), (x, y + 1)) if to != (x, y))
    before, now = (max(field.height(x) for x in range(1, 7)) for field in (view.own.field, after))
    return (chain.score if chain.links > 1 or before > 8 else -chain.score) + 10 * touching - now**2


def choose(view: rensa.View) -> int:
    return max(view.placements, key=lambda placement: worth(view, placement))


if __name__ == "__main__":
    print(rensa.play(bot=choose))
