# Sourced by scripts that work with a program on an X server of its own. They have
# a folder in $home, and what they start and name in `children` ends with them.

# need PROGRAM ...: skips, with status 77, where one is missing (with
# OBVERSE_REQUIRE_CLIENTS=1 it fails).
need() {
    local program
    for program; do
        if ! command -v "$program" >/dev/null; then
            echo "skipped: $program is not installed"
            [ "${OBVERSE_REQUIRE_CLIENTS-}" = 1 ] && exit 1
            exit 77
        fi
    done
}

home=$(mktemp -d)
children=()
finish() {
    local child
    for child in "${children[@]}"; do
        kill "$child" 2>/dev/null && wait "$child" 2>/dev/null
    done
    rm -rf "$home"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

fail() {
    echo "failed: $*"
    exit 1
}

# begin PROGRAM ...: starts it behind the script; the last one ends first.
begin() {
    "$@" &
    children=($! "${children[@]}")
}

# start_display SIZE: the server chooses a free display number itself.
start_display() {
    local end=$((SECONDS + 15))
    begin Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp 3>"$home/display" 2>/dev/null
    until [ -s "$home/display" ]; do
        [ $SECONDS -lt $end ] || fail "no X server"
        sleep 0.1
    done
    export DISPLAY=:$(<"$home/display")
}
