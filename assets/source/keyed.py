"""Curves through an animator's keys: they rest at extremes and never overshoot a key.

Cubic Hermite pieces with the slopes of Fritsch and Butland ("A Method for Constructing Local
Monotone Piecewise Cubic Interpolants", 1984): what animation programs call clamped handles.
"""

from typing import NamedTuple

Pose = dict[str, float]


class Keys(NamedTuple):
    """The keys of one clip: at each frame the controls that are keyed there."""

    poses: list[tuple[float, Pose]]
    frames: float  # the clip's length
    loops: bool  # the first pose comes again at the end
    lags: dict[str, float] = {}  # control prefix -> frames by which it comes late


def pose_at(keys: Keys, frame: float) -> Pose:
    """Every control that has a key, at a frame of the clip."""
    names = sorted({name for _, pose in keys.poses for name in pose})
    return {name: control_at(keys, name, frame) for name in names}


def control_at(keys: Keys, name: str, frame: float) -> float:
    points = [(at, pose[name]) for at, pose in keys.poses if name in pose]
    lag = max((late for prefix, late in keys.lags.items() if name.startswith(prefix)), default=0.0)
    if keys.loops:
        return curve(around(points, keys.frames), (frame - lag) % keys.frames)
    # What comes late is in time again at the end, so that the last pose is the last key.
    lag *= min(1.0, (keys.frames - frame) / (3.0 * lag)) if lag > 0.0 else 0.0
    return curve(points, frame - lag)


def around(points: list[tuple[float, float]], frames: float) -> list[tuple[float, float]]:
    """The keys once before and once after, so that slopes agree at the seam."""
    return [(at + turn * frames, value) for turn in (-1, 0, 1) for at, value in points]


def curve(points: list[tuple[float, float]], at: float) -> float:
    """The curve's value; before the first and after the last key it stays."""
    if at <= points[0][0]:
        return points[0][1]
    if at >= points[-1][0]:
        return points[-1][1]
    k = max(i for i in range(len(points) - 1) if points[i][0] <= at)
    (x0, y0), (x1, y1) = points[k], points[k + 1]
    width = x1 - x0
    return hermite(
        y0, y1, width * slope(points, k), width * slope(points, k + 1), (at - x0) / width
    )


def slope(points: list[tuple[float, float]], k: int) -> float:
    """Level at the ends and at extremes, else the harmonic mean of the chords beside the key."""
    if k in (0, len(points) - 1):
        return 0.0
    (x0, y0), (x1, y1), (x2, y2) = points[k - 1 : k + 2]
    before, after = (y1 - y0) / (x1 - x0), (y2 - y1) / (x2 - x1)
    if before * after <= 0.0:
        return 0.0
    share = (1.0 + (x2 - x1) / (x2 - x0)) / 3.0
    return before * after / (share * after + (1.0 - share) * before)


def hermite(y0: float, y1: float, slope0: float, slope1: float, t: float) -> float:
    """From y0 to y1 for t in 0..1, with slopes per unit of t."""
    s = 1.0 - t
    return (
        s * s * (1.0 + 2.0 * t) * y0
        + t * t * (3.0 - 2.0 * t) * y1
        + t * s * (s * slope0 - t * slope1)
    )
