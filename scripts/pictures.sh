#!/bin/bash
# Retakes the screenshots in docs/: all of them, or only those named as arguments.
# The program shown is target/release/obverse, or the one named by OBVERSE.
#
# Needs (Debian): imagemagick; chromium for `analysis` and `web`; for `quarry` and `terminal` what
# scripts/clients/quarry.sh and scripts/pictures/terminal.sh need.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
obverse=${OBVERSE:-$root/target/release/obverse}
docs=$root/docs
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Few colours keep the files small; without dates, the files are reproducible.
shrink() { mogrify -strip +dither -colors 128 -define png:compression-level=9 -define png:exclude-chunks=date,time "$1"; }

# photograph ADDRESS HEIGHT FILE: takes a screenshot of a page at desktop width.
photograph() {
    local page=$1 height=$2 picture=$3 sandbox=
    # The sandbox does not work for root, for example in containers.
    [ "$(id -u)" -ne 0 ] || sandbox=--no-sandbox
    chromium --headless $sandbox --hide-scrollbars --force-color-profile=srgb \
        --window-size="1120,$height" --screenshot="$picture" "file://$page" 2>/dev/null
    shrink "$picture"
}

# A game between levels 4 and 3.
game='(;GM[2]PB[Ann]PW[Ben]
    ;B[fe];W[df];B[cc];W[dc];B[cd];W[fd];B[ff];W[fc];B[ef];W[eg];B[cf];W[cg];B[ec];W[eb]
    ;B[ch];W[ce];B[be];W[ge];B[gd];W[bd];B[bf];W[db];B[fg];W[gf];B[eh];W[dg];B[dh];W[he]
    ;B[bc];W[ac];B[cb];W[da];B[hc];W[hd];B[ca];W[ad];B[ae];W[hb];B[hg];W[ba];B[fa];W[fb]
    ;B[ab];W[bg];B[ea];W[ga];B[ah];W[fh];B[gg];W[af];B[ag];W[hh];B[hf];W[gh];B[ha];W[bb]
    ;B[aa];W[bh];B[gb];W[gc])'

analysis() {
    echo "$game" >"$scratch/game.sgf"
    (cd "$scratch" && "$obverse" analyze game.sgf --level 20 --html page.html >/dev/null)
    photograph "$scratch/page.html#move=40" 1060 "$docs/analysis.png"
}

quarry() {
    "$here/clients/quarry.sh" --picture "$docs/quarry.png" "$obverse" --level 10
    mogrify -trim +repage "$docs/quarry.png"
    shrink "$docs/quarry.png"
}

terminal() {
    "$here/pictures/terminal.sh" "$docs/terminal.png" "$obverse" --level 12 --seed 1 --book_use off
    shrink "$docs/terminal.png"
}

web() {
    "$here/pictures/web.js" "$docs/web.png" "$obverse"
    shrink "$docs/web.png"
}

mkdir -p "$docs"
[ $# -gt 0 ] || set -- analysis quarry terminal web
for picture; do
    case $picture in
    analysis | quarry | terminal | web) $picture ;;
    *)
        echo "unknown picture $picture: expected analysis, quarry, terminal or web"
        exit 2
        ;;
    esac
    echo "docs/$picture.png: $(stat -c %s "$docs/$picture.png") bytes"
done
