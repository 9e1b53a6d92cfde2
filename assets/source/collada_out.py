"""Writes a figure as a Collada file through Blender, and adds what Blender leaves out.

Blender (`pip install bpy==4.5.15`, Python 3.11) makes the armature, the skin and the file; the
names and times of the clips, a fixed date and the texture's relative path are put in afterwards.
Two runs write the same bytes. z is up, figures look towards -y, lengths are metres; a figure
may say of itself that its y is up.
"""

import re
import struct
import tempfile
import zlib
from pathlib import Path
from typing import NamedTuple

import bpy
import numpy as np
from mathutils import Matrix

from shapes import Patch, four_largest, sharp_edges

FRAME_RATE = 24  # keys a second

# Blender writes the time of the export; a fixed one keeps the bytes equal from run to run.
FILE_DATE = "2025-01-01T00:00:00"

# Decimals in the file: a micrometre, and a turn of a millionth.
DECIMALS = 6


class Joint(NamedTuple):
    """A joint in the bind pose; the frame's y runs along the bone, its z nearly along `front`."""

    name: str
    parent: str | None
    head: tuple[float, float, float]
    tail: tuple[float, float, float]
    front: tuple[float, float, float]


class Clip(NamedTuple):
    """A named stretch of the timeline, both ends included, in frames."""

    name: str
    start: int
    end: int


class Animation(NamedTuple):
    """`bases[frame, joint]` turns and moves a joint in its own bind frame; 4 x 4."""

    clips: list[Clip]
    bases: np.ndarray


class Figure(NamedTuple):
    """What goes into a file; without joints it is a plain mesh."""

    name: str
    surface: Patch
    texture: Path
    atlas: dict[str, tuple[float, float, float, float]]  # region -> u, v of its corner, size
    joints: list[Joint]
    animation: Animation | None
    up_axis: str = "Z_UP"


def write_figure(path: Path, figure: Figure) -> None:
    """Writes the figure; the texture must lie there already."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FRAME_RATE
    scene.frame_start = 0
    scene.frame_end = 0 if figure.animation is None else len(figure.animation.bases) - 1
    mesh_object = add_mesh(scene, figure)
    if figure.joints:
        rig = add_rig(scene, figure)
        bind(mesh_object, rig, figure)
        if figure.animation is not None:
            animate(rig, figure)
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / path.name
        export(exported)
        text = exported.read_text(encoding="utf-8")
    path.write_text(finish(text, figure), encoding="utf-8", newline="\n")


def write_png(path: Path, pixels: np.ndarray) -> None:
    """An 8-bit RGB PNG of pixels[row, column], with no date and no software's name in it."""
    height, width, _ = pixels.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    # Filter 2 (up): each row as its difference from the one above, which gradients like.
    above = np.concatenate([np.zeros_like(pixels[:1]), pixels[:-1]])
    rows = b"".join(b"\2" + row.tobytes() for row in pixels - above)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, colour type RGB
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


# === Blender ====================================================================================


def add_mesh(scene: bpy.types.Scene, figure: Figure) -> bpy.types.Object:
    """The surface: smooth but for its sharp edges, with the texture as its one material."""
    surface = figure.surface
    mesh = bpy.data.meshes.new(f"{figure.name}Mesh")
    mesh.from_pydata([tuple(p) for p in surface.positions], [], surface.faces)
    mesh.shade_smooth()
    sharp = set(sharp_edges(surface))
    for edge in mesh.edges:
        edge.use_edge_sharp = tuple(sorted(edge.vertices)) in sharp

    uv_layer = mesh.uv_layers.new(name="UV")
    corners = (
        (figure.atlas[region], uv)
        for uvs, region in zip(surface.uvs, surface.regions)
        for uv in uvs
    )
    for corner, ((u0, v0, width, height), (u, v)) in zip(uv_layer.data, corners, strict=True):
        corner.uv = (u0 + u * width, v0 + v * height)

    material = bpy.data.materials.new(f"{figure.name}Material")
    material.use_nodes = True
    nodes = material.node_tree.nodes
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(str(figure.texture))
    shader = nodes["Principled BSDF"]
    material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    mesh.materials.append(material)

    mesh_object = bpy.data.objects.new(f"{figure.name}Mesh", mesh)
    scene.collection.objects.link(mesh_object)
    return mesh_object


