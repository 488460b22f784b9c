"""A project outside of Rensa finds the installed libraries by find_package, and its bot plays on the installed server."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from installation import CMAKE, PREFIX, SOURCE, Server, configure, run


class Bot(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory(prefix="rensa-bot-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.build = pathlib.Path(cls.folder.name) / "build"
        launcher = os.environ["RENSA_CXX_LAUNCHER"]
        configure(SOURCE / "tests/install/bot", cls.build, f"-DCMAKE_PREFIX_PATH={PREFIX}",
                  f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        run(CMAKE, "--build", cls.build)

    def test_a_bot_plays_a_match(self) -> None:
        with Server() as server:
            opponent = subprocess.Popen([PREFIX / "bin/rensa-worker", "--server", server.workers, "--player", "random",
                                         "--seed", "1", "--quiet"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                self.assertEqual(run(self.build / "bot", server.workers), "1 matches, 1 games\n")
            finally:
                opponent.terminate()
                opponent.wait()

    def test_the_engine_is_there_as_a_static_and_as_a_shared_library(self) -> None:
        for program in ("chain", "chain_shared"):
            self.assertEqual(run(self.build / program), "1 links\n")
        self.assertIn("librensa.so.1", run("readelf", "--dynamic", self.build / "chain_shared"))
        self.assertNotIn("librensa.so", run("readelf", "--dynamic", self.build / "chain"))

    def test_no_option_of_our_own_targets_reaches_it(self) -> None:
        commands = (self.build / "compile_commands.json").read_text(encoding="utf-8")
        for option in ("-W", "-fmacro-prefix-map", "-O3", str(SOURCE) + "/clients"):
            self.assertNotIn(option, commands.replace("-O3 -DNDEBUG", ""))

    def test_another_minor_version_is_refused(self) -> None:
        found = {}
        folder = next(PREFIX.glob("lib/**/rensa-config.cmake")).parent
        for version in ("0.0", "0.1", "0.2", "1.0"):
            project = pathlib.Path(self.folder.name) / version
            project.mkdir()
            (project / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(other LANGUAGES NONE)\n"
                "set(CMAKE_SIZEOF_VOID_P 8)\n"  # a compiler would tell it
                f"find_package(rensa {version} QUIET COMPONENTS engine)\nmessage(STATUS \"found: ${{rensa_FOUND}}\")\n",
                encoding="utf-8")
            output = run(CMAKE, "-S", project, "-B", project / "build", f"-Drensa_DIR={folder}")
            found[version] = "found: 1" in output
        self.assertEqual(found, {"0.0": False, "0.1": True, "0.2": False, "1.0": False})


if __name__ == "__main__":
    unittest.main()
