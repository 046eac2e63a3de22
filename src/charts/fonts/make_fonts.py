#!/usr/bin/env python3
"""Cuts Canto Sans out of Noto Sans and Noto Sans Math (SIL Open Font License 1.1, no reserved font name).

Needs fonttools and Debian's fonts-noto-core. The results are committed, so that nobody needs to run this to build.
Noto Sans has no minus, arrows and comparison signs; those come from Noto Sans Math.
"""
import io
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont

NOTO = Path("/usr/share/fonts/truetype/noto")
HERE = Path(__file__).parent
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C,
         0x201D, 0x201E, 0x2020, 0x2022, 0x2026, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044, 0x20AC, 0x202F, 0x2009]
GREEK = [ord(c) for c in "αβγδεζηθκλμνπρστφχψωΔΣΩ"]
SIGNS = [ord(c) for c in "−≤≥≈≠√∞←↑→↓↔∑∈"]


def cut(path: Path, unicodes: list[int]) -> TTFont:
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.drop_tables += ["MATH", "GDEF", "DSIG"] if "Math" in path.name else ["DSIG"]
    font = TTFont(path)
    cutter = subset.Subsetter(options)
    present = set(font.getBestCmap())
    cutter.populate(unicodes=[u for u in unicodes if u in present])
    cutter.subset(font)
    if "Math" in path.name:
        for table in ("GSUB", "GPOS", "GDEF"):
            if table in font:
                del font[table]
    return font


def make(weight: str) -> None:
    parts = []
    letters = cut(NOTO / f"NotoSans-{weight}.ttf", LATIN + GREEK)
    have = set(letters.getBestCmap())
    for font in (letters, cut(NOTO / "NotoSansMath-Regular.ttf", [u for u in SIGNS if u not in have])):
        buffer = io.BytesIO()
        font.save(buffer)
        buffer.seek(0)
        parts.append(buffer)
    font = merge.Merger().merge(parts)
    for record in font["name"].names:
        family = {1: "Canto Sans", 2: weight, 3: f"Canto Sans {weight}", 4: f"Canto Sans {weight}",
                  6: f"CantoSans-{weight}"}.get(record.nameID)
        if family:
            record.string = family
    font["name"].names = [n for n in font["name"].names if n.nameID not in (16, 17, 21, 22, 25)]
    font["head"].created = font["head"].modified = 3_600_000_000  # a fixed date: the same bytes every time
    font.recalcTimestamp = False
    font.save(HERE / f"CantoSans-{weight}.ttf")


for weight in ("Regular", "Bold"):
    make(weight)
