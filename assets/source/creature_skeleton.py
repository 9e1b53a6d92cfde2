"""The creature's joints: names, parents, and where each bone begins and ends at rest, in metres.

The figure looks towards -y and stands on z = 0; its left is +x. A leg lies at rest in one upright
plane, and is written down once, as distances outwards from the hip and heights above the ground.
"""

import math
from typing import NamedTuple

import numpy as np

from kit.joints import Joint

# Metres from a leg's root on the body's surface inwards to its hip.
HIP_DEPTH = 0.042
HIP_HEIGHT = 0.130


class Leg(NamedTuple):
    """Where a leg sits; its joints are named after it."""

    name: str
    side: int  # +1 left (+x), -1 right
    root: tuple[float, float]  # x and y of the place on the body's surface that it grows from
    yaw: float  # radians by which it points forwards of straight out
    parent: str

    @property
    def outwards(self) -> np.ndarray:
        """The level direction from hip to foot."""
        return np.array((self.side * math.cos(self.yaw), -math.sin(self.yaw), 0.0))

    @property
    def forwards(self) -> np.ndarray:
        """The normal of the leg's plane, on the side of the head."""
        return np.array((-self.side * math.sin(self.yaw), -math.cos(self.yaw), 0.0))

    @property
    def hip(self) -> tuple[float, float, float]:
        """The first joint."""
        x, y, _ = np.array((*self.root, 0.0)) - HIP_DEPTH * self.outwards
        return (float(x), float(y), HIP_HEIGHT)

    def point(self, out: float, height: float) -> tuple[float, float, float]:
        """A point of the leg's plane: metres outwards from the hip, metres above the ground."""
        x, y, _ = np.array(self.hip) + out * self.outwards
        return (float(x), float(y), height)


# In a leg's plane: metres outwards from the hip, and height above the ground.
KNEE = (0.088, 0.154)
ANKLE = (0.130, 0.044)
TOES = (0.200, 0.022)

LEGS = tuple(
    Leg(f"{place}_{'left' if side > 0 else 'right'}", side, (side * x, y), yaw, parent)
    for place, x, y, yaw, parent in (
        ("front", 0.148, -0.118, math.radians(36), "chest"),
        ("middle", 0.180, 0.002, math.radians(-2), "body"),
        ("rear", 0.162, 0.122, math.radians(-38), "body"),
    )
    for side in (1, -1)
)

# Left side; the right one mirrors it.
EYE = (0.076, -0.310, 0.334)
EYE_RADIUS = 0.060
GAZE = (0.20, -0.97, 0.06)  # where an eye looks at rest; made a unit vector below
FEELER = ((0.022, -0.268, 0.318), (0.048, -0.262, 0.432), (0.100, -0.312, 0.500))

UP, AHEAD = (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)

SPINE = (
    Joint("body", None, (0.0, 0.110, 0.158), (0.0, -0.060, 0.165), UP),
    Joint("chest", "body", (0.0, -0.060, 0.165), (0.0, -0.165, 0.186), UP),
    Joint("neck", "chest", (0.0, -0.165, 0.186), (0.0, -0.222, 0.222), UP),
    Joint("head", "neck", (0.0, -0.222, 0.222), (0.0, -0.420, 0.236), UP),
    Joint("belly", "body", (0.0, 0.000, 0.110), (0.0, 0.000, 0.045), AHEAD),
    Joint("tail_1", "body", (0.0, 0.185, 0.144), (0.0, 0.258, 0.126), UP),
    Joint("tail_2", "tail_1", (0.0, 0.258, 0.126), (0.0, 0.326, 0.134), UP),
    Joint("tail_3", "tail_2", (0.0, 0.326, 0.134), (0.0, 0.386, 0.172), UP),
    Joint("tail_4", "tail_3", (0.0, 0.386, 0.172), (0.0, 0.424, 0.244), UP),
)
TAIL = ("tail_1", "tail_2", "tail_3", "tail_4")


def mirrored(point: tuple[float, float, float], side: int) -> tuple[float, float, float]:
    """A point of the left side, or its counterpart on the right."""
    return (side * point[0], point[1], point[2])


def side_name(side: int) -> str:
    return "left" if side > 0 else "right"


def gaze(side: int) -> np.ndarray:
    """The unit vector along which an eye looks at rest."""
    direction = np.array(mirrored(GAZE, side))
    return direction / np.linalg.norm(direction)


def face_joints(side: int) -> list[Joint]:
    """Eye, lid and feeler of one side."""
    name = side_name(side)
    eye = mirrored(EYE, side)
    ahead = tuple(float(c) for c in np.array(eye) + EYE_RADIUS * gaze(side))
    base, middle, tip = (mirrored(point, side) for point in FEELER)
    return [
        Joint(f"eye_{name}", "head", eye, ahead, UP),
        Joint(f"lid_{name}", "head", eye, ahead, UP),
        Joint(f"feeler_{name}_1", "head", base, middle, AHEAD),
        Joint(f"feeler_{name}_2", f"feeler_{name}_1", middle, tip, AHEAD),
    ]


def leg_joints(leg: Leg) -> list[Joint]:
    """Thigh, shin and foot; knee and ankle bend about their frames' z."""
    z = tuple(leg.forwards)
    knee, ankle, toes = (leg.point(*place) for place in (KNEE, ANKLE, TOES))
    return [
        Joint(f"{leg.name}_thigh", leg.parent, leg.hip, knee, z),
        Joint(f"{leg.name}_shin", f"{leg.name}_thigh", knee, ankle, z),
        Joint(f"{leg.name}_foot", f"{leg.name}_shin", ankle, toes, z),
    ]


# Parents before children.
JOINTS = (
    *SPINE,
    *(joint for side in (1, -1) for joint in face_joints(side)),
    *(joint for leg in LEGS for joint in leg_joints(leg)),
)
