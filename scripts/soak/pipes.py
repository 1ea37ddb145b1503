"""Clients that close a pipe at any moment, read slowly, or stop in the middle of a line."""

import json
import re

from kills import positions

# For each protocol, lines that make it write much, and a search that lasts.
TALKATIVE = {
    "gtp": (
        "help\nlist_commands\nshowboard\ngogui-analyze_commands\n",
        "kata-set-param depth 60\nanalyze b 1\n",
    ),
    "nboard": ("nboard 2\nhint 5\nping 1\n", "nboard 2\nset depth 60\nhint 5\n"),
    "ugi": ("ugi\nisready\nd\n", "ugi\nposition startpos\ngo infinite\n"),
    "uci": ("uci\nisready\nd\n", "uci\nposition startpos\ngo infinite\n"),
    "cassio": (
        "ENGINE-PROTOCOL init\nENGINE-PROTOCOL get-version\n",
        f"ENGINE-PROTOCOL endgame-search {'-' * 27}OX------XO{'-' * 27}X -64 64 100\n",
    ),
    "xboard": (
        "xboard\nprotover 2\nping 1\n",
        "xboard\nvariant reversi\npost\nsd 60\nst 100000\nanalyze\n",
    ),
    "edax": ("init\nhelp\noptions\nf5\n", "level 60\nmode 3\nf5\ngo\n"),
    "json": (
        '{"id":1,"moves":"f5","depth":2,"lines":"all"}\n',
        '{"id":1,"moves":"","depth":60,"interval":0.01}\n',
    ),
}


def closed_output(round):
    """The reader goes away: the program ends quietly, even in the middle of a search."""
    protocol = round.random.choice(sorted(TALKATIVE))
    many, search = TALKATIVE[protocol]
    is_searching = round.chance(0.5)
    process = round.start(protocol)
    process.send(search if is_searching else many * round.random.randrange(1, 50))
    process.try_line(round.random.choice([0, 0.01, 0.2]))
    process.close_output()
    if round.chance(0.5):
        process.close_input()
        process.wait()
    elif not is_searching:
        process.close_input()
    # A program that searches finds out without being sent anything; an idle one need not.
    process.end(0)
    round.expect(
        protocol == "edax" or not process.complaints(),
        f"{protocol} complains: {process.complaints()[:300]!r}",
    )
    round.count()


def closed_tool(round):
    """The same for a tool, as in `obverse ... | head -1`."""
    path = positions(round, 40, 8)
    games = round.folder / "games.txt"
    games.write_text("f5d6c3d3c4f4f6f3e6e7c6g6\n" * 3000, encoding="ascii")
    command = round.random.choice(
        [
            ["solve", path, "--json", "--hash-mb", "1"],
            ["solve", path, "--hash-mb", "1"],
            ["convert", games, "-", "--to", "sgf"],
            ["book", "export", "embedded", "-"],
            ["man"],
            ["perft", "9"],
            ["analyze", path, "--level", "1"],
            [
                "match",
                "--engine",
                "builtin algorithm=random",
                "--engine",
                "builtin algorithm=greedy",
                "--games",
                "2000",
            ],
        ]
    )
    process = round.start(*command)
    process.close_input()
    if round.chance(0.7):
        process.try_line(5)
    process.close_output()
    status = process.wait()
    round.expect(status in (0, 1), f"{command} ended with status {status}")
    round.expect(
        len(process.complaints().splitlines()) <= 1, f"{command}: {process.complaints()[:300]!r}"
    )
    round.count()


def slow_reader(round):
    """A client that does not read for a while loses nothing, and the memory stays small."""
    number = 1500
    process = round.start("gtp", "--hash_mb", "4")
    process.send("kata-set-param depth 60\n1 kata-analyze b 1\n")
    round.pause(round.random.choice([1, 3]))
    process.send("2 name\n" + "3 showboard\n" * number + "4 name\n")
    round.pause(round.random.choice([0, 1]))
    process.until(lambda line: not line)
    round.expect(process.line() == "=1", "an analysis that does not begin with =1")
    reports = process.until(lambda line: not line)[:-1]
    for report in reports:
        form = re.fullmatch(
            r"(info move ([A-H][1-8]) visits \d+ .* pv( [A-H][1-8]| pass)+ ?)+", report
        )
        round.expect(form, f"a report is damaged: {report[:300]!r}")
    round.expect(process.until(lambda line: not line)[0] == "=2 Obverse", "the name")
    for _ in range(number):
        if round.is_over():
            return
        block = process.until(lambda line: not line)
        round.expect(block[0].strip() == "=3" and len(block) == 13, f"a board is damaged: {block}")
        round.count()
    round.expect(process.line() == "=4 Obverse", "the name")
    process.close_input()
    process.rest()
    process.end(0)


def slow_json(round):
    """Thousands of answers for a client that first sends all its queries."""
    process = round.start("json", "--threads", "2", "--hash_mb", "4")
    number = 2000
    process.send(
        "".join(f'{{"id":{n},"moves":"f5d6","depth":1,"lines":"all"}}\n' for n in range(number))
    )
    round.pause(round.random.choice([0, 1, 2]))
    process.close_input()
    answers = [json.loads(line) for line in process.rest().splitlines()]
    round.expect(
        sorted(answer["id"] for answer in answers) == list(range(number)), "answers are missing"
    )
    process.end(0)
    round.count(number)


def closed_input(round):
    """The input ends in the middle of a line or of a search."""
    protocol = round.random.choice(sorted(TALKATIVE))
    many, search = TALKATIVE[protocol]
    process = round.start(protocol)
    if protocol == "edax":
        search = "level 5\nmode 3\ngo\n"  # It finishes its search first.
    if protocol in ("ugi", "uci", "cassio", "json"):
        search = search.replace("infinite", "depth 8").replace("endgame-search", "midgame-search")
        search = search.replace("-64 64 100", "-64 64 8 73").replace('"depth":60', '"depth":8')
    text = round.random.choice([many, search, search + many])
    if protocol == "nboard":
        text = text.replace("depth 60", "depth 8")
    process.send(text[: round.random.randrange(1, len(text) + 1)])
    round.pause(round.random.choice([0, 0, 0.05]))
    process.close_input()
    process.rest()
    process.end(0)
    round.count()


def garbage(round):
    """Bytes of all kinds, in long and short lines."""
    protocol = round.random.choice(sorted(TALKATIVE))
    process = round.start(protocol)
    size = round.random.choice([100, 5000, 200_000])
    data = round.random.randbytes(size)
    if round.chance(0.3):
        data = bytes(byte for byte in data if byte != 10) + b"\n"
    if protocol == "edax":
        data = data.replace(b"q", b"x").replace(b"Q", b"x")  # They are short for quit.
    first = TALKATIVE[protocol][0].split("\n")[0].encode()
    process.send(first + b"\n" + data)
    process.close_input()
    process.rest()
    process.end(0)
    round.count()
