"""What docs/bots.md tells the author of a new bot to type leads to a finished tournament, in each language."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from installation import AUTHOR, PREFIX, SOURCE, commands_of_page

def with_this_installation(commands: str) -> str:
    """The packages would be below /usr. Not every machine lets programs be isolated; that has tests of its own."""
    commands = commands.replace("rensa check", "rensa check --exec-isolation none --clock virtual")
    return commands.replace("/usr/share/nodejs", f"{PREFIX}/share/nodejs").replace(
        "tournament run", "tournament run --exec-isolation none --quiet")


class NewBot(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rensa-new-bot-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def type(self, commands: str, folder: pathlib.Path) -> str:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", with_this_installation(commands)], cwd=folder,
                              env=AUTHOR, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def play(self, language: str) -> None:
        commands = commands_of_page(language)
        printed = self.type(commands, self.folder)
        self.assertIn("6 games, over", printed)
        row = re.search(r"^ +(\d) my-bot +\S+ +(\d+) ", printed, re.M)
        assert row, printed
        self.assertEqual(row[2], "4", printed)
        self.assertNotEqual(row[1], "3", "it plays no better than random:\n" + printed)
        readme = (self.folder / "my-bot/README.md").read_text(encoding="utf-8")
        self.assertLessEqual(len(readme.splitlines()), 13)
        for command in commands.splitlines()[2:]:
            self.assertRegex(readme, rf"(?m)^{re.escape(command)}( |$)")
        self.assertRegex(readme, r"(?m)^rensa submit \.( |$)")
        [check] = re.findall(r"^(rensa check .*?)  ", readme, re.M)
        self.assertIn(f"\n{check}", (SOURCE / "docs/bots.md").read_text(encoding="utf-8"))
        self.assertIn("lost line:    ok\n", self.type(check, self.folder / "my-bot"))

    def test_in_cpp(self) -> None:
        self.play("cpp")

    def test_in_python(self) -> None:
        self.play("python")

    @unittest.skipUnless(shutil.which("npm"), "no npm here")
    def test_in_javascript(self) -> None:
        self.play("js")


if __name__ == "__main__":
    unittest.main()
