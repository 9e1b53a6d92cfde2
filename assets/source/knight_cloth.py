"""Cape, tabard and plume: what is loose follows the body a little late.

Each loose joint is a damped pendulum of two angles in its parent's frame. It is drawn to where
gravity, the body's own acceleration and the wind would have it hang, and legs push it away. A
loop is run until it repeats.
"""

import math
from typing import NamedTuple

import numpy as np

from knight_motion import Rig, turn_x, turn_y

STEPS = 12  # of the pendulum for each frame
ROUNDS = 6  # times round a loop before the one that is kept
GRAVITY = 9.81
FELT = np.array([0.16, 0.38, 0.25])  # the part of an acceleration that cloth shows: it drags in air
SIDEWAYS = 14.0  # degrees, at most


class Loose(NamedTuple):
    """How a loose joint moves; `outward` is the side (y's sign) to which it may swing."""

    joint: str
    outward: float
    length: float  # metres from the joint to what the legs can push
    speed: float  # how fast it swings, radians a second
    damping: float  # 1 does not overshoot
    follow: float  # how much of the way to where it would hang
    drag: float  # what a wind of 1 m/s weighs against gravity
    thickness: float  # metres kept from the middle of a leg
    limits: tuple[float, float]  # degrees outwards


# Parents first.
CLOTH = [
    Loose("cape_upper", 1.0, 0.30, 10.0, 0.75, 0.75, 0.20, 0.110, (-3.0, 62.0)),
    Loose("cape_lower", 1.0, 0.40, 8.5, 0.60, 0.55, 0.14, 0.085, (-10.0, 45.0)),
    Loose("tabard_front", -1.0, 0.25, 14.0, 0.85, 0.45, 0.02, 0.172, (-4.0, 98.0)),
    Loose("tabard_back", 1.0, 0.31, 14.0, 0.85, 0.45, 0.05, 0.108, (-4.0, 70.0)),
]
PLUME = Loose("plume", 1.0, 0.2, 17.0, 0.28, 1.0, 0.0, 0.0, (-28.0, 28.0))
PLUME_GIVE = 4.0  # degrees that it bends for each m/s^2


class Body(NamedTuple):
    """The solved body of one clip, frame by frame."""

    rig: Rig
    turns: np.ndarray  # (frames, joints, 3, 3)
    places: np.ndarray  # (frames, joints, 3)
    loops: bool
    wind: np.ndarray  # (frames, 3), m/s: which way the air moves
    seconds: float  # for a frame


def loosen(body: Body) -> list[dict[str, np.ndarray]]:
    """For each frame the turns of the loose joints against their parents."""
    frames = len(body.turns)
    loose = [{} for _ in range(frames)]
    for cloth in CLOTH:
        parents = parent_frames(body, cloth, loose)
        pull = felt_pull(body, cloth, parents)
        pitch = np.degrees(np.arctan2(cloth.outward * pull[:, 1], -pull[:, 2])) * cloth.follow
        roll = -np.degrees(np.arctan2(pull[:, 0], -pull[:, 2])) * cloth.follow
        lowest = np.maximum(pushed_out(body, cloth, parents), cloth.limits[0])
        pitch = swing(body, cloth, pitch, lowest, np.full(frames, cloth.limits[1]))
        roll = swing(body, cloth, roll, np.full(frames, -SIDEWAYS), np.full(frames, SIDEWAYS))
        for f in range(frames):
            loose[f][cloth.joint] = turn_y(roll[f]) @ turn_x(cloth.outward * pitch[f])
    parents = parent_frames(body, PLUME, loose)
    pull = felt_pull(body, PLUME, parents) + parents[0][:, 2] * GRAVITY
    lowest, highest = (np.full(frames, limit) for limit in PLUME.limits)
    pitch = swing(body, PLUME, -PLUME_GIVE * pull[:, 1], lowest, highest)
    roll = swing(body, PLUME, PLUME_GIVE * pull[:, 0], lowest, highest)
    for f in range(frames):
        loose[f]["plume"] = turn_y(roll[f]) @ turn_x(pitch[f])
    return loose


