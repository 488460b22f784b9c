"""Building alone as an environment for reinforcement learning, in the shape of Gymnasium's Env.

An action is a placement, 0 to 21: the pair drops there at once. `info["action_mask"]` has a 1 for each that is possible. The
reward of a step is the score of its chain. An episode ends when the cell in which pairs appear is filled, and is cut off
after `hands` pairs.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rensa._native import PLACEMENTS, Field
from rensa._pictures import RENDER_MODES, Scene, check_mode, rendered, svg_of
from rensa.fields import LETTERS
from rensa.rulesets import queue
from rensa.spaces import Box, Dict, Discrete

_CELLS = {letter: cell for cell, letter in LETTERS.items()}
_SPAWN = (3, 12)  # the column and the row in which pairs appear

Observation = dict[str, NDArray[Any]]


class Building:
    """One field, and a queue of pairs."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
    reward_range = (0.0, float("inf"))
    spec = None

    def __init__(self, hands: int = 50, colours: int = 4, visible_pairs: int = 3, render_mode: str | None = None) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.action_space = Discrete(PLACEMENTS)
        self.observation_space = Dict({
            "field": Box(0, 7, (14, 6), np.uint8), "pairs": Box(0, 7, (visible_pairs, 2), np.uint8)})
        self._hands = hands
        self._colours = colours
        self._visible_pairs = visible_pairs
        self._generator: np.random.Generator | None = None
        self._field = Field()
        self._mask = self._field.action_mask()
        self._queue: list[str] = []
        self._cells_of_queue = np.zeros((0, 2), np.uint8)
        self._hand = 0
        self._score = 0

    @property
    def np_random(self) -> np.random.Generator:
        if self._generator is None:
            self._generator = np.random.default_rng()
        return self._generator

    @property
    def unwrapped(self) -> "Building":
        return self

    def reset(self, *, seed: int | None = None,
              options: Mapping[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode. Options: "field", a Field to begin with, and "queue", pairs as a text "RB YG"."""
        options = options or {}
        if unknown := set(options) - {"field", "queue"}:
            raise ValueError(f"there is no option {sorted(unknown)[0]!r}: there are field and queue")
        field = options.get("field", Field())
        mask = field.action_mask()
        given_pairs = str(options.get("queue", "")).split()
        if "queue" in options and not given_pairs:
            raise ValueError("queue: must have at least one pair, such as \"RB\"")
        for pair in given_pairs:
            Field().place(pair, 0)  # raises ValueError for a text that is no pair
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self._field = field
        self._mask = mask
        if given_pairs:
            self._queue = given_pairs
        else:
            self._queue = queue(int(self.np_random.integers(2**63)), self._colours)
        pairs = np.array([[_CELLS[letter] for letter in pair] for pair in self._queue], np.uint8)
        length = self._hands + self._visible_pairs
        self._cells_of_queue = np.resize(pairs, (length, 2))
        self._hand = 0
        self._score = 0
        return self._observation(), self._info(0)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Drops the current pair: the observation, the score of its chain, and whether the episode has ended."""
        if not self._queue or not self._mask.any() or self._hand >= self._hands:
            raise RuntimeError("no episode is running: reset() begins one")
        if not self.action_space.contains(action) or not self._mask[action]:
            raise ValueError(f"the pair cannot be placed at {action}")
        self._field, chain = self._field.place(self._queue[self._hand % len(self._queue)], int(action))
        self._hand += 1
        self._score += chain.score
        self._mask = self._field.action_mask()
        has_lost = self._field[_SPAWN] != "."
        if has_lost:
            self._mask[:] = 0
        return (self._observation(), float(chain.score), has_lost, not has_lost and self._hand == self._hands,
                self._info(chain.links))

    def _observation(self) -> Observation:
        return {"field": self._field.array(), "pairs": self._visible()}

    def _visible(self) -> NDArray[np.uint8]:
        return self._cells_of_queue[self._hand:self._hand + self._visible_pairs].copy()

    def _info(self, links: int) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "links": links, "score": self._score, "hand": self._hand}

    def _scenes(self) -> list[Scene]:
        return [Scene(self._field.array(), self._visible(), f"hand {self._hand}: {self._score}")]

    def render(self) -> Any:
        """The field as text, as an array of pixels or as SVG, by `render_mode`."""
        return rendered(self.render_mode, self._scenes())

    def _repr_svg_(self) -> str:
        return svg_of(self._scenes())

    def close(self) -> None:
        """Does nothing: no window is open."""


def env(hands: int = 50, colours: int = 4, visible_pairs: int = 3, render_mode: str | None = None) -> Building:
    """Building alone, in the shape of Gymnasium's Env."""
    return Building(hands, colours, visible_pairs, render_mode)
