# Sourced by scripts that run a program on an X server of its own. $home is a temporary
# folder; the processes in `children` are ended with the script.

# need PROGRAM ...: exits with status 77 if one is missing (fails with
# OBVERSE_REQUIRE_CLIENTS=1).
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

# begin PROGRAM ...: starts it in the background. At the end, programs are stopped in reverse order.
begin() {
    "$@" &
    children=($! "${children[@]}")
}

# start_display SIZE: the server picks a free display number.
start_display() {
    local end=$((SECONDS + 15))
    begin Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp 3>"$home/display" 2>/dev/null
    until [ -s "$home/display" ]; do
        [ $SECONDS -lt $end ] || fail "no X server"
        sleep 0.1
    done
    export DISPLAY=:$(<"$home/display")
}
