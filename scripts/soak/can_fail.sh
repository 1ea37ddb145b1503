#!/usr/bin/env bash
# Shows that the soak test can fail: with a program that has one fault (broken.py), each of these
# short runs must lose something, and say what.
set -euo pipefail
cd "$(dirname "$0")/../.."

OBVERSE_SOAK_REAL=$(realpath "${BIN:-target/release/obverse}")
export OBVERSE_SOAK_REAL
export BIN=scripts/soak/broken.py
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# The fault, how many seconds to run at most, the kinds of rounds, and what the run must say.
while read -r fault seconds kinds expected; do
  status=0
  OBVERSE_SOAK_FAULT=$fault scripts/soak.sh "$seconds" --only "$kinds" --seed 1 --jobs 2 --patience 3 --until-lost >"$out" 2>&1 ||
    status=$?
  # What is kept for a person to look at is not needed here.
  kept=$(sed -n 's/^soak: .*, kept: //p' "$out")
  rm -rf --one-file-system "${kept:?the run has kept nothing: $(tail -n 3 "$out")}"
  if [ "$status" -ne 1 ] || ! grep -qE -- "$expected" "$out"; then
    cat "$out"
    echo "can_fail.sh: status $status; the fault '$fault' should have been found in $kinds"
    exit 1
  fi
  echo "ok: $fault is found in $kinds"
done <<'TABLE'
drop 60 gtp lost: gtp
drop 60 nboard,ugi,uci lost: (nboard|ugi|uci)
illegal 60 gtp,nboard,edax is not a move
illegal 60 match illegal
panic 60 gtp panicked
panic 60 match crash|exited
hang 60 cassio,xboard hang
late 60 referee s late
late 60 match time
leave 60 kill-book left behind
forget 60 kill-match has lost
forget 60 kill-solve has lost|reported, but not kept
grow 20 memory grows
TABLE
