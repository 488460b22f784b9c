"""The unit of systemd and the file of settings of the installed server."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest

from installation import PREFIX, run

UNIT = PREFIX / "lib/systemd/system/rensa-server.service"
SETTINGS = PREFIX / "etc/rensa/server.json"
MOST_EXPOSURE = 1.2  # of 10, as systemd-analyze rates what a service could still do


@unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze here")
class Unit(unittest.TestCase):
    def test_it_is_free_of_errors(self) -> None:
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", UNIT], capture_output=True, text=True, check=False)
        complaints = [line for line in done.stderr.splitlines() if UNIT.name in line]
        self.assertEqual(complaints, [], done.stderr)

    def test_the_server_may_do_little(self) -> None:
        run("systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSURE * 10:.0f}", UNIT)


class Service(unittest.TestCase):
    def value(self, name: str) -> str:
        found = re.findall(rf"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(len(found), 1, name)
        return str(found[0])

    def test_it_starts_the_installed_server_with_the_installed_settings(self) -> None:
        command = self.value("ExecStart").split()
        self.assertEqual(command, [str(PREFIX / "bin/rensa-server"), "--config", str(SETTINGS)])
        self.assertEqual(json.loads(run(*command, "--print-config"))["data"], "/var/lib/rensa")

    def test_it_stops_reloads_and_starts_again(self) -> None:
        self.assertEqual(self.value("TimeoutStopSec"), "infinity")
        self.assertEqual(self.value("ExecReload"), "/bin/kill -HUP $MAINPID")
        self.assertEqual(self.value("Restart"), "on-failure")
        self.assertEqual(self.value("StartLimitIntervalSec"), "0")
        self.assertEqual(self.value("StateDirectory"), "rensa")

    def test_every_setting_of_the_file_is_a_comment_with_its_default(self) -> None:
        text = SETTINGS.read_text(encoding="utf-8")
        defaults = json.loads(run(PREFIX / "bin/rensa-server", "--print-config"))
        shown = {}
        for line in text.splitlines():
            if found := re.match(r'  (// )?("\w+": .*?),?$', line):
                shown.update(json.loads("{" + found[2] + "}"))
        self.assertEqual(shown, {**defaults, "data": "/var/lib/rensa"})
        with tempfile.NamedTemporaryFile("w", suffix=".json") as changed:
            changed.write(text.replace('// "web_port": 8787', '"web_port": 1234'))
            changed.flush()
            settings = json.loads(run(PREFIX / "bin/rensa-server", "--config", changed.name, "--print-config"))
        self.assertEqual(settings, {**defaults, "data": "/var/lib/rensa", "web_port": 1234})


if __name__ == "__main__":
    unittest.main()
