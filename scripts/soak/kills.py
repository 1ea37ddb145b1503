"""Programs that are killed at any moment: what they had reported is not lost, and the same
command completes the work."""

import json
import os
import signal
import sys
import time
from pathlib import Path

from games import with_empties
from matches import check_records, play_out, specification
from process import Lost, children

sys.path.append(str(Path(__file__).resolve().parents[1]))

import selfplay_files  # noqa: E402

SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]

# Tools that Ctrl-C interrupts keep what is done, and say so.
AFTER_INTERRUPT = {"match": [3], "solve": [130], "selfplay": [130], "book": [130]}


def lines(path):
    """The complete lines of a file, if it exists."""
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


def killed(round, command, keeps, progress):
    """Runs a command that is killed several times, and at last is not.

    `progress` counts what is done, such as lines in a file. `keeps` is called after each end with
    the output of the command, and fails if something is missing from its files."""
    kills = round.random.randrange(1, 4)
    while True:
        process = round.start(*command)
        process.close_input()
        if kills and not round.is_over():
            kills -= 1
            # Short times hit the start of the program, and some progress its work.
            if round.chance(0.3):
                _run(process, round.random.random())
            else:
                goal = progress() + round.random.randrange(1, 10)
                _run(process, round.patience, lambda goal=goal: progress() >= goal)
            name = round.random.choice(SIGNALS)
            if process.is_running():
                process.signal(getattr(signal, name))
                round.count()
            output = process.rest()
            process.end(
                0, -getattr(signal, name), *AFTER_INTERRUPT[command[0]] * (name == "SIGINT")
            )
            keeps(output)
        else:
            output = process.work()
            process.end(0)
            keeps(output)
            return


def _run(process, seconds, is_enough=lambda: False):
    """Reads the output for so long, or until it is enough."""
    end = time.monotonic() + seconds
    while not process.is_at_end and not is_enough() and (left := end - time.monotonic()) > 0:
        process._read(time.monotonic() + min(left, 0.02))


class Kept:
    """The lines of a file that must stay in it."""

    def __init__(self, path):
        self.path, self.lines = path, set()

    def check(self):
        now = set(lines(self.path))
        if missing := self.lines - now:
            raise Lost(f"{self.path.name} has lost {len(missing)} lines: {sorted(missing)[:3]}")
        self.lines = now


def match(round):
    games = 30
    out = round.folder / "games.jsonl"
    command = [
        "match",
        *specification(
            round, "one", "--level 1 --hash_mb 1", round.random.choice(["gtp", "nboard"])
        ),
        "--engine",
        "name=two builtin algorithm=greedy ties=random",
        "--games",
        games,
        "--depth",
        2,
        "--concurrency",
        round.random.randrange(1, 4),
        "--out",
        out,
        "--resume",
    ]
    kept = Kept(out)
    killed(round, command, lambda _: kept.check(), lambda: len(lines(out)))
    check_records(round, out, games)
    for extension in ("ggf", "sgf"):
        text = round.obverse("convert", out.with_suffix(f".{extension}"), "-", "--to", "transcript")
        found = len(text.split("\n")) - 1
        round.expect(found == games, f"{found} games in games.{extension}")


def killed_players(round):
    """The players of a match are killed: it goes on, and counts these games as forfeits.

    A player that ends before the first game ends the match, so they are killed only later.
    """
    games = 20
    out = round.folder / "games.jsonl"
    players = [
        *specification(round, "one", "--level 3 --hash_mb 1"),
        *specification(round, "two", "--level 3 --hash_mb 1", "nboard"),
    ]
    match = round.start(
        "match", *players, "--games", games, "--depth", 6, "--concurrency", "2", "--out", out
    )
    kills = 0
    deadline = time.monotonic() + round.patience

    def kill_one():
        nonlocal kills
        if (
            round.chance(0.3)
            and kills < 8
            and time.monotonic() < deadline
            and out.exists()
            and out.stat().st_size > 0
            and (found := children(match.id))
        ):
            victim = round.random.choice(found)
            name = round.random.choice(SIGNALS)
            try:
                os.kill(victim, getattr(signal, name))
            except ProcessLookupError:
                return
            round.note(f"{name} to {victim}")
            round.count()
            kills += 1

    is_complete = play_out(round, match, kill_one)
    found = check_records(round, out, games, is_complete, reasons=("normal", "crash"))
    crashes = [record["game"] for record in found if record["reason"] == "crash"]
    round.expect(len(crashes) <= kills, f"{len(crashes)} crashes after {kills} kills")


