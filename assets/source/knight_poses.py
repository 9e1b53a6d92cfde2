"""The knight's keyed deeds: jump, fall, land, punch, sword swing and dance, as tables of poses.

Frames count from the clip's start. Controls are explained in knight_motion.py. The right fist
is closed throughout, so that a sword in it is held in every clip.
"""

from knight_keys import Keys, Pose


def part(name: str):
    """Controls of one part of the body by their last names: hips(x=0.1) is {"hips_x": 0.1}."""
    return lambda **controls: {f"{name}_{control}": value for control, value in controls.items()}


hips, spine, chest, neck, head = (part(p) for p in ("hips", "spine", "chest", "neck", "head"))


def left(**controls: float) -> Pose:
    return {f"{name}_l": value for name, value in controls.items()}


def right(**controls: float) -> Pose:
    return {f"{name}_r": value for name, value in controls.items()}


def both(**controls: float) -> Pose:
    return left(**controls) | right(**controls)


def flipped(pose: Pose) -> Pose:
    """The same, done by the other side; the fists stay as they are."""
    turned = {}
    for name, value in pose.items():
        side = {"_l": "_r", "_r": "_l"}.get(name[-2:])
        if side and not name.startswith("fist"):
            turned[name[:-2] + side] = value
        else:
            turned[name] = -value if name.endswith(("_roll", "_yaw", "_x")) else value
    return turned


# A line for each part of the body.
# fmt: off

# How he stands between deeds: idle begins here, a deed begins and ends here.
STAND = (
    hips(x=0.0, fwd=0.0, z=-0.022, pitch=0, roll=0, yaw=0)
    | spine(pitch=1, roll=0, yaw=0)
    | chest(pitch=2, roll=0, yaw=0)
    | neck(pitch=0, roll=0, yaw=0)
    | head(pitch=-2, roll=0, yaw=0)
    | both(foot_x=0.022, foot_z=0.0, foot_out=15, heel=0, knee_out=9)
    | both(shoulder_up=0, shoulder_fwd=0, arm_fwd=3, arm_out=16, arm_across=0)
    | both(elbow=24, wrist_in=4, wrist_fwd=0)
    | left(foot_fwd=0.018, arm_in=18, forearm_in=16, fist=0.35)
    | right(foot_fwd=-0.018, arm_in=8, forearm_in=0, fist=1)
)

# === In the air =================================================================================

# The first pose of the fall, with which the jump ends and the landing begins.
AIR = STAND | (
    hips(z=0.13, pitch=4) | spine(pitch=3) | chest(pitch=-2) | head(pitch=12)
    | both(arm_fwd=112, arm_out=4, arm_across=-74, arm_in=0, elbow=32, forearm_in=0, wrist_in=-14)
    | both(shoulder_up=12)
    | left(foot_fwd=0.115, foot_z=0.205, heel=14, foot_x=0.03, foot_out=10, fist=0.1)
    | right(foot_fwd=-0.075, foot_z=0.150, heel=46, foot_x=0.02, foot_out=10)
)

JUMP = Keys(
    [
        (0, STAND),
        # Down, arms back;
        (4.5,
            hips(z=-0.205, fwd=-0.035, pitch=26) | spine(pitch=13) | chest(pitch=11)
            | head(pitch=-30)
            | both(arm_fwd=-52, arm_out=14, arm_in=4, elbow=12, shoulder_up=6, shoulder_fwd=-8)
            | both(heel=0, foot_z=0, knee_out=14)),
        (5.5, both(arm_fwd=-50)),
        (6, hips(z=-0.195, pitch=27) | both(heel=2)),
        (7, both(arm_fwd=-6, heel=16)),
        # a push from the toes, the body stretched;
        (9,
            hips(z=0.040, fwd=0.015, pitch=1) | spine(pitch=-4) | chest(pitch=-8) | head(pitch=-8)
            | both(arm_fwd=88, arm_out=6, arm_across=-30, arm_in=-6, elbow=12)
            | both(shoulder_up=12, shoulder_fwd=6, heel=46, foot_z=0, knee_out=4)),
        # and the knees follow, one higher than the other.
        (12,
            hips(z=0.150, pitch=5) | spine(pitch=4) | chest(pitch=-4) | head(pitch=-4)
            | both(arm_fwd=152, arm_across=-64, arm_in=-6, elbow=20)
            | left(foot_fwd=0.135, foot_z=0.27, heel=20)
            | right(foot_fwd=-0.06, foot_z=0.15, heel=58)),
        (18, AIR),
    ],
    frames=18, loops=False, lags={"elbow": 0.7, "wrist": 1.2},
)

