"""Makes the workbook's knight; see the modules beside it for how.

Run by hand, with Python 3.11 and `pip install bpy==4.5.15` (Blender as a module; it brings numpy):

    python assets/source/knight.py

It writes two files next to this script's folder:

    assets/knight.png   the texture
    assets/knight.dae   mesh, skin of 35 joints, and nine clips on one timeline

Both are committed. The same version of bpy writes the same bytes on every run, so a changed
file means a changed knight.
"""

from pathlib import Path

import knight_armour
import knight_body
import knight_clips
import knight_paint
import knight_rig
from kit.figure import Figure, write_figure
from kit.picture import write_png
from kit.shapes import Patch, joined, mirrored, placed

ASSETS = Path(__file__).resolve().parent.parent
MODEL_FILE = ASSETS / "knight.dae"
TEXTURE_FILE = ASSETS / "knight.png"


def surface() -> Patch:
    """Everything one sees, in the bind pose."""
    left = joined([knight_body.thumb(), knight_body.boot()])
    parts = [knight_body.body(), knight_body.head(), left, mirrored(left), knight_armour.armour()]
    return joined(parts)


def main() -> None:
    write_png(TEXTURE_FILE, knight_paint.texture())
    joints = knight_rig.joints()
    figure = Figure(
        name="Knight",
        surface=placed(surface(), knight_paint.atlas()),
        texture=TEXTURE_FILE,
        joints=joints,
        animation=knight_clips.animation(joints),
    )
    write_figure(MODEL_FILE, figure)


if __name__ == "__main__":
    main()
