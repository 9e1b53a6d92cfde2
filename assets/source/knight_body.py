"""The knight's body: torso, arms, legs and hands in one closed surface, then head and boots.

Built for the left half and mirrored; the halves are welded along x = 0. The torso is a stack of
rings of 16 corners. Four quads by two are left out of it at the side, and the arm's rings of 12
grow from that hole; at the bottom half a ring and three corners of the crotch make a leg's 12.
"""

import math

import numpy as np

from kit.curves import smoothstep
from kit.shapes import Patch, grid_patch, joined, loft, mirrored, unit, welded
from kit.weights import Weights
from knight_rig import (
    ANKLE,
    ARM,
    ARM_UP,
    BACK,
    BALL,
    ELBOW,
    FINGER_BEND,
    HEAD_CENTRE,
    HIP,
    KNEE,
    KNUCKLES,
    PALM,
    SHOULDER,
    THUMB,
    THUMB_LENGTH,
    THUMB_WAY,
    WRIST,
    arm_at,
)

CORNERS = 16  # of a ring of the torso; 0 is behind, 8 in front, 12 at the left
HALF = range(8, 17)  # the corners of the left half, from the front over the left to the back
LIMB_CORNERS = 12

# Height, half width, depth in front and behind, and how far the sides hang below the middle.
TORSO_RINGS = [
    (0.652, 0.142, 0.112, 0.118, -0.030),
    (0.705, 0.152, 0.118, 0.122, -0.012),
    (0.755, 0.148, 0.116, 0.114, 0.0),
    (0.805, 0.136, 0.110, 0.104, 0.0),
    (0.850, 0.132, 0.110, 0.100, 0.0),
    (0.910, 0.141, 0.117, 0.104, 0.0),
    (0.970, 0.152, 0.122, 0.108, 0.0),
    (1.025, 0.154, 0.122, 0.110, 0.0),
    (1.095, 0.152, 0.112, 0.108, 0.0),
    (1.160, 0.138, 0.090, 0.098, 0.010),
    (1.192, 0.100, 0.070, 0.080, 0.006),
    (1.210, 0.068, 0.062, 0.066, 0.0),
    (1.300, 0.062, 0.060, 0.060, 0.0),
]
ARM_HOLE_ROWS = (7, 8, 9)  # the rings at its bottom, middle and top
ARM_HOLE_CORNERS = range(10, 15)

# Length from the shoulder, radius across (front to back) and up.
ARM_RINGS = [
    (0.035, 0.072, 0.070),
    (0.080, 0.066, 0.064),
    (0.130, 0.060, 0.058),
    (0.180, 0.055, 0.053),
    (0.212, 0.053, 0.051),
    (0.235, 0.053, 0.052),
    (0.258, 0.052, 0.050),
    (0.288, 0.054, 0.052),
    (0.340, 0.056, 0.053),
    (0.395, 0.050, 0.047),
    (0.432, 0.046, 0.042),
    (0.455, 0.052, 0.042),
    (0.485, 0.066, 0.044),
    (0.517, 0.071, 0.043),
    (0.535, 0.071, 0.041),
    (0.553, 0.069, 0.039),
    (0.568, 0.068, 0.038),
    (0.586, 0.067, 0.036),
    (0.606, 0.062, 0.034),
    (0.626, 0.049, 0.027),
    (0.634, 0.027, 0.014),
]
HAND_FROM = 10  # the ring at which the hand's texture begins
ARM_HOLE_LENGTH = -0.02  # where the torso ends, as a length along the arm

# Height, radius across and along y, and y of the middle against the bone's.
LEG_RINGS = [
    (0.595, 0.090, 0.108, 0.002),
    (0.540, 0.087, 0.101, 0.0),
    (0.490, 0.080, 0.092, 0.0),
    (0.448, 0.073, 0.083, -0.001),
    (0.422, 0.070, 0.078, -0.003),
    (0.400, 0.069, 0.076, -0.004),
    (0.378, 0.068, 0.074, -0.002),
    (0.350, 0.069, 0.075, 0.003),
    (0.295, 0.071, 0.080, 0.008),
    (0.230, 0.066, 0.072, 0.008),
    (0.170, 0.064, 0.068, 0.002),
    (0.150, 0.066, 0.071, 0.0),
    (0.128, 0.056, 0.060, 0.0),
    (0.100, 0.046, 0.046, 0.0),
]


# === Torso, arms and legs =======================================================================


