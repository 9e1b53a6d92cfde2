"""The creature's texture: what is painted where, in metres on the body and angles on the eyes."""

import math

import numpy as np

from creature_atlas import ATLAS, Patch
from creature_shape import NOSE, SECTIONS, TAIL_TIP
from kit.bake import bake_positions, spread
from kit.cage import Cage
from kit.picture import average_samples

TEXTURE_SIZE = (1024, 1024)  # width and height
SUPERSAMPLING = 2  # samples per texel and axis
MARGIN = 12  # samples by which colours run out over the edges of their patch

# sRGB.
SKIN, DARK_SKIN, DEEP_SKIN = (72, 182, 163), (36, 137, 138), (22, 98, 110)
CREAM, DARK_CREAM = (252, 236, 198), (240, 209, 158)
ORANGE, LIGHT_ORANGE = (240, 134, 44), (253, 184, 84)
PINK = (241, 132, 128)
MOUTH = (92, 36, 52)
WHITE, IRIS, LIGHT_IRIS, INK = (255, 253, 246), (126, 66, 24), (214, 136, 40), (26, 20, 30)

# --- Body, metres -------------------------------------------------------------------------------

# Heights around the body run from -1 in the middle of the belly over 0 at its sides to 1 on top.
BELLY_EDGE = -0.62
SADDLE_EDGE = 0.40
SCALLOP = 0.12  # by which the saddle's edge waves
SCALLOPS_PER_METRE = 17.0
EDGE = 0.0012  # half the width over which one colour passes into another

# On the back, from above: distance from the middle line, y, radius.
SPOTS = (
    (0.000, -0.128, 0.020),
    (0.060, -0.088, 0.025),
    (0.000, -0.046, 0.031),
    (0.088, -0.008, 0.031),
    (0.000, 0.048, 0.037),
    (0.080, 0.092, 0.029),
    (0.000, 0.132, 0.029),
    (0.052, 0.166, 0.020),
    (0.000, 0.198, 0.022),
)
SPOT_RIM = 0.006
TAIL_BANDS = (0.262, 0.306, 0.350, 0.394)  # y along the tail, were it not curled up
TAIL_BAND_HALF_WIDTH = 0.012
TAIL_END = 0.436  # from here on the tail is of one colour

HEAD_START = -0.235  # where the saddle ends and the face begins
CHIN = (-0.200, -0.345)  # y: the belly's edge rises to the smile between these
MOUTH_HEIGHT = 0.212  # in the middle; the corners of the smile are higher
MOUTH_CURVE = 2.9  # metres of height per square metre of distance from the middle
MOUTH_HALF_WIDTH = 0.096
MOUTH_LINE = 0.0036  # half its thickness
CHEEK = (0.122, -0.372, 0.247)
CHEEK_RADIUS = 0.034
NOSTRIL = (0.022, 0.257)  # x and z, on the front of the snout
NOSTRIL_RADIUS = 0.0058

# --- Eyes, radians off the gaze -----------------------------------------------------------------

IRIS_RADIUS, IRIS_RIM, PUPIL_RADIUS = 0.74, 0.09, 0.50
GLINT = (-0.24, 0.26, 0.155)  # to the left in the picture, up, radius
SMALL_GLINT = (0.22, -0.20, 0.075)


def paint(surface: Cage) -> np.ndarray:
    """The texture as bytes of shape (rows, columns, 3), first row at the top (v = 1)."""
    width, height = (size * SUPERSAMPLING for size in TEXTURE_SIZE)
    image = np.empty((height, width, 3))
    image[:] = SKIN
    known = np.zeros((height, width), dtype=bool)

    for name, colours in (("body", body_colours), ("snout", snout_colours)):
        faces = [i for i, uvs in enumerate(surface.face_uvs) if in_patch(ATLAS[name], uvs)]
        baked = bake_positions(surface, faces, (width, height))
        there = ~np.isnan(baked[..., 0])
        u, v = patch_coordinates(ATLAS[name], width, height)
        image[there] = colours(baked[there], u[there], v[there])
        known |= there

    for name, colours in (
        ("leg", leg_colours),
        ("sole", sole_colours),
        ("feeler", feeler_colours),
        ("lid", lid_colours),
        ("eye", eye_colours),
    ):
        u, v = patch_coordinates(ATLAS[name], width, height)
        inside = (u >= 0.0) & (u <= 1.0) & (v >= 0.0) & (v <= 1.0)
        image[inside] = colours(u[inside], v[inside])
        known |= inside
    spread(image, known, MARGIN)
    return average_samples(image, SUPERSAMPLING)


def in_patch(patch: Patch, uvs) -> bool:
    """Whether a face lies in a patch; patches do not touch, so its middle decides."""
    u, v = np.mean(uvs, axis=0)
    return patch.left <= u <= patch.right and patch.bottom <= v <= patch.top


