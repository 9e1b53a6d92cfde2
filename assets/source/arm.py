"""Makes the workbook's first figure: a robot arm of three joints, a hose with two eyes.

Run by hand, with Python 3.11 and `pip install bpy==4.5.15` (Blender as a module; it brings numpy):

    python assets/source/arm.py

It writes two files next to this script's folder:

    assets/arm.png   the texture
    assets/arm.dae   mesh, skin of three joints, and clips `wave` and `bend` on one timeline

Both are committed. The same version of bpy writes the same bytes on every run, so a changed
file means a changed figure. In what follows z is up, the figure looks towards -y, lengths are
metres, angles radians, and times frames: what Blender works in and what the file says.
"""

import math
import re
import struct
import tempfile
import zlib
from pathlib import Path
from typing import NamedTuple

import bpy
import numpy as np
from mathutils import Quaternion, Vector

ASSETS = Path(__file__).resolve().parent.parent
MODEL_FILE = ASSETS / "arm.dae"
TEXTURE_FILE = ASSETS / "arm.png"

# Blender writes the time of the export; a fixed one keeps the bytes equal from run to run.
FILE_DATE = "2025-01-01T00:00:00"

# --- Skeleton -----------------------------------------------------------------------------------

JOINT_NAMES = ("upper", "lower", "hand")
BONE_LENGTH = 1.0  # metres; joint k rests at height k * BONE_LENGTH
ELBOW = 1 * BONE_LENGTH  # height of `lower`, where the first bellows sits
WRIST = 2 * BONE_LENGTH  # height of `hand`, where the second one sits

# Half the height over which the weights pass from one joint to the next, metres. Over 0.7 m a
# bend of 90 degrees has an inner radius of 0.3 m, more than the tube's, so it does not pinch.
RAMP_HALF_HEIGHT = 0.35

# --- Shape, metres ------------------------------------------------------------------------------

SLICES = 20  # vertices in a ring
CAP_RINGS = 5  # rings in a dome, without its pole
SHELL_RINGS = 4  # steps along a rigid part, between its two rounded edges

BASE_RADIUS = 0.34
BASE_DEPTH = BASE_RADIUS  # a half ball about the joint `upper`: leaning, it only rolls
HEAD_RADIUS = 0.275
HEAD_CENTRE = 2.72  # height at which the tube ends and the upper dome begins
HEAD_HEIGHT = 3 * BONE_LENGTH - HEAD_CENTRE  # so that the tip is at 3 m

BELLOWS_HALF_HEIGHT = 0.22
FOLDS = 4  # in one bellows
FOLD_DEPTH = 0.05  # from valley to peak
RINGS_PER_FOLD = 4
EDGE = 0.03  # a shell's last ring sits this far from the one before, so that the edge looks round

# The radius of a shell's end above the valleys of the bellows that it holds.
COLLAR = 0.055

UPPER_RADII = (BASE_RADIUS, 0.28)  # at the bottom and at the top of each shell
LOWER_RADII = (0.27, 0.225)
HAND_RADII = (0.225, HEAD_RADIUS)

# --- Texture ------------------------------------------------------------------------------------

TEXTURE_SIZE = (256, 512)  # width and height; the figure is twice as long as round
SUPERSAMPLING = 4  # samples per texel and axis
CHECKS_AROUND = 10  # even, so that the pattern closes at the seam
CHECK_LENGTH = 0.16  # metres along the surface, about as long as it is wide
TRIM = 0.05  # width of the plain ring at a shell's end, metres
STRIPE_HALF_WIDTH = 0.022  # metres; the line down the back that shows twist

# sRGB. Blue, amber and pale mint differ in lightness too, so they stay apart without colour.
BLUE, LIGHT_BLUE = (25, 84, 138), (45, 115, 176)
AMBER, LIGHT_AMBER = (222, 140, 24), (243, 172, 62)
MINT, LIGHT_MINT = (158, 212, 190), (190, 231, 213)
CHARCOAL, GREY = (38, 42, 54), (84, 91, 108)
CREAM = (252, 244, 224)
INK = (24, 27, 38)
WHITE = (255, 255, 255)
SHELL_COLOURS = ((BLUE, LIGHT_BLUE), (AMBER, LIGHT_AMBER), (MINT, LIGHT_MINT))
TRIM_COLOURS = ((16, 56, 96), (166, 94, 8), (88, 158, 138))

