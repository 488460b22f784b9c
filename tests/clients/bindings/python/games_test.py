"""Duels, records, built-in players and matches in this process, by the package rensa."""

import ctypes
import gc
import threading
import unittest
from typing import Any

import numpy as np

import rensa


def lowest(view: rensa.View) -> int:
    """Puts every pair where its columns are lowest."""
    def columns(placement: int) -> tuple[int, int]:
        for first, count, child, begin in ((0, 6, 0, 1), (6, 5, 1, 1), (11, 6, 0, 1), (17, 5, -1, 2)):
            if placement < first + count:
                return placement - first + begin, placement - first + begin + child
        raise AssertionError(placement)
    field = view.own.field
    return min(view.placements, key=lambda one: sum(field.height(column) for column in columns(one)))


class DuelTest(unittest.TestCase):
    def test_view_has_the_pairs_and_the_placements(self) -> None:
        duel = rensa.Duel(queue="RB YG RR BY")
        self.assertEqual(duel.view(0).placements, [])
        duel.start()
        view = duel.view(0)
        self.assertEqual(duel.due_seats, [0, 1])
        self.assertEqual(view.own.pairs[0], "RB")
        self.assertEqual(view.own.pairs[1], "YG")
        self.assertEqual(view.placements, list(range(22)))
        self.assertEqual(view.own.field, rensa.Field())
        self.assertIsNone(view.outcome)

    def test_view_is_shown_as_a_picture(self) -> None:
        duel = rensa.Duel(queue="RB YG RR BY")
        duel.start()
        duel.play({0: 0, 1: 5})
        while 0 not in duel.due_seats:
            duel.play({})
        shown = str(duel.view(0))
        self.assertRegex(shown, r"^<View seat 0, clock \d+, placements \[0, 1, ")
        self.assertIn("own: <Side hand 2: pairs YG RR, score 13, garbage 0>\n", shown)
        self.assertIn("B.....\nR.....", shown)
        self.assertIn("opponent: <Side hand ", shown)

    def test_placements_are_played(self) -> None:
        duel = rensa.Duel(queue="RB YG")
        duel.start()
        duel.play({0: 0, 1: 5})
        while len(duel.due_seats) < 2:
            duel.play({})
        self.assertEqual(str(duel.view(0).own.field).split()[-2:], ["B.....", "R....."])
        self.assertEqual(str(duel.view(1).own.field).split()[-2:], [".....B", ".....R"])
        with self.assertRaises(ValueError):
            duel.play({0: 22})

    def test_equal_inputs_give_equal_games(self) -> None:
        hashes = []
        for _ in range(2):
            duel = rensa.Duel(seed=7)
            duel.start()
            while duel.outcome is None:
                duel.play({seat: duel.placements(seat)[0] for seat in duel.due_seats})
            hashes.append((duel.hash, duel.outcome))
        self.assertEqual(hashes[0], hashes[1])

    def test_game_can_be_resigned(self) -> None:
        duel = rensa.Duel(players=("one", "two"))
        duel.start()
        record = duel.finish(loser=0)
        self.assertEqual(record.outcome, rensa.Outcome(1, "resigned", duel.clock))

    def test_rulesets_of_turns_are_played(self) -> None:
        ids = [id for id in rensa.published_rulesets() if rensa.Ruleset(id).has_turns]
        self.assertTrue(ids)
        record = rensa.play_game(("greedy", lowest), ruleset=ids[0])
        self.assertEqual(record.ruleset.id, ids[0])


class PlacingTest(unittest.TestCase):
    def test_every_placement_of_whole_games_can_be_tried_on_the_own_field(self) -> None:
        compared_high = 0
        for seed in range(1, 9):
            duel = rensa.Duel(seed=seed)
            duel.start()
            while duel.outcome is None:
                chosen = {}
                for seat in duel.due_seats:
                    view = duel.view(seat)
                    after = {placement: view.own.field.place(view.own.pairs[0], placement)[0]
                             for placement in view.placements}
                    chosen[seat] = (view, *max(after.items(), key=lambda one: height_beside_the_middle(one[1])))
                duel.play({seat: placement for seat, (_, placement, _) in chosen.items()})
                for seat, (view, placement, expected) in chosen.items():
                    now = duel.view(seat).own
                    if now.hand == view.own.hand + 1 and not (view.own.pending or view.own.fixed):
                        self.assertEqual(now.field, expected, f"seed {seed}, {view.own.field}, placement {placement}")
                        compared_high += any(expected[column, 14] != "." for column in range(1, 7))
        self.assertGreater(compared_high, 0, "some pair has locked in row 14")

    def test_cell_that_locks_in_row_14_stays_and_one_above_vanishes(self) -> None:
        tower = rensa.Field("\n".join(["O....."] * 12))
        after, chain = tower.place("RB", 0)
        self.assertEqual((after[1, 13], after[1, 14], chain.links), ("R", "B", 0))
        after, _ = tower.place("RB", 11)
        self.assertEqual((after[1, 13], after[1, 14]), ("B", "R"))
        full = rensa.Field("\n".join(["Y....."] + ["O....."] * 12))
        after, _ = full.place("RB", 0)
        self.assertEqual((after[1, 13], after[1, 14]), ("Y", "R"))
        after, _ = full.place("RB", 6)
        self.assertEqual((after[1, 14], after[2, 14], after[2, 1]), ("R", "B", "."))
        after, _ = full.place("RB", 17)
        self.assertEqual((after[1, 14], after[2, 14], after[2, 1]), ("B", "R", "."))


