"""Generates the subset fonts in this folder. README.md describes their contents.

Usage: python subset.py NotoSansCJK-Black.ttc black-han-sans.woff2 noto-color-emoji.woff2 FAMILIES OUT

FAMILIES is a folder with the fonts that are the keys of `FAMILIES` and `SCRIPTS` below.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "dictionaries"))

import brotli
from fontTools import subset
from fontTools.ttLib import TTFont

from standards import BYTES, JAPANESE, SIMPLIFIED, TRADITIONAL, charset

# Larger fonts are packed. The size is in bytes.
LARGE = 200_000
# The flags in the subset. Other flags are printed as their two letters.
FLAGS = """AE AR AT AU BD BE BR CA CH CL CN CO CZ DE DK EG ES EU FI FR GB GR HK HU ID IE IL IN IR IT JP KE KR MA MX MY
    NG NL NO NZ PE PH PK PL PT RO RU SA SE SG TH TR TW UA US VN ZA""".split()
# Cantonese ideographs that the three standards lack or have only in a later level.
CANTONESE = "佢哋嘅咗喺啲冇睇嚟唔嗰咁乜嘢揾攞畀俾啱諗喎㗎咩啩囉喇噉咪嘥掂攰靚瞓嬲悭搵冚揸揼氹煲焗餸孭囝囡埗滘涌邨鎅"
# The text families: file name in the npm package, and file name in this folder.
FAMILIES = {
    "Montserrat_900Black.ttf": "Montserrat-Black.ttf",
    "Baloo2_800ExtraBold.ttf": "Baloo2-ExtraBold.ttf",
    "NotoSerif_900Black.ttf": "NotoSerif-Black.ttf",
    "Bangers_400Regular.ttf": "Bangers-Regular.ttf",
}

# The fonts of one script: file name in the npm package, and the ranges of the characters to keep.
SCRIPTS = {
    "BalooDa2_800ExtraBold.ttf": [(0x980, 0x9FF)],
    "BalooPaaji2_800ExtraBold.ttf": [(0xA00, 0xA7F)],
    "BalooBhai2_800ExtraBold.ttf": [(0xA80, 0xAFF)],
    "BalooBhaina2_800ExtraBold.ttf": [(0xB00, 0xB7F)],
    "BalooThambi2_800ExtraBold.ttf": [(0xB80, 0xBFF)],
    "BalooTammudu2_800ExtraBold.ttf": [(0xC00, 0xC7F)],
    "BalooTamma2_800ExtraBold.ttf": [(0xC80, 0xCFF)],
    "BalooChettan2_800ExtraBold.ttf": [(0xD00, 0xD7F)],
    "NotoSansSinhala_900Black.ttf": [(0xD80, 0xDFF)],
    "Kanit_900Black.ttf": [(0xE00, 0xE7F)],
    "NotoSansLao_900Black.ttf": [(0xE80, 0xEFF)],
    "NotoSerifTibetan_900Black.ttf": [(0xF00, 0xFFF)],
    "NotoSansMyanmar_900Black.ttf": [(0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)],
    "NotoSansGeorgian_900Black.ttf": [(0x10A0, 0x10FF), (0x1C90, 0x1CBF)],
    "NotoSansEthiopic_900Black.ttf": [(0x1200, 0x139F), (0x2D80, 0x2DDF), (0xAB00, 0xAB2F)],
    "NotoSansKhmer_900Black.ttf": [(0x1780, 0x17FF)],
    "NotoSansArmenian_900Black.ttf": [(0x530, 0x58F), (0xFB13, 0xFB17)],
    "NotoSansThaana_900Black.ttf": [(0x780, 0x7BF)],
    "NotoSansArabic_900Black.ttf": [(0x600, 0x6FF), (0x750, 0x77F)],
    "NotoSans_900Black.ttf": [(0x300, 0x30C), (0x370, 0x3FF), (0x400, 0x52F), (0x1F00, 0x1FFF)],
}


def signs() -> set[int]:
    """The punctuation and symbols of the four standards."""
    found = set()
    for codec in ["gb2312", "big5", "euc_jp", "euc_kr"]:
        for row in range(0xA1, 0xA4):
            for column in BYTES:
                try:
                    found |= set(map(ord, bytes([row, column]).decode(codec)))
                except UnicodeDecodeError:
                    continue
    return {c for c in found if 0x2010 <= c < 0x2E80 or 0x3000 <= c < 0x3041}


HANJA = charset("euc_kr", range(0xCA, 0xFE))
# The ideographs that have a glyph of their own in a language, by the tag of its OpenType language system.
REGIONAL = {"KOR ": HANJA, "ZHS ": SIMPLIFIED, "ZHT ": TRADITIONAL | set(map(ord, CANTONESE))}


def cut(source: Path, out: Path, unicodes: set[int], *options: str) -> None:
    """Writes a subset of a font with only these characters."""
    listed = ",".join(f"{c:X}" for c in sorted(unicodes))
    subset.main([str(source), f"--unicodes={listed}", f"--output-file={out}", "--no-hinting", *options])


def unpacked(font: TTFont, out: Path) -> Path:
    """Writes the font uncompressed and returns the path of the file."""
    whole = Path(out).with_suffix(".whole")
    font.flavor = None
    font.save(whole)
    return whole


def pack(font: Path) -> None:
    """Replaces a large font with its packed form."""
    packed = brotli.compress(font.read_bytes(), quality=11, lgwin=24)
    font.with_suffix(font.suffix + ".br").write_bytes(packed)
    font.unlink()


def cjk(source: Path, out: Path) -> None:
    ranges = [(0x2010, 0x2027), (0x2190, 0x2199), (0x2460, 0x24FF), (0x25A0, 0x2606), (0x3000, 0x303F)]
    ranges += [(0x3041, 0x30FF), (0x3105, 0x312F), (0x3131, 0x318E), (0x31F0, 0x33FF), (0xAC00, 0xD7A3)]
    ranges += [(0xFF01, 0xFF9F), (0xFFE0, 0xFFE6)]
    unicodes = {c for first, last in ranges for c in range(first, last + 1)}
    unicodes |= SIMPLIFIED | TRADITIONAL | JAPANESE | HANJA | set(map(ord, CANTONESE))
    unicodes |= signs() | {0xB7, 0xD7, 0x22EF, *range(0x2660, 0x2670)}
    layout = ["--layout-features=locl,palt,kern", "--layout-scripts=hani.JAN,hani.KOR,hani.ZHS,hani.ZHT"]
    whole = Path(out).with_suffix(".whole")
    cut(source, whole, unicodes, "--font-number=0", *layout, "--drop-tables+=VORG,vhea,vmtx,BASE")
    font = TTFont(whole, recalcTimestamp=False)
    keep_regional_glyphs(font)
    font.save(whole)
    # Outlines that share no subroutines are larger, but smaller when they are packed.
    cut(whole, out, unicodes, *layout, "--desubroutinize")
    whole.unlink()


def keep_regional_glyphs(font: TTFont) -> None:
    """Drops the glyphs of a language for ideographs that its standard does not have."""
    characters = {glyph: character for character, glyph in font.getBestCmap().items()}
    gsub = font["GSUB"].table
    for script in gsub.ScriptList.ScriptRecord:
        for language in script.Script.LangSysRecord:
            kept = REGIONAL.get(language.LangSysTag)
            for feature in language.LangSys.FeatureIndex if kept else []:
                for lookup in gsub.FeatureList.FeatureRecord[feature].Feature.LookupListIndex:
                    for table in gsub.LookupList.Lookup[lookup].SubTable:
                        glyphs = getattr(table, "ExtSubTable", table).mapping
                        for glyph in list(glyphs):
                            character = characters.get(glyph, 0)
                            if character >= 0x3400 and character not in kept:
                                del glyphs[glyph]


def hangul(source: Path, out: Path) -> None:
    whole = unpacked(TTFont(source, recalcTimestamp=False), out)
    cut(whole, out, {*range(0x3131, 0x318F), *range(0xAC00, 0xD7A4)})
    whole.unlink()


def european(source: Path, out: Path) -> None:
    """Latin with Vietnamese, Greek, Cyrillic with Kazakh, punctuation, currency signs and arrows that the font has."""
    ranges = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x300, 0x304), (0x306, 0x30C), (0x384, 0x3CE)]
    ranges += [(0x400, 0x45F), (0x490, 0x493), (0x1E80, 0x1E85), (0x1EA0, 0x1EF9), (0x2010, 0x2027), (0x2030, 0x203A)]
    ranges += [(0x20A0, 0x20C0), (0x2190, 0x2199), (0x2260, 0x2265)]
    unicodes = {c for first, last in ranges for c in range(first, last + 1)}
    unicodes |= {0x18F, 0x259, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x323, 0x1E9E, 0x2116, 0x2122, 0x2212, 0x2248}
    unicodes |= set(map(ord, "ҚқҢңҮүҰұҺһӘәӨө"))
    cut(source, out, unicodes, "--layout-features=ccmp,kern,locl,mark,mkmk")


def script(source: Path, out: Path, ranges: list[tuple[int, int]]) -> None:
    """All characters of a script with its conjuncts, and the dandas of the scripts of India."""
    unicodes = {c for first, last in ranges for c in range(first, last + 1)}
    cut(source, out, unicodes | {0x20, 0x964, 0x965, 0x200C, 0x200D, 0x25CC}, "--layout-features=*")


def emoji(source: Path, out: Path) -> None:
    """All emoji and emoji sequences, without skin tones and with some of the flags."""
    font = TTFont(source, recalcTimestamp=False)
    cmap = font.getBestCmap()
    letters = {cmap[0x1F1E6 + i]: chr(ord("A") + i) for i in range(26)}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for first, ligatures in getattr(table, "ligatures", {}).items():
                if first in letters:
                    table.ligatures[first] = [
                        ligature
                        for ligature in ligatures
                        if letters[first] + letters.get(ligature.Component[0], "") in FLAGS
                    ]
    del font["SVG "]
    whole = unpacked(font, out)
    unicodes = set(cmap) - set(range(0x1F3FB, 0x1F400))
    cut(whole, out, unicodes, "--drop-tables+=vhea,vmtx")
    whole.unlink()


def main() -> None:
    noto_cjk, black_han, noto_emoji, families, out = map(Path, sys.argv[1:])
    cjk(noto_cjk, out / "NotoSansCJK-Black.otf")
    hangul(black_han, out / "BlackHanSans-Regular.ttf")
    emoji(noto_emoji, out / "NotoColorEmoji.ttf")
    for source, name in FAMILIES.items():
        european(families / source, out / name)
    for source, ranges in SCRIPTS.items():
        script(families / source, out / source.replace("_800", "-").replace("_900", "-"), ranges)
    for font in [*out.glob("*.ttf"), *out.glob("*.otf")]:
        if font.stat().st_size > LARGE:
            pack(font)


main()
