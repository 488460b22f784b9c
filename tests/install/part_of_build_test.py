"""Rensa's sources are a part of the build of another project, which links its libraries."""

import json
import os
import pathlib
import tempfile
import unittest

from installation import CMAKE, SOURCE, configure, run


class PartOfBuild(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rensa-part-")
        cls.addClassCleanup(folder.cleanup)
        cls.build = pathlib.Path(folder.name)
        cls.configure()

    @classmethod
    def configure(cls, *options: str) -> None:
        configure(SOURCE / "tests/install/part", cls.build, f"-DRENSA_SOURCE={SOURCE}",
                  f"-DCMAKE_CXX_COMPILER_LAUNCHER={os.environ['RENSA_CXX_LAUNCHER']}",
                  "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options)

    def command_of(self, ending: str) -> list[str]:
        entries = json.loads((self.build / "compile_commands.json").read_text(encoding="utf-8"))
        return str(next(entry["command"] for entry in entries if entry["file"].endswith(ending))).split()

    def test_the_other_project_keeps_its_own_options(self) -> None:
        command = self.command_of("bot/bot.cpp")
        self.assertEqual([word for word in command if word.startswith(("-W", "-fmacro", "--param"))], [])
        includes = sorted(word[2:] for word in command if word.startswith("-I"))
        self.assertNotIn(str(SOURCE), includes)
        self.assertIn(f"{SOURCE}/clients/worker", includes)
        run(os.environ["RENSA_CXX"], "-fsyntax-only", "-std=c++20", *[f"-I{folder}" for folder in includes],
            SOURCE / "tests/install/bot/bot.cpp")

    def test_only_libraries_are_built_and_warnings_are_no_errors(self) -> None:
        command = self.command_of("bindings_c.dir/Unity/unity_0_cxx.cxx")
        self.assertIn("-Wall", command)
        self.assertNotIn("-Werror", command)
        commands = run("ninja", "-C", self.build, "-t", "commands", "all")
        self.assertIn("librensa_engine_rules.a", commands)
        self.assertNotIn("server_net", commands)
        self.assertNotIn("gtest", commands)

    @unittest.skipUnless(os.environ.get("RENSA_LONG"), "compiles the engine: only with RENSA_LONG=1")
    def test_it_builds_and_runs(self) -> None:
        for option in ("OFF", "ON"):
            self.configure(f"-DWITH_ADD_SUBDIRECTORY={option}")
            run(CMAKE, "--build", self.build)
            self.assertEqual(run(self.build / "chain"), "1 links\n")


if __name__ == "__main__":
    unittest.main()