def body() -> Patch:
    """The closed surface of torso, arms, legs and hands."""
    half = joined([torso_half(), arm(), leg()])
    return welded(joined([half, mirrored(half, mirror_u=frozenset({"torso"}))]))


def torso_corner(row: int, corner: int) -> np.ndarray:
    z, half_width, front, behind, sag = TORSO_RINGS[row]
    angle = 2 * math.pi * corner / CORNERS
    x, y = -math.sin(angle), math.cos(angle)
    # A little squarer than an ellipse: a chest, not a barrel.
    squareness = 1.0 + 0.10 * math.sin(2 * angle) ** 2
    x = 0.0 if corner in (8, 16) else x * half_width * squareness
    y *= (behind if y > 0 else front) * squareness
    return np.array([x, y, z - sag * min(1.0, (x / half_width) ** 2)])


def torso_weights(p: np.ndarray) -> Weights:
    """Ramps up the spine, out to the shoulder and the arm, and down to the thigh."""
    x, _, z = p
    weights, left = {}, 1.0
    steps = [
        ("hips", 0.83, 0.055),
        ("spine", 0.955, 0.06),
        ("chest", 1.205, 0.02),
        ("neck", 1.27, 0.03),
    ]
    for name, height, half in steps:
        past = smoothstep(height - half, height + half, float(z))
        weights[name] = left * (1.0 - past)
        left *= past
    weights["head"] = left

    collar = 0.75 * smoothstep(0.03, 0.15, float(x)) * smoothstep(0.97, 1.11, float(z))
    collar *= 1.0 - smoothstep(1.185, 1.21, float(z))
    arm_share = 0.40 * (1.0 - smoothstep(0.05, 0.15, float(np.linalg.norm(p - SHOULDER))))
    thigh = (
        0.52
        * (1.0 - smoothstep(0.62, 0.775, float(z)))
        * (0.6 + 0.4 * smoothstep(0.0, 0.06, float(x)))
    )
    rest = (1.0 - collar) * (1.0 - arm_share) * (1.0 - thigh)
    weights = {name: w * rest for name, w in weights.items()}
    weights["shoulder_l"] = collar * (1.0 - arm_share)
    weights["upper_arm_l"] = arm_share
    weights["thigh_l"] = thigh * (1.0 - arm_share)
    return weights


def torso_half() -> Patch:
    """The left half of the trunk, with a hole at the arm; its cap lies in the head."""
    grid = np.array([[torso_corner(row, k) for k in HALF] for row in range(len(TORSO_RINGS))])
    rows, corners = ARM_HOLE_ROWS, ARM_HOLE_CORNERS

    def in_arm_hole(row: int, column: int) -> bool:
        return rows[0] <= row < rows[-1] and corners[0] <= HALF[column] < corners[-1]

    vs = zero_to_one(np.array([ring[0] for ring in TORSO_RINGS]))
    us = np.array(HALF) / CORNERS
    patch = grid_patch(grid, "torso", torso_weights, us=us, vs=vs, skip=in_arm_hole)
    return joined([patch, neck_cap(grid[-1])])


def neck_cap(ring: np.ndarray) -> Patch:
    """Half a fan over the neck's top, which the head hides."""
    middle = np.array([0.0, 0.0, ring[0][2]])
    positions = np.array([*ring, middle])
    top = len(ring)
    faces = [(top, c, c + 1) for c in range(top - 1)]
    uvs = [[(0.5, 1.0)] * 3 for _ in faces]
    weights = [torso_weights(p) for p in positions]
    return Patch(positions, weights, faces, uvs, ["torso"] * len(faces), [math.pi] * len(faces))


def zero_to_one(rising: np.ndarray) -> np.ndarray:
    """The same steps from 0 to 1."""
    return (rising - rising[0]) / (rising[-1] - rising[0])


def arm_hole() -> np.ndarray:
    """The hole's corners as the arm's rings go: from behind over the top to the front."""
    bottom, middle, top = ARM_HOLE_ROWS
    first, *_, last = ARM_HOLE_CORNERS
    order = [(middle, last)]
    order += [(top, k) for k in range(last, first - 1, -1)]
    order += [(middle, first)]
    order += [(bottom, k) for k in range(first, last + 1)]
    return np.array([torso_corner(row, k) for row, k in order])


