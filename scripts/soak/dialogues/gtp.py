"""GTP, with IDs, pipelining, all three ways to pass, undo, interruptions and files."""

import re

from dialogues.client import Client
from games import PASS, Game, other


class Gtp(Client):
    name = "gtp"

    def greet(self):
        self.ask("name")
        self.level()

    def level(self):
        self.ask(f"level {self.random.randrange(1, 8)}")

    # Commands and replies.

    def id(self):
        return str(self.random.randrange(1 << 32)) if self.round.chance(0.6) else ""

    def reply(self, id, expected="="):
        """Reads one reply, and returns its text."""
        first = self.engine.line()
        form = re.fullmatch(r"([=?])(\d*)( .*)?", first)
        self.round.expect(
            form and form[2] == id, f"gtp: {first!r} is not a reply with the ID {id!r}"
        )
        self.round.expect(form[1] == expected, f"gtp: {first!r} instead of {expected!r}")
        lines = [(form[3] or "").strip()]
        while line := self.engine.line():
            lines.append(line)
        if expected == "?":
            self.round.expect(len(lines) == 1, f"gtp: an error of several lines: {lines}")
        self.round.count()
        return "\n".join(lines).strip()

    def ask(self, command, expected="="):
        id = self.id()
        self.engine.send(f"{id} {command}\n")
        return self.reply(id, expected)

    # A game.

    def game(self, plies=60):
        self.mirror = Game()
        self.steps = []  # How many moves, passes included, each command has made.
        self.ask("clear_board")
        if self.round.chance(0.3):
            times = ["0 1 1", "60 0 0", "10 1 0", "1 2 5", "0 0 0"]
            self.ask(f"time_settings {self.random.choice(times)}")
        for _ in self.turns(plies):
            self.ply()
        if self.mirror.over():
            score = self.ask("final_score")
            self.round.expect(
                score == self.mirror.score(), f"gtp: score {score}, not {self.mirror.score()}"
            )
            self.round.expect(
                self.ask(f"genmove {self.color()}") == PASS, "gtp: no pass after the end"
            )

    def color(self):
        color = self.mirror.turn
        return self.random.choice([color, color[0], color.upper()])

    def ply(self):
        passes = 0
        if self.mirror.must_pass():
            how = self.random.randrange(3)
            if how == 0:
                self.round.expect(self.ask(f"genmove {self.color()}") == PASS, "gtp: no pass")
            elif how == 1:
                self.ask(f"play {self.color()} pass")
            passes = how == 2  # The next command implies it.
            self.mirror.play(PASS)
            if not passes:
                self.steps.append(1)
                return
        self.move()
        self.steps.append(1 + passes)

    def move(self):
        if self.round.chance(0.5):
            if self.round.chance(0.2):
                left = self.random.choice([0.02, 0.1, 1])
                self.ask(f"time_left {self.mirror.turn} {left} {self.random.randrange(2)}")
            move = self.ask(f"genmove {self.color()}")
            self.check_move(self.mirror, move)
        else:
            move = self.random.choice(self.mirror.legal())
            text = self.random.choice([move, move.lower()])
            self.ask(f"play {self.color()} {text}")
        self.mirror.play(move)

    # Between the moves.

    def aside_noise(self):
        self.ask(self.noise(), "?")

    def aside_no_command(self):
        self.engine.send(self.random.choice(["\n", "  \t\r\n", "# a comment\n", "\x01\x02\n"]))

    def aside_invalid(self):
        self.ask(
            self.random.choice(
                [
                    "play",
                    "play red d3",
                    f"play {self.mirror.turn} i9",
                    "genmove",
                    "boardsize 10",
                    "level 99",
                    "time_settings a b c",
                    "undo 1 2",
                    "loadsgf /no/such/file",
                    "printsgf /no/such/folder/game.sgf",
                    "kata-set-param depth many",
                    "set_position b",
                    "gg-undo 1000",
                    "grhino-setup_board ---",
                    "analyze interval",
                ]
            ),
            "?",
        )

    def aside_illegal(self):
        if not self.mirror.over():
            self.ask(f"play {self.mirror.turn} {self.illegal(self.mirror)}", "?")

    def aside_batch(self):
        """Several commands before the first reply."""
        ids = [str(self.random.randrange(1000)) for _ in range(self.random.randrange(2, 20))]
        self.engine.send(
            "".join(f"{id} {self.random.choice(['name', 'get_komi', 'echo a b'])}\n" for id in ids)
        )
        for id in ids:
            self.reply(id)

    def aside_pieces(self):
        """A command that arrives in pieces."""
        self.engine.send("7 protocol")
        self.round.pause(0.01)
        self.engine.send("_version\n")
        self.round.expect(self.reply("7") == "2", "gtp: the version of the protocol")

    def aside_legal_moves(self):
        turn = self.mirror.turn
        found = self.ask(f"all_legal {turn}").split()
        self.round.expect(
            found == self.mirror.legal(), f"gtp: all_legal {found}, not {self.mirror.legal()}"
        )

    def aside_board(self):
        color = self.random.choice(["black", "white"])
        found = self.ask(f"list_stones {color}").split()
        self.round.expect(found == self.mirror.discs(color), f"gtp: {color} {found}")
        board = self.ask("showboard")
        count = f"X black {self.mirror.count('black')}"
        self.round.expect(count in board, f"gtp: no {count!r} in {board!r}")

    def aside_history(self):
        found = self.ask("grhino-show_history").split()
        moves = [move for _, move in self.mirror.moves]
        self.round.expect(found == moves, f"gtp: history {found}, not {moves}")

    def aside_undo(self):
        if self.steps:
            self.ask("undo")
            self.mirror.undo(self.steps.pop())

    def aside_values(self):
        found = [line.split()[0] for line in self.ask("all_move_values").splitlines()]
        self.round.expect(sorted(found) == sorted(self.mirror.legal()), f"gtp: values of {found}")

    def aside_file(self):
        file = self.round.folder / "game.sgf"
        self.ask(f"printsgf {file}")
        self.ask(f"loadsgf {file}")
        self.steps = [1] * len(self.mirror.moves)
        self.aside_history()

    def aside_option(self):
        name, value = self.random.choice(
            [
                ("ties", "random"),
                ("ties", "first"),
                ("threads", "1"),
                ("threads", "2"),
                ("book_use", "on"),
                ("seed", "5"),
            ]
        )
        self.ask(f"kata-set-param {name} {value}")
        self.round.expect(
            self.ask(f"kata-get-param {name}") == value, f"gtp: {name} is not {value}"
        )

    # Interruptions.

    def endless(self):
        """Makes searches endless, almost. From the start on, no search reaches the end."""
        self.ask("kata-set-param depth 60")
        self.ask("time_settings 0 0 0")

    def aside_stop(self):
        if self.mirror.over() or self.mirror.must_pass():
            return
        self.endless()
        ids = [self.id(), self.id()]
        line = self.random.choice(["stop", "# interrupt"])
        self.engine.send(f"{ids[0]} genmove {self.color()}\n")
        self.round.pause(self.random.choice([0, 0, 0.01, 0.1]))
        self.engine.send(f"{ids[1]} stop\n" if line == "stop" else "# interrupt\n")
        move = self.reply(ids[0])
        self.check_move(self.mirror, move)
        self.mirror.play(move)
        self.steps.append(1)
        if line == "stop":
            self.reply(ids[1])
        self.level()

    def aside_analyze(self):
        """A live analysis, which the next line ends."""
        command = self.random.choice(["analyze", "lz-analyze", "kata-analyze"])
        id, next_id = self.id(), self.id()
        self.engine.send(f"{id} {command} {self.mirror.turn} {self.random.choice([1, 5, 100])}\n")
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        self.engine.send(f"{next_id} name\n")
        # Without a move to play, there is nothing to report.
        text = self.reply(id)
        moves = re.findall(r"info move (\S+)", text)
        legal = self.mirror.legal() or [PASS]
        self.round.expect(
            set(moves) <= set(legal), f"gtp: an analysis of {set(moves)}, not {legal}"
        )
        self.round.expect(self.reply(next_id) == "Obverse", "gtp: no name after an analysis")

    def aside_cancel(self):
        if self.mirror.over() or self.mirror.must_pass():
            return
        self.endless()
        id = self.id()
        self.engine.send(f"{id} kata-search_cancellable {self.color()}\n")
        self.round.pause(self.random.choice([0, 0.02]))
        self.engine.send("\n")
        answer = self.reply(id)
        if answer != "cancelled":
            self.check_move(self.mirror, answer)
        self.level()

    def aside_other_player(self):
        """The player who is not on turn, where both have a move."""
        waiting = other(self.mirror.turn)
        if self.mirror.legal() and self.mirror.board.legal(waiting):
            self.ask(f"genmove {waiting}", "?")
