#!/bin/bash
# Plays a game in the window of Quarry with the engine on both sides, and checks the
# traffic: the engine is registered as an Othello player, two processes of it play to
# the end, no command fails, and both have the same game.
#
# Needs (Debian): quarry xvfb openbox xdotool imagemagick python3.
# Usage: quarry.sh [--picture FILE] [ENGINE ARGUMENT ...]
# The last window is saved as a picture. Status: 0 passed, 1 failed, 77 skipped because
# a program is missing (with OBVERSE_REQUIRE_CLIENTS=1: 1).
set -u

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")
PATH=$PATH:/usr/games
picture=
if [ "${1-}" = --picture ]; then
    picture=$2
    shift 2
fi
[ $# -gt 0 ] || set -- "$root/target/release/obverse" --move_time 0.05

. "$root/scripts/display.sh"
need quarry Xvfb openbox xdotool import python3
engine=$(command -v "$1") || fail "cannot start $1"
engine=$(cd "$(dirname "$engine")" && pwd)/$(basename "$engine")
shift
[ -n "$picture" ] || picture=$(mktemp -t quarry-XXXXXX.png)

# Uses a separate home folder, because Quarry keeps its list of engines there. The titles
# and shortcuts of its windows must be the English ones.
export HOME=$home XDG_CONFIG_HOME=$home XDG_CACHE_HOME=$home XDG_RUNTIME_DIR=$home
export LC_ALL=C
unset LANGUAGE WAYLAND_DISPLAY

# await SECONDS COMMAND ...: retries until the command no longer says "not yet".
await() {
    local end=$((SECONDS + $1)) status
    shift
    while "$@"; status=$?; [ $status -eq 2 ] && [ $SECONDS -lt $end ]; do
        sleep 0.1
    done
    return $status
}

reached() { python3 "$here/quarry_check.py" "$1" "$home" "${@:2}"; }

# Windows are found by their titles and operated with the keyboard, so that their positions
# and fonts do not matter.
visible() { xdotool search --onlyvisible --name "$1" >"$home/window" 2>/dev/null || return 2; }
gone() { ! visible "$1" || return 2; }
active() {
    visible "$1" || return 2
    timeout 2 xdotool windowactivate "$(tail -n 1 "$home/window")" 2>/dev/null
    [[ $(timeout 2 xdotool getactivewindow getwindowname 2>/dev/null) =~ $1 ]] || return 2
}
press() { xdotool key --delay 30 "$@"; }

# open KEY FROM TITLE: presses a key in one window until another one appears.
open() {
    local try
    for try in 1 2 3; do
        await 10 active "$2" || break
        press "$1"
        await 4 active "$3" && return
    done
    fail "no window $3"
}

CENTER='^Quarry Control Center$' PREFERENCES='^Preferences$'
ADDING='^New GTP Engine$' CHOOSING='^New Game$' BOARD=' vs\. '

start() {
    start_display 1280x900
    begin openbox >/dev/null 2>&1
    await 30 managed || fail "no window manager"
    begin quarry >"$home/quarry.log" 2>&1
    quarry=$!
    await 20 visible "$CENTER" || fail "Quarry does not open: $(tail -n 3 "$home/quarry.log")"
}
managed() { xdotool get_desktop >/dev/null 2>&1 || return 2; }

register() {
    # One word without blanks is typed faster, and each process gets its own record.
    {
        echo '#!/bin/bash'
        printf 'exec python3 %q "%s/$$.record"' "$here/tee.py" "$home"
        printf ' %q' "$engine" "$@"
        echo
    } >"$home/engine"
    chmod +x "$home/engine"

    open alt+p "$CENTER" "$PREFERENCES"
    press alt+y Home Down Down Down Down Down
    open alt+a "$PREFERENCES" "$ADDING"
    local try
    for try in 1 2 3; do
        press alt+l ctrl+a
        xdotool type --delay 20 "$home/engine"
        press alt+a
        await 6 reached registration && break
        [ $try -lt 3 ] || fail "the engine cannot be registered"
        # An error message would have the keyboard focus now.
        active "$ADDING" || press Escape
        await 2 active "$ADDING"
    done
    await 5 gone "$ADDING"
    await 5 active "$PREFERENCES"
    # To the top of the list: the first engine is offered for a new game.
    press alt+l Down Down Down Down Down Down alt+u alt+u alt+u alt+u alt+u alt+u
    press alt+c
    await 5 gone "$PREFERENCES"
}

play() {
    open alt+n "$CENTER" "$CHOOSING"
    press alt+r alt+o alt+p
    press alt+f
    sleep 0.5
    local try
    for try in 1 2 3; do
        press alt+p
        await 4 visible "$BOARD" && break
        [ $try -lt 3 ] || fail "no game begins"
    done
    await 30 reached game "$engine" "$@"
}

start
register "$@"
play "$@"
status=$?
sleep 0.5 # for the last move to be drawn
import -window root "$picture" && echo "picture: $picture"
[ $status -eq 2 ] && fail "the game does not end"
[ $status -eq 0 ] || exit 1

kill $quarry
wait $quarry 2>/dev/null
await 10 reached end
case $? in
0) exit 0 ;;
2) fail "an engine outlives Quarry" ;;
*) exit 1 ;;
esac