def parent_frames(body: Body, cloth: Loose, loose) -> tuple[np.ndarray, np.ndarray]:
    """The parent's turn and the joint's place, over all frames; loose parents included."""
    k = body.rig.index[cloth.joint]
    parent = body.rig.parents[k]
    name = body.rig.joints[parent].name
    if name not in loose[0]:
        return body.turns[:, parent], body.places[:, k]
    grand = body.rig.parents[parent]
    turns = np.array([t @ loose[f][name] for f, t in enumerate(body.turns[:, grand])])
    places = body.places[:, parent] + turns @ body.rig.offset(k)
    return turns, places


def felt_pull(body: Body, cloth: Loose, parents) -> np.ndarray:
    """Gravity, less the acceleration of the joint's far end, plus wind: in the parent's frame."""
    turns, places = parents
    k = body.rig.index[cloth.joint]
    joint = body.rig.joints[k]
    tips = places + turns @ (np.array(joint.tail) - np.array(joint.head))
    if body.loops:
        cycle = tips[:-1]
        bend = np.roll(cycle, -1, axis=0) - 2 * cycle + np.roll(cycle, 1, axis=0)
        bend = np.concatenate([bend, bend[:1]])
    else:
        bend = np.zeros_like(tips)  # at rest before and after
        bend[1:-1] = tips[2:] - 2 * tips[1:-1] + tips[:-2]
    acceleration = np.clip(bend / body.seconds**2, -22.0, 22.0)
    acceleration[:, 2] = np.clip(acceleration[:, 2], -0.6 * GRAVITY, 22.0)  # nothing floats
    steady = np.array([0.0, 0.0, -GRAVITY]) + cloth.drag * GRAVITY * body.wind
    steady = np.einsum("fij,fi->fj", turns, steady)
    return steady - FELT * np.einsum("fij,fi->fj", turns, acceleration)


def pushed_out(body: Body, cloth: Loose, parents) -> np.ndarray:
    """The least angle in degrees that keeps the cloth off both legs."""
    turns, places = parents
    rig = body.rig
    joint = rig.joints[rig.index[cloth.joint]]
    rest = np.array(joint.tail) - np.array(joint.head)
    rest_angle = math.degrees(math.atan2(cloth.outward * rest[1], -rest[2]))
    angles = np.full(len(turns), -90.0)
    for side in "lr":
        hip, knee, ankle = (
            body.places[:, rig.index[f"{n}_{side}"]] for n in ("thigh", "shin", "foot")
        )
        heel = ankle + body.turns[:, rig.index[f"foot_{side}"]] @ np.array([0.0, 0.05, -0.05])
        samples = [hip + (knee - hip) * t for t in (0.35, 0.6, 0.8, 1.0)]
        samples += [knee + (ankle - knee) * t for t in (0.33, 0.66, 1.0)] + [heel]
        for sample in samples:
            seen = np.einsum("fij,fi->fj", turns, sample - places)
            out, down = cloth.outward * seen[:, 1] + cloth.thickness, -seen[:, 2]
            near = np.hypot(out, down) < cloth.length + 0.10
            # What lies beyond the hem only pushes as it comes near.
            angle = np.degrees(np.arctan2(out, np.maximum(down, 0.02))) - rest_angle
            angles = np.where(near & (down > -0.1), np.maximum(angles, angle), angles)
    return angles


def swing(body: Body, cloth: Loose, target, lowest, highest) -> np.ndarray:
    """The pendulum's angle at each frame, in degrees."""
    frames = len(target)
    angle, rate = float(np.clip(target[0], lowest[0], highest[0])), 0.0
    step = body.seconds / STEPS
    kept = np.zeros(frames)
    for _ in range(ROUNDS if body.loops else 1):
        kept[0] = angle
        for f in range(1, frames):
            for s in range(1, STEPS + 1):
                t = s / STEPS
                goal, low, high = (
                    a[f - 1] + (a[f] - a[f - 1]) * t for a in (target, lowest, highest)
                )
                rate += step * (
                    cloth.speed**2 * (goal - angle) - 2 * cloth.damping * cloth.speed * rate
                )
                angle += step * rate
                if angle < low or angle > high:
                    angle = min(max(angle, low), high)
                    rate = 0.0
            kept[f] = angle
    if body.loops:  # what little is left at the seam is spread over the loop
        kept -= (kept[-1] - kept[0]) * np.linspace(0.0, 1.0, frames)
    return kept
