"""Writes the table, and a sheet with all pictures."""

import platform
from pathlib import Path

import PIL
from PIL import Image, ImageDraw, ImageFont

from contest import FONT, Entrant
from tools import run, version

SMALL = (168, 94)
COLUMNS = 2


def table(everyone: list[Entrant]) -> str:
    """A Markdown table with one line for each program."""
    ours = everyone[0].median()
    lines = [
        "| drawn with | median | ÷ composer's | fastest | peak memory | PNG |",
        "|---|---|---|---|---|---|",
    ]
    for entrant in everyone:
        median = entrant.median()
        lines.append(
            f"| {entrant.name} | {median:.1f} ms | {median / ours:.1f} | {min(entrant.times):.1f} ms "
            f"| {entrant.peak / 1024:.0f} MB | {entrant.out.stat().st_size / 1000:.0f} kB |"
        )
    return "\n".join(lines)


def versions() -> str:
    """A sentence with the versions of the compared tools."""
    node = run(["node", "--version"]).strip().lstrip("v")
    return (
        f"@vercel/og {version('@vercel/og')} (satori {version('satori')}), sharp {version('sharp')}, "
        f"Pillow {PIL.__version__}, Node.js {node}, Python {platform.python_version()}."
    )


def side_by_side(everyone: list[Entrant], path: Path) -> None:
    """Writes a sheet with all pictures, each with its name and with a copy in the size that lists show."""
    width, height, foot = 640, 360, 110
    rows = -(-len(everyone) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * width, rows * (height + foot)), "white")
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(FONT, 28)
    for index, entrant in enumerate(everyone):
        left, top = index % COLUMNS * width, index // COLUMNS * (height + foot)
        with Image.open(entrant.out) as picture:
            if picture.size != (1280, 720):
                raise ValueError(f"{entrant.out.name} is {picture.size}")
            opaque = picture.convert("RGB")
        sheet.paste(opaque.resize((width, height), Image.Resampling.LANCZOS), (left, top))
        sheet.paste(opaque.resize(SMALL, Image.Resampling.LANCZOS), (left + 8, top + height + 8))
        draw.text((left + SMALL[0] + 24, top + height + 32), entrant.name, "black", font)
    sheet.save(path)
