"""A program in C is compiled with what pkg-config says, and runs with the installed library."""

import os
import pathlib
import tempfile
import unittest

from installation import PREFIX, run


class CProgram(unittest.TestCase):
    def test_it_is_built_by_pkg_config_and_runs(self) -> None:
        file = next(PREFIX.glob("lib/**/pkgconfig/rensa.pc"))
        environment = dict(os.environ, PKG_CONFIG_PATH=str(file.parent))
        flags = run("pkg-config", "--cflags", "--libs", "rensa", env=environment).split()
        # The file finds its installation wherever that has been moved to.
        self.assertIn(PREFIX / "include", [pathlib.Path(flag[2:]).resolve() for flag in flags if flag.startswith("-I")])
        with tempfile.TemporaryDirectory(prefix="rensa-c-") as folder:
            program = folder + "/example"
            run("cc", "-std=c11", "-Wall", "-Werror", PREFIX / "share/doc/librensa-dev/examples/example.c", "-o", program,
                *flags)
            output = run(program, env=dict(os.environ, LD_LIBRARY_PATH=str(file.parent.parent)))
        self.assertRegex(output, r"^seat \d wins in frame \d+; the greedy player has \d+ points\n$")


if __name__ == "__main__":
    unittest.main()
