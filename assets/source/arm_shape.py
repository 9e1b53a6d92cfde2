"""The arm's skeleton, surface and weights: a tube of rings along z, in metres."""

import math
from typing import NamedTuple

from kit.curves import smoothstep
from kit.surface import Surface
from kit.weights import Weights

# --- Skeleton -----------------------------------------------------------------------------------

JOINT_NAMES = ("upper", "lower", "hand")
BONE_LENGTH = 1.0  # metres; joint k rests at height k * BONE_LENGTH
ELBOW = 1 * BONE_LENGTH  # height of `lower`, where the first bellows sits
WRIST = 2 * BONE_LENGTH  # height of `hand`, where the second one sits

# Half the height over which the weights pass from one joint to the next, metres. Over 0.7 m a
# bend of 90 degrees has an inner radius of 0.3 m, more than the tube's, so it does not pinch.
RAMP_HALF_HEIGHT = 0.35

# --- Shape, metres ------------------------------------------------------------------------------

SLICES = 20  # vertices in a ring
CAP_RINGS = 5  # rings in a dome, without its pole
SHELL_RINGS = 4  # steps along a rigid part, between its two rounded edges

BASE_RADIUS = 0.34
BASE_DEPTH = BASE_RADIUS  # a half ball about the joint `upper`: leaning, it only rolls
HEAD_RADIUS = 0.275
HEAD_CENTRE = 2.72  # height at which the tube ends and the upper dome begins
HEAD_HEIGHT = 3 * BONE_LENGTH - HEAD_CENTRE  # so that the tip is at 3 m

BELLOWS_HALF_HEIGHT = 0.22
FOLDS = 4  # in one bellows
FOLD_DEPTH = 0.05  # from valley to peak
RINGS_PER_FOLD = 4
EDGE = 0.03  # a shell's last ring sits this far from the one before, so that the edge looks round

# The radius of a shell's end above the valleys of the bellows that it holds.
COLLAR = 0.055

UPPER_RADII = (BASE_RADIUS, 0.28)  # at the bottom and at the top of each shell
LOWER_RADII = (0.27, 0.225)
HAND_RADII = (0.225, HEAD_RADIUS)


class Ring(NamedTuple):
    """A circle of vertices about the z axis."""

    height: float
    radius: float


def base_dome() -> list[Ring]:
    """The lower cap, from its pole (radius 0) up to below the ring that the shell begins with."""
    angles = [math.pi / 2 * i / (CAP_RINGS + 1) for i in range(CAP_RINGS + 1)]
    return [Ring(-BASE_DEPTH * math.cos(a), BASE_RADIUS * math.sin(a)) for a in angles]


def head_dome() -> list[Ring]:
    """The upper cap, from above the ring that the shell ends with up to its pole."""
    angles = [math.pi / 2 * i / (CAP_RINGS + 1) for i in range(1, CAP_RINGS + 1)]
    rings = []
    for a in angles:
        rings.append(Ring(HEAD_CENTRE + HEAD_HEIGHT * math.sin(a), HEAD_RADIUS * math.cos(a)))
    return rings + [Ring(HEAD_CENTRE + HEAD_HEIGHT, 0.0)]


def shell(bottom: float, top: float, radii: tuple[float, float]) -> list[Ring]:
    """A rigid part between two heights, its radius easing from the first to the second."""
    step = (top - bottom - 2 * EDGE) / SHELL_RINGS
    inner = [bottom + EDGE + step * i for i in range(SHELL_RINGS + 1)]
    rings = []
    for height in (bottom, *inner, top):
        t = smoothstep(bottom, top, height)
        rings.append(Ring(height, radii[0] + (radii[1] - radii[0]) * t))
    return rings


