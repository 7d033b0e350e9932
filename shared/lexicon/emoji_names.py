"""Writes the names of emoji in CLDR (cldr-annotations-full of npm) that the lexicon lacks.

usage: python3 emoji_names.py ANNOTATIONS DATA

ANNOTATIONS is the folder `annotations` of the unpacked package, DATA the file `en/data.json` of emojibase-data of npm,
which has the groups of emoji.
"""

import json
import pathlib
import re
import sys
import unicodedata

HERE = pathlib.Path(__file__).parent
LANGUAGES = HERE / "languages"
# Animals and nature, food, travel, activities, objects. Names of faces and symbols are no words of titles.
GROUPS = {3, 4, 5, 6, 7}
MAX_WORDS = 3


def bare(emoji: str) -> str:
    return "".join(c for c in emoji if c not in "\ufe0e\ufe0f")


def spelled(name: str) -> str:
    """The name as the lexicon spells it, without what stands in brackets."""
    name = unicodedata.normalize("NFC", name).lower().replace("-", " ")
    return re.sub(r"\s*\(.*\)", "", name).strip()


def concepts(english: dict[str, str]) -> dict[str, str]:
    """The concept that each emoji shows best: the one whose id is in the English name, or else no brand."""
    shown: dict[str, list[tuple[str, str]]] = {}
    for line in (HERE / "concepts.txt").read_text().splitlines():
        name, picture, _, kind = line.split("\t")
        shown.setdefault(bare(picture), []).append((name, kind))

    def rank(emoji: str, concept: tuple[str, str]) -> tuple[bool, bool]:
        name, kind = concept
        return (name.replace("_", " ") not in english.get(emoji, ""), kind == "brand")

    return {emoji: min(found, key=lambda one: rank(emoji, one))[0] for emoji, found in shown.items()}


def listed(language: str) -> set[str]:
    """The words that the lexicon has in a language."""
    file = LANGUAGES / language / "concepts.txt"
    lines = file.read_text().splitlines() if file.exists() else []
    words = [word for line in lines for word in line.split(":", 1)[1].split(",")]
    return {spelled(re.sub(r" [~!]\S+", "", word)) for word in words}


def names(folder: pathlib.Path, language: str) -> dict[str, str]:
    annotations = json.loads((folder / language / "annotations.json").read_text())["annotations"]["annotations"]
    return {bare(emoji): spelled(names["tts"][0]) for emoji, names in annotations.items() if "tts" in names}


def main() -> None:
    folder, data = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    groups = {bare(item["emoji"]): item.get("group") for item in json.loads(data.read_text())}
    shown = concepts(names(folder, "en"))
    for language in (path.parent.name for path in LANGUAGES.glob("*/grammar.txt")):
        known = listed(language)
        lines: dict[str, list[str]] = {}
        for emoji, name in names(folder, language).items():
            is_plain = len(name.split()) <= MAX_WORDS and not re.search("[,:]", name)
            if emoji in shown and groups.get(emoji) in GROUPS and is_plain and name not in known:
                known.add(name)
                lines.setdefault(shown[emoji], []).append(name)
        text = "".join(f"{concept}: {', '.join(found)}\n" for concept, found in sorted(lines.items()))
        (LANGUAGES / language / "emoji.txt").write_text(text)


main()
