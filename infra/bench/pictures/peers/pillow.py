"""Draws the picture with Pillow.

    python pillow.py OUT PHOTO LOGO FONT plain|fast

`plain` follows the documentation. `fast` keeps the decoded pictures in memory and compresses less.
"""

import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

INK, PAPER, ACCENT = (20, 7, 27), (255, 248, 242), (255, 143, 112)
CARD = (48, 50, 588, 670)
PRINT, PRINT_SIZE = (60, 62), (516, 596)
SIZE = (1280, 720)
OUTLINE = 9


class Thumbnail:
    """Draws the picture. The font, and in `fast` the decoded pictures, are kept between two drawings."""

    def __init__(self, photo: str, logo: str, font: str, is_fast: bool) -> None:
        self.font = ImageFont.truetype(font, 128)
        self.settings = {"compress_level": 1} if is_fast else {}
        photo_file, logo_file = Path(photo).read_bytes(), Path(logo).read_bytes()
        self.photo, self.logo = lambda: decoded_photo(photo_file), lambda: decoded_logo(logo_file)
        if is_fast:
            kept_photo, kept_logo = decoded_photo(photo_file), decoded_logo(logo_file)
            self.photo, self.logo = lambda: kept_photo, lambda: kept_logo

    def draw(self) -> bytes:
        """Draws the picture and returns the bytes of a PNG."""
        picture = background()
        self.card(picture)
        self.headline(picture)
        logo = self.logo().resize((146, 146), Image.Resampling.LANCZOS)
        picture.paste(logo, (665, 432), logo)
        out = io.BytesIO()
        picture.save(out, "PNG", **self.settings)
        return out.getvalue()

    def card(self, picture: Image.Image) -> None:
        """The photo in a frame with rounded corners and a shadow."""
        shade = Image.new("L", (684, 720))
        ImageDraw.Draw(shade).rounded_rectangle((60, 74, 600, 694), 22, fill=191)
        picture.paste(INK, (0, 0), shade.filter(ImageFilter.GaussianBlur(24)))
        picture.paste(PAPER, CARD[:2], rounded((540, 620), 22))
        part = ImageOps.fit(self.photo(), PRINT_SIZE, Image.Resampling.LANCZOS)
        picture.paste(part, PRINT, rounded(part.size, 14))

    def headline(self, picture: Image.Image) -> None:
        """Two lines with an outline and a shadow. The number has another colour."""
        lines = [[("I built this", PAPER)], [("in ", PAPER), ("24", ACCENT), (" hours", PAPER)]]
        shade = Image.new("L", (644, 340))
        blurred = ImageDraw.Draw(shade)
        words = []
        for number, line in enumerate(lines):
            x: float = 656
            y = 215 + 137 * number
            for text, colour in line:
                words.append((x, y, text, colour))
                blurred.text((x - 632, y - 83), text, 166, self.font, anchor="ls", stroke_width=OUTLINE)
                x += self.font.getlength(text)
        picture.paste(INK, (636, 92), shade.filter(ImageFilter.GaussianBlur(11)))
        draw = ImageDraw.Draw(picture)
        for x, y, text, _ in words:
            draw.text((x, y), text, INK, self.font, anchor="ls", stroke_width=OUTLINE)
        for x, y, text, colour in words:
            draw.text((x, y), text, colour, self.font, anchor="ls")


def decoded_photo(file: bytes) -> Image.Image:
    """The photo, decoded at the smallest size that suffices: JPEG decoders can halve the size cheaply."""
    photo = Image.open(io.BytesIO(file))
    photo.draft("RGB", PRINT_SIZE)
    return photo.convert("RGB")


def decoded_logo(file: bytes) -> Image.Image:
    """The decoded logo."""
    return Image.open(io.BytesIO(file)).convert("RGBA")


def background() -> Image.Image:
    """A gradient of three colours from left to right."""
    share = Image.linear_gradient("L").rotate(90).resize(SIZE, Image.Resampling.BILINEAR)
    stops = [(138, 90, 184), (90, 42, 110), (29, 11, 38)]
    channels = []
    for first, middle, last in zip(*stops, strict=True):
        rise = [first + (middle - first) * at / 115 for at in range(115)]
        fall = [middle + (last - middle) * at / 140 for at in range(141)]
        channels.append(share.point([round(value) for value in rise + fall]))
    return Image.merge("RGB", channels)


def rounded(size: tuple[int, int], radius: int) -> Image.Image:
    """A mask with rounded corners, drawn in twice the size for smooth edges."""
    mask = Image.new("L", (size[0] * 2, size[1] * 2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] * 2 - 1, size[1] * 2 - 1), radius * 2, fill=255)
    return mask.reduce(2)


def serve(out: str, draw: Callable[[], bytes]) -> None:
    """For each line on the standard input, draws that many pictures and prints the milliseconds of each. At the end,
    writes the last picture and prints the peak memory, like `compose --bench`."""
    last = b""
    for line in sys.stdin:
        for _ in range(int(line)):
            began = time.perf_counter()
            last = draw()
            print(f"{(time.perf_counter() - began) * 1000:.3f}")
        sys.stdout.flush()
    Path(out).write_bytes(last)
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    print("peak memory:", peak.partition(":")[2].strip(), file=sys.stderr)


if __name__ == "__main__":
    out, photo, logo, font, settings = sys.argv[1:]
    serve(out, Thumbnail(photo, logo, font, settings == "fast").draw)
