"""Paints the knight's texture: one 1024 x 1024 picture with a place for every part.

Painters get u and v, 0..1 over their place with v up, and return colours; each works in units
that mean something on the figure (metres along an arm, from the nose), so that what is round in
the picture is round on the knight. Colours are sRGB bytes; light and shade are the renderer's
business, apart from a soft darkening where parts meet.
"""

import math

import numpy as np

from knight_body import (
    ARM_HOLE_LENGTH,
    ARM_RINGS,
    HAND_FROM,
    HEAD_RINGS,
    HEAD_US,
    LEG_RINGS,
    TORSO_RINGS,
)
from knight_rig import FINGER_BEND, FINGERTIPS, KNUCKLES

SIZE = 1024
SUPERSAMPLING = 2  # samples per texel and axis
MARGIN = 3  # texels painted around a region's own, so that neighbours do not bleed in

# Where each region lies: left, top, width, height in texels.
PLACES = {
    "head": (0, 0, 512, 320),
    "torso": (512, 0, 512, 320),
    "arm": (0, 320, 208, 320),
    "leg": (208, 320, 240, 320),
    "cape": (448, 320, 288, 320),
    "tabard_front": (736, 320, 144, 200),
    "tabard_back": (880, 320, 144, 200),
    "hand": (736, 520, 180, 120),
    "thumb": (916, 520, 108, 120),
    "helmet": (0, 640, 384, 256),
    "visor": (384, 640, 288, 128),
    "boot": (384, 768, 288, 160),
    "pauldron": (672, 640, 176, 176),
    "plume": (848, 640, 176, 256),
    "belt": (0, 896, 384, 48),
    "scarf": (0, 944, 384, 64),
    "cuff": (672, 816, 176, 80),
    "gold": (384, 944, 64, 64),
    "steel": (448, 944, 64, 64),
    "lining": (512, 944, 64, 64),
    "cloth_lining": (576, 944, 64, 64),
    "cape_lining": (640, 944, 64, 64),
}

STEEL, STEEL_LIGHT, STEEL_DARK = (172, 182, 196), (214, 221, 230), (104, 114, 132)
MAIL, MAIL_DARK = (128, 136, 150), (78, 86, 102)
GOLD, GOLD_LIGHT, GOLD_DARK = (226, 158, 40), (250, 206, 96), (158, 98, 14)
BLUE, BLUE_DARK = (32, 92, 156), (20, 62, 112)
CREAM, CREAM_DARK = (247, 238, 216), (216, 202, 172)
RED, RED_DARK, RED_LIGHT = (190, 44, 48), (132, 24, 36), (226, 84, 70)
LEATHER, LEATHER_DARK = (126, 76, 44), (84, 48, 28)
SKIN, SKIN_DARK, BLUSH = (244, 196, 158), (214, 152, 114), (238, 146, 122)
HAIR, HAIR_LIGHT = (98, 54, 28), (138, 82, 42)
INK, WHITE, EYE = (38, 28, 30), (255, 253, 248), (52, 132, 116)
MOUTH = (150, 58, 52)


def atlas() -> dict[str, tuple[float, float, float, float]]:
    """Each region's corner and size as texture coordinates, v up."""
    places = {}
    for name, (left, top, width, height) in PLACES.items():
        inset = MARGIN / SIZE
        corner = (left / SIZE + inset, 1.0 - (top + height) / SIZE + inset)
        places[name] = (*corner, width / SIZE - 2 * inset, height / SIZE - 2 * inset)
    return places


