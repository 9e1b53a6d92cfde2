"""The creature's clips: its pose at a frame of the timeline."""

import math

import numpy as np

from creature_pose import Pose, mix
from creature_skeleton import LEGS, TAIL
from kit.curves import Track, curve, cycle, smoothstep, turn
from kit.timeline import FRAME_RATE, Clip

# Multiples of 3 frames are multiples of 1/8 s, which decimals and floats hold exactly: the clips
# start and end on the very numbers of the file's keys.
IDLE = Clip("idle", 0, 96)
WALK = Clip("walk", 108, 126)
STARTLE = Clip("startle", 138, 183)
CLIPS = (IDLE, WALK, STARTLE)

# --- Idle ---------------------------------------------------------------------------------------

BREATHS = 2  # in the clip, so that it ends where it began
SWAYS = 1
BREATH_RISE = 0.006  # metres by which the body goes up and down
BREATH_BELLY = 0.008
TAIL_LAG = 0.11  # of a turn, by which each next joint of the tail is late

# (frame, value) keys, in degrees or as shares. The look goes left, down at a foot, right, ahead.
LOOK_YAW = [(0, 0), (14, 0), (24, 30), (38, 30), (52, -26), (70, -26), (84, 0), (96, 0)]
LOOK_PITCH = [(0, 0), (14, 0), (24, -4), (38, -3), (52, 9), (70, 8), (84, 0), (96, 0)]
LOOK_ROLL = [(0, 0), (16, 0), (28, 9), (38, 9), (54, -11), (70, -11), (86, 0), (96, 0)]
GAZE_YAW = [(0, 0), (11, 0), (16, 16), (36, 12), (45, -16), (67, -12), (74, 0), (96, 0)]
GAZE_PITCH = [(0, 0), (11, 0), (16, -4), (36, 0), (45, 6), (67, 4), (74, 0), (96, 0)]
BLINKS = (17, 46, 78)  # where the lids meet; a look that changes starts with a blink
BLINK_SHUTS, BLINK_OPENS = 2, 4  # frames
PERKS = (24, 52)  # where the feelers follow the look

# --- Walk ---------------------------------------------------------------------------------------

WALK_SPEED = 0.24  # metres a second over the ground
STANCE = 11  # frames a foot stands, of the clip's 18
STEP_HEIGHT = 0.040
# Frames by which a leg is late, in the order of LEGS (front left, front right, middle left, ...).
# Front and rear of one side go with the middle of the other: three feet stand at any time. Each
# next pair follows a frame behind, so that the six do not beat like two.
LEG_LAG = (0, 9, 10, 1, 2, 11)
# Front feet step a little further ahead and rear ones further back than they stand at rest, so
# that no foot comes down on its neighbour. Metres along y.
STANCE_SHIFT = {"front": -0.008, "middle": 0.0, "rear": 0.006}
WALK_CROUCH = 0.004

# --- Startle ------------------------------------------------------------------------------------

JUMP, LAND = 7, 16  # frames of the clip at which the feet leave the ground and meet it again
TAKE_OFF = 0.012  # metres above rest at which the feet leave the ground, and meet it again
TOP = 0.150
HEIGHT = [(0, 0), (4, -0.040), (JUMP, TAKE_OFF), (11.5, TOP), (LAND, TAKE_OFF), (19, -0.050)]
HEIGHT += [(29, -0.044), (36, -0.012), (45, 0)]
PITCH = [(0, 0), (4, -4), (8, 10), (12, 3), (16, -8), (20, 3), (29, 2), (45, 0)]
HEAD_PITCH = [(0, 0), (4, 9), (10, 16), (16, -6), (20, -20), (29, -17), (34, 5), (45, 0)]
HEAD_YAW = [(0, 0), (29, 0), (34, -16), (37, -16), (41, 14), (45, 0)]
FEELERS_BACK = [(0, 0), (4, -12), (9, -28), (14, 34), (19, 58), (29, 52), (36, -8), (43, 0)]
FEELERS_OUT = [(0, 0), (5, 22), (16, 26), (20, -10), (29, -8), (36, 12), (43, 0)]
LIDS = [(0, 0), (4, -0.22), (15, -0.22), (19, 0.62), (28, 0.58), (33, -0.12), (45, 0)]
TAIL_DOWN = [(0, 0), (4, 8), (9, -26), (14, -18), (19, 2), (29, 0), (42, 0)]
TAIL_SIDE = [(0, 0), (12, 0), (20, 26), (29, 26), (37, -5), (42, 0)]
SPLAY_OUT = 0.030  # metres by which the feet are further out, and higher, at the top of the jump
SPLAY_UP = 0.140
TREMBLE = [(0, 0), (18, 0), (21, 1), (27, 1), (30, 0), (45, 0)]
TREMBLE_STEP = 0.0022


