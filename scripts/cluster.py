#!/usr/bin/env python3
"""Distributes a match, the solving of problem files, or self-play over many machines
with a Dask cluster. The output is the same as that of a single machine.

    cluster.py match --out FILE.jsonl -- ARGUMENTS OF obverse match
    cluster.py solve FILE ... --json-out FILE.jsonl -- ARGUMENTS OF obverse solve
    cluster.py selfplay --out FOLDER -- ARGUMENTS OF obverse selfplay

The work is split into shards, each of which is one command `obverse ... --slice
K/N` on some worker. If a worker is lost, or only the command is killed there, as it
happens when memory is short, another one takes over the shard. Finished
shards are kept in a folder next to the output, whose name ends in .parts, until all
of them exist: after any interruption, the same command continues with the missing
ones. Ctrl-C does not reach workers on other machines; they finish their current
shards.

Without --scheduler the workers are processes on this machine. Otherwise start
`dask scheduler` on one machine and `dask worker ADDRESS` on every machine. Workers
need the program `obverse` and the engines of a match, on their PATH or by full path,
but none of the other files named here, such as weights (--weights FILE).
Needs the package `distributed` (pip install distributed).
"""

import argparse
import concurrent.futures
import contextlib
import ctypes
import hashlib
import json
import logging
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import distributed
except ImportError:
    distributed = None

# The number of shards per worker thread: so many that no thread is idle for long at the
# end, and that little work is lost if a worker dies.
SHARDS_PER_THREAD = 8

# Seconds to wait for a scheduler, and for its first worker.
TIMEOUT = 30

# How often a shard is begun whose command is killed.
MOST_TRIES = 3

BAD_COMMAND_LINE = 2
INTERRUPTED = 130


class Failed(Exception):
    """An error message with the exit status for it."""

    def __init__(self, problem, status=1):
        super().__init__(problem, status)
        self.problem = problem
        self.status = status


class Killed(Exception):
    """A command was ended by a signal on this worker."""

    def __init__(self, by, worker):
        super().__init__(by, worker)
        self.by = by
        self.worker = worker


# What runs on the workers.


def carry_out(command, inputs, tolerated):
    """Runs a command in a temporary folder that contains the inputs. Returns its
    standard output and what it wrote to the folder `made`. It must not fail, unless
    its error message matches `tolerated`."""
    # Dask cleans up this folder, even after a worker was killed.
    scratch = distributed.get_worker().local_directory
    with tempfile.TemporaryDirectory(dir=scratch) as name:
        folder = Path(name)
        made = folder / "made"
        made.mkdir()
        for file, content in inputs.items():
            (folder / file).write_bytes(content)
        with open(made / "said", "wb") as said:
            run(command, folder, said, tolerated)
        return {file.name: file.read_bytes() for file in made.iterdir()}


def run(command, folder, said, tolerated):
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.PIPE,
            preexec_fn=end_with_worker(),
        )
    except OSError as error:
        raise Failed(f"{command[0]} does not start on a worker: {error.strerror}") from None
    if done.returncode == 0 or tolerated and re.match(tolerated, done.stderr):
        return
    if done.returncode < 0:
        raise Killed(signal_name(-done.returncode), distributed.get_worker().address)
    complaint = done.stderr.decode(errors="replace").strip().splitlines()
    problem = complaint[-1] if complaint else f"{command[0]} ended with status {done.returncode}"
    raise Failed(problem, BAD_COMMAND_LINE if done.returncode == BAD_COMMAND_LINE else 1)


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def end_with_worker():
    """Makes a new process end when its worker is killed, because another worker then
    takes over the shard. This works only on Linux."""
    if sys.platform != "linux":
        return None
    set_option = ctypes.CDLL(None).prctl
    parent_death_signal = 1
    return lambda: set_option(parent_death_signal, signal.SIGKILL)


# The three kinds of work. Each class builds the command for a shard, merges the output of
# the shards, and prints the result.


