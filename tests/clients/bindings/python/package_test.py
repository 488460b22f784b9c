"""The package agrees with rensa.h and with the library, and its guide tells the truth."""

import contextlib
import ctypes
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import rensa
from rensa import _abi
from rensa._library import library

ROOT = pathlib.Path(__file__).resolve().parents[4]


class PackageTest(unittest.TestCase):
    def test_declarations_are_those_of_the_header(self) -> None:
        made = subprocess.run([sys.executable, ROOT / "scripts/python_abi.py"], capture_output=True, check=True, text=True)
        current = (ROOT / "clients/bindings/python/rensa/_abi.py").read_text()
        self.assertEqual(made.stdout, current, "scripts/python_abi.py >clients/bindings/python/rensa/_abi.py")

    def test_structs_have_the_sizes_of_the_library(self) -> None:
        compared = 0
        for name, which in vars(_abi).items():
            if not name.startswith("RENSA_STRUCT_"):
                continue
            struct = getattr(_abi, "rensa_" + name.removeprefix("RENSA_STRUCT_").lower())
            self.assertEqual(ctypes.sizeof(struct), library.rensa_struct_size(which), struct)
            compared += 1
        self.assertGreater(compared, 20)

    def test_package_is_typed(self) -> None:
        self.assertTrue((pathlib.Path(rensa.__file__).parent / "py.typed").exists())
        for name in rensa.__all__:
            self.assertTrue(hasattr(rensa, name), name)

    def test_package_for_another_python_tells_both_versions(self) -> None:
        package = pathlib.Path(rensa.__file__).parent
        with tempfile.TemporaryDirectory(prefix="rensa-python-") as folder:
            copy = pathlib.Path(folder) / "rensa"
            shutil.copytree(package, copy, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
            for built_for, why in ((None, "has no compiled modules"),
                                   ("399", "rensa is built for Python 3.99, and this is Python 3.")):
                if built_for:
                    (copy / f"_native.cpython-{built_for}-x86_64-linux-gnu.so").touch()
                done = subprocess.run([sys.executable, "-B", "-c", "import rensa"], capture_output=True, text=True,
                                      env={**os.environ, "PYTHONPATH": folder}, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertIn(why, done.stderr.splitlines()[-1])

    def test_examples_of_the_guide_run(self) -> None:
        text = (ROOT / "docs/python.md").read_text()
        examples = re.findall(r"```python\n(.*?)```\n(?:It prints:?\n```\n(.*?)```)?", text, re.DOTALL)
        self.assertGreater(len(examples), 2)
        for code, wanted in examples:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, "docs/python.md", "exec"), {"__name__": "guide"})
            if wanted:
                self.assertEqual(printed.getvalue(), wanted)


if __name__ == "__main__":
    unittest.main()
