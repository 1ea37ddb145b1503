"""Clocks that jump, as they do for programs that are stopped, for machines that sleep, and when
the time of day is set."""

import functools
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from dialogues.gtp import Gtp
from dialogues.universal import Uci
from matches import OVERLOADED, TOLERANCE, typical_time, check_records, play_out, specification
from process import children
from rounds import Skipped


def stopped_engine(round):
    """An engine is stopped and continued in the middle of timed searches."""
    session = round.random.choice([Gtp, Uci])(round)
    session.game(round.random.randrange(5))
    for _ in range(round.random.randrange(1, 4)):
        if round.is_over():
            break
        if session.name == "gtp":
            session.engine.send(
                "7 kata-set-param move_time 0.3\n8 reg_genmove " + session.mirror.turn + "\n"
            )
        else:
            session.engine.send("position startpos\ngo movetime 300\n")
        round.pause(round.random.choice([0, 0.1]))
        session.engine.signal(signal.SIGSTOP)
        round.pause(round.random.choice([0.1, 0.5, 2]))
        session.engine.signal(signal.SIGCONT)
        if session.name == "gtp":
            session.reply("7")
            session.reply("8")
            session.ask("kata-set-param move_time 0")
        else:
            session.engine.until(lambda line: line.startswith("bestmove"))
        round.count()
    session.game(10)
    session.leave()


def stopped_match(round):
    """A match, or a player in it, is stopped for a while. Its games go on, or are counted as lost on
    time."""
    games = 6
    out = round.folder / "games.jsonl"
    players = [
        *specification(round, "one", "--level 10 --threads 1 --hash_mb 4"),
        *specification(round, "two", "--level 10 --threads 1 --hash_mb 4", "nboard"),
        "--move-time",
        "0.02",
        "--tolerance",
        TOLERANCE,
    ]
    match = round.start("match", *players, "--games", games, "--concurrency", "2", "--out", out)
    stops = round.random.randrange(1, 4)
    asleep = {}  # Which process wakes up at what time.

    def stop_one():
        nonlocal stops
        now = time.monotonic()
        for process in [
            process for process, end in asleep.items() if now >= end or round.is_over()
        ]:
            wake(process)
            del asleep[process]
        if stops and not asleep and round.chance(0.2):
            victim = round.random.choice([match.id, *children(match.id)])
            try:
                os.kill(victim, signal.SIGSTOP)
            except ProcessLookupError:
                return
            round.note(f"SIGSTOP to {'the match' if victim == match.id else victim}")
            asleep[victim] = now + round.random.choice([0.05, 0.4, 1.5])
            stops -= 1
            round.count()

    def wake(process):
        try:
            os.kill(process, signal.SIGCONT)
        except ProcessLookupError:
            pass

    is_complete = play_out(round, match, stop_one)
    found = check_records(round, out, games, is_complete, reasons=("normal", "time"))
    late = sum(record["reason"] == "time" for record in found)
    # A stop of the match can cost both games that are being played.
    round.expect(late <= 2 * 3, f"{late} games were lost on time")


@functools.cache
def fake_time():
    """The library that lets the time of day jump, or None."""
    for folder in ("lib", "lib/*", "lib64", "local/lib"):
        for path in Path("/usr").glob(f"{folder}/faketime/libfaketime.so.1"):
            return path
    return None


def time_of_day(round):
    """The time of day jumps by hours and years, to and fro; the other clocks go on."""
    library = fake_time()
    if not library:
        raise Skipped("libfaketime is not installed")
    offset = round.folder / "offset"
    offset.write_text("+0\n", encoding="ascii")
    environment = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    round.environment |= environment
    session = round.random.choice([Gtp, Uci])(round)
    for _ in range(3):
        jump = round.random.choice(["+3600", "-3600", "-30y", "+10y", "+0"])
        offset.write_text(f"{jump}\n", encoding="ascii")
        # The library reads the file once a second.
        round.pause(round.random.choice([0, 1.1]))
        session.game(10)
    session.leave()


@functools.cache
def time_namespace():
    """The words before a command that give it other clocks, or None."""
    for words in (["unshare", "--time"], ["unshare", "-r", "--time"]):
        if shutil.which("unshare"):
            probe = [*words, "--monotonic", "1000", "true"]
            if subprocess.run(probe, capture_output=True).returncode == 0:
                return words
    return None


def other_clocks(round):
    """Machines that have just been started, or long ago: small and large values of all clocks."""
    words = time_namespace()
    if not words:
        raise Skipped("it takes the right to make a time namespace (unshare --time)")
    with open("/proc/uptime", encoding="ascii") as file:
        uptime = int(float(file.read().split()[0]))
    offset = round.random.choice([-uptime + 1, 3_000_000_000, 100 * 365 * 86400])
    out = round.folder / "games.jsonl"
    players = [
        *specification(round, "one", "--level 5 --hash_mb 4"),
        "--engine",
        "name=two builtin level=5",
    ]
    flags = ["--games", "2", "--move-time", "0.02", "--tolerance", TOLERANCE, "--out", out]
    prefix = [*words, "--monotonic", offset, "--boottime", offset]
    match = round.start("match", *players, *flags, prefix=prefix)
    is_complete = play_out(round, match)
    reasons = ("normal", "time") if typical_time(out) > 0.02 + OVERLOADED else ("normal",)
    round.count(len(check_records(round, out, 2, is_complete, reasons)))
