"""rensa.run() lets functions and built-in players meet each other."""

import unittest

import rensa


def first(view: rensa.View) -> int:
    return view.placements[0]


def last(view: rensa.View) -> int:
    return view.placements[-1]


class FirstOfMany:
    def choose_many(self, views: list[rensa.View]) -> list[int]:
        return [view.placements[0] for view in views]


class RoundRobinTest(unittest.TestCase):
    def test_all_players_meet_each_other(self) -> None:
        table = rensa.run([first, last, "random"], games=2, seed=3, keep_records=True)
        self.assertEqual(sorted(row.name for row in table), ["first", "last", "random"])
        self.assertEqual([row.games for row in table], [4, 4, 4])
        self.assertEqual(sum(row.points for row in table), 6)
        self.assertEqual([row.points for row in table], sorted((row.points for row in table), reverse=True))
        pairings = sorted("-".join(sorted(record.players)) for record in table.records)
        self.assertEqual(pairings, sorted(2 * ["first-last", "first-random", "last-random"]))

    def test_each_pair_plays_the_games_of_a_match(self) -> None:
        table = rensa.run([first, "random"], games=4, seed=9)
        match = rensa.match(first, "random", games=4, seed=9, swap=True)
        of_first = next(row for row in table if row.player is first)
        self.assertEqual((of_first.wins, of_first.draws, of_first.losses), (match.wins, match.draws, match.losses))

    def test_bot_for_batches_can_play(self) -> None:
        one, two = (rensa.match(bot, "random", games=2, seed=5, ruleset="jaist-1", keep_records=True)
                    for bot in (first, FirstOfMany()))
        self.assertEqual([record.outcome for record in one.records], [record.outcome for record in two.records])

    def test_players_with_the_same_name_are_told_apart(self) -> None:
        names = [row.name for row in rensa.run([last, last, "random"], ruleset="jaist-1")]
        self.assertEqual(sorted(names), ["last", "last (2)", "random"])

    def test_table_is_shown_as_text(self) -> None:
        lines = str(rensa.run([first, "random"], ruleset="jaist-1")).splitlines()
        self.assertEqual(lines[0].split(), ["points", "won", "drawn", "lost"])
        self.assertEqual(sorted(line.split()[0] for line in lines[1:]), ["first", "random"])

    def test_wrong_players_are_refused(self) -> None:
        self.assertRaises(ValueError, rensa.run, ["random"])
        with self.assertRaisesRegex(ValueError, "^games has to be even"):
            rensa.run(["random", first], games=3)
        self.assertRaises(TypeError, rensa.run, ["random", 7])


if __name__ == "__main__":
    unittest.main()
