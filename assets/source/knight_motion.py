"""From the animator's controls to the joints: turns down the chain, legs by reaching, loose cloth.

A pose is a dictionary of controls, in metres and degrees, 0 where it says nothing. At zero the
knight stands at attention: arms down, palms to the thighs. `pitch` leans forwards, `roll` to
his left, `yaw` turns to his left; `fwd`, `out`, `across` and `in` say where a limb goes, alike
on both sides.

    hips_x hips_fwd hips_z                    the pelvis, from where it stands at attention
    hips_ spine_ chest_ neck_ head_           each with pitch, roll, yaw
    shoulder_up_s shoulder_fwd_s              s is l or r
    arm_fwd_s arm_out_s arm_across_s arm_in_s elbow_s forearm_in_s wrist_in_s wrist_fwd_s fist_s
    foot_x_s foot_fwd_s foot_z_s foot_out_s   the sole: outwards, forwards, up, toes turned out
    heel_s                                    heel raised over the ball; toes raised where negative
    toes_s knee_out_s                         toes bent up beyond that; the knee swung outwards
"""

import math

import numpy as np

from kit.joints import Joint
from kit.turns import about, about_x, about_y, about_z, moved
from knight_rig import ANKLE, BALL, HEEL_Y, HIP, KNEE

Pose = dict[str, float]
SIDES = {"l": 1.0, "r": -1.0}
THIGH = float(np.linalg.norm(KNEE - HIP))
SHIN = float(np.linalg.norm(ANKLE - KNEE))
LEG = THIGH + SHIN
# A leg that is stretched straight snaps; at this part of its length it stops reaching.
LONGEST_REACH = 0.9985
ARM_JOINTS = ("upper_arm", "forearm", "hand", "fingers", "fingertips", "thumb")
HEEL = np.array([ANKLE[0], HEEL_Y, 0.0])


def turn_x(degrees: float) -> np.ndarray:
    return about_x(math.radians(degrees))


def turn_y(degrees: float) -> np.ndarray:
    return about_y(math.radians(degrees))


def turn_z(degrees: float) -> np.ndarray:
    return about_z(math.radians(degrees))


def between(a: np.ndarray, b: np.ndarray, part: float) -> np.ndarray:
    """The smallest turn that takes direction a to b, or a part of it."""
    axis = np.cross(a, b)
    sine, cosine = float(np.linalg.norm(axis)), float(a @ b)
    if sine < 1e-9:
        return np.eye(3)
    return about(axis / sine, part * math.atan2(sine, cosine))


