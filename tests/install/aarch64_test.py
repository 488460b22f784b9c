"""The libraries for clients, the C surface and the package for Python are built for aarch64, and pass their tests there.

`./dev test --long` unpacks a cross compiler's libraries and qemu into build/aarch64 (scripts/aarch64.sh). The servers of
these tests are those of the build under test: so clients of one kind of machine play on a server of another one."""

import os
import shutil
import unittest

from installation import BUILD, CMAKE, SOURCE, run

FOLDER = SOURCE / "build/aarch64"
QEMU = (FOLDER / "bin/qemu", "-L", FOLDER / "root")
PYTHON = FOLDER / "bin/python3"
# Programs of aarch64, each of which a script of the same name runs under qemu, for tests that start it.
PROGRAMS = ("rensa-worker", "rensa-example-bot")
# The tests of the engine that the C surface and the package for Python consist of, and of the libraries.
TESTS = ("engine_rules", "engine_movement", "engine_duel", "engine_record", "clients_bindings_c", "clients_session",
         "clients_worker", "clients_bindings_python_native", "clients_bindings_python_session", "proto")
PYTHON_TESTS = ("asking", "client", "datasets", "duel_env", "fields", "games", "matches", "package", "pictures",
                "play_options", "round_robin", "solo", "spaces", "vector_duel", "vector_duel_threads", "view_arrays",
                "waiting", "web_socket")


@unittest.skipUnless(os.environ.get("RENSA_LONG"), "compiles the libraries once more: only with RENSA_LONG=1")
@unittest.skipUnless((FOLDER / "complete").exists(), "no libraries of aarch64 here: ./dev test --long unpacks them")
@unittest.skipUnless(shutil.which("aarch64-linux-gnu-g++"), "no compiler for aarch64 here")
class Aarch64(unittest.TestCase):
    build = FOLDER / "build"
    wrapped = FOLDER / "wrapped"  # looks like a build folder, but its programs are scripts

    @classmethod
    def setUpClass(cls) -> None:
        run(CMAKE, "-S", SOURCE, "-B", cls.build, "-G", "Ninja", "--toolchain", SOURCE / "cmake/aarch64.cmake",
            "-DCMAKE_BUILD_TYPE=Release")
        run(CMAKE, "--build", cls.build, "--target", "librensa", "rensa_python_package", "c_every_function", "c_example",
            *PROGRAMS, *(f"test_{name}" for name in TESTS))
        (cls.wrapped / "bin").mkdir(parents=True, exist_ok=True)
        for name in ("CMakeCache.txt", "lib", "python"):
            (cls.wrapped / name).unlink(missing_ok=True)
            (cls.wrapped / name).symlink_to(cls.build / name)
        for name in PROGRAMS:
            script = cls.wrapped / "bin" / name
            script.write_text(f'#!/bin/sh\nexec {" ".join(map(str, QEMU))} {cls.build}/bin/{name} "$@"\n', encoding="utf-8")
            script.chmod(0o755)

    def environment(self, **more: object) -> dict[str, str]:
        return {**os.environ, "RENSA_LONG": "", "RENSA_BUILD": str(self.wrapped), **{name: str(value) for name, value in more.items()}}

    def test_all_of_it_is_of_aarch64(self) -> None:
        files = [self.build / "lib/librensa.so", self.build / "bin/rensa-worker", *(self.build / "python/rensa").glob("*.so")]
        self.assertEqual(len(files), 4)
        for file in files:
            self.assertIn("AArch64", run("readelf", "--file-header", file), file)
            self.assertNotIn("x86", file.name)

    def test_libraries_pass_their_tests(self) -> None:
        for name in TESTS:
            with self.subTest(name):
                run(*QEMU, self.build / "tests" / f"test_{name}", env=self.environment(), cwd=self.build)

    def test_programs_in_c_run(self) -> None:
        for name in ("every_function", "example"):
            with self.subTest(name):
                [program] = self.build.rglob(f"c_{name}")
                run(*QEMU, program, env=self.environment())

    def test_package_for_python_passes_its_tests(self) -> None:
        """With the programs of the build under test, whose games and records have to be the same."""
        environment = self.environment(PYTHONPATH=self.build / "python", RENSA_BIN=BUILD / "bin")
        for name in PYTHON_TESTS:
            with self.subTest(name):
                run(PYTHON, "-B", "-W", "error", "-m", "unittest", f"{name}_test", env=environment,
                    cwd=SOURCE / "tests/clients/bindings/python")

    def test_clients_pass_the_suite_of_all_languages(self) -> None:
        for client in ("cpp", "python"):
            with self.subTest(client):
                environment = self.environment(CONFORMANCE_CLIENT=client, PYTHONPATH=self.build / "python",
                                               RENSA_BIN=self.wrapped / "bin")
                run(PYTHON, "-B", "-W", "error", "-m", "unittest", "conformance_test", env=environment,
                    cwd=SOURCE / "tests/clients/conformance")


if __name__ == "__main__":
    unittest.main()
