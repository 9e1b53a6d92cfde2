"""Blender as a library: an empty scene, a material, and the Collada export with what it lacks."""

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

import bpy

from kit.curves import FILE_DATE, FRAME_RATE, Clip


def new_scene(clips: Iterable[Clip]) -> bpy.types.Scene:
    """An empty scene whose timeline covers all clips."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FRAME_RATE
    scene.frame_start = min(clip.start for clip in clips)
    scene.frame_end = max(clip.end for clip in clips)
    return scene


def add_material(mesh_object: bpy.types.Object, name: str, texture_file: Path) -> None:
    """One material whose base colour is the texture."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes = material.node_tree.nodes
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(str(texture_file))
    shader = nodes["Principled BSDF"]
    material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    mesh_object.data.materials.append(material)


def write_collada(path: Path, clips: Iterable[Clip], joints: int, texture_name: str) -> None:
    """Exports the scene and finishes the file: clips, a fixed date, the texture beside it."""
    text = finish(exported_text(path.name), clips, joints, texture_name)
    path.write_text(text, encoding="utf-8", newline="\n")


def exported_text(name: str) -> str:
    """What Blender writes for a file of this name."""
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / name
        export(exported)
        return exported.read_text(encoding="utf-8")


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


def clip_library(clips: Iterable[Clip], animation_ids: list[str]) -> str:
    """The clips' names and times in seconds; Blender knows of one timeline only."""
    lines = ["  <library_animation_clips>"]
    for clip in clips:
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


def finish(text: str, clips: Iterable[Clip], joints: int, texture_name: str) -> str:
    """The exported file with clips, a fixed date and the texture's place beside it."""
    text = replace_once(text, "<created>[^<]*</created>", f"<created>{FILE_DATE}</created>")
    text = replace_once(text, "<modified>[^<]*</modified>", f"<modified>{FILE_DATE}</modified>")
    image = f"<init_from>{texture_name}</init_from>"
    text = replace_once(text, "<init_from>[^<]*[.]png</init_from>", image)

    # Blender nests one animation for each joint in one for the skeleton, which has no keys itself.
    animation_ids = re.findall(r'<animation id="([^"]+)"[^>]*>\s*<source', text)
    if len(animation_ids) != joints:
        raise ValueError(f"expected an animation for each of {joints} joints: {animation_ids}")
    scenes = "  <library_visual_scenes>"
    text = replace_once(text, scenes, clip_library(clips, animation_ids) + scenes)
    return text.rstrip() + "\n"  # Blender ends its last line without one
