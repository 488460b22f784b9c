"""Says why the compiled modules cannot be loaded."""

import pathlib
import re
import sys


def explained(error: ImportError, folder: pathlib.Path) -> ImportError:
    """An error with the reason, if the modules in this folder were built for other versions of Python."""
    names = [file.name for file in folder.glob("_native.*.so")]
    found = {(int(major), int(minor)) for major, minor in re.findall(r"\.cpython-(\d)(\d+)-", " ".join(names))}
    here = sys.version_info[:2]
    if here in found:
        return error
    if not found:
        return ImportError(f"rensa: {folder} has no compiled modules: build the package, and import it from build/release/python")
    versions = " and ".join(f"{major}.{minor}" for major, minor in sorted(found))
    return ImportError(f"rensa is built for Python {versions}, and this is Python {here[0]}.{here[1]}: {sys.executable}")
