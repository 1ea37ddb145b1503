#!/bin/bash
# Takes the picture of a game at a terminal: xterm on an X server of its own, and
# keys as a person types them.
#
# Needs (Debian): xterm xvfb xdotool imagemagick fonts-dejavu-core.
# Usage: terminal.sh [--light] FILE [ENGINE ARGUMENT ...]
# Status: 0 the picture is there, 1 failed, 77 skipped because a program is missing.
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

# await COMMAND ...: tries until it succeeds.
await() {
    local end=$((SECONDS + 60))
    until "$@"; do
        [ $SECONDS -lt $end ] || fail "it does not come: $*"
        sleep 0.1
    done
}

# shown COUNT PATTERN: whether so many lines were sent to the terminal.
shown() {
    local count
    count=$(sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' "$home/shown" 2>/dev/null | grep -c "$2")
    [ "$count" -ge "$1" ]
}
enter() {
    xdotool type --delay 20 "$1"
    xdotool key Return
}

start_display 1024x900
LC_ALL=C.UTF-8 NO_COLOR= XDG_STATE_HOME=$home begin xterm -u8 -fa 'DejaVu Sans Mono' -fs 13 \
    -geometry 72x37 -b 10 -bw 0 +sb "${colors[@]}" -l -lf "$home/shown" -e "$@"

await shown 1 'black> '
enter f5
await shown 1 '^white plays '
sleep 0.5 # for the prompt to come back
enter 'hint 3'
await shown 3 '^  [A-H][1-8] '
sleep 0.5
enter 'level 30'
await shown 1 '^level 30'
sleep 0.5
enter go
await shown 1 '^thinking: .*depth 1[4-9]'
xdotool type --delay 20 save
sleep 1 # for the last letters to be drawn
window=$(xdotool search --class xterm | tail -n 1)
import -window "$window" -strip -colors 64 "png8:$picture" || fail "no picture"
echo "picture: $picture"