FRONT_U = 0.5  # where the figure looks; u = 0, the seam, lies under the stripe on the back
EYE_HEIGHT = 2.66
EYE_SPREAD = 0.125  # metres from the front line to the middle of an eye
EYE_RADIUS = 0.09
EYE_OUTLINE = 0.016
PUPIL_RADIUS = 0.048
GLINT_RADIUS = 0.016

# --- Animation ----------------------------------------------------------------------------------

FRAME_RATE = 24  # frames per second


class Clip(NamedTuple):
    """A named stretch of the timeline, both ends included, in frames."""

    name: str
    start: int
    end: int


# Multiples of 3 frames are multiples of 1/8 s, which decimals and floats hold exactly: the clips
# start and end on the very numbers of the file's keys.
WAVE = Clip("wave", 0, 36)
BEND = Clip("bend", 48, 96)
CLIPS = (WAVE, BEND)

# Radians for upper, lower and hand.
WAVE_SIDEWAYS = (0.20, 0.42, 0.50)
WAVE_FORWARD = (0.10, 0.20, 0.26)
WAVE_LAG = math.radians(65)  # how much later the wave arrives at each next joint

# The upper bone leans away from the curl: the hand stays above the floor, the figure in balance.
BEND_SIDEWAYS = (math.radians(-60), math.radians(75), math.radians(85))
BEND_TWIST = (math.radians(-10), math.radians(-25), math.radians(-30))  # the face turns up
BEND_LAG = 0.05  # part of the clip by which each next joint starts later
BEND_RISE = 0.32  # part of the clip that a joint takes to curl, and later to come back


# === Shape ======================================================================================


class Ring(NamedTuple):
    """A circle of vertices about the z axis."""

    height: float
    radius: float


