"""The creature's surface: a cage for body and legs, rounded by subdivision, and the face's parts.

Every surface is closed, and every corner has its place in one texture.
"""

import math
from typing import NamedTuple

import numpy as np

from creature_atlas import ATLAS
from creature_face import eye, feeler, lid
from creature_skeleton import ANKLE, HIP_HEIGHT, KNEE, LEGS, Leg
from kit.cage import Cage, bridge, fan, subdivide
from kit.weights import Weights, strongest

LEAST_WEIGHT = 0.02  # a smaller one moves nothing that an eye could see

# --- Body ---------------------------------------------------------------------------------------

SLICES = 12  # of the cage around the body; slice 0 begins at the middle of the belly
HIP_SLICES = {1: 2, -1: 9}  # the slices, a little below the widest line, that the legs grow from

# One step of subdivision moves a ring's vertices inwards; these factors make up for it.
BODY_GROWTH = 1 / (0.75 + 0.25 * math.cos(2 * math.pi / SLICES))
LEG_GROWTH = 1 / 0.73  # between the corners (0.75) and the edges (0.71) of a square ring


class Section(NamedTuple):
    """A slice across the body: an egg about a centre on the line from tail to nose, metres."""

    y: float
    z: float
    width: float  # half of it
    above: float  # from the centre to the top
    below: float
    weights: Weights


TAIL_TIP = (0.0, 0.418, 0.264)
NOSE = (0.0, -0.456, 0.226)

SECTIONS = (
    Section(0.424, 0.236, 0.023, 0.023, 0.023, {"tail_4": 1.0}),
    Section(0.410, 0.203, 0.028, 0.028, 0.028, {"tail_4": 0.85, "tail_3": 0.15}),
    Section(0.385, 0.171, 0.035, 0.034, 0.033, {"tail_4": 0.5, "tail_3": 0.5}),
    Section(0.356, 0.149, 0.043, 0.041, 0.039, {"tail_3": 0.9, "tail_4": 0.1}),
    Section(0.325, 0.136, 0.052, 0.048, 0.045, {"tail_3": 0.5, "tail_2": 0.5}),
    Section(0.292, 0.129, 0.064, 0.058, 0.052, {"tail_2": 0.9, "tail_3": 0.1}),
    Section(0.258, 0.128, 0.080, 0.071, 0.060, {"tail_2": 0.5, "tail_1": 0.5}),
    Section(0.224, 0.133, 0.100, 0.087, 0.070, {"tail_1": 0.85, "tail_2": 0.15}),
    Section(0.190, 0.140, 0.122, 0.104, 0.081, {"tail_1": 0.5, "body": 0.5}),
    Section(0.152, 0.147, 0.146, 0.124, 0.092, {"body": 0.85, "tail_1": 0.15}),
    Section(0.092, 0.154, 0.174, 0.147, 0.102, {"body": 1.0}),
    Section(0.032, 0.159, 0.185, 0.158, 0.108, {"body": 1.0}),
    Section(-0.028, 0.163, 0.180, 0.155, 0.108, {"body": 0.9, "chest": 0.1}),
    Section(-0.088, 0.169, 0.160, 0.138, 0.101, {"body": 0.4, "chest": 0.6}),
    Section(-0.148, 0.180, 0.130, 0.114, 0.088, {"chest": 0.85, "neck": 0.15}),
    Section(-0.190, 0.198, 0.112, 0.098, 0.076, {"chest": 0.35, "neck": 0.65}),
    Section(-0.222, 0.222, 0.114, 0.094, 0.078, {"neck": 0.6, "head": 0.4}),
    Section(-0.262, 0.243, 0.136, 0.096, 0.088, {"head": 0.9, "neck": 0.1}),
    Section(-0.312, 0.250, 0.152, 0.094, 0.094, {"head": 1.0}),
    Section(-0.362, 0.246, 0.144, 0.082, 0.086, {"head": 1.0}),
    Section(-0.406, 0.238, 0.118, 0.064, 0.067, {"head": 1.0}),
    Section(-0.438, 0.230, 0.074, 0.040, 0.040, {"head": 1.0}),
)
SNOUT_BANDS = 2  # the last ones, with the nose: seen best from ahead, and painted so
SNOUT_FRAME = ((-0.130, 0.165), (0.130, 0.312))  # x and z at the corners of that view

# Under the body the skin follows the joint `belly`, most in the middle.
BELLY_SPAN = 0.11  # metres along y to either side of the joint
BELLY_WEIGHT = 0.75