def bellows(middle: float, radius_below: float, radius_above: float) -> list[Ring]:
    """The folded hose at a joint, between shells of these radii; it begins and ends in a valley."""
    steps = FOLDS * RINGS_PER_FOLD
    rings = []
    for i in range(steps + 1):
        t = i / steps
        valley = radius_below + (radius_above - radius_below) * t - COLLAR
        fold = 0.5 - 0.5 * math.cos(2 * math.pi * FOLDS * t)
        height = middle + (2 * t - 1) * (BELLOWS_HALF_HEIGHT - EDGE / 2)
        rings.append(Ring(height, valley + FOLD_DEPTH * fold))
    return rings


def profile() -> list[Ring]:
    """The whole figure from its lower pole to its upper one."""
    return [
        *base_dome(),
        *shell(0.0, ELBOW - BELLOWS_HALF_HEIGHT, UPPER_RADII),
        *bellows(ELBOW, UPPER_RADII[1], LOWER_RADII[0]),
        *shell(ELBOW + BELLOWS_HALF_HEIGHT, WRIST - BELLOWS_HALF_HEIGHT, LOWER_RADII),
        *bellows(WRIST, LOWER_RADII[1], HAND_RADII[0]),
        *shell(WRIST + BELLOWS_HALF_HEIGHT, HEAD_CENTRE, HAND_RADII),
        *head_dome(),
    ]


def lengths_along(rings: list[Ring]) -> list[float]:
    """Each ring's distance from the lower pole along the surface: the texture does not stretch."""
    lengths = [0.0]
    for below, above in zip(rings, rings[1:]):
        step = math.hypot(above.height - below.height, above.radius - below.radius)
        lengths.append(lengths[-1] + step)
    return lengths


def joint_weights(height: float) -> Weights:
    """Which joints a vertex at this height follows; the sum is 1."""
    past_elbow = smoothstep(ELBOW - RAMP_HALF_HEIGHT, ELBOW + RAMP_HALF_HEIGHT, height)
    past_wrist = smoothstep(WRIST - RAMP_HALF_HEIGHT, WRIST + RAMP_HALF_HEIGHT, height)
    shares = (1.0 - past_elbow, past_elbow * (1.0 - past_wrist), past_elbow * past_wrist)
    return {name: share for name, share in zip(JOINT_NAMES, shares) if share > 0.0}


def build_surface(rings: list[Ring], lengths: list[float], slices: int = SLICES) -> Surface:
    """Joins the rings into a closed surface: quads, and a fan at either pole.

    `lengths` are the rings' places along the texture, from `lengths_along`; `slices` is even.
    Corners run anticlockwise seen from outside. The seam shares its vertices (only the corners'
    u differ), so that normals are smooth across it.
    """
    vs = [length / lengths[-1] for length in lengths]
    top = len(rings) - 1

    positions = [(0.0, 0.0, rings[0].height)]
    for ring in rings[1:top]:
        for s in range(slices):
            angle = 2 * math.pi * s / slices + math.pi / 2  # u = 0 at the back, +y
            x, y = ring.radius * math.cos(angle), ring.radius * math.sin(angle)
            positions.append((x, y, ring.height))
    positions.append((0.0, 0.0, rings[top].height))

    def vertex(ring: int, s: int) -> int:
        if ring == 0:
            return 0
        if ring == top:
            return len(positions) - 1
        return 1 + (ring - 1) * slices + s % slices

    faces, face_uvs = [], []
    for r in range(top):
        for s in range(slices):
            left, right, middle = s / slices, (s + 1) / slices, (s + 0.5) / slices
            if r == 0:
                corners = [(0, s, middle), (1, s + 1, right), (1, s, left)]
            elif r + 1 == top:
                corners = [(r, s, left), (r, s + 1, right), (top, s, middle)]
            else:
                corners = [(r, s, left), (r, s + 1, right), (r + 1, s + 1, right), (r + 1, s, left)]
            faces.append(tuple(vertex(ring, slice_) for ring, slice_, _ in corners))
            face_uvs.append([(u, vs[ring]) for ring, _, u in corners])
    weights = [joint_weights(z) for _, _, z in positions]
    return Surface(positions, faces, face_uvs, weights)
