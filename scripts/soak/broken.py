#!/usr/bin/env python3
"""The program with one fault, to see that the soak test notices: the environment variable
OBVERSE_SOAK_FAULT names the fault, and OBVERSE_SOAK_REAL the program.

drop      leaves out a line of output now and then
illegal   answers with a move that is not legal
panic     dies with a message while it is in use
hang      stops answering
grow      needs more memory with each line
leave     leaves a process behind
forget    loses a line of the file of --out before it continues
late      is late for a move
"""

import os
import re
import subprocess
import sys
import time

FAULT, REAL = os.environ["OBVERSE_SOAK_FAULT"], os.environ["OBVERSE_SOAK_REAL"]
TOOLS = {
    "match",
    "solve",
    "selfplay",
    "book",
    "convert",
    "web",
    "analyze",
    "perft",
    "man",
    "stats",
    "completions",
}
MOVE = re.compile(rb"\b[A-Ha-h][1-8]\b")


def forget(path):
    """Removes a line in the middle of the file."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            lines = file.readlines()
        with open(path, "wb") as file:
            file.writelines(line for number, line in enumerate(lines) if number != len(lines) // 2)


def run_tool(args):
    if FAULT == "forget" and "--out" in args:
        forget(args[args.index("--out") + 1])
    if FAULT == "leave":
        subprocess.Popen(
            ["sleep", "100"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    os.execv(REAL, [REAL, *args])


def talk(args):
    """Passes the output of a dialogue on, with the fault."""
    process = subprocess.Popen([REAL, *args], stdout=subprocess.PIPE)
    kept = []
    data = b""
    count = 0
    while more := os.read(process.stdout.fileno(), 1 << 16):
        data += more
        whole, end, rest = data.rpartition(b"\n")
        data = rest
        for line in whole.split(b"\n") if end else []:
            count += 1
            if FAULT == "grow":
                kept.append(b"x" * 20_000)
            if FAULT == "drop" and count % 40 == 0:
                continue
            if FAULT == "illegal" and count > 30:
                line = MOVE.sub(b"D4", line)
            if FAULT == "panic" and count == 40:
                sys.stderr.write("thread 'main' panicked at src/main.rs:1:1:\nsoak\n")
                process.kill()
                os._exit(101)
            if FAULT == "hang" and count == 40:
                process.kill()
                time.sleep(1000)
            if FAULT == "late" and count > 20 and MOVE.search(line):
                time.sleep(1.5)
            os.write(1, line + b"\n")
        # A prompt has no line feed.
        if data.endswith(b">"):
            os.write(1, data)
            data = b""
    sys.exit(process.wait())


# A terminal shows the program as it is.
if TOOLS & set(sys.argv[1:2]) or os.isatty(1):
    run_tool(sys.argv[1:])
try:
    talk(sys.argv[1:])
except BrokenPipeError:
    os._exit(0)