FALL = Keys(
    [
        (0, AIR),
        # Arms paddle, one up while the other is down; legs tread the air.
        (5,
            hips(roll=3) | chest(roll=-5, yaw=5) | head(roll=4)
            | left(arm_fwd=138, arm_across=-84, elbow=22, foot_fwd=0.07, foot_z=0.165, heel=30)
            | right(arm_fwd=92, arm_across=-66, elbow=42, foot_fwd=-0.02, foot_z=0.195, heel=34)),
        (9,
            hips(z=0.118, pitch=7) | chest(pitch=1) | head(pitch=8)
            | left(arm_fwd=118, arm_across=-92, elbow=34, foot_fwd=0.0, foot_z=0.15, heel=44)
            | right(arm_fwd=112, arm_across=-60, elbow=36, foot_fwd=0.055, foot_z=0.21, heel=18)),
        (14,
            hips(roll=-3) | chest(roll=5, yaw=-5) | head(roll=-4)
            | left(arm_fwd=90, arm_across=-72, elbow=42, foot_fwd=0.065, foot_z=0.20, heel=30)
            | right(arm_fwd=140, arm_across=-82, elbow=22, foot_fwd=-0.02, foot_z=0.17, heel=38)),
    ],
    frames=18, loops=True,
)

LAND = Keys(
    [
        (0, AIR),
        # Toes first;
        (2,
            hips(z=0.005, pitch=6) | spine(pitch=4) | head(pitch=8)
            | left(foot_fwd=0.045, foot_z=0, heel=24)
            | right(foot_fwd=-0.035, foot_z=0, heel=28)),
        (3, both(heel=2)),
        # then all the weight, into the knees;
        (6,
            hips(z=-0.235, fwd=-0.045, pitch=31) | spine(pitch=15) | chest(pitch=13)
            | head(pitch=-26)
            | both(arm_fwd=36, arm_out=26, arm_across=-26, arm_in=10, elbow=26, wrist_in=16)
            | both(shoulder_up=2, heel=0, knee_out=18)),
        (9,
            hips(z=-0.185, pitch=26) | spine(pitch=12) | head(pitch=-18)
            | both(arm_fwd=16, arm_out=30, arm_across=-10, elbow=26)),
        # and up, a little too far.
        (14,
            hips(z=-0.008, fwd=0.006, pitch=-2) | spine(pitch=-1) | chest(pitch=-1) | head(pitch=1)
            | both(arm_fwd=-6, arm_out=18, elbow=18, shoulder_up=3)),
        (18, STAND),
    ],
    frames=18, loops=False, lags={"elbow": 0.5, "wrist": 1.0},
)

# === Deeds ======================================================================================