def texture() -> np.ndarray:
    """The picture as bytes, first row at the top."""
    image = np.zeros((SIZE * SUPERSAMPLING, SIZE * SUPERSAMPLING, 3))
    image[:] = STEEL_DARK
    for name, (left, top, width, height) in PLACES.items():
        columns, rows = width * SUPERSAMPLING, height * SUPERSAMPLING
        margin = MARGIN * SUPERSAMPLING
        u = (np.arange(columns) + 0.5 - margin) / (columns - 2 * margin)
        v = 1.0 - (np.arange(rows) + 0.5 - margin) / (rows - 2 * margin)
        u, v = np.meshgrid(np.clip(u, 0.0, 1.0), np.clip(v, 0.0, 1.0))
        x, y = left * SUPERSAMPLING, top * SUPERSAMPLING
        image[y : y + rows, x : x + columns] = PAINTERS[name](u, v)
    squares = image.reshape(SIZE, SUPERSAMPLING, SIZE, SUPERSAMPLING, 3)
    return np.rint(squares.mean(axis=(1, 3))).clip(0, 255).astype(np.uint8)


# === Means ======================================================================================


def mix(a, b, t) -> np.ndarray:
    """From colour (or picture) a at t = 0 to b at t = 1."""
    t = np.clip(np.asarray(t, float), 0.0, 1.0)[..., None]
    return np.asarray(a, float) * (1.0 - t) + np.asarray(b, float) * t


