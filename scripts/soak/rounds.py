"""One round of one kind of attack: its dice, its folder, its processes, and its count."""

import os
import random
import shutil
import signal
import time

from process import MARK, Dialogue, Ended, Lost, Process, marked


class Skipped(Exception):
    """This kind of round cannot run here."""


class Run:
    """What all rounds share."""

    def __init__(self, program, seed, folder, seconds, patience):
        self.program, self.seed, self.folder = program, seed, folder
        self.patience = patience
        self.start = time.monotonic()
        self.seconds = seconds
        self.end = self.start + seconds
        self.is_interrupted = False
        self.figures = {}  # The highest of each, for the end of the run.


class Round:
    def __init__(self, run, kind, number):
        self.run, self.kind, self.number = run, kind, number
        self.random = random.Random(f"{run.seed}/{kind}/{number}")
        self.folder = run.folder / f"{kind}-{number}"
        self.folder.mkdir()
        self.processes = []
        self.tried = 0
        self.lost = []
        self.patience = run.patience
        self.mark = f"{os.getpid()}/{kind}/{number}"
        # Nothing that the user has set may change what the program does.
        settings = ("PATH", "LANG", "TMPDIR", "OBVERSE_SOAK_FAULT", "OBVERSE_SOAK_REAL")
        self.environment = {name: os.environ[name] for name in settings if name in os.environ}
        self.environment |= {MARK: self.mark, "HOME": str(self.folder)}
        self.dialogue = Dialogue(self.folder / "dialogue.txt")
        self.note = self.dialogue.note

    # What a round asks.

    def is_over(self):
        """Whether the time is over: a round ends at its next opportunity."""
        return time.monotonic() >= self.run.end or self.run.is_interrupted

    def check_interrupted(self):
        if self.run.is_interrupted:
            raise Ended

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.check_interrupted()
            time.sleep(min(left, 0.2))

    def chance(self, probability):
        return self.random.random() < probability

    # What a round counts.

    def count(self, number=1):
        self.tried += number

    def expect(self, holds, text):
        if not holds:
            raise Lost(text)

    def highest(self, name, value):
        """Notes a figure, of which the highest of the run is shown at its end."""
        figures = self.run.figures
        figures[name] = max(value, figures.get(name, value))

    def total(self, name):
        """Counts something for the end of the run."""
        self.run.figures[name] = self.run.figures.get(name, 0) + 1

    # Processes.

    def start(self, *args, prefix=(), **more):
        """Starts the program."""
        return Process(self, [*prefix, self.run.program, *args], **more)

    def obverse(self, *args, input="", statuses=(0,), **more):
        """Runs the program to its end and returns what it has written."""
        process = self.start(*args, **more)
        if input and process.child.stdin:
            process.send(input)
        if process.child.stdin:
            process.close_input()
        output = process.work() if process.child.stdout else b""
        process.end(*statuses)
        return output.decode(errors="backslashreplace")

    def finish(self):
        """Ends what still runs. What is left of the processes counts as lost."""
        for process in self.processes:
            if problem := process.drop():
                self.lost.append(problem)
        # A child of a match that was killed ends by itself when its input ends.
        end = time.monotonic() + min(10, self.patience)
        while (
            (left := marked(self.mark)) and time.monotonic() < end and not self.run.is_interrupted
        ):
            time.sleep(0.05)
        for process in left:
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    command = file.read().replace(b"\0", b" ").decode(errors="replace").strip()
                os.kill(process, signal.SIGKILL)
            except OSError:
                continue
            if not self.run.is_interrupted:
                self.lost.append(f"a process was left behind: {process} {command}")
        self.dialogue.close()
        if not self.lost:
            shutil.rmtree(self.folder, ignore_errors=True)
