"""Matches: nobody loses on time, by a crash or by an illegal move, however busy the machine is."""

import json
import signal
import time

from games import PASS, Game, problem_with
from process import Lost, children, descriptors


# The processes compete with those of other rounds for the cores, and may have to wait for a while.
# What an engine is late on an idle machine, the tests in tests/timing measure.
TOLERANCE = 0.5

# If half of the moves of a match are later than this, the machine has too much to do for a match
# with clocks.
OVERLOADED = 0.05

# At most so many games of a match are replayed by independent rules.
REPLAYED = 20


def specification(round, name, words, protocol="gtp", restart=False):
    """The --engine of an external player that is this program."""
    command = f"'{round.run.program}' {words}"
    extra = " restart=on" if restart else ""
    return ["--engine", f'name={name} protocol={protocol}{extra} cmd="{command}"']


def player(round, name):
    """A random player, which cannot lose other than on the board."""
    # Without a level, it searches until its time is up.
    level = round.random.choice([None, *range(1, 20)]) if round.chance(0.5) else None
    kind = round.random.choice(["gtp", "gtp", "nboard", "builtin"])
    if kind == "builtin":
        return ["--engine", f"name={name} builtin {f'level={level}' if level else ''} hash_mb=4"]
    words = (
        f"{f'--level {level}' if level else ''} --threads {round.random.choice('112')} --hash_mb 4"
    )
    return specification(round, name, words, kind, restart=round.chance(0.2))


def records(path):
    """The games in the file of a match, whose lines must all be complete."""
    found = []
    for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
        try:
            found.append(json.loads(line))
        except ValueError:
            raise Lost(f"{path.name} is damaged: {line[:200]!r}") from None
    return found


def play_out(round, match, watch=lambda: None):
    """Waits for the end of a match, which is interrupted when the time is over. Returns whether it
    was played to its end."""
    match.close_input()
    end = time.monotonic() + 4 * round.patience
    is_interrupted = False
    while not match.is_at_end:
        match.try_line(0.1)
        watch()
        if round.is_over() and not is_interrupted:
            match.signal(signal.SIGINT)
            is_interrupted = True
            end = time.monotonic() + round.patience
        if time.monotonic() > end:
            raise Lost("hang: a match does not end")
    # It may have ended just before it was interrupted.
    return match.end(0, 3) == 0 if is_interrupted else match.end(0) == 0


def check_records(round, path, games, is_complete=True, reasons=("normal",)):
    """All games are there, once each, and were played by the rules."""
    found = records(path)
    numbers = sorted(record["game"] for record in found)
    round.expect(len(set(numbers)) == len(numbers), f"{path.name} has the games {numbers}")
    round.expect(
        not is_complete or numbers == list(range(1, games + 1)),
        f"{path.name} has the games {numbers}, not {games}",
    )
    # To replay a game takes this script longer than the program needs to play it.
    for record in round.random.sample(found, min(len(found), REPLAYED)):
        if problem := problem_with(record):
            round.lost.append(f"game {record['game']}: {problem}: {record}")
    for record in found:
        if record["reason"] not in reasons:
            round.lost.append(f"game {record['game']} was lost: {record['reason']}: {record}")
    return found


