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


# The environment of an author of bots, for whom this installation would be below /usr.
AUTHOR = {
    **os.environ,
    "PATH": f"{PREFIX}/bin:{os.environ['PATH']}",
    "CXX": os.environ["RENSA_CXX"],
    "CMAKE_CXX_COMPILER_LAUNCHER": os.environ["RENSA_CXX_LAUNCHER"],
    "CMAKE_PREFIX_PATH": str(PREFIX),
    "PYTHONPATH": str(PREFIX / "lib/python3/dist-packages"),
    "PYTHONDONTWRITEBYTECODE": "1",
    "npm_config_offline": "true",
    "npm_config_audit": "false",
}


def blocks_of_page(page: str = "docs/bots.md") -> list[tuple[str, str]]:
    """All blocks of a page that stand between fences, each with the word behind its first fence."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", (SOURCE / page).read_text(encoding="utf-8"), re.M | re.S)


def commands_of_page(language: str) -> str:
    """What docs/bots.md tells the author of a new bot to type."""
    [found] = [block for kind, block in blocks_of_page() if kind == "bash" and f"--language {language}\n" in block]
    return found


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

    def token(self, name: str, *options: str) -> str:
        """A new token of an account, which is made beside the running server."""
        return run(PREFIX / "bin/rensa-server", "token", "create", "--name", name, "--data", self.folder.name,
                   *options).strip()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()
        self.folder.cleanup()
