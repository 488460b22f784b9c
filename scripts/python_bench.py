#!/usr/bin/env python3
"""Measures the package for Python, one line a figure, the best of several rounds: ./dev bench, or

    PYTHONPATH=build/release/python scripts/python_bench.py build/release/bin/rensa
"""

import ctypes
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import rensa
from rensa import _abi, duel_v0
from rensa._library import Engine

GAMES = 1024
ROUNDS = 5


def seconds(work: Callable[[], Any], times: int = 1, prepare: Callable[[], Any] = lambda: None) -> float:
    """The least time of one call, in seconds."""
    best = float("inf")
    for _ in range(ROUNDS):
        prepare()
        started = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - started) / times)
    return best


def random_actions(masks: "np.ndarray[Any, Any]", generator: np.random.Generator) -> "np.ndarray[Any, Any]":
    """A random placement of each mask."""
    return np.asarray(np.argmax(masks * (generator.random(masks.shape, np.float32) + 0.01), axis=-1))


def placements_per_second(ruleset: str, steps: int) -> float:
    """Placements of random players in many games. The choice of the placements is not measured."""
    duels = rensa.VectorDuel(GAMES, ruleset)
    generator = np.random.default_rng(1)
    best = 0.0
    for _ in range(ROUNDS):
        count, spent = 0, 0.0
        for _ in range(steps):
            actions = random_actions(duels.action_mask, generator)
            count += int(np.count_nonzero(duels.is_due))
            started = time.perf_counter()
            duels.step(actions)
            spent += time.perf_counter() - started
        best = max(best, count / spent)
    return best


def match_placements_per_second(program: str) -> float:
    """The hands of both players of `rensa match random random --quiet`, on one thread."""
    games = 4000
    best = 0.0
    for _ in range(ROUNDS):
        started = time.perf_counter()
        shown = subprocess.run([program, "match", "random", "random", "--quiet", "--games", str(games), "--jobs", "1",
                                "--format", "json"], capture_output=True, text=True, check=True).stdout
        spent = time.perf_counter() - started
        hands = [int(number) for number in re.findall(r'"hands": ?(\d+)', shown)]
        best = max(best, sum(hands) / spent)
    return best


def one_step() -> tuple[float, float]:
    """One step of one game: of VectorDuel, and of the environment of PettingZoo's shape."""
    duel = rensa.VectorDuel(1, "jaist-1")
    env = duel_v0.parallel_env("jaist-1")
    env.reset(seed=1)
    generator = np.random.default_rng(1)

    def vector_step() -> float:
        actions = random_actions(duel.action_mask, generator)
        started = time.perf_counter()
        duel.step(actions)
        return time.perf_counter() - started

    def env_step() -> float:
        first, second = random_actions(env._duel.action_mask, generator)[0].tolist()
        started = time.perf_counter()
        env.step({"player_0": first, "player_1": second})
        spent = time.perf_counter() - started
        if not env.agents:
            env.reset()
        return spent

    return tuple(min(float(np.mean([step() for _ in range(5000)])) for _ in range(ROUNDS))  # type: ignore[return-value]
                 for step in (vector_step, env_step))


def some_fields(count: int) -> "np.ndarray[Any, Any]":
    """The cells of fields of random games, before the chains of the pairs that were dropped last."""
    duels = rensa.VectorDuel(GAMES, "jaist-1")
    generator = np.random.default_rng(2)
    found: list[np.ndarray[Any, Any]] = []
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

    python = seconds(lambda: work[0].simulate(), 1, again)
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
    print(f"{seconds(field.simulate, 100_000) * 1e6:12.3f} us for the chain of a field (aim: 1)")
    count = 20_000
    python, native = many_fields(count)
    print(f"{python * 1e3:12.3f} ms for the chains of {count:,} fields, {python / native:.2f} of C++ (aim: 1.2)")


if __name__ == "__main__":
    main()
