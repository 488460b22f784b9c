"""All files of the folder `examples` run: each bot plays a tournament, and the learning example learns for a moment."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
BUILD = pathlib.Path(os.environ["RENSA_BUILD"])
PYTHON = ["env", f"PYTHONPATH={BUILD / 'python'}", "PYTHONDONTWRITEBYTECODE=1", "/usr/bin/python3", "-W", "error"]


class ExamplesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def play(self, *words: object) -> list[dict[str, object]]:
        """Lets a program play two games against `random`. Returns the games."""
        plan = self.folder / "plan.json"
        player = {"name": "example", "exec": [str(word) for word in words]}
        plan.write_text(json.dumps({"name": "cup", "seed": 1, "pairs": 1, "players": ["random", player]}))
        run = [BUILD / "bin/rensa", "tournament"]
        place = [plan, "--folder", self.folder / "cup"]
        done = subprocess.run([*run, "run", *place, "--exec-isolation", "none", "--quiet"], capture_output=True, check=False,
                              text=True)
        logs = "".join(log.read_text() for log in (self.folder / "cup/logs").glob("*") if log.is_file())
        self.assertEqual(done.returncode, 0, done.stderr + logs)
        games = subprocess.run([*run, "games", *place, "--json"], capture_output=True, check=True, text=True).stdout
        return json.loads(games)

    def assert_wins(self, *words: object) -> None:
        games = self.play(*words)
        self.assertEqual(len(games), 2)
        for game in games:
            self.assertEqual((game["winner"], game["cause"]), ("example", "choked"), game)

    def test_bot_of_twenty_lines_beats_random(self) -> None:
        lines = [line for line in (EXAMPLES / "twenty_lines.py").read_text().splitlines() if line]
        self.assertLessEqual(len(lines), 20)
        self.assert_wins(*PYTHON, EXAMPLES / "twenty_lines.py")

    def test_searching_bots_beat_random(self) -> None:
        self.assert_wins(*PYTHON, EXAMPLES / "search.py")

    def test_searching_bot_in_cpp_beats_random(self) -> None:
        self.assert_wins(BUILD / "examples/example-search")

    def test_bot_in_javascript_beats_random(self) -> None:
        if shutil.which("node") is None:
            self.skipTest("there is no node here")
        lines = [line for line in (EXAMPLES / "forty_lines.mjs").read_text().splitlines() if line]
        self.assertLessEqual(len(lines), 40)
        subprocess.run(["node", ROOT / "clients/bindings/js/pack.js", self.folder], check=True, stdout=subprocess.DEVNULL)
        [package] = self.folder.glob("rensa-*.tgz")
        with tarfile.open(package) as file:
            file.extractall(self.folder / "node_modules")
        (self.folder / "node_modules/package").rename(self.folder / "node_modules/rensa")
        shutil.copy(EXAMPLES / "forty_lines.mjs", self.folder)
        self.assert_wins("node", self.folder / "forty_lines.mjs")

    def test_learning_example_draws_its_curve_and_plays(self) -> None:
        outputs = []
        for jobs in ("1", "2"):
            subprocess.run([*PYTHON, EXAMPLES / "learn.py", "--generations", "2", "--population", "4", "--games", "1",
                            "--test-games", "8", "--jobs", jobs, "--curve", "curve.svg", "--weights", "weights.json"],
                           check=True, cwd=self.folder, stdout=subprocess.DEVNULL)
            outputs.append([(self.folder / name).read_text() for name in ("curve.svg", "weights.json")])
        self.assertEqual(outputs[0], outputs[1], "the processes change nothing")
        picture = ET.fromstring(outputs[0][0])
        line = picture.find("{http://www.w3.org/2000/svg}polyline")
        heights = [float(point.split(",")[1]) for point in line.get("points").split()]
        self.assertEqual(len(heights), 3, "the begin and two generations")
        self.assertLess(heights[-1], heights[0], "its chains have become longer")
        self.assertNotIn("nan", outputs[0][0])
        weights = json.loads(outputs[0][1])
        self.assertEqual(len(weights), 8)
        self.assertTrue(any(weights.values()))
        games = self.play(*PYTHON, EXAMPLES / "learn.py", "--play", self.folder / "weights.json")
        self.assertEqual({game["cause"] for game in games}, {"choked"})

    def test_table_of_the_folder_is_complete(self) -> None:
        named = set(re.findall(r"^\| `([^`]+)` \|", (EXAMPLES / "README.md").read_text(), re.MULTILINE))
        present = {file.name for file in EXAMPLES.iterdir() if file.is_file()} - {"README.md", "CMakeLists.txt"}
        self.assertEqual(named, present)


if __name__ == "__main__":
    unittest.main()
