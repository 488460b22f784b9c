"""The packages alone, on a bare Debian: a server as its unit says, and bots of all languages in a tournament."""

import json
import os
import pathlib
import re
import shutil
import tempfile
import unittest

from installation import PACKAGES, commands_of_page, pack, run

# Makes the folder $0 the root of a system of its own, which sees no other process, and runs a command there.
ENTER = """
mount --make-rprivate /
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount --rbind /dev dev
mkdir -p mnt
pivot_root . mnt
umount -l /mnt
exec "$@"
"""
COMPILERS = ("g++", "cmake", "make")  # that docs/bots.md wants beside librensa-dev
AUTHOR = "author"
LANGUAGES = ("cpp", "python", "js")
EXECS = {"cpp": ["my-cpp/build/bot"], "python": ["python3", "my-python/bot.py"], "js": ["node", "my-js/main.js"]}


@unittest.skipUnless(os.environ.get("RENSA_LONG"), "fetches a system from a mirror of Debian: only with RENSA_LONG=1")
@unittest.skipUnless(os.geteuid() == 0, "only root makes a system in a folder")
@unittest.skipUnless(shutil.which("debootstrap"), "no debootstrap here")
class BareDebian(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory(prefix="rensa-bare-")
        cls.addClassCleanup(temporary.cleanup)
        cls.root = pathlib.Path(temporary.name) / "root"
        run("debootstrap", "--variant=minbase", "bookworm", cls.root)
        shutil.copy("/etc/resolv.conf", cls.root / "etc/resolv.conf")
        packages = pack(cls.root / "packages")
        cls.enter("apt-get", "update")
        cls.install(*(f"/{file.relative_to(cls.root)}" for file in packages))

    @classmethod
    def enter(cls, *command: object, network: bool = True) -> str:
        """Runs a command as root of the system. Without the network it has only a loopback of its own."""
        prepare = "" if network else "ip link set lo up\n"
        return run("unshare", "--mount", "--pid", "--fork", *(() if network else ("--net",)), "bash", "-euc",
                   prepare + ENTER, cls.root, *command,
                   env={"PATH": os.environ["PATH"], "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"})

    @classmethod
    def install(cls, *packages: str) -> None:
        cls.enter("apt-get", "install", "--yes", "--no-install-recommends", *packages)

    def type(self, commands: str) -> str:
        """What an author without rights types at home."""
        return self.enter("runuser", "--login", AUTHOR, "--whitelist-environment=LC_ALL", "--shell=/bin/bash", "-c",
                          "set -euo pipefail\n" + commands)

    def unit(self, name: str) -> str:
        text = (self.root / "usr/lib/systemd/system/rensa-server.service").read_text(encoding="utf-8")
        [value] = re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)
        return str(value)

    def test_packages_alone_run_a_server_and_a_tournament_and_leave_only_data(self) -> None:
        self.enter("useradd", "--create-home", AUTHOR)
        with self.subTest("the server runs as its unit says, and two players meet there"):
            self.play_on_a_server()
        self.install(*COMPILERS, "npm", "bubblewrap")
        for language in LANGUAGES:
            with self.subTest(f"a new bot in {language} plays its tournament"):
                commands = commands_of_page(language).replace("my-bot", f"my-{language}")
                self.assertIn("6 games, over", self.type("export npm_config_offline=true\n" + commands))
        with self.subTest("bots of all languages play each other and gaze"):
            self.play_each_other()
        with self.subTest("nothing but data stays"):
            self.remove()

    def play_on_a_server(self) -> None:
        """The server is the unit's command, of the unit's user, in the unit's folder of state."""
        user, state = self.unit("User"), f"/var/lib/{self.unit('StateDirectory')}"
        self.enter("useradd", "--system", "--home-dir", state, user)
        self.enter("install", "--directory", f"--owner={user}", f"--mode={self.unit('StateDirectoryMode')}", state)
        printed = self.enter("bash", "-euo", "pipefail", "-c", f"""
            cd {state}
            setpriv --reuid={user} --regid={user} --clear-groups --no-new-privs {self.unit('ExecStart')} > /tmp/server 2>&1 &
            until grep -q 'workers on' /tmp/server; do kill -0 $! || {{ cat /tmp/server >&2; exit 1; }}; sleep 0.1; done
            worker="runuser -u {AUTHOR} -- rensa-worker --server 127.0.0.1:8733 --clock virtual --matches 1"
            $worker --player greedy --name one > /dev/null & first=$!
            $worker --player random --name two > /dev/null
            wait $first
            python3 -c 'import urllib.request; \\
                print(urllib.request.urlopen("http://127.0.0.1:8787/api/v1/games").read().decode())'
            kill -INT %1
            wait %1
            """, network=False)
        [game] = json.loads(printed)["games"]
        self.assertEqual(sorted(game["players"]), ["one", "two"], printed)
        [database] = (self.root / state[1:]).glob("*.db")
        self.assertEqual(database.stat().st_mode & 0o777, 0o600)

    def play_each_other(self) -> None:
        plan = {"name": "cup", "pairs": 1, "players": [
            "gaze", *({"name": f"my-{language}", "exec": EXECS[language]} for language in LANGUAGES)]}
        (self.root / f"home/{AUTHOR}/cup.json").write_text(json.dumps(plan), encoding="utf-8")
        printed = self.type("rensa tournament run cup.json")
        self.assertIn("12 games, over", printed)
        for language in LANGUAGES:
            row = re.search(rf"^ +\d my-{language} +\S+ +(\d+) +\d+ +\d+ +\d+ +(\d+) ", printed, re.MULTILINE)
            assert row, printed
            self.assertEqual((row[1], row[2]), ("6", "0"), "games and refused placements\n" + printed)

    def remove(self) -> None:
        self.enter("apt-get", "purge", "--yes", *PACKAGES)
        left = {str(path.relative_to(self.root)) for path in self.root.rglob("*rensa*")}
        ours = {path for path in left if not path.startswith(("home/", "packages/", "proc/", "dev/", "var/cache/apt/"))}
        self.assertEqual(ours, {path for path in ours if path.startswith("var/lib/rensa")})
        self.assertTrue((self.root / "var/lib/rensa").is_dir())


if __name__ == "__main__":
    unittest.main()
