"""The creature's eyes, lids and feelers: small closed surfaces on the head."""

import math

import numpy as np

from creature_atlas import ATLAS
from creature_skeleton import EYE, EYE_RADIUS, FEELER, gaze, mirrored, side_name
from kit.cage import Cage, bridge, fan
from kit.weights import Weights

EYE_SLICES = 14
EYE_RINGS = 7  # between the poles
LID_RINGS = 4
LID_SPAN = math.radians(82)  # from the lid's middle to its edge
LID_THICKNESS = 0.005
LID_TILT = math.radians(136)  # from the gaze up and back to the lid's middle: open at rest
LID_ROLL = math.radians(14)  # about the gaze, outer corner down: what makes the look a mild one
FEELER_SLICES = 8
FEELER_RADIUS = 0.010
BUTTON_RADIUS = 0.024  # of the ball at its end


def eye_axes(side: int) -> np.ndarray:
    """An eye's axes as columns: its left, its up, its gaze."""
    ahead = gaze(side)
    left = np.cross(np.array((0.0, 0.0, 1.0)), ahead)
    left /= np.linalg.norm(left)
    return np.stack([left, np.cross(ahead, left), ahead], axis=1)


def eye(side: int) -> Cage:
    """A ball whose pole is where it looks; its patch is a disc about the gaze, equal in area."""
    cage = Cage()
    axes, centre = eye_axes(side), np.array(mirrored(EYE, side))
    weights = {f"eye_{side_name(side)}": 1.0}
    polars = [math.pi * r / (EYE_RINGS + 1) for r in range(1, EYE_RINGS + 1)]
    rings = [ball_ring(cage, centre, axes, EYE_RADIUS, polar, weights) for polar in polars]
    front = cage.add_vertex(centre + EYE_RADIUS * axes[:, 2], weights)
    back = cage.add_vertex(centre - EYE_RADIUS * axes[:, 2], weights)

    bounds = [0.0, *polars, math.pi]
    bands = [[front] * EYE_SLICES, *rings, [back] * EYE_SLICES]
    for (near, far), (inner, outer) in zip(zip(bands, bands[1:]), zip(bounds, bounds[1:])):
        for i in range(EYE_SLICES):
            j = (i + 1) % EYE_SLICES
            corners = [(near[i], inner, i), (far[i], outer, i), (far[j], outer, i + 1)]
            corners.append((near[j], inner, i + 1))
            add_disc_face(cage, corners)
    return cage


def add_disc_face(cage: Cage, corners: list[tuple[int, float, int]]) -> None:
    """A face of an eye from vertex, angle off the gaze and slice; a double corner falls away."""
    kept = [c for index, c in enumerate(corners) if c[0] != corners[index - 1][0]]
    uvs = []
    for _, polar, i in kept:
        angle, radius = 2 * math.pi * i / EYE_SLICES, math.sin(polar / 2) / 2
        place = (0.5 + radius * math.cos(angle), 0.5 + radius * math.sin(angle))
        uvs.append(ATLAS["eye"].at(*place))
    cage.add_face([vertex for vertex, _, _ in kept], uvs)


def ball_ring(cage: Cage, centre, axes, radius: float, polar: float, weights) -> list[int]:
    """A circle on a ball about the third axis, anticlockwise seen from that axis' tip."""
    ring = []
    for i in range(EYE_SLICES):
        angle = 2 * math.pi * i / EYE_SLICES
        level = (math.sin(polar) * math.cos(angle), math.sin(polar) * math.sin(angle))
        direction = axes @ np.array((*level, math.cos(polar)))
        ring.append(cage.add_vertex(centre + radius * direction, weights))
    return ring


def lid_axes(side: int) -> np.ndarray:
    """An eye's axes rolled about the gaze; the lid turns about the first one."""
    c, s = math.cos(LID_ROLL), -side * math.sin(LID_ROLL)
    return eye_axes(side) @ np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


