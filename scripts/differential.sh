#!/usr/bin/env bash
# Compares the solver with an independent one, in C, on random positions with 1 to 10 empty squares:
#
#   scripts/differential.sh COUNT [SEED]
#
# BIN names the program, by default target/release/obverse. It needs a C compiler and Python 3. The
# last line of the output is a summary; the status is 0 if all values agree, and 1 if not. Each
# comparison must also find one wrong value among right ones.
set -euo pipefail
cd "$(dirname "$0")/.."

count=${1:-}
seed=${2:-1}
program=${BIN:-target/release/obverse}
if ! [[ $count =~ ^[1-9][0-9]{0,6}$ && $seed =~ ^[0-9]{1,9}$ && $# -le 2 ]]; then
  echo "usage: differential.sh COUNT [SEED]" >&2
  exit 2
fi
if ! [ -x "$program" ]; then
  echo "differential.sh: there is no program $program: cargo build --release makes it" >&2
  exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cc -std=c99 -O2 -Wall -Wextra -Werror -o "$folder/solver" scripts/differential/solver.c

# Positions with the values of all their moves. Minimax leaves out no line, so its positions are
# smaller, and few.
"$folder/solver" "$count" "$seed" 1 10 >"$folder/all.obf"
head -n $(((count + 9) / 10)) "$folder/all.obf" >"$folder/some.obf"
"$folder/solver" $(((count + 99) / 100)) "$seed" 1 7 >"$folder/small.obf"

# Three positions of a file, in the first of which the value of the best move is wrong. With ALPHA
# of a window, it is the only move, and its value is on another side of the window.
spoil() { # FILE [ALPHA]
  head -n 3 "$1" | awk -F '; *' -v alpha="${2:-none}" 'NR > 1 { print; next } {
    value = -99
    for (i = 2; i <= NF; i++)
      if (split($i, move, ":") == 2 && move[2] + 0 > value) { value = move[2] + 0; best = i }
    split($best, move, ":")
    if (alpha == "none") wrong = value + (value < 64 ? 2 : -2)
    else wrong = value <= alpha + 0 ? 64 : -64
    for (i = 1; i < NF; i++)
      if (i == best) printf "%s:%+d; ", move[1], wrong
      else if (i == 1 || alpha == "none") printf "%s; ", $i
    print ""
  }'
}

# The program judges the scores of the file, and within a window whether its bounds agree with them.
solve() { # FILE FLAG...
  local lines
  lines=$(wc -l <"$1")
  "$program" solve --hash-mb 1 --threads 2 "$@" >"$folder/out" 2>"$folder/err" &&
    grep -q "^total: positions $lines, right $lines, wrong 0, not judged 0," "$folder/out"
}
json() { # FILE FLAG...
  scripts/differential/json_lines.py "$1" "$program" --hash-mb 1 --threads 2 "${@:2}" \
    >"$folder/out" 2>"$folder/err"
}

comparisons=0
compare() { # HOW POSITIONS FLAG...
  local how=$1 file=$folder/$2.obf from=$SECONDS alpha=
  shift 2
  if ! "$how" "$file" "$@"; then
    { grep -E 'wrong|^total' "$folder/out" || cat "$folder/err"; } | tail -n 12
    echo "differential: values differ: $how $*"
    exit 1
  fi
  [[ " $* " =~ \ --alpha\ ([-0-9]+)\  ]] && alpha=${BASH_REMATCH[1]}
  spoil "$file" $alpha >"$folder/wrong.obf"
  if "$how" "$folder/wrong.obf" "$@"; then
    echo "differential: a wrong value was not found: $how $*"
    exit 1
  fi
  comparisons=$((comparisons + 1))
  echo "ok: $how${*:+ $*} (${OBVERSE_CPU:+$OBVERSE_CPU, }$(wc -l <"$file") positions, $((SECONDS - from)) s)"
}

for cpu in baseline v2 v3 v4 v4-vnni; do
  if "$program" --cpu "$cpu" --version >/dev/null 2>&1; then
    OBVERSE_CPU=$cpu compare solve all
  fi
done
compare solve all --moves
for window in -64:64 -1:1 -3:3 0:2 -21:-3 3:21 -64:-30 30:64; do
  compare solve all --alpha "${window%:*}" --beta "${window#*:}"
done
compare solve some --moves --alpha -5 --beta 5
# Both threads search the same position.
compare solve some --at-once 1
compare json some
for algorithm in minimax negamax alpha_beta nega_alpha negascout; do
  compare json small --algorithm "$algorithm"
done

echo "differential: positions $count, seed $seed, comparisons $comparisons, seconds $SECONDS, all values agree"
