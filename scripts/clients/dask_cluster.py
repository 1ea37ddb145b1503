#!/usr/bin/env python3
"""Runs scripts/cluster.py on a Dask cluster of this machine: a scheduler and four
workers, one of which is killed while it plays, and one while it solves.

A command of another match is killed, too, and its worker goes on.

A match, problems, a proof and self-play must give the same results as one process, with
nothing lost or duplicated, even if cluster.py is interrupted and restarted.

Needs the Python package distributed, for this Python or in target/clients/venv.
Usage: dask_cluster.py [ENGINE]
"""

import argparse
import collections
import contextlib
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import gtp
from gtp import check

distributed = gtp.package("distributed")
# Comes with the package distributed.
psutil = gtp.package("psutil")

CLUSTER = gtp.ROOT / "scripts/cluster.py"
PROBLEMS = gtp.ROOT / "tests/problems/endgames.obf"
HARD_PROBLEMS = gtp.ROOT / "tests/problems/hard.obf"
# A problem with a wrong score, which must be reported as on a single machine.
WRONG_PROBLEM = "XX-OOO--XXOOOOO--OXOOOOOOOOXXOOOOOOXXOOOOOXXOXOOOOOOOOXOXXXXOXXX O; pass:-28;\n"
# Two of them are killed.
WORKERS = 4

# Each shard takes long enough to be observed, the whole match a few seconds.
MATCH = [
    "--engine", "name=mcts builtin algorithm=mcts playouts=1500",
    "--engine", "name=deep builtin algorithm=negascout depth=4",
    "--games", "20",
]  # fmt: skip
MATCH_SHARDS = 5
OPENINGS = "f5d6c3d3c4\nf5d6c5f4e3\nf5f6e6f4g5\nf5f4e3f6d3\n"
# Several seconds of work, for wins, draws and losses.
PROOF = ["--wld", "--only", "250-349"]
PROOF_SHARDS = 6
SELFPLAY = ["--games", "20", "--level", "1", "--exact-from", "8", "--shard", "8"]


