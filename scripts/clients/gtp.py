"""Shared by the Python scripts in this folder and partly by those in `experiments`: an
engine to talk to, and reporting.

A script exits with status 0 on success, 1 if a check failed, and 77 with one line
`skipped: REASON` if the other program is not installed; with
OBVERSE_REQUIRE_CLIENTS=1 that is also a failure.
"""

import contextlib
import importlib
import os
import pathlib
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Little time per move, because these scripts do not test strength.
DEFAULT_ENGINE = [str(ROOT / "target/release/obverse"), "--move_time", "0.05"]


# A Python installation with packages that the running one may lack.
VENV = ROOT / "target/clients/venv"


class Failed(Exception):
    """A check failed."""


class Missing(Exception):
    """A required program or package is not installed."""


def check(holds, text):
    if not holds:
        raise Failed(text)
    print(f"ok: {text}", flush=True)


def package(name):
    """The package of this name. If only the Python in target/clients/venv has it, the
    script is restarted with that one. None if neither has it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        python = str(VENV / "bin/python")
        if os.path.exists(python) and sys.prefix != str(VENV):
            os.execv(python, [python, *sys.argv])
        return None


def run(script, limit):
    """Runs the script and exits with its status. A script that takes longer than the
    limit, in seconds, has hung."""

    def give_up(*_):
        raise Failed(f"not done after {limit} s")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(limit)
    try:
        script()
    except Failed as failure:
        print(f"failed: {failure}")
        status = 1
    except Missing as missing:
        print(f"skipped: {missing}")
        status = 1 if os.environ.get("OBVERSE_REQUIRE_CLIENTS") == "1" else 77
    else:
        status = 0
    sys.exit(status)


class Engine:
    """An engine process that speaks GTP, to be used in a `with` statement."""

    def __init__(self, command):
        self.name = os.path.basename(command[0])
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            raise Failed(f"cannot start {command[0]}: {error.strerror}") from error

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self.process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def answers(self, commands):
        """Sends all commands at once. They and their answers must fit into the pipes,
        as a few hundred lines do."""
        try:
            self.process.stdin.write("".join(f"{command}\n" for command in commands))
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failed(f"{self.name} has ended") from None
        return [self._answer(command) for command in commands]

    def ask(self, command):
        return self.answers([command])[0]

    def quit(self):
        self.ask("quit")
        self.process.wait()
        check(self.process.returncode == 0, f"{self.name} ends with status 0 on quit")

    def _answer(self, command):
        lines = []
        while not lines or lines[-1]:
            line = self.process.stdout.readline()
            if not line:
                raise Failed(f"{self.name} has ended instead of answering {command}")
            lines.append(line.removesuffix("\n"))
        if not lines[0].startswith("="):
            raise Failed(f"{self.name} answers {lines[0]!r} to {command}")
        return "\n".join([lines[0][1:], *lines[1:]]).strip()
