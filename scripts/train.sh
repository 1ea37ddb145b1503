#!/usr/bin/env bash
# Trains an evaluation from scratch, in generations of self-play, each played with the
# weights of the previous one. As long as the labels improve much from one generation to
# the next, only the newest games are used: adding older ones made the weights worse. The
# last generation again uses only its own games, of which there are many, at a low
# learning rate.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: scripts/train.sh SCALE [FOLDER]

Trains an evaluation from scratch, in generations of self-play followed by training on
these games. In the first generation, the engine considers every board even, but sees
the end of the game.

  SCALE   tiny   half a minute on two cores, to see that it works
          small  a few more generations, for a first impression
          full   a whole night
  FOLDER  where games and weights go (default: train-SCALE)

The same command continues where it was interrupted. OBVERSE names the program to use
(default: target/release/obverse). At the end, the new weights play a match against
the evaluator `positional` in a search of 4 plies.
HELP
}

# For each generation: the number of games, the level, the number of empty squares from
# which positions are solved, the epochs, and the kind of training. `anew` starts from
# random weights. `on` starts from the weights that played, and uses games with fewer
# random moves, including those of earlier generations of this kind. `settle` does the
# same with only the newest games, at a low learning rate.
generations() {
  case $1 in
    tiny) echo "2000 2 10 4 anew
8000 3 12 6 anew" ;;
    small) echo "20000 2 12 4 anew
60000 4 14 6 anew
120000 6 16 4 on" ;;
    full) echo "40000 2 12 4 anew
100000 4 14 6 anew
200000 6 16 8 anew
300000 8 16 4 on
300000 8 16 4 on
300000 8 16 4 on
750000 8 16 3 settle" ;;
    *) return 1 ;;
  esac
}

case ${1-} in
  -h | --help) usage; exit ;;
esac
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  usage >&2
  exit 2
fi
if ! plan=$(generations "$1"); then
  echo "$0: $1: the scale must be tiny, small or full" >&2
  exit 2
fi
folder=${2-train-$1}
obverse=${OBVERSE-target/release/obverse}
if ! command -v "$obverse" >/dev/null; then
  echo "$0: $obverse: no such program (build it with cargo build --release)" >&2
  exit 2
fi
mkdir -p "$folder"

weights=$folder/blank.net
"$obverse" train --blank --out "$weights"
number=0
games_to_go_on=()
while read -r games level exact_from epochs beginning; do
  number=$((number + 1))
  new=$folder/generation-$number
  play=() learn=("$new")
  if [ "$beginning" != anew ]; then
    play=(--random-plies 12)
    learn+=(--from "$weights" --decay 0)
  fi
  case $beginning in
    on)
      learn+=("${games_to_go_on[@]}" --rate 0.0005 --stretch 1.008)
      games_to_go_on+=("$new")
      ;;
    settle) learn+=(--rate 0.0001) ;;
  esac
  if [ ! -e "$new.net" ]; then
    echo "== generation $number: $games games at level $level, exact from $exact_from"
    "$obverse" --weights "$weights" selfplay --out "$new" --games "$games" \
      --level "$level" --exact-from "$exact_from" --seed "$number" "${play[@]}" --resume
    "$obverse" train "${learn[@]}" --epochs "$epochs" \
      --out "$new.net" --report "$new.svg" --resume
  fi
  weights=$new.net
done <<<"$plan"

echo "== $weights"
"$obverse" --weights "$weights" match --games 400 --seed 1 --concurrency 2 \
  --engine 'name=learnt builtin algorithm=negascout depth=4 evaluator=pattern' \
  --engine 'name=positional builtin algorithm=negascout depth=4 evaluator=positional' |
  tail -n 1
