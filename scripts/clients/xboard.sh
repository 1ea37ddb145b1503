#!/bin/bash
# Plays a match of two games under XBoard with the engine on both sides, and checks the
# games that XBoard saves: each ends by the rules, with the result that the engine
# reported.
#
# Needs (Debian): xboard xvfb openbox python3.
# Usage: xboard.sh [ENGINE ARGUMENT ...]
# Status: 0 passed, 1 failed, 77 skipped because a program is missing (with
# OBVERSE_REQUIRE_CLIENTS=1: 1).
set -u

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
PATH=$PATH:/usr/games
[ $# -gt 0 ] || set -- "$root/target/release/obverse" --move_time 0.05

. "$root/scripts/display.sh"
need xboard Xvfb openbox python3
# XBoard keeps settings in the home folder, and its window needs a window manager.
export HOME=$home XDG_CACHE_HOME=$home LC_ALL=C
start_display 1280x900
begin openbox >/dev/null 2>&1
# With legality testing, XBoard would count a draw that it does not recognise as a loss.
begin xboard -variant reversi -testLegality false -fcp "$*" -scp "$*" -mg 2 -matchMode true \
    -matchPause 500 -soundProgram '' -saveGameFile "$home/games.pgn" >"$home/xboard.log" 2>&1
xboard=$!

end=$((SECONDS + 150))
until [ "$(grep -cE '\} (1-0|0-1|1/2-1/2)$' "$home/games.pgn" 2>/dev/null)" = 2 ]; do
    [ $SECONDS -lt $end ] || fail "the games do not end: $(tail -n 3 "$home/xboard.log")"
    kill -0 $xboard 2>/dev/null || fail "XBoard has ended: $(tail -n 3 "$home/xboard.log")"
    sleep 0.2
done
python3 "$here/xboard_check.py" "$home/games.pgn"