def height_beside_the_middle(field: rensa.Field) -> int:
    return sum(field.height(column) ** 2 for column in (1, 2, 5, 6)) - 100 * field.height(3) - 100 * field.height(4)


class MemoryTest(unittest.TestCase):
    def test_objects_are_freed_with_their_last_reference(self) -> None:
        duel = rensa.Duel(players=("one", "two"))
        duel.start()
        def count() -> int:
            return duel._engine.number("rensa_count", ctypes.c_uint32)
        before = count()
        players = [rensa.players.greedy().seated(duel, 0, seed) for seed in range(5)]
        self.assertEqual(count(), before + 5)
        players.append(players)  # only the collector of Python finds this out
        del players
        gc.collect()
        self.assertEqual(count(), before)


class RecordTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.record = rensa.play_game(("greedy", lowest), seed=11)

    def test_record_is_written_read_and_verified(self) -> None:
        data = self.record.to_bytes()
        again = rensa.Record(data)
        self.assertEqual(again.to_bytes(), data)
        self.assertEqual(rensa.Record(self.record.json()).to_bytes(), data)
        self.assertEqual(again.players, ["greedy", "lowest"])
        self.assertEqual(again.seed, 11)
        self.assertEqual(again.ruleset.id, "tsu-1")
        self.assertEqual(again.outcome, self.record.outcome)

    def test_changed_byte_is_found(self) -> None:
        data = bytearray(self.record.to_bytes())
        data[len(data) // 2] ^= 1
        with self.assertRaises(rensa.RensaError):
            rensa.Record(bytes(data))

    def test_decisions_are_those_that_were_made(self) -> None:
        decisions = list(self.record.decisions(1))
        self.assertGreater(len(decisions), 3)
        for decision in decisions:
            if decision.placement is not None:
                self.assertEqual(decision.placement, lowest(decision.view))
        self.assertEqual(decisions[0].view.own.pairs[0], rensa.queue(11)[0])

    def test_replay_shows_any_clock(self) -> None:
        replay = self.record.replay()
        replay.seek(self.record.outcome.clock)
        self.assertEqual(replay.outcome, self.record.outcome)
        replay.seek(0)
        self.assertIsNone(replay.outcome)
        self.assertEqual(replay.view(0).own.field, rensa.Field())

    def test_statistics_count_the_pairs(self) -> None:
        statistics = self.record.statistics(1)
        placed = [one for one in self.record.decisions(1) if one.placement is not None]
        self.assertEqual(statistics["hands"], len(placed))
        self.assertIn("http", self.record.url(0))


class PlayerTest(unittest.TestCase):
    def test_players_are_known_by_name(self) -> None:
        self.assertIn("gaze", rensa.players.names())
        self.assertEqual(rensa.players.gaze(nodes=200).nodes, 200)
        with self.assertRaisesRegex(ValueError, "gaze"):
            rensa.players.BuiltIn("nobody")

    def test_each_named_player_plays(self) -> None:
        for player in (rensa.players.greedy(), rensa.players.random(), rensa.players.potential(),
                       rensa.players.gaze(nodes=50), rensa.players.joseki(nodes=50), rensa.players.champion(nodes=50)):
            duel = rensa.Duel()
            duel.start()
            self.assertIn(player.seated(duel, 0, 1).choose(), duel.placements(0))

    def test_match_counts_the_games_of_the_first_player(self) -> None:
        result = rensa.match("greedy", "random", games=4, swap=True, keep_records=True)
        self.assertEqual([record.players[0] for record in result.records], ["greedy", "random"] * 2)
        winners = [None if one.outcome.winner is None else one.players[one.outcome.winner] for one in result.records]
        counts = (winners.count("greedy"), winners.count(None), winners.count("random"))
        self.assertEqual((result.wins, result.draws, result.losses), counts)
        self.assertGreater(result.wins, 0)
        self.assertEqual(result.records[0].seed, result.records[1].seed)
        self.assertNotEqual(result.records[1].seed, result.records[2].seed)

    def test_function_that_chooses_what_is_impossible_is_named(self) -> None:
        with self.assertRaisesRegex(rensa.IllegalPlacement, "careless chose 99"):
            def careless(view: rensa.View) -> int:
                return 99
            rensa.play_game((careless, "random"))

    def test_function_may_choose_a_number_of_numpy_but_no_fraction(self) -> None:
        record = rensa.play_game((lambda view: np.int64(view.placements[0]), "random"))
        self.assertEqual(record.players[1], "random")
        def split(view: rensa.View) -> Any:
            return float(view.placements[0])
        with self.assertRaisesRegex(rensa.IllegalPlacement, r"split chose \d+\.0, which is no whole number, of \["):
            rensa.play_game((split, "random"))

    def test_names_that_are_no_pair_of_players_are_refused(self) -> None:
        for players in ("greedy", ("greedy",)):
            with self.subTest(players), self.assertRaisesRegex(TypeError, "players has to be a pair"):
                rensa.play_game(players)  # type: ignore[arg-type]
        self.assertRaises(ValueError, rensa.play_game, ("greedy", "random"), "random")

    def test_threads_play_at_the_same_time(self) -> None:
        results: list[bytes] = [b""] * 3
        def play(index: int) -> None:
            results[index] = rensa.play_game(("greedy", "random"), seed=5).to_bytes()
        threads = [threading.Thread(target=play, args=(i,)) for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(results[0])
        self.assertEqual(len(set(results)), 1)


if __name__ == "__main__":
    unittest.main()
