"""The knight's walk and run: one function of phase for a foot, used half a cycle apart.

In stance the sole moves back at the ground's speed, to the letter; leg and hips follow from it.
Phases are parts of the cycle from that foot's landing on.
"""

import math
from typing import NamedTuple

from kit.curves import around, curve, hermite
from knight_keys import Pose


class Gait(NamedTuple):
    """A way to go; keys are (phase, value)."""

    frames: int  # of a cycle, two steps
    stance: float  # phase at which the toes leave the ground
    landing: float  # metres in front of the hip's rest
    leaving: float  # metres in front at the end of the stance: negative
    path: list[tuple[float, float]]  # metres in front while the foot swings forward
    lift: list[tuple[float, float]]  # metres
    heel: list[tuple[float, float]]  # degrees, toes up where negative

    def speed(self, frame_rate: float) -> float:
        """The ground's, metres a second."""
        return (self.landing - self.leaving) / (self.stance * self.frames / frame_rate)


WALK = Gait(
    frames=24,
    stance=0.60,
    landing=0.225,
    leaving=-0.225,
    path=[(0.72, -0.170), (0.86, 0.120)],
    lift=[(0.0, 0.0), (0.60, 0.0), (0.65, 0.030), (0.72, 0.060), (0.82, 0.060), (0.93, 0.030)],
    heel=[
        (0.0, -21),
        (0.09, 0),
        (0.33, 0),
        (0.48, 15),
        (0.60, 44),
        (0.68, 52),
        (0.80, 18),
        (0.91, -14),
    ],
)
RUN = Gait(
    frames=15,
    stance=0.34,
    landing=0.150,
    leaving=-0.260,
    path=[(0.46, -0.330), (0.62, -0.080), (0.78, 0.190), (0.91, 0.240)],
    lift=[
        (0.0, 0.0),
        (0.34, 0.0),
        (0.39, 0.075),
        (0.46, 0.15),
        (0.58, 0.23),
        (0.72, 0.20),
        (0.86, 0.11),
        (0.95, 0.03),
    ],
    heel=[
        (0.0, -8),
        (0.07, 0),
        (0.14, 3),
        (0.34, 54),
        (0.45, 82),
        (0.60, 66),
        (0.75, 12),
        (0.90, -14),
    ],
)


def sole(gait: Gait, phase: float, side: str) -> Pose:
    """The foot's controls."""
    phase %= 1.0
    back = (gait.leaving - gait.landing) / gait.stance  # metres a cycle, in stance
    if phase <= gait.stance:
        forward = gait.landing + back * phase
    else:
        points = [(gait.stance, gait.leaving), *gait.path, (1.0, gait.landing)]
        forward = through(points, back, phase)
    return {
        f"foot_fwd_{side}": forward,
        f"foot_z_{side}": curve(around(gait.lift, 1.0), phase),
        f"heel_{side}": curve(around(gait.heel, 1.0), phase),
    }


def through(points: list[tuple[float, float]], end_slope: float, at: float) -> float:
    """A smooth way through the points (Catmull and Rom), with the same slope at both ends."""
    slopes = [end_slope]
    for (x0, y0), _, (x2, y2) in zip(points, points[1:], points[2:]):
        slopes.append((y2 - y0) / (x2 - x0))
    slopes.append(end_slope)
    k = max(i for i in range(len(points) - 1) if points[i][0] <= at)
    (x0, y0), (x1, y1) = points[k], points[k + 1]
    width = x1 - x0
    return hermite(y0, y1, width * slopes[k], width * slopes[k + 1], (at - x0) / width)


def cycle(phase: float, shift: float = 0.0, times: int = 1) -> float:
    """A cosine that peaks at `shift`."""
    return math.cos(2 * math.pi * times * (phase - shift))


