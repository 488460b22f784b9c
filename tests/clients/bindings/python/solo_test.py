"""rensa.solo holds the rules of Gymnasium's interface, point by point."""

import unittest
from typing import Any

import numpy as np
import rensa
from rensa import solo


class SoloTest(unittest.TestCase):
    def test_spaces_are_known_before_the_first_episode(self) -> None:
        env = solo.env()
        self.assertEqual(env.action_space, rensa.spaces.Discrete(22))
        self.assertEqual(set(env.observation_space.spaces), {"field", "pairs"})
        self.assertIn("ansi", env.metadata["render_modes"])
        self.assertIs(env.unwrapped, env)

    def test_reset_returns_an_observation_and_an_info(self) -> None:
        env = solo.env()
        observation, info = env.reset(seed=1)
        self.assertIn(observation, env.observation_space)
        self.assertEqual(info["action_mask"].tolist(), [1] * 22)
        self.assertEqual(info["action_mask"].dtype, np.int8)
        with self.assertRaises(TypeError):
            env.reset(1)  # type: ignore[misc]

    def test_step_returns_five_values_until_the_end(self) -> None:
        env = solo.env(hands=30)
        env.action_space.seed(1)
        _, info = env.reset(seed=1)
        for hand in range(1, 31):
            observation, reward, terminated, truncated, info = env.step(int(env.action_space.sample(info["action_mask"])))
            self.assertIn(observation, env.observation_space)
            self.assertIsInstance(reward, float)
            self.assertIs(type(terminated), bool)
            self.assertIs(type(truncated), bool)
            self.assertEqual(info["hand"], hand)
            if terminated or truncated:
                break
        self.assertTrue(terminated or hand == 30)
        self.assertNotEqual(terminated, truncated)
        with self.assertRaises(RuntimeError):
            env.step(0)

    def test_episode_is_cut_off_after_its_hands(self) -> None:
        env = solo.env(hands=2)
        env.reset(seed=1)
        self.assertEqual(env.step(0)[2:4], (False, False))
        self.assertEqual(env.step(1)[2:4], (False, True))

    def test_episode_ends_when_the_cell_of_new_pairs_is_filled(self) -> None:
        env = solo.env()
        env.reset(options={"queue": "RB YG"})
        ends = [env.step(2)[2] for _ in range(6)]
        self.assertEqual(ends, [False] * 5 + [True])

    def test_reward_is_the_score_of_the_chain(self) -> None:
        env = solo.env()
        observation, _ = env.reset(options={"field": rensa.Field("RRR..."), "queue": "RB"})
        self.assertEqual(observation["pairs"].tolist(), [[4, 5]] * 3)
        observation, reward, _, _, info = env.step(3)
        self.assertEqual((reward, info["links"], info["score"]), (40.0, 1, 40))
        self.assertEqual(observation["field"][0].tolist(), [0, 0, 0, 5, 0, 0])

    def test_equal_seeds_give_equal_episodes_and_no_seed_goes_on(self) -> None:
        def pairs(env: Any, **options: Any) -> list[list[int]]:
            return env.reset(**options)[0]["pairs"].tolist() * 1

        env = solo.env(visible_pairs=20)
        first, second = pairs(env, seed=8), pairs(env)
        self.assertNotEqual(first, second)
        self.assertEqual(pairs(env, seed=8), first)
        self.assertEqual(pairs(env), second)
        self.assertNotEqual(pairs(env, seed=9), second, "the next seed is no part of these episodes")
        self.assertIsInstance(env.np_random, np.random.Generator)

    def test_an_impossible_action_is_an_error(self) -> None:
        env = solo.env()
        with self.assertRaises(RuntimeError):
            env.step(0)
        env.reset(options={"field": rensa.Field("\n".join(["O....."] * 12))})
        for action in (0, 22, -1, 1.0):
            with self.assertRaises(ValueError):
                env.step(action)
        for options, word in (({"fields": 1}, "fields"), ({"queue": "RX"}, "RX"), ({"queue": ""}, "at least one pair")):
            with self.assertRaisesRegex(ValueError, word):
                env.reset(options=options)
        self.assertEqual(env.step(2)[4]["hand"], 1, "the episode goes on")

    def test_render_shows_the_field(self) -> None:
        env = solo.env(render_mode="ansi")
        env.reset(options={"field": rensa.Field("RRR..."), "queue": "RB YG"})
        self.assertEqual(env.render().splitlines()[11:], ["RRR...", "hand 0: 0 RB YG RB"])
        self.assertIn("<svg", env._repr_svg_())
        self.assertEqual(solo.env(render_mode="rgb_array").render().shape[2], 3)
        self.assertIsNone(solo.env().render())
        env.close()


if __name__ == "__main__":
    unittest.main()
