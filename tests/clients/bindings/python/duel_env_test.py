"""rensa.duel_v0 holds the rules of PettingZoo's interfaces, point by point."""

import unittest
from typing import Any

import numpy as np
import rensa
from rensa import duel_v0

AGENTS = ["player_0", "player_1"]


def sampled(env: Any, infos: dict[str, dict[str, Any]]) -> dict[str, int]:
    return {agent: int(env.action_space(agent).sample(infos[agent]["action_mask"])) for agent in env.agents}


def seeded(env: Any, seed: int) -> Any:
    for number, agent in enumerate(AGENTS):  # two equal agents would play a draw
        env.action_space(agent).seed(seed + number)
    return env


class ParallelTest(unittest.TestCase):
    def test_agents_and_spaces_are_named_before_the_first_game(self) -> None:
        env = duel_v0.parallel_env()
        self.assertEqual(env.possible_agents, AGENTS)
        self.assertEqual(env.max_num_agents, 2)
        self.assertEqual(env.metadata["name"], "duel_v0")
        self.assertTrue(env.metadata["is_parallelizable"])
        for agent in AGENTS:
            self.assertIs(env.observation_space(agent), env.observation_space(agent), "the same space in each call")
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertEqual(env.action_space(agent), rensa.spaces.Discrete(22))
        boxes = [box for agent in AGENTS for box in env.observation_space(agent).values()]
        self.assertEqual(len({id(box) for box in boxes}), 10, "agents and keys share no space and no random numbers")
        self.assertIs(env.unwrapped, env)

    def test_reset_returns_observations_and_infos_of_all_agents(self) -> None:
        env = duel_v0.parallel_env()
        observations, infos = env.reset(seed=1, options={})
        self.assertEqual(env.agents, AGENTS)
        self.assertEqual((list(observations), list(infos)), (AGENTS, AGENTS))
        self.assertEqual(env.num_agents, 2)
        for agent in AGENTS:
            self.assertIn(observations[agent], env.observation_space(agent))
            self.assertEqual(infos[agent]["action_mask"].tolist(), [1] * 22)

    def test_every_step_returns_five_dictionaries_until_the_end(self) -> None:
        for ruleset in ("tsu-1", "jaist-1"):
            env = seeded(duel_v0.parallel_env(ruleset), 1)
            observations, infos = env.reset(seed=1)
            is_over = False
            while env.agents:
                self.assertFalse(is_over)
                observations, rewards, terminations, truncations, infos = env.step(sampled(env, infos))
                for result in (observations, rewards, terminations, truncations, infos):
                    self.assertEqual(list(result), AGENTS)
                for agent in AGENTS:
                    self.assertIn(observations[agent], env.observation_space(agent))
                    self.assertIsInstance(rewards[agent], float)
                    self.assertIs(type(terminations[agent]), bool)
                    self.assertIs(type(truncations[agent]), bool)
                is_over = terminations["player_0"] or truncations["player_0"]
                self.assertEqual(is_over, not env.agents, "an agent leaves with its end")
                if not is_over:
                    self.assertEqual(set(rewards.values()), {0.0})
                    self.assertTrue(any(infos[agent]["action_mask"].any() for agent in AGENTS))
            self.assertEqual(sorted(rewards.values()), [-1.0, 1.0])
            self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))
            env.reset()
            self.assertEqual(env.agents, AGENTS)

    def test_equal_seeds_give_equal_games(self) -> None:
        games = []
        for _ in range(2):
            env = seeded(duel_v0.parallel_env(), 4)
            observations, infos = env.reset(seed=4)
            seen = [observations]
            for _ in range(30):
                observations, _, _, _, infos = env.step(sampled(env, infos))
                seen.append(observations)
            games.append(seen)
        for one, two in zip(*games):
            for agent in AGENTS:
                for key in one[agent]:
                    np.testing.assert_array_equal(one[agent][key], two[agent][key])

    def test_later_games_depend_on_the_seed(self) -> None:
        def pairs(env: Any, seed: int | None = None) -> list[list[list[int]]]:
            games = [env.reset(seed)[0]["player_0"]["pairs"].tolist()] + [
                env.reset()[0]["player_0"]["pairs"].tolist() for _ in range(4)]
            return games

        env = duel_v0.parallel_env()
        games = pairs(env, 1)
        self.assertEqual(pairs(duel_v0.parallel_env(), 1), games)
        neighbours = [env.reset(seed)[0]["player_0"]["pairs"].tolist() for seed in range(2, 6)]
        self.assertNotEqual(games[1:], neighbours)
        self.assertNotEqual(pairs(env, 2)[1:], games[1:])

    def test_reset_refuses_options_and_wrong_seeds(self) -> None:
        env = duel_v0.parallel_env()
        with self.assertRaisesRegex(ValueError, "no option 'queue'"):
            env.reset(options={"queue": "RB"})
        with self.assertRaisesRegex(ValueError, "seed"):
            env.reset(seed=-1)
        with self.assertRaisesRegex(TypeError, "seed"):
            env.reset(seed="x")  # type: ignore[arg-type]

    def test_observations_do_not_change_later(self) -> None:
        env = seeded(duel_v0.parallel_env("jaist-1"), 2)
        observations, infos = env.reset(seed=2)
        env.step(sampled(env, infos))
        self.assertFalse(observations["player_0"]["own"].any())

    def test_an_impossible_action_is_an_error(self) -> None:
        env = duel_v0.parallel_env()
        env.reset(seed=1)
        before = env.state()
        wrong: Any
        for wrong in (-1, 22, 1.5, None):
            with self.assertRaisesRegex(ValueError, "player_1"):
                env.step({"player_0": 0, "player_1": wrong})
        with self.assertRaises(KeyError):
            env.step({"player_0": 0})
        np.testing.assert_array_equal(env.state(), before)
        env.step({"player_0": 0, "player_1": 5})
        self.assertFalse(np.array_equal(env.state(), before))

    def test_an_action_that_is_not_due_has_no_effect(self) -> None:
        env = seeded(duel_v0.parallel_env(), 4)
        _, infos = env.reset(seed=4)
        while all(infos[agent]["action_mask"].any() for agent in AGENTS):
            infos = env.step(sampled(env, infos))[4]
        actions: Any = {agent: int(np.argmax(infos[agent]["action_mask"])) if env.is_due(agent) else None for agent in AGENTS}
        self.assertIn(None, actions.values())
        env.step(actions)

    def test_render_shows_both_sides(self) -> None:
        env = duel_v0.parallel_env("jaist-1", render_mode="ansi")
        env.reset(seed=1)
        env.step({"player_0": 0, "player_1": 5})
        lines = env.render().splitlines()
        self.assertEqual(lines[11][1:6] + lines[11][9:14], "." * 10)
        self.assertNotEqual(lines[11][0], ".")
        self.assertNotEqual(lines[11][14], ".")
        self.assertTrue(lines[12].startswith("player_0: 0, garbage 0 "))
        self.assertIn("<svg", env._repr_svg_())
        pixels = duel_v0.parallel_env(render_mode="rgb_array").render()
        self.assertEqual((pixels.ndim, pixels.shape[2], pixels.dtype), (3, 3, np.uint8))
        self.assertIsNone(duel_v0.parallel_env().render())
        with self.assertRaises(ValueError):
            duel_v0.parallel_env(render_mode="human")
        env.close()


