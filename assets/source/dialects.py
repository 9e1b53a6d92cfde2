"""Writes one arm in many dialects of Collada, as different exporters would.

Run by hand, with Python 3.11 and numpy; it needs no Blender:

    python assets/source/dialects.py

It writes assets/dialects/NAME.dae, with the arm's texture beside them, and for each file whose
motion is not in plain matrices a NAME_twin.dae: the same arm in the same axes and units, its motion
sampled as matrices. All are committed; two runs write the same bytes. The dialects show how files
differ; no exporter had a hand in them.
"""

from functools import partial
from pathlib import Path

import numpy as np

from arm_motion import BEND, WAVE
from arm_shape import profile
from arm_texture import paint_texture
from dialect_arm import coarse_mesh
from dialect_curves import Curve, bezier, from_euler_zyx, hermite
from dialect_motion import (
    JOINTS,
    angle_animations,
    angle_matrices,
    animation,
    clip_texts,
    element_animations,
    key_frames,
    matrix_animations,
    matrix_channel,
    nested_animations,
    sampled,
    seconds,
    timeline,
)
from dialect_rig import Dialect
from dialect_xml import TEXTURE, document
from kit.picture import write_png
from kit.turns import moved

FOLDER = Path(__file__).resolve().parent.parent / "dialects"

# Frames from key to key, of 24 a second.
MATRIX_STEP = 3
BEND_STEP = 6
WAVE_STEP = 3
TWIN_STEP = 1

METRE, CENTIMETRE, INCH = ("meter", 1.0), ("centimeter", 0.01), ("inch", 0.0254)

# Bones along x, as Maya likes them, and each joint rolled or tilted differently: with axes that
# agree with the parent's, a reader that leaves the orientations out would not be found out.
MAYA_AXES = [from_euler_zyx(90, 0, 0), from_euler_zyx(90, 0, 25), from_euler_zyx(90, 20, -15)]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    # A model's pictures lie beside it; loaders do not follow a path upwards.
    write_png(FOLDER / TEXTURE, paint_texture(profile()))
    for write in (blender, clips, scenekit, fbx, maya, bezier_1d, hermites, steps, max_elements):
        write()


def save(dialect: Dialect, animations: str, clips_: str = "") -> None:
    text = document(dialect, coarse_mesh(), animations, clips_)
    (FOLDER / f"{dialect.name}.dae").write_text(text, encoding="utf-8", newline="\n")


# === Whole matrices =============================================================================


def blender() -> None:
    """Z up, metres, one matrix a joint at even times."""
    dialect = Dialect("blender", "as Blender writes")
    animations = matrix_animations(dialect, timeline(MATRIX_STEP))
    save(dialect, animations, clip_texts(animation_ids(dialect)))


def clips() -> None:
    """Joints by id, several clips, one that leaves its end open, and keys that begin late."""
    dialect = Dialect("clips", "with clips, and joints by id", up_axis="Y_UP", sids=False)
    frames = timeline(MATRIX_STEP)[1:]
    save(dialect, matrix_animations(dialect, frames), clip_texts(animation_ids(dialect), True))


def scenekit() -> None:
    """No INTERPOLATION: the file does not say how to go from key to key."""
    dialect = Dialect("scenekit", "as SceneKit writes", up_axis="Y_UP", primitive="polylist")
    save(dialect, matrix_animations(dialect, timeline(MATRIX_STEP), way=None))


def fbx() -> None:
    """No skeleton named, animations in animations, a bind shape, weights of 0, no sampler."""
    # The mesh was modelled z up, in metres and half a metre off; the scene is y up, in centimetres.
    bind_shape = moved(100.0 * from_euler_zyx(0, 0, -90), np.array((0.0, 50.0, 0.0)))
    dialect = Dialect(
        "fbx",
        "as FBX converters write",
        up_axis="Y_UP",
        unit=CENTIMETRE,
        bind_shape=bind_shape,
        skeletons=False,
        zero_weights=True,
        primitive="polylist",
        direct_texture=True,
        matrix_sid="matrix",
    )
    save(dialect, nested_animations(dialect, timeline(MATRIX_STEP)))


