"""Learns to play by games against `greedy`: the weights of eight features of a field, by the cross-entropy method.

Each generation draws weights around the present ones, lets them play, and goes on from the best of them. The learning
curve, the share of points of the present weights in games that are not used to learn, is drawn as an SVG.

    learn.py                                # some minutes on two cores
    learn.py --generations 20 --curve curve.svg --weights weights.json
    learn.py --play weights.json            # brings the learned bot to a server (RENSA_SERVER)
"""

import argparse
import json
import math
import multiprocessing
import sys
from collections.abc import Callable

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


def bot_of(weights: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> Callable[[rensa.View], int]:
    def learned(view: rensa.View) -> int:
        best, best_worth = view.placements[0], -math.inf
        for placement in view.placements:
            after, chain = view.own.field.place(view.own.pairs[0], placement)
            if after[3, 12] == ".":  # otherwise it loses the game
                worth = float(np.dot(weights, features(view, after, chain)))
                if worth > best_worth:
                    best, best_worth = placement, worth
        return best
    return learned


def points(task: tuple[list[float], int, int]) -> float:
    """The share of the points that weights get in some games against `greedy`."""
    weights, games, seed = task
    result = rensa.match(bot_of(np.array(weights)), "greedy", games=games, seed=seed)
    return (result.wins + result.draws / 2) / games


def svg_of(curve: list[float], games: int) -> str:
    """The learning curve, with the 95 % interval of each point as a bar."""
    width, height, left, top = 640, 360, 60, 20
    def x(generation: int) -> float:
        return left + (width - left - 20) * generation / max(1, len(curve) - 1)
    def y(share: float) -> float:
        return top + (height - top - 50) * (1 - share)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             'font-size="13">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for percent in range(0, 101, 25):
        lines += [f'<line x1="{left}" x2="{width - 20}" y1="{y(percent / 100):.1f}" y2="{y(percent / 100):.1f}" stroke="#ddd"/>',
                  f'<text x="{left - 8}" y="{y(percent / 100) + 4:.1f}" text-anchor="end">{percent} %</text>']
    for generation, share in enumerate(curve):
        error = 1.96 * math.sqrt(max(share * (1 - share), 1 / games) / games)
        lines.append(f'<line class="interval" x1="{x(generation):.1f}" x2="{x(generation):.1f}" y1="{y(min(1, share + error)):.1f}" '
                     f'y2="{y(max(0, share - error)):.1f}" stroke="#9bd" stroke-width="4"/>')
    path = " ".join(f"{x(generation):.1f},{y(share):.1f}" for generation, share in enumerate(curve))
    lines += [f'<polyline points="{path}" fill="none" stroke="#147" stroke-width="2"/>',
              f'<text x="{left}" y="{height - 12}">generation 0 to {len(curve) - 1}: points against greedy in {games} games'
              '</text>', "</svg>"]
    return "\n".join(lines) + "\n"


def save(options: argparse.Namespace, mean: "np.ndarray[tuple[int], np.dtype[np.float64]]", curve: list[float], games: int) -> None:
    with open(options.weights, "w", encoding="utf-8") as file:
        json.dump(dict(zip(FEATURES, mean.tolist())), file, indent=2)
    with open(options.curve, "w", encoding="utf-8") as file:
        file.write(svg_of(curve, games))


def learn(options: argparse.Namespace) -> None:
    chance = np.random.default_rng(options.seed)
    mean, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    best_count = max(2, options.population // 4)
    curve = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as processes:
        for generation in range(options.generations + 1):
            # Test games have seeds of their own, the same for each generation. Each process plays a part of them.
            part = max(1, options.test_games // 8)
            curve.append(float(np.mean(processes.map(
                points, [(mean.tolist(), part, 10_000_000 + number) for number in range(8)]))))
            print(f"generation {generation}: {100 * curve[-1]:.1f} % of the points", flush=True)
            save(options, mean, curve, 8 * part)
            if generation == options.generations:
                break
            drawn = chance.normal(mean, spread, (options.population, len(FEATURES)))
            # All weights of a generation play the same games.
            results = processes.map(points, [(one.tolist(), options.games, generation) for one in drawn], chunksize=1)
            best = drawn[np.argsort(results)[::-1][:best_count]]
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
        print(rensa.play(bot=bot_of(np.array([weights[name] for name in FEATURES]))))
    else:
        try:
            learn(options)
        except KeyboardInterrupt:
            sys.exit("stopped; the files hold the last whole generation")


if __name__ == "__main__":
    main()
