"""The manual pages and the completions of the installed programs have all of their options."""

import functools
import gzip
import pathlib
import re
import shutil
import subprocess
import unittest

from installation import PREFIX, PROGRAMS, run


@functools.cache
def options_in_help(program: str) -> dict[str, list[str]]:
    """Returns the options of each command of a program, as its help shows them."""
    found: dict[str, list[str]] = {}
    waiting = [""]
    while waiting:
        command = waiting.pop()
        text = run(PREFIX / "bin" / program, *command.split(), "--help")
        found[command] = re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.MULTILINE)
        _, _, commands = text.partition("\nSubcommands:\n")
        waiting += [f"{command} {name}".strip() for name in re.findall(r"^  ([\w-]+)", commands, re.MULTILINE)]
    return found


class Texts(unittest.TestCase):
    def test_help_was_read(self) -> None:
        options = options_in_help("rensa-server")
        self.assertIn("--web-port", options[""])
        self.assertIn("--name", options["token create"])

    def test_manual_pages_have_every_option_of_every_command(self) -> None:
        for program in PROGRAMS:
            page = PREFIX / f"share/man/man1/{program}.1.gz"
            manual = gzip.decompress(page.read_bytes()).decode().replace("\\-", "-")
            parts = dict(re.findall(r"\.SS (.*)\n((?:(?!\.SS |\.SH ).*\n)*)", manual))
            for command, options in options_in_help(program).items():
                part = parts[f"{program} {command}"] if command else manual
                self.assertEqual([option for option in options if f"\\fB{option}\\fR" not in part], [], (program, command))

    @unittest.skipUnless(shutil.which("man"), "no man here")
    def test_manual_pages_are_free_of_warnings(self) -> None:
        for program in PROGRAMS:
            page = PREFIX / f"share/man/man1/{program}.1.gz"
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), program)

    def complete(self, program: str, *words: str) -> list[str]:
        script = PREFIX / "share/bash-completion/completions" / program
        function = "_" + program.replace("-", "_")
        return run("bash", "-uc", f'. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); {function}; '
                   'echo "${COMPREPLY[@]}"', "bash", script, program, *words).split()

    def test_bash_completes_every_option_of_every_command(self) -> None:
        for program in PROGRAMS:
            for command, options in options_in_help(program).items():
                offered = self.complete(program, *command.split(), "--")
                self.assertEqual([option for option in options if option not in offered], [], (program, command))
        self.assertEqual(self.complete("rensa", "tournament", "ver"), ["verify"])
        self.assertEqual(self.complete("rensa-worker", "--clock", "v"), ["virtual"])

    def test_completion_of_zsh_has_every_option(self) -> None:
        for program in PROGRAMS:
            script = PREFIX / f"share/zsh/vendor-completions/_{program}"
            text = script.read_text(encoding="utf-8")
            for command, options in options_in_help(program).items():
                self.assertEqual([option for option in options if f"'{option}:" not in text], [], (program, command))
            if zsh := shutil.which("zsh"):
                run(zsh, "-n", script)

    def test_a_text_that_cannot_be_written_is_an_error(self) -> None:
        for program in PROGRAMS:
            texts = [["--help"], ["--version"], ["--print-manual"], ["--print-completion", "bash"], ["--print-completion", "zsh"]]
            if program == "rensa-server":
                texts.append(["--print-config-file"])
            for arguments in texts:
                with pathlib.Path("/dev/full").open("w", encoding="utf-8") as full:
                    done = subprocess.run([PREFIX / "bin" / program, *arguments], stdout=full, stderr=subprocess.PIPE,
                                          text=True, check=False)
                self.assertEqual(done.returncode, 1, (program, arguments))
                self.assertRegex(done.stderr, "could not be written|cannot write the output")


if __name__ == "__main__":
    unittest.main()
