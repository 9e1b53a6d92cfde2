"""Makes the paper puppet: one picture for each part, and a file that says how they are pinned.

Run by hand, with Python 3.11 and numpy:

    python assets/source/puppet.py

It writes the folder assets/puppet:

    PART.png      the parts, 8-bit RGBA; alpha is not multiplied into the colours
    puppet.toml   for each part its size, its pivot, its parent and its place there
    preview.png   the parts put together, at rest and in a pose

All are committed; two runs write the same bytes.
"""

import math
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kit.picture import average_samples, write_png
from puppet_parts import Part, parts

FOLDER = Path(__file__).resolve().parent.parent / "puppet"

SAMPLES = 4  # per pixel and axis
RIM = 3.0  # pixels of white paper left around a part, where the scissors went
EDGE = 5.0  # pixels over which the printed colour darkens towards the rim
MARGIN = 2  # transparent pixels around a picture, so that filtering finds nothing beyond it
PAPER = (250, 248, 242)
SPECKS = 0.035  # part of the pixels that are a fibre, a little darker
SPECK = 9.0  # by so much, of 255

PIN_RADIUS = 7.0
BRASS, DARK_BRASS, LIGHT_BRASS = (214, 168, 62), (128, 88, 22), (255, 236, 168)

# Degrees clockwise, as seen, by which a part of the preview turns about its pin.
POSE = {
    "torso": -4, "head": 9, "tail": -16,
    "upper_arm_left": -112, "lower_arm_left": -38, "hand_left": -14,
    "upper_arm_right": 28, "lower_arm_right": -62, "hand_right": 10,
    "thigh_left": -14, "shin_left": 12, "foot_left": -4,
    "thigh_right": 34, "shin_right": -50, "foot_right": 18,
}  # fmt: skip
PREVIEW_BACKGROUND = (70, 84, 96)
PREVIEW_SIZE = (440, 640)  # of either figure, width and height
PREVIEW_TOP = (220, 40)  # where the figure's origin goes there
SHADOW = (5, 6)  # pixels to the right and down


class Sprite(NamedTuple):
    """A part's picture, and where its top left corner lies in the figure at rest."""

    part: Part
    pixels: np.ndarray
    corner: tuple[int, int]

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of the figure in pixels from the picture's top left corner."""
        return (point[0] - self.corner[0], point[1] - self.corner[1])


# === Drawing ====================================================================================


def draw(part: Part, pins: list[tuple[float, float]]) -> Sprite:
    """A part with its rim, its print, and the pins that are seen on it."""
    left, top, right, bottom = bounds(part)
    x, y = np.meshgrid(steps(left, right), steps(top, bottom))
    outline = part.outline(x, y)

    image = np.empty((*x.shape, 3))
    image[:] = PAPER
    printed = cover(outline)
    lay(image, part.colour, printed)
    for paint in part.paints:
        lay(image, paint.colour, printed * cover(paint.shape(x, y)))
    shade = 0.16 * np.clip(1.0 + outline / EDGE, 0.0, 1.0) * printed
    lay(image, (60, 40, 30), shade)
    image -= SPECK * fibres(part, image.shape[:2])[..., None]
    for pin in pins:
        draw_pin(image, x - pin[0], y - pin[1])
    pixels = to_pixels(image, cover(outline - RIM))
    return Sprite(part, pixels, (left, top))


def bounds(part: Part) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what a part covers with its rim and the margin, in pixels."""
    x, y = np.meshgrid(np.arange(-260.0, 260.0), np.arange(-40.0, 680.0))
    rows, columns = np.nonzero(part.outline(x, y) < RIM + 1.0)
    left, right = int(x[0, columns.min()]), int(x[0, columns.max()])
    top, bottom = int(y[rows.min(), 0]), int(y[rows.max(), 0])
    return left - MARGIN, top - MARGIN, right + MARGIN + 1, bottom + MARGIN + 1


def steps(low: int, high: int) -> np.ndarray:
    """The samples' places between two pixels' edges."""
    return low + (np.arange((high - low) * SAMPLES) + 0.5) / SAMPLES


def cover(distance: np.ndarray) -> np.ndarray:
    """1 inside a shape, 0 outside, and a ramp of one sample between."""
    return np.clip(0.5 - distance * SAMPLES, 0.0, 1.0)


def lay(image: np.ndarray, colour, mask: np.ndarray) -> None:
    """Lays a colour over an image where the mask is 1, in part where it is between."""
    image += mask[..., None] * (np.array(colour, dtype=float) - image)


def fibres(part: Part, shape: tuple[int, int]) -> np.ndarray:
    """1 where a fibre of the paper shows; the same for a part on every run."""
    rng = np.random.Generator(np.random.PCG64(zlib.crc32(part.name.encode())))
    pixels = rng.random((shape[0] // SAMPLES, shape[1] // SAMPLES)) < SPECKS
    return np.kron(pixels, np.ones((SAMPLES, SAMPLES)))


def draw_pin(image: np.ndarray, x: np.ndarray, y: np.ndarray) -> None:
    """A brass pin about the origin of these coordinates, lit from above, with a dark edge."""
    off = np.hypot(x, y)
    lay(image, (40, 26, 20), 0.45 * cover(np.hypot(x, y - 1.0) - PIN_RADIUS - 0.8))
    lay(image, DARK_BRASS, cover(off - PIN_RADIUS))
    lay(image, BRASS, cover(off - PIN_RADIUS + 1.2))
    lay(image, LIGHT_BRASS, 0.9 * np.clip(1.0 - np.hypot(x + 1.5, y + 2.2) / 3.6, 0.0, 1.0))


def to_pixels(image: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Bytes from samples; a pixel's colour is the mean of its covered samples."""
    rows, columns = alpha.shape[0] // SAMPLES, alpha.shape[1] // SAMPLES

    def mean(values: np.ndarray) -> np.ndarray:
        return values.reshape(rows, SAMPLES, columns, SAMPLES, -1).mean(axis=(1, 3))

    share = mean(alpha)
    colour = mean(image * alpha[..., None]) / np.maximum(share, 1e-9)
    colour = np.where(share > 0.0, colour, PAPER)
    return np.rint(np.concatenate((colour, 255.0 * share), axis=2)).astype(np.uint8)


