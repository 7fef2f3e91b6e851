"""Makes the two small fonts of `src/styles/fonts` from the packages' files.

Run by hand when a package brings a new release, with `fonttools` and `brotli` installed:
`python3 scripts/subset_fonts.py`. A phone's new connection carries about 14 kB in its first round
trip: each file holds what nearly every page needs and little else. A letter with an accent brings
the package's whole file (`src/styles/fonts.css`).
"""

from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FRONTEND = Path(__file__).parents[1]
PACKAGES = FRONTEND / "node_modules/@fontsource-variable"
FONTS = FRONTEND / "src/styles/fonts"
MARKS = [0xA0, 0xA9, 0xB7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]
COMMON = [*range(0x20, 0x7F), *MARKS]


def cut(font: TTFont, *, letters: list[int], features: list[str]) -> TTFont:
    options = Options(layout_features=features, name_IDs=[1, 2], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    return font


def opened(family: str, *, weight: int | tuple[int, int]) -> TTFont:
    """The package's latin file in these weights; written once, or the next step misses glyphs."""
    font = TTFont(PACKAGES / family / "files" / f"{family}-latin-wght-normal.woff2")
    written = BytesIO()
    instancer.instantiateVariableFont(font, {"wght": weight}).save(written)
    written.seek(0)
    return TTFont(written)


def save(font: TTFont, name: str) -> None:
    font.flavor = "woff2"
    font.save(FONTS / name)


def sans() -> TTFont:
    letters = [*COMMON, 0x2022, 0x2212]
    features = ["kern", "liga", "tnum", "ccmp"]
    return cut(opened("geist", weight=(400, 900)), letters=letters, features=features)


def display() -> TTFont:
    """Headings are bold or bolder, and their kerning is that of the boldest: half the file else."""
    letters = [*COMMON, 0x2192]
    family = "bricolage-grotesque"
    font = cut(opened(family, weight=(700, 800)), letters=letters, features=[])
    boldest = cut(opened(family, weight=800), letters=letters, features=["kern"])
    # The same letters in the same order, or the kerning would be of others.
    if font.getGlyphOrder() != boldest.getGlyphOrder():
        raise SystemExit("The two cuts of the heading font differ.")
    font["GPOS"] = boldest["GPOS"]
    return font


save(sans(), "sans-basic-latin.woff2")
save(display(), "display-basic-latin.woff2")
