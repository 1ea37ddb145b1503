#!/usr/bin/env python3
"""Tests the tests: breaks the program in one place at a time, and looks whether a test fails.

    scripts/mutants.py COUNT [--seed N] [--jobs N] [--out FILE] [--work FOLDER]

The changes are COUNT of those that cargo-mutants proposes, drawn by the seed; `.cargo/mutants.toml`
says for which files, and which changes are left out. Each is made in a copy of the last commit, and
tests run until one fails: those beside it, then others of the library, and the integration tests. A
change that all tests pass has survived. Before the first change, all tests have to pass without any.

Results go to FILE as JSON lines; the same command continues an interrupted run of the same commit.
The last lines of the output are those that have survived and a summary; if one has, the status is 1.
"""

import argparse
import contextlib
import json
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A change has no effect on the layers above its own.
LAYERS = "cpu board openings score files eval search flags session formats protocol".split()

# Incremental builds of one level take seconds.
FLAGS = [
    "--release",
    "--locked",
    "--config=profile.release.incremental=true",
    "--config=profile.release.codegen-units=256",
    "--config=profile.release.opt-level=2",
]
ENVIRONMENT = {
    "OBVERSE_LEVELS": "none",
    "RUSTFLAGS": "-C target-cpu=native",
    # Cases that have failed would be tried first with the next change.
    "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "true",
    "PROPTEST_MAX_SHRINK_ITERS": "0",
}
# What takes long, what checks the source itself, what measures this machine, and what needs more
# than one CPU level.
SKIPPED = (
    "slow::",
    "layers::",
    "bench::machine::",
    "algorithms::nodes_are_limited",
    "probcut::",
    "cpu::",
    "configuration::flags_override_the_file_wherever_they_stand",
)
# The integration tests that are the most likely to fail after a change, by its place.
NEAR = {
    "formats": ("convert::",),
    "protocol": ("transcripts::",),
    "protocol/edax": ("edax::", "transcripts::"),
    "protocol/json": ("json::",),
    "protocol/terminal": ("terminal::", "terminal_games::"),
}

NO_CHANGE = "no change"
MEMORY = 12 << 30
# After a minute, a test is reported to be late. It hangs if it takes this many seconds more.
PATIENCE = 240


class Broken(Exception):
    """The change cannot be compiled."""


