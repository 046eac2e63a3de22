#!/usr/bin/env bash
# Answers the rulebook's open questions again from fixed seeds and writes the pages of this folder.
#
#   reports/open-questions/make.sh             uses target/release/canto and builds it where needed
#   CANTO=path reports/open-questions/make.sh  uses that program
#
# How much is played, by variables of the environment; the defaults take about three quarters of an hour on two cores:
#   CAMPAIGNS   campaigns of each variant by the skirmish model      (20000)
#   BOARD       campaigns of each variant on the board               (4000)
#   BATTLES     battles at each point, each fought in both seats     (2000)
#   WORK        folder to keep what was played, so that a second call only writes the pages again (none is kept)
#
# Needs python3 for the pages, nothing but its standard library.
set -euo pipefail
cd "$(dirname "$0")/../.."

canto=${CANTO:-target/release/canto}
if [[ -z ${CANTO:-} ]]; then
    cargo build --quiet --release --bin canto
fi
campaigns=${CAMPAIGNS:-20000}
board=${BOARD:-4000}
battles=${BATTLES:-2000}
seed=6
pages=reports/open-questions
questions=scenarios/questions
if [[ -n ${WORK:-} ]]; then
    work=$WORK
    mkdir -p "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi

# Whether an answer is still to be made: it appears under its name only when it is whole.
missing() {
    [[ ! -s $work/$1.json ]]
}
keep() {
    mv "$work/$1.json.part" "$work/$1.json"
}

# Variants on common luck, by both battle models. compare NAME FIRST OTHER...
compare() {
    local name=$1 model n
    shift
    for model in skirmish tabletop; do
        n=$campaigns
        [[ $model == tabletop ]] && n=$board
        missing "$name-$model" || continue
        echo "$name, $model: $n campaigns of each of $#" >&2
        "$canto" compare "$@" --battle-model "$model" --campaigns "$n" --seed "$seed" --quiet --format json \
            --out "$work/$name-$model" >"$work/$name-$model.json.part"
        keep "$name-$model"
    done
}

# Exit code 1 is an answer too: no value does it.
solve() {
    missing "$1" || return 0
    echo "$1: $battles battles at each look" >&2
    "$canto" solve "$questions/$1.toml" --replications "$battles" --seed "$seed" --quiet --format json \
        --out "$work/$1" >"$work/$1.json.part" || [[ $? == 1 ]]
    keep "$1"
}

solve fair-ambush
solve even-vip-escort
solve even-intelligence-gathering
if missing missions-by-model; then
    echo "missions-by-model: $battles battles at each point" >&2
    "$canto" sweep "$questions/missions-by-model.toml" --replications "$battles" --seed "$seed" --quiet --format json \
        --out "$work/missions-by-model" >"$work/missions-by-model.json.part"
    keep missions-by-model
fi

base=galactic-civil-war
compare scenario-table "$base" "$questions/scenario-table-34.toml"
compare vip-share "$base" "$questions/no-vip-share.toml" "$questions/large-vip-share.toml"
compare high-skill "$base" "$questions/no-high-skill-limit.toml" "$questions/stand-in-rebels.toml"
compare large-ships "$base" "$questions/large-ships-one-each.toml" "$questions/large-ships-unlimited.toml"
compare lost-target "$base" "$questions/lost-target-0.toml" "$questions/lost-target-10.toml" "$questions/lost-target-40.toml"
compare short-rebels "$questions/two-against-three-up.toml" "$questions/two-against-three-down.toml"
compare short-empire "$questions/three-against-two-up.toml" "$questions/three-against-two-down.toml"

python3 "$pages/pages.py" "$work" "$pages" --seed "$seed" --campaigns "$campaigns" --board "$board" --battles "$battles"

size=$(cat "$pages"/*.md "$pages"/*.png | wc -c)
echo "$pages: $size bytes"
if (( 3000000 < size )); then
    echo "the pages must stay under 3 MB" >&2
    exit 1
fi