def draw_all() -> list[Sprite]:
    """Every part; a pin is seen on the one in front of the two that it holds."""
    whole = {part.name: part for part in parts()}
    pins: dict[str, list[tuple[float, float]]] = {name: [] for name in whole}
    for part in whole.values():
        if part.parent:
            front = max(part, whole[part.parent], key=lambda one: one.layer)
            pins[front.name].append(part.pivot)
    return [draw(part, pins[part.name]) for part in whole.values()]


# === Files ======================================================================================

HEADER = """\
# How the puppet's parts go together. Written by assets/source/puppet.py.
#
# Every place is in pixels from the top left corner of a picture, x to the right, y down.
# A part turns about `pivot`, a place on its own picture, which a pin holds to the place `pin` on
# its parent's. Unturned, the parts make up the figure at rest, with its arms hanging. Parents
# stand before their children; draw the parts from the lowest `layer` to the highest.
"""


def describe(sprites: list[Sprite]) -> str:
    """The text of puppet.toml."""
    by_name = {sprite.part.name: sprite for sprite in sprites}
    lines = [HEADER]
    for sprite in sprites:
        part = sprite.part
        height, width, _ = sprite.pixels.shape
        lines += ["[[part]]", f'name = "{part.name}"', f'image = "{part.name}.png"']
        lines += [f"size = [{width}, {height}]", f"pivot = {pair(sprite.place(part.pivot))}"]
        if part.parent:
            lines += [f'parent = "{part.parent}"']
            lines += [f"pin = {pair(by_name[part.parent].place(part.pivot))}"]
        lines += [f"layer = {part.layer}", ""]
    return "\n".join(lines)


def pair(place: tuple[float, float]) -> str:
    return f"[{place[0]:.1f}, {place[1]:.1f}]"


# === Preview ====================================================================================


def preview(sprites: list[Sprite]) -> np.ndarray:
    """At rest and in a pose, side by side, at half size."""
    figures = np.concatenate([compose(sprites, {}), compose(sprites, POSE)], axis=1)
    return average_samples(figures, 2)


def compose(sprites: list[Sprite], pose: dict[str, float]) -> np.ndarray:
    """The figure on a plain ground, each part with a shadow."""
    width, height = PREVIEW_SIZE
    image = np.empty((height, width, 3))
    image[:] = PREVIEW_BACKGROUND
    frames = place_parts([sprite.part for sprite in sprites], pose)
    for sprite in sorted(sprites, key=lambda one: one.part.layer):
        frame = frames[sprite.part.name]
        shadow = sample(sprite, frame, np.array(PREVIEW_TOP) + SHADOW)[..., 3]
        lay(image, (0, 0, 0), 0.22 * shadow / 255.0)
        layer = sample(sprite, frame, np.array(PREVIEW_TOP))
        image += layer[..., 3:] / 255.0 * (layer[..., :3] - image)
    return image


def place_parts(whole: list[Part], pose: dict[str, float]) -> dict[str, np.ndarray]:
    """For each part the matrix from rest to the pose: its parent's, times T(p) R T(-p)."""
    frames: dict[str, np.ndarray] = {}
    for part in whole:
        angle = math.radians(pose.get(part.name, 0.0))
        c, s = math.cos(angle), math.sin(angle)
        x, y = part.pivot
        turn = np.array(((c, -s, x - c * x + s * y), (s, c, y - s * x - c * y), (0.0, 0.0, 1.0)))
        frames[part.name] = frames[part.parent] @ turn if part.parent else turn
    return frames


def sample(sprite: Sprite, frame: np.ndarray, origin: np.ndarray) -> np.ndarray:
    """A part's RGBA values on the preview, between its pixels in straight lines."""
    width, height = PREVIEW_SIZE
    x, y = np.meshgrid(np.arange(width) + 0.5 - origin[0], np.arange(height) + 0.5 - origin[1])
    back = np.linalg.inv(frame)
    u = back[0, 0] * x + back[0, 1] * y + back[0, 2] - sprite.corner[0] - 0.5
    v = back[1, 0] * x + back[1, 1] * y + back[1, 2] - sprite.corner[1] - 0.5
    rows, columns, _ = sprite.pixels.shape
    j, i = np.floor(u).astype(int), np.floor(v).astype(int)
    inside = (j >= 0) & (j < columns - 1) & (i >= 0) & (i < rows - 1)
    j, i = np.clip(j, 0, columns - 2), np.clip(i, 0, rows - 2)
    right, down = (u - j)[..., None], (v - i)[..., None]
    p = sprite.pixels.astype(float)
    upper = p[i, j] * (1 - right) + p[i, j + 1] * right
    lower = p[i + 1, j] * (1 - right) + p[i + 1, j + 1] * right
    return np.where(inside[..., None], upper * (1 - down) + lower * down, 0.0)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    sprites = draw_all()
    for sprite in sprites:
        write_png(FOLDER / f"{sprite.part.name}.png", sprite.pixels)
    (FOLDER / "puppet.toml").write_text(describe(sprites), encoding="utf-8", newline="\n")
    write_png(FOLDER / "preview.png", preview(sprites))


if __name__ == "__main__":
    main()
