"""Cassio's protocol: a search for each position, and no game."""

import re

from dialogues.client import Client
from games import PASS, Game

PREFIX = "ENGINE-PROTOCOL"
RESULT = re.compile(
    r"([-XO]{65}), move ([A-H][1-8]|PA), depth (\d+), @(\d+)%, \S+ <= v <= \S+, \S*, node (\d+), time \S+"
)


class Cassio(Client):
    name = "cassio"
    quit = f"{PREFIX} quit\n"

    def greet(self):
        self.ask("init")

    def send(self, command):
        self.engine.send(f"{PREFIX} {command}\n")

    def ready(self):
        """The lines before the next `ready.`"""
        lines = self.engine.until(lambda line: line == "ready.")
        self.round.count()
        return lines[:-1]

    def ask(self, command):
        self.send(command)
        return self.ready()

    def game(self, plies=60):
        self.mirror = Game()
        self.ask("new-position")
        for _ in self.turns(plies):
            self.mirror.play(
                self.search()
                if self.round.chance(0.5)
                else self.random.choice(self.mirror.choices())
            )

    def position(self):
        return self.mirror.letters() + self.mirror.side()

    def search(self):
        empties = 64 - len(self.mirror.board.discs)
        if empties <= 10 and self.round.chance(0.5):
            command = f"endgame-search {self.position()} -64 64 {self.random.choice([73, 100])}"
        else:
            command = f"midgame-search {self.position()} -64 64 {self.random.randrange(1, 9)} 73"
        lines = self.ask(command)
        form = RESULT.fullmatch(lines[-1]) if lines else None
        self.round.expect(form and form[1] == self.position(), f"cassio: {lines}")
        move = PASS if form[2] == "PA" else form[2]
        self.check_move(self.mirror, move)
        return move

    def aside_noise(self):
        line = self.random.choice(
            [self.noise(), "midgame-search", "midgame-search XO 1 2 3 4", "endgame-search"]
        )
        found = self.ask(line)
        self.round.expect(any(line.startswith("ERROR: ") for line in found), f"cassio: {found}")

    def aside_version(self):
        found = self.ask("get-version")
        self.round.expect(found[0].startswith("version: Obverse"), f"cassio: {found}")

    def aside_clear(self):
        self.ask("empty-hash")

    def aside_feed(self):
        self.send(f"feed-hash {self.position()} anything")

    def aside_stop(self):
        """Questions during a long search, unless that finds a win of all discs at once."""
        if len(self.mirror.board.discs) > 20:
            return
        self.send(f"endgame-search {self.position()} -64 64 100")
        self.engine.send("\n")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        self.send("get-search-infos")
        self.send("stop")
        self.send("get-version")
        lines = self.engine.until(lambda line: line.startswith("version: "))
        self.ready()
        is_solved = any("@100%" in line and "64.00 <= v" in line for line in lines)
        is_answered = "ok." in lines and any(line.startswith("node ") for line in lines)
        self.round.expect(is_solved or is_answered, f"cassio: {lines}")
