#!/usr/bin/env python3
"""Sits between a client and an engine, forwards every byte immediately and records the
lines in a file: `> ` from the client, `< ` from the engine, and at the end `# exit
STATUS`.

Usage: tee.py FILE ENGINE [ARGUMENT ...]
"""

import os
import subprocess
import sys
import threading

record = open(sys.argv[1], "w", buffering=1)
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def hand_on(source, target, mark):
    rest = b""
    while chunk := os.read(source, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        # One write per chunk, so that the two directions do not mix.
        record.write("".join(f"{mark} {line.decode()}\n" for line in lines))
        try:
            os.write(target, chunk)
        except BrokenPipeError:
            return


def hand_on_commands():
    hand_on(0, engine.stdin.fileno(), ">")
    engine.stdin.close()


threading.Thread(target=hand_on_commands, daemon=True).start()
hand_on(engine.stdout.fileno(), 1, "<")
record.write(f"# exit {engine.wait()}\n")
