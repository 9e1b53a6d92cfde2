"""Poses of the knight between an animator's keys."""

from typing import NamedTuple

from kit.curves import around, curve

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
