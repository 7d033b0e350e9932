"""Leaves out requests with a text that the service shortens before it counts the characters.

The service removes white space around a text and control characters in it, and composes letters with their accents. So
it accepts a text that is longer than `maxLength` until then, which a JSON schema cannot express.
"""

import unicodedata
from collections.abc import Iterator
from typing import Any

import schemathesis

# Embeddings, overrides and isolates of the bidirectional algorithm.
BIDIRECTIONAL = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}

# Shorter texts fit into every limit, shortened or not.
SHORTEST_LIMIT = 40


def texts(value: object) -> Iterator[str]:
    """Every text in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts(item)


def is_shortened(text: str) -> bool:
    visible = [c for c in text if c in "\n\t" or (unicodedata.category(c) != "Cc" and c not in BIDIRECTIONAL)]
    kept = unicodedata.normalize("NFC", "".join(visible)).strip()
    return len(text) > SHORTEST_LIMIT and len(kept) < len(text)


@schemathesis.hook
def filter_case(
    context: schemathesis.HookContext,  # noqa: ARG001 - schemathesis passes it to every hook
    case: schemathesis.Case[Any],
) -> bool:
    return not any(is_shortened(text) for text in texts(case.body))