class Rig:
    """The joints' places, at attention and in the bind pose; solves poses to turns."""

    def __init__(self, joints: list[Joint]):
        self.joints = joints
        self.index = {joint.name: k for k, joint in enumerate(joints)}
        self.parents = [self.index[j.parent] if j.parent else None for j in joints]
        self.bind = [np.array(joint.head) for joint in joints]
        # How far each joint's frame turns from the bind pose to attention: the arms come down.
        self.down = [np.eye(3)] * len(joints)
        for k, joint in enumerate(joints):
            side = joint.name[-1]
            if joint.name[:-2] in ARM_JOINTS:
                self.down[k] = turn_y(45 * SIDES[side])
            if joint.name == "sword_socket":
                self.down[k] = turn_y(-45)

    def offset(self, k: int) -> np.ndarray:
        """From the parent's place to the joint's, at attention."""
        parent = self.parents[k]
        return self.down[parent] @ (self.bind[k] - self.bind[parent])

    def solve(self, pose: Pose, loose: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Each joint's turn from attention, in the model's axes, and its place."""
        turns = np.zeros((len(self.joints), 3, 3))
        places = np.zeros((len(self.joints), 3))
        feet = {s: foot(pose, s) for s in SIDES}
        legs = {}
        for k, joint in enumerate(self.joints):
            name, side = joint.name, joint.name[-1]
            if self.parents[k] is None:
                moved = [
                    pose.get("hips_x", 0.0),
                    -pose.get("hips_fwd", 0.0),
                    pose.get("hips_z", 0.0),
                ]
                turns[k] = spine_turn(pose, name)
                places[k] = self.bind[k] + np.array(moved)
                continue
            parent = self.parents[k]
            places[k] = places[parent] + turns[parent] @ self.offset(k)
            if name[:-2] == "thigh":
                legs[side] = reach(places[k], turns[parent], feet[side], pose, side)
            if name[:-2] in ("thigh", "shin", "foot", "toes"):
                turns[k] = legs[side][name[:-2]]
            else:
                turns[k] = turns[parent] @ local_turn(pose, name, loose)
        return turns, places

    def moves(self, turns: np.ndarray, places: np.ndarray) -> list[np.ndarray]:
        """For each joint the 4 x 4 matrix, in the model's space, from the bind pose to the pose."""
        model = [turn @ down for turn, down in zip(turns, self.down)]
        return [moved(m, p - m @ b) for m, p, b in zip(model, places, self.bind)]


def spine_turn(pose: Pose, name: str) -> np.ndarray:
    yaw, roll, pitch = (pose.get(f"{name}_{axis}", 0.0) for axis in ("yaw", "roll", "pitch"))
    return turn_z(yaw) @ turn_y(roll) @ turn_x(pitch)


def local_turn(pose: Pose, name: str, loose: dict[str, np.ndarray]) -> np.ndarray:
    """The turn against the parent of every joint but the legs'."""
    if name in ("spine", "chest", "neck", "head"):
        return spine_turn(pose, name)
    if name in loose:
        return loose[name]
    side = name[-1]
    sign = SIDES.get(side, 0.0)

    def control(which: str) -> float:
        return pose.get(f"{which}_{side}", 0.0)

    upper_arm = turn_z(-sign * control("arm_across")) @ turn_y(-sign * control("arm_out"))
    upper_arm = upper_arm @ turn_x(-control("arm_fwd")) @ turn_z(-sign * control("arm_in"))
    fist = control("fist")
    match name[:-2]:
        case "shoulder":
            return turn_z(-sign * control("shoulder_fwd")) @ turn_y(-sign * control("shoulder_up"))
        case "upper_arm":
            return upper_arm
        case "pauldron":
            # Half the way from where it was made to where the arm points.
            bind = np.array([sign, 0.0, -1.0]) / math.sqrt(2.0)
            return between(bind, upper_arm @ np.array([0.0, 0.0, -1.0]), 0.5)
        case "forearm":
            return turn_x(-control("elbow")) @ turn_z(-sign * control("forearm_in"))
        case "hand":
            return turn_y(sign * control("wrist_in")) @ turn_x(-control("wrist_fwd"))
        case "fingers":
            return turn_y(sign * (8 + 70 * fist))
        case "fingertips":
            return turn_y(sign * (12 + 78 * fist))
        case "thumb":
            return turn_y(sign * 46 * fist) @ turn_x(42 * fist)
    return np.eye(3)


# --- Legs ---------------------------------------------------------------------------------------


def foot(pose: Pose, side: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The ankle's place, the foot's turn and the toes', from the sole's controls."""
    sign = SIDES[side]

    def control(which: str) -> float:
        return pose.get(f"{which}_{side}", 0.0)

    mirror = np.array([sign, 1.0, 1.0])
    sole = np.array([sign * control("foot_x"), -control("foot_fwd"), control("foot_z")])
    yaw = turn_z(sign * control("foot_out"))
    heel = control("heel")
    # The foot rolls over its heel's edge or over the ball, which stay where they are.
    pivot = mirror * (BALL if heel > 0 else HEEL)
    ankle = mirror * ANKLE
    roll = turn_x(heel)
    under = mirror * np.array([ANKLE[0], 0.0, 0.0])
    placed = under + sole + yaw @ (pivot - under + roll @ (ankle - pivot))
    # On the ground the toes stay flat while the heel rises; in the air they straighten, no sooner
    # than the ground lets them.
    flat = max(0.0, heel) * max(0.0, 1.0 - control("foot_z") / 0.13)
    return placed, yaw @ roll, yaw @ roll @ turn_x(-flat - control("toes"))


def reach(hip, pelvis, target, pose: Pose, side: str) -> dict[str, np.ndarray]:
    """Turns of a leg that reaches from the hip to the ankle's place, knee forwards."""
    ankle, foot_turn, toes_turn = target
    sign = SIDES[side]
    mirror = np.array([sign, 1.0, 1.0])
    way = ankle - hip
    distance = float(np.linalg.norm(way))
    length = min(distance, LEG * LONGEST_REACH)
    way /= distance

    # The knee bends in the plane of the leg and a direction between pelvis's and foot's front.
    front = 0.5 * pelvis[:, 1] + 0.5 * foot_turn_flat(foot_turn)
    front = turn_z(sign * pose.get(f"knee_out_{side}", 0.0)) @ -front
    front = front - way * (way @ front)
    front /= np.linalg.norm(front)
    cosine = (THIGH**2 + length**2 - SHIN**2) / (2 * THIGH * length)
    angle = math.acos(min(1.0, max(-1.0, cosine)))
    knee = hip + THIGH * (math.cos(angle) * way + math.sin(angle) * front)

    def turn(rest: np.ndarray, now: np.ndarray) -> np.ndarray:
        return leg_frame(now, front) @ leg_frame(rest, np.array([0.0, -1.0, 0.0])).T

    return {
        "thigh": turn(mirror * (KNEE - HIP), knee - hip),
        "shin": turn(mirror * (ANKLE - KNEE), hip + way * length - knee),
        "foot": foot_turn,
        "toes": toes_turn,
    }


def foot_turn_flat(turn: np.ndarray) -> np.ndarray:
    """The foot's own back, without its roll."""
    back = turn @ np.array([0.0, 1.0, 0.0])
    side = turn @ np.array([1.0, 0.0, 0.0])
    level = np.cross(np.array([0.0, 0.0, 1.0]), side)
    return level / np.linalg.norm(level) if np.linalg.norm(level) > 1e-6 else back


def leg_frame(along: np.ndarray, front: np.ndarray) -> np.ndarray:
    """Axes with z against the bone and y against the front, as square as can be."""
    z = -along / np.linalg.norm(along)
    y = -front + z * (z @ front)
    y /= np.linalg.norm(y)
    return np.stack([np.cross(y, z), y, z], axis=1)
