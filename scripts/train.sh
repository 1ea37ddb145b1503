#!/usr/bin/env bash
# Learns an evaluation from nothing: generations of games against itself, each
# played with what was learnt from the one before. While the values in the games
# become much better from one to the next, only the newest are learnt from: adding
# older ones has done harm. The last steps are small ones, again with the newest games
# alone, of which there are many then.
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
# squares on to solve, how often to look at their positions, and whether it learns
# from chance on (anew), or goes on from the weights that have played: from games that go
# astray less and from those of the generations before that did so (on), or in much
# smaller steps from the newest (settle).
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
  echo "$0: $obverse: there is no such program (cargo build --release makes it)" >&2
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