class Match:
    """Writes three files with one record per game in each."""

    tolerated = None
    own_flags = ("--out", "--resume", "--slice", "--sprt")
    file_flags = ("--openings", "--engines")

    def __init__(self, arguments, words):
        self.out = arguments.out
        self.obverse = arguments.obverse
        self.words = words
        self.inputs = Inputs()
        if self.out.suffix != ".jsonl":
            raise Failed(f"{self.out}: expected a name that ends in .jsonl", BAD_COMMAND_LINE)
        words = [part for word in words for part in split_flag(word, self.file_flags)]
        is_file = [before in self.file_flags for before in [None, *words]]
        sent = [self.inputs.take(word) if given else word for word, given in zip(words, is_file)]
        self.command = ["match", *sent, "--out", "made/games.jsonl"]

    def outputs(self):
        return [self.out.with_suffix(suffix) for suffix in (".jsonl", ".ggf", ".sgf")]

    def merge(self, folders):
        games = {}
        for folder in folders:
            for number, game in games_of(folder):
                if games.setdefault(number, game) is not game:
                    raise Failed(f"{folder}: game {number} occurs twice")
        in_order = [games[number] for number in sorted(games)]
        for path, texts in zip(self.outputs(), zip(*in_order)):
            replace(path, b"".join(texts))

    def conclude(self):
        """Lets the program print the results."""
        return subprocess.run([self.obverse, "match", *self.words, "--out", self.out, "--resume"]).returncode


def games_of(folder):
    """Each game's number with its text in the three files."""

    def games(suffix, start):
        """Splits at lines that start with this."""
        content = (folder / f"games{suffix}").read_bytes()
        return [game for game in re.split(rb"^(?=%b)" % re.escape(start), content, flags=re.MULTILINE) if game]

    records, ggf, sgf = games(".jsonl", b"{"), games(".ggf", b"(;"), games(".sgf", b"(;FF[4]")
    for game in zip(records, ggf, sgf, strict=True):
        yield json.loads(game[0])["game"], game


class Solve:
    """Writes the output of `--json`."""

    tolerated = rb"obverse: solve: \d+ wrong: "
    own_flags = ("--json", "--csv", "--obf", "--out", "--verify", "--slice")

    def __init__(self, arguments, words):
        self.out = arguments.out
        self.inputs = Inputs()
        files = [self.inputs.take(file) for file in arguments.files]
        self.command = ["solve", "--json", *words, *files]
        self.total = {}

    def outputs(self):
        return [self.out]

    def merge(self, folders):
        solved = {}
        for folder in folders:
            *lines, last = (folder / "said").read_text().splitlines()
            solved.update((json.loads(line)["n"], line) for line in lines)
            for key, count in json.loads(last)["total"].items():
                self.total[key] = self.total.get(key, 0) + count
        self.total["seconds"] = round(self.total["seconds"], 6)
        if len(solved) != self.total["positions"]:
            raise Failed("a position was solved twice")
        total = json.dumps({"total": self.total}, separators=(",", ":"))
        lines = [*(solved[number] for number in sorted(solved)), total]
        replace(self.out, "".join(f"{line}\n" for line in lines).encode())

    def conclude(self):
        print(json.dumps({"total": self.total}))
        return 1 if self.total["wrong"] else 0


class Selfplay:
    """Writes a folder of files. Each has a header, followed by the games of several
    shards in any order."""

    tolerated = None
    # --hours would apply to each shard, so the total time would be unknown.
    own_flags = ("--out", "--resume", "--slice", "--check", "--hours")
    head_bytes = 8

    def __init__(self, arguments, words):
        self.out = arguments.out
        self.obverse = arguments.obverse
        self.inputs = Inputs()
        # A worker runs as many commands at once as it has threads.
        self.command = ["selfplay", "--threads", "1", *words, "--out", "made"]

    def outputs(self):
        return sorted(self.out.glob("games-*.pos"))

    def merge(self, folders):
        self.out.mkdir(parents=True, exist_ok=True)
        names = {file.name for folder in folders for file in folder.glob("games-*.pos")}
        for name in sorted(names):
            contents = [(folder / name).read_bytes() for folder in folders if (folder / name).exists()]
            head = contents[0][: self.head_bytes]
            games = (content[self.head_bytes :] for content in contents)
            replace(self.out / name, b"".join([head, *games]))

    def conclude(self):
        """Lets the program check and summarize the files."""
        return subprocess.run([self.obverse, "selfplay", "--check", *self.outputs()]).returncode


class Inputs(dict):
    """The contents of input files, by their names on the workers."""

    def take(self, path):
        """The name of this file on the workers."""
        name = f"{len(self)}-{Path(path).name}"
        self[name] = read(path)
        return name


def split_flag(word, flags):
    flag, equals, value = word.partition("=")
    return [flag, value] if equals and flag in flags else [word]


def read(path):
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Failed(f"{path}: {error.strerror}", BAD_COMMAND_LINE) from None


