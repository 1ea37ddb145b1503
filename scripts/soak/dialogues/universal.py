"""UGI and UCI, whose board is upside down."""

import re

from dialogues.client import Client
from games import PASS, Game


class Universal(Client):
    ok = new_game = ""

    def greet(self):
        self.engine.send(f"{self.name}\n")
        self.engine.until(lambda line: line == self.ok)
        self.engine.send("setoption name Level value 4\n")
        self.ready()

    def ready(self):
        self.engine.send("isready\n")
        lines = self.engine.until(lambda line: line == "readyok")
        self.round.count()
        return lines[:-1]

    def position(self):
        moves = " ".join(self.word(move) for move in self.moves())
        return f"position startpos{' moves ' + moves if moves else ''}\n"

    def moves(self):
        return [move for _, move in self.mirror.moves]

    def game(self, plies=60):
        self.mirror = Game()
        self.engine.send(f"{self.new_game}\n")
        for _ in self.turns(plies):
            if self.mirror.must_pass() and self.name == "ugi":
                self.mirror.play(PASS)
            move = (
                self.go()
                if self.round.chance(0.6)
                else self.random.choice(self.mirror.choices() or [PASS])
            )
            if self.mirror.over():
                break
            self.mirror.play(move)
        self.ready()

    def go(self):
        self.engine.send(self.position())
        limits = [
            f"depth {self.random.randrange(1, 9)}",
            "movetime 10",
            "nodes 2000",
            self.clock(500),
        ]
        self.engine.send(f"go {self.random.choice(limits)}\n")
        return self.best_move()

    def best_move(self):
        answer = self.engine.until(lambda line: line.startswith("bestmove"))[-1].split()
        move = self.unword(answer[1])
        self.round.expect(move is not None, f"{self.name}: {answer}")
        self.check_move(self.mirror, move)
        return move

    # Between the moves.

    def aside_noise(self):
        self.ready()
        self.engine.send(self.noise() + "\n")
        self.ready()

    def aside_illegal(self):
        """An error changes nothing, so the next search is of the position before."""
        if self.mirror.over() or self.mirror.must_pass():
            return
        self.ready()
        self.engine.send(self.position())
        moves = " ".join(map(self.word, [*self.moves(), self.illegal(self.mirror)]))
        self.engine.send(f"position startpos moves {moves}\n")
        found = self.ready()
        self.round.expect(any("illegal" in line for line in found), f"{self.name}: {found}")
        self.engine.send("go depth 2\n")
        self.best_move()

    def aside_broken(self):
        lines = [
            "position\n",
            "position fen 8/8 x\n",
            "go depth x\n",
            "setoption name\n",
            "setoption name Hash value x\n",
        ]
        self.ready()
        self.engine.send(self.random.choice([*lines, "\n", "stop\n"]))
        # `go` with a limit that is not understood may search all the same.
        self.engine.send("stop\n")
        self.ready()

    def aside_infinite(self):
        """Questions during an endless search, which `stop` ends."""
        # UGI has no passes: the other side would be searched for.
        if self.mirror.over() or (self.name == "ugi" and self.mirror.must_pass()):
            return
        self.engine.send(self.position())
        self.engine.send("go infinite\n")
        if self.round.chance(0.5):
            early = [line for line in self.ready() if line.startswith("bestmove")]
            self.round.expect(not early, f"{self.name}: {early} before stop")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        self.engine.send("stop\n")
        self.best_move()

    def aside_option(self):
        name, value = self.random.choice(
            [("Threads", 1), ("Threads", 2), ("MultiPV", 3), ("MultiPV", 1), ("Level", 3)]
        )
        self.engine.send(f"setoption name {name} value {value}\n")
        self.round.expect(not self.ready(), f"{self.name}: {name} cannot be {value}")

    def aside_clear(self):
        self.engine.send("setoption name Clear Hash\n")
        self.ready()


class Ugi(Universal):
    name, ok, new_game = "ugi", "ugiok", "uginewgame"

    def word(self, move):
        return move.lower()

    def unword(self, word):
        return PASS if word == PASS else word.upper() if re.fullmatch("[a-h][1-8]", word) else None

    def clock(self, milliseconds):
        return f"p1time {milliseconds} p2time {milliseconds} p1inc 10 p2inc 10"

    def aside_query(self):
        self.engine.send(self.position())
        self.engine.send("query gameover\nquery p1turn\nquery result\n")
        found = self.ready()
        over = self.mirror.over()
        # A forced pass is not written: the other side is to move.
        black = (self.mirror.turn == "black") != self.mirror.must_pass()
        difference = self.mirror.count("black") - self.mirror.count("white")
        result = (
            "none"
            if not over
            else "draw"
            if difference == 0
            else "p1win"
            if difference > 0
            else "p2win"
        )
        expected = [
            f"response {str(over).lower()}",
            f"response {str(black).lower()}",
            f"response {result}",
        ]
        if over:
            found.pop(1), expected.pop(1)
        self.round.expect(found == expected, f"ugi: {found}, not {expected}")


class Uci(Universal):
    name, ok, new_game = "uci", "uciok", "ucinewgame"

    def word(self, move):
        """Row 1 is rank 8. For a pass, any square will do."""
        return "a1a1" if move == PASS else f"P@{move[0].lower()}{9 - int(move[1])}"

    def unword(self, word):
        if word == "(none)" or re.fullmatch(r"([a-h][1-8])\1", word):
            return PASS
        form = re.fullmatch("P@([a-h])([1-8])", word)
        return form and f"{form[1].upper()}{9 - int(form[2])}"

    def clock(self, milliseconds):
        return f"wtime {milliseconds} btime {milliseconds} winc 10 binc 10"

    def aside_ponder(self):
        if self.mirror.over():
            return
        self.engine.send(self.position())
        self.engine.send("go ponder movetime 20\n")
        if self.round.chance(0.5):
            found = self.ready()
            early = [line for line in found if line.startswith("bestmove")]
            self.round.expect(not early, f"uci: {early} while it ponders")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        self.engine.send(self.random.choice(["ponderhit\n", "stop\n"]))
        self.best_move()