def walk(frame: float) -> Pose:
    """A march with a spring in it."""
    p = frame / WALK.frames  # the left foot lands at 0, the right one at 0.5
    pose = sole(WALK, p, "l") | sole(WALK, p + 0.5, "r")
    pose |= {
        "hips_z": -0.030 + 0.022 * cycle(p, 0.32, 2),
        "hips_x": 0.026 * cycle(p, 0.27),
        "hips_pitch": 3 + 1.5 * cycle(p, 0.08, 2),
        "hips_roll": -4.5 * cycle(p, 0.20),
        "hips_yaw": -9 * cycle(p, 0.0),
        "spine_roll": 3 * cycle(p, 0.22),
        "spine_yaw": 7 * cycle(p, 0.02),
        "spine_pitch": -1,
        "chest_yaw": 12 * cycle(p, 0.03),
        "chest_roll": 3.5 * cycle(p, 0.26),
        "chest_pitch": 2.2 * cycle(p, 0.13, 2),
        "neck_yaw": -4 * cycle(p, 0.04),
        "head_yaw": -6 * cycle(p, 0.05),
        "head_roll": -2.5 * cycle(p, 0.30),
        "head_pitch": -3 - 2.5 * cycle(p, 0.17, 2),
    }
    for side, q in (("l", p), ("r", p + 0.5)):
        pose |= {
            f"foot_x_{side}": -0.022,
            f"foot_out_{side}": 7,
            f"knee_out_{side}": 4,
            f"shoulder_fwd_{side}": -7 * cycle(q, 0.04),
            f"shoulder_up_{side}": 1 + 2 * cycle(q, 0.1, 2),
            f"arm_fwd_{side}": 3 - 33 * cycle(q, 0.03),
            f"arm_out_{side}": 15 + 2.5 * cycle(q, 0.1, 2),
            f"arm_in_{side}": 5,
            f"elbow_{side}": 30 - 17 * cycle(q, 0.10),
            f"forearm_in_{side}": 10,
            f"wrist_fwd_{side}": 7 * cycle(q, 0.20),
            f"wrist_in_{side}": 4,
        }
    return pose


def run(frame: float) -> Pose:
    """Leaning forward, knees up, elbows pumping."""
    p = frame / RUN.frames
    pose = sole(RUN, p, "l") | sole(RUN, p + 0.5, "r")
    pose |= {
        "hips_z": -0.048 - 0.036 * cycle(p, 0.17, 2),
        "hips_x": 0.014 * cycle(p, 0.17),
        "hips_fwd": 0.01,
        "hips_pitch": 11 + 2 * cycle(p, 0.10, 2),
        "hips_roll": -4 * cycle(p, 0.15),
        "hips_yaw": -13 * cycle(p, 0.97),
        "spine_pitch": 5,
        "spine_yaw": 11 * cycle(p, 0.98),
        "spine_roll": 3 * cycle(p, 0.17),
        "chest_pitch": 3 + 3 * cycle(p, 0.20, 2),
        "chest_yaw": 18 * cycle(p, 0.99),
        "chest_roll": 4 * cycle(p, 0.2),
        "neck_pitch": -6,
        "neck_yaw": -7 * cycle(p, 0.0),
        "head_yaw": -9 * cycle(p, 0.01),
        "head_pitch": -9 - 4 * cycle(p, 0.25, 2),
    }
    for side, q in (("l", p), ("r", p + 0.5)):
        pose |= {
            f"foot_x_{side}": -0.040,
            f"foot_out_{side}": 3,
            f"shoulder_fwd_{side}": -10 * cycle(q, 0.0),
            f"shoulder_up_{side}": 4 + 3 * cycle(q, 0.2, 2),
            f"arm_fwd_{side}": -4 - 50 * cycle(q, 0.99),
            f"arm_out_{side}": 19 + 5 * cycle(q, 0.0),
            f"arm_in_{side}": 24 - 8 * cycle(q, 0.0),
            f"elbow_{side}": 86 - 16 * cycle(q, 0.06),
            f"forearm_in_{side}": 10,
            f"wrist_in_{side}": 5,
        }
    return pose | {"fist_l": 0.9}