def arm_weights(p: np.ndarray) -> Weights:
    """Shoulder, elbow, wrist and the mitten's two bends, by the length along the arm."""
    length = float((p - SHOULDER) @ ARM)
    chain = [
        ("collar", 0.030, 0.085),
        ("upper_arm_l", ELBOW, 0.048),
        ("forearm_l", WRIST, 0.022),
        ("hand_l", KNUCKLES, 0.020),
        ("fingers_l", FINGER_BEND, 0.014),
    ]
    weights, left = {}, 1.0
    for name, place, half in chain:
        past = smoothstep(place - half, place + half, length)
        weights[name] = left * (1.0 - past)
        left *= past
    weights["fingertips_l"] = left
    collar = weights.pop("collar")
    return weights | {"shoulder_l": 0.75 * collar, "chest": 0.25 * collar}


def arm() -> Patch:
    """From the hole in the torso to the mitten's end."""
    rings = [arm_hole()]
    for length, across, up in ARM_RINGS:
        # The hand is flatter and squarer than the arm.
        square = 0.12 * smoothstep(WRIST, WRIST + 0.04, length)
        # Near the torso the rings lean towards the hole, so that the armpit has room.
        tilt = 0.036 * (1.0 - smoothstep(0.02, 0.17, length))
        ring = []
        for k in range(LIMB_CORNERS):
            angle = 2 * math.pi * k / LIMB_CORNERS
            wide = 1.0 + square * math.sin(2 * angle) ** 2
            offset = BACK * math.cos(angle) * across + ARM_UP * math.sin(angle) * up
            ring.append(arm_at(length - tilt * math.sin(angle)) + wide * offset)
        rings.append(ring)
    # The hole's corners keep the torso's own weights; the weld finds them there.
    rings = np.array(rings)
    lengths = np.array([ARM_HOLE_LENGTH] + [length for length, _, _ in ARM_RINGS])
    sleeve, hand = slice(0, HAND_FROM + 2), slice(HAND_FROM + 1, None)
    parts = [
        loft(
            rings[sleeve], "arm", arm_weights, caps=(False, False), vs=zero_to_one(lengths[sleeve])
        ),
        loft(rings[hand], "hand", arm_weights, caps=(False, True), vs=zero_to_one(lengths[hand])),
    ]
    patch = joined(parts)
    hole = [torso_weights(p) for p in rings[0]]
    return patch._replace(weights=hole + patch.weights[len(hole) :])


def leg_hole() -> np.ndarray:
    """Half the torso's lowest ring from behind to the front, and back through the crotch."""
    outer = [torso_corner(0, k) for k in range(15, 7, -1)]
    front, back = torso_corner(0, 8), torso_corner(0, 16)
    crotch = []
    for t in (0.25, 0.5, 0.75):
        dip = 0.035 * math.sin(math.pi * t)
        crotch.append(front + (back - front) * t - np.array([0.0, 0.0, dip]))
    return np.array([*outer, *crotch, back])


def bone_at(z: float) -> np.ndarray:
    """The point of the left leg's bones at a height."""
    heights = [ANKLE[2], KNEE[2], HIP[2]]
    return np.array(
        [np.interp(z, heights, [p[i] for p in (ANKLE, KNEE, HIP)]) for i in (0, 1)] + [z]
    )


def leg_weights(p: np.ndarray) -> Weights:
    """Hip, knee and ankle, by height."""
    z = float(p[2])
    chain = [("hips", 0.635, 0.085), ("thigh_l", KNEE[2], 0.046), ("shin_l", 0.112, 0.022)]
    weights, left = {}, 1.0
    for name, place, half in chain:
        past = 1.0 - smoothstep(place - half, place + half, z)
        weights[name] = left * (1.0 - past)
        left *= past
    return weights | {"foot_l": left}


def leg() -> Patch:
    """From the hips to the ankle, which ends inside the boot."""
    rings = [leg_hole()]
    for z, across, along, shift in LEG_RINGS:
        middle = bone_at(z) + np.array([0.0, shift, 0.0])
        ring = []
        for k in range(LIMB_CORNERS):
            angle = 2 * math.pi * k / LIMB_CORNERS
            ring.append(middle + np.array([across * math.sin(angle), along * math.cos(angle), 0.0]))
        rings.append(ring)
    vs = zero_to_one(np.array([-TORSO_RINGS[0][0]] + [-z for z, *_ in LEG_RINGS]))
    patch = loft(np.array(rings), "leg", leg_weights, caps=(False, True), vs=vs)
    hole = [torso_weights(p) for p in rings[0]]
    return patch._replace(weights=hole + patch.weights[len(hole) :])


# === Thumb, boot and head =======================================================================