PUNCH = Keys(
    [
        (0, STAND),
        # Away from the blow: weight on the right foot, fist back, the left hand up as a guard;
        (4,
            hips(x=-0.035, fwd=-0.035, z=-0.060, yaw=-24, pitch=3) | spine(yaw=-12, pitch=4)
            | chest(yaw=-24, pitch=4, roll=-4) | neck(yaw=20) | head(yaw=34, pitch=2)
            | left(arm_fwd=64, arm_out=10, arm_across=-30, arm_in=26, elbow=104, forearm_in=10)
            | left(shoulder_fwd=10, fist=1, foot_fwd=0.06, foot_z=0.045, heel=6)
            | right(arm_fwd=-38, arm_out=24, arm_in=4, elbow=118, forearm_in=-20)
            | right(shoulder_fwd=-14, shoulder_up=4, foot_out=32, heel=0)),
        # a step, and hips, chest and fist one after the other into it;
        (7,
            hips(x=0.018, fwd=0.095, z=-0.075, yaw=26, pitch=7) | spine(yaw=14, pitch=5)
            | chest(yaw=30, pitch=4, roll=2) | neck(yaw=-24) | head(yaw=-40, pitch=-4)
            | left(arm_fwd=-14, arm_out=22, arm_across=0, arm_in=12, elbow=124)
            | left(shoulder_fwd=-10, foot_fwd=0.165, foot_z=0, heel=0)
            | right(arm_fwd=86, arm_out=0, arm_across=-48, arm_in=30, elbow=5, forearm_in=52)
            | right(shoulder_fwd=20, shoulder_up=5, foot_out=6, heel=42)),
        (8.5,
            hips(fwd=0.108, yaw=28) | chest(yaw=33)
            | right(arm_fwd=87, elbow=2, shoulder_fwd=23)),
        # back, by the way it came.
        (11,
            hips(fwd=0.075, yaw=17) | chest(yaw=20)
            | left(foot_fwd=0.165, foot_z=0)
            | right(arm_fwd=70, arm_across=-34, elbow=48, forearm_in=40, heel=30)),
        (14,
            hips(fwd=0.02, z=-0.045)
            | left(arm_fwd=2, elbow=70, foot_fwd=0.09, foot_z=0.035)
            | right(arm_fwd=24, elbow=60, heel=8)),
        (18, STAND),
    ],
    frames=18, loops=False, lags={"head": 0.4},
)

SWORD_SWING = Keys(
    [
        (0, STAND),
        (3, hips(z=-0.045) | right(arm_fwd=46, arm_out=8, arm_across=-26, elbow=66, wrist_fwd=-8)),
        # The blade goes up over the right shoulder, the left hand forward for balance;
        (8,
            hips(x=-0.035, fwd=-0.050, z=-0.050, yaw=-16, pitch=-3) | spine(yaw=-8, pitch=-5)
            | chest(yaw=-18, pitch=-7, roll=6) | neck(yaw=14) | head(yaw=26, pitch=6)
            | left(arm_fwd=58, arm_out=24, arm_across=4, elbow=34, shoulder_fwd=10, fist=0.8)
            | left(foot_fwd=0.03, foot_z=0, heel=16)
            | right(arm_fwd=108, arm_out=0, arm_across=-40, arm_in=0, elbow=78, wrist_fwd=-36)
            | right(shoulder_up=18, shoulder_fwd=-12, foot_out=34)),
        (10, hips(fwd=0.02, yaw=-4) | left(foot_fwd=0.10, foot_z=0.045, heel=-6)),
        # a step, and it comes down across to the left;
        (12,
            hips(x=0.015, fwd=0.085, z=-0.075, yaw=16, pitch=8) | spine(yaw=6) | chest(yaw=10)
            | left(foot_fwd=0.165, foot_z=0, heel=0)
            | right(arm_fwd=90, arm_out=4, arm_across=-34, elbow=34, wrist_fwd=-6)
            | right(shoulder_fwd=10, shoulder_up=6, heel=24)),
        (14,
            hips(fwd=0.115, z=-0.105, yaw=27, pitch=14) | spine(yaw=16, pitch=10)
            | chest(yaw=32, pitch=10, roll=2) | neck(yaw=-20) | head(yaw=-36, pitch=-18)
            | left(arm_fwd=-36, arm_out=44, elbow=36, shoulder_fwd=-12)
            | right(arm_fwd=42, arm_out=0, arm_across=-6, elbow=10, wrist_fwd=-30)
            | right(shoulder_fwd=22, shoulder_up=0, foot_out=8, heel=44)),
        # its weight draws him on.
        (16,
            hips(fwd=0.110, z=-0.112) | chest(yaw=36)
            | left(arm_fwd=-40, arm_out=48, foot_fwd=0.165, foot_z=0)
            | right(arm_fwd=30, arm_across=8, elbow=14, wrist_fwd=-34)),
        (20,
            hips(fwd=0.035, z=-0.060, yaw=10) | chest(yaw=12)
            | left(arm_fwd=-8, arm_out=26, foot_fwd=0.085, foot_z=0.035)
            | right(arm_fwd=18, arm_across=4, elbow=30, wrist_fwd=-12, heel=12)),
        (24, STAND),
    ],
    frames=24, loops=False, lags={"head": 0.5, "elbow": 0.3, "wrist": 0.7},
)

