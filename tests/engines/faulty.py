"""An engine with one fault: Obverse behind a wrapper that damages one thing.

Usage: faulty.py PROTOCOL FAULT COMMAND ...

A fault is named after the check of `obverse check` that has to find it.

The tests start this hundreds of times, and importing `subprocess`, `threading`, `signal` or `re`
would take most of their time.
"""

import _signal
import _thread
import os
import sys
import time

PROTOCOL, FAULT = sys.argv[1:3]
LATE = 2.6


def start(command):
    """Starts a program, and returns its process, its input and its output."""
    theirs, to_it = os.pipe()
    from_it, its = os.pipe()
    process = os.fork()
    if process == 0:
        os.dup2(theirs, 0)
        os.dup2(its, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execvp(command[0], command)
    os.close(theirs)
    os.close(its)
    return process, to_it, from_it


INNER, TO_IT, FROM_IT = start(sys.argv[3:])


def is_square(text):
    return len(text) == 2 and text[:1] in b"abcdefgh" and text[1:] in b"12345678"


class Engine:
    """Forwards everything. `sent` gets the lines of the client, `got` the answers."""

    def __init__(self):
        self.lock = _thread.allocate_lock()
        self.before = b""  # The line before the current one.
        self.status = 0
        self.is_silent = False
        self.state = {}

    def say(self, text):
        with self.lock:
            try:
                os.write(1, text)
            except OSError:
                os._exit(1)

    def forward(self, line):
        try:
            os.write(TO_IT, line)
        except OSError:
            pass

    def fall_silent(self):
        """Stays deaf and mute like an engine whose search nothing ends, but costs no time."""
        self.is_silent = True
        os.kill(INNER, _signal.SIGKILL)

    def start(self):
        pass

    def chunk(self, lines):
        """The lines that came at once."""
        return lines

    def sent(self, line):
        """What the engine reads instead of this line, or None."""
        return line

    def got(self, block):
        """What the client reads instead of this."""
        return block

    def pass_on(self, line):
        changed = self.sent(line)
        if changed is not None:
            self.forward(changed)
        self.before = line

    def read_client(self):
        rest = b""
        while True:
            data = os.read(0, 1 << 16)
            if not data:
                break
            lines = (rest + data).split(b"\n")
            rest = lines.pop()
            for line in self.chunk([line + b"\n" for line in lines]):
                self.pass_on(line)
        if rest and FAULT != "last-line":
            self.pass_on(rest)
        if FAULT == "end-of-input":
            self.status = 5
        if self.is_silent:
            os._exit(1)
        os.close(TO_IT)

    def blocks(self):
        """The answers of the inner engine."""
        data = b""
        while True:
            more = os.read(FROM_IT, 1 << 16)
            if not more:
                break
            data += more
            while True:
                end = self.end_of_block(data)
                if end is None:
                    break
                yield data[:end]
                data = data[end:]
        if data:
            yield data

    def end_of_block(self, data):
        end = data.find(b"\n")
        return end + 1 if end >= 0 else None

    def run(self):
        self.start()
        _thread.start_new_thread(self.read_client, ())
        for block in self.blocks():
            changed = self.got(block)
            if changed and not self.is_silent:
                self.say(changed)
        while self.is_silent:
            time.sleep(60)
        os._exit(self.status)


class Gtp(Engine):
    def __init__(self):
        super().__init__()
        self.waiting = []  # The commands that were forwarded, and the ones before them.
        self.genmoves = 0
        self.id = b""

    def end_of_block(self, data):
        end = data.find(b"\n\n")
        return end + 2 if end >= 0 else None

    def start(self):
        if FAULT == "silent-start":
            self.say(b"Welcome\n")

    def chunk(self, lines):
        if FAULT == "pipelining" and len([line for line in lines if line.strip()]) == 3:
            return lines[::-1]
        if FAULT == "answers-before-end" and lines[1:] == [b"genmove black\n"]:
            return lines[:1]
        return lines

    def expect(self, line):
        if line.split(b"#")[0].strip():
            self.waiting.append((line.strip(), self.before.strip()))

    def pass_on(self, line):
        changed = self.sent(line)
        if changed is not None:
            # What is damaged in a reply depends on what the client has sent.
            self.expect(line if changed.split(b"#")[0].strip() == line.strip() else changed)
            self.forward(changed)
        if line.strip():
            self.before = line

    def deny(self):
        return b"no_such_command 1\n"

    def sent(self, line):
        text, before, fault = line.strip(), self.before.strip(), FAULT
        if text == b"quit" and fault == "quit":
            self.status = 3
        if fault in ("interrupt", "stop") and text == b"time_settings 0 600 1":
            self.waiting.append((b"hidden", b""))
            self.forward(b"kata-set-param depth 60\n")
        if (
            (fault == "comments" and line.startswith(b"#"))
            or (fault == "blank-lines" and not text and b"\r" not in line)
            or (fault == "crlf" and text and line.endswith(b"\r\n"))
            or (fault == "blanks" and text and (line[:1] == b" " or b"\t" in line))
            or (fault == "colours" and line.startswith((b"play B ", b"play W ")))
            or (fault == "squares" and text.startswith(b"play") and is_square(text.split()[-1]))
            or (fault == "pass-unsaid" and (before, text) == (b"play white H6", b"play white C5"))
            or (fault == "game-over-pass" and (before, text) == (b"play black C5", b"play white pass"))
        ):
            return self.deny()
        if fault == "reg-genmove" and text.startswith(b"reg_genmove"):
            return line[4:]
        if fault == "illegal-changes-nothing" and text == b"play black A1":
            return b"play b D3\n"
        if fault == "pass-undo" and (before, text) == (b"play black pass", b"undo"):
            return b"gg-undo 2\n"
        if (fault, text) in (("interrupt", b"# interrupt"), ("stop", b"stop")):
            return self.fall_silent()
        swallowed = {
            "clear-board": text == b"clear_board" and before == b"play black F5",
            "illegal-moves": text == b"play black H8",
            "wrong-turn": (before, text) == (b"clear_board", b"play white D6"),
            "undo": (before, text) == (b"play white D6", b"undo"),
            "undo-genmove": before.startswith(b"genmove") and text == b"undo",
            "pass-refused": (before, text) == (b"clear_board", b"play black pass"),
        }
        if swallowed.get(fault):
            self.say(b"=\n\n")
            return None
        return line

    def got(self, block):
        command, before = self.waiting.pop(0) if self.waiting else (b"", b"")
        if command == b"hidden":
            return b""
        self.genmoves = self.genmoves + 1 if command.startswith(b"genmove") else 0
        fault = FAULT
        if fault == "no-carriage-return":
            return block.replace(b"\n", b"\r\n")
        if fault == "ids":
            return block[:1] + b" " + block[1:] if block[1:2].isdigit() else block
        if fault == "no-ids":
            if block[1:2].isdigit():
                self.id = block[1:].split()[0]
                return block
            return block[:1] + self.id + block[1:]
        if fault == "genmove-form" and command.startswith(b"genmove"):
            return block.replace(b"\n", b" +0.50\n", 1)
        if fault == "quiet-search" and command.startswith(b"genmove"):
            return b"thinking\n" + block
        if fault == "whole-game" and self.genmoves == 20:
            return b"= pass\n\n"
        if (
            fault == "time-per-move"
            and before == b"time_left black 1 1"
            or fault == "time-left"
            and before == b"time_left black 1 0"
        ):
            time.sleep(LATE)
        replies = {
            "reply-form": (command == b"name", block.replace(b"= ", b"=", 1)),
            "empty-lines": (command == b"showboard", block + b"\n"),
            "unknown-command": (command == b"no_such_command", b"= unknown command\n\n"),
            "unknown-command-text": (command == b"no_such_command", b"? what is that\n\n"),
            "protocol-version": (command == b"protocol_version", b"= 1\n\n"),
            "name-and-version": (command == b"version", b"= \n\n"),
            "list-commands": (command == b"list_commands", block.replace(b"known_command\n", b"")),
            "known-command": (command == b"known_command no_such_command", b"= true\n\n"),
            "game": (command == b"list_games", b"= Go\n\n"),
            "boardsize": (command == b"boardsize 8", b"? unacceptable size\n\n"),
            "boardsize-refused": (command == b"boardsize 7", b"= \n\n"),
            "komi": (command.startswith(b"komi"), b"? unknown command\n\n"),
            "genmove": ((before, command) == (b"play white F4", b"genmove black"), b"= A1\n\n"),
            "illegal-changes-nothing": (command == b"play b D3", b"? illegal move\n\n"),
            "malformed": (command == b"play", b"= \n\n"),
            "undo-at-start": ((before, command) == (b"clear_board", b"undo"), b"= \n\n"),
            "final-score": (block == b"= B+64\n\n", b"= B64\n\n"),
            "final-score-empties": (block == b"= B+64\n\n", b"= B+13\n\n"),
            "final-score-early": (block.startswith(b"? cannot score"), b"= 0\n\n"),
            "pass-asked": ((before, command) == (b"play white H6", b"genmove black"), b"? no move\n\n"),
            "pass-sent": ((before, command) == (b"play black pass", b"genmove white"), b"= A1\n\n"),
            "game-over": ((before, command) == (b"play black C5", b"genmove white"), b"? it is over\n\n"),
            "time-settings": (command == b"time_settings 0 300 10", b"? no\n\n"),
            "quit-answered": (command == b"quit", b""),
        }
        is_damaged, reply = replies.get(fault, (False, block))
        return reply if is_damaged else block


class NBoard(Engine):
    def __init__(self):
        super().__init__()
        self.game = b""
        self.gos = 0
        self.open = b""  # The search that has not been answered.
        self.own = b""  # The last answer.
        self.is_deep = False

    def sent(self, line):
        text, fault = line.strip(), FAULT
        fatal = {
            "unknown-lines": text.startswith(b"no_such_command"),
            "blank-lines": not text,
            "contempt": text.startswith(b"set contempt"),
            "malformed": text == b"set depth deep",
            "crlf": line.endswith(b"\r\n"),
            "illegal-moves": text == b"move A1//1.0",
        }
        if fatal.get(fault):
            os._exit(1)
        if text == b"quit" and fault == "quit":
            self.status = 3
        if text.startswith(b"set game"):
            self.game, self.gos = text, 0
        if text.startswith((b"go", b"hint")):
            self.open = text
        self.is_deep |= text == b"set depth 40"
        if fault == "ping" and text.startswith(b"ping") and self.before.startswith(b"ping"):
            return b"ping 1000\n"
        if fault == "set-game" and text.count(b"[D3") and text.count(b"]B[") == 1:
            return line.replace(b"B[D3", b"B[F5")
        if fault == "go-does-not-play" and text.startswith(b"move") and self.before == b"go\n":
            return b"move " + self.own + b"\n"
        if fault == "move" and text.startswith(b"move C3/0.50"):
            return None
        if fault == "pass-sent" and text.startswith(b"move PA") and b"H6" in self.game:
            return None
        return line

    def got(self, block):
        fault = FAULT
        is_wipeout = b"B[E6" in self.game
        if block.startswith(b"==="):
            self.gos += 1
            self.open = b""
            self.own = block[4:6]
            if fault == "clock" and b"TI[" in self.game:
                time.sleep(LATE + 1)
            answers = {
                "known-lines": (True, b"info thinking\n" + block),
                "go": (b"C4" in self.game and b"E3" in self.game and not is_wipeout, b"=== A1\n"),
                "go-form": (True, block.replace(b" ", b"", 1)),
                "pass-asked": (self.own == b"PA" and b"H6" in self.game, b"=== A1\n"),
                "game-over": (self.own == b"PA" and is_wipeout, b"=== A1\n"),
                "whole-game": (self.gos == 10, b"=== A1\n"),
            }
            is_damaged, answer = answers.get(fault, (False, block))
            return answer if is_damaged else block
        if block.startswith(b"pong"):
            late = b""
            if fault == "ping-ends-hint" and self.open == b"hint 3":
                late = b"search D3 0.0 0 1\n"
            if fault == "ping-ends-go" and self.open == b"go" and self.is_deep:
                late = b"=== D3\n"
            return block + late
        dropped = {
            "myname": b"set myname",
            "analyze": b"analysis 1 ",
            "learn": b"learned",
        }
        if fault in dropped and block.startswith(dropped[fault]):
            return b""
        if fault == "hint" and block.startswith(b"search"):
            return b"search " + block.split()[1] + b" good 0 1\n"
        return block


class Edax(Engine):
    def __init__(self):
        super().__init__()
        self.waiting = []
        self.is_first = True
        self.gos = 0
        self.mode = b""

    def end_of_block(self, data):
        if data[:1] == b">":
            return 1
        end = data.find(b"\n>")
        return end + 2 if end >= 0 else None

    def chunk(self, lines):
        return lines[:1] if FAULT == "answers-before-end" else lines

    def pass_on(self, line):
        changed = self.sent(line)
        if changed is not None:
            self.waiting.append((line, self.before))
            self.forward(changed)
        self.before = line

    def sent(self, line):
        text, before, fault = line.strip(), self.before.strip(), FAULT
        if text == b"quit" and fault == "quit":
            self.status = 3
        if text.startswith(b"mode"):
            self.mode = text
        if fault == "mode" and text == b"mode 0":
            return b"mode 3\n"
        if fault == "illegal-moves" and text == b"a1":
            return b"d3\n"
        if fault == "play" and text == b"play f5d6c3":
            return b"play f5\n"
        if fault == "stop" and text == b"stop":
            return self.fall_silent()
        ignored = {
            "crlf": line.endswith(b"\r\n"),
            "init": (before, text) == (b"f5", b"init"),
            "setboard": text.count(b"/") > 1,
            "undo": (before, text) == (b"d6", b"undo"),
            "redo": text == b"redo",
            "pass-sent": text == b"PS",
            "pass-words": text == b"pa",
        }
        return b"#\n" if ignored.get(fault) else line

    def got(self, block):
        fault = FAULT
        if self.is_first:
            self.is_first = False
            firsts = {"prompt": b"> ", "silent-start": b"New book\n>"}
            return firsts.get(fault, block)
        line, before = self.waiting.pop(0) if self.waiting else (b"", b"")
        command, before = line.strip(), before.strip()
        self.gos = self.gos + 1 if command == b"go" else 0
        if fault == "move-time" and command == b"go" and before.startswith(b"setboard"):
            if self.state.get("deep"):
                time.sleep(LATE)
        self.state["deep"] = self.state.get("deep") or command == b"level 60"
        empties = before.count(b"-")
        answers = {
            "echo": (command == b"mode 3", b"\nok\n>"),
            "moves": (command == b"D6", block.replace(b"D6", b"d6")),
            "unknown-commands": (command.startswith(b"no_such"), b"\nunknown\n>"),
            "blank-lines": (command == b"# a remark", b"\n?\n>"),
            "settings": (command == b"ponder off", b"\nok\n>"),
            "pass-asked": (b"plays PS" in block, block.replace(b"plays PS", b"plays A1")),
            "pass-refused": (command == b"ps" and empties == 60, b"\n\nYou play PS\n>"),
            "game-over": (b"Game Over" in block, b"\n\nEdax plays C5\n>"),
            "go": (self.gos == 2 and self.state.get("empties") == 59, b"\n\nEdax plays A1\n>"),
            "go-form": (b" plays " in block, b"\n\nEdax plays " + block[-4:].lower()),
            "hint": (command == b"hint 2", b"\nD6 is good\n>"),
            "whole-game": (self.gos == 15, b"\n\nEdax plays A1\n>"),
            "mode": (self.mode == b"mode 0" and command == b"f5", block[:-1] + b"\nEdax plays A1\n>"),
        }
        if command.startswith(b"setboard"):
            self.state["empties"] = command.count(b"-")
        is_damaged, answer = answers.get(fault, (False, block))
        return answer if is_damaged else block


class Universal(Engine):
    def __init__(self):
        super().__init__()
        self.position = b""
        self.go = b""
        self.go_before = b""
        self.is_open = False
        self.query = b""

    def sent(self, line):
        text, fault = line.strip(), FAULT
        fatal = {
            "unknown-lines": text.startswith(b"no_such_command"),
            "unknown-options": text.startswith(b"setoption name NoSuch"),
            "blank-lines": not text,
            "crlf": line.endswith(b"\r\n"),
            "illegal-position": text.endswith(b"a1 a1") and b"P@" in text or text.endswith(b"P@a1 a1"),
            "pass-sent": b" f2f2 " in text,
            "pass-unsaid": text.endswith(b" h6 c5"),
            "game-over": text.startswith(b"go") and self.is_wipeout(),
            "limits": text.startswith(b"go nodes"),
        }
        if fatal.get(fault):
            os._exit(1)
        if text == b"quit":
            if fault == ("quit-during-search" if self.is_open else "quit"):
                self.status = 3
        if text.startswith(b"query"):
            self.query = text[6:]
        if text.startswith(b"position"):
            self.position = text
        if text.startswith(b"go"):
            self.go_before = self.before.strip()
            self.go = text
            self.is_open = True
        if fault == "position" and text == b"position startpos moves P@c5":
            return b"position startpos\n"
        if fault == "fen" and text.startswith(b"position fen"):
            return b"position startpos\n"
        if fault == "infinite" and text == b"go infinite":
            return b"go depth 1\n"
        if fault == "ready-during-search" and text == b"isready" and self.is_open:
            return self.fall_silent()
        if fault == "stop" and text == b"stop" and self.is_open:
            return self.fall_silent()
        if fault == "idle-stop" and text == b"stop" and not self.is_open:
            self.say(b"bestmove P@d6\n")
        if fault == "searchmoves":
            return line.split(b" searchmoves")[0].strip() + b"\n"
        if fault == "multipv" and b"MultiPV" in text:
            return None
        if fault == "ponder":
            return line.replace(b"go ponder ", b"go ")
        return line

    def is_wipeout(self):
        return b"moves P@e3 P@f5" in self.position or b"moves e6 f4" in self.position

    def got(self, block):
        fault = FAULT
        if block.startswith(b"bestmove"):
            self.is_open = False
            late = {"movetime": b"go movetime", "clock": b"go wtime 1000"}
            if fault in late and self.go.startswith(late[fault]):
                time.sleep(LATE)
            move = block.split()[1]
            deep = self.go == b"go depth 3" and b"moves P@f4 P@d3" in self.position
            answers = {
                "bestmove-form": (True, b"bestmove " + move + b" (ponder?)\n"),
                "go-does-not-play": (self.go == self.go_before == b"go depth 2", b"bestmove P@a8\n"),
                "whole-game": (self.position.count(b" ") > 20, b"bestmove P@a8\n"),
                "pv": (deep, b"bestmove P@a8\n"),
                "pass-asked": (
                    move[:2] == move[2:] or self.position.endswith(b"f7 h6"),
                    b"bestmove pass\n",
                ),
            }
            is_damaged, answer = answers.get(fault, (False, block))
            return answer if is_damaged else block
        if fault == "handshake" and block.startswith(b"id name"):
            return b""
        if fault == "variant" and b"UCI_Variant" in block:
            return b""
        if fault == "info" and block.startswith(b"info"):
            return block.replace(b" cp ", b" ")
        if block.startswith(b"response"):
            if fault == "query-" + self.query.decode():
                return b"response perhaps\n"
        return block


ENGINES = {"gtp": Gtp, "nboard": NBoard, "edax": Edax, "uci": Universal, "ugi": Universal}
ENGINES[PROTOCOL]().run()
