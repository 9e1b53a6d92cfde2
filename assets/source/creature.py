"""Makes the creature: a plump beetle of a gecko with six legs, a curled tail and large eyes.

Run by hand, with Python 3.11 and `pip install bpy==4.5.15` (Blender as a module; it brings numpy):

    python assets/source/creature.py

It writes two files next to this script's folder:

    assets/creature.png   the texture
    assets/creature.dae   mesh, skin, and clips `idle`, `walk` and `startle` on one timeline

Both are committed. The same version of bpy writes the same bytes on every run, so a changed
file means a changed figure. In what follows z is up, the figure looks towards -y, lengths are
metres, angles radians, and times frames: what Blender works in and what the file says.
"""

from pathlib import Path

import numpy as np

from creature_motion import CLIPS, pose_at
from creature_pose import joint_moves
from creature_shape import build
from creature_skeleton import JOINTS
from creature_texture import paint
from kit.figure import Figure, write_figure
from kit.joints import bases
from kit.picture import write_png
from kit.timeline import Animation

ASSETS = Path(__file__).resolve().parent.parent
MODEL_FILE = ASSETS / "creature.dae"
TEXTURE_FILE = ASSETS / "creature.png"


def animation() -> Animation:
    """What every joint adds to its rest pose, frame by frame."""
    frames = []
    for frame in range(CLIPS[-1].end + 1):
        moves = joint_moves(pose_at(frame))
        frames.append(bases(JOINTS, [moves[joint.name] for joint in JOINTS]))
    return Animation(CLIPS, np.array(frames))


def main() -> None:
    cage = build()
    write_png(TEXTURE_FILE, paint(cage))
    figure = Figure(
        name="Creature",
        surface=cage.surface(),
        texture=TEXTURE_FILE,
        joints=JOINTS,
        animation=animation(),
    )
    write_figure(MODEL_FILE, figure)


if __name__ == "__main__":
    main()
