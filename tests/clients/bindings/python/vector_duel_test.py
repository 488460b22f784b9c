"""Many duels at once: they are those of rensa.Duel, and all that happens is seen in the arrays."""

import unittest
from typing import Any

import numpy as np
import rensa
from numpy.typing import NDArray


def random_actions(duels: rensa.VectorDuel, generator: np.random.Generator) -> NDArray[np.int64]:
    """A random placement of each mask, and 0 where the mask has none."""
    return np.asarray(np.argmax(duels.action_mask * (generator.random(duels.action_mask.shape) + 0.01), axis=-1))


class VectorDuelTest(unittest.TestCase):
    def check_against_duel(self, duels: rensa.VectorDuel, game: int, duel: rensa.Duel) -> None:
        for seat in range(2):
            view = duel.view(seat)
            self.assertEqual(duels.own[game, seat].tobytes(), view.own.field.cells)
            self.assertEqual(duels.opponent[game, seat].tobytes(), view.opponent.field.cells)
            self.assertEqual(np.flatnonzero(duels.action_mask[game, seat]).tolist(), view.placements)
            self.assertEqual(bool(duels.is_due[game, seat]), view.is_decision_due)
            self.assertEqual(duels.garbage[game, seat].tolist(),
                             [side.pending + side.fixed for side in (view.own, view.opponent)])
            self.assertEqual(duels.scores[game, seat].tolist(), [view.own.score, view.opponent.score])
            shown = duels.pairs[game, seat].tolist()
            raw = [[view.own.raw.pairs[i].axis, view.own.raw.pairs[i].child] for i in range(view.own.raw.pair_count)]
            self.assertEqual(shown[:len(raw)], raw)
            self.assertEqual(shown[len(raw):], [[0, 0]] * (len(shown) - len(raw)))
        self.assertEqual(int(duels.clocks[game]), duel.clock)

    def test_games_are_those_of_duel(self) -> None:
        for ruleset in rensa.published_rulesets():
            duels = rensa.VectorDuel(3, ruleset, seed=5)
            games = [rensa.Duel(ruleset, seed=5 + i) for i in range(3)]
            generator = np.random.default_rng(5)
            for game in games:
                game.start()
            ended = 0
            while ended == 0:
                for i, game in enumerate(games):
                    self.check_against_duel(duels, i, game)
                actions = random_actions(duels, generator)
                due = duels.is_due.copy()
                duels.step(actions)
                for i, game in enumerate(games):
                    game.play({seat: int(actions[i, seat]) for seat in range(2) if due[i, seat]})
                    has_ended = bool(duels.terminations[i] or duels.truncations[i])
                    self.assertEqual(has_ended, game.outcome is not None)
                    ended += has_ended
                    if game.outcome is not None and game.outcome.winner is not None:
                        self.assertEqual(duels.rewards[i, game.outcome.winner], 1)
                        self.assertEqual(duels.rewards[i, 1 - game.outcome.winner], -1)
                    elif game.outcome is None:
                        self.assertEqual(duels.rewards[i].tolist(), [0, 0])

    def test_a_game_that_has_ended_begins_anew_with_the_next_seed(self) -> None:
        duels = rensa.VectorDuel(2, "jaist-1", seed=9)
        generator = np.random.default_rng(9)
        while not duels.terminations.any():
            duels.step(random_actions(duels, generator))
        game = int(np.flatnonzero(duels.terminations)[0])
        self.assertFalse(duels.action_mask[game].any())
        if duels.terminations.all():
            self.fail("choose another seed: both games have ended at once")
        duels.step(random_actions(duels, generator))
        self.check_against_duel(duels, game, rensa.Duel("jaist-1", seed=11))
        self.assertFalse(duels.terminations[game])
        self.assertEqual(duels.rewards[game].tolist(), [0, 0])

    def test_a_game_that_reaches_its_limit_is_truncated(self) -> None:
        rules = rensa.Ruleset('{"id": "two-turns", "base": "jaist-1", "turn_limit": 2}')
        duels = rensa.VectorDuel(1, rules)
        self.assertEqual(duels.ruleset_id, "two-turns")
        duels.step([[0, 0]])
        self.assertFalse(duels.truncations[0])
        duels.step([[1, 1]])
        self.assertTrue(duels.truncations[0])
        self.assertFalse(duels.terminations[0])
        self.assertEqual(duels.rewards.tolist(), [[0, 0]])

    def test_arrays_are_always_the_same_memory(self) -> None:
        duels = rensa.VectorDuel(4)
        own = duels.own
        observations, rewards, terminations, truncations, infos = duels.step(random_actions(duels, np.random.default_rng(1)))
        self.assertIs(observations["own"], own)
        self.assertIs(rewards, duels.rewards)
        self.assertIs(terminations, duels.terminations)
        self.assertIs(truncations, duels.truncations)
        self.assertIs(infos["action_mask"], duels.action_mask)
        self.assertEqual((own.shape, own.dtype), ((4, 2, 14, 6), np.uint8))
        self.assertEqual(set(observations), {"own", "opponent", "pairs", "garbage", "scores"})
        self.assertEqual(set(infos), {"action_mask", "is_due", "clocks"})
        self.assertTrue(all(array.flags.c_contiguous for array in [*observations.values(), *infos.values()]))
        self.assertEqual(len(duels), 4)
        del duels
        self.assertEqual(own.shape, (4, 2, 14, 6), "an array outlives its duels")

    def test_send_and_recv_play_as_step_does(self) -> None:
        one, two = rensa.VectorDuel(16, seed=3), rensa.VectorDuel(16, seed=3)
        generator = np.random.default_rng(3)
        for _ in range(40):
            actions = random_actions(one, generator)
            one.step(actions)
            two.send(actions)
            with self.assertRaises(RuntimeError):
                two.step(actions)
            with self.assertRaises(RuntimeError):
                two.send(actions)
            with self.assertRaises(RuntimeError):
                two.reset()
            result = two.recv()
            self.assertIs(result[0]["own"], two.own)
            for name in ("own", "opponent", "pairs", "garbage", "scores", "action_mask", "rewards", "clocks"):
                np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
        with self.assertRaises(RuntimeError):
            two.recv()

    def test_duels_can_be_dropped_while_a_step_runs(self) -> None:
        duels = rensa.VectorDuel(64)
        duels.send(random_actions(duels, np.random.default_rng(4)))
        del duels

    def test_reset_begins_with_the_seed_or_with_the_next_one(self) -> None:
        duels = rensa.VectorDuel(2, "jaist-1", seed=7)
        first = duels.pairs.copy()
        observations, infos = duels.reset()
        self.assertIs(observations["pairs"], duels.pairs)
        self.assertIs(infos["is_due"], duels.is_due)
        self.assertFalse(np.array_equal(duels.pairs, first))
        self.check_against_duel(duels, 0, rensa.Duel("jaist-1", seed=9))
        duels.reset(seed=7)
        np.testing.assert_array_equal(duels.pairs, first)

    def test_a_wrong_action_changes_nothing(self) -> None:
        duels = rensa.VectorDuel(2, "jaist-1", seed=7)
        duels.step([[2, 2], [2, 2]])
        while duels.action_mask[1, 0].all():
            duels.step([[np.flatnonzero(mask)[0] for mask in game] for game in duels.action_mask])
        before = duels.own.copy()
        impossible = int(np.flatnonzero(duels.action_mask[1, 0] == 0)[0])
        good = int(np.flatnonzero(duels.action_mask.all(axis=(0, 1)))[0]) if duels.action_mask.all(axis=(0, 1)).any() else 0
        for wrong in (impossible, 22, -1):
            with self.assertRaisesRegex(ValueError, "game 1, seat 0"):
                actions: Any = [[np.flatnonzero(mask)[0] for mask in game] for game in duels.action_mask]
                actions[1][0] = wrong
                duels.step(actions)
        for shape in ([good, good], [[good]], [[good] * 2] * 3):
            with self.assertRaises(ValueError):
                duels.step(shape)
        np.testing.assert_array_equal(duels.own, before)

    def test_actions_of_a_wrong_type_or_shape_are_errors_with_a_sentence(self) -> None:
        duels = rensa.VectorDuel(2)
        wrong: Any
        for wrong in (np.zeros((2, 2)), np.zeros((2, 2), np.uint64), np.zeros((2, 2), bool), None, "x", [[0, None]] * 2):
            for call in (duels.step, duels.send):
                with self.assertRaisesRegex(TypeError, r"actions: must be whole numbers .*\(2, 2\)"):
                    call(wrong)
        for wrong in (0, [0, 0], np.zeros((2, 3), int), np.zeros((1, 2, 2), int)):
            with self.assertRaisesRegex(ValueError, r"actions: must have the shape \(2, 2\)"):
                duels.step(wrong)
        with self.assertRaises(ValueError):
            duels.step([[0, 0], [0]])
        for kind in (np.int8, np.uint8, np.uint32, np.int64):
            duels.reset(seed=1)
            duels.step(np.zeros((2, 2), kind))

    def test_seeds_of_a_wrong_type_or_size_are_errors(self) -> None:
        duels = rensa.VectorDuel(1)
        for number in (-1, 2**64):
            with self.assertRaisesRegex(ValueError, "seed"):
                duels.reset(seed=number)
        wrong: Any
        for wrong in ("x", 1.5):
            with self.assertRaisesRegex(TypeError, "seed"):
                duels.reset(seed=wrong)
        duels.reset(seed=np.uint64(2**64 - 1))  # type: ignore[arg-type]

    def test_wrong_arguments_are_errors(self) -> None:
        with self.assertRaises(ValueError):
            rensa.VectorDuel(0)
        with self.assertRaisesRegex(rensa.RensaError, "tsu-7"):
            rensa.VectorDuel(1, "tsu-7")
        with self.assertRaisesRegex(ValueError, "seed"):
            rensa.VectorDuel(1, seed=-1)
        with self.assertRaises(rensa.RensaError):
            rensa.VectorDuel(1, '{"id": "x", "colours": 9}')


if __name__ == "__main__":
    unittest.main()
