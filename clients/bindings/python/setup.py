"""Makes the wheel. CMake compiles the modules, unless RENSA_MODULES names a folder where they are compiled already.

A source distribution takes the sources of the engine along, in the folder `source`.
"""

import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = pathlib.Path(__file__).resolve().parent
COPIED = HERE / "source"
SOURCE = COPIED if COPIED.is_dir() else HERE.parents[2]
# The parts of the repository that the modules are compiled from.
PARTS = ("CMakeLists.txt", "LICENSE", "cmake", "clients", "engine", "proto", "server")
# The files and folders that setuptools makes beside this file, such as the folder of the source distribution.
PRODUCTS = ("rensa-*", "build", "dist", "*.egg-info")


def version() -> str:
    """The version of Rensa, which CMakeLists.txt has."""
    text = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.findall(r"^project\(rensa VERSION ([0-9.]+)", text, re.MULTILINE)[0]


class BuildModules(build_ext):
    def build_extension(self, ext: Extension) -> None:
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        module = pathlib.Path(os.environ.get("RENSA_MODULES") or self._compiled()) / target.name
        # Without the symbols for debuggers and linkers, which take half of the file.
        subprocess.run(["strip", "--strip-unneeded", "-o", target, module], check=True)

    def _compiled(self) -> pathlib.Path:
        """Compiles the modules, and returns their folder."""
        build = pathlib.Path(self.build_temp).resolve()
        subprocess.run(["cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        f"-DPython_EXECUTABLE={sys.executable}", "-DRENSA_PYTHON=ON", "-DRENSA_PROGRAMS=OFF",
                        "-DRENSA_TESTS=OFF", "-DRENSA_INSTALL=OFF"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "rensa_python", "rensa_python_session"], check=True)
        return build / "python/rensa"


def not_copied(folder: str, names: list[str]) -> set[str]:
    """The names in a folder that a build has made. The copy would otherwise contain itself."""
    is_beside_this_file = pathlib.Path(folder).resolve() == HERE
    patterns = ("__pycache__", *PRODUCTS) if is_beside_this_file else ("__pycache__",)
    return {name for name in names if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)}


class SourceDistribution(sdist):
    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Adds the parts of the repository to the files of the package."""
        super().make_release_tree(base_dir, files)
        for part in PARTS:
            to = pathlib.Path(base_dir) / "source" / part
            to.parent.mkdir(parents=True, exist_ok=True)
            if (SOURCE / part).is_dir():
                shutil.copytree(SOURCE / part, to, ignore=not_copied)
            else:
                shutil.copy(SOURCE / part, to)


setup(version=version(), ext_modules=[Extension("rensa._native", []), Extension("rensa._session", [])],
      cmdclass={"build_ext": BuildModules, "sdist": SourceDistribution})
