#!/usr/bin/env bash
# Makes two small runs of a fixed seed and executes every notebook on them, end to end.
#
#   notebooks/run.sh            builds and uses target/release/canto, as the README's first command does
#   CANTO=path notebooks/run.sh uses that program
#
# Needs python3 and, once, PyPI for the packages of requirements.txt, which go into notebooks/.venv.
# The runs go to reports/notebooks; the notebooks in the repository stay as they are, without outputs.
set -euo pipefail
cd "$(dirname "$0")/.."

canto=${CANTO:-target/release/canto}
if [[ -z ${CANTO:-} ]]; then
    # Nothing to do where somebody has just run it.
    cargo build --quiet --release --bin canto
fi

python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null; then
    echo "notebooks/run.sh: no $python: install Python 3.11 or newer, or name one with PYTHON=" >&2
    exit 2
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "notebooks/run.sh: $("$python" --version) is too old: the pinned packages need 3.11 or newer" >&2
    exit 2
fi

venv=notebooks/.venv
if [[ ! -x $venv/bin/python ]] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$venv"
    if "$python" -c 'import ensurepip' 2>/dev/null; then
        "$python" -m venv "$venv"
    elif "$python" -m virtualenv --version >/dev/null 2>&1; then
        echo "notebooks/run.sh: this Python has no ensurepip (package python3-venv); using virtualenv" >&2
        "$python" -m virtualenv --quiet "$venv"
    elif "$python" -m pip --version >/dev/null 2>&1; then
        echo "notebooks/run.sh: this Python has no ensurepip (package python3-venv); using its pip for a private environment" >&2
        "$python" -m venv --without-pip "$venv"
        "$python" -m pip --python "$venv/bin/python" install --quiet pip
    else
        echo "notebooks/run.sh: this Python can make no virtual environment: install python3-venv (Debian, Ubuntu) or virtualenv" >&2
        exit 2
    fi
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r notebooks/requirements.txt

runs=reports/notebooks
rm -rf "$runs"
for run in base gentle; do
    house_rules=()
    [[ $run == gentle ]] && house_rules=(--house-rules gentle-snowball)
    "$canto" run --battle-model skirmish --campaigns "${CAMPAIGNS:-60}" --seed 42 --quiet --no-report --out "$runs/$run" \
        ${house_rules[@]+"${house_rules[@]}"} >/dev/null
    # Only the answers are wanted beside the frames; the quickest report brings them.
    "$canto" report "$runs/$run" --html --quiet >/dev/null
done

CANTO_RUNS="$PWD/$runs" "$venv/bin/python" notebooks/execute.py
