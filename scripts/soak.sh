#!/bin/sh
# Attacks the program for a while, several things at a time, and counts what was lost:
#
#   scripts/soak.sh SECONDS [--seed N] [--only KIND,...] [--round N] [--jobs N] [--patience SECONDS]
#                         [--until-lost]
#
# BIN names the program, by default target/release/obverse. The run ends within a minute after
# SECONDS. The last line of its output is a summary; the status is 0 if nothing was lost, 1 if
# something was, 2 if the command line is wrong, and 130 after Ctrl-C.
#
# --seed N      repeats the choices of an earlier run, as far as they do not depend on time
# --only KINDS  only these kinds of rounds
# --round N     only the round with this number, with --only KIND and --seed N
# --jobs N      this many rounds at once
# --patience N  what does not answer for this many seconds hangs, 30 by default
# --until-lost  ends as soon as something is lost
set -eu
command -v python3 >/dev/null || { echo "soak.sh: needs Python 3" >&2; exit 2; }
exec python3 -B "$(dirname "$0")/soak/main.py" "$@"
