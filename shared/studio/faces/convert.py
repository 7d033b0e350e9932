"""Converts a cascade of OpenCV to the format that README.md describes.

Usage: python convert.py lbpcascade_frontalface.xml > frontal.txt
"""

import sys
from xml.etree import ElementTree


def number(text: str) -> str:
    """A 32-bit float with nine significant digits, which are enough to restore it exactly."""
    return f"{float(text):.9g}"


cascade = ElementTree.parse(sys.argv[1]).find("cascade")  # noqa: S314 - the file is a part of OpenCV
features = [rect.text.split() for rect in cascade.iterfind("features/_/rect")]
print("window", cascade.findtext("width"), cascade.findtext("height"))
for stage in cascade.iterfind("stages/_"):
    print("stage", number(stage.findtext("stageThreshold")))
    for weak in stage.iterfind("weakClassifiers/_"):
        left, right, feature, *subset = map(int, weak.findtext("internalNodes").split())
        if (left, right, len(subset)) != (0, -1, 8):
            raise ValueError("a weak classifier is not a single split with two leaves")
        leaves = map(number, weak.findtext("leafValues").split())
        words = (f"{word & 0xFFFFFFFF:08x}" for word in subset)
        print(*features[feature], *leaves, *words)
