"""Full disks and folders that cannot be written: a clear error, and nothing that was there is
damaged. The disk is a file system of 64 KiB in the memory, which only these processes see."""

import functools
import os
import shutil
import subprocess

from dialogues.gtp import Gtp
from kills import positions
from matches import check_records, records
from rounds import Skipped

# Mounts the disk, runs the command, and copies the files to where they can be looked at.
ON_DISK = """
options=size=64k
[ "$3" = read-only ] && options=$options,ro
mount -t tmpfs -o $options none "$1" || exit 125
copy=$2
cd "$1"
[ "$3" = full ] && head -c "$4" /dev/zero >filler 2>/dev/null
disk=$1
shift 4
"$@"
status=$?
rm -f "$disk/filler" 2>/dev/null
cp -r "$disk/." "$copy"
exit $status
"""


@functools.cache
def namespace():
    """The words before a command that let it mount a disk of its own, or None."""
    if not shutil.which("unshare"):
        return None
    for words in (["unshare", "-m"], ["unshare", "-r", "-m"]):
        script = 'mount -t tmpfs -o size=64k none "$1"'
        probe = [*words, "sh", "-c", script, "sh", os.path.dirname(os.path.abspath(__file__))]
        if subprocess.run(probe, capture_output=True).returncode == 0:
            return words
    return None


def on_disk(round, kind, filler, *args, statuses):
    """Runs the program in a disk that is full or read-only, and returns the copy of the disk, the
    output, the errors and the status."""
    words = namespace()
    if words is None:
        raise Skipped("it takes the right to mount a file system (unshare -m)")
    disk, copy = round.folder / "disk", round.folder / "copy"
    for folder in (disk, copy):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    prefix = [*words, "sh", "-c", ON_DISK, "sh", disk, copy, kind, filler]
    process = round.start(*args, prefix=prefix)
    process.close_input()
    output = process.work().decode(errors="backslashreplace")
    status = process.end(*statuses)
    errors = process.complaints().decode(errors="backslashreplace")
    round.count()
    round.expect(
        status == 0 or 1 <= len(errors.splitlines()) <= 3,
        f"status {status}, but its errors are {errors[:300]!r}",
    )
    return copy, output, errors, status


ENGINES = [
    "--engine",
    "name=one builtin algorithm=random",
    "--engine",
    "name=two builtin algorithm=greedy",
]


def match(round, kind, filler):
    """The games before the disk was full are kept, and the match can be resumed elsewhere."""
    command = ["match", *ENGINES, "--games", 400, "--concurrency", "2", "--resume"]
    copy, _, _, status = on_disk(
        round, kind, filler, *command, "--out", "games.jsonl", statuses=(0, 1, 2)
    )
    round.expect(status != 0, "a match of 400 games fits on a full disk")
    if kind == "full" and (copy / "games.jsonl").exists():
        records(copy / "games.jsonl")
        round.obverse(*command, "--out", copy / "games.jsonl")
        check_records(round, copy / "games.jsonl", 400)


def solve(round, kind, filler):
    path = positions(round, 100, 8)
    command = ["solve", path, "--threads", "1", "--hash-mb", "1"]
    copy, _, _, status = on_disk(
        round, kind, filler, *command, "--out", "answers.jsonl", statuses=(0, 1, 2)
    )
    # A hundred answers take some 30 KB.
    round.expect(kind == "full" or status != 0, "answers were written to a read-only disk")
    if kind == "full" and (copy / "answers.jsonl").exists():
        round.obverse(*command, "--out", copy / "answers.jsonl")
        found = (copy / "answers.jsonl").read_bytes().count(b"\n")
        round.expect(found == 101, f"{found} lines of answers instead of 101")


def selfplay(round, kind, filler):
    flags = ["--games", 90, "--level", "0", "--exact-from", "8", "--threads", "1", "--resume"]
    copy, _, _, _ = on_disk(
        round, kind, filler, "selfplay", "--out", "games", *flags, statuses=(1, 2)
    )
    if kind == "full" and (copy / "games").exists():
        round.obverse("selfplay", "--out", copy / "games", *flags)
        round.obverse("selfplay", "--check", *sorted((copy / "games").glob("*.pos")))


def book(round, kind, filler):
    """The book stays as it was saved last."""
    flags = ["--positions", 1000, "--level", "0", "--plies", "40", "--threads", "1"]
    copy, _, _, status = on_disk(
        round, kind, filler, "book", "grow", "grown.book", *flags, statuses=(0, 1, 2)
    )
    round.expect(kind == "full" or status != 0, "a book was written to a read-only disk")
    if (copy / "grown.book").exists():
        round.obverse("book", "check", copy / "grown.book")


def convert(round, kind, filler):
    """The output is written completely or not at all."""
    games = round.folder / "in.txt"
    games.write_text("f5d6c3d3c4f4f6f3e6e7c6g6\n" * 2000, encoding="ascii")
    copy, _, _, _ = on_disk(round, kind, filler, "convert", games, "out.sgf", statuses=(1, 2))
    left = sorted(path.name for path in copy.iterdir())
    round.expect(not left, f"left on the disk: {left}")


TOOLS = [match, solve, selfplay, book, convert]


def full(round):
    round.random.choice(TOOLS)(round, "full", round.random.choice([0, 50000, 60000, 65536]))


def read_only(round):
    round.random.choice(TOOLS)(round, "read-only", 0)


def full_output(round):
    """Standard output is full: an error, and no panic."""
    if not os.path.exists("/dev/full"):
        raise Skipped("there is no /dev/full")
    path = positions(round, 3, 6)
    games = round.folder / "games.txt"
    games.write_text("f5d6c3\n", encoding="ascii")
    command = round.random.choice(
        [
            ["solve", path],
            ["solve", path, "--json"],
            ["convert", games, "-", "--to", "sgf"],
            ["analyze", games, "--level", "1"],
            ["perft", "4"],
            ["stats", games],
            ["book", "stats", "embedded"],
            ["match", *ENGINES, "--games", "2"],
            ["man"],
            ["completions", "bash"],
            ["--help"],
            ["--version"],
        ]
    )
    with open("/dev/full", "wb") as device:
        process = round.start(*command, stdout=device)
    process.close_input()
    process.end(1)
    errors = process.complaints()
    round.expect(errors.startswith(b"obverse: "), f"{command}: its errors are {errors[:300]!r}")
    round.count()
    protocol = round.random.choice(
        ["gtp", "nboard", "ugi", "uci", "cassio", "xboard", "edax", "json"]
    )
    lines = round.folder / "lines"
    lines.write_text(
        "ugi\nxboard\nprotover 2\nname\nping 1\nf5\n{}\nENGINE-PROTOCOL init\n", encoding="ascii"
    )
    with open("/dev/full", "wb") as device, open(lines, "rb") as text:
        process = round.start(protocol, stdin=text, stdout=device)
    process.end(0, 1)
    round.count()


def full_printsgf(round):
    """A game cannot be saved: the dialogue goes on."""
    if not os.path.exists("/dev/full"):
        raise Skipped("there is no /dev/full")
    session = Gtp(round)
    for _ in range(10):
        session.ask("printsgf /dev/full", "?")
        session.ask("printsgf /proc/no/such/file", "?")
        session.game(5)
    session.leave()