# --- Legs ---------------------------------------------------------------------------------------


class LegRing(NamedTuple):
    """A ring of the leg, in its plane: metres outwards from the hip, and height."""

    out: float
    height: float
    angle: float  # degrees below level at which the leg goes on from here
    along: float  # half width across the leg in its plane
    across: float  # half width in the direction of walking
    weights: tuple[float, float, float, float]  # body, thigh, shin, foot


KNEE_OUT, KNEE_HEIGHT = KNEE
ANKLE_OUT, ANKLE_HEIGHT = ANKLE

LEG_RINGS = (
    LegRing(0.070, HIP_HEIGHT + 0.008, -8, 0.036, 0.036, (0.25, 0.75, 0.0, 0.0)),
    LegRing(0.080, HIP_HEIGHT + 0.011, 12, 0.033, 0.034, (0.0, 0.9, 0.1, 0.0)),
    LegRing(KNEE_OUT + 0.019, KNEE_HEIGHT - 0.016, 44, 0.031, 0.033, (0.0, 0.5, 0.5, 0.0)),
    LegRing(KNEE_OUT + 0.032, KNEE_HEIGHT - 0.045, 70, 0.029, 0.031, (0.0, 0.08, 0.92, 0.0)),
    LegRing(ANKLE_OUT - 0.005, ANKLE_HEIGHT + 0.028, 78, 0.029, 0.029, (0.0, 0.0, 0.85, 0.15)),
    LegRing(ANKLE_OUT + 0.003, ANKLE_HEIGHT, 84, 0.032, 0.033, (0.0, 0.0, 0.4, 0.6)),
    LegRing(ANKLE_OUT + 0.016, 0.026, 88, 0.047, 0.046, (0.0, 0.0, 0.0, 1.0)),
    LegRing(ANKLE_OUT + 0.021, 0.006, 90, 0.049, 0.047, (0.0, 0.0, 0.0, 1.0)),
    LegRing(ANKLE_OUT + 0.020, 0.000, 90, 0.034, 0.032, (0.0, 0.0, 0.0, 1.0)),
)
HIP_WEIGHT = 0.35  # of the thigh, where the leg grows out of the body


def build() -> Cage:
    """The whole figure, with at most four influences a vertex."""
    surface = subdivide(body_cage())
    for side in (1, -1):
        surface.append(eye(side))
        surface.append(lid(side))
        surface.append(feeler(side))
    surface.weights = [strongest(w, LEAST_WEIGHT) for w in surface.weights]
    return surface


# === Body =======================================================================================


def body_cage() -> Cage:
    """Body, head and tail as one tube, with a leg grown from a quad at each hip."""
    cage = Cage()
    patch = ATLAS["body"]
    rings = [body_ring(cage, index) for index in range(len(SECTIONS))]
    us, vs = body_us(), [patch.at(0.0, k / SLICES)[1] for k in range(SLICES + 1)]

    tail = cage.add_vertex(TAIL_TIP, SECTIONS[0].weights)
    fan(cage, rings[0][::-1], tail, (us[1], us[0]), vs[::-1])
    for index in range(len(rings) - 1):
        bridge(cage, rings[index], rings[index + 1], (us[index + 1], us[index + 2]), vs)
    nose = cage.add_vertex(NOSE, SECTIONS[-1].weights)
    fan(cage, rings[-1], nose, (us[-2], us[-1]), vs)
    unwrap_snout(cage, SNOUT_BANDS * SLICES)

    for leg in LEGS:
        grow_leg(cage, leg, take_hip(cage, rings, leg))
    return cage


def unwrap_snout(cage: Cage, faces: int) -> None:
    """Gives the last faces a patch of their own, as seen from ahead.

    Wrapped around like the rest of the body, a smile would be cut up where the slices meet.
    """
    (left, bottom), (right, top) = SNOUT_FRAME
    for index in range(len(cage.faces) - faces, len(cage.faces)):
        places = [cage.positions[corner] for corner in cage.faces[index]]
        cage.face_uvs[index] = [
            ATLAS["snout"].at((x - left) / (right - left), (z - bottom) / (top - bottom))
            for x, _, z in places
        ]


def centre_line() -> np.ndarray:
    """From the tail's tip over the sections' centres to the nose."""
    centres = [(0.0, section.y, section.z) for section in SECTIONS]
    return np.array([TAIL_TIP, *centres, NOSE])


