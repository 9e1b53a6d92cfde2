"""Makes the workbook's first figure: a robot arm of three joints, a hose with two eyes.

Run by hand, with Python 3.11 and `pip install bpy==4.5.15` (Blender as a module; it brings numpy):

    python assets/source/arm.py

It writes two files next to this script's folder:

    assets/arm.png   the texture
    assets/arm.dae   mesh, skin of three joints, clips `wave`, `bend` and `twist` on one timeline

Both are committed. The same version of bpy writes the same bytes on every run, so a changed
file means a changed figure. In what follows z is up, the figure looks towards -y, lengths are
metres, angles radians, and times frames: what Blender works in and what the file says.
"""

from pathlib import Path

import numpy as np

from arm_motion import CLIPS, angles_at, joint_rotation
from arm_shape import BONE_LENGTH, JOINT_NAMES, build_surface, lengths_along, profile
from arm_texture import paint_texture
from kit.figure import Figure, write_figure
from kit.joints import Joint
from kit.picture import write_png
from kit.timeline import Animation
from kit.turns import moved

ASSETS = Path(__file__).resolve().parent.parent
MODEL_FILE = ASSETS / "arm.dae"
TEXTURE_FILE = ASSETS / "arm.png"


def joints() -> list[Joint]:
    """The three joints, each at the end of its parent's bone."""
    chain = []
    for k, name in enumerate(JOINT_NAMES):
        head, tail = (0.0, 0.0, k * BONE_LENGTH), (0.0, 0.0, (k + 1) * BONE_LENGTH)
        chain.append(Joint(name, JOINT_NAMES[k - 1] if k else None, head, tail, (0.0, -1.0, 0.0)))
    return chain


def animation() -> Animation:
    """The joints' rotations, frame by frame."""
    frames = []
    for frame in range(CLIPS[-1].end + 1):
        frames.append([moved(joint_rotation(angles), np.zeros(3)) for angles in angles_at(frame)])
    return Animation(CLIPS, np.array(frames))


def main() -> None:
    rings = profile()
    write_png(TEXTURE_FILE, paint_texture(rings))
    figure = Figure(
        name="Arm",
        surface=build_surface(rings, lengths_along(rings)),
        texture=TEXTURE_FILE,
        joints=joints(),
        animation=animation(),
    )
    write_figure(MODEL_FILE, figure)


if __name__ == "__main__":
    main()
