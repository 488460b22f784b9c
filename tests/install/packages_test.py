"""The Debian packages are made, installed into a folder that is a system of its own, and removed again."""

import os
import pathlib
import shutil
import tempfile
import unittest

from installation import PACKAGES, PROGRAMS, pack, run


@unittest.skipUnless(os.environ.get("RENSA_LONG"), "packs for minutes: only with RENSA_LONG=1")
@unittest.skipUnless(shutil.which("dpkg"), "no dpkg here")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory(prefix="rensa-packages-")
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.files = pack(cls.folder / "packages")

    def field(self, file: pathlib.Path, name: str) -> str:
        return run("dpkg-deb", "--field", file, name).strip()

    def test_there_is_one_of_each(self) -> None:
        self.assertEqual([self.field(file, "Package") for file in self.files], list(PACKAGES))
        depends = {self.field(file, "Package"): self.field(file, "Depends") for file in self.files}
        self.assertEqual(depends.pop("node-rensa"), "nodejs (>= 18)")
        for package, needed in depends.items():
            self.assertIn("libc6", needed, package)
        self.assertIn("rensa-tools (=", depends["rensa-server"])
        self.assertIn("python3-numpy", depends["python3-rensa"])

    def test_they_are_installed_and_removed_and_only_data_stay(self) -> None:
        root = self.folder / "root"
        for name in ("status", "available"):
            (root / "var/lib/dpkg").mkdir(parents=True, exist_ok=True)
            (root / "var/lib/dpkg" / name).touch()
        for name in ("info", "updates", "triggers"):
            (root / "var/lib/dpkg" / name).mkdir()
        before = self.files_of(root)

        def dpkg(*arguments: object) -> None:
            run("dpkg", f"--root={root}", "--force-depends", "--force-not-root", "--force-script-chrootless", *arguments)

        dpkg("--install", *self.files)
        for program in PROGRAMS:
            self.assertIn(program, run(root / "usr/bin" / program, "--version"))
        self.assertTrue((root / "etc/rensa/server.json").is_file())
        unit = (root / "usr/lib/systemd/system/rensa-server.service").read_text(encoding="utf-8")
        self.assertIn("ExecStart=/usr/bin/rensa-server --config /etc/rensa/server.json\n", unit)
        self.assertTrue((root / "usr/libexec/rensa/rensa-keeper").is_file())
        modules = root / "usr/lib/python3/dist-packages"
        code = "import rensa; print(rensa.__file__, len(rensa.VectorDuel(2).own))"
        shown = run("/usr/bin/python3", "-c", code, env={"PYTHONPATH": str(modules)})
        self.assertEqual(shown, f"{modules}/rensa/__init__.py 2\n")
        self.assertTrue((modules / "rensa/__pycache__").is_dir(), "Python has written what the package did not bring")

        self.assertTrue((root / "usr/share/nodejs/rensa/package.json").is_file())
        game = root / "var/lib/rensa/games"
        game.parent.mkdir(parents=True)
        game.write_text("a game", encoding="utf-8")
        dpkg("--purge", *PACKAGES)
        self.assertEqual(self.files_of(root) - before, {"var/lib/rensa/games"})

    def files_of(self, root: pathlib.Path) -> set[str]:
        files = {str(file.relative_to(root)) for file in root.rglob("*") if not file.is_dir() or file.is_symlink()}
        return {file for file in files if not file.startswith(("var/lib/dpkg/", "var/log/"))}


if __name__ == "__main__":
    unittest.main()