def add_rig(scene: bpy.types.Scene, figure: Figure) -> bpy.types.Object:
    """The joints in their bind pose."""
    armature = bpy.data.armatures.new(figure.name)
    rig = bpy.data.objects.new(figure.name, armature)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for joint in figure.joints:
        bone = armature.edit_bones.new(joint.name)
        bone.head, bone.tail = joint.head, joint.tail
        bone.align_roll(joint.front)
        bone.parent = armature.edit_bones[joint.parent] if joint.parent else None
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def bind(mesh_object: bpy.types.Object, rig: bpy.types.Object, figure: Figure) -> None:
    """Weights, and the modifier by which the exporter knows a skin."""
    groups = {joint.name: mesh_object.vertex_groups.new(name=joint.name) for joint in figure.joints}
    for index, weights in enumerate(figure.surface.weights):
        for name, weight in four_largest(weights).items():
            groups[name].add([index], weight, "REPLACE")
    mesh_object.parent = rig
    mesh_object.modifiers.new("Armature", "ARMATURE").object = rig


def animate(rig: bpy.types.Object, figure: Figure) -> None:
    """A key at every frame: the exporter samples there, so no curve of Blender's gets between."""
    rig.animation_data_create().action = bpy.data.actions.new("clips")
    bases = figure.animation.bases
    for k, joint in enumerate(figure.joints):
        bone = rig.pose.bones[joint.name]
        bone.rotation_mode = "QUATERNION"
        moves = np.ptp(bases[:, k, :3, 3], axis=0).max() > 1e-9
        for frame, basis in enumerate(bases[:, k]):
            matrix = Matrix(basis.tolist())
            bone.rotation_quaternion = matrix.to_quaternion()
            bone.keyframe_insert("rotation_quaternion", frame=frame)
            if moves:
                bone.location = matrix.translation
                bone.keyframe_insert("location", frame=frame)


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
        keep_flat_curves=True,  # a fist that stays closed is not the open hand of the bind pose
        triangulate=True,
        use_texture_copies=False,
        sort_by_name=True,
    )


# === What Blender leaves out ====================================================================


def finish(text: str, figure: Figure) -> str:
    """The exported file with clips, a fixed date and the texture's place beside it."""
    text = replace_once(text, "<created>[^<]*</created>", f"<created>{FILE_DATE}</created>")
    text = replace_once(text, "<modified>[^<]*</modified>", f"<modified>{FILE_DATE}</modified>")
    up = f"<up_axis>{figure.up_axis}</up_axis>"
    text = replace_once(text, "<up_axis>[^<]*</up_axis>", up)
    image = f"<init_from>{figure.texture.name}</init_from>"
    text = replace_once(text, "<init_from>[^<]*[.]png</init_from>", image)
    text = shorten_numbers(text)
    text = share_texture_coordinates(text)
    if figure.animation is not None:
        text = drop_constant_channels(text)
        scenes = "  <library_visual_scenes>"
        text = replace_once(text, scenes, clip_library(text, figure.animation.clips) + scenes)
    return text.rstrip() + "\n"  # Blender ends its last line without one


def replace_once(text: str, pattern: str, replacement: str) -> str:
    """`re.sub` that insists on exactly one place: a new exporter must not pass unnoticed."""
    text, count = re.subn(pattern, lambda _: replacement, text)
    if count != 1:
        raise ValueError(f"expected {pattern!r} once in the exported file, found it {count} times")
    return text