def typical_time(path):
    """The median of the seconds that the moves in a file have taken."""
    times = sorted(micros for record in records(path) for micros in record.get("move_micros", []))
    return times[len(times) // 2] / 1e6 if times else 0


def timed(round):
    """A match with little time for each move."""
    seconds = round.random.choice([0.005, 0.01, 0.02, 0.05])
    games = 2 * round.random.randrange(1, 4)
    limit = ["--move-time", seconds]
    if round.chance(0.3):
        limit = ["--time", 60 * seconds, "--increment", seconds / 10]
    out = round.folder / "games.jsonl"
    match = round.start(
        "match",
        *player(round, "first"),
        *player(round, "second"),
        *limit,
        "--tolerance",
        TOLERANCE,
        "--games",
        games,
        "--concurrency",
        round.random.randrange(1, 4),
        "--seed",
        round.random.randrange(1000),
        "--out",
        out,
    )
    is_complete = play_out(round, match)
    # Where a typical move takes much longer than it may, a whole machine is missing.
    usual = typical_time(out) - (seconds if limit[0] == "--move-time" else 3 * seconds)
    reasons = ("normal", "time") if usual > OVERLOADED else ("normal",)
    for record in check_records(round, out, games, is_complete, reasons):
        round.count()
        if record["reason"] == "time":
            round.total("games lost on time while the machine was overloaded")
        elif limit[0] == "--move-time":
            late = max(record["move_micros"]) / 1000 - seconds * 1000
            round.highest("latest move in a match, ms after its time", int(late))


def fifty(round):
    """Fifty players in one match, each a process; all are gone after it."""
    players = specification(round, "0", "--level 0 --hash_mb 1")
    for number in range(1, 50):
        words = round.random.choice(
            ["--algorithm random", "--algorithm greedy", "--level 0 --hash_mb 1"]
        )
        protocol = round.random.choice(["gtp", "gtp", "nboard"])
        players += specification(round, number, words, protocol, restart=round.chance(0.3))
    out = round.folder / "games.jsonl"
    flags = [
        "--format",
        "gauntlet",
        "--games",
        "2",
        "--concurrency",
        "4",
        "--depth",
        "1",
        "--out",
        out,
    ]
    match = round.start("match", *players, *flags)
    seen = []
    is_complete = play_out(
        round, match, lambda: seen.append((len(children(match.id)), descriptors(match.id) or 0))
    )
    most, files = (max(values) for values in zip(*seen))
    round.highest("processes of a match of fifty players", most)
    round.highest("open files of a match of fifty players", files)
    # Each player has two pipes and some has a file for what it says; the rest is the match's own.
    round.expect(files <= 4 * most + 40, f"{files} open files with {most} processes")
    round.count(len(check_records(round, out, 98, is_complete)))


class Player:
    """An engine in a game that this script referees."""

    def __init__(self, round, game, seconds):
        self.engine = round.start(self.protocol, *self.flags)
        self.round, self.game, self.seconds = round, game, seconds
        self.begin()

    flags = ("--threads", "1", "--hash_mb", "4")

    def told(self, move):
        """The opponent, or this engine itself, has played a move."""


class GtpPlayer(Player):
    protocol = "gtp"

    def ask(self, command):
        self.engine.send(command + "\n")
        return self.engine.until(lambda line: not line)[0]

    def begin(self):
        self.ask(f"time_settings 0 {self.seconds} 1")

    def choose(self):
        return self.ask(f"genmove {self.game.turn}").removeprefix("= ")

    def told(self, move):
        color, move = self.game.moves[-1]
        if not self.is_own:
            self.ask(f"play {color} {move}")


class UgiPlayer(Player):
    protocol = "ugi"

    def begin(self):
        self.engine.send("ugi\n")
        self.engine.until(lambda line: line == "ugiok")

    def choose(self):
        moves = " ".join(self.word(move) for _, move in self.game.moves)
        self.engine.send(f"position startpos{' moves ' * bool(moves)}{moves}\n")
        self.engine.send(f"go movetime {self.seconds * 1000:.0f}\n")
        return self.unword(
            self.engine.until(lambda line: line.startswith("bestmove"))[-1].split()[1]
        )

    def word(self, move):
        return move.lower()

    def unword(self, word):
        return word.upper()


class UciPlayer(UgiPlayer):
    protocol = "uci"

    def begin(self):
        self.engine.send("uci\n")
        self.engine.until(lambda line: line == "uciok")

    def word(self, move):
        return "a1a1" if move == PASS else f"P@{move[0].lower()}{9 - int(move[1])}"

    def unword(self, word):
        return f"{word[2].upper()}{9 - int(word[3])}" if word.startswith("P@") else PASS


class XBoardPlayer(Player):
    protocol = "xboard"

    def begin(self):
        self.engine.send(f"xboard\nvariant reversi\nnew\nforce\nst {self.seconds}\n")

    def choose(self):
        self.engine.send("go\n")
        move = self.engine.until(lambda line: line.startswith("move "))[-1].split()[1]
        self.engine.send("force\n")
        return move[2:].upper() if move != "@@@@" else PASS

    def told(self, move):
        if not self.is_own:
            self.engine.send(f"usermove {'@@@@' if move == PASS else 'P@' + move.lower()}\n")


class EdaxPlayer(Player):
    protocol = "edax"
    flags = ("-q", "-n", "1", "-h", "14")

    def ask(self, line):
        self.engine.send(line + "\n")
        return self.prompt()

    def prompt(self):
        return self.engine.until_bytes(lambda data: data == b">" or data.endswith(b"\n>")).decode()

    def begin(self):
        self.prompt()
        self.ask("mode 3")
        self.ask(f"move-time {self.seconds}")

    def choose(self):
        move = self.ask("go").split("Edax plays ")[-1][:2]
        return PASS if move == "PS" else move

    def told(self, move):
        if not self.is_own:
            self.ask("PS" if move == PASS else move)


PLAYERS = [GtpPlayer, UgiPlayer, UciPlayer, XBoardPlayer, EdaxPlayer]

# This script has to wait for a core, too.
LATE = 1.0


def referee(round):
    """Two engines that speak different protocols, in timed games that this script referees."""
    game = Game()
    seconds = round.random.choice([0.01, 0.02, 0.05])
    kinds = round.random.sample(PLAYERS, 2)
    players = dict(zip(("black", "white"), (kind(round, game, seconds) for kind in kinds)))
    while not game.over():
        # UGI has no passes: a player that must pass is not asked.
        if game.must_pass() and (players[game.turn].protocol == "ugi" or round.chance(0.5)):
            mover, move = None, PASS
        else:
            mover = players[game.turn]
            start = time.monotonic()
            move = mover.choose()
            late = time.monotonic() - start - seconds
            round.highest(
                "latest move in a game with a referee, ms after its time", int(late * 1000)
            )
            round.expect(late < LATE, f"{mover.protocol} was {late:.3f} s late")
            choices = game.choices()
            round.expect(
                move in choices,
                f"{mover.protocol}: {move} in {game.letters()} {game.side()}, not {choices}",
            )
        game.play(move)
        for one in players.values():
            one.is_own = one is mover
            one.told(move)
        round.count()
    for one in players.values():
        one.engine.send("quit\n")
        one.engine.close_input()
        one.engine.rest()
        one.engine.end(0)
