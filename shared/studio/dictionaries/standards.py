"""The ideographs of the national standards."""

from collections.abc import Iterable

BYTES = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]


def charset(codec: str, rows: Iterable[int], columns: Iterable[int] = range(0xA1, 0xFF)) -> set[int]:
    """The ideographs of a national standard in these rows."""
    found = set()
    for row in rows:
        for column in columns:
            try:
                text = bytes([row, column]).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(text) == 1 and 0x3400 <= ord(text) <= 0x9FFF:
                found.add(ord(text))
    return found


SIMPLIFIED = charset("gb2312", range(0xB0, 0xF8))
TRADITIONAL = charset("big5", range(0xA4, 0xC7), BYTES)
JAPANESE = charset("euc_jp", range(0xB0, 0xF5))
