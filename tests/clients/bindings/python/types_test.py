"""The types of the package are complete, and the compiled modules are as their stubs say."""

import ast
import os
import pathlib
import subprocess
import tempfile
import types
import unittest

import rensa
from rensa import _native, _session

ROOT = pathlib.Path(__file__).resolve().parents[4]
PYTHON = "/usr/bin/python3"
PACKAGE = ROOT / "clients/bindings/python/rensa"
BOTS = """
import numpy as np
import rensa
from numpy.typing import NDArray

def first(view: rensa.View) -> int:
    return view.placements[0]

def text(view: rensa.View) -> str:
    return ""

async def later(view: rensa.View) -> int:
    return 0

class One:
    def choose(self, view: rensa.View) -> np.int64:
        return np.int64(0)

class Many:
    def choose_many(self, views: list[rensa.View]) -> NDArray[np.int64]:
        return np.zeros(len(views), np.int64)

class Neither:
    pass

rensa.play("", "", first, clock="turns", origin="host")
rensa.play(bot=One())
rensa.play(bot=Many(), notice=None)
rensa.play(bot=text)  # wrong
rensa.play(bot=later)  # wrong
rensa.play(bot=Neither())  # wrong
rensa.play(bot=One)  # wrong
rensa.play("", first)  # wrong
rensa.play(bot=first, clock="fast")  # wrong
rensa.play(bot=first, origin="guests")  # wrong
rensa.match("greedy", first)
rensa.match(One(), Many())
rensa.match("greedy", text)  # wrong

async def play() -> None:
    await rensa.play_async(bot=later)
    await rensa.play_async(bot=first)
    await rensa.play_async(bot=Many())
    await rensa.play_async(bot=text)  # wrong
"""


class TypesTest(unittest.TestCase):
    def test_package_is_free_of_mistakes_of_types(self) -> None:
        if subprocess.run([PYTHON, "-c", "import mypy"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest(f"{PYTHON} has no mypy here")
        done = subprocess.run(
            [PYTHON, "-m", "mypy", "--config-file=", "--strict", "--cache-dir", pathlib.Path(os.environ["RENSA_BUILD"]) / "mypy_cache", PACKAGE,
             ROOT / "scripts/python_bench.py", ROOT / "scripts/python_client_bench.py", *sorted((ROOT / "examples").glob("*.py"))],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_wrong_bots_are_mistakes_of_types(self) -> None:
        if subprocess.run([PYTHON, "-c", "import mypy"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest(f"{PYTHON} has no mypy here")
        with tempfile.TemporaryDirectory(prefix="rensa-python-") as folder:
            program = pathlib.Path(folder) / "bots.py"
            program.write_text(BOTS, encoding="utf-8")
            done = subprocess.run(
                [PYTHON, "-m", "mypy", "--config-file=", "--strict", "--cache-dir",
                 pathlib.Path(os.environ["RENSA_BUILD"]) / "mypy_cache", program],
                capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
        found = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
        wanted = {number for number, line in enumerate(BOTS.splitlines(), 1) if "# wrong" in line}
        self.assertEqual(found, wanted, done.stdout + done.stderr)

    def test_stubs_have_the_names_of_the_compiled_modules(self) -> None:
        for module, stub in ((_native, "_native.pyi"), (_session, "_session.pyi")):
            with self.subTest(stub):
                self.compare(module, ast.parse((PACKAGE / stub).read_text(encoding="utf-8")))

    def compare(self, module: types.ModuleType, stub: ast.Module) -> None:
        declared = {node.target.id for node in stub.body
                    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
        classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
        functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        public = {name for name in vars(module) if not name.startswith("_")}
        self.assertEqual(public, declared | functions | set(classes))
        for name, node in classes.items():
            members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            own = {member for member in vars(getattr(module, name)) if not member.startswith("_")}
            own -= {"n_fields", "n_sequence_fields", "n_unnamed_fields"}  # of all tuples of CPython with names
            self.assertEqual({member for member in members if not member.startswith("_")}, own, name)
            for member in members:
                self.assertTrue(hasattr(getattr(module, name), member), f"{name}.{member}")

    def test_numpy_and_protobuf_are_loaded_only_when_they_are_needed(self) -> None:
        code = ("import sys, rensa; rensa.Field('RRRR..').simulate(); rensa.play_game(('random', 'random')); "
                "sys.exit('numpy' in sys.modules or 'rensa._session' in sys.modules)")
        subprocess.run([PYTHON, "-B", "-c", code], check=True)

    def test_package_says_that_it_is_typed(self) -> None:
        self.assertTrue((pathlib.Path(rensa.__file__).parent / "py.typed").exists())


if __name__ == "__main__":
    unittest.main()