class Copy:
    """A copy of the last commit, in which changes are made."""

    def __init__(self, folder):
        self.folder = folder
        commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
        if not folder.exists():
            add = ["git", "worktree", "add", "--quiet", "--force", "--detach", folder, commit]
            subprocess.run(add, cwd=ROOT, check=True)
        checkout = ["git", "checkout", "--quiet", "--force", "--detach", commit]
        subprocess.run(checkout, cwd=folder, check=True)
        self.temporary = folder / "target/temporary"

    def proposals(self):
        """All changes that cargo-mutants proposes, in its order."""
        command = ["cargo", "mutants", "--list", "--json"]
        return json.loads(subprocess.check_output(command, cwd=self.folder))

    def failing_test(self, file):
        """The suite and the test that fails first after a change in a file; None if all pass."""
        layer, *path = Path(file).with_suffix("").parts[1:]
        beside = "::".join([layer, *path[:1]]) + "::"
        above = tuple(f"{name}::" for name in LAYERS[: LAYERS.index(layer)])
        near = NEAR.get("/".join([layer, *path[:1]]), NEAR.get(layer, ()))

        executable, names = self.tests("--lib")
        names = [name for name in names if not name.startswith(above)]
        for suite, group in zip(["module", "library"], split(names, beside), strict=True):
            if failed := self.first_failure(executable, group):
                return suite, failed
        executable, names = self.tests("--test", "it")
        for group in split(names, near):
            if failed := self.first_failure(executable, group):
                return "integration", failed
        return None

    def tests(self, *target):
        """The executable of a target, and the names of its tests."""
        command = ["cargo", "test", *FLAGS, "--no-run", "--message-format=json", *target]
        process = self.start(command)
        output, _ = process.communicate()
        messages = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        if process.returncode != 0:
            errors = [row["message"]["message"] for row in messages if row.get("message")]
            raise Broken(errors[-1] if errors else "cannot be compiled")
        # The program is compiled for the tests, too.
        built = [row for row in messages if row.get("profile", {}).get("test")]
        executable = built[-1]["executable"]
        listed, _ = self.start([executable, "--list", "--format=terse"]).communicate()
        names = [line.removesuffix(": test") for line in listed.splitlines()]
        return executable, [name for name in names if not name.startswith(SKIPPED)]

    def first_failure(self, executable, names):
        """The first of these tests that fails; None if all pass."""
        if not names:
            return None
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir(parents=True)
        # With a single thread, tests that hang are not reported.
        threads = max(2, os.cpu_count() or 1)
        process = self.start([executable, f"--test-threads={threads}", "--exact", *names])
        failed, late = None, {}
        for line in process.stdout:
            form = re.match(r"test (\S+) (\.\.\. FAILED|\.\.\. ok|has been running)", line)
            match form and form.groups():
                case name, "... FAILED":
                    failed = name
                    kill(process)
                    break
                case name, "... ok" if name in late:
                    late.pop(name).cancel()
                case name, "has been running":
                    late[name] = threading.Timer(PATIENCE, kill, [process])
                    late[name].start()
        status = process.wait()
        for timer in late.values():
            timer.cancel()
        if status != 0 and not failed:
            failed = f"{next(iter(late))} hangs" if late else f"status {status}"
        return failed

    def start(self, command):
        self.process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | ENVIRONMENT | {"TMPDIR": str(self.temporary)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
        return self.process

    def verdict(self, mutant):
        """What the tests say of a change, and the first that fails."""
        file = self.folder / mutant["file"]
        original = file.read_bytes()
        patch = ["patch", "--quiet", "--posix", file]
        subprocess.run(patch, input=mutant["diff"], text=True, check=True)
        try:
            failed = self.failing_test(mutant["file"])
        except Broken as error:
            return "unviable", str(error)
        finally:
            file.write_bytes(original)
        return (f"caught: {failed[0]}", failed[1]) if failed else ("survived", None)


def split(names, prefixes):
    """Those that start with one of the prefixes, and the others."""
    first = [name for name in names if name.startswith(prefixes)]
    return first, [name for name in names if name not in first]


def kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "target/mutants.jsonl")
    parser.add_argument("--work", type=Path, default=ROOT / "target/mutants")
    given = parser.parse_args()

    copies = [Copy(given.work.resolve() / str(number)) for number in range(given.jobs)]
    mutants = copies[0].proposals()
    drawn = random.Random(given.seed).sample(mutants, min(given.count, len(mutants)))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    rows = given.out.read_text().splitlines() if given.out.exists() else []
    done = {row["name"]: row for row in map(json.loads, rows)}
    open_ones = queue.SimpleQueue()
    for mutant in drawn:
        if mutant["name"] not in done:
            open_ones.put(mutant)
    one_at_a_time = threading.Lock()

    def record(name, verdict, test, start):
        seconds = round(time.monotonic() - start)
        row = {"name": name, "verdict": verdict, "test": test, "seconds": seconds}
        with one_at_a_time, given.out.open("a") as out:
            out.write(json.dumps(row) + "\n")
            done[name] = row
            print(f"{verdict}: {name} ({seconds} s, {open_ones.qsize()} left)", flush=True)

    def work(copy):
        with contextlib.suppress(queue.Empty):
            while mutant := open_ones.get_nowait():
                start = time.monotonic()
                record(mutant["name"], *copy.verdict(mutant), start)

    if NO_CHANGE not in done:
        start = time.monotonic()
        if failed := copies[0].failing_test("src/board/mod.rs"):
            sys.exit(f"mutants.py: without a change, a test fails: {' '.join(failed)}")
        record(NO_CHANGE, "survived", None, start)

    for name in [signal.SIGINT, signal.SIGTERM]:
        signal.signal(name, signal.default_int_handler)
    jobs = ThreadPoolExecutor(given.jobs)
    try:
        for result in [jobs.submit(work, copy) for copy in copies]:
            result.result()
    except KeyboardInterrupt:
        for copy in copies:
            kill(copy.process)
        print(f"interrupted; the same command continues with {given.out}", file=sys.stderr)
        os._exit(130)

    verdicts = [done[mutant["name"]]["verdict"] for mutant in drawn]
    for mutant, verdict in zip(drawn, verdicts, strict=True):
        if verdict == "survived":
            print(f"survived: {mutant['name']}")
    counts = ", ".join(f"{what} {verdicts.count(what)}" for what in sorted(set(verdicts)))
    print(f"mutants: {len(drawn)} of {len(mutants)}, seed {given.seed}: {counts}")
    sys.exit("survived" in verdicts)


if __name__ == "__main__":
    main()
