"""The front end for people, at a pseudoterminal."""

import os
import pty
import re
import subprocess

from dialogues.client import Client
from games import PASS, Game

PLAYED = re.compile(r"(?:black|white) plays ([A-H][1-8])")

# Colours, movements of the cursor, and the switch for pasted text.
ESCAPES = re.compile(rb"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>78])")
PROMPT = re.compile(rb"(black|white|over)> ?\r?$")


class Terminal(Client):
    name = "terminal"

    def start(self, options):
        self.kind = self.random.choice(["dumb", "dumb", "xterm-256color"])
        ours, theirs = pty.openpty()
        # The shell leads a session without a terminal, so the one that it opens becomes its own:
        # only then does Ctrl-C reach the program.
        script = 'terminal=$1; shift; exec "$@" <"$terminal" >"$terminal"'
        engine = self.round.start(
            *options,
            prefix=["sh", "-c", script, "sh", os.ttyname(theirs)],
            env={"TERM": self.kind, "XDG_STATE_HOME": str(self.round.folder), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        self.theirs = theirs
        engine.child.stdin = os.fdopen(os.dup(ours), "wb", buffering=0)
        engine.child.stdout = os.fdopen(ours, "rb", buffering=0)
        os.set_blocking(ours, False)
        return engine

    def greet(self):
        self.numbers = 0
        self.engine.until_bytes(lambda data: PROMPT.search(ESCAPES.sub(b"", data)))
        os.close(self.theirs)

    def options(self):
        return [*super().options(), "--book_use", "off"]

    def enter(self, line):
        """Types a line, and returns what is written until it is done. Lines wait for the end of a
        search, so an answer to a line after it tells."""
        self.numbers += 1
        self.engine.send(f"{line}\r" if line else "")
        self.engine.send(f"{self.numbers} name\r")
        answer = f"={self.numbers} Obverse".encode()

        def is_done(data):
            _, found, rest = ESCAPES.sub(b"", data).partition(answer)
            return found and PROMPT.search(rest)

        data = self.engine.until_bytes(is_done)
        self.round.count()
        return self.plain(data)

    def plain(self, data):
        return ESCAPES.sub(b"", data).decode(errors="backslashreplace").replace("\r", "")

    def history(self):
        written = self.enter("99999 grhino-show_history")
        form = re.search(r"=99999 ?([A-H1-8pas ]*)\n", written)
        self.round.expect(form, f"terminal: no history in {written!r}")
        return form[1].split()

    def game(self, plies=60):
        self.enter("new")
        self.enter(f"level {self.random.randrange(4)}")
        self.mirror = Game()
        for _ in self.turns(plies // 2):
            self.ply()

    def ply(self):
        if self.mirror.must_pass():
            self.mirror.play(PASS)
        line = "go"
        if self.round.chance(0.8):
            line = self.random.choice(self.mirror.legal()).lower()
            self.mirror.play(line.upper())
        self.replies(self.enter(line))
        if self.round.chance(0.2):
            found = [move for move in self.history() if move != PASS]
            moves = [move for _, move in self.mirror.moves if move != PASS]
            self.round.expect(found == moves, f"terminal: history {found}, not {moves}")

    def replies(self, written):
        """Plays what the engine has played."""
        for move in PLAYED.findall(written):
            if self.mirror.must_pass():
                self.mirror.play(PASS)
            self.check_move(self.mirror, move)
            self.mirror.play(move)

    def resume(self):
        """Takes the game as the program has it, which must be the beginning of the known one."""
        found = self.history()
        moves = [move for _, move in self.mirror.moves]
        self.round.expect(
            found == moves[: len(found)], f"terminal: history {found}, not of {moves}"
        )
        self.mirror.undo(len(moves) - len(found))

    # Between the moves.

    def aside_noise(self):
        self.enter(self.noise())

    def aside_illegal(self):
        if not self.mirror.over():
            written = self.enter(self.illegal(self.mirror).lower())
            self.round.expect("? illegal move" in written, f"terminal: {written!r}")

    def aside_advice(self):
        line = self.random.choice(
            ["hint 1", "help", "showboard", "options", "level", "auto", "opening", "help undo"]
        )
        if line == "hint 1":
            self.enter("depth 3")
        self.enter(line)
        self.enter("level 1")

    def aside_undo(self):
        self.enter(self.random.choice(["undo", "back", "undo 2", "back 3"]))
        self.resume()

    def aside_file(self):
        self.enter("overwrite game.sgf")
        written = self.enter("load game.sgf")
        self.round.expect("game.sgf: " in written, f"terminal: {written!r}")
        self.enter("forward all")
        self.resume()

    def aside_broken(self):
        self.enter(
            self.random.choice(
                ["load /no/such/file", "save", "level 99", "setup XO", "undo x", "depth many"]
            )
        )

    def aside_interrupt(self):
        """Ctrl-C ends a search that would last for hours, and the move is played."""
        if len(self.mirror.legal()) > 1 and len(self.mirror.board.discs) < 30:
            self.enter("depth 60")
            self.engine.send("go\r")
            self.round.pause(self.random.choice([0.02, 0.1, 0.3]))
            self.engine.send("\x03")
            written = b""
            # The line editor drops keys that are pressed together with Ctrl-C. Without it, the
            # terminal drops the line before it if that has not been read yet.
            if self.kind != "dumb":
                written = self.engine.until_bytes(lambda data: PLAYED.search(self.plain(data)))
            self.replies(self.plain(written) + self.enter("level 1"))

    def aside_clear_line(self):
        self.engine.send("d3")
        self.round.pause(0.05)
        self.engine.send("\x03")
        if self.kind != "dumb":
            self.engine.until_bytes(lambda data: PROMPT.search(ESCAPES.sub(b"", data)))
        self.enter("")

    def leave(self):
        self.engine.send(self.random.choice(["quit\r", "\x04"]))
        self.engine.rest()
        self.engine.end(0)
