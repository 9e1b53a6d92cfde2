"""Animations in the dialects (whole matrices, matrix elements, angles), and the twins' matrices."""

from collections.abc import Callable

import numpy as np

from arm_motion import CLIPS
from arm_shape import JOINT_NAMES
from dialect_curves import Curve, euler_zyx, from_euler_zyx
from dialect_rig import Dialect
from dialect_xml import floats, names
from kit.timeline import FRAME_RATE, Clip
from kit.turns import moved

JOINTS = range(len(JOINT_NAMES))
AXES = "ZYX"


def seconds(frames) -> list[float]:
    return [frame / FRAME_RATE for frame in frames]


def key_frames(clip: Clip, step: int) -> list[int]:
    """Every so many frames of a clip, both ends included."""
    return list(range(clip.start, clip.end + 1, step))


def timeline(step: int) -> list[int]:
    """Every so many frames from the first clip's start to the last one's end."""
    return list(range(CLIPS[0].start, CLIPS[-1].end + 1, step))


# === Text =======================================================================================


def sampler(id_: str, target: str, sources: list[tuple[str, str]]) -> str:
    """Sources, by semantic, with the sampler that names them and its channel."""
    inputs = "".join(f'<input semantic="{word}" source="#{id_}-{word}"/>' for word, _ in sources)
    return f"""{"".join(text for _, text in sources)}\
<sampler id="{id_}-sampler">{inputs}</sampler>
<channel source="#{id_}-sampler" target="{target}"/>
"""


def animation(id_: str, content: str) -> str:
    return f'<animation id="{id_}">\n{content}</animation>\n'


def matrix_channel(
    dialect: Dialect, joint: int, times: list[float], matrices, way: str | None = "LINEAR"
) -> tuple[str, str]:
    """A joint's whole matrices; without a way the file does not say how to go between them."""
    id_ = f"{dialect.node_id(joint)}-{dialect.matrix_sid}"
    values = np.array(matrices).ravel()
    sources = [
        ("INPUT", floats(f"{id_}-INPUT", times, ("TIME",))),
        ("OUTPUT", floats(f"{id_}-OUTPUT", values, ("TRANSFORM",), "float4x4")),
    ]
    if way:
        ways = [way] * len(times)
        sources.append(("INTERPOLATION", names(f"{id_}-INTERPOLATION", ways, "INTERPOLATION")))
    return id_, sampler(id_, f"{dialect.node_id(joint)}/{dialect.matrix_sid}", sources)


def number_channel(id_: str, target: str, param: str, curve: Curve) -> str:
    """One number of a transform."""
    sources = [
        ("INPUT", floats(f"{id_}-INPUT", curve.times, ("TIME",))),
        ("OUTPUT", floats(f"{id_}-OUTPUT", curve.values, (param,))),
    ]
    for word, tangents in (("IN_TANGENT", curve.arriving), ("OUT_TANGENT", curve.leaving)):
        if tangents is not None:
            params = ("X", "Y") if tangents.shape[1] == 2 else (param,)
            sources.append((word, floats(f"{id_}-{word}", tangents.ravel(), params)))
    ways = names(f"{id_}-INTERPOLATION", curve.ways, "INTERPOLATION")
    return sampler(id_, target, [*sources, ("INTERPOLATION", ways)])


# === Whole matrices =============================================================================


def sampled(dialect: Dialect, joint: int, frames: list[int]) -> list[np.ndarray]:
    return [dialect.local_at(joint, frame) for frame in frames]


def matrix_animations(dialect: Dialect, frames: list[int], way: str | None = "LINEAR") -> str:
    """One animation a joint, side by side."""
    text = ""
    for joint in JOINTS:
        matrices = sampled(dialect, joint, frames)
        text += animation(*matrix_channel(dialect, joint, seconds(frames), matrices, way))
    return text


def nested_animations(dialect: Dialect, frames: list[int]) -> str:
    """Each joint's animation in one of the joint's own, which has no keys, and all in one more."""
    text = ""
    for joint in JOINTS:
        matrices = sampled(dialect, joint, frames)
        inner = animation(*matrix_channel(dialect, joint, seconds(frames), matrices))
        text += animation(f"{dialect.node_id(joint)}-anim", inner)
    return animation("Take_001", text)


# === Matrix elements ============================================================================

# The nine of the rotation; the translation does not change, and has no channel.
ELEMENTS = [(column, row) for column in range(3) for row in range(3)]


def element_curves(dialect: Dialect, joint: int, frames: list[int]) -> dict[tuple, Curve]:
    """A curve for each element, by column and row; each holds its value until the next key.

    Straight lines from element to element would shear the joint between the keys.
    """
    matrices = sampled(dialect, joint, frames)
    ways = ["STEP"] * len(frames)
    return {
        (column, row): Curve(seconds(frames), [float(m[row, column]) for m in matrices], ways)
        for column, row in ELEMENTS
    }


def element_animations(dialect: Dialect, frames: list[int]) -> str:
    """One animation a joint with a channel for each element: `transform(column)(row)`."""
    text = ""
    for joint in JOINTS:
        node, channels = dialect.node_id(joint), ""
        for (column, row), curve in element_curves(dialect, joint, frames).items():
            target = f"{node}/{dialect.matrix_sid}({column})({row})"
            channels += number_channel(f"{node}-{column}{row}", target, "TRANSFORM", curve)
        text += animation(f"{node}-elements", channels)
    return text


# === Angles =====================================================================================

# From times and values to a curve through them.
Maker = Callable[[list[float], list[float]], Curve]


def angle_curves(dialect: Dialect, joint: int, frames: list[int], make: Maker) -> list[Curve]:
    """A joint's degrees about z, y and x, on curves through the arm's own poses at these frames."""
    keys, near = [], (0.0, 0.0, 0.0)
    for frame in frames:
        near = euler_zyx(dialect.turn(joint, frame), near)
        keys.append(near)
    return [make(seconds(frames), [key[axis] for key in keys]) for axis in range(3)]


def angle_animations(dialect: Dialect, frames: list[int], make: Maker) -> str:
    """An animation for each joint and axis."""
    text = ""
    for joint in JOINTS:
        for axis, curve in zip(AXES, angle_curves(dialect, joint, frames, make)):
            id_ = f"{dialect.node_id(joint)}-rotate{axis}"
            target = f"{dialect.node_id(joint)}/rotate{axis}.ANGLE"
            text += animation(id_, number_channel(id_, target, "ANGLE", curve))
    return text


def angle_matrices(dialect: Dialect, joint: int, keys: list[int], make: Maker, frames):
    """What the angles' curves make of a joint's matrix at these frames."""
    curves = angle_curves(dialect, joint, keys, make)
    matrices = []
    for time in seconds(frames):
        turn = from_euler_zyx(*(curve.value(time) for curve in curves))
        matrices.append(dialect.rest_local(joint) @ moved(turn, np.zeros(3)))
    return matrices


# === Clips ======================================================================================


def clip_texts(animation_ids: list[str], last_is_open: bool = False) -> str:
    """The clips of the arm; the last one may leave its end to the keys."""
    text = ""
    for clip in CLIPS:
        end = f' end="{clip.end / FRAME_RATE:g}"'
        if last_is_open and clip is CLIPS[-1]:
            end = ""
        instances = "".join(f'<instance_animation url="#{id_}"/>' for id_ in animation_ids)
        start = f'start="{clip.start / FRAME_RATE:g}"'
        text += f'<animation_clip id="{clip.name}" {start}{end}>{instances}</animation_clip>\n'
    return text
