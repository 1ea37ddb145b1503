"""A process under attack: what it is sent, what it answers, and how it ends.

No wait is longer than the patience of the round, so a process that hangs is found out.
"""

import os
import re
import select
import signal
import subprocess
import threading
import time
from collections import deque

# Descendants inherit this variable, by which they are found when their parents are gone.
MARK = "OBVERSE_SOAK_ROUND"

# Panics, and what the system says about a broken program.
BROKEN = re.compile(rb"panicked at|stack overflow|memory allocation of|RUST_BACKTRACE|double free")

# A signal that ends a process shows as its negative number.
CRASHES = {-getattr(signal, name) for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")}


# So many seconds after the end of the run, a program that still works is not waited for.
LAST_WORK = 20


class Lost(Exception):
    """Something is wrong with the program."""


class Ended(Exception):
    """The run was interrupted, which is no fault of the program."""


class Process:
    """A program with pipes, or with its standard streams as `streams` says."""

    def __init__(self, round, command, folder=None, env=(), **streams):
        self.round = round
        self.name = f"process {len(round.processes) + 1}"
        self.errors = round.folder / f"stderr-{len(round.processes) + 1}"
        self.waiting = b""  # Output that has arrived but was not asked for.
        self.is_at_end = False
        words = ("SCRIPT" if "\n" in str(word) else str(word) for word in command)
        round.note(f"{self.name}: {' '.join(words)}")
        with open(self.errors, "wb") as errors:
            self.child = subprocess.Popen(
                list(map(str, command)),
                **{
                    "stdin": subprocess.PIPE,
                    "stdout": subprocess.PIPE,
                    "stderr": errors,
                    **streams,
                },
                cwd=folder or round.folder,
                env={**round.environment, **dict(env)},
                bufsize=0,
                # Ctrl-C is for the run; the processes get what the rounds send them.
                start_new_session=True,
            )
        round.processes.append(self)
        for stream in (self.child.stdin, self.child.stdout):
            if stream:
                os.set_blocking(stream.fileno(), False)

    @property
    def id(self):
        return self.child.pid

    def _wait(self, stream, event, end):
        """Waits until the stream is ready, and returns whether it was in time."""
        poll = select.poll()
        poll.register(stream, event)
        while not poll.poll(min(200, max(0, (end - time.monotonic()) * 1000))):
            self.round.check_interrupted()
            if time.monotonic() >= end:
                return False
        return True

    def send(self, text):
        """Writes to the process, and reads what it says if it does not take everything at once."""
        data = text if isinstance(text, bytes) else text.encode()
        self.round.note(f"{self.name} < {data[:300]!r}")
        end = time.monotonic() + self.round.patience
        stream = self.child.stdin
        while data:
            try:
                data = data[os.write(stream.fileno(), data) :]
            except BlockingIOError:
                if time.monotonic() > end:
                    raise Lost(f"hang: {self.name} does not read its input") from None
                if self.child.stdout:
                    self._read(time.monotonic() + 0.05)
                self._wait(stream, select.POLLOUT, time.monotonic() + 0.05)
            except BrokenPipeError:
                raise Lost(f"{self.name} has closed its input: {self._how_it_ended()}") from None

    def _read(self, end):
        """Reads more output, and returns whether there was some in time."""
        if self.is_at_end or not self._wait(self.child.stdout, select.POLLIN, end):
            return False
        try:
            data = os.read(self.child.stdout.fileno(), 1 << 16)
        except OSError:
            data = b""  # So ends the output of a terminal.
        self.is_at_end = not data
        self.waiting += data
        return bool(data)

    def line(self, limit=None):
        """The next line of output, without its line feed. Its lack is a loss."""
        line = self.try_line(limit)
        if line is None:
            raise Lost(
                f"{self.name} has ended instead of answering: {self._how_it_ended()}"
                if self.is_at_end
                else f"hang: no answer from {self.name}"
            )
        return line

    def try_line(self, limit=None):
        """The next line of output, or None if there is none in time."""
        end = time.monotonic() + (self.round.patience if limit is None else limit)
        while b"\n" not in self.waiting:
            if not self._read(end):
                return None
        line, _, self.waiting = self.waiting.partition(b"\n")
        self.round.note(f"{self.name} > {line[:300]!r}")
        return line.decode(errors="backslashreplace")

    def until(self, is_last, limit=None):
        """The lines up to one that fulfils the condition, with that one."""
        lines = [self.line(limit)]
        while not is_last(lines[-1]):
            lines.append(self.line(limit))
        return lines

    def until_bytes(self, is_done, limit=None):
        """The output as soon as it fulfils the condition."""
        end = time.monotonic() + (self.round.patience if limit is None else limit)
        while not is_done(self.waiting):
            if not self._read(end):
                what = "ended" if self.is_at_end else "hang: did not answer"
                raise Lost(f"{self.name} has {what}, after {self.waiting[-200:]!r}")
        data, self.waiting = self.waiting, b""
        self.round.note(f"{self.name} > {data[-300:]!r}")
        return data

    def rest(self):
        """All further output, until the process closes it."""
        end = time.monotonic() + self.round.patience
        while not self.is_at_end:
            if not self._read(end) and not self.is_at_end:
                raise Lost(f"hang: {self.name} does not end")
        data, self.waiting = self.waiting, b""
        self.round.note(f"{self.name} > {data[-300:]!r}")
        return data

    def work(self):
        """The same for a program that works for a while. When the time is over, there is no time to
        wait for it."""
        end = time.monotonic() + 3 * self.round.patience
        while not self.is_at_end:
            self._read(time.monotonic() + 0.2)
            if time.monotonic() > end:
                raise Lost(f"hang: {self.name} does not end")
            if time.monotonic() > self.round.run.end + LAST_WORK:
                raise Ended
        return self.rest()

    def close_input(self):
        self.child.stdin.close()

    def close_output(self):
        self.child.stdout.close()
        self.is_at_end = True

    def signal(self, which):
        self.round.note(f"{self.name}: {signal.Signals(which).name}")
        # It has not been waited for, so the number cannot belong to another process.
        if self.child.returncode is None:
            self.child.send_signal(which)

    def is_running(self):
        return self.child.poll() is None

    def wait(self, limit=None):
        """Its exit status."""
        end = time.monotonic() + (self.round.patience if limit is None else limit)
        while self.is_running():
            self.round.check_interrupted()
            if time.monotonic() >= end:
                raise Lost(f"hang: {self.name} does not end")
            time.sleep(0.005)
        self.round.note(f"{self.name}: status {self.child.returncode}")
        return self.child.returncode

    def end(self, *statuses):
        """Waits for the end, which must have one of these statuses."""
        status = self.wait()
        if status not in statuses:
            raise Lost(f"{self.name} ended with status {status}: {self.complaints()[-300:]!r}")
        return status

    def complaints(self):
        """What it has written to standard error."""
        return self.errors.read_bytes()

    def _how_it_ended(self):
        try:
            return f"status {self.wait(5)}, {self.complaints()[-300:]!r}"
        except Lost:
            return "it still runs"

    def drop(self):
        """Ends the process, however it is, and returns what is wrong with it, or None."""
        if self.is_running():
            self.child.kill()
        self.child.wait()
        for stream in (self.child.stdin, self.child.stdout):
            if stream and not stream.closed:
                stream.close()
        complaints = self.complaints()
        if found := BROKEN.search(complaints):
            return f"{self.name} wrote to standard error: {complaints[found.start() :][:300]!r}"
        if self.child.returncode in CRASHES:
            return f"{self.name} crashed: {signal.Signals(-self.child.returncode).name}"
        return None


class Dialogue:
    """The last lines that went to and fro; all of them are in a file."""

    def __init__(self, path):
        self.last = deque(maxlen=25)
        self.file = open(path, "w", encoding="utf-8")
        self.start = time.monotonic()
        self.lock = threading.Lock()

    def note(self, text):
        line = f"{time.monotonic() - self.start:8.3f} {text}"
        with self.lock:
            self.last.append(line)
            if self.file.closed:
                return
            # A dialogue that goes on for hours starts its file anew.
            if self.file.tell() > 8 << 20:
                self.file.seek(0)
                self.file.truncate()
            self.file.write(line + "\n")

    def close(self):
        with self.lock:
            self.file.close()


def marked(mark):
    """The numbers of the processes that carry this mark, other than zombies."""
    found = []
    wanted = f"{MARK}={mark}".encode()
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    if wanted in file.read().split(b"\0"):
                        found.append(int(name))
            except OSError:
                pass  # It has ended, or belongs to somebody else.
    return found


def memory(process):
    """The resident memory of a process in KiB, or None where that is unknown."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return None


def descriptors(process):
    """How many files a process has open, or None where that is unknown."""
    try:
        return len(os.listdir(f"/proc/{process}/fd"))
    except OSError:
        return None


def children(process):
    """The numbers of the children of a process."""
    try:
        found = []
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
        return found
    except OSError:
        return []