def shorten_numbers(text: str) -> str:
    """Numbers with as many decimals as mean something; the keys' times stay as they are."""

    def shorter(number: str) -> str:
        short = f"{float(number):.{DECIMALS}f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short

    def array(match: re.Match) -> str:
        head, numbers, tail = match.groups()
        return head + " ".join(shorter(number) for number in numbers.split()) + tail

    text = re.sub(r'(<float_array (?![^>]*input-array")[^>]*>)([^<]*)(</float_array>)', array, text)
    return re.sub(r"(<(?:matrix|bind_shape_matrix)[^>]*>)([^<]*)(</)", array, text)


def share_texture_coordinates(text: str) -> str:
    """Blender writes a pair for every corner of every triangle; here equal pairs are one."""
    array = r'(id="[^"]*-mesh-map-0-array" count=")[0-9]+(">)([^<]*)(<)'
    pairs = np.array(re.search(array, text).group(3).split()).reshape(-1, 2)
    place: dict[tuple[str, str], int] = {}
    index = [place.setdefault(tuple(pair), len(place)) for pair in pairs]
    numbers = " ".join(number for pair in place for number in pair)
    text = re.sub(array, lambda m: f"{m[1]}{2 * len(place)}{m[2]}{numbers}{m[4]}", text)
    text = replace_once(
        text,
        r'(?<=-mesh-map-0-array" count=")[0-9]+(?=" stride)',
        str(len(place)),
    )

    inputs = re.search(r"<triangles.*?</triangles>", text, re.DOTALL).group(0)
    offsets = dict(re.findall(r'<input semantic="(\w+)"[^>]*offset="(\d+)"', inputs))
    if offsets != {"VERTEX": "0", "NORMAL": "1", "TEXCOORD": "2"}:
        raise ValueError(f"expected vertex, normal and texture indices, found {offsets}")
    corners = np.array(re.search("<p>([^<]*)<", text).group(1).split(), int).reshape(-1, 3)
    corners[:, 2] = np.array(index)[corners[:, 2]]
    return replace_once(text, "<p>[^<]*</p>", f"<p>{' '.join(map(str, corners.ravel()))}</p>")


ANIMATION = r'      <animation id="([^"]+)"[^>]*>\s*<source.*?</animation>\n'


def drop_constant_channels(text: str) -> str:
    """Without the channels that never leave the bind pose: their joint's own matrix says it."""

    def keep(match: re.Match) -> str:
        animation = match.group(0)
        joint = re.search(r'<channel [^>]*target="([^"/]+)/', animation).group(1)
        rest = re.search(rf'<node id="{joint}"[^>]*>\s*<matrix[^>]*>([^<]*)<', text).group(1)
        output = re.search(r'-output-array"[^>]*>([^<]*)<', animation).group(1)
        matrices = np.array(output.split(), float).reshape(-1, 16)
        same = np.abs(matrices - np.array(rest.split(), float)).max() < 2 * 10.0**-DECIMALS
        return "" if same else animation

    return re.sub(ANIMATION, keep, text, flags=re.DOTALL)


def clip_library(text: str, clips: list[Clip]) -> str:
    """The clips' names and times in seconds; Blender knows of one timeline only."""
    # Blender nests one animation for each joint in one for the skeleton, which has no keys itself.
    animation_ids = re.findall(r'<animation id="([^"]+)"[^>]*>\s*<source', text)
    lines = ["  <library_animation_clips>"]
    for clip in clips:
        start, end = clip.start / FRAME_RATE, clip.end / FRAME_RATE
        name = f'id="{clip.name}" name="{clip.name}"'
        lines.append(f'    <animation_clip {name} start="{start:g}" end="{end:g}">')
        lines += [f'      <instance_animation url="#{id_}"/>' for id_ in animation_ids]
        lines.append("    </animation_clip>")
    lines.append("  </library_animation_clips>")
    return "\n".join(lines) + "\n"
