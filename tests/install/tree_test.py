"""`cmake --install` puts every file where Debian expects it, and the programs find each other there."""

import json
import shutil
import subprocess
import tempfile
import unittest
import urllib.request

from installation import BUILD, CMAKE, PREFIX, PROGRAMS, SOURCE, Server, run


class Tree(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        shutil.rmtree(PREFIX, ignore_errors=True)
        run(CMAKE, "--install", BUILD, "--prefix", PREFIX)

    def test_programs_stand_beside_their_texts(self) -> None:
        for program in PROGRAMS:
            self.assertTrue((PREFIX / "bin" / program).is_file(), program)
            self.assertTrue((PREFIX / f"share/man/man1/{program}.1.gz").is_file(), program)
            self.assertTrue((PREFIX / f"share/bash-completion/completions/{program}").is_file(), program)
            self.assertTrue((PREFIX / f"share/zsh/vendor-completions/_{program}").is_file(), program)
        self.assertEqual(sorted(file.name for file in (PREFIX / "bin").iterdir()), sorted(PROGRAMS))

    def test_only_public_headers_are_installed(self) -> None:
        headers = sorted(str(file.relative_to(PREFIX)) for file in PREFIX.rglob("*.h"))
        self.assertEqual(headers, ["include/rensa/rensa.h", "include/rensa/version.h", "include/rensa/worker.h"])

    def test_other_files_have_their_places(self) -> None:
        libraries = next(PREFIX.glob("lib/**/librensa.so.1")).parent
        for file in ("cmake/rensa/rensa-config.cmake", "cmake/rensa/rensa-config-version.cmake", "pkgconfig/rensa.pc",
                     "librensa.so", "rensa/librensa_engine_rules.a"):
            self.assertTrue((libraries / file).exists(), file)
        for file in ("etc/rensa/server.json", "lib/systemd/system/rensa-server.service", "libexec/rensa/rensa-keeper",
                     "share/doc/librensa-dev/copyright", "share/doc/librensa-dev/examples/example_bot.cpp",
                     "lib/python3/dist-packages/rensa/_native.pyi", "lib/python3/dist-packages/rensa/py.typed"):
            self.assertTrue((PREFIX / file).is_file(), file)

    def test_python_imports_the_installed_package(self) -> None:
        code = "import rensa; print(rensa.__file__, rensa.Field('RRRR..').simulate()[1].links)"
        modules = PREFIX / "lib/python3/dist-packages"
        shown = run("/usr/bin/python3", "-B", "-c", code, env={"PYTHONPATH": str(modules)})
        self.assertEqual(shown, f"{modules}/rensa/__init__.py 1\n")

    @unittest.skipUnless(shutil.which("npm"), "no npm here")
    def test_javascript_imports_the_installed_package(self) -> None:
        package = PREFIX / "share/nodejs/rensa"
        with tempfile.TemporaryDirectory(prefix="rensa-install-") as folder:
            run("npm", "install", "--offline", "--no-audit", "--prefix", folder, package)
            code = "import { Field } from 'rensa'; console.log(new Field('RRRR..').simulate().chain.links)"
            self.assertEqual(run("node", "--input-type=module", "--eval", code, cwd=folder), "1\n")
        packed = run("node", "--input-type=module", "--eval",
                     f"import {{ filesOfPackage }} from '{SOURCE}/clients/bindings/js/pack.js';"
                     "console.log(filesOfPackage().join('\\n'))").split()
        installed = [str(file.relative_to(package)) for file in package.rglob("*") if file.is_file()]
        self.assertEqual(sorted(installed), sorted([*packed, "package.json", "README.md"]))

    def test_nothing_names_the_checkout(self) -> None:
        for file in PREFIX.rglob("*"):
            if file.suffix in (".cmake", ".pc", ".service", ".json"):
                self.assertNotIn(str(SOURCE) + "/clients", file.read_text(encoding="utf-8"), file)

    def test_programs_tell_version_commit_and_instruction_set(self) -> None:
        for program in PROGRAMS:
            self.assertRegex(run(PREFIX / "bin" / program, "--version"),
                             rf"^{program} [0-9.]+ \(commit [0-9a-z.+-]+, (avx512|avx2|portable)\)\n$")

    def test_settings_of_the_operator_stay(self) -> None:
        settings = PREFIX / "etc/rensa/server.json"
        before = settings.read_text(encoding="utf-8")
        self.addCleanup(settings.write_text, before, encoding="utf-8")
        settings.write_text("{}", encoding="utf-8")
        run(CMAKE, "--install", BUILD, "--prefix", PREFIX, "--component", "server")
        self.assertEqual(settings.read_text(encoding="utf-8"), "{}")

    def test_the_page_is_served_from_the_program_and_from_its_folder(self) -> None:
        expected = (SOURCE / "clients/web/index.html").read_bytes()
        for options in ((), ("--web-root", str(PREFIX / "share/rensa/web"))):
            with Server(*options) as server, urllib.request.urlopen(server.page + "index.html") as answer:
                self.assertEqual(answer.read(), expected)

    def test_a_tournament_finds_the_programs_that_it_starts(self) -> None:
        plan = {"name": "installed", "pairs": 1, "audit": 0, "seed": 1,
                "players": [{"name": "one", "exec": [str(PREFIX / "bin/rensa-worker"), "--player", "random", "--arranged"]},
                            {"name": "two", "player": "random"}]}
        with tempfile.TemporaryDirectory(prefix="rensa-install-") as folder:
            with open(folder + "/plan.json", "w", encoding="utf-8") as file:
                json.dump(plan, file)
            done = subprocess.run([PREFIX / "bin/rensa", "tournament", "run", folder + "/plan.json", "--exec-isolation",
                                   "none", "--folder", folder + "/run"],
                                  capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