def replace(path, content):
    """Writes a file completely or not at all."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


# Finished shards, which are kept until the work is complete.


class Parts:
    """The finished shards, each a folder with the output of its command, and a plan that
    records what the work is and into how many shards it is split."""

    def __init__(self, work, shards):
        self.folder = work.out.with_name(work.out.name + ".parts")
        self.plan_file = self.folder / "plan.json"
        self.is_begun = self.plan_file.exists()
        inputs = {name: hashlib.sha256(content).hexdigest() for name, content in work.inputs.items()}
        self.plan = {"command": work.command, "inputs": inputs, "shards": shards}
        if self.is_begun:
            try:
                kept = json.loads(self.plan_file.read_text())
            except ValueError:
                raise Failed(f"{self.plan_file}: damaged (remove {self.folder})", BAD_COMMAND_LINE) from None
            self.compare(kept)

    def compare(self, kept):
        self.plan["shards"] = self.plan["shards"] or kept["shards"]
        if kept != self.plan:
            problem = f"{self.folder}: belongs to other work (give the same arguments, or remove it)"
            raise Failed(problem, BAD_COMMAND_LINE)

    def folders(self):
        """The folders of all shards by number, from 1, whether or not they exist."""
        return {number: self.folder / f"shard-{number}" for number in range(1, self.plan["shards"] + 1)}

    def missing(self):
        return [number for number, folder in self.folders().items() if not folder.exists()]

    def are_complete(self):
        return self.is_begun and not self.missing()

    def add(self, number, files):
        """Keeps a shard. The first one creates the folder and the plan, so that a
        command that cannot be run leaves nothing behind."""
        unfinished = self.folder / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        replace(self.plan_file, json.dumps(self.plan, indent=1).encode())
        for name, content in files.items():
            (unfinished / name).write_bytes(content)
        unfinished.rename(self.folders()[number])

    def print_progress(self):
        shards = self.plan["shards"]
        print(f"{shards - len(self.missing())}/{shards} shards", flush=True)

    def remove(self):
        shutil.rmtree(self.folder)


# The cluster.


@contextlib.contextmanager
def connected(arguments):
    """A client of a cluster that has a worker."""
    # Errors are reported in one line instead of by Dask.
    logging.disable()
    with contextlib.ExitStack() as stack:
        try:
            address = arguments.scheduler or stack.enter_context(local_cluster(arguments.workers))
            client = stack.enter_context(distributed.Client(address, timeout=TIMEOUT))
        except (OSError, ValueError) as error:
            raise Failed(f"no cluster: {error}") from None
        try:
            client.wait_for_workers(1, timeout=TIMEOUT)
        except distributed.TimeoutError:
            raise Failed(f"no worker has joined within {TIMEOUT} seconds") from None
        yield client


def local_cluster(workers):
    # The workers ignore Ctrl-C: this process ends them.
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )
    finally:
        signal.signal(signal.SIGINT, usual)


def make_missing(work, parts, client, obverse):
    """Runs the missing shards, in any order."""
    shards = parts.plan["shards"]
    numbers = {}
    finished = queue.SimpleQueue()
    # The workers on which the command of a shard was killed, and the only ones that may try
    # again what was killed.
    killed_on = {number: [] for number in parts.missing()}
    chosen = {}

    def submit(number):
        command = [obverse, *work.command, "--slice", f"{number}/{shards}"]
        # Another worker may have more memory. If there is none, the same one tries again.
        others = [worker for worker in client.nthreads() if worker not in killed_on[number]]
        where = others if killed_on[number] and others else None
        future = client.submit(carry_out, command, work.inputs, work.tolerated, pure=False, workers=where)
        numbers[future], chosen[future] = number, where
        future.add_done_callback(finished.put)

    def submit_stranded():
        """Dask would wait for the chosen workers, even if all of them are lost."""
        there = client.nthreads()
        lost = [future for future in numbers if chosen[future] and not there.keys() & set(chosen[future])]
        for future in lost:
            number = numbers.pop(future)
            future.cancel()
            submit(number)

    for number in killed_on:
        submit(number)
    # An exception inside Dask's code would print a long traceback.
    signal.signal(signal.SIGINT, lambda *_: finished.put(None))
    parts.print_progress()
    while numbers:
        try:
            future = finished.get(timeout=TIMEOUT)
        except queue.Empty:
            submit_stranded()
            continue
        if future is None:
            raise KeyboardInterrupt
        if future not in numbers:
            continue
        number = numbers.pop(future)
        try:
            files = result(future, number)
        except Killed as killed:
            killed_on[number].append(killed.worker)
            if len(killed_on[number]) == MOST_TRIES:
                places = ", ".join(killed_on[number])
                problem = f"shard {number}: its command was killed {MOST_TRIES} times, now by {killed.by} (on {places})"
                raise Failed(f"{problem}; do the workers have enough memory?") from None
            submit(number)
        else:
            parts.add(number, files)
            parts.print_progress()
        # Frees the memory of the worker.
        future.release()


def result(future, number):
    try:
        return future.result()
    except distributed.KilledWorker:
        raise Failed(f"shard {number} was lost with several workers") from None
    except concurrent.futures.CancelledError:
        raise Failed("the connection to the scheduler was lost") from None


# The command line.


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Failed(f"{message} (try --help)", BAD_COMMAND_LINE)


def parse(words):
    """The options, and the words after `--`."""
    at = words.index("--") if "--" in words else len(words)
    own, passed_on = words[:at], words[at + 1 :]
    description, epilog = __doc__.split("\n\n", 1)
    parser = Parser(
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(required=True, metavar="match|solve|selfplay")
    add_kind(kinds, "match", Match, "--out", "FILE.jsonl", "the games; FILE.ggf and FILE.sgf are written next to it")
    solve = add_kind(kinds, "solve", Solve, "--json-out", "FILE.jsonl", "one line per position, and the total")
    solve.add_argument("files", metavar="FILE", nargs="+", help="positions with their scores, in OBF")
    add_kind(kinds, "selfplay", Selfplay, "--out", "FOLDER", "the folder for the files")
    arguments = parser.parse_args(own)
    if arguments.scheduler and arguments.workers:
        raise Failed("--workers: only without --scheduler", BAD_COMMAND_LINE)
    return arguments, passed_on


def add_kind(kinds, name, work, out_flag, out_name, out_help):
    parser = kinds.add_parser(
        name,
        help=f"runs `obverse {name}`",
        usage=f"cluster.py {name} {'FILE ... ' if work is Solve else ''}{out_flag} {out_name} [options] -- ARGUMENTS",
        epilog=f"Words after -- go to `obverse {name}`; not allowed: {', '.join(work.own_flags)}.",
    )
    parser.add_argument(out_flag, dest="out", metavar=out_name, type=Path, required=True, help=out_help)
    parser.add_argument("--scheduler", metavar="ADDRESS", help="an existing cluster, such as tcp://host:8786")
    parser.add_argument("--workers", metavar="N", type=count, help="processes on this machine (default: all cores)")
    parser.add_argument(
        "--shards",
        metavar="N",
        type=count,
        help=f"number of parts (default: {SHARDS_PER_THREAD} per thread of the cluster)",
    )
    parser.add_argument("--obverse", metavar="PATH", default="obverse", help="the program, here and on the workers")
    parser.add_argument("--weights", metavar="FILE", help="weights to use instead of the built-in ones")
    parser.set_defaults(work=work)
    return parser


def count(text):
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError("expected a number from 1 on")
    return number


def find_program(path):
    """The program by a name that works in any folder."""
    if shutil.which(path) is None:
        raise Failed(f"{path}: no such program (give it with --obverse)", BAD_COMMAND_LINE)
    return os.path.abspath(path) if os.sep in path else path


def check_outputs(work, parts):
    """Refuses to overwrite existing output."""
    if not work.out.parent.is_dir():
        raise Failed(f"{work.out.parent}: no such folder", BAD_COMMAND_LINE)
    for path in work.outputs():
        if path.exists() and not parts.is_begun:
            raise Failed(f"{path}: already exists", BAD_COMMAND_LINE)


def main(words):
    """Does the work and returns the exit status."""
    arguments, passed_on = parse(words)
    for word in passed_on:
        if word.split("=")[0] in arguments.work.own_flags:
            raise Failed(f"{word}: not allowed after --", BAD_COMMAND_LINE)
    if distributed is None:
        raise Failed("the Python package distributed is not installed")
    if arguments.out.name in ("", ".."):
        raise Failed(f"{arguments.out}: expected the name of the output", BAD_COMMAND_LINE)
    arguments.obverse = find_program(arguments.obverse)
    work = arguments.work(arguments, passed_on)
    if arguments.weights:
        work.command = ["--weights", work.inputs.take(arguments.weights), *work.command]
    parts = Parts(work, arguments.shards)
    check_outputs(work, parts)
    if not parts.are_complete():
        with connected(arguments) as client:
            threads = sum(client.nthreads().values())
            parts.plan["shards"] = parts.plan["shards"] or SHARDS_PER_THREAD * threads
            make_missing(work, parts, client, arguments.obverse)
    work.merge(list(parts.folders().values()))
    status = work.conclude()
    parts.remove()
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failed as failure:
        print(f"cluster.py: {failure.problem}", file=sys.stderr)
        sys.exit(failure.status)
    except OSError as error:
        print(f"cluster.py: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("cluster.py: stopped early (run the same command to continue)", file=sys.stderr)
        sys.exit(INTERRUPTED)