def positions(round, number, empties):
    path = round.folder / "positions.obf"
    # This script needs longer to play a game than the program to solve its end, so games repeat.
    games = [with_empties(round.random, empties) for _ in range(min(number, 10))]
    games = [games[at % 10] for at in range(number)]
    path.write_text(
        "".join(f"{game.letters()} {game.side()};\n" for game in games), encoding="ascii"
    )
    return path


def solve(round):
    number = 30
    path = positions(round, number, round.random.randrange(15, 19))
    out = round.folder / "answers.jsonl"
    kept = Kept(out)
    reported = set()

    def check(output):
        kept.check()
        for line in output.split(b"\n")[:-1]:
            answer = json.loads(line)
            # An interrupted search reports the best so far, which is no answer.
            if answer.get("exact"):
                reported.add(answer["n"])
        found = [json.loads(line) for line in lines(out)]
        numbers = [answer["n"] for answer in found if "n" in answer]
        round.expect(len(set(numbers)) == len(numbers), f"answers twice: {numbers}")
        round.expect(reported <= set(numbers), f"reported, but not kept: {reported - set(numbers)}")
        return numbers

    threads = round.random.choice("12")
    killed(
        round,
        ["solve", path, "--out", out, "--json", "--threads", threads, "--hash-mb", "4"],
        check,
        lambda: len(lines(out)),
    )
    round.expect(len(check(b"")) == number, f"not all of {number} positions are in the file")
    if round.chance(0.3):
        round.obverse(
            "solve", path, "--out", out, "--verify", "2", "--seed", round.number, "--hash-mb", "4"
        )


def games_of(path):
    """The records of each game in a file of positions, the last of which may be incomplete."""
    return [tuple(game) for game in selfplay_files.games(path)]


def selfplay(round):
    folder = round.folder / "games"
    games = 40
    flags = [
        "--level",
        "1",
        "--exact-from",
        "10",
        "--seed",
        round.random.randrange(100),
        "--shard",
        "15",
    ]
    command = [
        "selfplay",
        "--out",
        folder,
        "--games",
        games,
        *flags,
        "--resume",
        "--threads",
        round.random.choice("12"),
    ]
    kept = {}

    def check(_):
        for path in sorted(folder.glob("*.pos")) if folder.exists() else []:
            data = path.read_bytes()
            before = kept.get(path, b"")
            round.expect(data[: len(before)] == before, f"{path.name} has lost games")
            # The last game of a file is played again; it begins at the last record with the flag.
            starts = range(8, len(data) - 19, 20)
            last = next((at for at in reversed(starts) if data[at + 19] & selfplay_files.FIRST), 0)
            kept[path] = data[:last]

    # A game has some fifty positions of twenty bytes.
    killed(
        round,
        command,
        check,
        lambda: sum(path.stat().st_size for path in folder.glob("*.pos")) // 1000,
    )
    files = sorted(folder.glob("*.pos"))
    round.obverse("selfplay", "--check", *files)
    found = [game for game in selfplay_files.games(folder)]
    round.expect(len(found) == games, f"{len(found)} games instead of {games}")
    again = round.folder / "again"
    round.obverse("selfplay", "--out", again, "--games", games, *flags, "--threads", "1")
    expected = sorted(map(repr, selfplay_files.games(again)))
    round.expect(
        sorted(map(repr, found)) == expected, "the games are not those of an uninterrupted run"
    )


def book(round):
    flags = [
        "--positions",
        300,
        "--level",
        "1",
        "--plies",
        "30",
        "--seed",
        round.random.randrange(100),
    ]
    grown, whole = round.folder / "grown.book", round.folder / "whole.book"

    def saved():
        """Counts steps of eight positions, of up to 60 bytes each."""
        return grown.stat().st_size // 500 if grown.exists() else 0

    def check(_):
        if grown.exists():
            round.obverse("book", "check", grown)

    killed(
        round, ["book", "grow", grown, *flags, "--threads", round.random.choice("12")], check, saved
    )
    round.obverse("book", "grow", whole, *flags, "--threads", "1")
    texts = [round.obverse("book", "export", path, "-") for path in (grown, whole)]
    round.expect(texts[0] == texts[1], "the book is not that of an uninterrupted run")
    left = [path.name for path in round.folder.iterdir() if path.name.startswith(".")]
    round.expect(not left, f"left behind: {left}")