# === Dance ======================================================================================

STANCE = both(foot_x=0.062, foot_fwd=0, foot_z=0, foot_out=16) | left(fist=0.85) | right(fist=1)
ON_BEAT, OFF_BEAT = hips(z=-0.095), hips(z=-0.032)

HAND_ON_HIP = dict(
    arm_fwd=-14, arm_out=46, arm_across=0, arm_in=74, elbow=92, forearm_in=0,
    wrist_in=-26, wrist_fwd=0, shoulder_up=4, shoulder_fwd=0,
)

# The right hand points at the ceiling, hips to the left;
POINT_UP = (
    hips(x=0.062, roll=-9, yaw=-9, pitch=2) | spine(roll=7, yaw=-2, pitch=0)
    | chest(roll=8, yaw=-8, pitch=-7) | neck(yaw=2) | head(yaw=2, roll=-9, pitch=-10)
    | right(arm_fwd=12, arm_out=142, arm_across=0, arm_in=0, elbow=6, forearm_in=0)
    | right(wrist_in=0, wrist_fwd=0, shoulder_up=20, shoulder_fwd=-4, heel=46, knee_out=-18)
    | left(**HAND_ON_HIP, heel=0, knee_out=14)
)
# then down across the body, hips to the right, the other arm out behind.
POINT_DOWN = (
    hips(x=-0.060, roll=8, yaw=14, pitch=3) | spine(roll=-5, yaw=9, pitch=2)
    | chest(roll=-5, yaw=20, pitch=3) | neck(yaw=-12) | head(yaw=-18, roll=7, pitch=2)
    | right(arm_fwd=38, arm_out=0, arm_across=44, arm_in=22, elbow=6, forearm_in=10)
    | right(wrist_in=0, wrist_fwd=0, shoulder_up=-2, shoulder_fwd=18, heel=0, knee_out=14)
    | left(arm_fwd=-32, arm_out=46, arm_across=0, arm_in=10, elbow=36, forearm_in=0)
    | left(wrist_in=0, wrist_fwd=0, shoulder_up=4, shoulder_fwd=-10, heel=46, knee_out=-18)
)

# Four beats of half a second. The hips change sides on each and dip; up goes the right hand,
# down, then down goes the left one, and up. On its way a hand swings wide, in front.
DANCE = Keys(
    [
        (0, POINT_UP | ON_BEAT | STANCE),
        (4, POINT_UP | chest(roll=9) | head(roll=-8)),
        (6, OFF_BEAT),
        (8, right(arm_fwd=62, arm_out=70, arm_across=0, elbow=38)),
        (12, POINT_DOWN | ON_BEAT),
        (16, POINT_DOWN),
        (18,
            OFF_BEAT
            | left(arm_fwd=24, arm_out=36, arm_across=8, elbow=58)
            | right(arm_fwd=18, arm_out=34, arm_across=14, elbow=60)),
        (24, flipped(POINT_DOWN) | ON_BEAT),
        (28, flipped(POINT_DOWN)),
        (30, OFF_BEAT),
        (32, left(arm_fwd=62, arm_out=70, arm_across=0, elbow=38)),
        (36, flipped(POINT_UP) | ON_BEAT),
        (40, flipped(POINT_UP) | chest(roll=-9) | head(roll=8)),
        (42, OFF_BEAT),
        (43, both(arm_fwd=26, arm_out=84, arm_in=30, elbow=64)),
    ],
    frames=48, loops=True, lags={"chest": 0.5, "neck": 1, "head": 1.3, "elbow": 0.6, "wrist": 1.4},
)
