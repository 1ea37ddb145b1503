#!/usr/bin/env bash
# Learns an evaluation from nothing: generations of games against itself, each
# played with what was learnt from the one before. Only the newest games are learnt
# from: the values in older ones are worse, and adding them has done harm.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: scripts/train.sh SCALE [FOLDER]

Learns an evaluation from nothing, in generations: games of the engine against
itself, then weights from these games. The first games are played by an
engine to which all boards are even, but which sees the end of the game.

  SCALE   tiny   half a minute on two cores: shows that it works
          small  a few generations more, for a first impression
          full   as much as a night allows
  FOLDER  where games and weights go (default: train-SCALE)

The same command goes on where it was ended. OBVERSE names the program to use,
otherwise it is target/release/obverse. Last comes a match of the evaluators
`pattern`, with the new weights, and `positional` in a search of 4 plies.
HELP
}

# Of each generation: how many games, how hard to search, from how many empty
# squares on to solve, and how often to look at their positions.
generations() {
  case $1 in
    tiny) echo "2000 2 10 4
4000 3 12 6" ;;
    small) echo "20000 2 12 4
60000 4 14 6
120000 5 16 8" ;;
    full) echo "40000 2 12 4
100000 4 14 6
200000 6 16 8
300000 6 16 10
300000 8 18 10" ;;
    *) return 1 ;;
  esac
}

case ${1-} in
  -h | --help) usage; exit ;;
esac
if [ $# -lt 1 ] || [ $# -gt 2 ] || ! plan=$(generations "$1"); then
  usage >&2
  exit 2
fi
folder=${2-train-$1}
obverse=${OBVERSE-target/release/obverse}
mkdir -p "$folder"

weights=$folder/blank.net
"$obverse" train --blank --out "$weights"
number=0
while read -r games level exact_from epochs; do
  number=$((number + 1))
  new=$folder/generation-$number
  if [ ! -e "$new.net" ]; then
    echo "== generation $number: $games games at level $level, exact from $exact_from"
    "$obverse" --weights "$weights" selfplay --out "$new" --games "$games" \
      --level "$level" --exact-from "$exact_from" --seed "$number" --resume
    "$obverse" train "$new" --out "$new.net" --report "$new.svg" \
      --epochs "$epochs" --resume
  fi
  weights=$new.net
done <<<"$plan"

echo "== $weights"
"$obverse" --weights "$weights" match --games 400 --seed 1 --concurrency 2 \
  --engine 'name=learnt builtin algorithm=negascout depth=4 evaluator=pattern' \
  --engine 'name=positional builtin algorithm=negascout depth=4 evaluator=positional' |
  tail -n 1