def pose_at(frame: int) -> Pose:
    """The pose at a frame of the timeline; between the clips it passes from one to the next."""
    poses = ((IDLE, idle), (WALK, walk), (STARTLE, startle))
    for clip, pose in poses:
        if clip.start <= frame <= clip.end:
            return pose(frame - clip.start)
    for (before, last), (after, first) in zip(poses, poses[1:]):
        if before.end < frame < after.start:
            share = smoothstep(before.end, after.start, frame)
            return mix(last(before.frames), first(0), share)
    raise ValueError(f"frame {frame} is not on the timeline")


def degrees(keys: Track, frame: float) -> float:
    """A track of degrees, in radians."""
    return math.radians(curve(keys, frame))


# === Idle =======================================================================================


def idle(frame: int) -> Pose:
    """Breathing, looking about, blinking; the feet stand."""
    pose = Pose()
    frame %= IDLE.frames
    phase = cycle(frame, IDLE.frames)
    breath = turn(BREATHS * phase)
    pose.lift[:] = (0.010 * turn(SWAYS * phase), 0.0, BREATH_RISE * breath)
    pose.body[:] = (0.012 * breath, 0.0, -0.025 * turn(SWAYS * phase))
    pose.chest[0] = 0.030 * breath
    pose.belly[0] = -BREATH_BELLY * turn(BREATHS * phase + 0.08)

    yaw, pitch, roll = (degrees(keys, frame) for keys in (LOOK_YAW, LOOK_PITCH, LOOK_ROLL))
    pose.neck[:] = (0.3 * pitch - 0.015 * breath, 0.35 * yaw, 0.2 * roll)
    pose.head[:] = (0.7 * pitch - 0.020 * breath, 0.65 * yaw, 0.8 * roll)
    pose.chest[1] = 0.12 * yaw
    pose.gaze[:] = (degrees(GAZE_PITCH, frame), degrees(GAZE_YAW, frame))
    pose.lids[:] = max(blink(frame, middle) for middle in BLINKS)

    for side in (0, 1):
        drift = 0.25 * side
        perk = sum(bump(frame, middle + 2 * side, 7) for middle in PERKS)
        for joint, late in ((0, 0.0), (1, 0.08)):
            swing = 0.07 * turn(2 * phase + drift - late)
            spread = 0.04 * turn(phase + drift)
            pose.feelers[side][joint] = (swing - 0.16 * perk, spread + 0.10 * perk)
    for joint in range(len(TAIL)):
        late = TAIL_LAG * joint
        pose.tail[joint] = (0.05 * turn(2 * phase - late), 0.17 * turn(SWAYS * phase - late))
    return pose


def blink(frame: float, middle: float) -> float:
    """How far a lid is closed by the blink that shuts it at a frame."""
    if frame <= middle:
        return smoothstep(middle - BLINK_SHUTS, middle, frame)
    return 1.0 - smoothstep(middle, middle + BLINK_OPENS, frame)


def bump(frame: float, middle: float, half: float) -> float:
    """1 at a frame, 0 from `half` frames on to either side."""
    return 1.0 - smoothstep(0.0, half, abs(frame - middle))


# === Walk =======================================================================================