class TurnedTest(unittest.TestCase):
    def test_agents_act_in_turn_and_leave_with_none(self) -> None:
        for ruleset in ("tsu-1", "jaist-1"):
            env = seeded(duel_v0.env(ruleset), 3)
            env.reset(seed=3)
            self.assertEqual(env.agents, AGENTS)
            total = dict.fromkeys(AGENTS, 0.0)
            for agent in env.agent_iter():
                self.assertEqual(agent, env.agent_selection)
                observation, reward, terminated, truncated, info = env.last()
                self.assertIn(observation, env.observation_space(agent))
                self.assertEqual(observation, env.observe(agent))
                total[agent] += reward
                if terminated or truncated:
                    with self.assertRaises(ValueError):
                        env.step(0)
                    env.step(None)
                    self.assertNotIn(agent, env.agents)
                    continue
                self.assertTrue(info["action_mask"].any(), "only an agent that has to decide is selected")
                env.step(int(env.action_space(agent).sample(info["action_mask"])))
                if env.agents == AGENTS and not env.terminations[agent]:
                    self.assertEqual(env._cumulative_rewards[agent], 0.0)
            self.assertEqual(env.agents, [])
            self.assertEqual(sorted(total.values()), [-1.0, 1.0])

    def test_all_tables_have_the_agents_that_are_left(self) -> None:
        env = seeded(duel_v0.env("jaist-1"), 3)
        env.reset(seed=3)
        for agent in env.agent_iter():
            for table in (env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(list(table), env.agents)
            _, _, terminated, truncated, info = env.last(observe=False)
            is_over = terminated or truncated
            env.step(None if is_over else int(env.action_space(agent).sample(info["action_mask"])))

    def test_last_can_leave_out_the_observation(self) -> None:
        env = duel_v0.env()
        env.reset(seed=1)
        self.assertIsNone(env.last(observe=False)[0])

    def test_both_choose_before_the_game_goes_on(self) -> None:
        env = duel_v0.env("jaist-1")
        env.reset(seed=1)
        self.assertEqual(env.agent_selection, "player_0")
        env.step(0)
        self.assertEqual(env.agent_selection, "player_1")
        self.assertFalse(env.observe("player_1")["opponent"].any(), "the first choice is not seen")
        env.step(5)
        self.assertEqual(env.agent_selection, "player_0")
        self.assertTrue(env.observe("player_1")["opponent"].any())

    def test_it_plays_the_games_of_the_parallel_form(self) -> None:
        parallel, turned = seeded(duel_v0.parallel_env(), 6), duel_v0.env()
        _, infos = parallel.reset(seed=6)
        turned.reset(seed=6)
        for _ in range(30):
            actions = sampled(parallel, infos)
            due = [agent for agent in AGENTS if infos[agent]["action_mask"].any()]
            observations, _, _, _, infos = parallel.step(actions)
            for agent in due:
                self.assertEqual(turned.agent_selection, agent)
                turned.step(actions[agent])
            for agent in AGENTS:
                np.testing.assert_array_equal(turned.observe(agent)["own"], observations[agent]["own"])

    def test_an_impossible_action_is_an_error(self) -> None:
        env = duel_v0.env()
        env.reset(seed=1)
        wrong: Any
        for wrong in (-1, 22, 1.5, None):
            with self.assertRaisesRegex(ValueError, "player_0"):
                env.step(wrong)
            self.assertEqual(env.agent_selection, "player_0")
        before = env.state()
        env.step(0)
        self.assertEqual(env.agent_selection, "player_1")
        env.step(5)
        self.assertFalse(np.array_equal(env.state(), before))

    def test_it_cannot_be_made_parallel_by_a_wrapper(self) -> None:
        self.assertFalse(duel_v0.env().metadata["is_parallelizable"], "agents that are not due are left out")
        self.assertEqual(duel_v0.env().metadata["name"], "duel_v0")

    def test_the_rewards_of_the_last_agent_are_cleared_when_the_other_leaves(self) -> None:
        env = seeded(duel_v0.env("jaist-1"), 3)
        env.reset(seed=3)
        while not env.terminations[env.agent_selection]:
            env.step(int(env.action_space(env.agent_selection).sample(env.infos[env.agent_selection]["action_mask"])))
        reward = env.rewards["player_1"]
        self.assertEqual(abs(reward), 1.0)
        env.step(None)
        self.assertEqual(env.rewards, {"player_1": 0.0})
        self.assertEqual(env.last()[1], reward, "it is still told its reward")


if __name__ == "__main__":
    unittest.main()
