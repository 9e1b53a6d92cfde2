"""The puppet's parts: a fox in a striped shirt, cut out of paper.

All parts are drawn where they lie in the whole figure at rest, arms hanging, in pixels from the
middle of the figure's top, y down. The fox faces us: its left arm is at +x, our right.
"""

from typing import NamedTuple

import numpy as np

from puppet_shapes import (
    Shape,
    arc,
    both,
    disc,
    ellipse,
    limb,
    mirrored,
    moved,
    polygon,
    rows,
    union,
    without,
)

Colour = tuple[int, int, int]

# sRGB.
FUR, LIGHT_FUR, DARK_FUR = (226, 112, 44), (240, 143, 74), (186, 82, 28)
CREAM, INK, BLUSH = (253, 240, 216), (46, 34, 44), (240, 150, 118)
SHIRT, STRIPE = (250, 246, 236), (38, 84, 140)
SCARF, DARK_SCARF = (206, 52, 62), (166, 34, 48)
TROUSERS, TURN_UP = (60, 72, 104), (86, 100, 138)
BOOT, SOLE = (112, 66, 44), (70, 40, 30)
WHITE = (255, 255, 255)


class Paint(NamedTuple):
    """A shape in a colour; what sticks out of the part's outline is cut off."""

    colour: Colour
    shape: Shape


class Part(NamedTuple):
    """One piece of paper."""

    name: str
    parent: str | None
    pivot: tuple[float, float]  # the pin that holds it to its parent
    layer: int  # higher ones lie in front
    outline: Shape
    colour: Colour
    paints: list[Paint]


NECK = (0.0, 196.0)
SHOULDER, ELBOW, WRIST = (66.0, 222.0), (70.0, 304.0), (72.0, 374.0)
HIP, KNEE, ANKLE = (32.0, 366.0), (36.0, 448.0), (38.0, 528.0)
TAIL_ROOT = (0.0, 352.0)


def parts() -> list[Part]:
    """Parents before children."""
    whole = [torso(), head(), tail()]
    for side, name in ((1, "left"), (-1, "right")):
        for part in limbs():
            whole.append(part if side > 0 else mirror(part))
            parent = part.parent if part.parent == "torso" else f"{part.parent}_{name}"
            whole[-1] = whole[-1]._replace(name=f"{part.name}_{name}", parent=parent)
    return whole


def mirror(part: Part) -> Part:
    """The same part on the other side; its stripes and seams go with it."""
    return part._replace(
        pivot=(-part.pivot[0], part.pivot[1]),
        outline=mirrored(part.outline),
        paints=[Paint(paint.colour, mirrored(paint.shape)) for paint in part.paints],
    )


def both_sides(colour: Colour, shape: Shape) -> list[Paint]:
    return [Paint(colour, shape), Paint(colour, mirrored(shape))]


# === Trunk ======================================================================================


def torso() -> Part:
    """A sailor's shirt, the top of the trousers, a scarf and its knot."""
    corners = [(-44, 212), (44, 212), (60, 300), (46, 366), (-46, 366), (-60, 300)]
    outline = polygon(corners, rounding=22)
    stripes = union(*(bowed_rows(y, y + 11) for y in range(246, 332, 23)))
    trousers = bowed_rows(340, 420)
    return Part(
        name="torso",
        parent=None,
        pivot=TAIL_ROOT,
        layer=3,
        outline=outline,
        colour=SHIRT,
        paints=[
            Paint(STRIPE, stripes),
            Paint(TROUSERS, trousers),
            Paint(TURN_UP, bowed_rows(338, 347)),
            Paint(DARK_SCARF, polygon([(6, 226), (28, 232), (38, 284), (18, 288)], 3)),
            Paint(SCARF, polygon([(-14, 226), (8, 228), (6, 296), (-18, 292)], 3)),
            Paint(SCARF, ellipse(0, 206, 58, 24)),
            Paint(DARK_SCARF, arc(0, 168, 62, 2.2, 50, 130)),
            Paint(DARK_SCARF, ellipse(3, 230, 15, 11, 8)),
        ],
    )


def bowed_rows(low: float, high: float) -> Shape:
    """A strip that sags in the middle, as around a round belly."""
    return lambda x, y: rows(low, high)(x, y + 0.0016 * x * x - 5.0)


