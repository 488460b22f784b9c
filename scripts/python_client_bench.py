#!/usr/bin/env python3
"""Measures bots in Python on a server, one line a figure: ./dev bench, or

    PYTHONPATH=build/release/python scripts/python_client_bench.py build/release/bin

Where there are two cores, the server has one of them, and the bot has the other together with its opponent.
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import rensa

MATCHES = 300
ROUNDS = 3
SEATS = 64


class Counting:
    """Takes the placements in turn, and counts its decisions."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, view: rensa.View) -> int:
        self.decisions += 1
        return view.placements[self.decisions % len(view.placements)]


class Batches:
    """Reads arrays of all views that wait, as a network does, and takes the first placement of each."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose_many(self, views: list[rensa.View]) -> Any:
        self.decisions += len(views)
        return rensa.view_arrays(views).action_mask.argmax(axis=1)


@contextlib.contextmanager
def running_server(programs: pathlib.Path) -> Iterator[str]:
    """A server on the last core. Gives its address."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="rensa-bench-") as folder:
        address = f"unix:{folder}/workers"
        os.sched_setaffinity(0, cores[-1:])
        server = subprocess.Popen([programs / "rensa-server", "--data", folder, "--worker-port", "0", "--web-port", "0",
                                   "--worker-socket", f"{folder}/workers"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout
            next(line for line in server.stdout if "workers on" in line)
            os.sched_setaffinity(0, cores[:-1] or cores)
            yield address
        finally:
            os.sched_setaffinity(0, cores)
            server.terminate()
            server.communicate()


@contextlib.contextmanager
def opponent(programs: pathlib.Path, address: str) -> Iterator[None]:
    """A built-in player that asks for as many quick matches at once."""
    worker = subprocess.Popen([programs / "rensa-worker", "--server", address, "--player", "random", "--seed", "1", "--quiet",
                               "--slots", str(SEATS)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        worker.terminate()
        worker.wait()


def measure(address: str, bot: Counting | Batches, slots: int, matches: int) -> tuple[float, float]:
    """The least of several rounds: the time of the processor that this process takes for a decision, in microseconds; and
    the most games a second."""
    least, most = float("inf"), 0.0
    for _ in range(ROUNDS):
        before = bot.decisions
        cpu, begin = time.process_time(), time.monotonic()
        summary = rensa.play(address, bot=bot, matches=matches, slots=slots)
        cpu, seconds = time.process_time() - cpu, time.monotonic() - begin
        least = min(least, cpu / (bot.decisions - before) * 1e6)
        most = max(most, (summary.won + summary.drawn + summary.lost) / seconds)
    return least, most


def main() -> None:
    programs = pathlib.Path(sys.argv[1]).absolute()
    with running_server(programs) as address, opponent(programs, address):
        cost, _ = measure(address, Counting(), 1, MATCHES // 10)
        print(f"{cost:12.1f} us of its own time of the processor a decision of a bot in one seat (aim: 100)")
        cost, games = measure(address, Counting(), SEATS, MATCHES)
        print(f"{cost:12.1f} us a decision in {SEATS} seats; {games:.0f} games a second (aim: 100)")
        cost, games = measure(address, Batches(), SEATS, MATCHES)
        print(f"{cost:12.1f} us a decision in {SEATS} seats by batches as arrays; {games:.0f} games a second")


if __name__ == "__main__":
    main()
