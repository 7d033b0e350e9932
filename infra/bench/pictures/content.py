"""The contents of the pictures: a photo, a logo and texts. The same Pillow version writes the same bytes everywhere."""

import io
import math
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

PHOTO_SIZE = (1600, 1200)
LOGO_SIZE = (512, 512)
PROMPT = "How I built a cabin in the mountains"
TITLE = "I built this in 24 hours"
Colour = tuple[int, ...]


def make(folder: Path) -> tuple[Path, Path]:
    """Writes the photo and the logo, and returns their paths."""
    photo, logo = folder / "photo.jpg", folder / "logo.png"
    photo.write_bytes(photo_file())
    logo.write_bytes(logo_file())
    return photo, logo


def photo_file() -> bytes:
    """A cabin below mountains at dusk: wide gradients, hard and soft edges, and sensor noise."""
    width, height = PHOTO_SIZE
    chance = random.Random(20)
    picture = gradient(PHOTO_SIZE, (38, 52, 96), (246, 174, 120))
    glow(picture, (1150, 470), 420, (255, 226, 170))
    ranges = [((116, 104, 140), 560, 150), ((78, 78, 116), 680, 120), ((44, 58, 78), 800, 90)]
    for colour, base, swing in ranges:
        layer = Image.new("L", PHOTO_SIZE)
        ridge = [(x, base + swing * wave(chance_of(colour), x / width)) for x in range(0, width + 1, 5)]
        ImageDraw.Draw(layer).polygon([*ridge, (width, height), (0, height)], fill=255)
        picture.paste(gradient(PHOTO_SIZE, colour, tuple(part // 2 for part in colour)), mask=layer)
    ImageDraw.Draw(picture).rectangle((0, 950, width, height), fill=(34, 44, 40))
    trees(picture, chance)
    cabin(picture)
    return jpeg(with_noise(picture, chance))


def chance_of(colour: Colour) -> random.Random:
    """A random generator for each ridge, so that the ridges do not depend on each other."""
    return random.Random(sum(colour))


def wave(chance: random.Random, at: float) -> float:
    """A curve that looks like a ridge, roughly from -1 to 1."""
    parts = [(2**octave, chance.uniform(0, math.tau)) for octave in range(7)]
    return sum(math.sin(at * math.tau * rate + phase) / rate**0.8 for rate, phase in parts) / 2


def gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    """A vertical gradient."""
    share = Image.linear_gradient("L").resize(size, Image.Resampling.BICUBIC)
    return Image.composite(Image.new("RGB", size, bottom), Image.new("RGB", size, top), share)


def glow(picture: Image.Image, centre: tuple[int, int], radius: int, colour: Colour) -> None:
    """Light around a point."""
    share = ImageChops.invert(Image.radial_gradient("L")).resize((radius * 2, radius * 2), Image.Resampling.BICUBIC)
    share = share.point(lambda value: max(0, value - 75))
    picture.paste(Image.new("RGB", share.size, colour), (centre[0] - radius, centre[1] - radius), share)


def trees(picture: Image.Image, chance: random.Random) -> None:
    """Two hundred firs along the lower third."""
    draw = ImageDraw.Draw(picture)
    feet = [(chance.randint(-20, 1620), chance.randint(930, 1190)) for _ in range(200)]
    for x, foot in sorted(feet, key=lambda at: at[1]):
        tall = 60 + (foot - 930) * 0.5 + chance.uniform(0, 40)
        shade = chance.randint(-10, 12)
        colour = (24 + shade, 48 + shade, 38 + shade)
        for step in range(4):
            top, low = foot - tall * (1 - step * 0.18), foot - tall * (0.62 - step * 0.2)
            half = tall * (0.10 + 0.05 * step)
            draw.polygon([(x, top), (x - half, low), (x + half, low)], fill=colour)


def cabin(picture: Image.Image) -> None:
    """The subject: a cabin with lit windows."""
    draw = ImageDraw.Draw(picture)
    draw.rectangle((560, 760, 1040, 1060), fill=(122, 78, 48))
    for y in range(760, 1060, 20):
        draw.line((560, y, 1040, y), fill=(88, 54, 34), width=3)
    draw.polygon([(510, 780), (800, 560), (1090, 780)], fill=(64, 40, 40))
    draw.polygon([(510, 780), (800, 560), (810, 580), (540, 790)], fill=(226, 230, 238))
    for left in (620, 890):
        draw.rectangle((left, 830, left + 90, 930), fill=(255, 206, 110))
        draw.line((left + 45, 830, left + 45, 930), fill=(70, 46, 34), width=6)
        draw.line((left, 880, left + 90, 880), fill=(70, 46, 34), width=6)
    draw.rectangle((755, 880, 845, 1060), fill=(60, 38, 30))
    glow(picture, (800, 900), 260, (255, 196, 100))


def with_noise(picture: Image.Image, chance: random.Random) -> Image.Image:
    """Adds fine and coarse grain, and the slight blur of a lens."""
    picture = picture.filter(ImageFilter.GaussianBlur(1.1))
    for scale, strength in ((1, 14), (4, 5), (16, 3)):
        size = (PHOTO_SIZE[0] // scale, PHOTO_SIZE[1] // scale)
        grain = Image.frombytes("L", size, chance.randbytes(size[0] * size[1]))
        grain = grain.resize(PHOTO_SIZE, Image.Resampling.BICUBIC)
        grain = grain.point(lambda value, strength=strength: 128 + (value - 128) * strength // 128)
        picture = ImageChops.add(picture, Image.merge("RGB", (grain, grain, grain)), 1, -128)
    return picture


def jpeg(picture: Image.Image) -> bytes:
    """The picture as a JPEG file of quality 90."""
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=90)
    return out.getvalue()


def logo_file() -> bytes:
    """A badge with a roof and a bolt on a transparent ground, drawn in four times the size for smooth edges."""
    side = LOGO_SIZE[0] * 4
    picture = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(picture)
    white, red = (255, 255, 255), (224, 66, 44)

    def scaled(points: list[tuple[int, int]]) -> list[tuple[float, float]]:
        return [(x * side / 100, y * side / 100) for x, y in points]

    draw.rounded_rectangle(scaled([(4, 4), (96, 96)]), side * 0.2, fill=white)
    draw.rounded_rectangle(scaled([(9, 9), (91, 91)]), side * 0.16, fill=red)
    draw.polygon(scaled([(50, 18), (84, 50), (74, 50), (74, 80), (26, 80), (26, 50), (16, 50)]), fill=white)
    draw.polygon(scaled([(55, 36), (38, 60), (48, 60), (44, 76), (62, 52), (52, 52)]), fill=red)
    out = io.BytesIO()
    picture.resize(LOGO_SIZE, Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()