def body_us() -> list[float]:
    """The u of tail tip, sections and nose, by their lengths along the centre line."""
    steps = np.linalg.norm(np.diff(centre_line(), axis=0), axis=1)
    lengths = np.concatenate(([0.0], np.cumsum(steps)))
    return [ATLAS["body"].at(length, 0.0)[0] for length in lengths / lengths[-1]]


def body_ring(cage: Cage, index: int) -> list[int]:
    """A section's vertices, across the line from tail to nose."""
    section = SECTIONS[index]
    line = centre_line()
    before, centre, after = line[index], line[index + 1], line[index + 2]
    tangent = (after - before) / np.linalg.norm(after - before)
    left = np.array((1.0, 0.0, 0.0))
    up = np.cross(tangent, left)
    ring = []
    for k in range(SLICES):
        angle = 2 * math.pi * k / SLICES - math.pi / 2
        x = section.width * math.cos(angle)
        rise = math.sin(angle)
        z = rise * (section.above if rise > 0.0 else section.below)
        position = centre + BODY_GROWTH * (x * left + z * up)
        ring.append(cage.add_vertex(position, hang_on_belly(section, rise)))
    return ring


def hang_on_belly(section: Section, rise: float) -> Weights:
    """A section's weights, given over in part to `belly` towards the middle of the underside."""
    share = max(0.0, 1.0 - (section.y / BELLY_SPAN) ** 2) * max(0.0, -rise) ** 2 * BELLY_WEIGHT
    weights = {joint: weight * (1.0 - share) for joint, weight in section.weights.items()}
    if share > 0.0:
        weights["belly"] = share
    return weights


# === Legs =======================================================================================


def take_hip(cage: Cage, rings: list[list[int]], leg: Leg) -> list[int]:
    """Takes the quad at a leg's hip out of the body and gives its corners."""
    k = HIP_SLICES[leg.side]
    for near, far in zip(rings, rings[1:]):
        quad = (near[k], near[k + 1], far[k + 1], far[k])
        ys = [cage.positions[corner][1] for corner in quad]
        if min(ys) < leg.root[1] < max(ys) and quad in cage.faces:
            index = cage.faces.index(quad)
            del cage.faces[index], cage.face_uvs[index]
            return list(quad)
    raise ValueError(f"no quad of the body at the root of {leg.name}")


def grow_leg(cage: Cage, leg: Leg, hip: list[int]) -> None:
    """A tube of square rings from the hip's quad to the sole."""
    for corner in hip:
        body = {joint: w * (1.0 - HIP_WEIGHT) for joint, w in cage.weights[corner].items()}
        cage.weights[corner] = body | {f"{leg.name}_thigh": HIP_WEIGHT}
    rings = [hip] + [leg_ring(cage, leg, ring) for ring in LEG_RINGS]

    lengths = leg_lengths()
    patch = ATLAS["leg"]
    us = [patch.at(length / lengths[-1], 0.0)[0] for length in lengths]
    vs = [patch.at(0.0, i / 4)[1] for i in range(5)]
    for near, far, u_near, u_far in zip(rings, rings[1:], us, us[1:]):
        bridge(cage, near, far, (u_near, u_far), vs)
    corners = [ATLAS["sole"].at(u, v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
    cage.add_face(rings[-1], corners)


def leg_lengths() -> list[float]:
    """The distance of the hip and of each ring from the hip, along the leg's surface."""
    places = [(0.0, HIP_HEIGHT, 0.0)] + [(r.out, r.height, r.along) for r in LEG_RINGS]
    steps = [math.dist(a, b) for a, b in zip(places, places[1:])]
    return [sum(steps[:count]) for count in range(len(places))]


def leg_ring(cage: Cage, leg: Leg, ring: LegRing) -> list[int]:
    """Four corners: behind below, behind above, before above, before below."""
    angle = math.radians(ring.angle)
    onwards = math.cos(angle) * leg.outwards - math.sin(angle) * np.array((0.0, 0.0, 1.0))
    above = np.cross(leg.forwards, onwards)
    # The corners of a square lie sqrt(2) further out than its edges, in either direction 1.
    wide = LEG_GROWTH / math.sqrt(2.0)
    names = (leg.parent, f"{leg.name}_thigh", f"{leg.name}_shin", f"{leg.name}_foot")
    weights = {name: weight for name, weight in zip(names, ring.weights) if weight > 0.0}
    centre = np.array(leg.point(ring.out, ring.height))
    corners = []
    for behind, below in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        across = -behind * ring.across * leg.forwards
        along = -below * ring.along * above
        corners.append(cage.add_vertex(centre + wide * (across + along), weights))
    return corners