def walk(frame: int) -> Pose:
    """Three feet stand while three step; the body stays, so the ground goes back below it."""
    pose = Pose()
    phase = cycle(frame, WALK.frames)
    twice = turn(2 * phase + 0.15)
    pose.lift[:] = (0.008 * turn(phase + 0.05), 0.0, 0.006 * twice - WALK_CROUCH)
    pose.body[:] = (0.020 * turn(2 * phase), 0.045 * turn(phase), 0.045 * turn(phase + 0.30))
    pose.chest[:] = (0.0, -0.070 * turn(phase - 0.04), -0.020 * turn(phase + 0.30))
    # The head keeps looking ahead, and nods late.
    pose.neck[:] = (0.030 * turn(2 * phase - 0.12), 0.015 * turn(phase), -0.02 * turn(phase + 0.3))
    pose.head[:] = (0.055 * turn(2 * phase - 0.22), 0.010 * turn(phase), -0.03 * turn(phase + 0.22))
    pose.belly[0] = 0.004 * turn(2 * phase - 0.10)
    for side in (0, 1):
        for joint, late in ((0, 0.30), (1, 0.42)):
            nod = 0.12 * turn(2 * phase - late)
            spread = 0.06 * turn(phase - late) * (1 - 2 * side)
            pose.feelers[side][joint] = (0.10 + nod, spread)
    for joint in range(len(TAIL)):
        late = TAIL_LAG * joint
        bob, sway = turn(2 * phase - 0.2 - late), turn(phase - 0.25 - late)
        pose.tail[joint] = (-0.02 + 0.05 * bob, 0.16 * sway)
    for index, leg in enumerate(LEGS):
        step, toes = foot_step((frame - LEG_LAG[index]) % WALK.frames)
        pose.feet[index] = step
        pose.feet[index][1] += STANCE_SHIFT[leg.name.split("_")[0]]
        pose.toes[index] = toes
    return pose


def foot_step(frame: int) -> tuple[np.ndarray, float]:
    """Where a foot is on its way, and how far its toes point down; it lands at frame 0."""
    stride = WALK_SPEED * STANCE / FRAME_RATE
    if frame <= STANCE:
        return np.array((0.0, stride * (frame / STANCE - 0.5), 0.0)), 0.0
    swing = WALK.frames - STANCE
    t = (frame - STANCE) / swing
    # A cubic that leaves and meets the ground at the ground's own speed.
    speed = WALK_SPEED * swing / FRAME_RATE
    forward = smoothstep(0.0, 1.0, t)
    y = stride * (0.5 - forward) + speed * (t * (1 - t) ** 2 + t * t * (t - 1))
    lift = STEP_HEIGHT * 16 * t**2 * (1 - t) ** 2
    return np.array((0.0, y, lift)), 0.45 * 16 * t**2 * (1 - t) ** 2 * (1 - 2 * t)


# === Startle ====================================================================================


def startle(frame: int) -> Pose:
    """A flinch, a leap with all six feet, a cower with a tremble, and a cautious look around."""
    pose = Pose()
    height, pitch = curve(HEIGHT, frame), degrees(PITCH, frame)
    tremble = curve(TREMBLE, frame) * (1 if frame % 2 else -1)
    pose.lift[:] = (TREMBLE_STEP * tremble, 0.03 * bump(frame, 12, 10), height)
    pose.body[0] = pitch
    pose.chest[0] = 0.5 * pitch
    head = degrees(HEAD_PITCH, frame)
    pose.neck[0], pose.head[0] = 0.4 * head, 0.6 * head
    pose.neck[1], pose.head[1] = (share * degrees(HEAD_YAW, frame) for share in (0.4, 0.6))
    pose.gaze[1] = 0.5 * degrees(HEAD_YAW, frame + 2)
    pose.belly[0] = 0.006 * bump(frame, LAND + 2, 5)
    pose.lids[:] = curve(LIDS, frame)
    for side in (0, 1):
        for joint, late in ((0, 0.0), (1, 1.5)):
            back, out = (degrees(keys, frame - late) for keys in (FEELERS_BACK, FEELERS_OUT))
            pose.feelers[side][joint] = (0.6 * back, 0.6 * out)
    for joint in range(len(TAIL)):
        late = 0.8 * joint
        down, side = (degrees(keys, frame - late) for keys in (TAIL_DOWN, TAIL_SIDE))
        pose.tail[joint] = (down, side)
    airborne = JUMP < frame < LAND
    splay = (height - TAKE_OFF) / (TOP - TAKE_OFF) if airborne else 0.0
    for index, leg in enumerate(LEGS):
        # Where the body's pitch lifts a hip, its foot goes up with it.
        up = SPLAY_UP - leg.hip[1] * math.sin(1.5 * pitch)
        pose.feet[index] = splay * (SPLAY_OUT * leg.outwards + np.array((0.0, 0.0, up)))
        pose.toes[index] = 0.5 * splay
    return pose
