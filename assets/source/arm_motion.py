"""The arm's clips: how far each joint leans and turns at a frame of the timeline."""

import math
from typing import NamedTuple

import numpy as np

from arm_shape import JOINT_NAMES
from kit.curves import smoothstep
from kit.timeline import Clip
from kit.turns import about, about_y

# Multiples of 3 frames are multiples of 1/8 s, which decimals and floats hold exactly: the clips
# start and end on the very numbers of the file's keys.
WAVE = Clip("wave", 0, 36)
BEND = Clip("bend", 48, 96)
TWIST = Clip("twist", 108, 156)
CLIPS = (WAVE, BEND, TWIST)

# Radians for upper, lower and hand.
WAVE_SIDEWAYS = (0.20, 0.42, 0.50)
WAVE_FORWARD = (0.10, 0.20, 0.26)
WAVE_LAG = math.radians(65)  # how much later the wave arrives at each next joint

# The upper bone leans away from the curl: the hand stays above the floor, the figure in balance.
BEND_SIDEWAYS = (math.radians(-60), math.radians(75), math.radians(85))
BEND_TWIST = (math.radians(-10), math.radians(-25), math.radians(-30))  # the face turns up
BEND_LAG = 0.05  # part of the clip by which each next joint starts later
BEND_RISE = 0.32  # part of the clip that a joint takes to curl, and later to come back

# The hand faces backwards while it holds: halfway over the wrist's ramp, where both joints weigh
# the same, a linear blend of the two rotations has no width left.
TWIST_ANGLE = math.pi
TWIST_RISE = 0.4  # part of the clip for the way there, and as much for the way back


class JointAngles(NamedTuple):
    """How far a bone leans from its parent's direction, and how far it turns about itself."""

    sideways: float  # towards +x
    forward: float  # towards -y, where the figure looks
    twist: float


REST = (JointAngles(0.0, 0.0, 0.0),) * len(JOINT_NAMES)


def wave_angles(frame: int) -> tuple[JointAngles, ...]:
    """A wave that runs along the arm, once sideways and twice forward in the clip: an 8."""
    # Modulo, so that the last frame is the first one to the bit.
    frames = WAVE.end - WAVE.start
    cycle = 2 * math.pi * ((frame - WAVE.start) % frames) / frames
    angles = []
    for k in range(len(JOINT_NAMES)):
        phase = cycle - k * WAVE_LAG
        sideways = WAVE_SIDEWAYS[k] * math.sin(phase)
        forward = WAVE_FORWARD[k] * math.sin(2 * phase)
        angles.append(JointAngles(sideways, forward, 0.0))
    return tuple(angles)


def bend_angles(frame: int) -> tuple[JointAngles, ...]:
    """From rest to a curl, a pause there, and back to rest."""
    t = (frame - BEND.start) / (BEND.end - BEND.start)
    angles = []
    for k in range(len(JOINT_NAMES)):
        lag = k * BEND_LAG
        # The way back mirrors the way there in time: what moved last comes back first.
        curled = smoothstep(lag, lag + BEND_RISE, t)
        back = smoothstep(1.0 - lag - BEND_RISE, 1.0 - lag, t)
        amount = curled * (1.0 - back)
        angles.append(JointAngles(BEND_SIDEWAYS[k] * amount, 0.0, BEND_TWIST[k] * amount))
    return tuple(angles)


def twist_angles(frame: int) -> tuple[JointAngles, ...]:
    """The hand alone turns half round about its bone, holds, and turns back."""
    t = (frame - TWIST.start) / TWIST.frames
    amount = smoothstep(0.0, TWIST_RISE, t) * (1.0 - smoothstep(1.0 - TWIST_RISE, 1.0, t))
    return (*REST[:-1], JointAngles(0.0, 0.0, TWIST_ANGLE * amount))


def angles_at(frame: int) -> tuple[JointAngles, ...]:
    """The pose at a frame; after the wave it eases to rest, where the other clips begin and end."""
    if frame <= WAVE.end:
        return wave_angles(frame)
    if frame >= TWIST.start:
        return twist_angles(frame)
    if frame > BEND.end:
        return REST
    if frame >= BEND.start:
        return bend_angles(frame)
    rest = smoothstep(WAVE.end, BEND.start, frame)
    return tuple(JointAngles(*(a * (1.0 - rest) for a in joint)) for joint in wave_angles(WAVE.end))


def joint_rotation(angles: JointAngles) -> np.ndarray:
    """The rotation in the bone's own axes: x sideways, y along the bone, z to the front.

    The twist comes first, so that it turns the bone about itself and not about its parent.
    """
    # A positive turn about x leads y to z, the front; one about -z leads y to x.
    lean = np.array((angles.forward, 0.0, -angles.sideways))
    angle = float(np.linalg.norm(lean))
    swing = about(lean / angle, angle) if angle > 0.0 else np.eye(3)
    return swing @ about_y(angles.twist)