def animation_ids(dialect: Dialect) -> list[str]:
    return [f"{dialect.node_id(joint)}-{dialect.matrix_sid}" for joint in JOINTS]


# === Curves of angles ===========================================================================


def maya_like(name: str, like: str, version: str = "1.4.1") -> Dialect:
    """Y up, centimetres, translation, orientation and rotation in angles."""
    return Dialect(
        name, like, version=version, up_axis="Y_UP", unit=CENTIMETRE, axes=MAYA_AXES, euler=True
    )


def maya() -> None:
    """BEZIER control points with a time and a value; a straight part while the arm holds."""
    write_angles(
        maya_like("maya", "as Maya writes"),
        key_frames(BEND, BEND_STEP),
        partial(with_straight_middle, make=partial(bezier, numbers=2)),
    )


def with_straight_middle(times: list[float], values: list[float], make) -> Curve:
    """A curve whose middle segment is LINEAR: exporters mix kinds of interpolation in one curve."""
    curve = make(times, values)
    curve.ways[len(times) // 2 - 1] = "LINEAR"
    return curve


def bezier_1d() -> None:
    """BEZIER control points that are values only, as the first exporters of 1.4.0 wrote them."""
    dialect = maya_like("bezier_1d", "as early Maya exporters wrote", version="1.4.0")
    write_angles(dialect, key_frames(WAVE, WAVE_STEP), partial(bezier, numbers=1))


def hermites() -> None:
    """HERMITE tangents, one number each."""
    dialect = maya_like("hermite", "with tangents instead of control points")
    write_angles(dialect, key_frames(BEND, BEND_STEP), hermite)


def steps() -> None:
    """Poses that hold until the next: an animator's first pass."""
    dialect = maya_like("step", "with poses that hold")
    write_angles(dialect, key_frames(BEND, BEND_STEP), held)


def held(times: list[float], values: list[float]) -> Curve:
    return Curve(times, values, ["STEP"] * len(times))


def write_angles(dialect: Dialect, keys: list[int], make) -> None:
    """The file and its twin."""
    save(dialect, angle_animations(dialect, keys, make))
    way = "STEP" if make is held else "LINEAR"
    frames = keys if make is held else list(range(keys[0], keys[-1] + 1, TWIN_STEP))
    matrices = [angle_matrices(dialect, joint, keys, make, frames) for joint in JOINTS]
    save_twin(dialect, frames, matrices, way)


def save_twin(dialect: Dialect, frames: list[int], matrices, way: str) -> None:
    """The same arm with a matrix for each joint at each of these frames."""
    twin = Dialect(
        f"{dialect.name}_twin",
        f"the twin of {dialect.name}.dae",
        up_axis=dialect.up_axis,
        unit=dialect.unit,
        axes=dialect.axes,
        group=dialect.group,
    )
    text = ""
    for joint in JOINTS:
        text += animation(*matrix_channel(twin, joint, seconds(frames), matrices[joint], way))
    save(twin, text)


# === Matrix elements ============================================================================


def max_elements() -> None:
    """Inches, a channel for each element of a matrix, polygons one by one, a moved group.

    The elements hold from key to key: an arm filmed pose by pose.
    """
    dialect = Dialect(
        "max",
        "as 3ds Max exporters wrote",
        unit=INCH,
        group=moved(np.eye(3), np.array((0.0, 0.0, -10.0))),
        primitive="polygons",
        direct_texture=True,
    )
    keys = key_frames(BEND, MATRIX_STEP)
    save(dialect, element_animations(dialect, keys))
    save_twin(dialect, keys, [sampled(dialect, joint, keys) for joint in JOINTS], "STEP")


if __name__ == "__main__":
    main()
