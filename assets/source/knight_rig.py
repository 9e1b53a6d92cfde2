"""The knight's joints in the bind pose: an A-pose, arms 45 degrees out, looking towards -y.

z is up and lengths are metres. `_l` is the knight's own left, at +x.
"""

import numpy as np

from kit.joints import Joint
from kit.shapes import other_side, unit

# The arm's way in the bind pose, and what is behind, above and in the palm of it: a hand that
# hangs has its palm to the thigh and its thumb in front.
ARM = unit((1.0, 0.0, -1.0))
ARM_UP = unit((1.0, 0.0, 1.0))
BACK = np.array([0.0, 1.0, 0.0])
PALM = -ARM_UP

# Where joints sit on the left, and lengths along the arm from the shoulder.
SHOULDER = np.array([0.172, 0.0, 1.125])
ELBOW, WRIST, KNUCKLES, FINGER_BEND, FINGERTIPS = 0.235, 0.440, 0.535, 0.583, 0.634
THUMB = SHOULDER + ARM * 0.475 - BACK * 0.044 + PALM * 0.008
THUMB_WAY = unit(ARM * 0.80 - BACK * 0.52 + PALM * 0.30)
THUMB_LENGTH = 0.075

HIP = np.array([0.092, 0.0, 0.700])
KNEE = np.array([0.100, -0.012, 0.402])
ANKLE = np.array([0.104, 0.014, 0.108])
BALL = np.array([0.108, -0.098, 0.026])  # of the foot, where the toes begin
TOE_TIP = np.array([0.110, -0.190, 0.026])
HEEL_Y = 0.082  # the back of the sole, which rolls on the ground before the foot is flat

HEAD_CENTRE = np.array([0.0, -0.005, 1.420])

# The grip: the sword's y, up the blade, leaves the fist at the thumb and leans 15 degrees out of
# the right angle, away from the forearm; its z, the true edge, looks where the knuckles look.
GRIP = SHOULDER + ARM * 0.525 + PALM * 0.036
GRIP_BLADE = unit(-BACK * np.cos(np.radians(15)) + ARM * np.sin(np.radians(15)))


def arm_at(length: float) -> np.ndarray:
    """The point of the left arm's middle at a length from the shoulder."""
    return SHOULDER + ARM * length


def middle_joints() -> list[Joint]:
    front, back = (0.0, -1.0, 0.0), (0.0, 1.0, 0.0)
    chain = [("hips", 0.74), ("spine", 0.84), ("chest", 0.96), ("neck", 1.20), ("head", 1.265)]
    tops = [z for _, z in chain[1:]] + [1.59]
    joints, parent = [], None
    for (name, z), top in zip(chain, tops):
        joints.append(Joint(name, parent, (0.0, 0.0, z), (0.0, 0.0, top), front))
        parent = name
    joints += [
        Joint("plume", "head", (0.0, 0.03, 1.640), (0.0, 0.19, 1.725), back),
        Joint("cape_upper", "chest", (0.0, 0.118, 1.13), (0.0, 0.165, 0.84), back),
        Joint("cape_lower", "cape_upper", (0.0, 0.165, 0.84), (0.0, 0.215, 0.45), back),
        Joint("tabard_front", "hips", (0.0, -0.130, 0.735), (0.0, -0.150, 0.50), front),
        Joint("tabard_back", "hips", (0.0, 0.115, 0.80), (0.0, 0.140, 0.50), back),
    ]
    return joints


def left_joints() -> list[Joint]:
    front, up = (0.0, -1.0, 0.0), tuple(ARM_UP)
    arm = [arm_at(length) for length in (0.0, ELBOW, WRIST, KNUCKLES, FINGER_BEND, FINGERTIPS)]
    names = ["upper_arm_l", "forearm_l", "hand_l", "fingers_l", "fingertips_l"]
    collar = np.array([0.045, -0.01, 1.145])
    joints = [
        Joint("shoulder_l", "chest", tuple(collar), tuple(SHOULDER), (0.0, 0.0, 1.0)),
        Joint("pauldron_l", "shoulder_l", tuple(SHOULDER), tuple(SHOULDER + 0.1 * ARM_UP), front),
    ]
    parent = "shoulder_l"
    for name, head, tail in zip(names, arm, arm[1:]):
        joints.append(Joint(name, parent, tuple(head), tuple(tail), up))
        parent = name
    thumb_tip = THUMB + THUMB_LENGTH * THUMB_WAY
    joints.append(Joint("thumb_l", "hand_l", tuple(THUMB), tuple(thumb_tip), up))

    leg = [HIP, KNEE, ANKLE, BALL, TOE_TIP]
    parent = "hips"
    for name, head, tail in zip(["thigh_l", "shin_l", "foot_l", "toes_l"], leg, leg[1:]):
        toward = (0.0, 0.0, 1.0) if name in ("foot_l", "toes_l") else front
        joints.append(Joint(name, parent, tuple(head), tuple(tail), toward))
        parent = name
    return joints


def across(vector) -> tuple[float, float, float]:
    """The vector on the other side."""
    return (-vector[0], vector[1], vector[2])


def joints() -> list[Joint]:
    """All of them, parents first."""
    left = left_joints()
    right = [
        Joint(
            other_side(j.name),
            other_side(j.parent),
            across(j.head),
            across(j.tail),
            across(j.front),
        )
        for j in left
    ]
    grip = np.array(across(GRIP))
    tip = grip + 0.1 * np.array(across(GRIP_BLADE))
    socket = Joint("sword_socket", "hand_r", tuple(grip), tuple(tip), across(ARM))
    return middle_joints() + left + right + [socket]
