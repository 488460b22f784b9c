"""A duel as an environment for reinforcement learning, in the shape of PettingZoo: parallel_env() and env().

An action is a placement, 0 to 21. `infos[agent]["action_mask"]` has a 1 for each placement that the agent's pair can reach.
In a game of frames, often only one agent has to decide: the mask of the other one is all 0, and its action has no effect.
The rewards are 0 until the end of the game, and then 1 for the winner and -1 for the loser.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rensa._native import PLACEMENTS, VectorDuel
from rensa._pictures import RENDER_MODES, Scene, check_mode, rendered, svg_of
from rensa.rulesets import Ruleset
from rensa.spaces import Box, Dict, Discrete

AGENTS = ("player_0", "player_1")
_MAX_GARBAGE = 10**9
_MAX_SCORE = 2**62

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]


def _observation_space(visible_pairs: int) -> Dict:
    return Dict({"own": Box(0, 7, (14, 6), np.uint8), "opponent": Box(0, 7, (14, 6), np.uint8),
                 "pairs": Box(0, 7, (visible_pairs, 2), np.uint8), "garbage": Box(0, _MAX_GARBAGE, (2,), np.int32),
                 "scores": Box(0, _MAX_SCORE, (2,), np.int64)})


def checked_action(agent: str, space: Discrete, mask: NDArray[np.int8], action: Any) -> int:
    """Returns the action. Raises ValueError if it is no placement, or one that the pair of the agent cannot reach."""
    if not space.contains(action) or not mask[action]:
        raise ValueError(f"{agent} cannot place its pair at {action!r}")
    return int(action)


class _Duel:
    """The members of both forms that do not depend on the order in which the agents act."""

    def __init__(self, render_mode: str | None, observation_spaces: dict[str, Dict],
                 action_spaces: dict[str, Discrete]) -> None:
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = observation_spaces
        self.action_spaces = action_spaces

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Self:
        return self

    def close(self) -> None:
        """Does nothing: no window is open."""


class ParallelDuel(_Duel):
    """Both agents act at once."""

    metadata: dict[str, Any] = {
        "name": "duel_v0", "render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": True}

    def __init__(self, ruleset: "str | Ruleset" = "tsu-1", render_mode: str | None = None) -> None:
        check_mode(render_mode)
        self._generator = np.random.default_rng()  # of the seeds of games whose seed is not given
        self._duel = VectorDuel(1, ruleset, self._next_seed())
        self._actions = np.zeros((1, 2), np.int64)
        self._views = [self._views_of_seat(seat) for seat in range(2)]
        self._masks = [self._duel.action_mask[0, seat] for seat in range(2)]
        super().__init__(render_mode, {agent: _observation_space(self._duel.visible_pairs) for agent in AGENTS},
                         {agent: Discrete(PLACEMENTS) for agent in AGENTS})

    def _next_seed(self) -> int:
        return int(self._generator.integers(2**63))

    def _views_of_seat(self, seat: int) -> Observation:
        duel = self._duel
        return {"own": duel.own[0, seat], "opponent": duel.opponent[0, seat], "pairs": duel.pairs[0, seat],
                "garbage": duel.garbage[0, seat], "scores": duel.scores[0, seat]}

    def reset(self, seed: int | None = None,
              options: Mapping[str, Any] | None = None) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begins the game of a seed. Without a seed, begins another game, which depends on the last seed that was given.
        There are no options."""
        if options:
            raise ValueError(f"there is no option {min(options)!r}: a duel has no options")
        if seed is None:
            self._duel.reset(self._next_seed())
        else:
            self._duel.reset(seed)
            self._generator = np.random.default_rng(seed)
        self.agents = list(AGENTS)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]) -> tuple[
            dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Plays the actions of both agents. After the end of the game, all five results are empty."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        self._actions[0] = [self._checked(agent, actions[agent]) for agent in AGENTS]
        _, rewards, terminations, truncations, _ = self._duel.step(self._actions)
        terminated, truncated = bool(terminations[0]), bool(truncations[0])
        first, second = rewards[0].tolist()
        if terminated or truncated:
            self.agents = []
        return (self._observations(), {"player_0": first, "player_1": second},
                {"player_0": terminated, "player_1": terminated}, {"player_0": truncated, "player_1": truncated},
                self._infos())

    def _checked(self, agent: str, action: Any) -> int:
        """The action of an agent that has to decide. That of another agent has no effect, and is 0."""
        if not self.is_due(agent):
            return 0
        return checked_action(agent, self.action_space(agent), self._masks[AGENTS.index(agent)], action)

    def is_due(self, agent: str) -> bool:
        """True if the agent has to decide."""
        return bool(self._duel.is_due[0, AGENTS.index(agent)])

    def _observations(self) -> dict[str, Observation]:
        return {agent: {key: view.copy() for key, view in views.items()} for agent, views in zip(AGENTS, self._views)}

    def _infos(self) -> dict[str, Info]:
        return {agent: {"action_mask": mask.copy()} for agent, mask in zip(AGENTS, self._masks)}

    def _scenes(self) -> list[Scene]:
        duel = self._duel
        return [Scene(duel.own[0, seat], duel.pairs[0, seat],
                      f"{agent}: {duel.scores[0, seat, 0]}, garbage {duel.garbage[0, seat, 0]}")
                for seat, agent in enumerate(AGENTS)]

    def render(self) -> Any:
        """The game as text, as an array of pixels or as SVG, by `render_mode`."""
        return rendered(self.render_mode, self._scenes())

    def _repr_svg_(self) -> str:
        return svg_of(self._scenes())

    def state(self) -> NDArray[np.uint8]:
        """The cells of both agents."""
        return np.array(self._duel.own[0])


class TurnedDuel(_Duel):
    """The agents act one after the other. Only an agent that has to decide is selected. Its action is played together with
    that of the other agent, if that one has to decide, too."""

    # The conversion of PettingZoo to a parallel environment needs an action of every agent in every turn.
    metadata = {**ParallelDuel.metadata, "is_parallelizable": False}

    def __init__(self, ruleset: "str | Ruleset" = "tsu-1", render_mode: str | None = None) -> None:
        self._parallel = ParallelDuel(ruleset, render_mode)
        super().__init__(render_mode, self._parallel.observation_spaces, self._parallel.action_spaces)
        self.agent_selection = AGENTS[0]
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, Info] = {}
        self._observations: dict[str, Observation] = {}
        self._waiting: list[str] = []  # agents that have to decide before the game goes on
        self._actions: dict[str, int] = {}

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self._observations, self.infos = self._parallel.reset(seed, options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._select_deciding()

    def _select_deciding(self) -> None:
        self._actions = dict.fromkeys(AGENTS, 0)
        self._waiting = [agent for agent in AGENTS if self._parallel.is_due(agent)] or list(AGENTS)
        self.agent_selection = self._waiting[0]

    def observe(self, agent: str) -> Observation:
        return self._observations[agent]

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """The observation of the selected agent, its rewards since its last action, and how it stands."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agents, until no agent is left."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """Acts for the selected agent. An agent whose game has ended takes None, and leaves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        checked = checked_action(agent, self.action_space(agent), self.infos[agent]["action_mask"], action)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards[agent] = 0.0
        self._actions[agent] = checked
        self._waiting.remove(agent)
        if self._waiting:
            self.agent_selection = self._waiting[0]
            return
        self._observations, self.rewards, self.terminations, self.truncations, self.infos = self._parallel.step(self._actions)
        for one, reward in self.rewards.items():
            self._cumulative_rewards[one] += reward
        if self._parallel.agents:
            self._select_deciding()
        else:
            self.agent_selection = AGENTS[0]

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError(f"the game of {agent} has ended: its only action is None")
        self.agents.remove(agent)
        tables: list[dict[str, Any]] = [
            self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos]
        for table in tables:
            del table[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> Any:
        return self._parallel.render()

    def _repr_svg_(self) -> str:
        return self._parallel._repr_svg_()

    def state(self) -> NDArray[np.uint8]:
        return self._parallel.state()


def parallel_env(ruleset: "str | Ruleset" = "tsu-1", render_mode: str | None = None) -> ParallelDuel:
    """A duel in which both agents act at once, in the shape of PettingZoo's ParallelEnv."""
    return ParallelDuel(ruleset, render_mode)


def env(ruleset: "str | Ruleset" = "tsu-1", render_mode: str | None = None) -> TurnedDuel:
    """A duel in which the agents act one after the other, in the shape of PettingZoo's AECEnv."""
    return TurnedDuel(ruleset, render_mode)
