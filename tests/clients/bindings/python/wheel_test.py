"""The wheel is built, installed into an environment of its own, and used."""

import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from importlib import util

from rensa import _native

ROOT = pathlib.Path(__file__).resolve().parents[4]
SOURCE = ROOT / "clients/bindings/python"
PYTHON = "/usr/bin/python3"
# The parts that setup.py puts into a source distribution.
PARTS = ("CMakeLists.txt", "LICENSE", "cmake", "clients", "engine", "proto", "server")
TOOLS = ("build", "ensurepip", "setuptools", "venv", "wheel")
MISSING = [tool for tool in TOOLS if util.find_spec(tool) is None]


def run(*command: object, **options: object) -> str:
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, check=False, **options)  # type: ignore[call-overload]
    if done.returncode != 0:
        raise AssertionError(f"{command} failed with {done.returncode}:\n{done.stdout}")
    return str(done.stdout)


@unittest.skipIf(MISSING, f"Python has no module {', '.join(MISSING)} here")
class WheelTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory(prefix="rensa-wheel-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        # PYTHONPATH leads to the package of the build, which would be found first. PIP_... are settings of the caller.
        self.environment = {name: value for name, value in os.environ.items()
                            if name != "PYTHONPATH" and not name.startswith("PIP_")}
        # A build writes beside its sources. Other tests share those of the checkout, so this test has a copy.
        self.repository = self.folder / "repository"
        self.package = self.repository / "clients/bindings/python"

    def use(self, wheel: pathlib.Path) -> None:
        run(PYTHON, "-m", "venv", "--system-site-packages", self.folder / "venv", env=self.environment)
        python = self.folder / "venv/bin/python"
        run(python, "-m", "pip", "install", "--no-index", "--no-deps", "--disable-pip-version-check", wheel,
            env=self.environment, cwd=self.folder)
        code = ("import rensa, rensa._session, rensa.duel_v0, importlib.metadata; print(rensa.__file__, rensa.Field('RRRR..').simulate()[1].links,"
                "len(rensa.VectorDuel(2).own), importlib.metadata.version('rensa'))")
        file, *values = run(python, "-c", code, env=self.environment, cwd=self.folder).split()
        self.assertTrue(file.startswith(str(self.folder / "venv")), file)
        self.assertEqual(values[:2], ["1", "2"])

    def test_wheel_has_the_whole_package_and_can_be_used(self) -> None:
        shutil.copytree(SOURCE, self.package, ignore=shutil.ignore_patterns("native", "session", "__pycache__"))
        shutil.copy(ROOT / "CMakeLists.txt", self.repository)
        run(PYTHON, "-m", "build", "--no-isolation", "--wheel", "--outdir", self.folder, self.package,
            env={**self.environment, "RENSA_MODULES": str(pathlib.Path(_native.__file__).parent)})
        wheel = next(self.folder.glob("rensa-*.whl"))
        names = set(zipfile.ZipFile(wheel).namelist())
        modules = {f"rensa/{file.name}" for file in (SOURCE / "rensa").iterdir() if file.suffix in (".py", ".pyi", ".typed")}
        self.assertTrue(modules <= names, modules - names)
        self.assertIn("rensa/py.typed", names)
        for module in ("_native", "_session"):
            self.assertEqual(len([name for name in names if name.startswith(f"rensa/{module}.")]), 2, "the stub and the module")
        self.use(wheel)

    @unittest.skipUnless(os.environ.get("RENSA_LONG"), "compiles the engine: only with RENSA_LONG=1")
    def test_source_distribution_has_all_that_a_wheel_is_made_of(self) -> None:
        self.repository.mkdir()
        for part in PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, self.repository / part)
        run(PYTHON, "-m", "build", "--no-isolation", "--outdir", self.folder, self.package, env=self.environment)
        names = tarfile.open(next(self.folder.glob("rensa-*.tar.gz"))).getnames()
        copies = [name for name in names if name.endswith("/setup.py")]
        self.assertEqual(len(copies), 2, "one beside the package, one in the copy of the repository")
        self.use(next(self.folder.glob("rensa-*.whl")))


if __name__ == "__main__":
    unittest.main()
