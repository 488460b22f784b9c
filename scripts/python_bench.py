#!/usr/bin/env python3
"""Measures the package for Python, one line a figure, the best of several rounds: ./dev bench, or

    PYTHONPATH=build/release/python scripts/python_bench.py build/release/bin/rensa
"""

import ctypes
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import rensa
from rensa import _abi, duel_v0
from rensa._library import Engine

Array = np.ndarray[Any, Any]
GAMES = 1024
ROUNDS = 5


def seconds(work: Callable[[], Any], prepare: Callable[[], Any] = lambda: None) -> float:
    """The least time of one call in seconds of the processor, which other programs take little from."""
    best = float("inf")
    for _ in range(ROUNDS):
        prepare()
        started = time.thread_time()
        work()
        best = min(best, time.thread_time() - started)
    return best


def random_actions(masks: Array, generator: np.random.Generator) -> Array:
    """A random placement of each mask."""
    return np.asarray(np.argmax(masks * (generator.random(masks.shape, np.float32) + 0.01), axis=-1))


def recorded(duels: rensa.VectorDuel, steps: int) -> tuple[list[Array], int]:
    """The actions of random players from the seed 1 on, and the number of their placements."""
    generator = np.random.default_rng(1)
    actions, count = [], 0
    duels.reset(seed=1)
    for _ in range(steps):
        actions.append(random_actions(duels.action_mask, generator))
        count += int(np.count_nonzero(duels.is_due))
        duels.step(actions[-1])
    return actions, count


def placements_per_second(ruleset: str, steps: int) -> float:
    """Placements in many games, whose choice is not measured."""
    duels = rensa.VectorDuel(GAMES, ruleset)
    actions, count = recorded(duels, steps)

    def play() -> None:
        for one in actions:
            duels.step(one)

    return count / seconds(play, lambda: duels.reset(seed=1))


def match_placements_per_second(program: str) -> float:
    """Placements of `rensa match random random --quiet` on one thread."""
    best = 0.0
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        shown = subprocess.run([program, "match", "random", "random", "--quiet", "--games", "2000", "--seed", "1",
                                "--jobs", "1", "--format", "json"], capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        hands = sum(player["hands"] for player in json.loads(shown)["players"])
        best = max(best, hands / (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime))
    return best


def one_step() -> tuple[float, float]:
    """One step of one game: of VectorDuel, and of the environment of PettingZoo's shape."""
    steps = 5000
    duel = rensa.VectorDuel(1, "jaist-1")
    actions, _ = recorded(duel, steps)
    env = duel_v0.parallel_env("jaist-1")
    single = [{"player_0": one[0, 0], "player_1": one[0, 1]} for one in actions]

    def play() -> None:
        for one in actions:
            duel.step(one)

    def play_env() -> None:
        for one in single:
            env.step(one)
            if not env.agents:
                env.agents = list(duel_v0.AGENTS)  # the next step begins the next game

    return (seconds(play, lambda: duel.reset(seed=1)) / steps, seconds(play_env, lambda: env.reset(seed=1)) / steps)


def some_fields(count: int) -> Array:
    """The cells of fields of random games, before the chains of the pairs that were dropped last."""
    duels = rensa.VectorDuel(GAMES, "jaist-1")
    generator = np.random.default_rng(2)
    found: list[Array] = []
    while 2 * GAMES * len(found) < count:
        for _ in range(5):
            duels.step(random_actions(duels.action_mask, generator))
        cells = duels.own.reshape(-1, 14, 6).copy()
        colours = cells[cells > 1]
        cells[cells > 1] = generator.permutation(colours)  # groups that vanish, and then others
        found.append(cells)
    return np.ascontiguousarray(np.concatenate(found)[:count])


def many_fields(count: int) -> tuple[float, float]:
    """Seconds for all chains of many fields: of Fields, and of the loop in C++ behind rensa_fields_simulate()."""
    cells = some_fields(count)
    native = rensa.Fields(cells)
    work = [native.copy()]

    def again() -> None:
        work[0] = native.copy()

    python = seconds(lambda: work[0].simulate(), again)
    engine = Engine()
    raw = (_abi.rensa_field * count).from_buffer_copy(cells.tobytes())
    chains = (_abi.rensa_chain * count)()
    before = engine.handle("rensa_fields_create", raw, count)
    after = engine.handle("rensa_fields_create", raw, count)
    return python, seconds(lambda: engine.call("rensa_fields_simulate", before, after, chains, count))


def main() -> None:
    free = placements_per_second("jaist-1", 200)
    print(f"{free:12,.0f} placements a second without routes, {GAMES} games (aim: 1,000,000)")
    routes = placements_per_second("tsu-1", 60)
    print(f"{routes:12,.0f} placements a second with routes, {GAMES} games")
    if len(sys.argv) > 1:
        match = match_placements_per_second(sys.argv[1])
        print(f"{routes / match:12.2f} of the {match:,.0f} of rensa match random random (aim: 0.9)")
    vector, env = one_step()
    print(f"{vector * 1e6:12.2f} us a step of one game without routes; {env * 1e6:.2f} us as PettingZoo's (aim: 10)")
    field = rensa.Field("B.....\nRY....\nRB....\nRB....\nRB....")
    repetitions = 100_000

    def simulate_often() -> None:
        for _ in range(repetitions):
            field.simulate()

    print(f"{seconds(simulate_often) / repetitions * 1e6:12.3f} us for the chain of a field (aim: 1)")
    count = 20_000
    python, native = many_fields(count)
    print(f"{python * 1e3:12.3f} ms for the chains of {count:,} fields, {python / native:.2f} of C++ (aim: 1.2)")


if __name__ == "__main__":
    main()