def smoothstep(edge0: float, edge1: float, x: float) -> float:
    """0 up to edge0, 1 from edge1 on, and a ramp that is flat at both ends between them."""
    t = min(max((x - edge0) / (edge1 - edge0), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def base_dome() -> list[Ring]:
    """The lower cap, from its pole (radius 0) up to below the ring that the shell begins with."""
    angles = [math.pi / 2 * i / (CAP_RINGS + 1) for i in range(CAP_RINGS + 1)]
    return [Ring(-BASE_DEPTH * math.cos(a), BASE_RADIUS * math.sin(a)) for a in angles]


def head_dome() -> list[Ring]:
    """The upper cap, from above the ring that the shell ends with up to its pole."""
    angles = [math.pi / 2 * i / (CAP_RINGS + 1) for i in range(1, CAP_RINGS + 1)]
    rings = []
    for a in angles:
        rings.append(Ring(HEAD_CENTRE + HEAD_HEIGHT * math.sin(a), HEAD_RADIUS * math.cos(a)))
    return rings + [Ring(HEAD_CENTRE + HEAD_HEIGHT, 0.0)]


def shell(bottom: float, top: float, radii: tuple[float, float]) -> list[Ring]:
    """A rigid part between two heights, its radius easing from the first to the second."""
    step = (top - bottom - 2 * EDGE) / SHELL_RINGS
    inner = [bottom + EDGE + step * i for i in range(SHELL_RINGS + 1)]
    rings = []
    for height in (bottom, *inner, top):
        t = smoothstep(bottom, top, height)
        rings.append(Ring(height, radii[0] + (radii[1] - radii[0]) * t))
    return rings


def bellows(middle: float, radius_below: float, radius_above: float) -> list[Ring]:
    """The folded hose at a joint, between shells of these radii; it begins and ends in a valley."""
    steps = FOLDS * RINGS_PER_FOLD
    rings = []
    for i in range(steps + 1):
        t = i / steps
        valley = radius_below + (radius_above - radius_below) * t - COLLAR
        fold = 0.5 - 0.5 * math.cos(2 * math.pi * FOLDS * t)
        height = middle + (2 * t - 1) * (BELLOWS_HALF_HEIGHT - EDGE / 2)
        rings.append(Ring(height, valley + FOLD_DEPTH * fold))
    return rings


def profile() -> list[Ring]:
    """The whole figure from its lower pole to its upper one."""
    return [
        *base_dome(),
        *shell(0.0, ELBOW - BELLOWS_HALF_HEIGHT, UPPER_RADII),
        *bellows(ELBOW, UPPER_RADII[1], LOWER_RADII[0]),
        *shell(ELBOW + BELLOWS_HALF_HEIGHT, WRIST - BELLOWS_HALF_HEIGHT, LOWER_RADII),
        *bellows(WRIST, LOWER_RADII[1], HAND_RADII[0]),
        *shell(WRIST + BELLOWS_HALF_HEIGHT, HEAD_CENTRE, HAND_RADII),
        *head_dome(),
    ]


def lengths_along(rings: list[Ring]) -> list[float]:
    """Each ring's distance from the lower pole along the surface: the texture does not stretch."""
    lengths = [0.0]
    for below, above in zip(rings, rings[1:]):
        step = math.hypot(above.height - below.height, above.radius - below.radius)
        lengths.append(lengths[-1] + step)
    return lengths


def joint_weights(height: float) -> tuple[float, float, float]:
    """What upper, lower and hand say about a vertex at this height; the sum is 1."""
    past_elbow = smoothstep(ELBOW - RAMP_HALF_HEIGHT, ELBOW + RAMP_HALF_HEIGHT, height)
    past_wrist = smoothstep(WRIST - RAMP_HALF_HEIGHT, WRIST + RAMP_HALF_HEIGHT, height)
    return (1.0 - past_elbow, past_elbow * (1.0 - past_wrist), past_elbow * past_wrist)


class Surface(NamedTuple):
    """The mesh as plain lists; `face_uvs` has one pair for each corner of each face."""

    positions: list[tuple[float, float, float]]
    faces: list[tuple[int, ...]]
    face_uvs: list[list[tuple[float, float]]]


def build_surface(rings: list[Ring]) -> Surface:
    """Joins the rings into a closed surface: quads, and a fan at either pole.

    Corners run anticlockwise seen from outside. The seam shares its vertices (only the corners'
    u differ), so that normals are smooth across it.
    """
    lengths = lengths_along(rings)
    vs = [length / lengths[-1] for length in lengths]
    top = len(rings) - 1

    positions = [(0.0, 0.0, rings[0].height)]
    for ring in rings[1:top]:
        for s in range(SLICES):
            angle = 2 * math.pi * s / SLICES + math.pi / 2  # u = 0 at the back, +y
            x, y = ring.radius * math.cos(angle), ring.radius * math.sin(angle)
            positions.append((x, y, ring.height))
    positions.append((0.0, 0.0, rings[top].height))

    def vertex(ring: int, s: int) -> int:
        if ring == 0:
            return 0
        if ring == top:
            return len(positions) - 1
        return 1 + (ring - 1) * SLICES + s % SLICES

    faces, face_uvs = [], []
    for r in range(top):
        for s in range(SLICES):
            left, right, middle = s / SLICES, (s + 1) / SLICES, (s + 0.5) / SLICES
            if r == 0:
                corners = [(0, s, middle), (1, s + 1, right), (1, s, left)]
            elif r + 1 == top:
                corners = [(r, s, left), (r, s + 1, right), (top, s, middle)]
            else:
                corners = [(r, s, left), (r, s + 1, right), (r + 1, s + 1, right), (r + 1, s, left)]
            faces.append(tuple(vertex(ring, slice_) for ring, slice_, _ in corners))
            face_uvs.append([(u, vs[ring]) for ring, _, u in corners])
    return Surface(positions, faces, face_uvs)


# === Texture ====================================================================================


def part_ranges(rings: list[Ring]) -> list[tuple[float, float]]:
    """Where each shell, domes included, begins and ends: lengths along the surface."""
    heights = [ring.height for ring in rings]
    lengths = lengths_along(rings)

    def length_at(height: float) -> float:
        return float(np.interp(height, heights, lengths))

    return [
        (0.0, length_at(ELBOW - BELLOWS_HALF_HEIGHT)),
        (length_at(ELBOW + BELLOWS_HALF_HEIGHT), length_at(WRIST - BELLOWS_HALF_HEIGHT)),
        (length_at(WRIST + BELLOWS_HALF_HEIGHT), lengths[-1]),
    ]


def paint_texture(rings: list[Ring]) -> np.ndarray:
    """The texture as bytes of shape (rows, columns, 3), first row at the top (v = 1)."""
    width, height = (size * SUPERSAMPLING for size in TEXTURE_SIZE)
    lengths = lengths_along(rings)
    u = ((np.arange(width) + 0.5) / width)[None, :]
    along = ((1.0 - (np.arange(height) + 0.5) / height) * lengths[-1])[:, None]
    z = np.interp(along, lengths, [ring.height for ring in rings])
    radius = np.interp(along, lengths, [ring.radius for ring in rings])

    image = paint_bellows(z, width)
    for (start, end), colours, trim in zip(part_ranges(rings), SHELL_COLOURS, TRIM_COLOURS):
        paint_shell(image, u, along, start, end, colours)
        ends_at_pole = (start == 0.0, end == lengths[-1])
        paint_trim(image, along, start, end, ends_at_pole, trim)

    # Distances over the surface in metres, so that shapes come out round on the tube.
    from_back = np.minimum(u, 1.0 - u) * 2 * math.pi * radius
    on_body = (z > -0.6 * BASE_DEPTH) & (z < HEAD_CENTRE + 0.75 * HEAD_HEIGHT)
    image[(from_back < STRIPE_HALF_WIDTH) & on_body] = CREAM
    eye_along = np.interp(EYE_HEIGHT, [ring.height for ring in rings], lengths)
    paint_eyes(image, (u - FRONT_U) * 2 * math.pi * radius, along - eye_along)
    return average_samples(image)


def paint_bellows(z: np.ndarray, width: int) -> np.ndarray:
    """A new image of bellows from end to end, light on the peaks; shells are painted over it."""
    joint = np.where(z < (ELBOW + WRIST) / 2, ELBOW, WRIST)
    t = 0.5 + (z - joint) / (2 * BELLOWS_HALF_HEIGHT - EDGE)
    fold = 0.5 - 0.5 * np.cos(2 * math.pi * FOLDS * t)
    column = np.array(CHARCOAL) + fold[..., None] * (np.array(GREY) - np.array(CHARCOAL))
    return np.repeat(column, width, axis=1)


def paint_shell(image, u, along, start: float, end: float, colours) -> None:
    """A checkerboard between two lengths along the surface, fitted to whole checks."""
    rows = round((end - start) / CHECK_LENGTH)
    check = np.floor(u * CHECKS_AROUND) + np.floor((along - start) / (end - start) * rows)
    inside = (along >= start) & (along <= end)
    for parity, colour in enumerate(colours):
        image[inside & (check % 2 == parity)] = colour


def paint_trim(image, along, start: float, end: float, ends_at_pole, colour) -> None:
    """A plain ring at those ends of a shell that hold a bellows."""
    rows = along[:, 0]
    if not ends_at_pole[0]:
        image[(rows >= start) & (rows < start + TRIM)] = colour
    if not ends_at_pole[1]:
        image[(rows <= end) & (rows > end - TRIM)] = colour


def paint_eyes(image, x: np.ndarray, y: np.ndarray) -> None:
    """Two eyes; x and y are metres over the surface from the point between them."""
    for side in (-1.0, 1.0):
        dx = x - side * EYE_SPREAD

        def disc(centre_x: float, centre_y: float, disc_radius: float) -> np.ndarray:
            return np.hypot(dx - centre_x, y - centre_y) < disc_radius

        image[disc(0.0, 0.0, EYE_RADIUS + EYE_OUTLINE)] = INK
        image[disc(0.0, 0.0, EYE_RADIUS)] = WHITE
        # The pupils stand a little inwards, as eyes do that look at something near.
        pupil_x = -side * 0.02
        image[disc(pupil_x, 0.0, PUPIL_RADIUS)] = INK
        image[disc(pupil_x - 0.018, 0.018, GLINT_RADIUS)] = WHITE


def average_samples(image: np.ndarray) -> np.ndarray:
    """Each texel from its square of samples."""
    width, height = TEXTURE_SIZE
    squares = image.reshape(height, SUPERSAMPLING, width, SUPERSAMPLING, 3)
    return np.rint(squares.mean(axis=(1, 3))).astype(np.uint8)


def write_png(path: Path, pixels: np.ndarray) -> None:
    """An 8-bit RGB PNG with nothing in it but the picture: no date, no software's name."""
    height, width, _ = pixels.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, colour type RGB
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)  # each row after its filter: none
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


# === Animation ==================================================================================


class JointAngles(NamedTuple):
    """How far a bone leans from its parent's direction, and how far it turns about itself."""

    sideways: float  # towards +x
    forward: float  # towards -y, where the figure looks
    twist: float


REST = (JointAngles(0.0, 0.0, 0.0),) * len(JOINT_NAMES)


def wave_angles(frame: int) -> tuple[JointAngles, ...]:
    """A wave that runs along the arm, once sideways and twice forward in the clip: an 8."""
    # Modulo, so that the last frame is the first one to the bit.
    frames = WAVE.end - WAVE.start
    cycle = 2 * math.pi * ((frame - WAVE.start) % frames) / frames
    angles = []
    for k in range(len(JOINT_NAMES)):
        phase = cycle - k * WAVE_LAG
        sideways = WAVE_SIDEWAYS[k] * math.sin(phase)
        forward = WAVE_FORWARD[k] * math.sin(2 * phase)
        angles.append(JointAngles(sideways, forward, 0.0))
    return tuple(angles)


def bend_angles(frame: int) -> tuple[JointAngles, ...]:
    """From rest to a curl, a pause there, and back to rest."""
    t = (frame - BEND.start) / (BEND.end - BEND.start)
    angles = []
    for k in range(len(JOINT_NAMES)):
        lag = k * BEND_LAG
        # The way back mirrors the way there in time: what moved last comes back first.
        curled = smoothstep(lag, lag + BEND_RISE, t)
        back = smoothstep(1.0 - lag - BEND_RISE, 1.0 - lag, t)
        amount = curled * (1.0 - back)
        angles.append(JointAngles(BEND_SIDEWAYS[k] * amount, 0.0, BEND_TWIST[k] * amount))
    return tuple(angles)


def angles_at(frame: int) -> tuple[JointAngles, ...]:
    """The pose at a frame; between the clips it eases from the wave's end to rest."""
    if frame <= WAVE.end:
        return wave_angles(frame)
    if frame >= BEND.start:
        return bend_angles(frame)
    rest = smoothstep(WAVE.end, BEND.start, frame)
    return tuple(JointAngles(*(a * (1.0 - rest) for a in joint)) for joint in wave_angles(WAVE.end))


def joint_rotation(angles: JointAngles) -> Quaternion:
    """The rotation in the bone's own axes: x sideways, y along the bone, z to the front.

    The twist comes first, so that it turns the bone about itself and not about its parent.
    """
    # A positive turn about x leads y to z, the front; one about -z leads y to x.
    lean = Vector((angles.forward, 0.0, -angles.sideways))
    swing = Quaternion(lean.normalized(), lean.length) if lean.length > 0.0 else Quaternion()
    return swing @ Quaternion((0.0, 1.0, 0.0), angles.twist)


# === Blender ====================================================================================


def new_scene() -> bpy.types.Scene:
    """An empty scene whose timeline covers all clips."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FRAME_RATE
    scene.frame_start = min(clip.start for clip in CLIPS)
    scene.frame_end = max(clip.end for clip in CLIPS)
    return scene


def add_rig(scene: bpy.types.Scene) -> bpy.types.Object:
    """The three joints, each at the end of its parent's bone."""
    armature = bpy.data.armatures.new("Arm")
    rig = bpy.data.objects.new("Arm", armature)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for k, name in enumerate(JOINT_NAMES):
        bone = armature.edit_bones.new(name)
        bone.head = (0.0, 0.0, k * BONE_LENGTH)
        bone.tail = (0.0, 0.0, (k + 1) * BONE_LENGTH)
        bone.parent = parent
        bone.use_connect = parent is not None
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def add_mesh(scene: bpy.types.Scene, surface: Surface) -> bpy.types.Object:
    """The surface with smooth normals and texture coordinates."""
    mesh = bpy.data.meshes.new("ArmMesh")
    mesh.from_pydata(surface.positions, [], surface.faces)
    mesh.shade_smooth()
    uv_layer = mesh.uv_layers.new(name="UV")
    uvs = [uv for face in surface.face_uvs for uv in face]
    for corner, uv in zip(uv_layer.data, uvs, strict=True):
        corner.uv = uv
    mesh_object = bpy.data.objects.new("ArmMesh", mesh)
    scene.collection.objects.link(mesh_object)
    return mesh_object


def add_material(mesh_object: bpy.types.Object) -> None:
    """One material whose base colour is the texture."""
    material = bpy.data.materials.new("ArmMaterial")
    material.use_nodes = True
    nodes = material.node_tree.nodes
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(str(TEXTURE_FILE))
    shader = nodes["Principled BSDF"]
    material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    mesh_object.data.materials.append(material)


def bind(mesh_object: bpy.types.Object, rig: bpy.types.Object) -> None:
    """Weights, and the modifier by which the exporter knows a skin."""
    groups = [mesh_object.vertex_groups.new(name=name) for name in JOINT_NAMES]
    for vertex in mesh_object.data.vertices:
        for group, weight in zip(groups, joint_weights(vertex.co.z)):
            if weight > 0.0:
                group.add([vertex.index], weight, "REPLACE")
    mesh_object.parent = rig
    mesh_object.modifiers.new("Armature", "ARMATURE").object = rig


def animate(scene: bpy.types.Scene, rig: bpy.types.Object) -> None:
    """A key at every frame: the exporter samples there, so no curve of Blender's gets between."""
    rig.animation_data_create().action = bpy.data.actions.new("clips")
    for frame in range(scene.frame_start, scene.frame_end + 1):
        for name, angles in zip(JOINT_NAMES, angles_at(frame)):
            bone = rig.pose.bones[name]
            bone.rotation_mode = "QUATERNION"
            bone.rotation_quaternion = joint_rotation(angles)
            bone.keyframe_insert("rotation_quaternion", frame=frame)


def export(path: Path) -> None:
    """Blender's Collada export, sampled as whole matrices.

    Its other mode, "keys", writes scale, rotation and translation in the wrong order.
    """
    bpy.ops.wm.collada_export(
        filepath=str(path),
        include_armatures=True,
        include_children=True,
        include_animations=True,
        include_all_actions=False,
        export_animation_type_selection="sample",
        triangulate=True,
        use_texture_copies=False,
        sort_by_name=True,
    )


# === What Blender leaves out ====================================================================


def clip_library(animation_ids: list[str]) -> str:
    """The clips' names and times in seconds; Blender knows of one timeline only."""
    lines = ["  <library_animation_clips>"]
    for clip in CLIPS:
        start, end = clip.start / FRAME_RATE, clip.end / FRAME_RATE
        name = f'id="{clip.name}" name="{clip.name}"'
        lines.append(f'    <animation_clip {name} start="{start:g}" end="{end:g}">')
        lines += [f'      <instance_animation url="#{id_}"/>' for id_ in animation_ids]
        lines.append("    </animation_clip>")
    lines.append("  </library_animation_clips>")
    return "\n".join(lines) + "\n"


def replace_once(text: str, pattern: str, replacement: str) -> str:
    """`re.sub` that insists on exactly one place: a new exporter must not pass unnoticed."""
    text, count = re.subn(pattern, lambda _: replacement, text)
    if count != 1:
        raise ValueError(f"expected {pattern!r} once in the exported file, found it {count} times")
    return text


def finish(text: str) -> str:
    """The exported file with clips, a fixed date and the texture's place beside it."""
    text = replace_once(text, "<created>[^<]*</created>", f"<created>{FILE_DATE}</created>")
    text = replace_once(text, "<modified>[^<]*</modified>", f"<modified>{FILE_DATE}</modified>")
    image = f"<init_from>{TEXTURE_FILE.name}</init_from>"
    text = replace_once(text, "<init_from>[^<]*[.]png</init_from>", image)

    # Blender nests one animation for each joint in one for the skeleton, which has no keys itself.
    animation_ids = re.findall(r'<animation id="([^"]+)"[^>]*>\s*<source', text)
    if len(animation_ids) != len(JOINT_NAMES):
        raise ValueError(f"expected an animation for each of {JOINT_NAMES}, found {animation_ids}")
    scenes = "  <library_visual_scenes>"
    text = replace_once(text, scenes, clip_library(animation_ids) + scenes)
    return text.rstrip() + "\n"  # Blender ends its last line without one


def main() -> None:
    rings = profile()
    write_png(TEXTURE_FILE, paint_texture(rings))

    scene = new_scene()
    rig = add_rig(scene)
    mesh_object = add_mesh(scene, build_surface(rings))
    add_material(mesh_object)
    bind(mesh_object, rig)
    animate(scene, rig)

    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / MODEL_FILE.name
        export(exported)
        text = exported.read_text(encoding="utf-8")
    MODEL_FILE.write_text(finish(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