def patch_coordinates(patch: Patch, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Every sample's place in a patch, 0 to 1 across it."""
    u = (np.arange(width) + 0.5) / width
    v = 1.0 - (np.arange(height) + 0.5) / height
    across = (u - patch.left) / (patch.right - patch.left)
    up = (v - patch.bottom) / (patch.top - patch.bottom)
    return np.broadcast_to(across, (height, width)), np.broadcast_to(up[:, None], (height, width))


# === Masks ======================================================================================


def ramp(edge0: float, edge1: float, x: np.ndarray) -> np.ndarray:
    """0 up to edge0, 1 from edge1 on, smooth between them; edges may fall."""
    t = np.clip((x - edge0) / (edge1 - edge0), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def lay(image: np.ndarray, colour, mask: np.ndarray) -> None:
    """Lays a colour over an image where the mask is 1, in part where it is between."""
    image += mask[..., None] * (np.array(colour, dtype=float) - image)


# === Body =======================================================================================


def body_colours(points: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The colours of samples at these points, with their places along and around the body."""
    x, y, z = np.abs(points[:, 0]), points[:, 1], points[:, 2]
    rise = np.sin(2 * math.pi * v - math.pi / 2)
    image = np.empty_like(points)
    image[:] = SKIN
    lay(image, CREAM, ramp(BELLY_EDGE + 0.012, BELLY_EDGE - 0.012, rise))

    along = length_along(u)
    wave = SCALLOP * np.abs(np.sin(math.pi * SCALLOPS_PER_METRE * along))
    edge = SADDLE_EDGE - wave + 1.2 * ramp(HEAD_START + 0.06, HEAD_START, y)
    lay(image, DARK_SKIN, ramp(edge - 0.012, edge + 0.012, rise))
    paint_spots(image, x, y, rise)
    paint_tail(image, tail_coordinate(along), rise)
    paint_face(image, x, y, z)
    return image


def snout_colours(points: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The front of the head."""
    image = np.empty_like(points)
    image[:] = SKIN
    paint_face(image, np.abs(points[:, 0]), points[:, 1], points[:, 2])
    return image


def length_along(u: np.ndarray) -> np.ndarray:
    """Metres along the body's middle line from the tail's tip, for a place along the patch."""
    line = np.array([TAIL_TIP, *((0.0, s.y, s.z) for s in SECTIONS), NOSE])
    return u * np.linalg.norm(np.diff(line, axis=0), axis=1).sum()


def tail_coordinate(along: np.ndarray) -> np.ndarray:
    """The y of a place along the tail, had the tail not been curled up."""
    line = np.array([TAIL_TIP, *((0.0, s.y, s.z) for s in SECTIONS)])
    lengths = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
    root = next(i for i, section in enumerate(SECTIONS) if section.y < 0.2)
    return SECTIONS[root].y + (lengths[root + 1] - along)


def paint_spots(image: np.ndarray, x: np.ndarray, y: np.ndarray, rise: np.ndarray) -> None:
    """Ladybird spots with a darker rim, each pair mirrored."""
    above = ramp(0.0, 0.1, rise)
    for spot_x, spot_y, radius in SPOTS:
        distance = np.hypot(x - spot_x, y - spot_y)
        rim, inner = radius + SPOT_RIM, radius
        lay(image, DEEP_SKIN, above * ramp(rim + EDGE, rim - EDGE, distance))
        lay(image, ORANGE, above * ramp(inner + EDGE, inner - EDGE, distance))
        shine = np.hypot(x - spot_x, y - spot_y + 0.25 * radius)
        lay(image, LIGHT_ORANGE, above * ramp(0.55 * inner + EDGE, 0.55 * inner - EDGE, shine))


def paint_tail(image: np.ndarray, along: np.ndarray, rise: np.ndarray) -> None:
    """Bands that leave the belly free, and a bright tip."""
    half = TAIL_BAND_HALF_WIDTH
    for band in TAIL_BANDS:
        mask = ramp(half + EDGE, half - EDGE, np.abs(along - band))
        lay(image, ORANGE, mask * ramp(BELLY_EDGE - 0.012, BELLY_EDGE + 0.012, rise))
    lay(image, ORANGE, ramp(TAIL_END - EDGE, TAIL_END + EDGE, along))


def chin_edge(y: np.ndarray, smile: np.ndarray) -> np.ndarray:
    """The height up to which the head is cream: from the belly's edge forwards up to the smile."""
    sections = sorted(SECTIONS, key=lambda section: section.y)
    edges = [section.z + BELLY_EDGE * section.below for section in sections]
    belly = np.interp(y, [section.y for section in sections], edges)
    share = ramp(*CHIN, y)
    return belly + share * (smile - belly)


def paint_face(image: np.ndarray, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> None:
    """Chin, smile, cheeks and nostrils."""
    smile = MOUTH_HEIGHT + MOUTH_CURVE * np.minimum(x, MOUTH_HALF_WIDTH) ** 2
    edge = chin_edge(y, smile)
    lay(image, CREAM, ramp(CHIN[0] + 0.05, CHIN[0], y) * ramp(edge + EDGE, edge - EDGE, z))
    cheek = np.sqrt((x - CHEEK[0]) ** 2 + (y - CHEEK[1]) ** 2 + (z - CHEEK[2]) ** 2)
    lay(image, PINK, 0.85 * ramp(CHEEK_RADIUS, 0.45 * CHEEK_RADIUS, cheek))

    # The slope of the smile makes its vertical distance larger than the one across the line.
    slope = 2 * MOUTH_CURVE * np.minimum(x, MOUTH_HALF_WIDTH)
    past_corner = np.maximum(x - MOUTH_HALF_WIDTH, 0.0)
    across = np.hypot((z - smile) / np.sqrt(1.0 + slope**2), past_corner)
    front = ramp(-0.33, -0.34, y)
    lay(image, MOUTH, front * ramp(MOUTH_LINE + EDGE, MOUTH_LINE - EDGE, across))
    corner = np.hypot(x - MOUTH_HALF_WIDTH, z - smile)
    lay(image, MOUTH, front * ramp(2 * MOUTH_LINE + EDGE, 2 * MOUTH_LINE - EDGE, corner))
    nostril = np.hypot((x - NOSTRIL[0]) * 1.25, z - NOSTRIL[1])
    edge = NOSTRIL_RADIUS
    lay(image, DEEP_SKIN, ramp(edge + EDGE, edge - EDGE, nostril) * ramp(-0.39, -0.41, y))


# === Small parts ================================================================================


def leg_colours(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Along a leg from the hip: skin, a dark stocking's edge, and toes outwards on the foot."""
    image = np.empty((len(u), 3))
    image[:] = SKIN
    # Seen from the hip the surface runs from below (0) over behind, above and before to below.
    outer = np.cos(2 * math.pi * (v - 0.5))
    lay(image, DARK_SKIN, ramp(0.52, 0.58, u + 0.05 * outer))
    lay(image, ORANGE, ramp(0.705, 0.715, u) * ramp(0.745, 0.735, u))
    for toe in (-1, 0, 1):
        off = np.hypot((v - 0.5 - 0.145 * toe) * 0.62, (u - 0.885) * 0.75)
        lay(image, LIGHT_ORANGE, ramp(0.040, 0.034, off))
    return image


def sole_colours(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    image = np.empty((len(u), 3))
    image[:] = DARK_CREAM
    return image


def feeler_colours(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """A dark stalk and a bright button."""
    image = np.empty((len(u), 3))
    image[:] = DARK_SKIN
    lay(image, ORANGE, ramp(0.56, 0.60, u))
    lay(image, LIGHT_ORANGE, ramp(0.86, 0.92, u))
    return image


def lid_colours(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Skin, with a dark line of lashes along the edge; what lies behind the edge is dark too."""
    image = np.empty((len(u), 3))
    image[:] = SKIN
    lay(image, DARK_SKIN, ramp(0.40, 0.30, u))
    lay(image, DEEP_SKIN, ramp(0.58, 0.60, u))
    return image


def eye_colours(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """An eye seen along its gaze."""
    x, y = 2 * u - 1.0, 2 * v - 1.0
    radius = np.hypot(x, y)  # the sine of half the angle off the gaze
    off = 2 * np.arcsin(np.minimum(radius, 1.0))
    x, y = x * off / np.maximum(radius, 1e-9), y * off / np.maximum(radius, 1e-9)
    image = np.empty((len(u), 3))
    image[:] = WHITE

    def disc(centre_x: float, centre_y: float, radius: float) -> np.ndarray:
        return ramp(radius + 0.02, radius - 0.02, np.hypot(x - centre_x, y - centre_y))

    lay(image, INK, disc(0.0, 0.0, IRIS_RADIUS))
    lay(image, IRIS, disc(0.0, 0.0, IRIS_RADIUS - IRIS_RIM))
    lay(image, LIGHT_IRIS, disc(0.0, 0.0, IRIS_RADIUS - IRIS_RIM) * ramp(0.1, -0.6, y))
    lay(image, INK, disc(0.0, 0.0, PUPIL_RADIUS))
    for x_, y_, radius in (GLINT, SMALL_GLINT):
        lay(image, WHITE, disc(x_, y_, radius))
    lay(image, DARK_CREAM, 0.5 * ramp(1.3, 2.2, off))
    return image
