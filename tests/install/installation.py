"""Where the build under test and its installation are, and programs that run in them."""

import os
import pathlib
import re
import subprocess
import tempfile

BUILD = pathlib.Path(os.environ["RENSA_BUILD"])
SOURCE = pathlib.Path(os.environ["RENSA_SOURCE"])
PREFIX = pathlib.Path(os.environ["RENSA_PREFIX"])
CMAKE = os.environ["CMAKE"]
PACKAGES = ("librensa-dev", "node-rensa", "python3-rensa", "rensa-server", "rensa-tools")
PROGRAMS = ("rensa", "rensa-bridge", "rensa-load", "rensa-server", "rensa-worker")


def run(*command: object, **options: object) -> str:
    """Runs a program and returns its output. A failure tells both outputs."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          stdin=subprocess.DEVNULL, check=False, **options)  # type: ignore[call-overload]
    if done.returncode != 0:
        raise AssertionError(f"{command} failed with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return str(done.stdout)


def configure(source: pathlib.Path, build: pathlib.Path, *options: str) -> str:
    """Configures a project that uses Rensa, with the compiler of the build under test."""
    return run(CMAKE, "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
               f"-DCMAKE_CXX_COMPILER={os.environ['RENSA_CXX']}", *options)


def pack(folder: pathlib.Path) -> list[pathlib.Path]:
    """Makes the Debian packages of the build under test."""
    run(pathlib.Path(CMAKE).with_name("cpack"), "--config", BUILD / "CPackConfig.cmake", "-B", folder,
        "-D", f"CPACK_OUTPUT_FILE_PREFIX={folder}")
    return sorted(folder.glob("*.deb"))


def commands_of_page(language: str) -> str:
    """What docs/bots.md tells the author of a new bot to type."""
    blocks = re.findall(r"^```bash\n(.*?)^```$", (SOURCE / "docs/bots.md").read_text(encoding="utf-8"), re.M | re.S)
    [found] = [block for block in blocks if f"--language {language}\n" in block]
    return str(found)


class Server:
    """An installed server with a folder of its own, and its two ports."""

    def __init__(self, *options: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="rensa-install-")
        self.process = subprocess.Popen(
            [PREFIX / "bin/rensa-server", "--config", PREFIX / "etc/rensa/server.json", "--data", self.folder.name,
             "--worker-port", "0", "--web-port", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"(http://\S+)\s+workers on (127\.0\.0\.1:\d+)", line):
                self.page, self.workers = found[1], found[2]
                return
        raise AssertionError("the server has not started")

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()
        self.folder.cleanup()
