"""Makes the knight's sword: an arming sword with a short blade, for his joint `sword_socket`.

Run by hand, with Python 3.11 and `pip install bpy==4.5.15` (Blender as a module; it brings numpy):

    python assets/source/sword.py

It writes `assets/sword.png` and `assets/sword.dae`. The file's axes are those of the socket: the
origin in the grip where the fist's middle holds it, the blade along +y, its flats towards x, the
true edge, which looks where the knuckles look, along +z. So the sword's matrix in the model is the
socket's and nothing is turned in between, which is why this file says that y is up.
"""

import math
from pathlib import Path

import numpy as np

from kit.figure import Figure, write_figure
from kit.picture import write_png
from kit.shapes import Patch, joined, loft, placed
from knight_paint import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    LEATHER,
    LEATHER_DARK,
    RED,
    RED_DARK,
    RED_LIGHT,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    mix,
    near,
)

ASSETS = Path(__file__).resolve().parent.parent
MODEL_FILE = ASSETS / "sword.dae"
TEXTURE_FILE = ASSETS / "sword.png"
SIZE = 256

# Left, top, width, height in texels.
PLACES = {
    "blade": (0, 0, 128, 256),
    "grip": (128, 0, 64, 128),
    "gold": (192, 0, 64, 128),
    "gem": (128, 128, 128, 128),
}

GUARD_Y, POMMEL_Y = 0.068, -0.088  # metres from the fist's middle
BLADE = 0.58  # length from the guard
SHARP = math.radians(25)


def no_weights(_: np.ndarray) -> dict[str, float]:
    return {}


def ring(
    y: float, half_flat: float, half_edge: float, corners: int
) -> list[tuple[float, float, float]]:
    """A section across y: anticlockwise seen from the tip."""
    angles = [2 * math.pi * k / corners for k in range(corners)]
    return [(half_flat * math.sin(a), y, half_edge * math.cos(a)) for a in angles]


def blade_section(
    y: float, half_edge: float, half_flat: float, fuller: float
) -> list[tuple[float, float, float]]:
    """Two edges and, on either flat, a hollow between two ridges."""
    half = [
        (0.0, half_edge),
        (half_flat, 0.42 * half_edge),
        (half_flat - fuller, 0.0),
        (half_flat, -0.42 * half_edge),
    ]
    section = half + [(-x, -z) for x, z in half]
    return [(x, y, z) for x, z in section]


def blade() -> Patch:
    tip = GUARD_Y + BLADE
    sections = [
        blade_section(GUARD_Y, 0.027, 0.0065, 0.004),
        blade_section(GUARD_Y + 0.20, 0.025, 0.0060, 0.004),
        blade_section(GUARD_Y + 0.38, 0.022, 0.0055, 0.003),
        blade_section(tip - 0.10, 0.020, 0.0050, 0.0),
        blade_section(tip - 0.04, 0.014, 0.0040, 0.0),
        blade_section(tip, 0.0012, 0.0010, 0.0),
    ]
    return loft(np.array(sections), "blade", no_weights, crease=SHARP)


def grip() -> Patch:
    stations = [
        (-0.074, 0.0125),
        (-0.05, 0.0150),
        (-0.015, 0.0165),
        (0.02, 0.0160),
        (0.05, 0.0145),
        (0.066, 0.0150),
    ]
    sections = [ring(y, 0.85 * radius, radius, 8) for y, radius in stations]
    return loft(np.array(sections), "grip", no_weights)


def pommel() -> Patch:
    stations = [(-0.108, 0.008), (-0.104, 0.019), (-0.092, 0.026), (-0.080, 0.022), (-0.072, 0.012)]
    sections = [ring(y, 0.8 * radius, radius, 8) for y, radius in stations]
    return loft(np.array(sections), "gold", no_weights)


def guard() -> Patch:
    """The cross, its ends bent a little towards the blade and thickened to knobs."""
    stations = [(-0.104, 0.009), (-0.098, 0.014), (-0.084, 0.012), (-0.045, 0.0105), (0.0, 0.015)]
    stations += [(-z, radius) for z, radius in reversed(stations[:-1])]
    sections = []
    for z, radius in stations:
        y = GUARD_Y + 1.6 * z * z
        angles = [2 * math.pi * k / 6 for k in range(6)]
        sections.append([(radius * math.cos(a), y + radius * math.sin(a), z) for a in angles])
    return loft(np.array(sections), "gold", no_weights)


def gem() -> Patch:
    """A red stone on both flats of the cross's middle."""
    stations = [(-0.019, 0.005), (-0.014, 0.010), (0.014, 0.010), (0.019, 0.005)]
    sections = []
    for x, radius in stations:
        angles = [2 * math.pi * k / 6 for k in range(6)]
        sections.append([(x, GUARD_Y + radius * math.cos(a), radius * math.sin(a)) for a in angles])
    return loft(np.array(sections), "gem", no_weights, crease=SHARP)


def texture() -> np.ndarray:
    """The picture as bytes, first row at the top."""
    image = np.zeros((SIZE, SIZE, 3))
    painters = {"blade": paint_blade, "grip": paint_grip, "gold": paint_gold, "gem": paint_gem}
    for name, (left, top, width, height) in PLACES.items():
        u, v = np.meshgrid(
            (np.arange(width) + 0.5) / width, 1.0 - (np.arange(height) + 0.5) / height
        )
        image[top : top + height, left : left + width] = painters[name](u, v)
    return np.rint(image).clip(0, 255).astype(np.uint8)


def paint_blade(u, v) -> np.ndarray:
    """u = 0 and 0.5 are the edges, 0.25 and 0.75 the middles of the flats."""
    from_edge = np.minimum(np.mod(u, 0.5), 0.5 - np.mod(u, 0.5)) * 4.0  # 1 in the fuller
    image = mix(STEEL_LIGHT, STEEL, np.clip(from_edge * 2.2, 0.0, 1.0))
    return mix(image, STEEL_DARK, near(from_edge, 1.0, 0.42) * (v < 0.62))


def paint_grip(u, v) -> np.ndarray:
    """Leather wound round and round."""
    turn = np.abs(np.mod(v * 9 + u, 1.0) - 0.5) * 2.0
    return mix(LEATHER, LEATHER_DARK, turn**2)


def paint_gold(u, v) -> np.ndarray:
    image = mix(GOLD, GOLD_DARK, near(v, 0.0, 0.3) + near(v, 1.0, 0.3))
    return mix(image, GOLD_LIGHT, 0.6 * near(np.mod(u * 2, 1.0), 0.5, 0.3))


def paint_gem(u, v) -> np.ndarray:
    return mix(mix(RED, RED_DARK, near(v, 0.5, 0.4)), RED_LIGHT, near(u, 0.3, 0.12))


def main() -> None:
    write_png(TEXTURE_FILE, texture())
    atlas = {}
    for name, (left, top, width, height) in PLACES.items():
        u, v = left / SIZE, 1.0 - (top + height) / SIZE
        inset = 1.0 / SIZE
        atlas[name] = (u + inset, v + inset, width / SIZE - 2 * inset, height / SIZE - 2 * inset)
    figure = Figure(
        name="Sword",
        surface=placed(joined([blade(), grip(), pommel(), guard(), gem()]), atlas),
        texture=TEXTURE_FILE,
        joints=[],
        animation=None,
        up_axis="Y_UP",
    )
    write_figure(MODEL_FILE, figure)


if __name__ == "__main__":
    main()
