"""A pose of the creature in a few numbers, and the joints' matrices that follow from it.

A pose says where the feet are and how the body leans; the legs follow by two-bone inverse
kinematics, so that a foot which stands does not slide.
"""

import math
from dataclasses import dataclass, field, fields

import numpy as np

from creature_face import lid_axes
from creature_skeleton import ANKLE, JOINTS, KNEE, LEGS, TAIL, Leg, side_name
from kit.turns import about, about_x, about_y, about_z, moved, turned_at


def zeros(*shape: int):
    """A field of a pose that rests at 0."""
    return field(default_factory=lambda: np.zeros(shape))


@dataclass
class Pose:
    """Everything 0 is the rest pose. Metres in the model's axes, angles in radians.

    Three angles are pitch (nose up), yaw (to the creature's left) and roll (its left side down).
    """

    lift: np.ndarray = zeros(3)  # the body's movement
    body: np.ndarray = zeros(3)
    chest: np.ndarray = zeros(3)
    neck: np.ndarray = zeros(3)
    head: np.ndarray = zeros(3)
    belly: np.ndarray = zeros(1)  # metres downwards
    gaze: np.ndarray = zeros(2)  # pitch and yaw of both eyes
    lids: np.ndarray = zeros(2)  # how far left and right are closed, 1 is shut
    feelers: np.ndarray = zeros(2, 2, 2)  # left and right; joint; backwards, outwards
    tail: np.ndarray = zeros(len(TAIL), 2)  # pitch (tip down) and yaw (tip to the left) each
    feet: np.ndarray = zeros(len(LEGS), 3)  # the ankles' movement
    toes: np.ndarray = zeros(len(LEGS), 1)  # how far the toes point down


def mix(a: Pose, b: Pose, share: float) -> Pose:
    """A pose between two, number by number."""
    values = {}
    for part in fields(Pose):
        x, y = getattr(a, part.name), getattr(b, part.name)
        values[part.name] = x + share * (y - x)
    return Pose(**values)


# How far a lid turns about its hinge to shut the eye.
LID_CLOSES = math.radians(98)

# A leg that would have to reach further than this part of its length is a mistake in a motion.
REACH = 0.995


def joint_moves(pose: Pose) -> dict[str, np.ndarray]:
    """For each joint the 4x4 matrix, in the model's space, that moves it from rest to the pose."""
    turns = {"body": spine_turn(pose.body), "chest": spine_turn(pose.chest)}
    turns |= {"neck": spine_turn(pose.neck), "head": spine_turn(pose.head)}
    turns |= {name: tail_turn(*angles) for name, angles in zip(TAIL, pose.tail)}
    turns["belly"] = np.eye(3)
    for index, side in enumerate((1, -1)):
        name = side_name(side)
        turns[f"eye_{name}"] = about_z(pose.gaze[1]) @ about_x(-pose.gaze[0])
        turns[f"lid_{name}"] = lid_turn(side, pose.lids[index])
        for k in (1, 2):
            backwards, outwards = pose.feelers[index][k - 1]
            turns[f"feeler_{name}_{k}"] = about_x(-backwards) @ about_y(side * outwards)
    shifts = {"body": pose.lift, "belly": np.array((0.0, 0.0, -pose.belly[0]))}

    moves: dict[str, np.ndarray] = {}
    for joint in JOINTS:
        if joint.name in turns:
            turn = turned_at(np.array(joint.head), turns[joint.name])
            turn[:3, 3] += shifts.get(joint.name, 0.0)
            moves[joint.name] = moves[joint.parent] @ turn if joint.parent else turn
    for index, leg in enumerate(LEGS):
        moves |= leg_moves(leg, moves[leg.parent], pose.feet[index], pose.toes[index][0])
    return moves


# === The trunk, and what it carries =============================================================


def spine_turn(angles: np.ndarray) -> np.ndarray:
    """Pitch, yaw and roll: roll first, yaw last."""
    pitch, yaw, roll = angles
    return about_z(yaw) @ about_x(-pitch) @ about_y(roll)


def tail_turn(pitch: float, yaw: float) -> np.ndarray:
    """The tail points to +y, where the same turns go the other way."""
    return about_z(-yaw) @ about_x(-pitch)


def lid_turn(side: int, closed: float) -> np.ndarray:
    """About the lid's hinge, forwards and down."""
    axes = lid_axes(side)
    return axes @ about_x(closed * LID_CLOSES) @ axes.T


# === Legs =======================================================================================


def leg_moves(leg: Leg, parent: np.ndarray, step: np.ndarray, toes: float) -> dict[str, np.ndarray]:
    """The leg's three joints, when its parent moves so and its ankle by `step`."""
    rest = [np.array(p) for p in (leg.hip, leg.point(*KNEE), leg.point(*ANKLE))]
    hip = (parent @ np.append(rest[0], 1.0))[:3]
    ankle = rest[2] + step
    lengths = np.linalg.norm(rest[1] - rest[0]), np.linalg.norm(rest[2] - rest[1])
    up = parent[:3, :3] @ np.array((0.0, 0.0, 1.0))
    knee, normal = bend_knee(leg, hip, ankle, lengths, up)

    rest_normal = leg.forwards
    thigh = frame(knee - hip, normal) @ frame(rest[1] - rest[0], rest_normal).T
    shin = frame(ankle - knee, normal) @ frame(rest[2] - rest[1], rest_normal).T
    # The foot keeps its own direction: flat on the ground unless the toes point down.
    foot = about(leg.forwards, -leg.side * toes)
    return {
        f"{leg.name}_thigh": moved(thigh, hip - thigh @ rest[0]),
        f"{leg.name}_shin": moved(shin, knee - shin @ rest[1]),
        f"{leg.name}_foot": moved(foot, ankle - foot @ rest[2]),
    }


def bend_knee(leg: Leg, hip, ankle, lengths, up) -> tuple[np.ndarray, np.ndarray]:
    """Where the knee goes, above the line from hip to ankle, and the normal of the leg's plane."""
    thigh, shin = lengths
    reach = ankle - hip
    distance = np.linalg.norm(reach)
    if distance > REACH * (thigh + shin):
        raise ValueError(f"{leg.name} would have to reach {distance:.3f} m")
    onwards = reach / distance
    # Law of cosines: how far along that line the knee's foot point lies.
    along = (thigh**2 - shin**2 + distance**2) / (2 * distance)
    above = up - onwards * (up @ onwards)
    above /= np.linalg.norm(above)
    knee = hip + along * onwards + math.sqrt(max(thigh**2 - along**2, 0.0)) * above
    # At rest outwards x up has the leg's forwards as normal on the left, its opposite on the right.
    return knee, leg.side * np.cross(above, onwards) * -1.0


def frame(direction: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Axes along a bone, across it in its plane, and the plane's normal, as columns."""
    along = direction / np.linalg.norm(direction)
    return np.stack([along, np.cross(normal, along), normal], axis=1)
