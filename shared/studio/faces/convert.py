"""Makes frontal.txt of OpenCV's cascade. README.md says what its lines mean.

Usage: python convert.py lbpcascade_frontalface.xml > frontal.txt
"""

import sys
from xml.etree import ElementTree


def number(text):
    """A 32-bit float in as few digits as tell it from its neighbours; nine do."""
    return f"{float(text):.9g}"


cascade = ElementTree.parse(sys.argv[1]).find("cascade")
features = [rect.text.split() for rect in cascade.iterfind("features/_/rect")]
for stage in cascade.iterfind("stages/_"):
    print("stage", number(stage.findtext("stageThreshold")))
    for weak in stage.iterfind("weakClassifiers/_"):
        left, right, feature, *subset = map(int, weak.findtext("internalNodes").split())
        # One question each, whose two answers are the leaves.
        assert (left, right, len(subset)) == (0, -1, 8)
        leaves = map(number, weak.findtext("leafValues").split())
        words = (f"{word & 0xFFFFFFFF:08x}" for word in subset)
        print(*features[feature], *leaves, *words)
