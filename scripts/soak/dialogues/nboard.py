"""NBoard, version 2."""

import re

from dialogues.client import Client
from games import PASS, Game

START = "8 ---------------------------O*------*O--------------------------- *"


class NBoard(Client):
    name = "nboard"

    def greet(self):
        self.pings = 0
        self.engine.send("nboard 2\n")
        self.engine.until(lambda line: line == "status Ready")
        self.depth()

    def depth(self):
        self.engine.send(f"set depth {self.random.randrange(1, 8)}\n")

    def ping(self):
        """Waits until everything has been done, and returns what has been written."""
        self.pings += 1
        self.engine.send(f"ping {self.pings}\n")
        lines = self.engine.until(lambda line: line.startswith("pong"))
        self.round.expect(lines[-1] == f"pong {self.pings}", f"nboard: {lines[-1]!r}")
        self.round.count()
        return lines[:-1]

    def set_game(self):
        moves = "".join(
            f"{color[0].upper()}[{'PA' if move == PASS else move}]"
            for color, move in self.mirror.moves
        )
        clock = self.random.choice(["", "TI[15:00]", "TI[0:30//1]"])
        self.engine.send(f"set game (;GM[Othello]PC[soak]{clock}TY[8]BO[{START}]{moves};)\n")

    def game(self, plies=60):
        self.mirror = Game().play_randomly(self.random, self.random.randrange(10))
        self.set_game()
        for _ in self.turns(plies):
            move = (
                self.go() if self.round.chance(0.5) else self.random.choice(self.mirror.choices())
            )
            self.tell(move)
        self.round.expect(
            not any("status move" in line for line in self.ping()), "nboard: a move was refused"
        )

    def go(self):
        self.engine.send("go\n")
        answer = self.engine.until(lambda line: line.startswith("==="))[-1]
        form = re.fullmatch(r"=== ([A-H][1-8]|PA)(/[^/]*)*", answer)
        self.round.expect(form, f"nboard: {answer!r}")
        move = PASS if form[1] == "PA" else form[1]
        self.check_move(self.mirror, move)
        return move

    def tell(self, move):
        text = "PA" if move == PASS else self.random.choice([move, move.lower()])
        self.engine.send(
            self.random.choice(["move {}//0.01\n", "move {}/1.5/0.2\n", "move {}\n"]).format(text)
        )
        self.mirror.play(move)

    # Between the moves.

    def aside_noise(self):
        self.ping()
        self.engine.send(self.noise() + "\n")
        self.ping()

    def aside_illegal(self):
        if not self.mirror.over():
            self.ping()
            self.engine.send(f"move {self.illegal(self.mirror)}\n")
            found = self.ping()
            self.round.expect(any("illegal move" in line for line in found), f"nboard: {found}")

    def aside_broken(self):
        self.engine.send(
            self.random.choice(
                ["set depth deep\n", "set game (;GM[\n", "move\n", "hint x\n", "set\n", "\n"]
            )
        )
        self.ping()

    def aside_hint(self):
        self.engine.send(f"hint {self.random.randrange(1, 5)}\n")
        self.round.pause(self.random.choice([0, 0.02]))
        found = [line.split()[1] for line in self.ping() if line.startswith("search ")]
        legal = self.mirror.legal() or ["PA"]
        self.round.expect(
            all(line[:2].upper() in legal for line in found), f"nboard: hints {found}, not {legal}"
        )

    def aside_ping_ends_go(self):
        if self.mirror.over():
            return
        self.engine.send("set depth 60\ngo\n")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        self.ping()
        self.depth()

    def aside_undo(self):
        """NBoard takes moves back by sending the game anew."""
        if self.mirror.moves:
            self.mirror.undo(self.random.randrange(1, len(self.mirror.moves) + 1))
            self.set_game()
            self.ping()

    def aside_learn(self):
        self.engine.send("learn\n")
        self.round.expect("learned" in self.ping(), "nboard: not learned")
