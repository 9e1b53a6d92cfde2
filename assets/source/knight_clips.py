"""The knight's nine clips and the timeline they lie on.

Loops that breathe and swing are functions of the frame, in knight_gaits.py and here; deeds are
keyed, in knight_poses.py. Both give poses, which become the turns of joints here.
"""

import math
from typing import Callable, NamedTuple

import numpy as np

from kit.curves import smoothstep
from kit.joints import Joint, bases
from kit.timeline import FRAME_RATE, Animation, Clip
from knight_cloth import Body, loosen
from knight_gaits import RUN, WALK, run, walk
from knight_keys import Keys, Pose, pose_at
from knight_motion import Rig
from knight_poses import (
    DANCE,
    FALL,
    JUMP,
    LAND,
    PUNCH,
    STAND,
    SWORD_SWING,
    both,
    chest,
    head,
    hips,
    left,
    neck,
    right,
    spine,
)

GAP = 3  # frames between clips: an eighth of a second, which decimals hold exactly
IDLE_FRAMES = 60


def idle(frame: float) -> Pose:
    """Breath, and weight that goes from foot to foot; at frame 0 exactly how he stands."""
    phase = 2 * math.pi * frame / IDLE_FRAMES
    breath = 0.5 - 0.5 * math.cos(phase)
    sway = math.sin(phase)
    late = math.sin(phase - 0.7) + math.sin(0.7)  # sways after the rest, and begins at 0 too
    changes = (
        hips(x=0.016 * sway, z=-0.006 * breath, roll=-1.6 * sway, yaw=1.6 * sway)
        | spine(roll=1.2 * sway, pitch=-1.2 * breath)
        | chest(roll=sway, pitch=-2.6 * breath, yaw=-1.6 * late)
        | neck(pitch=1.2 * breath)
        | head(pitch=2.4 * breath, yaw=4.5 * late, roll=-2 * sway)
        | both(shoulder_up=3.2 * breath, arm_out=2.6 * breath, elbow=4 * breath)
        | left(arm_fwd=2.2 * late, wrist_fwd=3 * late)
        | right(arm_fwd=-2.2 * late, wrist_fwd=2 * late)
    )
    return STAND | {name: STAND[name] + change for name, change in changes.items()}


class Deed(NamedTuple):
    """A clip before it is solved."""

    name: str
    frames: int
    pose: Callable[[float], Pose]
    loops: bool
    wind: Callable[[float], tuple[float, float]]  # at a frame: backwards and up, m/s


def keyed(name: str, keys: Keys, wind=lambda _: (0.0, 0.0)) -> Deed:
    return Deed(name, keys.frames, lambda frame: pose_at(keys, frame), keys.loops, wind)


def against(speed: float):
    """The wind felt at this walking speed."""
    return lambda _: (speed, 0.0)


# The wind on the cape in a fall at about this speed; jump and land lead up to it and away.
FALLING = np.array([2.4, 3.0])


CLIPS = [
    Deed("idle", IDLE_FRAMES, idle, True, against(0.0)),
    Deed("walk", WALK.frames, walk, True, against(WALK.speed(FRAME_RATE))),
    Deed("run", RUN.frames, run, True, against(RUN.speed(FRAME_RATE))),
    keyed("jump", JUMP, lambda frame: FALLING * smoothstep(9, 18, frame)),
    keyed("fall", FALL, lambda _: FALLING),
    keyed("land", LAND, lambda frame: FALLING * (1.0 - smoothstep(0, 6, frame))),
    keyed("punch", PUNCH),
    keyed("sword_swing", SWORD_SWING),
    keyed("dance", DANCE),
]


def animation(joints: list[Joint]) -> Animation:
    """All clips one after the other; in the gaps the knight goes from one to the next."""
    rig = Rig(joints)
    clips, keys, start = [], [], 0
    for deed in CLIPS:
        if keys:
            keys += [None] * (GAP - 1)
        clips.append(Clip(deed.name, start, start + deed.frames))
        keys += clip_bases(rig, deed)
        start += deed.frames + GAP
    return Animation(clips, np.array(filled(keys)))


def clip_bases(rig: Rig, deed: Deed) -> list[np.ndarray]:
    """The joints' bases at every frame of a clip, both ends included."""
    frames = range(deed.frames + 1)
    poses = [STAND | deed.pose(frame) for frame in frames]
    if deed.loops:
        poses[-1] = poses[0]
    solved = [rig.solve(pose, {}) for pose in poses]
    turns, places = (np.array(part) for part in zip(*solved, strict=True))
    wind = np.array([(0.0, *deed.wind(frame)) for frame in frames])
    loose = loosen(Body(rig, turns, places, deed.loops, wind, 1.0 / FRAME_RATE))
    moves = [rig.moves(*rig.solve(p, cloth)) for p, cloth in zip(poses, loose, strict=True)]
    return [bases(rig.joints, move) for move in moves]


def filled(keys: list[np.ndarray | None]) -> list[np.ndarray]:
    """Between clips: the bases of their ends, mixed and made square again."""
    known = [frame for frame, b in enumerate(keys) if b is not None]
    whole = []
    for frame, basis in enumerate(keys):
        if basis is None:
            before = max(k for k in known if k < frame)
            after = min(k for k in known if k > frame)
            t = (frame - before) / (after - before)
            basis = keys[before] * (1.0 - t) + keys[after] * t
            u, _, v = np.linalg.svd(basis[:, :3, :3])
            basis[:, :3, :3] = u @ v
        whole.append(basis)
    return whole