def ramp(edge0: float, edge1: float, x) -> np.ndarray:
    t = np.clip((x - edge0) / (edge1 - edge0), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def band(x, low: float, high: float) -> np.ndarray:
    return ((x >= low) & (x < high)).astype(float)


def near(x, place: float, width: float) -> np.ndarray:
    """1 at the place, 0 from `width` away on."""
    return np.clip(1.0 - np.abs(x - place) / width, 0.0, 1.0)


def disc(x, y, cx: float, cy: float, rx: float, ry: float | None = None) -> np.ndarray:
    return (np.hypot((x - cx) / rx, (y - cy) / (ry or rx)) < 1.0).astype(float)


def plain(colour):
    return lambda u, v: mix(colour, colour, u)


def mail(x, y, size: float) -> np.ndarray:
    """Rows of round scales; x and y are metres."""
    row = np.floor(y / size)
    fx = np.mod(x / size + 0.5 * np.mod(row, 2), 1.0) - 0.5
    fy = np.mod(y / size, 1.0)
    arc = np.hypot(fx, 0.75 * fy)
    return mix(MAIL_DARK, MAIL, ramp(0.62, 0.30, arc))


def plate(t, light: float = 0.5) -> np.ndarray:
    """Steel with a sheen at `light` of the way over it."""
    return mix(mix(STEEL_DARK, STEEL, ramp(0.0, 0.18, t)), STEEL_LIGHT, 0.8 * near(t, light, 0.22))


def rivets(image, x, y, cx, cy: float, radius: float) -> np.ndarray:
    for place in np.atleast_1d(cx):
        image = mix(image, STEEL_DARK, disc(x, y, place, cy - 0.3 * radius, 1.25 * radius))
        image = mix(image, STEEL_LIGHT, disc(x, y, place, cy, radius))
    return image


def edged(image, distance, width: float) -> np.ndarray:
    """A gold seam where `distance` from an edge is less than `width`."""
    image = mix(image, GOLD_DARK, band(distance, 0.0, 1.22 * width))
    return mix(image, GOLD, band(distance, 0.0, width))


def bone(x, y, length: float) -> np.ndarray:
    """The arms of the house: a bone as animators draw it, with a joint at either end; 0 or 1."""
    half = 0.5 * length
    along = np.clip((y + half) / length, 0.0, 1.0)
    width = np.interp(along, [0.0, 0.25, 1.0], [0.02, 0.19, 0.02]) * length
    shape = (np.abs(x) < width) & (np.abs(y) < half)
    ends = disc(x, y, 0.0, -half, 0.13 * length) + disc(x, y, 0.0, half, 0.10 * length)
    return np.clip(shape + ends, 0.0, 1.0)


def emblem(image, x, y, length: float) -> np.ndarray:
    image = mix(image, GOLD_DARK, bone(x / 1.22, y / 1.08, length))
    image = mix(image, GOLD, bone(x, y, length))
    lit = bone(x, y, length) * (x < 0) * (np.abs(y) < 0.5 * length)
    return mix(image, GOLD_LIGHT, 0.75 * lit)


# === Skin =======================================================================================


def paint_head(u, v) -> np.ndarray:
    """The face; x and y are metres over the skin from the bridge of the nose."""
    angle = (np.interp(u, HEAD_US, np.linspace(0.0, 1.0, len(HEAD_US))) - 0.5) * 2 * math.pi
    x = angle * 0.165
    y = HEAD_RINGS[0][0] + v * (HEAD_RINGS[-1][0] - HEAD_RINGS[0][0])
    skin = mix(SKIN, SKIN_DARK, 0.55 * ramp(-0.10, -0.17, y) + 0.5 * ramp(0.10, 0.17, np.abs(x)))
    for side in (-1, 1):
        cheek = np.hypot((x - side * 0.092) / 0.036, (y + 0.062) / 0.024)
        skin = mix(skin, BLUSH, 0.75 * ramp(1.0, 0.1, cheek))
    skin = mix(skin, BLUSH, 0.45 * ramp(0.024, 0.004, np.hypot(x, y + 0.048)))
    for side in (-1, 1):
        skin = paint_eye(skin, (x - side * 0.060) * side, y + 0.006, side)
    # A smile that rises a little more at the left, and its light lower lip.
    curve = -0.112 + 3.6 * (x - 0.004) ** 2
    smile = (np.abs(y - curve) < 0.0052 - 0.02 * np.abs(x - 0.004) ** 1.2) & (
        np.abs(x - 0.004) < 0.045
    )
    skin = mix(skin, MOUTH, smile)
    for end in (-0.041, 0.049):
        skin = mix(skin, SKIN_DARK, 0.9 * disc(x, y, end, -0.106, 0.0065))
    # Hair looks out below the helmet's brow, parted at the left.
    fringe = 0.066 - 0.020 * np.cos((x - 0.03) * 22) - 0.012 * np.abs(np.sin((x - 0.03) * 55))
    hair = np.maximum(ramp(-0.0015, 0.0015, y - fringe), ramp(0.142, 0.146, np.abs(x) + 0.1 * y))
    strands = 0.5 + 0.5 * np.sin((x - 0.03) * 260 + 14 * np.sin(y * 30))
    return mix(skin, mix(HAIR, HAIR_LIGHT, strands), hair)


def paint_eye(image, x, y, side: int) -> np.ndarray:
    """An eye; x grows outwards from its middle: the two are alike but for the glint."""
    image = mix(image, INK, disc(x, y, 0.002, 0.005, 0.0345, 0.043))
    image = mix(image, WHITE, disc(x, y, 0.0, 0.0, 0.031, 0.040))
    image = mix(image, INK, disc(x, y, -0.004, -0.001, 0.0215, 0.030))
    image = mix(image, EYE, disc(x, y, -0.004, -0.004, 0.0185, 0.0255))
    image = mix(image, INK, disc(x, y, -0.004, 0.0, 0.0115, 0.0165))
    glint = side * x  # the light comes from one side for both
    image = mix(image, WHITE, disc(glint, y, -0.0095, 0.0115, 0.0072))
    image = mix(image, WHITE, 0.8 * disc(glint, y, 0.006, -0.013, 0.0038))
    brow = 0.058 + 0.10 * x - 6.0 * x**2
    bold = 0.0075 - 0.09 * np.abs(x - 0.004)
    return mix(image, HAIR, (np.abs(y - brow) < bold) & (np.abs(x) < 0.040))


# === Body =======================================================================================


def paint_torso(u, v) -> np.ndarray:
    """The tabard's upper part, cream and blue; mail at the sides, the hips and the neck."""
    z = TORSO_RINGS[0][0] + v * (TORSO_RINGS[-1][0] - TORSO_RINGS[0][0])
    x = (u - 0.5) * 0.86  # metres round the waist from the front; + is the knight's left
    around = np.abs(np.where(np.abs(x) > 0.215, 0.43 - np.abs(x), np.abs(x)))
    image = mail(x, z, 0.017)
    image = mix(image, MAIL_DARK, 0.6 * ramp(0.86, 0.80, z))
    cloth = mix(BLUE, CREAM, (np.where(np.abs(x) > 0.215, -x, x) > 0).astype(float))
    cloth = mix(cloth, BLUE_DARK, 0.30 * ramp(0.90, 0.835, z))
    # Narrow between the arms, whose holes begin 0.107 m from the middle.
    open_side = 0.134 - 0.036 * ramp(0.95, 1.03, z)
    inside = (around < open_side) & (z < 1.190)
    edge = np.minimum(open_side - around, 1.190 - z)
    cloth = edged(cloth, edge, 0.011)
    image = mix(image, cloth, inside)
    front = np.abs(x) < 0.2
    return np.where(front[..., None], emblem(image, x, z - 1.015, 0.150), image)


def paint_arm(u, v) -> np.ndarray:
    length = ARM_HOLE_LENGTH + v * (ARM_RINGS[HAND_FROM][0] - ARM_HOLE_LENGTH)
    x = u * 0.36
    image = mail(x, length, 0.017)
    image = mix(image, MAIL_DARK, 0.7 * ramp(0.06, 0.0, length))
    vambrace = plate(np.mod(u + 0.25, 1.0))
    image = mix(image, vambrace, band(length, 0.272, 1.0))
    image = edged(image, np.abs(length - 0.278), 0.007)
    # The elbow's cop: a disc of steel behind the joint (u = 0 is behind).
    behind = np.minimum(u, 1.0 - u) * 0.36
    image = mix(image, STEEL_DARK, disc(behind, length, 0.0, 0.235, 0.052))
    image = mix(
        image,
        mix(STEEL, STEEL_LIGHT, near(behind, 0.0, 0.03)),
        disc(behind, length, 0.0, 0.235, 0.046),
    )
    return mix(image, GOLD, disc(behind, length, 0.0, 0.235, 0.010))


BETWEEN_FINGERS = (-0.25, 0.0, 0.25)  # of the hand's breadth, from its middle


def paint_hand(u, v) -> np.ndarray:
    """A leather glove with steel over the back; u = 0.25 is the back of the hand, 0.75 the palm."""
    first, last = ARM_RINGS[HAND_FROM][0], ARM_RINGS[-1][0]
    length = first + v * (last - first)
    image = mix(LEATHER, LEATHER_DARK, 0.5 * ramp(0.0, 0.3, np.abs(u - 0.75)))
    # Three grooves part four fingers, front and back.
    fingers = band(length, KNUCKLES - 0.004, last)
    for side in (0.25, 0.75):
        across = (u - side) / 0.36  # -0.5..0.5 over the flat of the hand
        groove = np.max([near(across, place, 0.030) for place in BETWEEN_FINGERS], axis=0)
        image = mix(image, LEATHER_DARK, fingers * np.minimum(1.0, 1.6 * groove))
    back = ramp(0.24, 0.21, np.abs(u - 0.25))
    lames = [(0.44, 0.532), (KNUCKLES, FINGER_BEND - 0.006), (FINGER_BEND, FINGERTIPS - 0.008)]
    for low, high in lames:
        steel = plate((length - low) / (high - low), 0.7)
        across = (u - 0.25) / 0.36
        if low >= KNUCKLES:
            for place in BETWEEN_FINGERS:
                steel = mix(steel, STEEL_DARK, near(across, place, 0.05))
        image = mix(image, steel, back * band(length, low, high))
    return image


def paint_thumb(u, v) -> np.ndarray:
    return mix(LEATHER, LEATHER_DARK, near(v, 0.0, 0.4))


def paint_leg(u, v) -> np.ndarray:
    """Mail breeches, a knee of steel, a greave; u from behind over the outside to the front."""
    z = TORSO_RINGS[0][0] + v * (LEG_RINGS[-1][0] - TORSO_RINGS[0][0])
    x = u * 0.46
    image = mail(x, z, 0.017)
    image = mix(image, MAIL_DARK, 0.55 * ramp(0.56, 0.66, z))
    ahead = (u - 0.5) * 0.46  # metres round the leg from its front
    greave = plate(u, 0.5)
    greave = mix(greave, STEEL_DARK, 0.8 * near(np.abs(ahead), 0.115, 0.005))
    image = mix(image, greave, band(z, 0.0, 0.352))
    image = edged(image, np.abs(z - 0.350), 0.007)
    image = edged(image, np.abs(z - 0.150), 0.008)
    knee = np.hypot(ahead / 0.072, (z - 0.408) / 0.062)
    image = mix(image, STEEL_DARK, band(knee, 0.0, 1.0))
    image = mix(image, GOLD, band(knee, 0.0, 0.94))
    image = mix(image, mix(STEEL_LIGHT, STEEL, ramp(0.0, 0.8, knee)), band(knee, 0.0, 0.80))
    image = mix(image, STEEL_DARK, 0.7 * near(ahead, 0.0, 0.003) * band(knee, 0.0, 0.8))
    return mix(image, LEATHER_DARK, band(z, 0.0, 0.128))


def paint_boot(u, v) -> np.ndarray:
    """Lames of steel over leather; u = 0 is under the sole, v runs from heel to toe."""
    image = mix(LEATHER_DARK, LEATHER, ramp(0.30, 0.42, np.minimum(u, 1 - u) * 2))
    over = band(np.abs(u - 0.5), 0.0, 0.30)
    for low, high in [(0.36, 0.53), (0.53, 0.67), (0.67, 0.82)]:
        image = mix(image, plate((v - low) / (high - low), 0.75), over * band(v, low, high))
    image = mix(image, plate((v - 0.82) / 0.3, 0.5), over * band(v, 0.82, 1.01))
    image = edged(image, np.abs(np.abs(u - 0.5) - 0.30) * 0.4, 0.006)
    return mix(image, LEATHER_DARK, band(np.abs(u - 0.5), 0.36, 1.0))


# === Armour and cloth ===========================================================================


def paint_helmet(u, v) -> np.ndarray:
    """Steel with a gold band at the brow; u = 0.5 is in front."""
    image = mix(STEEL, STEEL_LIGHT, 0.7 * near(v, 0.66, 0.25))
    image = mix(image, STEEL_DARK, 0.5 * ramp(0.25, 0.0, v))
    image = mix(image, STEEL_DARK, 0.8 * near(np.abs(u - 0.5), 0.25, 0.004) * ramp(0.45, 0.5, v))
    beside = np.abs(u - 0.5) - 0.158
    image = edged(image, np.where((beside > -0.02) & (v < 0.48), np.abs(beside), 1.0), 0.014)
    image = edged(image, np.abs(v - 0.485), 0.026)
    image = edged(image, v, 0.035)
    for k in range(20):
        image = rivets(image, u * 1.5, v, (k + 0.5) / 20 * 1.5, 0.487, 0.010)
    return image


def paint_visor(u, v) -> np.ndarray:
    """A peak with a sight and breaths, as it would cover the face."""
    image = plate(v, 0.7)
    image = edged(image, np.minimum(np.minimum(u, 1 - u) * 2.2, np.minimum(v, 1 - v)), 0.07)
    sight = (np.abs(v - 0.36) < 0.075) & (np.abs(np.abs(u - 0.5) - 0.21) < 0.15)
    image = mix(image, INK, sight)
    for k in range(-5, 6):
        for row in (0.62, 0.76):
            image = mix(image, INK, disc(u * 2.2, v, 1.1 + 0.13 * k, row, 0.028))
    return image


def paint_pauldron(u, v) -> np.ndarray:
    """Steel in two lames round a gold boss, with a gold edge; v = 0 is the rim."""
    image = plate(np.mod(v / 0.46, 1.0), 0.55)
    image = edged(image, v, 0.13)
    image = mix(image, STEEL_DARK, near(v, 0.46, 0.02))
    image = mix(image, GOLD_DARK, band(v, 0.80, 1.1))
    image = mix(image, GOLD, band(v, 0.83, 1.1))
    for k in range(12):
        image = rivets(image, u * 0.55, v * 0.17, (k + 0.5) / 12 * 0.55, 0.033, 0.0065)
    return image


def paint_cuff(u, v) -> np.ndarray:
    image = plate(v, 0.6)
    return edged(image, v, 0.22)


def paint_belt(u, v) -> np.ndarray:
    image = mix(LEATHER, LEATHER_DARK, near(v, 0.0, 0.22) + near(v, 1.0, 0.22))
    stitch = band(np.mod(u * 60, 1.0), 0.0, 0.55) * (near(v, 0.28, 0.03) + near(v, 0.72, 0.03) > 0)
    return mix(image, GOLD_DARK, 0.7 * stitch)


def paint_scarf(u, v) -> np.ndarray:
    wrinkle = 0.5 + 0.5 * np.sin(u * 2 * math.pi * 14 + 5 * np.sin(v * 2 * math.pi))
    return mix(mix(RED, RED_DARK, 0.35 * wrinkle), RED_LIGHT, 0.35 * near(v, 0.45, 0.25))


def paint_plume(u, v) -> np.ndarray:
    """Barbs that leave the shaft at a slant."""
    barb = 0.5 + 0.5 * np.sin((v * 16 + 3.0 * np.abs(np.mod(u * 2, 1.0) - 0.5)) * 2 * math.pi)
    image = mix(RED, RED_DARK, 0.55 * barb)
    return mix(mix(image, RED_LIGHT, 0.45 * ramp(0.45, 1.0, v)), GOLD, band(v, -1.0, 0.07))


def paint_cape(u, v) -> np.ndarray:
    """Red with a gold hem and the emblem on the back."""
    x, y = (u - 0.5) * 0.36, (v - 0.56) * 0.78
    image = mix(RED, RED_DARK, 0.55 * ramp(0.25, 0.0, v) + 0.35 * ramp(0.92, 1.0, v))
    fold = np.cos(3 * math.pi * (1 - 2 * u))
    image = mix(image, RED_DARK, 0.35 * ramp(0.2, 1.0, -fold) * ramp(1.0, 0.5, v))
    side = np.minimum(u, 1 - u) * 0.36
    image = edged(image, np.abs(np.minimum(side, v * 0.78) - 0.020), 0.006)
    return emblem(image, x, y, 0.30)


def paint_tabard(u, v) -> np.ndarray:
    """The skirt: cream at the knight's left, blue at his right, gold round the hem."""
    image = mix(BLUE, CREAM, (u > 0.5).astype(float))
    fold = 0.5 - 0.5 * np.cos(3 * math.pi * (2 * u - 1))
    shade = mix(BLUE_DARK, CREAM_DARK, (u > 0.5).astype(float))
    image = mix(image, shade, 0.7 * fold * ramp(1.0, 0.2, v) + 0.7 * ramp(0.80, 1.0, v))
    return edged(image, np.minimum(np.minimum(u, 1 - u) * 0.32, v * 0.32), 0.016)


def paint_tabard_back(u, v) -> np.ndarray:
    """The same behind, where the knight's left is at the picture's left."""
    return paint_tabard(u, v)[:, ::-1]


PAINTERS = {
    "head": paint_head,
    "torso": paint_torso,
    "arm": paint_arm,
    "leg": paint_leg,
    "cape": paint_cape,
    "tabard_front": paint_tabard,
    "tabard_back": paint_tabard_back,
    "hand": paint_hand,
    "thumb": paint_thumb,
    "helmet": paint_helmet,
    "visor": paint_visor,
    "boot": paint_boot,
    "pauldron": paint_pauldron,
    "plume": paint_plume,
    "belt": paint_belt,
    "scarf": paint_scarf,
    "cuff": paint_cuff,
    "gold": plain(GOLD),
    "steel": plain(STEEL),
    "lining": plain((58, 62, 74)),
    "cloth_lining": plain(BLUE_DARK),
    "cape_lining": plain(RED_DARK),
}