@contextlib.contextmanager
def started(command, **options):
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def dask(folder):
    """The address of a scheduler, and its workers: processes that nothing restarts."""
    python = [sys.executable, "-m"]
    # The output of a killed worker is not interesting.
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    place = folder / "scheduler.json"
    scheduler = [*python, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    worker = [*python, "distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    with contextlib.ExitStack() as stack:
        stack.enter_context(started([*scheduler, "--no-dashboard", "--scheduler-file", str(place)], **quiet))
        wait_until(lambda: place.exists() and place.read_text().endswith("}"))
        address = json.loads(place.read_text())["address"]
        worker += [address, "--local-directory", str(folder)]
        workers = [stack.enter_context(started(worker, **quiet)) for _ in range(WORKERS)]
        with distributed.Client(address) as client:
            client.wait_for_workers(WORKERS)
        yield address, workers


def wait_until(happens):
    while not happens():
        time.sleep(0.01)


def commands_of(worker):
    """The processes that a worker has started."""
    return psutil.Process(worker.pid).children() if is_running(worker) else []


def is_running(worker):
    return worker.poll() is None


def first_at_work(workers):
    """Waits for a worker that has started a process; returns both."""
    while True:
        for worker in filter(is_running, workers):
            for command in commands_of(worker):
                return worker, command
        time.sleep(0.01)


def is_alive(process):
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise gtp.Failed(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def lines_of(path, timing):
    """The objects in a file of JSON lines, without the fields that vary."""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        for key in timing:
            record.pop(key, None)
    return records


def untimed(ggf):
    """Games without the times of their moves."""
    return re.sub(r"//[0-9.]+]", "]", ggf)


def games_in(folder):
    """The self-play games in each file, in any order."""
    games = {}
    for file in folder.glob("*.pos"):
        content = file.read_bytes()[8:]
        records = [content[at : at + 20] for at in range(0, len(content), 20)]
        starts = [index for index, record in enumerate(records) if record[19] & 2]
        ends = [*starts[1:], len(records)]
        games[file.name] = collections.Counter(b"".join(records[a:b]) for a, b in zip(starts, ends))
    return games


def judge_match(folder, obverse, cluster, workers):
    alone, shared, openings = folder / "alone.jsonl", folder / "shared.jsonl", folder / "openings.txt"
    openings.write_text(OPENINGS)
    match = [*MATCH, "--openings", str(openings)]
    said_alone = output_of([obverse, "match", *match, "--out", str(alone)])
    command = [*cluster("match"), "--shards", str(MATCH_SHARDS), "--out", str(shared), "--", *match]

    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: process.stdout.readline() == f"1/{MATCH_SHARDS} shards\n")
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
    is_clean = process.returncode == 130 and complaint == "cluster.py: stopped early (run the same command to continue)\n"
    check(is_clean, f"Ctrl-C ends it cleanly: {process.returncode}, {complaint!r}")
    kept = [path.name for path in folder.glob("shared.jsonl.parts/shard-*")]
    check(kept and not shared.exists(), f"{len(kept)} of {MATCH_SHARDS} shards are kept")

    other = subprocess.run([*command, "--seed", "2"], capture_output=True, text=True)
    is_refused = other.returncode == 2 and ".parts: belongs to other work " in other.stderr
    check(is_refused, f"other work is not mixed in: {other.returncode}, {other.stderr!r}")

    wait_until(lambda: not any(map(commands_of, workers)))
    with started(command, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        check(first == f"{len(kept)}/{MATCH_SHARDS} shards\n", "the same command continues with them")
        victim, command = first_at_work(workers)
        victim.kill()
        victim.wait()
        if sys.platform == "linux":
            wait_until(lambda: not is_alive(command))
            check(True, "a worker is killed, and the command that it runs dies with it")
        said, _ = process.communicate()
    check(process.returncode == 0, "the others do the rest")

    timing = ("black_seconds", "white_seconds", "move_micros")
    check(lines_of(shared, timing) == lines_of(alone, timing), "all games are there once, as one process plays them")
    for suffix in (".ggf", ".sgf"):
        files = [untimed(path.with_suffix(suffix).read_text()) for path in (alone, shared)]
        check(files[0] == files[1], f"the {suffix} file is the same")
    check(said.splitlines()[-1] == said_alone.splitlines()[-1], "so are the statistics")
    check(not any(folder.glob("*.parts")), "nothing else is left")


def judge_killed_commands(folder, obverse, cluster, workers):
    """A command that is killed, as by a system without memory, is begun again elsewhere."""
    alone, shared = folder / "alone.jsonl", folder / "again.jsonl"
    match = [*MATCH, "--openings", str(folder / "openings.txt")]
    command = [*cluster("match"), "--shards", str(MATCH_SHARDS), "--out", str(shared), "--", *match]
    with started(command, stdout=subprocess.PIPE, text=True) as process:
        _, victim = first_at_work(workers)
        victim.kill()
        process.communicate()
    check(process.returncode == 0, "a command is killed, and its shard is played on another worker")
    timing = ("black_seconds", "white_seconds", "move_micros")
    check(lines_of(shared, timing) == lines_of(alone, timing), "all games are there once")

    doomed, out = folder / "doomed", folder / "doomed.jsonl"
    doomed.write_text(f"""#!/bin/sh
case "$*" in *"--slice 2/"*) echo x >> "{folder}/tries"; kill -9 $$;; esac
exec "{obverse}" "$@"
""")
    doomed.chmod(0o755)
    command = [*cluster("match"), "--obverse", str(doomed), "--shards", "2", "--out", str(out), "--", *match]
    failed = subprocess.run(command, capture_output=True, text=True)
    lines = failed.stderr.splitlines()
    is_clear = len(lines) == 1 and lines[0].startswith("cluster.py: shard 2: its command was killed 3 times, now by SIGKILL")
    check(failed.returncode == 1 and is_clear, f"one that is always killed is given up: {failed.stderr!r}")
    tries = (folder / "tries").read_text().count("x")
    workers = set(re.findall(r"tcp://[^,)]*", lines[0]))
    check(tries == len(workers) == 3, f"after {tries} tries on {len(workers)} workers")
    for path in [doomed, folder / "tries"]:
        path.unlink()
    command = [*cluster("match"), "--shards", "2", "--out", str(out), "--", *match]
    output_of(command)
    check(lines_of(out, timing) == lines_of(alone, timing), "the same command continues elsewhere")


def judge_solve(folder, obverse, cluster):
    problems, alone, shared = folder / "problems.obf", folder / "alone", folder / "solved.jsonl"
    problems.write_text(PROBLEMS.read_text() + WRONG_PROBLEM)
    by_one = subprocess.run([obverse, "solve", "--json", str(problems)], capture_output=True)
    alone.write_bytes(by_one.stdout)
    command = [*cluster("solve"), str(problems), "--json-out", str(shared), "--shards", "3"]
    by_many = subprocess.run(command, capture_output=True)
    records = [lines_of(path, ("seconds",)) for path in (alone, shared)]
    for lines in records:
        del lines[-1]["total"]["seconds"]
    check(records[0] == records[1], "problems are solved as by one process, with one total")
    check(by_one.returncode == by_many.returncode == 1, "the exit status says that one of the scores is wrong")


def judge_proof(folder, obverse, cluster, workers):
    """Interrupted, continued, and continued by the others after a worker was killed."""
    shared = folder / "proof.jsonl"
    command = [*cluster("solve"), str(HARD_PROBLEMS), "--json-out", str(shared)]
    command += ["--shards", str(PROOF_SHARDS), "--", *PROOF]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        wait_until(lambda: process.stdout.readline() == f"1/{PROOF_SHARDS} shards\n")
        process.send_signal(signal.SIGINT)
        process.communicate()
    check(process.returncode == 130, "a proof is interrupted")
    kept = [path.name for path in folder.glob("proof.jsonl.parts/shard-*")]
    wait_until(lambda: not any(map(commands_of, workers)))
    with started(command, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        check(first == f"{len(kept)}/{PROOF_SHARDS} shards\n", "it is continued")
        victim, _ = first_at_work(workers)
        victim.kill()
        victim.wait()
        process.communicate()
    check(process.returncode == 0, "a worker is killed, and the others do the rest")
    alone = folder / "proof-alone.jsonl"
    alone.write_text(output_of([obverse, "solve", "--json", str(HARD_PROBLEMS), *PROOF]))
    records = [lines_of(path, ("seconds",)) for path in (alone, shared)]
    for lines in records:
        del lines[-1]["total"]["seconds"]
    check(records[0] == records[1], "the answers are those of one process, node for node")
    check(not any(folder.glob("*.parts")), "nothing else is left")


def judge_selfplay(folder, obverse, cluster):
    alone, shared = folder / "alone-games", folder / "shared-games"
    output_of([obverse, "selfplay", "--out", str(alone), *SELFPLAY])
    output_of([*cluster("selfplay"), "--out", str(shared), "--shards", "3", "--", *SELFPLAY])
    check(games_in(shared) == games_in(alone), "the games of self-play are the same, in the same files")

    weights, other = folder / "blank.net", folder / "other-games"
    output_of([obverse, "train", "--blank", "--out", str(weights)])
    output_of([*cluster("selfplay"), "--out", str(other), "--weights", str(weights), "--", *SELFPLAY])
    shutil.rmtree(alone)
    output_of([obverse, "--weights", str(weights), "selfplay", "--out", str(alone), *SELFPLAY])
    check(games_in(other) == games_in(alone) != games_in(shared), "other weights are sent to the workers")


def judge_refusals(folder, cluster):
    """Each error is one line, and nothing is left behind."""
    before = sorted(folder.iterdir())
    there, new = str(folder / "shared.jsonl"), str(folder / "a.jsonl")
    for work, words, problem in [
        ("match", ["--out", there, "--", *MATCH], f"{there}: already exists"),
        ("match", ["--out", new, "--", *MATCH, "--resume"], "--resume: not allowed after --"),
        ("match", ["--out", new, "--", *MATCH, "--fast"], "obverse: --fast: unknown flag, expected one listed by --help"),
        ("match", ["--out", new, "--weights", new, "--", *MATCH], f"{new}: No such file or directory"),
        ("selfplay", ["--out", ".", "--", *SELFPLAY], ".: expected the name of the output"),
        ("selfplay", ["--out", new, "--", "--hours", "1"], "--hours: not allowed after --"),
    ]:
        done = subprocess.run([*cluster(work), *words], capture_output=True, text=True)
        is_refused = done.returncode == 2 and done.stderr == f"cluster.py: {problem}\n"
        check(is_refused, f"refused: {done.returncode}, {done.stderr!r}")
    check(sorted(folder.iterdir()) == before, "what is refused changes nothing")


def script():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", nargs=argparse.REMAINDER)
    obverse = (parser.parse_args().engine or gtp.DEFAULT_ENGINE)[0]
    if distributed is None:
        raise gtp.Missing("distributed is not installed")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with dask(folder) as (address, workers):

            def cluster(work):
                return [sys.executable, str(CLUSTER), work, "--scheduler", address, "--obverse", obverse]

            files = folder / "files"
            files.mkdir()
            judge_match(files, obverse, cluster, workers)
            judge_killed_commands(files, obverse, cluster, workers)
            judge_solve(files, obverse, cluster)
            judge_proof(files, obverse, cluster, workers)
            judge_selfplay(files, obverse, cluster)
            judge_refusals(files, cluster)


gtp.run(script, limit=180)
