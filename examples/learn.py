"""Learns to build chains in games against `greedy`: the weights of eight features of a field, by the cross-entropy method.

Each generation draws weights around the present ones, lets them play, and goes on from those that build the longest
chains. The learning curve, the longest chain of the present weights in a game, is drawn as an SVG. Its games are not those
that are used to learn.

    learn.py                                # a minute or two on two cores
    learn.py --generations 20 --curve curve.svg --weights weights.json
    learn.py --play weights.json            # brings the learned bot to a server (RENSA_SERVER)
"""

import argparse
import json
import math
import multiprocessing
import sys

import numpy as np

import rensa

FEATURES = ("chain", "chain under attack", "next chain", "potential", "neighbours", "slope", "height", "middle")


def neighbours(field: rensa.Field) -> int:
    """The number of pairs of neighbours of one colour."""
    cells = field.array()[:12]
    is_coloured = cells > 1
    beside = (cells[:, 1:] == cells[:, :-1]) & is_coloured[:, 1:]
    above = (cells[1:] == cells[:-1]) & is_coloured[1:]
    return int(beside.sum() + above.sum())


def features(view: rensa.View, after: rensa.Field, chain: rensa.Chain) -> list[float]:
    heights = [after.height(column) for column in range(1, 7)]
    is_attacked = view.own.pending + view.own.fixed > 0
    chains = after.possible_chains()
    return [chain.score / 1000,
            chain.score / 1000 if is_attacked else 0.0,
            after.threat(view.own.pairs[1:2]).score / 1000,
            chains[0].score / 1000 if chains else 0.0,
            neighbours(after) / 10,
            sum(abs(one - other) for one, other in zip(heights, heights[1:])) / 10,
            max(0, max(heights) - 8) / 4,
            max(0, heights[2] - 7) / 4]


class Learned:
    """A bot that takes the placement with the best sum of weighted features."""

    def __init__(self, weights: list[float]) -> None:
        self._weights = np.array(weights)
        self.longest_chain = 0

    def choose(self, view: rensa.View) -> int:
        best, best_worth, links = view.placements[0], -math.inf, 0
        for placement in view.placements:
            after, chain = view.own.field.place(view.own.pairs[0], placement)
            if after[3, 12] == ".":  # otherwise it loses the game
                worth = float(np.dot(self._weights, features(view, after, chain)))
                if worth > best_worth:
                    best, best_worth, links = placement, worth, chain.links
        self.longest_chain = max(self.longest_chain, links)
        return best


def play(task: tuple[list[float], int]) -> tuple[int, float]:
    """The links of the longest chain in a game against `greedy`, and the points."""
    weights, seed = task
    bot = Learned(weights)
    result = rensa.match(bot, "greedy", games=1, seed=seed)
    return bot.longest_chain, result.wins + result.draws / 2


def svg_of(curve: list[tuple[float, float]], games: int) -> str:
    """The learning curve, with the 95 % interval of each point as a bar."""
    width, height, left, top = 640, 360, 40, 20
    highest = max(1, math.ceil(max(mean + error for mean, error in curve)))

    def x(generation: int) -> float:
        return left + (width - left - 20) * generation / max(1, len(curve) - 1)

    def y(links: float) -> float:
        return top + (height - top - 50) * (1 - links / highest)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             'font-size="13">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for links in range(highest + 1):
        lines += [f'<line x1="{left}" x2="{width - 20}" y1="{y(links):.1f}" y2="{y(links):.1f}" stroke="#ddd"/>',
                  f'<text x="{left - 8}" y="{y(links) + 4:.1f}" text-anchor="end">{links}</text>']
    for generation, (mean, error) in enumerate(curve):
        lines.append(f'<line class="interval" x1="{x(generation):.1f}" x2="{x(generation):.1f}" y1="{y(mean + error):.1f}" '
                     f'y2="{y(max(0, mean - error)):.1f}" stroke="#9bd" stroke-width="4"/>')
    path = " ".join(f"{x(generation):.1f},{y(mean):.1f}" for generation, (mean, _) in enumerate(curve))
    lines += [f'<polyline points="{path}" fill="none" stroke="#147" stroke-width="2"/>',
              f'<text x="{left}" y="{height - 12}">generation 0 to {len(curve) - 1}: links of the longest chain of a game, '
              f'mean of {games} games against greedy</text>', "</svg>"]
    return "\n".join(lines) + "\n"


def save(options: argparse.Namespace, weights: list[float], curve: list[tuple[float, float]]) -> None:
    with open(options.weights, "w", encoding="utf-8") as file:
        json.dump(dict(zip(FEATURES, weights)), file, indent=2)
    with open(options.curve, "w", encoding="utf-8") as file:
        file.write(svg_of(curve, options.test_games))


def learn(options: argparse.Namespace) -> None:
    chance = np.random.default_rng(options.seed)
    mean, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    best_count = max(2, options.population // 4)
    curve = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as processes:
        for generation in range(options.generations + 1):
            # Test games have seeds of their own, the same for each generation.
            weights = mean.tolist()
            played = np.array(processes.map(play, [(weights, 10_000_000 + game) for game in range(options.test_games)]))
            links, points = played.mean(axis=0)
            curve.append((links, 1.96 * played[:, 0].std() / math.sqrt(options.test_games)))
            print(f"generation {generation}: the longest chain has {links:.2f} links; {100 * points:.0f} % of the points",
                  flush=True)
            save(options, weights, curve)
            if generation == options.generations:
                break
            drawn = chance.normal(mean, spread, (options.population, len(FEATURES)))
            # All weights of a generation play the same games.
            seeds = [1_000 * generation + game for game in range(options.games)]
            results = processes.map(play, [(one.tolist(), seed) for one in drawn for seed in seeds])
            chains = np.array(results)[:, 0].reshape(options.population, options.games).mean(axis=1)
            best = drawn[np.argsort(-chains, kind="stable")[:best_count]]
            mean, spread = best.mean(axis=0), best.std(axis=0) + 0.3 / (generation + 1)


def count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--generations", type=count, default=12)
    parser.add_argument("--population", type=count, default=24, help="weights that are tried in a generation")
    parser.add_argument("--games", type=count, default=8, help="games of each of them")
    parser.add_argument("--test-games", type=count, default=160, help="games of a point of the curve")
    parser.add_argument("--jobs", type=count, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", default="curve.svg")
    parser.add_argument("--weights", default="weights.json")
    parser.add_argument("--play", metavar="WEIGHTS", help="play with these weights on a server")
    options = parser.parse_args()
    if options.play:
        with open(options.play, encoding="utf-8") as file:
            weights = json.load(file)
        print(rensa.play(bot=Learned([weights[name] for name in FEATURES])))
    else:
        try:
            learn(options)
        except KeyboardInterrupt:
            sys.exit("stopped; the files hold the last whole generation")


if __name__ == "__main__":
    main()
