"""What docs/bots.md tells a reader to type, beside the projects of new_bot_test.py and the tournament of guide_test.js."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
import urllib.request
from collections.abc import Iterator

from installation import AUTHOR, BUILD, CMAKE, PREFIX, SOURCE, Server, blocks_of_page

IS_LONG = bool(os.environ.get("RENSA_LONG"))
BLOCKS = blocks_of_page()
# Each block of the page begins with one of these, and is typed or compared by the test that stands behind it.
TESTS = {
    ("bash", "rensa new-bot"): "new_bot_test.py",
    ("sh", "node clients/bindings/js/pack.js"): "guide_test.js",
    ("js", "// A whole bot"): "guide_test.js",
    ("sh", "cd ~"): "guide_test.js",
    ("cpp", "#include"): "test_project_in_cpp",
    ("cmake", "cmake_minimum_required"): "test_project_in_cpp",
    ("", "./dev bot"): "test_example_bot_plays_itself",
    ("", "rensa check"): "test_check",
    ("", "start:        ok\nvirtual:      ok\nturns:"): "test_result_of_a_check",
    ("json", '{ "exec": ["env", "PYTHONPATH'): "test_check_of_a_description",
    ("", "export RENSA_SERVER_URL"): "test_submit",
    ("", "my-bot: 2 files"): "test_submit",
    ("json", '{ "name": "my-bot", "language"'): "test_manifest",
    ("", "tar --format=ustar"): "test_submit",
    ("", "rensa repro"): "test_repro",
    ("", "recorded  "): "test_repro",
    ("", "rensa-worker"): "test_worker",
}


def block(begin: str) -> str:
    [found] = [text for _, text in BLOCKS if text.startswith(begin)]
    return found


def can_isolate() -> bool:
    """True if this machine lets programs be isolated, as a server needs it for bots of others."""
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    return shutil.which("bwrap") is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0


class Page(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rensa-bots-page-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def type(self, commands: str, folder: pathlib.Path | None = None, status: int = 0) -> str:
        done = subprocess.run(["bash", "-uo", "pipefail", "-ec", commands], cwd=folder or self.folder, env=AUTHOR,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, commands + "\n" + done.stdout + done.stderr)
        return done.stdout

    def new_bot(self) -> pathlib.Path:
        self.type("rensa new-bot my-bot --language python")
        return self.folder / "my-bot"

    @contextlib.contextmanager
    def running(self, *command: object) -> Iterator["subprocess.Popen[str]"]:
        """A program that is interrupted at the end, and then has to end well."""
        process = subprocess.Popen([str(word) for word in command], env=AUTHOR, cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate()
        self.assertEqual(process.returncode, 0, f"{command}\n{output}")

    def wait_for_line(self, process: "subprocess.Popen[str]", pattern: str) -> None:
        assert process.stdout
        lines = []
        for line in process.stdout:
            lines.append(line)
            if re.search(pattern, line):
                return
        self.fail(f"{process.args} ended without a line {pattern}:\n{''.join(lines)}")

    def test_every_block_is_typed_or_compared(self) -> None:
        for kind, text in BLOCKS:
            found = [test for (of, begin), test in TESTS.items() if of == kind and text.startswith(begin)]
            self.assertEqual(len(found), 1, text)
            self.assertTrue(not found[0].startswith("test_") or hasattr(self, found[0]), found)
        for (kind, begin), test in TESTS.items():
            self.assertTrue(any(of == kind and text.startswith(begin) for of, text in BLOCKS), (begin, test))

    def test_project_in_cpp(self) -> None:
        (self.folder / "main.cpp").write_text(block("#include"), encoding="utf-8")
        (self.folder / "CMakeLists.txt").write_text(block("cmake_minimum_required"), encoding="utf-8")
        page = (SOURCE / "docs/bots.md").read_text(encoding="utf-8")
        [commands, program] = re.findall(r"^Then `(cmake [^`]*)` builds `([^`]*)`\.$", page, re.MULTILINE)[0]
        self.type(commands)
        self.assertRegex(self.type(f"{program} --version"), r"^rensa-example-bot [0-9.]+\n$")

    def test_example_bot_plays_itself(self) -> None:
        [name, address] = block("./dev bot").split()[1:]
        self.assertEqual((name, address), ("bot", "127.0.0.1:8733"))
        with Server() as server:
            program = BUILD / "bin/rensa-example-bot"
            with self.running(program, server.workers), self.running(program, server.workers):
                games: list[object] = []
                while not games:  # for some seconds
                    with urllib.request.urlopen(f"{server.page}api/v1/games") as answer:
                        games = json.load(answer)["games"]

    def test_check(self) -> None:
        """The commands for one language each are those of its new project, where new_bot_test.py types them."""
        *of_languages, with_options = block("rensa check").splitlines()
        self.assertEqual(of_languages, ["rensa check build/bot", "rensa check python3 bot.py", "rensa check node main.js"])
        printed = self.type(with_options.replace("rensa check", "rensa check --exec-isolation none"))
        self.assertEqual([line.split(":")[0] for line in printed.splitlines()],
                         ["start", "virtual", "turns", "lost line", "slow machine"])

    def test_result_of_a_check(self) -> None:
        """A bot that ends when its connection is lost is told so in the words of the page."""
        bot = self.new_bot()
        (bot / "bot.py").write_text(
            "import os, rensa\n"
            "def end_with_the_line(text):\n"
            "    if text.startswith('lost '): os._exit(1)\n"
            "rensa.play(bot=lambda view: view.placements[0], notice=end_with_the_line)\n", encoding="utf-8")
        printed = self.type("rensa check --exec-isolation none --clock virtual python3 bot.py", bot, status=3)
        shown = [line for line in block("start:        ok").splitlines() if not line.startswith(("turns:", "real:"))]
        self.assertEqual(printed.splitlines(), shown)

    def test_check_of_a_description(self) -> None:
        bot = self.new_bot()
        text = block('{ "exec": ["env", "PYTHONPATH').replace("../rensa/build/release/python", AUTHOR["PYTHONPATH"])
        (self.folder / "rensa").mkdir()
        (bot / "mine.json").write_text(text, encoding="utf-8")
        self.assertIn("`rensa check\nmine.json`", (SOURCE / "docs/bots.md").read_text(encoding="utf-8"))
        printed = self.type("rensa check --exec-isolation none --clock virtual mine.json", bot)
        self.assertIn("lost line:    ok\n", printed)

    def test_manifest(self) -> None:
        bot = self.new_bot()
        written = json.loads((bot / "bot.json").read_text(encoding="utf-8"))
        shown = json.loads(block('{ "name": "my-bot", "language"'))
        self.assertEqual(shown, {**written, "files": ["bot.py", "weights"]})

    @unittest.skipUnless(can_isolate(), "this machine does not let programs be isolated")
    @unittest.skipUnless(shutil.which("curl"), "no curl here")
    def test_submit(self) -> None:
        bot = self.new_bot()
        modules = AUTHOR["PYTHONPATH"]
        manifest = bot / "bot.json"
        manifest.write_text(manifest.read_text(encoding="utf-8").replace(
            '"python3",', f'"env", "PYTHONPATH={modules}", "/usr/bin/python3",'), encoding="utf-8")
        with Server("--exec-players", "1", "--submission-ladder", "bots", "--submission-files", modules) as server:
            ladder = {"name": "bots", "format": "ladder", "seasons": 0, "memory_megabytes": 1024,
                      "players": ["random", "greedy"]}
            (self.folder / "ladder.json").write_text(json.dumps(ladder), encoding="utf-8")
            (self.folder / "boss").write_text(server.token("boss", "--administrator"), encoding="utf-8")
            self.type(f"rensa tournament start ladder.json --server {server.page} --token-file boss")
            url = server.page.rstrip("/")
            login, submit = block("export RENSA_SERVER_URL").splitlines()
            login = login.replace("https://rensa.example", url).replace("RENSA_TOKEN=...", f"RENSA_TOKEN={server.token('ann')}")
            printed = self.type(f"{login}\n{submit}")
            self.assertEqual(printed, block("my-bot: 2 files").replace("https://rensa.example", url))
            shown = self.type(f"{login}\nrensa bot show my-bot")
            self.assertRegex(shown, r"(?m)^ +1  entered")
            with (bot / "bot.py").open("a", encoding="utf-8") as code:
                code.write("# another version\n")
            answer = self.type(f"{login}\n{block('tar --format=ustar')}")
            self.assertEqual(json.loads(answer)["version"], 2, answer)

    def test_repro(self) -> None:
        """The program of the page is one in Python here, and looks no further than it has to."""
        self.new_bot()
        (self.folder / "my-bot/build").mkdir()
        program = self.folder / "my-bot/build/bot"
        program.write_text("#!/bin/sh\nexec python3 bot.py\n", encoding="utf-8")
        program.chmod(0o755)
        bot = self.folder / "my-bot"
        self.type("rensa match random random --seed 2 --quiet --record games && mv games/*.rensa my-bot/game.rensa")
        by_program, by_address, by_player = block("rensa repro").splitlines()
        few = (lambda text: text) if IS_LONG else (lambda text: re.sub(r"gaze(:nodes=\d+)?", "gaze:nodes=50", text))

        def repro(command: str) -> str:
            command = few(command).replace("rensa repro", "rensa repro --exec-isolation none")
            if "--opponent" not in command:
                command += " --opponent random"
            return self.type(command + " || [ $? -eq 3 ]", bot)  # 3: the player has lost again

        printed = repro(by_program)
        shown = block("recorded  ")
        self.assertEqual([line.split(" ")[0] for line in printed.splitlines()],
                         [line.split(" ")[0] for line in shown.splitlines()])
        for pattern in (r"^recorded  \S+ \(seat \d\) against \S+ \(seat \d\): \S+ won, choked in frame \d+$",
                        r"^hand      23 of seat \d in frame \d+, pair [RBYG]{2}$",
                        r"^placed    [1-6] \w+ by \S+; [1-6] \w+ by bot$",
                        r"^now       \S+ won, choked in frame \d+, after \d+ hands of bot$"):
            self.assertRegex(printed, re.compile(pattern, re.MULTILINE))
            self.assertRegex(shown, re.compile(pattern, re.MULTILINE))
        answer = json.loads(repro(by_player))
        self.assertEqual(answer["hand"], 23)
        self.assertTrue((bot / "new.rensa").is_file())
        with Server() as server:
            player = [PREFIX / "bin/rensa-worker", "--server", server.workers, "--player", "random", "--matches", "1"]
            with self.running(*player, "--seed", "1") as other:
                self.type(" ".join(map(str, [*player, "--seed", "5"])))
                other.wait()
            with_address = by_address.replace("https://example.org/replay/7", f"{server.page}replay/1")
            self.assertIn("hand      23 of", repro(with_address))

    def test_worker(self) -> None:
        """Each command connects to a server, and ends when it is interrupted."""
        with Server("--worker-socket", str(self.folder / "socket")) as server:
            (self.folder / "token").write_text(server.token("of-a-file"), encoding="utf-8")
            (self.folder / "mine.json").write_text("{}", encoding="utf-8")
            for number, line in enumerate(block("rensa-worker").splitlines()):
                command = re.sub(r"unix:\S+", f"unix:{self.folder}/socket", line)
                command = re.sub(r"(localhost|example\.org):7000", server.workers, command)
                command = re.sub(r"\bT\b", server.token(f"player-{number}"), command)
                with self.subTest(line), self.running("bash", "-c", f"exec env {command}") as process:
                    self.wait_for_line(process, "connected|entered|plays|waits")


if __name__ == "__main__":
    unittest.main()