def lid(side: int) -> Cage:
    """A cap on an eye; its edge turns in below the eye's surface, and a bottom closes it."""
    cage = Cage()
    centre = np.array(mirrored(EYE, side))
    axes = lid_axes(side) @ turned_about_left(-LID_TILT)
    weights = {f"lid_{side_name(side)}": 1.0}
    outer = EYE_RADIUS + LID_THICKNESS
    steps = [(outer, LID_SPAN * r / LID_RINGS) for r in range(1, LID_RINGS + 1)]
    steps.append((EYE_RADIUS * 0.93, LID_SPAN))
    rings = [ball_ring(cage, centre, axes, radius, polar, weights) for radius, polar in steps]
    top = cage.add_vertex(centre + outer * axes[:, 2], weights)
    bottom = cage.add_vertex(centre + 0.3 * EYE_RADIUS * axes[:, 2], weights)

    patch = ATLAS["lid"]
    us = [patch.at(r / (len(rings) + 1), 0.0)[0] for r in range(len(rings) + 2)]
    vs = [patch.at(0.0, i / EYE_SLICES)[1] for i in range(EYE_SLICES + 1)]
    fan(cage, rings[0], top, (us[1], us[0]), vs)
    for r in range(len(rings) - 1):
        bridge(cage, rings[r][::-1], rings[r + 1][::-1], (us[r + 1], us[r + 2]), vs[::-1])
    fan(cage, rings[-1][::-1], bottom, (us[-2], us[-1]), vs[::-1])
    return cage


def turned_about_left(angle: float) -> np.ndarray:
    """A rotation in an eye's own axes, positive from its up to its gaze."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array(((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)))


def feeler(side: int) -> Cage:
    """A thin bent stalk with a ball at its end."""
    cage = Cage()
    base, middle, tip = (np.array(mirrored(point, side)) for point in FEELER)
    names = [f"feeler_{side_name(side)}_{k}" for k in (1, 2)]
    radius, button = FEELER_RADIUS, BUTTON_RADIUS
    onwards = (tip - middle) / np.linalg.norm(tip - middle)
    places = (
        (base, radius * 1.3, (1.0, 0.0)),
        (base + 0.5 * (middle - base), radius, (0.95, 0.05)),
        (middle - 0.12 * (middle - base), radius, (0.7, 0.3)),
        (middle + 0.12 * (tip - middle), radius * 0.95, (0.3, 0.7)),
        (tip - 0.95 * button * onwards, radius * 0.85, (0.0, 1.0)),
        (tip - 0.62 * button * onwards, button * 0.78, (0.0, 1.0)),
        (tip, button, (0.0, 1.0)),
        (tip + 0.62 * button * onwards, button * 0.78, (0.0, 1.0)),
    )
    line = [np.array(place[0]) for place in places]
    rings = []
    for index, (centre, size, shares) in enumerate(places):
        tangent = line[min(index + 1, len(line) - 1)] - line[max(index - 1, 0)]
        weights = {name: share for name, share in zip(names, shares) if share > 0.0}
        rings.append(round_ring(cage, centre, tangent, size, weights))

    patch = ATLAS["feeler"]
    us = [patch.at((r + 1) / (len(rings) + 1), 0.0)[0] for r in range(len(rings))]
    vs = [patch.at(0.0, i / FEELER_SLICES)[1] for i in range(FEELER_SLICES + 1)]
    foot = cage.add_vertex(base, {names[0]: 1.0})
    fan(cage, rings[0][::-1], foot, (us[0], patch.left), vs[::-1])
    for r in range(len(rings) - 1):
        bridge(cage, rings[r], rings[r + 1], (us[r], us[r + 1]), vs)
    end = cage.add_vertex(tip + button * onwards, {names[1]: 1.0})
    fan(cage, rings[-1], end, (us[-1], patch.right), vs)
    return cage


def round_ring(cage: Cage, centre, tangent, radius: float, weights: Weights) -> list[int]:
    """A circle across a direction, anticlockwise seen from where that points."""
    onwards = tangent / np.linalg.norm(tangent)
    back = np.array((0.0, 1.0, 0.0))
    first = np.cross(back, onwards)
    first /= np.linalg.norm(first)
    second = np.cross(onwards, first)
    ring = []
    for i in range(FEELER_SLICES):
        angle = 2 * math.pi * i / FEELER_SLICES
        offset = radius * (math.cos(angle) * first + math.sin(angle) * second)
        ring.append(cage.add_vertex(centre + offset, weights))
    return ring
