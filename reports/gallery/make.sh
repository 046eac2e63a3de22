#!/usr/bin/env bash
# Makes the gallery again from fixed seeds: about two minutes on two cores with the release build.
#
#   reports/gallery/make.sh             uses target/release/canto and builds it where needed
#   CANTO=path reports/gallery/make.sh  uses that program
set -euo pipefail
cd "$(dirname "$0")/../.."

canto=${CANTO:-target/release/canto}
if [[ -z ${CANTO:-} ]]; then
    cargo build --quiet --release --bin canto
fi
gallery=reports/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$canto" roll attack --attack 3 --agility 2 --attacker-focus --seed 1 --quiet --chart "$gallery/attack.png" >/dev/null
"$canto" battle space-superiority --attacker "3 Rookie Pilot" --defender "6 Academy Pilot" --trials 1 --seed 1 --round 4 --quiet \
    --picture "$gallery/battle-round.png" >/dev/null
"$canto" minis matrix --singles --trials 10000 --seed 1 --quiet --chart "$gallery/initiatives.png" --out "$work/minis" >/dev/null
cp "$work/minis/charts/worth.png" "$gallery/initiative-worth.png"
"$canto" run --battle-model tabletop --campaigns 1000 --seed 1 --quiet --out "$work/run" >/dev/null
for chart in win-rates snowball mission-forest; do
    cp "$work/run/charts/$chart.png" "$gallery/$chart.png"
done
cp "$work/run/report.pdf" "$gallery/report.pdf"

size=$(cat "$gallery"/*.png "$gallery"/*.pdf | wc -c)
echo "$gallery: $size bytes"
if (( 3000000 < size )); then
    echo "the gallery must stay under 3 MB" >&2
    exit 1
fi
