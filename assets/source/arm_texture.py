"""The arm's texture: checks that show how the surface stretches, a stripe that shows its twist."""

import math

import numpy as np

from arm_shape import (
    BASE_DEPTH,
    BELLOWS_HALF_HEIGHT,
    EDGE,
    ELBOW,
    FOLDS,
    HEAD_CENTRE,
    HEAD_HEIGHT,
    WRIST,
    Ring,
    lengths_along,
)
from kit.picture import average_samples

# --- Texture ------------------------------------------------------------------------------------

TEXTURE_SIZE = (256, 512)  # width and height; the figure is twice as long as round
SUPERSAMPLING = 4  # samples per texel and axis
CHECKS_AROUND = 10  # even, so that the pattern closes at the seam
CHECK_LENGTH = 0.16  # metres along the surface, about as long as it is wide
TRIM = 0.05  # width of the plain ring at a shell's end, metres
STRIPE_HALF_WIDTH = 0.022  # metres; the line down the back that shows twist

# sRGB. Blue, amber and pale mint differ in lightness too, so they stay apart without colour.
BLUE, LIGHT_BLUE = (25, 84, 138), (45, 115, 176)
AMBER, LIGHT_AMBER = (222, 140, 24), (243, 172, 62)
MINT, LIGHT_MINT = (158, 212, 190), (190, 231, 213)
CHARCOAL, GREY = (38, 42, 54), (84, 91, 108)
CREAM = (252, 244, 224)
INK = (24, 27, 38)
WHITE = (255, 255, 255)
SHELL_COLOURS = ((BLUE, LIGHT_BLUE), (AMBER, LIGHT_AMBER), (MINT, LIGHT_MINT))
TRIM_COLOURS = ((16, 56, 96), (166, 94, 8), (88, 158, 138))

FRONT_U = 0.5  # where the figure looks; u = 0, the seam, lies under the stripe on the back
EYE_HEIGHT = 2.66
EYE_SPREAD = 0.125  # metres from the front line to the middle of an eye
EYE_RADIUS = 0.09
EYE_OUTLINE = 0.016
PUPIL_RADIUS = 0.048
GLINT_RADIUS = 0.016


def paint_texture(rings: list[Ring]) -> np.ndarray:
    """The texture as bytes of shape (rows, columns, 3), first row at the top (v = 1)."""
    width, height = (size * SUPERSAMPLING for size in TEXTURE_SIZE)
    lengths = lengths_along(rings)
    u = ((np.arange(width) + 0.5) / width)[None, :]
    along = ((1.0 - (np.arange(height) + 0.5) / height) * lengths[-1])[:, None]
    z = np.interp(along, lengths, [ring.height for ring in rings])
    radius = np.interp(along, lengths, [ring.radius for ring in rings])

    image = paint_bellows(z, width)
    for (start, end), colours, trim in zip(part_ranges(rings), SHELL_COLOURS, TRIM_COLOURS):
        paint_shell(image, u, along, start, end, colours)
        ends_at_pole = (start == 0.0, end == lengths[-1])
        paint_trim(image, along, start, end, ends_at_pole, trim)

    # Distances over the surface in metres, so that shapes come out round on the tube.
    from_back = np.minimum(u, 1.0 - u) * 2 * math.pi * radius
    on_body = (z > -0.6 * BASE_DEPTH) & (z < HEAD_CENTRE + 0.75 * HEAD_HEIGHT)
    image[(from_back < STRIPE_HALF_WIDTH) & on_body] = CREAM
    eye_along = np.interp(EYE_HEIGHT, [ring.height for ring in rings], lengths)
    paint_eyes(image, (u - FRONT_U) * 2 * math.pi * radius, along - eye_along)
    return average_samples(image, SUPERSAMPLING)


def part_ranges(rings: list[Ring]) -> list[tuple[float, float]]:
    """Where each shell, domes included, begins and ends: lengths along the surface."""
    heights = [ring.height for ring in rings]
    lengths = lengths_along(rings)

    def length_at(height: float) -> float:
        return float(np.interp(height, heights, lengths))

    return [
        (0.0, length_at(ELBOW - BELLOWS_HALF_HEIGHT)),
        (length_at(ELBOW + BELLOWS_HALF_HEIGHT), length_at(WRIST - BELLOWS_HALF_HEIGHT)),
        (length_at(WRIST + BELLOWS_HALF_HEIGHT), lengths[-1]),
    ]


def paint_bellows(z: np.ndarray, width: int) -> np.ndarray:
    """A new image of bellows from end to end, light on the peaks; shells are painted over it."""
    joint = np.where(z < (ELBOW + WRIST) / 2, ELBOW, WRIST)
    t = 0.5 + (z - joint) / (2 * BELLOWS_HALF_HEIGHT - EDGE)
    fold = 0.5 - 0.5 * np.cos(2 * math.pi * FOLDS * t)
    column = np.array(CHARCOAL) + fold[..., None] * (np.array(GREY) - np.array(CHARCOAL))
    return np.repeat(column, width, axis=1)


def paint_shell(image, u, along, start: float, end: float, colours) -> None:
    """A checkerboard between two lengths along the surface, fitted to whole checks."""
    rows = round((end - start) / CHECK_LENGTH)
    check = np.floor(u * CHECKS_AROUND) + np.floor((along - start) / (end - start) * rows)
    inside = (along >= start) & (along <= end)
    for parity, colour in enumerate(colours):
        image[inside & (check % 2 == parity)] = colour


def paint_trim(image, along, start: float, end: float, ends_at_pole, colour) -> None:
    """A plain ring at those ends of a shell that hold a bellows."""
    rows = along[:, 0]
    if not ends_at_pole[0]:
        image[(rows >= start) & (rows < start + TRIM)] = colour
    if not ends_at_pole[1]:
        image[(rows <= end) & (rows > end - TRIM)] = colour


def paint_eyes(image, x: np.ndarray, y: np.ndarray) -> None:
    """Two eyes; x and y are metres over the surface from the point between them."""
    for side in (-1.0, 1.0):
        dx = x - side * EYE_SPREAD

        def disc(centre_x: float, centre_y: float, disc_radius: float) -> np.ndarray:
            return np.hypot(dx - centre_x, y - centre_y) < disc_radius

        image[disc(0.0, 0.0, EYE_RADIUS + EYE_OUTLINE)] = INK
        image[disc(0.0, 0.0, EYE_RADIUS)] = WHITE
        # The pupils stand a little inwards, as eyes do that look at something near.
        pupil_x = -side * 0.02
        image[disc(pupil_x, 0.0, PUPIL_RADIUS)] = INK
        image[disc(pupil_x - 0.018, 0.018, GLINT_RADIUS)] = WHITE