def thumb() -> Patch:
    """A closed shape of its own, its root inside the hand."""
    side = unit(np.cross(THUMB_WAY, PALM))
    other = np.cross(THUMB_WAY, side)
    rings = []
    for t, radius in [(-0.30, 0.018), (0.0, 0.024), (0.40, 0.024), (0.75, 0.022), (0.98, 0.011)]:
        middle = THUMB + THUMB_WAY * THUMB_LENGTH * t
        angles = [2 * math.pi * k / 8 for k in range(8)]
        rings.append([middle + radius * (math.cos(a) * side + math.sin(a) * other) for a in angles])

    def weights(p: np.ndarray) -> Weights:
        past = smoothstep(-0.02, 0.025, float((p - THUMB) @ THUMB_WAY))
        return {"hand_l": 1.0 - past, "thumb_l": past}

    return loft(np.array(rings), "thumb", weights)


# y, half width, height: sections of the boot from heel to toe, flat below.
BOOT_SECTIONS = [
    (0.084, 0.030, 0.055),
    (0.076, 0.050, 0.085),
    (0.055, 0.060, 0.120),
    (0.015, 0.066, 0.146),
    (-0.025, 0.067, 0.138),
    (-0.060, 0.068, 0.108),
    (-0.085, 0.072, 0.094),
    (-0.110, 0.075, 0.089),
    (-0.145, 0.073, 0.082),
    (-0.175, 0.060, 0.066),
    (-0.190, 0.036, 0.045),
]


def boot() -> Patch:
    """A big round boot with a flat sole at z = 0."""
    rings = []
    for y, half_width, height in BOOT_SECTIONS:
        x = float(np.interp(-y, [-ANKLE[1], -BALL[1]], [ANKLE[0], BALL[0]]))
        ring = []
        for k in range(LIMB_CORNERS):
            angle = 2 * math.pi * (k + 0.5) / LIMB_CORNERS - math.pi / 2
            wide, high = math.cos(angle), math.sin(angle)
            flat = 0.45 if high < 0 else 0.85
            wide = math.copysign(abs(wide) ** flat, wide)
            high = math.copysign(abs(high) ** (0.25 if high < 0 else 0.85), high)
            up = max(0.0, 0.5 + 0.5 * high)
            ring.append((x + half_width * wide, y, height * (up if high > 0 else 0.5 * (1 + high))))
        rings.append(ring)

    def weights(p: np.ndarray) -> Weights:
        past = smoothstep(-0.025, 0.025, float(BALL[1] - p[1]))
        return {"foot_l": 1.0 - past, "toes_l": past}

    return loft(np.array(rings), "boot", weights, crease=math.radians(60))


# Height from the head's middle, half width, depth in front and behind.
HEAD_RINGS = [
    (-0.178, 0.055, 0.095, 0.040),
    (-0.165, 0.092, 0.135, 0.075),
    (-0.130, 0.128, 0.158, 0.120),
    (-0.085, 0.148, 0.168, 0.145),
    (-0.040, 0.157, 0.172, 0.156),
    (-0.005, 0.160, 0.170, 0.160),
    (0.040, 0.160, 0.170, 0.164),
    (0.085, 0.152, 0.160, 0.156),
    (0.130, 0.124, 0.124, 0.126),
    (0.165, 0.066, 0.066, 0.066),
]
HEAD_CORNERS = 20
NOSE = {3: 0.006, 4: 0.022, 5: 0.004}  # ring -> how far its front corner stands out
# How u runs round the head: the face, a third of the way round, gets two thirds of the width.
HEAD_US = np.interp(np.arange(HEAD_CORNERS + 1), [0, 6, 14, 20], [0.0, 0.14, 0.86, 1.0])


def head() -> Patch:
    """The head under the helmet, with a small nose."""
    rings = []
    for row, (z, half_width, front, behind) in enumerate(HEAD_RINGS):
        ring = []
        for k in range(HEAD_CORNERS):
            angle = 2 * math.pi * k / HEAD_CORNERS
            x, y = -half_width * math.sin(angle), math.cos(angle)
            y *= behind if y > 0 else front
            ring.append(HEAD_CENTRE + np.array([x, y, z]))
        ring[HEAD_CORNERS // 2][1] -= NOSE.get(row, 0.0)
        rings.append(ring)
    vs = zero_to_one(np.array([z for z, *_ in HEAD_RINGS]))
    return loft(np.array(rings), "head", lambda _: {"head": 1.0}, us=HEAD_US, vs=vs)
