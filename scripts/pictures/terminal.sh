#!/bin/bash
# Takes a screenshot of a game in a terminal: runs xterm on a virtual X server and types
# as a person would.
#
# Needs (Debian): xterm xvfb xdotool imagemagick fonts-dejavu-core.
# Usage: terminal.sh [--light] FILE [ENGINE ARGUMENT ...]
# Status: 0 the picture was taken, 1 failed, 77 skipped because a program is missing.
set -u

root=$(cd "$(dirname "$0")/../.." && pwd)
colors=(-bg '#1d1f21' -fg '#e0e0e0')
if [ "${1-}" = --light ]; then
    colors=(-bg '#fbfaf7' -fg '#202020')
    shift
fi
picture=${1:?usage: terminal.sh [--light] FILE [ENGINE ARGUMENT ...]}
shift
[ $# -gt 0 ] || set -- "$root/target/release/obverse" --level 12 --seed 1

. "$root/scripts/display.sh"
need xterm Xvfb xdotool import

# await COMMAND ...: repeats the command until it succeeds.
await() {
    local end=$((SECONDS + 60))
    until "$@"; do
        [ $SECONDS -lt $end ] || fail "timed out waiting for: $*"
        sleep 0.1
    done
}

# shown COUNT PATTERN: whether at least COUNT matching lines were sent to the terminal.
shown() {
    local count
    count=$(sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' "$home/shown" 2>/dev/null | grep -c "$2")
    [ "$count" -ge "$1" ]
}
enter() {
    xdotool type --delay 20 "$1"
    xdotool key Return
}

start_display 1024x1100
LC_ALL=C.UTF-8 NO_COLOR= XDG_STATE_HOME=$home begin xterm -u8 -fa 'DejaVu Sans Mono' -fs 13 \
    -geometry 72x47 -b 10 -bw 0 +sb "${colors[@]}" -l -lf "$home/shown" -e "$@"

await shown 1 'black> '
enter f5
await shown 1 '^white plays '
sleep 0.5 # until the prompt is back
enter 'hint 3'
await shown 3 '^  [A-H][1-8] '
sleep 0.5
enter 'depth 40'
await shown 1 '^depth 40'
sleep 0.5
enter go
await shown 1 '^thinking: .*depth [1-9][0-9]'
xdotool type --delay 20 save
sleep 1 # until the last letters are drawn
window=$(xdotool search --class xterm | tail -n 1)
import -window "$window" -strip -colors 64 "png8:$picture" || fail "no picture"
echo "picture: $picture"