def head() -> Part:
    """Wide cheeks, tall ears, a pointed chin."""
    jaw = [(-86, 128), (-42, 66), (0, 58), (42, 66), (86, 128), (30, 176), (0, 186), (-30, 176)]
    cheek = polygon(jaw, 14)
    ear = polygon([(26, 66), (82, 100), (76, 20)], 10)
    outline = union(cheek, ear, mirrored(ear))
    mask = polygon([(98, 124), (40, 126), (14, 108), (0, 150), (10, 200), (60, 176)], 6)
    return Part(
        name="head",
        parent="torso",
        pivot=NECK,
        layer=6,
        outline=outline,
        colour=FUR,
        paints=[
            *both_sides(INK, polygon([(60, 42), (92, 46), (88, 6), (72, 6)], 2)),
            *both_sides(DARK_FUR, polygon([(50, 68), (74, 88), (72, 50)], 3)),
            Paint(LIGHT_FUR, ellipse(0, 74, 13, 38)),
            *both_sides(CREAM, mask),
            Paint(CREAM, ellipse(0, 168, 30, 34)),
            *both_sides(BLUSH, disc(62, 140, 12)),
            *eye(34, 112),
            *eye(-34, 112),
            Paint(INK, ellipse(0, 144, 15, 11)),
            Paint(WHITE, ellipse(-5, 140, 4.5, 2.6, -20)),
            *both_sides(INK, arc(11, 158, 11, 2.0, 20, 175)),
            *both_sides(DARK_FUR, arc(34, 112, 24, 2.6, 235, 315)),
        ],
    )


def eye(x: float, y: float) -> list[Paint]:
    return [
        Paint(INK, ellipse(x, y, 10.5, 14)),
        Paint(WHITE, disc(x - 3.2, y - 5.0, 4.0)),
        Paint(WHITE, disc(x + 3.5, y + 5.5, 2.0)),
    ]


def tail() -> Part:
    """A brush that sweeps out from behind to our right, with a cream tip."""
    brush = union(
        limb(0, 352, 14, 58, 384, 22),
        limb(58, 384, 22, 116, 360, 34),
        limb(116, 360, 34, 138, 296, 30),
        limb(138, 296, 30, 128, 240, 5),
    )
    wavy = moved(brush, lambda x, y: 2.2 * np.sin(0.22 * x - 0.19 * y))
    zigzag = moved(rows(180, 284), lambda x, y: 7.0 * np.abs((x / 13.0) % 2.0 - 1.0))
    return Part("tail", "torso", TAIL_ROOT, 0, wavy, FUR, [
        Paint(LIGHT_FUR, both(limb(60, 378, 8, 118, 344, 12), wavy)),
        Paint(CREAM, zigzag),
    ])  # fmt: skip


# === Limbs, the left ones =======================================================================


def limbs() -> list[Part]:
    """From shoulder to hand and from hip to foot; parents are named without their side."""
    return [
        Part("upper_arm", "torso", SHOULDER, 7, limb(*SHOULDER, 23, *ELBOW, 20), SHIRT, [
            Paint(STRIPE, union(*(rows(y, y + 10) for y in range(237, 320, 22)))),
        ]),
        Part("lower_arm", "upper_arm", ELBOW, 8, limb(*ELBOW, 20, *WRIST, 16), SHIRT, [
            Paint(STRIPE, union(*(rows(y, y + 10) for y in range(325, 350, 22)))),
            Paint(STRIPE, rows(366, 400)),
        ]),
        hand(),
        Part("thigh", "torso", HIP, 2, limb(*HIP, 30, *KNEE, 24), TROUSERS, [
            Paint(TURN_UP, both(limb(52, 380, 1.2, 54, 440, 1.2), rows(374, 446))),
        ]),
        Part("shin", "thigh", KNEE, 1, limb(*KNEE, 24, *ANKLE, 19), TROUSERS, [
            Paint(TURN_UP, rows(524, 570)),
            Paint(TROUSERS, rows(524, 526.5)),
        ]),
        foot(),
    ]  # fmt: skip


def hand() -> Part:
    """A paw with a thumb towards the body."""
    x, y = WRIST
    thumb = ellipse(x - 17, y + 20, 8, 12, 30)
    outline = union(disc(x, y, 13), ellipse(x + 1, y + 27, 20, 22), thumb)
    pads = union(
        ellipse(x + 2, y + 30, 9, 8),
        disc(x - 9, y + 40, 3.6),
        disc(x + 2, y + 43.5, 3.8),
        disc(x + 12.5, y + 39, 3.6),
    )
    return Part("hand", "lower_arm", WRIST, 5, outline, DARK_FUR, [Paint(BLUSH, pads)])


def foot() -> Part:
    """A boot that points outwards."""
    x, y = ANKLE
    shaft = limb(x, y, 17, x + 2, y + 28, 18)
    toe = ellipse(x + 18, y + 33, 36, 19, 6)
    outline = without(union(shaft, toe), rows(y + 50, y + 99))
    return Part("foot", "shin", ANKLE, 0, outline, BOOT, [
        Paint(SOLE, rows(y + 42, y + 70)),
        Paint(TURN_UP, union(limb(x + 6, y + 13, 1.6, x + 20, y + 18, 1.6),
                             limb(x + 5, y + 20, 1.6, x + 20, y + 25, 1.6))),
    ])  # fmt: skip
